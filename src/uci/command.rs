//! Parses a line of text into a [`Command`]; pure, and independent of any position. Any whitespace separates words, so
//! tabs, leading blanks and CRLF do no harm. An error is a sentence for the user and quotes the offending word.
//!
//! The protocol requires that unknown words before a command are skipped: `joho debug on` is `debug on`. Commands that
//! only people type are recognized only at the start of a line, so that chatter draws no board. Words that mean
//! nothing, before or after a command, are returned to be named.

use super::go::Go;
use super::words::{Words, join, number};
use crate::types::quote;
use crate::{bench, perft, speedtest};

/// A parsed command.
#[derive(Clone, PartialEq, Debug)]
pub enum Command<'a> {
    /// `uci`: identify the engine and list its options.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer as soon as commands are read.
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
    /// `flip`: swap the colors, and the board with them.
    Flip,
    /// `eval`: explain the evaluation.
    Eval,
    /// `eval map`: show where the pieces belong.
    Map,
    /// `perft N` or `go perft N`: count moves.
    Perft(u32),
    /// `bench ...`: search a fixed set of positions.
    Bench(bench::Settings),
    /// `speedtest ...`: measure the speed of all threads together.
    SpeedTest(speedtest::Options),
    /// `compiler`: say how this program was built.
    Compiler,
    /// `license`: say what may be done with it.
    License,
    /// `help`.
    Help,
}

/// The meaning of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed<'a> {
    /// The command.
    pub command: Command<'a>,
    /// Words before and after it that mean nothing.
    pub ignored: Vec<&'a str>,
}

impl Command<'_> {
    /// Returns whether the command is obeyed at once, whatever waits for the end of a search.
    pub fn is_urgent(&self) -> bool {
        matches!(self, Self::IsReady | Self::Stop | Self::PonderHit | Self::Debug(_) | Self::Quit)
    }

    /// Returns whether the command only prints, so that it need not wait for the end of a search.
    pub fn only_prints(&self) -> bool {
        matches!(
            self,
            Self::Uci
                | Self::Register
                | Self::Display(_)
                | Self::Eval
                | Self::Map
                | Self::Compiler
                | Self::License
                | Self::Help
        )
    }
}

/// The first words of the protocol's commands.
const PROTOCOL: [&str; 11] =
    ["uci", "debug", "isready", "register", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];

/// The first words of the other commands.
const FOR_PEOPLE: [&str; 9] = ["d", "flip", "eval", "perft", "bench", "speedtest", "compiler", "license", "help"];

/// The first word of a command, the words before it and the words after it.
struct Split<'a> {
    before: Vec<&'a str>,
    first: &'a str,
    rest: Words<'a>,
}

/// Finds the command in a line; `None` for an empty line or a comment, which begins with `#`.
///
/// # Errors
/// The first word of a line without any command.
fn split(line: &str) -> Result<Option<Split<'_>>, &str> {
    // Some shells pipe a byte-order mark first.
    let mut rest = Words(line.trim_start_matches('\u{feff}'));
    let Some(word) = rest.next().filter(|word| !word.starts_with('#')) else { return Ok(None) };
    let (mut before, mut first) = (Vec::new(), word);
    if !FOR_PEOPLE.contains(&word) {
        while !PROTOCOL.contains(&first) {
            before.push(first);
            first = rest.next().ok_or(word)?;
        }
    }
    Ok(Some(Split { before, first, rest }))
}

/// Returns whether the word is the first of a command.
pub fn is_known(word: &str) -> bool {
    PROTOCOL.contains(&word) || FOR_PEOPLE.contains(&word)
}

/// Returns the first word of the command in a line.
pub fn first_word(line: &str) -> Option<&str> {
    split(line).ok()?.map(|split| split.first)
}

/// Parses a line; `None` for an empty line or a comment.
///
/// # Errors
/// A sentence that says what is wrong with the line.
pub fn parse(line: &str) -> Result<Option<Parsed<'_>>, String> {
    let unknown = |word| format!("unknown command {}; 'help' lists the commands", quote(word));
    let Some(Split { before: mut ignored, first, rest: mut words }) = split(line).map_err(unknown)? else {
        return Ok(None);
    };
    let command = command(first, &mut words)?;
    ignored.extend(words);
    Ok(Some(Parsed { command, ignored }))
}

/// Parses the command that begins with `first`, and takes the words that belong to it.
fn command<'a>(first: &str, words: &mut Words<'a>) -> Result<Command<'a>, String> {
    Ok(match first {
        "uci" => Command::Uci,
        "debug" => Command::Debug(switch(words.next())?),
        "isready" => Command::IsReady,
        "register" => {
            words.by_ref().for_each(drop);
            Command::Register
        }
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
        "flip" => Command::Flip,
        "eval" if words.clone().next() == Some("map") => {
            words.next();
            Command::Map
        }
        "eval" => Command::Eval,
        "perft" => Command::Perft(perft_depth(words.next())?),
        "bench" => Command::Bench(bench::Settings::parse(words)?),
        "speedtest" => Command::SpeedTest(speedtest::Options::parse(words)?),
        "compiler" => Command::Compiler,
        "license" => Command::License,
        _ => Command::Help,
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

fn set_option<'a>(words: &mut Words<'a>) -> Result<Command<'a>, String> {
    match words.next() {
        Some("name") => {}
        Some(other) => return Err(format!("setoption needs 'name', not {}", quote(other))),
        None => return Err("setoption needs 'name' and the name of an option".to_owned()),
    }
    let name = join(words.by_ref().take_while(|&word| word != "value"));
    if name.is_empty() {
        return Err("setoption name: the name is missing".to_owned());
    }
    let value = Some(std::mem::take(&mut words.0).trim()).filter(|value| !value.is_empty());
    Ok(Command::SetOption { name, value })
}

