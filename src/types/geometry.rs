//! The geometry of the 0x88 board as difference tables. On this board the index difference of two squares determines
//! their relation. So one lookup at `to - from + 0x77` gives the kinds of piece that can attack from one square to the
//! other, the direction between them, or their distance in king moves. Indexes run from 0 to 0xEE; the tables have 256
//! entries, so that a byte needs no range check.

use super::{Piece, Square};

/// The eight directions of queen and king: diagonals first, then files and ranks.
pub const QUEEN_STEPS: [i8; 8] = [-17, -15, 15, 17, -16, -1, 1, 16];
/// The four diagonal directions.
pub const BISHOP_STEPS: [i8; 4] = [-17, -15, 15, 17];
/// The four directions along files and ranks.
pub const ROOK_STEPS: [i8; 4] = [-16, -1, 1, 16];
/// The jumps of a knight.
pub const KNIGHT_STEPS: [i8; 8] = [-33, -31, -18, -14, 14, 18, 31, 33];

/// Returns the flags (see [`Piece`]) of the pieces on `from` that attack `to` if the squares between are empty.
#[inline]
pub const fn attack_flags(from: Square, to: Square) -> u8 {
    ATTACK_FLAGS[from.difference(to) as usize]
}

/// Returns the step from `from` toward `to` along their common file, rank or diagonal; 0 if they share none.
#[inline]
pub const fn direction(from: Square, to: Square) -> i8 {
    DIRECTIONS[from.difference(to) as usize]
}

/// Returns the distance in king moves between two squares, 0 to 7.
#[inline]
pub const fn distance(from: Square, to: Square) -> u8 {
    DISTANCES[from.difference(to) as usize]
}

/// Returns the index of displacement `delta` into a difference table.
const fn index_of(delta: i16) -> usize {
    (delta + 0x77) as usize
}

static ATTACK_FLAGS: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        let step = QUEEN_STEPS[i] as i16;
        let slide = if i < 4 { Piece::DIAGONAL } else { Piece::ORTHOGONAL };
        let mut reach = 1;
        while reach < 8 {
            table[index_of(step * reach)] |= slide;
            reach += 1;
        }
        table[index_of(step)] |= Piece::KING;
        table[index_of(KNIGHT_STEPS[i] as i16)] |= Piece::KNIGHT;
        i += 1;
    }
    table[index_of(15)] |= Piece::WHITE_PAWN;
    table[index_of(17)] |= Piece::WHITE_PAWN;
    table[index_of(-15)] |= Piece::BLACK_PAWN;
    table[index_of(-17)] |= Piece::BLACK_PAWN;
    table
};

static DIRECTIONS: [i8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        let mut reach = 1;
        while reach < 8 {
            table[index_of(QUEEN_STEPS[i] as i16 * reach)] = QUEEN_STEPS[i];
            reach += 1;
        }
        i += 1;
    }
    table
};

static DISTANCES: [u8; 256] = {
    let mut table = [0; 256];
    let mut rank: i16 = -7;
    while rank <= 7 {
        let mut file: i16 = -7;
        while file <= 7 {
            let (r, f) = (rank.unsigned_abs() as u8, file.unsigned_abs() as u8);
            table[index_of(rank * 16 + file)] = if r > f { r } else { f };
            file += 1;
        }
        rank += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_agree_with_files_and_ranks_for_every_pair_of_squares() {
        for from in Square::all() {
            for to in Square::all() {
                let file = to.file() as i8 - from.file() as i8;
                let rank = to.rank() as i8 - from.rank() as i8;
                let (f, r) = (file.unsigned_abs(), rank.unsigned_abs());
                let flags = attack_flags(from, to);
                assert_eq!(distance(from, to), f.max(r));
                assert_eq!(flags & Piece::DIAGONAL != 0, f == r && f != 0);
                assert_eq!(flags & Piece::ORTHOGONAL != 0, (f == 0) != (r == 0));
                assert_eq!(flags & Piece::KNIGHT != 0, f * r == 2);
                assert_eq!(flags & Piece::KING != 0, f.max(r) == 1);
                assert_eq!(flags & Piece::WHITE_PAWN != 0, f == 1 && rank == 1);
                assert_eq!(flags & Piece::BLACK_PAWN != 0, f == 1 && rank == -1);
                let lined_up = f == r || f == 0 || r == 0;
                let step = if lined_up { 16 * rank.signum() + file.signum() } else { 0 };
                assert_eq!(direction(from, to), step);
            }
        }
    }
}
