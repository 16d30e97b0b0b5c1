//! A hash table of what the evaluation computes from a part of the position: the material, the pawns, the pawns with
//! both kings. Few moves change such a part, so nearly every probe is a hit. New entries always replace old ones. Each
//! thread has its own tables, so there are no locks.

use super::tracer::{Off, Tracer};
use crate::position::{Key, Position};

/// An entry of an [`EntryTable`].
pub(super) trait Entry: Clone + Default {
    /// Returns the key of the part of the position that entries of this kind depend on. Its low bits are the index.
    fn key_of(position: &Position) -> Key;

    /// Computes the entry for a position.
    fn compute<T: Tracer>(position: &Position, tracer: &mut T) -> Self;

    /// Returns the key of the position it was computed for. The default entry is taken for that of a position with
    /// its key.
    fn key(&self) -> Key;
}

/// A hash table of entries.
pub(super) struct EntryTable<E>(Box<[E]>);

impl<E: Entry> EntryTable<E> {
    /// Returns an empty table of so many entries, a power of two.
    pub fn new(entries: usize) -> Self {
        debug_assert!(entries.is_power_of_two());
        Self(vec![E::default(); entries].into_boxed_slice())
    }

    /// Returns the entry for a position, computed on a miss, and whether it was a hit.
    #[inline]
    pub fn probe(&mut self, position: &Position) -> (&E, bool) {
        let key = E::key_of(position);
        let index = self.index(key);
        let entry = &mut self.0[index];
        let is_hit = entry.key() == key;
        if !is_hit {
            *entry = E::compute(position, &mut Off);
        }
        (entry, is_hit)
    }

    /// Returns the entry that a probe for a position will look at, whatever it is of.
    #[inline]
    pub fn at(&self, position: &Position) -> &E {
        &self.0[self.index(E::key_of(position))]
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        key as usize & (self.0.len() - 1)
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.0.fill(E::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PieceKind;

    /// An entry that remembers its position.
    #[derive(Clone, Default)]
    struct Whole(Key, String);

    impl Entry for Whole {
        /// The side to move decides the index in a table of four, and the number of its pawns the bits above it.
        fn key_of(position: &Position) -> Key {
            let us = position.side_to_move();
            4 * position.count(us, PieceKind::Pawn) as Key + us as Key
        }

        fn compute<T: Tracer>(position: &Position, _: &mut T) -> Self {
            Self(Self::key_of(position), position.fen())
        }

        fn key(&self) -> Key {
            self.0
        }
    }

    #[test]
    fn an_entry_is_found_by_its_key_until_another_replaces_it() {
        let mut table = EntryTable::<Whole>::new(4);
        let position = |fen: &str| Position::from_fen(&format!("4k3/{fen} - 0 1")).unwrap();
        let one = position("pp6/8/8/8/8/P7/4K3 w -");
        let same = position("8/8/8/8/8/1P6/4K3 w -");
        let rival = position("pp6/8/8/8/8/PP6/4K3 w -");
        let neighbor = position("pp6/8/8/8/8/P7/4K3 b -");
        let mut probes = |positions: &[&Position]| {
            let probe = |position: &&Position| {
                let (entry, is_hit) = table.probe(position);
                (entry.1.clone(), is_hit)
            };
            let found: Vec<_> = positions.iter().map(probe).collect();
            table.clear();
            found
        };
        let found = probes(&[&one, &same, &neighbor, &same, &rival, &same]);
        let entries = [&one, &one, &neighbor, &one, &rival, &same].map(Position::fen);
        let hits = [false, true, false, true, false, false];
        assert_eq!(found, entries.into_iter().zip(hits).collect::<Vec<_>>());
        assert_eq!(probes(&[&same, &neighbor]), [(same.fen(), false), (neighbor.fen(), false)], "cleared");

        // The entry that a probe will look at is another's until then.
        table.probe(&one);
        assert_eq!(table.at(&rival).1, one.fen());
        table.probe(&rival);
        assert_eq!(table.at(&rival).1, rival.fen());
        assert_eq!(table.at(&neighbor).1, "");
    }
}
