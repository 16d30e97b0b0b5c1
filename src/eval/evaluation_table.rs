//! A hash table of evaluations. Over bench nearly every fifth evaluation is of a position evaluated before whose value
//! the transposition table does not have. An entry is one word: the low bits of the key choose the cell, the others are
//! in it beside the value, so that all 64 are compared.

use crate::position::Key;
use crate::types::Value;

/// The evaluations last made.
pub(super) struct EvaluationTable(Box<[u64]>);

impl EvaluationTable {
    /// The table has a cell for each value of so many bits of a key: 512 KiB.
    const BITS: u32 = 16;
    const LOW_BITS: u64 = (1 << Self::BITS) - 1;
    /// Added to values, none of which is 0 then: a word of 0 is an empty cell.
    const OFFSET: Value = 1 << (Self::BITS - 1);

    /// An empty table.
    pub fn new() -> Self {
        Self(vec![0; 1 << Self::BITS].into_boxed_slice())
    }

    /// The value of the position with this key, if it is known.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Value> {
        let word = self.0[(key & Self::LOW_BITS) as usize];
        let value = word & Self::LOW_BITS;
        ((word ^ key) <= Self::LOW_BITS && value != 0).then(|| value as Value - Self::OFFSET)
    }

    /// Remembers a value.
    #[inline]
    pub fn insert(&mut self, key: Key, value: Value) {
        self.0[(key & Self::LOW_BITS) as usize] = key & !Self::LOW_BITS | (value + Self::OFFSET) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::EVAL_LIMIT;

    #[test]
    fn what_was_inserted_is_found_under_its_key_alone() {
        let mut table = EvaluationTable::new();
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(table.get(key), None);
        assert_eq!(table.get(0), None);
        for value in [0, -EVAL_LIMIT, EVAL_LIMIT, -1] {
            table.insert(key, value);
            assert_eq!(table.get(key), Some(value));
            for bit in 0..64 {
                assert_eq!(table.get(key ^ 1 << bit), None, "{bit}");
            }
        }
        let rival = key ^ 1 << 63;
        table.insert(rival, 7);
        assert_eq!((table.get(key), table.get(rival)), (None, Some(7)));
    }
}
