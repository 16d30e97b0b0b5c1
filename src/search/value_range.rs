//! The range of a node's value that is known before its moves are searched: by the rules, the distance to the root and
//! the endgame tablebases.

use super::entry::Bound;
use crate::types::value::{INFINITE, mate_in, mated_in};
use crate::types::{Ply, Value};

/// A range that a node's value lies in, whatever its moves are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ValueRange {
    least: Value,
    most: Value,
}

impl ValueRange {
    /// The range of a value of which nothing is known.
    pub const ALL: Self = Self { least: -INFINITE, most: INFINITE };

    /// Adds a lower bound. Where it contradicts an upper bound, the earlier one holds.
    #[inline]
    pub fn at_least(&mut self, value: Value) {
        self.least = self.least.max(value.min(self.most));
    }

    /// Adds an upper bound. Where it contradicts a lower bound, the earlier one holds.
    #[inline]
    pub fn at_most(&mut self, value: Value) {
        self.most = self.most.min(value.max(self.least));
    }

    /// Adds the bounds of mate distance pruning at `ply`: the worst result is to be mated now, the best to mate with
    /// the next move.
    #[inline]
    pub fn limit_by_mates(&mut self, ply: Ply) {
        self.at_least(mated_in(ply));
        self.at_most(mate_in(ply + 1));
    }

    /// Adds a bound of an entry.
    pub fn add(&mut self, bound: Bound, value: Value) {
        if bound != Bound::Alpha {
            self.at_least(value);
        }
        if bound != Bound::Beta {
            self.at_most(value);
        }
    }

    /// The value that the range decides on for the window (`alpha`, `beta`): its only one, or that which is nearest to
    /// a window outside of it.
    #[inline]
    pub fn decided(self, alpha: Value, beta: Value) -> Option<Value> {
        if self.least >= beta {
            Some(self.least)
        } else if self.most <= alpha || self.least == self.most {
            Some(self.most)
        } else {
            None
        }
    }

    /// The part of the window (`alpha`, `beta`) within an undecided range.
    #[inline]
    pub fn narrow(self, alpha: Value, beta: Value) -> (Value, Value) {
        (alpha.max(self.least), beta.min(self.most))
    }

    /// The value of the range that is nearest to `value`.
    #[inline]
    pub fn clamp(self, value: Value) -> Value {
        value.clamp(self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_narrowed_or_decided() {
        let mut range = ValueRange::ALL;
        assert_eq!((range.decided(-5, 5), range.narrow(-5, 5)), (None, (-5, 5)));
        range.at_least(-3);
        range.at_most(7);
        assert_eq!((range.decided(-5, 5), range.narrow(-5, 5)), (None, (-3, 5)));
        assert_eq!([range.decided(-9, -3), range.decided(-9, -2)], [Some(-3), None]);
        assert_eq!([range.decided(7, 9), range.decided(6, 9)], [Some(7), None]);
        assert_eq!([-4, 0, 8].map(|value| range.clamp(value)), [-3, 0, 7]);
    }

    #[test]
    fn mate_distance_bounds_the_window_and_decides_one_outside() {
        const PLY: Ply = 4;
        let (mated, mating) = (mated_in(PLY), mate_in(PLY + 1));
        let mut range = ValueRange::ALL;
        range.limit_by_mates(PLY);
        assert_eq!((range.decided(-100, 100), range.narrow(-100, 100)), (None, (-100, 100)));
        assert_eq!(range.decided(mated - 1, mating + 1), None);
        assert_eq!(range.narrow(mated - 1, mating + 1), (mated, mating));
        assert_eq!(range.decided(mated - 2, mated), Some(mated));
        assert_eq!(range.decided(mating, mating + 2), Some(mating));
    }

    #[test]
    fn an_entry_bounds_on_its_side_and_an_exact_one_decides() {
        let mut range = ValueRange::ALL;
        range.add(Bound::Alpha, 40);
        range.add(Bound::Beta, 20);
        assert_eq!(range, ValueRange { least: 20, most: 40 });
        range.add(Bound::Exact, 30);
        assert_eq!(range.decided(-100, 100), Some(30));
    }

    #[test]
    fn of_contradicting_bounds_the_earlier_holds() {
        let mut range = ValueRange::ALL;
        range.at_least(0);
        range.at_most(-500);
        assert_eq!(range.decided(-900, 900), Some(0));
        range.at_least(500);
        assert_eq!(range.decided(-900, 900), Some(0));
    }
}
