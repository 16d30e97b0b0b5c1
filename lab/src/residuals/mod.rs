//! The residuals of the evaluation: the scores of deep searches less the static evaluations of the same positions, and
//! the terms that are responsible. Positions come from EPD files and from games; each is searched, unless its line in
//! the EPD file has the score already. The residuals are regressed on the terms that the evaluation counts, and
//! averaged over kinds of positions (`kinds.rs`); the positions with the largest ones are listed.

mod kinds;
mod labels;
mod report;
mod sources;
mod terms;

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::value_parser;

use super::Failure;
use super::files::{self, Kind};
use super::interrupt::stop_on_ctrl_c;
use super::plies::plies;
use sources::Labeled;

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 residuals lost.epd --nodes 1000000 --concurrency 2 --out scored.epd
  oxide88 residuals scored.epd                                   the table again, without a search
  oxide88 residuals games.pgn --plies 20-80 --every 4 --nodes 200000

A factor of -20 % says that the deep scores are predicted best if the term counts a fifth less. A line of an EPD file
that has a score (ce) of a search of enough nodes (acn) is not searched again, so a run that Ctrl-C ended continues with
its own output: --out takes all lines.";

/// The options of `residuals`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Files of positions (EPD) or games (PGN)
    #[arg(required = true, value_name = "FILE")]
    sources: Vec<PathBuf>,
    /// Nodes per position
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plies of the games that are looked at, first and last
    #[arg(long, value_name = "A-B", default_value = "20-80", value_parser = plies)]
    plies: RangeInclusive<u32>,
    /// Plies from one position of a game to the next
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Number of positions searched at the same time, each on one thread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Size of the transposition table of each search in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Number of positions listed, those with the largest residuals
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Write the positions with their scores to this EPD file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The file of the scores.
const LABELS: Kind =
    Kind { name: "the scores of positions", is_own: |content| files::is_text(content, sources::is_labeled) };

/// Searches the positions without a score and writes the tables to `out`. Ctrl-C ends the searches early, with the
/// tables so far.
///
/// # Errors
/// A file cannot be read or has no position, there is no memory for a table, or a result cannot be written.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let mut positions = sources::read(options)?;
    if let Some(path) = &options.out {
        files::check_replaceable(path, &LABELS)?;
    }
    let stop = stop_on_ctrl_c("the results so far");
    labels::search(&mut positions, options, &stop)?;
    // A file that cannot be written does not take the tables, and lost output does not take the file.
    let shown = report::Report::new(&positions).print(options.worst, out);
    if let Some(path) = &options.out {
        let text: String = positions.iter().map(Labeled::line).collect();
        files::replace(path, &LABELS, text.as_bytes())?;
    }
    shown?;
    if stop.load(Ordering::Relaxed) {
        return Err("interrupted: the tables are those of the positions searched".to_owned().into());
    }
    Ok(())
}
