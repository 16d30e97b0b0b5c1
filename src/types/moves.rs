//! Moves in 16 bits. A 0x88 square leaves two bits of its byte unused, the two that the off-board test looks at; with a
//! square in each half of the word there are four of them, and they say what kind of move it is:
//!
//! ```text
//!   bit    15      14 13 12   11   10 9 8     7     6 5 4    3   2 1 0
//!       promotion  rank to   kind  file to capture rank from kind file from
//! ```
//! So squares come out of a move by one AND. The same word is stored in the transposition table. Castling is written as
//! the king going to its own rook's square, which is unambiguous in Chess960 too; the protocol layer translates.

use std::array;
use std::fmt;
use std::iter::Take;
use std::num::NonZeroU16;
use std::ops::Deref;
use std::slice;

use super::{CastlingSide, PieceKind, Square};

/// More moves than any position has: sixteen pieces of at most 27 each. (A game cannot reach more than 218, but a setup
/// with many queens may.)
pub const MAX_MOVES: usize = 16 * 27;

/// A list of moves. To make one costs a visit to each of its cells, so hot code keeps one and refills it.
#[derive(Clone)]
pub struct MoveList {
    pub(crate) moves: [Move; MAX_MOVES],
    pub(crate) len: usize,
}

impl MoveList {
    /// Returns an empty list.
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Move::FILLER; MAX_MOVES], len: 0 }
    }

    /// Empties the list.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len.min(MAX_MOVES)]
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Take<array::IntoIter<Move, MAX_MOVES>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

const CAPTURE: u16 = 1 << 7;
const PROMOTION: u16 = 1 << 15;
const KIND: u16 = 0x8888;
const SQUARE: u16 = 0x77;

/// What a move does besides going from one square to another, as the four bits that its squares leave free. No kind is
/// 0, so that no move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum MoveKind {
    /// Nothing else.
    Quiet = 0x0008,
    /// A pawn's two squares.
    DoublePush = 0x0800,
    /// Castling, to the side of the rook on the target square.
    Castle = 0x0808,
    /// Takes the piece on the target square.
    Capture = CAPTURE,
    /// Takes the pawn that has just passed the target square.
    EnPassant = CAPTURE | 0x0008,
    /// Becomes a knight.
    PromoteKnight = PROMOTION,
    /// Becomes a bishop.
    PromoteBishop = PROMOTION | 0x0008,
    /// Becomes a rook.
    PromoteRook = PROMOTION | 0x0800,
    /// Becomes a queen.
    PromoteQueen = PROMOTION | 0x0808,
    /// Captures and becomes a knight.
    CapturePromoteKnight = PROMOTION | CAPTURE,
    /// Captures and becomes a bishop.
    CapturePromoteBishop = PROMOTION | CAPTURE | 0x0008,
    /// Captures and becomes a rook.
    CapturePromoteRook = PROMOTION | CAPTURE | 0x0800,
    /// Captures and becomes a queen.
    CapturePromoteQueen = PROMOTION | CAPTURE | 0x0808,
}

impl MoveKind {
    /// Promotions without a capture, best piece first.
    pub const PROMOTIONS: [Self; 4] = [Self::PromoteQueen, Self::PromoteKnight, Self::PromoteRook, Self::PromoteBishop];
    /// Promotions by a capture, best piece first.
    pub const CAPTURE_PROMOTIONS: [Self; 4] =
        [Self::CapturePromoteQueen, Self::CapturePromoteKnight, Self::CapturePromoteRook, Self::CapturePromoteBishop];

    /// Returns the kind with these bits; three of the sixteen combinations are none.
    const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            0x0008 => Self::Quiet,
            0x0800 => Self::DoublePush,
            0x0808 => Self::Castle,
            0x0080 => Self::Capture,
            0x0088 => Self::EnPassant,
            0x8000 => Self::PromoteKnight,
            0x8008 => Self::PromoteBishop,
            0x8800 => Self::PromoteRook,
            0x8808 => Self::PromoteQueen,
            0x8080 => Self::CapturePromoteKnight,
            0x8088 => Self::CapturePromoteBishop,
            0x8880 => Self::CapturePromoteRook,
            0x8888 => Self::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// Returns the bits, known not to be 0.
    #[inline]
    const fn bits(self) -> NonZeroU16 {
        match NonZeroU16::new(self as u16) {
            Some(bits) => bits,
            None => unreachable!(),
        }
    }
}

/// A move. Its meaning depends on the position it is played in; `Option<Move>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// What stands in the unused cells of a list.
    const FILLER: Self = Self(MoveKind::Quiet.bits());

    /// Returns a move between two different squares.
    #[inline]
    pub fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(kind.bits() | u16::from_le_bytes([from.byte(), to.byte()]))
    }

    /// Returns the move with this word, if it is one: the squares differ and the kind exists.
    #[inline]
    pub const fn from_word(word: u16) -> Option<Self> {
        if word & SQUARE == word >> 8 & SQUARE || MoveKind::from_bits(word & KIND).is_none() {
            return None;
        }
        match NonZeroU16::new(word) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }

    /// Returns the 16 bits, never 0.
    #[inline]
    pub const fn word(self) -> u16 {
        self.0.get()
    }

    /// Returns the square the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.word() as u8)
    }

    /// Returns the square the piece goes to; for castling the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.word() >> 8) as u8)
    }

    /// What the move does besides.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.word() & KIND) {
            Some(kind) => kind,
            None => MoveKind::Quiet,
        }
    }

    /// Returns whether the move is of `kind`.
    #[inline]
    pub const fn is(self, kind: MoveKind) -> bool {
        self.word() & KIND == kind as u16
    }

    /// Returns whether the move takes something, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.word() & CAPTURE != 0
    }

    /// Returns whether a pawn becomes a piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.word() & PROMOTION != 0
    }

    /// Returns whether the move is a capture or a promotion.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.word() & (CAPTURE | PROMOTION) != 0
    }

    /// Returns whether the king castles, and to which side.
    #[inline]
    pub const fn castling(self) -> Option<CastlingSide> {
        if !self.is(MoveKind::Castle) {
            return None;
        }
        // Both squares are on one rank.
        Some(if self.to().index() > self.from().index() { CastlingSide::King } else { CastlingSide::Queen })
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.word() & 0x0808 {
            0 => PieceKind::Knight,
            0x0008 => PieceKind::Bishop,
            0x0800 => PieceKind::Rook,
            _ => PieceKind::Queen,
        })
    }

    /// Returns whether a pawn becomes something less than a queen.
    #[inline]
    pub const fn is_underpromotion(self) -> bool {
        self.is_promotion() && self.word() & 0x0808 != 0x0808
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_valid_word_is_a_move_that_gives_the_word_back() {
        let mut moves = 0;
        for word in 0..=u16::MAX {
            let Some(mv) = Move::from_word(word) else { continue };
            moves += 1;
            assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
            assert_eq!(mv.is_noisy(), mv.is_capture() || mv.is_promotion());
            assert_eq!(mv.is_promotion(), mv.promotion().is_some());
        }
        assert_eq!(moves, 64 * 63 * 13);
    }
}
