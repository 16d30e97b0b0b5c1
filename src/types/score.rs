//! Scores for tapered evaluation: a middlegame and an endgame value packed into one word, so that every term adds both
//! at once. The packing is common among engines.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of a middlegame and an endgame value, each within an i16; in centipawns unless stated otherwise.
///
/// The endgame half is in the high 16 bits. A negative middlegame half borrows one from it, which [`Score::eg`]
/// restores by rounding.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Score(i32);

/// Shorthand for [`Score::new`] in tables of weights.
#[expect(non_snake_case, reason = "the usual name for a score literal")]
pub const fn S(mg: i32, eg: i32) -> Score {
    Score::new(mg, eg)
}

impl Score {
    /// The score of zero in both halves.
    pub const ZERO: Self = Self(0);

    /// Packs the pair (`mg`, `eg`); both must fit an i16.
    pub const fn new(mg: i32, eg: i32) -> Self {
        debug_assert!(mg as i16 as i32 == mg && eg as i16 as i32 == eg);
        Self((eg << 16) + mg)
    }

    /// Returns the middlegame half.
    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the endgame half.
    #[inline]
    pub const fn eg(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Score {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Score {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl std::iter::Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, |sum, score| sum + score)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({}, {})", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_leak_into_each_other() {
        let samples = [-9000, -300, -1, 0, 1, 77, 9000];
        for a in samples {
            for b in samples {
                let score = S(a, b);
                assert_eq!((score.mg(), score.eg()), (a, b));
                let sum = score + S(b, a) * 2 - S(1, -1);
                assert_eq!((sum.mg(), sum.eg()), (a + 2 * b - 1, b + 2 * a + 1));
                assert_eq!(((-score).mg(), (-score).eg()), (-a, -b));
            }
        }
    }
}
