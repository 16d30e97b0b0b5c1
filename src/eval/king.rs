//! The king: its square and its danger; the shelter is in `shelter.rs`. King danger (after Stockfish 11) adds up the
//! attackers of the king ring, its weak squares and the available checks. Its middlegame half is in units of its own
//! and enters the score as it is and squared as well, because two attackers are more than twice as dangerous as one,
//! while the shelter and the flank matter before there is an attack; its endgame half is in centipawns.

use super::context::Context;
use super::network::{add_score, to_score};
use super::spans::edge_file;
use super::tracer::{Tracer, danger, term};
use crate::types::{Color, PieceKind, S, Score, Square, SquareSet, attacks};

/// The middlegame penalty in centipawns is the danger divided by this, ...
const DANGER_DIVISOR: i32 = 16;
/// ... and, if it is above zero, also its square divided by this.
const DANGER_SQUARE_DIVISOR: i32 = 1024;
/// The greatest middlegame penalty, in centipawns.
const MAX_PENALTY_MG: i32 = 2000;

/// The greatest number of attacks on squares next to the king that counts.
pub(super) const MOST_ADJACENT_ATTACKS: i32 = 24;

/// Scores the king of `us`: its square and its danger. Requires a complete attack map.
#[inline(always)]
pub(super) fn king<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    let square = context.position.king(us);
    let rank = square.relative_rank(us) as usize;
    let mut score = term!(tracer, us, king_square[rank][edge_file(square)]) + penalty(danger(context, us, tracer));
    if (flank(square) & (context.pawns_of(us) | context.pawns_of(!us))).is_empty() {
        score += term!(tracer, us, pawnless_flank);
    }
    score
}

/// Returns the king's flank: the a- to d-files, the c- to f-files or the e- to h-files.
const fn flank(king: Square) -> SquareSet {
    match king.file() {
        0..=2 => SquareSet(0x0f0f_0f0f_0f0f_0f0f),
        3 | 4 => SquareSet(0x3c3c_3c3c_3c3c_3c3c),
        _ => SquareSet(0xf0f0_f0f0_f0f0_f0f0),
    }
}

/// The king's camp: the first five ranks of each side.
const CAMP: [SquareSet; 2] = [SquareSet(0x0000_00ff_ffff_ffff), SquareSet(0xffff_ffff_ff00_0000)]; // [color]

/// Returns the penalty for king danger. A king in less danger than none gets a small bonus.
#[inline]
pub(super) fn penalty(danger: Score) -> Score {
    let above = danger.mg().max(0);
    let mg = danger.mg() / DANGER_DIVISOR + above * above / DANGER_SQUARE_DIVISOR;
    S(-mg.min(MAX_PENALTY_MG), -danger.eg())
}

/// Returns the penalty for king danger over the reals, for the tuner: value and slope, for middlegame and endgame.
pub fn danger_penalty([mg, eg]: [f64; 2]) -> [(f64, f64); 2] {
    let [linear, square, most] = [DANGER_DIVISOR, DANGER_SQUARE_DIVISOR, MAX_PENALTY_MG].map(f64::from);
    let above = mg.max(0.0);
    let penalty = mg / linear + above * above / square;
    [if penalty < most { (-penalty, -1.0 / linear - 2.0 * above / square) } else { (-most, 0.0) }, (-eg, -1.0)]
}

