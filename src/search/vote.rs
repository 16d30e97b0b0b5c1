//! The vote of the threads on the answer, after Stockfish 11. A thread that has searched deeper, or has found a better
//! value, may know a better move than the main thread. Many threads that agree are more likely right than one.

use super::deepening::Found;
use crate::types::value::WIN_BOUND;
use crate::types::{Move, Value};

/// Weight of the vote of the thread with the worst value, in centipawns.
const LEAST_WEIGHT: Value = 14;

/// Returns the answer of the threads. Each votes for its best move, with a weight that grows with its value and its
/// depth; the answer is that of the deepest thread among those whose move wins. A proven win needs no votes: the
/// shortest is the answer. `main` wins ties.
pub(super) fn vote<'a>(main: &'a Found, helpers: &'a [Found]) -> &'a Found {
    let threads = || std::iter::once(main).chain(helpers).filter(|found| found.depth > 0);
    let worst = threads().map(Found::value).min().unwrap_or_default();
    let weight = |found: &Found| i64::from(found.value() - worst + LEAST_WEIGHT) * i64::from(found.depth);
    let votes = |mv: Option<Move>| threads().filter(|found| found.best() == mv).map(weight).sum::<i64>();
    let proven_win = |found: &Found| found.value().max(WIN_BOUND);
    // Of equals the last counts, which is `main` in this order.
    threads().rev().max_by_key(|found| (proven_win(found), votes(found.best()), found.depth)).unwrap_or(main)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::types::Depth;
    use crate::types::value::mate_in;

    /// The find of a thread: the number of its move, its value and its depth.
    fn found((number, value, depth): (usize, Value, Depth)) -> Found {
        Found::of(Position::start().legal_moves()[number], value, depth)
    }

    /// The index of the thread whose answer is taken; 0 is the main thread.
    fn winner(threads: &[(usize, Value, Depth)]) -> usize {
        let threads: Vec<Found> = threads.iter().copied().map(found).collect();
        let best = vote(&threads[0], &threads[1..]);
        threads.iter().position(|found| std::ptr::eq(found, best)).unwrap()
    }

    #[test]
    fn depth_value_and_agreement_win_votes_and_the_main_thread_wins_ties() {
        assert_eq!(winner(&[(0, 10, 9)]), 0, "alone");
        assert_eq!(winner(&[(0, 10, 9), (1, 10, 9)]), 0, "a tie");
        assert_eq!(winner(&[(0, 10, 9), (1, 10, 10)]), 1, "deeper");
        assert_eq!(winner(&[(0, 10, 9), (1, 11, 9)]), 1, "a better value");
        assert_eq!(winner(&[(0, 10, 9), (1, 200, 7)]), 1, "a much better value at less depth");
        assert_eq!(winner(&[(0, 12, 9), (1, 10, 12)]), 1, "much deeper at a slightly worse value");
        assert_eq!(winner(&[(0, 12, 10), (1, 10, 9), (1, 10, 9)]), 1, "two against one");
        assert_eq!(winner(&[(0, 10, 9), (0, 10, 11), (1, 10, 8)]), 1, "the deepest of those with the same move");
    }

    #[test]
    fn the_shortest_proven_win_needs_no_votes() {
        let [three, five] = [mate_in(5), mate_in(9)];
        assert_eq!(winner(&[(0, three, 12), (1, five, 13), (1, five, 13)]), 0);
        assert_eq!(winner(&[(0, 900, 30), (0, 900, 30), (1, five, 4)]), 2);
        assert_eq!(winner(&[(0, five, 12), (1, five, 13), (1, five, 13)]), 1, "of equals the votes count");
        assert_eq!(winner(&[(0, -three, 9), (1, -five, 9)]), 1, "a loss is none");
    }

    #[test]
    fn a_thread_without_a_finished_iteration_has_no_vote() {
        assert_eq!(winner(&[(0, -50, 3), (1, 500, 0)]), 0);
        assert_eq!(winner(&[(0, 0, 0), (1, 500, 0)]), 0, "nobody has");
        assert_eq!(winner(&[(0, 0, 0), (1, -50, 1)]), 1);
        assert_eq!(winner(&[(0, 200, 7), (1, 10, 9), (2, -5000, 0)]), 0, "nor is its value the worst");
    }
}
