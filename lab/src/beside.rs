//! Nodes per second of other engines beside Oxide88's. All, Oxide88 included, run as UCI or XBoard programs and take
//! turns at each position, so that other load on the machine affects them alike. Nodes are the engine's own count in
//! its last line of information. The time is the CPU time that the engine's process has used in the search when that
//! line is read, or the wall time until then where the system tells no CPU time. No engine's clock is trusted.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use crate::Failure;
use crate::arena::Roster;
use crate::own_engine::own_engine;
use crate::progress::Progress;
use crate::suite::External;
use crate::suite::solver::{Solver, Thought};
use clap::value_parser;
use oxide88::bench::BENCH_POSITIONS;
use oxide88::position::Position;
use oxide88::search::Limits;
use oxide88::types::printable;

/// The options of `beside`.
#[derive(Clone, PartialEq, Debug, clap::Args)]
pub struct Options {
    /// Engines to compare with, from the roster or by path, or sets of the roster, each on one thread
    #[arg(required = true, value_delimiter = ',')]
    pub others: Vec<String>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Milliseconds per position and engine; the busier the machine, the longer they have to be
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
Examples:
  oxide88 beside toga2 glaurung stockfish       one thread each, position by position in turn
  oxide88 beside old/oxide88 --movetime 10000   another build, for longer";

/// The name of this program's engine in the table.
const OWN_NAME: &str = "Oxide88";

/// The last node count must come after at least one part in this many of the time: an ending solved in a moment says
/// nothing about speed.
const LEAST_SHARE: u32 = 10;

/// An engine's figures at the end of a search.
#[derive(Clone, Copy)]
struct Sample {
    nodes: u64,
    wall_time: Duration,
    /// `None` if unknown.
    cpu_time: Option<Duration>,
}

impl Sample {
    fn work(self, clock: Clock) -> Work {
        let time = match clock {
            Clock::Cpu => self.cpu_time.unwrap_or(self.wall_time),
            Clock::Wall => self.wall_time,
        };
        Work { nodes: self.nodes as f64, seconds: time.as_secs_f64() }
    }
}

/// Nodes and the time that they took by the clock of the table.
#[derive(Clone, Copy)]
struct Work {
    nodes: f64,
    seconds: f64,
}

impl Work {
    fn nps(self) -> f64 {
        self.nodes / self.seconds
    }

    fn plus(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, seconds: self.seconds + other.seconds }
    }
}

/// The time that speeds are measured by, the same for all engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clock {
    Cpu,
    Wall,
}

impl Clock {
    /// Returns the CPU time if it is known of every sample.
    fn of<'a>(mut samples: impl Iterator<Item = &'a Sample>) -> Self {
        if samples.all(|sample| sample.cpu_time.is_some()) { Self::Cpu } else { Self::Wall }
    }
}

/// An engine and what it did at each position; `None` if it reported no nodes or finished almost at once.
struct Runner {
    name: String,
    engine: External,
    samples: Vec<Option<Sample>>, // [position]
}

impl Runner {
    fn new(name: String, word: &str, options: &Options) -> Result<Self, String> {
        let engine = External::find(word, options.engines.as_deref(), options.hash, &Limits::default())?;
        Ok(Self { name, engine, samples: Vec::new() })
    }

    fn measure(&mut self, position: &Position, time: Duration) -> Result<(), String> {
        let limits = Limits { movetime: Some(time), ..Limits::default() };
        let mut last = None;
        let mut note = |thought| last = Some(thought);
        self.engine.solve(position, &limits, &mut note).map_err(|error| format!("{}: {error}", self.name))?;
        self.samples.push(last.and_then(|thought| sample(&thought, time)));
        Ok(())
    }

    fn work(&self, clock: Clock) -> Vec<Option<Work>> {
        self.samples.iter().map(|sample| sample.map(|sample| sample.work(clock))).collect()
    }
}

fn all_samples(runners: &[Runner]) -> impl Iterator<Item = &Sample> {
    runners.iter().flat_map(|runner| &runner.samples).flatten()
}

