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
    /// A move in UCI notation, or else as the engine wrote it; empty if it wrote none.
    Move(String),
    /// The engine resigns.
    Resignation,
}

/// A protocol and its state.
pub trait Protocol: Send {
    /// Tells the engine that the next search belongs to another game, and waits until it is ready.
    ///
    /// # Errors
    /// The engine does not get ready.
    fn new_game(&mut self, connection: &mut Connection, stop: &AtomicBool) -> Result<(), EngineFailure>;

    /// Returns whether the engine can play another game.
    fn is_reusable(&self) -> bool {
        true
    }

    /// Returns the lines that start a search at the end of `game`.
    ///
    /// # Errors
    /// The protocol cannot express it.
    fn search_commands(&mut self, game: &GameRecord, limits: &SearchLimits) -> Result<String, EngineFailure>;

    /// Returns the line that ends a search early, and the name of the commands left unanswered if the engine ignores
    /// it.
    fn stop_command(&self) -> (&'static str, &'static str);

    /// Parses a line that describes a search.
    fn parse_info(&self, line: &str) -> Info;

    /// Parses the line that ended the search, and the best line that described it, which may be empty.
    fn parse_best_move(&mut self, line: &str, info: &str) -> (Reply, Info);
}
