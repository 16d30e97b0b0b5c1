//! Sequential probability ratio test (SPRT): after each pair of games, continue or decide between two hypotheses on
//! the Elo difference. It needs about half the games of a match of fixed length with the same error rates.
//!
//! A hypothesis does not fix the probability of each result, only one number computed from them, so the ratio is the
//! generalized one (GSPRT): each hypothesis is represented by its maximum likelihood distribution. For the logistic
//! model that number is the mean score, for the normalized one `t = (mean - 1/2) / deviation`. Theory: Van den Bergh,
//! "A practical introduction to the GSPRT" and "Comments on normalized Elo" (<https://www.cantate.be/Fishtest/>).

mod fit;

use std::fmt;
use std::str::FromStr;

use super::stats::{NORMALIZED_ELO, Tally, score_of_elo};
use fit::Results;

/// Limit of the hypotheses: engines further apart need no test, and the fit is unique only below 690 normalized Elo.
const MAX_ELO: f64 = 500.0;

/// The hypotheses that have a name, `elo0` and `elo1`: a change that has to gain, and one that must not lose.
const PRESETS: [(&str, [f64; 2]); 2] = [("gain", [0.0, 5.0]), ("simplification", [-4.0, 1.0])];

/// The unit of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SprtModel {
    /// Elo on the logistic scale: a hypothesis is a mean score.
    Logistic,
    /// Normalized Elo: a hypothesis is a mean score in standard deviations, so that the length of a test does not
    /// depend on draw rate and openings. The usual choice of fishtest and fastchess.
    #[default]
    Normalized,
}

/// One of the two hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The first engine is ahead by `elo0` at most.
    H0,
    /// The first engine is ahead by `elo1` at least.
    H1,
}

/// The parameters of a test. Written and read as `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`; these are also
/// the defaults. Two words stand for the usual hypotheses: `gain` for `elo0=0 elo1=5`, `simplification` for `elo0=-4
/// elo1=1`. A later word replaces an earlier one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    /// Probability of accepting H1 when H0 is true.
    alpha: f64,
    /// Probability of accepting H0 when H1 is true.
    beta: f64,
    model: SprtModel,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: SprtModel::Normalized }
    }
}

impl Sprt {
    /// Creates a test of `elo0` against `elo1` that accepts H1 with probability `alpha` if `elo0` is true, and H0 with
    /// probability `beta` if `elo1` is true; both are approximate, and the true rates are usually a little lower.
    ///
    /// # Errors
    /// A message if the hypotheses are not in order within ±500, or the probabilities not above 0 with a sum below 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: SprtModel) -> Result<Self, String> {
        if !(-MAX_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_ELO) {
            return Err(format!("elo0={elo0} elo1={elo1}: elo0 must be below elo1, both from -{MAX_ELO} to {MAX_ELO}"));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(format!("alpha={alpha} beta={beta}: both must be above 0, their sum below 1"));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Returns the Elo difference of H0, in the unit of the model.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Returns the Elo difference of H1, in the unit of the model.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Returns the unit of the hypotheses.
    pub fn model(&self) -> SprtModel {
        self.model
    }

    /// Computes the log-likelihood ratios at which H0 (below zero) and H1 (above) are accepted, after Wald.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Computes the generalized log-likelihood ratio (LLR, natural logarithm) of H1 to H0 from the pairs, or from the
    /// games if there are no pairs. 0 without games, always finite.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let counts = tally.counts();
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let results = Results::new(&counts);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| match self.model {
            SprtModel::Logistic => results.fit_mean(score_of_elo(elo)),
            SprtModel::Normalized => results.fit_t(elo / NORMALIZED_ELO * results.games_each.sqrt()),
        });
        let mean_ratio: f64 =
            results.shares.iter().zip(h0.iter().zip(&h1)).map(|(f, (p0, p1))| f * (p1 / p0).ln()).sum();
        results.total * mean_ratio
    }

    /// Returns the hypothesis that the results decide for; `None` if the match has to go on. To be called after each
    /// pair.
    pub fn verdict(&self, tally: &Tally) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr >= upper => Some(Hypothesis::H1),
            llr if llr <= lower => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Self { mut elo0, mut elo1, mut alpha, mut beta, mut model } = Self::default();
        for word in text.split_whitespace() {
            if let Some((_, hypotheses)) = PRESETS.iter().find(|(name, _)| *name == word) {
                [elo0, elo1] = *hypotheses;
                continue;
            }
            let (name, value) = word.split_once('=').ok_or_else(|| {
                let [(gain, _), (simplification, _)] = PRESETS;
                format!("{word:?} is neither {gain} nor {simplification}, nor of the form name=value")
            })?;
            let number = || value.parse().map_err(|_| format!("{word:?}: {value:?} is not a number"));
            match name {
                "elo0" => elo0 = number()?,
                "elo1" => elo1 = number()?,
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => {
                    model = match value {
                        "normalized" => SprtModel::Normalized,
                        "logistic" => SprtModel::Logistic,
                        _ => return Err(format!("{word:?}: the model is normalized or logistic")),
                    }
                }
                _ => return Err(format!("{word:?}: known are elo0, elo1, alpha, beta and model")),
            }
        }
        Self::new(elo0, elo1, alpha, beta, model)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            SprtModel::Logistic => "logistic",
            SprtModel::Normalized => "normalized",
        };
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

