//! LEVEL 6: the UCI protocol.
//!
//! ```text
//!   line of bytes -> event -> engine: command, go (text to enum) -> task (search thread) -> format -> output
//! ```
//! One thread reads lines, another obeys the commands in them, and the search runs on a third, as do saving and
//! loading the table. So `isready` and `stop` are answered in every state, except during a `perft`, `bench` or
//! `speedtest` typed by hand. A command that changes something waits for the end of a search that ends by itself
//! (`waiting.rs`); any other search it stops. The engine reports a bad line in one `info string`, keeps its state and
//! reads on; only `quit` and the end of input end it.
//!
//! # Examples
//!
//! ```
//! use std::io::{Cursor, sink};
//! use std::sync::Arc;
//!
//! use oxide88::uci::{Output, run};
//!
//! let dialogue = "position startpos moves e2e4\ngo depth 3\nquit\n";
//! run(Cursor::new(dialogue), Arc::new(Output::new(sink())), false);
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod book;
pub mod command;
#[cfg(unix)]
mod editing;
mod engine;
mod event;
pub mod format;
pub mod go;
mod input;
pub mod map;
mod option_kinds;
mod options;
mod output;
mod pretty;
mod task;
mod terminal;
mod texts;
mod waiting;
mod words;

use std::io::BufRead;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::bounded;

use crate::command_line::Failure;
use crate::position::Position;
use crate::search::{Control, Limits};
use engine::Engine;
use event::{Event, send_lines};
pub use output::Output;
pub use terminal::run_at_terminal;

/// Lines that are read ahead of the engine.
const READ_AHEAD: usize = 16;

/// Executes the commands in `input` until `quit` or its end. If `pretty`, a person reads the answers: a search is shown
/// as a table, and the board with figurines.
pub fn run(input: impl BufRead, output: Arc<Output>, pretty: bool) {
    let (sender, events) = bounded(READ_AHEAD);
    if pretty {
        output.line(texts::GREETING);
    }
    thread::scope(|scope| {
        // The channel goes with the engine: nothing is sent to one that has ended.
        scope.spawn(move || Engine::new(output, pretty).serve(&events));
        send_lines(input, &sender);
    });
}

/// Searches one position and waits for the result; `pretty` as in [`run`]. `settings` are names and values of options,
/// and `control` may stop the search.
///
/// # Errors
/// A setting is refused.
pub fn search(
    position: Position,
    limits: Limits,
    settings: &[(&str, String)],
    control: &Arc<Control>,
    output: &Arc<Output>,
    pretty: bool,
) -> Result<(), Failure> {
    Engine::new(Arc::clone(output), pretty).search_once(position, limits, settings, control)
}

/// Obeys one command and waits for its end; `pretty` as in [`run`]. What cannot be known before it is obeyed, such as
/// an illegal move, is reported on `output`.
///
/// # Errors
/// It is no command, or lacks a word or number.
pub fn obey_line(line: &str, output: &Arc<Output>, pretty: bool) -> Result<(), String> {
    command::parse(line)?;
    let (sender, events) = bounded(READ_AHEAD);
    // The channel has room for both.
    for event in [Event::line(line.to_owned()), Event::End] {
        let _ = sender.send(event);
    }
    Engine::new(Arc::clone(output), pretty).serve(&events);
    Ok(())
}

/// Checks the name and value of a `setoption` without any effect.
///
/// # Errors
/// The option does not exist or does not accept the value.
pub fn check_option(name: &str, value: Option<&str>) -> Result<(), String> {
    options::parse(name, value).map(drop)
}
