//! The main search: a fail-hard negamax as principal variation search (PVS). Fail-hard means that every node returns a
//! value inside its window: alpha says "no better than that", beta "good enough for a cutoff". Beside the return, in
//! its entry of the search stack, a node leaves its fail-soft value: the tightest bound that it proved, which may lie
//! outside the window. The table and the correction history keep that, and the parent reads it for its own fail-soft
//! value. Debug builds assert at every node that the return is the fail-soft value clamped to the window.

use arrayvec::ArrayVec;

use super::entry::{Bound, Entry};
use super::history::PieceTo;
use super::node::{MoveContext, Node, NodeContext};
use super::params;
use super::picker::MovePicker;
use super::pruning::{PruneDecision, Singular, hindsight};
use super::report::Report;
use super::value_range::ValueRange;
use super::worker::Worker;
use crate::position::Key;
use crate::types::value::{DRAW, INFINITE, NO_LOSS, WIN_BOUND, mated_in};
use crate::types::{Depth, MAX_MOVES, MAX_PLY, Move, Ply, Value};

/// The moves of a node that were searched.
type Moves = ArrayVec<Move, MAX_MOVES>;

/// Seconds of search before the current root move is reported (`currmove`).
const CURRENT_MOVE_AFTER: u64 = 3;

impl Worker<'_> {
    /// Searches the position at `ply` to `depth` plies and returns its value clamped to [`alpha`, `beta`], from the
    /// point of view of the side to move. The value is meaningless once [`Worker::is_stopped`]. `cut_node` says that a
    /// beta cutoff is expected.
    pub fn negamax<N: Node>(&mut self, alpha: Value, beta: Value, depth: Depth, ply: Ply, cut_node: bool) -> Value {
        debug_assert!(alpha < beta && (N::PV || beta - alpha == 1));
        let value = if depth <= 0 {
            self.quiescence::<N>(alpha, beta, ply, 0)
        } else {
            self.search_node::<N>(alpha, beta, depth, ply, cut_node)
        };
        debug_assert!((alpha..=beta).contains(&value), "{value} is not within [{alpha}, {beta}]");
        debug_assert!(
            self.is_stopped() || value == self.stack.at(ply).soft_value.clamp(alpha, beta),
            "{value} is not what {} is in [{alpha}, {beta}]",
            self.stack.at(ply).soft_value
        );
        value
    }

    #[expect(clippy::too_many_lines, reason = "the search of a node reads best from top to bottom")]
    fn search_node<N: Node>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: Depth,
        ply: Ply,
        cut_node: bool,
    ) -> Value {
        // Step 1. Count the node, and leave if the search is over.
        self.enter_node(ply);
        if N::PV {
            self.pv[ply].clear();
        }
        if self.is_stopped() {
            return alpha;
        }
        let in_check = self.position.in_check();
        let window = (alpha, beta);
        let mut range = ValueRange::ALL;

        if !N::ROOT {
            // Step 2. Draws by rule, and the deepest ply.
            if self.position.is_draw(ply) {
                return self.leave(DRAW, window, ply);
            }
            if ply >= MAX_PLY {
                let value = self.evaluate();
                return self.leave(value, window, ply);
            }
            if N::SELECTIVE {
                // Step 3. Upcoming repetition: a side that can repeat a position has at least a draw.
                if alpha < DRAW && self.position.can_repeat(ply) {
                    range.at_least(DRAW);
                }
                // Step 4. Mate distance pruning.
                range.limit_by_mates(ply);
                if let Some(value) = range.decided(alpha, beta) {
                    return self.leave(value, window, ply);
                }
                (alpha, beta) = range.narrow(alpha, beta);
            }
        }

        // Step 5. Transposition table. A position without its excluded move is another one, which the table does not
        // know.
        let key = self.position.key();
        let excluded = self.stack.at(ply).excluded;
        let entry = if excluded.is_none() { self.probe(key) } else { None };
        if !N::PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.is_in_time(self.position.halfmove_clock())
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            self.data.statistics.tt_cutoffs += 1;
            if N::SELECTIVE && value >= beta {
                self.update_at_tt_cutoff(entry, ply);
            }
            return self.leave(value, window, ply);
        }
        // Step 6. Endgame tablebases.
        if !N::ROOT
            && excluded.is_none()
            && let Some(tablebases) = &self.shared.tablebases
            && let Some(proven) = tablebases.entry(&self.position, depth, ply)
        {
            self.check_at_next_node(); // The disk may be slow.
            range.add(proven.bound, proven.value(ply));
            if let Some(value) = range.decided(alpha, beta) {
                self.store(key, proven);
                return self.leave(value, window, ply);
            }
            (alpha, beta) = range.narrow(alpha, beta);
        }
        let tt_move = if N::ROOT { self.root.tt_move() } else { entry.and_then(|entry| entry.mv) };

        // Step 7. Static evaluation, corrected by history.
        self.stack.clear_grandchildren(ply);
        if N::ROOT {
            self.stack.at(1).cutoff_count = 0;
        }
        // The search without a move is of the same position: it goes on with the evaluation on the stack.
        let raw_eval = if excluded.is_none() { self.evaluate_node::<N>(entry, in_check, ply) } else { None };
        let eval = self.stack.at(ply).eval;
        let improving = self.stack.is_improving(ply);
        let tt_noisy = tt_move.is_some_and(Move::is_noisy);
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let prior = self.stack.prior_moves(ply);
        // Step 8. Judge the previous move by the difference of the static evaluations, and correct its reduction
        // (hindsight). Not twice for one node: the same position is searched again when a move is excluded or a null
        // move is verified, below which this is off for some plies, as the null move is.
        let judges = excluded.is_none() && ply >= self.nmp_min_ply;
        let gain = if N::SELECTIVE && judges { self.stack.gain(ply) } else { None };
        if let Some(gain) = gain {
            self.update_by_eval_difference(gain);
            depth += hindsight(self.stack.before(ply, 1).reduction, gain, depth);
        }

        let mut node =
            NodeContext { depth, ply, cut_node, raw_eval, eval, improving, tt_noisy, was_pv, singular: false };

        if N::SELECTIVE {
            // Step 9. Pruning of the whole node: razoring, reverse futility pruning (RFP), null move pruning (NMP) and
            // ProbCut.
            if !N::PV && excluded.is_none() && beta.abs() < WIN_BOUND {
                if let Some(soft_value) = self.prune_node(alpha, beta, node, entry) {
                    return self.leave(range.clamp(soft_value), window, ply);
                }
                if self.is_stopped() {
                    return alpha;
                }
            }
            // Step 10. Internal iterative reduction (IIR). Without a good table move the move order is poor; a
            // shallower search finds one.
            if depth >= params::internal_iterative_reduction_depth()
                && (tt_move.is_none()
                    || entry.is_some_and(|entry| entry.depth + params::internal_iterative_reduction_gap() <= depth))
                && (N::PV || cut_node)
                && !N::ROOT
                && excluded.is_none()
            {
                node.depth -= 1;
            }
            // Step 11. Check extension: replies to a check are few and forced.
            if in_check {
                node.depth += 1;
            }
        }

        // Step 12. The move loop.
        let old_alpha = alpha;
        // A cutoff that the static evaluation did not expect is worth a larger bonus.
        let bonus_depth = if eval.is_some_and(|eval| eval <= old_alpha) { params::history_bonus_depth() } else { 0 };
        let counter = self.data.history.counter(prior[0]);
        let killers = if N::ROOT { self.root.killers() } else { self.stack.at(ply).killers };
        let mut picker = MovePicker::new(tt_move, killers, counter, prior);
        let (mut best_move, mut move_count) = (None, 0);
        let mut best = -INFINITE;
        let (mut quiets_tried, mut noisy_tried) = (Moves::new(), Moves::new());
        // What late moves have in common, computed when the first one comes.
        let (mut discovered_check_candidates, mut reduction_of_node) = (None, None);
        while let Some(mv) = self.next_move::<N>(&mut picker, excluded) {
            move_count += 1;
            if N::ROOT {
                self.report_current_move(mv, move_count);
            }
            // Step 13. Singular extension and multi-cut.
            let mut extension = 0;
            if N::SELECTIVE && !N::ROOT && move_count == 1 && Some(mv) == tt_move && excluded.is_none() {
                match self.singular_extension::<N>(mv, beta, node, entry) {
                    Singular::Extend(plies) => {
                        extension = plies;
                        node.singular = plies > 0;
                    }
                    Singular::MultiCut(soft_value) => return self.leave(range.clamp(soft_value), window, ply),
                }
                if self.is_stopped() {
                    return alpha;
                }
            }
            // Step 14. Reduction and pruning of late moves.
            let (mut reduction, mut history) = (0, 0);
            if N::SELECTIVE && move_count > 1 {
                let us = self.position.side_to_move();
                let discovered_check_candidates =
                    *discovered_check_candidates.get_or_insert_with(|| self.position.discovered_check_candidates(us));
                let candidate = MoveContext {
                    mv,
                    number: move_count,
                    history: picker.history_of(mv, &self.position, &self.data.history),
                    is_refutation: picker.is_refutation(mv),
                    gives_check: self.position.gives_check(mv, discovered_check_candidates),
                };
                history = candidate.history;
                let of_node = *reduction_of_node.get_or_insert_with(|| self.reduction_of_node::<N>(node));
                reduction = self.reduction::<N>(candidate, node, of_node);
                if !N::ROOT && alpha > -WIN_BOUND {
                    match self.prune_move(candidate, reduction, alpha, node) {
                        PruneDecision::Search => {}
                        // With a move left out, a loss is not proven.
                        PruneDecision::Skip => {
                            best = best.max(NO_LOSS);
                            continue;
                        }
                        PruneDecision::SkipQuiets => {
                            best = best.max(NO_LOSS);
                            picker.skip_quiets();
                            continue;
                        }
                    }
                }
            }
            // Step 15. Search of the move.
            self.stack.set_move(ply, PieceTo::new(&self.position, mv), history);
            let value = self.search_move::<N>(mv, move_count, (alpha, beta), (extension, reduction), node);
            if self.is_stopped() {
                return alpha;
            }

            best = best.max(self.soft_value_of_child(ply));
            // Step 16. Raise alpha, and stop at a beta cutoff.
            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                if N::ROOT {
                    self.root.add_best_move(mv);
                }
                if N::PV {
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    self.update_at_cutoff(mv, &quiets_tried, &noisy_tried, node.depth + bonus_depth, ply);
                    break;
                }
                // A second move is less likely to raise alpha, so the others get a ply less.
                let depths = 3..params::alpha_raised_depth();
                if N::SELECTIVE && !N::ROOT && depths.contains(&node.depth) && value.abs() < WIN_BOUND {
                    node.depth -= 1;
                }
            }
            if mv.is_noisy() {
                noisy_tried.push(mv);
            } else {
                quiets_tried.push(mv);
            }
        }

        // Step 17. Mate or stalemate, unless the only move is the excluded one.
        if move_count == 0 {
            let soft_value = match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            };
            return self.leave(range.clamp(soft_value), window, ply);
        }
        let soft_value = range.clamp(best);
        // Step 18. Update the histories, the transposition table and the correction history.
        let bound = Bound::of(soft_value, old_alpha, beta);
        if bound == Bound::Exact
            && excluded.is_none()
            && let Some(best) = best_move
        {
            quiets_tried.retain(|mv| *mv != best);
            noisy_tried.retain(|mv| *mv != best);
            self.update_histories(best, &quiets_tried, &noisy_tried, node.depth, ply);
        }
        if bound == Bound::Alpha && excluded.is_none() && ply > 0 {
            self.update_prior_move(node.depth, ply);
        }
        // With moves excluded the value is not that of the position.
        let is_whole = !N::ROOT || !self.root.is_partial() && self.shared.limits.searchmoves.is_none();
        if is_whole && excluded.is_none() {
            let entry = Entry::new(best_move, soft_value, raw_eval, node.depth, bound, ply);
            self.store(key, entry.with_pv(was_pv));
            self.update_correction(eval, soft_value, bound, best_move, node.depth, ply);
        }
        self.leave(soft_value, window, ply)
    }

    /// Puts the static evaluation, corrected by history, on the stack, and returns the raw one; `None` in check.
    #[inline(always)]
    fn evaluate_node<N: Node>(&mut self, entry: Option<Entry>, in_check: bool, ply: Ply) -> Option<Value> {
        if !N::SELECTIVE || in_check {
            self.stack.at(ply).eval = None;
            return None;
        }
        let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
        let eval = self.correct(raw, ply);
        self.stack.at(ply).eval = Some(eval);
        Some(raw)
    }

    /// Returns the next move of a node.
    pub(super) fn next_move<N: Node>(&mut self, picker: &mut MovePicker, excluded: Option<Move>) -> Option<Move> {
        loop {
            let mv = picker.next(&self.position, &self.data.history, &mut self.scratch)?;
            if !self.is_left_out::<N>(mv, excluded) {
                return Some(mv);
            }
        }
    }

    /// Returns true for a move that this node does not search: it is excluded, or not among the root moves.
    fn is_left_out<N: Node>(&self, mv: Move, excluded: Option<Move>) -> bool {
        Some(mv) == excluded || N::ROOT && (self.shared.root_moves.index(mv).is_none() || self.root.excludes(mv))
    }

    /// Makes a move, which is `number` in the order, and searches it with the window (alpha, beta), extended by
    /// `extension` and reduced by `reduction` plies.
    fn search_move<N: Node>(
        &mut self,
        mv: Move,
        number: usize,
        (alpha, beta): (Value, Value),
        (extension, reduction): (Depth, Depth),
        node: NodeContext,
    ) -> Value {
        self.make(mv);
        let nodes_before = self.nodes();
        let depth = node.depth - 1 + extension;
        let reduced = (depth - reduction).clamp(1.min(depth), depth);
        let value = self.search_child::<N>((alpha, beta), (depth, reduced), number, node);
        self.position.unmake();
        if N::ROOT
            && let Some(index) = self.shared.root_moves.index(mv)
        {
            self.root.add_effort(index, self.nodes() - nodes_before);
        }
        value
    }

    /// Principal variation search of the move just made. The first move gets the full window, the others a null window,
    /// at reduced depth first (late move reductions, LMR); a move that fails high is searched again.
    fn search_child<N: Node>(
        &mut self,
        (alpha, beta): (Value, Value),
        (depth, reduced): (Depth, Depth),
        number: usize,
        node: NodeContext,
    ) -> Value {
        let NodeContext { ply, cut_node, .. } = node;
        if N::PV && number == 1 {
            return -self.negamax::<N::Pv>(-beta, -alpha, depth, ply + 1, false);
        }
        let mut value = alpha + 1;
        if reduced < depth {
            self.stack.at(ply).reduction = depth - reduced;
            value = -self.negamax::<N::NonPv>(-alpha - 1, -alpha, reduced, ply + 1, true);
            self.stack.at(ply).reduction = 0;
        }
        if value > alpha && !self.is_stopped() {
            value = -self.negamax::<N::NonPv>(-alpha - 1, -alpha, depth, ply + 1, !cut_node);
            if reduced < depth && !self.is_stopped() {
                self.update_after_lmr(value > alpha, depth, ply);
            }
        }
        // A null window only proves that the move is better than alpha, not by how much.
        if N::PV && value > alpha && !self.is_stopped() {
            value = -self.negamax::<N::Pv>(-beta, -alpha, depth, ply + 1, false);
        }
        value
    }

    /// Probes the transposition table.
    #[inline(always)]
    pub(super) fn probe(&mut self, key: Key) -> Option<Entry> {
        if !self.shared.switches.table {
            return None;
        }
        let entry = self.shared.table.probe(key);
        self.data.statistics.tt_probes += 1;
        self.data.statistics.tt_hits += u64::from(entry.is_some());
        entry
    }

    /// Stores an entry in the transposition table.
    #[inline(always)]
    pub(super) fn store(&mut self, key: Key, entry: Entry) {
        if self.shared.switches.table {
            self.data.statistics.tt_overwritten += u64::from(self.shared.table.store(key, entry));
        }
    }

    fn report_current_move(&mut self, mv: Move, number: usize) {
        let depth = self.root.depth();
        if let Some(report) = &mut self.report
            && self.shared.time.elapsed().as_secs() >= CURRENT_MOVE_AFTER
        {
            report(&Report::CurrentMove { depth, mv, number: number + self.root.better() });
        }
    }
}
