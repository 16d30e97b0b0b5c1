//! Matches between engines: `oxide88 match`. Measuring strength takes many games, so the runner wastes none: it costs
//! little processor time, an engine that fails loses only its game, and a killed match can be resumed. Only an engine
//! that does not get ready before the first game ends the whole match.
//!
//! ```text
//!   args        the command line                     revisions   git revisions as engines
//!   roster      engines.toml                         openings, random   openings of games
//!   runner      plays a schedule on worker threads   schedule    who plays whom
//!     game      the referee                          board, limit, adjudicate   rules, clocks, adjudication
//!       client  one engine                           game_record, info  game sent to it, output of a search
//!         protocol, uci, xboard   the protocols            features, options   capabilities of an engine
//!         connection, process, pipe, log_file   lines, with timeouts
//!     pgn, archive, saved   games as text, in a file, and read back      standings, report, progress   results
//! ```

mod adjudicate;
mod archive;
mod args;
mod board;
mod client;
mod connection;
mod features;
mod game;
mod game_record;
mod game_span;
mod info;
mod limit;
mod log_file;
mod openings;
mod options;
mod pgn;
mod pipe;
mod process;
mod protocol;
mod random_openings;
mod report;
mod revisions;
mod roster;
mod runner;
mod saved_game;
mod schedule;
mod standings;
mod uci;
mod xboard;

use std::io::Write;

pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use args::Args;
pub use client::{Client, ClientConfig};
pub use connection::EngineFailure;
pub use game::{Opening, Rules, play};
pub use game_record::GameRecord;
pub use info::{EngineScore, Info};
pub use limit::{Limit, SearchLimits, TimeControl};
pub use openings::{Book, Order, shuffle};
pub use options::EngineOption;
pub use protocol::Reply;
pub use roster::{EngineSpec, ProtocolKind, Roster, Setting};
pub use standings::GameSummary;

use super::Failure;
use super::files::{Kind, check_writable, is_object_with, write_json};
use super::interrupt::stop_on_ctrl_c;
use report::Report;

/// The file of the results.
const RESULTS: Kind =
    Kind { name: "the results of a match", is_own: |text| is_object_with(&["engines", "pairings"], text) };

/// Plays the match and writes the table to `out`. Ctrl-C ends it early with the table so far.
///
/// # Errors
/// The arguments or the files they name are at fault, or the output is lost.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &args.json {
        check_writable(path, &RESULTS)?;
    }
    let this_match = args.prepare()?;
    let stop = stop_on_ctrl_c("a table");
    let outcome = this_match.play(&stop, args.progress)?;
    let report = Report::new(&this_match, &outcome);
    // The table comes first, since it cannot be recovered; the JSON file is written even if the table was lost.
    let shown = write!(out, "{report}");
    if let Some(path) = &args.json {
        write_json(path, &RESULTS, &report)?;
    }
    Ok(shown?)
}
