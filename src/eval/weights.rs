//! All weights of the evaluation. `weights!` (in `weight_table.rs`) turns the list below into an enumeration of the
//! sections and a struct whose elements are scores ([`WEIGHTS`]) or indices into a flat vector (`weight_index.rs`).
//! `oxide88 tune` also reads and writes the list: keep its format.
//!
//! Weights are pairs (middlegame, endgame) in centipawns from the point of view of the side they are counted for,
//! unless their section says otherwise; penalties are negative. Ranks are relative: 0 is the back rank of the side that
//! is scored, 7 its last rank. Piece-square tables are indexed by rank and file; the files run from the edge far from
//! the own king to the edge near it (a to h if the king is on the e- to h-files, else h to a), or, for the king itself,
//! from the edge to the center. Weights "by side to move" come twice: first for when the other side is to move, then
//! for when the side that is scored is.

use super::weight_table::{WeightIndex, WeightTable, table, weights};
use crate::types::{S, Score};

weights! {
    /// Piece values and material imbalance.
    section Material {
        /// Pawn, knight, bishop, rook, queen.
        material[5] = [S(72, 134), S(331, 358), S(307, 393), S(482, 669), S(909, 948)];
        /// Imbalance with own pieces, a pair of the row's and the column's kind: bishop pair (any two), pawn, knight,
        /// bishop, rook, queen; at most two pieces of a kind. The diagonal: pairs of one kind, the bishop pair itself.
        imbalance_ours[6][6] = [
            [S(20, 45), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-9, 16), S(3, 8), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-6, 4), S(3, 18), S(4, -24), S(0, 0), S(0, 0), S(0, 0)],
            [S(-7, -6), S(12, 6), S(5, -14), S(-6, -7), S(0, 0), S(0, 0)],
            [S(1, -2), S(4, 18), S(-9, -12), S(-1, -9), S(-34, -67), S(0, 0)],
            [S(2, -36), S(-1, 44), S(-43, -58), S(-24, -15), S(-74, -128), S(-167, -277)],
        ];
        /// Imbalance with enemy pieces, likewise: the row is the own kind, the column the enemy's.
        imbalance_theirs[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-7, 8), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(6, -22), S(5, 21), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(5, -10), S(2, 24), S(6, -16), S(0, 0), S(0, 0), S(0, 0)],
            [S(-16, 8), S(8, 32), S(-8, 8), S(-1, -11), S(0, 0), S(0, 0)],
            [S(-7, -35), S(16, 88), S(38, 64), S(33, 125), S(-46, 190), S(0, 0)],
        ];
    }

    /// Piece-square tables.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][8] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-20, 14), S(1, 8), S(-6, 11), S(3, 19), S(4, 32), S(16, 25), S(22, 10), S(-9, 10)],
            [S(-21, -1), S(-13, 2), S(-10, -2), S(-3, 1), S(5, 6), S(-2, 24), S(12, 3), S(-10, -3)],
            [S(-18, 6), S(-8, 1), S(-3, -18), S(9, -22), S(12, -23), S(1, 14), S(5, 11), S(-15, 9)],
            [S(-4, 23), S(3, 18), S(-5, -12), S(15, -25), S(12, -19), S(7, 12), S(9, 25), S(-6, 13)],
            [S(43, 27), S(18, 27), S(34, 1), S(60, -5), S(40, 25), S(23, 56), S(22, 65), S(27, 18)],
            [S(52, -24), S(14, 2), S(3, 12), S(49, 2), S(41, 48), S(16, 49), S(-1, 35), S(2, -41)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][8] = [
            [S(-50, -49), S(-18, -15), S(-25, -8), S(-2, -16), S(-3, -15), S(-17, -17), S(-21, -31), S(-61, -48)],
            [S(-13, 19), S(-13, 6), S(-9, -14), S(-10, -2), S(-12, -2), S(-6, -25), S(-18, 3), S(-14, -2)],
            [S(-17, 1), S(0, -13), S(0, -8), S(0, 6), S(2, 5), S(8, -13), S(1, -11), S(-12, -23)],
            [S(8, 13), S(7, 15), S(16, 20), S(11, 21), S(16, 27), S(21, 8), S(22, 2), S(4, 5)],
            [S(18, 7), S(6, 18), S(16, 9), S(27, 22), S(21, 20), S(29, 12), S(12, 5), S(19, -8)],
            [S(4, -5), S(20, -5), S(-1, 27), S(18, 15), S(24, 6), S(29, 5), S(21, -20), S(5, 14)],
            [S(-14, 13), S(-7, 18), S(18, 9), S(20, 14), S(39, 11), S(37, 0), S(9, 14), S(-4, 10)],
            [S(-118, -37), S(-37, 28), S(-92, 19), S(-17, 33), S(-14, 17), S(-117, 31), S(-40, 23), S(-116, -81)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][8] = [
            [S(4, 10), S(10, -19), S(-9, 1), S(-14, 7), S(-4, 8), S(-18, 4), S(5, -29), S(-6, -8)],
            [S(-8, -2), S(5, -21), S(9, -6), S(-9, 10), S(-3, 13), S(15, 7), S(12, -16), S(-5, -33)],
            [S(0, -1), S(19, 18), S(-1, 8), S(8, 17), S(2, 22), S(7, 13), S(14, 8), S(-1, 1)],
            [S(14, 3), S(5, 7), S(8, 20), S(8, 29), S(24, 15), S(11, 15), S(6, 7), S(7, -16)],
            [S(3, 6), S(6, 18), S(1, 15), S(22, 24), S(21, 23), S(22, 10), S(13, 19), S(1, -1)],
            [S(-5, 16), S(-17, 30), S(5, 10), S(6, 19), S(16, 13), S(3, 25), S(-1, 24), S(12, 3)],
            [S(-27, 20), S(-29, 21), S(8, 18), S(-22, 29), S(-27, 23), S(-12, 30), S(-42, 32), S(-26, 15)],
            [S(-23, -6), S(-36, 48), S(-60, 41), S(-66, 37), S(-73, 32), S(-77, 27), S(-43, 34), S(-41, -8)],
        ];
        /// Rook by rank and file.
        rook_square[8][8] = [
            [S(-7, -9), S(-3, -8), S(-1, -14), S(1, -13), S(7, -16), S(-3, -10), S(-10, -8), S(-10, -26)],
            [S(-29, 14), S(-12, 0), S(-1, 3), S(-6, 1), S(-10, 8), S(-1, -8), S(6, -6), S(-30, -12)],
            [S(-25, 14), S(-9, 15), S(-18, 15), S(-16, 14), S(-3, 6), S(-11, 16), S(2, 1), S(-11, -3)],
            [S(-20, 29), S(-18, 36), S(-19, 23), S(-5, 16), S(-8, 16), S(-5, 19), S(-7, 28), S(-25, 17)],
            [S(-17, 33), S(-5, 29), S(8, 21), S(3, 18), S(2, 19), S(20, 13), S(0, 27), S(-14, 19)],
            [S(-12, 39), S(6, 23), S(12, 16), S(7, 13), S(35, 9), S(23, 11), S(10, 16), S(-19, 25)],
            [S(16, 13), S(4, 14), S(17, 12), S(33, -5), S(12, 6), S(30, 8), S(-4, 23), S(22, 1)],
            [S(-5, 35), S(4, 30), S(11, 25), S(19, 25), S(-4, 25), S(0, 32), S(-2, 40), S(12, 25)],
        ];
        /// Queen by rank and file.
        queen_square[8][8] = [
            [S(0, -51), S(-2, -56), S(-8, -70), S(-1, -53), S(-1, -68), S(-24, -37), S(-15, -62), S(-34, -61)],
            [S(0, -40), S(1, -44), S(11, -55), S(0, -24), S(2, -20), S(15, -71), S(12, -60), S(-19, -43)],
            [S(9, -38), S(8, -26), S(7, -11), S(2, 0), S(-4, 22), S(3, 18), S(4, 11), S(10, -21)],
            [S(5, -19), S(7, -12), S(2, 17), S(-6, 43), S(4, 19), S(-10, 37), S(2, 16), S(7, -9)],
            [S(12, -22), S(-6, 28), S(2, 27), S(-5, 46), S(-6, 41), S(10, 17), S(-12, 55), S(0, 19)],
            [S(-1, 3), S(2, 13), S(2, 55), S(3, 32), S(-11, 47), S(9, 27), S(1, 31), S(10, -8)],
            [S(-24, 20), S(-18, 19), S(-1, 10), S(0, 21), S(6, 21), S(1, 23), S(-7, 30), S(-6, 6)],
            [S(-32, 40), S(-16, 32), S(-1, 22), S(26, 10), S(28, 3), S(16, 35), S(9, 38), S(-15, 72)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(29, -41), S(32, -22), S(10, -43), S(-4, -45)],
            [S(28, -15), S(10, 8), S(2, -21), S(-20, -11)],
            [S(3, -7), S(22, 4), S(6, -11), S(-25, 7)],
            [S(-21, 4), S(-3, 23), S(-12, 4), S(-66, 28)],
            [S(-31, 6), S(-19, 39), S(-26, 19), S(-107, 46)],
            [S(-20, 12), S(-21, 62), S(-41, 36), S(-80, 43)],
            [S(-48, -62), S(-32, 51), S(3, 15), S(-26, 25)],
            [S(-29, -176), S(-3, 2), S(42, -6), S(-58, -6)],
        ];
    }

    /// Pawn structure, cached in the pawn hash table.
    section Pawns {
        /// A doubled pawn, behind an own pawn on its file; not isolated, isolated.
        doubled[2] = [S(0, -21), S(-2, -31)];
        /// An isolated pawn: no own pawn on the adjacent files; opposed (by an enemy pawn ahead on its file),
        /// unopposed; by the file's distance from the edge.
        isolated[2][4] = [
            [S(-1, -4), S(-5, -10), S(-2, -4), S(-12, -1)],
            [S(4, -19), S(-5, -16), S(0, -17), S(-7, -23)],
        ];
        /// A backward pawn: not isolated, but no own pawn beside or behind it on the adjacent files, and an enemy pawn
        /// attacks the square in front of it; opposed, unopposed; by rank.
        backward[2][8] = [
            [S(0, 0), S(-1, -8), S(-4, -5), S(-8, -11), S(13, -56), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-10, -19), S(-3, -22), S(-6, -17), S(-6, -23), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// A pawn defended by a pawn; opposed, unopposed; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(11, 15), S(12, 15), S(15, 23), S(36, 42), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(20, 14), S(20, 14), S(29, 32), S(37, 51), S(65, 118), S(0, 0)],
        ];
        /// A phalanx: a pawn directly beside an own pawn; opposed, unopposed; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(4, 0), S(8, 4), S(7, 7), S(15, 20), S(7, 115), S(80, 90), S(0, 0)],
            [S(0, 0), S(8, -4), S(12, 4), S(11, 13), S(12, 30), S(6, 63), S(70, 172), S(0, 0)],
        ];
        /// A pawn defended by two pawns.
        supported_twice = S(9, 7);
        /// A pawn attacked by two pawns and defended by none.
        weak_lever = S(-9, -10);
        /// A pawn blocked by an enemy pawn; by rank.
        blocked_pawn[8] = [S(0, 0), S(16, -4), S(0, 3), S(0, 0), S(-4, -5), S(-18, 6), S(0, 0), S(0, 0)];
        /// A candidate: not passed, no pawn ahead on its file, and at least as many helpers (own pawns beside or behind
        /// it on the adjacent files) as sentries (enemy pawns ahead on these files); by rank.
        candidate[8] = [S(0, 0), S(1, -9), S(1, 2), S(-1, 15), S(-1, 9), S(-13, 55), S(0, 0), S(0, 0)];
    }

    /// Mobility, by the number of attacked squares in the mobility area. The area excludes squares attacked by enemy
    /// pawns and those of the own king, queens, and pawns that are blocked or on their second or third rank. Bishops
    /// see through queens, rooks through queens and own rooks; pinned pieces see only along the pin line.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-21, -123), S(-12, -56), S(-6, -22), S(-2, -9), S(3, 6), S(6, 15), S(7, 21), S(11, 21), S(15, 17),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-30, -72), S(-25, -28), S(-16, -5), S(-14, 13), S(-9, 18), S(-7, 27), S(-6, 32), S(-6, 32), S(-4, 31),
            S(-5, 31), S(-3, 29), S(-2, 24), S(9, 22), S(23, 18),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-35, -96), S(-16, -16), S(-11, -4), S(-10, -3), S(-10, 0), S(-8, 9), S(-7, 15), S(-6, 17), S(-8, 26),
            S(-6, 34), S(-9, 42), S(-9, 49), S(-12, 57), S(-6, 60), S(-9, 67),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-14, -47), S(3, -72), S(-9, -152), S(-10, -141), S(-9, -114), S(-10, -77), S(-10, -55), S(-8, -42),
            S(-6, -38), S(-6, -16), S(-5, -12), S(-4, 0), S(-4, 7), S(-3, 13), S(-3, 14), S(-6, 21), S(-10, 30),
            S(-10, 37), S(-9, 36), S(-12, 42), S(-12, 48), S(-6, 47), S(13, 19), S(18, 15), S(22, 13), S(71, -35),
            S(54, -41), S(77, -34),
        ];
        /// Safe mobility of a rook: without squares attacked by enemy knights and bishops.
        rook_safe_mobility[15] = [
            S(2, -28), S(-6, -18), S(-4, -1), S(-5, 10), S(-5, 15), S(-5, 14), S(-5, 18), S(-3, 14), S(-2, 10), S(1, 7),
            S(6, 0), S(5, 0), S(21, -8), S(20, -12), S(12, -7),
        ];
        /// Safe mobility of a queen: without squares attacked by enemy knights, bishops and rooks.
        queen_safe_mobility[28] = [
            S(-70, -10), S(-19, -22), S(-5, 7), S(1, -18), S(3, -11), S(3, 4), S(5, 2), S(4, 9), S(5, 11), S(4, 7),
            S(6, 9), S(3, 8), S(6, 8), S(5, 2), S(4, 13), S(6, -2), S(-1, 8), S(-6, 9), S(1, -7), S(-3, -4), S(0, -7),
            S(-11, -19), S(-6, 4), S(-6, -7), S(-2, 1), S(2, 6), S(-3, 0), S(-5, -8),
        ];
    }

    /// Placement of pieces, mostly relative to pawns.
    section Pieces {
        /// Rook on the seventh rank, with the enemy king on the eighth or enemy pawns on the seventh.
        rook_on_seventh = S(-6, 12);
        /// Queen on the seventh rank, likewise.
        queen_on_seventh = S(2, 17);
        /// Trapped rook: mobility of at most 3, on the edge side of the own king, or on its file if that is one of the
        /// e- to h-files; with, without castling rights.
        trapped_rook[2] = [S(-7, 16), S(-21, -12)];
        /// Rook on an open, a half-open file.
        rook_on_file[2] = [S(26, -1), S(15, -3)];
        /// Knight, bishop on an outpost: ranks 3 to 5, defended by a pawn, where no enemy pawn can ever attack it.
        outpost[2] = [S(16, 9), S(21, 10)];
        /// Knight attacking an outpost square that no own piece or pawn occupies.
        reachable_outpost = S(15, 10);
        /// Bishop attacking at least two center squares, d4, e4, d5 and e5.
        long_diagonal_bishop = S(13, 13);
        /// Knight, bishop: for each king move of distance from the own king.
        king_protector[2] = [S(-4, -6), S(-3, -2)];
        /// Knight or bishop directly behind a pawn of either color.
        minor_behind_pawn = S(1, 11);
        /// Bad bishop: for each own pawn on a square of the bishop's color.
        bishop_pawns = S(-2, -6);
        /// Bad bishop: the same number times that of own blocked pawns on the c- to f-files.
        bishop_stuck_pawns = S(-1, -3);
        /// Bishop: for each enemy pawn on its diagonals, x-rayed through anything.
        bishop_xray_pawns = S(-3, -3);
        /// Rook on the file of a queen of either color.
        rook_on_queen_file = S(0, 1);
        /// Queen in the enemy half where no enemy pawn can ever attack it.
        queen_infiltration = S(4, -6);
        /// Knight, bishop, rook, queen by closedness, 0 (open) to 4 (closed).
        closedness[4][5] = [
            [S(-20, 12), S(-1, 0), S(0, -3), S(10, 6), S(0, 10)],
            [S(-14, 10), S(-2, 2), S(-6, 6), S(6, 12), S(4, -6)],
            [S(-1, 20), S(4, 9), S(-7, -14), S(10, -31), S(-16, 12)],
            [S(3, 32), S(2, -2), S(-18, -17), S(21, 6), S(-7, -4)],
        ];
    }

    /// King safety. The shelter is in centipawns and cached in the pawn hash table. The `danger_*` weights are in units
    /// of king danger, positive is bad for the king, and they count only if a piece attacks the king ring. The penalty
    /// is the middlegame sum squared, divided by 800, and the endgame sum divided by 16; sums below zero count as zero,
    /// and the middlegame penalty is at most 2000 centipawns (`king.rs`).
    section King {
        /// The rearmost own pawn not behind the king, on each of the three files around it (or around the square where
        /// it can castle to, if better); by the file's distance from the edge and the pawn's rank, 0 if none.
        shelter[4][8] = [
            [S(0, -8), S(24, -35), S(18, -19), S(20, -19), S(3, -3), S(26, 11), S(29, 32), S(0, 0)],
            [S(-20, 16), S(19, 1), S(15, -9), S(-8, 6), S(-8, 12), S(23, 16), S(30, 39), S(0, 0)],
            [S(-3, 12), S(14, 4), S(4, -8), S(-3, -13), S(10, -6), S(45, -13), S(22, 26), S(0, 0)],
            [S(-14, 3), S(-4, 16), S(-11, 10), S(-12, 6), S(-8, 10), S(-38, 21), S(-15, -5), S(0, 0)],
        ];
        /// The most advanced enemy pawn not behind the king on such a file; by the file's distance from the edge and
        /// the pawn's rank as the defender counts, 0 if none.
        storm[4][8] = [
            [S(-13, -19), S(84, -24), S(-6, 12), S(-22, 13), S(-3, -7), S(-6, -14), S(-4, -12), S(0, 0)],
            [S(-16, 5), S(88, 17), S(-4, 50), S(-12, 33), S(-5, 16), S(5, -4), S(-4, -1), S(0, 0)],
            [S(3, -5), S(20, -3), S(-25, 16), S(-7, 14), S(-6, 0), S(2, -12), S(0, -12), S(0, 0)],
            [S(0, 2), S(47, 5), S(-27, 32), S(-17, 10), S(-5, -4), S(6, 0), S(8, -13), S(0, 0)],
        ];
        /// Instead of `storm`, if the own pawn of the shelter blocks that pawn; by rank as the defender counts.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-19, -28), S(7, -12), S(7, -16), S(6, -21), S(3, -42), S(0, 0)];
        /// Distance in king moves between the king and the nearest pawn of either side; 0 means no pawn.
        king_nearest_pawn[8] = [
            S(0, 0), S(-4, 23), S(-5, 22), S(-7, 7), S(29, -30), S(18, -63), S(13, -103), S(-25, -74),
        ];
        /// Each enemy knight, bishop, rook, queen that attacks the king ring.
        danger_attacker[4] = [S(48, 79), S(31, 189), S(25, -256), S(11, 111)];
        /// Each attack by these pieces on a square adjacent to the king.
        danger_adjacent_attack = S(13, 12);
        /// Each weak square of the ring: attacked, and undefended or defended only once, by king or queen.
        danger_weak_square = S(23, -28);
        /// A safe check by a knight, bishop, rook, queen; defender to move, attacker to move.
        danger_safe_check[2][4] = [
            [S(103, 66), S(50, 427), S(99, 307), S(43, 525)],
            [S(173, 124), S(82, 434), S(148, 351), S(129, 578)],
        ];
        /// Safe checks by a knight, bishop, rook, queen from more than one square.
        danger_multiple_checks[4] = [S(24, 0), S(-1, 5), S(71, 5), S(63, 48)];
        /// Each square with an unsafe check by a knight, bishop or rook; only kinds without a safe check count.
        danger_unsafe_check = S(19, 81);
        /// Each enemy piece that can give discovered check.
        danger_discovered_check = S(102, 23);
        /// Each square of the ring attacked by an enemy pawn.
        danger_pawn_attack = S(22, -4);
        /// Number of adjacent squares free of own pieces and not attacked, where a slider's attack ends at the king.
        danger_escape[9] = [
            S(19, 299), S(4, 194), S(-5, 73), S(-7, -5), S(-1, -7), S(13, -19), S(11, -54), S(-8, -95), S(0, 0),
        ];
        /// Each square of the ring attacked twice and not defended by an own pawn.
        danger_double_attack = S(2, 92);
        /// The own pawns in front of the king; indexed like `shelter`, for its current square only.
        danger_shelter[4][8] = [
            [S(14, -72), S(-12, 26), S(-18, 74), S(25, 94), S(40, 63), S(35, 142), S(40, 211), S(0, 0)],
            [S(8, -22), S(-16, -7), S(-15, 140), S(25, 49), S(37, 125), S(63, 123), S(90, 198), S(0, 0)],
            [S(2, -23), S(-6, 42), S(-12, 134), S(13, 28), S(12, 101), S(7, 61), S(-39, 206), S(0, 0)],
            [S(-3, -70), S(-6, -28), S(-7, 68), S(-2, 59), S(9, 23), S(-4, 188), S(-79, 56), S(0, 0)],
        ];
        /// The enemy pawn storm on each of these files; by rank as the defender counts, 0 if none.
        danger_storm[8] = [S(14, 51), S(14, 53), S(36, 209), S(-1, 121), S(5, 55), S(-7, 29), S(-3, 1), S(0, 0)];
        /// The attacker has no queen.
        danger_no_queen = S(-120, -1);
        /// An own knight defends the ring.
        danger_knight_defends = S(-32, 43);
        /// Each attacked square of the king's flank within the first five ranks; squares attacked twice count double.
        danger_flank_attack = S(10, -23);
        /// Each defended square of that area, attacked or not.
        danger_flank_defense = S(-7, -20);
        /// Each own piece pinned to the king.
        danger_pinned = S(13, 187);
        /// No pawns of either color on the king's flank; in centipawns.
        pawnless_flank = S(-15, -59);
        /// The base of king danger.
        danger_base = S(0, 125);
    }

    /// Passed pawns.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(16, 24), S(17, 30), S(-12, 62), S(21, 79), S(37, 63), S(143, 130), S(0, 0)];
        /// An enemy piece stands on the block square, directly in front of the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(2, -18), S(13, -18), S(-2, -10), S(-1, -20), S(-28, -28), S(-107, -8), S(0, 0)];
        /// An own piece stands on the block square; by rank.
        passed_own_blocker[8] = [
            S(0, 0), S(19, -8), S(-3, -4), S(13, -15), S(-12, -19), S(-6, -41), S(121, -93), S(0, 0),
        ];
        /// The path to promotion is empty and not attacked by the enemy; by rank.
        passed_path_free[8] = [
            S(0, 0), S(-26, 17), S(-39, 16), S(-48, 28), S(-14, 14), S(-17, 26), S(-56, 159), S(0, 0),
        ];
        /// The block square is attacked, attacked and defended, neither, only defended; by rank.
        passed_block_square[4][8] = [
            [S(0, 0), S(7, -1), S(-1, -11), S(-4, -5), S(-5, 10), S(8, 5), S(13, -13), S(0, 0)],
            [S(0, 0), S(-1, 15), S(1, 13), S(-3, 12), S(12, 27), S(38, 45), S(39, 99), S(0, 0)],
            [S(0, 0), S(-4, 9), S(-10, 5), S(0, 8), S(-2, 23), S(17, 31), S(27, -56), S(0, 0)],
            [S(0, 0), S(0, 9), S(-4, 11), S(9, 10), S(4, 43), S(25, 75), S(134, 25), S(0, 0)],
        ];
        /// No enemy piece (the king aside) stands on the path to promotion, and none attacks it; attacked, safe squares
        /// beside it; by rank. An enemy rook or queen behind the pawn rules it out.
        passed_path_safe[2][8] = [
            [S(0, 0), S(-19, 13), S(-8, 13), S(14, 0), S(35, 3), S(88, 4), S(42, 61), S(0, 0)],
            [S(0, 0), S(2, 4), S(5, -5), S(-8, 10), S(-4, 53), S(-25, 121), S(10, 143), S(0, 0)],
        ];
        /// Distance of the file from the edge.
        passed_file[4] = [S(5, 11), S(-1, 12), S(6, -2), S(-3, -5)];
        /// Sentries remain, but the pawn attacks them or has a neighbor for each that guards its block square.
        passed_by_lever = S(-9, -24);
        /// Tarrasch rule: an own, an enemy rook or queen behind the pawn, with only rooks and queens between.
        rook_behind_passed[2] = [S(2, 27), S(-13, -35)];
        /// Rule of the square: in a pawn ending the enemy king cannot catch the pawn; its path is empty. Endgame only.
        rule_of_the_square = S(0, 209);
        /// For each king move, at most five, between the own king and the block square; by rank.
        passed_our_king[8] = [S(0, 0), S(0, -3), S(4, -9), S(7, -18), S(1, -26), S(-5, -29), S(3, -34), S(0, 0)];
        /// For each king move, at most five, between the enemy king and the block square; by rank.
        passed_their_king[8] = [S(0, 0), S(-3, -4), S(-8, 2), S(-3, 15), S(-5, 29), S(-5, 53), S(-14, 80), S(0, 0)];
    }

    /// Threats against pieces and pawns.
    section Threats {
        /// A safe pawn attacks a knight, bishop, rook, queen; by side to move and target.
        threat_by_pawn[2][4] = [
            [S(48, 46), S(43, 62), S(40, 47), S(46, 11)],
            [S(57, 120), S(60, 109), S(44, 219), S(39, 90)],
        ];
        /// A knight or bishop, and no safe pawn, attacks a pawn, knight, bishop, rook, queen that is weakly defended or
        /// worth more; by side to move and target.
        threat_by_minor[2][5] = [
            [S(2, 23), S(10, 30), S(21, 26), S(38, 22), S(40, 38)],
            [S(2, 20), S(11, 41), S(19, 33), S(55, 180), S(118, 176)],
        ];
        /// A rook attacks a pawn, knight, bishop, rook, queen, likewise.
        threat_by_rook[2][5] = [
            [S(4, 25), S(14, 32), S(13, 45), S(-1, 13), S(43, 1)],
            [S(3, 15), S(16, 30), S(22, 36), S(-6, 14), S(129, 228)],
        ];
        /// A hanging pawn, knight, bishop, rook, queen: attacked and undefended; by side to move and target.
        hanging[2][5] = [
            [S(11, 27), S(21, 13), S(14, 12), S(23, 0), S(5, 21)],
            [S(15, 43), S(28, 79), S(30, 75), S(32, 111), S(35, 59)],
        ];
        /// The king, and no safe pawn, attacks a weakly defended pawn or piece; by side to move.
        threat_by_king[2] = [S(14, 24), S(43, 8)];
        /// An own pawn, knight, bishop, rook, queen is pinned to the king.
        pinned[5] = [S(-11, 21), S(13, 117), S(11, 69), S(11, 38), S(31, 125)];
        /// Restricted enemy: each square attacked by both sides that the enemy does not protect strongly.
        restricted = S(3, 0);
        /// Each piece that a safe pawn push would attack; by side to move.
        threat_by_push[2] = [S(10, 15), S(13, 24)];
        /// Each safe square from which a knight can attack the only enemy queen.
        knight_on_queen = S(6, -1);
        /// Each safe square from which a bishop or rook can attack it, if we attack the square twice.
        slider_on_queen = S(10, 11);
        /// A bishop or rook of ours x-rays the only enemy queen through one piece.
        weak_queen = S(16, 14);
        /// Each enemy piece attacked twice and defended once.
        overloaded = S(11, 47);
        /// Each attacked, weakly defended enemy piece or pawn that the enemy queen defends.
        weak_queen_protection = S(3, 9);
    }

    /// Space for the own pieces.
    section Space {
        /// For each safe central square, twice if behind an own pawn and not attacked; by the number of own pieces (at
        /// most 7).
        space[8] = [S(-17, 3), S(-13, 6), S(-14, 11), S(-10, 12), S(-5, 11), S(-2, 9), S(1, 2), S(2, 7)];
    }

    /// Initiative: the winning chances of the side ahead in the endgame. Only the endgame half counts.
    section Initiative {
        /// Base.
        initiative_base = S(0, -72);
        /// For each pawn.
        initiative_pawns = S(0, 2);
        /// For each passed pawn.
        initiative_passed = S(0, -1);
        /// Outflanking: file distance minus rank distance of the kings.
        initiative_outflanking = S(0, 2);
        /// Pawns on both flanks.
        initiative_both_flanks = S(0, 54);
        /// Infiltration: a king is in the enemy half.
        initiative_infiltration = S(0, 4);
        /// Face to face: negative outflanking, all pawns on one flank and none passed.
        initiative_face_to_face = S(0, -21);
        /// A pawn ending: only kings and pawns.
        initiative_pawn_ending = S(0, 39);
    }

    /// The scale of the endgame score in 256ths: the sum of these weights is added to 256 (the full score) and clamped
    /// to 0 to 512. Only the endgame half counts.
    section Scale {
        /// By the number of pawns of the side ahead.
        scale_pawns[9] = [
            S(0, -141), S(0, -84), S(0, -39), S(0, -7), S(0, -2), S(0, -3), S(0, -9), S(0, -15), S(0, -56),
        ];
        /// By the class of the ending (`EndgameClass`) and its lead in pawns: none, one, two or more.
        scale_ending[9][3] = [
            [S(0, -30), S(0, 38), S(0, 44)],
            [S(0, -30), S(0, -24), S(0, 32)],
            [S(0, -34), S(0, 31), S(0, 51)],
            [S(0, -200), S(0, -197), S(0, -192)],
            [S(0, -32), S(0, 14), S(0, 37)],
            [S(0, -7), S(0, 6), S(0, 22)],
            [S(0, 1), S(0, -13), S(0, -30)],
            [S(0, -37), S(0, -39), S(0, -38)],
            [S(0, 2), S(0, 15), S(0, 14)],
        ];
        /// All pawns on one flank; by the class of the ending.
        scale_one_flank[9] = [
            S(0, 66), S(0, -39), S(0, -36), S(0, -28), S(0, 0), S(0, 0), S(0, 20), S(0, 31), S(0, -2),
        ];
        /// One bishop each, of opposite colors, with other pieces on the board.
        scale_opposite_bishops = S(0, -45);
        /// For each of its passed pawns in an ending with only bishops of opposite colors.
        scale_bishops_passed = S(0, 27);
    }

    /// The advantage of the move.
    section Tempo {
        /// Being the side to move.
        tempo = S(15, 12);
    }
}
