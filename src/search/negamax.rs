//! The main search: fail-hard principal variation search. "Fail-hard" means that every node returns a value inside the
//! window it was asked about, alpha for "no better than that", beta for "good enough to be avoided". Debug builds
//! assert it at every return.

use arrayvec::ArrayVec;

use super::history::PieceTo;
use super::node::{MoveContext, MoveResult, Node, NodeContext, NonPvNode, Pick, PvNode};
use super::params;
use super::picker::MovePicker;
use super::pruning::{PruneDecision, Singular, hindsight};
use super::report::Report;
use super::tt::{Bound, Entry};
use super::worker::Worker;
use crate::position::Key;
use crate::types::value::{DRAW, WIN_BOUND, mate_in, mated_in};
use crate::types::{Depth, MAX_MOVES, MAX_PLY, Move, Ply, SquareSet, Value};

/// Moves of a node, put aside.
type Moves = ArrayVec<Move, MAX_MOVES>;

/// Seconds after which the root move being searched is reported.
const CURRENT_MOVE_AFTER: u64 = 3;

/// From this many plies without progress on, table values are not trusted to end a node: they know nothing of the
/// clock.
pub(super) const CLOCK_MATTERS: u16 = 90;

impl Worker<'_> {
    /// The value of the position at `ply`, searched `depth` plies deep, if it lies between `alpha` and `beta`;
    /// otherwise the nearer of the two. Meaningless once `self.stopped` is set. `cut_node` tells that beta is expected
    /// to be reached.
    pub fn negamax<N: Node>(&mut self, alpha: Value, beta: Value, depth: Depth, ply: Ply, cut_node: bool) -> Value {
        debug_assert!(alpha < beta && (N::PV || beta - alpha == 1));
        let value = if depth <= 0 {
            self.quiescence::<N>(alpha, beta, ply, 0)
        } else {
            self.search_node::<N>(alpha, beta, depth, ply, cut_node)
        };
        debug_assert!((alpha..=beta).contains(&value), "{value} is not within [{alpha}, {beta}]");
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
        self.enter_node(ply);
        if N::PV {
            self.pv[ply].clear();
        }
        if self.stopped {
            return alpha;
        }
        let selective = self.shared.switches.selective;
        let in_check = self.position.in_check();

        if !N::ROOT {
            if self.position.is_draw(ply) {
                return DRAW.clamp(alpha, beta);
            }
            if ply >= MAX_PLY {
                return self.evaluate().clamp(alpha, beta);
            }
            // A side that can repeat has at least a draw.
            if selective && alpha < DRAW && self.position.can_repeat(ply) {
                alpha = DRAW;
                if alpha >= beta {
                    return beta;
                }
            }
            // Mate distance pruning: the best this node can do is mate at its next move, the worst to be mated now. A
            // window beyond that is decided; one that reaches beyond it can be cut to size.
            if selective {
                if mated_in(ply) >= beta {
                    return beta;
                }
                if mate_in(ply + 1) <= alpha {
                    return alpha;
                }
                alpha = alpha.max(mated_in(ply));
                beta = beta.min(mate_in(ply + 1));
            }
        }

        let key = self.position.key();
        // Without its best move a position is another one, of which the table knows nothing.
        let excluded = self.stack.at(ply).excluded;
        let entry = if excluded.is_none() { self.probe(key) } else { None };
        if !N::PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && self.position.halfmove_clock() < CLOCK_MATTERS
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            self.data.statistics.tt_cutoffs += 1;
            if selective && value >= beta {
                self.update_at_tt_cutoff(entry, ply);
            }
            return value;
        }
        if !N::ROOT
            && excluded.is_none()
            && self.shared.tablebases.is_some()
            && let Some(proven) = self.probe_tablebases(depth, ply)
        {
            if let Some(value) = proven.cutoff(alpha, beta, ply) {
                self.store(key, proven);
                return value;
            }
            // The moves can bring no more, or no less, than what is proven.
            match proven.bound {
                Bound::Alpha => beta = beta.min(proven.value(ply)),
                _ => alpha = alpha.max(proven.value(ply)),
            }
        }
        let tt_move = if N::ROOT { self.root_tt_move } else { entry.and_then(|entry| entry.mv) };

        self.stack.clear_children(ply);
        if N::ROOT {
            self.stack.at(1).cutoff_count = 0;
        }
        let mut raw_eval = None;
        if selective && !in_check && excluded.is_none() {
            let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
            raw_eval = Some(raw);
            self.stack.at(ply).eval =
                Some(self.data.history.correct(&self.position, raw, self.stack.before(ply, 1).current_move));
        } else if excluded.is_none() {
            self.stack.at(ply).eval = None;
        }
        let eval = self.stack.at(ply).eval;
        let improving = self.stack.is_improving(ply);
        let tt_noisy = tt_move.is_some_and(Move::is_noisy);
        let prior = self.stack.prior_moves(ply);
        // Where a null move is verified or a move excluded, the move before this node has been judged already. Nodes
        // below that may not pass do without, too.
        let judges = excluded.is_none() && ply >= self.nmp_min_ply;
        let gain = if selective && judges { self.stack.gain(ply) } else { None };
        if let Some(gain) = gain {
            self.update_by_eval_difference(gain);
            depth += hindsight(self.stack.before(ply, 1).reduction, gain, depth);
        }

        if selective {
            if !N::PV && excluded.is_none() && beta.abs() < WIN_BOUND {
                let context = NodeContext { depth, ply, cut_node, raw_eval, eval, improving, tt_noisy, prior };
                if let Some(value) = self.prune_node(alpha, beta, context, entry) {
                    return value;
                }
                if self.stopped {
                    return alpha;
                }
            }
            // Internal iterative reduction: without a table move the order is poor, and a shallower search finds one.
            if depth >= params::internal_iterative_reduction_depth()
                && (tt_move.is_none()
                    || entry.is_some_and(|entry| entry.depth + params::internal_iterative_reduction_gap() <= depth))
                && (N::PV || cut_node)
                && !N::ROOT
                && excluded.is_none()
            {
                depth -= 1;
            }
            // Check extension: an answer to a check is forced, so it costs no depth.
            if in_check {
                depth += 1;
            }
        }
        let context = NodeContext { depth, ply, cut_node, raw_eval, eval, improving, tt_noisy, prior };

        let old_alpha = alpha;
        // What reaches beta against the evaluation's word is worth remembering.
        let bonus_depth = if eval.is_some_and(|eval| eval <= old_alpha) { params::history_bonus_depth() } else { 0 };
        let counter = self.data.history.counter(prior[0]);
        let mut picker = MovePicker::new(tt_move, self.stack.at(ply).killers, counter, prior);
        let mut best_move = None;
        let mut move_count = 0;
        let (mut quiets_tried, mut noisy_tried) = (Moves::new(), Moves::new());
        let mut discovered_check_candidates = None;
        while let Some(mut pick) = self.next_pick::<N>(&mut picker, excluded, move_count + 1) {
            let mv = pick.mv;
            move_count = pick.number;
            // The first move is searched before others may help with the rest: it is the most likely to settle the
            // node.
            if move_count > 1 && self.may_split(depth) {
                let mut rest = vec![pick];
                while let Some(pick) = self.next_pick::<N>(&mut picker, excluded, move_count + rest.len()) {
                    rest.push(pick);
                }
                let findings = self.split::<N>(rest, (alpha, beta), context);
                let (noisy, quiets) = findings.in_vain.into_iter().partition::<Vec<_>, _>(|mv| mv.is_noisy());
                noisy_tried.extend(noisy);
                quiets_tried.extend(quiets);
                if let Some((mv, value, pv)) = findings.best {
                    (alpha, best_move) = (value, Some(mv));
                    if N::PV {
                        self.pv[ply] = pv;
                    }
                    if value >= beta && !self.stopped {
                        self.update_at_cutoff(mv, &quiets_tried, &noisy_tried, depth + bonus_depth, ply);
                    }
                }
                if self.stopped {
                    return alpha;
                }
                break;
            }
            if selective && !N::ROOT && move_count == 1 && Some(mv) == tt_move && excluded.is_none() {
                match self.singular_extension::<N>(mv, beta, context, entry) {
                    Singular::Extend(plies) => pick.extension = plies,
                    Singular::MultiCut => return beta,
                }
                if self.stopped {
                    return alpha;
                }
            }
            let value = match self.try_move::<N>(pick, (alpha, beta), context, &mut discovered_check_candidates) {
                MoveResult::Searched(value) => value,
                MoveResult::Pruned => continue,
                MoveResult::QuietsPruned => {
                    picker.skip_quiets();
                    continue;
                }
            };
            if self.stopped {
                return alpha;
            }

            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                if N::PV {
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    self.update_at_cutoff(mv, &quiets_tried, &noisy_tried, depth + bonus_depth, ply);
                    break;
                }
            }
            if mv.is_noisy() {
                noisy_tried.push(mv);
            } else {
                quiets_tried.push(mv);
            }
        }

        if move_count == 0 {
            // At the root all moves may be excluded, and elsewhere the only one; otherwise this is mate or stalemate.
            return if excluded.is_some() {
                alpha
            } else {
                if in_check { mated_in(ply) } else { DRAW }.clamp(alpha, beta)
            };
        }
        let bound = Bound::of(alpha, old_alpha, beta);
        if bound == Bound::Exact
            && excluded.is_none()
            && let Some(best) = best_move
        {
            quiets_tried.retain(|mv| *mv != best);
            noisy_tried.retain(|mv| *mv != best);
            self.update_histories(best, &quiets_tried, &noisy_tried, depth, ply);
        }
        if bound == Bound::Alpha && excluded.is_none() && ply > 0 {
            self.update_prior_move(depth, ply);
        }
        // With moves excluded the value is not the position's.
        let is_whole = !N::ROOT || self.excluded_root_moves.is_empty() && self.shared.limits.searchmoves.is_none();
        if is_whole && excluded.is_none() {
            self.store(key, Entry::new(best_move, alpha, raw_eval, depth, bound, ply));
            self.update_correction(raw_eval, alpha, bound, best_move, depth, ply);
        }
        alpha
    }

    /// The next move of a node, which is `number` in the order.
    pub(super) fn next_pick<N: Node>(
        &mut self,
        picker: &mut MovePicker,
        excluded: Option<Move>,
        number: usize,
    ) -> Option<Pick> {
        loop {
            let mv = picker.next(&self.position, &self.data.history, &mut self.scratch)?;
            if !self.is_left_out::<N>(mv, excluded) {
                return Some(Pick { mv, number, is_refutation: picker.is_refutation(mv), extension: 0 });
            }
        }
    }

    /// Whether a move is none of this node: it is not asked about at the root, or excluded.
    fn is_left_out<N: Node>(&self, mv: Move, excluded: Option<Move>) -> bool {
        Some(mv) == excluded
            || N::ROOT && (self.shared.root_moves.index(mv).is_none() || self.excluded_root_moves.contains(&mv))
    }

    /// Searches a move of a node with the window (alpha, beta), unless it is pruned. `discovered_check_candidates` is
    /// filled by the first move that needs it, and is the same for all moves of the node.
    pub(super) fn try_move<N: Node>(
        &mut self,
        pick: Pick,
        (alpha, beta): (Value, Value),
        node: NodeContext,
        discovered_check_candidates: &mut Option<SquareSet>,
    ) -> MoveResult {
        let Pick { mv, number, is_refutation, extension } = pick;
        let NodeContext { depth, ply, .. } = node;
        if N::ROOT {
            self.report_current_move(mv, number);
        }
        // Before it is known whether the move is searched at all: memory takes longer to answer than these questions.
        self.shared.table.prefetch(self.position.key_after(mv));
        let mut reduction = 0;
        if self.shared.switches.selective && number > 1 {
            let us = self.position.side_to_move();
            let discovered_check_candidates =
                *discovered_check_candidates.get_or_insert_with(|| self.position.discovered_check_candidates(us));
            let gives_check = self.position.gives_check(mv, discovered_check_candidates);
            let history = self.history_of(mv, node.prior);
            let candidate = MoveContext { mv, number, history, is_refutation, gives_check };
            reduction = self.reduction::<N>(candidate, node);
            if !N::ROOT && alpha > -WIN_BOUND {
                match self.prune_move(candidate, reduction, alpha, node) {
                    PruneDecision::Search => {}
                    PruneDecision::Skip => return MoveResult::Pruned,
                    PruneDecision::SkipQuiets => return MoveResult::QuietsPruned,
                }
            }
        }
        self.stack.at(ply).current_move = PieceTo::new(&self.position, mv);
        self.position.make(mv);
        let nodes_before = self.nodes;
        let new_depth = depth - 1 + extension;
        let reduced = (new_depth - reduction).clamp(1.min(new_depth), new_depth);
        let value = self.search_move::<N>(alpha, beta, (new_depth, reduced), ply, number, node.cut_node);
        self.position.unmake();
        if N::ROOT
            && let Some(index) = self.shared.root_moves.index(mv)
        {
            self.effort[index] += self.nodes - nodes_before;
        }
        MoveResult::Searched(value)
    }

    /// Principal variation search of the move just made: the first move with the whole window, the others with a window
    /// of one to see that they are no better, reduced first; what turns out better is searched again.
    fn search_move<N: Node>(
        &mut self,
        alpha: Value,
        beta: Value,
        (depth, reduced): (Depth, Depth),
        ply: Ply,
        move_count: usize,
        cut_node: bool,
    ) -> Value {
        if N::PV && move_count == 1 {
            return -self.negamax::<PvNode>(-beta, -alpha, depth, ply + 1, false);
        }
        let mut value = alpha + 1;
        if reduced < depth {
            self.stack.at(ply).reduction = depth - reduced;
            value = -self.negamax::<NonPvNode>(-alpha - 1, -alpha, reduced, ply + 1, true);
            self.stack.at(ply).reduction = 0;
        }
        if value > alpha && !self.stopped {
            value = -self.negamax::<NonPvNode>(-alpha - 1, -alpha, depth, ply + 1, !cut_node);
            if reduced < depth && !self.stopped {
                self.update_after_lmr(value > alpha, depth, ply);
            }
        }
        // A null window can only say "more than alpha".
        if N::PV && value > alpha && !self.stopped {
            value = -self.negamax::<PvNode>(-beta, -alpha, depth, ply + 1, false);
        }
        value
    }

    /// Asks the transposition table.
    #[inline]
    pub(super) fn probe(&mut self, key: Key) -> Option<Entry> {
        if !self.shared.switches.table {
            return None;
        }
        let entry = self.shared.table.probe(key);
        self.data.statistics.tt_probes += 1;
        self.data.statistics.tt_hits += u64::from(entry.is_some());
        entry
    }

    /// Tells the transposition table.
    #[inline]
    pub(super) fn store(&self, key: Key, entry: Entry) {
        if self.shared.switches.table {
            self.shared.table.store(key, entry);
        }
    }

    fn report_current_move(&mut self, mv: Move, number: usize) {
        let depth = self.root_depth;
        if let Some(report) = &mut self.report
            && self.shared.time.elapsed().as_secs() >= CURRENT_MOVE_AFTER
        {
            report(&Report::CurrentMove { depth, mv, number });
        }
    }
}
