//! Threats: attacks by lesser pieces, and attacks on weakly defended pieces and pawns. Most terms follow Stockfish 11.
//! The side to move can carry out its threats, while those of the other side can still be met, so most weights depend
//! on the side to move.

use super::blend::Blend;
use super::context::Context;
use super::tracer::{Tracer, term};
use crate::types::{Color, PieceKind, Square, SquareSet, attacks};

/// Scores the threats of `us`. Requires a complete attack map.
#[inline(always)]
pub(super) fn threats<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Blend {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let them = !us;
    let map = &context.map;
    let by_piece = [Knight, Bishop, Rook, Queen].map(|kind| map.by(us, kind));
    let safe_pawns = context.pawns_of(us) & (map.all(us) | !map.all(them));
    let by_pawn = attacks::pawns(us, safe_pawns);
    // Strongly protected squares: defended by a pawn, or defended twice and not attacked twice.
    let strongly_protected = map.by(them, Pawn) | (map.twice(them) & !map.twice(us));
    // Strongly protected pawns are no targets; pieces are, for lesser attackers.
    let targets = context.pieces[them] | (context.pawns_of(them) & !strongly_protected);
    let stm = context.stm_index(us);
    let mut score = Blend::ZERO;
    for square in targets & map.all(us) {
        let kind = context.position.piece_on(square).kind();
        let index = kind.index();
        let twice = usize::from(map.twice(us).contains(square));
        let defenders = usize::from(map.all(them).contains(square)) + usize::from(map.twice(them).contains(square));
        score += term!(tracer, us, attacked[stm][index][twice][defenders]);
        if kind != Pawn && by_pawn.contains(square) {
            score += term!(tracer, us, threat_by_pawn[stm][index - 1]);
            continue;
        }
        let weak = usize::from(!strongly_protected.contains(square));
        for (attacker, squares) in by_piece.into_iter().enumerate() {
            if squares.contains(square) {
                score += term!(tracer, us, threat_by_piece[attacker][stm][weak][index]);
            }
        }
        if weak == 1 && map.by(us, King).contains(square) {
            score += term!(tracer, us, threat_by_king[stm]);
        }
    }
    for square in (context.pieces[us] | context.pawns_of(us)) & !map.all(us) {
        score += term!(tracer, us, loose[context.position.piece_on(square).kind().index()]);
    }
    for square in context.pinned[us] {
        score += term!(tracer, us, pinned[context.position.piece_on(square).kind().index()]);
    }
    // Weakly defended targets and contested squares.
    let weak = targets & map.all(us) & !strongly_protected;
    score += term!(tracer, us, weak_queen_protection * (weak & map.by(them, Queen)).len());
    let contested = map.all(us) & map.all(them) & !strongly_protected;
    score += term!(tracer, us, restricted * contested.len());
    score + pushes(context, us, tracer) + on_queen(context, us, strongly_protected, tracer)
}

/// Scores safe pawn pushes that would attack an enemy piece.
#[inline(always)]
fn pushes<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Blend {
    let them = !us;
    let stm = context.stm_index(us);
    let map = &context.map;
    let free = !context.occupied;
    let steps = context.pawns_of(us).forward(us) & free;
    let double_steps = (steps & SquareSet::rank(us.relative_rank(2))).forward(us) & free;
    let safe = !map.by(them, PieceKind::Pawn) & (map.all(us) | !map.all(them));
    let targets = attacks::pawns(us, (steps | double_steps) & safe) & context.pieces[them];
    term!(tracer, us, threat_by_push[stm] * targets.len())
}

/// Scores the safe squares from which a minor piece or rook could attack the only enemy queen, and x-rays on it.
#[inline(always)]
fn on_queen<T: Tracer>(context: &Context, us: Color, strongly_protected: SquareSet, tracer: &mut T) -> Blend {
    use PieceKind::{Bishop, Knight, Queen, Rook};
    let &[queen] = context.position.pieces(!us, Queen) else { return Blend::ZERO };
    let map = &context.map;
    let safe = context.mobility_area[us] & !(strongly_protected | context.pieces[us] | context.pawns_of(us));
    let knights = map.by(us, Knight) & attacks::knight(queen);
    let [diagonals, orthogonals] = context.queen_lines[!us];
    let sliders = (map.by(us, Bishop) & diagonals) | (map.by(us, Rook) & orthogonals);
    let mut score = term!(tracer, us, knight_on_queen * (knights & safe).len())
        + term!(tracer, us, slider_on_queen * (sliders & safe & map.twice(us)).len());
    if is_on_xray(context, us, queen) {
        score += term!(tracer, us, weak_queen);
    }
    score
}

/// Returns whether a bishop or rook of `us` x-rays `square`: exactly one piece stands between.
#[inline(always)]
fn is_on_xray(context: &Context, us: Color, square: Square) -> bool {
    let mut snipers = attacks::orthogonals(square) & context.rooks[us]
        | attacks::diagonals(square) & context.position.set(us, PieceKind::Bishop);
    snipers.any(|sniper| (attacks::between(square, sniper) & context.occupied).len() == 1)
}
