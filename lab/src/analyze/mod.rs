//! Analysis for people: the best lines of a position, or a game move by move. Moves are in SAN, values from White's
//! point of view. A game comes back as PGN: each move with its value (`[%eval ...]`, which other programs read),
//! mistakes marked together with the better line. A game that cannot be [read](reader) is skipped.

pub mod reader;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use clap::value_parser;
use console::style;

use super::Failure;
use super::progress::{Progress, complain};
use oxide88::eval::win_rate::{WinRate, material};
use oxide88::files;
use oxide88::position::{Position, numbered};
use oxide88::search::{Bound, Control, Limits, PvInfo, Report, Searcher};
use oxide88::types::value::{DRAW, is_proven, mated_in, readable};
use oxide88::types::{Depth, MAX_PLY, Move, quote, without_hidden};
use reader::{Game, Games};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 analyze \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\" --lines 3
  oxide88 analyze game.pgn --movetime 500 > commented.pgn

Comments, variations and marks that the games have are replaced.";

/// The options of `analyze`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// A position (FEN) or a file of games (PGN) [default: the start position]
    #[arg(value_name = "FEN|PGN")]
    subject: Vec<String>,
    /// Milliseconds per position [default: 1000]
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Depth of each search in plies
    #[arg(long, value_name = "N", value_parser = value_parser!(i32).range(1..=MAX_PLY as i64), conflicts_with = "movetime")]
    depth: Option<Depth>,
    /// Nodes per position
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), conflicts_with_all = ["movetime", "depth"])]
    nodes: Option<u64>,
    /// Number of lines to show for a position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    lines: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    threads: u32,
}

impl Options {
    fn limits(&self) -> Limits {
        if let Some(depth) = self.depth {
            Limits::depth(depth)
        } else if let Some(nodes) = self.nodes {
            Limits::nodes(nodes)
        } else {
            let movetime = Duration::from_millis(self.movetime.unwrap_or(1000));
            Limits { movetime: Some(movetime), ..Limits::default() }
        }
    }

    fn searcher(&self) -> Result<Searcher, String> {
        let mut searcher = Searcher::with_hash(self.hash as usize).map_err(|error| error.to_string())?;
        searcher.set_threads(self.threads as usize).map_err(|error| error.to_string())?;
        searcher.set_move_overhead(Duration::ZERO);
        Ok(searcher)
    }
}

/// Analyzes the position or the games and writes the result to `out`.
///
/// # Errors
/// There is no such position or file, no game in it can be read, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let subject = options.subject.join(" ");
    if Path::new(&subject).is_file() {
        return comment_games(options, Path::new(&subject), out);
    }
    let position = if subject.is_empty() { Ok(Position::start()) } else { Position::from_fen(&subject) };
    match position {
        Ok(position) => show_lines(options, &position, out),
        Err(error) => Err(format!("neither a file nor a position: {}: {error}", quote(&subject)).into()),
    }
}

/// Prints the best lines of a position.
fn show_lines(options: &Options, position: &Position, out: &mut dyn Write) -> Result<(), Failure> {
    let mut searcher = options.searcher()?;
    searcher.set_multipv(options.lines.into());
    let mut lines: Vec<PvInfo> = Vec::new();
    let mut progress = Progress::new("plies", MAX_PLY as u64, 0);
    searcher.go(position, &options.limits(), &Control::default(), &mut |report| {
        let Report::Pv(line) = report else { return };
        if line.bound != Bound::Exact {
            return;
        }
        if line.multipv == 1 {
            progress.advance(&numbered(position, &line.pv).join(" "));
        }
        // The last iteration may be stopped before it has found all lines again.
        lines.retain(|known| known.multipv != line.multipv && known.pv.first() != line.pv.first());
        lines.push(line.clone());
        lines.sort_by_key(|line| line.multipv);
    });
    drop(progress);
    let us = position.side_to_move();
    for line in &lines {
        let value = format!("{:>7}", readable(line.value, us));
        let words =
            if line.pv.is_empty() { ending(position).to_owned() } else { numbered(position, &line.pv).join(" ") };
        writeln!(out, "{}  {words}  {}", style(value).bold(), style(format!("{{ depth {} }}", line.depth)).dim())?;
    }
    Ok(())
}

