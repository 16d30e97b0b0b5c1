//! Estimates the values of the factors from the results of all pairs: logistic regression on the Elo scale, by Newton's
//! method (iteratively reweighted least squares). A pair has five results, not two, so the dispersion of a result is
//! estimated from the data. A weak prior centered on zero with standard deviation [`PRIOR`] stabilizes factors that too
//! few pairs tell apart.

use crate::least_squares::{cholesky, solve};
use crate::stats::{Estimate, Z95};

/// Prior standard deviation of the value of a factor, in Elo.
const PRIOR: f64 = 40.0;

/// Factor from Elo to the natural logarithm of the odds.
const LOG_ODDS: f64 = std::f64::consts::LN_10 / 400.0;

/// Number of Newton steps, more than are needed to converge.
const STEPS: usize = 20;

/// Estimates the values of `count` factors in Elo. Each pair comes with the signs of the factors, 1 where the first
/// player has one that the second lacks, -1 the other way round, and with the first player's share of the points.
pub fn fit(pairs: &[(Vec<i8>, f64)], count: usize) -> Vec<Estimate> {
    let mut worth = vec![0.0; count];
    let mut factor = vec![vec![0.0; count]; count];
    // The fit takes a share of the chance in the results for values of the factors, as large as their share of the
    // pairs.
    let free = pairs.len().saturating_sub(count).max(1) as f64 / pairs.len().max(1) as f64;
    for _ in 0..STEPS {
        let expected: Vec<f64> = pairs.iter().map(|(signs, _)| expected(signs, &worth)).collect();
        let squares = pairs.iter().zip(&expected).map(|((_, score), expected)| (score - expected).powi(2)).sum::<f64>();
        let spread = expected.iter().map(|expected| expected * (1.0 - expected)).sum::<f64>();
        let dispersion = (squares / (free * spread).max(f64::MIN_POSITIVE)).max(1e-6);
        let mut slope: Vec<f64> = worth.iter().map(|worth| -worth / PRIOR.powi(2)).collect();
        let mut curvature = vec![vec![0.0; count]; count];
        for (index, row) in curvature.iter_mut().enumerate() {
            row[index] = PRIOR.powi(-2);
        }
        for ((signs, score), expected) in pairs.iter().zip(&expected) {
            let pull = LOG_ODDS * (score - expected) / dispersion;
            let weight = LOG_ODDS.powi(2) * expected * (1.0 - expected) / dispersion;
            for (row, &sign) in signs.iter().enumerate().filter(|&(_, &sign)| sign != 0) {
                slope[row] += f64::from(sign) * pull;
                for (column, &other) in signs[..=row].iter().enumerate() {
                    curvature[row][column] += f64::from(sign) * f64::from(other) * weight;
                }
            }
        }
        factor = cholesky(curvature);
        for (worth, step) in worth.iter_mut().zip(solve(&factor, slope)) {
            *worth += step;
        }
    }
    let error = |index: usize| {
        // The variance is the factor's diagonal element of the inverse of the curvature.
        let unit = (0..count).map(|other| if other == index { 1.0 } else { 0.0 }).collect();
        Z95 * solve(&factor, unit)[index].sqrt()
    };
    worth.iter().enumerate().map(|(index, &value)| Estimate { value, error: Some(error(index)) }).collect()
}

/// Computes the expected share of the points of the first player.
fn expected(signs: &[i8], worth: &[f64]) -> f64 {
    let lead: f64 = signs.iter().zip(worth).map(|(&sign, worth)| f64::from(sign) * worth).sum();
    1.0 / (1.0 + libm::exp(-LOG_ODDS * lead))
}

#[cfg(test)]
mod tests {
    use rand_mt::Mt64;

    use super::*;

    #[test]
    fn the_true_values_are_found_within_the_error() {
        let truth = [60.0, -30.0, 0.0, 15.0, 0.0, 90.0];
        let mut random = Mt64::new(3);
        let mut chance = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let pairs: Vec<(Vec<i8>, f64)> = (0..4000)
            .map(|_| {
                let signs: Vec<i8> = truth.iter().map(|_| (chance() * 3.0) as i8 - 1).collect();
                let share = expected(&signs, &truth);
                let score = (0..4).filter(|_| chance() < share).count() as f64 / 4.0;
                (signs, score)
            })
            .collect();
        for (estimate, truth) in fit(&pairs, truth.len()).into_iter().zip(truth) {
            let error = estimate.error.unwrap();
            // 4000 pairs with four random signs; each factor is at stake in two of three pairs.
            assert!((3.0..8.0).contains(&error), "{error}");
            assert!((estimate.value - truth).abs() < 1.6 * error, "{estimate} for {truth}");
        }
    }

    #[test]
    fn errors_are_as_large_as_the_deviations_when_many_factors_share_few_pairs() {
        const FACTORS: usize = 60;
        const PAIRS: usize = 4 * FACTORS;
        let mut random = Mt64::new(5);
        let mut chance = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let (mut deviations, mut errors) = (0.0, 0.0);
        for _ in 0..20 {
            let pairs: Vec<(Vec<i8>, f64)> = (0..PAIRS)
                .map(|_| {
                    let signs = (0..FACTORS).map(|_| if chance() < 0.5 { 1 } else { -1 }).collect();
                    (signs, f64::from(u8::from(chance() < 0.5) + u8::from(chance() < 0.5)) / 2.0)
                })
                .collect();
            for estimate in fit(&pairs, FACTORS) {
                deviations += estimate.value.powi(2);
                errors += (estimate.error.unwrap() / Z95).powi(2);
            }
        }
        // The prior keeps values a little nearer to zero than chance alone would.
        let ratio: f64 = (deviations / errors).sqrt();
        assert!((0.85..1.0).contains(&ratio), "{ratio}");
    }

    #[test]
    fn without_results_only_the_prior_remains() {
        for estimate in fit(&[], 2) {
            assert!(estimate.value.abs() < 1e-9 && (estimate.error.unwrap() - Z95 * PRIOR).abs() < 1e-6);
        }
    }
}
