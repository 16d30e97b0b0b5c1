//! The greatest counts of weights. Weights that depend on the structure are multiplied by their counts in 16 bits, so
//! their changes have to be small enough for the greatest count.

use super::network::CHANGE_LIMIT;
use super::weight_index::name_of;
use super::weight_table::WeightIndex;

/// The greatest number of times that each of the weights can count that are multiplied by a count, but for those of the
/// imbalance.
pub const MOST_COUNTS: [(&str, i32); 22] = [
    ("king_protector", 7),
    ("bishop_pawns", 8),
    ("bishop_stuck_pawns", 64),
    ("bishop_xray_pawns", 8),
    ("danger_attacker", 15),
    ("danger_adjacent_attack", 24),
    ("danger_weak_square", 9),
    ("danger_unsafe_check", 35),
    ("danger_discovered_check", 8),
    ("danger_pawn_attack", 9),
    ("danger_double_attack", 9),
    ("danger_flank_attack", 40),
    ("danger_flank_defense", 20),
    ("danger_pinned", 8),
    ("passed_our_king", 5),
    ("passed_their_king", 5),
    ("threat_by_push", 15),
    ("weak_queen_protection", 15),
    ("restricted", 64),
    ("knight_on_queen", 8),
    ("slider_on_queen", 28),
    ("space", 24),
];

/// The greatest numbers that count in the imbalance: bishop pair, pawns, knights, bishops, rooks, queens.
const MOST_PIECES: [i32; 6] = [1, 8, 2, 2, 2, 2];

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
/// often as can be, it takes up half of the range of a sum.
pub fn change_limit(index: WeightIndex) -> i16 {
    let half = i32::from(i16::MAX / 2) / most_counts(index);
    CHANGE_LIMIT.min(half as i16)
}

#[cfg(test)]
mod tests {
    use super::super::weight_index::INDICES;
    use super::super::weights::{ADDITIONS, PLAIN_WEIGHTS};
    use super::*;

    #[test]
    fn pairs_and_products_count_in_the_imbalance() {
        let ours = |kind: usize, other: usize| most_counts(INDICES.imbalance_ours[kind][other]);
        // One bishop pair, 28 pairs of pawns, one pair of rooks; each knight with each pawn, each queen with each rook.
        assert_eq!([ours(0, 0), ours(1, 1), ours(4, 4), ours(2, 1), ours(5, 4)], [1, 28, 1, 16, 4]);
        assert_eq!(most_counts(INDICES.imbalance_theirs[2][1]), 16);
        assert_eq!(most_counts(INDICES.restricted), 64);
    }

    #[test]
    fn all_changes_are_within_their_limits() {
        for (number, additions) in ADDITIONS.iter().enumerate() {
            let limit = change_limit((PLAIN_WEIGHTS + number) as WeightIndex);
            assert!(additions.as_flattened().iter().all(|number| number.abs() <= limit), "{additions:?}");
        }
    }
}
