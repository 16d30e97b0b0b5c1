//! The squares of the pieces as sets: an index of the board beside the piece lists. A list answers "where are the white
//! knights", a set "which of these squares have one". Exchanges, pins, move generation and the evaluation ask about
//! many squares at once; gathering the sets from the board each time cost a tenth of the search.

use crate::types::{Color, Piece, PieceKind, Square, SquareSet};

/// The sets of squares by piece and by color.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct PieceSets {
    by_piece: [SquareSet; 16], // [piece]
    by_color: [SquareSet; 2],  // [color]
}

impl PieceSets {
    /// Returns the squares of `color`'s pieces of `kind`.
    #[inline]
    pub fn of(&self, color: Color, kind: PieceKind) -> SquareSet {
        // Faster than `Piece::number` where the color is known only at run time.
        self.by_piece[6 * color.index() + kind.index()]
    }

    /// Returns the squares of all pieces of `color`.
    #[inline]
    pub fn all(&self, color: Color) -> SquareSet {
        self.by_color[color]
    }

    /// Adds or removes a piece on `square`.
    #[inline]
    pub fn toggle(&mut self, piece: Piece, square: Square) {
        self.toggle_all(piece, SquareSet::of(square));
    }

    /// Moves a piece from one square to another.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.toggle_all(piece, SquareSet::of(from) | SquareSet::of(to));
    }

    #[inline]
    fn toggle_all(&mut self, piece: Piece, squares: SquareSet) {
        self.by_piece[piece] ^= squares;
        self.by_color[piece.color()] ^= squares;
    }
}
