//! What the search leaves out, and what it looks at more closely: whole nodes that are decided without a search of
//! their own, moves that are not searched, moves searched less deep, and one that is searched deeper. In a fail-hard
//! search a null-window node has only two answers; every heuristic here gives one of them or none.

use super::history::PieceTo;
use super::node::{MoveContext, Node, NodeContext, NonPvNode};
use super::params;
use super::picker::MovePicker;
use super::tt::{Bound, Entry};
use super::worker::Worker;
use crate::types::value::{WIN_BOUND, is_proven};
use crate::types::{Depth, Move, Ply, Value};

/// What becomes of a move.
pub(super) enum PruneDecision {
    Search,
    /// It is not searched.
    Skip,
    /// Neither is any later quiet one.
    SkipQuiets,
}

/// What the search without the table move says.
pub(super) enum Singular {
    /// So many plies more for the table move, or less.
    Extend(Depth),
    /// Another move reaches beta too.
    MultiCut,
}

impl Worker<'_> {
    /// The value of a null-window node that needs no search of its moves.
    pub(super) fn prune_node(
        &mut self,
        alpha: Value,
        beta: Value,
        node: NodeContext,
        entry: Option<Entry>,
    ) -> Option<Value> {
        let eval = node.eval?;
        let estimate = tt_adjusted_eval(eval, entry, node.ply);

        // Razoring: so far below alpha only captures can help, and quiescence knows whether they do.
        let depth = node.depth;
        if depth <= params::razoring_depth()
            && estimate + params::razoring_base() + params::razoring_per_depth() * depth * depth <= alpha
            && self.quiescence::<NonPvNode>(alpha, beta, node.ply, 0) <= alpha
        {
            return Some(alpha);
        }
        // Reverse futility: so far above beta the opponent would need more moves than are left to come back. Where a
        // null move is being verified that is the very question.
        if depth <= params::reverse_futility_depth()
            && node.ply >= self.nmp_min_ply
            && estimate - params::reverse_futility_margin() * (depth - Depth::from(node.improving)) >= beta
        {
            return Some(beta);
        }
        if estimate >= beta
            && eval + params::null_move_slope() * depth - params::null_move_margin() >= beta
            && self.null_move_refutes(estimate, beta, node)
        {
            return Some(beta);
        }
        if depth >= params::probcut_depth() && !self.stopped && self.probcut_refutes(eval, beta, node, entry) {
            return Some(beta);
        }
        None
    }

    /// Null move pruning: if passing the move still fails high at reduced depth, moving will too. Zugzwang breaks the
    /// argument: so it needs a piece, and at great depth, earlier with few pieces, a second search that may not pass.
    fn null_move_refutes(&mut self, estimate: Value, beta: Value, node: NodeContext) -> bool {
        let NodeContext { depth, ply, .. } = node;
        let us = self.position.side_to_move();
        if depth < params::null_move_depth()
            || ply < self.nmp_min_ply
            || self.position.last_move().is_none()
            || !self.position.has_pieces(us)
        {
            return false;
        }
        self.shared.table.prefetch(self.position.key_after_null());
        let above = (estimate - beta) / params::null_move_per_eval();
        let reduction = params::null_move_base() + depth / params::null_move_per_depth() + above.min(3);
        self.stack.at(ply).current_move = PieceTo::NONE;
        self.position.make_null();
        let value = -self.negamax::<NonPvNode>(-beta, -beta + 1, depth - reduction, ply + 1, !node.cut_node);
        self.position.unmake_null();
        if value < beta || self.stopped {
            return false;
        }
        let (verified_from, reduction) = if self.position.is_zugzwang_prone(us) {
            (params::zugzwang_verify_depth(), reduction.min(params::zugzwang_verify_reduction()))
        } else {
            (params::null_move_verify_depth(), reduction)
        };
        if depth < verified_from || self.nmp_min_ply > 0 {
            return true;
        }
        let verified = (depth - reduction).max(1);
        self.nmp_min_ply = ply + 1 + 3 * verified as Ply / 4;
        let value = self.negamax::<NonPvNode>(beta - 1, beta, verified, ply, false);
        self.nmp_min_ply = 0;
        value >= beta && !self.stopped
    }

    /// `ProbCut`: if a capture reaches well above beta at reduced depth, the full depth will hardly find it below. The
    /// probe is a search of this position with a window of its own, and what the table learns lies inside that window.
    fn probcut_refutes(&mut self, eval: Value, beta: Value, node: NodeContext, entry: Option<Entry>) -> bool {
        let NodeContext { depth, ply, .. } = node;
        let high = beta + params::probcut_margin();
        if high >= WIN_BOUND {
            return false;
        }
        let reduced = depth - 4;
        if let Some(entry) = entry
            && entry.depth > reduced
            && entry.bound != Bound::Beta
            && entry.value(ply) < high
        {
            return false;
        }
        let key = self.position.key();
        let mut picker = MovePicker::probcut(&self.position, entry.and_then(|entry| entry.mv), high - eval);
        while let Some(mv) = picker.next(&self.position, &self.data.history, &mut self.scratch) {
            self.shared.table.prefetch(self.position.key_after(mv));
            self.stack.at(ply).current_move = PieceTo::new(&self.position, mv);
            self.position.make(mv);
            let mut value = -self.quiescence::<NonPvNode>(-high, -high + 1, ply + 1, 0);
            if value >= high && !self.stopped {
                value = -self.negamax::<NonPvNode>(-high, -high + 1, reduced, ply + 1, !node.cut_node);
            }
            self.position.unmake();
            if self.stopped {
                return false;
            }
            if value >= high {
                self.store(key, Entry::new(Some(mv), high, node.raw_eval, reduced + 1, Bound::Beta, ply));
                return true;
            }
        }
        false
    }

    /// Whether a move other than the first is worth a search. Not asked while alpha is a proven loss: every move might
    /// be the one that saves the game.
    pub(super) fn prune_move(
        &self,
        candidate: MoveContext,
        reduction: Depth,
        alpha: Value,
        node: NodeContext,
    ) -> PruneDecision {
        let mv = candidate.mv;
        if !self.position.has_pieces(self.position.side_to_move()) {
            return PruneDecision::Search;
        }
        if mv.is_noisy() && self.is_futile_capture(candidate, reduction, alpha, node) {
            return PruneDecision::Skip;
        }
        let decision =
            if mv.is_noisy() { PruneDecision::Skip } else { self.prune_quiet(candidate, reduction, alpha, node) };
        // A capture or a check may do what the evaluation does not expect, but not at any price.
        match decision {
            PruneDecision::Search => PruneDecision::Search,
            _ if (mv.is_noisy() || candidate.gives_check)
                && (node.depth > params::see_pruning_depth()
                    || self.position.see_ge(mv, -params::see_noisy_margin() * node.depth)) =>
            {
                PruneDecision::Search
            }
            _ => decision,
        }
    }

    /// Futility pruning of captures: even with what it takes on top the evaluation stays far below alpha.
    fn is_futile_capture(&self, candidate: MoveContext, reduction: Depth, alpha: Value, node: NodeContext) -> bool {
        let Some(eval) = node.eval else { return false };
        let reduced = (node.depth - 1 - reduction).max(0);
        let margin = params::futility_noisy_base() + params::futility_noisy_per_depth() * reduced;
        reduced <= params::futility_noisy_depth()
            && !candidate.gives_check
            && eval + margin + self.position.move_gain(candidate.mv) <= alpha
    }

    /// Whether a quiet move is worth a search, checks aside.
    fn prune_quiet(&self, candidate: MoveContext, reduction: Depth, alpha: Value, node: NodeContext) -> PruneDecision {
        let NodeContext { depth, .. } = node;
        let MoveContext { mv, history, .. } = candidate;
        let reduced = (depth - 1 - reduction).max(0);
        // Late move pruning: with good ordering the best quiet move is among the first.
        let most = (params::late_move_pruning_base() + depth * depth) / if node.improving { 1 } else { 2 };
        if depth <= params::late_move_pruning_depth() && candidate.number as i32 > most {
            return PruneDecision::SkipQuiets;
        }
        // Futility pruning: a quiet move will not lift the evaluation by so much.
        if let Some(eval) = node.eval
            && reduced <= params::futility_depth()
            && eval + params::futility_base() + params::futility_per_depth() * reduced <= alpha
        {
            return PruneDecision::Skip;
        }
        // History pruning: it has done badly often enough.
        if reduced <= params::history_pruning_depth() && history < -params::history_pruning_margin() * depth {
            return PruneDecision::Skip;
        }
        let margin = params::see_quiet_margin() * reduced * reduced;
        if depth <= params::see_pruning_depth() && !self.position.see_ge(mv, -margin) {
            return PruneDecision::Skip;
        }
        PruneDecision::Search
    }

    /// Late move reduction, in plies: with good ordering the later moves seldom matter; less deep is enough to see
    /// that.
    pub(super) fn reduction<N: Node>(&self, candidate: MoveContext, node: NodeContext) -> Depth {
        let first_reduced = if N::ROOT { 4 } else { 2 };
        if node.depth < params::late_move_depth() || candidate.number < first_reduced {
            return 0;
        }
        let mut reduction = params::late_move_reduction(node.depth, candidate.number);
        reduction -= candidate.history * 1024 / params::late_move_history();
        for (applies, amount) in [
            (N::PV, -params::late_move_pv()),
            (node.cut_node, params::late_move_cut_node()),
            (!node.improving, params::late_move_not_improving()),
            (node.tt_noisy, params::late_move_table_noisy()),
            (self.stack.before(node.ply + 1, 0).cutoff_count > 3, params::late_move_cutoff_count()),
            (candidate.mv.is_noisy(), -params::late_move_noisy()),
            (candidate.is_refutation, -params::late_move_killer()),
            (candidate.gives_check, -params::late_move_check()),
        ] {
            if applies {
                reduction += amount;
            }
        }
        (reduction / 1024).max(0)
    }

    /// Singular extension: if all other moves fall well short of the table move's value, it is the only good one and
    /// its line is searched deeper. The table's value was at least that, which is all a fail-hard bound can say and all
    /// that is needed. If the others reach even beta, the node does without the table move (multi-cut).
    pub(super) fn singular_extension<N: Node>(
        &mut self,
        mv: Move,
        beta: Value,
        node: NodeContext,
        entry: Option<Entry>,
    ) -> Singular {
        let NodeContext { depth, ply, .. } = node;
        let Some(entry) = entry else { return Singular::Extend(0) };
        let tt_value = entry.value(ply);
        if depth < params::singular_depth()
            || entry.depth < depth - 3
            || entry.bound == Bound::Alpha
            || is_proven(tt_value)
            || ply as Depth >= 2 * self.root_depth
        {
            return Singular::Extend(0);
        }
        let singular_beta = tt_value - params::singular_margin() * depth / 16;
        let reduced = (depth - 1) / 2;
        let killers = self.stack.at(ply).killers;
        self.stack.at(ply).excluded = Some(mv);
        let mut value = self.negamax::<NonPvNode>(singular_beta - 1, singular_beta, reduced, ply, node.cut_node);
        let mut extension = 0;
        if value < singular_beta && !self.stopped {
            extension = 1;
            // How far short they fall a null window does not tell: it takes a second one.
            if !N::PV {
                let lower = singular_beta - params::double_extension_margin();
                value = self.negamax::<NonPvNode>(lower - 1, lower, reduced, ply, node.cut_node);
                extension += Depth::from(value < lower);
            }
        }
        self.stack.at(ply).excluded = None;
        self.stack.at(ply).killers = killers;
        if extension > 0 {
            Singular::Extend(extension)
        } else if !N::PV && singular_beta >= beta {
            Singular::MultiCut
        } else if tt_value >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}

