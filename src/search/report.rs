//! What a search tells while it runs. The search knows no text; `uci::format` turns these into lines.

use std::time::Duration;

use super::tt::Bound;
use crate::position::Position;
use crate::types::value::{MATE, is_mate};
use crate::types::{Depth, Move, Ply, Value};

/// Something worth telling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A result, possibly preliminary.
    Pv(PvInfo),
    /// The root move that is being searched now; only after three seconds.
    CurrentMove {
        /// Depth of the iteration.
        depth: Depth,
        /// The move.
        mv: Move,
        /// Its number in the order of searching, from 1.
        number: usize,
    },
    /// There is no mate in so many moves, which is proven.
    NoMate {
        /// Moves of the side to move.
        moves: u32,
    },
}

/// The best line of an iteration so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvInfo {
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
    /// Positions found in endgame tables by all threads.
    pub tablebase_hits: u64,
    /// The moves, each legal after those before it.
    pub pv: Vec<Move>,
}

impl PvInfo {
    /// Whether the value claims a mate that the moves, played from `root`, do not reach in as many plies.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::mate_in;

    #[test]
    fn a_line_to_mate_has_to_reach_it() {
        let root = Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        let line = |value, moves: &[&str]| PvInfo {
            depth: 9,
            seldepth: 9,
            multipv: 1,
            value,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            pv: moves.iter().map(|text| root.parse_move(text).unwrap()).collect(),
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
