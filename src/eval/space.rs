//! Space: room behind and among the own pawns in the center, worth the more the more pieces there are to use it.

use super::Context;
use super::tracer::{Tracer, term};
use crate::types::{Color, PieceKind, Score, SquareSet};

/// The c- to f-files of the second to fourth rank of each side.
const ROOM: [SquareSet; 2] = [SquareSet(0x0000_0000_3c3c_3c00), SquareSet(0x003c_3c3c_0000_0000)]; // [color]

/// The room of `us`. The attack map has to be complete.
#[inline(always)]
pub(super) fn space<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    let pawns = context.pawns.pawns[us];
    let safe = ROOM[us] & !pawns & !context.map.by(!us, PieceKind::Pawn);
    let behind = (0..2).fold(pawns.forward(!us), |behind, _| behind | behind.forward(!us));
    let squares = safe.len() + (safe & behind & !context.map.all(!us)).len();
    let pieces = context.pieces[us].len().min(7) as usize;
    term!(tracer, us, space[pieces] * squares)
}
