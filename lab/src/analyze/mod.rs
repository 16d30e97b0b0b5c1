//! Analysis for people: the best lines of a position, or games move by move. Moves are in SAN, values from White's
//! point of view. A game comes back as PGN: each move with its value (`[%eval ...]`, which other programs read),
//! mistakes marked and followed by the better line as a variation. From where parsing stops, a game is copied.

mod annotate;
mod games;
mod judge;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::value_parser;
use console::style;

use super::Failure;
use super::progress::Progress;
use oxide88::position::{Position, numbered};
use oxide88::search::{Bound, Control, Limits, PvInfo, Report, Searcher};
use oxide88::types::value::readable;
use oxide88::types::{Depth, MAX_PLY, quote};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 analyze \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\" --lines 3
  oxide88 analyze game.pgn --movetime 500 > commented.pgn
  zcat games.pgn.gz | oxide88 analyze - --nodes 100000 > commented.pgn

Marks follow the rules of lichess: ?!, ? and ?? for a move that loses 10, 20 and 30 points of the winning chances, where
a draw is 0 and a win 100. Comments, variations and marks that the games have are kept.

A game is damaged if it has a word that is no move, a comment or variation that is not closed, a parenthesis that closes
nothing, a position (FEN) that cannot be played, or more than 16 MiB. The fault is named, the moves before it are
commented on, the rest is copied, and the exit code is 2 in the end; all other games are written as usual.";

/// The options of `analyze`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// A position (FEN), or files of games (PGN; `-` is standard input) [default: the start position]
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
    #[arg(long, value_name = "MB", default_value_t = 32, value_parser = value_parser!(u32).range(1..=1 << 20))]
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
/// There is no such position or file, a file cannot be read, a game in it is damaged, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let subject = options.subject.join(" ");
    if subject.is_empty() {
        return show_lines(options, &Position::start(), out);
    }
    // A FEN first: its words may be names of files, and one is that of standard input.
    let fault = match Position::from_fen(&subject) {
        Ok(position) => return show_lines(options, &position, out),
        Err(fault) => fault,
    };
    let is_source = |name: &str| name == games::STANDARD_INPUT || Path::new(name).exists();
    let sources = if is_source(&subject) { vec![subject.clone()] } else { options.subject.clone() };
    let is_board = |word: &str| word.contains('/') && word.chars().all(|c| "pnbrqkPNBRQK12345678/".contains(c));
    let is_fen = sources.first().is_some_and(|word| is_board(word) && !is_source(word));
    if is_fen || !sources.iter().any(|name| is_source(name)) {
        return Err(format!("neither a file nor a position: {}: {fault}", quote(&subject)).into());
    }
    if let Some(missing) = sources.iter().find(|name| !is_source(name)) {
        return Err(format!("there is no file {}", quote(missing)).into());
    }
    let sources: Vec<PathBuf> = sources.iter().map(PathBuf::from).collect();
    games::comment(&sources, &mut options.searcher()?, &options.limits(), out)
}

