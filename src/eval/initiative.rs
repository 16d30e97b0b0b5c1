//! Initiative (after Stockfish 11): the winning chances of the side ahead in the endgame. Pawns on both flanks help it,
//! a blockade on one flank does not. The term moves the endgame score away from zero or toward it, never past it.

use super::pawns::PawnEntry;
use super::tracer::{Tracer, initiative};
use crate::position::Position;
use crate::types::{Color, PieceKind, S, Score, SquareSet};

/// The a- to d-files.
const QUEENSIDE: SquareSet = SquareSet(0x0f0f_0f0f_0f0f_0f0f);

/// Returns the change to the endgame score `eg`, both from White's point of view.
#[inline(always)]
pub(super) fn initiative<T: Tracer>(position: &Position, pawns: &PawnEntry, eg: i32, tracer: &mut T) -> Score {
    let ahead = if eg > 0 { Color::White } else { Color::Black };
    let all_pawns = position.set(Color::White, PieceKind::Pawn) | position.set(Color::Black, PieceKind::Pawn);
    let kings = Color::ALL.map(|color| position.king(color));
    let outflanking =
        i32::from(kings[0].file().abs_diff(kings[1].file())) - i32::from(kings[0].rank().abs_diff(kings[1].rank()));
    let mut sum = initiative!(tracer, ahead, initiative_base);
    sum += initiative!(tracer, ahead, initiative_pawns * all_pawns.len());
    let passed = pawns.passed[0].len() + pawns.passed[1].len();
    sum += initiative!(tracer, ahead, initiative_passed * passed);
    sum += initiative!(tracer, ahead, initiative_outflanking * outflanking);
    let both_flanks = are_on_both_flanks(all_pawns);
    if both_flanks {
        sum += initiative!(tracer, ahead, initiative_both_flanks);
    }
    if !both_flanks && passed == 0 && outflanking < 0 {
        sum += initiative!(tracer, ahead, initiative_face_to_face);
    }
    if Color::ALL.iter().any(|&color| kings[color].relative_rank(color) > 3) {
        sum += initiative!(tracer, ahead, initiative_infiltration);
    }
    if !Color::ALL.iter().any(|&color| position.has_pieces(color)) {
        sum += initiative!(tracer, ahead, initiative_pawn_ending);
    }
    change(eg, sum)
}

/// Returns whether there are pawns on both flanks: the a- to d-files and the e- to h-files.
#[inline]
pub(super) fn are_on_both_flanks(pawns: SquareSet) -> bool {
    !(pawns & QUEENSIDE).is_empty() && !(pawns & !QUEENSIDE).is_empty()
}

/// Returns the change to White's endgame score `eg` for an initiative of `sum`.
#[inline]
pub(super) fn change(eg: i32, sum: Score) -> Score {
    S(0, eg.signum() * sum.eg().max(-eg.abs()))
}

/// Returns the endgame score `eg` changed by `initiative` over the reals, for the tuner: the value and its partial
/// derivatives.
pub fn complex_endgame(eg: f64, initiative: f64) -> (f64, [f64; 2]) {
    if initiative > -eg.abs() { (eg + eg.signum() * initiative, [1.0, eg.signum()]) } else { (0.0, [0.0, 0.0]) }
}
