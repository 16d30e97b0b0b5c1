//! The match statistics against simulation: thousands of matches with known true strengths, played by a generator with
//! a fixed seed, so the outcome is reproducible.
//!
//! A share with expectation q is accepted within the 99.9 % interval of the binomial distribution,
//! q ± 3.29 sqrt(q (1 - q) / 1000): 2.7 % to 7.3 % for an error rate of 5 %.

use oxide88_lab::sprt::{Hypothesis, Sprt};
use oxide88_lab::stats::{Estimate, Tally};
use rand_mt::Mt64;

const MATCHES: u32 = 1000;

/// Shares of the pair results, `[half-points of a pair]`, between equal engines, about as from an unbalanced book: half
/// of the pairs are even.
const EQUAL: [f64; 5] = [0.03, 0.22, 0.50, 0.22, 0.03];

/// The same shares between drawish engines from a balanced book.
const DRAWISH: [f64; 5] = [0.002, 0.10, 0.796, 0.10, 0.002];

/// Returns the mean score per game and the standard deviation of a pair's score, both on the scale of 0 to 1.
fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = (0..5).map(|i| shares[i] * i as f64 / 4.0).sum();
    let variance: f64 = (0..5).map(|i| shares[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// Computes the Elo difference from its definition.
fn elo(shares: &[f64; 5]) -> f64 {
    -400.0 * (1.0 / moments(shares).0 - 1.0).log10()
}

/// Computes normalized Elo from its definition.
fn normalized_elo(shares: &[f64; 5]) -> f64 {
    let (mean, deviation) = moments(shares);
    (mean - 0.5) / (deviation * 2_f64.sqrt()) * 800.0 / 10_f64.ln()
}

/// Tilts the shares exponentially in favor of the first engine until `measure` gives `target`.
fn tilted(equal: &[f64; 5], measure: fn(&[f64; 5]) -> f64, target: f64) -> [f64; 5] {
    let tilt = |strength: f64| {
        let weights: [f64; 5] = std::array::from_fn(|i| equal[i] * (strength * (i as f64 - 2.0)).exp());
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    };
    let (mut low, mut high) = (-3.0, 3.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if measure(&tilt(middle)) < target { low = middle } else { high = middle }
    }
    tilt(low)
}

/// Plays a pair of games and adds the first engine's half-points to the tally.
fn play_pair(tally: &mut Tally, shares: &[f64; 5], random: &mut Mt64) {
    let mut left = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut points = 0;
    while points < 4 && left >= shares[usize::from(points)] {
        left -= shares[usize::from(points)];
        points += 1;
    }
    tally.add_pair(points / 2, points - points / 2);
}

/// Runs 1,000 tests at a known strength; returns the number that accept H1 and the mean number of games.
fn accepted_h1(sprt: &Sprt, shares: &[f64; 5], seed: u64) -> (u32, u64) {
    let mut random = Mt64::new(seed);
    let (mut accepted, mut games) = (0, 0);
    for _ in 0..MATCHES {
        let mut tally = Tally::default();
        let verdict = loop {
            play_pair(&mut tally, shares, &mut random);
            if let Some(verdict) = sprt.verdict(&tally) {
                break verdict;
            }
        };
        accepted += u32::from(verdict == Hypothesis::H1);
        games += tally.games();
    }
    (accepted, games / u64::from(MATCHES))
}

#[track_caller]
fn assert_error_rates(design: &str, equal: &[f64; 5], measure: fn(&[f64; 5]) -> f64) {
    let sprt: Sprt = design.parse().expect("valid");
    let (alpha, games0) = accepted_h1(&sprt, &tilted(equal, measure, sprt.elo0()), 5489);
    let (right, games1) = accepted_h1(&sprt, &tilted(equal, measure, sprt.elo1()), 5490);
    let beta = MATCHES - right;
    println!("{sprt}: H1 wrongly accepted in {alpha}, H0 in {beta} of {MATCHES} tests of {games0} and {games1} games");
    assert!((27..=73).contains(&alpha), "{sprt}: H1 wrongly accepted in {alpha} of {MATCHES}");
    assert!((27..=73).contains(&beta), "{sprt}: H0 wrongly accepted in {beta} of {MATCHES}");
}

#[test]
fn a_normalized_sprt_has_its_nominal_error_rates() {
    assert_error_rates("elo0=0 elo1=20 model=normalized", &EQUAL, normalized_elo);
}

#[test]
fn a_normalized_sprt_has_its_nominal_error_rates_when_nearly_all_pairs_are_even() {
    assert_error_rates("elo0=-10 elo1=20 model=normalized", &DRAWISH, normalized_elo);
}

#[test]
fn a_logistic_sprt_has_its_nominal_error_rates() {
    assert_error_rates("elo0=0 elo1=20 model=logistic", &EQUAL, elo);
}

#[test]
fn the_true_value_lies_within_the_error_in_95_of_100_matches() {
    let mut random = Mt64::new(5489);
    for (equal, true_elo) in [(EQUAL, 0.0), (EQUAL, 30.0), (DRAWISH, 10.0), (EQUAL, -150.0)] {
        let shares = tilted(&equal, elo, true_elo);
        let (mut inside, mut inside_normalized) = (0, 0);
        for _ in 0..MATCHES {
            let mut tally = Tally::default();
            for _ in 0..400 {
                play_pair(&mut tally, &shares, &mut random);
            }
            let is_inside = |estimate: Option<Estimate>, truth: f64| {
                estimate.is_some_and(|found| found.error.is_some_and(|error| (found.value - truth).abs() <= error))
            };
            inside += i32::from(is_inside(tally.elo(), true_elo));
            inside_normalized += i32::from(is_inside(tally.normalized_elo(), normalized_elo(&shares)));
        }
        println!("Elo {true_elo}: inside {inside}, normalized {inside_normalized} of {MATCHES} matches of 800 games");
        assert!((930..=970).contains(&inside), "Elo {true_elo}: {inside}");
        // The error of normalized Elo is meant for engines of about equal strength.
        if true_elo.abs() < 100.0 {
            assert!((930..=970).contains(&inside_normalized), "normalized, Elo {true_elo}: {inside_normalized}");
        }
    }
}

#[test]
fn between_equals_the_likelihood_of_superiority_exceeds_95_percent_in_5_of_100_matches() {
    let mut random = Mt64::new(5489);
    let (mut below, mut above) = (0, 0);
    for _ in 0..MATCHES {
        let mut tally = Tally::default();
        for _ in 0..400 {
            play_pair(&mut tally, &EQUAL, &mut random);
        }
        below += i32::from(tally.los().is_some_and(|los| los < 0.05));
        above += i32::from(tally.los().is_some_and(|los| los > 0.95));
    }
    println!("likelihood of superiority of equals: below 5 % in {below}, above 95 % in {above} of {MATCHES}");
    assert!((27..=73).contains(&below), "below 5 %: {below}");
    assert!((27..=73).contains(&above), "above 95 %: {above}");
}