#[cfg(test)]
mod tests {
    use SprtModel::{Logistic, Normalized};

    use super::*;

    fn pairs(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    fn llr(tally: &Tally, elo0: f64, elo1: f64, model: SprtModel) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("valid").llr(tally)
    }

    /// Counts of pairs, hypotheses, published LLR and its tolerance, half a unit of the last digit.
    type Published = ([u64; 5], [f64; 2], SprtModel, f64, f64);

    #[rustfmt::skip]
    const PAIRS: [Published; 17] = [
        // Unit tests of fastchess, app/tests/sprt_test.cpp.
        ([365, 16618, 36229, 16974, 390], [0.0, 2.0], Normalized, 2.25, 0.005),
        ([127, 4883, 10712, 5150, 104], [-1.75, 0.25], Normalized, 3.01, 0.005),
        ([223, 9863, 21279, 10037, 246], [0.5, 2.5], Logistic, -3.07, 0.005),
        ([871, 26175, 55983, 26678, 821], [0.0, 2.0], Logistic, -4.98, 0.005),
        // The iteration of "Comments on normalized Elo", section 4.1, carried to convergence in a separate program.
        // Fastchess stops earlier: 2.94598 in its pull request 783, 111.82 in its unit tests.
        ([379, 10170, 21828, 10640, 343], [0.0, 2.0], Normalized, 2.945_495_431, 1e-8),
        ([0, 0, 0, 0, 5550], [0.0, 5.0], Normalized, 111.797_555_087, 1e-8),
        // montytest.muzhen.org, raw statistics of test 69d3c8dc7c5b3724e29d2712 (the software of fishtest).
        ([13, 37, 50, 25, 3], [0.0, 4.0], Normalized, -0.54912, 0.000_005),
        ([13, 37, 50, 25, 3], [0.0, 2.716], Logistic, -0.53772, 0.000_1),
        // Tests of fishtest quoted in pull requests 5502 and 6112 of Stockfish.
        ([207, 7132, 15665, 7469, 215], [0.0, 2.0], Normalized, 2.93, 0.005),
        ([64, 11092, 27581, 11514, 80], [0.5, 2.5], Normalized, 2.94, 0.005),
        ([18, 3084, 7620, 3273, 33], [-1.75, 0.25], Normalized, 2.96, 0.005),
        ([977, 42640, 92614, 42599, 930], [-1.75, 0.25], Normalized, 2.94, 0.005),
        // Reports of fastchess in pull requests 727, 778, 802, 879 and 916 of brunocodutra/cinder.
        ([50, 287, 610, 387, 73], [0.0, 5.0], Normalized, 2.97, 0.005),
        ([46, 496, 1073, 640, 79], [0.0, 3.0], Normalized, 2.89, 0.005),
        ([363, 3205, 5861, 3376, 414], [0.0, 3.0], Normalized, 2.91, 0.005),
        ([115, 1156, 2443, 1233, 141], [-3.0, 1.0], Normalized, 2.90, 0.005),
        ([339, 4640, 8717, 4594, 403], [-3.0, 1.0], Normalized, 2.89, 0.005),
    ];

    #[test]
    fn published_ratios_of_pairs_are_reproduced() {
        for (counts, [elo0, elo1], model, published, tolerance) in PAIRS {
            let found = llr(&pairs(counts), elo0, elo1, model);
            assert!((found - published).abs() <= tolerance, "{counts:?}: {found}, published {published}");
        }
    }

