//! Simultaneous Perturbation Stochastic Approximation: J. C. Spall, "Multivariate Stochastic Approximation Using a
//! Simultaneous Perturbation Gradient Approximation", IEEE Transactions on Automatic Control 37 (1992), with the
//! constants that fishtest has made usual for chess engines.
//!
//! Measuring the effect of each of n parameters in turn takes n matches. Here every pair of games measures all of them
//! at once: each parameter is moved up or down at random, and the players are the values so perturbed and their mirror
//! image. All parameters then move a little toward the winner's values. A single result says next to nothing about one
//! parameter, but over many pairs the random signs of the others cancel out, and what remains is the gradient.
//!
//! ```text
//!   signs       s = +1 or -1 for each parameter
//!   values      theta + c(k) s   against   theta - c(k) s
//!   result      r = wins - losses of the first, -2 ..= 2
//!   step        theta += a(k) / c(k) * r * s
//!
//!   c(k) = c_end * (N / k)^gamma                  A = N / 10,  alpha = 0.602,  gamma = 0.101
//!   a(k) = a_end * ((A + N) / (A + k))^alpha      a_end = r_end * c_end^2
//! ```
//! `c_end`, a twentieth of the range, is the unit of each parameter, in which all are treated alike. `r_end` is the
//! step of the last pair in this unit. Both the noise of a value and the distance that a run of given length can cover
//! grow with it: 0.002 is usual for tens of thousands of pairs; a run of a few thousand needs more to get anywhere. A
//! short run also sees more with wider perturbations, a multiple of c(k): the difference between the players grows with
//! them, chance does not. They should stay narrower than the hill on whose slope the values are.

use rand_mt::Mt64;
use serde::{Deserialize, Serialize};

/// Usual step of the last pair, per point of its result, in units of `c_end`.
pub const R_END: f64 = 0.002;

/// Exponent of the decay of the steps.
const ALPHA: f64 = 0.602;

/// Exponent of the decay of the perturbations.
const GAMMA: f64 = 0.101;

/// Share of the pairs that damps the first steps.
const DAMPING: f64 = 0.1;

/// Final perturbation of a parameter, as a fraction of its range.
const PART_OF_RANGE: f64 = 1.0 / 20.0;

/// Smallest final perturbation: less makes no difference to a whole number.
const LEAST_PERTURBATION: f64 = 0.5;

/// A parameter to be tuned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Name of the parameter and of its UCI option.
    pub name: String,
    /// Default value in the engine.
    pub default: i64,
    /// Initial value of the run.
    pub start: i64,
    /// Minimum.
    pub min: i64,
    /// Maximum.
    pub max: i64,
}

impl Parameter {
    /// Returns the perturbation of the last pair, which is also the unit of changes in reports.
    pub fn c_end(&self) -> f64 {
        ((self.max as f64 - self.min as f64) * PART_OF_RANGE).max(LEAST_PERTURBATION)
    }

    /// Returns the distance of `value` from the start, in units of [`c_end`](Self::c_end).
    pub fn drift(&self, value: f64) -> f64 {
        (value - self.start as f64) / self.c_end()
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min as f64, self.max as f64)
    }
}

/// The perturbations and step sizes of a run. Pairs are numbered from 1.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    pairs: f64,
    r_end: f64,
    width: f64,
}

impl Schedule {
    /// Creates the schedule of a run of this many pairs, the last of which steps by `r_end` and perturbs by `width`, in
    /// units of `c_end`.
    pub fn new(pairs: u32, r_end: f64, width: f64) -> Self {
        Self { pairs: f64::from(pairs), r_end, width }
    }

    /// Returns the perturbation in units of `c_end`.
    pub fn perturbation(self, pair: u32) -> f64 {
        self.width * self.decay(pair)
    }

    /// Returns the step per point of the result, a(k) / c(k), in units of `c_end`. The width does not change it.
    pub fn step(self, pair: u32) -> f64 {
        let damping = DAMPING * self.pairs;
        let gain = self.r_end * ((damping + self.pairs) / (damping + f64::from(pair))).powf(ALPHA);
        gain / self.decay(pair)
    }

    /// The perturbation relative to the last one's.
    fn decay(self, pair: u32) -> f64 {
        (self.pairs / f64::from(pair)).powf(GAMMA)
    }
}

