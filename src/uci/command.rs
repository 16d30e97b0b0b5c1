//! Parses a line of text into a [`Command`]; pure, and independent of any position. Any whitespace separates words, so
//! tabs, leading blanks and CRLF do no harm. An error is a sentence for the user and quotes the offending word.
//!
//! The protocol requires that unknown words before a command are skipped: `joho debug on` is `debug on`. Commands that
//! only people type are recognized only at the start of a line, so that chatter draws no board.

use super::go::Go;
use super::words::{Words, join, number};
use crate::types::{Depth, MAX_PLY, quote};

/// A parsed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// `uci`: identify the engine and list its options.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer once all earlier commands are done.
    IsReady,
    /// `register ...`: meaningless for a free engine.
    Register,
    /// `setoption name ... [value ...]`; the name as written, with single blanks.
    SetOption {
        /// Name of the option.
        name: String,
        /// The value including inner blanks; `None` for buttons.
        value: Option<&'a str>,
    },
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `position startpos|fen ... [moves ...]`.
    Position {
        /// The FEN; `None` for the start position.
        fen: Option<String>,
        /// The moves played from there.
        moves: Vec<&'a str>,
    },
    /// `go ...`: search.
    Go(Go<'a>),
    /// `stop` searching and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d [ascii|unicode]`: show the board; true for figurines, `None` for the default.
    Display(Option<bool>),
    /// `eval`: explain the evaluation.
    Eval,
    /// `perft N` or `go perft N`: count moves.
    Perft(u32),
    /// `bench [depth]`: search a fixed set of positions.
    Bench(Option<Depth>),
    /// `help`.
    Help,
}

/// The first words of the protocol's commands.
const PROTOCOL: [&str; 11] =
    ["uci", "debug", "isready", "register", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];

/// Parses a line; `None` for an empty line or a comment, which begins with `#`.
///
/// # Errors
/// A sentence that says what is wrong with the line.
pub fn parse(line: &str) -> Result<Option<Command<'_>>, String> {
    // Some shells pipe a byte-order mark first.
    let mut words = Words(line.trim_start_matches('\u{feff}'));
    match words.next().filter(|word| !word.starts_with('#')) {
        Some(word) => command(word, words).map(Some),
        None => Ok(None),
    }
}

