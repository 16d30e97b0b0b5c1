//! Transposition table: search results by Zobrist key. An entry has 16 bytes and is shared by all threads without a
//! lock (`lockless.rs`): an entry torn by two writers fails the comparison with the full 64-bit key and is a miss.
//!
//! ```text
//!   word 0   key XOR data
//!   word 1   data: move, value, static evaluation, depth, bound, PV flag and age (`entry.rs`)
//! ```
//! The index of an entry is `key modulo size`. As a rule, a new entry replaces the old one unless that is from the same
//! search and much deeper (`replacement.rs`).

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPool;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSliceMut;

use super::entry::{Bound, Entry};
use super::lockless;
use super::prefetch;
use super::replacement::{New, Old, Replacement};
use crate::position::Key;

/// An entry as it is in memory.
pub(super) type PackedEntry = [AtomicU64; 2];

/// The transposition table.
pub struct TranspositionTable {
    entries: Box<[PackedEntry]>,
    /// Age: number of the search, 1 to 31 and around; never 0, so that no stored word is 0.
    age: u8,
    replacement: Replacement,
    state: State,
}

/// State of the memory of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Untouched: the system maps each page when it is first written, which takes milliseconds for a huge page.
    New,
    /// Cleared, and nothing stored since.
    Clear,
    /// In use.
    Used,
}

impl TranspositionTable {
    /// Number of entries of the default table of 64 MiB.
    pub const DEFAULT_ENTRIES: usize = 0x40_0000;
    /// Size of the default table in MiB.
    pub const DEFAULT_MEBIBYTES: usize = Self::DEFAULT_ENTRIES * size_of::<PackedEntry>() / Self::MEBIBYTE;

    const MEBIBYTE: usize = 1 << 20;
    const LAST_AGE: u8 = 31;
    /// Size in MiB from which a table is cleared by allocating a new one.
    const LARGE: usize = 512;

    /// An empty table of `mebibytes` (at least 1).
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let error = OutOfMemory { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(Self::MEBIBYTE).ok_or(error)?;
        Self::with_entries(bytes / size_of::<PackedEntry>()).ok_or(error)
    }

    /// An empty table with `entries` entries (at least 1); `None` if the memory cannot be allocated.
    pub(super) fn with_entries(entries: usize) -> Option<Self> {
        let mut entries: Box<[PackedEntry]> = bytemuck::try_zeroed_slice_box(entries).ok()?;
        prefetch::advise_huge_pages(&mut entries);
        // Touching all of a large table would take too long.
        let is_large = size_of_val(&*entries) >= Self::LARGE * Self::MEBIBYTE;
        let state = if is_large { State::Clear } else { State::New };
        Some(Self { entries, age: 1, replacement: Replacement::default(), state })
    }

