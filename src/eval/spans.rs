//! Files and spans as pawns and kings see them: the distance of a file from the edge or from the king's side of the
//! board, the squares in front of a pawn, and those that pawns may attack.

use crate::types::{Color, Square, SquareSet, attacks};

/// Returns the distance of a square's file from the edge: 0 (a- and h-files) to 3 (d- and e-files).
#[inline]
pub(super) fn edge_file(square: Square) -> usize {
    let mirror = if square.file() < 4 { 0 } else { 7 };
    // The mask changes nothing; it lets the compiler see the range.
    usize::from((square.file() ^ mirror) & 3)
}

/// Returns whether the king is on the e- to h-files.
#[inline]
pub(super) fn is_kingside(king: Square) -> bool {
    king.file() >= 4
}

/// Returns the column of a piece-square table: 0 at the edge far from the own king to 7 at the edge near it.
#[inline]
fn king_file(kingside: bool, square: Square) -> usize {
    let mirror = if kingside { 0 } else { 7 };
    // The mask changes nothing; it lets the compiler see the range.
    usize::from((square.file() ^ mirror) & 7)
}

/// Returns the rank and column of a piece of `us` in a piece-square table; `kingside` says where its king is.
#[inline(always)]
pub(super) fn place(us: Color, kingside: bool, square: Square) -> (usize, usize) {
    (square.relative_rank(us) as usize, king_file(kingside, square))
}

/// Returns all squares on the ranks in front of `square` as `color` sees it.
pub(super) fn front_span(color: Color, square: Square) -> SquareSet {
    match color {
        Color::White => SquareSet(u64::MAX.checked_shl(8 * (u32::from(square.rank()) + 1)).unwrap_or(0)),
        Color::Black => SquareSet((1 << (8 * square.rank())) - 1),
    }
}

/// Returns the attack span: all squares that `color`'s `pawns` attack or may attack after advancing.
pub(super) fn attack_span(color: Color, pawns: SquareSet) -> SquareSet {
    (0..5).fold(attacks::pawns(color, pawns), |span, _| span | span.forward(color))
}

/// Returns all squares of the files adjacent to that of `square`.
pub(super) fn adjacent_files(square: Square) -> SquareSet {
    let file = SquareSet::file(square.file());
    file.east() | file.west()
}
