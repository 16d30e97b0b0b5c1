//! Passed pawns beyond their rank, which the pawn entry has: whether the way is free and which king is nearer.

use super::Context;
use super::pawns::front_span;
use super::tracer::{Tracer, term};
use crate::types::geometry::distance;
use crate::types::{Color, Score, SquareSet};

/// King moves beyond this many make no difference.
const FAR: u8 = 5;

/// The passed pawns of `us`. The attack map has to be complete.
#[inline(always)]
pub(super) fn passed<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    let position = context.position;
    let mut score = Score::ZERO;
    for square in context.pawns.passed[us] {
        let rank = square.relative_rank(us) as usize;
        let stop = square.advance(us.forward());
        let kings = [us, !us].map(|color| i32::from(distance(position.king(color), stop).min(FAR)));
        score += term!(tracer, us, passed_our_king[rank] * kings[0]);
        score += term!(tracer, us, passed_their_king[rank] * kings[1]);
        if position.piece_on(stop).is(!us) {
            score += term!(tracer, us, passed_blocked[rank]);
        }
        let path = front_span(us, square) & SquareSet::file(square.file());
        if (path & (context.map.all(!us) | context.occupied)).is_empty() {
            score += term!(tracer, us, passed_free_path[rank]);
        }
    }
    score
}
