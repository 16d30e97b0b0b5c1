//! All weights of the evaluation. `weights!` (in `weight_table.rs`) turns the list below into an enumeration of the
//! sections and a struct whose elements are scores ([`WEIGHTS`]) or indices into a flat vector (`weight_index.rs`).
//! `oxide88 tune` also reads and writes the list: keep its format. The weights below the line `by structure` are bases,
//! which the pawn structure changes (`network.rs`); their changes are in `network.bin`, with the fractions of the
//! bases.
//!
//! Weights are pairs (middlegame, endgame) in centipawns from the point of view of the side they are counted for,
//! unless their section says otherwise; penalties are negative. Ranks are relative: 0 is the back rank of the side that
//! is scored, 7 its last rank. Piece-square tables are indexed by rank and file; the files run from the edge far from
//! the own king to the edge near it (a to h if the king is on the e- to h-files, else h to a), or, for the king itself,
//! from the edge to the center. Weights "by side to move" come twice: first for when the other side is to move, then
//! for when the side that is scored is.

use super::blend::Blend;
use super::network::{Additions, DANGER_UNIT, Network, NetworkFile, UNIT};
use super::weight_table::{WeightIndex, WeightTable, blend, filled, table, weights};
use crate::types::{S, Score};

/// The structure network and what it adds to weights, as `oxide88 tune` wrote them.
const STORED: NetworkFile<BLENDED_WEIGHTS> = match NetworkFile::from_bytes(include_bytes!("network.bin")) {
    Some(file) => file,
    None => panic!("src/eval/network.bin is not a network of this shape"),
};

/// The structure network that plays.
pub static NETWORK: Network<i16> = STORED.network;

/// What is added to the weights that play.
pub static ADDITIONS: [Additions; BLENDED_WEIGHTS] = STORED.additions;

/// Returns the units of a weight's changes in one of its base.
pub const fn unit_of(section: Section) -> i32 {
    match section {
        Section::King => DANGER_UNIT,
        _ => UNIT,
    }
}

