//! What a node teaches: which moves were good, and how far the static evaluation was off.

use super::history::{PriorMoves, threat_bucket};
use super::params;
use super::tt::{Bound, Entry};
use super::worker::Worker;
use crate::types::value::is_proven;
use crate::types::{Color, Depth, Move, Ply, Value};

impl Worker<'_> {
    /// How well a move did before.
    pub(super) fn history_of(&self, mv: Move, prior: PriorMoves) -> i32 {
        let history = &self.data.history;
        if mv.is_noisy() { history.capture(&self.position, mv) } else { history.quiet(&self.position, mv, prior) }
    }

    /// Remembers the move that reached beta, and that those tried before it did not.
    pub(super) fn update_at_cutoff(&mut self, mv: Move, quiets: &[Move], noisy: &[Move], depth: Depth, ply: Ply) {
        if !mv.is_noisy() {
            self.stack.add_killer(ply, mv);
        }
        self.stack.at(ply).cutoff_count += 1;
        self.update_histories(mv, quiets, noisy, depth, ply);
    }

    /// Rewards the best move of a node, and counts against others that were tried.
    pub(super) fn update_histories(&mut self, best: Move, quiets: &[Move], noisy: &[Move], depth: Depth, ply: Ply) {
        let history = &mut self.data.history;
        let mut best_noisy = Some(best);
        if !best.is_noisy() {
            history.update_quiets(&self.position, best, quiets, self.stack.prior_moves(ply), depth);
            best_noisy = None;
        }
        history.update_captures(&self.position, best_noisy, noisy, depth);
    }

    /// Remembers the quiet move that reached beta by the table's word: it may do so in the nodes beside this one.
    pub(super) fn update_at_tt_cutoff(&mut self, entry: Entry, ply: Ply) {
        if let Some(mv) = entry.mv
            && !mv.is_noisy()
        {
            self.stack.add_killer(ply, mv);
        }
    }

    /// Remembers what the re-search of the quiet move just made says, after a reduced one had found it better than
    /// alpha: whether it is a good answer to the moves before it.
    pub(super) fn update_after_lmr(&mut self, is_better: bool, depth: Depth, ply: Ply) {
        if self.position.last_move().is_some_and(|mv| !mv.is_noisy()) {
            let bonus = params::after_lmr_bonus() * depth.min(10);
            let (current_move, prior) = (self.stack.before(ply, 0).current_move, self.stack.prior_moves(ply));
            self.data.history.update_continuation(current_move, prior, if is_better { bonus } else { -bonus });
        }
    }

    /// Rewards the quiet move that led here: nothing was found against it.
    pub(super) fn update_prior_move(&mut self, depth: Depth, ply: Ply) {
        if let Some((them, threat, mv)) = self.previous_quiet() {
            let prior = self.stack.prior_moves(ply - 1);
            let current_move = self.stack.before(ply, 1).current_move;
            let bonus = params::prior_bonus() * depth.min(10);
            self.data.history.update_quiet(them, threat, current_move, mv, prior, bonus);
        }
    }

    /// Rewards or punishes the quiet move that led here for what it did to the static evaluation: `gain` is what it
    /// brought the side to move now, which is not who made it.
    pub(super) fn update_by_eval_difference(&mut self, gain: Value) {
        if let Some((them, threat, mv)) = self.previous_quiet() {
            let most = params::eval_difference_bonus_max();
            let bonus = (-gain * params::eval_difference_bonus()).clamp(-most, most);
            self.data.history.update_main(them, threat, mv, bonus);
        }
    }

    /// The move that led here, if it was a quiet one, with who made it and its threat by pawns.
    fn previous_quiet(&self) -> Option<(Color, usize, Move)> {
        let mv = self.position.last_move().filter(|mv| !mv.is_noisy())?;
        let them = !self.position.side_to_move();
        Some((them, threat_bucket(&self.position, them, mv), mv))
    }

    /// Remembers by how much the evaluation `raw` was off, as far as the search tells: a bound on its far side of the
    /// value does not, nor does a value that a capture decided.
    pub(super) fn update_correction(
        &mut self,
        raw: Option<Value>,
        value: Value,
        bound: Bound,
        best: Option<Move>,
        depth: Depth,
        ply: Ply,
    ) {
        let Some(raw) = raw else { return };
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Alpha => value >= raw,
            Bound::Beta => value <= raw,
        };
        if !says_nothing && !is_proven(value) && best.is_none_or(|mv| !mv.is_noisy()) {
            self.data.history.update_correction(
                &self.position,
                value - raw,
                depth,
                self.stack.before(ply, 1).current_move,
            );
        }
    }
}
