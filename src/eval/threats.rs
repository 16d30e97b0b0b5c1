//! Attacks on pieces: by something cheaper, or on something not well defended.

use super::Context;
use super::tracer::{Tracer, term};
use crate::types::{Color, PieceKind, Score};

/// What `us` attacks. The attack map has to be complete.
pub(super) fn threats<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    let them = !us;
    let map = &context.map;
    let by_minor = map.by(us, Knight) | map.by(us, Bishop);
    let by_rook = map.by(us, Rook);
    // A pawn's protection, or two defenders against one attacker, hold.
    let strong = map.by(them, Pawn) | (map.twice(them) & !map.twice(us));
    let mut score = Score::ZERO;
    for kind in [Pawn, Knight, Bishop, Rook, Queen] {
        let index = kind.index();
        for &square in context.position.pieces(them, kind) {
            if !map.all(us).contains(square) {
                continue;
            }
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
    }
    score
}
