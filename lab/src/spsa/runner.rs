//! Plays the pairs of games. Worker threads take one pair after the other, each with the values of that moment;
//! options are set when an engine starts, so both players are restarted for every pair. Results are applied in the
//! order of the pairs, however long the games take, so that a number and the values are the complete state of a run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::gradient::{Method, Trial};
use super::state::State;
use crate::arena::{EngineSpec, Setting};
use crate::progress::Progress;
use crate::self_play::{FailureCounter, PairError, Table, lock};

/// Pairs between two saves of the state, and between two lines of progress if there is no bar.
const SAVE_EVERY: u32 = 10;

/// A run to be played.
pub struct Tuner<'a> {
    /// The engine, with the options that are not tuned.
    pub engine: EngineSpec,
    /// Rules, openings and record of the games.
    pub table: Table,
    /// The method.
    pub method: Method,
    /// Number of pairs played at the same time.
    pub concurrency: usize,
    /// State file, if any.
    pub file: Option<&'a Path>,
}

impl Tuner<'_> {
    /// Plays the remaining pairs of `state`, until all are done or `stop` is set; pairs still in play are then
    /// abandoned.
    ///
    /// # Errors
    /// A message if the state cannot be written, or the engine fails repeatedly.
    pub fn play(&self, state: &mut State, stop: &AtomicBool) -> Result<(), String> {
        let progress = Progress::with_lines_each(SAVE_EVERY.into(), "pairs", state.run.pairs.into(), state.done.into());
        let desk = Mutex::new(Desk {
            tuner: self,
            next: state.done + 1,
            state,
            early: BTreeMap::new(),
            failures: FailureCounter::default(),
            games: 0,
            progress,
        });
        let fault = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.concurrency).map(|_| scope.spawn(|| self.work(&desk, stop))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).find_map(Result::err)
        });
        let saved = lock(&desk).save();
        fault.map_or(saved, Err)
    }

    /// Plays pairs until none are left.
    fn work(&self, desk: &Mutex<Desk>, stop: &AtomicBool) -> Result<(), String> {
        while !stop.load(Ordering::Relaxed) {
            let Some(trial) = lock(desk).take() else { break };
            let result = match self.pair(&trial, stop) {
                Ok(result) => Ok(result),
                Err(PairError::Failed(reason)) => Err(reason),
                Err(PairError::Interrupted) => break,
            };
            lock(desk).hand_in(trial, result).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    }

    /// Plays two games with reversed colors: wins minus losses of the values `plus`.
    fn pair(&self, trial: &Trial, stop: &AtomicBool) -> Result<i32, PairError> {
        let [plus, minus] = [&trial.plus, &trial.minus].map(|values| self.player(values));
        self.table.play_pair(trial.pair, [&plus, &minus], stop)
    }

    /// Returns the engine with these values.
    fn player(&self, values: &[i64]) -> EngineSpec {
        let mut engine = self.engine.clone();
        engine.options.extend(self.method.parameters().iter().zip(values).map(|(parameter, value)| Setting {
            name: parameter.name.clone(),
            value: value.to_string(),
            is_default: false,
        }));
        engine
    }
}

/// The shared desk that hands out pairs and takes in results.
struct Desk<'a> {
    tuner: &'a Tuner<'a>,
    state: &'a mut State,
    /// Number of the next pair to hand out.
    next: u32,
    /// Results that arrived before their turn.
    early: BTreeMap<u32, (Trial, Result<i32, String>)>,
    failures: FailureCounter,
    /// Number of games played in this run.
    games: u32,
    progress: Progress,
}

impl Desk<'_> {
    /// Hands out the next pair, around the current values.
    fn take(&mut self) -> Option<Trial> {
        let pair = self.next;
        self.next += 1;
        (pair <= self.state.run.pairs).then(|| self.tuner.method.trial(&self.state.theta, pair))
    }

    /// Takes in the result of a pair, or the reason why it has none, and applies all results whose turn has come.
    fn hand_in(&mut self, trial: Trial, result: Result<i32, String>) -> Result<(), String> {
        self.early.insert(trial.pair, (trial, result));
        while let Some((trial, result)) = self.early.remove(&(self.state.done + 1)) {
            self.count(&trial, result)?;
        }
        Ok(())
    }

    fn count(&mut self, trial: &Trial, result: Result<i32, String>) -> Result<(), String> {
        self.state.done = trial.pair;
        match result {
            Ok(result) => {
                self.failures.reset();
                self.games += 2;
                self.tuner.method.learn(&mut self.state.theta, trial, result);
            }
            // The failed pairs have moved nothing, and can be played again when the engine works.
            Err(reason) => {
                self.failures.add(trial.pair, &reason).inspect_err(|_| self.state.done -= FailureCounter::MAX)?;
            }
        }
        self.state.sample();
        self.progress.advance(&self.note());
        if trial.pair.is_multiple_of(SAVE_EVERY) { self.save() } else { Ok(()) }
    }

    fn save(&self) -> Result<(), String> {
        self.tuner.file.map_or(Ok(()), |path| self.state.save(path))
    }

    /// Describes the progress. The score would say nothing, since the players are mirror images.
    fn note(&self) -> String {
        let hours = self.progress.elapsed().as_secs_f64() / 3600.0;
        let drifts = self.tuner.method.parameters().iter().zip(&self.state.theta);
        let drifts = drifts.map(|(parameter, &value)| (&parameter.name, parameter.drift(value)));
        let largest = drifts.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
        let largest = largest.map_or_else(String::new, |(name, drift)| format!(", {name} {drift:+.2} c_end"));
        format!("{:.0} games/h{largest}", f64::from(self.games) / hours)
    }
}
