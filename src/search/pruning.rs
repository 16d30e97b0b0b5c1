//! Pruning, reductions and extensions: whole nodes decided without a search of their moves, moves that are skipped,
//! searched less deeply (reductions) or more deeply (extensions). A null-window node has only two answers; a heuristic
//! that decides for one of them returns the bound that it proves, for the fail-soft value of the node.

use super::entry::{Bound, Entry};
use super::history::PieceTo;
use super::node::{MoveContext, Node, NodeContext, NonPvNode};
use super::params;
use super::picker::MovePicker;
use super::worker::Worker;
use crate::types::value::{WIN_BOUND, is_proven};
use crate::types::{Depth, Move, Ply, Value};

/// The decision on a move.
pub(super) enum PruneDecision {
    Search,
    /// Skip the move.
    Skip,
    /// Skip the move and all later quiet moves.
    SkipQuiets,
}

/// The result of the singular search.
pub(super) enum Singular {
    /// Extend the table move by this many plies, or reduce it if negative.
    Extend(Depth),
    /// Multi-cut: another move reaches beta as well, with this bound.
    MultiCut(Value),
}

impl Worker<'_> {
    /// Decides a null-window node without a search of its moves, if one of the heuristics can. Returns the bound that
    /// it proves.
    pub(super) fn prune_node(
        &mut self,
        alpha: Value,
        beta: Value,
        node: NodeContext,
        entry: Option<Entry>,
    ) -> Option<Value> {
        let eval = node.eval?;
        let estimate = tt_adjusted_eval(eval, entry, node.ply);

        // Razoring: only captures can help so far below alpha, and quiescence search sees them.
        let depth = node.depth;
        if depth <= params::razoring_depth()
            && estimate + params::razoring_base() + params::razoring_per_depth() * depth * depth <= alpha
            && self.quiescence::<NonPvNode>(alpha, beta, node.ply, 0) <= alpha
        {
            return Some(self.stack.at(node.ply).soft_value);
        }
        // Reverse futility pruning (RFP): so far above beta the opponent cannot catch up in the remaining plies. Not
        // while a null move is verified, which asks that very question.
        if depth <= params::reverse_futility_depth()
            && node.ply >= self.nmp_min_ply
            && estimate - params::reverse_futility_margin() * (depth - Depth::from(node.improving)) >= beta
        {
            return Some(estimate);
        }
        if estimate >= beta
            && eval + params::null_move_slope() * depth - params::null_move_margin() >= beta
            && let Some(soft_value) = self.null_move(estimate, beta, node)
        {
            return Some(soft_value);
        }
        if depth >= params::probcut_depth() && !self.is_stopped() {
            self.probcut(eval, beta, node, entry)
        } else {
            None
        }
    }

    /// Null move pruning (NMP): a side that reaches beta at reduced depth even after passing will reach it with a move.
    /// Zugzwang breaks the argument, so the side needs a piece, and a verification search without null moves follows at
    /// high depth, earlier with at most one piece. Returns the bound that it proves.
    fn null_move(&mut self, estimate: Value, beta: Value, node: NodeContext) -> Option<Value> {
        let NodeContext { depth, ply, .. } = node;
        let us = self.position.side_to_move();
        if depth < params::null_move_depth()
            || ply < self.nmp_min_ply
            || self.position.last_move().is_none()
            || !self.position.has_pieces(us)
        {
            return None;
        }
        self.shared.table.prefetch(self.position.key_after_null());
        let above = (estimate - beta) / params::null_move_per_eval();
        let reduction = params::null_move_base() + depth / params::null_move_per_depth() + above.min(3);
        self.stack.set_move(ply, PieceTo::NONE, 0);
        self.position.make_null();
        let value = -self.negamax::<NonPvNode>(-beta, -beta + 1, depth - reduction, ply + 1, !node.cut_node);
        self.position.unmake_null();
        if value < beta || self.is_stopped() {
            return None;
        }
        // A win against a side that does not move is no proof.
        let below = self.soft_value_of_child(ply);
        let soft_value = if below < WIN_BOUND { below } else { beta };
        let (verified_from, reduction) = if self.position.is_zugzwang_prone(us) {
            (params::zugzwang_verify_depth(), reduction.min(params::zugzwang_verify_reduction()))
        } else {
            (params::null_move_verify_depth(), reduction)
        };
        if depth < verified_from || self.nmp_min_ply > 0 {
            return Some(soft_value);
        }
        let verified = (depth - reduction).max(1);
        self.nmp_min_ply = ply + 1 + 3 * verified as Ply / 4;
        let value = self.negamax::<NonPvNode>(beta - 1, beta, verified, ply, false);
        self.nmp_min_ply = 0;
        (value >= beta && !self.is_stopped()).then_some(soft_value)
    }

    /// `ProbCut`: a capture that reaches well above beta at reduced depth will most likely reach beta at full depth.
    /// Returns the bound that it proves.
    fn probcut(&mut self, eval: Value, beta: Value, node: NodeContext, entry: Option<Entry>) -> Option<Value> {
        let NodeContext { depth, ply, .. } = node;
        let high = beta + params::probcut_margin();
        if high >= WIN_BOUND {
            return None;
        }
        let reduced = depth - 4;
        if let Some(entry) = entry
            && entry.depth > reduced
            && entry.bound != Bound::Beta
            && entry.value(ply) < high
        {
            return None;
        }
        let key = self.position.key();
        let mut picker = MovePicker::probcut(&self.position, entry.and_then(|entry| entry.mv), high - eval);
        while let Some(mv) = picker.next(&self.position, &self.data.history, &mut self.scratch) {
            self.stack.set_move(ply, PieceTo::new(&self.position, mv), 0);
            self.make(mv);
            let mut value = -self.quiescence::<NonPvNode>(-high, -high + 1, ply + 1, 0);
            if value >= high && !self.is_stopped() {
                value = -self.negamax::<NonPvNode>(-high, -high + 1, reduced, ply + 1, !node.cut_node);
            }
            self.position.unmake();
            if self.is_stopped() {
                return None;
            }
            if value >= high {
                let soft_value = self.soft_value_of_child(ply);
                self.store(key, Entry::new(Some(mv), soft_value, node.raw_eval, reduced + 1, Bound::Beta, ply));
                return Some(soft_value);
            }
        }
        None
    }

    /// Decides on a move after the first. Not called while alpha is a proven loss, when every move might be the one
    /// that saves the game.
    #[inline(always)]
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
        // Captures and checks may surprise the evaluation, so they are skipped only if they lose too much material.
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

    /// Futility pruning of captures: the evaluation stays below alpha even with the captured piece.
    fn is_futile_capture(&self, candidate: MoveContext, reduction: Depth, alpha: Value, node: NodeContext) -> bool {
        let Some(eval) = node.eval else { return false };
        let reduced = (node.depth - 1 - reduction).max(0);
        let margin = params::futility_noisy_base() + params::futility_noisy_per_depth() * reduced;
        reduced <= params::futility_noisy_depth()
            && !candidate.gives_check
            && eval + margin + self.position.move_gain(candidate.mv) <= alpha
    }

    /// Decides on a quiet move, regardless of checks.
    fn prune_quiet(&self, candidate: MoveContext, reduction: Depth, alpha: Value, node: NodeContext) -> PruneDecision {
        let NodeContext { depth, .. } = node;
        let MoveContext { mv, history, .. } = candidate;
        let reduced = (depth - 1 - reduction).max(0);
        // Late move pruning (LMP): with good move ordering the best quiet move is among the first.
        let most = (params::late_move_pruning_base() + depth * depth) / if node.improving { 1 } else { 2 };
        if depth <= params::late_move_pruning_depth() && candidate.number as i32 > most {
            return PruneDecision::SkipQuiets;
        }
        // Futility pruning: a quiet move does not gain so much.
        if let Some(eval) = node.eval
            && reduced <= params::futility_depth()
            && eval + params::futility_base() + params::futility_per_depth() * reduced <= alpha
        {
            return PruneDecision::Skip;
        }
        // History pruning.
        if reduced <= params::history_pruning_depth() && history < -params::history_pruning_margin() * depth {
            return PruneDecision::Skip;
        }
        let margin = params::see_quiet_margin() * reduced * reduced;
        if depth <= params::see_pruning_depth() && !self.position.see_ge(mv, -margin) {
            return PruneDecision::Skip;
        }
        PruneDecision::Search
    }

    /// Late move reduction (LMR) in plies: with good move ordering a late move is seldom best, and a shallower search
    /// is enough to confirm it. `of_node` is [`Worker::reduction_of_node`].
    pub(super) fn reduction<N: Node>(&self, candidate: MoveContext, node: NodeContext, of_node: i32) -> Depth {
        let first_reduced = if N::ROOT { 4 } else { 2 };
        if node.depth < params::late_move_depth() || candidate.number < first_reduced {
            return 0;
        }
        let mut reduction = params::late_move_reduction(node.depth, candidate.number) + of_node;
        reduction -= candidate.history * 1024 / params::late_move_history();
        for (applies, amount) in [
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

    /// The part of the late move reduction that the late moves of a node have in common, in 1/1024 ply.
    pub(super) fn reduction_of_node<N: Node>(&self, node: NodeContext) -> i32 {
        // A move of the opponent that has often been good leaves less to find against it.
        let most = params::late_move_prior_history_max();
        let prior_history = self.stack.before(node.ply, 1).history;
        let mut reduction = (prior_history * 1024 / params::late_move_prior_history()).clamp(-most, most);
        // The more the evaluation had to be corrected, the less it is to be trusted.
        reduction -= (node.correction() * params::late_move_correction()).min(1024);
        for (applies, amount) in [
            (N::PV, -params::late_move_pv()),
            (node.was_pv && !N::PV, -params::late_move_former_pv()),
            (node.cut_node, params::late_move_cut_node()),
            (!node.improving, params::late_move_not_improving()),
            (node.tt_noisy, params::late_move_table_noisy()),
            (node.singular, -params::late_move_singular()),
        ] {
            if applies {
                reduction += amount;
            }
        }
        reduction
    }

    /// Singular extension: if all other moves fail well below the table move's value, the table move is the only good
    /// one and is searched deeper, by two plies if the others are far below. If they reach beta as well, the node is
    /// cut (multi-cut).
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
            || ply as Depth >= 2 * self.root.depth()
        {
            return Singular::Extend(0);
        }
        let singular_beta = tt_value - params::singular_margin() * depth / 16;
        let reduced = (depth - 1) / 2;
        let killers = self.stack.at(ply).killers;
        self.stack.at(ply).excluded = Some(mv);
        let value = self.negamax::<NonPvNode>(singular_beta - 1, singular_beta, reduced, ply, node.cut_node);
        let at_node = self.stack.at(ply);
        (at_node.excluded, at_node.killers) = (None, killers);
        if value < singular_beta {
            // The window does not tell how far below the others are; the fail-soft value does.
            let is_far = !N::PV && at_node.soft_value < singular_beta - params::double_extension_margin();
            Singular::Extend(1 + Depth::from(is_far))
        } else if !N::PV && singular_beta >= beta {
            Singular::MultiCut(singular_beta)
        } else if tt_value >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}

/// Hindsight correction in plies of the depth of a node whose move was reduced by `reduction`: one more if a heavily
/// reduced move did not worsen the position of its side (`gain` of the side to move, in centipawns), one less if it
/// did.
pub(super) fn hindsight(reduction: Depth, gain: Value, depth: Depth) -> Depth {
    if reduction >= params::hindsight_reduction() && gain <= 0 {
        1
    } else if reduction >= 1 && depth >= 2 && gain > params::hindsight_margin() {
        -1
    } else {
        0
    }
}

/// The static evaluation, or the table's value where its bound is tighter.
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
        // Moves that were not reduced keep their depth, and no depth falls below one.
        assert_eq!((hindsight(0, bad, 5), hindsight(0, -bad, 5), hindsight(1, bad, 1)), (0, 0, 0));
    }
}
