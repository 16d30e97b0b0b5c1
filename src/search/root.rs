//! Root moves. Endgame tablebases may rank them: a move of lower rank gives away a better result, whatever its search
//! value, and is searched only for further lines of MultiPV.

use crate::types::{Move, Value};

/// A root move.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Tablebase rank, higher is better; 0 for all without tablebases.
    pub rank: i32,
    /// Tablebase value.
    pub value: Option<Value>,
}

/// The root moves.
pub(super) struct RootMoves(Vec<RootMove>);

impl RootMoves {
    pub fn new(moves: Vec<RootMove>) -> Self {
        Self(moves)
    }

    /// Root moves without tablebase ranks.
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

    /// The rank of a line that starts with `mv`.
    pub fn rank(&self, mv: Option<Move>) -> i32 {
        self.find(mv).map_or(0, |root_move| root_move.rank)
    }

    /// The tablebase value of a line that starts with `mv`.
    pub fn value(&self, mv: Option<Move>) -> Option<Value> {
        self.find(mv)?.value
    }

    /// Excludes the moves of lower rank than the best move not `excluded` yet.
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
