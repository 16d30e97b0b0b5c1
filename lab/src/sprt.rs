//! Sequential probability ratio test (SPRT): after each pair of games, continue or decide between two hypotheses on
//! the Elo difference. It needs about half the games of a match of fixed length with the same error rates.
//!
//! A hypothesis does not fix the probability of each result, only one number computed from them, so the ratio is the
//! generalized one (GSPRT): each hypothesis is represented by its maximum likelihood distribution. For the logistic
//! model that number is the mean score, for the normalized one `t = (mean - 1/2) / deviation`. Theory: Van den Bergh,
//! "A practical introduction to the GSPRT" and "Comments on normalized Elo" (<https://www.cantate.be/Fishtest/>).
//! Results that have not occurred count 1/1000 times, as in fishtest.
//!
//! The fit: given frequencies `f` and weights `w`, maximize the sum of `f ln p` subject to the sum of `p w` being
//! zero. Lagrange's method gives `p = f / (1 + x w)`, where `x` is the root of the decreasing function "sum of `f w /
//! (1 + x w)`". A mean has that form with `w = b = score - mean`. A t-value is brought into it by the inequality of
//! arithmetic and geometric means: with `b = score - 1/2` and `T = t / sqrt(1 + t^2)` the hypothesis is "sum of `p b`
//! = T times the root of the sum of `p b^2`", and the root of `m` is the minimum of `(m / r + r) / 2`, attained at `r`
//! = root of `m`. So `w = b - T (b^2 / r + r) / 2`, and an outer root search finds the `r` that agrees with its own
//! fit.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::stats::{NORMALIZED_ELO, Tally, score_of_elo};

/// Limit of the hypotheses: engines further apart need no test, and the fit is unique only below 690 normalized Elo.
const MAX_ELO: f64 = 500.0;

/// Count given to a result that has not occurred.
const RARE: f64 = 1e-3;

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
/// the defaults.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
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

    /// Returns the probability of accepting H1 when H0 is true.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Returns the probability of accepting H0 when H1 is true.
    pub fn beta(&self) -> f64 {
        self.beta
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
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("{word:?} is not of the form name=value"))?;
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

/// One number per possible result, worst first.
type Row = ArrayVec<f64, 5>;

/// The results that hypotheses are fitted to.
struct Results {
    /// Number of independent results.
    total: f64,
    /// Games per result.
    games_each: f64,
    /// Score of each possible result, 0 to 1.
    scores: Row,
    /// Share of each possible result in the total, never zero.
    shares: Row,
}

impl Results {
    fn new(counts: &[u64]) -> Self {
        let steps = (counts.len() - 1) as f64;
        let counts: Row = counts.iter().map(|&count| if count == 0 { RARE } else { count as f64 }).collect();
        let total = counts.iter().sum();
        Self {
            total,
            games_each: steps / 2.0,
            scores: (0..counts.len()).map(|step| step as f64 / steps).collect(),
            shares: counts.iter().map(|count| count / total).collect(),
        }
    }

    /// Finds the maximum likelihood distribution for which the sum of `p * weights` is zero. Some weights must be
    /// positive and some negative.
    fn fit(&self, weights: &[f64]) -> Row {
        let terms = || self.shares.iter().zip(weights);
        // No probability exceeds 1, so 1 + x w >= f; this keeps x away from the poles.
        let limit = |pick: fn(f64, f64) -> f64, sign: f64| {
            terms().map(|(f, w)| (f - 1.0) / w).filter(|x| x * sign > 0.0 && x.is_finite()).reduce(pick)
        };
        let low = limit(f64::max, -1.0).unwrap_or(0.0);
        let high = limit(f64::min, 1.0).unwrap_or(0.0);
        let x = falling_root(|x| terms().map(|(f, w)| f * w / (1.0 + x * w)).sum(), low, high);
        terms().map(|(f, w)| f / (1.0 + x * w)).collect()
    }

    /// Finds the maximum likelihood distribution with this mean score.
    fn fit_mean(&self, mean: f64) -> Row {
        self.fit(&self.scores.iter().map(|score| score - mean).collect::<Row>())
    }