/// Returns the figures of an engine's last thought in a search of `time`; `None` if they tell nothing about its speed.
fn sample(last: &Thought, time: Duration) -> Option<Sample> {
    // A process without any CPU time is a script that waits for the engine.
    let cpu_time = last.cpu_time.filter(|time| !time.is_zero());
    let is_telling = last.nodes > 0 && last.time >= time / LEAST_SHARE;
    is_telling.then_some(Sample { nodes: last.nodes, wall_time: last.time, cpu_time })
}

/// Lets Oxide88 and the other engines search the positions and writes the table to `out`.
///
/// # Errors
/// An engine does not exist or fails, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let program = own_engine()?;
    let mut runners = vec![Runner::new(OWN_NAME.to_owned(), &program.to_string_lossy(), options)?];
    let others = Roster::load(options.engines.as_deref())?.expand(&options.others);
    for word in &others {
        let mut runner = Runner::new(String::new(), word, options)?;
        runner.name = runner.engine.name();
        runners.push(runner);
    }
    let names: Vec<String> = runners.iter().map(|runner| runner.name.clone()).collect();
    for ((index, runner), word) in runners.iter_mut().enumerate().skip(1).zip(&others) {
        if is_shared(&names, index) {
            runner.name.clone_from(word);
        }
    }
    runners.iter().try_for_each(|runner| runner.engine.try_out())?;
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
        let (clock, [ours, theirs]) = (Clock::of(all_samples(&runners)), [&runners[0], &runners[1]]);
        let ratio = median(ratios(&ours.work(clock), &theirs.work(clock)));
        let note = |ratio| format!("{ratio:.2} times the speed of {}", theirs.name);
        progress.advance(&ratio.map_or_else(String::new, note));
    }
    drop(progress);
    print(&runners, options, out)?;
    Ok(())
}

/// Returns whether another of the `names` looks like the one at `index`.
fn is_shared(names: &[String], index: usize) -> bool {
    names.iter().enumerate().any(|(other, name)| other != index && name.eq_ignore_ascii_case(&names[index]))
}

fn print(runners: &[Runner], options: &Options, out: &mut dyn Write) -> std::io::Result<()> {
    let clock = Clock::of(all_samples(runners));
    writeln!(out, "Hash       : {} MiB", options.hash)?;
    writeln!(out, "Time       : {} ms for each of {} positions", options.movetime, options.positions)?;
    let clock_name = match clock {
        Clock::Cpu => "CPU time of the engine's process",
        Clock::Wall => "wall time; not every engine's CPU time is known",
    };
    writeln!(out, "Speed by   : {clock_name}\n")?;
    let names: Vec<String> = runners.iter().map(|runner| printable(&runner.name).to_string()).collect();
    let width = names.iter().map(|name| name.chars().count()).fold(24, usize::max);
    writeln!(out, "{:<width$}{:>12}{:>12}{:>12}{:>12}", "Engine", "nps", "ratio", "pooled", "positions")?;
    let ours = runners.first().map_or_else(Vec::new, |runner| runner.work(clock));
    let show = |value: Option<f64>, digits| value.map_or_else(|| "n/a".to_owned(), |value| format!("{value:.digits$}"));
    for (name, runner) in names.iter().zip(runners) {
        let theirs = runner.work(clock);
        let speeds: Vec<f64> = theirs.iter().flatten().map(|work| work.nps()).collect();
        let count = speeds.len();
        let speed = show(median(speeds), 0);
        let (ratio, pooled) = (show(median(ratios(&ours, &theirs)), 2), show(pooled_ratio(&ours, &theirs), 2));
        writeln!(out, "{name:<width$}{speed:>12}{ratio:>12}{pooled:>12}{count:>12}")?;
    }
    writeln!(out, "\nnps: the median of the positions; ratio: Oxide88's speed to the engine's, the median as well;")?;
    writeln!(out, "pooled: the same ratio from total nodes and total time, at positions measured for both")
}

/// Computes the ratio of the first speed to the second at each position where both are known.
fn ratios(ours: &[Option<Work>], theirs: &[Option<Work>]) -> Vec<f64> {
    pairs(ours, theirs).map(|(ours, theirs)| ours.nps() / theirs.nps()).collect()
}

