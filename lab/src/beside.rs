//! Nodes per second of other engines beside Oxide88's. All, Oxide88 included, run as UCI or XBoard programs and take
//! turns at each position, so that other load on the machine affects them alike. Nodes are the engine's own count in
//! its last line of information; the time is when that line was read, so no engine's clock is trusted.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use crate::Failure;
use crate::own_engine::own_engine;
use crate::progress::Progress;
use crate::suite::External;
use crate::suite::solver::Solver;
use clap::value_parser;
use oxide88::bench::BENCH_POSITIONS;
use oxide88::position::Position;
use oxide88::search::Limits;
use oxide88::types::printable;

/// The options of `beside`.
#[derive(Clone, PartialEq, Debug, clap::Args)]
pub struct Options {
    /// Engines to compare with, from the roster or by path, each on one thread
    #[arg(required = true, value_delimiter = ',')]
    pub others: Vec<String>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Milliseconds per position and engine
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = value_parser!(u64).range(1..))]
    pub movetime: u64,
    /// Number of bench positions to search
    #[arg(long, value_name = "N", default_value_t = BENCH_POSITIONS.len() as u64,
        value_parser = value_parser!(u64).range(1..=BENCH_POSITIONS.len() as u64))]
    pub positions: u64,
    /// Roster file [default: engines.toml here or above the program, else the built-in one]
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,
}

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Example:
  oxide88 beside toga2 glaurung stockfish   one thread each, position by position in turn";

/// The last node count must come after at least one part in this many of the time: an ending solved in a moment says
/// nothing about speed.
const LEAST_SHARE: u32 = 10;

/// An engine and its speed in nodes per second at each position; `None` if it reports none.
struct Runner {
    name: String,
    engine: External,
    speeds: Vec<Option<f64>>, // [position]
}

impl Runner {
    fn new(name: String, word: &str, options: &Options) -> Result<Self, String> {
        let engine = External::find(word, options.engines.as_deref(), options.hash, &Limits::default())?;
        Ok(Self { name, engine, speeds: Vec::new() })
    }

    fn measure(&mut self, position: &Position, time: Duration) -> Result<(), String> {
        let limits = Limits { movetime: Some(time), ..Limits::default() };
        let mut last = None;
        let mut note = |thought| last = Some(thought);
        self.engine.solve(position, &limits, &mut note).map_err(|error| format!("{}: {error}", self.name))?;
        let telling = last.filter(|thought| thought.nodes > 0 && thought.time >= time / LEAST_SHARE);
        self.speeds.push(telling.map(|thought| thought.nodes as f64 / thought.time.as_secs_f64()));
        Ok(())
    }
}

/// Lets Oxide88 and the other engines search the positions and writes the table to `out`.
///
/// # Errors
/// An engine does not exist or fails, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let program = own_engine()?;
    let mut runners = vec![Runner::new("Oxide88".to_owned(), &program.to_string_lossy(), options)?];
    for word in &options.others {
        let mut runner = Runner::new(String::new(), word, options)?;
        runner.name = runner.engine.name();
        runners.push(runner);
    }
    let time = Duration::from_millis(options.movetime);
    let count = options.positions as usize;
    let mut progress = Progress::new("positions", options.positions, 0);
    for round in 0..count {
        let fen = BENCH_POSITIONS[round * BENCH_POSITIONS.len() / count];
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let engines = runners.len();
        for turn in 0..engines {
            runners[(round + turn) % engines].measure(&position, time)?;
        }
        let [ours, theirs] = [&runners[0], &runners[1]];
        let ratio = median(ratios(&ours.speeds, &theirs.speeds)).unwrap_or(f64::NAN);
        progress.advance(&format!("{ratio:.2} times the speed of {}", theirs.name));
    }
    drop(progress);
    print(&runners, options, out)?;
    Ok(())
}

fn print(runners: &[Runner], options: &Options, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "Hash       : {} MiB", options.hash)?;
    writeln!(out, "Time       : {} ms for each of {} positions\n", options.movetime, options.positions)?;
    writeln!(out, "{:<24}{:>12}{:>12}{:>12}", "Engine", "nps", "ratio", "positions")?;
    let Some(ours) = runners.first() else { return Ok(()) };
    for Runner { name, speeds, .. } in runners {
        let told: Vec<f64> = speeds.iter().copied().flatten().collect();
        let count = told.len();
        let speed = median(told).map_or_else(|| "n/a".to_owned(), |speed| format!("{speed:.0}"));
        let ratio =
            median(ratios(&ours.speeds, speeds)).map_or_else(|| "n/a".to_owned(), |ratio| format!("{ratio:.2}"));
        writeln!(out, "{:<24}{speed:>12}{ratio:>12}{count:>12}", printable(name))?;
    }
    writeln!(out, "\nnps: the median of the positions; ratio: Oxide88's speed to the engine's, the median as well")
}

/// Computes the ratio of the first speed to the second at each position where both are known.
fn ratios(ours: &[Option<f64>], theirs: &[Option<f64>]) -> Vec<f64> {
    ours.iter().zip(theirs).filter_map(|(ours, theirs)| Some((*ours)? / (*theirs)?)).collect()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (lower, upper) = (values.get(values.len().checked_sub(1)? / 2)?, values.get(values.len() / 2)?);
    Some(f64::midpoint(*lower, *upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_per_position_and_the_median_is_the_middle_one() {
        let ratios = ratios(&[Some(8.0), Some(6.0), None, Some(1.0)], &[Some(2.0), Some(2.0), Some(1.0), None]);
        assert_eq!(ratios, [4.0, 3.0]);
        assert_eq!(median(ratios), Some(3.5));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(Vec::new()), None);
    }
}
