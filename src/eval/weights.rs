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
        material[5] = [S(69, 117), S(329, 319), S(346, 330), S(489, 583), S(974, 996)];
        /// What pieces add to each other: bishop pair, pawn, knight, bishop, rook, queen by those that come earlier in
        /// this list; a kind with itself for each pair of them.
        with_own[6][6] = [
            [S(28, 54), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-4, 17), S(2, 6), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(5, 27), S(4, 10), S(2, -16), S(0, 0), S(0, 0), S(0, 0)],
            [S(2, 2), S(4, 3), S(2, -3), S(2, 2), S(0, 0), S(0, 0)],
            [S(2, -7), S(2, 17), S(4, 13), S(-1, 17), S(-1, -3), S(0, 0)],
            [S(11, 5), S(3, 29), S(-15, 0), S(-3, -26), S(-6, -38), S(-128, -106)],
        ];
        /// The same with the enemy's pieces.
        against[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(2, 5), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(9, -2), S(3, 13), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(5, 41), S(4, 16), S(1, -9), S(0, 0), S(0, 0), S(0, 0)],
            [S(-8, -6), S(-2, 15), S(-7, 12), S(6, -7), S(0, 0), S(0, 0)],
            [S(-7, 17), S(11, 44), S(23, 42), S(9, 50), S(-6, 57), S(0, 0)],
        ];
    }

    /// Where pieces stand.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][4] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-4, 6), S(10, 6), S(-2, 21), S(-1, 23)],
            [S(-9, -3), S(-7, -2), S(-10, 7), S(-4, 6)],
            [S(-3, 4), S(-5, 3), S(1, -8), S(13, -19)],
            [S(6, 18), S(9, 11), S(11, 1), S(14, -10)],
            [S(14, 10), S(19, 7), S(35, 5), S(22, 30)],
            [S(-8, -5), S(-54, 38), S(65, -8), S(51, 4)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][4] = [
            [S(-62, -72), S(-19, -50), S(-21, -34), S(-8, -33)],
            [S(10, -48), S(-30, -27), S(-11, 0), S(-15, -9)],
            [S(-14, -25), S(-4, -13), S(-8, -4), S(-4, 12)],
            [S(6, -12), S(-3, 6), S(14, 19), S(14, 12)],
            [S(40, -12), S(9, 16), S(29, 6), S(30, 15)],
            [S(-11, 8), S(33, 10), S(18, 18), S(35, 15)],
            [S(-20, 6), S(36, -24), S(17, 22), S(50, 16)],
            [S(-156, 39), S(5, 46), S(-67, 25), S(-69, 36)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][4] = [
            [S(-22, 16), S(18, -13), S(-17, -5), S(-12, -1)],
            [S(34, -14), S(-2, -15), S(2, -11), S(-3, 2)],
            [S(7, 4), S(14, -3), S(0, -12), S(3, 13)],
            [S(48, -21), S(14, 30), S(11, 9), S(25, 11)],
            [S(-2, -2), S(21, 2), S(20, 4), S(27, 14)],
            [S(-3, 17), S(-7, 21), S(-1, -8), S(8, 11)],
            [S(-24, -20), S(-10, 6), S(5, 6), S(16, 15)],
            [S(-13, 6), S(-6, 3), S(-18, 18), S(-58, 25)],
        ];
        /// Rook by rank and file.
        rook_square[8][4] = [
            [S(-3, -20), S(3, -20), S(5, -5), S(12, -15)],
            [S(-33, -7), S(-14, -15), S(-9, -9), S(3, -16)],
            [S(-20, -1), S(0, -3), S(-10, -3), S(-32, 9)],
            [S(-28, 16), S(-10, 9), S(-21, 19), S(-18, 25)],
            [S(-7, 19), S(-2, 24), S(23, 9), S(-8, 27)],
            [S(2, 23), S(3, 18), S(12, 27), S(24, 20)],
            [S(-1, 13), S(20, 14), S(-7, 14), S(23, 14)],
            [S(27, 19), S(30, 21), S(-7, 34), S(15, 25)],
        ];
        /// Queen by rank and file.
        queen_square[8][4] = [
            [S(-13, -19), S(-15, -20), S(-13, -21), S(-11, -25)],
            [S(13, -70), S(-5, -1), S(1, -39), S(-2, -17)],
            [S(-1, -32), S(-1, -14), S(4, -11), S(-1, 8)],
            [S(5, -18), S(-7, 20), S(8, 9), S(1, 24)],
            [S(16, -30), S(4, -13), S(15, 24), S(8, 28)],
            [S(15, -3), S(16, 36), S(-11, 52), S(25, 18)],
            [S(-17, 43), S(-23, 41), S(21, -16), S(-8, 28)],
            [S(-35, 31), S(1, -2), S(-6, 40), S(49, 2)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(37, -72), S(35, -31), S(16, -34), S(-18, -54)],
            [S(33, -30), S(23, -18), S(-5, -6), S(-31, -14)],
            [S(7, -18), S(5, 4), S(-15, 13), S(-34, 0)],
            [S(1, -7), S(19, 7), S(-29, 22), S(-46, 18)],
            [S(-43, 15), S(-7, 31), S(-19, 38), S(-98, 47)],
            [S(-47, 23), S(-34, 42), S(-5, 37), S(-68, 48)],
            [S(-16, -35), S(-1, 30), S(2, 33), S(-8, 34)],
            [S(-61, -147), S(36, 43), S(49, -1), S(86, 21)],
        ];
    }

    /// Pawns among themselves; all of it is cached in the pawn hash table.
    section Pawns {
        /// A pawn with one of its own before it on the file; one with neighbors, an isolated one.
        doubled[2] = [S(1, -13), S(-2, -37)];
        /// No own pawn on the files beside it; on a closed file, on a half-open file; by its distance from the edge.
        isolated[2][4] = [
            [S(-5, -5), S(-2, -19), S(-8, -5), S(-9, 13)],
            [S(-12, -13), S(-13, -16), S(-6, -24), S(-11, -15)],
        ];
        /// Cannot be defended by a pawn and cannot safely advance; on a closed file, on a half-open file; by rank.
        backward[2][8] = [
            [S(0, 0), S(-10, -8), S(7, -8), S(0, -11), S(-35, 33), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-10, -20), S(0, -31), S(-20, -18), S(8, -4), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// Defended by a pawn; on a closed file, on a half-open file; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(13, 15), S(11, 15), S(13, 22), S(31, -1), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(30, 6), S(20, 12), S(33, 8), S(55, 27), S(79, 97), S(0, 0)],
        ];
        /// Beside another pawn; on a closed file, on a half-open file; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(0, -1), S(8, 5), S(8, 7), S(21, 18), S(87, 146), S(80, 90), S(0, 0)],
            [S(0, 0), S(9, -6), S(13, 3), S(6, 21), S(36, 12), S(52, 93), S(67, 103), S(0, 0)],
        ];
        /// Attacked by two pawns and defended by none.
        forked_pawn = S(-3, -81);
        /// An enemy pawn stands right before it; by rank.
        blocked_pawn[8] = [S(0, 0), S(0, -7), S(3, 4), S(0, 0), S(-7, -6), S(-2, 9), S(0, 0), S(0, 0)];
        /// Could become passed: no enemy pawn before it, and at least as many helpers as sentries; by rank.
        candidate[8] = [S(0, 0), S(-4, 0), S(-2, 3), S(7, 3), S(-11, 26), S(9, 87), S(0, 0), S(0, 0)];
    }

    /// Squares a piece can go to that no enemy pawn guards and no own king or blocked pawn holds; by their number.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-92, -84), S(-18, -89), S(-17, 0), S(-9, 11), S(9, 7), S(12, 17), S(15, 23), S(23, 17), S(25, 22),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-71, -141), S(-16, -82), S(-14, -24), S(2, -8), S(9, 6), S(13, 17), S(16, 20), S(18, 27), S(13, 37),
            S(24, 23), S(30, 28), S(45, 19), S(65, 20), S(13, 37),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-72, -48), S(-47, -72), S(-11, -29), S(-6, 0), S(-7, 1), S(-5, 17), S(-4, 25), S(0, 25), S(4, 30),
            S(6, 37), S(3, 41), S(2, 47), S(7, 50), S(15, 49), S(12, 50),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-40, -60), S(-89, -21), S(-122, -180), S(-53, -183), S(-2, -143), S(-2, -123), S(-1, -55), S(0, 6),
            S(0, 9), S(-1, 3), S(-1, 5), S(6, 3), S(2, 25), S(9, 20), S(8, 34), S(11, 35), S(15, 39), S(1, 48),
            S(1, 63), S(11, 56), S(32, 37), S(23, 54), S(21, 37), S(28, 20), S(64, 37), S(22, 3), S(63, 13), S(31, 19),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank with the king or pawns before it.
        rook_on_seventh = S(-1, 2);
        /// Queen there.
        queen_on_seventh = S(-3, 11);
        /// Rook without moves on the own king's side, while castling is possible, afterwards.
        trapped_rook[2] = [S(-7, 15), S(-25, -31)];
        /// Rook on a file without pawns, on one without own pawns.
        rook_on_file[2] = [S(34, 11), S(19, 12)];
        /// Knight, bishop defended by a pawn where no enemy pawn can ever attack it.
        outpost[2] = [S(24, 1), S(15, 6)];
        /// A knight attacks such a square where none of its own side stands.
        outpost_ahead = S(12, 8);
        /// Bishop that sees two squares of the center.
        long_diagonal = S(13, 25);
        /// For each king move between the own king and a knight, a bishop.
        minor_from_king[2] = [S(-4, -5), S(-2, 0)];
        /// Knight or bishop right behind a pawn.
        minor_behind_pawn = S(5, 11);
        /// For each own pawn on the bishop's color of square.
        bishop_pawns = S(-4, -6);
        /// The same for each own pawn on the c- to f-files that cannot move.
        bishop_stuck_pawns = S(0, -2);
    }

    /// The pawns before the king, cached in the pawn hash table, and the danger the king is in.
    section King {
        /// Own pawn nearest to the king on a file at or beside it, by the file's distance from the edge and the pawn's
        /// rank; rank 0 is "none".
        shelter[4][8] = [
            [S(-11, 13), S(31, -15), S(29, -12), S(18, -4), S(-7, 1), S(59, 6), S(-94, 50), S(0, 0)],
            [S(-38, 5), S(21, -6), S(20, -13), S(-19, 9), S(-30, -1), S(-23, 12), S(17, -5), S(0, 0)],
            [S(-16, -1), S(21, 11), S(8, -4), S(-4, 2), S(11, -15), S(26, -21), S(11, 15), S(0, 0)],
            [S(-12, 3), S(9, 6), S(-1, 5), S(-2, -1), S(1, 1), S(-69, -3), S(-8, 30), S(0, 0)],
        ];
        /// Enemy pawn nearest to the king on such a file, by the file's distance from the edge and the pawn's rank as
        /// the king's side counts; rank 0 is "none".
        storm[4][8] = [
            [S(-10, -12), S(82, 0), S(-16, 31), S(-26, 25), S(-2, 4), S(0, -9), S(-3, -15), S(0, 0)],
            [S(-11, -7), S(24, 49), S(-44, 14), S(0, -2), S(-13, 10), S(8, -11), S(-2, -13), S(0, 0)],
            [S(6, -6), S(-10, 6), S(24, -17), S(13, -11), S(0, 4), S(7, 5), S(-1, 11), S(0, 0)],
            [S(-6, 5), S(-55, 15), S(-53, 21), S(-38, 20), S(-14, -5), S(-1, 5), S(3, -13), S(0, 0)],
        ];
        /// The same for an enemy pawn that an own pawn stops.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-15, -46), S(2, -18), S(-4, -11), S(16, -6), S(-33, -2), S(0, 0)];
        /// Danger from each knight, bishop, rook, queen that attacks the king's ring.
        danger_attacker[4] = [S(41, -8), S(31, 110), S(14, -70), S(16, 60)];
        /// Danger from each attack on a square beside the king.
        danger_ring_attack = S(23, 2);
        /// Danger from each attacked square of the ring that only king or queen defends, or nobody.
        danger_weak_square = S(8, 14);
        /// Danger from a knight, bishop, rook, queen that can give check on a safe square.
        danger_safe_check[4] = [S(121, 142), S(78, 216), S(101, 132), S(98, 285)];
        /// Danger when the attacker has no queen.
        danger_no_queen = S(-70, -38);
        /// Danger when a knight defends the ring.
        danger_knight_defends = S(-41, 71);
        /// Danger from each attack on a square of the king's half of its flank; two attackers of a square count as two.
        danger_flank_attack = S(11, -8);
        /// Danger from each such square that is defended.
        danger_flank_defense = S(-8, -2);
        /// Danger from each own piece that is pinned to the king.
        danger_pinned = S(48, 151);
        /// No pawns of either color on the king's side of the board.
        pawnless_flank = S(-26, -48);
        /// Danger that is always there.
        danger_base = S(-6, 16);
    }

    /// Pawns that no enemy pawn can stop.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(-3, 38), S(18, 31), S(1, 51), S(29, 62), S(61, 83), S(114, 142), S(0, 0)];
        /// A piece of the enemy stands before the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(28, -29), S(-8, -17), S(-3, -3), S(-7, -25), S(-30, -40), S(-49, -32), S(0, 0)];
        /// The way to promotion is attacked nowhere; by rank.
        passed_free_path[8] = [S(0, 0), S(7, 0), S(-44, 21), S(-37, 26), S(-17, 32), S(-9, 49), S(47, 131), S(0, 0)];
        /// The square before the pawn is defended; by rank.
        passed_defended_stop[8] = [S(0, 0), S(-6, 15), S(12, 11), S(10, 13), S(2, 21), S(31, 29), S(-21, 94), S(0, 0)];
        /// The square before the pawn is not attacked; by rank.
        passed_safe_stop[8] = [S(0, 0), S(13, -4), S(-3, 9), S(-11, 12), S(-16, 19), S(16, 30), S(48, -34), S(0, 0)];
        /// By its distance from the edge.
        passed_file[4] = [S(-4, 16), S(10, 15), S(-4, 9), S(2, -14)];
        /// An own, an enemy rook behind the pawn on its file.
        rook_behind_passed[2] = [S(5, 16), S(1, -43)];
        /// In a pawn ending the enemy king cannot catch it.
        unstoppable = S(-127, 133);
        /// For each king move between the own king and the square before the pawn; by rank.
        passed_our_king[8] = [S(0, 0), S(-4, -1), S(-1, -6), S(2, -12), S(0, -15), S(-3, -21), S(10, -20), S(0, 0)];
        /// For each king move between the enemy king and the square before the pawn; by rank.
        passed_their_king[8] = [S(0, 0), S(3, -9), S(-5, -2), S(-5, 10), S(-5, 22), S(-2, 39), S(-3, 43), S(0, 0)];
    }

    /// Attacks on pieces.
    section Threats {
        /// A pawn attacks a knight, bishop, rook, queen.
        threat_by_pawn[4] = [S(53, 35), S(58, 52), S(44, 13), S(43, -6)];
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen, where the target is weakly defended or worth
        /// more.
        threat_by_minor[5] = [S(2, 20), S(17, 39), S(21, 17), S(64, -10), S(45, 0)];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[5] = [S(2, 16), S(23, 31), S(20, 27), S(11, -9), S(26, 29)];
        /// An attacked piece nobody defends.
        hanging = S(12, 26);
        /// The king attacks a weakly defended pawn or piece.
        threat_by_king = S(15, 14);
        /// Each square that both sides attack and the enemy has not secured.
        restricted = S(3, 2);
        /// Each piece that a pawn would attack after a safe step.
        threat_by_push = S(12, 15);
        /// Each safe square from which a knight could attack the enemy's only queen.
        queen_in_knights_reach = S(6, -3);
        /// Each safe square from which a bishop or rook could, with support.
        queen_in_sliders_reach = S(13, 4);
    }

    /// Room for the own pieces.
    section Space {
        /// For each safe square in the center and again behind pawns, by the number of pieces.
        space[8] = [S(-17, 2), S(-15, 6), S(-16, 10), S(-11, 13), S(-3, 11), S(0, 6), S(1, 3), S(0, 39)];
    }

    /// The chances of the side ahead in the endgame; only that half counts.
    section Complexity {
        /// Always.
        complexity_base = S(0, -66);
        /// For each pawn.
        complexity_pawns = S(0, 2);
        /// For each passed pawn.
        complexity_passed = S(0, 4);
        /// For each file, less each rank, between the kings.
        complexity_outflanking = S(0, 2);
        /// Pawns on both sides of the board.
        complexity_both_flanks = S(0, 39);
        /// A king is beyond its half.
        complexity_infiltration = S(0, -7);
        /// Nothing but kings and pawns.
        complexity_pawn_ending = S(0, 73);
    }

    /// The right to move.
    section Tempo {
        /// Being to move.
        tempo = S(18, 13);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_number_the_weights_in_order_without_gaps() {
        let mut slots = Vec::new();
        SLOTS.material.visit(&mut |slot| slots.push(slot));
        SLOTS.with_own.visit(&mut |slot| slots.push(slot));
        SLOTS.against.visit(&mut |slot| slots.push(slot));
        SLOTS.pawn_square.visit(&mut |slot| slots.push(slot));
        assert!(slots.iter().copied().eq(0..slots.len() as Slot));
        assert_eq!(usize::from(SLOTS.tempo), FLAT.len() - 1);
        assert_eq!(weight_in(SLOTS.knight_square[3][2]), WEIGHTS.knight_square[3][2]);
        assert_eq!(section_of(SLOTS.hanging), Section::Threats);
    }
}
