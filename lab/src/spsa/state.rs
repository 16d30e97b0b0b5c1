//! The state of a run as a file: the settings of the run, so that it is not mixed up with another, and the values
//! reached. The file is replaced as a whole, so that a run killed at any time leaves a good one.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::gradient::Parameter;
use crate::files::{Kind, is_object_with, read_state, replace};

/// The state file.
const STATE: Kind =
    Kind { name: "the state of a run", is_own: |content| is_object_with(&["parameters", "done", "theta"], content) };

/// Largest number of samples in a state.
const MAX_SAMPLES: u32 = 200;

/// The settings of a run. All of them must agree to resume it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Total number of pairs of games.
    pub pairs: u32,
    /// Step of the last pair, in units of `c_end`.
    pub r_end: f64,
    /// Perturbation of the last pair, in units of `c_end`; files of older versions have none, and it was 1.
    #[serde(default = "usual_width")]
    pub width: f64,
    /// Random seed.
    pub seed: u64,
    /// Limit of the engines' searches, in words.
    pub limit: String,
    /// Size of each engine's hash table in MiB.
    pub hash: u32,
    /// The openings, in words.
    pub openings: String,
    /// The tuned parameters.
    pub parameters: Vec<Parameter>,
}

fn usual_width() -> f64 {
    1.0
}

impl Run {
    /// Describes the difference between this run and the one `asked` for.
    fn difference(&self, asked: &Self) -> Option<String> {
        let settings = |run: &Self| {
            let Self { pairs, r_end, width, seed, limit, hash, openings, .. } = run;
            [
                format!("{pairs} pairs"),
                format!("a last step of {r_end}"),
                format!("a last perturbation of {width}"),
                format!("seed {seed}"),
                format!("a limit of {limit}"),
                format!("{hash} MiB of hash"),
                format!("{openings} openings"),
            ]
        };
        let parameters = |run: &Self| -> Vec<String> {
            let words = |Parameter { name, default, start, min, max }: &Parameter| {
                format!("{name} from {start} (default {default}, range {min} to {max})")
            };
            run.parameters.iter().map(words).collect()
        };
        if let Some((own, other)) = settings(self).into_iter().zip(settings(asked)).find(|(own, other)| own != other) {
            return Some(format!("it has {own}, not {other}"));
        }
        let (own, other) = (parameters(self), parameters(asked));
        let only_own = own.iter().find(|text| !other.contains(text));
        let only_other = other.iter().find(|text| !own.contains(text));
        match (only_own, only_other) {
            (Some(own), Some(other)) => Some(format!("it tunes {own}, not {other}")),
            (Some(own), None) => Some(format!("it also tunes {own}")),
            (None, Some(other)) => Some(format!("it does not tune {other}")),
            (None, None) => (own != other).then(|| "its parameters are in another order".to_owned()),
        }
    }
}

/// A run in progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// Number of pairs done; the next pair has the following number.
    pub done: u32,
    /// Current values.
    pub theta: Vec<f64>,
    /// Earlier values at equal distances; files of older versions have none.
    #[serde(default)]
    pub samples: Vec<Sample>,
}

/// The values after some of the pairs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// Number of pairs done.
    pub done: u32,
    /// The values.
    pub theta: Vec<f64>,
}

impl State {
    /// Creates the initial state of `run`.
    pub fn new(run: Run) -> Self {
        let theta = run.parameters.iter().map(|parameter| parameter.start as f64).collect();
        Self { run, done: 0, theta, samples: Vec::new() }
    }

    /// Keeps a sample of the values if one is due. Samples of pairs that were taken back are dropped.
    pub fn sample(&mut self) {
        if self.done.is_multiple_of(self.run.pairs.div_ceil(MAX_SAMPLES)) {
            self.samples.retain(|sample| sample.done < self.done);
            self.samples.push(Sample { done: self.done, theta: self.theta.clone() });
        }
    }

    /// Opens the state to be kept in `path`: that of the file if it `may_exist` and does, else a new one, which is
    /// written at once.
    ///
    /// # Errors
    /// A message if the file exists and must not, cannot be read or written, or is of another run.
    pub fn open(run: Run, path: &Path, may_exist: bool) -> Result<Self, String> {
        if let Some(text) = read_state(path, may_exist)? {
            return Self::resume(&run, &text).map_err(|error| format!("cannot resume {}: {error}", path.display()));
        }
        let state = Self::new(run);
        state.save(path)?;
        Ok(state)
    }

