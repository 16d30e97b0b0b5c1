//! Standard algebraic notation (SAN), such as "Nf3" or "exd8=Q+", read and written by shakmaty.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess};

use super::{MoveTextError, Position};
use crate::types::{Color, Move};

/// A reader and writer of the moves of one position in SAN.
pub struct San<'a> {
    position: &'a Position,
    /// The same position; `None` if shakmaty rejects it, in which case moves are in UCI notation.
    chess: Option<Chess>,
}

impl<'a> San<'a> {
    /// Prepares the notation of moves in `position`.
    pub fn new(position: &'a Position) -> Self {
        Self { position, chess: position.to_shakmaty() }
    }

    /// Parses a legal move in SAN or, failing that, in UCI notation.
    ///
    /// # Errors
    /// The text is not a move in either, or the move is not legal here.
    pub fn parse(&self, text: &str) -> Result<Move, MoveTextError> {
        let bare = text.trim_end_matches(['!', '?']);
        // Some sources write castling with zeros.
        let letters = if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() };
        let san = SanPlus::from_ascii(letters.as_bytes()).ok();
        let by_san = || san.as_ref()?.san.to_move(self.chess.as_ref()?).ok();
        match by_san() {
            Some(mv) => self.position.parse_move(&mv.to_uci(CastlingMode::Chess960).to_string()),
            None if san.is_some() => self.position.parse_move(bare).map_err(|_| MoveTextError::Illegal),
            None => self.position.parse_move(bare),
        }
    }

    /// Returns a legal move in SAN.
    pub fn text(&self, mv: Move) -> String {
        let uci = self.position.move_text(mv, true);
        let san = || {
            let chess = self.chess.clone()?;
            let mv = uci.parse::<shakmaty::uci::UciMove>().ok()?.to_move(&chess).ok()?;
            Some(SanPlus::from_move(chess, mv).to_string())
        };
        san().unwrap_or(uci)
    }
}

/// Returns a line from `root` in SAN with move numbers, one string for each move: `1. e4`, `e5`, `2. Nf3`. The first is
/// numbered even if it is Black's: `1... e5`.
pub fn numbered(root: &Position, line: &[Move]) -> Vec<String> {
    let mut position = root.clone();
    let words = line.iter().enumerate().map(|(index, &mv)| {
        let number = position.game_ply() / 2 + 1;
        let number = match position.side_to_move() {
            Color::White => format!("{number}. "),
            Color::Black if index == 0 => format!("{number}... "),
            Color::Black => String::new(),
        };
        let word = number + &San::new(&position).text(mv);
        position.make(mv);
        word
    });
    words.collect()
}

impl Position {
    /// Parses a legal move in UCI notation (see [`Position::parse_move`]) or, failing that, in SAN.
    ///
    /// # Errors
    /// The text is not a move, or the move is not legal here.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.parse_move(text).or_else(|_| San::new(self).parse(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_both_notations_and_written_in_one() {
        let position = Position::from_fen("r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let san = San::new(&position);
        for (text, written) in [
            ("O-O", "O-O"),
            ("e1g1", "O-O"),
            ("0-0-0", "O-O-O"),
            ("hxg8=N", ""),
            ("Rxa7", ""),
            ("Rb1!?", "Rb1"),
            ("x", ""),
        ] {
            let expected = (!written.is_empty()).then(|| written.to_owned());
            assert_eq!(san.parse(text).ok().map(|mv| san.text(mv)), expected, "{text}");
        }
    }

    #[test]
    fn checks_and_promotions_are_marked() {
        let position = Position::from_fen("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let san = San::new(&position);
        for (text, written) in [("e8=Q+", "e8=Q+"), ("exd8=N", "exd8=N"), ("e7d8r", "exd8=R+")] {
            assert_eq!(san.parse(text).map(|mv| san.text(mv)).as_deref(), Ok(written));
        }
    }

    #[test]
    fn bad_syntax_is_distinguished_from_an_illegal_move() {
        let position = Position::start();
        for (text, error) in [
            ("Nf4", MoveTextError::Illegal),
            ("e5", MoveTextError::Illegal),
            ("e2e5", MoveTextError::Illegal),
            ("knight", MoveTextError::Syntax),
            ("", MoveTextError::Syntax),
            ("0000", MoveTextError::Syntax),
        ] {
            assert_eq!(position.read_move(text), Err(error), "{text}");
        }
        assert_eq!(position.read_move("Nf3"), position.read_move("g1f3"));
    }
}