/// Returns the danger to the king of `us`.
#[inline(always)]
fn danger<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let them = !us;
    let (position, map) = (context.position, &context.map);
    let attack = &context.king_attacks[them];
    let mut danger = danger!(tracer, us, danger_base);
    for (index, &attackers) in attack.attackers.iter().enumerate() {
        danger += danger!(tracer, us, danger_attacker[index] * attackers);
    }
    danger += danger!(tracer, us, danger_adjacent_attack * attack.adjacent_attacks.min(MOST_ADJACENT_ATTACKS));

    // Weak squares: attacked by them and undefended, or defended only once and only by king or queen.
    let weakly_defended = !map.all(us) | ((map.by(us, King) | map.by(us, Queen)) & !map.twice(us));
    let weak = map.all(them) & weakly_defended;
    danger += danger!(tracer, us, danger_weak_square * (weak & context.king_ring[us]).len());
    let twice = map.twice(them) & context.king_ring[us] & !map.by(us, Pawn);
    danger += danger!(tracer, us, danger_double_attack * twice.len());
    let by_pawns = map.by(them, Pawn) & context.king_ring[us];
    danger += danger!(tracer, us, danger_pawn_attack * by_pawns.len());
    let escapes = map.by(us, King) & !(map.all(them) | context.pieces[us] | context.pawns_of(us));
    danger += danger!(tracer, us, danger_escape[escapes.len() as usize]);

    // The squares from which they can give check, seen through our queen, and among them the safe ones.
    let free = !(context.pieces[them] | context.pawns_of(them));
    let safe = !map.all(us) | (weak & map.twice(them));
    let king = position.king(us);
    let occupied = context.occupied & !context.queens[us];
    let diagonals = attacks::bishop(king, occupied);
    let lines = attacks::rook(king, occupied);
    let stm = context.stm_index(them);
    let checks = [(Knight, attacks::knight(king)), (Bishop, diagonals), (Rook, lines), (Queen, diagonals | lines)];
    let mut unsafe_checks = SquareSet::EMPTY;
    for (index, (kind, from)) in checks.into_iter().enumerate() {
        let checks = from & map.by(them, kind) & free;
        let safe_checks = checks & safe;
        if !safe_checks.is_empty() {
            danger += danger!(tracer, us, danger_safe_check[stm][index]);
            if safe_checks.len() > 1 {
                danger += danger!(tracer, us, danger_multiple_checks[index]);
            }
        } else if kind != Queen {
            unsafe_checks |= checks;
        }
    }
    danger += danger!(tracer, us, danger_unsafe_check * unsafe_checks.len());
    danger += danger!(tracer, us, danger_discovered_check * (context.blockers[us] & position.occupied_by(them)).len());
    if position.count(them, Queen) == 0 {
        danger += danger!(tracer, us, danger_no_queen);
    }
    if !(map.by(us, Knight) & context.king_ring[us]).is_empty() {
        danger += danger!(tracer, us, danger_knight_defends);
    }

    // The balance of attack and defense on the king's flank.
    let camp = flank(king) & CAMP[us];
    let attacks = (map.all(them) & camp).len() + (map.twice(them) & camp).len();
    danger += danger!(tracer, us, danger_flank_attack * attacks);
    danger += danger!(tracer, us, danger_flank_defense * (map.all(us) & camp).len());
    danger += danger!(tracer, us, danger_pinned * context.pinned[us].len());
    let shelter = context.structure.shelters[us].danger(position, us, tracer);
    to_score(add_score(danger.products(context.structure.vector(us)), shelter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_penalty_is_linear_and_above_zero_also_a_square() {
        assert_eq!(penalty(S(0, 0)), S(0, 0));
        assert_eq!(penalty(S(160, 32)), S(-(10 + 25), -32));
        assert_eq!(penalty(S(-160, -32)), S(10, 32));
        assert_eq!(penalty(S(5000, 0)), S(-2000, 0));
    }

    #[test]
    fn the_penalty_over_the_reals_is_that_of_play_and_its_slope_is_right() {
        for danger in [-300, -16, 0, 1, 70, 160, 900, 5000] {
            let played = penalty(S(danger, danger));
            let at = |danger: f64| danger_penalty([danger; 2]);
            let found = at(danger.into());
            for (half, played) in [played.mg(), played.eg()].into_iter().enumerate() {
                assert!((found[half].0 - f64::from(played)).abs() < 2.0, "{danger}: {found:?}, but {played} plays");
                let step = 1e-6;
                let difference =
                    (at(f64::from(danger) + step)[half].0 - at(f64::from(danger) - step)[half].0) / (2.0 * step);
                assert!((found[half].1 - difference).abs() < 1e-6, "{danger}: {found:?}, but {difference}");
            }
        }
    }
}
