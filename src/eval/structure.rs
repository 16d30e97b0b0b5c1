//! The structure as the network sees it (`network.rs`): its inputs, and the structure vectors, which the pawn hash
//! table keeps for the last squares of both kings.

use super::blend::StructureVector;
use super::network::{StructureInput, clip};
use super::spans::is_kingside;
use super::tracer::{Structure, Tracer};
use super::weights::NETWORK;
use crate::position::Position;
use crate::types::{Color, PieceKind};

/// Returns the inputs of the structure vector of `us`: own pawns, enemy pawns, own king and enemy king. It sees the
/// board from its own end, and mirrored if its king is on the a- to d-files.
#[inline(always)]
fn inputs(position: &Position, us: Color) -> impl Iterator<Item = impl Iterator<Item = StructureInput>> {
    let mirror = if is_kingside(position.king(us)) { 0 } else { 7 };
    let view = mirror ^ if us == Color::White { 0 } else { 56 };
    // Pawns do not stand on the first rank.
    let lists = [
        (us, PieceKind::Pawn, 0 - 8),
        (!us, PieceKind::Pawn, 48 - 8),
        (us, PieceKind::King, 96),
        (!us, PieceKind::King, 160),
    ];
    lists.into_iter().map(move |(color, kind, first)| {
        position.set(color, kind).numbers().map(move |number| (i16::from(number ^ view) + first) as u8)
    })
}

/// The structure vectors of both sides for the last squares of the kings.
#[derive(Clone, Copy, Default)]
pub(super) struct StructureVectors {
    /// Both squares as one word; 0 for none.
    kings: u16,
    vectors: [StructureVector; 2], // [color]
}

impl StructureVectors {
    /// Computes the vectors for a position.
    #[inline(never)]
    pub fn compute<T: Tracer>(position: &Position, tracer: &mut T) -> Self {
        let vectors = Color::ALL.map(|us| {
            let hidden = clip(NETWORK.hidden(inputs(position, us)));
            StructureVector::new(clip(NETWORK.outputs(&hidden)))
        });
        tracer.see(|us| Structure { inputs: inputs(position, us).flatten().collect(), vector: vectors[us] });
        Self { kings: Self::kings(position), vectors }
    }

    /// Computes the vectors again if the kings have moved; returns whether they stand where they stood. `position` has
    /// the pawns that this cache belongs to.
    #[inline]
    pub fn refresh(&mut self, position: &Position) -> bool {
        let is_current = self.kings == Self::kings(position);
        if !is_current {
            *self = Self::compute(position, &mut super::tracer::Off);
        }
        is_current
    }

    /// Returns the structure vector of a side.
    #[inline(always)]
    pub fn of(&self, us: Color) -> &StructureVector {
        &self.vectors[us]
    }

    /// The squares of both kings as one word, never 0.
    #[inline]
    fn kings(position: &Position) -> u16 {
        let [white, black] = Color::ALL.map(|color| u16::from(position.king(color).byte()));
        1 << 15 | white << 7 | black
    }
}

#[cfg(test)]
mod tests {
    use super::super::tracer::{Coefficients, Off};
    use super::*;

    fn structures(fen: &str) -> [Structure; 2] {
        let mut record = Coefficients::default();
        StructureVectors::compute(&Position::from_fen(fen).unwrap(), &mut record);
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
    fn vectors_are_kept_for_the_last_squares_of_the_kings() {
        let at = |fen| Position::from_fen(fen).unwrap();
        let [one, other] = [at("4k3/p7/8/8/8/8/1P6/RN4K1 w - - 0 1"), at("4k3/p7/8/8/8/8/1P6/RN5K w - - 0 1")];
        let mut kept = StructureVectors::default();
        for position in [&one, &other, &one] {
            let fresh = StructureVectors::compute(position, &mut Off).vectors;
            assert!(!kept.refresh(position));
            assert_eq!(kept.vectors, fresh);
            // What is kept is not computed again.
            kept.vectors[0] = StructureVector::new([1, 2, 3]);
            assert!(kept.refresh(position));
            assert_ne!(kept.vectors, fresh);
        }
    }
}
