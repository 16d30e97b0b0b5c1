//! Attacks on pieces: by something cheaper, or on something not well defended.

use super::Context;
use super::tracer::{Tracer, term};
use crate::types::{Color, PieceKind, Score};

/// What `us` attacks. The attack map has to be complete.
#[inline(always)]
pub(super) fn threats<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    let them = !us;
    let map = &context.map;
    let by_minor = map.by(us, Knight) | map.by(us, Bishop);
    let by_rook = map.by(us, Rook);
    // A pawn's protection, or two defenders against one attacker, hold.
    let strong = map.by(them, Pawn) | (map.twice(them) & !map.twice(us));
    // Pawns so protected have nothing to fear; pieces have, from what is worth less.
    let targets = context.pieces[them] | (context.pawns.pawns[them] & !strong);
    let mut score = Score::ZERO;
    for square in targets & map.all(us) {
        let kind = context.position.piece_on(square).kind();
        let index = kind.index();
        if !map.all(them).contains(square) {
            score += term!(tracer, us, hanging);
        }
        if kind != Pawn && map.by(us, Pawn).contains(square) {
            score += term!(tracer, us, threat_by_pawn[index - 1]);
            continue;
        }
        let weak = !strong.contains(square);
        if by_minor.contains(square) && (weak || kind >= Rook) {
            score += term!(tracer, us, threat_by_minor[index]);
        }
        if by_rook.contains(square) && (weak || kind == Queen) {
            score += term!(tracer, us, threat_by_rook[index]);
        }
    }
    score
}
