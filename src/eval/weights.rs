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
        material[5] = [S(67, 131), S(319, 318), S(330, 347), S(487, 620), S(914, 944)];
        /// What pieces add to each other: bishop pair, pawn, knight, bishop, rook, queen by those that come earlier in
        /// this list; a kind with itself for each pair of them.
        with_own[6][6] = [
            [S(26, 45), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-9, 21), S(2, 6), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(6, 6), S(6, 17), S(8, -31), S(0, 0), S(0, 0), S(0, 0)],
            [S(0, -7), S(10, 6), S(2, -25), S(0, -7), S(0, 0), S(0, 0)],
            [S(2, -19), S(-4, 28), S(-6, -6), S(-4, -7), S(-13, -23), S(0, 0)],
            [S(2, -29), S(1, 39), S(-31, -22), S(-22, -19), S(-41, -54), S(-150, -259)],
        ];
        /// The same with the enemy's pieces.
        against[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-3, 10), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(13, -18), S(5, 23), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(8, 27), S(3, 29), S(10, -13), S(0, 0), S(0, 0), S(0, 0)],
            [S(-17, -11), S(5, 24), S(-6, 2), S(15, -27), S(0, 0), S(0, 0)],
            [S(-9, -28), S(0, 85), S(28, 60), S(16, 79), S(-34, 155), S(0, 0)],
        ];
    }

    /// Where pieces stand.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][4] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-11, 5), S(11, 5), S(0, 19), S(0, 28)],
            [S(-13, -4), S(-2, -4), S(-6, 2), S(-1, 6)],
            [S(-9, 2), S(-5, 7), S(1, -5), S(11, -11)],
            [S(-2, 25), S(10, 17), S(9, -5), S(13, -4)],
            [S(27, 18), S(20, 43), S(34, 20), S(51, 27)],
            [S(17, -24), S(5, 15), S(13, 19), S(46, 36)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][4] = [
            [S(-59, -46), S(-28, -39), S(-16, -19), S(-21, -8)],
            [S(-11, -26), S(-29, 8), S(-12, -20), S(-13, -9)],
            [S(-18, -12), S(0, -7), S(-5, -17), S(-9, 14)],
            [S(5, -5), S(-1, 3), S(15, 10), S(16, 10)],
            [S(28, 9), S(11, 4), S(28, 6), S(29, 14)],
            [S(20, -2), S(38, -18), S(14, 13), S(17, 14)],
            [S(4, 16), S(4, 19), S(12, 8), S(47, 11)],
            [S(-139, -11), S(-38, 24), S(-84, 32), S(-24, 23)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][4] = [
            [S(-4, 8), S(10, -1), S(-17, -9), S(-7, -13)],
            [S(20, -19), S(2, -17), S(-1, -5), S(-6, 5)],
            [S(0, 8), S(9, 2), S(-3, -5), S(2, 14)],
            [S(26, -14), S(11, 9), S(14, 9), S(21, 8)],
            [S(2, 10), S(19, 9), S(8, 7), S(25, 16)],
            [S(-4, 25), S(-7, 25), S(-6, 12), S(18, 11)],
            [S(-26, 17), S(-27, 22), S(4, 20), S(-22, 38)],
            [S(1, 16), S(-63, 42), S(-45, 35), S(-95, 35)],
        ];
        /// Rook by rank and file.
        rook_square[8][4] = [
            [S(-4, -13), S(-1, -8), S(2, -3), S(10, -10)],
            [S(-40, -4), S(-13, -6), S(1, -16), S(1, -13)],
            [S(-23, 11), S(-9, 8), S(-10, 5), S(-11, 3)],
            [S(-19, 18), S(-14, 17), S(-23, 28), S(-17, 23)],
            [S(-14, 33), S(-13, 32), S(5, 23), S(7, 20)],
            [S(0, 29), S(8, 26), S(31, 11), S(31, 12)],
            [S(16, 11), S(23, 9), S(17, 9), S(35, 0)],
            [S(12, 24), S(9, 26), S(-11, 31), S(-5, 32)],
        ];
        /// Queen by rank and file.
        queen_square[8][4] = [
            [S(-16, -48), S(-12, -68), S(-17, -47), S(-6, -44)],
            [S(6, -66), S(1, -46), S(5, -50), S(1, -39)],
            [S(2, -49), S(1, -26), S(-2, 3), S(2, 1)],
            [S(-1, -8), S(-1, 3), S(5, 23), S(-1, 33)],
            [S(1, 0), S(-3, 30), S(-4, 40), S(-6, 53)],
            [S(11, 6), S(13, 21), S(22, 31), S(12, 45)],
            [S(-23, 27), S(-16, 23), S(3, 18), S(17, 15)],
            [S(-12, 40), S(-16, 45), S(7, 40), S(18, 11)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(33, -53), S(34, -28), S(21, -38), S(-15, -54)],
            [S(40, -29), S(18, -4), S(6, -16), S(-32, -18)],
            [S(29, -23), S(27, -2), S(3, -1), S(-59, 2)],
            [S(-2, -12), S(-1, 15), S(8, 6), S(-64, 16)],
            [S(-61, 14), S(-30, 39), S(-33, 34), S(-115, 37)],
            [S(-37, 14), S(-49, 64), S(-32, 54), S(-53, 38)],
            [S(-44, -35), S(-40, 59), S(11, 49), S(-10, 24)],
            [S(-5, -113), S(-12, 30), S(61, 15), S(-78, -8)],
        ];
    }

    /// Pawns among themselves; all of it is cached in the pawn hash table.
    section Pawns {
        /// A pawn with one of its own before it on the file; one with neighbors, an isolated one.
        doubled[2] = [S(0, -12), S(-5, -31)];
        /// No own pawn on the files beside it; on a closed file, on a half-open file; by its distance from the edge.
        isolated[2][4] = [
            [S(-2, -10), S(-13, -12), S(-3, -7), S(-8, -4)],
            [S(0, -20), S(-15, -9), S(-1, -17), S(-7, -19)],
        ];
        /// Cannot be defended by a pawn and cannot safely advance; on a closed file, on a half-open file; by rank.
        backward[2][8] = [
            [S(0, 0), S(-1, -7), S(5, -3), S(-3, -14), S(-1, -32), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-13, -15), S(2, -27), S(-4, -23), S(27, -71), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// Defended by a pawn; on a closed file, on a half-open file; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(12, 12), S(10, 12), S(12, 29), S(13, 36), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(26, 4), S(23, 2), S(38, 14), S(58, 50), S(67, 118), S(0, 0)],
        ];
        /// Beside another pawn; on a closed file, on a half-open file; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(2, 1), S(5, 4), S(9, 4), S(13, 31), S(36, 142), S(80, 90), S(0, 0)],
            [S(0, 0), S(10, -6), S(14, -1), S(13, 16), S(33, 21), S(-18, 82), S(70, 165), S(0, 0)],
        ];
        /// Attacked by two pawns and defended by none.
        forked_pawn = S(-14, -14);
        /// An enemy pawn stands right before it; by rank.
        blocked_pawn[8] = [S(0, 0), S(10, 3), S(1, 9), S(0, 0), S(-5, -11), S(-12, -1), S(0, 0), S(0, 0)];
        /// Could become passed: no enemy pawn before it, and at least as many helpers as sentries; by rank.
        candidate[8] = [S(0, 0), S(2, 0), S(-4, 8), S(3, 14), S(0, 13), S(-13, 55), S(0, 0), S(0, 0)];
    }

    /// Squares a piece attacks that no enemy pawn guards and no own king or blocked pawn holds; by their number.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-39, -197), S(-20, -69), S(-11, -25), S(-4, -5), S(5, 8), S(6, 25), S(10, 24), S(15, 28), S(22, 21),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-95, -119), S(-15, -73), S(-13, -22), S(-2, -3), S(5, 8), S(11, 21), S(11, 28), S(11, 30), S(13, 34),
            S(15, 33), S(18, 39), S(19, 38), S(19, 35), S(51, 29),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-74, -205), S(-51, -42), S(-10, -27), S(-6, -3), S(-8, 8), S(-3, 15), S(-4, 26), S(-1, 31), S(0, 37),
            S(4, 40), S(3, 45), S(-1, 53), S(7, 54), S(0, 61), S(-1, 62),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-40, -60), S(-155, -115), S(-80, -229), S(-7, -219), S(-1, -178), S(-3, -123), S(-2, -60), S(-3, -33),
            S(-2, -23), S(-1, -6), S(-1, 2), S(4, 10), S(2, 23), S(9, 24), S(10, 38), S(12, 42), S(9, 49), S(7, 51),
            S(8, 53), S(9, 49), S(10, 53), S(11, 52), S(47, 19), S(34, 25), S(39, 24), S(86, -23), S(60, -39),
            S(98, -5),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank with the king or pawns before it.
        rook_on_seventh = S(-1, 6);
        /// Queen there.
        queen_on_seventh = S(4, 10);
        /// Rook of low mobility that the own king shuts in, while castling is possible, afterwards.
        trapped_rook[2] = [S(-6, 21), S(-22, -27)];
        /// Rook on a file without pawns, on one without own pawns.
        rook_on_file[2] = [S(30, 7), S(18, 9)];
        /// Knight, bishop defended by a pawn where no enemy pawn can ever attack it.
        outpost[2] = [S(16, 8), S(18, 4)];
        /// A knight attacks such a square where none of its own side stands.
        outpost_ahead = S(13, 9);
        /// Bishop that sees two squares of the center.
        long_diagonal = S(14, 11);
        /// For each king move between the own king and a knight, a bishop.
        minor_from_king[2] = [S(-5, -5), S(-3, -2)];
        /// Knight or bishop right behind a pawn.
        minor_behind_pawn = S(4, 16);
        /// For each own pawn on the bishop's color of square.
        bishop_pawns = S(-3, -7);
        /// The same for each own pawn on the c- to f-files that cannot move.
        bishop_stuck_pawns = S(-1, -2);
    }

    /// The pawns before the king, cached in the pawn hash table, and the danger the king is in.
    section King {
        /// Own pawn nearest to the king on a file at or beside it, by the file's distance from the edge and the pawn's
        /// rank; rank 0 is "none".
        shelter[4][8] = [
            [S(3, -2), S(35, -39), S(32, -21), S(20, -13), S(7, -7), S(53, 18), S(3, 41), S(0, 0)],
            [S(-38, 10), S(22, -9), S(14, -7), S(-21, 2), S(-30, 11), S(6, 26), S(35, 44), S(0, 0)],
            [S(-13, -5), S(28, -1), S(4, -2), S(-4, -2), S(5, 4), S(10, 10), S(7, 9), S(0, 0)],
            [S(-12, 4), S(-4, 1), S(-8, 11), S(-6, 6), S(-5, 13), S(-68, 38), S(11, 1), S(0, 0)],
        ];
        /// Enemy pawn nearest to the king on such a file, by the file's distance from the edge and the pawn's rank as
        /// the king's side counts; rank 0 is "none".
        storm[4][8] = [
            [S(-4, -14), S(118, -31), S(-8, 25), S(-24, 31), S(1, -2), S(1, -5), S(-1, -4), S(0, 0)],
            [S(-15, -6), S(90, -20), S(-39, 48), S(-11, 11), S(-18, 8), S(-3, -10), S(-4, -10), S(0, 0)],
            [S(-2, 4), S(-33, -15), S(-15, 17), S(-12, 14), S(-4, 10), S(-1, 8), S(-4, 9), S(0, 0)],
            [S(4, 1), S(25, 4), S(-52, 24), S(-19, 6), S(-3, -7), S(9, -9), S(9, -23), S(0, 0)],
        ];
        /// The same for an enemy pawn that an own pawn stops.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-5, -59), S(5, -18), S(3, -7), S(16, -18), S(-15, -22), S(0, 0)];
        /// By the distance between the king and the nearest pawn of either side.
        king_nearest_pawn[8] = [S(0, 0), S(4, 14), S(-1, 8), S(0, -1), S(-12, -29), S(7, -60), S(28, -59), S(-29, -43)];
        /// Danger from each knight, bishop, rook, queen that attacks the king's ring.
        danger_attacker[4] = [S(29, 78), S(15, 201), S(16, -309), S(3, 131)];
        /// Danger from each attack on a square beside the king.
        danger_ring_attack = S(18, 13);
        /// Danger from each attacked square of the ring that only king or queen defends, or nobody.
        danger_weak_square = S(15, -1);
        /// Danger from a knight, bishop, rook, queen that can give check on a safe square; while we are to move, while
        /// the enemy is.
        danger_safe_check[2][4] = [
            [S(107, 58), S(39, 404), S(98, 272), S(59, 494)],
            [S(148, 134), S(66, 409), S(147, 330), S(141, 541)],
        ];
        /// Danger by the number of squares beside the king that it could go to.
        danger_escape[9] = [
            S(25, 274), S(8, 189), S(-2, 57), S(-3, -22), S(-8, 20), S(12, 10), S(-11, -28), S(-15, -106), S(0, 0),
        ];
        /// Danger from each square of the ring that is attacked twice and that no own pawn guards.
        danger_double_attack = S(15, 20);
        /// Danger from the own pawn nearest to the king on a file at or beside it, numbered like the shelter.
        danger_shelter[4][8] = [
            [S(14, -114), S(-15, -4), S(-2, 82), S(24, 141), S(29, 71), S(6, 149), S(65, 206), S(0, 0)],
            [S(-1, 15), S(-27, -11), S(-7, 110), S(18, 44), S(24, 133), S(28, 117), S(114, 198), S(0, 0)],
            [S(6, -23), S(-3, 33), S(-8, 146), S(19, 25), S(6, 125), S(11, 50), S(-50, 201), S(0, 0)],
            [S(-1, -55), S(-29, -20), S(13, 88), S(20, 54), S(34, 9), S(-26, 187), S(-91, 51), S(0, 0)],
        ];
        /// Danger from the enemy pawn nearest to the king on such a file; by rank.
        danger_storm[8] = [S(13, 94), S(22, 41), S(42, 189), S(3, 104), S(-15, 64), S(-9, 37), S(7, 4), S(0, 0)];
        /// Danger when the attacker has no queen.
        danger_no_queen = S(-109, 23);
        /// Danger when a knight defends the ring.
        danger_knight_defends = S(-39, 49);
        /// Danger from each attack on the king's flank up to a rank beyond the middle; two attackers of a square count
        /// twice.
        danger_flank_attack = S(16, -48);
        /// Danger from each such square that is defended.
        danger_flank_defense = S(-10, -18);
        /// Danger from each own piece that is pinned to the king.
        danger_pinned = S(34, 165);
        /// No pawns of either color on the king's side of the board.
        pawnless_flank = S(-8, -58);
        /// Danger that is always there.
        danger_base = S(1, 130);
    }

    /// Pawns that no enemy pawn can stop.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(6, 22), S(21, 39), S(8, 60), S(34, 62), S(20, 63), S(131, 146), S(0, 0)];
        /// A piece of the enemy stands before the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(-18, -3), S(-8, -8), S(3, -20), S(-5, -26), S(-36, -37), S(-80, -8), S(0, 0)];
        /// A piece of our own stands there; by rank.
        passed_own_block[8] = [S(0, 0), S(-3, 15), S(19, -10), S(1, -13), S(-17, 1), S(16, -34), S(144, -61), S(0, 0)];
        /// It is our move; by rank.
        passed_to_move[8] = [S(0, 0), S(4, 5), S(0, 4), S(2, 7), S(1, 12), S(-4, 23), S(7, 4), S(0, 0)];
        /// The way to promotion is attacked nowhere; by rank.
        passed_free_path[8] = [S(0, 0), S(-9, 13), S(-14, 9), S(-40, 27), S(-33, 39), S(-50, 66), S(-77, 197), S(0, 0)];
        /// The square before the pawn is defended; by rank.
        passed_defended_stop[8] = [S(0, 0), S(-10, 17), S(3, 8), S(9, 3), S(12, 22), S(36, 31), S(48, 71), S(0, 0)];
        /// The square before the pawn is not attacked; by rank.
        passed_safe_stop[8] = [S(0, 0), S(3, -3), S(-5, 5), S(7, 9), S(1, 18), S(2, 47), S(52, -39), S(0, 0)];
        /// By its distance from the edge.
        passed_file[4] = [S(-2, 20), S(13, 9), S(0, 2), S(-1, -15)];
        /// An own, an enemy rook behind the pawn on its file.
        rook_behind_passed[2] = [S(7, 22), S(-9, -49)];
        /// The enemy has only its king and pawns, and the king cannot catch it.
        unstoppable = S(-271, 201);
        /// For each king move between the own king and the square before the pawn; by rank.
        passed_our_king[8] = [S(0, 0), S(-4, 3), S(0, -8), S(-3, -13), S(-2, -19), S(2, -27), S(6, -26), S(0, 0)];
        /// For each king move between the enemy king and the square before the pawn; by rank.
        passed_their_king[8] = [S(0, 0), S(3, -7), S(-7, -1), S(-3, 11), S(-6, 25), S(0, 46), S(-4, 55), S(0, 0)];
    }

    /// Attacks on pieces.
    section Threats {
        /// A pawn attacks a knight, bishop, rook, queen; while the enemy is to move, while we are.
        threat_by_pawn[2][4] = [
            [S(52, 34), S(50, 55), S(44, 41), S(46, -4)],
            [S(54, 120), S(59, 103), S(43, 186), S(29, 89)],
        ];
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen, where the target is weakly defended or worth
        /// more; by who is to move.
        threat_by_minor[2][5] = [
            [S(3, 23), S(14, 32), S(22, 21), S(44, 16), S(40, 30)],
            [S(2, 19), S(14, 44), S(19, 10), S(67, 120), S(62, 134)],
        ];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[2][5] = [
            [S(2, 28), S(20, 28), S(23, 31), S(4, 1), S(51, 25)],
            [S(1, 19), S(21, 23), S(28, 27), S(6, -1), S(112, 181)],
        ];
        /// An attacked piece nobody defends; by who is to move.
        hanging[2] = [S(13, 20), S(15, 40)];
        /// The king attacks a weakly defended pawn or piece; by who is to move.
        threat_by_king[2] = [S(-2, 21), S(28, 12)];
        /// A pawn, knight, bishop, rook, queen of our own is pinned to the king.
        pinned[5] = [S(-10, 20), S(-23, -48), S(-25, -41), S(-44, -22), S(-28, -17)];
        /// Each square that both sides attack and the enemy has not secured.
        restricted = S(3, 0);
        /// Each piece that a pawn would attack after a safe step; by who is to move.
        threat_by_push[2] = [S(12, 13), S(14, 20)];
        /// Each safe square from which a knight could attack the enemy's only queen.
        queen_in_knights_reach = S(5, 0);
        /// Each safe square from which a bishop or rook could, with support.
        queen_in_sliders_reach = S(10, 12);
    }

    /// Room for the own pieces.
    section Space {
        /// For each safe square in the center and again behind pawns, by the number of pieces.
        space[8] = [S(-11, 0), S(-14, 5), S(-17, 10), S(-15, 14), S(-5, 10), S(-1, 9), S(1, 6), S(2, 27)];
    }

    /// The chances of the side ahead in the endgame; only that half counts.
    section Complexity {
        /// Always.
        complexity_base = S(0, -82);
        /// For each pawn.
        complexity_pawns = S(0, 2);
        /// For each passed pawn.
        complexity_passed = S(0, 3);
        /// For each file, less each rank, between the kings.
        complexity_outflanking = S(0, 2);
        /// Pawns on both sides of the board.
        complexity_both_flanks = S(0, 56);
        /// A king is beyond its half.
        complexity_infiltration = S(0, -7);
        /// Nothing but kings and pawns.
        complexity_pawn_ending = S(0, 87);
    }

    /// The right to move.
    section Tempo {
        /// Being to move.
        tempo = S(14, 8);
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
