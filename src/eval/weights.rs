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
        material[5] = [S(74, 121), S(330, 314), S(349, 324), S(488, 580), S(969, 985)];
        /// What pieces add to each other: bishop pair, pawn, knight, bishop, rook, queen by those that come earlier in
        /// this list; a kind with itself for each pair of them.
        with_own[6][6] = [
            [S(28, 48), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-1, 13), S(-1, 5), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(0, 15), S(3, 7), S(-8, -9), S(0, 0), S(0, 0), S(0, 0)],
            [S(2, -4), S(3, 0), S(3, 9), S(2, -4), S(0, 0), S(0, 0)],
            [S(1, 8), S(2, 13), S(7, 12), S(-3, 16), S(5, -1), S(0, 0)],
            [S(9, 10), S(5, 24), S(-13, -3), S(0, -15), S(2, -24), S(-77, -64)],
        ];
        /// The same with the enemy's pieces.
        against[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(2, 4), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(12, 0), S(1, 9), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(2, 24), S(3, 11), S(0, -1), S(0, 0), S(0, 0), S(0, 0)],
            [S(-6, -10), S(-5, 9), S(-5, 8), S(3, -10), S(0, 0), S(0, 0)],
            [S(-7, 1), S(9, 40), S(15, 18), S(5, 40), S(-1, 38), S(0, 0)],
        ];
    }

    /// Where pieces stand.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][4] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-3, 11), S(18, 6), S(1, 14), S(0, 31)],
            [S(-10, -11), S(-6, 2), S(-16, 3), S(-5, 12)],
            [S(1, 1), S(-3, 12), S(-2, -6), S(9, -16)],
            [S(10, 21), S(15, 10), S(10, 2), S(17, -4)],
            [S(3, 10), S(27, 32), S(52, -24), S(-8, 12)],
            [S(-30, 10), S(-22, 46), S(73, -12), S(36, -9)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][4] = [
            [S(-82, -97), S(-16, -73), S(-45, -41), S(-2, -39)],
            [S(-3, -56), S(-28, -19), S(-7, 4), S(-11, -16)],
            [S(-11, -20), S(-12, -26), S(-8, -1), S(13, 7)],
            [S(3, -30), S(-6, 38), S(19, 16), S(10, 20)],
            [S(47, -25), S(6, 5), S(31, 3), S(33, 18)],
            [S(21, 17), S(18, -8), S(4, 34), S(30, 11)],
            [S(-42, 13), S(32, -23), S(-3, 30), S(37, 21)],
            [S(-151, 40), S(26, 49), S(-67, 21), S(-47, 21)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][4] = [
            [S(-43, -3), S(-27, -21), S(-19, 0), S(-15, -10)],
            [S(37, -24), S(-2, -16), S(-7, -14), S(-1, -2)],
            [S(21, -15), S(28, 4), S(4, -29), S(4, 21)],
            [S(38, -37), S(20, 29), S(17, 14), S(32, 8)],
            [S(9, 7), S(22, 11), S(29, 7), S(35, 12)],
            [S(-14, 30), S(10, 9), S(-19, -6), S(-5, 23)],
            [S(-20, 11), S(-19, -6), S(-2, 17), S(18, 16)],
            [S(-41, -37), S(8, 3), S(-36, 0), S(-44, 14)],
        ];
        /// Rook by rank and file.
        rook_square[8][4] = [
            [S(-6, -23), S(2, -21), S(1, -12), S(13, -18)],
            [S(-44, -1), S(-25, 4), S(-16, -1), S(1, -9)],
            [S(-27, -9), S(20, -13), S(-25, 15), S(-21, 9)],
            [S(-23, 8), S(-22, 15), S(-25, 28), S(-15, 19)],
            [S(13, 9), S(-11, 20), S(56, -11), S(-11, 30)],
            [S(-4, 23), S(35, 11), S(15, 31), S(48, 8)],
            [S(13, 4), S(16, 24), S(-8, 18), S(9, 21)],
            [S(49, 16), S(14, 31), S(-2, 35), S(19, 28)],
        ];
        /// Queen by rank and file.
        queen_square[8][4] = [
            [S(7, -37), S(-38, 8), S(-28, -16), S(-10, -29)],
            [S(1, -43), S(-6, -17), S(5, -50), S(3, -23)],
            [S(-26, 7), S(2, 11), S(10, -32), S(-1, 15)],
            [S(18, -25), S(-13, 60), S(8, 9), S(3, 22)],
            [S(22, -24), S(4, -37), S(5, 34), S(25, 15)],
            [S(4, 13), S(4, 35), S(-3, 47), S(-2, 26)],
            [S(-14, 29), S(-19, 44), S(14, -35), S(-13, 44)],
            [S(4, 9), S(0, -9), S(-12, 10), S(32, 4)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(37, -56), S(35, -27), S(19, -35), S(-17, -46)],
            [S(31, -30), S(25, -17), S(1, -6), S(-35, -13)],
            [S(25, -24), S(-10, 7), S(-23, 16), S(-21, -4)],
            [S(-14, 4), S(14, 6), S(-44, 22), S(-40, 8)],
            [S(-78, 6), S(-15, 22), S(-20, 35), S(-55, 40)],
            [S(-49, 19), S(-23, 39), S(-15, 36), S(-49, 41)],
            [S(-56, -52), S(-15, 4), S(-18, 20), S(-16, 37)],
            [S(-86, -112), S(17, 25), S(0, -11), S(72, 64)],
        ];
    }

    /// Pawns among themselves; all of it is cached in the pawn hash table.
    section Pawns {
        /// A pawn with one of its own before it on the file; one with neighbors, an isolated one.
        doubled[2] = [S(3, -9), S(6, -38)];
        /// No own pawn on the files beside it; on a closed file, on a half-open file; by its distance from the edge.
        isolated[2][4] = [
            [S(-5, 0), S(0, -11), S(4, -7), S(-2, 1)],
            [S(-16, -16), S(-22, -18), S(-9, -16), S(-14, -11)],
        ];
        /// Cannot be defended by a pawn and cannot safely advance; on a closed file, on a half-open file; by rank.
        backward[2][8] = [
            [S(0, 0), S(-2, -12), S(14, 1), S(15, -3), S(-54, 10), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-10, -3), S(17, -41), S(-8, -11), S(22, 23), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// Defended by a pawn; on a closed file, on a half-open file; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(12, 5), S(13, 11), S(7, 5), S(10, 11), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(24, 13), S(19, 14), S(27, 16), S(65, 15), S(100, 83), S(0, 0)],
        ];
        /// Beside another pawn; on a closed file, on a half-open file; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(-1, -11), S(10, 0), S(9, 8), S(11, 21), S(82, 118), S(80, 90), S(0, 0)],
            [S(0, 0), S(3, -2), S(29, -6), S(11, 18), S(32, 26), S(87, 124), S(50, 72), S(0, 0)],
        ];
        /// Attacked by two pawns and defended by none.
        forked_pawn = S(4, -59);
        /// An enemy pawn stands right before it; by rank.
        blocked_pawn[8] = [S(0, 0), S(-3, -4), S(0, 8), S(0, 0), S(-4, -10), S(1, 6), S(0, 0), S(0, 0)];
        /// Could become passed: no enemy pawn before it, and at least as many helpers as sentries; by rank.
        candidate[8] = [S(0, 0), S(-3, -1), S(-6, -3), S(4, 6), S(-7, 31), S(38, 100), S(0, 0), S(0, 0)];
    }

    /// Squares a piece can go to that no enemy pawn guards and no own king or blocked pawn holds; by their number.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-100, -54), S(-17, -55), S(-17, -9), S(-4, 7), S(8, 11), S(10, 12), S(14, 18), S(21, 14), S(25, 14),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-42, -91), S(-17, -75), S(-8, -30), S(7, -17), S(10, 2), S(11, 19), S(14, 17), S(12, 29), S(9, 34),
            S(28, 23), S(22, 23), S(48, 9), S(46, 9), S(25, 38),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-128, -108), S(-48, -73), S(-11, -29), S(-8, 10), S(-7, 3), S(-6, 19), S(-6, 26), S(-2, 25), S(4, 31),
            S(7, 36), S(5, 41), S(3, 45), S(16, 38), S(31, 42), S(29, 47),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-40, -60), S(-72, -36), S(-91, -114), S(-65, -151), S(-4, -110), S(4, -96), S(2, -42), S(1, 11),
            S(-5, 23), S(-3, 15), S(-2, 16), S(10, -4), S(4, 11), S(12, 8), S(8, 36), S(11, 29), S(16, 32), S(-2, 51),
            S(2, 50), S(4, 49), S(22, 35), S(27, 52), S(1, 34), S(24, 18), S(56, 19), S(51, 19), S(0, -38), S(43, 25),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank with the king or pawns before it.
        rook_on_seventh = S(-2, -1);
        /// Queen there.
        queen_on_seventh = S(-5, 16);
        /// Rook without moves on the own king's side, while castling is possible, afterwards.
        trapped_rook[2] = [S(-5, 9), S(-21, -35)];
        /// Rook on a file without pawns, on one without own pawns.
        rook_on_file[2] = [S(31, 12), S(21, 6)];
        /// Knight, bishop defended by a pawn where no enemy pawn can ever attack it.
        outpost[2] = [S(17, 13), S(15, -2)];
        /// A knight attacks such a square where none of its own side stands.
        outpost_ahead = S(7, 21);
        /// Bishop that sees two squares of the center.
        long_diagonal = S(13, 23);
        /// For each king move between the own king and a knight, a bishop.
        minor_from_king[2] = [S(-2, -4), S(-3, 1)];
        /// Knight or bishop right behind a pawn.
        minor_behind_pawn = S(1, 14);
        /// For each own pawn on the bishop's color of square.
        bishop_pawns = S(-6, -5);
        /// The same for each own pawn on the c- to f-files that cannot move.
        bishop_stuck_pawns = S(0, -1);
    }

    /// The pawns before the king, cached in the pawn hash table, and the danger the king is in.
    section King {
        /// Own pawn nearest to the king on a file at or beside it, by the file's distance from the edge and the pawn's
        /// rank; rank 0 is "none".
        shelter[4][8] = [
            [S(-17, 15), S(33, -16), S(25, -6), S(16, -3), S(12, 2), S(40, 18), S(-77, 26), S(0, 0)],
            [S(-33, 4), S(24, -3), S(21, -16), S(-34, 3), S(-32, 5), S(13, 14), S(2, 5), S(0, 0)],
            [S(-24, 0), S(23, 15), S(11, -3), S(-6, 3), S(21, -21), S(-9, -36), S(26, 22), S(0, 0)],
            [S(-13, 6), S(12, -6), S(-7, -8), S(-2, -1), S(2, 1), S(-28, -9), S(-4, 16), S(0, 0)],
        ];
        /// Enemy pawn nearest to the king on such a file, by the file's distance from the edge and the pawn's rank as
        /// the king's side counts; rank 0 is "none".
        storm[4][8] = [
            [S(-8, -2), S(74, 14), S(-71, 28), S(-5, 26), S(-3, 3), S(-1, -12), S(5, -14), S(0, 0)],
            [S(-12, -9), S(9, 30), S(-1, 29), S(-1, 7), S(-20, 12), S(0, -17), S(-1, -10), S(0, 0)],
            [S(1, -16), S(33, 17), S(-5, -18), S(8, -12), S(-8, 6), S(3, -8), S(-3, 6), S(0, 0)],
            [S(-4, 4), S(-63, 34), S(-64, -8), S(-25, 17), S(-11, -5), S(1, 28), S(6, -13), S(0, 0)],
        ];
        /// The same for an enemy pawn that an own pawn stops.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-2, -11), S(18, -27), S(-8, -14), S(17, -5), S(-18, 27), S(0, 0)];
        /// Danger from each knight, bishop, rook, queen that attacks the king's ring.
        danger_attacker[4] = [S(31, 23), S(47, 75), S(19, -28), S(20, 19)];
        /// Danger from each attack on a square beside the king.
        danger_ring_attack = S(25, 4);
        /// Danger from each attacked square of the ring that only king or queen defends, or nobody.
        danger_weak_square = S(9, 0);
        /// Danger from a knight, bishop, rook, queen that can give check on a safe square.
        danger_safe_check[4] = [S(108, 118), S(84, 160), S(115, 102), S(105, 171)];
        /// Danger when the attacker has no queen.
        danger_no_queen = S(-80, -52);
        /// Danger when a knight defends the ring.
        danger_knight_defends = S(-32, 63);
        /// Danger from each attack on a square of the king's half of its flank; two attackers of a square count as two.
        danger_flank_attack = S(10, -1);
        /// Danger from each such square that is defended.
        danger_flank_defense = S(-8, -1);
        /// Danger from each own piece that is pinned to the king.
        danger_pinned = S(39, 124);
        /// No pawns of either color on the king's side of the board.
        pawnless_flank = S(-23, -52);
        /// Danger that is always there.
        danger_base = S(-14, 0);
    }

    /// Pawns that no enemy pawn can stop.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(-1, 28), S(12, 28), S(6, 51), S(21, 52), S(53, 84), S(109, 148), S(0, 0)];
        /// A piece of the enemy stands before the pawn; by rank.
        passed_blocked[8] = [
            S(0, 0), S(14, -37), S(-13, -29), S(-12, 2), S(-7, -24), S(-20, -42), S(-26, -46), S(0, 0),
        ];
        /// The way to promotion is attacked nowhere; by rank.
        passed_free_path[8] = [S(0, 0), S(19, 6), S(-31, 4), S(-26, 21), S(-8, 28), S(25, 49), S(82, 133), S(0, 0)];
        /// The square before the pawn is defended; by rank.
        passed_defended_stop[8] = [S(0, 0), S(-13, 21), S(13, 8), S(8, 16), S(-3, 15), S(54, 17), S(-20, 76), S(0, 0)];
        /// The square before the pawn is not attacked; by rank.
        passed_safe_stop[8] = [S(0, 0), S(21, 3), S(0, 8), S(-32, 12), S(-2, 16), S(22, 28), S(23, -35), S(0, 0)];
        /// By its distance from the edge.
        passed_file[4] = [S(-10, 7), S(5, 3), S(-5, 10), S(0, -13)];
        /// An own, an enemy rook behind the pawn on its file.
        rook_behind_passed[2] = [S(16, 4), S(-16, -32)];
        /// In a pawn ending the enemy king cannot catch it.
        unstoppable = S(-81, 162);
        /// For each king move between the own king and the square before the pawn; by rank.
        passed_our_king[8] = [S(0, 0), S(-3, 2), S(-1, -3), S(1, -10), S(-4, -14), S(-5, -17), S(2, -20), S(0, 0)];
        /// For each king move between the enemy king and the square before the pawn; by rank.
        passed_their_king[8] = [S(0, 0), S(3, -11), S(-7, -1), S(-1, 6), S(-2, 19), S(-2, 36), S(1, 46), S(0, 0)];
    }

    /// Attacks on pieces.
    section Threats {
        /// A pawn attacks a knight, bishop, rook, queen.
        threat_by_pawn[4] = [S(53, 42), S(55, 49), S(41, 15), S(37, -7)];
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen, where the target is weakly defended or worth
        /// more.
        threat_by_minor[5] = [S(0, 24), S(13, 52), S(14, 23), S(62, -16), S(40, -3)];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[5] = [S(1, 19), S(29, 28), S(22, 30), S(9, -7), S(23, 23)];
        /// An attacked piece nobody defends.
        hanging = S(14, 25);
        /// The king attacks a weakly defended pawn or piece.
        threat_by_king = S(5, 20);
        /// Each square that both sides attack and the enemy has not secured.
        restricted = S(1, 3);
        /// Each piece that a pawn would attack after a safe step.
        threat_by_push = S(13, 11);
        /// Each safe square from which a knight could attack the enemy's only queen.
        queen_in_knights_reach = S(9, -3);
        /// Each safe square from which a bishop or rook could, with support.
        queen_in_sliders_reach = S(17, -14);
    }

    /// Room for the own pieces.
    section Space {
        /// For each safe square in the center and again behind pawns, by the number of pieces.
        space[8] = [S(3, -4), S(-9, 3), S(-17, 9), S(-14, 12), S(0, 1), S(1, 6), S(2, -2), S(2, 23)];
    }

    /// The chances of the side ahead in the endgame; only that half counts.
    section Complexity {
        /// Always.
        complexity_base = S(0, -55);
        /// For each pawn.
        complexity_pawns = S(0, 2);
        /// For each passed pawn.
        complexity_passed = S(0, -1);
        /// For each file, less each rank, between the kings.
        complexity_outflanking = S(0, 2);
        /// Pawns on both sides of the board.
        complexity_both_flanks = S(0, 43);
        /// A king is beyond its half.
        complexity_infiltration = S(0, -10);
        /// Nothing but kings and pawns.
        complexity_pawn_ending = S(0, 81);
    }

    /// The right to move.
    section Tempo {
        /// Being to move.
        tempo = S(17, 13);
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
