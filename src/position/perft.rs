//! Counting the leaves of the tree of legal moves: the standard test of move generation, make and unmake.

use super::Position;
use crate::types::{Move, MoveList};

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

    /// The legal moves, each with the number of sequences of `depth` plies that begin with it.
    pub fn perft_divide(&mut self, depth: u32) -> Vec<(Move, u64)> {
        let list = self.legal_moves();
        list.into_iter()
            .map(|mv| {
                self.make(mv);
                let leaves = self.perft(depth.saturating_sub(1));
                self.unmake();
                (mv, leaves)
            })
            .collect()
    }
}