/// Names the reason why there is no move.
fn ending(position: &Position) -> &'static str {
    if position.in_check() { "checkmate" } else { "stalemate" }
}

/// Writes all games of a file with comments.
fn comment_games(options: &Options, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let games = read(path)?;
    let mut searcher = options.searcher()?;
    let positions = games.iter().map(|game| game.moves.len() as u64 + 1).sum();
    let mut progress = Progress::new("positions", positions, 0);
    for game in &games {
        searcher.new_game();
        let judgments = judge(game, &mut searcher, &options.limits(), &mut progress);
        write_game(game, &judgments, out)?;
    }
    Ok(())
}

/// Reads the games of a file. Those that cannot be read are named on standard error.
fn read(path: &Path) -> Result<Vec<Game>, String> {
    let name = path.display();
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("epd")) {
        return Err(format!("{name} is a file of positions, not of games: 'oxide88 suite' solves those"));
    }
    let cannot_read = |error| format!("cannot read {name}: {error}");
    let Games { games, faults } = files::open(path).and_then(Games::read).map_err(cannot_read)?;
    for (number, reason) in &faults {
        complain(&format!("{name}, game {number}: {reason}; skipped"));
    }
    if games.is_empty() {
        return Err(if faults.is_empty() {
            format!("no games in {name}")
        } else {
            format!("none of the games in {name} can be read")
        });
    }
    Ok(games)
}

/// The verdict of the search on a position of a game.
struct Judgment {
    /// The value as text.
    value: String,
    /// White's expected score, 0 to 1.
    expected: f64,
    /// The principal variation.
    line: Vec<Move>,
}

/// Searches every position of a game, including the last.
fn judge(game: &Game, searcher: &mut Searcher, limits: &Limits, progress: &mut Progress) -> Vec<Judgment> {
    let mut position = game.start.clone();
    let mut judgments = vec![judge_position(&position, searcher, limits)];
    progress.advance("");
    for &mv in &game.moves {
        position.make(mv);
        judgments.push(judge_position(&position, searcher, limits));
        progress.advance("");
    }
    judgments
}

fn judge_position(position: &Position, searcher: &mut Searcher, limits: &Limits) -> Judgment {
    let (mut value, mut line) = (DRAW, Vec::new());
    if position.legal_moves().is_empty() {
        value = if position.in_check() { mated_in(0) } else { DRAW };
    } else if !position.is_draw(0) {
        searcher.go(position, limits, &Control::default(), &mut |report| {
            if let Report::Pv(found) = report
                && found.bound == Bound::Exact
            {
                (value, line) = (found.value, found.pv.clone());
            }
        });
    }
    let us = position.side_to_move();
    let for_white = value * us.sign();
    let expected = if is_proven(value) {
        f64::from(u8::from(for_white > 0))
    } else {
        let chances = WinRate::OWN.chances(f64::from(for_white), material(position));
        chances.win + chances.draw / 2.0
    };
    Judgment { value: readable(value, us), expected, line }
}

/// Returns the annotation glyph of a move that loses this much of the expected score.
fn mark(loss: f64) -> &'static str {
    match loss {
        0.15.. => "??",
        0.10.. => "?",
        0.05.. => "?!",
        _ => "",
    }
}

