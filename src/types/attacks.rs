//! Attack sets of pieces, and the lines between squares. Knight and king attacks are read from a table; slider attacks along a line take one
//! subtraction ("obstruction difference"): subtracting the nearest blocker below the piece from the blockers above it
//! flips just the bits between the two.
//!
//! ```text
//!   above       0 1 0 1 0 0 . . . .     blockers above the piece P
//!   below       . . . . . P 0 0 1 0     the nearest one below it
//!   difference  0 1 0 0 1 1 1 1 1 0     above - below
//!   XOR above   0 0 0 1 1 1 1 1 1 0     from one blocker to the other
//! ```

use super::geometry::{KNIGHT_STEPS, QUEEN_STEPS};
use super::{Color, PieceKind, Square, SquareSet};

/// The two rays of a line through a square: its squares before that square in the order a1, b1 ... h8, and those after
/// it.
#[derive(Clone, Copy)]
struct RayPair {
    below: SquareSet,
    above: SquareSet,
}

impl RayPair {
    /// Returns the squares of the line up to and including the nearest blockers.
    #[inline]
    fn reach(self, occupied: SquareSet) -> SquareSet {
        let above = (self.above & occupied).0;
        // Without a blocker below, a1 stands in for one: it is at least as far as the edge.
        let nearest_below = 1 << ((self.below & occupied).0 | 1).ilog2();
        SquareSet(above ^ above.wrapping_sub(nearest_below)) & (self.below | self.above)
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
    let [falling, rising, _, _] = RAY_PAIRS[from];
    falling.reach(occupied) | rising.reach(occupied)
}

/// Returns the squares that a rook on `from` attacks.
#[inline]
pub fn rook(from: Square, occupied: SquareSet) -> SquareSet {
    let [_, _, file, rank] = RAY_PAIRS[from];
    file.reach(occupied) | rank.reach(occupied)
}

/// Returns the squares that a queen on `from` attacks.
#[inline]
pub fn queen(from: Square, occupied: SquareSet) -> SquareSet {
    bishop(from, occupied) | rook(from, occupied)
}

/// Returns the squares that a bishop on `from` attacks on an empty board.
#[inline]
pub fn diagonals(from: Square) -> SquareSet {
    DIAGONALS[from]
}

/// Returns the squares that a rook on `from` attacks on an empty board.
#[inline]
pub fn orthogonals(from: Square) -> SquareSet {
    ORTHOGONALS[from]
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
    let lines = RAY_PAIRS[one].map(|line| line.below | line.above);
    lines.into_iter().find(|line| line.contains(other)).unwrap_or_default()
}

static KNIGHT: [SquareSet; 128] = step_table(KNIGHT_STEPS); // [square]

static KING: [SquareSet; 128] = step_table(QUEEN_STEPS); // [square]

static RAY_PAIRS: [[RayPair; 4]; 128] = ray_pair_table(); // [square][direction]

static DIAGONALS: [SquareSet; 128] = line_table(0); // [square]

static ORTHOGONALS: [SquareSet; 128] = line_table(2); // [square]

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

const fn ray_pair_table() -> [[RayPair; 4]; 128] {
    let mut table = [[RayPair { below: SquareSet::EMPTY, above: SquareSet::EMPTY }; 4]; 128];
    let mut number = 0;
    while number < 64 {
        let from = Square::from64(number);
        let mut i = 0;
        while i < 4 {
            let up = [15, 17, 16, 1][i];
            table[from.index()][i] = RayPair { below: ray(from, -up), above: ray(from, up) };
            i += 1;
        }
        number += 1;
    }
    table
}

/// Returns the squares of the lines `first` and `first + 1` of [`RAY_PAIRS`].
const fn line_table(first: usize) -> [SquareSet; 128] {
    let (rays, mut table) = (ray_pair_table(), [SquareSet::EMPTY; 128]);
    let mut square = 0;
    while square < 128 {
        let (one, other) = (rays[square][first], rays[square][first + 1]);
        table[square] = SquareSet(one.below.0 | one.above.0 | other.below.0 | other.above.0);
        square += 1;
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
