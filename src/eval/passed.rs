//! Passed pawns. Their rank is scored in the pawn entry; the terms here score their path, the distances of both kings,
//! rooks and queens behind them, and in pawn endings the rule of the square.

use super::blend::Blend;
use super::context::Context;
use super::spans::{adjacent_files, edge_file, front_span};
use super::tracer::{Tracer, term};
use crate::types::geometry::distance;
use crate::types::{Color, Square, SquareSet, attacks};

/// King distances are capped at this many moves.
pub(super) const FAR: u8 = 5;

/// Scores the passed pawns of `us`. Requires a complete attack map.
#[inline(always)]
pub(super) fn passed<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Blend {
    let position = context.position;
    let mut score = Blend::ZERO;
    for square in context.pawns.passed[us] {
        let rank = square.relative_rank(us) as usize;
        let block_square = square.advance(us.forward());
        let kings = [us, !us].map(|color| i32::from(distance(position.king(color), block_square).min(FAR)));
        score += term!(tracer, us, passed_our_king[rank] * kings[0]);
        score += term!(tracer, us, passed_their_king[rank] * kings[1]);
        if position.piece_on(block_square).is(!us) {
            score += term!(tracer, us, passed_blocked[rank]);
        } else if position.piece_on(block_square).is(us) {
            score += term!(tracer, us, passed_own_blocker[rank]);
        }
        score += term!(tracer, us, passed_file[edge_file(square)]);
        let [defended, safe] =
            [context.map.all(us).contains(block_square), !context.map.all(!us).contains(block_square)];
        score += term!(tracer, us, passed_block_square[2 * usize::from(safe) + usize::from(defended)][rank]);
        score += path_to_queen(context, us, square, tracer);
    }
    score
}

/// Scores the path of a passed pawn and the rooks and queens behind it.
#[inline(always)]
fn path_to_queen<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Blend {
    let rank = square.relative_rank(us) as usize;
    let file = SquareSet::file(square.file());
    let ahead = front_span(us, square);
    let path = ahead & file;
    let mut score = Blend::ZERO;
    if (path & (context.map.all(!us) | context.occupied)).is_empty() {
        score += term!(tracer, us, passed_path_free[rank]);
    }

    let heavy = [us, !us].map(|color| context.rooks[color] | context.queens[color]);
    let behind = front_span(!us, square) & file;
    let blockers = context.occupied & !(heavy[0] | heavy[1]);
    let sees = |piece| (attacks::between(piece, square) & blockers).is_empty();
    let [backed, chased] = heavy.map(|pieces| (pieces & behind).any(sees));
    if backed {
        score += term!(tracer, us, rook_behind_passed[0]);
    }
    let hostile = context.map.all(!us) | context.pieces[!us];
    if chased {
        score += term!(tracer, us, rook_behind_passed[1]);
    } else if (path & hostile).is_empty() {
        let beside = ahead & adjacent_files(square);
        score += term!(tracer, us, passed_path_safe[usize::from((beside & hostile).is_empty())][rank]);
    }

    let pawns_only = !Color::ALL.iter().any(|&color| context.position.has_pieces(color));
    if pawns_only && (path & context.occupied).is_empty() && is_out_of_reach(context, us, square) {
        score += term!(tracer, us, rule_of_the_square);
    }
    score
}

/// Rule of the square: returns whether the enemy king is too far away to catch the pawn.
fn is_out_of_reach(context: &Context, us: Color, pawn: Square) -> bool {
    let position = context.position;
    let goal = Square::from_file_rank(pawn.file(), us.relative_rank(7));
    // A pawn on its second rank saves a move by the double step.
    let steps = distance(pawn, goal).min(5);
    let moves = steps + u8::from(position.side_to_move() != us);
    distance(position.king(!us), goal) > moves
}
