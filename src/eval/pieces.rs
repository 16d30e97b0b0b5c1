//! Knights, bishops, rooks and queens: their squares, their mobility, and what they have from the pawns around them.
//! The one pass over the pieces also fills the attack map and counts who looks at the enemy king.

use super::Context;
use super::attack_map::piece_attacks;
use super::pawns::edge_file;
use super::tracer::{Tracer, term};
use crate::types::{Color, PieceKind, Score, Square, SquareSet};

/// The pieces of `us`.
pub(super) fn pieces<T: Tracer>(context: &mut Context, us: Color, tracer: &mut T) -> Score {
    let position = context.position;
    let mut score = Score::ZERO;
    for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        for &square in position.pieces(us, kind) {
            let attacks = piece_attacks(position, kind, square);
            context.map.add(us, kind, attacks);
            context.note_king_attack(us, kind, attacks);

            let safe = (attacks & context.mobility_area[us]).len() as usize;
            let (rank, file) = (square.relative_rank(us) as usize, edge_file(square));
            score += match kind {
                PieceKind::Knight => {
                    term!(tracer, us, knight_square[rank][file])
                        + term!(tracer, us, knight_mobility[safe])
                        + minor(context, us, kind, square, tracer)
                }
                PieceKind::Bishop => {
                    term!(tracer, us, bishop_square[rank][file])
                        + term!(tracer, us, bishop_mobility[safe])
                        + minor(context, us, kind, square, tracer)
                        + bad_bishop(context, us, square, tracer)
                }
                PieceKind::Rook => {
                    term!(tracer, us, rook_square[rank][file])
                        + term!(tracer, us, rook_mobility[safe])
                        + rook_file(context, us, square, tracer)
                }
                _ => term!(tracer, us, queen_square[rank][file]) + term!(tracer, us, queen_mobility[safe]),
            };
        }
    }
    score
}

/// Outposts, and shelter behind a pawn.
fn minor<T: Tracer>(context: &Context, us: Color, kind: PieceKind, square: Square, tracer: &mut T) -> Score {
    let mut score = Score::ZERO;
    let advanced = (3..6).contains(&square.relative_rank(us));
    if advanced && context.map.by(us, PieceKind::Pawn).contains(square) && !context.attack_spans[!us].contains(square) {
        score += term!(tracer, us, outpost[usize::from(kind == PieceKind::Bishop)]);
    }
    if square.step(us.forward()).is_some_and(|ahead| context.position.piece_on(ahead).is_pawn()) {
        score += term!(tracer, us, minor_behind_pawn);
    }
    score
}

/// Own pawns on the bishop's color take squares from it.
fn bad_bishop<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Score {
    let same_color = if square.is_light() { SquareSet::LIGHT } else { !SquareSet::LIGHT };
    term!(tracer, us, bishop_pawns * (context.pawns.pawns[us] & same_color).len())
}

/// Rooks want files without pawns, at least without their own.
fn rook_file<T: Tracer>(context: &Context, us: Color, square: Square, tracer: &mut T) -> Score {
    let file = SquareSet::file(square.file());
    let [ours, theirs] = [us, !us].map(|color| !(context.pawns.pawns[color] & file).is_empty());
    if ours { Score::ZERO } else { term!(tracer, us, rook_on_file[usize::from(theirs)]) }
}