weights! {
    /// Piece values.
    section Material {
        /// Pawn, knight, bishop, rook, queen.
        material[5] = [S(83, 142), S(306, 383), S(289, 398), S(445, 742), S(903, 1220)];
    }

    /// Piece-square tables of pawns and kings.
    section Squares {
        /// Pawn by rank and file.
        pawn_square[8][8] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-15, 20), S(-1, 6), S(-8, 19), S(2, 15), S(4, 25), S(12, 25), S(25, 6), S(4, 11)],
            [S(-21, 9), S(-14, 1), S(-9, 1), S(-3, -1), S(1, 6), S(3, 10), S(12, 1), S(-4, 1)],
            [S(-14, 16), S(-6, 0), S(-5, -11), S(5, -26), S(8, -22), S(3, 4), S(7, 3), S(-8, 13)],
            [S(-2, 39), S(6, 15), S(2, -5), S(15, -24), S(14, -19), S(6, 17), S(8, 22), S(0, 31)],
            [S(35, 47), S(32, 18), S(33, 9), S(43, -5), S(40, 8), S(26, 48), S(20, 37), S(35, 38)],
            [S(50, 9), S(6, -5), S(16, 4), S(16, 32), S(8, 4), S(14, 19), S(12, 17), S(32, 8)],
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
        ];
        /// King by rank and file.
        king_square[8][4] = [
            [S(18, -15), S(17, -3), S(13, -16), S(0, -31)],
            [S(17, -9), S(10, -5), S(1, -15), S(-18, -13)],
            [S(22, -5), S(11, 2), S(0, -1), S(-39, 7)],
            [S(14, -14), S(6, -1), S(-1, -8), S(-30, 0)],
            [S(10, -8), S(22, 6), S(7, -5), S(-25, 1)],
            [S(-10, 13), S(-14, 30), S(-21, 22), S(-42, 29)],
            [S(5, 15), S(-2, 26), S(-19, 29), S(-53, 40)],
            [S(-8, -79), S(10, 2), S(9, -14), S(-17, 5)],
        ];
    }

    /// Pawn structure, cached in the pawn hash table.
    section Pawns {
        /// A doubled pawn, behind an own pawn on its file; not isolated, isolated.
        doubled[2] = [S(0, -17), S(1, -25)];
        /// A doubled pawn that attacks a pawn, and so may leave its file.
        doubled_lever = S(5, -1);
        /// An isolated pawn: no own pawn on the adjacent files; opposed (by an enemy pawn ahead on its file),
        /// unopposed; by the file's distance from the edge.
        isolated[2][4] = [
            [S(-2, -8), S(-6, -4), S(-5, -8), S(-8, -2)],
            [S(1, -21), S(1, -15), S(-4, -16), S(-7, -20)],
        ];
        /// An isolated pawn that attacks a pawn.
        isolated_lever = S(11, 20);
        /// A backward pawn: not isolated, but no own pawn beside or behind it on the adjacent files, and an enemy pawn
        /// attacks the square in front of it; opposed, unopposed; by rank.
        backward[2][8] = [
            [S(0, 0), S(-2, -4), S(-3, -9), S(-4, -19), S(4, -49), S(-6, -8), S(0, 0), S(0, 0)],
            [S(0, 0), S(-4, -14), S(-8, -12), S(-5, -3), S(-6, -11), S(-14, -10), S(0, 0), S(0, 0)],
        ];
        /// A pawn defended by a pawn; opposed, unopposed; by rank.
        supported[2][8] = [
            [S(0, 0), S(0, 0), S(11, 15), S(11, 10), S(13, 16), S(20, 68), S(60, 60), S(0, 0)],
            [S(0, 0), S(0, 0), S(19, 13), S(18, 14), S(25, 29), S(29, 56), S(74, 124), S(0, 0)],
        ];
        /// A phalanx: a pawn directly beside an own pawn; opposed, unopposed; by rank.
        phalanx[2][8] = [
            [S(0, 0), S(4, 3), S(7, 5), S(6, 8), S(14, 15), S(13, 84), S(80, 90), S(0, 0)],
            [S(0, 0), S(7, -5), S(10, 6), S(12, 13), S(18, 12), S(43, 51), S(60, 176), S(0, 0)],
        ];
        /// A pawn defended by two pawns.
        supported_twice = S(10, 13);
        /// A pawn attacked by two pawns and defended by none.
        weak_lever = S(-2, 19);
        /// A pawn blocked by an enemy pawn; by rank.
        blocked_pawn[8] = [S(0, 0), S(21, -4), S(3, 3), S(0, 0), S(-7, -5), S(-23, 6), S(0, 0), S(0, 0)];
        /// A candidate: not passed, no pawn ahead on its file, and at least as many helpers (own pawns beside or behind
        /// it on the adjacent files) as sentries (enemy pawns ahead on these files); by rank.
        candidate[8] = [S(0, 0), S(-2, -3), S(1, 1), S(2, 16), S(-1, 13), S(-13, 55), S(0, 0), S(0, 0)];
        /// By rank; cached in the pawn hash table.
        passed_rank[8] = [S(0, 0), S(16, 22), S(15, 32), S(-7, 53), S(22, 51), S(19, 41), S(127, 143), S(0, 0)];
        /// Sentries remain, but the pawn attacks them or has a neighbor for each that guards its block square.
        passed_by_lever = S(-7, -16);
    }

    /// King shelter, cached in the pawn hash table; in centipawns, but for the `danger_*` weights, which are added to
    /// king danger.
    section Shelter {
        /// The rearmost own pawn not behind the king, on each of the three files around it (or around the square where
        /// it can castle to, if better); by the file's distance from the edge and the pawn's rank, 0 if none.
        shelter[4][8] = [
            [S(10, -10), S(23, -16), S(21, -19), S(17, -12), S(9, 7), S(27, 21), S(26, 20), S(0, 0)],
            [S(-18, 6), S(20, -10), S(12, -8), S(-5, 3), S(-10, 18), S(23, 17), S(-12, 26), S(0, 0)],
            [S(0, 0), S(16, 3), S(-2, 6), S(1, -4), S(11, -1), S(34, -20), S(2, 20), S(0, 0)],
            [S(-16, 3), S(-5, 1), S(-8, -3), S(-11, 9), S(-10, 15), S(-22, 32), S(-29, 25), S(0, 0)],
        ];
        /// The most advanced enemy pawn not behind the king on such a file; by the file's distance from the edge and
        /// the pawn's rank as the defender counts, 0 if none.
        storm[4][8] = [
            [S(-14, -9), S(60, -19), S(5, 23), S(-33, 28), S(-7, 2), S(-6, -14), S(-5, -15), S(0, 0)],
            [S(-18, 4), S(43, -1), S(25, 36), S(-14, 27), S(-11, 17), S(0, -4), S(-5, -2), S(0, 0)],
            [S(5, -10), S(57, -19), S(0, 32), S(2, 14), S(0, 1), S(9, -10), S(7, -12), S(0, 0)],
            [S(0, 4), S(45, 18), S(-4, 18), S(-13, 2), S(-3, 1), S(4, -5), S(1, -5), S(0, 0)],
        ];
        /// Instead of `storm`, if the own pawn of the shelter blocks that pawn; by rank as the defender counts.
        blocked_storm[8] = [S(0, 0), S(0, 0), S(-10, -29), S(2, -15), S(3, -20), S(4, -24), S(-4, -37), S(0, 0)];
        /// Distance in king moves between the king and the nearest pawn of either side; 0 means no pawn.
        king_nearest_pawn[8] = [S(0, 0), S(-2, 18), S(-3, 20), S(-5, 8), S(6, -14), S(28, -47), S(34, -80), S(-1, -98)];
        /// The own pawns in front of the king; indexed like `shelter`, for its current square only.
        danger_shelter[4][8] = [
            [S(35, -60), S(17, 202), S(6, -22), S(34, -13), S(58, 29), S(53, 106), S(29, 226), S(0, 0)],
            [S(22, -3), S(1, 28), S(2, 31), S(36, 64), S(47, 165), S(79, 111), S(48, 202), S(0, 0)],
            [S(23, -43), S(21, 76), S(1, 142), S(25, 29), S(43, 69), S(48, 56), S(-17, 186), S(0, 0)],
            [S(5, 8), S(5, -59), S(5, -67), S(22, -19), S(28, 91), S(33, 223), S(12, 70), S(0, 0)],
        ];
        /// The enemy pawn storm on each of these files: free, blocked by the own pawn of the shelter; by the file's
        /// distance from the edge and the rank as the defender counts, 0 if none.
        danger_storm[2][4][8] = [
            [
                [S(31, 101), S(-81, 27), S(22, 200), S(31, 97), S(34, 48), S(18, 16), S(13, -23), S(0, 0)],
                [S(26, 30), S(-1, 46), S(81, 227), S(16, 81), S(23, 104), S(3, 11), S(13, -26), S(0, 0)],
                [S(22, -4), S(79, 90), S(109, 167), S(50, 93), S(14, 78), S(3, 88), S(10, 20), S(0, 0)],
                [S(28, 64), S(33, 33), S(35, 190), S(19, 67), S(18, 77), S(10, 54), S(9, 33), S(0, 0)],
            ],
            [
                [S(14, 51), S(14, 53), S(57, 75), S(38, 57), S(22, 67), S(9, 89), S(-10, -49), S(0, 0)],
                [S(14, 51), S(14, 53), S(72, 442), S(-9, 145), S(-12, -8), S(-15, 75), S(-1, -167), S(0, 0)],
                [S(14, 51), S(14, 53), S(86, 110), S(17, -35), S(1, 64), S(-13, 173), S(-3, 105), S(0, 0)],
                [S(14, 51), S(14, 53), S(54, 408), S(13, 222), S(13, 74), S(-2, -37), S(-8, -226), S(0, 0)],
            ],
        ];
        /// No pawns of either color on the king's flank; in centipawns.
        pawnless_flank = S(-19, -22);
    }

    /// Initiative: the winning chances of the side ahead in the endgame. Only the endgame half counts.
    section Initiative {
        /// Base.
        initiative_base = S(0, -38);
        /// For each pawn.
        initiative_pawns = S(0, 1);
        /// For each passed pawn.
        initiative_passed = S(0, -1);
        /// Outflanking: file distance minus rank distance of the kings.
        initiative_outflanking = S(0, 0);
        /// Pawns on both flanks.
        initiative_both_flanks = S(0, 33);
        /// Infiltration: a king is in the enemy half.
        initiative_infiltration = S(0, 1);
        /// Face to face: negative outflanking, all pawns on one flank and none passed.
        initiative_face_to_face = S(0, -11);
        /// A pawn ending: only kings and pawns.
        initiative_pawn_ending = S(0, 22);
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
            [S(14, 49), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-5, 8), S(2, 4), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-2, -8), S(6, 14), S(-2, -39), S(0, 0), S(0, 0), S(0, 0)],
            [S(-12, -2), S(13, 8), S(-4, -17), S(-12, -3), S(0, 0), S(0, 0)],
            [S(7, -41), S(9, 7), S(-10, -38), S(-8, -10), S(-3, -143), S(0, 0)],
            [S(6, -62), S(-4, 24), S(-37, -135), S(-34, -74), S(-64, -248), S(-209, -581)],
        ];
        /// Imbalance with enemy pieces, likewise: the row is the own kind, the column the enemy's.
        imbalance_theirs[6][6] = [
            [S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(-3, 4), S(0, 0), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(6, -31), S(8, 17), S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
            [S(3, -18), S(7, 20), S(9, -25), S(0, 0), S(0, 0), S(0, 0)],
            [S(-9, -27), S(9, 28), S(-8, -3), S(-13, 11), S(0, 0), S(0, 0)],
            [S(-14, -70), S(25, 57), S(32, 58), S(26, 124), S(-38, 163), S(0, 0)],
        ];
    }

    /// The structure, and the pieces where they stand in it.
    section Placement {
        /// The structure itself, once for each side: only what the network makes of it.
        structure = S(0, 0);
        /// Knight by rank and file.
        knight_square[8][8] = [
            [S(-27, -14), S(-3, -19), S(-2, -13), S(1, 4), S(-5, -10), S(-12, -11), S(-19, -17), S(-16, -14)],
            [S(-2, 0), S(-2, -4), S(-8, -12), S(-5, -24), S(-5, -19), S(-5, -18), S(-10, -10), S(-8, -13)],
            [S(-2, -18), S(0, -22), S(-1, -23), S(-2, -1), S(1, -3), S(0, -24), S(2, -16), S(-9, -7)],
            [S(14, 12), S(6, 19), S(14, 5), S(4, 10), S(4, 17), S(15, 8), S(5, 14), S(3, 6)],
            [S(15, 26), S(4, 9), S(13, 12), S(11, 33), S(6, 27), S(14, 16), S(-5, 22), S(17, 18)],
            [S(-11, 17), S(-13, 6), S(-3, 14), S(-3, 35), S(12, 24), S(-3, -3), S(-4, 11), S(-1, 1)],
            [S(-27, 30), S(-4, 35), S(-8, 24), S(-21, 37), S(-30, 45), S(10, 21), S(-13, 26), S(-49, 21)],
            [S(-111, -2), S(-47, 36), S(-67, 34), S(-51, 46), S(-48, 51), S(-103, 34), S(-46, 17), S(-69, -71)],
        ];
        /// Bishop by rank and file.
        bishop_square[8][8] = [
            [S(3, -8), S(1, -2), S(-5, 3), S(-13, 15), S(1, 8), S(-24, 12), S(-2, 9), S(5, -13)],
            [S(7, 9), S(7, -18), S(6, 4), S(-8, 15), S(-8, 11), S(7, 4), S(10, -14), S(13, -9)],
            [S(6, 0), S(9, 7), S(4, 12), S(-6, 19), S(-1, 23), S(4, 5), S(10, 7), S(0, 4)],
            [S(-5, 14), S(0, 13), S(-1, 21), S(10, 19), S(12, 12), S(7, 9), S(-5, 15), S(2, 17)],
            [S(6, 15), S(-3, 15), S(5, 17), S(13, 18), S(7, 12), S(2, 7), S(0, 15), S(-8, 22)],
            [S(-4, 19), S(1, 24), S(-9, 4), S(17, 14), S(3, 14), S(6, 10), S(4, 10), S(0, 27)],
            [S(-17, 27), S(-9, 2), S(0, 18), S(-17, 25), S(-12, 29), S(-11, 26), S(-34, 17), S(-24, 9)],
            [S(-11, -1), S(-39, 35), S(-31, 36), S(-58, 44), S(-37, 45), S(-40, 44), S(-41, 30), S(-32, 5)],
        ];
        /// Rook by rank and file.
        rook_square[8][8] = [
            [S(-7, -12), S(-8, -7), S(-5, -2), S(-4, -8), S(-3, -15), S(-10, -2), S(-11, -3), S(-7, -11)],
            [S(-16, -1), S(-11, 10), S(-7, 12), S(-5, 7), S(-8, 9), S(-1, 6), S(8, -16), S(-22, -13)],
            [S(-12, 2), S(-11, 12), S(-7, 9), S(-10, 9), S(-5, 4), S(-6, 7), S(7, -8), S(-4, -10)],
            [S(-8, 15), S(-6, 17), S(-5, 22), S(-3, 15), S(-6, 14), S(-9, 18), S(-2, 7), S(-11, 16)],
            [S(4, 32), S(-5, 37), S(2, 33), S(5, 24), S(-13, 26), S(5, 23), S(-8, 31), S(-1, 25)],
            [S(0, 36), S(4, 38), S(3, 35), S(2, 34), S(15, 24), S(18, 28), S(20, 34), S(-5, 32)],
            [S(3, 16), S(0, 25), S(10, 17), S(26, 13), S(10, 12), S(35, 14), S(11, 24), S(16, 8)],
            [S(6, 24), S(-11, 43), S(2, 26), S(2, 30), S(-23, 28), S(10, 18), S(-12, 38), S(-17, 37)],
        ];
        /// Queen by rank and file.
        queen_square[8][8] = [
            [S(-1, -25), S(-1, -12), S(-3, -9), S(2, -41), S(-3, -15), S(-2, -2), S(-8, -32), S(-6, -7)],
            [S(3, -34), S(3, -21), S(8, -31), S(1, -4), S(5, -17), S(16, -33), S(13, -43), S(5, -13)],
            [S(6, -14), S(4, -16), S(5, -2), S(-3, 15), S(-4, 19), S(0, 19), S(11, -17), S(7, -21)],
            [S(7, -5), S(6, 4), S(6, 14), S(-7, 41), S(-2, 36), S(-8, 35), S(7, 4), S(7, -1)],
            [S(11, -5), S(5, 11), S(12, 19), S(-6, 43), S(-8, 52), S(9, 28), S(-8, 45), S(2, 18)],
            [S(6, 3), S(12, 10), S(1, 25), S(5, 33), S(-8, 59), S(-2, 60), S(-9, 54), S(-5, 15)],
            [S(-29, 28), S(-10, 7), S(2, -1), S(-7, 28), S(-18, 34), S(-5, 24), S(12, 11), S(-7, 30)],
            [S(-27, 32), S(-8, 20), S(1, 13), S(-15, 11), S(-27, 31), S(4, 14), S(-22, 53), S(-19, 42)],
        ];
    }

    /// Mobility, by the number of attacked squares in the mobility area. The area excludes squares attacked by enemy
    /// pawns and those of the own king, queens, and pawns that are blocked or on their second or third rank. Bishops
    /// see through queens, rooks through queens and own rooks; pinned pieces see only along the pin line.
    section Mobility {
        /// Knight.
        knight_mobility[9] = [
            S(-37, -122), S(-17, -52), S(-10, -18), S(-7, -5), S(-3, 6), S(-1, 18), S(1, 28), S(2, 34), S(7, 37),
        ];
        /// Bishop.
        bishop_mobility[14] = [
            S(-35, -53), S(-25, -36), S(-17, -15), S(-17, 3), S(-14, 16), S(-12, 21), S(-12, 27), S(-10, 31), S(-9, 35),
            S(-9, 39), S(-9, 41), S(-3, 37), S(-16, 48), S(3, 36),
        ];
        /// Rook.
        rook_mobility[15] = [
            S(-47, -77), S(-19, -19), S(-14, -3), S(-11, -3), S(-12, 0), S(-8, 8), S(-7, 16), S(-6, 21), S(-8, 30),
            S(-10, 44), S(-10, 52), S(-13, 62), S(-15, 70), S(-13, 80), S(-4, 75),
        ];
        /// Queen.
        queen_mobility[28] = [
            S(10, 189), S(-7, 64), S(-11, -79), S(-10, -92), S(-9, -76), S(-10, -53), S(-10, -46), S(-8, -43),
            S(-7, -28), S(-6, -20), S(-5, -9), S(-6, 1), S(-4, 8), S(-1, 14), S(-4, 27), S(-3, 33), S(-1, 35),
            S(-3, 41), S(-2, 48), S(-5, 51), S(-6, 53), S(-7, 66), S(-17, 67), S(-3, 56), S(2, 42), S(16, 37), S(49, 9),
            S(63, -9),
        ];
        /// Safe mobility of a rook: without squares attacked by enemy knights and bishops.
        rook_safe_mobility[15] = [
            S(7, -13), S(-4, 11), S(-3, 26), S(-5, 27), S(-6, 28), S(-8, 27), S(-9, 25), S(-7, 20), S(-5, 16),
            S(-3, 11), S(0, 7), S(3, 1), S(10, -7), S(11, -14), S(17, -31),
        ];
        /// Safe mobility of a queen: without squares attacked by enemy knights, bishops and rooks.
        queen_safe_mobility[28] = [
            S(-51, -182), S(-18, -65), S(-6, 20), S(6, 9), S(7, 23), S(7, 31), S(5, 31), S(5, 33), S(4, 31), S(4, 31),
            S(4, 26), S(1, 27), S(1, 25), S(-1, 20), S(3, 13), S(1, 13), S(-4, 15), S(2, 10), S(14, 4), S(-7, 12),
            S(7, 4), S(3, -5), S(-2, -8), S(3, -15), S(-26, 7), S(-16, 14), S(-26, -10), S(10, -1),
        ];
    }

    /// Pieces and pawns together.
    section Pieces {
        /// Rook on the seventh rank, with the enemy king on the eighth or enemy pawns on the seventh.
        rook_on_seventh = S(-12, 19);
        /// Queen on the seventh rank, likewise.
        queen_on_seventh = S(3, 23);
        /// Trapped rook: mobility of at most 3, on the edge side of the own king, or on its file if that is one of the
        /// e- to h-files; with, without castling rights.
        trapped_rook[2] = [S(-8, 1), S(-15, -16)];
        /// Rook on an open, a half-open file.
        rook_on_file[2] = [S(17, 15), S(10, -6)];
        /// Knight, bishop on an outpost: ranks 3 to 5, defended by a pawn, where no enemy pawn can ever attack it.
        outpost[2] = [S(21, 10), S(16, 5)];
        /// Knight attacking an outpost square that no own piece or pawn occupies.
        reachable_outpost = S(16, 17);
        /// Bishop attacking at least two center squares, d4, e4, d5 and e5.
        long_diagonal_bishop = S(6, 9);
        /// Knight, bishop: for each king move of distance from the own king.
        king_protector[2] = [S(-3, -3), S(-3, -2)];
        /// Knight or bishop directly behind a pawn of either color.
        minor_behind_pawn = S(5, 3);
        /// Bad bishop: for each own pawn on a square of the bishop's color.
        bishop_pawns = S(-4, -6);
        /// Bad bishop: the same number times that of own blocked pawns on the c- to f-files.
        bishop_stuck_pawns = S(0, -2);
        /// Bishop: for each enemy pawn on its diagonals, x-rayed through anything.
        bishop_xray_pawns = S(-3, -2);
        /// Rook on the file of a queen of either color.
        rook_on_queen_file = S(0, -7);
        /// Queen in the enemy half where no enemy pawn can ever attack it.
        queen_infiltration = S(0, -1);
    }

    /// King danger, in units of its own; positive is bad for the king. The penalty in centipawns is a sixteenth of the
    /// sum, in the middlegame also the square of a sum above zero, divided by 1024, and at most 2000 (`king.rs`).
    section King {
        /// Each enemy knight, bishop, rook, queen that attacks the king ring.
        danger_attacker[4] = [S(36, -87), S(22, 52), S(27, -224), S(9, -15)];
        /// Each attack by these pieces on a square adjacent to the king.
        danger_adjacent_attack = S(12, -130);
        /// Each weak square of the ring: attacked, and undefended or defended only once, by king or queen.
        danger_weak_square = S(30, -80);
        /// A safe check by a knight, bishop, rook, queen; defender to move, attacker to move.
        danger_safe_check[2][4] = [
            [S(113, 263), S(52, 514), S(103, 367), S(65, 699)],
            [S(235, 496), S(109, 733), S(166, 515), S(101, 1179)],
        ];
        /// Safe checks by a knight, bishop, rook, queen from more than one square.
        danger_multiple_checks[4] = [S(47, 34), S(55, 46), S(81, 9), S(34, 326)];
        /// Each square with an unsafe check by a knight, bishop or rook; only kinds without a safe check count.
        danger_unsafe_check = S(14, 76);
        /// Each enemy piece that can give discovered check.
        danger_discovered_check = S(95, 177);
        /// Each square of the ring attacked by an enemy pawn.
        danger_pawn_attack = S(19, 6);
        /// Number of adjacent squares free of own pieces and not attacked, where a slider's attack ends at the king.
        danger_escape[9] = [
            S(23, 514), S(4, 292), S(6, 214), S(18, 87), S(24, -1), S(36, -93), S(49, -202), S(56, -275), S(19, -299),
        ];
        /// Each square of the ring attacked twice and not defended by an own pawn.
        danger_double_attack = S(5, 205);
        /// The attacker has no queen.
        danger_no_queen = S(-70, -342);
        /// An own knight defends the ring.
        danger_knight_defends = S(-31, 20);
        /// Each attacked square of the king's flank within the first five ranks; squares attacked twice count double.
        danger_flank_attack = S(7, -23);
        /// Each defended square of that area, attacked or not.
        danger_flank_defense = S(-13, 12);
        /// Each own piece pinned to the king.
        danger_pinned = S(7, 200);
        /// The base of king danger.
        danger_base = S(57, 125);
    }

    /// Passed pawns: their path, the kings and the rooks.
    section Passed {
        /// An enemy piece stands on the block square, directly in front of the pawn; by rank.
        passed_blocked[8] = [S(0, 0), S(-6, -12), S(8, -5), S(0, -7), S(-2, -18), S(-1, -34), S(-48, -49), S(0, 0)];
        /// An own piece stands on the block square; by rank.
        passed_own_blocker[8] = [S(0, 0), S(0, -3), S(-10, 5), S(3, -2), S(-6, -5), S(8, -11), S(104, 6), S(0, 0)];
        /// The path to promotion is empty and not attacked by the enemy; by rank.
        passed_path_free[8] = [S(0, 0), S(-34, 23), S(-41, 26), S(-41, 35), S(3, 27), S(50, 35), S(51, 134), S(0, 0)];
        /// The block square is attacked, attacked and defended, neither, only defended; by rank.
        passed_block_square[4][8] = [
            [S(0, 0), S(-8, 0), S(-8, -9), S(-3, -5), S(-2, -7), S(-1, -8), S(10, -30), S(0, 0)],
            [S(0, 0), S(1, 14), S(-1, 14), S(1, 7), S(0, 23), S(20, 42), S(24, 120), S(0, 0)],
            [S(0, 0), S(-3, 10), S(-5, 4), S(5, 4), S(1, 12), S(12, 22), S(47, -76), S(0, 0)],
            [S(0, 0), S(7, 9), S(-4, 12), S(11, 5), S(16, 21), S(16, 59), S(42, 119), S(0, 0)],
        ];
        /// No enemy piece (the king aside) stands on the path to promotion, and none attacks it; attacked, safe squares
        /// beside it; by rank. An enemy rook or queen behind the pawn rules it out.
        passed_path_safe[2][8] = [
            [S(0, 0), S(-2, 14), S(-18, 6), S(14, -8), S(47, -2), S(145, -6), S(73, 52), S(0, 0)],
            [S(0, 0), S(-38, 15), S(-39, 11), S(-60, 33), S(-41, 64), S(-64, 162), S(-45, 208), S(0, 0)],
        ];
        /// Distance of the file from the edge.
        passed_file[4] = [S(0, 5), S(1, -8), S(-2, -17), S(-5, -22)];
        /// Tarrasch rule: an own, an enemy rook or queen behind the pawn, with only rooks and queens between.
        rook_behind_passed[2] = [S(3, 13), S(1, -46)];
        /// Rule of the square: in a pawn ending the enemy king cannot catch the pawn; its path is empty. Endgame only.
        rule_of_the_square = S(0, 404);
        /// For each king move, at most five, between the own king and the block square; by rank.
        passed_our_king[8] = [S(0, 0), S(-2, -2), S(-1, -2), S(8, -10), S(1, -13), S(-3, -18), S(-15, -27), S(0, 0)];
        /// For each king move, at most five, between the enemy king and the block square; by rank.
        passed_their_king[8] = [S(0, 0), S(-4, 1), S(-3, 1), S(-5, 15), S(-5, 30), S(-5, 54), S(-14, 80), S(0, 0)];
    }

    /// Threats against pieces and pawns.
    section Threats {
        /// A safe pawn attacks a knight, bishop, rook, queen; by side to move and target.
        threat_by_pawn[2][4] = [
            [S(37, 7), S(26, 30), S(36, 4), S(11, -53)],
            [S(44, 50), S(34, 28), S(28, 97), S(47, 92)],
        ];
        /// A knight, bishop, rook, queen, and no safe pawn, attacks a pawn, knight, bishop, rook, queen; by attacker,
        /// side to move, strongly or weakly protected, and target.
        threat_by_piece[4][2][2][5] = [
            [
                [
                    [S(0, 0), S(3, 60), S(13, 18), S(45, 46), S(10, -61)],
                    [S(1, 13), S(-3, 63), S(7, 28), S(37, 25), S(-1, -59)],
                ],
                [
                    [S(0, 0), S(0, 40), S(5, 0), S(27, 123), S(80, 145)],
                    [S(12, 12), S(-7, 51), S(5, 36), S(41, 132), S(105, 226)],
                ],
            ],
            [
                [
                    [S(0, 0), S(11, 15), S(-1, 88), S(20, 69), S(12, 8)],
                    [S(9, 17), S(5, 22), S(-5, 96), S(10, 56), S(4, 29)],
                ],
                [
                    [S(0, 0), S(2, 17), S(-8, 61), S(36, 137), S(74, 153)],
                    [S(14, 20), S(3, 36), S(-18, 79), S(37, 158), S(63, 336)],
                ],
            ],
            [
                [
                    [S(0, 0), S(-2, -12), S(-8, -16), S(-7, 9), S(-4, 19)],
                    [S(5, 23), S(4, 24), S(-9, 45), S(1, 13), S(11, -21)],
                ],
                [
                    [S(0, 0), S(-3, -7), S(-8, -25), S(3, -11), S(70, 177)],
                    [S(12, 31), S(8, 36), S(-3, 44), S(7, -17), S(88, 291)],
                ],
            ],
            [
                [
                    [S(0, 0), S(-4, -11), S(-16, -22), S(-10, -11), S(-1, 33)],
                    [S(6, -7), S(-5, 16), S(-14, 25), S(-12, 10), S(0, 37)],
                ],
                [
                    [S(0, 0), S(-5, -5), S(-7, -32), S(10, -14), S(13, -12)],
                    [S(11, 4), S(-2, 12), S(-15, 7), S(7, -14), S(-1, -30)],
                ],
            ],
        ];
        /// A pawn, knight, bishop, rook, queen is attacked; by side to move, target, one attacker or more, and no
        /// defender, one, or more.
        attacked[2][5][2][3] = [
            [
                [[S(8, 38), S(-6, -3), S(0, 0)], [S(21, 53), S(-5, 44), S(-15, -1)]],
                [[S(26, 37), S(5, 16), S(1, 19)], [S(53, 29), S(15, 70), S(5, 58)]],
                [[S(28, 25), S(16, 2), S(13, 20)], [S(50, 16), S(37, 71), S(16, 62)]],
                [[S(53, -10), S(17, -1), S(14, -9)], [S(79, -1), S(36, 25), S(14, 15)]],
                [[S(48, 40), S(36, 56), S(34, 54)], [S(63, 13), S(34, 108), S(17, 127)]],
            ],
            [
                [[S(-1, 15), S(-11, -7), S(0, 0)], [S(-6, 15), S(-21, -1), S(-31, -24)]],
                [[S(27, 79), S(5, 19), S(0, 22)], [S(45, 135), S(8, 46), S(8, 35)]],
                [[S(35, 69), S(18, 15), S(11, 29)], [S(78, 108), S(31, 38), S(20, 58)]],
                [[S(14, 90), S(0, 12), S(-2, 0)], [S(37, 270), S(-17, 45), S(-9, -9)]],
                [[S(54, 12), S(22, 70), S(21, 24)], [S(126, 203), S(-28, 58), S(-59, -67)]],
            ],
        ];
        /// An own pawn, knight, bishop, rook, queen that nothing defends.
        loose[5] = [S(-2, -6), S(-3, -5), S(2, -14), S(1, 3), S(-2, 2)];
        /// The king, and no safe pawn, attacks a weakly defended pawn or piece; by side to move.
        threat_by_king[2] = [S(-6, 14), S(9, 28)];
        /// An own pawn, knight, bishop, rook, queen is pinned to the king.
        pinned[5] = [S(-3, 10), S(27, 124), S(17, 61), S(17, 40), S(30, 84)];
        /// Restricted enemy: each square attacked by both sides that the enemy does not protect strongly.
        restricted = S(3, -1);
        /// Each piece that a safe pawn push would attack; by side to move.
        threat_by_push[2] = [S(7, -1), S(12, 9)];
        /// Each safe square from which a knight can attack the only enemy queen.
        knight_on_queen = S(10, -5);
        /// Each safe square from which a bishop or rook can attack it, if we attack the square twice.
        slider_on_queen = S(13, 5);
        /// A bishop or rook of ours x-rays the only enemy queen through one piece.
        weak_queen = S(16, -12);
        /// Each attacked, weakly defended enemy piece or pawn that the enemy queen defends.
        weak_queen_protection = S(1, 25);
    }

    /// Space for the own pieces.
    section Space {
        /// For each safe central square, twice if behind an own pawn and not attacked; by the number of own pieces (at
        /// most 7).
        space[8] = [S(-20, 2), S(-7, 4), S(-9, 10), S(-7, 12), S(-2, 9), S(0, 9), S(1, 11), S(1, 2)];
    }
}
