//! Specialized endgame evaluation and scale factors. A bare king against mating material is a known win, and the value
//! guides the search: drive the king to the edge (in KBNK to a corner of the bishop's color) and bring the kings
//! together. Other endings are drawn or hard to win despite extra material; a scale factor accounts for that.

use super::counts::MOST_PAWNS;
use super::initiative::are_on_both_flanks;
use super::kpk;
use super::material::{EndgameClass, MaterialEntry};
use super::pawns::PawnEntry;
use super::tracer::{Tracer, scale};
use crate::position::Position;
use crate::types::geometry::distance;
use crate::types::{Color, PieceKind, Square, SquareSet, Value};

/// The scale at which a half of the score counts in full.
pub const NORMAL_SCALE: i32 = 256;

/// The greatest scale of the endgame half.
const MAX_SCALE: i32 = 512;

/// Scale factors for both halves of the score, in 256ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    pub mg: i32,
    pub eg: i32,
}

/// The base value of a won ending in centipawns; progress toward mate adds to it.
const KNOWN_WIN: Value = 5_000;

/// Piece values in pawns, for comparing the material of the two sides.
const POINTS: [i32; 6] = [1, 3, 3, 5, 9, 0]; // [kind]

/// Returns the value in centipawns from the side to move's point of view if the result of the ending is known.
pub(super) fn specialized_value(position: &Position) -> Option<Value> {
    let strong = Color::ALL.into_iter().find(|&color| position.material().is_bare(!color))?;
    let value = against_bare_king(position, strong)?;
    Some(if position.side_to_move() == strong { value } else { -value })
}

/// Returns the value for `strong` if the result of its ending against a bare king is known.
fn against_bare_king(position: &Position, strong: Color) -> Option<Value> {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    let count = |kind| position.count(strong, kind);
    let bishops = position.pieces(strong, Bishop);
    let bishop_pair = bishops.iter().any(|square| square.is_light()) && bishops.iter().any(|square| !square.is_light());
    let material: i32 = PieceKind::ALL.iter().map(|&kind| 100 * POINTS[kind] * count(kind)).sum();
    let (king, lone_king) = (position.king(strong), position.king(!strong));
    let closeness = 10 * (7 - i32::from(distance(king, lone_king)));

    if count(Queen) + count(Rook) > 0 || bishop_pair || count(Knight) > 2 {
        return Some(KNOWN_WIN + material + closeness + 20 * edge_distance(lone_king));
    }
    if count(Pawn) > 0 {
        let only_pawn = count(Pawn) == 1 && !position.has_pieces(strong);
        return only_pawn.then(|| {
            let rank = i32::from(position.pieces(strong, Pawn)[0].relative_rank(strong));
            if kpk::is_win(position, strong) { KNOWN_WIN + material + 10 * rank } else { 0 }
        });
    }
    if !bishops.is_empty() && count(Knight) > 0 {
        return Some(KNOWN_WIN + material + closeness + 40 * (7 - corner_distance(lone_king, bishops[0].is_light())));
    }
    Some(0)
}

/// Returns the Manhattan distance from the four center squares: 0 to 6.
fn edge_distance(square: Square) -> i32 {
    let from_center = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
    from_center(square.file()) + from_center(square.rank())
}

/// Returns the number of king moves to the nearer corner of one color.
fn corner_distance(square: Square, light: bool) -> i32 {
    let corners = if light { [(0, 7), (7, 0)] } else { [(0, 0), (7, 7)] };
    let nearest = corners.into_iter().map(|(file, rank)| distance(square, Square::from_file_rank(file, rank))).min();
    i32::from(nearest.unwrap_or(0))
}

