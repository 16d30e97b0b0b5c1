//! The structure as the network sees it (`network.rs`): its inputs, and the structure vectors and score, which the pawn
//! hash table keeps for the last squares of both kings.

use std::iter::once;

use super::blend::StructureVector;
use super::network::{Number, Row, StructureInput, clip, split};
use super::spans::is_kingside;
use super::tracer::{Structure, Tracer};
use super::weights::NETWORK;
use crate::position::Position;
use crate::types::{Color, PieceKind, Square};

/// The view that a side has of the board: from its own end, and mirrored if its king is on the a- to d-files.
#[derive(Clone, Copy)]
struct View {
    us: Color,
    /// Exclusive or with the number of a square turns it into that of the place where the side sees it.
    flip: u8,
}

impl View {
    #[inline(always)]
    fn of(us: Color, king: Square) -> Self {
        Self { us, flip: if is_kingside(king) { 0 } else { 7 } ^ if us == Color::White { 0 } else { 56 } }
    }

    /// Returns the inputs for own pawns and enemy pawns.
    #[inline(always)]
    fn pawns(self, position: &Position) -> impl Iterator<Item = impl Iterator<Item = StructureInput>> {
        // Pawns do not stand on the first rank.
        let lists = [(self.us, 0 - 8), (!self.us, 48 - 8)];
        lists.into_iter().map(move |(color, first)| {
            let pawns = position.set(color, PieceKind::Pawn);
            pawns.numbers().map(move |number| (i16::from(number ^ self.flip) + first) as u8)
        })
    }

    /// Returns the inputs for the own king and the enemy king.
    #[inline(always)]
    fn kings(self, position: &Position) -> impl Iterator<Item = StructureInput> {
        let squares = [(self.us, 96), (!self.us, 160)];
        squares.into_iter().map(move |(color, first)| (position.king(color).to64() ^ self.flip) + first)
    }
}

/// The structure vectors and scores of both sides for the last squares of the kings.
#[derive(Clone, Copy, Default)]
pub(super) struct Structures {
    kings: Option<[Square; 2]>,    // [color]
    vectors: [StructureVector; 2], // [color]
    scores: [[i16; 2]; 2],         // [color][middlegame, endgame], in units
    /// The sums of the hidden layer over the pawns, as each side sees them. They stay while its king stays on its wing.
    pawns: [Row<i16>; 2], // [color]
}

impl Structures {
    /// Computes vectors and scores for a position.
    pub fn compute<T: Tracer>(position: &Position, tracer: &mut T) -> Self {
        let mut computed = Self::default();
        computed.move_kings(position);
        tracer.see(|us| {
            let view = View::of(us, position.king(us));
            let inputs = view.pawns(position).flatten().chain(view.kings(position));
            Structure { inputs: inputs.collect(), vector: computed.vectors[us], products: computed.products(us) }
        });
        computed
    }

    /// Computes everything again if the kings have moved; returns whether they stand where they stood. `position` has
    /// the pawns that this cache belongs to.
    #[inline]
    pub fn refresh(&mut self, position: &Position) -> bool {
        let is_current = self.kings == Some(kings(position));
        if !is_current {
            self.move_kings(position);
        }
        is_current
    }

    /// Computes vectors and scores for kings that have moved.
    #[inline(never)]
    fn move_kings(&mut self, position: &Position) {
        let before = self.kings.replace(kings(position));
        for us in Color::ALL {
            let king = position.king(us);
            let view = View::of(us, king);
            if before.is_none_or(|before| is_kingside(before[us]) != is_kingside(king)) {
                self.pawns[us] = NETWORK.add(&NETWORK.rows[0], view.pawns(position));
            }
            let hidden = clip(NETWORK.add(&self.pawns[us], once(view.kings(position))));
            let (vector, score) = split(NETWORK.outputs(&hidden));
            (self.vectors[us], self.scores[us]) = (StructureVector::new(vector), score);
        }
    }

    /// Returns the structure vector of a side.
    #[inline(always)]
    pub fn vector(&self, us: Color) -> &StructureVector {
        &self.vectors[us]
    }

    /// Returns the structure score of a side, as products with its vector are.
    #[inline(always)]
    pub fn products(&self, us: Color) -> [i32; 2] {
        self.scores[us].map(|score| i32::from(score) * i32::from(i16::ONE))
    }
}

/// Returns the squares of both kings.
#[inline]
fn kings(position: &Position) -> [Square; 2] {
    Color::ALL.map(|color| position.king(color))
}

#[cfg(test)]
mod tests {
    use super::super::tracer::{Coefficients, Off};
    use super::*;

    fn structures(fen: &str) -> [Structure; 2] {
        let mut record = Coefficients::default();
        Structures::compute(&Position::from_fen(fen).unwrap(), &mut record);
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
        let at = |rank| Position::from_fen(&format!("4k3/p7/8/8/8/8/1P6/{rank} w - - 0 1")).unwrap();
        let [one, other, queenside] = ["RN4K1", "RN5K", "RNK5"].map(at);
        let mut kept = Structures::default();
        for position in [&one, &other, &queenside, &one] {
            let fresh = Structures::compute(position, &mut Off).vectors;
            assert!(!kept.refresh(position));
            assert_eq!(kept.vectors, fresh);
            // What is kept is not computed again.
            kept.vectors[0] = StructureVector::new([1, 2, 3]);
            assert!(kept.refresh(position));
            assert_ne!(kept.vectors, fresh);
        }
    }
}
