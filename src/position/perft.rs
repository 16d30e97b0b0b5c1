//! Perft: counts the leaves of the legal move tree, the standard test of move generation, make and unmake.

use super::Position;
use crate::types::MoveList;

impl Position {
    /// Returns the number of legal move sequences of `depth` plies. The moves of the last ply are counted without
    /// making them ("bulk counting").
    pub fn perft(&mut self, depth: u32) -> u64 {
        let mut lists = vec![MoveList::new(); depth as usize];
        self.count_leaves(&mut lists)
    }

    /// Counts the leaves at a depth equal to the number of lists.
    fn count_leaves(&mut self, lists: &mut [MoveList]) -> u64 {
        let Some((list, rest)) = lists.split_first_mut() else { return 1 };
        self.all_moves(list);
        if rest.is_empty() {
            return list.len() as u64;
        }
        let mut leaves = 0;
        for &mv in &*list {
            self.make(mv);
            leaves += self.count_leaves(rest);
            self.unmake();
        }
        leaves
    }
}
