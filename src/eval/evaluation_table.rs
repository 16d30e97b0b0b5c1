//! A hash table of evaluations. During `bench` nearly a fifth of all evaluations repeat an earlier one whose value is
//! not in the transposition table, most of them a moment ago: a small table finds nearly as many as a large one, and
//! stays in the cache of the processor. An entry is one word: the upper 48 bits of the key and the value. With the 13
//! bits of its index 61 are compared; the other three would cost a second word.

use crate::position::Key;
use crate::types::Value;

/// A hash table of evaluations; new entries always replace old ones.
pub(super) struct EvaluationTable(Box<[u64]>);

impl EvaluationTable {
    /// Number of entries; they take 64 KiB.
    const SIZE: usize = 1 << 13;
    /// The bits of the value.
    const LOW_BITS: u64 = (1 << 16) - 1;
    /// Added to values, so that none is stored as 0: a word of 0 is an empty entry.
    const OFFSET: Value = 1 << 15;

    /// Returns an empty table.
    pub fn new() -> Self {
        Self(vec![0; Self::SIZE].into_boxed_slice())
    }

    /// Returns the value of the position with this key, if it is in the table.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Value> {
        let word = self.0[key as usize % Self::SIZE];
        let value = word & Self::LOW_BITS;
        ((word ^ key) <= Self::LOW_BITS && value != 0).then(|| value as Value - Self::OFFSET)
    }

    /// Stores a value.
    #[inline]
    pub fn insert(&mut self, key: Key, value: Value) {
        self.0[key as usize % Self::SIZE] = key & !Self::LOW_BITS | (value + Self::OFFSET) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::EVAL_LIMIT;

    #[test]
    fn a_value_is_found_under_its_own_key_only() {
        let mut table = EvaluationTable::new();
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(table.get(key), None);
        assert_eq!(table.get(0), None);
        for value in [0, -EVAL_LIMIT, EVAL_LIMIT, -1] {
            table.insert(key, value);
            assert_eq!(table.get(key), Some(value));
            // Of the low bits thirteen are the index.
            for bit in (0..13).chain(16..64) {
                assert_eq!(table.get(key ^ 1 << bit), None, "{bit}");
            }
        }
        let rival = key ^ 1 << 63;
        table.insert(rival, 7);
        assert_eq!((table.get(key), table.get(rival)), (None, Some(7)));
    }
}
