//! What earlier nodes learned about moves: killers, the quiet moves that refuted siblings of a node, and the history of
//! each quiet move by its squares. Both only order moves.

use crate::types::{Color, Depth, MAX_PLY, Move, Ply};

/// Bounds of a history value.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Counts how well quiet moves did, by who moves from where to where.
pub struct History {
    table: Box<[[[i16; 64]; 64]; 2]>, // [color][from][to]
}

impl History {
    /// A history without a past.
    pub fn new() -> Self {
        Self { table: Box::new([[[0; 64]; 64]; 2]) }
    }

    /// How well a quiet move did, within [`HISTORY_LIMIT`] of zero.
    #[inline]
    pub fn get(&self, us: Color, mv: Move) -> i32 {
        i32::from(self.table[us][usize::from(mv.from().to64())][usize::from(mv.to().to64())])
    }

    /// Rewards the quiet move that reached beta and counts against those tried before it, more at greater depth.
    pub fn update(&mut self, us: Color, best: Move, tried: &[Move], depth: Depth) {
        let bonus = (depth * depth * 12).min(1600);
        self.add(us, best, bonus);
        for &mv in tried {
            self.add(us, mv, -bonus);
        }
    }

    /// Adds with gravity: the nearer a value is to its limit, the less it moves further, so that it never gets there
    /// and forgets in time.
    fn add(&mut self, us: Color, mv: Move, bonus: i32) {
        let cell = &mut self.table[us][usize::from(mv.from().to64())][usize::from(mv.to().to64())];
        let value = i32::from(*cell);
        *cell = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.table = [[[0; 64]; 64]; 2];
    }
}

/// The last two different quiet moves that reached beta at each ply.
pub struct Killers {
    moves: [[Option<Move>; 2]; MAX_PLY + 1], // [ply]
}

impl Killers {
    /// No killers yet.
    pub fn new() -> Self {
        Self { moves: [[None; 2]; MAX_PLY + 1] }
    }

    /// The killers of a ply, latest first.
    #[inline]
    pub fn get(&self, ply: Ply) -> [Option<Move>; 2] {
        self.moves[ply]
    }

    /// Adds a killer.
    pub fn add(&mut self, ply: Ply, mv: Move) {
        let [first, second] = &mut self.moves[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    fn quiet(from: u8, to: u8) -> Move {
        Move::new(Square::from64(from), Square::from64(to), MoveKind::Quiet)
    }

    #[test]
    fn history_stays_within_its_limit_and_can_turn() {
        let (good, bad) = (quiet(1, 2), quiet(3, 4));
        let mut history = History::new();
        for _ in 0..10_000 {
            history.update(Color::White, good, &[bad], 30);
        }
        let high = history.get(Color::White, good);
        assert!(high > HISTORY_LIMIT / 2 && high <= HISTORY_LIMIT);
        assert_eq!(history.get(Color::White, bad), -high);
        assert_eq!(history.get(Color::Black, good), 0);
        history.update(Color::White, bad, &[good], 30);
        assert!(history.get(Color::White, good) < high);
    }

    #[test]
    fn killers_are_the_last_two_different_moves() {
        let (a, b, c) = (quiet(1, 2), quiet(3, 4), quiet(5, 6));
        let mut killers = Killers::new();
        for mv in [a, b, b, c] {
            killers.add(9, mv);
        }
        assert_eq!(killers.get(9), [Some(c), Some(b)]);
        assert_eq!(killers.get(8), [None, None]);
    }
}
