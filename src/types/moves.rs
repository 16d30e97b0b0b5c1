//! Moves in 16 bits: six for the square a piece leaves, six for the square it goes to, four for what happens on the way.
//! The same word is stored in the transposition table. Castling is written as the king going to its own rook's square,
//! which is unambiguous in Chess960 too; the protocol layer translates.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use super::{CastlingSide, PieceKind, Square};

/// More moves than any position has: sixteen pieces of at most 27 each. (A game cannot reach more than 218, but a setup
/// with many queens may.)
pub const MAX_MOVES: usize = 16 * 27;

/// A list of moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// What a move does besides going from one square to another. Bit 2 says capture, bit 3 promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing else.
    Quiet = 0,
    /// A pawn's two squares.
    DoublePush = 1,
    /// Short castling.
    CastleShort = 2,
    /// Long castling.
    CastleLong = 3,
    /// Takes the piece on the target square.
    Capture = 4,
    /// Takes the pawn that has just passed the target square.
    EnPassant = 5,
    /// Becomes a knight.
    PromoteKnight = 8,
    /// Becomes a bishop.
    PromoteBishop = 9,
    /// Becomes a rook.
    PromoteRook = 10,
    /// Becomes a queen.
    PromoteQueen = 11,
    /// Captures and becomes a knight.
    CapturePromoteKnight = 12,
    /// Captures and becomes a bishop.
    CapturePromoteBishop = 13,
    /// Captures and becomes a rook.
    CapturePromoteRook = 14,
    /// Captures and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// Promotions without a capture, best piece first.
    pub const PROMOTIONS: [Self; 4] = [Self::PromoteQueen, Self::PromoteKnight, Self::PromoteRook, Self::PromoteBishop];
    /// Promotions by a capture, best piece first.
    pub const CAPTURE_PROMOTIONS: [Self; 4] =
        [Self::CapturePromoteQueen, Self::CapturePromoteKnight, Self::CapturePromoteRook, Self::CapturePromoteBishop];

    /// The kind for a four-bit code; the codes 6 and 7 are unused and give `None`.
    const fn from_code(code: u16) -> Option<Self> {
        Some(match code {
            0 => Self::Quiet,
            1 => Self::DoublePush,
            2 => Self::CastleShort,
            3 => Self::CastleLong,
            4 => Self::Capture,
            5 => Self::EnPassant,
            8 => Self::PromoteKnight,
            9 => Self::PromoteBishop,
            10 => Self::PromoteRook,
            11 => Self::PromoteQueen,
            12 => Self::CapturePromoteKnight,
            13 => Self::CapturePromoteBishop,
            14 => Self::CapturePromoteRook,
            15 => Self::CapturePromoteQueen,
            _ => return None,
        })
    }
}

/// A move. Its meaning depends on the position it is played in; `Option<Move>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A move between two different squares.
    ///
    /// # Panics
    /// If both squares are a1 and the move is quiet, which no generator makes.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let word = from.to64() as u16 | (to.to64() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(word) {
            Some(word) => Self(word),
            None => panic!("a move from a1 to a1"),
        }
    }

    /// The move with this word, if it is one: the squares differ and the kind exists.
    #[inline]
    pub const fn from_word(word: u16) -> Option<Self> {
        if word & 63 == word >> 6 & 63 || MoveKind::from_code(word >> 12).is_none() {
            return None;
        }
        match NonZeroU16::new(word) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }

    /// The 16 bits, never 0.
    #[inline]
    pub const fn word(self) -> u16 {
        self.0.get()
    }

    /// The square the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from64((self.word() & 63) as u8)
    }

    /// The square the piece goes to; for castling the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from64((self.word() >> 6 & 63) as u8)
    }

    /// What the move does besides.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_code(self.word() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Quiet,
        }
    }

    /// Whether the move takes something, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.word() & 1 << 14 != 0
    }

    /// Whether a pawn becomes a piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.word() & 1 << 15 != 0
    }

    /// Whether the move is a capture or a promotion.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.word() >> 14 != 0
    }

    /// Whether the king castles, and to which side.
    #[inline]
    pub const fn castling(self) -> Option<CastlingSide> {
        match self.kind() {
            MoveKind::CastleShort => Some(CastlingSide::King),
            MoveKind::CastleLong => Some(CastlingSide::Queen),
            _ => None,
        }
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.word() >> 12 & 3 {
            0 => PieceKind::Knight,
            1 => PieceKind::Bishop,
            2 => PieceKind::Rook,
            _ => PieceKind::Queen,
        })
    }

    /// Whether a pawn becomes something less than a queen.
    #[inline]
    pub fn is_underpromotion(self) -> bool {
        self.is_promotion() && self.promotion() != Some(PieceKind::Queen)
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
        assert_eq!(moves, 64 * 63 * 14);
    }
}
