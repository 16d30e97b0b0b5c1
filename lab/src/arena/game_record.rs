//! The moves of a game as engines receive them.

use std::fmt::{Display, Write as _};

/// The start position and the moves of a game in UCI notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The `position` command.
    text: String,
    /// Length of the command before its moves, in bytes.
    head: usize,
}

impl GameRecord {
    /// Creates a game without moves that begins at `fen`, or at the start position.
    pub fn new(fen: Option<&str>) -> Self {
        let text = fen.map_or_else(|| "position startpos".to_owned(), |fen| format!("position fen {fen}"));
        Self { head: text.len(), text }
    }

    /// Adds a move.
    pub fn push(&mut self, mv: impl Display) {
        let blank = if self.text.len() == self.head { " moves " } else { " " };
        let _ = write!(self.text, "{blank}{mv}");
    }

    /// Returns the UCI command that sets up the game.
    pub fn uci(&self) -> &str {
        &self.text
    }

    /// Returns the initial position; `None` for the start position.
    pub fn fen(&self) -> Option<&str> {
        self.text[..self.head].strip_prefix("position fen ")
    }

    /// Returns the moves after those of `earlier`; `None` if this game does not continue `earlier`.
    pub fn since(&self, earlier: &Self) -> Option<impl Iterator<Item = &str>> {
        let rest = self.text.strip_prefix(&earlier.text).filter(|rest| rest.is_empty() || rest.starts_with(' '))?;
        let is_same = self.head == earlier.head;
        is_same.then(|| rest.split_ascii_whitespace().filter(|&word| word != "moves"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(fen: Option<&str>, moves: &str) -> GameRecord {
        let mut record = GameRecord::new(fen);
        moves.split_ascii_whitespace().for_each(|mv| record.push(mv));
        record
    }

    #[test]
    fn new_moves_are_found() {
        let new = |record: &GameRecord, earlier: &GameRecord| {
            record.since(earlier).map(|moves| moves.collect::<Vec<_>>().join(" "))
        };
        for fen in [None, Some("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1")] {
            let (empty, short, long) = (record(fen, ""), record(fen, "a7a8 e8e7"), record(fen, "a7a8 e8e7 a8b8"));
            assert_eq!(new(&long, &empty).unwrap(), "a7a8 e8e7 a8b8");
            assert_eq!(new(&long, &short).unwrap(), "a8b8");
            assert_eq!(new(&long, &long).unwrap(), "");
            assert_eq!(new(&short, &long), None);
            assert_eq!(new(&record(fen, "a7a8q"), &record(fen, "a7a8")), None);
            assert_eq!((empty.fen(), long.fen()), (fen, fen));
        }
        assert_eq!(new(&record(Some("x moves"), "a"), &record(Some("x"), "")), None);
        assert_eq!(record(None, "e2e4 e7e5").uci(), "position startpos moves e2e4 e7e5");
    }
}
