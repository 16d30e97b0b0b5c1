//! The transposition table: what the search found out about positions, by their Zobrist keys. 16 bytes an entry, shared
//! by all threads without a lock (`cell.rs`): an entry torn by two writers fails the comparison with the full 64-bit
//! key and is taken for absent.
//!
//! ```text
//!   word 0   key XOR data
//!   word 1   age 6 | bound 2 | depth 8 | static evaluation 16 | value 16 | move 16
//! ```
//! An entry lives at `key modulo size`. It is replaced by news unless it is both of this search and much deeper; even
//! then an exact value of the same position enters. Entries of earlier searches are ancient and always give way.

use std::sync::atomic::{AtomicU64, Ordering};

use super::cell;
use super::prefetch;
use crate::position::Key;
use crate::types::{Depth, Move, Ply, Value, value};

/// What a stored value says about the true one. In a fail-hard search it lies inside the window of the node that stored
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// It is the value.
    Exact = 0,
    /// The value is at most this: no move raised alpha.
    Alpha = 1,
    /// The value is at least this: a move reached beta.
    Beta = 2,
}

impl Bound {
    /// What the value says that a node returns whose alpha was `old_alpha` at first and is `alpha` at the end.
    #[inline]
    pub fn of(alpha: Value, old_alpha: Value, beta: Value) -> Self {
        if alpha >= beta {
            Self::Beta
        } else if alpha > old_alpha {
            Self::Exact
        } else {
            Self::Alpha
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that refuted.
    pub mv: Option<Move>,
    /// The value, mates counted from this position.
    value: Value,
    /// The static evaluation; `None` in check.
    pub eval: Option<Value>,
    /// How deep the value was searched.
    pub depth: Depth,
    /// What the value says.
    pub bound: Bound,
}

/// How an absent static evaluation is stored; no evaluation is that low.
const NO_EVAL: i16 = i16::MIN;

impl Entry {
    /// What a node at `ply` found.
    pub fn new(mv: Option<Move>, value: Value, eval: Option<Value>, depth: Depth, bound: Bound, ply: Ply) -> Self {
        Self { mv, value: value::to_table(value, ply), eval, depth, bound }
    }

    /// The value as a node at `ply` sees it.
    #[inline]
    pub fn value(&self, ply: Ply) -> Value {
        value::from_table(self.value, ply)
    }

    /// The value that a node at `ply` with the window (`alpha`, `beta`) may return on the strength of this entry alone,
    /// its depth aside.
    #[inline]
    pub fn cutoff(&self, alpha: Value, beta: Value, ply: Ply) -> Option<Value> {
        let value = self.value(ply);
        match self.bound {
            Bound::Exact => Some(value.clamp(alpha, beta)),
            Bound::Alpha => (value <= alpha).then_some(alpha),
            Bound::Beta => (value >= beta).then_some(beta),
        }
    }

    fn pack(&self, age: u8) -> u64 {
        let word = self.mv.map_or(0, Move::word);
        let eval = self.eval.map_or(NO_EVAL, |eval| eval as i16);
        u64::from(word)
            | u64::from(self.value as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Self {
        let eval = (data >> 32) as i16;
        Self {
            mv: Move::from_word(data as u16),
            value: Value::from((data >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Value::from(eval)),
            depth: Depth::from((data >> 48) as u8),
            bound: match data >> 56 & 3 {
                0 => Bound::Exact,
                1 => Bound::Alpha,
                _ => Bound::Beta,
            },
        }
    }
}

const AGE_SHIFT: u32 = 58;

/// An entry of this search gives way if it is less than this much deeper.
const DEPTH_PREFERENCE: Depth = 4;

pub(super) type Cell = [AtomicU64; 2];

/// The table.
pub struct TranspositionTable {
    cells: Box<[Cell]>,
    /// Number of the search, 1 to 63 and round again: never 0, so that no stored word is 0.
    age: u8,
    state: State,
}

/// What has been done with the memory of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing yet: the system hands out its pages when they are first touched, which takes milliseconds for each huge
    /// one.
    New,
    /// It was cleared, and nothing can have been stored since.
    Clear,
    /// There may be entries.
    Used,
}

impl TranspositionTable {
    /// Entries of the default table of 64 MiB.
    pub const DEFAULT_ENTRIES: usize = 0x40_0000;
    /// Size of the default table in MiB.
    pub const DEFAULT_MEBIBYTES: usize = Self::DEFAULT_ENTRIES * size_of::<Cell>() / Self::MEBIBYTE;

    const MEBIBYTE: usize = 1 << 20;
    const LAST_AGE: u8 = 63;
    /// From this many MiB on a table is cleared by exchanging it.
    const LARGE: usize = 512;

    /// An empty table of `mebibytes` (at least 1).
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let error = OutOfMemory { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(Self::MEBIBYTE).ok_or(error)?;
        let mut cells = bytemuck::try_zeroed_slice_box(bytes / size_of::<Cell>()).map_err(|()| error)?;
        prefetch::advise_huge_pages(&mut cells);
        // To touch all of a large table would take too long.
        let state = if mebibytes >= Self::LARGE { State::Clear } else { State::New };
        Ok(Self { cells, age: 1, state })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(&*self.cells) / Self::MEBIBYTE
    }

    /// Whether the table has no entries, which it never has.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Begins a new search: what is stored from now on is younger than what is there.
    pub fn new_search(&mut self) {
        self.age = self.age % Self::LAST_AGE + 1;
        self.state = State::Used;
    }

    /// Lays hands on the memory of a new table, so that the first search need not; `threads` share the work.
    pub fn touch(&mut self, threads: usize) {
        if self.state == State::New {
            self.clear(threads);
        }
    }

    /// Forgets everything; `threads` share the work.
    ///
    /// # Panics
    /// If there is no memory left, not even for the smallest table.
    pub fn clear(&mut self, threads: usize) {
        if self.state == State::Clear {
            return;
        }
        if self.mebibytes() >= Self::LARGE {
            self.exchange();
            return;
        }
        let chunk = self.cells.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for cells in self.cells.chunks_mut(chunk) {
                scope.spawn(|| cells.iter_mut().flatten().for_each(|word| *word.get_mut() = 0));
            }
        });
        self.age = 1;
        self.state = State::Clear;
    }

    /// Gives the memory back and takes as much again, which the system clears page by page as they are used: for
    /// gigabytes of which a search has seen little that is quicker by far than to write zeros everywhere.
    fn exchange(&mut self) {
        let mebibytes = self.mebibytes();
        self.cells = Box::default();
        *self = Self::new(mebibytes).or_else(|_| Self::new(1)).expect("memory for the smallest table");
        if self.mebibytes() < mebibytes {
            log::warn!("the memory of a table of {mebibytes} MiB is gone, 1 MiB is left");
        }
    }

    /// All entries as they are stored.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// All entries, to be overwritten.
    pub(super) fn cells_mut(&mut self) -> &mut [Cell] {
        self.state = State::Used;
        &mut self.cells
    }

    /// Number of the search.
    pub(super) fn age(&self) -> u8 {
        self.age
    }

    /// Goes on counting searches from another number.
    pub(super) fn set_age(&mut self, age: u8) {
        self.age = age.clamp(1, Self::LAST_AGE);
    }

    #[inline]
    fn cell(&self, key: Key) -> &Cell {
        let size = self.cells.len() as u64;
        // The usual sizes are powers of two, for which the modulo is a mask: a division takes longer than the rest.
        let index = if size.is_power_of_two() { key & (size - 1) } else { key % size };
        &self.cells[index as usize]
    }

    /// Brings the entry of the position with this key near, for a probe that will follow soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch::prefetch(self.cell(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let (found, data) = cell::load(self.cell(key));
        (found == key && data != 0).then(|| Entry::unpack(data))
    }

    /// Remembers what was found about the position with this key.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let cell = self.cell(key);
        let (found, old_data) = cell::load(cell);
        let old = Entry::unpack(old_data);
        let is_worth_keeping = self.is_current(old_data) && old.depth >= entry.depth + DEPTH_PREFERENCE;
        if found == key {
            // A node that failed low knows no move, but the one known before is still the best guess.
            let mv = entry.mv.or(old.mv);
            // A bound from a much shallower search says less than what is there; its move is the news.
            let is_better = entry.bound == Bound::Exact || !is_worth_keeping;
            entry = Entry { mv, ..if is_better { entry } else { old } };
        } else if is_worth_keeping {
            return;
        }
        cell::store(cell, key, entry.pack(self.age));
    }