    /// Changes the size to `mebibytes`, which clears the table; the replacement scheme stays.
    ///
    /// # Errors
    /// The memory cannot be allocated; nothing has changed.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        *self = Self { replacement: self.replacement, ..Self::new(mebibytes)? };
        Ok(())
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(&*self.entries) / Self::MEBIBYTE
    }

    /// Returns true if the table has no entries, which never happens.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The replacement scheme.
    #[inline]
    pub fn replacement(&self) -> Replacement {
        self.replacement
    }

    /// Changes the replacement scheme for entries stored from now on.
    pub fn set_replacement(&mut self, replacement: Replacement) {
        self.replacement = replacement;
    }

    /// Starts a new search: entries stored before become ancient.
    pub fn new_search(&mut self) {
        self.age = self.age % Self::LAST_AGE + 1;
        self.state = State::Used;
    }

    /// Faults in the pages of a new table, so that the first search does not have to; the threads of `pool` share the
    /// work.
    pub fn touch(&mut self, pool: &ThreadPool) {
        if self.state == State::New {
            self.clear(Some(pool));
        }
    }

    /// Clears the table; the threads of `pool` share the work. No new thread is started for it.
    ///
    /// # Panics
    /// No memory is left, not even for the smallest table.
    pub fn clear(&mut self, pool: Option<&ThreadPool>) {
        if self.state == State::Clear {
            return;
        }
        if self.mebibytes() >= Self::LARGE {
            self.exchange();
            return;
        }
        let wipe = |entries: &mut [PackedEntry]| entries.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
        match pool {
            None => wipe(&mut self.entries),
            Some(pool) => {
                let chunk = self.entries.len().div_ceil(pool.current_num_threads());
                pool.install(|| self.entries.par_chunks_mut(chunk).for_each(wipe));
            }
        }
        self.age = 1;
        self.state = State::Clear;
    }

    /// Allocates the memory anew. The system zeroes its pages when they are used, which for gigabytes that a search has
    /// hardly touched is much faster than writing zeros.
    fn exchange(&mut self) {
        let mebibytes = self.mebibytes();
        self.entries = Box::default();
        self.resize(mebibytes).or_else(|_| self.resize(1)).expect("memory for the smallest table");
        if self.mebibytes() < mebibytes {
            log::warn!("the memory of a table of {mebibytes} MiB is gone, 1 MiB is left");
        }
    }

    /// The packed entries.
    pub(super) fn entries(&self) -> &[PackedEntry] {
        &self.entries
    }

    /// The packed entries, mutable.
    pub(super) fn entries_mut(&mut self) -> &mut [PackedEntry] {
        self.state = State::Used;
        &mut self.entries
    }

    /// The age.
    #[inline]
    pub(super) fn age(&self) -> u8 {
        self.age
    }

    /// Sets the age.
    pub(super) fn set_age(&mut self, age: u8) {
        self.age = age.clamp(1, Self::LAST_AGE);
    }

    /// The packed entry at the index of a key.
    #[inline]
    pub(super) fn packed(&self, key: Key) -> &PackedEntry {
        let size = self.entries.len() as u64;
        // The usual sizes are powers of two, for which a mask replaces the division.
        let index = if size.is_power_of_two() { key & (size - 1) } else { key % size };
        &self.entries[index as usize]
    }

    /// Prefetches the entry of a key, for a probe that follows soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch::prefetch(self.packed(key));
    }

    /// Probes for a key.
    #[inline(always)]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let (found, data) = lockless::load(self.packed(key));
        (found == key && data != 0).then(|| Entry::unpack(data))
    }

    /// Stores an entry if the replacement scheme admits it. Returns true if it overwrites one of another position.
    #[inline(always)]
    pub fn store(&self, key: Key, entry: Entry) -> bool {
        // `replace` is compiled twice: for the default scheme, and for those that a field chooses.
        match self.replacement {
            Replacement::DepthAge => self.replace(New { key, entry }, |old, new| Replacement::DepthAge.keeps(old, new)),
            other => self.replace_by(other, New { key, entry }),
        }
    }

    #[cold]
    #[inline(never)]
    fn replace_by(&self, scheme: Replacement, new: New) -> bool {
        self.replace(new, |old, new| scheme.keeps(old, new))
    }

    /// Stores an entry, with the scheme `keeps`. An entry of the same position that it keeps is updated nevertheless.
    #[inline(always)]
    fn replace(&self, mut new: New, keeps: impl FnOnce(&Old, &New) -> bool) -> bool {
        let packed = self.packed(new.key);
        let (key, data) = lockless::load(packed);
        let old = Old { key, data, is_of_this_search: self.is_current(data) };
        let is_kept = keeps(&old, &new);
        let is_same_position = old.key == new.key;
        if is_same_position {
            let entry = Entry::unpack(data);
            // A fail-low node has no best move; the known one is still the best guess.
            let mv = new.entry.mv.or(entry.mv);
            // A bound from a shallower search is worth less than the entry; only its move is kept.
            if is_kept && new.entry.bound != Bound::Exact {
                new.entry = entry;
            }
            new.entry.mv = mv;
            new.entry.was_pv |= entry.was_pv;
        } else if is_kept {
            return false;
        }
        lockless::store(packed, new.key, new.entry.pack(self.age));
        !is_same_position && old.data != 0
    }

    /// Returns true if a packed entry is of the current search.
    pub(super) fn is_current(&self, data: u64) -> bool {
        Entry::age_of(data) == self.age
    }

    /// Permille of entries of the current search, from a sample (`hashfull`).
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 1000;
        self.entries.iter().take(SAMPLE).filter(|packed| self.is_current(packed[1].load(Ordering::Relaxed))).count()
            as u32
    }
}

