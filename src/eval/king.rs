//! King safety in two parts. The shelter scores the own pawns in front of the king and the enemy pawn storm; it depends
//! only on pawns, king square and castling rights and is cached in the pawn entry. King danger (after Stockfish 11)
//! adds up the attackers of the king ring, its weak squares and the available checks, in units of its own. Its
//! middlegame half enters the score squared, because two attackers are more than twice as dangerous as one.

use super::Context;
use super::pawns::{PawnEntry, edge_file, front_span};
use super::tracer::{Tracer, danger, term};
use super::weights::TUNED;
use crate::position::Position;
use crate::types::geometry::distance;
use crate::types::{CastlingRights, CastlingSide, Color, PieceKind, S, Score, Square, SquareSet, attacks};

/// The middlegame penalty in centipawns is the danger squared, divided by this ...
const DANGER_DIVISOR_MG: i32 = 800;
/// ... and the endgame penalty is the danger divided by this.
const DANGER_DIVISOR_EG: i32 = 16;
/// The greatest middlegame penalty, in centipawns.
const MAX_PENALTY_MG: i32 = 2000;

/// Scores the king of `us`: its square and its danger. Requires a complete attack map.
#[inline(always)]
pub(super) fn king<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    let square = context.position.king(us);
    let rank = square.relative_rank(us) as usize;
    let mut score = term!(tracer, us, king_square[rank][edge_file(square)]) + penalty(danger(context, us, tracer));
    if (flank(square) & (context.pawns.pawns[us] | context.pawns.pawns[!us])).is_empty() {
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

/// Returns the penalty for king danger, as a score of zero or less.
#[inline]
pub(super) fn penalty(danger: Score) -> Score {
    let (mg, eg) = (danger.mg().max(0), danger.eg().max(0));
    S(-(mg * mg / DANGER_DIVISOR_MG).min(MAX_PENALTY_MG), -eg / DANGER_DIVISOR_EG)
}

/// Returns the penalty for king danger over the reals, for the tuner: value and slope, for middlegame and endgame.
pub fn danger_penalty(danger: [f64; 2]) -> [(f64, f64); 2] {
    let [mg, eg] = danger.map(|danger| danger.max(0.0));
    let (square, linear, most) =
        (f64::from(DANGER_DIVISOR_MG), f64::from(DANGER_DIVISOR_EG), f64::from(MAX_PENALTY_MG));
    [
        if mg * mg / square < most { (-mg * mg / square, -2.0 * mg / square) } else { (-most, 0.0) },
        (-eg / linear, if eg > 0.0 { -1.0 / linear } else { 0.0 }),
    ]
}

/// Returns the danger to the king of `us`; zero if no piece attacks its ring.
#[inline(always)]
fn danger<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let them = !us;
    let (position, map) = (context.position, &context.map);
    let attack = &context.king_attacks[them];
    if attack.count() == 0 {
        return Score::ZERO;
    }
    let mut danger = danger!(tracer, us, danger_base) + context.pawns.shelter_danger(position, us, tracer);
    for (index, &attackers) in attack.attackers.iter().enumerate() {
        danger += danger!(tracer, us, danger_attacker[index] * attackers);
    }
    danger += danger!(tracer, us, danger_adjacent_attack * attack.adjacent_attacks);

    // Weak squares: attacked by them and undefended, or defended only once and only by king or queen.
    let weakly_defended = !map.all(us) | ((map.by(us, King) | map.by(us, Queen)) & !map.twice(us));
    let weak = map.all(them) & weakly_defended;
    danger += danger!(tracer, us, danger_weak_square * (weak & context.king_ring[us]).len());
    let twice = map.twice(them) & context.king_ring[us] & !map.by(us, Pawn);
    danger += danger!(tracer, us, danger_double_attack * twice.len());
    let by_pawns = map.by(them, Pawn) & context.king_ring[us];
    danger += danger!(tracer, us, danger_pawn_attack * by_pawns.len());
    let escapes = map.by(us, King) & !(map.all(them) | context.pieces[us] | context.pawns.pawns[us]);
    danger += danger!(tracer, us, danger_escape[escapes.len() as usize]);

    // The squares from which they can give check, seen through our queen, and among them the safe ones.
    let free = !(context.pieces[them] | context.pawns.pawns[them]);
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
    danger += danger!(tracer, us, danger_discovered_check * position.discovered_check_candidates(them).len());
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
    danger
}

/// Returns the contribution of the pawns around the king of `us` to its danger, in danger units. Castling rights do not
/// matter here.
#[inline(never)]
pub(super) fn shelter_danger<T: Tracer>(position: &Position, pawns: &PawnEntry, us: Color, tracer: &mut T) -> Score {
    let files = pawns_around(pawns, us, position.king(us));
    let danger = files.map(|(distance, own_rank, enemy_rank)| {
        danger!(tracer, us, danger_shelter[distance][own_rank]) + danger!(tracer, us, danger_storm[enemy_rank])
    });
    danger.into_iter().sum()
}

