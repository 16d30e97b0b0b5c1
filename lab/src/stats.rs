//! The statistics of a match between two engines: scores, Elo and normalized Elo with their errors, likelihood of
//! superiority. The sequential test is in [`super::sprt`].
//!
//! Two games from one opening with colors exchanged form a pair. The games of a pair are not independent, since the
//! opening favors one side in both, but the sums of pairs are. So all estimates use the pair as their unit
//! (pentanomial: it has five results) and fall back to single games (trinomial) only if no pair was played.
//!
//! The errors rest on the normal approximation, so they need a few dozen pairs to be reliable.

use std::fmt;

use arrayvec::ArrayVec;

/// Normalized Elo per standard deviation of a game: half the slope of Elo as a function of the score, at even score,
/// so that both kinds of Elo agree for close engines that never draw.
pub(super) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Half width of the 95 % confidence interval of a normal distribution, in standard deviations.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The results of a match from the first engine's point of view. `wins`, `draws` and `losses` count every game,
/// including those of pairs; `pairs` counts the pairs by their points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Pairs of games by the first engine's points: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// An estimated quantity with the half width of its 95 % confidence interval, both in the same unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Half width of the confidence interval; `None` if the results do not bound it, because they are all the same or
    /// the interval reaches a score of 0 or 1.
    pub error: Option<f64>,
}

/// `+12.3 ± 4.5`, `+0.0 ± n/a` if the error is unknown, `+inf` if every point was won.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 turns the negative zero of a rounded -0.04 into a positive one.
        write!(f, "{:+.1}", (10.0 * self.value).round() / 10.0 + 0.0)?;
        match self.error {
            _ if self.value.is_infinite() => Ok(()),
            Some(error) => write!(f, " ± {error:.1}"),
            None => f.write_str(" ± n/a"),
        }
    }
}

/// Mean and spread of the independent results, pairs or games, on the scale of 0 (all lost) to 1 (all won).
struct Sample {
    /// Number of results.
    count: f64,
    /// Games per result.
    games_each: f64,
    mean: f64,
    /// Variance of one result.
    variance: f64,
}

impl Sample {
    /// Returns the excess of the mean over 1/2.
    fn advantage(&self) -> f64 {
        self.mean - 0.5
    }

    /// Returns the standard error of the mean.
    fn standard_error(&self) -> f64 {
        (self.variance / self.count).sqrt()
    }
}

impl Tally {
    /// Adds both games of a pair, given the first engine's half-points (0, 1 or 2) in each.
    pub fn add_pair(&mut self, first_points_x2: u8, second_points_x2: u8) {
        self.add_game(first_points_x2);
        self.add_game(second_points_x2);
        self.pairs[usize::from(first_points_x2.min(2) + second_points_x2.min(2))] += 1;
    }