fn write_game(game: &Game, judgments: &[Judgment], out: &mut dyn Write) -> Result<(), Failure> {
    for (name, value) in &game.tags {
        let (name, value) = (without_hidden(name), without_hidden(value));
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(out, "[{name} \"{value}\"]")?;
    }
    if !game.tags.is_empty() {
        writeln!(out)?;
    }
    let mut words = Vec::new();
    let mut position = game.start.clone();
    for (&mv, pair) in game.moves.iter().zip(judgments.windows(2)) {
        let [before, after] = pair else { continue };
        let us = position.side_to_move();
        let mark = mark((before.expected - after.expected) * f64::from(us.sign()));
        // The move number is repeated after a comment.
        words.push(format!("{}{mark}", numbered(&position, &[mv]).concat()));
        // `[%eval]` has no plus.
        words.push(format!("{{ [%eval {}]", after.value.trim_start_matches('+')));
        if !mark.is_empty() && before.line.first().is_some_and(|&better| better != mv) {
            words.push(format!("{} was better:", before.value));
            words.extend(numbered(&position, &before.line[..before.line.len().min(6)]));
        }
        words.push("}".to_owned());
        position.make(mv);
    }
    words.push(game.result.clone());
    write_wrapped(&words, out)?;
    writeln!(out)?;
    Ok(())
}

/// Writes words in lines of at most 80 characters.
fn write_wrapped(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    const WIDTH: usize = 80;
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            writeln!(out)?;
            column = 0;
        } else if column > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += length;
    }
    writeln!(out)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(subject: &str) -> Options {
        Options {
            subject: vec![subject.to_owned()],
            movetime: None,
            depth: None,
            nodes: Some(3000),
            lines: 2,
            hash: 1,
            threads: 1,
        }
    }

    fn output(subject: &str) -> Result<String, String> {
        let mut out = Vec::new();
        match run(&options(subject), &mut out) {
            Ok(()) => Ok(String::from_utf8_lossy(&out).into_owned()),
            Err(Failure::Input(sentence)) => Err(sentence),
            Err(Failure::Output(error)) => Err(error.to_string()),
        }
    }

    fn commented(pgn: &str) -> Result<String, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), pgn).unwrap();
        output(&file.path().to_string_lossy())
    }

    #[test]
    fn a_position_comes_with_its_best_lines() {
        let text = output("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() == 2 && lines[0].contains("#1  1. Ra8#  { depth "), "{text}");
        assert!(output("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap().contains("+0.00  stalemate"));
    }

    #[test]
    fn a_game_comes_back_with_values_and_mistakes() {
        let pgn = "[White \"A \\\"B\\\"\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 (2. e4) Qh4# 0-1\n";
        let text = commented(pgn).unwrap();
        assert!(text.starts_with("[White \"A \\\"B\\\"\"]\n[Result \"0-1\"]\n\n1. f3"), "{text}");
        let text = text.replace('\n', " ");
        assert!(text.contains("2. g4?? { [%eval #-1] ") && text.contains(" was better: 2. "), "{text}");
        assert!(text.contains("2... Qh4# { [%eval #0] } 0-1"), "{text}");
        // The output can be read and says the same.
        let again = commented(&text).unwrap();
        assert_eq!(again.matches("%eval").count(), 4);
    }

    #[test]
    fn what_cannot_be_read_is_quoted() {
        assert!(output("no such thing").is_err_and(|error| error.contains("'no such thing'")));
        for (pgn, reason) in [
            ("1. e4 e5 2. Ke3 *", "none of the games in "),
            ("", "no games in "),
            ("hello world", "no games in "),
            ("*\n\n1-0\n\n{ nothing }\n", "no games in "),
        ] {
            assert!(commented(pgn).is_err_and(|error| error.contains(reason)), "{pgn}");
        }
    }

    #[test]
    fn a_game_that_cannot_be_read_is_passed_over() {
        let text = commented("[Event \"a\"]\n\n1. Ke2 *\n\n[Event \"b\"]\n\n1. e4 *\n").unwrap();
        assert!(text.starts_with("[Event \"b\"]\n\n1. e4") && text.matches("[Event ").count() == 1, "{text}");
    }

    #[test]
    fn files_of_positions_are_left_to_the_suite() {
        let file = tempfile::Builder::new().suffix(".EPD").tempfile().unwrap();
        std::fs::write(file.path(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n").unwrap();
        let error = output(&file.path().to_string_lossy()).unwrap_err();
        assert!(error.contains(".EPD") && error.contains("oxide88 suite"), "{error}");
    }
}
