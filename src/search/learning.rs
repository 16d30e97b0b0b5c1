//! What a node teaches: which moves were good, and how far the static evaluation was off.

use super::history::{Line, pawn_threat};
use super::params;
use super::tt::{Bound, Entry};
use super::worker::Worker;
use crate::types::value::is_proven;
use crate::types::{Color, Depth, Move, Ply, Value};

impl Worker<'_> {
    /// How well a move did before.
    pub(super) fn history_of(&self, mv: Move, line: Line) -> i32 {
        let history = &self.memory.history;
        if mv.is_noisy() { history.capture(&self.position, mv) } else { history.quiet(&self.position, mv, line) }
    }

    /// Remembers the move that reached beta, and that those tried before it did not.
    pub(super) fn learn(&mut self, mv: Move, quiets: &[Move], noisy: &[Move], depth: Depth, ply: Ply) {
        if !mv.is_noisy() {
            self.frames.add_killer(ply, mv);
        }
        self.frames.at(ply).fail_highs += 1;
        self.reward(mv, quiets, noisy, depth, ply);
    }

    /// Rewards the best move of a node, and counts against others that were tried.
    pub(super) fn reward(&mut self, best: Move, quiets: &[Move], noisy: &[Move], depth: Depth, ply: Ply) {
        let history = &mut self.memory.history;
        let mut best_noisy = Some(best);
        if !best.is_noisy() {
            history.reward_quiet(&self.position, best, quiets, self.frames.line(ply), depth);
            best_noisy = None;
        }
        history.reward_capture(&self.position, best_noisy, noisy, depth);
    }

    /// Remembers the quiet move that reached beta by the table's word: it may do so in the nodes beside this one.
    pub(super) fn learn_from_table(&mut self, entry: Entry, ply: Ply) {
        if let Some(mv) = entry.mv
            && !mv.is_noisy()
        {
            self.frames.add_killer(ply, mv);
        }
    }

    /// Remembers what the re-search of the quiet move just made says, after a reduced one had found it better than
    /// alpha: whether it is a good answer to the moves before it.
    pub(super) fn learn_from_re_search(&mut self, is_better: bool, depth: Depth, ply: Ply) {
        if self.position.last_move().is_some_and(|mv| !mv.is_noisy()) {
            let bonus = params::re_search_bonus() * depth.min(10);
            let (moved, line) = (self.frames.before(ply, 0).moved, self.frames.line(ply));
            self.memory.history.add_continuation(moved, line, if is_better { bonus } else { -bonus });
        }
    }

    /// Rewards the quiet move that led here: nothing was found against it.
    pub(super) fn reward_previous(&mut self, depth: Depth, ply: Ply) {
        if let Some((them, threat, mv)) = self.previous_quiet() {
            let line = self.frames.line(ply - 1);
            let moved = self.frames.before(ply, 1).moved;
            let bonus = params::prior_bonus() * depth.min(10);
            self.memory.history.add_quiet_by(them, threat, moved, mv, line, bonus);
        }
    }

    /// Rewards or punishes the quiet move that led here for what it did to the static evaluation: `gain` is what it
    /// brought the side to move now, which is not who made it.
    pub(super) fn reward_gain(&mut self, gain: Value) {
        if let Some((them, threat, mv)) = self.previous_quiet() {
            let most = params::gain_bonus_max();
            let bonus = (-gain * params::gain_bonus()).clamp(-most, most);
            self.memory.history.add_quiet_alone(them, threat, mv, bonus);
        }
    }

    /// The move that led here, if it was a quiet one, with who made it and its threat by pawns.
    fn previous_quiet(&self) -> Option<(Color, usize, Move)> {
        let mv = self.position.last_move().filter(|mv| !mv.is_noisy())?;
        let them = !self.position.side_to_move();
        Some((them, pawn_threat(&self.position, them, mv), mv))
    }

    /// Remembers by how much the evaluation `raw` was off, as far as the search tells: a bound on its far side of the
    /// value does not, nor does a value that a capture decided.
    pub(super) fn learn_correction(
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
            self.memory.history.learn_correction(&self.position, value - raw, depth, self.frames.before(ply, 1).moved);
        }
    }
}
