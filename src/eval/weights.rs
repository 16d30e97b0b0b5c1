//! All weights of the evaluation. `weights!` (in `weight_table.rs`) turns the list below into an enumeration of the
//! sections and a struct whose elements are scores and blends ([`WEIGHTS`]) or indices into a flat vector
//! (`weight_index.rs`). `oxide88 tune` also reads and writes the list: keep its format. The weights below the line
//! `by structure` are bases, which change with the structure, that is with pawns and kings (`network.rs`); the changes
//! are in `network.bin`, with the fractions of the bases.
//!
//! Weights are pairs (middlegame, endgame) in centipawns from the point of view of the side they are counted for,
//! unless their section says otherwise; penalties are negative. Ranks are relative: 0 is the back rank of the side that
//! is scored, 7 its last rank. Piece-square tables are indexed by rank and file; the files run from the edge far from
//! the own king to the edge near it (a to h if the king is on the e- to h-files, else h to a), or, for the king itself,
//! from the edge to the center. Weights "by side to move" come twice: first for when the other side is to move, then
//! for when the side that is scored is.

use super::blend::Blend;
use super::network::{Additions, Network, NetworkFile};
use super::weight_table::{WeightIndex, WeightTable, blend, filled, table, weights};
use crate::types::{S, Score};

/// The structure network and what it adds to weights, as `oxide88 tune` wrote them.
const STORED: NetworkFile<BLENDED_WEIGHTS> = match NetworkFile::from_bytes(include_bytes!("network.bin")) {
    Some(file) => file,
    None => panic!("src/eval/network.bin is not a network of this shape"),
};

/// The structure network that plays.
pub static NETWORK: Network<i16> = STORED.network;

/// The additions to the weights that play.
pub static ADDITIONS: [Additions; BLENDED_WEIGHTS] = STORED.additions;

