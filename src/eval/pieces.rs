//! Knights, bishops, rooks and queens: their squares, their mobility and how well they work with the pawns. The single
//! pass over the pieces also fills the attack map and counts king attackers. Lesser pieces of both sides come before
//! greater ones, because safe mobility excludes the squares that lesser enemy pieces attack.

use super::blend::Blend;
use super::context::Context;
use super::counts::MOST_PAWNS;
use super::spans::place;
use super::tracer::{Tracer, term};
use crate::types::geometry::distance;
use crate::types::{CastlingRights, Color, PieceKind, Square, SquareSet, attacks};

/// The squares d4, e4, d5 and e5.
const CENTER: SquareSet = SquareSet(0x0000_0018_1800_0000);
/// The c- to f-files.
const CENTER_FILES: SquareSet = SquareSet(0x3c3c_3c3c_3c3c_3c3c);

/// Scores the pieces of White and of Black.
#[inline(always)]
pub(super) fn pieces<T: Tracer>(context: &mut Context, tracer: &mut T) -> [Blend; 2] {
    use Color::{Black, White};
    // Written out: a map over the colors would go through memory.
    let (mut white, mut black) = (knights(context, White, tracer), knights(context, Black, tracer));
    white += bishops(context, White, tracer);
    black += bishops(context, Black, tracer);
    white += rooks(context, White, tracer);
    black += rooks(context, Black, tracer);
    white += queens(context, White, tracer);
    black += queens(context, Black, tracer);
    [white, black]
}

#[inline(always)]
fn knights<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Blend {
    let mut score = Blend::ZERO;
    for &square in context.position.pieces(us, PieceKind::Knight) {
        let reach = context.add_attacks(us, PieceKind::Knight, square, attacks::knight(square));
        let mobility = context.mobility(us, reach);
        let (rank, file) = place(us, context.kingside[us], square);
        score += term!(tracer, us, knight_square[rank][file])
            + term!(tracer, us, knight_mobility[mobility])
            + minor(context, us, PieceKind::Knight, square, tracer);
        if !(reach & context.outposts[us] & !context.pieces[us] & !context.pawns_of(us)).is_empty() {
            score += term!(tracer, us, reachable_outpost);
        }
    }
    score
}

#[inline(always)]
fn bishops<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Blend {
    let mut score = Blend::ZERO;
    for &square in context.position.pieces(us, PieceKind::Bishop) {
        let queens = context.queens[us] | context.queens[!us];
        let reach = attacks::bishop(square, context.occupied & !queens);
        let reach = context.add_attacks(us, PieceKind::Bishop, square, reach);
        let mobility = context.mobility(us, reach);
        let (rank, file) = place(us, context.kingside[us], square);
        let faced = attacks::diagonals(square) & context.pawns_of(!us);
        score += term!(tracer, us, bishop_square[rank][file])
            + term!(tracer, us, bishop_mobility[mobility])
            + minor(context, us, PieceKind::Bishop, square, tracer)
            + bad_bishop(context, us, square, tracer)
            + term!(tracer, us, bishop_xray_pawns * faced.len().min(MOST_PAWNS));
        if (reach & CENTER).len() > 1 {
            score += term!(tracer, us, long_diagonal_bishop);
        }
    }
    score
}

#[inline(always)]
fn rooks<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Blend {
    let mut score = Blend::ZERO;
    for &square in context.position.pieces(us, PieceKind::Rook) {
        let queens = context.queens[us] | context.queens[!us];
        let reach = attacks::rook(square, context.occupied & !(queens | context.rooks[us]));
        let reach = context.add_attacks(us, PieceKind::Rook, square, reach);
        let minors = context.map.by(!us, PieceKind::Knight) | context.map.by(!us, PieceKind::Bishop);
        let (mobility, safe_mobility) = (context.mobility(us, reach), context.mobility(us, reach & !minors));
        let (rank, file) = place(us, context.kingside[us], square);
        score += term!(tracer, us, rook_square[rank][file])
            + term!(tracer, us, rook_mobility[mobility])
            + term!(tracer, us, rook_safe_mobility[safe_mobility])
            + rook_file(context, us, square, tracer);
        if rank == 6 && is_seventh_worth_it(context, us) {
            score += term!(tracer, us, rook_on_seventh);
        }
        if !(SquareSet::file(square.file()) & queens).is_empty() {
            score += term!(tracer, us, rook_on_queen_file);
        }
        if mobility <= 3 {
            score += trapped_rook(context, us, square, tracer);
        }
    }
    score
}

