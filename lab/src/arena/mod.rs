//! The match runner: `oxide88 match`. It uses little processor time, an engine that fails loses only the current game,
//! and a killed match can be resumed. An engine that does not get ready before the first game ends the match.
//!
//! ```text
//!   args, numbers command line                      revisions                    git revisions as engines
//!   roster        engines.toml                      openings, random_openings    openings of games
//!   runner        schedule on worker threads        schedule                     pairings and colors
//!     game        one game                          board, limit, adjudicate     rules, clocks, adjudication
//!       client    one engine                        game_record, info            moves sent, info of a search
//!         protocol, uci, xboard    protocols        options, features            options and features of an engine
//!         connection, process, pipe, log_file       lines with timeouts
//!         cpu_clock                                 CPU time of a process
//!     pgn, archive, saved_game, game_span           games written and read back
//!     standings, report, proof, output              results
//!     scaling, scaling_chart                        results over node counts
//! ```

mod adjudicate;
mod archive;
mod args;
mod board;
mod client;
mod connection;
mod cpu_clock;
mod features;
mod game;
mod game_record;
mod game_span;
mod info;
mod limit;
mod log_file;
mod numbers;
mod openings;
mod options;
mod output;
mod pgn;
mod pipe;
mod process;
mod proof;
mod protocol;
mod random_openings;
mod report;
mod revisions;
mod roster;
mod runner;
mod saved_game;
mod scaling;
mod scaling_chart;
mod schedule;
mod standings;
mod uci;
mod xboard;

use std::io::Write;

pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use archive::{Archive, ResumedMatch};
pub use args::Args;
pub use client::Client;
pub use connection::{ClientConfig, EngineFailure};
pub use cpu_clock::CpuClock;
pub use game::{Game, Opening, Rules, play};
pub use game_record::GameRecord;
pub use info::{EngineScore, Info};
pub use limit::{Limit, SearchLimits, TimeControl};
pub use openings::{Book, Order, Source, shuffle};
pub use options::EngineOption;
pub use pgn::{Headers, score_in, text};
pub use protocol::Reply;
pub use roster::{EngineSpec, ProtocolKind, Roster, Setting};
pub use saved_game::SavedGame;
pub use standings::{Forfeit, GameSummary};

use super::Failure;
use super::interrupt::stop_on_ctrl_c;

/// Plays the match and writes the table to `out`. Ctrl-C ends it early with the table so far.
///
/// # Errors
/// The arguments or the files that they name are invalid, a program can no longer be started, or the games or the
/// output cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    args.output.check()?;
    let this_match = args.prepare()?;
    let stop = stop_on_ctrl_c("a table");
    let outcome = this_match.play(&stop, args.progress)?;
    args.output.write(&this_match, &outcome, out)?;
    outcome.error.map_or(Ok(()), |error| Err(error.into()))
}
