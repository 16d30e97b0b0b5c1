//! Every number of the evaluation, once. `weights!` (in `cells.rs`) turns the list below into a typed struct whose
//! cells can be scores ([`WEIGHTS`]) or numbers of slots in a flat vector ([`SLOTS`], what a tracer records), and the
//! list of sections. The list is read and written by `oxide88 tune`, too: keep to its form.
//!
//! Scores are pairs (middlegame, endgame) in centipawns for the side they are counted for; penalties are negative.
//! Tables of squares run from the back rank to the last as their owner sees the board. Each rank runs from the edge
//! far from the owner's king to the one near it (a-h if the king is on the e- to h-files, else mirrored), or, for the
//! king itself, from the edge to the center.

use std::sync::LazyLock;

use super::cells::{Cells, cells, weights};
use crate::types::{S, Score};

pub use super::cells::Slot;

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
        material[5] = [S(69, 136), S(331, 346), S(311, 378), S(487, 669), S(909, 938)];
        /// What pieces add to each other: bishop pair, pawn, knight, bishop, rook, queen by those that come earlier in
        /// this list; a kind with itself for each pair of them.
        with_own[6][6] = [
            [S(23, 45), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-13, 22), S(2, 7), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-1, 14), S(4, 18), S(3, -46), S(0, 0), S(0, 0), S(0, 0)],
            [S(-4, -6), S(16, 4), S(0, -26), S(-3, -7), S(0, 0), S(0, 0)],
            [S(4, -12), S(-2, 26), S(-11, -11), S(2, -8), S(-32, -36), S(0, 0)],
            [S(3, -46), S(2, 45), S(-46, -61), S(-28, -16), S(-66, -100), S(-143, -257)],
        ];
        /// The same with the enemy's pieces.
        against[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-10, 11), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(4, -8), S(5, 25), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(15, -1), S(-1, 29), S(3, -15), S(0, 0), S(0, 0), S(0, 0)],
            [S(-14, 2), S(7, 28), S(-11, 2), S(5, -28), S(0, 0), S(0, 0)],
            [S(-12, -25), S(4, 97), S(38, 54), S(28, 106), S(-54, 179), S(0, 0)],
        ];
    }

    /// Where pieces stand.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][8] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-16, 10), S(2, 7), S(-4, 18), S(5, 27), S(5, 36), S(11, 28), S(24, 7), S(-10, 9)],
            [S(-20, -1), S(-16, 1), S(-10, 2), S(-6, 5), S(2, 8), S(-7, 21), S(7, 1), S(-12, 1)],
            [S(-14, 3), S(-15, 1), S(-1, -18), S(7, -14), S(8, -18), S(2, 8), S(-5, 9), S(-10, 2)],
            [S(-2, 18), S(2, 11), S(1, -13), S(18, -12), S(14, -15), S(9, 9), S(10, 24), S(9, 14)],
            [S(31, 26), S(12, 34), S(42, 6), S(59, 10), S(61, 25), S(21, 48), S(32, 54), S(23, 15)],
            [S(40, -42), S(4, 10), S(8, 4), S(9, 20), S(57, 45), S(13, 34), S(16, 24), S(23, -33)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][8] = [
            [S(-53, -51), S(-21, -34), S(-16, -4), S(-8, -11), S(-8, -9), S(-12, -3), S(-22, -36), S(-51, -46)],
            [S(-14, -6), S(-36, 15), S(-15, -10), S(-11, -15), S(-11, 1), S(-9, -2), S(-9, -8), S(-14, -20)],
            [S(-15, -7), S(0, -3), S(0, -12), S(-9, 14), S(5, 7), S(4, -13), S(2, -10), S(-12, -21)],
            [S(9, 2), S(3, 26), S(17, 18), S(14, 20), S(19, 13), S(16, 13), S(26, 11), S(-10, -3)],
            [S(33, 1), S(11, 8), S(16, 10), S(35, 14), S(25, 17), S(29, 17), S(13, 0), S(23, 5)],
            [S(9, 4), S(33, -13), S(13, 12), S(-7, 19), S(23, 11), S(23, 14), S(30, -5), S(16, -13)],
            [S(-19, 11), S(-12, 14), S(41, -3), S(39, 7), S(37, 1), S(29, -5), S(1, 20), S(-12, 15)],
            [S(-123, -27), S(-40, 13), S(-90, 25), S(-30, 5), S(-27, 19), S(-89, 35), S(-37, 36), S(-136, -57)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][8] = [
            [S(-15, -2), S(12, -28), S(-12, -5), S(-22, 8), S(-10, 2), S(-20, 1), S(2, -33), S(-20, 21)],
            [S(14, -2), S(5, -20), S(9, -9), S(-8, 7), S(-2, 14), S(7, 0), S(11, -19), S(-1, -22)],
            [S(5, 0), S(15, 14), S(-3, 10), S(7, 23), S(2, 22), S(3, 13), S(14, -1), S(-5, 6)],
            [S(23, 6), S(8, 14), S(17, 21), S(16, 22), S(22, 11), S(17, 3), S(4, 11), S(10, -16)],
            [S(5, 5), S(12, 11), S(8, 21), S(19, 21), S(23, 21), S(21, 9), S(16, 9), S(5, 2)],
            [S(5, 20), S(2, 23), S(-6, 12), S(22, 17), S(3, 13), S(-10, 12), S(-5, 25), S(-1, 16)],
            [S(-13, 14), S(-33, 17), S(-2, 16), S(-12, 33), S(-22, 22), S(-5, 21), S(-45, 26), S(-16, 12)],
            [S(-8, 11), S(-56, 37), S(-46, 41), S(-91, 38), S(-81, 37), S(-47, 24), S(-64, 29), S(-35, -8)],
        ];
        /// Rook by rank and file.
        rook_square[8][8] = [
            [S(-8, -8), S(-5, -7), S(0, -12), S(1, -13), S(7, -15), S(-2, -6), S(-7, -7), S(-13, -14)],
            [S(-31, 11), S(-21, -1), S(5, -9), S(-7, -2), S(0, -9), S(2, -20), S(9, -17), S(-37, -7)],
            [S(-21, 12), S(-16, 12), S(-15, 9), S(-11, 12), S(-8, 19), S(-10, 0), S(-4, 10), S(-19, 0)],
            [S(-19, 24), S(-23, 32), S(-4, 22), S(-16, 31), S(-10, 16), S(-15, 28), S(-14, 29), S(-22, 17)],
            [S(-20, 38), S(-5, 33), S(11, 13), S(15, 29), S(16, 14), S(-1, 22), S(8, 36), S(-8, 19)],
            [S(-14, 41), S(11, 19), S(26, 18), S(12, 18), S(31, 8), S(31, 18), S(3, 15), S(-15, 26)],
            [S(10, 15), S(3, 18), S(15, 9), S(33, 1), S(26, -4), S(9, 8), S(18, 1), S(15, 3)],
            [S(23, 28), S(24, 24), S(6, 17), S(-7, 39), S(0, 28), S(-5, 40), S(16, 26), S(9, 30)],
        ];
        /// Queen by rank and file.
        queen_square[8][8] = [
            [S(-11, -39), S(-13, -58), S(-16, -46), S(-3, -51), S(-7, -49), S(-19, -45), S(-13, -72), S(-7, -48)],
            [S(-6, -53), S(-11, -32), S(10, -49), S(0, -29), S(3, -21), S(14, -58), S(13, -76), S(-21, -67)],
            [S(11, -47), S(2, -18), S(6, -11), S(0, 7), S(0, 16), S(8, -3), S(5, -7), S(17, -43)],
            [S(1, -3), S(-3, -7), S(-2, 23), S(6, 20), S(2, 19), S(-4, 31), S(4, 3), S(9, -19)],
            [S(11, 3), S(-7, 20), S(-7, 28), S(-11, 37), S(-21, 62), S(3, 39), S(-8, 44), S(7, 0)],
            [S(15, 6), S(-1, 28), S(17, 38), S(-1, 39), S(-5, 38), S(17, 34), S(19, 39), S(16, 9)],
            [S(-20, 22), S(-26, 21), S(-2, 18), S(0, 7), S(8, 18), S(8, 18), S(-20, 27), S(-17, 20)],
            [S(-4, 33), S(2, 44), S(6, 32), S(21, 10), S(13, 8), S(12, 32), S(-10, 49), S(-21, 41)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(30, -46), S(33, -30), S(14, -41), S(-8, -54)],
            [S(32, -21), S(12, 1), S(8, -22), S(-31, -12)],
            [S(4, -17), S(17, -3), S(-2, -2), S(-48, 3)],
            [S(-21, -10), S(-1, 17), S(-1, 10), S(-66, 23)],
            [S(-41, 18), S(-28, 40), S(-24, 23), S(-108, 42)],
            [S(-23, 11), S(-29, 58), S(-35, 40), S(-62, 39)],
            [S(-43, -40), S(-27, 74), S(9, 25), S(-16, 20)],
            [S(-10, -124), S(-7, 41), S(57, 4), S(-69, 2)],
        ];
    }

    /// Pawns among themselves; all of it is cached in the pawn hash table.
    section Pawns {
        /// A pawn with one of its own before it on the file; one with neighbors, an isolated one.
        doubled[2] = [S(-1, -17), S(-4, -28)];
        /// No own pawn on the files beside it; on a closed file, on a half-open file; by its distance from the edge.
        isolated[2][4] = [
            [S(-6, -5), S(-2, -14), S(-1, -7), S(-16, 1)],
            [S(-3, -17), S(-7, -14), S(-3, -18), S(-5, -24)],
        ];
        /// Cannot be defended by a pawn and cannot safely advance; on a closed file, on a half-open file; by rank.
        backward[2][8] = [
            [S(0, 0), S(-2, -9), S(0, -8), S(-3, -13), S(-16, -6), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-10, -17), S(-5, -20), S(-2, -28), S(40, -62), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// Defended by a pawn; on a closed file, on a half-open file; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(12, 14), S(14, 16), S(12, 28), S(32, 45), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(25, 9), S(22, 8), S(32, 17), S(50, 52), S(59, 143), S(0, 0)],
        ];
        /// Beside another pawn; on a closed file, on a half-open file; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(2, -1), S(10, 4), S(8, 7), S(10, 25), S(31, 136), S(80, 90), S(0, 0)],
            [S(0, 0), S(9, -6), S(15, 0), S(10, 9), S(15, 25), S(-28, 75), S(66, 163), S(0, 0)],
        ];
        /// Defended by two pawns.
        supported_twice = S(9, 12);
        /// Attacked by two pawns and defended by none.
        forked_pawn = S(-11, -13);
        /// An enemy pawn stands right before it; by rank.
        blocked_pawn[8] = [S(0, 0), S(9, 0), S(0, 4), S(0, 0), S(-4, -6), S(-11, 2), S(0, 0), S(0, 0)];
        /// Could become passed: no enemy pawn before it, and at least as many helpers as sentries; by rank.
        candidate[8] = [S(0, 0), S(0, -9), S(-3, 8), S(4, 20), S(-3, 23), S(-13, 55), S(0, 0), S(0, 0)];
    }

    /// Squares a piece attacks that no enemy pawn guards and that no own king, queen, or pawn that is blocked or near
    /// its home holds; by their number. Bishops see through queens, rooks through queens and own rooks; what is pinned
    /// sees only along the line of the pin.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-22, -115), S(-11, -54), S(-6, -20), S(-2, -9), S(3, 0), S(6, 8), S(7, 11), S(12, 19), S(12, 11),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-33, -64), S(-26, -33), S(-17, -13), S(-12, 4), S(-9, 15), S(-6, 24), S(-6, 27), S(-5, 31), S(-5, 30),
            S(-1, 29), S(-3, 25), S(4, 23), S(10, 27), S(34, 3),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-39, -136), S(-15, -32), S(-11, -5), S(-11, 2), S(-9, 0), S(-6, 7), S(-9, 21), S(-6, 20), S(-5, 28),
            S(-6, 36), S(-9, 43), S(-7, 50), S(-11, 61), S(-11, 65), S(1, 61),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-34, -57), S(-14, -96), S(-16, -202), S(-9, -182), S(-8, -147), S(-11, -90), S(-9, -73), S(-11, -39),
            S(-8, -32), S(-7, -9), S(-6, -11), S(-2, -4), S(-4, 15), S(-5, 19), S(-9, 32), S(-8, 32), S(-2, 34),
            S(-3, 39), S(-7, 47), S(-1, 50), S(-5, 48), S(6, 52), S(35, 12), S(28, 19), S(30, 16), S(83, -27),
            S(59, -38), S(93, -12),
        ];
        /// Rook, less the squares that knights and bishops guard.
        rook_safe_mobility[15] = [
            S(-1, 14), S(-6, -7), S(-2, -1), S(-3, 7), S(-5, 13), S(-4, 13), S(-4, 12), S(-4, 12), S(-2, 7), S(3, 4),
            S(4, -1), S(7, -4), S(10, -8), S(15, -10), S(3, 1),
        ];
        /// Queen, less the squares that knights, bishops and rooks guard.
        queen_safe_mobility[28] = [
            S(-14, -6), S(-4, -2), S(-2, 14), S(-2, 7), S(4, -1), S(3, -11), S(4, -1), S(3, 4), S(2, 4), S(2, 9),
            S(2, 5), S(1, 10), S(0, 12), S(2, 3), S(5, -1), S(1, -1), S(-1, 2), S(-2, -3), S(-6, -17), S(-1, -12),
            S(-5, -5), S(-7, -10), S(1, 2), S(-5, -8), S(-2, -3), S(5, 5), S(-1, 2), S(-1, -1),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank with the king or pawns before it.
        rook_on_seventh = S(-4, 13);
        /// Queen there.
        queen_on_seventh = S(7, 10);
        /// Rook of low mobility that the own king shuts in, while castling is possible, afterwards.
        trapped_rook[2] = [S(-3, 14), S(-15, -23)];
        /// Rook on a file without pawns, on one without own pawns.
        rook_on_file[2] = [S(26, 1), S(15, -1)];
        /// Knight, bishop defended by a pawn where no enemy pawn can ever attack it.
        outpost[2] = [S(16, 13), S(21, 5)];
        /// A knight attacks such a square where none of its own side stands.
        outpost_ahead = S(14, 11);
        /// Bishop that sees two squares of the center.
        long_diagonal = S(14, 12);
        /// For each king move between the own king and a knight, a bishop.
        minor_from_king[2] = [S(-4, -4), S(-4, -2)];
        /// Knight or bishop right behind a pawn.
        minor_behind_pawn = S(2, 12);
        /// For each own pawn on the bishop's color of square.
        bishop_pawns = S(-2, -6);
        /// The same for each own pawn on the c- to f-files that cannot move.
        bishop_stuck_pawns = S(-1, -3);
        /// For each enemy pawn on the diagonals of a bishop, whatever stands between.
        bishop_faces_pawns = S(-4, -1);
        /// Rook on the file of a queen of either color.
        rook_on_queens_file = S(1, 11);
        /// Queen beyond its half where no enemy pawn can ever attack it.
        queen_infiltration = S(4, -9);
    }

    /// The pawns before the king, cached in the pawn hash table, and the danger the king is in.
    section King {
        /// Own pawn nearest to the king on a file at or beside it, by the file's distance from the edge and the pawn's
        /// rank; rank 0 is "none".
        shelter[4][8] = [
            [S(6, -6), S(28, -34), S(24, -21), S(21, -8), S(-2, 4), S(36, 19), S(8, 42), S(0, 0)],
            [S(-23, 15), S(15, 1), S(12, -6), S(-13, 1), S(-13, 9), S(1, 24), S(36, 41), S(0, 0)],
            [S(-7, 6), S(20, -2), S(8, -1), S(2, -9), S(-1, 2), S(18, 2), S(-4, 11), S(0, 0)],
            [S(-12, -2), S(-3, 7), S(-11, 8), S(-11, 1), S(-4, 14), S(-41, 26), S(6, -6), S(0, 0)],
        ];
        /// Enemy pawn nearest to the king on such a file, by the file's distance from the edge and the pawn's rank as
        /// the king's side counts; rank 0 is "none".
        storm[4][8] = [
            [S(-6, -18), S(94, -16), S(-21, 8), S(-31, 19), S(-3, 2), S(-6, -9), S(-7, 0), S(0, 0)],
            [S(-21, 0), S(92, -9), S(-25, 48), S(-12, 23), S(-12, 1), S(2, -14), S(-5, -14), S(0, 0)],
            [S(8, -2), S(-10, 1), S(-46, 20), S(-7, 13), S(3, 1), S(7, 1), S(3, -8), S(0, 0)],
            [S(5, 4), S(31, -13), S(-36, 30), S(-23, 9), S(-6, 2), S(6, -2), S(7, -1), S(0, 0)],
        ];
        /// The same for an enemy pawn that an own pawn stops.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-9, -48), S(8, -9), S(9, -16), S(10, -22), S(-11, -31), S(0, 0)];
        /// By the distance between the king and the nearest pawn of either side.
        king_nearest_pawn[8] = [
            S(0, 0), S(-2, 18), S(-5, 18), S(-5, 3), S(4, -26), S(18, -64), S(24, -81), S(-30, -50),
        ];
        /// Danger from each knight, bishop, rook, queen that attacks the king's ring.
        danger_attacker[4] = [S(44, 90), S(21, 193), S(18, -303), S(4, 127)];
        /// Danger from each attack on a square beside the king.
        danger_ring_attack = S(17, 18);
        /// Danger from each attacked square of the ring that only king or queen defends, or nobody.
        danger_weak_square = S(20, -14);
        /// Danger from a knight, bishop, rook, queen that can give check on a safe square; while we are to move, while
        /// the enemy is.
        danger_safe_check[2][4] = [
            [S(103, 59), S(47, 409), S(96, 282), S(45, 500)],
            [S(164, 133), S(80, 415), S(157, 332), S(133, 549)],
        ];
        /// Danger when a knight, bishop, rook, queen has more than one such square.
        danger_more_checks[4] = [S(-2, 1), S(0, 2), S(55, 3), S(45, 13)];
        /// Danger from each square from which a knight, bishop or rook could check, but would be taken.
        danger_unsafe_check = S(17, 40);
        /// Danger from each enemy piece that gives check by moving away.
        danger_discoverer = S(85, 4);
        /// Danger from each square of the ring that an enemy pawn attacks.
        danger_pawn_attack = S(17, -24);
        /// Danger by the number of squares beside the king that it could go to.
        danger_escape[9] = [
            S(35, 276), S(0, 194), S(-9, 62), S(-6, -19), S(1, 17), S(10, -3), S(-4, -32), S(-21, -104), S(0, 0),
        ];
        /// Danger from each square of the ring that is attacked twice and that no own pawn guards.
        danger_double_attack = S(4, 46);
        /// Danger from the own pawn nearest to the king on a file at or beside it, numbered like the shelter.
        danger_shelter[4][8] = [
            [S(7, -102), S(-21, 4), S(-22, 76), S(27, 132), S(27, 68), S(14, 147), S(62, 208), S(0, 0)],
            [S(10, 10), S(-9, -2), S(-11, 113), S(23, 45), S(36, 126), S(29, 121), S(111, 199), S(0, 0)],
            [S(-9, -30), S(-8, 42), S(-13, 139), S(17, 33), S(25, 116), S(8, 52), S(-43, 203), S(0, 0)],
            [S(-1, -67), S(-16, -22), S(4, 83), S(6, 55), S(24, 15), S(-23, 187), S(-90, 52), S(0, 0)],
        ];
        /// Danger from the enemy pawn nearest to the king on such a file; by rank.
        danger_storm[8] = [S(16, 85), S(8, 41), S(46, 191), S(-5, 101), S(0, 69), S(-10, 35), S(-8, 3), S(0, 0)];
        /// Danger when the attacker has no queen.
        danger_no_queen = S(-107, 15);
        /// Danger when a knight defends the ring.
        danger_knight_defends = S(-36, 53);
        /// Danger from each attack on the king's flank up to a rank beyond the middle; two attackers of a square count
        /// twice.
        danger_flank_attack = S(12, -39);
        /// Danger from each such square that is defended.
        danger_flank_defense = S(-8, -20);
        /// Danger from each own piece that is pinned to the king.
        danger_pinned = S(14, 161);
        /// No pawns of either color on the king's side of the board.
        pawnless_flank = S(-3, -56);
        /// Danger that is always there.
        danger_base = S(-2, 128);
    }

    /// Pawns that no enemy pawn can stop.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(13, 23), S(33, 33), S(-1, 66), S(16, 74), S(34, 61), S(141, 118), S(0, 0)];
        /// A piece of the enemy stands before the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(-6, -10), S(1, -14), S(-3, -13), S(7, -22), S(-28, -33), S(-88, -9), S(0, 0)];
        /// A piece of our own stands there; by rank.
        passed_own_block[8] = [S(0, 0), S(10, -6), S(5, 0), S(6, -8), S(-13, -11), S(9, -36), S(136, -69), S(0, 0)];
        /// It is our move; by rank.
        passed_to_move[8] = [S(0, 0), S(6, 4), S(1, 4), S(-1, 8), S(0, 15), S(0, 29), S(9, 6), S(0, 0)];
        /// Nobody stands on the way to promotion or attacks it; by rank.
        passed_free_path[8] = [
            S(0, 0), S(-21, 13), S(-35, 17), S(-41, 29), S(-19, 30), S(-32, 45), S(-70, 186), S(0, 0),
        ];
        /// The square before the pawn is attacked, attacked and defended, neither, defended only; by rank.
        passed_stop[4][8] = [
            [S(0, 0), S(2, -6), S(2, -7), S(2, -2), S(-8, 13), S(1, -3), S(11, -17), S(0, 0)],
            [S(0, 0), S(-2, 17), S(12, 12), S(5, 8), S(13, 24), S(44, 29), S(49, 68), S(0, 0)],
            [S(0, 0), S(4, 7), S(4, 5), S(1, 14), S(-10, 22), S(9, 41), S(39, -54), S(0, 0)],
            [S(0, 0), S(-6, 11), S(-1, 13), S(11, 12), S(5, 36), S(35, 81), S(109, 36), S(0, 0)],
        ];
        /// Nothing of the enemy stands on or attacks the way to promotion, nor, the second, the squares beside it; by
        /// rank. A rook or queen behind the pawn attacks all of the way.
        passed_safe_path[2][8] = [
            [S(0, 0), S(-3, 2), S(-9, 11), S(7, -4), S(24, -3), S(47, -2), S(10, 26), S(0, 0)],
            [S(0, 0), S(-3, 1), S(-5, 0), S(-3, 3), S(-8, 34), S(-7, 73), S(10, 70), S(0, 0)],
        ];
        /// By its distance from the edge.
        passed_file[4] = [S(9, 12), S(11, 12), S(2, -1), S(1, -13)];
        /// Only pawns that it attacks could stop it, or as many as it has neighbors.
        passed_by_lever = S(-9, -35);
        /// An own, an enemy rook or queen behind the pawn, with nothing but such between.
        heavy_behind_passed[2] = [S(4, 24), S(0, -44)];
        /// Nobody has pieces, and the enemy king cannot catch it.
        unstoppable = S(-271, 188);
        /// For each king move between the own king and the square before the pawn; by rank.
        passed_our_king[8] = [S(0, 0), S(0, -3), S(-2, -7), S(1, -15), S(1, -24), S(-7, -26), S(2, -28), S(0, 0)];
        /// For each king move between the enemy king and the square before the pawn; by rank.
        passed_their_king[8] = [S(0, 0), S(-4, -3), S(-8, 1), S(-3, 13), S(-3, 29), S(2, 50), S(-11, 74), S(0, 0)];
    }

    /// Attacks on pieces.
    section Threats {
        /// A pawn that is not simply taken attacks a knight, bishop, rook, queen; while the enemy is to move, while we
        /// are.
        threat_by_pawn[2][4] = [
            [S(51, 37), S(47, 57), S(43, 38), S(45, 0)],
            [S(57, 121), S(61, 106), S(47, 194), S(26, 93)],
        ];
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen, where the target is weakly defended or worth
        /// more; by who is to move.
        threat_by_minor[2][5] = [
            [S(4, 22), S(12, 25), S(22, 22), S(41, 16), S(37, 29)],
            [S(3, 19), S(14, 38), S(20, 36), S(67, 142), S(82, 143)],
        ];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[2][5] = [
            [S(1, 28), S(15, 26), S(16, 40), S(6, 2), S(34, 6)],
            [S(2, 17), S(16, 27), S(21, 40), S(10, 11), S(126, 197)],
        ];
        /// An attacked piece nobody defends; by who is to move.
        hanging[2] = [S(14, 21), S(19, 44)];
        /// The king attacks a weakly defended pawn or piece; by who is to move.
        threat_by_king[2] = [S(6, 19), S(34, 7)];
        /// A pawn, knight, bishop, rook, queen of our own is pinned to the king.
        pinned[5] = [S(-15, 18), S(16, 76), S(13, 51), S(3, 29), S(28, 48)];
        /// Each square that both sides attack and the enemy has not secured.
        restricted = S(3, 0);
        /// Each piece that a pawn would attack after a safe step; by who is to move.
        threat_by_push[2] = [S(12, 11), S(13, 16)];
        /// Each safe square from which a knight could attack the enemy's only queen.
        queen_in_knights_reach = S(7, 1);
        /// Each safe square from which a bishop or rook could, with support.
        queen_in_sliders_reach = S(11, 14);
        /// The enemy's queen is on a line with a bishop or rook of ours, one piece between.
        queen_on_xray = S(14, 3);
        /// Each piece attacked twice that is defended once.
        overloaded = S(8, 39);
        /// Each attacked and weakly defended piece or pawn that the queen helps to guard.
        queen_must_guard = S(1, 8);
    }

    /// Room for the own pieces.
    section Space {
        /// For each safe square in the center and again behind pawns, by the number of pieces.
        space[8] = [S(5, 0), S(-10, 4), S(-14, 10), S(-11, 12), S(-5, 11), S(-1, 5), S(1, 4), S(2, 25)];
    }

    /// The chances of the side ahead in the endgame; only that half counts.
    section Complexity {
        /// Always.
        complexity_base = S(0, -76);
        /// For each pawn.
        complexity_pawns = S(0, 2);
        /// For each passed pawn.
        complexity_passed = S(0, 1);
        /// For each file, less each rank, between the kings.
        complexity_outflanking = S(0, 2);
        /// Pawns on both sides of the board.
        complexity_both_flanks = S(0, 54);
        /// A king is beyond its half.
        complexity_infiltration = S(0, -5);
        /// The kings face each other, the pawns are on one side of the board and none is passed.
        complexity_face_to_face = S(0, -11);
        /// Nothing but kings and pawns.
        complexity_pawn_ending = S(0, 78);
    }

    /// The right to move.
    section Tempo {
        /// Being to move.
        tempo = S(15, 10);
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
        assert_eq!(section_of(SLOTS.restricted), Section::Threats);
    }
}
