//! The results of an experiment as a file, so that a run killed at any time can be resumed.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{Kind, is_object_with, read_state, replace};

/// The state file.
const STATE: Kind =
    Kind { name: "the results of an experiment", is_own: |content| is_object_with(&["run", "outcomes"], content) };

/// The result of a pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(u32, i32)", into = "(u32, i32)")]
pub struct Outcome {
    /// Number of the pair, from 1.
    pub pair: u32,
    /// Wins less losses of the first player, -2 to 2.
    pub result: i32,
}

impl From<(u32, i32)> for Outcome {
    fn from((pair, result): (u32, i32)) -> Self {
        Self { pair, result }
    }
}

impl From<Outcome> for (u32, i32) {
    fn from(Outcome { pair, result }: Outcome) -> Self {
        (pair, result)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// Everything that must agree to resume the run, in words.
    run: String,
    /// By number of the pair.
    outcomes: Vec<Outcome>,
}

/// The results so far.
pub struct State {
    path: Option<PathBuf>,
    content: Content,
}

impl State {
    /// Opens the state to be kept in `path`: that of the file if it may be resumed and exists, else a new one, which is
    /// written at once. Without a path nothing is kept.
    ///
    /// # Errors
    /// A message if the file exists and must not, cannot be read or written, or is of another run.
    pub fn open(path: Option<&Path>, run: String, resume: bool) -> Result<Self, String> {
        let mut state = Self { path: path.map(Path::to_owned), content: Content { run, outcomes: Vec::new() } };
        if let Some(path) = path
            && let Some(text) = read_state(path, resume)?
        {
            let at = |error: &dyn std::fmt::Display| format!("cannot resume {}: {error}", path.display());
            state.content.outcomes = outcomes(&text, &state.content.run).map_err(|error| at(&error))?;
        }
        state.save()?;
        Ok(state)
    }

    /// Returns whether the pair has a result.
    pub fn has(&self, pair: u32) -> bool {
        self.place(pair).is_ok()
    }

    /// Returns the results, by number of the pair.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.content.outcomes
    }

    /// Adds a result and writes the file.
    ///
    /// # Errors
    /// A message if the file cannot be written.
    pub fn add(&mut self, outcome: Outcome) -> Result<(), String> {
        if let Err(place) = self.place(outcome.pair) {
            self.content.outcomes.insert(place, outcome);
        }
        self.save()
    }

    fn place(&self, pair: u32) -> Result<usize, usize> {
        self.content.outcomes.binary_search_by_key(&pair, |outcome| outcome.pair)
    }

    fn save(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = serde_json::to_string(&self.content).map_err(|error| error.to_string())?;
        replace(path, &STATE, text.as_bytes())
    }
}

/// Reads the results of a file, which must be of this `run`.
fn outcomes(text: &str, run: &str) -> Result<Vec<Outcome>, String> {
    let content: Content = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if content.run != run {
        return Err(format!("it is of another run: {}, not {run}", content.run));
    }
    let is_sorted = content.outcomes.is_sorted_by(|one, other| one.pair < other.pair);
    let is_sound = content.outcomes.iter().all(|outcome| outcome.pair > 0 && (-2..=2).contains(&outcome.result));
    if is_sorted && is_sound { Ok(content.outcomes) } else { Err("it holds results that no run can have".to_owned()) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_run_is_resumed_with_its_results_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let open = |run: &str, resume| State::open(Some(&path), run.to_owned(), resume);
        let mut state = open("a", false).unwrap();
        state.add(Outcome { pair: 3, result: -2 }).unwrap();
        state.add(Outcome { pair: 1, result: 1 }).unwrap();
        let state = open("a", true).unwrap();
        assert_eq!(state.outcomes(), [Outcome { pair: 1, result: 1 }, Outcome { pair: 3, result: -2 }]);
        assert_eq!([1, 2, 3].map(|pair| state.has(pair)), [true, false, true]);
        let refusal = |run, resume| open(run, resume).err().unwrap();
        assert!(refusal("a", false).contains("exists: give --resume"));
        assert!(refusal("b", true).ends_with("it is of another run: a, not b"));
        for outcomes in ["[[1, 3]]", "[[0, 0]]", "[[2, 0], [1, 0]]", "[[2, 0], [2, 1]]", "[[1]]"] {
            fs::write(&path, format!("{{\"run\": \"a\", \"outcomes\": {outcomes}}}")).unwrap();
            assert!(refusal("a", true).starts_with("cannot resume "), "{outcomes}");
        }
    }

    #[test]
    fn without_a_file_nothing_is_kept() {
        let mut state = State::open(None, "a".to_owned(), false).unwrap();
        state.add(Outcome { pair: 1, result: 0 }).unwrap();
        assert!(state.has(1) && !state.has(2));
    }
}
