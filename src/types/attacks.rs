//! Attack sets of pieces, and the lines between squares. Knight and king attacks are read from a table. A slider's
//! attacks along a line take a subtraction from either end ("hyperbola quintessence", after Gerd Isenberg): subtracting
//! the slider from the blockers beyond it flips all bits up to the nearest one. The same on the board upside down,
//! which is a swap of bytes, gives the other direction.
//!
//! ```text
//!   blockers    0 1 0 1 0 0 . .     those of the line, the slider itself left out
//!   slider      0 0 0 0 0 0 1 0
//!   difference  0 1 0 0 1 1 1 .     blockers - slider
//!   XOR         0 0 0 1 1 1 1 .     up to the nearest blocker
//! ```
//! A rank is a single byte, which no swap reverses; its attacks come from a table of half a kibibyte.

use super::geometry::{KNIGHT_STEPS, QUEEN_STEPS};
use super::{Color, PieceKind, Square, SquareSet};

/// A square and the lines through it, without the square itself.
#[derive(Clone, Copy)]
struct Lines {
    here: SquareSet,
    falling: SquareSet,
    rising: SquareSet,
    file: SquareSet,
}

impl Lines {
    /// Returns the squares of one of these lines, up to and including the nearest blockers.
    #[inline]
    fn reach(self, line: SquareSet, occupied: SquareSet) -> SquareSet {
        let blockers = (line & occupied).0;
        let up = blockers.wrapping_sub(self.here.0);
        let down = blockers.swap_bytes().wrapping_sub(self.here.0.swap_bytes()).swap_bytes();
        SquareSet(up ^ down) & line
    }
}

/// Returns the squares that a knight on `from` attacks.
#[inline]
pub fn knight(from: Square) -> SquareSet {
    KNIGHT[from]
}

/// Returns the squares that a king on `from` attacks.
#[inline]
pub fn king(from: Square) -> SquareSet {
    KING[from]
}

/// Returns the squares that a bishop on `from` attacks.
#[inline]
pub fn bishop(from: Square, occupied: SquareSet) -> SquareSet {
    let lines = LINES[from];
    lines.reach(lines.falling, occupied) | lines.reach(lines.rising, occupied)
}

/// Returns the squares that a rook on `from` attacks.
#[inline]
pub fn rook(from: Square, occupied: SquareSet) -> SquareSet {
    let lines = LINES[from];
    // The outer two squares of a rank block nothing.
    let (first, inner) = (8 * from.rank(), (occupied.0 >> (8 * from.rank()) >> 1) as usize & 0x3f);
    let on_rank = u64::from(RANK_ATTACKS[8 * inner + usize::from(from.file())]) << first;
    lines.reach(lines.file, occupied) | SquareSet(on_rank)
}

/// Returns the squares that a queen on `from` attacks.
#[inline]
pub fn queen(from: Square, occupied: SquareSet) -> SquareSet {
    bishop(from, occupied) | rook(from, occupied)
}

/// Returns the squares that a bishop on `from` attacks on an empty board.
#[inline]
pub fn diagonals(from: Square) -> SquareSet {
    LINES[from].falling | LINES[from].rising
}

/// Returns the squares that a rook on `from` attacks on an empty board.
#[inline]
pub fn orthogonals(from: Square) -> SquareSet {
    LINES[from].file | rank_beside(from)
}

/// Returns the squares that a piece on `from` attacks; the empty set for pawns.
#[inline]
pub fn of(kind: PieceKind, from: Square, occupied: SquareSet) -> SquareSet {
    match kind {
        PieceKind::Pawn => SquareSet::EMPTY,
        PieceKind::Knight => knight(from),
        PieceKind::Bishop => bishop(from, occupied),
        PieceKind::Rook => rook(from, occupied),
        PieceKind::Queen => queen(from, occupied),
        PieceKind::King => king(from),
    }
}

/// Returns the squares that pawns of `color` on `pawns` attack to the west and to the east.
#[inline]
pub fn pawn_sides(color: Color, pawns: SquareSet) -> [SquareSet; 2] {
    let ahead = pawns.forward(color);
    [ahead.west(), ahead.east()]
}

/// Returns the squares that pawns of `color` on `pawns` attack.
#[inline]
pub fn pawns(color: Color, pawns: SquareSet) -> SquareSet {
    let [west, east] = pawn_sides(color, pawns);
    west | east
}

/// Returns the squares strictly between two squares on one line; the empty set if they share no line.
///
/// The 0x88 difference of the two tells direction and distance, so the table holds one set for each difference, as seen
/// from a1: two kibibytes where a table by pairs of squares takes 32.
#[inline]
pub fn between(one: Square, other: Square) -> SquareSet {
    SquareSet(BETWEEN[one.difference(other) as usize] << one.min(other).to64())
}

/// Returns all squares of the rank, file or diagonal through both squares except `one`; the empty set if there is no
/// such line.
pub fn line(one: Square, other: Square) -> SquareSet {
    let Lines { falling, rising, file, .. } = LINES[one];
    [falling, rising, file, rank_beside(one)].into_iter().find(|line| line.contains(other)).unwrap_or_default()
}

