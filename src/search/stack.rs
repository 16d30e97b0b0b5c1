//! The search stack: one entry for each node on the path from the root to the current node.

use super::history::{PieceTo, PriorMoves};
use crate::types::{Depth, MAX_PLY, Move, Ply, Value};

/// An entry of the search stack.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Value>,
    /// The move being searched at this node.
    pub current_move: PieceTo,
    /// Killer moves: the last two quiet moves that caused a beta cutoff at this ply, latest first.
    pub killers: [Option<Move>; 2],
    /// The excluded move: the table move while a singular search tests the other moves.
    pub excluded: Option<Move>,
    /// Beta cutoffs at this ply since the node two plies above was entered.
    pub cutoff_count: u32,
    /// History value of the current move; 0 for the first move of a node, which is not looked up, and for a null move.
    pub history: i32,
    /// Late move reduction of the current move, in plies.
    pub reduction: Depth,
    /// The fail-soft value: the tightest bound that the node proved. It returned this, clamped to its window.
    pub soft_value: Value,
}

const BEFORE_ROOT: StackEntry = StackEntry {
    eval: None,
    current_move: PieceTo::NONE,
    killers: [None; 2],
    excluded: None,
    cutoff_count: 0,
    history: 0,
    reduction: 0,
    soft_value: 0,
};

/// Entries before the root, so that looking back needs no bounds check.
const PLIES_ABOVE: usize = 4;

/// Entries below a node that it uses: its moves read the cutoff counts of its children, and it clears what its
/// grandchildren start with.
const PLIES_BELOW: usize = 2;

/// The search stack.
pub(super) struct SearchStack(Box<[StackEntry]>);

impl SearchStack {
    /// An empty stack.
    pub fn new() -> Self {
        Self(vec![BEFORE_ROOT; PLIES_ABOVE + MAX_PLY + 1 + PLIES_BELOW].into_boxed_slice())
    }

    /// The entry at `ply`.
    #[inline]
    pub fn at(&mut self, ply: Ply) -> &mut StackEntry {
        &mut self.0[PLIES_ABOVE + ply]
    }

    /// Sets the move that is searched next at `ply`, and its history value.
    #[inline]
    pub fn set_move(&mut self, ply: Ply, mv: PieceTo, history: i32) {
        let entry = self.at(ply);
        (entry.current_move, entry.history) = (mv, history);
    }

    /// Clears killers and cutoff count of the grandchildren of the node at `ply`.
    #[inline]
    pub fn clear_grandchildren(&mut self, ply: Ply) {
        let below = self.at(ply + 2);
        (below.killers, below.cutoff_count) = ([None; 2], 0);
    }

    /// The entry `back` plies above `ply`; an empty one above the root.
    #[inline]
    pub fn before(&self, ply: Ply, back: usize) -> &StackEntry {
        &self.0[PLIES_ABOVE + ply - back]
    }

    /// The moves 1, 2 and 4 plies before `ply`.
    #[inline]
    pub fn prior_moves(&self, ply: Ply) -> PriorMoves {
        [1, 2, 4].map(|back| self.before(ply, back).current_move)
    }

    /// Returns true if the static evaluation at `ply` is higher than at the previous turn of the same side out of
    /// check.
    pub fn is_improving(&self, ply: Ply) -> bool {
        let Some(eval) = self.before(ply, 0).eval else { return false };
        [2, 4].iter().find_map(|&back| self.before(ply, back).eval).is_none_or(|earlier| eval > earlier)
    }

    /// The difference that the previous move made to the static evaluation, in centipawns for the side to move at
    /// `ply`; `None` if either side was in check.
    #[inline(always)]
    pub fn gain(&self, ply: Ply) -> Option<Value> {
        Some(self.before(ply, 0).eval? + self.before(ply, 1).eval?)
    }

    /// Adds a killer move.
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
        for (mv, expected) in
            [(a, [Some(a), None]), (b, [Some(b), Some(a)]), (b, [Some(b), Some(a)]), (c, [Some(c), Some(b)])]
        {
            stack.add_killer(9, mv);
            assert_eq!(stack.at(9).killers, expected);
        }
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
