//! Every number of the evaluation, once. `weights!` (in `cells.rs`) turns the list below into a typed struct whose
//! cells can be scores ([`WEIGHTS`]) or numbers of slots in a flat vector ([`SLOTS`], what a tracer records), and the
//! list of sections. The list is read and written by `oxide88 tune`, too: keep to its form.
//!
//! Scores are pairs (middlegame, endgame) in centipawns for the side they are counted for; penalties are negative.
//! Tables of squares run from the back rank to the last as their owner sees the board, each rank from the edge file to
//! the center (a-d, mirrored for e-h).

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
        material[5] = [S(66, 131), S(321, 313), S(333, 339), S(484, 607), S(910, 946)];
        /// What pieces add to each other: bishop pair, pawn, knight, bishop, rook, queen by those that come earlier in
        /// this list; a kind with itself for each pair of them.
        with_own[6][6] = [
            [S(27, 46), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-6, 22), S(2, 6), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(3, 14), S(6, 18), S(5, -22), S(0, 0), S(0, 0), S(0, 0)],
            [S(1, -6), S(8, 6), S(4, -29), S(1, -6), S(0, 0), S(0, 0)],
            [S(1, -27), S(-2, 27), S(-5, -6), S(-5, 2), S(-5, -24), S(0, 0)],
            [S(4, -24), S(-1, 41), S(-30, -16), S(-21, -31), S(-31, -65), S(-176, -227)],
        ];
        /// The same with the enemy's pieces.
        against[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-2, 10), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(10, -12), S(3, 24), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(13, 24), S(3, 28), S(9, -13), S(0, 0), S(0, 0), S(0, 0)],
            [S(-15, -13), S(3, 24), S(-7, 2), S(16, -25), S(0, 0), S(0, 0)],
            [S(-10, -24), S(0, 80), S(28, 63), S(14, 68), S(-26, 153), S(0, 0)],
        ];
    }

    /// Where pieces stand.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][4] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-8, 4), S(10, 9), S(-2, 15), S(3, 31)],
            [S(-10, -3), S(-3, -2), S(-9, 5), S(-1, 7)],
            [S(-7, 2), S(-6, 9), S(-2, 1), S(12, -11)],
            [S(1, 22), S(14, 16), S(11, -6), S(13, -7)],
            [S(26, 19), S(13, 48), S(25, 10), S(35, 18)],
            [S(33, -33), S(-6, 14), S(-9, 16), S(38, 26)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][4] = [
            [S(-110, -38), S(-26, -51), S(-18, -20), S(-21, -10)],
            [S(-18, -30), S(-30, 11), S(-10, -21), S(-10, -12)],
            [S(-20, -17), S(1, -11), S(-5, -19), S(-5, 13)],
            [S(9, -4), S(5, -2), S(12, 9), S(15, 8)],
            [S(26, 11), S(7, 8), S(29, 8), S(28, 14)],
            [S(30, -7), S(38, -21), S(21, -1), S(24, 16)],
            [S(-10, 14), S(7, 37), S(12, 8), S(45, 14)],
            [S(-143, 36), S(-17, 15), S(-62, 20), S(-8, 36)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][4] = [
            [S(-11, 0), S(8, 9), S(-17, -9), S(-8, -3)],
            [S(23, -20), S(1, -19), S(10, -11), S(-2, 3)],
            [S(-1, 11), S(14, -4), S(-4, -7), S(1, 15)],
            [S(28, -10), S(14, 4), S(16, 12), S(23, 14)],
            [S(3, 13), S(14, 7), S(10, 9), S(23, 13)],
            [S(0, 20), S(-12, 21), S(-3, 5), S(17, 15)],
            [S(-21, -2), S(-42, 8), S(3, 21), S(-24, 34)],
            [S(-42, 18), S(-34, 33), S(-36, 22), S(-99, 34)],
        ];
        /// Rook by rank and file.
        rook_square[8][4] = [
            [S(-5, -19), S(2, -6), S(5, -7), S(8, -8)],
            [S(-37, 1), S(-10, -3), S(2, -17), S(-6, -3)],
            [S(-27, 17), S(-16, 14), S(1, -5), S(-14, 5)],
            [S(-21, 11), S(-11, 16), S(-27, 30), S(-25, 21)],
            [S(-8, 29), S(-18, 33), S(23, 15), S(9, 17)],
            [S(-1, 28), S(13, 21), S(29, 8), S(26, 15)],
            [S(9, 14), S(18, 5), S(30, 0), S(31, -5)],
            [S(3, 23), S(-11, 29), S(-12, 29), S(-4, 35)],
        ];
        /// Queen by rank and file.
        queen_square[8][4] = [
            [S(-21, -29), S(-16, -77), S(-16, -47), S(-2, -48)],
            [S(1, -30), S(-3, -50), S(7, -50), S(4, -38)],
            [S(9, -38), S(0, -30), S(0, 4), S(0, -11)],
            [S(3, -4), S(1, 1), S(2, 24), S(-3, 38)],
            [S(1, -11), S(-2, 18), S(-11, 55), S(-14, 52)],
            [S(5, -7), S(14, 19), S(14, 34), S(10, 46)],
            [S(-26, 16), S(-26, 35), S(9, 10), S(23, 9)],
            [S(-14, 39), S(-19, 48), S(10, 34), S(3, 28)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(34, -53), S(37, -34), S(22, -42), S(-11, -57)],
            [S(40, -27), S(12, -4), S(1, -12), S(-27, -18)],
            [S(34, -26), S(16, 2), S(13, -3), S(-51, -1)],
            [S(-6, -13), S(-2, 17), S(20, 9), S(-70, 18)],
            [S(-74, 13), S(-45, 40), S(-47, 40), S(-122, 37)],
            [S(-61, 17), S(-96, 73), S(-83, 66), S(-37, 32)],
            [S(-42, -38), S(-70, 73), S(7, 57), S(-6, 25)],
            [S(-5, -146), S(-1, 13), S(59, 6), S(-91, -11)],
        ];
    }

    /// Pawns among themselves; all of it is cached in the pawn hash table.
    section Pawns {
        /// A pawn with one of its own before it on the file; one with neighbors, an isolated one.
        doubled[2] = [S(1, -8), S(1, -40)];
        /// No own pawn on the files beside it; on a closed file, on a half-open file; by its distance from the edge.
        isolated[2][4] = [
            [S(-3, -5), S(-5, -10), S(-8, 2), S(-1, 7)],
            [S(-9, -17), S(-22, -7), S(3, -19), S(-12, -15)],
        ];
        /// Cannot be defended by a pawn and cannot safely advance; on a closed file, on a half-open file; by rank.
        backward[2][8] = [
            [S(0, 0), S(-2, 1), S(5, 3), S(-2, -7), S(-15, -51), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-16, -10), S(9, -25), S(6, -19), S(25, -54), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// Defended by a pawn; on a closed file, on a half-open file; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(12, 11), S(7, 12), S(12, 30), S(10, 47), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(26, 3), S(23, 5), S(31, 10), S(58, 39), S(111, 96), S(0, 0)],
        ];
        /// Beside another pawn; on a closed file, on a half-open file; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(2, 2), S(5, 4), S(9, 7), S(4, 29), S(21, 94), S(80, 90), S(0, 0)],
            [S(0, 0), S(7, -5), S(14, 1), S(6, 17), S(37, 11), S(-13, 69), S(82, 173), S(0, 0)],
        ];
        /// Attacked by two pawns and defended by none.
        forked_pawn = S(-25, 1);
        /// An enemy pawn stands right before it; by rank.
        blocked_pawn[8] = [S(0, 0), S(14, -2), S(4, 6), S(0, 0), S(-8, -8), S(-16, 4), S(0, 0), S(0, 0)];
        /// Could become passed: no enemy pawn before it, and at least as many helpers as sentries; by rank.
        candidate[8] = [S(0, 0), S(2, -4), S(0, 13), S(4, 10), S(-2, 20), S(-12, 86), S(0, 0), S(0, 0)];
    }

    /// Squares a piece can go to that no enemy pawn guards and no own king or blocked pawn holds; by their number.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-21, -207), S(-16, -80), S(-11, -21), S(-4, -7), S(5, 5), S(7, 19), S(10, 23), S(14, 30), S(23, 20),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-128, -106), S(-14, -71), S(-12, -24), S(1, -3), S(6, 8), S(11, 20), S(12, 23), S(14, 26), S(13, 33),
            S(12, 31), S(19, 36), S(21, 31), S(17, 34), S(52, 33),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-37, -183), S(-54, -66), S(-9, -35), S(-6, -9), S(-7, 4), S(-4, 11), S(-5, 28), S(-2, 31), S(0, 38),
            S(2, 41), S(3, 44), S(0, 51), S(14, 52), S(3, 57), S(-5, 66),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-40, -60), S(-104, -41), S(-73, -156), S(-39, -178), S(-1, -166), S(-6, -108), S(-5, -73), S(-3, -29),
            S(-2, -22), S(-3, 2), S(-1, 9), S(3, 16), S(4, 24), S(12, 23), S(10, 38), S(14, 44), S(10, 47), S(6, 51),
            S(10, 47), S(17, 41), S(19, 46), S(18, 38), S(49, 7), S(31, 23), S(38, 18), S(62, -35), S(51, -32),
            S(74, 5),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank with the king or pawns before it.
        rook_on_seventh = S(5, 2);
        /// Queen there.
        queen_on_seventh = S(12, 19);
        /// Rook without moves on the own king's side, while castling is possible, afterwards.
        trapped_rook[2] = [S(-7, 35), S(-20, -10)];
        /// Rook on a file without pawns, on one without own pawns.
        rook_on_file[2] = [S(31, 6), S(18, 8)];
        /// Knight, bishop defended by a pawn where no enemy pawn can ever attack it.
        outpost[2] = [S(14, 10), S(25, 1)];
        /// A knight attacks such a square where none of its own side stands.
        outpost_ahead = S(16, 14);
        /// Bishop that sees two squares of the center.
        long_diagonal = S(13, 18);
        /// For each king move between the own king and a knight, a bishop.
        minor_from_king[2] = [S(-5, -6), S(-3, -1)];
        /// Knight or bishop right behind a pawn.
        minor_behind_pawn = S(5, 15);
        /// For each own pawn on the bishop's color of square.
        bishop_pawns = S(-4, -7);
        /// The same for each own pawn on the c- to f-files that cannot move.
        bishop_stuck_pawns = S(-1, -1);
    }

    /// The pawns before the king, cached in the pawn hash table, and the danger the king is in.
    section King {
        /// Own pawn nearest to the king on a file at or beside it, by the file's distance from the edge and the pawn's
        /// rank; rank 0 is "none".
        shelter[4][8] = [
            [S(-4, 1), S(32, -28), S(26, -18), S(17, -9), S(8, -8), S(67, 7), S(-39, 45), S(0, 0)],
            [S(-33, 10), S(21, -3), S(13, -4), S(-17, 3), S(-37, 12), S(-28, 24), S(67, 22), S(0, 0)],
            [S(-11, -1), S(27, -1), S(5, -3), S(-5, -6), S(3, 3), S(17, 10), S(12, 6), S(0, 0)],
            [S(-11, 1), S(1, -15), S(-5, 7), S(-1, 2), S(7, 7), S(-75, 49), S(27, -22), S(0, 0)],
        ];
        /// Enemy pawn nearest to the king on such a file, by the file's distance from the edge and the pawn's rank as
        /// the king's side counts; rank 0 is "none".
        storm[4][8] = [
            [S(-5, -13), S(126, -32), S(22, 24), S(-16, 25), S(4, -10), S(4, -6), S(4, -5), S(0, 0)],
            [S(-14, -8), S(80, -11), S(-62, 69), S(-7, 5), S(-15, 5), S(-4, -9), S(-6, -10), S(0, 0)],
            [S(-1, -2), S(-49, -10), S(6, 9), S(-11, 10), S(-5, 5), S(0, 5), S(-2, 1), S(0, 0)],
            [S(4, 5), S(-7, 19), S(-74, 50), S(-19, 14), S(-6, 5), S(7, -5), S(4, -14), S(0, 0)],
        ];
        /// The same for an enemy pawn that an own pawn stops.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-5, -57), S(3, -22), S(0, -7), S(6, -11), S(-15, -20), S(0, 0)];
        /// By the distance between the king and the nearest pawn of either side.
        king_nearest_pawn[8] = [
            S(0, 0), S(3, 14), S(-2, 7), S(8, -2), S(5, -32), S(-13, -39), S(-30, -55), S(-68, -71),
        ];
        /// Danger from each knight, bishop, rook, queen that attacks the king's ring.
        danger_attacker[4] = [S(30, 44), S(13, 182), S(26, -266), S(12, 146)];
        /// Danger from each attack on a square beside the king.
        danger_ring_attack = S(19, 20);
        /// Danger from each attacked square of the ring that only king or queen defends, or nobody.
        danger_weak_square = S(12, 13);
        /// Danger from a knight, bishop, rook, queen that can give check on a safe square; while we are to move, while
        /// the enemy is.
        danger_safe_check[2][4] = [
            [S(103, 56), S(32, 328), S(101, 238), S(59, 407)],
            [S(146, 110), S(67, 344), S(147, 273), S(141, 480)],
        ];
        /// Danger by the number of squares beside the king that it could go to.
        danger_escape[9] = [
            S(23, 176), S(3, 165), S(-9, 61), S(-6, -21), S(-11, 44), S(17, -13), S(1, -21), S(-12, -122), S(0, 0),
        ];
        /// Danger from each square of the ring that is attacked twice, pawn attacks aside.
        danger_double_attack = S(10, 21);
        /// Danger from the own pawn nearest to the king on a file at or beside it, numbered like the shelter.
        danger_shelter[4][8] = [
            [S(13, -69), S(-15, -68), S(-5, 75), S(10, 114), S(35, 46), S(-20, 110), S(39, 135), S(0, 0)],
            [S(-2, 49), S(-28, -19), S(-9, 67), S(4, 34), S(25, 118), S(21, 92), S(115, 179), S(0, 0)],
            [S(7, 12), S(-6, 36), S(-18, 117), S(21, -15), S(10, 85), S(-18, -22), S(-96, 171), S(0, 0)],
            [S(-1, -56), S(-29, -69), S(13, 124), S(21, 60), S(24, -10), S(-10, 141), S(-97, 44), S(0, 0)],
        ];
        /// Danger from the enemy pawn nearest to the king on such a file; by rank.
        danger_storm[8] = [S(9, 65), S(44, 40), S(47, 165), S(-1, 72), S(-21, 59), S(-18, 55), S(2, 3), S(0, 0)];
        /// Danger when the attacker has no queen.
        danger_no_queen = S(-103, 9);
        /// Danger when a knight defends the ring.
        danger_knight_defends = S(-35, 45);
        /// Danger from each attack on a square of the king's half of its flank; two attackers of a square count as two.
        danger_flank_attack = S(16, -53);
        /// Danger from each such square that is defended.
        danger_flank_defense = S(-10, -8);
        /// Danger from each own piece that is pinned to the king.
        danger_pinned = S(37, 144);
        /// No pawns of either color on the king's side of the board.
        pawnless_flank = S(-37, -51);
        /// Danger that is always there.
        danger_base = S(-6, 107);
    }

    /// Pawns that no enemy pawn can stop.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(3, 17), S(29, 42), S(18, 56), S(23, 64), S(33, 67), S(122, 135), S(0, 0)];
        /// A piece of the enemy stands before the pawn; by rank.
        passed_blocked[8] = [
            S(0, 0), S(-4, -6), S(-9, -23), S(-12, -19), S(-12, -23), S(-33, -38), S(-65, -8), S(0, 0),
        ];
        /// A piece of our own stands there; by rank.
        passed_own_block[8] = [S(0, 0), S(-2, 2), S(20, -19), S(-3, -12), S(-11, -12), S(14, -30), S(118, -6), S(0, 0)];
        /// It is our move; by rank.
        passed_to_move[8] = [S(0, 0), S(7, 3), S(0, 3), S(2, 6), S(2, 13), S(-3, 22), S(7, 0), S(0, 0)];
        /// The way to promotion is attacked nowhere; by rank.
        passed_free_path[8] = [
            S(0, 0), S(-27, 16), S(-17, 9), S(-34, 25), S(-53, 44), S(-42, 61), S(-54, 193), S(0, 0),
        ];
        /// The square before the pawn is defended; by rank.
        passed_defended_stop[8] = [S(0, 0), S(-7, 9), S(7, 7), S(9, -2), S(16, 17), S(30, 34), S(33, 85), S(0, 0)];
        /// The square before the pawn is not attacked; by rank.
        passed_safe_stop[8] = [S(0, 0), S(4, -3), S(-6, 7), S(10, 8), S(5, 11), S(5, 46), S(71, -45), S(0, 0)];
        /// By its distance from the edge.
        passed_file[4] = [S(6, 17), S(9, 5), S(3, 1), S(-1, -13)];
        /// An own, an enemy rook behind the pawn on its file.
        rook_behind_passed[2] = [S(2, 22), S(-26, -40)];
        /// In a pawn ending the enemy king cannot catch it.
        unstoppable = S(-201, 205);
        /// For each king move between the own king and the square before the pawn; by rank.
        passed_our_king[8] = [S(0, 0), S(-5, 3), S(-5, -6), S(-4, -12), S(-1, -19), S(-1, -26), S(6, -23), S(0, 0)];
        /// For each king move between the enemy king and the square before the pawn; by rank.
        passed_their_king[8] = [S(0, 0), S(3, -6), S(-4, -4), S(-5, 11), S(-7, 25), S(0, 46), S(-7, 53), S(0, 0)];
    }

    /// Attacks on pieces.
    section Threats {
        /// A pawn attacks a knight, bishop, rook, queen; while the enemy is to move, while we are.
        threat_by_pawn[2][4] = [
            [S(50, 42), S(51, 55), S(40, 38), S(48, -9)],
            [S(51, 126), S(53, 127), S(59, 154), S(29, 38)],
        ];
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen, where the target is weakly defended or worth
        /// more; by who is to move.
        threat_by_minor[2][5] = [
            [S(2, 24), S(13, 35), S(22, 17), S(47, 10), S(43, 22)],
            [S(3, 20), S(14, 51), S(19, 10), S(68, 97), S(68, 131)],
        ];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[2][5] = [
            [S(1, 28), S(17, 30), S(24, 34), S(6, 1), S(47, 35)],
            [S(0, 20), S(18, 27), S(26, 28), S(8, 5), S(125, 186)],
        ];
        /// An attacked piece nobody defends; by who is to move.
        hanging[2] = [S(11, 20), S(15, 39)];
        /// The king attacks a weakly defended pawn or piece; by who is to move.
        threat_by_king[2] = [S(-1, 17), S(33, 3)];
        /// A pawn, knight, bishop, rook, queen of our own is pinned to the king.
        pinned[5] = [S(-11, 18), S(-24, -48), S(-23, -37), S(-41, -25), S(-22, -42)];
        /// Each square that both sides attack and the enemy has not secured.
        restricted = S(3, 0);
        /// Each piece that a pawn would attack after a safe step; by who is to move.
        threat_by_push[2] = [S(10, 14), S(13, 23)];
        /// Each safe square from which a knight could attack the enemy's only queen.
        queen_in_knights_reach = S(5, -2);
        /// Each safe square from which a bishop or rook could, with support.
        queen_in_sliders_reach = S(8, 14);
    }

    /// Room for the own pieces.
    section Space {
        /// For each safe square in the center and again behind pawns, by the number of pieces.
        space[8] = [S(-12, -1), S(-17, 5), S(-18, 10), S(-12, 13), S(-5, 11), S(0, 10), S(2, 6), S(2, 47)];
    }

    /// The chances of the side ahead in the endgame; only that half counts.
    section Complexity {
        /// Always.
        complexity_base = S(0, -72);
        /// For each pawn.
        complexity_pawns = S(0, 1);
        /// For each passed pawn.
        complexity_passed = S(0, 4);
        /// For each file, less each rank, between the kings.
        complexity_outflanking = S(0, 2);
        /// Pawns on both sides of the board.
        complexity_both_flanks = S(0, 58);
        /// A king is beyond its half.
        complexity_infiltration = S(0, -10);
        /// Nothing but kings and pawns.
        complexity_pawn_ending = S(0, 86);
    }

    /// The right to move.
    section Tempo {
        /// Being to move.
        tempo = S(14, 7);
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
