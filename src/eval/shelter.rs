//! King shelter: the own pawns in front of the king and the enemy pawn storm. It depends only on pawns, king square and
//! castling rights, which change so seldom that the pawn hash table keeps it: one [`Shelter`] for each king.

use super::spans::{edge_file, front_span};
use super::tracer::{Off, Tracer, danger, term};
use crate::position::Position;
use crate::types::geometry::distance;
use crate::types::{CastlingRights, CastlingSide, Color, Score, Square, SquareSet};

/// The cached shelter of a king, with the king square and castling rights it is valid for.
#[derive(Clone, Copy, Default)]
pub(super) struct Shelter {
    known: bool,
    king: Square,
    castling: CastlingRights,
    /// The score of the pawns in front of the king.
    pub score: Score,
    /// Their contribution to king danger, in danger units; it counts only if the king is attacked.
    pub danger: Score,
}

impl Shelter {
    /// Returns the score of the shelter of the king of `us`, cached if king square and castling rights are unchanged
    /// since the last call. `pawns` are those of each color.
    #[inline]
    pub fn score<T: Tracer>(
        &mut self,
        pawns: &[SquareSet; 2],
        position: &Position,
        us: Color,
        tracer: &mut T,
    ) -> Score {
        let king = position.king(us);
        let castling = position.castling() & CastlingRights::both(us);
        if !T::ON && self.known && self.king == king && self.castling == castling {
            return self.score;
        }
        let score = score(pawns, position, us, tracer);
        let danger = danger(pawns, position, us, &mut Off);
        *self = Self { known: true, king, castling, score, danger };
        score
    }

    /// Returns the contribution of the pawns around the king of `us` to its danger. The cached value is valid only
    /// after a call of [`Shelter::score`] for this position.
    #[inline]
    pub fn danger<T: Tracer>(&self, pawns: &[SquareSet; 2], position: &Position, us: Color, tracer: &mut T) -> Score {
        if T::ON { danger(pawns, position, us, tracer) } else { self.danger }
    }
}

/// Returns the contribution of the pawns around the king of `us` to its danger, in danger units. Castling rights do not
/// matter here.
#[inline(never)]
fn danger<T: Tracer>(pawns: &[SquareSet; 2], position: &Position, us: Color, tracer: &mut T) -> Score {
    let files = pawns_around(pawns, us, position.king(us));
    let danger = files.map(|(distance, own_rank, enemy_rank)| {
        danger!(tracer, us, danger_shelter[distance][own_rank]) + danger!(tracer, us, danger_storm[enemy_rank])
    });
    danger.into_iter().sum()
}

/// Scores the shelter of the king of `us`, the best of its square and those it can still castle to, and its distance
/// from the nearest pawn.
#[inline(never)]
fn score<T: Tracer>(pawns: &[SquareSet; 2], position: &Position, us: Color, tracer: &mut T) -> Score {
    let here = position.king(us);
    let near_pawns = term!(tracer, us, king_nearest_pawn[nearest_pawn(pawns, here)]);
    if !position.castling().has_any(CastlingRights::both(us)) {
        return shelter_at(pawns, us, here, tracer) + near_pawns;
    }
    let middlegame = |king| shelter_at(pawns, us, king, &mut Off).mg();
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
fn shelter_at<T: Tracer>(pawns: &[SquareSet; 2], us: Color, king: Square, tracer: &mut T) -> Score {
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
fn pawns_around(pawns: &[SquareSet; 2], us: Color, king: Square) -> [(usize, usize, usize); 3] {
    let center = king.file().clamp(1, 6);
    let level = front_span(us, king) | SquareSet::rank(king.rank());
    [center - 1, center, center + 1].map(|file| {
        let [own_rank, enemy_rank] = [us, !us].map(|color| {
            let on_file = pawns[color] & level & SquareSet::file(file);
            nearest_rank(on_file, us)
        });
        (edge_file(Square::from_file_rank(file, 0)), own_rank, enemy_rank)
    })
}

/// Returns the distance in king moves to the nearest pawn of either side; 0 if there is none.
fn nearest_pawn(pawns: &[SquareSet; 2], king: Square) -> usize {
    let all = pawns[Color::White] | pawns[Color::Black];
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
