//! The attack map: the squares that each side attacks, by kind of piece. Each evaluation builds it anew; mobility, king
//! danger, threats, passed pawns and space read it.

use crate::types::{Color, PieceKind, SquareSet};

/// The attacked squares of both sides.
#[derive(Default)]
pub(super) struct AttackMap {
    by_kind: [[SquareSet; 6]; 2], // [color][kind]
    all: [SquareSet; 2],          // [color]
    twice: [SquareSet; 2],        // [color]
}

impl AttackMap {
    /// Adds the attacks of one piece, or of all pawns to one side.
    #[inline]
    pub fn add(&mut self, color: Color, kind: PieceKind, attacks: SquareSet) {
        self.twice[color] |= self.all[color] & attacks;
        self.all[color] |= attacks;
        self.by_kind[color][kind] |= attacks;
    }

    /// Returns the squares attacked by `color`'s pieces of one kind.
    #[inline]
    pub fn by(&self, color: Color, kind: PieceKind) -> SquareSet {
        self.by_kind[color][kind]
    }

    /// Returns the squares attacked by `color`.
    #[inline]
    pub fn all(&self, color: Color) -> SquareSet {
        self.all[color]
    }

    /// Returns the squares attacked at least twice by `color`.
    #[inline]
    pub fn twice(&self, color: Color) -> SquareSet {
        self.twice[color]
    }
}