fn position<'a>(words: &mut Words<'a>) -> Result<Command<'a>, String> {
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

fn go<'a>(words: &mut Words<'a>) -> Result<Command<'a>, String> {
    if words.clone().next() == Some("perft") {
        return perft_depth(words.nth(1)).map(Command::Perft);
    }
    Go::parse(words).map(Command::Go)
}

/// Parses the word behind `perft`.
///
/// # Errors
/// It is missing, or no depth from 0 to [`perft::MAX_DEPTH`].
pub fn perft_depth(word: Option<&str>) -> Result<u32, String> {
    let depth = number("perft", word)?;
    let in_range = u32::try_from(depth).ok().filter(|&depth| depth <= perft::MAX_DEPTH);
    in_range.ok_or_else(|| format!("perft {depth}: the depth is from 0 to {}", perft::MAX_DEPTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        parse(line).err().unwrap_or_default()
    }

    /// Returns the command of a line that is understood whole.
    fn command(line: &str) -> Option<Command<'_>> {
        let parsed = parse(line).ok()??;
        assert!(parsed.ignored.is_empty(), "{line}: {:?}", parsed.ignored);
        Some(parsed.command)
    }

    #[test]
    fn blanks_tabs_and_line_ends_do_not_matter() {
        for line in ["isready", "  isready", "\tisready\r\n", "isready  \n", "\u{feff}isready"] {
            assert_eq!(command(line), Some(Command::IsReady), "{line:?}");
        }
        for line in ["", "   \r\n", "# a comment", "#go depth 3"] {
            assert_eq!(parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn option_names_and_values_may_have_blanks() {
        let option =
            |name: &str, value: Option<&'static str>| Some(Command::SetOption { name: name.to_owned(), value });
        assert_eq!(command("setoption name Move   Overhead value 50"), option("Move Overhead", Some("50")));
        let path = "C:\\My  Books\\the value of pawns.bin";
        assert_eq!(command(&format!("setoption name BookFile value  {path}\t\r\n")), option("BookFile", Some(path)));
        assert_eq!(command("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(command("setoption name Clear Hash value"), option("Clear Hash", None));
        assert!(error("setoption").contains("name"));
        assert!(error("setoption Hash value 3").contains("'Hash'"));
    }

    #[test]
    fn a_position_is_a_setup_and_moves() {
        assert_eq!(command("position startpos"), Some(Command::Position { fen: None, moves: Vec::new() }));
        assert_eq!(
            command("position fen  8/8/8/8/8/8/8/8  w - -  moves a1a2 b1b2"),
            Some(Command::Position { fen: Some("8/8/8/8/8/8/8/8 w - -".to_owned()), moves: vec!["a1a2", "b1b2"] })
        );
        assert!(error("position start").contains("'start'"));
        assert!(error("position startpos e2e4").contains("'e2e4'"));
        assert!(error("position fen moves e2e4").contains("FEN"));
    }

    #[test]
    fn words_without_meaning_before_and_after_a_command_are_returned() {
        for (line, command, ignored) in [
            ("joho debug on", Command::Debug(true), &["joho"][..]),
            ("  well then isready", Command::IsReady, &["well", "then"]),
            ("isready please", Command::IsReady, &["please"]),
            ("so stop now", Command::Stop, &["so", "now"]),
            ("debug off forever", Command::Debug(false), &["forever"]),
            ("d ascii art", Command::Display(Some(false)), &["art"]),
            ("eval startpos", Command::Eval, &["startpos"]),
            ("eval map x", Command::Map, &["x"]),
            ("perft 3 plies", Command::Perft(3), &["plies"]),
            ("go perft 3 plies", Command::Perft(3), &["plies"]),
            ("bench 64 1 13 default depth x", Command::Bench(bench::Settings::default()), &["x"]),
            ("register later", Command::Register, &[]),
        ] {
            assert_eq!(parse(line), Ok(Some(Parsed { command, ignored: ignored.to_vec() })), "{line}");
        }
        assert!(error("joho").contains("'joho'"));
        assert!(error("I see d").contains("'I'"), "only people draw boards, and they begin with it");
        assert!(error("joho debug perhaps").contains("'perhaps'"));
    }

    #[test]
    fn every_command_is_known_by_its_first_word() {
        for word in PROTOCOL.iter().chain(&FOR_PEOPLE) {
            assert!(is_known(word) && first_word(word) == Some(word));
            // It may need more words, but is not unknown.
            assert!(!error(word).contains("unknown"), "{word}");
        }
        assert_eq!(first_word("position startpos moves quit"), Some("position"));
        assert_eq!(first_word("d quit"), Some("d"));
        assert_eq!(first_word("please quit"), Some("quit"));
        assert_eq!((first_word("please"), first_word("# quit"), first_word("")), (None, None, None));
    }

    #[test]
    fn errors_quote_the_word_at_fault() {
        assert!(error("isreaddy").contains("'isreaddy'"));
        assert!(error("perft many").contains("'many'"));
        assert!(error("perft -1").contains("-1"));
        assert!(error("go perft 50000").contains("50000"));
        assert!(error("bench 0").contains("'0'"));
        assert!(error("speedtest 0").contains("'0'"));
        assert!(error("debug maybe").contains("'maybe'"));
    }
}
