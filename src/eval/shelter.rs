//! King shelter: the own pawns in front of the king and the enemy pawn storm. It depends only on pawns, king square and
//! castling rights, so the pawn hash table keeps it.

use super::spans::{edge_file, front_span};
use super::tracer::{Off, Tracer, danger, term};
use crate::position::Position;
use crate::types::{CastlingRights, CastlingSide, Color, PieceKind, Score, Square, SquareSet};

/// The shelter of a king.
#[derive(Clone, Copy, Default)]
pub(super) struct Shelter {
    /// The score of the pawns in front of the king.
    pub score: Score,
    /// Their contribution to king danger, in danger units.
    pub danger: Score,
}

impl Shelter {
    /// Computes the shelter of the king of `us`. The danger is recorded by its own function, where it counts.
    #[inline(never)]
    pub fn compute<T: Tracer>(position: &Position, us: Color, tracer: &mut T) -> Self {
        let around = pawns_around(position, us, position.king(us));
        Self { score: score(position, us, around, tracer), danger: danger(us, around, &mut Off) }
    }

    /// Returns the contribution to king danger, recorded as well.
    #[inline]
    pub fn danger<T: Tracer>(self, position: &Position, us: Color, tracer: &mut T) -> Score {
        if T::ON { danger(us, pawns_around(position, us, position.king(us)), tracer) } else { self.danger }
    }
}

/// The pawns on each of the three files around a king: the distance of the file from the edge, and the relative ranks
/// of the rearmost own pawn and the most advanced enemy pawn not behind the king; rank 0 means none.
type PawnsAround = [(usize, usize, usize); 3];

/// Returns the contribution of the pawns around the king of `us` to its danger, in danger units. Castling rights do not
/// matter here.
fn danger<T: Tracer>(us: Color, around: PawnsAround, tracer: &mut T) -> Score {
    let danger = around.into_iter().map(|(distance, own_rank, enemy_rank)| {
        danger!(tracer, us, danger_shelter[distance][own_rank])
            + danger!(tracer, us, danger_storm[usize::from(is_blocked(own_rank, enemy_rank))][distance][enemy_rank])
    });
    danger.sum()
}

/// Scores the shelter of the king of `us`, the best of its square, with the pawns `around`, and those it can still
/// castle to, and its distance from the nearest pawn.
fn score<T: Tracer>(position: &Position, us: Color, around: PawnsAround, tracer: &mut T) -> Score {
    let near_pawns = term!(tracer, us, king_nearest_pawn[nearest_pawn(position, position.king(us))]);
    let mut best = around;
    if position.castling().has_any(CastlingRights::both(us)) {
        let middlegame = |around| shelter_of(us, around, &mut Off).mg();
        let castled = CastlingSide::ALL
            .into_iter()
            .filter(|&side| position.castling().contains(CastlingRights::of(us, side)))
            .map(|side| pawns_around(position, us, side.king_target(us)));
        (best, _) = castled.fold((around, middlegame(around)), |best, around| {
            let value = middlegame(around);
            if value > best.1 { (around, value) } else { best }
        });
    }
    shelter_of(us, best, tracer) + near_pawns
}

/// Returns whether an own pawn of the shelter on `own_rank`, 0 if there is none, blocks an enemy pawn of its file.
const fn is_blocked(own_rank: usize, enemy_rank: usize) -> bool {
    own_rank != 0 && own_rank + 1 == enemy_rank
}

/// Scores the pawns around a king of `us` as its shelter.
fn shelter_of<T: Tracer>(us: Color, around: PawnsAround, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    for (distance, own_rank, enemy_rank) in around {
        score += term!(tracer, us, shelter[distance][own_rank]);
        score += if is_blocked(own_rank, enemy_rank) {
            term!(tracer, us, blocked_storm[enemy_rank])
        } else {
            term!(tracer, us, storm[distance][enemy_rank])
        };
    }
    score
}

/// Returns the pawns around a king of `us` on the square `king`: on three files, centered on its own or on the b- or
/// g-file.
fn pawns_around(position: &Position, us: Color, king: Square) -> PawnsAround {
    let center = king.file().clamp(1, 6);
    let level = front_span(us, king) | SquareSet::rank(king.rank());
    let [ours, theirs] = [us, !us].map(|color| position.set(color, PieceKind::Pawn) & level);
    [center - 1, center, center + 1].map(|file| {
        let [own_rank, enemy_rank] = [ours, theirs].map(|pawns| nearest_rank(pawns & SquareSet::file(file), us));
        (edge_file(Square::from_file_rank(file, 0)), own_rank, enemy_rank)
    })
}

/// Returns the distance in king moves to the nearest pawn of either side; 0 if there is none.
fn nearest_pawn(position: &Position, king: Square) -> usize {
    let pawns = position.set(Color::White, PieceKind::Pawn) | position.set(Color::Black, PieceKind::Pawn);
    if pawns.is_empty() {
        return 0;
    }
    let (mut distance, mut around) = (0, SquareSet::of(king));
    while (around & pawns).is_empty() {
        let row = around | around.east() | around.west();
        around = row | row.forward(Color::White) | row.forward(Color::Black);
        distance += 1;
    }
    distance
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
