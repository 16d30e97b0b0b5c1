//! Maximum likelihood distributions of results under a hypothesis. Results that have not occurred count 1/1000 times,
//! as in fishtest.
//!
//! The fit: given frequencies `f` and weights `w`, maximize the sum of `f ln p` subject to the sum of `p w` being
//! zero. Lagrange's method gives `p = f / (1 + x w)`, where `x` is the root of the decreasing function "sum of `f w /
//! (1 + x w)`". A mean has that form with `w = b = score - mean`. A t-value is brought into it by the inequality of
//! arithmetic and geometric means: with `b = score - 1/2` and `T = t / sqrt(1 + t^2)` the hypothesis is "sum of `p b`
//! = T times the root of the sum of `p b^2`", and the root of `m` is the minimum of `(m / r + r) / 2`, attained at `r`
//! = root of `m`. So `w = b - T (b^2 / r + r) / 2`, and an outer root search finds the `r` that agrees with its own
//! fit.

use arrayvec::ArrayVec;

/// Count given to a result that has not occurred.
const RARE: f64 = 1e-3;

/// One number per possible result, worst first.
pub type Row = ArrayVec<f64, 5>;

/// The results that hypotheses are fitted to.
pub struct Results {
    /// Number of independent results.
    pub total: f64,
    /// Games per result.
    pub games_each: f64,
    /// Score of each possible result, 0 to 1.
    scores: Row,
    /// Share of each possible result in the total, never zero.
    pub shares: Row,
}

impl Results {
    /// Counts each possible result, worst first.
    pub fn new(counts: &[u64]) -> Self {
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
    pub fn fit_mean(&self, mean: f64) -> Row {
        self.fit(&self.scores.iter().map(|score| score - mean).collect::<Row>())
    }

    /// Finds the maximum likelihood distribution with this t-value.
    pub fn fit_t(&self, t: f64) -> Row {
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
    use super::*;
    use crate::stats::NORMALIZED_ELO;

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
}
