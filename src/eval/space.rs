//! Space: safe squares behind and among the own central pawns, weighted by the number of pieces that can use them.

use super::blend::Blend;
use super::context::Context;
use super::tracer::{Tracer, term};
use crate::types::{Color, PieceKind, SquareSet};

/// The c- to f-files of the second to fourth ranks of each side.
const ROOM: [SquareSet; 2] = [SquareSet(0x0000_0000_3c3c_3c00), SquareSet(0x003c_3c3c_0000_0000)]; // [color]

/// Scores the space of `us`. Requires a complete attack map.
#[inline(always)]
pub(super) fn space<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Blend {
    let pawns = context.pawns_of(us);
    let safe = ROOM[us] & !pawns & !context.map.by(!us, PieceKind::Pawn);
    let behind = (0..2).fold(pawns.forward(!us), |behind, _| behind | behind.forward(!us));
    let squares = safe.len() + (safe & behind & !context.map.all(!us)).len();
    let pieces = context.pieces[us].len().min(7) as usize;
    term!(tracer, us, space[pieces] * squares)
}
