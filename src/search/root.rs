//! Root moves. Endgame tablebases may rank them: a move of lower rank gives away a better result, whatever its search
//! value, and is searched only for further lines of MultiPV. The state of the root search is here too.

use crate::types::{Depth, Move, Value};

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

/// The search of the root in progress. Depth, first move and excluded moves change only between two windows.
pub(super) struct RootSearch {
    depth: Depth,
    tt_move: Option<Move>,
    /// The moves that have raised alpha, latest first.
    best_moves: Vec<Move>,
    excluded: Vec<Move>,
    /// Number of better lines.
    better: usize,
    effort: Vec<u64>, // [root move]
}

impl RootSearch {
    /// The state before the first iteration, for this number of root moves.
    pub fn new(moves: usize) -> Self {
        Self {
            depth: 0,
            tt_move: None,
            best_moves: Vec::new(),
            excluded: Vec::new(),
            better: 0,
            effort: vec![0; moves],
        }
    }

    /// Begins an iteration or a further window of it. `first` is the move to search first, `better` are the first moves
    /// of better lines (MultiPV), which are excluded.
    pub fn begin(&mut self, depth: Depth, first: Option<Move>, better: impl Iterator<Item = Move>, moves: &RootMoves) {
        (self.depth, self.tt_move) = (depth, first);
        self.excluded.clear();
        self.excluded.extend(better);
        self.better = self.excluded.len();
        moves.exclude_inferior(&mut self.excluded);
    }

    /// Depth of the current iteration.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The root move to search first.
    pub fn tt_move(&self) -> Option<Move> {
        self.tt_move
    }

    /// Notes that `mv` has raised alpha.
    pub fn add_best_move(&mut self, mv: Move) {
        self.best_moves.retain(|other| *other != mv);
        self.best_moves.insert(0, mv);
    }

    /// The last two quiet moves that have raised alpha, besides the one to search first, in place of killers: a move
    /// that was best before is likely to be the next best one.
    pub fn killers(&self) -> [Option<Move>; 2] {
        let mut quiets = self.best_moves.iter().copied().filter(|mv| Some(*mv) != self.tt_move && !mv.is_noisy());
        [quiets.next(), quiets.next()]
    }

    /// Returns whether `mv` is excluded.
    pub fn excludes(&self, mv: Move) -> bool {
        self.excluded.contains(&mv)
    }

    /// Number of better lines, whose first moves are excluded.
    pub fn better(&self) -> usize {
        self.better
    }

    /// Returns whether any move is excluded, so that the value is not that of the position.
    pub fn is_partial(&self) -> bool {
        !self.excluded.is_empty()
    }

    /// Adds the nodes spent on the root move at `index`.
    pub fn add_effort(&mut self, index: usize, nodes: u64) {
        self.effort[index] += nodes;
    }

    /// The share of the root move at `index` in the nodes of this thread, 0 to 1.
    pub fn share_of(&self, index: usize) -> f64 {
        let all: u64 = self.effort.iter().sum();
        self.effort[index] as f64 / all.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn a_window_has_its_moves_and_the_effort_is_shared_out() {
        let legal = Position::start().legal_moves();
        let moves = RootMoves::unranked(&legal);
        let mut root = RootSearch::new(moves.len());
        root.begin(7, Some(legal[3]), [legal[0], legal[1]].into_iter(), &moves);
        assert_eq!((root.depth(), root.tt_move(), root.is_partial()), (7, Some(legal[3]), true));
        assert_eq!(root.better(), 2);
        assert!(root.excludes(legal[0]) && root.excludes(legal[1]) && !root.excludes(legal[2]));
        root.begin(8, None, [].into_iter(), &moves);
        assert_eq!((root.depth(), root.tt_move(), root.is_partial()), (8, None, false));
        assert!(!root.excludes(legal[0]));
        assert!(root.share_of(2).abs() < 1e-9, "no nodes yet");
        root.add_effort(2, 10);
        root.add_effort(5, 20);
        root.add_effort(2, 10);
        assert!((root.share_of(2) - 0.5).abs() < 1e-9 && root.share_of(3).abs() < 1e-9);
    }

    #[test]
    fn the_quiet_moves_that_were_best_before_come_next() {
        let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1").unwrap();
        let [one, two, three, capture] =
            ["h1h2", "h1h3", "h1h4", "e4d5"].map(|text| position.parse_move(text).unwrap());
        let legal = position.legal_moves();
        let mut root = RootSearch::new(legal.len());
        assert_eq!(root.killers(), [None, None]);
        for mv in [one, two, capture, three, two, two] {
            root.add_best_move(mv);
        }
        assert_eq!(root.killers(), [Some(two), Some(three)]);
        root.begin(7, Some(two), [].into_iter(), &RootMoves::unranked(&legal));
        assert_eq!(root.killers(), [Some(three), Some(one)]);
    }

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
        let mut root = RootSearch::new(legal.len());
        root.begin(1, None, [legal[2]].into_iter(), &moves);
        assert!(root.excludes(legal[3]) && root.better() == 1, "inferior moves are not better ones");
        let unranked = RootMoves::unranked(&legal);
        let mut none = Vec::new();
        unranked.exclude_inferior(&mut none);
        assert!(none.is_empty() && unranked.rank(Some(legal[0])) == 0 && unranked.value(Some(legal[0])).is_none());
    }
}
