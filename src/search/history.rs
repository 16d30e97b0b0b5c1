//! Histories: statistics of moves from nodes searched before, for move ordering, pruning and reductions. Updates use
//! the "gravity" formula: the nearer an entry is to its limit, the smaller its step, so entries stay bounded and old
//! results fade.
//!
//! ```text
//!   quiet          by color, whether pawns attack the two squares, from, to
//!   continuation   by piece and target of an earlier move (1, 2 and 4 plies ago), and piece and target of this one
//!   capture        by piece, target and what it takes
//!   counter        the quiet move that was last best after a move, by that move's piece and target
//! ```

use super::params;
use crate::position::Position;
use crate::types::{Color, Depth, Move, Piece, Square};

/// Bound of a history entry.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Adds a bonus with gravity.
pub fn add(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// The bonus of the best move of a node, which raised alpha or caused a cutoff.
fn bonus(depth: Depth) -> i32 {
    (params::history_bonus() * depth).min(params::history_bonus_max())
}

/// The malus (negative) of the other moves that were searched.
fn malus(depth: Depth) -> i32 {
    -(params::history_malus() * depth).min(params::history_malus_max())
}

/// A moved piece with its target square. The index after the last stands for no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    pub const COUNT: usize = 12 * 64;
    /// No move: a null move, or a ply before the game.
    pub const NONE: Self = Self(Self::COUNT as u16);

    /// The piece and target of `mv`, which has not been made in `position` yet.
    #[inline]
    pub fn new(position: &Position, mv: Move) -> Self {
        let piece = position.piece_on(mv.from()).number();
        Self((piece * 64 + usize::from(mv.to().to64())) as u16)
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves 1, 2 and 4 plies before a node: the context of the continuation history.
pub type PriorMoves = [PieceTo; 3];

/// The continuation history of one prior move. Of the 16 pieces, which need no range check, twelve exist.
type ContinuationEntry = [[i16; 64]; 16]; // [piece][target]

/// The quiet histories of one side after certain moves.
#[derive(Clone, Copy)]
pub struct Quiets<'a> {
    main: &'a [[[i16; 64]; 64]; 4],      // [threat][from][to]
    replies: [&'a ContinuationEntry; 3], // after the move 1, 2 or 4 plies ago
}

impl<'a> Quiets<'a> {
    /// The histories of `piece` on `from`; `is_attacked` by an enemy pawn.
    #[inline]
    pub fn of(self, piece: Piece, from: Square, is_attacked: bool) -> QuietsFrom<'a> {
        let threat = 2 * usize::from(is_attacked);
        QuietsFrom {
            by_threat: [threat, threat + 1].map(|threat| &self.main[threat][usize::from(from.to64())]),
            replies: self.replies.map(|replies| &replies[piece]),
        }
    }
}

/// The quiet history values of one piece.
pub struct QuietsFrom<'a> {
    by_threat: [&'a [i16; 64]; 2], // [whether pawns attack the target][to]
    replies: [&'a [i16; 64]; 3],   // [after the move 1, 2 or 4 plies ago][to]
}

impl QuietsFrom<'_> {
    /// The history value of the move to the square number `to`, 0 to 63; `is_attacked` by an enemy pawn.
    #[inline]
    pub fn value(&self, to: u8, is_attacked: bool) -> i32 {
        // The mask changes nothing; it lets the compiler see the range.
        let to = usize::from(to & 63);
        let [one, two, four] = self.replies.map(|replies| i32::from(replies[to]));
        i32::from(self.by_threat[usize::from(is_attacked)][to]) + one + two + (four >> 1)
    }
}

/// All history tables of a thread.
pub struct History {
    quiet: Box<[[[[i16; 64]; 64]; 4]; 2]>,            // [color][threat][from][to]
    continuation: Box<[ContinuationEntry]>,           // [earlier piece and target][piece][target]
    capture: Box<[[i16; 6]; PieceTo::COUNT]>,         // [piece and target][victim]
    counter: Box<[Option<Move>; PieceTo::COUNT + 1]>, // [piece and target]
}

impl History {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            quiet: bytemuck::zeroed_box(),
            continuation: bytemuck::zeroed_slice_box(PieceTo::COUNT + 1),
            capture: bytemuck::zeroed_box(),
            counter: Box::new([None; PieceTo::COUNT + 1]),
        }
    }

    /// Clears all tables in place: with new ones beside the old the process would grow for good.
    pub fn clear(&mut self) {
        bytemuck::fill_zeroes(self.quiet.as_mut_slice());
        bytemuck::fill_zeroes(&mut self.continuation);
        bytemuck::fill_zeroes(self.capture.as_mut_slice());
        self.counter.fill(None);
    }

    /// The quiet history value of a move: main history and continuation histories of the `prior` moves.
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move, prior: PriorMoves) -> i32 {
        let is_attacked = |square| position.is_attacked_by_pawn(square, !position.side_to_move());
        let from = mv.from();
        let quiets = self.quiets(position.side_to_move(), prior).of(position.piece_on(from), from, is_attacked(from));
        quiets.value(mv.to().to64(), is_attacked(mv.to()))
    }

    /// The quiet histories of `us` after the `prior` moves.
    #[inline]
    pub fn quiets(&self, us: Color, prior: PriorMoves) -> Quiets<'_> {
        Quiets { main: &self.quiet[us], replies: prior.map(|earlier| &self.continuation[earlier.index()]) }
    }

    /// The capture history value of a noisy move.
    #[inline]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.capture[PieceTo::new(position, mv).index()][victim(position, mv)])
    }

    /// The countermove: the last quiet move that was best after `previous`.
    #[inline]
    pub fn counter(&self, previous: PieceTo) -> Option<Move> {
        self.counter[previous.index()]
    }

    /// Gives the best move, a quiet one, a bonus and the other quiet moves `tried` a malus, and sets the countermove.
    pub fn update_quiets(&mut self, position: &Position, best: Move, tried: &[Move], prior: PriorMoves, depth: Depth) {
        self.update_quiet_of(position, best, prior, bonus(depth));
        for &mv in tried {
            self.update_quiet_of(position, mv, prior, malus(depth));
        }
        self.counter[prior[0].index()] = Some(best);
    }

    /// Gives the best move, if it is noisy, a bonus and the other noisy moves `tried` a malus.
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

    /// Adds `bonus` to the main and continuation histories of a quiet move of `us`.
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

    /// Adds `bonus` to the continuation histories of a quiet move.
    pub fn update_continuation(&mut self, current_move: PieceTo, prior: PriorMoves, bonus: i32) {
        for earlier in prior {
            if earlier != PieceTo::NONE {
                add(&mut self.continuation[earlier.index()].as_flattened_mut()[current_move.index()], bonus);
            }
        }
    }

    /// Adds `bonus` to the main history of a quiet move of `us`.
    pub fn update_main(&mut self, us: Color, threat: usize, mv: Move, bonus: i32) {
        add(&mut self.quiet[us][threat][usize::from(mv.from().to64())][usize::from(mv.to().to64())], bonus);
    }
}

/// The threat bucket of a move: 2 if enemy pawns attack its origin, plus 1 if they attack its target.
#[inline]
pub fn threat_bucket(position: &Position, us: Color, mv: Move) -> usize {
    let is_attacked = |square| usize::from(position.is_attacked_by_pawn(square, !us));
    2 * is_attacked(mv.from()) + is_attacked(mv.to())
}

/// Index of the captured piece; promotions without capture and en passant count as taking a pawn.
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
}
