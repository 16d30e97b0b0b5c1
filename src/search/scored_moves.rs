//! A list of moves from which the one with the highest score is taken again and again. Score and place of a move share
//! a word, the score above, so that the search for the greatest word has no branches and can compare several at once.
//! Most nodes take a few moves of many, so sorting the list would not pay.

use arrayvec::ArrayVec;

use crate::types::{MAX_MOVES, Move};

/// Bits of a word that hold the place, counted down, so that of equal moves the first is taken.
const PLACE_BITS: u32 = 9;
const LAST_PLACE: usize = (1 << PLACE_BITS) - 1;
const _: () = assert!(MAX_MOVES <= LAST_PLACE);

/// The word of a move that was taken.
const TAKEN: i32 = i32::MIN;

/// A list of moves with scores.
pub(super) struct ScoredMoves {
    words: ArrayVec<i32, MAX_MOVES>,
    moves: ArrayVec<(Move, i16), MAX_MOVES>, // (move, bonus)
}

impl ScoredMoves {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Self { words: ArrayVec::new(), moves: ArrayVec::new() }
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
        self.moves.clear();
    }

    /// Adds a move with a value and a bonus, which fits an i16. Their sum, the score, is less than 2^22 from zero.
    #[inline]
    pub fn push(&mut self, mv: Move, value: i32, bonus: i32) {
        let place = LAST_PLACE - self.moves.len();
        self.moves.push((mv, bonus as i16));
        self.words.push((value + bonus) << PLACE_BITS | place as i32);
    }

    /// Adds moves, each with a value and a bonus.
    #[inline]
    pub fn extend(&mut self, moves: impl Iterator<Item = (Move, i32, i32)>) {
        moves.for_each(|(mv, value, bonus)| self.push(mv, value, bonus));
    }

    /// Removes the move with the highest score and returns it with its value; `None` if the list is empty.
    #[inline]
    pub fn take_best(&mut self) -> Option<(Move, i32)> {
        let best = self.words.iter().fold(TAKEN, |best, &word| best.max(word));
        if best == TAKEN {
            return None;
        }
        let place = LAST_PLACE - (best as usize & LAST_PLACE);
        self.words[place] = TAKEN;
        let (mv, bonus) = self.moves[place];
        Some((mv, (best >> PLACE_BITS) - i32::from(bonus)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn the_best_comes_first_and_of_equals_the_earlier() {
        let scores = [(3, 0), (-70_000, -16_000), (500, 16_000), (3, 0), (1 << 21, 0), (1003, -1005), (-(1 << 21), 0)];
        let moves: Vec<Move> =
            (1..=7).map(|to| Move::new(Square::from64(0), Square::from64(to), MoveKind::Quiet)).collect();
        let mut list = ScoredMoves::new();
        list.extend(moves.iter().zip(scores).map(|(&mv, (value, bonus))| (mv, value, bonus)));
        let taken: Vec<_> = std::iter::from_fn(|| list.take_best()).collect();
        let expected = [4, 2, 0, 3, 5, 1, 6].map(|place| (moves[place], scores[place].0));
        assert_eq!(taken, expected);
    }
}
