//! The greatest counts of weights. Weights that depend on the structure are multiplied by their counts in 16 bits, so
//! they have to be small enough for the greatest count.

use super::king::MOST_ADJACENT_ATTACKS;
use super::network::{CHANGE_LIMIT, UNIT};
use super::passed::FAR;
use super::weight_index::name_of;
use super::weight_table::WeightIndex;

/// The greatest number of pawns of a side that count: a position may be set up with more than a game has.
pub const MOST_PAWNS: i32 = 8;

/// The weights that are multiplied by a count, and the greatest count of each; those of the imbalance follow below.
pub const MOST_COUNTS: [(&str, i32); 22] = [
    ("king_protector", 7),
    ("bishop_pawns", MOST_PAWNS),
    ("bishop_stuck_pawns", MOST_PAWNS * MOST_PAWNS),
    ("bishop_xray_pawns", MOST_PAWNS),
    ("danger_attacker", 15),
    ("danger_adjacent_attack", MOST_ADJACENT_ATTACKS),
    ("danger_weak_square", 9),
    ("danger_unsafe_check", 35),
    ("danger_discovered_check", 8),
    ("danger_pawn_attack", 9),
    ("danger_double_attack", 9),
    ("danger_flank_attack", 40),
    ("danger_flank_defense", 20),
    ("danger_pinned", 8),
    ("passed_our_king", FAR as i32),
    ("passed_their_king", FAR as i32),
    ("threat_by_push", 15),
    ("weak_queen_protection", 15),
    ("restricted", 64),
    ("knight_on_queen", 8),
    ("slider_on_queen", 28),
    ("space", 24),
];

/// The greatest numbers that count in the imbalance: bishop pair, pawns, knights, bishops, rooks, queens.
const MOST_PIECES: [i32; 6] = [1, MOST_PAWNS, 2, 2, 2, 2];

/// Returns the greatest number of times that the weight at an index can count.
pub fn most_counts(index: WeightIndex) -> i32 {
    match name_of(index) {
        ("imbalance_ours", place) if place[0] == place[1] => {
            let most = MOST_PIECES[place[0]];
            (most * (most - 1) / 2).max(1)
        }
        ("imbalance_ours" | "imbalance_theirs", place) => MOST_PIECES[place[0]] * MOST_PIECES[place[1]],
        (name, _) => MOST_COUNTS.iter().find(|(known, _)| *known == name).map_or(1, |(_, most)| *most),
    }
}

/// Returns the greatest change of the weight at an index, with either sign, in the units that are stored: counted as
/// often as can be, it takes up at most half of the range of a sum.
pub fn change_limit(index: WeightIndex) -> i16 {
    let half = i32::from(i16::MAX / 2) / most_counts(index);
    CHANGE_LIMIT.min(half as i16)
}

/// Returns the greatest base of the weight at an index, in the same units: counted as often as can be, it stays within
/// the range of a sum.
pub fn base_limit(index: WeightIndex) -> i32 {
    i32::from(i16::MAX) / most_counts(index) - UNIT
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::trace;
    use super::super::tracer::Coefficients;
    use super::super::weight_index::INDICES;
    use super::super::weights::{ADDITIONS, PLAIN_WEIGHTS};
    use super::*;
    use crate::position::Position;

    #[test]
    fn pairs_and_products_count_in_the_imbalance() {
        let ours = |kind: usize, other: usize| most_counts(INDICES.imbalance_ours[kind][other]);
        // One bishop pair, 28 pairs of pawns, one pair of rooks; each knight with each pawn, each queen with each rook.
        assert_eq!([ours(0, 0), ours(1, 1), ours(4, 4), ours(2, 1), ours(5, 4)], [1, 28, 1, 16, 4]);
        assert_eq!(most_counts(INDICES.imbalance_theirs[2][1]), 16);
        assert_eq!(most_counts(INDICES.restricted), 64);
    }

    #[test]
    fn no_weight_counts_more_often_than_it_can() {
        let mut capped = BTreeSet::new();
        for fen in [
            crate::position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/QQQQQQQQ/QQQQQQ2/8/8/8/6k1/4K3 b - - 0 1",
            "QQQQQQQQ/QNNBB3/RR6/8/8/k6p/7p/7K b - - 0 1",
            // Fourteen pawns on the squares of the bishop, and fourteen in front of it.
            "4k3/8/8/P1P5/1P1P1P1P/P1P1P1P1/1P1P1P1P/2B1K3 w - - 0 1",
            "1b2k3/pppppppp/pppppp2/8/8/PPPPPP2/PPPPPPPP/1B2K3 w - - 0 1",
            // Ten enemy pawns on the diagonals of the bishop, and nine stuck pawns on its squares.
            "4k3/p5p1/1p3p2/2p1p3/3B4/2p1p3/1p3p2/4K3 w - - 0 1",
            "4k3/3n4/2nPn3/2PnPn2/2nPnP2/2PnPn2/3P1P2/K1B5 w - - 0 1",
        ] {
            let mut record = Coefficients::default();
            trace(&Position::from_fen(fen).unwrap(), &mut record);
            for term in record.list.iter().filter(|term| usize::from(term.index) >= PLAIN_WEIGHTS) {
                assert!(
                    term.count.abs() <= most_counts(term.index),
                    "{:?}: {} in {fen}",
                    name_of(term.index),
                    term.count
                );
                let is_met = most_counts(term.index) > 1 && term.count == most_counts(term.index);
                capped.extend(is_met.then(|| name_of(term.index).0));
            }
        }
        let all = ["bishop_pawns", "bishop_stuck_pawns", "bishop_xray_pawns", "imbalance_ours", "imbalance_theirs"];
        assert!(all.iter().all(|name| capped.contains(name)), "{capped:?}");
    }

    #[test]
    fn all_changes_are_within_their_limits() {
        for (number, additions) in ADDITIONS.iter().enumerate() {
            let limit = change_limit((PLAIN_WEIGHTS + number) as WeightIndex);
            assert!(additions.as_flattened().iter().all(|number| number.abs() <= limit), "{additions:?}");
        }
    }
}
