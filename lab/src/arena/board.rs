//! The board of the match runner: legal moves, the end of the game, and the moves to send. The rules come from
//! shakmaty, so Oxide88 is not the judge of its own moves.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};

use super::game_record::GameRecord;

/// The fifty-move rule, in halfmoves.
const FIFTY_MOVES: u32 = 100;

/// The end of a game by the rules of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameOver {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move.
    Stalemate,
    /// Insufficient material.
    InsufficientMaterial,
    /// Threefold repetition.
    Repetition,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
}

/// A game in progress.
#[derive(Clone)]
pub struct Board {
    position: Chess,
    mode: CastlingMode,
    /// Keys of the positions since the last irreversible move, the current one last.
    keys: Vec<Zobrist64>,
    record: GameRecord,
}

impl Board {
    /// Starts a game at `start`. With `chess960`, castling is written as king takes rook.
    pub fn new(start: &Chess, chess960: bool) -> Self {
        let fen = (!is_start(start)).then(|| Fen::from_position(start, EnPassantMode::Legal).to_string());
        let mode = CastlingMode::from_chess960(chess960);
        Self { position: start.clone(), mode, keys: vec![key(start)], record: GameRecord::new(fen.as_deref()) }
    }

    /// Returns the position.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Returns the game in the form sent to engines.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Parses an engine's move; `None` if it is illegal.
    pub fn parse(&self, text: &str) -> Option<Move> {
        text.parse::<UciMove>().ok()?.to_move(&self.position).ok()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.record.push(mv.to_uci(self.mode));
        if self.position.is_irreversible(mv) {
            self.keys.clear();
        }
        self.position.play_unchecked(mv);
        self.keys.push(key(&self.position));
    }

    /// Returns the end of the game by the rules; `None` if the game goes on. Mate takes precedence over the fifty-move
    /// rule.
    pub fn game_over(&self) -> Option<GameOver> {
        let position = &self.position;
        if position.legal_moves().is_empty() {
            return Some(if position.is_check() { GameOver::Checkmate } else { GameOver::Stalemate });
        }
        let repetitions = self.keys.last().map_or(0, |last| self.keys.iter().filter(|&key| key == last).count());
        if position.is_insufficient_material() {
            Some(GameOver::InsufficientMaterial)
        } else if repetitions >= 3 {
            Some(GameOver::Repetition)
        } else if position.halfmoves() >= FIFTY_MOVES {
            Some(GameOver::FiftyMoves)
        } else {
            None
        }
    }
}

/// Returns whether `position` is the standard start position.
pub fn is_start(position: &Chess) -> bool {
    *position == Chess::default() && position.halfmoves() == 0 && position.fullmoves().get() == 1
}

/// Computes the key for threefold repetition: an en-passant square counts only if the capture is legal.
fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str, chess960: bool) -> Board {
        let mode = CastlingMode::from_chess960(chess960);
        Board::new(&fen.parse::<Fen>().unwrap().into_position(mode).unwrap(), chess960)
    }

    fn play(board: &mut Board, moves: &str) {
        for text in moves.split(' ') {
            let mv = board.parse(text).unwrap_or_else(|| panic!("{text}"));
            board.play(mv);
        }
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut board = Board::new(&Chess::default(), false);
        play(&mut board, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        assert_eq!(board.game_over(), None);
        play(&mut board, "f6g8");
        assert_eq!(board.game_over(), Some(GameOver::Repetition));
        assert_eq!(board.record().uci(), "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    }

    #[test]
    fn endings_have_their_names() {
        for (fen, mv, game_over) in [
            ("7k/5Q2/6K1/8/8/8/8/8 w - - 99 80", "f7g7", GameOver::Checkmate),
            ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", GameOver::Stalemate),
            ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "a1b2", GameOver::InsufficientMaterial),
            ("7k/8/8/8/8/8/8/KQ6 w - - 99 80", "b1b2", GameOver::FiftyMoves),
        ] {
            let mut board = board(fen, false);
            assert_eq!(board.game_over(), None);
            play(&mut board, mv);
            assert_eq!(board.game_over(), Some(game_over));
        }
    }

    #[test]
    fn castling_is_written_in_the_notation_of_the_variant() {
        let mut standard = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false);
        play(&mut standard, "e1g1");
        assert!(standard.record().uci().ends_with("moves e1g1"));
        let mut shuffled = board("1k6/8/8/8/8/8/8/1K3R1R w F - 0 1", true);
        assert!(shuffled.record().uci().ends_with(" w F - 0 1"), "{}", shuffled.record().uci());
        play(&mut shuffled, "b1f1");
        assert!(shuffled.record().uci().ends_with("moves b1f1"));
    }

    #[test]
    fn no_other_text_is_a_move() {
        let board = Board::new(&Chess::default(), false);
        for text in ["", "e2e5", "0000", "(none)", "e7e5", "P@e4", "e2e4q", "E2E4", "e1g1", "\u{1F600}"] {
            assert_eq!(board.parse(text), None, "{text}");
        }
    }
}