    fn is_current(&self, data: u64) -> bool {
        (data >> AGE_SHIFT) as u8 == self.age
    }

    /// How full the table is of entries of this search, in per mille, from a sample.
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 1000;
        self.cells.iter().take(SAMPLE).filter(|cell| self.is_current(cell[1].load(Ordering::Relaxed))).count() as u32
    }
}

/// The memory for a table cannot be had.
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
    use crate::types::{MoveKind, Square};

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
            let entry = Entry::new(Some(a_move()), value, eval, 17, bound, 4);
            table.store(0xdead_beef, entry);
            assert_eq!(table.probe(0xdead_beef), Some(entry));
            assert_eq!(entry.value(4), value);
            assert_eq!(table.probe(0xdead_beef + table.len() as u64), None);
        }
    }

    #[test]
    fn touching_a_table_in_use_forgets_nothing() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.touch(2);
        assert_eq!(table.state, State::Clear);
        table.new_search();
        table.store(7, Entry::new(None, 0, None, 3, Bound::Exact, 0));
        table.touch(2);
        assert!(table.probe(7).is_some());
    }

    #[test]
    fn an_empty_table_knows_nothing_not_even_key_zero() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.probe(0), None);
        table.store(0, Entry::new(None, 0, Some(0), 0, Bound::Exact, 0));
        assert!(table.probe(0).is_some());
    }

    #[test]
    fn a_known_move_survives_a_store_without_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(7, Entry::new(Some(a_move()), 10, None, 5, Bound::Beta, 0));
        table.store(7, Entry::new(None, -10, None, 6, Bound::Alpha, 0));
        assert_eq!(table.probe(7).unwrap().mv, Some(a_move()));
    }

    #[test]
    fn of_a_shallow_bound_a_deep_entry_takes_only_the_move() {
        let mut table = TranspositionTable::new(1).unwrap();
        let deep = Entry::new(None, 10, Some(3), 9, Bound::Beta, 0);
        let [shallow, exact, nearly_as_deep] = [(5, Bound::Alpha), (5, Bound::Exact), (6, Bound::Alpha)]
            .map(|(depth, bound)| Entry::new(Some(a_move()), -10, Some(3), depth, bound, 0));
        let after = |table: &TranspositionTable, news| {
            table.store(7, news);
            table.probe(7).unwrap()
        };
        assert_eq!(after(&table, deep), deep);
        assert_eq!(after(&table, shallow), Entry { mv: Some(a_move()), ..deep });
        assert_eq!(after(&table, nearly_as_deep), nearly_as_deep);
        assert_eq!(after(&table, Entry { depth: 40, ..deep }).depth, 40);
        assert_eq!(after(&table, exact), exact);
        after(&table, deep);
        table.new_search();
        assert_eq!(after(&table, shallow), shallow);
    }

    #[test]
    fn deep_entries_of_this_search_stay_and_ancient_ones_give_way() {
        let mut table = TranspositionTable::new(1).unwrap();
        let rival = table.len() as u64;
        table.store(0, Entry::new(None, 1, None, 20, Bound::Exact, 0));
        table.store(rival, Entry::new(None, 2, None, 3, Bound::Exact, 0));
        assert!(table.probe(0).is_some() && table.probe(rival).is_none());
        table.new_search();
        table.store(rival, Entry::new(None, 2, None, 3, Bound::Exact, 0));
        assert!(table.probe(0).is_none() && table.probe(rival).is_some());
        table.clear(2);
        assert!(table.probe(rival).is_none());
    }

    #[test]
    fn a_large_table_is_as_large_and_empty_after_clearing() {
        let mut table = TranspositionTable::new(TranspositionTable::LARGE).unwrap();
        let size = table.len();
        table.new_search();
        table.store(7, Entry::new(None, 1, None, 20, Bound::Exact, 0));
        assert!(table.probe(7).is_some());
        table.clear(1);
        assert!(table.probe(7).is_none() && table.len() == size);
    }

    #[test]
    fn threads_that_write_the_same_cells_never_read_a_mixture() {
        let table = TranspositionTable::new(1).unwrap();
        let keys: Vec<Key> = (0..64).map(|n| n * table.len() as u64 + 5).collect();
        // Each key always carries the value and depth that belong to it; any other pair is a torn entry.
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
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
