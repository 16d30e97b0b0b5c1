//! Castling rights. The initial squares of kings and rooks are stored in the position, so Chess960 and standard chess
//! share one code path.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::{Color, Square};

/// A side to castle to: toward the h-file or the a-file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// Short: king to the g-file, rook to the f-file.
    King,
    /// Long: king to the c-file, rook to the d-file.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Returns the target square of `color`'s king.
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => 6,
            Self::Queen => 2,
        };
        Square::from_file_rank(file, color.relative_rank(0))
    }

    /// Returns the target square of `color`'s rook.
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => 5,
            Self::Queen => 3,
        };
        Square::from_file_rank(file, color.relative_rank(0))
    }
}

/// A set of castling rights, one bit each in FEN order: K, Q, k, q.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right.
    pub const NONE: Self = Self(0);
    /// All four rights.
    pub const ALL: Self = Self(0b1111);

    /// Returns the four bits.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the right of `color` to castle to `side`.
    #[inline]
    pub const fn of(color: Color, side: CastlingSide) -> Self {
        Self(1 << (2 * color as u8 + side as u8))
    }

    /// Returns both rights of `color`.
    #[inline]
    pub const fn both(color: Color) -> Self {
        Self(0b11 << (2 * color as u8))
    }

    /// Returns whether all of `rights` are held.
    #[inline]
    pub const fn contains(self, rights: Self) -> bool {
        self.0 & rights.0 == rights.0
    }

    /// Returns whether any of `rights` is held.
    #[inline]
    pub const fn has_any(self, rights: Self) -> bool {
        self.0 & rights.0 != 0
    }

    /// Returns whether no right is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the four bits as an index, 0 to 15.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 0b1111) as usize
    }
}

impl BitOr for CastlingRights {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CastlingRights {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for CastlingRights {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for CastlingRights {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl Not for CastlingRights {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}
