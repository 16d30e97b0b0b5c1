//! Passed pawns beyond their rank, which the pawn entry has: whether the way is free, which king is nearer, which rooks
//! stand behind, and whether an enemy king without pieces is too far away.

use super::Context;
use super::pawns::{edge_file, front_span};
use super::tracer::{Tracer, term};
use crate::types::geometry::distance;
use crate::types::{Color, PieceKind, Score, Square, SquareSet};

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
        } else if position.piece_on(stop).is(us) {
            score += term!(tracer, us, passed_own_block[rank]);
        }
        if position.side_to_move() == us {
            score += term!(tracer, us, passed_to_move[rank]);
        }
        let file = SquareSet::file(square.file());
        let path = front_span(us, square) & file;
        score += term!(tracer, us, passed_file[edge_file(square)]);
        if (path & (context.map.all(!us) | context.occupied)).is_empty() {
            score += term!(tracer, us, passed_free_path[rank]);
        }
        if context.map.all(us).contains(stop) {
            score += term!(tracer, us, passed_defended_stop[rank]);
        }
        if !context.map.all(!us).contains(stop) {
            score += term!(tracer, us, passed_safe_stop[rank]);
        }
        let behind = front_span(!us, square) & file;
        for (side, color) in [us, !us].into_iter().enumerate() {
            if position.pieces(color, PieceKind::Rook).iter().any(|&rook| behind.contains(rook)) {
                score += term!(tracer, us, rook_behind_passed[side]);
            }
        }
        if !position.has_pieces(!us) && (path & context.occupied).is_empty() && is_out_of_reach(context, us, square) {
            score += term!(tracer, us, unstoppable);
        }
    }
    score
}

/// The square rule: whether the enemy king cannot catch a pawn that runs.
fn is_out_of_reach(context: &Context, us: Color, pawn: Square) -> bool {
    let position = context.position;
    let goal = Square::from_file_rank(pawn.file(), us.relative_rank(7));
    // From its first rank the pawn gains a step.
    let steps = distance(pawn, goal).min(5);
    let moves = steps + u8::from(position.side_to_move() != us);
    distance(position.king(!us), goal) > moves
}