/// Returns the other squares of the rank of `square`.
#[inline]
const fn rank_beside(square: Square) -> SquareSet {
    SquareSet(SquareSet::rank(square.rank()).0 & !SquareSet::of(square).0)
}

static KNIGHT: [SquareSet; 128] = step_table(KNIGHT_STEPS); // [square]

static KING: [SquareSet; 128] = step_table(QUEEN_STEPS); // [square]

static LINES: [Lines; 128] = {
    let none =
        Lines { here: SquareSet::EMPTY, falling: SquareSet::EMPTY, rising: SquareSet::EMPTY, file: SquareSet::EMPTY };
    let mut table = [none; 128]; // [square]
    let mut number = 0;
    while number < 64 {
        let from = Square::from64(number);
        table[from.index()] = Lines {
            here: SquareSet(1 << number),
            falling: SquareSet(ray(from, 15).0 | ray(from, -15).0),
            rising: SquareSet(ray(from, 17).0 | ray(from, -17).0),
            file: SquareSet(ray(from, 16).0 | ray(from, -16).0),
        };
        number += 1;
    }
    table
};

static RANK_ATTACKS: [u8; 512] = {
    let mut table = [0; 512]; // [occupied inner six squares][file]
    let mut i = 0;
    while i < table.len() {
        let (occupied, slider) = ((i as u32 / 8) << 1, 1 << (i % 8));
        let mut west = slider >> 1;
        while west != 0 {
            table[i] |= west as u8;
            west = if occupied & west == 0 { west >> 1 } else { 0 };
        }
        let mut east = slider << 1;
        while east < 1 << 8 {
            table[i] |= east as u8;
            east = if occupied & east == 0 { east << 1 } else { 1 << 8 };
        }
        i += 1;
    }
    table
};

static BETWEEN: [u64; 256] = {
    let mut table = [0; 256]; // [difference]
    let mut i = 0;
    while i < QUEEN_STEPS.len() {
        let step = QUEEN_STEPS[i] as i16;
        // The same step where a rank has eight squares.
        let shift = (step - 8 * ((step + 8) >> 4)).unsigned_abs() as u32;
        let mut distance = 2;
        while distance < 8 {
            let nearer = table[(0x77 + step * (distance - 1)) as usize];
            table[(0x77 + step * distance) as usize] = nearer | 1 << (shift * (distance as u32 - 1));
            distance += 1;
        }
        i += 1;
    }
    table
};

const fn step_table(steps: [i8; 8]) -> [SquareSet; 128] {
    let mut table = [SquareSet::EMPTY; 128];
    let mut number = 0;
    while number < 64 {
        let from = Square::from64(number);
        let mut i = 0;
        while i < 8 {
            if let Some(to) = from.step(steps[i]) {
                table[from.index()].insert(to);
            }
            i += 1;
        }
        number += 1;
    }
    table
}

/// Returns the squares from `from`, exclusive, to the edge of the board.
const fn ray(from: Square, step: i8) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut next = from.step(step);
    while let Some(square) = next {
        set.insert(square);
        next = square.step(step);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::geometry::{BISHOP_STEPS, ROOK_STEPS, direction};

    /// Computes slider attacks by walking the lines.
    fn walked(from: Square, steps: &[i8], occupied: SquareSet) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for &step in steps {
            for square in from.ray(step) {
                reached.insert(square);
                if occupied.contains(square) {
                    break;
                }
            }
        }
        reached
    }

    #[test]
    fn a_line_runs_from_edge_to_edge() {
        let names = |one, other| line(one, other).map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        let [c3, e5, b4, b2, c6] =
            [(2, 2), (4, 4), (1, 3), (1, 1), (2, 5)].map(|(file, rank)| Square::from_file_rank(file, rank));
        assert_eq!(names(c3, e5), "a1 b2 d4 e5 f6 g7 h8");
        assert_eq!(names(b4, b2), "b1 b2 b3 b5 b6 b7 b8");
        assert_eq!(names(b4, c6), "");
    }

    #[test]
    fn between_are_the_squares_that_a_walk_passes() {
        for one in Square::all() {
            for other in Square::all() {
                let step = direction(one, other);
                let walked = one.ray(step).take_while(|&square| step != 0 && square != other);
                assert_eq!(between(one, other), walked.collect(), "{one} {other}");
            }
        }
    }

    #[test]
    fn sliders_reach_what_walking_reaches() {
        let mut random = rand_mt::Mt64::new(1);
        for _ in 0..1000 {
            // From crowded to nearly empty boards.
            let crowded = SquareSet(random.next_u64());
            let usual = crowded & SquareSet(random.next_u64());
            let sparse = usual & SquareSet(random.next_u64()) & SquareSet(random.next_u64());
            for occupied in [crowded, usual, sparse, SquareSet::EMPTY] {
                for from in Square::all() {
                    assert_eq!(bishop(from, occupied), walked(from, &BISHOP_STEPS, occupied), "{from} {occupied:?}");
                    assert_eq!(rook(from, occupied), walked(from, &ROOK_STEPS, occupied), "{from} {occupied:?}");
                }
            }
        }
    }
}
