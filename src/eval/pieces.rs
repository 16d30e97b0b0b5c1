//! Knights, bishops, rooks and queens: their squares, their mobility, and what they have from the pawns around them.
//! The one pass over the pieces also fills the attack map and counts who looks at the enemy king.

use super::Context;
use super::attacks;
use super::pawns::{edge_file, front_span, neighbors};
use super::tracer::{Tracer, term};
use crate::types::{Color, PieceKind, Score, Square, SquareSet};

/// The pieces of `us`.
#[inline(always)]
pub(super) fn pieces<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Score {
    knights(context, us, tracer)
        + bishops(context, us, tracer)
        + rooks(context, us, tracer)
        + queens(context, us, tracer)
}

#[inline(always)]
fn knights<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    for &square in context.position.pieces(us, PieceKind::Knight) {
        let mobility = context.add_attacks(us, PieceKind::Knight, attacks::knight(square));
        let (rank, file) = (square.relative_rank(us) as usize, edge_file(square));
        score += term!(tracer, us, knight_square[rank][file])
            + term!(tracer, us, knight_mobility[mobility])
            + minor(context, us, PieceKind::Knight, square, tracer);
    }
    score
}

#[inline(always)]
fn bishops<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    for &square in context.position.pieces(us, PieceKind::Bishop) {
        let mobility = context.add_attacks(us, PieceKind::Bishop, attacks::bishop(square, context.occupied));
        let (rank, file) = (square.relative_rank(us) as usize, edge_file(square));
        score += term!(tracer, us, bishop_square[rank][file])
            + term!(tracer, us, bishop_mobility[mobility])
            + minor(context, us, PieceKind::Bishop, square, tracer)
            + bad_bishop(context, us, square, tracer);
    }
    score
}

#[inline(always)]
fn rooks<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    for &square in context.position.pieces(us, PieceKind::Rook) {
        let mobility = context.add_attacks(us, PieceKind::Rook, attacks::rook(square, context.occupied));
        let (rank, file) = (square.relative_rank(us) as usize, edge_file(square));
        score += term!(tracer, us, rook_square[rank][file])
            + term!(tracer, us, rook_mobility[mobility])
            + rook_file(context, us, square, tracer);
    }
    score
}

#[inline(always)]
fn queens<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    for &square in context.position.pieces(us, PieceKind::Queen) {
        let mobility = context.add_attacks(us, PieceKind::Queen, attacks::queen(square, context.occupied));
        let (rank, file) = (square.relative_rank(us) as usize, edge_file(square));
        score += term!(tracer, us, queen_square[rank][file]) + term!(tracer, us, queen_mobility[mobility]);
    }
    score
}

/// Outposts, and shelter behind a pawn.
#[inline]
fn minor<T: Tracer>(context: &Context, us: Color, kind: PieceKind, square: Square, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    if context.outposts[us].contains(square) {
        // Enemy pawns that attack the square or may once they have advanced.
        let sentries = context.pawns.pawns[!us] & front_span(us, square) & neighbors(square);
        if sentries.is_empty() {
            score += term!(tracer, us, outpost[usize::from(kind == PieceKind::Bishop)]);
        }
    }
    if context.behind_pawns[us].contains(square) {
        score += term!(tracer, us, minor_behind_pawn);
    }
    score
}

/// Own pawns on the bishop's color take squares from it.
#[inline]
fn bad_bishop<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Score {
    let pawns = context.pawns.shades[us][usize::from(square.is_light())];
    term!(tracer, us, bishop_pawns * i32::from(pawns))
}

/// Rooks want files without pawns, at least without their own.
#[inline]
fn rook_file<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Score {
    let file = SquareSet::file(square.file());
    let [ours, theirs] = [us, !us].map(|color| !(context.pawns.pawns[color] & file).is_empty());
    if ours { Score::ZERO } else { term!(tracer, us, rook_on_file[usize::from(theirs)]) }
}
