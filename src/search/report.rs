//! What a search tells while it runs. The search knows no text; `uci::format` turns these into lines.

use std::time::Duration;

use super::tt::Bound;
use crate::types::{Depth, Move, Ply, Value};

/// Something worth telling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A result, possibly preliminary.
    Line(Line),
    /// The root move that is being searched now; only after three seconds.
    CurrentMove {
        /// Depth of the iteration.
        depth: Depth,
        /// The move.
        mv: Move,
        /// Its number in the order of searching, from 1.
        number: usize,
    },
}

/// The best line of an iteration so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Depth of the iteration in plies.
    pub depth: Depth,
    /// The deepest ply visited.
    pub seldepth: Ply,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// Value from the point of view of the side to move at the root.
    pub value: Value,
    /// Whether the value is exact, at least (`Beta`) or at most (`Alpha`) what the position is worth.
    pub bound: Bound,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Fill of the transposition table in per mille.
    pub hashfull: u32,
    /// The moves, each legal after those before it.
    pub pv: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The reply expected, to ponder on.
    pub ponder: Option<Move>,
    /// The value of the best move for the side to move.
    pub value: Value,
    /// The last finished depth.
    pub depth: Depth,
    /// Nodes visited by all threads.
    pub nodes: u64,
}
