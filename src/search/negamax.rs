//! The main search: fail-hard principal variation search. "Fail-hard" means that every node returns a value inside the
//! window it was asked about, alpha for "no better than that", beta for "good enough to be avoided". Debug builds assert it
//! at every return.

use arrayvec::ArrayVec;

use super::params::{
    LATE_MOVE_DEPTH, LATE_MOVE_HISTORY, NULL_MOVE_DEPTH, NULL_MOVE_EVAL, NULL_MOVE_REDUCTION, late_move_reduction,
};
use super::picker::MovePicker;
use super::report::Report;
use super::tt::{Bound, Entry};
use super::worker::Worker;
use crate::position::Key;
use crate::types::value::{DRAW, MATE_BOUND, mate_in, mated_in};
use crate::types::{Depth, MAX_MOVES, MAX_PLY, Move, Ply, Value};

/// What kind of node is searched, known at compile time.
pub(super) trait Node {
    /// On a principal variation: searched with an open window.
    const PV: bool;
    /// The root of the tree.
    const ROOT: bool;
}

/// The root.
pub(super) struct Root;
/// A node on a principal variation.
pub(super) struct OnPv;
/// A node searched with a window of one to refute or confirm.
pub(super) struct OffPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for OnPv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for OffPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Quiet moves that did not reach beta.
type QuietsTried = ArrayVec<Move, MAX_MOVES>;

/// Moves left for later because another thread searches them.
type Deferred = ArrayVec<Move, MAX_MOVES>;

/// Seconds after which the root move being searched is reported.
const CURRENT_MOVE_AFTER: u64 = 3;

/// From this many plies without progress on, table values are not trusted to end a node: they know nothing of the clock.
pub(super) const CLOCK_MATTERS: u16 = 90;

