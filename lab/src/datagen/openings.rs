//! Openings from a file, as positions of the engine.

use std::num::NonZeroU32;
use std::path::Path;

use oxide88::position::Position;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};

use super::file::checksum;
use crate::arena::{Book, Opening, Order};

/// Openings in the order in which they are played.
pub struct Openings {
    /// The positions from which the games go on.
    pub positions: Vec<Position>,
    /// A checksum of their order and of what is in them.
    pub checksum: NonZeroU32,
}

impl Openings {
    /// Loads the openings of a file and shuffles them by `seed`.
    ///
    /// # Errors
    /// A message if the file cannot be read or has no openings, or one that is invalid.
    pub fn load(path: &Path, chess960: bool, seed: u64) -> Result<Self, String> {
        let mut book = Book::load(path, chess960, Order::Random, seed)?;
        let fens: Vec<String> = (0..book.count().unwrap_or(0)).map(|index| end(book.get(index))).collect();
        let positions: Result<_, _> = fens.iter().map(|fen| Position::from_fen(fen)).collect();
        let positions = positions.map_err(|error| format!("{}: {error}", path.display()))?;
        let sum = checksum(fens.join("\n").as_bytes(), &[]);
        let checksum = NonZeroU32::new((sum ^ sum >> 32) as u32).unwrap_or(NonZeroU32::MIN);
        Ok(Self { positions, checksum })
    }
}

/// Returns the position after an opening in FEN; castling rights are the files of the rooks if they are not in the
/// corners.
fn end(opening: Opening) -> String {
    let mut position = opening.start;
    for mv in opening.moves {
        position.play_unchecked(mv);
    }
    Fen::from_position(&position, EnPassantMode::Legal).to_string()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn load(text: &str, seed: u64) -> Openings {
        let mut file = tempfile::Builder::new().suffix(".pgn").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        Openings::load(file.path(), false, seed).unwrap()
    }

    #[test]
    fn games_go_on_where_the_openings_end() {
        let fens = |openings: &Openings| openings.positions.iter().map(Position::fen).collect::<Vec<_>>();
        let one = load("1. e4 c5 2. Nf3 *\n", 1);
        assert_eq!(fens(&one), ["rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]);
        let book = "1. e4 c5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n\n1. g3 *\n\n1. b3 *\n";
        let (two, three) = (load(book, 2), load(book, 3));
        assert_ne!(fens(&two), fens(&three), "the order follows from the seed");
        assert!(two.checksum != three.checksum && two.checksum != one.checksum);
        assert_eq!(two.checksum, load(book, 2).checksum);
    }
}
