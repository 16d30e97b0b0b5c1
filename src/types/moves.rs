//! Moves in 16 bits. A 0x88 square leaves two bits of its byte unused, those of the off-board test. With a square in
//! each half of the word four bits are free; they encode the kind of move:
//!
//! ```text
//!   bit    15      14 13 12   11   10 9 8     7     6 5 4    3   2 1 0
//!       promotion  rank to   kind  file to capture rank from kind file from
//! ```
//! So one AND extracts a square. The same word is stored in the transposition table. Castling is encoded as king takes
//! own rook, which is unambiguous in Chess960, too; the protocol layer translates.

use std::array;
use std::fmt;
use std::iter::Take;
use std::num::NonZeroU16;
use std::ops::Deref;
use std::slice;

use super::{CastlingSide, PieceKind, Square};

/// An upper bound on the moves of a position: sixteen pieces with at most 27 each. (A game cannot reach more than 218,
/// but a setup with many queens can.)
pub const MAX_MOVES: usize = 16 * 27;

/// A list of moves. Creating one initializes all its entries, so hot code reuses lists.
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

/// The kind of a move, encoded in the four bits that its squares leave free. No kind is 0, so no move word is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum MoveKind {
    /// A move that is none of the others.
    Quiet = 0x0008,
    /// A pawn's double push.
    DoublePush = 0x0800,
    /// Castling with the rook on the target square.
    Castle = 0x0808,
    /// A capture on the target square.
    Capture = CAPTURE,
    /// An en-passant capture of the pawn that has just passed the target square.
    EnPassant = CAPTURE | 0x0008,
    /// Promotion to a knight.
    PromoteKnight = PROMOTION,
    /// Promotion to a bishop.
    PromoteBishop = PROMOTION | 0x0008,
    /// Promotion to a rook.
    PromoteRook = PROMOTION | 0x0800,
    /// Promotion to a queen.
    PromoteQueen = PROMOTION | 0x0808,
    /// Capture and promotion to a knight.
    CapturePromoteKnight = PROMOTION | CAPTURE,
    /// Capture and promotion to a bishop.
    CapturePromoteBishop = PROMOTION | CAPTURE | 0x0008,
    /// Capture and promotion to a rook.
    CapturePromoteRook = PROMOTION | CAPTURE | 0x0800,
    /// Capture and promotion to a queen.
    CapturePromoteQueen = PROMOTION | CAPTURE | 0x0808,
}

impl MoveKind {
    /// Promotions without capture, most useful first.
    pub const PROMOTIONS: [Self; 4] = [Self::PromoteQueen, Self::PromoteKnight, Self::PromoteRook, Self::PromoteBishop];
    /// Promotions by capture, most useful first.
    pub const CAPTURE_PROMOTIONS: [Self; 4] =
        [Self::CapturePromoteQueen, Self::CapturePromoteKnight, Self::CapturePromoteRook, Self::CapturePromoteBishop];

    /// Returns the kind with these bits; three of the sixteen combinations are invalid.
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

    /// Returns the bits, which are never 0.
    #[inline]
    const fn bits(self) -> NonZeroU16 {
        match NonZeroU16::new(self as u16) {
            Some(bits) => bits,
            None => unreachable!(),
        }
    }
}

/// A move, meaningful only together with its position. `Option<Move>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// The content of the unused entries of a list.
    const FILLER: Self = Self(MoveKind::Quiet.bits());

    /// Creates a move between two different squares.
    #[inline]
    pub fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(kind.bits() | u16::from_le_bytes([from.byte(), to.byte()]))
    }

    /// Returns the move with this word if it is valid: the squares differ and the kind exists.
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

    /// Returns the origin square.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.word() as u8)
    }

    /// Returns the target square; for castling that of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.word() >> 8) as u8)
    }

    /// Returns the kind of the move.
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

    /// Returns whether the move is a capture, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.word() & CAPTURE != 0
    }

    /// Returns whether the move is a promotion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.word() & PROMOTION != 0
    }

    /// Returns whether the move is a capture or a promotion.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.word() & (CAPTURE | PROMOTION) != 0
    }

    /// Returns the side the king castles to, or `None` if the move is not castling.
    #[inline]
    pub const fn castling(self) -> Option<CastlingSide> {
        if !self.is(MoveKind::Castle) {
            return None;
        }
        // Both squares are on one rank.
        Some(if self.to().index() > self.from().index() { CastlingSide::King } else { CastlingSide::Queen })
    }

    /// Returns the kind of piece the pawn promotes to.
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

    /// Returns whether the move is a promotion to less than a queen.
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
    fn every_valid_word_round_trips_through_its_move() {
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