/// Computes the ratio of the first speed to the second over all positions where both are known; `None` if there are
/// none.
fn pooled_ratio(ours: &[Option<Work>], theirs: &[Option<Work>]) -> Option<f64> {
    let (ours, theirs) = pairs(ours, theirs).reduce(|total, pair| (total.0.plus(pair.0), total.1.plus(pair.1)))?;
    Some(ours.nps() / theirs.nps())
}

/// Returns the work of both engines at each position where both are known.
fn pairs(ours: &[Option<Work>], theirs: &[Option<Work>]) -> impl Iterator<Item = (Work, Work)> {
    ours.iter().zip(theirs).filter_map(|(ours, theirs)| Some(((*ours)?, (*theirs)?)))
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (lower, upper) = (values.get(values.len().checked_sub(1)? / 2)?, values.get(values.len() / 2)?);
    Some(f64::midpoint(*lower, *upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions from their nodes and seconds.
    fn positions<const N: usize>(figures: [Option<(f64, f64)>; N]) -> [Option<Work>; N] {
        figures.map(|figures| figures.map(|(nodes, seconds)| Work { nodes, seconds }))
    }

    #[test]
    fn ratios_are_per_position_and_the_median_is_the_middle_one() {
        let ours = positions([Some((8.0, 1.0)), Some((12.0, 2.0)), None, Some((1.0, 1.0))]);
        let theirs = positions([Some((1.0, 0.5)), Some((6.0, 3.0)), Some((1.0, 1.0)), None]);
        let ratios = ratios(&ours, &theirs);
        assert_eq!(ratios, [4.0, 3.0]);
        assert_eq!(median(ratios), Some(3.5));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(Vec::new()), None);
    }

    #[test]
    fn the_pooled_ratio_weighs_positions_by_their_time() {
        let ours = positions([Some((8.0, 1.0)), Some((12.0, 3.0)), None, Some((1.0, 1.0))]);
        let theirs = positions([Some((1.0, 0.5)), Some((7.0, 3.5)), Some((1.0, 1.0)), None]);
        assert_eq!(pooled_ratio(&ours, &theirs), Some(5.0 / 2.0));
        assert_eq!(pooled_ratio(&ours[2..], &theirs[2..]), None);
    }

    #[test]
    fn a_sample_has_nodes_and_a_part_of_the_time() {
        let (time, cpu_time) = (Duration::from_millis(100), Some(Duration::from_millis(40)));
        let mv = Position::start().parse_move("e2e4").unwrap();
        let last = Thought { mv, value: 0, depth: 9, nodes: 80, time, cpu_time, is_cut_short: false };
        let by = |clock| sample(&last, time).map(|sample| sample.work(clock).nps().round());
        assert_eq!((by(Clock::Cpu), by(Clock::Wall)), (Some(2000.0), Some(800.0)));
        assert!(sample(&Thought { nodes: 0, ..last }, time).is_none());
        assert!(sample(&last, 11 * time).is_none());
        let idle = sample(&Thought { cpu_time: Some(Duration::ZERO), ..last }, time).unwrap();
        assert_eq!(idle.cpu_time, None);
    }

    #[test]
    fn all_are_measured_by_wall_time_if_the_cpu_time_of_one_is_unknown() {
        let sample = |cpu_time| Sample { nodes: 1, wall_time: Duration::from_secs(1), cpu_time };
        let known = sample(Some(Duration::from_millis(2)));
        assert_eq!(Clock::of([known, known].iter()), Clock::Cpu);
        assert_eq!(Clock::of([known, sample(None), known].iter()), Clock::Wall);
    }

    #[test]
    fn names_are_shared_in_any_case() {
        let names = ["Oxide88", "weiss", "oxide88", "stockfish", "weiss"].map(str::to_owned);
        let shared: Vec<usize> = (0..names.len()).filter(|&index| is_shared(&names, index)).collect();
        assert_eq!(shared, [0, 1, 2, 4]);
    }
}
