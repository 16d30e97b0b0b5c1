//! Factorial experiments (after R. A. Fisher): many changes measured by the same games. Measuring one change at a time
//! takes as many matches as there are changes. Here every pair of games measures all of them at once: for each change,
//! a factor of the experiment, a random choice decides whether the first player has it, the second, or it is not at
//! stake. A single result says next to nothing about one factor, but over many pairs the random choices of the others
//! cancel out, and a fit of all results finds the value of each. A factor is at stake in two of three pairs, so its
//! error is that of a match of two thirds of the games, whatever their number.
//!
//! The value of a factor is its value in the company of the others. A factor that is not at stake is one that both
//! players have, or neither, as the experiment says.

mod fit;
mod report;
mod state;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::value_parser;
use rand_mt::Mt64;

use super::Failure;
use super::arena::EngineSpec;
use super::progress::Progress;
use super::self_play::{FailureCounter, PairError, SelfPlay, Table, lock};
use report::Report;
use state::{Outcome, State};

/// Pairs between two lines of progress if there is no bar.
const REPORT_EVERY: u64 = 50;

/// The options of an experiment.
#[derive(Clone, Debug, clap::Args)]
pub struct Plan {
    /// Total number of pairs of games
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..10_000_000))]
    pairs: u32,
    /// File that keeps the results of the run
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Resume the run in the state file; give the same arguments again, or more pairs
    #[arg(long, requires = "state")]
    resume: bool,
    /// The games.
    #[command(flatten)]
    pub play: SelfPlay,
}

/// An experiment to be played.
pub struct Experiment<'a> {
    /// Names of the factors.
    pub factors: Vec<String>,
    /// Returns a player by its signs, one for each factor: 1 if it has the factor and its opponent lacks it, -1 the
    /// other way round, 0 if the factor is not at stake.
    pub player: &'a (dyn Fn(&[i8]) -> EngineSpec + Sync),
    /// The options.
    pub plan: &'a Plan,
}

impl Experiment<'_> {
    /// Plays the remaining pairs until all are done or `stop` is set; those in play are then abandoned. Writes the
    /// table to `out`, also that of the games before an error.
    ///
    /// # Errors
    /// The state or the openings cannot be read, the state cannot be written, the engine fails again and again, or the
    /// output is lost.
    pub fn run(&self, stop: &AtomicBool, out: &mut dyn Write) -> Result<(), Failure> {
        let Plan { pairs, state: file, resume, play } = self.plan;
        let run = format!("{} for {}", play.describe(), self.factors.join(" "));
        let table = play.table()?;
        let state = State::open(file.as_deref(), run, *resume)?;
        let remaining: Vec<u32> = (1..=*pairs).filter(|&pair| !state.has(pair)).collect();
        let before = u64::from(*pairs) - remaining.len() as u64;
        let desk = Mutex::new(Desk {
            progress: Progress::with_lines_each(REPORT_EVERY, "pairs", (*pairs).into(), before),
            remaining: remaining.into_iter(),
            state,
            failures: FailureCounter::default(),
            games: 0,
        });
        let fault = thread::scope(|scope| {
            let work = || scope.spawn(|| self.work(&table, &desk, stop));
            let workers: Vec<_> = (0..play.concurrency(*pairs)).map(|_| work()).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).find_map(Result::err)
        });
        let state = desk.into_inner().unwrap_or_else(PoisonError::into_inner).state;
        if fault.is_none() || !state.outcomes().is_empty() {
            write!(out, "{}", Report::new(&self.factors, state.outcomes(), |pair| self.signs(pair)))?;
        }
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// Draws the signs of the first player in a pair. All randomness follows from the seed and the number of the pair.
    fn signs(&self, pair: u32) -> Vec<i8> {
        let mut random = Mt64::new_with_key([self.plan.play.seed, u64::from(pair)]);
        self.factors.iter().map(|_| (random.next_u64() % 3) as i8 - 1).collect()
    }

    /// Plays pairs until none are left.
    fn work(&self, table: &Table, desk: &Mutex<Desk>, stop: &AtomicBool) -> Result<(), String> {
        while !stop.load(Ordering::Relaxed) {
            let Some(pair) = lock(desk).remaining.next() else { break };
            let signs = self.signs(pair);
            let mirrored: Vec<i8> = signs.iter().map(|sign| -sign).collect();
            let players = [&signs, &mirrored].map(|signs| (self.player)(signs));
            let result = match table.play_pair(pair, players.each_ref(), stop) {
                Ok(result) => Ok(result),
                Err(PairError::Failed(reason)) => Err(reason),
                Err(PairError::Interrupted) => break,
            };
            lock(desk).hand_in(pair, result).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    }
}

/// The shared desk that hands out pairs and takes in results.
struct Desk {
    remaining: std::vec::IntoIter<u32>,
    state: State,
    failures: FailureCounter,
    /// Number of games played in this run.
    games: u32,
    progress: Progress,
}

impl Desk {
    fn hand_in(&mut self, pair: u32, result: Result<i32, String>) -> Result<(), String> {
        match result {
            Ok(result) => {
                self.failures.reset();
                self.games += 2;
                self.state.add(Outcome { pair, result })?;
            }
            Err(reason) => self.failures.add(pair, &reason)?,
        }
        let hours = self.progress.elapsed().as_secs_f64() / 3600.0;
        self.progress.advance(&format!("{:.0} games/h", f64::from(self.games) / hours));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::*;

    fn plan(words: &str) -> Plan {
        let matches = Plan::augment_args(Command::new("plan")).get_matches_from(words.split_whitespace());
        Plan::from_arg_matches(&matches).unwrap()
    }

    fn signs(seed: u64, pair: u32) -> Vec<i8> {
        let plan = plan(&format!("plan --pairs 9 --seed {seed}"));
        let factors = vec![String::new(); 30];
        let player = |_: &[i8]| unreachable!("no game is played");
        Experiment { factors, player: &player, plan: &plan }.signs(pair)
    }

    #[test]
    fn a_random_choice_decides_who_has_a_factor() {
        assert_eq!(signs(1, 2), signs(1, 2));
        assert!(signs(1, 2) != signs(1, 3) && signs(1, 2) != signs(2, 2));
        let all: Vec<i8> = (0..1000).flat_map(|pair| signs(7, pair)).collect();
        for sign in -1..=1 {
            let count = all.iter().filter(|&&other| other == sign).count();
            assert!((9_500..10_500).contains(&count), "{sign}: {count}");
        }
    }
}