/// Returns the scale factors if `strong` is ahead.
#[inline(always)]
pub(super) fn scale<T: Tracer>(
    position: &Position,
    material: &MaterialEntry,
    pawns: &PawnEntry,
    strong: Color,
    tracer: &mut T,
) -> Scale {
    if let Some(scale) = drawish(position, strong) {
        // The middlegame half is scaled as well: pieces on the board do not help.
        return Scale { mg: scale, eg: scale };
    }
    let [own_pawns, enemy_pawns] = [strong, !strong].map(|color| position.count(color, PieceKind::Pawn));
    let are_opposite = has_opposite_bishops(position);
    let ending = match material.ending {
        EndgameClass::Bishops if are_opposite => EndgameClass::OppositeBishops,
        other => other,
    };
    let lead = (own_pawns - enemy_pawns).clamp(0, 2) as usize;
    let mut sum = scale!(tracer, strong, scale_pawns[own_pawns.min(MOST_PAWNS) as usize])
        + scale!(tracer, strong, scale_ending[ending as usize][lead]);
    if !are_on_both_flanks(position.set(strong, PieceKind::Pawn) | position.set(!strong, PieceKind::Pawn)) {
        sum += scale!(tracer, strong, scale_one_flank[ending as usize]);
    }
    if ending == EndgameClass::OppositeBishops {
        sum += scale!(tracer, strong, scale_bishops_passed * pawns.passed[strong].len());
    } else if are_opposite {
        sum += scale!(tracer, strong, scale_opposite_bishops);
    }
    // Only the endgame half is scaled: the advantage is hard to realize once the pieces are gone.
    Scale { mg: NORMAL_SCALE, eg: (NORMAL_SCALE + sum.eg()).clamp(0, MAX_SCALE) }
}

/// Returns the endgame scale for the sum of its weights as a fraction of the normal scale, and its slope, for the
/// tuner.
pub fn endgame_share(sum: f64) -> (f64, f64) {
    let [normal, most] = [NORMAL_SCALE, MAX_SCALE].map(f64::from);
    let scale = normal + sum;
    (scale.clamp(0.0, most) / normal, if scale > 0.0 && scale < most { 1.0 / normal } else { 0.0 })
}

/// Returns the scale of an ending that `strong` can hardly win or cannot win.
#[inline(always)]
fn drawish(position: &Position, strong: Color) -> Option<i32> {
    if position.count(strong, PieceKind::Pawn) > 0 {
        return is_wrong_bishop(position, strong).then_some(0);
    }
    let [own, enemy] = [strong, !strong].map(|color| piece_points(position, color));
    // Without pawns, an extra minor piece does not win.
    (own - enemy <= POINTS[PieceKind::Bishop]).then_some(match (own, enemy) {
        (..5, _) => 0,
        (_, ..4) => 16,
        _ => 24,
    })
}

fn piece_points(position: &Position, color: Color) -> i32 {
    use PieceKind::{Bishop, Knight, Queen, Rook};
    [Knight, Bishop, Rook, Queen].iter().map(|&kind| POINTS[kind] * position.count(color, kind)).sum()
}

fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = Color::ALL.map(|color| position.pieces(color, PieceKind::Bishop));
    matches!(bishops, [[white], [black]] if white.is_light() != black.is_light())
}

/// Returns whether `strong` has the wrong bishop: only rook pawns on one file, with no pieces but bishops that do not
/// control the promotion square, while the enemy king holds that corner and has no pawns. No bishop at all counts, too.
fn is_wrong_bishop(position: &Position, strong: Color) -> bool {
    let own = position.set(strong, PieceKind::Pawn);
    let Some(file) = [0, 7].into_iter().find(|&file| (own & !SquareSet::file(file)).is_empty()) else { return false };
    let corner = Square::from_file_rank(file, strong.relative_rank(7));
    let bishops = position.pieces(strong, PieceKind::Bishop);
    piece_points(position, strong) == POINTS[PieceKind::Bishop] * bishops.len() as i32
        && bishops.iter().all(|bishop| bishop.is_light() != corner.is_light())
        && distance(position.king(!strong), corner) <= 1
        && position.count(!strong, PieceKind::Pawn) == 0
}
