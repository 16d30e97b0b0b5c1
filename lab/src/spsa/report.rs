//! The result of a run: a table for people, and a line for `engines.toml`.

use std::fmt;

use super::gradient::Parameter;
use super::state::{Run, State};

/// Fewest samples from which the part of chance is estimated.
const FEWEST_SAMPLES: usize = 10;

/// The table of a run that is finished or was stopped.
pub struct Report<'a>(pub &'a State);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { run, done, theta, .. } = self.0;
        let width =
            run.parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0).max("Parameter".len());
        writeln!(f, "Pairs: {done} of {}\n", run.pairs)?;
        writeln!(f, "{:width$} {:>8} {:>8} {:>8} {:>8}  Range", "Parameter", "Default", "Start", "Value", "Change")?;
        for (parameter, &value) in run.parameters.iter().zip(theta) {
            let (name, default, start) = (&parameter.name, parameter.default, parameter.start);
            let (min, max, drift, value) = (parameter.min, parameter.max, parameter.drift(value), rounded(value));
            writeln!(f, "{name:width$} {default:>8} {start:>8} {value:>8} {drift:>+8.2}  {min} to {max}")?;
        }
        writeln!(f, "\nChanges are from the start, in units of c_end: a twentieth of the range, but at least a half.")?;
        if let Some(Climb { changes, chance, error, agreement, agreement_error }) = Climb::of(self.0) {
            writeln!(f, "Their root mean square is {changes:.2}; chance alone makes it {chance:.2} ± {error:.2}.")?;
            writeln!(f, "Its two halves agree by {agreement:+.2}; chance alone makes it 0 ± {agreement_error:.2}.")?;
        }
        writeln!(f)?;
        let setting = |(parameter, &value): (&Parameter, &f64)| format!("{} = {}", parameter.name, rounded(value));
        let settings: Vec<String> = run.parameters.iter().zip(theta).map(setting).collect();
        writeln!(f, "options = {{ {} }}", settings.join(", "))
    }
}

/// Has the run climbed? The distance that the parameters have come, to compare with that of a random walk with the same
/// steps, in units of `c_end`.
struct Climb {
    /// Root mean square of the changes up to the last sample.
    changes: f64,
    /// The same if no parameter made a difference.
    chance: f64,
    /// Its 95 % error.
    error: f64,
    /// The cosine of the angle between the changes of the first half of the run and those of the second: 1 if both went
    /// the same way.
    agreement: f64,
    /// The 95 % error of 0, its value if no parameter made a difference.
    agreement_error: f64,
}

impl Climb {
    /// Estimates it from the samples of a run; `None` if they are too few. The steps of a random walk are independent,
    /// so that its mean square is the sum of those of its parts.
    fn of(state: &State) -> Option<Self> {
        let State { run: Run { parameters, .. }, samples, .. } = state;
        if samples.len() < FEWEST_SAMPLES {
            return None;
        }
        let count = parameters.len() as f64;
        let product = |[from, to]: [&[f64]; 2], [other_from, other_to]: [&[f64]; 2]| -> f64 {
            let changes =
                |index: usize, from: &[f64], to: &[f64]| (to[index] - from[index]) / parameters[index].c_end();
            (0..parameters.len()).map(|index| changes(index, from, to) * changes(index, other_from, other_to)).sum()
        };
        let square = |from: &[f64], to: &[f64]| product([from, to], [from, to]);
        let start: Vec<f64> = parameters.iter().map(|parameter| parameter.start as f64).collect();
        let before = std::iter::once(&start).chain(samples.iter().map(|sample| &sample.theta));
        let walk: f64 = before.zip(samples).map(|(before, sample)| square(before, &sample.theta)).sum();
        let chance = (walk / count).sqrt();
        let (middle, end) = (&samples[samples.len() / 2].theta, &samples.last()?.theta);
        let size = (square(&start, middle) * square(middle, end)).sqrt();
        Some(Self {
            changes: (square(&start, end) / count).sqrt(),
            chance,
            error: 1.96 * chance / (2.0 * count).sqrt(),
            agreement: if size > 0.0 { product([&start, middle], [middle, end]) / size } else { 0.0 },
            agreement_error: 1.96 / count.sqrt(),
        })
    }
}