/// Prints the best lines of a position.
fn show_lines(options: &Options, position: &Position, out: &mut dyn Write) -> Result<(), Failure> {
    let mut searcher = options.searcher()?;
    searcher.set_multipv(options.lines.into());
    let mut lines: Vec<PvInfo> = Vec::new();
    let mut progress = Progress::new("plies", MAX_PLY as u64, 0);
    searcher.go(position, &options.limits(), &Control::default(), &mut |report| {
        let Report::Pv(line) = report else { return };
        // After a move that fails high the search may stop with that move as its answer.
        if line.bound == Bound::Alpha {
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
        output_of(&options(subject))
    }

    fn output_of(options: &Options) -> Result<String, String> {
        let mut out = Vec::new();
        match run(options, &mut out) {
            Ok(()) => Ok(String::from_utf8_lossy(&out).into_owned()),
            Err(Failure::Input(sentence) | Failure::Usage(sentence)) => Err(sentence),
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
        assert!(output("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap().contains("  checkmate"));
    }

    #[test]
    fn a_position_needs_no_quotation_marks() {
        let words = |fen: &str| Options { subject: fen.split(' ').map(str::to_owned).collect(), ..options("") };
        let text = output_of(&words("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")).unwrap();
        assert!(text.contains("1. Ra8#"), "{text}");
        // Neither standard input nor a file is read for a word of a bad position.
        let error = output_of(&words("6k1/5ppp/8/8/8/8/R3K3 w - - 0 1")).unwrap_err();
        assert!(error.starts_with("neither a file nor a position: '6k1/5ppp/"), "{error}");
        let error = output_of(&words("nosuch.pgn -")).unwrap_err();
        assert_eq!(error, "there is no file 'nosuch.pgn'");
    }

    #[test]
    fn a_second_analysis_changes_nothing() {
        let pgn = "[White \"A\"]\n\n1. f3 {a [%clk 0:01:00]} e5 $14 2. g4 !! (2. e4) Qh4# 0-1\n";
        let text = commented(pgn).unwrap();
        assert!(text.contains("g4!!") && text.replace('\n', " ").contains("(2. e4) (2. "), "{text}");
        assert_eq!(commented(&text).unwrap(), text);
    }

    #[test]
    fn a_game_comes_back_with_values_and_mistakes() {
        let pgn = "[White \"A \\\"B\\\"\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 (2. e4) Qh4# 0-1\n";
        let text = commented(pgn).unwrap();
        assert!(text.starts_with("[White \"A \\\"B\\\"\"]\n[Result \"0-1\"]\n\n1. f3"), "{text}");
        let text = text.replace('\n', " ");
        assert!(text.contains("2. g4?? { [%eval #-1] } (2. e4) (2. "), "{text}");
        assert!(text.contains("2... Qh4# { [%eval #0] } 0-1"), "{text}");
        // The output can be read and says the same.
        let again = commented(&text).unwrap();
        assert_eq!(again.matches("%eval").count(), 4);
    }

    #[test]
    fn stalemate_and_repetition_are_draws_and_a_null_move_is_no_damage() {
        let text = commented("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Qf7 1/2-1/2").unwrap();
        assert!(text.contains("1. Qf7?? { [%eval 0.00] }"), "stalemate: {text}");
        let rooks =
            "[FEN \"r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1\"]\n\n1. Rc1 Rd8 2. Ra1 Ra8 3. Rc1 Rd8 4. Ra1 Ra8 1/2-1/2";
        let text = commented(rooks).unwrap();
        assert!(text.replace('\n', " ").ends_with("4... Ra8 { [%eval 0.00] } 1/2-1/2  "), "{text}");
        let text = commented("1. e4 -- 2. d4 *").unwrap();
        assert!(text.starts_with("1. e4 { [%eval ") && text.ends_with(" } -- 2. d4 *\n\n"), "{text}");
    }

    #[test]
    fn a_game_is_judged_without_memory_of_the_one_before() {
        let text = commented(&"1. e4 e5 2. Nf3 *\n\n".repeat(2)).unwrap();
        let (first, second) = text.split_at(text.len() / 2);
        assert_eq!(first, second);
    }

    #[test]
    fn what_cannot_be_read_is_quoted() {
        assert!(output("no such thing").is_err_and(|error| error.contains("'no such thing'")));
        for (pgn, reason) in [
            ("1. e4 e5 2. Ke3 *", "1 of 1 games are damaged"),
            ("", "no games in "),
            ("hello world", "no games in "),
            ("*\n\n1-0\n\n{ nothing }\n", "no games in "),
        ] {
            assert!(commented(pgn).is_err_and(|error| error.contains(reason)), "{pgn}");
        }
    }

    #[test]
    fn a_damaged_game_is_copied_and_the_others_are_commented() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, "[Event \"a\"]\n\n1. e4 Ke2 {x} 2. d4 *\n\n[Event \"b\"]\n\n1. e4 *\n").unwrap();
        let mut out = Vec::new();
        let failure = run(&options(&path.to_string_lossy()), &mut out).unwrap_err();
        assert!(matches!(failure, Failure::Input(reason) if reason.starts_with("1 of 2 games are damaged")));
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.starts_with("[Event \"a\"]\n\n1. e4 { [%eval ")
                && text.contains("} Ke2 { x } 2. d4 *\n\n[Event \"b\"]"),
            "{text}"
        );
        assert_eq!(text.matches("%eval").count(), 2, "{text}");
    }

    #[test]
    fn files_of_positions_are_left_to_the_suite() {
        let file = tempfile::Builder::new().suffix(".EPD").tempfile().unwrap();
        std::fs::write(file.path(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n").unwrap();
        let error = output(&file.path().to_string_lossy()).unwrap_err();
        assert!(error.contains(".EPD") && error.contains("oxide88 suite"), "{error}");
    }
}
