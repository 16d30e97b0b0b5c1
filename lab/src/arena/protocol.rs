//! The interface between a [`Client`](super::client::Client) and the protocol of its engine. [`uci`](super::uci) and
//! [`xboard`](super::xboard) implement it.

use std::sync::atomic::AtomicBool;

use super::connection::{Connection, EngineFailure};
use super::game_record::GameRecord;
use super::info::Info;
use super::limit::SearchLimits;

/// An engine's reply at the end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A move in UCI notation. An invalid move is kept as the engine wrote it and may be empty.
    Move(String),
    /// The engine resigns.
    Resignation,
}

/// A chess engine protocol and its state.
pub trait Protocol: Send {
    /// Begins a new game and waits until the engine is ready.
    ///
    /// # Errors
    /// The engine does not get ready.
    fn new_game(&mut self, connection: &mut Connection, stop: &AtomicBool) -> Result<(), EngineFailure>;

    /// Returns whether the process can play another game.
    fn is_reusable(&self) -> bool {
        true
    }

    /// Returns the commands that start a search of the last position of `game`.
    ///
    /// # Errors
    /// The protocol cannot express the position.
    fn search_commands(&mut self, game: &GameRecord, limits: &SearchLimits) -> Result<String, EngineFailure>;

    /// Returns the command that stops a search, and the commands that the failure names if the engine does not stop.
    fn stop_command(&self) -> (&'static str, &'static str);

    /// Parses an info line.
    fn parse_info(&self, line: &str) -> Info;

    /// Parses the line with the best move, and the last info line, which may be empty.
    fn parse_best_move(&mut self, line: &str, info: &str) -> (Reply, Info);
}