    fn resume(run: &Run, text: &str) -> Result<Self, String> {
        let state: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if let Some(difference) = state.run.difference(run) {
            return Err(format!("it is of another run: {difference}"));
        }
        let in_range =
            |(parameter, &value): (&Parameter, &f64)| parameter.min as f64 <= value && value <= parameter.max as f64;
        let is_sound = state.done <= run.pairs
            && state.theta.len() == run.parameters.len()
            && state.samples.iter().all(|sample| sample.theta.len() == run.parameters.len())
            && run.parameters.iter().zip(&state.theta).all(in_range);
        if is_sound { Ok(state) } else { Err("it holds values that no run can have".to_owned()) }
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// A message if it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let mut text =
            serde_json::to_string_pretty(self).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        text.push('\n');
        replace(path, &STATE, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        let parameter = |name: &str, start| Parameter { name: name.to_owned(), default: 5, start, min: 0, max: 20 };
        Run {
            pairs: 40,
            r_end: 0.002,
            width: 1.0,
            seed: u64::MAX,
            limit: "500 nodes".to_owned(),
            hash: 16,
            openings: "random".to_owned(),
            parameters: vec![parameter("base", 5), parameter("depth", 8)],
        }
    }

    #[test]
    fn a_state_resumes_exactly_where_it_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let mut state = State::open(run(), &path, false).unwrap();
        assert_eq!((state.done, state.theta.as_slice()), (0, &[5.0, 8.0][..]));
        state.done = 17;
        state.theta = vec![5.0 + 0.1 + 0.2, 20.0 / 3.0];
        state.sample();
        state.save(&path).unwrap();
        assert_eq!(State::open(run(), &path, true).unwrap(), state);
        assert!(State::open(run(), &path, false).unwrap_err().contains("--resume"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left over");
        let missing = folder.path().join("none/state.json");
        assert!(State::open(run(), &missing, true).unwrap_err().contains("cannot write"));
    }

    #[test]
    fn the_state_of_another_run_is_refused_with_the_difference() {
        let text = serde_json::to_string(&State::new(run())).unwrap();
        let change = |change: &dyn Fn(&mut Run)| {
            let mut run = run();
            change(&mut run);
            State::resume(&run, &text).unwrap_err()
        };
        let other = Parameter { name: "other".to_owned(), ..run().parameters[0].clone() };
        for (error, difference) in [
            (change(&|run| run.pairs = 50), "40 pairs, not 50 pairs"),
            (change(&|run| run.width = 2.0), "a last perturbation of 1, not a last perturbation of 2"),
            (change(&|run| run.seed = 1), "seed 18446744073709551615, not seed 1"),
            (change(&|run| run.limit = "1+0.01".to_owned()), "a limit of 500 nodes, not a limit of 1+0.01"),
            (change(&|run| run.hash = 1), "16 MiB of hash, not 1 MiB"),
            (change(&|run| run.openings = "book.epd".to_owned()), "random openings, not book.epd openings"),
            (change(&|run| drop(run.parameters.pop())), "it also tunes depth from 8 (default 5, range 0 to 20)"),
            (change(&|run| run.parameters.push(other.clone())), "it does not tune other from 5"),
            (change(&|run| run.parameters.reverse()), "in another order"),
            (change(&|run| run.parameters[0].max = 30), "range 0 to 20), not base from 5 (default 5, range 0 to 30)"),
            (change(&|run| run.parameters[1].start = 9), "depth from 8 (default 5, range 0 to 20), not depth from 9"),
        ] {
            assert!(error.contains("another run") && error.contains(difference), "{error}");
        }
    }

    #[test]
    fn samples_are_few_and_belong_to_the_pairs_that_count() {
        let run = Run { pairs: 1000, ..run() };
        let mut state = State::new(run.clone());
        for done in (1..=500).chain(491..=1000) {
            state.done = done;
            state.theta[0] = if done > 490 { 6.0 } else { 5.0 };
            state.sample();
        }
        let done: Vec<u32> = state.samples.iter().map(|sample| sample.done).collect();
        assert_eq!(done, (1..=200).map(|index| 5 * index).collect::<Vec<_>>());
        let text = serde_json::to_string(&state).unwrap();
        assert_eq!(State::resume(&run, &text), Ok(state));
    }

    #[test]
    fn a_state_of_an_older_version_is_read() {
        let mut old = serde_json::to_value(State::new(run())).unwrap();
        for key in ["samples", "width"] {
            old.as_object_mut().unwrap().remove(key).expect(key);
        }
        assert_eq!(State::resume(&run(), &old.to_string()), Ok(State::new(run())));
    }

    #[test]
    fn damaged_states_are_refused() {
        let mut states = vec![State::new(run()); 4];
        states[3].samples.push(Sample { done: 1, theta: vec![5.0] });
        states[0].done = 41;
        states[1].theta.pop();
        states[2].theta[0] = 20.5;
        for state in states {
            let error = State::resume(&run(), &serde_json::to_string(&state).unwrap()).unwrap_err();
            assert!(error.contains("no run can have"), "{error}");
        }
        assert!(State::resume(&run(), "{}").is_err() && State::resume(&run(), "").is_err());
    }
}