/// The two sets of values that a pair of games compares, mirror images of each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Number of the pair, from 1.
    pub pair: u32,
    /// 1 or -1 for each parameter.
    signs: Vec<f64>,
    /// Values perturbed along the signs.
    pub plus: Vec<i64>,
    /// Values perturbed against the signs.
    pub minus: Vec<i64>,
}

/// SPSA on a set of parameters.
#[derive(Clone, Debug)]
pub struct Method {
    parameters: Vec<Parameter>,
    schedule: Schedule,
    seed: u64,
}

impl Method {
    /// Creates the method for the pairs of `schedule`.
    pub fn new(parameters: Vec<Parameter>, schedule: Schedule, seed: u64) -> Self {
        Self { parameters, schedule, seed }
    }

    /// Returns the tuned parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Draws the trial of a pair around `theta`. All randomness follows from the seed and the number of the pair.
    pub fn trial(&self, theta: &[f64], pair: u32) -> Trial {
        let mut random = Mt64::new_with_key([self.seed, u64::from(pair)]);
        let perturbation = self.schedule.perturbation(pair);
        let signs: Vec<f64> = theta.iter().map(|_| if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
        let mut side = |direction: f64| {
            let values = self.parameters.iter().zip(theta).zip(&signs).map(|((parameter, theta), sign)| {
                let moved = theta + direction * sign * perturbation * parameter.c_end();
                round(parameter.clamp(moved), &mut random)
            });
            values.collect()
        };
        let (plus, minus) = (side(1.0), side(-1.0));
        Trial { pair, signs, plus, minus }
    }

    /// Updates `theta` after `trial`: `result` is wins minus losses of its `plus`.
    pub fn learn(&self, theta: &mut [f64], trial: &Trial, result: i32) {
        let step = self.schedule.step(trial.pair) * f64::from(result);
        for ((parameter, value), sign) in self.parameters.iter().zip(theta).zip(&trial.signs) {
            *value = parameter.clamp(*value + step * sign * parameter.c_end());
        }
    }
}

/// Stochastic rounding to one of the two whole numbers around `value`, more often to the nearer one: it is unbiased,
/// where rounding to nearest would hide every perturbation below a half.
fn round(value: f64, random: &mut Mt64) -> i64 {
    // The upper 53 bits, as many as the mantissa has.
    let below_1 = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    (value + below_1).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: i64, min: i64, max: i64) -> Parameter {
        Parameter { name: name.to_owned(), default: start, start, min, max }
    }

    fn parameters() -> Vec<Parameter> {
        vec![parameter("margin", 180, 0, 400), parameter("depth", 2, 0, 16), parameter("weight", 9000, 3000, 30_000)]
    }

    fn start() -> Vec<f64> {
        parameters().iter().map(|parameter| parameter.start as f64).collect()
    }

    #[test]
    fn the_unit_is_a_twentieth_of_the_range_or_a_half() {
        let units: Vec<f64> = parameters().iter().map(Parameter::c_end).collect();
        assert_eq!(units, [20.0, 0.8, 1350.0]);
        assert!((parameter("switch", 0, 0, 1).c_end() - 0.5).abs() < 1e-12);
        assert!((parameters()[0].drift(150.0) + 1.5).abs() < 1e-12);
    }

    #[test]
    fn the_schedule_ends_at_its_final_values() {
        let schedule = Schedule::new(1000, R_END, 1.0);
        assert!((schedule.perturbation(1000) - 1.0).abs() < 1e-12);
        assert!((schedule.perturbation(1) - 1000_f64.powf(0.101)).abs() < 1e-12);
        assert!((schedule.step(1000) - 0.002).abs() < 1e-12);
        // a(k) / c(k) written out for a parameter whose c_end is 20.
        let (a, c) = (0.002 * 400.0 * (1100_f64 / 350.0).powf(0.602), 20.0 * (1000_f64 / 250.0).powf(0.101));
        assert!((schedule.step(250) * 20.0 - a / c).abs() < 1e-12);
        assert!((Schedule::new(1000, 0.01, 1.0).step(250) / schedule.step(250) - 5.0).abs() < 1e-9);
        assert!((1..1000).all(|pair| schedule.perturbation(pair) > schedule.perturbation(pair + 1)));
    }

