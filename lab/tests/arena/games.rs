//! Reads the games of a match with pgn-reader and replays them. Every move must be legal, and a game with a normal
//! termination must be over by the rules.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};

/// A game of the file.
#[derive(Default)]
pub struct Game {
    pub number: usize,
    pub white: String,
    pub black: String,
    pub result: String,
    pub termination: String,
    pub fen: String,
    pub is_chess960: bool,
    /// The last comment.
    pub comment: String,
    /// Name of the winner; empty for a draw.
    pub winner: String,
    /// True if the rules ended the game.
    pub is_over: bool,
    /// The text of the whole file.
    pub text: String,
    position: Chess,
    seen: Vec<Chess>,
}

/// Reads the games in `path`.
pub fn read_games(path: &Path) -> Vec<Game> {
    let text = fs::read_to_string(path).expect("games");
    let mut games = Vec::new();
    let mut reader = Reader::new(text.as_bytes());
    while let Some(game) = reader.read_game(&mut Player).expect("PGN") {
        games.push(Game { text: text.clone(), ..game });
    }
    games
}

struct Player;

impl Visitor for Player {
    type Tags = Game;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game::default())
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        let value = value.decode_utf8().expect("UTF-8").into_owned();
        match name {
            b"GameNumber" => game.number = value.parse().expect("a number"),
            b"White" => game.white = value,
            b"Black" => game.black = value,
            b"Result" => game.result = value,
            b"Termination" => game.termination = value,
            b"Variant" => game.is_chess960 = value == "Chess960",
            b"FEN" => game.fen = value,
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: Game) -> ControlFlow<Game, Game> {
        if !game.fen.is_empty() {
            let mode = CastlingMode::from_chess960(game.is_chess960);
            game.position = game.fen.parse::<Fen>().expect("a FEN").into_position(mode).expect("a position");
        }
        game.seen.push(game.position.clone());
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        let mv = san.san.to_move(&game.position).expect("a legal move");
        game.position.play_unchecked(mv);
        game.seen.push(game.position.clone());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        game.comment = String::from_utf8_lossy(comment.as_bytes()).replace('\n', " ");
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut game: Game) -> Game {
        let position = &game.position;
        let winner = match game.result.as_str() {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            other => panic!("result {other}"),
        };
        game.winner = winner.map_or_else(String::new, |color| color.fold_wb(&game.white, &game.black).clone());
        let fen = |position: &Chess| Fen::from_position(position, EnPassantMode::Legal).to_string();
        let placement = |position: &Chess| fen(position).split(' ').take(4).collect::<Vec<_>>().join(" ");
        let last = placement(position);
        let times = game.seen.iter().filter(|seen| placement(seen) == last).count();
        game.is_over = position.is_game_over() || (winner.is_none() && (times >= 3 || position.halfmoves() >= 100));
        let is_normal = game.termination == "normal";
        assert!(!is_normal || game.is_over, "game {} ends too early: {}", game.number, game.comment);
        if is_normal {
            let mated = position.is_checkmate().then(|| !position.turn());
            assert_eq!(winner, mated, "game {}", game.number);
        }
        game
    }
}
