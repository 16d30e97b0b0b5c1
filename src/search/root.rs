//! The moves of the root. The endgame tables may rank them: a move of a lower rank gives a better result away, whatever
//! the search thinks of it, and is searched only where better ones are taken, for the second and further lines of
//! MultiPV.

use crate::types::{Move, Value};

/// A move that may be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Higher is better; 0 for all if no tables know them.
    pub rank: i32,
    /// What the tables say it is worth.
    pub value: Option<Value>,
}

/// All of them.
pub(super) struct RootMoves(Vec<RootMove>);

impl RootMoves {
    pub fn new(moves: Vec<RootMove>) -> Self {
        Self(moves)
    }

    /// Moves of which no tables know anything.
    pub fn unranked(moves: &[Move]) -> Self {
        Self(moves.iter().map(|&mv| RootMove { mv, rank: 0, value: None }).collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn index(&self, mv: Move) -> Option<usize> {
        self.0.iter().position(|root_move| root_move.mv == mv)
    }

    fn find(&self, mv: Option<Move>) -> Option<&RootMove> {
        self.0.get(self.index(mv?)?)
    }

    /// The rank of a line that begins with `mv`.
    pub fn rank(&self, mv: Option<Move>) -> i32 {
        self.find(mv).map_or(0, |root_move| root_move.rank)
    }

    /// The value that tables give to a line that begins with `mv`.
    pub fn value(&self, mv: Option<Move>) -> Option<Value> {
        self.find(mv)?.value
    }

    /// Adds to the `excluded` moves those of a lower rank than the best of the others.
    pub fn exclude_inferior(&self, excluded: &mut Vec<Move>) {
        let best =
            self.0.iter().filter(|root_move| !excluded.contains(&root_move.mv)).map(|root_move| root_move.rank).max();
        excluded.extend(self.0.iter().filter(|root_move| Some(root_move.rank) < best).map(|root_move| root_move.mv));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn inferior_moves_are_searched_once_the_better_ones_are_taken() {
        let legal = Position::start().legal_moves();
        let ranks = [7, 0, 7, -3];
        let moves: Vec<_> = legal.iter().zip(ranks).map(|(&mv, rank)| RootMove { mv, rank, value: None }).collect();
        let moves = RootMoves::new(moves);
        let excluded = |taken: &[usize]| {
            let mut excluded: Vec<Move> = taken.iter().map(|&index| legal[index]).collect();
            moves.exclude_inferior(&mut excluded);
            excluded.iter().filter_map(|&mv| moves.index(mv)).collect::<Vec<_>>()
        };
        assert_eq!(excluded(&[]), [1, 3]);
        assert_eq!(excluded(&[2]), [2, 1, 3]);
        assert_eq!(excluded(&[2, 0]), [2, 0, 3]);
        assert_eq!(excluded(&[2, 0, 1]), [2, 0, 1]);
        let unranked = RootMoves::unranked(&legal);
        let mut none = Vec::new();
        unranked.exclude_inferior(&mut none);
        assert!(none.is_empty() && unranked.rank(Some(legal[0])) == 0 && unranked.value(Some(legal[0])).is_none());
    }
}
