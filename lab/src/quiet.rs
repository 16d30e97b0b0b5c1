//! Quiet positions: those whose static evaluation can be expected to match a search.

use oxide88::position::Position;
use oxide88::types::Move;

/// Returns whether no exchange is pending in a position whose best move is `best`. A capture or promotion that loses
/// material by exchanges does not count: it is played for an attack on the king or a passed pawn, which the evaluation
/// should see.
pub fn is_quiet(position: &Position, best: Move) -> bool {
    !position.in_check() && (!best.is_noisy() || !position.see_ge(best, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

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
