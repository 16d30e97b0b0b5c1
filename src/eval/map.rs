//! Maps of placement: the worth of a knight, bishop, rook or queen on each square in the structure of a position: its
//! piece-square table, as the structure network changes it.

use std::cmp::Reverse;

use super::blend::Blend;
use super::entry_table::Entry;
use super::material::{FULL_PHASE, MaterialEntry};
use super::network::to_score;
use super::spans::{is_kingside, place};
use super::structure::StructureEntry;
use super::tracer::Off;
use super::weights::WEIGHTS;
use crate::position::Position;
use crate::types::{Color, PieceKind, Score, Square};

/// The kinds of pieces whose squares depend on the structure.
pub(super) const PLACED: [PieceKind; 4] = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Number of best squares that are marked.
const BEST: usize = 3;

/// The worth of one kind of piece of one color.
#[derive(Clone, Debug)]
pub struct PieceMap {
    /// The color.
    pub color: Color,
    /// The kind of piece.
    pub kind: PieceKind,
    /// The worth on each square in centipawns, in the phase of the game; `None` where a pawn or king stands.
    worth: [Option<i32>; 64], // [square, a1 to h8]
    /// The best squares, best first.
    pub best: Vec<Square>,
}

impl PieceMap {
    /// Computes the map of a kind of piece.
    pub fn of(position: &Position, color: Color, kind: PieceKind) -> Self {
        let phase = MaterialEntry::compute(position, &mut Off).phase;
        let structure = StructureEntry::compute(position, &mut Off);
        let worth: [Option<i32>; 64] = std::array::from_fn(|number| {
            let square = Square::from64(number as u8);
            let score = worth(position, &structure, color, kind, square);
            let tapered = (score.mg() * phase + score.eg() * (FULL_PHASE - phase)) / FULL_PHASE;
            is_free(position, square).then_some(tapered)
        });
        let mut free: Vec<Square> =
            (0..64).map(Square::from64).filter(|square| worth[usize::from(square.to64())].is_some()).collect();
        free.sort_by_key(|square| Reverse(worth[usize::from(square.to64())]));
        free.truncate(BEST);
        Self { color, kind, worth, best: free }
    }

    /// Computes the maps of all kinds of both colors, White's first.
    pub fn all(position: &Position) -> Vec<Self> {
        let of = |color| PLACED.map(|kind| Self::of(position, color, kind));
        Color::ALL.map(of).into_iter().flatten().collect()
    }

    /// Returns the worth on a square; `None` if a pawn or king stands there.
    pub fn worth_on(&self, square: Square) -> Option<i32> {
        self.worth[usize::from(square.to64())]
    }
}

/// Returns the worth of a piece of `us` on a square in this structure, in centipawns; zero if it is not one of
/// [`PLACED`].
pub(super) fn worth(
    position: &Position,
    structure: &StructureEntry,
    us: Color,
    kind: PieceKind,
    square: Square,
) -> Score {
    to_score(weight(position, us, kind, square).products(structure.vector(us)))
}

/// Returns the worth of a piece of `us` on a square without the changes by the structure.
pub(super) fn base(position: &Position, us: Color, kind: PieceKind, square: Square) -> Score {
    weight(position, us, kind, square).base()
}

/// Returns the weight of a piece of `us` on a square.
fn weight(position: &Position, us: Color, kind: PieceKind, square: Square) -> Blend {
    let table = match kind {
        PieceKind::Knight => &WEIGHTS.knight_square,
        PieceKind::Bishop => &WEIGHTS.bishop_square,
        PieceKind::Rook => &WEIGHTS.rook_square,
        PieceKind::Queen => &WEIGHTS.queen_square,
        PieceKind::Pawn | PieceKind::King => return Blend::ZERO,
    };
    let (rank, file) = place(us, is_kingside(position.king(us)), square);
    table[rank][file]
}

/// Returns whether neither a pawn nor a king stands on a square: the structure leaves it to the pieces.
fn is_free(position: &Position, square: Square) -> bool {
    !matches!(position.piece_on(square).kind_or_none(), Some(PieceKind::Pawn | PieceKind::King))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_the_worth_of_every_square_that_a_piece_can_have() {
        let position = Position::from_fen("r3k3/p7/8/8/8/8/1P6/RN4K1 w - - 0 1").unwrap();
        for map in PieceMap::all(&position) {
            let taken: Vec<String> = (0..64)
                .filter(|&number| map.worth[number].is_none())
                .map(|number| Square::from64(number as u8).to_string())
                .collect();
            assert_eq!(taken, ["g1", "b2", "a7", "e8"]);
            let worth = |square: Square| map.worth[usize::from(square.to64())].unwrap();
            assert_eq!(map.best.len(), BEST);
            assert!(map.best.is_sorted_by_key(|&square| Reverse(worth(square))));
            let most = map.worth.iter().flatten().max().unwrap();
            assert_eq!(worth(map.best[0]), *most);
        }
    }

    #[test]
    fn both_colors_have_the_same_map_seen_from_their_side() {
        let position = Position::from_fen("4k3/pp3ppp/3p4/8/8/3P4/PP3PPP/4K3 w - - 0 1").unwrap();
        for kind in PLACED {
            let [white, black] = Color::ALL.map(|color| PieceMap::of(&position, color, kind).worth);
            for number in 0..64 {
                assert_eq!(white[number], black[number ^ 0x38], "{kind:?} {number}");
            }
        }
    }
}
