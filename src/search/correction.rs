//! Correction history: how far the search found the static evaluation off, in positions that share a property. The
//! corrections of all properties together adjust the evaluation; each learns from the error that is left after that,
//! so that together they neither repeat nor chase each other.
//!
//! ```text
//!   pawns          by the pawn key
//!   pieces         by the key of each side's other pieces
//!   moves          by piece and target of the last move and of the one before it
//! ```
//! The idea came up in Caissa and Stockfish, for the pawns; others added the pieces and the last moves.

use super::history::{HISTORY_LIMIT, PieceTo, PriorMoves, add};
use super::params;
use crate::position::{Key, Position};
use crate::types::value::EVAL_LIMIT;
use crate::types::{Color, Depth, Value};

/// Entries of a table; keys are taken modulo this number.
const ENTRIES: usize = 1 << 14;

/// Units of an entry per centipawn; the bound of an entry, that of all histories, is 64 centipawns.
const SCALE: i32 = HISTORY_LIMIT / 64;

/// The tables: pawns, the pieces of White and of Black, the last move and the one before.
const TABLES: usize = 5;

/// The correction history of a thread.
pub struct CorrectionHistory(Box<[[[i16; ENTRIES]; TABLES]; 2]>); // [color][table][index]

impl CorrectionHistory {
    /// Empty tables.
    pub fn new() -> Self {
        Self(bytemuck::zeroed_box())
    }

    /// Clears the tables in place.
    pub fn clear(&mut self) {
        bytemuck::fill_zeroes(self.0.as_mut_slice());
    }

    /// Corrects the static evaluation `eval` of a position after the `prior` moves.
    #[inline]
    pub fn correct(&self, position: &Position, eval: Value, prior: PriorMoves) -> Value {
        let tables = &self.0[position.side_to_move()];
        let mut error = 0;
        for ((table, index), weight) in tables.iter().zip(indices(position, prior)).zip(weights()) {
            error += i32::from(table[index]) * weight;
        }
        (eval + error / (128 * SCALE)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Learns that a search to `depth` plies differed from the corrected evaluation by `error` centipawns.
    pub fn update(&mut self, position: &Position, error: Value, depth: Depth, prior: PriorMoves) {
        let most = params::correction_error_max();
        let step = error.clamp(-most, most) * SCALE * depth.clamp(1, 16) * params::correction_rate() / 4096;
        let step = step.clamp(-HISTORY_LIMIT / 4, HISTORY_LIMIT / 4);
        let tables = &mut self.0[position.side_to_move()];
        for (table, index) in tables.iter_mut().zip(indices(position, prior)) {
            add(&mut table[index], step);
        }
    }
}

/// The entry of a position after the `prior` moves in each table.
#[inline]
fn indices(position: &Position, prior: PriorMoves) -> [usize; TABLES] {
    let by_key = |key: Key| key as usize % ENTRIES;
    [
        by_key(position.pawn_key()),
        by_key(position.non_pawn_key(Color::White)),
        by_key(position.non_pawn_key(Color::Black)),
        prior[0].index(),
        prior[1].index(),
    ]
}

/// The weight of each table, in 1/128.
#[inline]
fn weights() -> [i32; TABLES] {
    let piece = params::piece_correction_weight();
    [
        params::pawn_correction_weight(),
        piece,
        piece,
        params::move_correction_weight(),
        params::second_correction_weight(),
    ]
}

const _: () = assert!(PieceTo::COUNT < ENTRIES, "every move has its entry");

#[cfg(test)]
mod tests {
    use super::*;

    const NO_MOVES: PriorMoves = [PieceTo::NONE; 3];

    /// Lets `history` learn that the evaluation of 10 should have been `value`, as often as a search would.
    fn learn(history: &mut CorrectionHistory, position: &Position, value: Value) {
        for _ in 0..100 {
            let error = value - history.correct(position, 10, NO_MOVES);
            history.update(position, error, 10, NO_MOVES);
        }
    }

    #[test]
    fn all_tables_together_learn_the_error_and_no_more() {
        let position = Position::start();
        let mut history = CorrectionHistory::new();
        for value in [50, -30, 10] {
            learn(&mut history, &position, value);
            assert!((history.correct(&position, 10, NO_MOVES) - value).abs() <= 5, "{value}");
        }
    }

    #[test]
    fn an_error_without_end_is_corrected_within_bounds() {
        let position = Position::start();
        let mut history = CorrectionHistory::new();
        learn(&mut history, &position, 5000);
        let most = weights().iter().sum::<i32>() * 64 / 128;
        let correction = history.correct(&position, 10, NO_MOVES) - 10;
        assert!((most / 2..=most).contains(&correction), "{correction} of {most}");
        assert_eq!(history.correct(&position, EVAL_LIMIT, NO_MOVES), EVAL_LIMIT);
    }

    #[test]
    fn each_respect_has_its_share() {
        let position = |fen| Position::from_fen(fen).unwrap();
        let learned = position("4k3/pp6/2n5/8/8/2N5/PP6/4K3 w - - 0 1");
        let mut history = CorrectionHistory::new();
        learn(&mut history, &learned, 70);
        let correction = |position: &Position, prior| history.correct(position, 10, prior) - 10;
        let whole = correction(&learned, NO_MOVES);
        let last = PieceTo::new(&learned, learned.legal_moves()[0]);
        // Other pawns, another piece of White, of Black, another last move, another one before it.
        for (fen, prior) in [
            ("4k3/pp6/2n5/8/8/2N5/P6P/4K3 w - - 0 1", NO_MOVES),
            ("4k3/pp6/2n5/8/8/2B5/PP6/4K3 w - - 0 1", NO_MOVES),
            ("4k3/pp6/2b5/8/8/2N5/PP6/4K3 w - - 0 1", NO_MOVES),
            ("4k3/pp6/2n5/8/8/2N5/PP6/4K3 w - - 0 1", [last, PieceTo::NONE, PieceTo::NONE]),
            ("4k3/pp6/2n5/8/8/2N5/PP6/4K3 w - - 0 1", [PieceTo::NONE, last, PieceTo::NONE]),
        ] {
            let part = correction(&position(fen), prior);
            assert!((whole / 2..whole).contains(&part), "{fen} {prior:?}: {part} of {whole}");
        }
        // The other side to move has corrections of its own.
        assert_eq!(correction(&position("4k3/pp6/2n5/8/8/2N5/PP6/4K3 b - - 0 1"), NO_MOVES), 0);
        history.clear();
        assert_eq!(history.correct(&learned, 10, NO_MOVES), 10);
    }
}
