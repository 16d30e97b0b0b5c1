//! Quiet positions: those whose static evaluation can be expected to match a search.

use oxide88::eval::{EvalCaches, evaluate};
use oxide88::position::Position;
use oxide88::types::{Move, Value};

/// Most moves of an exchange, in plies.
const LONGEST: u32 = 16;
/// Most positions looked at to find the best one.
const MOST_NODES: u32 = 2000;
/// More than any value, in centipawns.
const INFINITE: Value = 100_000;

/// Returns whether no exchange is pending in a position whose best move is `best`. A capture or promotion that loses
/// material by exchanges does not count: it is played for an attack on the king or a passed pawn, which the evaluation
/// should see.
pub fn is_quiet(position: &Position, best: Move) -> bool {
    !position.in_check() && (!best.is_noisy() || !position.see_ge(best, 0))
}

/// Returns the position in which the exchanges of `position` end if both sides play the captures and promotions that
/// serve them best by static evaluation, and no other moves but out of check; that is `position` itself if the side to
/// move does not gain by any. It is the one that an evaluation should be held responsible for, since searches play
/// exchanges out before they ask it.
pub fn resolved(position: &Position, caches: &mut EvalCaches) -> Position {
    let mut end = position.clone();
    let mut exchange = Exchange { caches, nodes: 0 };
    let (_, line) = exchange.search(&mut end, -INFINITE, INFINITE, LONGEST);
    line.into_iter().rev().for_each(|mv| end.make(mv));
    end
}

/// A search of exchanges.
struct Exchange<'a> {
    caches: &'a mut EvalCaches,
    nodes: u32,
}

impl Exchange<'_> {
    /// Returns the value for the side to move within the window, and the moves that lead to it, the last one first.
    fn search(&mut self, position: &mut Position, mut alpha: Value, beta: Value, plies: u32) -> (Value, Vec<Move>) {
        self.nodes += 1;
        let mut best = Vec::new();
        let in_check = position.in_check();
        if !in_check || plies == 0 || self.nodes > MOST_NODES {
            alpha = alpha.max(evaluate(position, self.caches));
            if alpha >= beta || plies == 0 || self.nodes > MOST_NODES {
                return (alpha.min(beta), best);
            }
        }
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|&mv| in_check || mv.is_noisy() && position.see_ge(mv, 0));
        moves.sort_by_key(|&mv| -position.move_gain(mv));
        for mv in moves {
            position.make(mv);
            let (value, line) = self.search(position, -beta, -alpha, plies - 1);
            position.unmake();
            if -value > alpha {
                (alpha, best) = (-value, line);
                best.push(mv);
                if alpha >= beta {
                    break;
                }
            }
        }
        (alpha, best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_end_where_nobody_gains_by_another_one() {
        for (fen, line) in [
            // Nothing to take; a defended pawn; pawns, after which the next capture would lose a knight.
            ("4k3/8/3p4/4p3/8/3P4/8/4K3 w - - 0 1", ""),
            ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", ""),
            ("4r1k1/5ppp/3p4/4p3/5P2/5N2/5PPP/6K1 w - - 0 1", "f4e5 d6e5"),
            // A queen.
            ("6k1/5ppp/8/8/8/8/3q1PPP/3R2K1 w - - 0 1", "d1d2"),
            // A promotion.
            ("1r6/P4pkp/6p1/8/8/8/5PPP/R5K1 w - - 0 1", "a7b8q"),
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            let end = resolved(&position, &mut EvalCaches::new());
            for text in line.split_whitespace() {
                position.make(position.parse_move(text).unwrap());
            }
            assert_eq!(end.fen(), position.fen(), "{fen}");
        }
    }

    #[test]
    fn captures_that_lose_material_are_not_tried() {
        // A knight could take a pawn that a pawn defends.
        let mut position = Position::from_fen("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1").unwrap();
        let mut caches = EvalCaches::new();
        let mut exchange = Exchange { caches: &mut caches, nodes: 0 };
        exchange.search(&mut position, -INFINITE, INFINITE, LONGEST);
        assert_eq!(exchange.nodes, 1);
    }

    #[test]
    fn no_exchange_is_too_much() {
        // Nine queens a side, all of which can take each other.
        let position = Position::from_fen("kqqqqqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1").unwrap();
        let mut caches = EvalCaches::new();
        let mut exchange = Exchange { caches: &mut caches, nodes: 0 };
        exchange.search(&mut position.clone(), -INFINITE, INFINITE, LONGEST);
        assert!(exchange.nodes < 2 * MOST_NODES, "{}", exchange.nodes);
    }

    #[test]
    fn a_pending_exchange_is_not_quiet_and_a_sacrifice_is() {
        for (fen, best, expected) in [
            ("4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5", false),
            ("4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1", "d4d5", true),
            ("r1bq1rk1/pppnbppp/4p3/3pP3/3P4/3B1N2/PPP2PPP/RNBQK2R w KQ - 0 1", "d3h7", true),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", false),
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", false),
            ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1e2", false),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(is_quiet(&position, position.parse_move(best).unwrap()), expected, "{fen} {best}");
        }
    }
}
