//! Which squares each side attacks, by kind of piece: made anew for each evaluation by walking the board once for
//! every piece. Mobility, king danger and threats all read from it.

use crate::position::Position;
use crate::types::geometry::{BISHOP_STEPS, KNIGHT_STEPS, QUEEN_STEPS, ROOK_STEPS};
use crate::types::{Color, PieceKind, Square, SquareSet};

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

/// The squares that a piece of `kind` (not a pawn) attacks from `from`.
#[inline]
pub(super) fn piece_attacks(position: &Position, kind: PieceKind, from: Square) -> SquareSet {
    match kind {
        PieceKind::Pawn => SquareSet::EMPTY,
        PieceKind::Knight => step_attacks(from, &KNIGHT_STEPS),
        PieceKind::Bishop => slider_attacks(position, from, &BISHOP_STEPS),
        PieceKind::Rook => slider_attacks(position, from, &ROOK_STEPS),
        PieceKind::Queen => slider_attacks(position, from, &QUEEN_STEPS),
        PieceKind::King => step_attacks(from, &QUEEN_STEPS),
    }
}

/// The squares that pawns of `color` on `pawns` attack: those to the west, those to the east.
#[inline]
pub(super) fn pawn_attacks(color: Color, pawns: SquareSet) -> [SquareSet; 2] {
    let ahead = pawns.forward(color);
    [ahead.west(), ahead.east()]
}

/// The squares that pawns of `color` on `pawns` attack.
#[inline]
pub(super) fn attacked_by_pawns(color: Color, pawns: SquareSet) -> SquareSet {
    let [west, east] = pawn_attacks(color, pawns);
    west | east
}

/// The squares that pawns of `color` on `pawns` attack, or may attack once they have advanced.
#[inline]
pub(super) fn attack_span(color: Color, pawns: SquareSet) -> SquareSet {
    let mut reached = pawns;
    for _ in 0..5 {
        reached |= reached.forward(color);
    }
    attacked_by_pawns(color, reached)
}

fn step_attacks(from: Square, steps: &[i8]) -> SquareSet {
    steps.iter().filter_map(|&step| from.step(step)).collect()
}

fn slider_attacks(position: &Position, from: Square, steps: &[i8]) -> SquareSet {
    let mut attacks = SquareSet::EMPTY;
    for &step in steps {
        let mut cell = from;
        while let Some(to) = cell.step(step) {
            attacks.insert(to);
            if !position.is_empty(to) {
                break;
            }
            cell = to;
        }
    }
    attacks
}
