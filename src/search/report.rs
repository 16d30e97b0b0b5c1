//! Reports of a running search. The search knows no text; `uci::format` turns reports into lines.

use std::time::Duration;

use super::entry::Bound;
use crate::position::Position;
use crate::types::value::{MATE, is_mate};
use crate::types::{Depth, Move, Ply, Value};

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A line, possibly preliminary.
    Pv(PvInfo),
    /// The root move being searched; only after three seconds.
    CurrentMove {
        /// Depth of the iteration.
        depth: Depth,
        /// The move.
        mv: Move,
        /// Position in the move order, from 1.
        number: usize,
    },
    /// Proof that there is no mate in this many moves.
    NoMate {
        /// Moves of the side to move.
        moves: u32,
    },
}

/// A principal variation with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvInfo {
    /// Depth of the iteration in plies.
    pub depth: Depth,
    /// Selective depth: the greatest ply visited.
    pub seldepth: Ply,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// Value in centipawns for the side to move at the root.
    pub value: Value,
    /// Bound of the value.
    pub bound: Bound,
    /// True if the root is drawn by rule or, as a tablebase says, with best play.
    pub is_draw: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Permille of the transposition table in use.
    pub hashfull: u32,
    /// Tablebase hits of all threads.
    pub tablebase_hits: u64,
    /// The moves of the variation, all legal.
    pub pv: Vec<Move>,
}

impl PvInfo {
    /// An empty line with a value that took no search.
    pub fn without_search(value: Value, is_draw: bool) -> Self {
        Self {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            value,
            bound: Bound::Exact,
            is_draw,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            pv: Vec::new(),
        }
    }

    /// Returns true if the value claims a mate that the moves from `root` do not reach in that number of plies.
    pub fn is_cut_short(&self, root: &Position) -> bool {
        if self.bound != Bound::Exact || !is_mate(self.value) {
            return false;
        }
        let mut end = root.clone();
        self.pv.iter().for_each(|&mv| end.make(mv));
        let is_checkmate = end.in_check() && end.legal_moves().is_empty();
        self.pv.len() as Value != MATE - self.value.abs() || !is_checkmate
    }
}

/// Nodes a second; a time of zero counts as a microsecond.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    u64::try_from(u128::from(nodes) * 1_000_000 / time.as_micros().max(1)).unwrap_or(u64::MAX)
}

/// The answer of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// The best move; `None` without a legal move.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
    /// Value of the best move in centipawns for the side to move.
    pub value: Value,
    /// Depth of the last finished iteration.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::mate_in;

    #[test]
    fn a_line_to_mate_has_to_reach_it() {
        let root = Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        let line = |value, moves: &[&str]| PvInfo {
            pv: moves.iter().map(|text| root.parse_move(text).unwrap()).collect(),
            ..PvInfo::without_search(value, false)
        };
        for (value, moves, expected) in [
            (mate_in(1), &["a1a8"][..], false),
            (mate_in(3), &["a1a8"], true),
            (mate_in(1), &["a1a7"], true),
            (mate_in(3), &[], true),
            (900, &["a1a7"], false),
        ] {
            assert_eq!(line(value, moves).is_cut_short(&root), expected, "{value} {moves:?}");
        }
    }
}