impl Worker<'_> {
    /// The value of the position at `ply`, searched `depth` plies deep, if it lies between `alpha` and `beta`; otherwise
    /// the nearer of the two. Meaningless once `self.stopped` is set.
    pub fn negamax<N: Node>(&mut self, alpha: Value, beta: Value, depth: Depth, ply: Ply) -> Value {
        debug_assert!(alpha < beta && (N::PV || beta - alpha == 1));
        let value = if depth <= 0 {
            self.quiescence::<N>(alpha, beta, ply)
        } else {
            self.search_node::<N>(alpha, beta, depth, ply)
        };
        debug_assert!((alpha..=beta).contains(&value), "{value} is not within [{alpha}, {beta}]");
        value
    }

    #[expect(clippy::too_many_lines, reason = "the search of a node reads best from top to bottom")]
    fn search_node<N: Node>(&mut self, mut alpha: Value, mut beta: Value, mut depth: Depth, ply: Ply) -> Value {
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
        let entry = self.probe(key);
        if !N::PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && self.position.halfmove_clock() < CLOCK_MATTERS
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            self.memory.statistics.table_cutoffs += 1;
            return value;
        }
        let table_move = if N::ROOT { self.root_guess } else { entry.and_then(|entry| entry.mv) };
        let mut eval = entry.and_then(|entry| entry.eval);

        if selective {
            if !N::PV && self.may_pass(depth, beta) {
                let value = eval.unwrap_or_else(|| self.evaluate());
                eval = Some(value);
                if self.null_move_refutes(value, beta, depth, ply) {
                    return beta;
                }
            }
            // Check extension: an answer to a check is forced, so it costs no depth.
            if in_check {
                depth += 1;
            }
        }

        let old_alpha = alpha;
        let mut picker = MovePicker::new(table_move, self.killers.get(ply));
        let mut best_move = None;
        let mut move_count = 0;
        let mut quiets_tried = QuietsTried::new();
        let mut deferred = Deferred::new();
        let mut is_second_round = false;
        while let Some(mv) = picker.next(&self.position, &self.memory.history, &mut self.scratch).or_else(|| {
            is_second_round = true;
            deferred.pop()
        }) {
            if N::ROOT && (!self.shared.root_moves.contains(&mv) || self.excluded.contains(&mv)) {
                continue;
            }
            let key_after = self.position.key_after(mv);
            if move_count > 0 && !is_second_round && self.shared.busy.contains(key_after, depth) {
                deferred.push(mv);
                continue;
            }
            move_count += 1;
            if N::ROOT {
                self.report_current_move(mv, move_count);
            }
            let reduction = if selective { self.reduction::<N>(mv, depth, ply, move_count) } else { 0 };
            self.shared.table.prefetch(key_after);
            self.shared.busy.insert(key_after, depth);
            self.position.make(mv);
            let value = self.search_move::<N>(alpha, beta, depth - 1, reduction, ply, move_count);
            self.position.unmake();
            self.shared.busy.remove(key_after, depth);
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
                    self.learn(mv, &quiets_tried, depth, ply);
                    break;
                }
            }
            if !mv.is_noisy() {
                quiets_tried.push(mv);
            }
        }

        if move_count == 0 {
            // At the root all moves may be excluded; elsewhere this is mate or stalemate.
            return if in_check { mated_in(ply) } else { DRAW }.clamp(alpha, beta);
        }
        let bound = Bound::of(alpha, old_alpha, beta);
        // With moves excluded the value is not the position's.
        if !N::ROOT || self.excluded.is_empty() && self.shared.limits.searchmoves.is_empty() {
            self.store(key, Entry::new(best_move, alpha, eval, depth, bound, ply));
        }
        alpha
    }

    /// Principal variation search of the move just made: the first move with the whole window, the others with a window
    /// of one to see that they are no better, reduced first; what turns out better is searched again.
    fn search_move<N: Node>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: Depth,
        reduction: Depth,
        ply: Ply,
        move_count: usize,
    ) -> Value {
        if N::PV && move_count == 1 {
            return -self.negamax::<OnPv>(-beta, -alpha, depth, ply + 1);
        }
        let mut value = -self.negamax::<OffPv>(-alpha - 1, -alpha, depth - reduction, ply + 1);
        if value > alpha && reduction > 0 && !self.stopped {
            value = -self.negamax::<OffPv>(-alpha - 1, -alpha, depth, ply + 1);
        }
        // A window of one can only say "more than alpha".
        if N::PV && value > alpha && !self.stopped {
            value = -self.negamax::<OnPv>(-beta, -alpha, depth, ply + 1);
        }
        value
    }

    /// Whether a null move may be tried. Zugzwang breaks its argument, so it needs a piece.
    fn may_pass(&self, depth: Depth, beta: Value) -> bool {
        depth >= NULL_MOVE_DEPTH
            && beta.abs() < MATE_BOUND
            && !self.position.in_check()
            && self.position.last_move().is_some()
            && self.position.has_pieces(self.position.side_to_move())
    }

    /// Null move pruning: if passing the move still fails high at reduced depth, moving will too.
    fn null_move_refutes(&mut self, eval: Value, beta: Value, depth: Depth, ply: Ply) -> bool {
        if eval < beta {
            return false;
        }
        let (base, per_depth) = NULL_MOVE_REDUCTION;
        let (per_eval, most) = NULL_MOVE_EVAL;
        let reduction = base + depth / per_depth + ((eval - beta) / per_eval).min(most);
        self.position.make_null();
        let value = -self.negamax::<OffPv>(-beta, -beta + 1, depth - 1 - reduction, ply + 1);
        self.position.unmake_null();
        value >= beta && !self.stopped
    }

    /// Late move reduction: with good ordering the later quiet moves seldom matter; less deep is enough to see that.
    fn reduction<N: Node>(&self, mv: Move, depth: Depth, ply: Ply, move_count: usize) -> Depth {
        let first_reduced = if N::PV { 4 } else { 3 };
        if depth < LATE_MOVE_DEPTH || move_count < first_reduced || mv.is_noisy() || self.position.in_check() {
            return 0;
        }
        let us = self.position.side_to_move();
        let mut reduction = late_move_reduction(depth, move_count);
        reduction -= self.memory.history.get(us, mv) / LATE_MOVE_HISTORY;
        reduction -= Depth::from(N::PV) + Depth::from(self.killers.get(ply).contains(&Some(mv)));
        reduction.clamp(0, depth - 2)
    }

    /// Remembers the quiet move that reached beta, and that those tried before it did not.
    fn learn(&mut self, mv: Move, tried: &[Move], depth: Depth, ply: Ply) {
        if !mv.is_noisy() {
            self.killers.add(ply, mv);
            self.memory.history.update(self.position.side_to_move(), mv, tried, depth);
        }
    }

    /// Asks the transposition table.
    #[inline]
    pub(super) fn probe(&mut self, key: Key) -> Option<Entry> {
        if !self.shared.switches.table {
            return None;
        }
        let entry = self.shared.table.probe(key);
        self.memory.statistics.table_probes += 1;
        self.memory.statistics.table_hits += u64::from(entry.is_some());
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