    #[test]
    fn published_ratios_of_single_games_are_reproduced() {
        // Unit tests of fastchess, app/tests/sprt_test.cpp, where the third is 120.56: see above. The last is issue 543
        // of cutechess, another formula.
        let cases = [
            ([36433, 68692, 36027], [0.0, 2.0], Normalized, 0.92),
            ([10871, 20431, 10650], [-1.75, 0.25], Normalized, 2.30),
            ([4250, 0, 0], [0.0, 10.0], Normalized, 120.548),
            ([21404, 40708, 21184], [0.5, 2.5], Logistic, -1.57),
            ([57433, 106_593, 57030], [0.0, 2.0], Logistic, -2.59),
            ([880, 1863, 759], [0.0, 5.0], Logistic, 2.95),
        ];
        for ([wins, draws, losses], [elo0, elo1], model, published) in cases {
            let found = llr(&Tally { wins, draws, losses, ..Tally::default() }, elo0, elo1, model);
            assert!((found - published).abs() <= 0.005, "{wins}-{draws}-{losses}: {found}, published {published}");
        }
    }

    #[test]
    fn the_ratio_is_finite_and_antisymmetric_whatever_the_results() {
        let extremes =
            [[0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 9999], [0, 1, 0, 0, 0], [144, 3, 1, 0, 0], [0; 5]];
        for (counts, model) in extremes.iter().flat_map(|&counts| [(counts, Normalized), (counts, Logistic)]) {
            for (elo0, elo1) in [(0.0, 5.0), (-500.0, -499.0), (-500.0, 500.0), (0.0, 1e-9)] {
                let found = llr(&pairs(counts), elo0, elo1, model);
                let other = llr(&pairs(counts).swap(), -elo1, -elo0, model);
                assert!(found.is_finite(), "{counts:?} {model:?} {elo0} {elo1}");
                assert!((found + other).abs() <= 1e-6 * (1.0 + found.abs()), "{counts:?} {model:?}: {found} {other}");
            }
        }
    }

    #[test]
    fn identical_results_decide_in_time_for_the_right_hypothesis() {
        for model in [Normalized, Logistic] {
            let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, model).expect("valid");
            for (counts, expected) in [
                ([0, 0, 4, 0, 0], None),
                ([0, 0, 0, 0, 4], None),
                ([4, 0, 0, 0, 0], None),
                ([0, 0, 10_000, 0, 0], Some(Hypothesis::H0)),
                ([0, 0, 0, 0, 500], Some(Hypothesis::H1)),
                ([500, 0, 0, 0, 0], Some(Hypothesis::H0)),
            ] {
                assert_eq!(sprt.verdict(&pairs(counts)), expected, "{counts:?} {model:?}");
            }
        }
    }

    #[test]
    fn tests_are_parsed_from_words_and_wrong_words_are_quoted() {
        assert_eq!("".parse(), Ok(Sprt::default()));
        let sprt = "model=logistic elo1=2.5  elo0=-1 beta=0.1".parse::<Sprt>();
        assert_eq!(sprt, Sprt::new(-1.0, 2.5, 0.05, 0.1, Logistic));
        let sprt = sprt.expect("valid");
        assert_eq!(sprt.to_string(), "elo0=-1 elo1=2.5 alpha=0.05 beta=0.1 model=logistic");
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        let preset = |words: &str| words.parse::<Sprt>().expect(words);
        assert_eq!(preset("gain"), preset("elo0=0 elo1=5"));
        assert_eq!(preset("simplification alpha=0.1"), preset("alpha=0.1 elo0=-4 elo1=1"));
        assert_eq!(preset("simplification elo1=2"), preset("elo0=-4 elo1=2"));
        for wrong in [
            "elo0",
            "gains",
            "gain=1",
            "elo2=3",
            "elo1=x",
            "model=bayesian",
            "elo0=5",
            "elo0=NaN",
            "elo1=501",
            "alpha=0",
            "beta=1",
        ] {
            let error = wrong.parse::<Sprt>().expect_err(wrong);
            assert!(error.contains(wrong), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt = "elo0=0 elo1=3 beta=0.1".parse::<Sprt>().expect("valid");
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.25).abs() < 0.005 && (upper - 2.89).abs() < 0.005);
        assert_eq!(sprt.verdict(&pairs([363, 3205, 5861, 3376, 414])), Some(Hypothesis::H1));
        assert_eq!(sprt.verdict(&pairs([414, 3376, 5861, 3205, 363])), Some(Hypothesis::H0));
        assert_eq!(sprt.verdict(&pairs([3, 30, 50, 31, 4])), None);
        assert_eq!(sprt.verdict(&Tally::default()), None);
    }
}
