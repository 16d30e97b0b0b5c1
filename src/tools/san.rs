//! Moves as people write them, "Nf3" or "exd8=Q+", by shakmaty.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError};

use crate::position::Position;
use crate::types::Move;

/// Reads and writes the moves of one position.
pub(super) struct San<'a> {
    position: &'a Position,
    /// The same position; `None` if shakmaty does not take it, and then moves are in UCI notation.
    chess: Option<Chess>,
}

impl<'a> San<'a> {
    /// The notation of moves in `position`.
    pub fn new(position: &'a Position) -> Self {
        let setup = Fen::from_ascii(position.fen().as_bytes()).map(Fen::into_setup).ok();
        let chess = setup.and_then(|setup| {
            Chess::from_setup(setup, CastlingMode::Chess960)
                .or_else(PositionError::ignore_impossible_check)
                .or_else(PositionError::ignore_too_much_material)
                .ok()
        });
        Self { position, chess }
    }

    /// The legal move that `text` means in standard algebraic or, failing that, in UCI notation.
    pub fn parse(&self, text: &str) -> Option<Move> {
        let bare = text.trim_end_matches(['!', '?']);
        let by_san = || {
            // Some write castling with zeros.
            let letters = if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() };
            let mv = SanPlus::from_ascii(letters.as_bytes()).ok()?.san.to_move(self.chess.as_ref()?).ok()?;
            self.position.parse_move(&mv.to_uci(CastlingMode::Chess960).to_string()).ok()
        };
        by_san().or_else(|| self.position.parse_move(bare).ok())
    }

    /// A legal move in standard algebraic notation.
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
            assert_eq!(san.parse(text).map(|mv| san.text(mv)), expected, "{text}");
        }
    }

    #[test]
    fn checks_and_promotions_are_marked() {
        let position = Position::from_fen("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let san = San::new(&position);
        assert_eq!(san.parse("e8=Q+").map(|mv| san.text(mv)).as_deref(), Some("e8=Q+"));
        assert_eq!(san.parse("exd8=N").map(|mv| san.text(mv)).as_deref(), Some("exd8=N"));
        assert_eq!(san.parse("e7d8r").map(|mv| san.text(mv)).as_deref(), Some("exd8=R+"));
    }
}
