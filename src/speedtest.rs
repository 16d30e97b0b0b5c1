//! The speed of the engine on this machine with all its cores. It searches the bench positions one after the other,
//! each for its share of the time, and keeps the table in between as in a game. The result depends on clock and load,
//! unlike that of `bench`, so it measures machines and thread counts, not changes to the search.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::{Parser, value_parser};

use crate::bench::BENCH_POSITIONS;
use crate::command_line::{Failure, in_one_line};
use crate::position::Position;
use crate::search::{Control, Limits, Report, Searcher, nodes_per_second};

/// The options of `speedtest`.
#[derive(Clone, PartialEq, Eq, Debug, clap::Args)]
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

/// Reads arguments of the command line.
#[derive(clap::Parser)]
#[command(no_binary_name = true)]
struct Arguments {
    #[command(flatten)]
    options: Options,
}

impl Options {
    /// Reads the words behind UCI's `speedtest`: number of threads, table in MiB, and seconds, as Stockfish has them.
    /// Each may be left out with those behind it.
    ///
    /// # Errors
    /// A word is not understood or out of range; the sentence quotes it.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let arguments =
            ["--threads", "--hash", "--seconds"].into_iter().zip(words).map(|(name, word)| format!("{name}={word}"));
        let arguments = Arguments::try_parse_from(arguments);
        arguments.map(|arguments| arguments.options).map_err(|error| format!("speedtest: {}", in_one_line(&error)))
    }
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
    let nps = nodes_per_second(nodes, time);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_threads_hash_and_seconds() {
        let parse = |words: &str| Options::parse(words.split_whitespace());
        assert_eq!(parse(""), Ok(Options { threads: None, hash: 64, seconds: 20 }));
        assert_eq!(parse("2"), Ok(Options { threads: Some(2), hash: 64, seconds: 20 }));
        assert_eq!(parse("2 16 5"), Ok(Options { threads: Some(2), hash: 16, seconds: 5 }));
        for (words, culprit) in [("0", "'0'"), ("two", "'two'"), ("2 0", "'0'"), ("2 16 ever", "'ever'")] {
            assert!(parse(words).is_err_and(|error| error.contains(culprit)), "{words}");
        }
    }
}
