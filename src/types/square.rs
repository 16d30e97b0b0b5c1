//! Squares by their 0x88 index, `rank * 16 + file`, as if a second, phantom board stood to the right of the real one.
//!
//! ```text
//!   70 71 72 73 74 75 76 77 | 78 .. 7F     a step off any edge sets bit 3 (past the h-file or before
//!   60 61 ..                | 68 .. 6F     the a-file) or bit 7 (past rank 8 or before rank 1), so that
//!   ..                      |              one AND with 0x88 answers "is this still the board?"
//!   00 01 02 03 04 05 06 07 | 08 .. 0F
//! ```
//! The numbering has another advantage: the difference of two squares determines their relation (see
//! [`super::geometry`]).

use std::fmt;
use std::ops::{Index, IndexMut};

use super::Color;

/// A square of the board. Invariant: `index & 0x88 == 0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    /// Returns the square on `file` and `rank`, both 0 to 7 (higher bits are ignored).
    #[inline]
    pub const fn from_file_rank(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 4 | (file & 7))
    }

    /// Returns the square with this 0x88 index (bits 3 and 7 are ignored).
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 0x77)
    }

    /// Returns the square with the number a1 = 0, b1 = 1 ... h8 = 63 (higher bits are ignored).
    #[inline]
    pub const fn from64(number: u8) -> Self {
        let number = number & 63;
        // The rank, which is in bits 3 to 5, moves up one bit.
        Self(number + (number & 0x38))
    }

    /// Returns the square's number a1 = 0, b1 = 1 ... h8 = 63.
    #[inline]
    pub const fn to64(self) -> u8 {
        (self.0 + (self.0 & 7)) >> 1
    }

    /// Returns the 0x88 index as a byte.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// Returns the 0x88 index.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler see the range.
        (self.0 & 0x77) as usize
    }

    /// Returns the file, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank, 0 to 7.
    #[inline]
    pub const fn rank(self) -> u8 {
        // The mask changes nothing; it lets the compiler see the range.
        self.0 >> 4 & 7
    }

    /// Returns the rank as `color` counts it: 0 is its own back rank.
    #[inline]
    pub const fn relative_rank(self, color: Color) -> u8 {
        color.relative_rank(self.rank())
    }

    /// Returns the square as `color` sees it: flipped top to bottom for Black.
    #[inline]
    #[must_use]
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self(self.0 ^ 0x70),
        }
    }

    /// Returns whether the square is light.
    #[inline]
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) & 1 == 1
    }

    /// Returns the square `delta` away, or `None` if that is off the board. This is the only 0x88 test.
    #[inline]
    pub const fn step(self, delta: i8) -> Option<Self> {
        let index = self.0.wrapping_add_signed(delta);
        if index & 0x88 == 0 { Some(Self(index)) } else { None }
    }

    /// Returns the square `delta` away, which the caller knows to be on the board, as on a walk between two squares.
    #[inline]
    #[must_use]
    pub const fn advance(self, delta: i8) -> Self {
        let index = self.0.wrapping_add_signed(delta);
        debug_assert!(index & 0x88 == 0);
        Self(index)
    }

    /// Returns the squares in direction `delta`, nearest first, to the edge of the board.
    #[inline]
    pub fn ray(self, delta: i8) -> impl Iterator<Item = Self> {
        std::iter::successors(self.step(delta), move |square| square.step(delta))
    }

    /// Returns `to - self + 0x77`, the index of the displacement into a difference table.
    #[inline]
    pub const fn difference(self, to: Self) -> u8 {
        to.0.wrapping_sub(self.0).wrapping_add(0x77)
    }

    /// Returns all squares in the order a1, b1 ... h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self::from64)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<T> Index<Square> for [T; 128] {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self[square.index()]
    }
}

impl<T> IndexMut<Square> for [T; 128] {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self[square.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numberings_agree_on_every_square() {
        for number in 0..64 {
            let square = Square::from64(number);
            assert_eq!(square.to64(), number);
            assert_eq!((square.file(), square.rank()), (number % 8, number / 8));
            assert_eq!(square.index() & 0x88, 0);
        }
    }

    #[test]
    fn a_step_off_the_board_is_none_and_a_step_on_it_is_a_neighbor() {
        for square in Square::all() {
            for (delta, file, rank) in
                [(1, 1, 0), (-1, -1, 0), (16, 0, 1), (-16, 0, -1), (17, 1, 1), (33, 1, 2), (-18, -2, -1)]
            {
                let (file, rank) = (square.file() as i8 + file, square.rank() as i8 + rank);
                let expected = ((0..8).contains(&file) && (0..8).contains(&rank))
                    .then(|| Square::from_file_rank(file as u8, rank as u8));
                assert_eq!(square.step(delta), expected, "{square} {delta}");
            }
        }
    }
}
