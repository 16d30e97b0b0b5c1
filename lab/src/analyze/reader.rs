//! Reads from a PGN file what is needed to comment its games: tags, main line, result. A game that cannot be read is
//! recorded as a fault with its number, and reading goes on with the next one.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Skip, Visitor};

use oxide88::position::Position;
use oxide88::types::{Move, quote};

/// A game that was read.
#[derive(Clone, Debug)]
pub struct Game {
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// The moves played.
    pub moves: Vec<Move>,
    /// The result as in PGN.
    pub result: String,
}

/// The contents of a file.
#[derive(Clone, Default, Debug)]
pub struct Games {
    /// The games that have tags or moves.
    pub games: Vec<Game>,
    /// Numbers, from 1, of the games that cannot be read, and the reasons.
    pub faults: Vec<(usize, String)>,
}

impl Games {
    /// Reads all games of `source`.
    ///
    /// # Errors
    /// `source` cannot be read.
    pub fn read(source: impl Read) -> io::Result<Self> {
        let mut reader = Reader::new(source);
        let mut found = Self::default();
        for number in 1.. {
            match reader.read_game(&mut GameReader) {
                Ok(None) => break,
                // Any text parses as games without tags and moves.
                Ok(Some(Ok(game))) if game.tags.is_empty() && game.moves.is_empty() => {}
                Ok(Some(Ok(game))) => found.games.push(game),
                Ok(Some(Err(reason))) => found.faults.push((number, reason)),
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    found.faults.push((number, error.to_string()));
                    skip_rest(&mut reader)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}

/// Skips the rest of a game whose tags could not be read: without them its moves mean something else.
fn skip_rest(reader: &mut Reader<impl Read>) -> io::Result<()> {
    loop {
        match reader.skip_game() {
            Err(error) if error.kind() == ErrorKind::InvalidData => {}
            skipped => return skipped.map(drop),
        }
    }
}

struct GameReader;

impl Visitor for GameReader {
    type Tags = Game;
    type Movetext = (Game, Position);
    type Output = Result<Game, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Game> {
        let result = "*".to_owned();
        ControlFlow::Continue(Game { tags: Vec::new(), start: Position::start(), moves: Vec::new(), result })
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let (name, value) = (String::from_utf8_lossy(name).into_owned(), value.decode_utf8_lossy().into_owned());
        if name == "FEN" {
            match Position::from_fen(&value) {
                Ok(position) => game.start = position,
                Err(error) => return ControlFlow::Break(Err(format!("bad FEN {}: {error}", quote(&value)))),
            }
        }
        game.tags.push((name, value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Self::Output, Self::Movetext> {
        let start = game.start.clone();
        ControlFlow::Continue((game, start))
    }

    fn san(&mut self, (game, position): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        match position.read_move(&san.to_string()) {
            Ok(mv) => {
                position.make(mv);
                game.moves.push(mv);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(format!("{error} {}", quote(&san.to_string())))),
        }
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, (game, _): &mut Self::Movetext, outcome: Outcome) -> ControlFlow<Self::Output> {
        game.result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (game, _): Self::Movetext) -> Self::Output {
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the event names of the games in `text`, and its faults.
    fn read(text: &str) -> (Vec<String>, Vec<(usize, String)>) {
        let Games { games, faults } = Games::read(text.as_bytes()).unwrap();
        (
            games.into_iter().map(|game| game.tags.first().map_or_else(String::new, |tag| tag.1.clone())).collect(),
            faults,
        )
    }

    fn good(name: &str) -> String {
        format!("[Event \"{name}\"]\n\n1. e4 {{a}} e5 (1... c5) 2. Nf3 1-0\n\n")
    }

    #[test]
    fn one_bad_game_spoils_no_other() {
        let long = "x".repeat(1 << 16);
        for (bad, reason) in [
            ("[Event \"bad\"]\n\n1. e4 Ke7 2. d4 {1. e4\n\n[Event} Nf6 *\n\n", "'Ke7'"),
            ("[Event \"bad\"]\n[FEN \"8/8/8/8 w - - 0 1\"]\n[Round \"1\"]\n\n1. e4 e5 *\n\n", "bad FEN '8/8/8/8 w"),
            (&format!("[Event \"{long}\"]\n[Round \"1\"]\n\n1. d4 d5 *\n\n"), "unterminated tag"),
            (&format!("[Event \"{long}\"]\n[Site \"{long}\"]\n[Round \"1\"]\n\n1. d4 d5 *\n\n"), "unterminated tag"),
        ] {
            let (names, faults) = read(&(good("a") + bad + &good("b") + &good("c")));
            assert_eq!(names, ["a", "b", "c"], "{reason}");
            assert!(faults.len() == 1 && faults[0].0 == 2 && faults[0].1.contains(reason), "{faults:?}");
        }
        let (names, faults) = read(&(good("a") + "1. e4 {open"));
        assert_eq!((names.len(), faults), (1, vec![(2, "unterminated comment".to_owned())]));
    }

    #[test]
    fn text_without_games_yields_none() {
        for text in ["", "\n", "hello world", "*", "% 1. e4", "{1. e4}\n\n1-0\n", "\0\u{feff}[\"]"] {
            assert_eq!(read(text), (Vec::new(), Vec::new()), "{text:?}");
        }
        assert_eq!(read("1. e4").0.len(), 1);
        assert_eq!(read("[Event \"a\"]\n\n*").0, ["a"]);
    }
}
