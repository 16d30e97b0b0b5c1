//! Updates of histories, killers and correction histories after a node was searched.

use super::entry::{Bound, Entry};
use super::history::threat_bucket;
use super::params;
use super::worker::Worker;
use crate::types::value::is_proven;
use crate::types::{Color, Depth, Move, Ply, Value};

impl Worker<'_> {
    /// Updates killers and histories after `mv` caused a beta cutoff; `quiets` and `noisy` were searched before it.
    pub(super) fn update_at_cutoff(&mut self, mv: Move, quiets: &[Move], noisy: &[Move], depth: Depth, ply: Ply) {
        if !mv.is_noisy() {
            self.stack.add_killer(ply, mv);
        }
        self.stack.at(ply).cutoff_count += 1;
        self.update_histories(mv, quiets, noisy, depth, ply);
    }

    /// Gives the best move of a node a bonus and the other moves searched a malus.
    pub(super) fn update_histories(&mut self, best: Move, quiets: &[Move], noisy: &[Move], depth: Depth, ply: Ply) {
        let history = &mut self.data.history;
        let mut best_noisy = Some(best);
        if !best.is_noisy() {
            history.update_quiets(&self.position, best, quiets, self.stack.prior_moves(ply), depth);
            best_noisy = None;
        }
        history.update_captures(&self.position, best_noisy, noisy, depth);
    }

    /// Makes a quiet table move that causes a cutoff a killer: it may refute sibling nodes too.
    pub(super) fn update_at_tt_cutoff(&mut self, entry: Entry, ply: Ply) {
        if let Some(mv) = entry.mv
            && !mv.is_noisy()
        {
            self.stack.add_killer(ply, mv);
        }
    }

    /// Post-LMR bonus: adjusts the continuation history of the quiet move just made, after its full-depth re-search
    /// confirmed or refuted that it is better than alpha.
    pub(super) fn update_after_lmr(&mut self, is_better: bool, depth: Depth, ply: Ply) {
        if self.position.last_move().is_some_and(|mv| !mv.is_noisy()) {
            let bonus = params::after_lmr_bonus() * depth.min(10);
            let (current_move, prior) = (self.stack.before(ply, 0).current_move, self.stack.prior_moves(ply));
            self.data.history.update_continuation(current_move, prior, if is_better { bonus } else { -bonus });
        }
    }

    /// Prior move bonus: no reply raised alpha, so the quiet move that led here was good.
    pub(super) fn update_prior_move(&mut self, depth: Depth, ply: Ply) {
        if let Some((them, threat, mv)) = self.previous_quiet() {
            let prior = self.stack.prior_moves(ply - 1);
            let current_move = self.stack.before(ply, 1).current_move;
            let bonus = params::prior_bonus() * depth.min(10);
            self.data.history.update_quiet(them, threat, current_move, mv, prior, bonus);
        }
    }

    /// Evaluation-difference bonus: adjusts the main history of the quiet move that led here by the change of the
    /// static evaluation. `gain` is in centipawns for the side to move now, the opponent of its mover.
    #[inline(always)]
    pub(super) fn update_by_eval_difference(&mut self, gain: Value) {
        if let Some((them, threat, mv)) = self.previous_quiet() {
            let most = params::eval_difference_bonus_max();
            let bonus = (-gain * params::eval_difference_bonus()).clamp(-most, most);
            self.data.history.update_main(them, threat, mv, bonus);
        }
    }

    /// The quiet move that led here with its mover and its threat bucket; `None` for other moves.
    fn previous_quiet(&self) -> Option<(Color, usize, Move)> {
        let mv = self.position.last_move().filter(|mv| !mv.is_noisy())?;
        let them = !self.position.side_to_move();
        Some((them, threat_bucket(&self.position, them, mv), mv))
    }

    /// Updates the correction history with the difference between the search value and the corrected evaluation of the
    /// node, unless the bound does not contradict the evaluation or the best move is noisy.
    pub(super) fn update_correction(
        &mut self,
        eval: Option<Value>,
        value: Value,
        bound: Bound,
        best: Option<Move>,
        depth: Depth,
        ply: Ply,
    ) {
        let Some(eval) = eval else { return };
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Alpha => value >= eval,
            Bound::Beta => value <= eval,
        };
        if !says_nothing && !is_proven(value) && best.is_none_or(|mv| !mv.is_noisy()) {
            let prior = self.stack.prior_moves(ply);
            self.data.correction.update(&self.position, value - eval, depth, prior);
        }
    }
}