/// Scores the shelter of the king of `us`, the best of its square and those it can still castle to, and its distance
/// from the nearest pawn.
#[inline(never)]
pub(super) fn shelter<T: Tracer>(position: &Position, pawns: &PawnEntry, us: Color, tracer: &mut T) -> Score {
    let here = position.king(us);
    let near_pawns = term!(tracer, us, king_nearest_pawn[nearest_pawn(pawns, here)]);
    if !position.castling().has_any(CastlingRights::both(us)) {
        return shelter_at(pawns, us, here, tracer) + near_pawns;
    }
    let middlegame = |king| shelter_at(pawns, us, king, &mut super::tracer::Off).mg();
    let castled = CastlingSide::ALL
        .into_iter()
        .filter(|&side| position.castling().contains(CastlingRights::of(us, side)))
        .map(|side| side.king_target(us));
    let (best, _) = castled.fold((here, middlegame(here)), |best, square| {
        let value = middlegame(square);
        if value > best.1 { (square, value) } else { best }
    });
    shelter_at(pawns, us, best, tracer) + near_pawns
}

/// Scores the shelter of a king of `us` on the square `king`: three files, centered on its own or on the b- or g-file.
fn shelter_at<T: Tracer>(pawns: &PawnEntry, us: Color, king: Square, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    for (distance, own_rank, enemy_rank) in pawns_around(pawns, us, king) {
        score += term!(tracer, us, shelter[distance][own_rank]);
        score += if own_rank != 0 && own_rank + 1 == enemy_rank {
            term!(tracer, us, blocked_storm[enemy_rank])
        } else {
            term!(tracer, us, storm[distance][enemy_rank])
        };
    }
    score
}

/// Returns, for each of the three files around a king of `us`, its distance from the edge and the relative ranks of the
/// rearmost own pawn and the most advanced enemy pawn not behind the king; rank 0 means none.
fn pawns_around(pawns: &PawnEntry, us: Color, king: Square) -> [(usize, usize, usize); 3] {
    let center = king.file().clamp(1, 6);
    let level = front_span(us, king) | SquareSet::rank(king.rank());
    [center - 1, center, center + 1].map(|file| {
        let [own_rank, enemy_rank] = [us, !us].map(|color| {
            let on_file = pawns.pawns[color] & level & SquareSet::file(file);
            nearest_rank(on_file, us)
        });
        (edge_file(Square::from_file_rank(file, 0)), own_rank, enemy_rank)
    })
}

/// Returns the distance in king moves to the nearest pawn of either side; 0 if there is none.
fn nearest_pawn(pawns: &PawnEntry, king: Square) -> usize {
    let all = pawns.pawns[Color::White] | pawns.pawns[Color::Black];
    all.map(|pawn| usize::from(distance(king, pawn))).min().unwrap_or(0)
}

/// Returns the lowest relative rank of the squares of a set; 0 if it is empty (no pawn stands on rank 0).
fn nearest_rank(set: SquareSet, us: Color) -> usize {
    let squares_before = match us {
        Color::White => set.0.trailing_zeros(),
        Color::Black => set.0.leading_zeros(),
    };
    // An empty set gives 64: rank 8, which wraps to 0.
    squares_before as usize / 8 % 8
}

/// Ensures that the greatest possible danger fits into a packed score.
const _: () = assert!(WEIGHTS_FIT, "king danger may overflow a packed score");
const WEIGHTS_FIT: bool = {
    let w = &TUNED;
    let mut sum = w.danger_base.mg() + w.danger_adjacent_attack.mg() * 8 * 15 + w.danger_weak_square.mg() * 9;
    sum += w.danger_flank_attack.mg() * 40 + w.danger_pinned.mg() * 8 + w.danger_double_attack.mg() * 9;
    let mut kind = 0;
    while kind < 4 {
        sum += w.danger_attacker[kind].mg() * 15 + w.danger_safe_check[1][kind].mg();
        kind += 1;
    }
    sum += w.danger_pawn_attack.mg() * 9 + w.danger_unsafe_check.mg() * 24 + w.danger_discovered_check.mg() * 8;
    sum += greatest(&w.danger_escape) + greatest(&w.danger_multiple_checks) * 4;
    let mut file = 0;
    while file < 3 {
        sum += greatest(w.danger_shelter.as_flattened()) + greatest(&w.danger_storm);
        file += 1;
    }
    sum < i16::MAX as i32
};

/// Returns the greatest middlegame half among `weights`.
const fn greatest(weights: &[Score]) -> i32 {
    let mut most = i32::MIN;
    let mut index = 0;
    while index < weights.len() {
        if weights[index].mg() > most {
            most = weights[index].mg();
        }
        index += 1;
    }
    most
}