/// The memory for a table cannot be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    mebibytes: usize,
}

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for OutOfMemory {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Move, MoveKind, Square, Value, value};

    fn a_move() -> Move {
        Move::new(Square::from64(12), Square::from64(28), MoveKind::DoublePush)
    }

    #[test]
    fn sixty_four_mebibytes_are_0x400000_entries() {
        let table = TranspositionTable::new(TranspositionTable::DEFAULT_MEBIBYTES).unwrap();
        assert_eq!((TranspositionTable::DEFAULT_MEBIBYTES, table.len()), (64, 0x40_0000));
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = TranspositionTable::new(1).unwrap();
        for (value, eval, bound) in [
            (0, Some(0), Bound::Exact),
            (-3, None, Bound::Alpha),
            (value::mate_in(9), Some(-20_000), Bound::Beta),
            (value::mated_in(12), Some(20_000), Bound::Beta),
        ] {
            let entry = Entry::new(Some(a_move()), value, eval, 17, bound, 4).with_pv(bound == Bound::Beta);
            table.store(0xdead_beef, entry);
            assert_eq!(table.probe(0xdead_beef), Some(entry));
            assert_eq!(entry.value(4), value);
            assert_eq!(table.probe(0xdead_beef + table.len() as u64), None);
        }
    }

    #[test]
    fn touching_a_table_in_use_forgets_nothing() {
        let mut table = TranspositionTable::new(1).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        table.touch(&pool);
        assert_eq!(table.state, State::Clear);
        table.new_search();
        for key in 0..table.len() as Key {
            table.store(key, Entry::new(None, 0, None, 3, Bound::Exact, 0));
        }
        table.touch(&pool);
        assert!((0..table.len() as Key).all(|key| table.probe(key).is_some()));
        table.clear(Some(&pool));
        assert!(table.entries.iter_mut().flatten().all(|word| *word.get_mut() == 0));
    }

    #[test]
    fn an_empty_table_knows_nothing_not_even_key_zero() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.probe(0), None);
        table.store(0, Entry::new(None, 0, Some(0), 0, Bound::Exact, 0));
        assert!(table.probe(0).is_some());
    }

    #[test]
    fn a_large_table_is_as_large_and_empty_after_clearing() {
        let mut table = TranspositionTable::new(TranspositionTable::LARGE).unwrap();
        table.set_replacement(Replacement::Random);
        let size = table.len();
        table.new_search();
        table.store(7, Entry::new(None, 1, None, 20, Bound::Exact, 0));
        assert!(table.probe(7).is_some());
        table.clear(None);
        assert!(table.probe(7).is_none() && table.len() == size);
        assert_eq!(table.replacement(), Replacement::Random);
    }

    #[test]
    fn threads_that_write_the_same_entries_never_read_a_mixture() {
        for scheme in Replacement::ALL {
            let mut table = TranspositionTable::new(1).unwrap();
            table.set_replacement(scheme);
            let (table, keys): (_, Vec<Key>) = (&table, (0..64).map(|n| n * table.len() as u64 + 5).collect());
            let keys = &keys;
            // Each key always carries the value and depth that belong to it; any other pair is a torn entry.
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(move || {
                        for round in 0..20_000 {
                            let n = round * 31 % keys.len();
                            table.store(keys[n], Entry::new(None, n as Value, None, 1, Bound::Exact, 0));
                            let m = round * 17 % keys.len();
                            if let Some(entry) = table.probe(keys[m]) {
                                assert_eq!(entry.value(0), m as Value);
                            }
                        }
                    });
                }
            });
        }
    }
}