#[inline(always)]
fn queens<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Blend {
    let mut score = Blend::ZERO;
    for &square in context.position.pieces(us, PieceKind::Queen) {
        let lines = [attacks::bishop(square, context.occupied), attacks::rook(square, context.occupied)];
        context.queen_lines[us] = lines;
        let reach = context.add_attacks(us, PieceKind::Queen, square, lines[0] | lines[1]);
        let lesser = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook].map(|kind| context.map.by(!us, kind));
        let guarded = lesser[0] | lesser[1] | lesser[2];
        let (mobility, safe_mobility) = (context.mobility(us, reach), context.mobility(us, reach & !guarded));
        let (rank, file) = place(us, context.kingside[us], square);
        score += term!(tracer, us, queen_square[rank][file])
            + term!(tracer, us, queen_mobility[mobility])
            + term!(tracer, us, queen_safe_mobility[safe_mobility]);
        if rank > 3 && !context.pawns.spans[!us].contains(square) {
            score += term!(tracer, us, queen_infiltration);
        }
        if rank == 6 && is_seventh_worth_it(context, us) {
            score += term!(tracer, us, queen_on_seventh);
        }
    }
    score
}

/// Scores what knights and bishops share: outposts, shelter behind a pawn, distance from the own king.
#[inline]
fn minor<T: Tracer>(context: &Context, us: Color, kind: PieceKind, square: Square, tracer: &mut T) -> Blend {
    let mut score = Blend::ZERO;
    if context.outposts[us].contains(square) {
        score += term!(tracer, us, outpost[usize::from(kind == PieceKind::Bishop)]);
    }
    if context.behind_pawns[us].contains(square) {
        score += term!(tracer, us, minor_behind_pawn);
    }
    let far = i32::from(distance(square, context.position.king(us)));
    score + term!(tracer, us, king_protector[usize::from(kind == PieceKind::Bishop)] * far)
}

/// Returns whether the seventh rank offers a target: the enemy king on the eighth, or pawns on the seventh.
#[inline]
fn is_seventh_worth_it(context: &Context, us: Color) -> bool {
    let seventh = SquareSet::rank(us.relative_rank(6));
    context.position.king(!us).relative_rank(us) == 7 || !(context.pawns_of(!us) & seventh).is_empty()
}

/// Scores a trapped rook: a rook of low mobility between its own king and the edge; worse once castling rights are
/// lost.
#[inline]
fn trapped_rook<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Blend {
    let king = context.position.king(us);
    if (king.file() < 4) != (square.file() < king.file()) {
        return Blend::ZERO;
    }
    let can_castle = context.position.castling().has_any(CastlingRights::both(us));
    term!(tracer, us, trapped_rook[usize::from(!can_castle)])
}

/// Scores a bad bishop: own pawns on squares of its color restrict it.
#[inline]
fn bad_bishop<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Blend {
    let pawns = context.pawns.pawns_on_color[us][usize::from(square.is_light())];
    // The more own central pawns are blocked, the worse.
    let stuck = context.pawns_of(us) & context.occupied.forward(!us) & CENTER_FILES;
    let [pawns, stuck] = [i32::from(pawns), stuck.len()].map(|count| count.min(MOST_PAWNS));
    term!(tracer, us, bishop_pawns * pawns) + term!(tracer, us, bishop_stuck_pawns * pawns * stuck)
}

/// Scores a rook on an open or half-open file.
#[inline]
fn rook_file<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Blend {
    let file = SquareSet::file(square.file());
    let [ours, theirs] = [us, !us].map(|color| !(context.pawns_of(color) & file).is_empty());
    if ours { Blend::ZERO } else { term!(tracer, us, rook_on_file[usize::from(theirs)]) }
}
