//! An entry of the transposition table, and the word of 64 bits that it is packed into.
//!
//! ```text
//!   age 5 | PV 1 | bound 2 | depth 8 | static evaluation 16 | value 16 | move 16              highest bits first
//! ```

use crate::types::value::{self, MATE, is_mate};
use crate::types::{Depth, Move, Ply, Value};

/// The bound of a stored value, which lies on the side of the window that its node decided for: at most alpha for
/// `Alpha`, at least beta for `Beta`, between them for `Exact`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Exact value.
    Exact = 0,
    /// Upper bound: no move raised alpha.
    Alpha = 1,
    /// Lower bound: a move reached beta.
    Beta = 2,
}

impl Bound {
    /// The type of bound that `value` is for a node searched with the window (`alpha`, `beta`).
    #[inline]
    pub fn of(value: Value, alpha: Value, beta: Value) -> Self {
        if value >= beta {
            Self::Beta
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Alpha
        }
    }
}

/// A transposition table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the move that caused a cutoff.
    pub mv: Option<Move>,
    /// The value; mates count from this position.
    value: Value,
    /// The static evaluation; `None` in check.
    pub eval: Option<Value>,
    /// Depth of the search in plies.
    pub depth: Depth,
    /// The bound of the value.
    pub bound: Bound,
    /// The position has been on a principal variation.
    pub was_pv: bool,
}

/// Position of the PV flag in the packed word.
const PV_SHIFT: u32 = 58;
/// Position of the age in the packed word.
const AGE_SHIFT: u32 = 59;

/// Halfmove clock, in plies, from which the table gives no cutoffs.
const CLOCK_MATTERS: u16 = 90;

/// Stored in place of an absent static evaluation; no evaluation is that low.
const NO_EVAL: i16 = i16::MIN;

impl Entry {
    /// Creates an entry for a node at `ply`, off the principal variation.
    pub fn new(mv: Option<Move>, value: Value, eval: Option<Value>, depth: Depth, bound: Bound, ply: Ply) -> Self {
        Self { mv, value: value::to_table(value, ply), eval, depth, bound, was_pv: false }
    }

    /// The same entry, which says whether the position has been on a principal variation.
    #[must_use]
    pub fn with_pv(self, was_pv: bool) -> Self {
        Self { was_pv, ..self }
    }

    /// The value seen from a node at `ply`.
    #[inline]
    pub fn value(&self, ply: Ply) -> Value {
        value::from_table(self.value, ply)
    }

    /// The value with which this entry cuts off a node at `ply` with the window (`alpha`, `beta`), its depth aside. A
    /// bound lies on the side of the window that it decides for; an exact value may lie anywhere.
    #[inline]
    pub fn cutoff(&self, alpha: Value, beta: Value, ply: Ply) -> Option<Value> {
        let value = self.value(ply);
        match self.bound {
            Bound::Exact => Some(value),
            Bound::Alpha => (value <= alpha).then_some(value),
            Bound::Beta => (value >= beta).then_some(value),
        }
    }

    /// Returns whether the fifty-move rule leaves time for the value, which knows nothing of the halfmove clock.
    #[inline]
    pub fn is_in_time(&self, clock: u16) -> bool {
        clock < CLOCK_MATTERS && (!is_mate(self.value) || Value::from(clock) + MATE - self.value.abs() <= 100)
    }

    /// Packs everything but the key.
    #[inline]
    pub(super) fn pack(&self, age: u8) -> u64 {
        let word = self.mv.map_or(0, Move::word);
        let eval = self.eval.map_or(NO_EVAL, |eval| eval as i16);
        u64::from(word)
            | u64::from(self.value as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(self.was_pv) << PV_SHIFT
            | u64::from(age) << AGE_SHIFT
    }

    /// Unpacks an entry.
    #[inline]
    pub(super) fn unpack(data: u64) -> Self {
        let eval = (data >> 32) as i16;
        Self {
            mv: Move::from_word(data as u16),
            value: Value::from((data >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Value::from(eval)),
            depth: Self::depth_of(data),
            bound: match data >> 56 & 3 {
                0 => Bound::Exact,
                1 => Bound::Alpha,
                _ => Bound::Beta,
            },
            was_pv: data >> PV_SHIFT & 1 != 0,
        }
    }

    /// The depth of a packed entry in plies.
    #[inline]
    pub(super) fn depth_of(data: u64) -> Depth {
        Depth::from((data >> 48) as u8)
    }

    /// The age of a packed entry.
    #[inline]
    pub(super) fn age_of(data: u64) -> u8 {
        (data >> AGE_SHIFT) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::{mate_in, mated_in};

    #[test]
    fn a_mate_has_to_come_before_the_fifty_move_rule() {
        let is_in_time = |value, clock| Entry::new(None, value, None, 9, Bound::Exact, 0).is_in_time(clock);
        for value in [mate_in(41), mated_in(41)] {
            assert_eq!([0, 59, 60, 89].map(|clock| is_in_time(value, clock)), [true, true, false, false]);
        }
        assert_eq!([0, 89, 90].map(|clock| is_in_time(mate_in(1), clock)), [true, true, false]);
        assert_eq!([0, 89, 90].map(|clock| is_in_time(900, clock)), [true, true, false]);
    }
}
