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
        material[5] = [S(65, 146), S(328, 336), S(324, 370), S(487, 680), S(932, 976)];
        /// What pieces add to each other: bishop pair, pawn, knight, bishop, rook, queen by those that come earlier in
        /// this list; a kind with itself for each pair of them.
        with_own[6][6] = [
            [S(21, 44), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-10, 22), S(3, 8), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-4, 4), S(5, 21), S(1, -28), S(0, 0), S(0, 0), S(0, 0)],
            [S(-5, -8), S(12, 10), S(1, -11), S(-5, -8), S(0, 0), S(0, 0)],
            [S(8, -15), S(1, 32), S(-3, -2), S(5, 0), S(-31, -19), S(0, 0)],
            [S(2, -45), S(0, 54), S(-33, -57), S(-21, -9), S(-51, -81), S(-167, -258)],
        ];
        /// The same with the enemy's pieces.
        against[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-7, 10), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(4, -16), S(6, 28), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(15, -14), S(3, 33), S(2, -19), S(0, 0), S(0, 0), S(0, 0)],
            [S(-16, 8), S(5, 36), S(-10, -5), S(2, -36), S(0, 0), S(0, 0)],
            [S(-5, -6), S(5, 108), S(26, 77), S(24, 119), S(-53, 189), S(0, 0)],
        ];
    }

    /// Where pieces stand.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][8] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-16, 14), S(-1, 7), S(-4, 21), S(6, 43), S(3, 53), S(13, 32), S(20, 5), S(-6, 17)],
            [S(-20, 2), S(-23, -2), S(-10, 3), S(-5, -2), S(2, 8), S(-9, 29), S(0, -3), S(-10, 2)],
            [S(-16, 2), S(-20, 0), S(1, -23), S(11, -21), S(9, -23), S(3, 8), S(-7, 4), S(-9, 2)],
            [S(-2, 28), S(2, 12), S(-1, -6), S(19, -18), S(14, -15), S(11, 20), S(4, 28), S(17, 20)],
            [S(30, 34), S(-1, 33), S(35, 2), S(65, -2), S(70, 25), S(9, 62), S(40, 53), S(20, 18)],
            [S(75, -64), S(-7, 9), S(13, -9), S(-20, 16), S(75, 47), S(24, 59), S(-6, 30), S(36, -42)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][8] = [
            [S(-50, -84), S(-23, -44), S(-18, 14), S(-7, -4), S(-4, 4), S(-18, 14), S(-26, -34), S(-55, -89)],
            [S(-9, 0), S(-52, 30), S(-17, -4), S(-16, -11), S(-15, 0), S(-19, 7), S(2, -23), S(-22, -15)],
            [S(-17, -11), S(0, -6), S(-3, -5), S(-13, 25), S(5, 14), S(2, -13), S(0, -5), S(-13, -30)],
            [S(11, 10), S(3, 19), S(16, 18), S(14, 21), S(11, 26), S(13, 15), S(40, 9), S(-6, -7)],
            [S(43, -10), S(11, 14), S(19, 21), S(42, 18), S(28, 17), S(32, 20), S(15, -7), S(17, 6)],
            [S(-13, 9), S(38, -11), S(27, 5), S(-25, 35), S(29, 5), S(36, 16), S(26, 2), S(26, -21)],
            [S(-17, -5), S(-17, 23), S(51, -10), S(27, 1), S(29, -3), S(55, -20), S(9, 14), S(-15, 17)],
            [S(-116, -33), S(-18, 9), S(-94, 10), S(-50, -3), S(-24, 13), S(-130, 63), S(-40, 32), S(-132, -116)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][8] = [
            [S(-21, -7), S(11, -38), S(-15, -3), S(-26, 13), S(-12, 6), S(-22, -3), S(11, -47), S(-25, 37)],
            [S(5, -11), S(5, -22), S(19, -24), S(-9, 10), S(-3, 21), S(3, 17), S(10, -24), S(-2, -19)],
            [S(1, -1), S(19, 14), S(-3, 9), S(6, 28), S(0, 28), S(5, 16), S(12, 1), S(-2, 6)],
            [S(19, 13), S(9, 15), S(18, 21), S(20, 22), S(30, 9), S(18, 10), S(3, 22), S(12, -3)],
            [S(12, 6), S(14, 15), S(5, 25), S(20, 11), S(16, 24), S(21, 11), S(12, 11), S(-1, -2)],
            [S(-3, 33), S(16, 20), S(3, 2), S(26, 17), S(-2, 12), S(-31, 25), S(-12, 32), S(-5, 19)],
            [S(-10, 7), S(-40, 10), S(5, 17), S(-11, 35), S(-29, 19), S(-10, 29), S(-45, 28), S(-25, 18)],
            [S(-19, 13), S(-33, 23), S(-65, 50), S(-95, 35), S(-42, 22), S(-59, 17), S(-71, 32), S(-63, -15)],
        ];
        /// Rook by rank and file.
        rook_square[8][8] = [
            [S(-7, -6), S(-7, 0), S(-3, -7), S(2, -12), S(9, -20), S(1, -11), S(-5, -10), S(-14, -9)],
            [S(-35, 20), S(-14, -10), S(8, -16), S(5, -10), S(12, -10), S(3, -18), S(28, -27), S(-41, -1)],
            [S(-20, 26), S(-17, 15), S(-10, 9), S(-8, 11), S(-11, 24), S(-2, -5), S(7, 3), S(-23, -2)],
            [S(-25, 30), S(-38, 46), S(-6, 25), S(-13, 33), S(0, 15), S(-13, 35), S(-10, 33), S(-23, 15)],
            [S(-18, 46), S(-17, 50), S(10, 18), S(18, 39), S(20, 21), S(1, 25), S(15, 44), S(-4, 28)],
            [S(-26, 56), S(18, 20), S(9, 34), S(9, 24), S(45, 12), S(30, 18), S(8, 10), S(-13, 23)],
            [S(16, 23), S(0, 22), S(24, 12), S(37, 3), S(38, -7), S(11, 12), S(3, 12), S(19, -2)],
            [S(37, 28), S(54, 24), S(35, 14), S(-4, 44), S(6, 31), S(9, 35), S(43, 25), S(17, 32)],
        ];
        /// Queen by rank and file.
        queen_square[8][8] = [
            [S(-15, -19), S(-6, -73), S(-17, -41), S(-4, -53), S(-10, -48), S(-34, -39), S(6, -78), S(-2, -50)],
            [S(-7, -47), S(-10, -16), S(10, -62), S(4, -37), S(1, -14), S(18, -73), S(19, -104), S(-32, -61)],
            [S(8, -40), S(0, -17), S(9, -18), S(1, 19), S(1, 17), S(12, -2), S(5, 5), S(16, -23)],
            [S(-1, 7), S(0, -13), S(-4, 27), S(6, 28), S(-1, 28), S(-8, 42), S(6, 0), S(10, -17)],
            [S(13, -8), S(-13, 22), S(-1, 25), S(-16, 48), S(-14, 71), S(9, 20), S(-11, 58), S(8, -3)],
            [S(11, -5), S(-10, 52), S(13, 49), S(-4, 37), S(-22, 38), S(20, 31), S(21, 69), S(9, 16)],
            [S(-30, 33), S(-34, 19), S(-3, 15), S(1, 6), S(13, 9), S(7, 18), S(-13, 40), S(-13, -25)],
            [S(-25, 42), S(-1, 35), S(30, 20), S(20, 14), S(3, 15), S(21, 29), S(-4, 33), S(-31, 37)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(40, -51), S(37, -32), S(17, -50), S(-10, -56)],
            [S(35, -23), S(18, 2), S(5, -25), S(-35, -14)],
            [S(2, -16), S(14, -2), S(-5, -3), S(-56, 5)],
            [S(-46, 4), S(-9, 18), S(-13, 11), S(-85, 28)],
            [S(-16, 27), S(-11, 42), S(-26, 27), S(-104, 42)],
            [S(28, 5), S(34, 53), S(-18, 38), S(-100, 52)],
            [S(-61, -57), S(5, 78), S(38, 16), S(-26, 31)],
            [S(-48, -191), S(-14, 71), S(60, 9), S(-50, 27)],
        ];
    }

    /// Pawns among themselves; all of it is cached in the pawn hash table.
    section Pawns {
        /// A pawn with one of its own before it on the file; one with neighbors, an isolated one.
        doubled[2] = [S(-1, -18), S(-1, -29)];
        /// No own pawn on the files beside it; on a closed file, on a half-open file; by its distance from the edge.
        isolated[2][4] = [
            [S(-11, -6), S(-5, -13), S(-2, -6), S(-21, 2)],
            [S(-10, -18), S(-9, -8), S(-4, -25), S(-7, -21)],
        ];
        /// Cannot be defended by a pawn and cannot safely advance; on a closed file, on a half-open file; by rank.
        backward[2][8] = [
            [S(0, 0), S(-7, -10), S(-1, -7), S(-12, -4), S(-25, 13), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-7, -26), S(-10, -22), S(-1, -25), S(30, -65), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// Defended by a pawn; on a closed file, on a half-open file; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(13, 16), S(16, 20), S(14, 28), S(26, 56), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(25, 12), S(24, 11), S(36, 19), S(57, 49), S(47, 170), S(0, 0)],
        ];
        /// Beside another pawn; on a closed file, on a half-open file; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(3, 1), S(9, 7), S(10, 10), S(12, 30), S(11, 95), S(80, 90), S(0, 0)],
            [S(0, 0), S(10, -9), S(17, 0), S(9, 12), S(0, 34), S(-12, 62), S(34, 171), S(0, 0)],
        ];
        /// Defended by two pawns.
        supported_twice = S(9, 19);
        /// Attacked by two pawns and defended by none.
        forked_pawn = S(-7, -30);
        /// An enemy pawn stands right before it; by rank.
        blocked_pawn[8] = [S(0, 0), S(9, 1), S(-4, 10), S(0, 0), S(0, -12), S(-11, 1), S(0, 0), S(0, 0)];
        /// Could become passed: no enemy pawn before it, and at least as many helpers as sentries; by rank.
        candidate[8] = [S(0, 0), S(1, -13), S(-2, 7), S(3, 24), S(1, 28), S(-13, 55), S(0, 0), S(0, 0)];
    }

    /// Squares a piece attacks that no enemy pawn guards and that no own king, queen, or pawn that is blocked or near
    /// its home holds; by their number. Bishops see through queens, rooks through queens and own rooks; what is pinned
    /// sees only along the line of the pin.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-28, -114), S(-14, -55), S(-8, -16), S(-4, -10), S(3, 1), S(7, 8), S(9, 10), S(11, 18), S(15, 2),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-40, -76), S(-33, -39), S(-23, -21), S(-19, 5), S(-13, 16), S(-10, 22), S(-11, 25), S(-10, 31),
            S(-12, 28), S(-6, 26), S(-8, 24), S(-1, 21), S(2, 29), S(8, -2),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-32, -59), S(-15, -43), S(-14, 14), S(-14, 17), S(-9, 6), S(-7, 12), S(-9, 26), S(-5, 20), S(-4, 31),
            S(-5, 37), S(-9, 51), S(-7, 57), S(-18, 69), S(-14, 72), S(8, 65),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-7, -51), S(-14, -52), S(-17, -172), S(-12, -125), S(-9, -129), S(-11, -64), S(-9, -74), S(-12, -37),
            S(-8, -26), S(-7, 1), S(-5, -6), S(-4, 6), S(-5, 18), S(-6, 19), S(-9, 35), S(-7, 30), S(0, 29), S(1, 37),
            S(-4, 43), S(-13, 65), S(-16, 59), S(4, 61), S(25, -6), S(30, 35), S(29, 12), S(65, -46), S(51, -45),
            S(81, -32),
        ];
        /// Rook, less the squares that knights and bishops guard.
        rook_safe_mobility[15] = [
            S(-6, -4), S(-8, -7), S(0, -13), S(0, 8), S(-4, 16), S(-2, 15), S(-5, 17), S(-3, 18), S(-1, 14), S(6, 8),
            S(9, 0), S(14, -2), S(16, -11), S(23, -8), S(3, 3),
        ];
        /// Queen, less the squares that knights, bishops and rooks guard.
        queen_safe_mobility[28] = [
            S(-26, -46), S(-3, -46), S(-4, -8), S(0, -24), S(1, 2), S(3, -16), S(4, -6), S(1, 5), S(0, 10), S(-1, 14),
            S(-4, 18), S(-3, 19), S(-3, 21), S(-3, 13), S(2, 12), S(3, 6), S(-6, 15), S(0, -2), S(-7, -9), S(2, -25),
            S(-7, -15), S(-10, -20), S(8, 18), S(-8, -16), S(9, -6), S(3, 12), S(-11, -4), S(5, 4),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank with the king or pawns before it.
        rook_on_seventh = S(3, 11);
        /// Queen there.
        queen_on_seventh = S(3, 23);
        /// Rook of low mobility that the own king shuts in, while castling is possible, afterwards.
        trapped_rook[2] = [S(0, 8), S(-18, -23)];
        /// Rook on a file without pawns, on one without own pawns.
        rook_on_file[2] = [S(28, 3), S(19, 4)];
        /// Knight, bishop defended by a pawn where no enemy pawn can ever attack it.
        outpost[2] = [S(18, 12), S(23, 9)];
        /// A knight attacks such a square where none of its own side stands.
        outpost_ahead = S(14, 12);
        /// Bishop that sees two squares of the center.
        long_diagonal = S(13, 19);
        /// For each king move between the own king and a knight, a bishop.
        minor_from_king[2] = [S(-6, -3), S(-3, -1)];
        /// Knight or bishop right behind a pawn.
        minor_behind_pawn = S(3, 13);
        /// For each own pawn on the bishop's color of square.
        bishop_pawns = S(-2, -6);
        /// The same for each own pawn on the c- to f-files that cannot move.
        bishop_stuck_pawns = S(-1, -3);
        /// For each enemy pawn on the diagonals of a bishop, whatever stands between.
        bishop_faces_pawns = S(-3, -3);
        /// Rook on the file of a queen of either color.
        rook_on_queens_file = S(-1, 16);
        /// Queen beyond its half where no enemy pawn can ever attack it.
        queen_infiltration = S(6, 3);
    }

    /// The pawns before the king, cached in the pawn hash table, and the danger the king is in.
    section King {
        /// Own pawn nearest to the king on a file at or beside it, by the file's distance from the edge and the pawn's
        /// rank; rank 0 is "none".
        shelter[4][8] = [
            [S(8, -12), S(29, -38), S(26, -22), S(24, -10), S(-5, 4), S(52, 28), S(38, 38), S(0, 0)],
            [S(-23, 15), S(18, 3), S(18, -9), S(-12, 0), S(-10, 13), S(5, 32), S(35, 36), S(0, 0)],
            [S(-6, 6), S(21, 0), S(8, -4), S(0, -8), S(-3, 0), S(9, -6), S(-28, 9), S(0, 0)],
            [S(-14, -3), S(-5, 2), S(-9, 9), S(-14, 1), S(-6, 18), S(-42, 28), S(-6, 7), S(0, 0)],
        ];
        /// Enemy pawn nearest to the king on such a file, by the file's distance from the edge and the pawn's rank as
        /// the king's side counts; rank 0 is "none".
        storm[4][8] = [
            [S(-12, -21), S(78, 10), S(-1, -8), S(-29, 19), S(-5, 1), S(-6, -10), S(-9, 0), S(0, 0)],
            [S(-20, 0), S(95, -11), S(-15, 50), S(-14, 26), S(-9, 0), S(3, -13), S(-5, -19), S(0, 0)],
            [S(6, 3), S(20, 12), S(-70, 30), S(-15, 30), S(-1, 5), S(4, 8), S(2, -7), S(0, 0)],
            [S(8, 3), S(26, -18), S(-16, 28), S(-27, 11), S(-8, 3), S(7, -5), S(8, 9), S(0, 0)],
        ];
        /// The same for an enemy pawn that an own pawn stops.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-13, -45), S(9, -9), S(12, -21), S(9, -25), S(-12, -29), S(0, 0)];
        /// By the distance between the king and the nearest pawn of either side.
        king_nearest_pawn[8] = [
            S(0, 0), S(1, 14), S(-2, 15), S(-11, 3), S(14, -34), S(42, -76), S(20, -109), S(-29, -63),
        ];
        /// Danger from each knight, bishop, rook, queen that attacks the king's ring.
        danger_attacker[4] = [S(46, 84), S(23, 209), S(17, -282), S(4, 98)];
        /// Danger from each attack on a square beside the king.
        danger_ring_attack = S(20, 7);
        /// Danger from each attacked square of the ring that only king or queen defends, or nobody.
        danger_weak_square = S(19, -14);
        /// Danger from a knight, bishop, rook, queen that can give check on a safe square; while we are to move, while
        /// the enemy is.
        danger_safe_check[2][4] = [
            [S(114, 75), S(51, 447), S(96, 350), S(49, 549)],
            [S(178, 124), S(84, 459), S(168, 342), S(140, 594)],
        ];
        /// Danger when a knight, bishop, rook, queen has more than one such square.
        danger_more_checks[4] = [S(2, 5), S(0, 8), S(77, 10), S(56, 80)];
        /// Danger from each square from which a knight, bishop or rook could check, but would be taken.
        danger_unsafe_check = S(16, 115);
        /// Danger from each enemy piece that gives check by moving away.
        danger_discoverer = S(100, 26);
        /// Danger from each square of the ring that an enemy pawn attacks.
        danger_pawn_attack = S(19, -59);
        /// Danger by the number of squares beside the king that it could go to.
        danger_escape[9] = [
            S(39, 276), S(0, 204), S(-12, 71), S(-5, -9), S(4, 10), S(18, -33), S(2, -33), S(-32, -93), S(0, 0),
        ];
        /// Danger from each square of the ring that is attacked twice and that no own pawn guards.
        danger_double_attack = S(-5, 131);
        /// Danger from the own pawn nearest to the king on a file at or beside it, numbered like the shelter.
        danger_shelter[4][8] = [
            [S(-3, -116), S(-25, 34), S(-34, 72), S(45, 99), S(36, 54), S(20, 145), S(35, 220), S(0, 0)],
            [S(12, 3), S(2, 0), S(-7, 116), S(17, 53), S(41, 108), S(30, 136), S(117, 201), S(0, 0)],
            [S(-6, -36), S(-9, 72), S(-15, 97), S(13, 63), S(52, 98), S(34, 48), S(-23, 205), S(0, 0)],
            [S(-5, -94), S(-10, -36), S(10, 84), S(2, 61), S(24, 58), S(-26, 200), S(-78, 69), S(0, 0)],
        ];
        /// Danger from the enemy pawn nearest to the king on such a file; by rank.
        danger_storm[8] = [S(19, 74), S(-6, 39), S(62, 180), S(2, 110), S(0, 91), S(-10, 41), S(-11, 0), S(0, 0)];
        /// Danger when the attacker has no queen.
        danger_no_queen = S(-123, -6);
        /// Danger when a knight defends the ring.
        danger_knight_defends = S(-36, 67);
        /// Danger from each attack on the king's flank up to a rank beyond the middle; two attackers of a square count
        /// twice.
        danger_flank_attack = S(14, -32);
        /// Danger from each such square that is defended.
        danger_flank_defense = S(-9, -19);
        /// Danger from each own piece that is pinned to the king.
        danger_pinned = S(9, 175);
        /// No pawns of either color on the king's side of the board.
        pawnless_flank = S(18, -63);
        /// Danger that is always there.
        danger_base = S(-1, 126);
    }

    /// Pawns that no enemy pawn can stop.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(14, 27), S(36, 36), S(-2, 68), S(30, 75), S(23, 69), S(145, 127), S(0, 0)];
        /// A piece of the enemy stands before the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(-7, 1), S(11, -18), S(-11, -9), S(-3, -13), S(-17, -44), S(-106, -5), S(0, 0)];
        /// A piece of our own stands there; by rank.
        passed_own_block[8] = [S(0, 0), S(13, -15), S(3, 0), S(-1, -1), S(-6, -21), S(10, -51), S(124, -72), S(0, 0)];
        /// It is our move; by rank.
        passed_to_move[8] = [S(0, 0), S(9, 3), S(1, 4), S(0, 8), S(0, 17), S(-1, 30), S(8, 10), S(0, 0)];
        /// Nobody stands on the way to promotion or attacks it; by rank.
        passed_free_path[8] = [
            S(0, 0), S(-16, 8), S(-37, 14), S(-55, 32), S(-23, 34), S(-42, 38), S(-55, 173), S(0, 0),
        ];
        /// The square before the pawn is attacked, attacked and defended, neither, defended only; by rank.
        passed_stop[4][8] = [
            [S(0, 0), S(1, -1), S(5, -9), S(-2, -1), S(-10, 21), S(-1, -5), S(15, -30), S(0, 0)],
            [S(0, 0), S(0, 17), S(16, 8), S(2, 7), S(28, 21), S(45, 32), S(34, 115), S(0, 0)],
            [S(0, 0), S(0, 11), S(5, 6), S(0, 17), S(-4, 22), S(8, 49), S(53, -66), S(0, 0)],
            [S(0, 0), S(-4, 11), S(-1, 13), S(11, 17), S(4, 39), S(34, 98), S(125, 37), S(0, 0)],
        ];
        /// Nothing of the enemy stands on or attacks the way to promotion, nor, the second, the squares beside it; by
        /// rank. A rook or queen behind the pawn attacks all of the way.
        passed_safe_path[2][8] = [
            [S(0, 0), S(1, 6), S(-14, 17), S(14, -5), S(36, -3), S(101, -12), S(32, 34), S(0, 0)],
            [S(0, 0), S(12, 7), S(-20, -1), S(3, 8), S(-22, 47), S(-23, 95), S(6, 105), S(0, 0)],
        ];
        /// By its distance from the edge.
        passed_file[4] = [S(10, 20), S(13, 16), S(-4, 7), S(-2, -7)];
        /// Only pawns that it attacks could stop it, or as many as it has neighbors.
        passed_by_lever = S(-12, -35);
        /// An own, an enemy rook or queen behind the pawn, with nothing but such between.
        heavy_behind_passed[2] = [S(6, 25), S(-2, -41)];
        /// Nobody has pieces, and the enemy king cannot catch it.
        unstoppable = S(-271, 191);
        /// For each king move between the own king and the square before the pawn; by rank.
        passed_our_king[8] = [S(0, 0), S(0, -5), S(-3, -7), S(4, -18), S(2, -29), S(-4, -30), S(5, -27), S(0, 0)];
        /// For each king move between the enemy king and the square before the pawn; by rank.
        passed_their_king[8] = [S(0, 0), S(-3, -5), S(-7, -1), S(-3, 13), S(-6, 32), S(1, 55), S(-15, 82), S(0, 0)];
    }

    /// Attacks on pieces.
    section Threats {
        /// A pawn that is not simply taken attacks a knight, bishop, rook, queen; while the enemy is to move, while we
        /// are.
        threat_by_pawn[2][4] = [
            [S(57, 43), S(48, 63), S(52, 42), S(51, -1)],
            [S(60, 133), S(63, 103), S(46, 218), S(28, 102)],
        ];
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen, where the target is weakly defended or worth
        /// more; by who is to move.
        threat_by_minor[2][5] = [
            [S(3, 25), S(14, 29), S(22, 31), S(49, 17), S(43, 27)],
            [S(3, 22), S(19, 40), S(18, 47), S(73, 186), S(138, 190)],
        ];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[2][5] = [
            [S(3, 29), S(14, 29), S(17, 47), S(1, 8), S(39, -3)],
            [S(4, 15), S(16, 33), S(25, 46), S(4, 13), S(156, 250)],
        ];
        /// An attacked piece nobody defends; by who is to move.
        hanging[2] = [S(14, 23), S(18, 49)];
        /// The king attacks a weakly defended pawn or piece; by who is to move.
        threat_by_king[2] = [S(12, 19), S(47, 5)];
        /// A pawn, knight, bishop, rook, queen of our own is pinned to the king.
        pinned[5] = [S(-17, 24), S(18, 90), S(11, 70), S(-7, 46), S(33, 111)];
        /// Each square that both sides attack and the enemy has not secured.
        restricted = S(3, 1);
        /// Each piece that a pawn would attack after a safe step; by who is to move.
        threat_by_push[2] = [S(12, 12), S(15, 21)];
        /// Each safe square from which a knight could attack the enemy's only queen.
        queen_in_knights_reach = S(6, 6);
        /// Each safe square from which a bishop or rook could, with support.
        queen_in_sliders_reach = S(10, 19);
        /// The enemy's queen is on a line with a bishop or rook of ours, one piece between.
        queen_on_xray = S(18, -8);
        /// Each piece attacked twice that is defended once.
        overloaded = S(14, 44);
        /// Each attacked piece or pawn that only the queen guards.
        queen_must_guard = S(0, 10);
    }

    /// Room for the own pieces.
    section Space {
        /// For each safe square in the center and again behind pawns, by the number of pieces.
        space[8] = [S(6, -1), S(-9, 5), S(-14, 13), S(-11, 15), S(-5, 12), S(0, 2), S(1, 3), S(2, 30)];
    }

    /// The chances of the side ahead in the endgame; only that half counts.
    section Complexity {
        /// Always.
        complexity_base = S(0, -76);
        /// For each pawn.
        complexity_pawns = S(0, 1);
        /// For each passed pawn.
        complexity_passed = S(0, 0);
        /// For each file, less each rank, between the kings.
        complexity_outflanking = S(0, 3);
        /// Pawns on both sides of the board.
        complexity_both_flanks = S(0, 63);
        /// A king is beyond its half.
        complexity_infiltration = S(0, -8);
        /// The kings face each other, the pawns are on one side of the board and none is passed.
        complexity_face_to_face = S(0, -10);
        /// Nothing but kings and pawns.
        complexity_pawn_ending = S(0, 85);
    }

    /// The right to move.
    section Tempo {
        /// Being to move.
        tempo = S(17, 11);
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