    /// Finds the maximum likelihood distribution with this t-value.
    fn fit_t(&self, t: f64) -> Row {
        if t == 0.0 {
            return self.fit_mean(0.5);
        }
        let length = (1.0 + t * t).sqrt();
        let ratio = t / length;
        let fit = |r: f64| {
            let weight = |score: &f64| {
                let b = score - 0.5;
                b - ratio * (b * b / r + r) / 2.0
            };
            self.fit(&self.scores.iter().map(weight).collect::<Row>())
        };
        let disagreement = |r: f64| {
            let square: f64 = fit(r).iter().zip(&self.scores).map(|(p, score)| p * (score - 0.5).powi(2)).sum();
            square.sqrt() - r
        };
        // Below `low` no weight has the sign of t; the root of a mean square cannot exceed the greatest |b|, 1/2.
        let step = 1.0 / (self.scores.len() - 1) as f64;
        let least = step.min(0.5);
        let low = least * ratio.abs() / (1.0 + 1.0 / length);
        fit(falling_root(disagreement, low * (1.0 + 1e-9), 0.5))
    }
}

/// Finds the root of a function that is positive at `low` and negative at `high`, by Ridders' method: each step at
/// least halves the interval, usually much more. Returns the nearer end if the signs are otherwise.
fn falling_root(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let (mut f_low, mut f_high) = (f(low), f(high));
    if f_low <= 0.0 {
        return low;
    }
    if f_high >= 0.0 {
        return high;
    }
    let mut root = low;
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let f_middle = f(middle);
        let next = middle + (middle - low) * f_middle / (f_middle * f_middle - f_low * f_high).sqrt();
        let step = (next - root).abs();
        root = next;
        let f_root = f(root);
        if f_root == 0.0 || step <= 1e-15 + 1e-13 * root.abs() {
            break;
        }
        for (x, value) in [(middle, f_middle), (root, f_root)] {
            if value > 0.0 && x > low {
                (low, f_low) = (x, value);
            } else if value <= 0.0 && x < high {
                (high, f_high) = (x, value);
            }
        }
    }
    root
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

    /// Checks Lagrange's condition for the original constraint, `mean - 1/2 - t * deviation = 0`: there `f / p - 1` is
    /// a multiple of the constraint's derivative with respect to `p`, shifted to zero mean.
    #[test]
    fn the_fit_of_a_t_value_is_stationary_and_has_that_value() {
        let samples = [[13, 37, 50, 25, 3], [0, 0, 0, 0, 5550], [144, 3, 1, 0, 0], [0, 0, 9, 0, 0], [1, 0, 0, 0, 1]];
        for (counts, elo) in
            samples.iter().flat_map(|counts| [-500.0, -60.0, 0.5, 30.0, 500.0].map(|elo| (counts, elo)))
        {
            let results = Results::new(counts);
            let t: f64 = elo / NORMALIZED_ELO * 2_f64.sqrt();
            let fit = results.fit_t(t);
            let mean_of = |numbers: &[f64]| fit.iter().zip(numbers).map(|(p, n)| p * n).sum::<f64>();
            let mean = mean_of(&results.scores);
            let squares: Row = results.scores.iter().map(|score| (score - mean).powi(2)).collect();
            let deviation = mean_of(&squares).sqrt();
            assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{counts:?} {elo}: {fit:?}");
            assert!(((mean - 0.5) / deviation - t).abs() < 1e-6, "{counts:?} {elo}: {fit:?}");
            let slope = |i: usize| results.scores[i] - mean - t * (squares[i] / deviation - deviation) / 2.0;
            let excess = |i: usize| results.shares[i] / fit[i] - 1.0;
            let steepest = (0..5).max_by(|&a, &b| slope(a).abs().total_cmp(&slope(b).abs())).expect("five");
            let factor = excess(steepest) / slope(steepest);
            for i in 0..5 {
                let error = fit[i] * (excess(i) - factor * slope(i));
                assert!(error.abs() < 1e-6, "{counts:?} {elo}: {i} off by {error}");
            }
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
        for wrong in
            ["elo0", "elo2=3", "elo1=x", "model=bayesian", "elo0=5", "elo0=NaN", "elo1=501", "alpha=0", "beta=1"]
        {
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