/// By how many plies a node is searched deeper, as the move before it was reduced by `reduction` plies and brought the
/// side to move `gain`: a move reduced by much that did no harm to its side deserved better, and a bad one even less.
pub(super) fn hindsight(reduction: Depth, gain: Value, depth: Depth) -> Depth {
    if reduction >= params::hindsight_reduction() && gain <= 0 {
        1
    } else if reduction >= 1 && depth >= 2 && gain > params::hindsight_margin() {
        -1
    } else {
        0
    }
}

/// The static evaluation, or the table's value where its bound says more.
pub(super) fn tt_adjusted_eval(eval: Value, entry: Option<Entry>, ply: Ply) -> Value {
    let Some(entry) = entry else { return eval };
    let value = entry.value(ply);
    let says_more = match entry.bound {
        Bound::Exact => true,
        Bound::Alpha => value < eval,
        Bound::Beta => value > eval,
    };
    if says_more && !is_proven(value) { value } else { eval }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hindsight_mends_reductions_that_were_wrong() {
        let (much, bad) = (params::hindsight_reduction(), params::hindsight_margin() + 1);
        assert_eq!(hindsight(much, 0, 5), 1);
        assert_eq!((hindsight(much, 1, 5), hindsight(much - 1, 0, 5)), (0, 0));
        assert_eq!((hindsight(1, bad, 5), hindsight(much, bad, 5)), (-1, -1));
        // A move not reduced stays as it is, and depth does not vanish.
        assert_eq!((hindsight(0, bad, 5), hindsight(0, -bad, 5), hindsight(1, bad, 1)), (0, 0, 0));
    }
}
