//! Which moves the threads are searching at this moment, so that they do not all search the same: a thread that comes to
//! a move on which another is at work leaves it for the end of its node, when the other will most likely have put the
//! result into the transposition table. This is the simplified ABDADA of Kerrigan after Weill, without locks: a lost or
//! stale mark costs some work twice and nothing else.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::position::Key;
use crate::types::Depth;

/// Least remaining depth of a node whose moves are marked: marks further down were measured to bring nothing.
const LEAST_DEPTH: Depth = 5;

const SIZE: usize = 1 << 12;

/// The marks of all threads, by the key of the position a move leads to. With a single thread there are none.
pub(super) struct BusyMoves {
    marks: Box<[AtomicU64]>,
}

impl BusyMoves {
    /// No move is being searched.
    pub fn new(threads: usize) -> Self {
        let size = if threads > 1 { SIZE } else { 0 };
        Self { marks: (0..size).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether some thread searches the move to the position `key` from a node of this depth.
    #[inline]
    pub fn contains(&self, key: Key, depth: Depth) -> bool {
        self.mark(key, depth).is_some_and(|mark| mark.load(Ordering::Relaxed) == key)
    }

    /// Marks a move for as long as its search takes.
    #[inline]
    pub fn insert(&self, key: Key, depth: Depth) {
        if let Some(mark) = self.mark(key, depth) {
            mark.store(key, Ordering::Relaxed);
        }
    }

    /// Takes the mark away.
    #[inline]
    pub fn remove(&self, key: Key, depth: Depth) {
        if let Some(mark) = self.mark(key, depth) {
            mark.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn mark(&self, key: Key, depth: Depth) -> Option<&AtomicU64> {
        if depth < LEAST_DEPTH { None } else { self.marks.get((key as usize ^ depth as usize) % SIZE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_marked_while_it_is_searched() {
        let busy = BusyMoves::new(2);
        busy.insert(77, 6);
        assert!(busy.contains(77, 6));
        assert!(!busy.contains(78, 6) && !busy.contains(77 + SIZE as Key, 6));
        busy.remove(77, 6);
        assert!(!busy.contains(77, 6));
    }

    #[test]
    fn shallow_moves_and_a_single_thread_leave_no_marks() {
        for (threads, depth) in [(2, LEAST_DEPTH - 1), (1, 9)] {
            let busy = BusyMoves::new(threads);
            busy.insert(77, depth);
            assert!(!busy.contains(77, depth));
        }
    }
}
