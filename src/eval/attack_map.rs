//! Which squares each side attacks, by kind of piece: made anew for each evaluation. Mobility, king danger and threats
//! all read from it.

use crate::types::{Color, PieceKind, SquareSet};

/// The attacked squares of both sides.
#[derive(Default)]
pub(super) struct AttackMap {
    by_kind: [[SquareSet; 6]; 2], // [color][kind]
    all: [SquareSet; 2],          // [color]
    twice: [SquareSet; 2],        // [color]
}

impl AttackMap {
    /// Adds the attacks of a piece, or of all pawns.
    #[inline]
    pub fn add(&mut self, color: Color, kind: PieceKind, attacks: SquareSet) {
        self.twice[color] |= self.all[color] & attacks;
        self.all[color] |= attacks;
        self.by_kind[color][kind] |= attacks;
    }

    /// Squares attacked by `color`'s pieces of one kind.
    #[inline]
    pub fn by(&self, color: Color, kind: PieceKind) -> SquareSet {
        self.by_kind[color][kind]
    }

    /// Squares attacked by `color`.
    #[inline]
    pub fn all(&self, color: Color) -> SquareSet {
        self.all[color]
    }

    /// Squares attacked at least twice by `color`.
    #[inline]
    pub fn twice(&self, color: Color) -> SquareSet {
        self.twice[color]
    }
}
