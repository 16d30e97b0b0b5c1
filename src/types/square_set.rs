//! Sets of squares (bitboards), one bit for each square (a1 = bit 0 ... h8 = bit 63). The board is an array and lists;
//! sets by piece stand beside it as an index. Pins, exchanges, move generation and the evaluation work on whole sets.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, Square};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SquareSet(pub u64);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The light squares.
    pub const LIGHT: Self = Self(0x55aa_55aa_55aa_55aa);

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

    /// Returns the set with only `square`.
    #[inline]
    pub const fn of(square: Square) -> Self {
        SINGLE[square.index()]
    }

    /// Returns all squares of `file` (0 is the a-file).
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(Self::FILE_A << (file & 7))
    }

    /// Returns all squares of `rank` (0 is the first).
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * (rank & 7)))
    }

    /// Returns whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Returns whether the set contains the square of this number, 0 (a1) to 63 (h8).
    #[inline]
    pub const fn contains64(self, number: u8) -> bool {
        self.0 >> (number & 63) & 1 != 0
    }

    /// Returns the numbers of the squares, from 0 (a1) to 63 (h8), for tables of 64 elements.
    #[inline]
    pub fn numbers(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let number = self.0.trailing_zeros() as u8;
            self.0 &= self.0 - 1;
            Some(number)
        })
    }

    /// Adds `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= Self::of(square).0;
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the lowest square of the set, or `None` if it is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::from64(self.0.trailing_zeros() as u8)) }
    }

    /// Returns whether the set has at least two squares.
    #[inline]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares.
    #[inline]
    pub const fn len(self) -> i32 {
        self.0.count_ones() as i32
    }

    /// Returns the set shifted one rank in the direction of `color`'s pawns.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// Returns the set shifted one file toward the h-file.
    #[inline]
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::FILE_H) << 1)
    }

    /// Returns the set shifted one file toward the a-file.
    #[inline]
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A) >> 1)
    }
}

/// The set of each single square; a lookup is faster than a shift here.
static SINGLE: [SquareSet; 128] = {
    let mut table = [SquareSet::EMPTY; 128];
    let mut number = 0;
    while number < 64 {
        table[Square::from64(number).index()] = SquareSet(1 << number);
        number += 1;
    }
    table
};

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

#[expect(clippy::copy_iterator, reason = "a set is one word; every caller means to iterate over a copy")]
impl Iterator for SquareSet {
    type Item = Square;

    /// Removes the lowest square from the set and returns it.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for SquareSet {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for SquareSet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Not for SquareSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_returns_the_inserted_squares() {
        let squares: Vec<Square> = Square::all().filter(|s| s.is_light()).collect();
        let set: SquareSet = squares.iter().copied().collect();
        assert_eq!(set, SquareSet::LIGHT);
        assert_eq!(set.collect::<Vec<_>>(), squares);
        assert!(squares.iter().all(|&s| set.contains(s) && !(!set).contains(s)));
        assert!(set.numbers().eq(squares.iter().map(|square| square.to64())));
        // Halves and ranks of this set differ from each other.
        let few = SquareSet(0x8000_0001_0040_0203);
        assert!(few.numbers().eq([0, 1, 9, 22, 32, 63]));
        assert!((0..64).filter(|&number| few.contains64(number)).eq(few.numbers()));
    }

    #[test]
    fn shifts_do_not_wrap_around_the_edges() {
        assert_eq!(SquareSet::file(7).east(), SquareSet::EMPTY);
        assert_eq!(SquareSet::file(0).west(), SquareSet::EMPTY);
        assert_eq!(SquareSet::rank(7).forward(Color::White), SquareSet::EMPTY);
        assert_eq!(SquareSet::rank(1).forward(Color::White), SquareSet::rank(2));
        assert_eq!(SquareSet::rank(6).forward(Color::Black), SquareSet::rank(5));
    }
}