weights! {
    /// Piece values.
    section Material {
        /// Pawn, knight, bishop, rook, queen.
        material[5] = [S(78, 132), S(299, 331), S(285, 378), S(453, 705), S(863, 1203)];
    }

    /// Piece-square tables of pawns and kings.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][8] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-14, 16), S(3, 8), S(-7, 21), S(8, 12), S(4, 24), S(14, 19), S(27, 4), S(2, 8)],
            [S(-19, 7), S(-12, 2), S(-10, 5), S(-6, 1), S(-4, 6), S(-1, 9), S(10, -2), S(-8, -1)],
            [S(-13, 12), S(-7, -3), S(-6, -9), S(3, -21), S(6, -20), S(-1, 2), S(5, -6), S(-8, 8)],
            [S(4, 36), S(1, 11), S(-1, -6), S(10, -25), S(11, -22), S(5, 12), S(6, 13), S(2, 22)],
            [S(44, 53), S(39, 31), S(33, 23), S(43, -1), S(32, 11), S(27, 49), S(46, 42), S(41, 35)],
            [S(32, 22), S(10, -6), S(17, 21), S(46, 21), S(22, -3), S(22, 31), S(18, 6), S(18, -9)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(23, -49), S(18, -29), S(12, -31), S(6, -36)],
            [S(20, -29), S(7, -20), S(6, -26), S(-11, -22)],
            [S(5, -21), S(5, -12), S(-6, -6), S(-34, -1)],
            [S(17, -15), S(-6, 0), S(-25, -2), S(-60, 7)],
            [S(1, 15), S(-2, 28), S(-12, 35), S(-48, 35)],
            [S(9, 15), S(-9, 65), S(-46, 66), S(-62, 77)],
            [S(-2, 19), S(12, 66), S(4, 62), S(-52, 72)],
            [S(38, -84), S(-11, 8), S(3, 27), S(-38, 61)],
        ];
    }

    /// Pawn structure, cached in the pawn hash table.
    section Pawns {
        /// A doubled pawn, behind an own pawn on its file; not isolated, isolated.
        doubled[2] = [S(2, -16), S(3, -23)];
        /// A doubled pawn that attacks a pawn, and so may leave its file.
        doubled_lever = S(6, -5);
        /// An isolated pawn: no own pawn on the adjacent files; opposed (by an enemy pawn ahead on its file),
        /// unopposed; by the file's distance from the edge.
        isolated[2][4] = [
            [S(-2, -9), S(-8, -5), S(-5, -9), S(-9, -2)],
            [S(1, -21), S(1, -14), S(-3, -17), S(-7, -19)],
        ];
        /// An isolated pawn that attacks a pawn.
        isolated_lever = S(12, 19);
        /// A backward pawn: not isolated, but no own pawn beside or behind it on the adjacent files, and an enemy pawn
        /// attacks the square in front of it; opposed, unopposed; by rank.
        backward[2][8] = [
            [S(0, 0), S(-3, -2), S(-3, -9), S(-5, -17), S(6, -63), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-6, -10), S(-7, -13), S(-7, -1), S(8, -15), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// A pawn defended by a pawn; opposed, unopposed; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(11, 14), S(12, 11), S(13, 18), S(15, 75), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(21, 12), S(19, 14), S(26, 27), S(32, 57), S(67, 124), S(0, 0)],
        ];
        /// A phalanx: a pawn directly beside an own pawn; opposed, unopposed; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(4, 4), S(8, 6), S(7, 10), S(15, 14), S(33, 61), S(80, 90), S(0, 0)],
            [S(0, 0), S(7, -4), S(11, 6), S(11, 13), S(15, 16), S(45, 54), S(41, 184), S(0, 0)],
        ];
        /// A pawn defended by two pawns.
        supported_twice = S(11, 14);
        /// A pawn attacked by two pawns and defended by none.
        weak_lever = S(-8, 41);
        /// A pawn blocked by an enemy pawn; by rank.
        blocked_pawn[8] = [S(0, 0), S(20, 6), S(2, 4), S(0, 0), S(-6, -6), S(-22, -4), S(0, 0), S(0, 0)];
        /// A candidate: not passed, no pawn ahead on its file, and at least as many helpers (own pawns beside or behind
        /// it on the adjacent files) as sentries (enemy pawns ahead on these files); by rank.
        candidate[8] = [S(0, 0), S(-1, -4), S(1, 1), S(2, 15), S(0, 14), S(-13, 55), S(0, 0), S(0, 0)];
        /// A passed pawn; by rank.
        passed_rank[8] = [S(0, 0), S(16, 27), S(17, 35), S(-6, 52), S(20, 42), S(26, 33), S(140, 141), S(0, 0)];
        /// Sentries remain, but the pawn attacks them or has a neighbor for each that guards its block square.
        passed_by_lever = S(-7, -16);
    }

    /// King shelter; all but `pawnless_flank` is cached in the pawn hash table. In centipawns, but for the `danger_*`
    /// weights, which are added to king danger.
    section Shelter {
        /// The rearmost own pawn not behind the king, on each of the three files around it (or around the square where
        /// it can castle to, if better); by the file's distance from the edge and the pawn's rank, 0 if none.
        shelter[4][8] = [
            [S(2, -4), S(19, -8), S(17, -16), S(15, -11), S(10, 1), S(38, 7), S(32, 20), S(0, 0)],
            [S(-18, 1), S(23, -13), S(12, -10), S(-3, -2), S(-5, 7), S(43, 3), S(-19, 15), S(0, 0)],
            [S(-2, 1), S(15, 5), S(-1, 5), S(-3, -1), S(13, -4), S(39, -15), S(16, 4), S(0, 0)],
            [S(-17, 6), S(-3, 4), S(-9, 4), S(-12, 13), S(-6, 15), S(-19, 36), S(-20, 24), S(0, 0)],
        ];
        /// The most advanced enemy pawn not behind the king on such a file; by the file's distance from the edge and
        /// the pawn's rank as the defender counts, 0 if none.
        storm[4][8] = [
            [S(-11, -6), S(85, -19), S(0, 15), S(-32, 24), S(-5, 0), S(-2, -12), S(-2, -10), S(0, 0)],
            [S(-20, 3), S(68, -15), S(28, 26), S(-21, 22), S(-11, 19), S(-2, -3), S(-8, 5), S(0, 0)],
            [S(4, -5), S(85, -4), S(-6, 27), S(0, 11), S(-3, -1), S(7, -9), S(6, -9), S(0, 0)],
            [S(-1, -5), S(68, 11), S(9, 8), S(-8, -1), S(-6, -2), S(0, -3), S(0, -8), S(0, 0)],
        ];
        /// Instead of `storm`, if the own pawn of the shelter blocks that pawn; by rank as the defender counts.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-4, -42), S(2, -18), S(1, -16), S(0, -21), S(-9, -45), S(0, 0)];
        /// Distance in king moves between the king and the nearest pawn of either side; 0 means no pawn.
        king_nearest_pawn[8] = [S(0, 0), S(-1, 17), S(-3, 17), S(-5, 6), S(-3, -11), S(8, -38), S(8, -68), S(-18, -85)];
        /// The own pawns in front of the king; indexed like `shelter`, for its current square only.
        danger_shelter[4][8] = [
            [S(30, -1), S(23, 17), S(5, -2), S(32, -1), S(63, -1), S(77, 5), S(33, 13), S(0, 0)],
            [S(18, 0), S(11, 6), S(2, 3), S(35, 3), S(47, 6), S(108, 3), S(66, 12), S(0, 0)],
            [S(21, -3), S(26, 7), S(-1, 7), S(27, 2), S(46, 4), S(55, 0), S(1, 13), S(0, 0)],
            [S(5, -3), S(14, -5), S(11, -5), S(28, 0), S(41, 2), S(41, 19), S(-8, 8), S(0, 0)],
        ];
        /// The enemy pawn storm on each of these files: free, blocked by the own pawn of the shelter; by the file's
        /// distance from the edge and the rank as the defender counts, 0 if none.
        danger_storm[2][4][8] = [
            [
                [S(29, 6), S(-81, -2), S(13, 13), S(33, 7), S(37, 5), S(20, 2), S(19, 1), S(0, 0)],
                [S(29, -3), S(14, -2), S(72, 10), S(16, 1), S(25, 11), S(4, 3), S(15, 3), S(0, 0)],
                [S(24, 1), S(89, 4), S(110, 8), S(52, 5), S(12, 3), S(8, 5), S(13, 2), S(0, 0)],
                [S(27, -1), S(47, 2), S(49, 7), S(31, 5), S(23, 5), S(17, 5), S(17, 2), S(0, 0)],
            ],
            [
                [S(14, 3), S(14, 3), S(65, 10), S(36, 2), S(17, 4), S(-5, 6), S(-21, -6), S(0, 0)],
                [S(14, 3), S(14, 3), S(79, 22), S(-11, 15), S(-17, 5), S(-13, 5), S(9, -19), S(0, 0)],
                [S(14, 3), S(14, 3), S(99, 6), S(-2, 2), S(-3, 8), S(-6, 6), S(9, 0), S(0, 0)],
                [S(14, 3), S(14, 3), S(60, 8), S(21, 16), S(15, 10), S(-5, 2), S(-4, -7), S(0, 0)],
            ],
        ];
        /// No pawns of either color on the king's flank.
        pawnless_flank = S(-23, -17);
    }

    /// Initiative: the winning chances of the side ahead in the endgame. Only the endgame half counts.
    section Initiative {
        /// Base.
        initiative_base = S(0, -33);
        /// For each pawn.
        initiative_pawns = S(0, 1);
        /// For each passed pawn.
        initiative_passed = S(0, -1);
        /// Outflanking: file distance minus rank distance of the kings.
        initiative_outflanking = S(0, 0);
        /// Pawns on both flanks.
        initiative_both_flanks = S(0, 31);
        /// Infiltration: a king is in the enemy half.
        initiative_infiltration = S(0, 2);
        /// Face to face: negative outflanking, all pawns on one flank and none passed.
        initiative_face_to_face = S(0, -12);
        /// A pawn ending: only kings and pawns.
        initiative_pawn_ending = S(0, 27);
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

    by structure:

    /// Material imbalance.
    section Imbalance {
        /// Imbalance with own pieces, a pair of the row's and the column's kind: bishop pair (any two), pawn, knight,
        /// bishop, rook, queen; at most two pieces of a kind. The diagonal: pairs of one kind, the bishop pair itself.
        imbalance_ours[6][6] = [
            [S(7, 36), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-5, 11), S(5, 2), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-3, 0), S(6, 16), S(0, -39), S(0, 0), S(0, 0), S(0, 0)],
            [S(-20, -15), S(11, 10), S(-2, -16), S(-20, -16), S(0, 0), S(0, 0)],
            [S(9, -29), S(7, 9), S(-2, -25), S(-4, -9), S(4, -119), S(0, 0)],
            [S(22, -59), S(-4, 21), S(-28, -112), S(-41, -47), S(-64, -194), S(-146, -612)],
        ];
        /// Imbalance with enemy pieces, likewise: the row is the own kind, the column the enemy's.
        imbalance_theirs[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-2, 1), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(3, -28), S(7, 23), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-1, -19), S(8, 19), S(10, -24), S(0, 0), S(0, 0), S(0, 0)],
            [S(-11, -26), S(8, 27), S(-14, 3), S(-19, 8), S(0, 0), S(0, 0)],
            [S(-16, -67), S(31, 50), S(36, 58), S(22, 127), S(-49, 176), S(0, 0)],
        ];
    }

    /// Piece-square tables of knights, bishops, rooks and queens.
    section Placement {
        /// Knight by rank and file.
        knight_square[8][8] = [
            [S(-33, -11), S(-7, -19), S(-5, -18), S(-1, -5), S(-7, -19), S(-7, -15), S(-17, -19), S(-14, -40)],
            [S(-5, -1), S(1, -14), S(-11, -25), S(-5, -27), S(-5, -22), S(-6, -25), S(-7, -17), S(-7, -13)],
            [S(-4, -21), S(-3, -22), S(-3, -28), S(-2, -12), S(1, -8), S(-2, -26), S(-1, -19), S(-6, -16)],
            [S(13, 14), S(4, 14), S(15, 1), S(5, 4), S(6, 14), S(15, 1), S(6, 6), S(5, -4)],
            [S(15, 29), S(4, 14), S(11, 7), S(16, 22), S(6, 20), S(14, 4), S(-2, 13), S(16, 16)],
            [S(-12, 30), S(-8, 5), S(-7, 8), S(-8, 25), S(14, 14), S(-9, -6), S(-4, -5), S(11, -16)],
            [S(-34, 32), S(-11, 32), S(-15, 17), S(-20, 33), S(-20, 32), S(2, 12), S(-13, 17), S(-49, 20)],
            [S(-112, -6), S(-57, 39), S(-64, 22), S(-62, 51), S(-46, 41), S(-108, 19), S(-71, 23), S(-78, -75)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][8] = [
            [S(2, -20), S(-1, -6), S(-4, -4), S(-13, 7), S(0, 8), S(-18, 4), S(-7, 9), S(5, -11)],
            [S(5, 13), S(4, -20), S(6, -3), S(-9, 7), S(-9, 6), S(10, -6), S(8, -19), S(7, -14)],
            [S(5, 2), S(7, 7), S(1, 4), S(-5, 13), S(-1, 15), S(0, 4), S(7, 7), S(0, 10)],
            [S(-2, 10), S(-1, 16), S(1, 16), S(8, 15), S(11, 10), S(8, 7), S(-8, 9), S(0, 2)],
            [S(-3, 19), S(0, 15), S(4, 16), S(13, 18), S(8, 3), S(4, 5), S(1, 12), S(-8, 19)],
            [S(-4, 29), S(5, 21), S(-5, 11), S(16, 20), S(10, 17), S(7, 12), S(0, 12), S(-1, 26)],
            [S(-19, 22), S(-8, 7), S(-2, 22), S(-20, 35), S(-12, 31), S(-3, 23), S(-43, 19), S(-29, 10)],
            [S(-24, 15), S(-26, 28), S(-49, 43), S(-51, 38), S(-49, 50), S(-40, 48), S(-33, 31), S(-37, 7)],
        ];
        /// Rook by rank and file.
        rook_square[8][8] = [
            [S(-8, -11), S(-7, -9), S(-6, -5), S(-5, -13), S(-1, -20), S(-9, -4), S(-12, -9), S(-12, -16)],
            [S(-18, -10), S(-7, 3), S(-11, 11), S(-9, 1), S(-11, 1), S(-4, 4), S(8, -20), S(-24, -6)],
            [S(-14, -2), S(-12, 16), S(-7, 4), S(-9, 2), S(-4, -7), S(-4, 3), S(6, -2), S(-8, -18)],
            [S(-12, 16), S(-6, 21), S(-15, 26), S(-3, 16), S(-12, 12), S(-16, 25), S(-4, 14), S(-14, 14)],
            [S(3, 27), S(-1, 34), S(-2, 34), S(11, 18), S(-12, 19), S(3, 21), S(-9, 31), S(-6, 18)],
            [S(8, 28), S(10, 39), S(9, 30), S(11, 26), S(17, 21), S(17, 25), S(19, 39), S(-1, 22)],
            [S(14, 13), S(9, 29), S(16, 20), S(30, 8), S(14, 11), S(29, 21), S(4, 39), S(22, 17)],
            [S(25, 21), S(4, 41), S(13, 30), S(3, 34), S(-10, 26), S(7, 33), S(1, 51), S(-9, 47)],
        ];
        /// Queen by rank and file.
        queen_square[8][8] = [
            [S(-4, -21), S(-7, -6), S(-6, -14), S(-2, -33), S(-8, -14), S(-12, -1), S(-20, -24), S(-22, 3)],
            [S(1, -17), S(0, -24), S(4, -28), S(2, -8), S(4, -23), S(12, -29), S(6, -39), S(-5, -22)],
            [S(2, -13), S(3, -3), S(2, 6), S(-5, 8), S(-6, 13), S(2, 12), S(8, -15), S(9, -17)],
            [S(6, 12), S(6, 4), S(6, 16), S(-7, 47), S(-4, 35), S(-10, 32), S(9, -4), S(8, 4)],
            [S(17, -4), S(5, 14), S(11, 20), S(-4, 33), S(-7, 57), S(8, 29), S(-5, 41), S(1, 10)],
            [S(9, -4), S(16, 16), S(6, 21), S(10, 30), S(-6, 43), S(4, 47), S(-15, 51), S(-2, 10)],
            [S(-19, 24), S(-4, 7), S(9, 3), S(6, 11), S(-11, 24), S(-1, 38), S(24, 16), S(-5, 40)],
            [S(-28, 18), S(9, 15), S(7, 13), S(-14, 6), S(-26, 20), S(9, 20), S(-6, 47), S(-14, 31)],
        ];
    }

    /// Mobility, by the number of attacked squares in the mobility area. The area excludes squares attacked by enemy
    /// pawns and those of the own king, queens, and pawns that are blocked or on their second or third rank. Bishops
    /// see through queens, rooks through queens and own rooks; pinned pieces see only along the pin line.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-42, -119), S(-24, -64), S(-13, -34), S(-8, -23), S(-5, -9), S(-2, 1), S(0, 10), S(2, 18), S(8, 24),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-38, -61), S(-29, -42), S(-21, -19), S(-18, -6), S(-16, 8), S(-13, 17), S(-11, 20), S(-9, 27), S(-7, 30),
            S(-7, 34), S(-5, 36), S(-2, 35), S(-17, 50), S(-12, 38),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-46, -67), S(-21, -16), S(-14, -3), S(-13, -8), S(-11, -1), S(-8, 4), S(-7, 11), S(-5, 16), S(-7, 24),
            S(-9, 40), S(-9, 48), S(-12, 58), S(-14, 67), S(-14, 76), S(-3, 68),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(-4, 212), S(3, 65), S(-18, -42), S(-13, -80), S(-13, -67), S(-14, -51), S(-12, -37), S(-10, -38),
            S(-9, -28), S(-8, -16), S(-7, -3), S(-5, 1), S(-3, 6), S(0, 13), S(-1, 18), S(0, 28), S(-2, 30), S(1, 33),
            S(1, 35), S(-5, 40), S(-8, 45), S(-7, 57), S(-11, 55), S(-1, 50), S(2, 43), S(-1, 40), S(39, 39), S(43, 7),
        ];
        /// Safe mobility of a rook: without squares attacked by enemy knights and bishops.
        rook_safe_mobility[15] = [
            S(5, -14), S(-3, 2), S(-3, 16), S(-4, 22), S(-6, 22), S(-7, 22), S(-8, 19), S(-6, 16), S(-4, 13), S(-1, 5),
            S(2, 3), S(4, 0), S(12, -8), S(10, -14), S(13, -27),
        ];
        /// Safe mobility of a queen: without squares attacked by enemy knights, bishops and rooks.
        queen_safe_mobility[28] = [
            S(-43, -143), S(-21, -43), S(-6, 0), S(4, 16), S(5, 23), S(4, 32), S(5, 32), S(4, 32), S(3, 34), S(2, 33),
            S(3, 28), S(1, 30), S(1, 26), S(-2, 25), S(0, 18), S(4, 17), S(-1, 18), S(3, 6), S(20, -6), S(-6, -1),
            S(16, -12), S(-5, -16), S(11, -37), S(-3, -35), S(-29, -16), S(-10, -16), S(-22, -20), S(-5, -24),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank, with the enemy king on the eighth or enemy pawns on the seventh.
        rook_on_seventh = S(-14, 22);
        /// Queen on the seventh rank, likewise.
        queen_on_seventh = S(3, 14);
        /// Trapped rook: mobility of at most 3, on the edge side of the own king, or on its file if that is one of the
        /// e- to h-files; with, without castling rights.
        trapped_rook[2] = [S(-7, -5), S(-13, -15)];
        /// Rook on an open, a half-open file.
        rook_on_file[2] = [S(18, 23), S(11, -8)];
        /// Knight, bishop on an outpost: ranks 3 to 5, defended by a pawn, where no enemy pawn can ever attack it.
        outpost[2] = [S(20, 7), S(17, 4)];
        /// Knight attacking an outpost square that no own piece or pawn occupies.
        reachable_outpost = S(17, 18);
        /// Bishop attacking at least two center squares, d4, e4, d5 and e5.
        long_diagonal_bishop = S(7, 9);
        /// Knight, bishop: for each king move of distance from the own king.
        king_protector[2] = [S(-2, -1), S(-3, -1)];
        /// Knight or bishop directly behind a pawn of either color.
        minor_behind_pawn = S(5, 7);
        /// Bad bishop: for each own pawn on a square of the bishop's color.
        bishop_pawns = S(-4, -6);
        /// Bad bishop: the same number times that of own blocked pawns on the c- to f-files.
        bishop_stuck_pawns = S(0, -1);
        /// Bishop: for each enemy pawn on its diagonals, x-rayed through anything.
        bishop_xray_pawns = S(-3, -3);
        /// Rook on the file of a queen of either color.
        rook_on_queen_file = S(-1, -7);
        /// Queen in the enemy half where no enemy pawn can ever attack it.
        queen_infiltration = S(2, 4);
    }

    /// King danger; positive is bad for the king. The middlegame half is in units of its own: the penalty in centipawns
    /// is a sixteenth of the sum and, if that is above zero, its square divided by 1024, at most 2000 (`king.rs`). The
    /// endgame half is in centipawns.
    section King {
        /// Each enemy knight, bishop, rook, queen that attacks the king ring.
        danger_attacker[4] = [S(33, -3), S(21, 4), S(25, -12), S(6, 1)];
        /// Each attack by these pieces on a square adjacent to the king.
        danger_adjacent_attack = S(12, -9);
        /// Each weak square of the ring: attacked, and undefended or defended only once, by king or queen.
        danger_weak_square = S(34, -7);
        /// A safe check by a knight, bishop, rook, queen; defender to move, attacker to move.
        danger_safe_check[2][4] = [
            [S(103, 23), S(47, 35), S(101, 28), S(65, 38)],
            [S(239, 40), S(104, 53), S(167, 48), S(104, 75)],
        ];
        /// Safe checks by a knight, bishop, rook, queen from more than one square.
        danger_multiple_checks[4] = [S(63, 3), S(70, 4), S(86, 4), S(28, 25)];
        /// Each square with an unsafe check by a knight, bishop or rook; only kinds without a safe check count.
        danger_unsafe_check = S(15, 6);
        /// Each enemy piece that can give discovered check.
        danger_discovered_check = S(89, 5);
        /// Each square of the ring attacked by an enemy pawn.
        danger_pawn_attack = S(14, 2);
        /// Number of adjacent squares free of own pieces and not attacked, where a slider's attack ends at the king.
        danger_escape[9] = [
            S(17, 22), S(6, 13), S(9, 11), S(22, 7), S(30, 2), S(39, -6), S(54, -9), S(66, -15), S(64, -16),
        ];
        /// Each square of the ring attacked twice and not defended by an own pawn.
        danger_double_attack = S(7, 11);
        /// The attacker has no queen.
        danger_no_queen = S(-48, -27);
        /// An own knight defends the ring.
        danger_knight_defends = S(-32, 2);
        /// Each attacked square of the king's flank within the first five ranks; squares attacked twice count double.
        danger_flank_attack = S(8, -1);
        /// Each defended square of that area, attacked or not.
        danger_flank_defense = S(-16, 1);
        /// Each own piece pinned to the king.
        danger_pinned = S(1, 15);
        /// The base of king danger.
        danger_base = S(66, 8);
    }

    /// Passed pawns: their path, the kings and the rooks.
    section Passed {
        /// An enemy piece stands on the block square, directly in front of the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(-10, 0), S(17, -7), S(0, -10), S(-1, -32), S(-7, -52), S(-47, -60), S(0, 0)];
        /// An own piece stands on the block square; by rank.
        passed_own_blocker[8] = [S(0, 0), S(-1, -2), S(-11, 10), S(2, 3), S(-3, -4), S(26, -15), S(68, 89), S(0, 0)];
        /// The path to promotion is empty and not attacked by the enemy; by rank.
        passed_path_free[8] = [S(0, 0), S(-36, 22), S(-32, 22), S(-24, 37), S(1, 46), S(15, 60), S(53, 135), S(0, 0)];
        /// The block square is attacked, attacked and defended, neither, only defended; by rank.
        passed_block_square[4][8] = [
            [S(0, 0), S(-6, 3), S(-7, -7), S(-6, -4), S(-2, -12), S(3, -13), S(28, -30), S(0, 0)],
            [S(0, 0), S(-2, 23), S(-3, 17), S(2, 6), S(-1, 20), S(10, 62), S(40, 134), S(0, 0)],
            [S(0, 0), S(-3, 8), S(-3, 7), S(5, 2), S(2, 9), S(15, 15), S(35, -82), S(0, 0)],
            [S(0, 0), S(6, 10), S(0, 14), S(16, 4), S(17, 18), S(43, 43), S(48, 122), S(0, 0)],
        ];
        /// No enemy piece (the king aside) stands on the path to promotion, and none attacks it; attacked, safe squares
        /// beside it; by rank. An enemy rook or queen behind the pawn rules it out.
        passed_path_safe[2][8] = [
            [S(0, 0), S(9, 10), S(-29, 6), S(-8, -2), S(33, 4), S(175, 39), S(86, 104), S(0, 0)],
            [S(0, 0), S(-23, 6), S(-42, 12), S(-53, 26), S(-63, 73), S(-99, 214), S(-99, 299), S(0, 0)],
        ];
        /// Distance of the file from the edge.
        passed_file[4] = [S(6, 2), S(8, -15), S(-3, -17), S(-2, -22)];
        /// Tarrasch rule: an own, an enemy rook or queen behind the pawn, with only rooks and queens between.
        rook_behind_passed[2] = [S(3, 25), S(13, -79)];
        /// Rule of the square: in a pawn ending the enemy king cannot catch the pawn; its path is empty. Endgame only.
        rule_of_the_square = S(0, 392);
        /// For each king move, at most five, between the own king and the block square; by rank.
        passed_our_king[8] = [S(0, 0), S(-2, -2), S(-1, -3), S(7, -8), S(2, -8), S(-2, -11), S(-18, -24), S(0, 0)];
        /// For each king move, at most five, between the enemy king and the block square; by rank.
        passed_their_king[8] = [S(0, 0), S(-3, -2), S(-4, 0), S(-6, 13), S(-5, 25), S(-9, 43), S(-14, 69), S(0, 0)];
    }

    /// Threats against pieces and pawns.
    section Threats {
        /// A safe pawn attacks a knight, bishop, rook, queen; by side to move and target.
        threat_by_pawn[2][4] = [
            [S(39, 11), S(29, 29), S(37, 2), S(0, -58)],
            [S(45, 52), S(35, 28), S(47, 77), S(42, 69)],
        ];
        /// A knight, bishop, rook, queen, and no safe pawn, attacks a pawn, knight, bishop, rook, queen; by attacker,
        /// side to move, strongly or weakly protected, and target.
        threat_by_piece[4][2][2][5] = [
            [
                [
                    [S(0, 0), S(6, 58), S(13, 11), S(41, 40), S(-3, -71)],
                    [S(0, 10), S(-2, 65), S(4, 23), S(35, 29), S(-13, -63)],
                ],
                [
                    [S(0, 0), S(0, 40), S(2, -7), S(31, 100), S(76, 120)],
                    [S(14, 13), S(-12, 44), S(3, 42), S(50, 132), S(100, 171)],
                ],
            ],
            [
                [
                    [S(0, 0), S(9, 16), S(-9, 92), S(16, 56), S(-3, 22)],
                    [S(6, 14), S(6, 20), S(-11, 111), S(7, 50), S(-6, 11)],
                ],
                [
                    [S(0, 0), S(3, 19), S(-21, 63), S(36, 104), S(72, 95)],
                    [S(16, 21), S(7, 35), S(-28, 85), S(41, 149), S(60, 216)],
                ],
            ],
            [
                [
                    [S(0, 0), S(-2, -10), S(-9, -13), S(-14, -25), S(-19, 20)],
                    [S(4, 18), S(2, 20), S(-13, 42), S(-1, -6), S(1, -26)],
                ],
                [
                    [S(0, 0), S(-2, -5), S(-8, -27), S(6, -30), S(69, 160)],
                    [S(14, 33), S(10, 38), S(-1, 46), S(14, -43), S(93, 235)],
                ],
            ],
            [
                [
                    [S(0, 0), S(-7, -8), S(-20, -8), S(-20, -6), S(-13, 9)],
                    [S(4, -5), S(-9, 23), S(-16, 31), S(-17, 9), S(-7, 4)],
                ],
                [
                    [S(0, 0), S(-7, 0), S(-9, -16), S(7, 0), S(16, 3)],
                    [S(13, 9), S(-4, 25), S(-18, 19), S(10, -12), S(0, -18)],
                ],
            ],
        ];
        /// A pawn, knight, bishop, rook, queen is attacked; by side to move, target, one attacker or more, and no
        /// defender, one, or more.
        attacked[2][5][2][3] = [
            [
                [[S(13, 34), S(-3, -3), S(0, 0)], [S(34, 52), S(2, 41), S(-12, -2)]],
                [[S(29, 43), S(7, 11), S(3, 12)], [S(65, 25), S(19, 69), S(6, 53)]],
                [[S(33, 28), S(19, 0), S(16, 13)], [S(64, 19), S(42, 62), S(21, 55)]],
                [[S(58, -2), S(18, 6), S(20, -3)], [S(95, 16), S(51, 22), S(23, 13)]],
                [[S(61, 58), S(51, 58), S(51, 48)], [S(88, 22), S(63, 94), S(37, 153)]],
            ],
            [
                [[S(1, 11), S(-12, -8), S(0, 0)], [S(-4, 5), S(-22, -3), S(-33, -27)]],
                [[S(31, 74), S(9, 17), S(2, 20)], [S(56, 115), S(11, 48), S(10, 30)]],
                [[S(42, 64), S(22, 16), S(16, 26)], [S(97, 89), S(35, 35), S(23, 53)]],
                [[S(15, 65), S(-7, 25), S(-2, 6)], [S(49, 212), S(-16, 51), S(-16, -5)]],
                [[S(57, 3), S(27, 58), S(22, 9)], [S(124, 192), S(-54, 50), S(-57, -70)]],
            ],
        ];
        /// An own pawn, knight, bishop, rook, queen that nothing defends.
        loose[5] = [S(-2, -6), S(-3, -3), S(2, -13), S(0, 3), S(-1, 2)];
        /// The king, and no safe pawn, attacks a weakly defended pawn or piece; by side to move.
        threat_by_king[2] = [S(-4, 12), S(10, 29)];
        /// An own pawn, knight, bishop, rook, queen is pinned to the king.
        pinned[5] = [S(-5, 12), S(29, 95), S(22, 52), S(17, 22), S(29, 43)];
        /// Restricted enemy: each square attacked by both sides that the enemy does not protect strongly.
        restricted = S(3, -2);
        /// Each piece that a safe pawn push would attack; by side to move.
        threat_by_push[2] = [S(9, -1), S(13, 14)];
        /// Each safe square from which a knight can attack the only enemy queen.
        knight_on_queen = S(11, 0);
        /// Each safe square from which a bishop or rook can attack it, if we attack the square twice.
        slider_on_queen = S(15, 5);
        /// A bishop or rook of ours x-rays the only enemy queen through one piece.
        weak_queen = S(17, -8);
        /// Each attacked, weakly defended enemy piece or pawn that the enemy queen defends.
        weak_queen_protection = S(1, 17);
    }

    /// Space for the own pieces.
    section Space {
        /// For each safe central square, twice if behind an own pawn and not attacked; by the number of own pieces (at
        /// most 7).
        space[8] = [S(-30, 4), S(-10, 6), S(-11, 10), S(-8, 11), S(-3, 9), S(0, 8), S(1, 8), S(2, 9)];
    }
}
