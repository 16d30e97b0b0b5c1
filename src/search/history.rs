//! What earlier nodes learned about moves, to order and to reduce those of later ones. All are counters with gravity:
//! the nearer one is to its limit the less it moves on, so that none overflows and all forget in time.
//!
//! ```text
//!   quiet          by color, whether pawns attack the two squares, from, to
//!   continuation   by piece and target of an earlier move (1, 2 and 4 plies ago), and piece and target of this one
//!   capture        by piece, target and what it takes
//!   counter        the quiet move that last refuted a move, by that move's piece and target
//!   correction     how far the search found the static evaluation off, by the pawns, by each side's other pieces, and
//!                  by the last move
//! ```

use super::params;
use crate::position::{Key, Position};
use crate::types::value::EVAL_LIMIT;
use crate::types::{Color, Depth, Move, Square, Value};

/// Bounds of a history value.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Adds with gravity.
fn add(cell: &mut i16, bonus: i32) {
    let value = i32::from(*cell);
    *cell = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// The reward for a move that reached beta.
fn bonus(depth: Depth) -> i32 {
    (params::history_bonus() * depth).min(params::history_bonus_max())
}

/// The penalty, negative, for a move tried before it.
fn malus(depth: Depth) -> i32 {
    -(params::history_malus() * depth).min(params::history_malus_max())
}

/// A move as later moves remember it: which piece went where. The last of all values stands for no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = 12 * 64;
    /// No move, a null move, or one before the game.
    pub const NONE: Self = Self(Self::COUNT as u16);

    /// What `mv` does in `position`, where it has not been made yet.
    #[inline]
    pub fn new(position: &Position, mv: Move) -> Self {
        let piece = position.piece_on(mv.from()).number();
        Self((piece * 64 + usize::from(mv.to().to64())) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves 1, 2 and 4 plies ago.
pub type PriorMoves = [PieceTo; 3];

/// One answer's value for each move it may answer.
type ContinuationEntry = [i16; PieceTo::COUNT];

const CORRECTIONS: usize = 1 << 14;
/// Unit of the corrections: so many make a centipawn.
const CORRECTION_SCALE: i32 = 256;
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_SCALE;

/// What is known about the quiet moves of a piece.
pub struct QuietsFrom<'a> {
    by_threat: [&'a [i16; 64]; 2], // [whether pawns attack the target][to]
    replies: [&'a [i16; 64]; 3],   // [after the move 1, 2 or 4 plies ago][to]
}

impl QuietsFrom<'_> {
    /// How well the move to a square did, which an enemy pawn may attack.
    #[inline]
    pub fn value(&self, to: Square, is_attacked: bool) -> i32 {
        let to = usize::from(to.to64() & 63);
        let [one, two, four] = self.replies.map(|replies| i32::from(replies[to]));
        i32::from(self.by_threat[usize::from(is_attacked)][to]) + one + two + four / 2
    }
}

/// All of it.
pub struct History {
    quiet: Box<[[[[i16; 64]; 64]; 4]; 2]>,                // [color][threat][from][to]
    continuation: Box<[ContinuationEntry]>,               // [earlier piece and target][piece and target]
    capture: Box<[[i16; 6]; PieceTo::COUNT]>,             // [piece and target][victim]
    counter: Box<[Option<Move>; PieceTo::COUNT + 1]>,     // [piece and target]
    move_correction: Box<[[i16; PieceTo::COUNT + 1]; 2]>, // [color][piece and target]
    pawn_correction: Box<[[i16; CORRECTIONS]; 2]>,        // [color][pawn key]
    piece_correction: Box<[[[i16; CORRECTIONS]; 2]; 2]>,  // [color][whose pieces][piece key]
}

impl History {
    /// A history without a past.
    pub fn new() -> Self {
        Self {
            quiet: bytemuck::zeroed_box(),
            continuation: bytemuck::zeroed_slice_box(PieceTo::COUNT + 1),
            capture: bytemuck::zeroed_box(),
            counter: Box::new([None; PieceTo::COUNT + 1]),
            move_correction: bytemuck::zeroed_box(),
            pawn_correction: bytemuck::zeroed_box(),
            piece_correction: bytemuck::zeroed_box(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// How well a quiet move of the side to move did before, after the moves of `prior`.
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move, prior: PriorMoves) -> i32 {
        let is_attacked = |square| position.is_attacked_by_pawn(square, !position.side_to_move());
        self.quiets_from(position, mv.from(), is_attacked(mv.from()), prior).value(mv.to(), is_attacked(mv.to()))
    }

    /// The same for all quiet moves of the piece on `from`, which an enemy pawn may attack.
    #[inline]
    pub fn quiets_from(
        &self,
        position: &Position,
        from: Square,
        is_attacked: bool,
        prior: PriorMoves,
    ) -> QuietsFrom<'_> {
        let threat = 2 * usize::from(is_attacked);
        let by_threat = &self.quiet[position.side_to_move()];
        let piece = position.piece_on(from).number();
        QuietsFrom {
            by_threat: [threat, threat + 1].map(|threat| &by_threat[threat][usize::from(from.to64())]),
            replies: prior.map(|earlier| &self.continuation[earlier.index()].as_chunks().0[piece]),
        }
    }

    /// How well a noisy move did before.
    #[inline]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.capture[PieceTo::new(position, mv).index()][victim(position, mv)])
    }

    /// The quiet move that last refuted the move before this node.
    #[inline]
    pub fn counter(&self, previous: PieceTo) -> Option<Move> {
        self.counter[previous.index()]
    }

    /// Rewards the quiet move that reached beta after the moves of `prior`, and counts against the quiet ones tried
    /// before.
    pub fn update_quiets(&mut self, position: &Position, best: Move, tried: &[Move], prior: PriorMoves, depth: Depth) {
        self.update_quiet_of(position, best, prior, bonus(depth));
        for &mv in tried {
            self.update_quiet_of(position, mv, prior, malus(depth));
        }
        self.counter[prior[0].index()] = Some(best);
    }

    /// Rewards the noisy move that reached beta, if one did, and counts against those tried before.
    pub fn update_captures(&mut self, position: &Position, best: Option<Move>, tried: &[Move], depth: Depth) {
        let rewards = best.into_iter().map(|mv| (mv, bonus(depth)));
        for (mv, bonus) in rewards.chain(tried.iter().map(|&mv| (mv, malus(depth)))) {
            let this = PieceTo::new(position, mv).index();
            add(&mut self.capture[this][victim(position, mv)], bonus);
        }
    }

    fn update_quiet_of(&mut self, position: &Position, mv: Move, prior: PriorMoves, bonus: i32) {
        let us = position.side_to_move();
        self.update_quiet(us, threat_bucket(position, us, mv), PieceTo::new(position, mv), mv, prior, bonus);
    }

    /// Adds `bonus` to the quiet move of `us` that went as `current_move` says, after the moves of `prior`.
    pub fn update_quiet(
        &mut self,
        us: Color,
        threat: usize,
        current_move: PieceTo,
        mv: Move,
        prior: PriorMoves,
        bonus: i32,
    ) {
        self.update_main(us, threat, mv, bonus);
        self.update_continuation(current_move, prior, bonus);
    }

    /// Adds `bonus` to a quiet move that went as `current_move` says, as an answer to the moves of `prior`.
    pub fn update_continuation(&mut self, current_move: PieceTo, prior: PriorMoves, bonus: i32) {
        for earlier in prior {
            if earlier != PieceTo::NONE {
                add(&mut self.continuation[earlier.index()][current_move.index()], bonus);
            }
        }
    }

    /// Adds `bonus` to the quiet move of `us`, whatever went before.
    pub fn update_main(&mut self, us: Color, threat: usize, mv: Move, bonus: i32) {
        add(&mut self.quiet[us][threat][usize::from(mv.from().to64())][usize::from(mv.to().to64())], bonus);
    }

    /// The static evaluation `eval` of `position`, corrected by what searches found in positions with the same pawns,
    /// with the same pieces of either side, and after the same move.
    #[inline]
    pub fn correct(&self, position: &Position, eval: Value, last: PieceTo) -> Value {
        let us = position.side_to_move();
        let by_pawns = i32::from(self.pawn_correction[us][correction_index(position.pawn_key())]);
        let by_move = i32::from(self.move_correction[us][last.index()]);
        let by_pieces = |color| {
            let cells: &[i16; CORRECTIONS] = &self.piece_correction[us][color];
            i32::from(cells[correction_index(position.non_pawn_key(color))])
        };
        let error = by_pawns * params::correction_weight()
            + by_move * params::move_correction_weight()
            + (by_pieces(Color::White) + by_pieces(Color::Black)) * params::piece_correction_weight();
        (eval + error / (128 * CORRECTION_SCALE)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Remembers that a search `depth` deep found `error` centipawns more than the evaluation.
    pub fn update_correction(&mut self, position: &Position, error: Value, depth: Depth, last: PieceTo) {
        let us = position.side_to_move();
        let weight = (depth + 1).min(16);
        let most = params::correction_error_max();
        let error = error.clamp(-most, most);
        let [white, black] = &mut self.piece_correction[us];
        for cell in [
            &mut white[correction_index(position.non_pawn_key(Color::White))],
            &mut black[correction_index(position.non_pawn_key(Color::Black))],
            &mut self.pawn_correction[us][correction_index(position.pawn_key())],
            &mut self.move_correction[us][last.index()],
        ] {
            let new = (i32::from(*cell) * (256 - weight) + error * CORRECTION_SCALE * weight) / 256;
            *cell = new.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        }
    }
}

/// Whether enemy pawns attack the squares that a move of `us` leaves (2) and goes to (1): the sum.
#[inline]
pub fn threat_bucket(position: &Position, us: Color, mv: Move) -> usize {
    let is_attacked = |square| usize::from(position.is_attacked_by_pawn(square, !us));
    2 * is_attacked(mv.from()) + is_attacked(mv.to())
}

#[inline]
fn correction_index(key: Key) -> usize {
    key as usize % CORRECTIONS
}

/// What a noisy move takes, as an index: a promotion without capture counts as taking a pawn, as en passant does.
#[inline]
fn victim(position: &Position, mv: Move) -> usize {
    let piece = position.piece_on(mv.to());
    if piece.is_none() { 0 } else { piece.kind().index() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_stays_within_its_limit_and_can_turn() {
        let position = Position::start();
        let moves = position.legal_moves();
        let (good, bad) = (moves[0], moves[1]);
        let prior = [PieceTo::NONE; 3];
        let mut history = History::new();
        for _ in 0..10_000 {
            history.update_quiets(&position, good, &[bad], prior, 30);
        }
        let high = history.quiet(&position, good, prior);
        assert!(high > HISTORY_LIMIT / 2 && high <= HISTORY_LIMIT);
        assert!(history.quiet(&position, bad, prior) < -HISTORY_LIMIT / 2);
        history.update_quiets(&position, bad, &[good], prior, 30);
        assert!(history.quiet(&position, good, prior) < high);
    }

    #[test]
    fn a_continuation_counts_after_its_own_move_only() {
        let mut position = Position::start();
        let moves = position.legal_moves();
        let before = PieceTo::new(&position, moves[3]);
        position.make(moves[3]);
        let reply = position.legal_moves()[5];
        let (prior, other) = ([before, PieceTo::NONE, PieceTo::NONE], [PieceTo::NONE; 3]);
        let mut history = History::new();
        history.update_quiets(&position, reply, &[], prior, 8);
        assert_eq!(history.quiet(&position, reply, prior), 2 * history.quiet(&position, reply, other));
        assert_eq!(history.counter(before), Some(reply));
        history.clear();
        assert_eq!((history.quiet(&position, reply, prior), history.counter(before)), (0, None));
    }

    #[test]
    fn corrections_approach_the_error_found() {
        let position = Position::start();
        let mut history = History::new();
        for _ in 0..1000 {
            history.update_correction(&position, 40, 10, PieceTo::NONE);
        }
        let weights =
            params::correction_weight() + params::move_correction_weight() + 2 * params::piece_correction_weight();
        let full = 40 * weights / 128;
        assert!((history.correct(&position, 10, PieceTo::NONE) - 10 - full).abs() <= 1);
    }
}
