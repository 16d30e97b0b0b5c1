//! Quiescence search: at the horizon, captures and promotions are played out until the position is quiet, because the
//! static evaluation is only meaningful in quiet positions. It is fail-hard like the main search. In check there is no
//! standing pat, so all evasions are candidates.

use super::entry::{Bound, Entry};
use super::history::PieceTo;
use super::node::Node;
use super::params;
use super::picker::MovePicker;
use super::pruning::tt_adjusted_eval;
use super::worker::Worker;
use crate::types::value::{DRAW, INFINITE, NO_LOSS, WIN_BOUND, mated_in};
use crate::types::{Depth, MAX_PLY, Ply, Value};

/// Node limit of one quiescence search. Nine queens a side can take each other in more ways than anyone can search; in
/// `bench` 386 nodes are the most.
const MOST_NODES: u64 = 10_000;

impl Worker<'_> {
    /// Returns the value of the position at `ply` after captures, clamped to [`alpha`, `beta`]. `depth` is 0 at the
    /// horizon of the main search and negative below it; at the horizon, quiet checks are tried too.
    pub fn quiescence<N: Node>(&mut self, alpha: Value, beta: Value, ply: Ply, depth: Depth) -> Value {
        if depth == 0 {
            self.quiescence_start = self.nodes();
        }
        let value = self.quiescence_node::<N>(alpha, beta, ply, depth);
        debug_assert!((alpha..=beta).contains(&value), "{value} is not within [{alpha}, {beta}]");
        debug_assert!(
            self.is_stopped() || value == self.stack.at(ply).soft_value.clamp(alpha, beta),
            "{value} is not what {} is in [{alpha}, {beta}]",
            self.stack.at(ply).soft_value
        );
        value
    }

    fn quiescence_node<N: Node>(&mut self, mut alpha: Value, beta: Value, ply: Ply, depth: Depth) -> Value {
        // Step 1. Count the node, and leave if the search is over, the game drawn or the line too long.
        self.enter_node(ply);
        if N::PV {
            self.pv[ply].clear();
        }
        if self.is_stopped() {
            return alpha;
        }
        let window = (alpha, beta);
        if self.position.is_draw(ply) {
            return self.leave(DRAW, window, ply);
        }
        let is_too_large = self.nodes() - self.quiescence_start > MOST_NODES;
        if ply >= MAX_PLY || is_too_large || !N::SELECTIVE {
            let value = self.evaluate();
            return self.leave(value, window, ply);
        }

        // Step 2. Transposition table.
        let key = self.position.key();
        let entry = self.probe(key);
        if !N::PV
            && let Some(entry) = entry
            && entry.is_in_time(self.position.halfmove_clock())
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            self.data.statistics.tt_cutoffs += 1;
            return self.leave(value, window, ply);
        }

        let in_check = self.position.in_check();
        let old_alpha = alpha;
        let raw = if in_check { None } else { entry.and_then(|entry| entry.eval).or_else(|| Some(self.evaluate())) };
        let eval = raw.map(|raw| self.correct(raw, ply));
        // Step 3. Stand pat: nobody is forced to capture.
        let eval = eval.map(|eval| tt_adjusted_eval(eval, entry, ply));
        if let Some(stand_pat) = eval {
            if stand_pat >= beta {
                self.store(key, Entry::new(None, stand_pat, raw, 0, Bound::Beta, ply));
                return self.leave(stand_pat, window, ply);
            }
            alpha = alpha.max(stand_pat);
        }

        // Step 4. The move loop: captures and promotions, evasions in check, and quiet checks near the horizon if alpha
        // is in reach without a capture.
        let in_reach = eval.is_some_and(|stand_pat| stand_pat + params::delta_margin() > alpha);
        let with_checks = depth > -params::quiescence_checks() && in_reach;
        let mut picker = MovePicker::quiescence(
            &self.position,
            entry.and_then(|entry| entry.mv),
            self.stack.prior_moves(ply),
            with_checks,
        );
        let mut best_move = None;
        let mut best = eval.unwrap_or(-INFINITE);
        let mut move_count = 0;
        let mut quiet_count = 0;
        while let Some(mv) = picker.next(&self.position, &self.data.history, &mut self.scratch) {
            move_count += 1;
            // Step 5. Delta pruning: the captured piece and a margin do not lift the evaluation to alpha.
            if let Some(stand_pat) = eval {
                let most = stand_pat + self.position.move_gain(mv) + params::delta_margin();
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
            }
            // Step 6. Evasion pruning: a few quiet evasions are enough.
            if in_check && !mv.is_noisy() {
                quiet_count += 1;
                if quiet_count > params::quiescence_evasions() && alpha > -WIN_BOUND {
                    // With a move left out, a loss is not proven.
                    best = best.max(NO_LOSS);
                    continue;
                }
            }
            self.stack.at(ply).current_move = PieceTo::new(&self.position, mv);
            self.make(mv);
            let value = -self.quiescence::<N>(-beta, -alpha, ply + 1, depth - 1);
            self.position.unmake();
            if self.is_stopped() {
                return alpha;
            }
            best = best.max(self.soft_value_of_child(ply));
            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                if N::PV {
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        // Step 7. Checkmate, else store the result.
        if in_check && move_count == 0 {
            return self.leave(mated_in(ply), window, ply);
        }
        let bound = Bound::of(best, old_alpha, beta);
        self.store(key, Entry::new(best_move, best, raw, 0, bound, ply));
        self.leave(best, window, ply)
    }
}
