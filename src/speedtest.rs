//! The speed of the engine on this machine with all its cores. It searches the bench positions one after the other,
//! each for its share of the time, and keeps the table in between as in a game. The result depends on clock and load,
//! unlike that of `bench`, so it measures machines and thread counts, not changes to the search.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::value_parser;

use crate::bench::BENCH_POSITIONS;
use crate::command_line::Failure;
use crate::position::Position;
use crate::search::{Control, Limits, Report, Searcher};

/// The options of `speedtest`.
#[derive(Clone, PartialEq, Debug, clap::Args)]
pub struct Options {
    /// Number of search threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Time in seconds for all positions together
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
}

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 speedtest                all cores, 20 seconds
  oxide88 speedtest --threads 1    one of them";

/// Searches the bench positions and writes speed and hash table fill to `out`.
///
/// # Errors
/// There is no memory for the table, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let threads = options.threads.map_or_else(cores, |threads| threads as usize);
    let mut searcher = Searcher::with_hash(options.hash as usize).map_err(|error| error.to_string())?;
    searcher.set_threads(threads).map_err(|error| error.to_string())?;
    searcher.set_move_overhead(Duration::ZERO);
    let (mut nodes, mut depths, mut fills) = (0, 0, 0);
    let total = Duration::from_secs(options.seconds.into());
    let start = Instant::now();
    for (index, fen) in BENCH_POSITIONS.iter().enumerate() {
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let left = total.saturating_sub(start.elapsed()) / (BENCH_POSITIONS.len() - index) as u32;
        let limits = Limits { movetime: Some(left), ..Limits::default() };
        let mut fill = 0;
        let outcome = searcher.go(&position, &limits, &Control::default(), &mut |report| {
            if let Report::Pv(line) = report {
                fill = line.hashfull;
            }
        });
        nodes += outcome.nodes;
        depths += outcome.depth;
        fills += fill;
    }
    let time = start.elapsed();
    let positions = BENCH_POSITIONS.len() as f64;
    let nps = per_second(nodes, time);
    writeln!(out, "Threads    : {threads}")?;
    writeln!(out, "Hash       : {} MiB", options.hash)?;
    writeln!(out, "Time       : {:.2} s", time.as_secs_f64())?;
    writeln!(out, "Nodes      : {nodes}")?;
    writeln!(out, "Depth      : {:.1} on average", depths as f64 / positions)?;
    writeln!(out, "Table fill : {:.1} % by a position on average", fills as f64 / positions / 10.0)?;
    writeln!(out, "Per thread : {} nps", nps / threads as u64)?;
    writeln!(out, "Total      : {nps} nps")?;
    Ok(())
}

/// Returns the number of threads that can run at the same time.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn per_second(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-9)) as u64
}
