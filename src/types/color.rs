//! The two sides, with all that depends on them: pawn direction, sign and relative ranks.

use std::ops::{Index, IndexMut, Not};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first; its pawns move up the board.
    White,
    /// The side whose pawns move down the board.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the 0x88 displacement of this side's pawn push: +16 or -16.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 16,
            Self::Black => -16,
        }
    }

    /// Returns +1 for White, -1 for Black, which converts a value from White's point of view to this side's.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// Converts a rank (0 to 7) to or from this side's point of view, where 0 is its own back rank.
    #[inline]
    pub const fn relative_rank(self, rank: u8) -> u8 {
        match self {
            Self::White => rank,
            Self::Black => 7 - rank,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl<T> Index<Color> for [T; 2] {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self[color.index()]
    }
}

impl<T> IndexMut<Color> for [T; 2] {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self[color.index()]
    }
}