    /// Adds a game without a partner, given the first engine's half-points (0, 1 or 2) in it.
    pub fn add_game(&mut self, points_x2: u8) {
        debug_assert!(points_x2 <= 2, "{points_x2} half-points in one game");
        match points_x2 {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds the results of another match between the same engines.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Returns the same results from the other engine's point of view.
    #[must_use]
    pub fn swap(&self) -> Self {
        let [lost, half, even, most, won] = self.pairs;
        Self { pairs: [won, most, even, half, lost], wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Returns the number of games, in pairs or not.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the mean points per game over all games, 0 to 1; 1/2 if there are none.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (2 * self.wins + self.draws) as f64 / (2 * games) as f64,
        }
    }

    /// Returns the share of drawn games, 0 to 1; 0 if there are no games.
    pub fn draw_rate(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// Returns the number of pairs won (3/2 or 2 points) per pair lost: infinite if some were won and none lost,
    /// `None` if there are neither.
    pub fn pair_ratio(&self) -> Option<f64> {
        let [lost, half, _, most, won] = self.pairs;
        let (won, lost) = (most + won, half + lost);
        (won + lost > 0).then(|| won as f64 / lost as f64)
    }

    /// Computes the Elo difference on the logistic scale, `-400 log10(1 / score - 1)`, from the pairs if there are
    /// any. The error is half the distance between the Elo values at the ends of the score's interval, as in
    /// fastchess. Infinite if every point was won or lost; `None` without games.
    pub fn elo(&self) -> Option<Estimate> {
        let sample = self.sample()?;
        let margin = Z95 * sample.standard_error();
        let error = (elo_of_score(sample.mean + margin) - elo_of_score(sample.mean - margin)) / 2.0;
        let is_bounded = sample.variance > 0.0 && error.is_finite();
        Some(Estimate { value: elo_of_score(sample.mean), error: is_bounded.then_some(error) })
    }

    /// Computes normalized Elo: `(score - 1/2) / deviation * 800 / ln 10`, where the deviation is that of one game;
    /// for pairs it is the deviation of their mean score times the square root of 2. It determines how many games it
    /// takes to tell the engines apart, whatever the draw rate or the openings. Defined by Van den Bergh, "Comments on
    /// normalized Elo" (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). If all results are the same
    /// it is 0 for even ones, else infinite; `None` without games.
    ///
    /// The error is fastchess's, `1.96 / sqrt(games) * 800 / ln 10`. It ignores that the deviation is an estimate too,
    /// which does not matter between engines of about equal strength but makes it too small between unequal ones.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let sample = self.sample()?;
        let advantage = sample.advantage();
        if sample.variance == 0.0 {
            let value = if advantage == 0.0 { 0.0 } else { f64::INFINITY.copysign(advantage) };
            return Some(Estimate { value, error: None });
        }
        let value = advantage / (sample.games_each * sample.variance).sqrt() * NORMALIZED_ELO;
        Some(Estimate { value, error: Some(Z95 / (sample.games_each * sample.count).sqrt() * NORMALIZED_ELO) })
    }

    /// Computes the likelihood of superiority, 0 to 1: the probability that the first engine is the stronger one, by
    /// the normal approximation with a flat prior. 0, 1/2 or 1 if all results are the same; `None` without games.
    pub fn los(&self) -> Option<f64> {
        let sample = self.sample()?;
        let advantage = sample.advantage();
        Some(if advantage == 0.0 { 0.5 } else { normal_cdf(advantage / sample.standard_error()) })
    }

    /// Counts the results of the independent units, from no points to full points in equal steps: five counts of
    /// pairs, or three of games if there are no pairs.
    pub(super) fn counts(&self) -> ArrayVec<u64, 5> {
        if self.pairs.iter().any(|&count| count > 0) {
            ArrayVec::from(self.pairs)
        } else {
            [self.losses, self.draws, self.wins].into_iter().collect()
        }
    }

    /// Computes the moments of these counts; `None` if there are no games.
    fn sample(&self) -> Option<Sample> {
        let counts = self.counts();
        let steps = counts.len() - 1;
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let count = total as f64;
        let results = || counts.iter().enumerate().map(|(step, &times)| (step as f64 / steps as f64, times as f64));
        let mean = results().map(|(score, times)| times * score).sum::<f64>() / count;
        let variance = results().map(|(score, times)| times * (score - mean).powi(2)).sum::<f64>() / count;
        Some(Sample { count, games_each: steps as f64 / 2.0, mean, variance })
    }
}

/// Computes the Elo difference at which a score (0 to 1) is expected; infinite at 0 and 1 and beyond.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Computes the score expected at an Elo difference.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Computes the standard normal cumulative distribution function: the probability of a value below `z`.
pub(super) fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, ..Tally::default() }
    }

    /// Returns a tally of pairs, where each even pair is two draws.
    fn pairs(pairs: [u64; 5]) -> Tally {
        let [lost, half, even, most, won] = pairs;
        Tally { pairs, wins: 2 * won + most, draws: half + 2 * even + most, losses: 2 * lost + half }
    }

    /// Returns Elo, normalized Elo, both with their errors, and LOS in percent, of a match that has them all.
    fn numbers(tally: &Tally) -> [f64; 5] {
        let [elo, normalized] = [tally.elo(), tally.normalized_elo()].map(|estimate| estimate.expect("games"));
        let error = |estimate: Estimate| estimate.error.expect("an error");
        [elo.value, error(elo), normalized.value, error(normalized), 100.0 * tally.los().expect("games")]
    }

    /// Elo and normalized Elo with errors (two decimals), LOS in percent, pair ratio.
    #[rustfmt::skip]
    const PENTANOMIAL: [([u64; 5], [f64; 4], f64, f64); 10] = [
        // Unit tests of fastchess, app/tests/elo_test.cpp.
        ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28], 100.00, 1.58),
        ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96], 5.05, 0.87),
        ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65], 0.00, 0.63),
        // Reports of fastchess: its issue 807, then pull requests 727, 778, 916, 802 and 879 of brunocodutra/cinder.
        ([30, 6, 18, 0, 6], [-168.40, 73.37, -170.08, 62.16], 0.00, 0.17),
        ([50, 287, 610, 387, 73], [18.04, 8.23, 28.19, 12.84], 100.00, 1.36),
        ([46, 496, 1073, 640, 79], [15.64, 5.88, 26.56, 9.97], 100.00, 1.33),
        ([339, 4640, 8717, 4594, 403], [0.76, 2.01, 1.33, 3.52], 77.11, 1.00),
        ([363, 3205, 5861, 3376, 414], [3.59, 2.53, 5.93, 4.19], 99.72, 1.06),
        ([115, 1156, 2443, 1233, 141], [4.40, 3.91, 7.61, 6.75], 98.64, 1.08),
        // https://chess.stackexchange.com/questions/45881
        ([4, 3, 34, 42, 117], [277.00, 40.90, 345.17, 34.05], 100.00, 22.71),
    ];

    /// Tolerates half a unit of the second decimal.
    #[track_caller]
    fn assert_two_decimals(found: f64, published: f64, what: &str, case: &dyn std::fmt::Debug) {
        assert!((found - published).abs() < 0.005_001, "{what} of {case:?}: {found}, published {published}");
    }

    #[test]
    fn published_reports_of_pairs_are_reproduced() {
        for (counts, [elo, elo_error, normalized, normalized_error], los, ratio) in PENTANOMIAL {
            let tally = pairs(counts);
            let published = [elo, elo_error, normalized, normalized_error, los];
            for (found, published) in numbers(&tally).into_iter().zip(published) {
                assert_two_decimals(found, published, "Elo, nElo, their errors or LOS", &counts);
            }
            assert_two_decimals(tally.pair_ratio().expect("decided pairs"), ratio, "pair ratio", &counts);
        }
    }

    #[test]
    fn published_reports_of_single_games_are_reproduced() {
        // Unit tests of fastchess, app/tests/elo_test.cpp: normalized Elo, its error, LOS in percent.
        let cases = [((76, 123, 89), [-20.76, 40.13, 15.53]), ((136, 111, 96), [49.77, 36.77, 99.60])];
        for ((wins, draws, losses), [normalized, error, los]) in cases {
            let tally = games(wins, draws, losses);
            let [_, _, found, found_error, found_los] = numbers(&tally);
            assert_two_decimals(found, normalized, "nElo", &tally);
            assert_two_decimals(found_error, error, "nElo error", &tally);
            assert_two_decimals(found_los, los, "LOS", &tally);
        }
        let [_, _, normalized, error, _] = numbers(&games(34, 0, 356));
        assert_two_decimals(normalized, -508.44, "nElo", &"34-0-356");
        assert_two_decimals(error, 34.48, "nElo error", &"34-0-356");
        let [elo, error, ..] = numbers(&games(136, 111, 96));
        assert_two_decimals(elo, 40.70, "Elo", &"136-111-96");
        assert_two_decimals(error, 30.43, "Elo error", &"136-111-96");
        // Reports of cutechess-cli (one decimal: Elo, error, draw rate in percent): its issue 543, then pull request
        // 97 of kelseyde/calvin-chess-engine. Its LOS uses another approximation, its 95 % are 1.957 deviations.
        let cases = [
            ((880, 1863, 759), [12.0, 7.9, 53.2]),
            ((143, 368, 129), [7.6, 17.5, 57.5]),
            ((540, 1590, 531), [1.2, 8.4, 59.8]),
            ((1216, 3939, 1199), [0.9, 5.3, 62.0]),
        ];
        for ((wins, draws, losses), [elo, error, drawn]) in cases {
            let tally = games(wins, draws, losses);
            let [found_elo, found_error, ..] = numbers(&tally);
            let found = [found_elo, found_error, 100.0 * tally.draw_rate()];
            for (found, published) in found.into_iter().zip([elo, error, drawn]) {
                assert!(
                    (found - published).abs() < 0.05 + 0.0015 * published,
                    "{tally:?}: {found}, published {published}"
                );
            }
        }
    }

    /// Raw statistics page of montytest.muzhen.org, test 69d3c8dc7c5b3724e29d2712 (the software of fishtest).
    #[test]
    fn a_raw_statistics_page_of_fishtest_is_reproduced() {
        let sample = pairs([13, 37, 50, 25, 3]).sample().expect("there are games");
        assert!((sample.mean - 0.43750).abs() < 5e-6);
        assert!((sample.variance - 0.05762).abs() < 5e-6);
        let [_, _, normalized, ..] = numbers(&pairs([13, 37, 50, 25, 3]));
        assert_two_decimals(normalized, -63.97, "nElo", &"montytest");
    }

    #[test]
    fn the_games_of_a_pair_are_counted_one_by_one_as_well() {
        let mut tally = Tally::default();
        for (first, second) in [(2, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 0)] {
            tally.add_pair(first, second);
        }
        assert_eq!(tally, Tally { pairs: [1, 1, 2, 1, 1], wins: 4, draws: 4, losses: 4 });
        tally.add_game(2);
        assert_eq!((tally.games(), tally.wins, tally.pairs), (13, 5, [1, 1, 2, 1, 1]));
        assert!((tally.score() - 7.0 / 13.0).abs() < 1e-15);
        assert!((tally.draw_rate() - 4.0 / 13.0).abs() < 1e-15);
        let mut twice = tally;
        twice.merge(&tally);
        assert_eq!(twice, Tally { pairs: [2, 2, 4, 2, 2], wins: 10, draws: 8, losses: 8 });
    }

    #[test]
    fn the_other_engine_sees_the_same_results_with_signs_exchanged() {
        for tally in [pairs([50, 287, 610, 387, 73]), games(136, 111, 96)] {
            let other = tally.swap();
            assert_eq!(other.swap(), tally);
            let ([elo, error, normalized, _, los], other_numbers) = (numbers(&tally), numbers(&other));
            let expected = [-elo, error, -normalized, numbers(&tally)[3], 100.0 - los];
            for (found, expected) in other_numbers.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9);
            }
            assert!((tally.score() + other.score() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn results_without_variance_give_no_error_and_never_nan() {
        let infinite = f64::INFINITY;
        let mut one_pair = Tally::default();
        one_pair.add_pair(2, 1);
        // Elo, normalized Elo, LOS, pair ratio; then the first two as text.
        let score_75 = 400.0 * 3.0_f64.log10();
        let cases = [
            (pairs([0, 0, 40, 0, 0]), [0.0, 0.0, 0.5], None, ["+0.0 ± n/a", "+0.0 ± n/a"]),
            (games(0, 7, 0), [0.0, 0.0, 0.5], None, ["+0.0 ± n/a", "+0.0 ± n/a"]),
            (pairs([0, 0, 0, 0, 12]), [infinite, infinite, 1.0], Some(infinite), ["+inf", "+inf"]),
            (pairs([12, 0, 0, 0, 0]), [-infinite, -infinite, 0.0], Some(0.0), ["-inf", "-inf"]),
            (games(0, 0, 1), [-infinite, -infinite, 0.0], None, ["-inf", "-inf"]),
            (one_pair, [score_75, infinite, 1.0], Some(infinite), ["+190.8 ± n/a", "+inf"]),
        ];
        for (tally, [elo, normalized, los], ratio, written) in cases {
            let (found, found_normalized) = (tally.elo().expect("games"), tally.normalized_elo().expect("games"));
            assert_eq!(found, Estimate { value: elo, error: None }, "{tally:?}");
            assert_eq!(found_normalized, Estimate { value: normalized, error: None }, "{tally:?}");
            assert_eq!([found.to_string(), found_normalized.to_string()], written);
            assert!((tally.los().expect("games") - los).abs() < 1e-9, "{tally:?}");
            assert_eq!(tally.pair_ratio(), ratio, "{tally:?}");
            assert!(tally.score().is_finite() && tally.draw_rate().is_finite());
        }
        // The interval of the score extends beyond 1.
        let nearly_all_won = pairs([0, 0, 0, 1, 3]);
        assert!(nearly_all_won.elo().is_some_and(|elo| elo.value.is_finite() && elo.error.is_none()));
        let none = Tally::default();
        assert_eq!((none.elo(), none.normalized_elo(), none.los(), none.pair_ratio()), (None, None, None, None));
    }

    #[test]
    fn an_estimate_is_written_with_sign_and_error() {
        let written = [(12.34, 4.56), (-7.0, 1.0), (-0.04, 0.1)]
            .map(|(value, error)| Estimate { value, error: Some(error) }.to_string());
        assert_eq!(written, ["+12.3 ± 4.6", "-7.0 ± 1.0", "+0.0 ± 0.1"]);
    }
}