/// Rounds a value to one that the engine accepts.
fn rounded(value: f64) -> i64 {
    value.round() as i64
}

#[cfg(test)]
mod tests {
    use rand_mt::Mt64;

    use super::*;
    use crate::spsa::state::Sample;

    fn run(pairs: u32, parameters: Vec<Parameter>) -> Run {
        let (limit, openings) = ("500 nodes".to_owned(), "random".to_owned());
        Run { pairs, r_end: 0.002, width: 1.0, seed: 1, limit, hash: 16, openings, parameters }
    }

    #[test]
    fn the_table_shows_the_changes_and_the_line_fits_the_roster() {
        let parameter = |name: &str, start| Parameter { name: name.to_owned(), default: 5, start, min: 0, max: 20 };
        let run = run(40, vec![parameter("base", 5), parameter("depth_of_it", 8)]);
        let text = Report(&State { run, done: 17, theta: vec![0.2, 9.5], samples: Vec::new() }).to_string();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["Pairs:", "17", "of", "40"]);
        assert_eq!(lines[3], ["base", "5", "5", "0", "-4.80", "0", "to", "20"]);
        assert_eq!(lines[4], ["depth_of_it", "5", "8", "10", "+1.50", "0", "to", "20"]);
        assert!(text.ends_with("\noptions = { base = 0, depth_of_it = 10 }\n"), "{text}");
    }
    /// Parameters of unit `c_end` that step by `step` to each sample, up or down as `is_up` says.
    fn walk(count: usize, step: f64, mut is_up: impl FnMut() -> bool) -> State {
        let parameter = |index| Parameter { name: format!("p{index}"), default: 0, start: 0, min: -10, max: 10 };
        let mut state = State::new(run(50, (0..count).map(parameter).collect()));
        for done in 1..=25 {
            for value in &mut state.theta {
                *value += if is_up() { step } else { -step };
            }
            state.samples.push(Sample { done, theta: state.theta.clone() });
        }
        state
    }

    #[test]
    fn a_climb_is_told_from_chance() {
        let mut coin = Mt64::new(1);
        let random = walk(72, 0.1, || coin.next_u64() >> 63 == 0);
        let Climb { changes, chance, error, agreement_error, .. } = Climb::of(&random).unwrap();
        assert!((chance - 0.5).abs() < 1e-9 && (error - 1.96 * 0.5 / 12.0).abs() < 1e-9, "{chance} {error}");
        assert!((changes - chance).abs() < error, "{changes}");
        // The error is that of many runs.
        let mut agreement = || Climb::of(&walk(72, 0.1, || coin.next_u64() >> 63 == 0)).unwrap().agreement;
        let spread = ((0..400).map(|_| agreement().powi(2)).sum::<f64>() / 400.0).sqrt();
        assert!((agreement_error / 1.96 / spread - 1.0).abs() < 0.1, "{agreement_error} {spread}");
        let climbing = walk(8, 0.1, || true);
        let Climb { changes, chance, error, agreement, .. } = Climb::of(&climbing).unwrap();
        assert!((changes - 2.5).abs() < 1e-9 && changes > chance + error && (agreement - 1.0).abs() < 1e-9);
        let lines = "is 2.50; chance alone makes it 0.50 ± 0.25.\nIts two halves agree by +1.00; chance alone makes it 0 ± 0.69.\n\noptions";
        assert!(Report(&climbing).to_string().contains(lines));
        // Up, then down again.
        let mut steps = 0;
        let back = walk(1, 0.1, || {
            steps += 1;
            steps <= 13
        });
        assert!((Climb::of(&back).unwrap().agreement + 1.0).abs() < 1e-9);
        let early = State { samples: climbing.samples[..9].to_vec(), ..climbing };
        assert!(Climb::of(&early).is_none() && !Report(&early).to_string().contains("chance"));
    }
}
