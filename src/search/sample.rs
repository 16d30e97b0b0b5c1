//! Samples of a search: some of the positions that it visits. What a search asks the evaluation about is seldom played:
//! most of it follows a mistake, which the evaluation has to recognize. Weights that learn from games alone see little
//! of that.

use std::sync::{Mutex, PoisonError};

use crate::position::Position;

/// Collects one in so many positions of a search.
pub(super) struct Sampler {
    every: u64,
    positions: Mutex<Vec<Position>>,
}

impl Sampler {
    /// Collects the position of each node whose number `every` divides.
    pub fn new(every: u64) -> Self {
        Self { every, positions: Mutex::default() }
    }

    /// Returns the positions in the order of their nodes.
    pub fn into_positions(self) -> Vec<Position> {
        self.positions.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at `position`, node number `node` of the search, and keeps it if its turn has come.
    pub fn visit(&self, node: u64, position: &Position) {
        if node.is_multiple_of(self.every) {
            self.positions.lock().unwrap_or_else(PoisonError::into_inner).push(position.with_recent_history(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::{Control, Limits};
    use super::super::threads::Searcher;
    use super::*;

    const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 9";

    fn sample(nodes: u64, every: u64) -> Vec<String> {
        let position = Position::from_fen(MIDDLEGAME).unwrap();
        let positions = Searcher::with_hash(1).unwrap().sample(&position, nodes, every);
        positions.iter().map(Position::fen).collect()
    }

    #[test]
    fn a_sample_has_each_nth_position_of_the_search() {
        let all = sample(3000, 1);
        assert_eq!(all.len(), 3000);
        let some: Vec<String> = all.iter().skip(99).step_by(100).cloned().collect();
        assert_eq!(sample(3000, 100), some);
        // The first node is the root, the second is a move away from it.
        assert_eq!(all[0], MIDDLEGAME);
        let mut position = Position::from_fen(MIDDLEGAME).unwrap();
        let children = position.legal_moves().into_iter().map(|mv| {
            position.make(mv);
            let fen = position.fen();
            position.unmake();
            fen
        });
        assert!(children.collect::<Vec<_>>().contains(&all[1]), "{}", all[1]);
    }

    #[test]
    fn taking_a_sample_does_not_change_the_search() {
        let position = Position::from_fen(MIDDLEGAME).unwrap();
        let [mut one, mut other] = [(); 2].map(|()| Searcher::with_hash(1).unwrap());
        one.sample(&position, 5000, 7);
        other.go(&position, &Limits::nodes(5000), &Control::default(), &mut |_| ());
        assert_eq!(one.statistics(), other.statistics());
        let next =
            |searcher: &mut Searcher| searcher.go(&position, &Limits::depth(6), &Control::default(), &mut |_| ());
        assert_eq!(next(&mut one), next(&mut other));
    }
}
