//! What the search knows about each node on the way to the present one.

use super::history::{PieceTo, PriorMoves};
use crate::types::{Depth, MAX_PLY, Move, Ply, Value};

/// A node of the line being searched.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Value>,
    /// The move searched here.
    pub current_move: PieceTo,
    /// The last two quiet moves that reached beta at this ply, latest first.
    pub killers: [Option<Move>; 2],
    /// The table move while its rivals are searched without it.
    pub excluded: Option<Move>,
    /// How many nodes at this ply have failed high since the node two plies above was entered.
    pub cutoff_count: u32,
    /// Plies by which the search of the move is reduced.
    pub reduction: Depth,
}

const BEFORE_ROOT: StackEntry = StackEntry {
    eval: None,
    current_move: PieceTo::NONE,
    killers: [None; 2],
    excluded: None,
    cutoff_count: 0,
    reduction: 0,
};

/// So many frames before the root spare the search the question whether there are any.
const PLIES_ABOVE: usize = 4;

/// How many nodes below a node's own its frames tell something of when a move of it is searched: the killers found
/// after its earlier moves, and what they came across.
const PLIES_BELOW: usize = 2;

/// All that the search of a node's moves goes by: frames of the nodes on the way to it, its own, and a few below.
pub(super) type StackWindow = [StackEntry; PLIES_ABOVE + 1 + PLIES_BELOW];

/// The frames of the line being searched.
pub(super) struct SearchStack(Box<[StackEntry]>);

impl SearchStack {
    /// Before any move.
    pub fn new() -> Self {
        Self(vec![BEFORE_ROOT; PLIES_ABOVE + MAX_PLY + 1 + PLIES_BELOW].into_boxed_slice())
    }

    /// The node at `ply`.
    #[inline]
    pub fn at(&mut self, ply: Ply) -> &mut StackEntry {
        &mut self.0[PLIES_ABOVE + ply]
    }

    /// What the node at `ply` is surrounded by.
    pub fn window(&mut self, ply: Ply) -> &mut StackWindow {
        let window = self.0[ply..].first_chunk_mut();
        window.expect("frames above every ply and below it")
    }

    /// Forgets what earlier lines left behind below `ply`.
    #[inline]
    pub fn clear_children(&mut self, ply: Ply) {
        self.at(ply + 1).excluded = None;
        let below = self.at(ply + 2);
        (below.killers, below.cutoff_count) = ([None; 2], 0);
    }

    /// The node `back` plies above the one at `ply`; above the root one that knows nothing.
    #[inline]
    pub fn before(&self, ply: Ply, back: usize) -> &StackEntry {
        &self.0[PLIES_ABOVE + ply - back]
    }

    /// The moves that led to `ply`, 1, 2 and 4 plies ago.
    #[inline]
    pub fn prior_moves(&self, ply: Ply) -> PriorMoves {
        [1, 2, 4].map(|back| self.before(ply, back).current_move)
    }

    /// Whether the side to move at `ply` stands better than at its last turn out of check, by static evaluation.
    pub fn is_improving(&self, ply: Ply) -> bool {
        let Some(eval) = self.before(ply, 0).eval else { return false };
        [2, 4].iter().find_map(|&back| self.before(ply, back).eval).is_none_or(|earlier| eval > earlier)
    }

    /// What the last move brought the side to move at `ply`: its evaluation now less what it was a ply before, as the
    /// other side saw it. `None` if either side was in check.
    pub fn gain(&self, ply: Ply) -> Option<Value> {
        Some(self.before(ply, 0).eval? + self.before(ply, 1).eval?)
    }

    /// Remembers a quiet move that reached beta.
    pub fn add_killer(&mut self, ply: Ply, mv: Move) {
        let [first, second] = &mut self.at(ply).killers;
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn killers_are_the_last_two_different_moves() {
        let [a, b, c] = [1, 2, 3].map(|to| Move::new(Square::from64(0), Square::from64(to), MoveKind::Quiet));
        let mut stack = SearchStack::new();
        for mv in [a, b, b, c] {
            stack.add_killer(9, mv);
        }
        assert_eq!(stack.at(9).killers, [Some(c), Some(b)]);
        assert_eq!(stack.at(8).killers, [None, None]);
    }

    #[test]
    fn improvement_is_measured_against_the_last_turn_out_of_check() {
        let mut stack = SearchStack::new();
        for (ply, eval) in [(0, Some(30)), (2, None), (4, Some(20)), (6, Some(25))] {
            stack.at(ply).eval = eval;
        }
        assert_eq!((stack.gain(2), stack.gain(5)), (None, None));
        stack.at(5).eval = Some(-50);
        assert_eq!((stack.gain(5), stack.gain(6)), (Some(-30), Some(-25)));
        assert!(stack.is_improving(0) && !stack.is_improving(2) && !stack.is_improving(4) && stack.is_improving(6));
    }
}
