//! Counting the leaves of the tree of legal moves: the standard test of move generation, make and unmake.

use super::Position;
use crate::types::MoveList;

impl Position {
    /// Number of legal move sequences of `depth` plies. The last ply is counted from the list of moves without playing
    /// them ("bulk counting").
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut list = MoveList::new();
        self.all_moves(&mut list);
        if depth == 1 {
            return list.len() as u64;
        }
        let mut leaves = 0;
        for mv in list {
            self.make(mv);
            leaves += self.perft(depth - 1);
            self.unmake();
        }
        leaves
    }
}