fn command<'a>(word: &'a str, mut words: Words<'a>) -> Result<Command<'a>, String> {
    Ok(match word {
        "uci" => Command::Uci,
        "debug" => Command::Debug(switch(words.next())?),
        "isready" => Command::IsReady,
        "register" => Command::Register,
        "setoption" => set_option(words)?,
        "ucinewgame" => Command::NewGame,
        "position" => position(words)?,
        "go" => go(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display(match words.next() {
            None => None,
            Some("ascii") => Some(false),
            Some("unicode") => Some(true),
            Some(other) => return Err(format!("d takes 'ascii' or 'unicode', not {}", quote(other))),
        }),
        "eval" => Command::Eval,
        "perft" => perft(words.next())?,
        "bench" => bench(words.next())?,
        "help" => Command::Help,
        _ => match words.find(|known| PROTOCOL.contains(known)) {
            Some(known) => return command(known, words),
            None => return Err(format!("unknown command {}; 'help' lists the commands", quote(word))),
        },
    })
}

fn switch(word: Option<&str>) -> Result<bool, String> {
    match word {
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(format!("debug takes 'on' or 'off', not {}", quote(other))),
        None => Err("debug takes 'on' or 'off'".to_owned()),
    }
}

fn set_option(mut words: Words<'_>) -> Result<Command<'_>, String> {
    match words.next() {
        Some("name") => {}
        Some(other) => return Err(format!("setoption needs 'name', not {}", quote(other))),
        None => return Err("setoption needs 'name' and the name of an option".to_owned()),
    }
    let name = join(words.by_ref().take_while(|&word| word != "value"));
    if name.is_empty() {
        return Err("setoption name: the name is missing".to_owned());
    }
    let value = Some(words.0.trim()).filter(|value| !value.is_empty());
    Ok(Command::SetOption { name, value })
}

fn position(mut words: Words<'_>) -> Result<Command<'_>, String> {
    let fen = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => None,
            Some(other) => return Err(format!("position startpos: expected 'moves', not {}", quote(other))),
        },
        Some("fen") => {
            let fen = join(words.by_ref().take_while(|&word| word != "moves"));
            if fen.is_empty() {
                return Err("position fen: the FEN is missing".to_owned());
            }
            Some(fen)
        }
        Some(other) => return Err(format!("position needs 'startpos' or 'fen', not {}", quote(other))),
        None => return Err("position needs 'startpos' or 'fen'".to_owned()),
    };
    Ok(Command::Position { fen, moves: words.collect() })
}

fn go(mut words: Words<'_>) -> Result<Command<'_>, String> {
    let all = words.clone();
    if words.next() == Some("perft") { perft(words.next()) } else { Go::parse(all).map(Command::Go) }
}

fn perft(word: Option<&str>) -> Result<Command<'static>, String> {
    let depth = number("perft", word)?;
    u32::try_from(depth).map(Command::Perft).map_err(|_| format!("perft {depth}: the depth is out of range"))
}

fn bench(word: Option<&str>) -> Result<Command<'static>, String> {
    if word.is_none() {
        return Ok(Command::Bench(None));
    }
    let depth = number("bench", word)?;
    match Depth::try_from(depth) {
        Ok(depth) if (1..=MAX_PLY as Depth).contains(&depth) => Ok(Command::Bench(Some(depth))),
        _ => Err(format!("bench {depth}: the depth must be 1 to {MAX_PLY}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        parse(line).err().unwrap_or_default()
    }

    #[test]
    fn blanks_tabs_and_line_ends_do_not_matter() {
        for line in ["isready", "  isready", "\tisready\r\n", "isready  \n", "\u{feff}isready"] {
            assert_eq!(parse(line), Ok(Some(Command::IsReady)), "{line:?}");
        }
        for line in ["", "   \r\n", "# a comment", "#go depth 3"] {
            assert_eq!(parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn option_names_and_values_may_have_blanks() {
        let option =
            |name: &str, value: Option<&'static str>| Ok(Some(Command::SetOption { name: name.to_owned(), value }));
        assert_eq!(parse("setoption name Move   Overhead value 50"), option("Move Overhead", Some("50")));
        let path = "C:\\My  Books\\the value of pawns.bin";
        assert_eq!(parse(&format!("setoption name BookFile value  {path}\t\r\n")), option("BookFile", Some(path)));
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(parse("setoption name Clear Hash value"), option("Clear Hash", None));
        assert!(error("setoption").contains("name"));
        assert!(error("setoption Hash value 3").contains("'Hash'"));
    }

    #[test]
    fn a_position_is_a_setup_and_moves() {
        assert_eq!(parse("position startpos"), Ok(Some(Command::Position { fen: None, moves: Vec::new() })));
        assert_eq!(
            parse("position fen  8/8/8/8/8/8/8/8  w - -  moves a1a2 b1b2"),
            Ok(Some(Command::Position { fen: Some("8/8/8/8/8/8/8/8 w - -".to_owned()), moves: vec!["a1a2", "b1b2"] }))
        );
        assert!(error("position start").contains("'start'"));
        assert!(error("position startpos e2e4").contains("'e2e4'"));
        assert!(error("position fen moves e2e4").contains("FEN"));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(parse("joho debug on"), Ok(Some(Command::Debug(true))));
        assert_eq!(parse("  well then isready"), Ok(Some(Command::IsReady)));
        assert!(error("joho").contains("'joho'"));
        assert!(error("I see d").contains("'I'"), "only people draw boards, and they begin with it");
        assert!(error("joho debug perhaps").contains("'perhaps'"));
    }

    #[test]
    fn errors_quote_the_word_at_fault() {
        assert!(error("isreaddy").contains("'isreaddy'"));
        assert!(error("perft many").contains("'many'"));
        assert!(error("perft -1").contains("-1"));
        assert!(error("bench 0").contains("bench 0"));
        assert!(error("debug maybe").contains("'maybe'"));
    }
}
