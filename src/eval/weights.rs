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
        material[5] = [S(72, 138), S(329, 353), S(305, 386), S(476, 660), S(913, 960)];
        /// Imbalance with own pieces, a pair of the row's and the column's kind: bishop pair (any two), pawn, knight,
        /// bishop, rook, queen; at most two pieces of a kind. The diagonal: pairs of one kind, the bishop pair itself.
        imbalance_ours[6][6] = [
            [S(20, 48), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-8, 13), S(5, 4), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-6, 4), S(3, 17), S(5, -37), S(0, 0), S(0, 0), S(0, 0)],
            [S(-7, -3), S(11, 7), S(6, -21), S(-6, -4), S(0, 0), S(0, 0)],
            [S(1, -10), S(6, 17), S(-10, -18), S(-1, -11), S(-30, -77), S(0, 0)],
            [S(3, -35), S(-4, 34), S(-42, -59), S(-24, -18), S(-75, -147), S(-176, -304)],
        ];
        /// Imbalance with enemy pieces, likewise: the row is the own kind, the column the enemy's.
        imbalance_theirs[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-7, 10), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(6, -20), S(6, 19), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(4, -5), S(4, 22), S(6, -17), S(0, 0), S(0, 0), S(0, 0)],
            [S(-16, 2), S(9, 32), S(-7, 0), S(-1, -13), S(0, 0), S(0, 0)],
            [S(-7, -35), S(16, 85), S(39, 72), S(33, 126), S(-45, 196), S(0, 0)],
        ];
    }

    /// Piece-square tables.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][8] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-16, 13), S(0, 9), S(-6, 18), S(3, 17), S(1, 28), S(18, 21), S(21, 9), S(-6, 7)],
            [S(-21, 0), S(-15, 0), S(-8, 2), S(-2, 2), S(2, 4), S(0, 17), S(11, 0), S(-11, -3)],
            [S(-16, 7), S(-9, 1), S(-3, -15), S(8, -23), S(8, -21), S(3, 9), S(1, 10), S(-18, 12)],
            [S(-1, 32), S(3, 16), S(-2, -7), S(16, -29), S(10, -19), S(1, 26), S(8, 28), S(-4, 20)],
            [S(47, 22), S(33, 22), S(36, 11), S(50, -4), S(37, 28), S(28, 64), S(15, 61), S(27, 17)],
            [S(56, -17), S(-7, 6), S(32, 15), S(49, 7), S(23, 44), S(20, 37), S(-1, 32), S(35, -43)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// Knight by rank and file.
        knight_square[8][8] = [
            [S(-38, -38), S(-14, -22), S(-8, -21), S(-5, -6), S(-10, -11), S(-8, -14), S(-24, -30), S(-35, -22)],
            [S(-6, 8), S(-4, 3), S(-10, -11), S(-7, -9), S(-7, -7), S(-7, -14), S(-9, -4), S(-8, -15)],
            [S(-7, -2), S(1, -9), S(0, -9), S(-5, 6), S(6, 9), S(3, -9), S(-2, -2), S(-2, -12)],
            [S(12, 9), S(6, 14), S(18, 13), S(7, 20), S(15, 18), S(19, 9), S(10, 2), S(6, 14)],
            [S(17, 13), S(14, 12), S(16, 13), S(25, 17), S(15, 13), S(24, 9), S(7, 9), S(26, 8)],
            [S(-2, 11), S(10, -4), S(3, 20), S(7, 22), S(22, 3), S(5, 6), S(4, 2), S(1, -1)],
            [S(-27, 19), S(-1, 13), S(9, 2), S(-9, 4), S(14, 1), S(32, -3), S(9, 18), S(-27, 19)],
            [S(-94, -25), S(-79, 9), S(-65, 24), S(-33, 20), S(1, 14), S(-102, 26), S(-37, 18), S(-88, -77)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][8] = [
            [S(9, -5), S(5, -7), S(-8, -3), S(-16, 7), S(-2, 5), S(-21, 1), S(6, -5), S(0, -17)],
            [S(0, 14), S(9, -10), S(4, 10), S(-7, 11), S(-4, 12), S(10, 2), S(12, -16), S(-1, -6)],
            [S(8, -3), S(14, 11), S(3, 11), S(0, 17), S(2, 23), S(6, 11), S(11, 6), S(2, 4)],
            [S(11, 0), S(5, 6), S(8, 25), S(13, 20), S(21, 9), S(8, 15), S(5, 0), S(5, -6)],
            [S(3, 11), S(7, 12), S(3, 17), S(14, 15), S(16, 17), S(14, 8), S(8, 11), S(3, 4)],
            [S(-5, 18), S(-8, 25), S(-4, 9), S(3, 16), S(5, 8), S(6, 14), S(2, 19), S(9, 11)],
            [S(-20, 23), S(-18, 18), S(-2, 20), S(-25, 23), S(-32, 29), S(-8, 24), S(-33, 19), S(-26, 13)],
            [S(-11, -1), S(-48, 47), S(-44, 38), S(-82, 34), S(-61, 38), S(-73, 39), S(-36, 29), S(-43, -5)],
        ];
        /// Rook by rank and file.
        rook_square[8][8] = [
            [S(-5, -12), S(-3, -7), S(0, -5), S(2, -7), S(6, -13), S(-1, -7), S(-3, -9), S(-8, -21)],
            [S(-20, -1), S(-4, 0), S(-3, 3), S(-5, 6), S(-9, 9), S(2, -6), S(-3, 0), S(-31, -14)],
            [S(-15, 6), S(-7, 8), S(-12, 10), S(-12, 10), S(-4, 1), S(-1, 10), S(3, -6), S(-1, -21)],
            [S(-23, 28), S(-12, 22), S(-11, 17), S(-7, 17), S(-11, 16), S(-4, 18), S(0, 15), S(-16, 15)],
            [S(-19, 36), S(-4, 31), S(2, 22), S(-3, 20), S(-10, 19), S(12, 16), S(-12, 28), S(-7, 21)],
            [S(-7, 39), S(-1, 28), S(1, 25), S(3, 23), S(17, 10), S(15, 11), S(13, 24), S(-6, 19)],
            [S(9, 15), S(3, 18), S(19, 8), S(20, 1), S(8, 7), S(24, 10), S(4, 18), S(24, 0)],
            [S(-4, 30), S(-19, 35), S(-2, 22), S(8, 24), S(-20, 23), S(-10, 27), S(-8, 27), S(-18, 24)],
        ];
        /// Queen by rank and file.
        queen_square[8][8] = [
            [S(10, -47), S(0, -40), S(-5, -38), S(2, -45), S(0, -35), S(-6, -40), S(-17, -53), S(-15, -40)],
            [S(1, -38), S(0, -23), S(8, -42), S(3, -15), S(6, -22), S(19, -50), S(15, -44), S(-13, -12)],
            [S(8, -30), S(8, -18), S(9, -18), S(0, 0), S(-4, 21), S(3, 15), S(8, -16), S(5, -21)],
            [S(10, -19), S(6, -14), S(0, 23), S(-2, 31), S(-3, 23), S(-10, 35), S(4, 8), S(3, -4)],
            [S(14, -1), S(-1, 27), S(8, 19), S(-8, 38), S(-10, 47), S(4, 10), S(-20, 40), S(-4, 21)],
            [S(10, -3), S(7, 13), S(1, 28), S(-4, 35), S(-6, 43), S(10, 32), S(-6, 29), S(3, 9)],
            [S(-17, 19), S(-10, 12), S(7, 0), S(-6, 38), S(-17, 24), S(-6, 26), S(2, 18), S(0, 6)],
            [S(-43, 27), S(-12, 19), S(-12, 22), S(3, -2), S(1, -5), S(7, 27), S(-10, 23), S(-21, 41)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(24, -41), S(24, -19), S(10, -36), S(-7, -38)],
            [S(29, -19), S(14, -2), S(5, -23), S(-18, -8)],
            [S(17, -15), S(14, 6), S(-1, -11), S(-33, 9)],
            [S(1, -2), S(-16, 17), S(-18, -2), S(-56, 19)],
            [S(11, 7), S(1, 39), S(-38, 26), S(-78, 35)],
            [S(-8, 20), S(-14, 63), S(-46, 36), S(-67, 39)],
            [S(11, -8), S(-29, 59), S(11, 6), S(-24, 27)],
            [S(27, -136), S(12, 3), S(19, -19), S(-43, 2)],
        ];
    }

    /// Pawn structure, cached in the pawn hash table.
    section Pawns {
        /// A doubled pawn, behind an own pawn on its file; not isolated, isolated.
        doubled[2] = [S(1, -20), S(1, -28)];
        /// A doubled pawn that attacks a pawn, and so may leave its file.
        doubled_lever = S(5, -7);
        /// An isolated pawn: no own pawn on the adjacent files; opposed (by an enemy pawn ahead on its file),
        /// unopposed; by the file's distance from the edge.
        isolated[2][4] = [
            [S(-3, -5), S(-7, -7), S(-5, -5), S(-12, 2)],
            [S(1, -17), S(-2, -14), S(-5, -14), S(-10, -18)],
        ];
        /// An isolated pawn that attacks a pawn.
        isolated_lever = S(8, 10);
        /// A backward pawn: not isolated, but no own pawn beside or behind it on the adjacent files, and an enemy pawn
        /// attacks the square in front of it; opposed, unopposed; by rank.
        backward[2][8] = [
            [S(0, 0), S(-3, -3), S(-3, -5), S(-6, -11), S(7, -67), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-9, -9), S(-10, -10), S(-3, -4), S(-8, -5), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// A pawn defended by a pawn; opposed, unopposed; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(11, 16), S(12, 13), S(16, 15), S(26, 58), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(20, 16), S(20, 16), S(27, 33), S(40, 53), S(103, 128), S(0, 0)],
        ];
        /// A phalanx: a pawn directly beside an own pawn; opposed, unopposed; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(4, 2), S(8, 7), S(7, 9), S(17, 19), S(12, 107), S(80, 90), S(0, 0)],
            [S(0, 0), S(7, -7), S(11, 7), S(14, 14), S(19, 12), S(9, 63), S(73, 174), S(0, 0)],
        ];
        /// A pawn defended by two pawns.
        supported_twice = S(11, 12);
        /// A pawn attacked by two pawns and defended by none.
        weak_lever = S(-6, 8);
        /// A pawn blocked by an enemy pawn; by rank.
        blocked_pawn[8] = [S(0, 0), S(17, -5), S(2, 2), S(0, 0), S(-6, -4), S(-19, 7), S(0, 0), S(0, 0)];
        /// A candidate: not passed, no pawn ahead on its file, and at least as many helpers (own pawns beside or behind
        /// it on the adjacent files) as sentries (enemy pawns ahead on these files); by rank.
        candidate[8] = [S(0, 0), S(-1, -4), S(2, -1), S(-1, 17), S(-2, 12), S(-13, 55), S(0, 0), S(0, 0)];
    }

    /// Mobility, by the number of attacked squares in the mobility area. The area excludes squares attacked by enemy
    /// pawns and those of the own king, queens, and pawns that are blocked or on their second or third rank. Bishops
    /// see through queens, rooks through queens and own rooks; pinned pieces see only along the pin line.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-23, -130), S(-15, -53), S(-5, -23), S(-2, -10), S(3, 2), S(6, 12), S(8, 19), S(10, 23), S(14, 24),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-32, -66), S(-28, -25), S(-18, -8), S(-15, 6), S(-10, 13), S(-8, 20), S(-7, 26), S(-5, 29), S(-5, 31),
            S(-4, 32), S(-5, 34), S(9, 27), S(7, 31), S(17, 27),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-35, -87), S(-17, -24), S(-10, -6), S(-8, -6), S(-9, -4), S(-6, 2), S(-7, 10), S(-5, 15), S(-8, 23),
            S(-8, 32), S(-11, 45), S(-10, 50), S(-13, 60), S(-15, 64), S(-15, 69),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-4, -30), S(1, -64), S(-4, -139), S(-6, -161), S(-15, -92), S(-13, -61), S(-11, -59), S(-10, -44),
            S(-10, -35), S(-7, -22), S(-6, -13), S(-5, -4), S(-4, 3), S(0, 5), S(-3, 19), S(-2, 18), S(-3, 25),
            S(-6, 38), S(-7, 42), S(-7, 42), S(-8, 52), S(-8, 50), S(13, 25), S(10, 31), S(12, 17), S(73, -32),
            S(57, -39), S(79, -30),
        ];
        /// Safe mobility of a rook: without squares attacked by enemy knights and bishops.
        rook_safe_mobility[15] = [
            S(5, -18), S(-5, -15), S(-2, 1), S(-3, 11), S(-4, 14), S(-5, 15), S(-4, 14), S(-3, 11), S(-2, 8), S(1, 5),
            S(2, 0), S(3, -1), S(8, -10), S(13, -8), S(2, -10),
        ];
        /// Safe mobility of a queen: without squares attacked by enemy knights, bishops and rooks.
        queen_safe_mobility[28] = [
            S(-80, -23), S(-19, -35), S(-10, 8), S(2, -11), S(6, -4), S(7, -8), S(7, 1), S(7, 8), S(4, 13), S(3, 13),
            S(3, 7), S(4, 5), S(2, 12), S(3, 9), S(4, 4), S(-1, 8), S(5, -1), S(-4, 5), S(5, 2), S(10, -8), S(4, -5),
            S(-2, -9), S(-11, 5), S(-6, 1), S(7, 8), S(-4, 3), S(1, 3), S(-6, -8),
        ];
    }

    /// Placement of pieces, mostly relative to pawns.
    section Pieces {
        /// Rook on the seventh rank, with the enemy king on the eighth or enemy pawns on the seventh.
        rook_on_seventh = S(-7, 16);
        /// Queen on the seventh rank, likewise.
        queen_on_seventh = S(3, 13);
        /// Trapped rook: mobility of at most 3, on the edge side of the own king, or on its file if that is one of the
        /// e- to h-files; with, without castling rights.
        trapped_rook[2] = [S(-6, -3), S(-18, -19)];
        /// Rook on an open, a half-open file.
        rook_on_file[2] = [S(26, -1), S(13, -2)];
        /// Knight, bishop on an outpost: ranks 3 to 5, defended by a pawn, where no enemy pawn can ever attack it.
        outpost[2] = [S(18, 4), S(20, 8)];
        /// Knight attacking an outpost square that no own piece or pawn occupies.
        reachable_outpost = S(14, 13);
        /// Bishop attacking at least two center squares, d4, e4, d5 and e5.
        long_diagonal_bishop = S(8, 8);
        /// Knight, bishop: for each king move of distance from the own king.
        king_protector[2] = [S(-3, -3), S(-4, -1)];
        /// Knight or bishop directly behind a pawn of either color.
        minor_behind_pawn = S(3, 7);
        /// Bad bishop: for each own pawn on a square of the bishop's color.
        bishop_pawns = S(-3, -5);
        /// Bad bishop: the same number times that of own blocked pawns on the c- to f-files.
        bishop_stuck_pawns = S(-1, -2);
        /// Bishop: for each enemy pawn on its diagonals, x-rayed through anything.
        bishop_xray_pawns = S(-3, -2);
        /// Rook on the file of a queen of either color.
        rook_on_queen_file = S(0, -10);
        /// Queen in the enemy half where no enemy pawn can ever attack it.
        queen_infiltration = S(6, -18);
        /// Knight, bishop, rook, queen by closedness, 0 (open) to 4 (closed).
        closedness[4][5] = [
            [S(-24, 3), S(-9, 5), S(2, -5), S(12, 8), S(5, 7)],
            [S(-18, 5), S(-8, 2), S(-3, 0), S(7, 10), S(1, 5)],
            [S(-4, 12), S(-4, 10), S(-2, -19), S(6, -24), S(-21, -4)],
            [S(-3, 41), S(-1, -4), S(-9, -8), S(25, 6), S(-2, 15)],
        ];
    }

    /// King safety. The shelter is in centipawns and cached in the pawn hash table. The `danger_*` weights are in units
    /// of king danger; positive is bad for the king. The penalty in centipawns is a sixteenth of their sum, in the
    /// middlegame also the square of a sum above zero, divided by 1024, and at most 2000 (`king.rs`).
    section King {
        /// The rearmost own pawn not behind the king, on each of the three files around it (or around the square where
        /// it can castle to, if better); by the file's distance from the edge and the pawn's rank, 0 if none.
        shelter[4][8] = [
            [S(4, -12), S(24, -31), S(19, -19), S(21, -13), S(3, 3), S(34, 20), S(31, 26), S(0, 0)],
            [S(-23, 15), S(21, -8), S(10, -2), S(-8, 10), S(-12, 20), S(31, 16), S(31, 25), S(0, 0)],
            [S(0, 8), S(14, 5), S(0, 1), S(0, -7), S(11, -8), S(30, -24), S(33, 22), S(0, 0)],
            [S(-17, 1), S(0, 1), S(-11, 7), S(-10, 9), S(-10, 14), S(-36, 23), S(-24, -8), S(0, 0)],
        ];
        /// The most advanced enemy pawn not behind the king on such a file; by the file's distance from the edge and
        /// the pawn's rank as the defender counts, 0 if none.
        storm[4][8] = [
            [S(-10, -19), S(100, -1), S(4, 13), S(-38, 24), S(-6, -5), S(-5, -20), S(-4, -17), S(0, 0)],
            [S(-17, 7), S(80, 6), S(-4, 47), S(-12, 33), S(-9, 15), S(3, -4), S(-4, 0), S(0, 0)],
            [S(4, -5), S(32, 7), S(-26, 35), S(-1, 21), S(-1, -2), S(5, -11), S(2, -13), S(0, 0)],
            [S(-1, 5), S(51, -6), S(-16, 20), S(-16, 5), S(-4, -1), S(6, -6), S(3, -12), S(0, 0)],
        ];
        /// Instead of `storm`, if the own pawn of the shelter blocks that pawn; by rank as the defender counts.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-14, -24), S(3, -18), S(2, -17), S(9, -23), S(-3, -51), S(0, 0)];
        /// Distance in king moves between the king and the nearest pawn of either side; 0 means no pawn.
        king_nearest_pawn[8] = [
            S(0, 0), S(-1, 19), S(-3, 23), S(-8, 9), S(13, -25), S(11, -57), S(9, -87), S(-47, -93),
        ];
        /// Each enemy knight, bishop, rook, queen that attacks the king ring.
        danger_attacker[4] = [S(40, 24), S(17, 74), S(14, -220), S(8, 51)];
        /// Each attack by these pieces on a square adjacent to the king.
        danger_adjacent_attack = S(8, -34);
        /// Each weak square of the ring: attacked, and undefended or defended only once, by king or queen.
        danger_weak_square = S(26, -64);
        /// A safe check by a knight, bishop, rook, queen; defender to move, attacker to move.
        danger_safe_check[2][4] = [
            [S(100, 61), S(52, 400), S(101, 221), S(55, 524)],
            [S(220, 259), S(106, 543), S(164, 481), S(139, 720)],
        ];
        /// Safe checks by a knight, bishop, rook, queen from more than one square.
        danger_multiple_checks[4] = [S(18, 102), S(32, 40), S(63, 49), S(54, 140)];
        /// Each square with an unsafe check by a knight, bishop or rook; only kinds without a safe check count.
        danger_unsafe_check = S(18, 93);
        /// Each enemy piece that can give discovered check.
        danger_discovered_check = S(115, 120);
        /// Each square of the ring attacked by an enemy pawn.
        danger_pawn_attack = S(20, -81);
        /// Number of adjacent squares free of own pieces and not attacked, where a slider's attack ends at the king.
        danger_escape[9] = [
            S(30, 257), S(4, 167), S(1, 93), S(3, 15), S(6, -15), S(13, -27), S(16, -78), S(21, -62), S(48, 18),
        ];
        /// Each square of the ring attacked twice and not defended by an own pawn.
        danger_double_attack = S(14, 62);
        /// The own pawns in front of the king; indexed like `shelter`, for its current square only.
        danger_shelter[4][8] = [
            [S(21, -63), S(2, 30), S(-10, 65), S(24, 78), S(60, 57), S(30, 127), S(40, 218), S(0, 0)],
            [S(14, -18), S(-4, 10), S(-7, 118), S(29, 42), S(44, 112), S(62, 123), S(95, 215), S(0, 0)],
            [S(17, -22), S(8, 47), S(-10, 122), S(18, 21), S(16, 106), S(10, 73), S(-33, 210), S(0, 0)],
            [S(4, -51), S(12, -12), S(-6, 51), S(9, 42), S(25, 15), S(5, 186), S(-67, 66), S(0, 0)],
        ];
        /// The enemy pawn storm on each of these files: free, blocked by the own pawn of the shelter; by the file's
        /// distance from the edge and the rank as the defender counts, 0 if none.
        danger_storm[2][4][8] = [
            [
                [S(25, 52), S(-7, 3), S(39, 208), S(5, 108), S(17, 58), S(-1, 36), S(-2, -5), S(0, 0)],
                [S(20, 48), S(22, 69), S(33, 213), S(6, 117), S(16, 60), S(0, 25), S(12, -4), S(0, 0)],
                [S(17, 51), S(16, 35), S(69, 180), S(36, 111), S(0, 52), S(6, 33), S(7, 3), S(0, 0)],
                [S(29, 51), S(34, 78), S(32, 232), S(11, 138), S(4, 54), S(2, 36), S(-3, 24), S(0, 0)],
            ],
            [
                [S(14, 51), S(14, 53), S(40, 228), S(16, 112), S(9, 20), S(4, 44), S(-19, -1), S(0, 0)],
                [S(14, 51), S(14, 53), S(37, 251), S(-6, 119), S(-17, 27), S(-7, 42), S(-17, -9), S(0, 0)],
                [S(14, 51), S(14, 53), S(55, 169), S(-2, 116), S(-16, 99), S(11, 56), S(-6, 28), S(0, 0)],
                [S(14, 51), S(14, 53), S(38, 237), S(4, 138), S(3, 62), S(-11, -21), S(12, -27), S(0, 0)],
            ],
        ];
        /// The attacker has no queen.
        danger_no_queen = S(-60, -20);
        /// An own knight defends the ring.
        danger_knight_defends = S(-39, 47);
        /// Each attacked square of the king's flank within the first five ranks; squares attacked twice count double.
        danger_flank_attack = S(10, -43);
        /// Each defended square of that area, attacked or not.
        danger_flank_defense = S(-8, 8);
        /// Each own piece pinned to the king.
        danger_pinned = S(-5, 192);
        /// No pawns of either color on the king's flank; in centipawns.
        pawnless_flank = S(-28, -41);
        /// The base of king danger.
        danger_base = S(25, 125);
    }

    /// Passed pawns.
    section Passed {
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(16, 15), S(18, 26), S(-12, 58), S(22, 73), S(39, 63), S(146, 131), S(0, 0)];
        /// An enemy piece stands on the block square, directly in front of the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(12, -10), S(0, -9), S(2, -10), S(-5, -14), S(-24, -31), S(-96, -32), S(0, 0)];
        /// An own piece stands on the block square; by rank.
        passed_own_blocker[8] = [S(0, 0), S(10, -4), S(-4, 0), S(12, -13), S(4, -23), S(7, -40), S(159, -46), S(0, 0)];
        /// The path to promotion is empty and not attacked by the enemy; by rank.
        passed_path_free[8] = [
            S(0, 0), S(-37, 20), S(-36, 20), S(-43, 24), S(-24, 20), S(-14, 52), S(-33, 159), S(0, 0),
        ];
        /// The block square is attacked, attacked and defended, neither, only defended; by rank.
        passed_block_square[4][8] = [
            [S(0, 0), S(2, -5), S(-2, -9), S(-3, -2), S(1, 9), S(6, 8), S(4, -7), S(0, 0)],
            [S(0, 0), S(-2, 10), S(-1, 9), S(0, 10), S(2, 36), S(39, 54), S(52, 86), S(0, 0)],
            [S(0, 0), S(-4, 6), S(-5, 3), S(0, 5), S(3, 20), S(24, 35), S(43, -53), S(0, 0)],
            [S(0, 0), S(4, 5), S(-3, 8), S(2, 7), S(7, 29), S(26, 60), S(126, 24), S(0, 0)],
        ];
        /// No enemy piece (the king aside) stands on the path to promotion, and none attacks it; attacked, safe squares
        /// beside it; by rank. An enemy rook or queen behind the pawn rules it out.
        passed_path_safe[2][8] = [
            [S(0, 0), S(-22, 16), S(-14, 3), S(5, 0), S(62, -10), S(127, 3), S(67, 70), S(0, 0)],
            [S(0, 0), S(9, 4), S(28, -3), S(2, 6), S(-37, 63), S(-53, 164), S(2, 163), S(0, 0)],
        ];
        /// Distance of the file from the edge.
        passed_file[4] = [S(6, 9), S(5, 1), S(4, -7), S(0, -12)];
        /// Sentries remain, but the pawn attacks them or has a neighbor for each that guards its block square.
        passed_by_lever = S(-9, -14);
        /// Tarrasch rule: an own, an enemy rook or queen behind the pawn, with only rooks and queens between.
        rook_behind_passed[2] = [S(2, 30), S(0, -44)];
        /// Rule of the square: in a pawn ending the enemy king cannot catch the pawn; its path is empty. Endgame only.
        rule_of_the_square = S(0, 250);
        /// For each king move, at most five, between the own king and the block square; by rank.
        passed_our_king[8] = [S(0, 0), S(-1, -3), S(2, -5), S(7, -15), S(1, -24), S(-2, -27), S(2, -31), S(0, 0)];
        /// For each king move, at most five, between the enemy king and the block square; by rank.
        passed_their_king[8] = [S(0, 0), S(-3, 0), S(-7, 1), S(-4, 14), S(-5, 29), S(-8, 52), S(-15, 78), S(0, 0)];
    }

    /// Threats against pieces and pawns.
    section Threats {
        /// A safe pawn attacks a knight, bishop, rook, queen; by side to move and target.
        threat_by_pawn[2][4] = [
            [S(45, 29), S(47, 40), S(49, 13), S(50, 11)],
            [S(50, 84), S(48, 93), S(28, 190), S(54, 115)],
        ];
        /// A knight, bishop, rook, queen, and no safe pawn, attacks a pawn, knight, bishop, rook, queen; by attacker,
        /// side to move, strongly or weakly protected, and target.
        threat_by_piece[4][2][2][5] = [
            [
                [
                    [S(0, 0), S(7, 20), S(21, 27), S(47, 49), S(35, 26)],
                    [S(-3, 19), S(8, 28), S(19, 21), S(49, 17), S(35, -17)],
                ],
                [
                    [S(0, 0), S(-1, 24), S(6, 18), S(39, 177), S(114, 167)],
                    [S(3, 21), S(7, 19), S(14, 43), S(49, 160), S(111, 163)],
                ],
            ],
            [
                [
                    [S(0, 0), S(8, 17), S(12, 14), S(43, 31), S(48, 37)],
                    [S(2, 20), S(9, 26), S(14, 38), S(34, 17), S(50, 42)],
                ],
                [
                    [S(0, 0), S(2, 20), S(-5, 8), S(45, 150), S(109, 159)],
                    [S(7, 27), S(13, 38), S(14, 21), S(46, 139), S(110, 145)],
                ],
            ],
            [
                [
                    [S(0, 0), S(-2, -3), S(5, -8), S(-5, 7), S(40, 19)],
                    [S(2, 21), S(9, 14), S(10, 31), S(4, 16), S(50, -3)],
                ],
                [
                    [S(0, 0), S(-1, -1), S(8, 2), S(-2, 1), S(99, 195)],
                    [S(10, 16), S(17, 30), S(26, 44), S(-6, 5), S(115, 228)],
                ],
            ],
            [
                [
                    [S(0, 0), S(-5, -12), S(-7, -17), S(0, -21), S(2, 1)],
                    [S(0, -6), S(-2, -1), S(-4, -10), S(-2, -7), S(3, 19)],
                ],
                [
                    [S(0, 0), S(-1, -6), S(2, -11), S(3, 3), S(1, -2)],
                    [S(7, -3), S(2, -4), S(2, 1), S(2, -14), S(-1, -15)],
                ],
            ],
        ];
        /// A pawn, knight, bishop, rook, queen is attacked; by side to move, target, one attacker or more, and no
        /// defender, one, or more.
        attacked[2][5][2][3] = [
            [
                [[S(12, 21), S(0, -8), S(0, 0)], [S(25, 27), S(7, 26), S(-6, -5)]],
                [[S(26, 19), S(3, 5), S(-2, 5)], [S(36, 25), S(18, 45), S(1, 19)]],
                [[S(27, 14), S(2, -4), S(-1, -7)], [S(35, 14), S(23, 48), S(-4, 24)]],
                [[S(37, -4), S(6, -9), S(1, -4)], [S(48, 5), S(15, 24), S(-1, 16)]],
                [[S(18, 7), S(8, 15), S(7, 18)], [S(10, 6), S(19, 71), S(0, 12)]],
            ],
            [
                [[S(4, 18), S(-3, 4), S(0, 0)], [S(7, -1), S(-7, -7), S(-18, -10)]],
                [[S(25, 51), S(10, 13), S(4, 11)], [S(23, 63), S(7, 43), S(4, 15)]],
                [[S(25, 57), S(8, 5), S(4, 0)], [S(33, 76), S(6, 51), S(-3, 17)]],
                [[S(16, 94), S(5, 9), S(-2, -4)], [S(29, 111), S(5, 28), S(-8, -6)]],
                [[S(35, 51), S(10, 4), S(-1, -18)], [S(35, 57), S(1, 33), S(-21, -39)]],
            ],
        ];
        /// An own pawn, knight, bishop, rook, queen that nothing defends.
        loose[5] = [S(-2, -7), S(-7, -9), S(-3, -13), S(-3, -1), S(-1, -3)];
        /// The king, and no safe pawn, attacks a weakly defended pawn or piece; by side to move.
        threat_by_king[2] = [S(12, 12), S(29, 22)];
        /// An own pawn, knight, bishop, rook, queen is pinned to the king.
        pinned[5] = [S(-11, 18), S(21, 124), S(14, 58), S(2, 42), S(22, 112)];
        /// Restricted enemy: each square attacked by both sides that the enemy does not protect strongly.
        restricted = S(3, -1);
        /// Each piece that a safe pawn push would attack; by side to move.
        threat_by_push[2] = [S(8, 0), S(14, 24)];
        /// Each safe square from which a knight can attack the only enemy queen.
        knight_on_queen = S(11, -4);
        /// Each safe square from which a bishop or rook can attack it, if we attack the square twice.
        slider_on_queen = S(11, 5);
        /// A bishop or rook of ours x-rays the only enemy queen through one piece.
        weak_queen = S(21, -6);
        /// Each attacked, weakly defended enemy piece or pawn that the enemy queen defends.
        weak_queen_protection = S(6, 13);
    }

    /// Space for the own pieces.
    section Space {
        /// For each safe central square, twice if behind an own pawn and not attacked; by the number of own pieces (at
        /// most 7).
        space[8] = [S(-14, 5), S(-8, 6), S(-11, 10), S(-9, 12), S(-5, 10), S(-2, 10), S(0, 6), S(1, 14)];
    }

    /// Initiative: the winning chances of the side ahead in the endgame. Only the endgame half counts.
    section Initiative {
        /// Base.
        initiative_base = S(0, -47);
        /// For each pawn.
        initiative_pawns = S(0, 1);
        /// For each passed pawn.
        initiative_passed = S(0, -2);
        /// Outflanking: file distance minus rank distance of the kings.
        initiative_outflanking = S(0, 1);
        /// Pawns on both flanks.
        initiative_both_flanks = S(0, 42);
        /// Infiltration: a king is in the enemy half.
        initiative_infiltration = S(0, 6);
        /// Face to face: negative outflanking, all pawns on one flank and none passed.
        initiative_face_to_face = S(0, -11);
        /// A pawn ending: only kings and pawns.
        initiative_pawn_ending = S(0, 37);
    }

    /// The scale of the endgame score in 256ths: the sum of these weights is added to 256 (the full score) and clamped
    /// to 0 to 512. Only the endgame half counts.
    section Scale {
        /// By the number of pawns of the side ahead.
        scale_pawns[9] = [
            S(0, -138), S(0, -90), S(0, -46), S(0, -25), S(0, -14), S(0, -9), S(0, -11), S(0, -20), S(0, -54),
        ];
        /// By the class of the ending (`EndgameClass`) and its lead in pawns: none, one, two or more.
        scale_ending[9][3] = [
            [S(0, -26), S(0, 53), S(0, 38)],
            [S(0, -14), S(0, -11), S(0, 35)],
            [S(0, -33), S(0, 36), S(0, 51)],
            [S(0, -158), S(0, -180), S(0, -183)],
            [S(0, -45), S(0, -3), S(0, 35)],
            [S(0, -10), S(0, -3), S(0, 15)],
            [S(0, -27), S(0, -17), S(0, -25)],
            [S(0, -47), S(0, -45), S(0, -46)],
            [S(0, -2), S(0, 5), S(0, 2)],
        ];
        /// All pawns on one flank; by the class of the ending.
        scale_one_flank[9] = [
            S(0, 56), S(0, -44), S(0, -33), S(0, -9), S(0, -6), S(0, -14), S(0, 23), S(0, 20), S(0, -2),
        ];
        /// One bishop each, of opposite colors, with other pieces on the board.
        scale_opposite_bishops = S(0, -37);
        /// For each of its passed pawns in an ending with only bishops of opposite colors.
        scale_bishops_passed = S(0, 33);
    }

    /// The advantage of the move.
    section Tempo {
        /// Being the side to move.
        tempo = S(15, 12);
    }
}
