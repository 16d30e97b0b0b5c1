//! Endings with a known result. A bare king against mating force is won, and the value shows the way: drive it to the
//! edge (with bishop and knight: to a corner of the bishop's color) and bring the kings together. Others are drawn or
//! hard to win however the material counts; a scale factor says so.

use super::kpk;
use super::pawns::PawnEntry;
use crate::position::Position;
use crate::types::geometry::distance;
use crate::types::{Color, PieceKind, Square, SquareSet, Value};

/// The scale of a normal position: both halves of the score count in full.
pub const NORMAL_SCALE: i32 = 64;

/// How much of each half of a score the side ahead can hope to realize, in 64ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    pub mg: i32,
    pub eg: i32,
}

impl Scale {
    /// Even with pieces on the board there is not more to win.
    const fn both(scale: i32) -> Self {
        Self { mg: scale, eg: scale }
    }

    /// Once the pieces are gone the advantage is worth less.
    fn endgame(scale: i32) -> Self {
        Self { mg: NORMAL_SCALE, eg: scale.min(NORMAL_SCALE) }
    }
}

/// A won ending is worth this and what its progress adds.
const KNOWN_WIN: Value = 5_000;

/// Material in pawns' worth, for "how much more than the other".
const POINTS: [i32; 6] = [1, 3, 3, 5, 9, 0]; // [kind]

/// The value for the side to move if the ending is one whose result is known.
pub(super) fn known_value(position: &Position) -> Option<Value> {
    let strong = Color::ALL.into_iter().find(|&color| is_bare(position, !color))?;
    let value = against_bare_king(position, strong)?;
    Some(if position.side_to_move() == strong { value } else { -value })
}

fn is_bare(position: &Position, color: Color) -> bool {
    !position.has_pieces(color) && position.count(color, PieceKind::Pawn) == 0
}

/// The value for `strong` if the ending against a bare king is known.
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

/// How far from the center: 0 to 6.
fn edge_distance(square: Square) -> i32 {
    let from_center = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
    from_center(square.file()) + from_center(square.rank())
}

/// King moves to the nearer corner of a color.
fn corner_distance(square: Square, light: bool) -> i32 {
    let corners = if light { [(0, 7), (7, 0)] } else { [(0, 0), (7, 7)] };
    let nearest = corners.into_iter().map(|(file, rank)| distance(square, Square::from_file_rank(file, rank))).min();
    i32::from(nearest.unwrap_or(0))
}

/// How much of the score `strong`, who is ahead, can hope to realize.
#[inline(always)]
pub(super) fn scale(position: &Position, pawns: &PawnEntry, strong: Color) -> Scale {
    let own_pawns = position.count(strong, PieceKind::Pawn);
    let points = || [strong, !strong].map(|color| piece_points(position, color));
    if own_pawns == 0 {
        let [own, enemy] = points();
        if own - enemy <= POINTS[PieceKind::Bishop] {
            // Without pawns a minor piece more does not win.
            return Scale::both(match (own, enemy) {
                (..5, _) => 0,
                (_, ..4) => 4,
                _ => 7,
            });
        }
    } else if is_wrong_bishop(position, pawns, strong) {
        return Scale::both(0);
    }
    if has_opposite_bishops(position) {
        let [own, enemy] = points();
        let bishops_only = own == POINTS[PieceKind::Bishop] && enemy == POINTS[PieceKind::Bishop];
        let passed = pawns.passed[strong].len();
        return Scale::endgame(match own_pawns {
            // The other bishop gives itself up for the last pawn, or holds the last two from one square.
            1 if bishops_only => 3,
            2 if bishops_only => 8,
            _ if bishops_only => 18 + 6 * passed,
            _ => 40 + 3 * own_pawns,
        });
    }
    Scale::endgame(36 + 8 * own_pawns)
}

fn piece_points(position: &Position, color: Color) -> i32 {
    use PieceKind::{Bishop, Knight, Queen, Rook};
    [Knight, Bishop, Rook, Queen].iter().map(|&kind| POINTS[kind] * position.count(color, kind)).sum()
}

fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = Color::ALL.map(|color| position.pieces(color, PieceKind::Bishop));
    matches!(bishops, [[white], [black]] if white.is_light() != black.is_light())
}

/// Whether `strong` has only rook's pawns of one file and bishops that do not control their promotion square (or
/// nothing but the pawns), and the other king holds that corner.
fn is_wrong_bishop(position: &Position, pawns: &PawnEntry, strong: Color) -> bool {
    let own = pawns.pawns[strong];
    let Some(file) = [0, 7].into_iter().find(|&file| (own & !SquareSet::file(file)).is_empty()) else { return false };
    let corner = Square::from_file_rank(file, strong.relative_rank(7));
    let bishops = position.pieces(strong, PieceKind::Bishop);
    piece_points(position, strong) == POINTS[PieceKind::Bishop] * bishops.len() as i32
        && bishops.iter().all(|bishop| bishop.is_light() != corner.is_light())
        && distance(position.king(!strong), corner) <= 1
        && pawns.pawns[!strong].is_empty()
}
