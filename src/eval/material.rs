//! What the pieces are worth by themselves, and how far the game has come.

use super::tracer::{Tracer, term};
use crate::position::Position;
use crate::types::{Color, PieceKind, Score};

/// The phase of a board with all its pieces.
pub const FULL_PHASE: i32 = 24;

/// How much of the middlegame is left: [`FULL_PHASE`] with all pieces, 0 with kings and pawns only.
#[inline]
pub fn phase(position: &Position) -> i32 {
    let total = |kind| position.count(Color::White, kind) + position.count(Color::Black, kind);
    let phase =
        total(PieceKind::Knight) + total(PieceKind::Bishop) + 2 * total(PieceKind::Rook) + 4 * total(PieceKind::Queen);
    phase.min(FULL_PHASE)
}

/// The material of `us`. Pawns too: their number is not worth a place in the pawn table.
#[inline(always)]
pub(super) fn material(position: &Position, us: Color, tracer: &mut impl Tracer) -> Score {
    let mut score = Score::ZERO;
    for kind in [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        score += term!(tracer, us, material[kind.index()] * position.count(us, kind));
    }
    if position.count(us, PieceKind::Bishop) >= 2 {
        score += term!(tracer, us, bishop_pair);
    }
    score
}
