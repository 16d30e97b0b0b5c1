//! Structures: the pawns with both kings and the castling rights. They have a half of the pawn hash table to
//! themselves, since kings move more often than pawns. An entry has the structure vectors and scores of the network
//! (`network.rs`) and the shelters of the kings.

use super::blend::StructureVector;
use super::entry_table::Entry;
use super::network::{Number, StructureInput, clip, split};
use super::shelter::Shelter;
use super::spans::is_kingside;
use super::tracer::{Structure, Tracer};
use super::weights::NETWORK;
use crate::position::{Key, Position};
use crate::types::{Color, PieceKind};

/// Returns the inputs of the structure network as `us` sees the board: from its own end, and mirrored if its king is on
/// the a- to d-files.
#[inline(always)]
fn inputs(position: &Position, us: Color) -> impl Iterator<Item = impl Iterator<Item = StructureInput>> {
    let flip = if is_kingside(position.king(us)) { 0 } else { 7 } ^ if us == Color::White { 0 } else { 56 };
    // Pawns do not stand on the first rank.
    let lists = [
        (us, PieceKind::Pawn, 0 - 8),
        (!us, PieceKind::Pawn, 48 - 8),
        (us, PieceKind::King, 96),
        (!us, PieceKind::King, 160),
    ];
    lists.into_iter().map(move |(color, kind, first)| {
        position.set(color, kind).numbers().map(move |number| (i16::from(number ^ flip) + first) as u8)
    })
}

/// A structure as both sides see it: an entry of the hash table, one cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub struct StructureEntry {
    key: Key,
    /// The shelter of each king.
    pub(super) shelters: [Shelter; 2], // [color]
    vectors: [StructureVector; 2], // [color]
    scores: [[i16; 2]; 2],         // [color][middlegame, endgame], in eighths of a centipawn
}

impl Entry for StructureEntry {
    fn key_of(position: &Position) -> Key {
        position.structure_key()
    }

    #[inline(never)]
    fn compute<T: Tracer>(position: &Position, tracer: &mut T) -> Self {
        let shelters = Color::ALL.map(|us| Shelter::compute(position, us, tracer));
        let mut computed = Self { key: Self::key_of(position), shelters, ..Self::default() };
        for us in Color::ALL {
            let hidden = clip(NETWORK.hidden(inputs(position, us)));
            let (vector, score) = split(NETWORK.outputs(&hidden));
            (computed.vectors[us], computed.scores[us]) = (StructureVector::new(vector), score);
        }
        tracer.record_structure(|us| {
            let inputs = inputs(position, us).flatten().collect();
            Structure { inputs, vector: computed.vectors[us], products: computed.products(us) }
        });
        computed
    }

    // The default entry has key 0, which no position has but by the rarest chance: there are always two kings.
    fn key(&self) -> Key {
        self.key
    }
}

impl StructureEntry {
    /// Returns the structure vector of a side.
    #[inline(always)]
    pub(super) fn vector(&self, us: Color) -> StructureVector {
        self.vectors[us]
    }

    /// Returns the structure score of a side, in the units of products with its vector.
    #[inline(always)]
    pub(super) fn products(&self, us: Color) -> [i32; 2] {
        self.scores[us].map(|score| i32::from(score) * i32::from(i16::ONE))
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry_table::EntryTable;
    use super::super::tracer::{Coefficients, Off};
    use super::*;

    fn structures(fen: &str) -> [Structure; 2] {
        let mut record = Coefficients::default();
        StructureEntry::compute(&Position::from_fen(fen).unwrap(), &mut record);
        record.structures
    }

    #[test]
    fn inputs_are_pawns_and_kings_as_each_side_sees_them() {
        let [white, black] = structures("r3k3/p7/8/8/8/8/1P6/RN4K1 w - - 0 1");
        // b2, a7, g1 and e8.
        assert_eq!(white.inputs, [1, 48 + 40, 96 + 6, 160 + 60]);
        // For Black a7 is a2, b2 is b7, e8 is e1 and g1 is g8.
        assert_eq!(black.inputs, [0, 48 + 41, 96 + 4, 160 + 62]);
    }

    #[test]
    fn with_its_king_on_the_other_wing_a_side_sees_the_board_mirrored() {
        let kingside = structures("4k3/p7/8/8/8/8/1P6/RN4K1 w - - 0 1");
        let queenside = structures("3k4/7p/8/8/8/8/6P1/1K4NR w - - 0 1");
        assert_eq!(kingside, queenside);
    }

    #[test]
    fn the_table_keeps_what_pawns_kings_and_castling_rights_decide() {
        let at = |rank| Position::from_fen(&format!("4k3/p7/8/8/8/8/1P6/{rank} - 0 1")).unwrap();
        let mut table = EntryTable::<StructureEntry>::new(1 << 8);
        for position in ["RN4K1 w -", "R3K2R w K", "R3K2R w Q", "1K4NR w -"].map(at) {
            let (found, is_hit) = table.probe(&position);
            assert!(!is_hit);
            let computed = StructureEntry::compute(&position, &mut Off);
            assert_eq!((found.vectors, found.scores), (computed.vectors, computed.scores));
            let scores =
                |structures: &StructureEntry| structures.shelters.map(|shelter| [shelter.score, shelter.danger]);
            assert_eq!(scores(found), scores(&computed));
        }
        for (position, known) in [("1R4K1 b -", true), ("RN3K2 w -", false), ("4K2R w K", true), ("R3K2R w -", false)] {
            assert_eq!(table.probe(&at(position)).1, known, "{position}");
        }
        table.clear();
        assert!(!table.probe(&at("RN4K1 w -")).1);
    }

    #[test]
    fn an_entry_is_a_cache_line() {
        assert_eq!([size_of::<StructureEntry>(), align_of::<StructureEntry>()], [64, 64]);
    }
}