    #[test]
    fn wider_perturbations_leave_the_steps_as_they_are() {
        let (usual, wide) = (Schedule::new(1000, R_END, 1.0), Schedule::new(1000, R_END, 2.5));
        for pair in [1, 250, 1000] {
            assert!((wide.perturbation(pair) / usual.perturbation(pair) - 2.5).abs() < 1e-12);
            assert!((wide.step(pair) - usual.step(pair)).abs() < 1e-15);
        }
    }

    #[test]
    fn a_trial_follows_from_seed_and_number_and_stays_in_range() {
        let of = |seed| Method::new(parameters(), Schedule::new(100, R_END, 1.0), seed);
        let (method, theta) = (of(1), [3.7, 15.9, 29_500.0]);
        assert_eq!(method.trial(&theta, 5), of(1).trial(&theta, 5));
        assert_ne!(method.trial(&theta, 5), of(2).trial(&theta, 5));
        let mut ups = [0; 3];
        for pair in 1..=100 {
            let trial = method.trial(&theta, pair);
            for values in [&trial.plus, &trial.minus] {
                let in_range = |(parameter, value): (&Parameter, &i64)| (parameter.min..=parameter.max).contains(value);
                assert!(parameters().iter().zip(values).all(in_range), "{values:?}");
            }
            ups.iter_mut().zip(&trial.signs).for_each(|(ups, &sign)| *ups += i32::from(sign > 0.0));
        }
        assert!(ups.iter().all(|ups| (30..=70).contains(ups)), "{ups:?}");
    }

    #[test]
    fn rounding_is_unbiased() {
        let mut random = Mt64::new(1);
        for value in [-2.75, 0.0, 0.25, 7.9] {
            let sum: i64 = (0..10_000).map(|_| round(value, &mut random)).sum();
            assert!((sum as f64 / 10_000.0 - value).abs() < 0.02, "{value}: {sum}");
        }
    }

    #[test]
    fn a_step_goes_toward_the_winner() {
        let method = Method::new(parameters(), Schedule::new(100, R_END, 1.0), 1);
        let trial = method.trial(&start(), 10);
        let moved = |result| {
            let mut theta = start();
            method.learn(&mut theta, &trial, result);
            theta
        };
        let step = method.schedule.step(10);
        for (index, parameter) in method.parameters().iter().enumerate() {
            let drift = |result| parameter.drift(moved(result)[index]);
            assert!((drift(1) - step * trial.signs[index]).abs() < 1e-9);
            assert!((drift(-2) + 2.0 * step * trial.signs[index]).abs() < 1e-9);
        }
        assert_eq!(moved(0), start());
    }

    /// Plays two games between sets of values; the one nearer to `best` wins more often. A quarter of the games is
    /// drawn.
    fn result(method: &Method, trial: &Trial, best: &[f64], random: &mut Mt64) -> i32 {
        let strength = |values: &[i64]| -> f64 {
            let distances = method.parameters().iter().zip(values).zip(best);
            distances.map(|((parameter, &value), best)| -((value as f64 - best) / parameter.c_end()).powi(2)).sum()
        };
        let expected = 1.0 / (1.0 + (-0.05 * (strength(&trial.plus) - strength(&trial.minus))).exp());
        let mut below_1 = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        (0..2).map(|_| if below_1() < 0.25 { 0 } else { 2 * i32::from(below_1() < expected) - 1 }).sum()
    }

    #[test]
    fn the_optimum_is_found_from_a_distance() {
        let best = [60.0, 9.0, 20_000.0];
        let method = Method::new(parameters(), Schedule::new(20_000, R_END, 1.0), 7);
        let mut random = Mt64::new(3);
        let mut theta = start();
        for pair in 1..=20_000 {
            let trial = method.trial(&theta, pair);
            method.learn(&mut theta, &trial, result(&method, &trial, &best, &mut random));
        }
        for ((parameter, &found), best) in method.parameters().iter().zip(&theta).zip(best) {
            assert!(parameter.drift(best).abs() > 5.0, "a distance");
            assert!((found - best).abs() < parameter.c_end(), "{}: {found}, not {best}", parameter.name);
        }
    }

    #[test]
    fn draws_move_nothing() {
        let method = Method::new(parameters(), Schedule::new(1000, R_END, 1.0), 7);
        let mut theta = start();
        for pair in 1..=1000 {
            let trial = method.trial(&theta, pair);
            method.learn(&mut theta, &trial, 0);
        }
        assert_eq!(theta, start());
    }
}
