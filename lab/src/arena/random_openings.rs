//! Random openings: eight random legal moves from the start position, or from a random Chess960 start position. An
//! opening is kept if a short search by Oxide88 finds the position balanced. No opening repeats, and the same seed
//! gives the same openings.

use std::collections::HashSet;

use rand_mt::Mt64;
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use super::board::Board;
use super::game::Opening;
use crate::chess960::random_start;
use oxide88::position::Position;
use oxide88::search::{Control, Limits, OutOfMemory, Searcher};
use oxide88::types::Value;

/// Number of random moves of an opening.
const PLIES: usize = 8;

/// Node limits of the searches that check an opening, and the maximum score in centipawns. The first search rejects
/// the worst openings cheaply. More nodes would cost up to a hundredth of the time of a fast match.
const BALANCE_CHECKS: [(u64, Value); 2] = [(200, 100), (1000, 60)];

/// Size of the transposition table in MiB.
const HASH_MIB: usize = 1;

/// Random openings in the order of their numbers.
pub struct RandomOpenings {
    random: Mt64,
    chess960: bool,
    searcher: Searcher,
    made: Vec<Opening>,
    seen: HashSet<Zobrist64>,
}

impl RandomOpenings {
    /// Creates openings that depend on `seed`.
    ///
    /// # Errors
    /// There is no memory for the search.
    pub fn new(seed: u64, chess960: bool) -> Result<Self, OutOfMemory> {
        let searcher = Searcher::with_hash(HASH_MIB)?;
        Ok(Self { random: Mt64::new(seed), chess960, searcher, made: Vec::new(), seen: HashSet::new() })
    }

    /// Returns opening number `index`, from 0.
    pub fn get(&mut self, index: usize) -> Opening {
        while self.made.len() <= index {
            let (opening, end) = self.candidate();
            if self.is_balanced(&end) && self.seen.insert(end.zobrist_hash(EnPassantMode::Legal)) {
                self.made.push(opening);
            }
        }
        self.made[index].clone()
    }

    /// Returns a random opening and the position after it.
    fn candidate(&mut self) -> (Opening, Chess) {
        loop {
            let start = if self.chess960 { self.chess960_start() } else { Chess::default() };
            let mut board = Board::new(&start, self.chess960);
            let mut moves = Vec::with_capacity(PLIES);
            while board.game_over().is_none() {
                if moves.len() == PLIES {
                    return (Opening { start, moves }, board.position().clone());
                }
                let legal = board.position().legal_moves();
                let mv = legal[self.random_below(legal.len())];
                board.play(mv);
                moves.push(mv);
            }
        }
    }

    fn is_balanced(&mut self, position: &Chess) -> bool {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let Ok(position) = Position::from_fen(&fen) else { return false };
        self.searcher.new_game();
        BALANCE_CHECKS.iter().all(|&(nodes, balance)| {
            let outcome = self.searcher.go(&position, &Limits::nodes(nodes), &Control::default(), &mut |_| ());
            outcome.value.abs() <= balance
        })
    }

    /// Draws a Chess960 start position.
    fn chess960_start(&mut self) -> Chess {
        loop {
            let fen = random_start(|bound| self.random_below(bound));
            if let Ok(fen) = fen.parse::<Fen>()
                && let Ok(position) = fen.into_position(CastlingMode::Chess960)
            {
                return position;
            }
        }
    }

    /// Draws a random number below `bound`.
    fn random_below(&mut self, bound: usize) -> usize {
        (self.random.next_u64() % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(seed: u64, chess960: bool) -> Vec<Opening> {
        let mut openings = RandomOpenings::new(seed, chess960).unwrap();
        (0..20).map(|index| openings.get(index)).collect()
    }

    #[test]
    fn the_seed_decides_and_no_opening_repeats() {
        let first = openings(1, false);
        assert_eq!(first, openings(1, false));
        assert_ne!(first, openings(2, false));
        for (index, opening) in first.iter().enumerate() {
            assert!(opening.moves.len() == PLIES && !first[..index].contains(opening));
        }
    }

    #[test]
    fn chess960_has_different_start_positions_with_castling_rights() {
        let openings = openings(1, true);
        for opening in &openings {
            assert_eq!(opening.start.castles().castling_rights().count(), 4);
        }
        assert!(openings.iter().any(|opening| opening.start != openings[0].start));
    }
}
