//! Every number of the evaluation, once. `weights!` turns the list below into a typed struct whose cells can be scores
//! ([`WEIGHTS`]) or numbers of slots in a flat vector ([`SLOTS`], what a tracer records), and the list of sections.
//! The list is read and written by `oxide88 tune`, too: keep to its form.
//!
//! Scores are pairs (middlegame, endgame) in centipawns for the side they are counted for; penalties are negative.
//! Tables of squares run from the back rank to the last as their owner sees the board, each rank from the edge file to
//! the center (a-d, mirrored for e-h).

use std::sync::LazyLock;

use crate::types::{S, Score};

/// Number of a weight in the flat vector.
pub type Slot = u16;

/// The type of a weight with the dimensions given.
macro_rules! cells {
    ($cell:ty,) => { $cell };
    ($cell:ty, $size:literal $($rest:tt)*) => { [cells!($cell, $($rest)*); $size] };
}

macro_rules! weights {
    ($(
        $(#[doc = $section_doc:literal])+
        section $section:ident {
            $( $(#[doc = $doc:literal])+ $name:ident $([$size:literal])* = $value:expr; )+
        }
    )+) => {
        /// A group of related weights.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Section { $( $(#[doc = $section_doc])+ $section, )+ }

        /// All sections in order.
        pub static SECTIONS: [Section; [$(stringify!($section)),+].len()] = [$(Section::$section),+];

        /// One cell of type `T` for each weight of the evaluation.
        pub struct Weights<T> {
            $($( $(#[doc = $doc])+ pub $name: cells!(T, $($size)*), )+)+
        }

        /// The weights that play.
        pub static WEIGHTS: Weights<Score> = Weights { $($( $name: $value, )+)+ };

        impl Weights<Slot> {
            fn numbered() -> Self {
                let mut next = 0;
                Self { $($( $name: Cells::fill(&mut || { next += 1; next - 1 }), )+)+ }
            }
        }

        impl Weights<Score> {
            fn flat(&self) -> Vec<(Section, Score)> {
                let mut list = Vec::new();
                $($( self.$name.visit(&mut |score| list.push((Section::$section, score))); )+)+
                list
            }
        }
    };
}

/// A cell, or a nested array of cells.
trait Cells<T> {
    fn fill(next: &mut impl FnMut() -> T) -> Self;
    fn visit(&self, visitor: &mut impl FnMut(T));
}

impl<T, C: Cells<T>, const N: usize> Cells<T> for [C; N] {
    fn fill(next: &mut impl FnMut() -> T) -> Self {
        std::array::from_fn(|_| C::fill(next))
    }

    fn visit(&self, visitor: &mut impl FnMut(T)) {
        for cell in self {
            cell.visit(visitor);
        }
    }
}

impl Cells<Self> for Slot {
    fn fill(next: &mut impl FnMut() -> Self) -> Self {
        next()
    }

    fn visit(&self, visitor: &mut impl FnMut(Self)) {
        visitor(*self);
    }
}

impl Cells<Self> for Score {
    fn fill(next: &mut impl FnMut() -> Self) -> Self {
        next()
    }

    fn visit(&self, visitor: &mut impl FnMut(Self)) {
        visitor(*self);
    }
}

/// The slot of each weight.
pub static SLOTS: LazyLock<Weights<Slot>> = LazyLock::new(Weights::numbered);

static FLAT: LazyLock<Vec<(Section, Score)>> = LazyLock::new(|| WEIGHTS.flat());

/// All weights in the order of their slots.
pub fn all_weights() -> impl Iterator<Item = Score> {
    FLAT.iter().map(|&(_, weight)| weight)
}

/// The weight in a slot.
///
/// # Panics
/// If there is no such slot.
pub fn weight_in(slot: Slot) -> Score {
    FLAT[usize::from(slot)].1
}

/// The section a slot belongs to.
///
/// # Panics
/// If there is no such slot.
pub fn section_of(slot: Slot) -> Section {
    FLAT[usize::from(slot)].0
}

weights! {
    /// What pieces are worth by themselves.
    section Material {
        /// Pawn, knight, bishop, rook, queen.
        material[5] = [S(82, 104), S(335, 305), S(350, 318), S(475, 540), S(985, 985)];
        /// Two bishops.
        bishop_pair = S(26, 52);
    }

    /// Where pieces stand.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][4] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-8, 2), S(4, 4), S(0, 4), S(-8, 8)],
            [S(-8, -4), S(-2, -2), S(4, -4), S(6, -4)],
            [S(-8, 2), S(-4, 0), S(8, -6), S(18, -8)],
            [S(-4, 10), S(4, 8), S(10, 2), S(20, -4)],
            [S(4, 20), S(10, 18), S(20, 12), S(26, 8)],
            [S(16, 24), S(18, 24), S(22, 22), S(26, 20)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][4] = [
            [S(-70, -50), S(-30, -34), S(-24, -24), S(-16, -16)],
            [S(-30, -34), S(-20, -18), S(-6, -14), S(-2, -4)],
            [S(-18, -22), S(2, -8), S(8, -2), S(14, 10)],
            [S(-12, -14), S(2, 0), S(14, 12), S(18, 20)],
            [S(-4, -14), S(8, 2), S(22, 14), S(26, 22)],
            [S(-12, -22), S(14, -8), S(30, 4), S(34, 12)],
            [S(-34, -34), S(-12, -18), S(14, -10), S(24, 2)],
            [S(-110, -60), S(-50, -40), S(-30, -22), S(-14, -14)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][4] = [
            [S(-12, -22), S(0, -14), S(-10, -12), S(-10, -6)],
            [S(2, -16), S(12, -10), S(8, -6), S(2, 0)],
            [S(2, -8), S(10, -4), S(10, 4), S(8, 8)],
            [S(-2, -6), S(4, 0), S(8, 6), S(18, 10)],
            [S(-6, -4), S(6, 2), S(12, 6), S(20, 12)],
            [S(0, -6), S(8, 0), S(14, 4), S(14, 4)],
            [S(-16, -10), S(-8, -4), S(0, -2), S(-2, 0)],
            [S(-26, -18), S(-14, -12), S(-20, -10), S(-18, -6)],
        ];
        /// Rook by rank and file.
        rook_square[8][4] = [
            [S(-12, -6), S(-6, -4), S(2, -4), S(8, -6)],
            [S(-22, -8), S(-8, -8), S(-4, -6), S(-2, -6)],
            [S(-18, -4), S(-6, -2), S(-6, -4), S(-6, -4)],
            [S(-16, 2), S(-8, 2), S(-6, 4), S(-4, 2)],
            [S(-8, 8), S(-2, 8), S(6, 6), S(8, 4)],
            [S(0, 10), S(8, 8), S(12, 6), S(16, 4)],
            [S(8, 14), S(10, 14), S(18, 12), S(22, 10)],
            [S(6, 14), S(6, 14), S(8, 12), S(10, 10)],
        ];
        /// Queen by rank and file.
        queen_square[8][4] = [
            [S(-4, -36), S(-6, -30), S(-4, -26), S(4, -24)],
            [S(-6, -26), S(0, -22), S(6, -20), S(6, -10)],
            [S(-4, -16), S(2, -8), S(2, 2), S(-2, 4)],
            [S(-4, -6), S(-4, 6), S(-4, 12), S(-8, 22)],
            [S(-2, 0), S(-4, 14), S(-4, 20), S(-10, 30)],
            [S(2, -4), S(4, 6), S(4, 18), S(2, 26)],
            [S(0, -10), S(-22, 8), S(-4, 18), S(-8, 28)],
            [S(4, -14), S(4, -4), S(6, 4), S(6, 10)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(30, -60), S(40, -36), S(10, -22), S(-6, -24)],
            [S(26, -32), S(18, -16), S(-10, -4), S(-24, 2)],
            [S(-14, -20), S(-10, -6), S(-24, 8), S(-30, 16)],
            [S(-30, -14), S(-20, 4), S(-26, 16), S(-34, 22)],
            [S(-30, -2), S(-14, 16), S(-20, 26), S(-30, 30)],
            [S(-20, 4), S(0, 26), S(-6, 32), S(-14, 32)],
            [S(-20, -4), S(-4, 18), S(-4, 22), S(-10, 22)],
            [S(-30, -50), S(-20, -20), S(-20, -10), S(-30, -10)],
        ];
    }

    /// Pawns among themselves; all of it is cached in the pawn hash table.
    section Pawns {
        /// A pawn with one of its own before it on the file.
        doubled = S(-8, -22);
        /// No own pawn on the files beside it; on a closed file, on a half-open file.
        isolated[2] = [S(-8, -10), S(-16, -14)];
        /// Cannot be defended by a pawn and cannot safely advance; on a closed file, on a half-open file.
        backward[2] = [S(-6, -8), S(-14, -10)];
        /// Defended by a pawn, by rank.
        supported[8] = [S(0, 0), S(0, 0), S(12, 8), S(10, 8), S(14, 12), S(26, 26), S(60, 60), S(0, 0)];
        /// Beside another pawn, by rank.
        phalanx[8] = [S(0, 0), S(4, 0), S(6, 2), S(12, 8), S(22, 20), S(44, 50), S(80, 90), S(0, 0)];
        /// Could become passed: no enemy pawn before it, and at least as many helpers as sentries; by rank.
        candidate[8] = [S(0, 0), S(0, 2), S(2, 6), S(6, 12), S(14, 24), S(30, 44), S(0, 0), S(0, 0)];
    }

    /// Squares a piece can go to that no enemy pawn guards and no own king or blocked pawn holds; by their number.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-46, -60), S(-32, -34), S(-10, -16), S(-2, -4), S(6, 4), S(12, 12), S(18, 14), S(24, 14), S(28, 10),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-44, -60), S(-26, -38), S(-10, -22), S(-2, -10), S(6, 0), S(14, 8), S(20, 14), S(24, 18), S(26, 22),
            S(28, 22), S(32, 22), S(38, 18), S(42, 20), S(46, 14),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-50, -70), S(-34, -44), S(-18, -20), S(-14, -6), S(-12, 4), S(-8, 10), S(-4, 16), S(2, 22), S(8, 26),
            S(12, 30), S(16, 34), S(18, 38), S(22, 40), S(28, 40), S(34, 36),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-40, -60), S(-36, -60), S(-28, -50), S(-18, -44), S(-12, -36), S(-8, -24), S(-4, -14), S(-2, -6), S(0, 0),
            S(2, 6), S(4, 10), S(6, 14), S(8, 18), S(8, 22), S(10, 24), S(10, 26), S(12, 28), S(12, 30), S(12, 32),
            S(12, 34), S(14, 34), S(16, 32), S(20, 30), S(24, 26), S(30, 22), S(34, 18), S(38, 14), S(42, 12),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on a file without pawns, on one without own pawns.
        rook_on_file[2] = [S(32, 10), S(14, 10)];
        /// Knight, bishop defended by a pawn where no enemy pawn can ever attack it.
        outpost[2] = [S(28, 16), S(18, 8)];
        /// Knight or bishop right behind a pawn.
        minor_behind_pawn = S(6, 8);
        /// For each own pawn on the bishop's color of square.
        bishop_pawns = S(-3, -6);
    }

    /// The pawns before the king, cached in the pawn hash table, and the danger the king is in.
    section King {
        /// Own pawn nearest to the king on a file at or beside it, by the file's distance from the edge and the pawn's
        /// rank; rank 0 is "none".
        shelter[4][8] = [
            [S(-12, 2), S(22, 4), S(20, 0), S(4, 0), S(6, 0), S(8, 0), S(0, 0), S(0, 0)],
            [S(-26, 0), S(28, 0), S(12, -2), S(-12, 0), S(-10, 0), S(-4, 0), S(0, 0), S(0, 0)],
            [S(-14, 0), S(26, 0), S(4, -2), S(-6, 0), S(-4, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-20, 0), S(14, 0), S(2, 0), S(-6, 0), S(-10, 0), S(-8, 0), S(0, 0), S(0, 0)],
        ];
        /// Enemy pawn nearest to the king on such a file, by its rank as the king's side counts; rank 0 is "none".
        storm[8] = [S(0, 0), S(-10, -4), S(-34, -6), S(-20, -4), S(-8, 0), S(2, 0), S(2, 0), S(0, 0)];
        /// The same for an enemy pawn that an own pawn stops.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-14, -16), S(4, -6), S(4, -2), S(4, 0), S(2, 0), S(0, 0)];
        /// Danger from each knight, bishop, rook, queen that attacks the king's ring.
        danger_attacker[4] = [S(34, 22), S(24, 14), S(26, 10), S(22, 20)];
        /// Danger from each attack on a square beside the king.
        danger_ring_attack = S(13, 6);
        /// Danger from each attacked square of the ring that only king or queen defends, or nobody.
        danger_weak_square = S(24, 12);
        /// Danger from a knight, bishop, rook, queen that can give check on a safe square.
        danger_safe_check[4] = [S(56, 24), S(36, 20), S(58, 24), S(48, 34)];
        /// Danger when the attacker has no queen.
        danger_no_queen = S(-110, -60);
        /// Danger that is always there.
        danger_base = S(-24, -10);
    }

    /// Pawns that no enemy pawn can stop.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(2, 12), S(4, 16), S(6, 32), S(28, 60), S(66, 110), S(130, 180), S(0, 0)];
        /// A piece of the enemy stands before the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(0, -4), S(0, -6), S(-4, -12), S(-8, -24), S(-16, -48), S(-24, -90), S(0, 0)];
        /// The way to promotion is attacked nowhere; by rank.
        passed_free_path[8] = [S(0, 0), S(0, 2), S(0, 4), S(2, 10), S(8, 26), S(20, 52), S(40, 70), S(0, 0)];
        /// For each king move between the own king and the square before the pawn; by rank.
        passed_our_king[8] = [S(0, 0), S(0, 0), S(0, -2), S(0, -4), S(0, -8), S(0, -11), S(0, -12), S(0, 0)];
        /// For each king move between the enemy king and the square before the pawn; by rank.
        passed_their_king[8] = [S(0, 0), S(0, 2), S(0, 3), S(0, 7), S(0, 14), S(0, 20), S(0, 22), S(0, 0)];
    }

    /// Attacks on pieces.
    section Threats {
        /// A pawn attacks a knight, bishop, rook, queen.
        threat_by_pawn[4] = [S(56, 36), S(52, 44), S(70, 32), S(60, 24)];
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen, where the target is weakly defended or worth
        /// more.
        threat_by_minor[5] = [S(2, 22), S(24, 30), S(28, 34), S(56, 30), S(46, 40)];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[5] = [S(0, 22), S(22, 28), S(26, 26), S(4, 20), S(50, 36)];
        /// An attacked piece nobody defends.
        hanging = S(18, 16);
    }

    /// The right to move.
    section Tempo {
        /// Being to move.
        tempo = S(22, 18);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_number_the_weights_in_order_without_gaps() {
        let mut slots = Vec::new();
        SLOTS.material.visit(&mut |slot| slots.push(slot));
        slots.push(SLOTS.bishop_pair);
        SLOTS.pawn_square.visit(&mut |slot| slots.push(slot));
        assert!(slots.iter().copied().eq(0..slots.len() as Slot));
        assert_eq!(usize::from(SLOTS.tempo), FLAT.len() - 1);
        assert_eq!(weight_in(SLOTS.knight_square[3][2]), WEIGHTS.knight_square[3][2]);
        assert_eq!(section_of(SLOTS.hanging), Section::Threats);
    }
}
