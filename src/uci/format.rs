//! Formats the reports of the search as UCI lines.
//!
//! ```text
//! info depth 9 seldepth 14 multipv 1 score cp 31 nodes 81234 nps 1624680 hashfull 3 tbhits 0 time 50 pv e2e4 e7e5
//! info depth 9 currmove e2e4 currmovenumber 1
//! bestmove e2e4 ponder e7e5
//! ```

use std::cmp::Reverse;
use std::fmt::Write;

use super::book::BookMove;
use crate::eval::win_rate;
use crate::position::Position;
use crate::search::{Bound, Outcome, PvInfo, Report, nodes_per_second};
use crate::types::value::{EVAL_LIMIT, TABLEBASE_WIN};
use crate::types::{Move, Piece, Square, Value, value};

/// The output style that the GUI asks for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Style {
    /// Castling is always written as king takes rook.
    pub chess960: bool,
    /// Scores include win, draw and loss rates (WDL).
    pub chances: bool,
    /// A person at a terminal reads a table.
    pub pretty: bool,
}

/// Writes moves and lines from a root position; the root decides how castling is written.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The root. Lines are played on it and taken back.
    position: Position,
    chess960: bool,
    /// The material at the root for the win rate model, if WDL is shown.
    material: Option<f64>,
}

impl Notation {
    /// Creates the notation for lines from `root`. Castling is written as king takes rook if `style` says so, or if the
    /// king or a castling rook is not on its standard square.
    pub fn new(root: &Position, style: Style) -> Self {
        let chess960 = style.chess960 || !root.is_standard_castling();
        let material = style.chances.then(|| win_rate::material(root));
        Self { position: root.clone(), chess960, material }
    }

    /// Formats an `info` line.
    pub fn info(&mut self, report: &Report) -> String {
        match report {
            Report::Pv(line) => self.line(line),
            Report::CurrentMove { depth, mv, number } => {
                let mv = self.position.move_text(*mv, self.chess960);
                format!("info depth {depth} currmove {mv} currmovenumber {number}")
            }
            Report::NoMate { moves } => format!("info string no mate in {moves}"),
        }
    }

    /// Formats the book moves for the root with their percentages, the most frequent first.
    pub fn book(&mut self, moves: &[BookMove]) -> String {
        let total: u32 = moves.iter().map(|one| u32::from(one.weight)).sum();
        let mut moves = moves.to_vec();
        moves.sort_by_key(|one| Reverse(one.weight));
        let words = moves.iter().map(|one| {
            let percent = 100.0 * f64::from(one.weight) / f64::from(total.max(1));
            format!(" {} {percent:.0} %", self.position.move_text(one.mv, self.chess960))
        });
        format!("book{}", words.collect::<Vec<_>>().join(","))
    }

    /// Formats the `bestmove` line.
    pub fn best_move(&mut self, outcome: &Outcome) -> String {
        let line: Vec<Move> = outcome.best.into_iter().chain(outcome.ponder).collect();
        let mut words = self.moves(&line).into_iter();
        match (words.next(), words.next()) {
            (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
            (Some(best), None) => format!("bestmove {best}"),
            _ => "bestmove (none)".to_owned(),
        }
    }

    fn line(&mut self, line: &PvInfo) -> String {
        let PvInfo { depth, seldepth, multipv, nodes, hashfull, tablebase_hits, .. } = line;
        let score = score(line.value);
        let wdl = self.material.map_or_else(String::new, |material| {
            let [win, draw, loss] = chances(line, material);
            format!(" wdl {win} {draw} {loss}")
        });
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Alpha => " upperbound",
            Bound::Beta => " lowerbound",
        };
        let (nps, time) = (nodes_per_second(line.nodes, line.time), line.time.as_millis());
        let mut text = format!(
            "info depth {depth} seldepth {seldepth} multipv {multipv} score {score}{bound}{wdl} nodes {nodes} nps {nps} \
             hashfull {hashfull} tbhits {tablebase_hits} time {time}"
        );
        if !line.pv.is_empty() {
            text.push_str(" pv ");
            text.push_str(&self.moves(&line.pv).join(" "));
        }
        text
    }

    fn moves(&mut self, line: &[Move]) -> Vec<String> {
        let words = line
            .iter()
            .map(|&mv| {
                let word = self.position.move_text(mv, self.chess960);
                self.position.make(mv);
                word
            })
            .collect();
        for _ in line {
            self.position.unmake();
        }
        words
    }
}

/// Returns win, draw and loss per mille for the side to move; a proven result is certain.
pub fn chances(line: &PvInfo, material: f64) -> [u32; 3] {
    if line.is_draw { [0, 1000, 0] } else { win_rate::per_mille(line.value, material) }
}

/// Formats a value in the protocol's units: centipawns, or full moves to mate. A tablebase win `n` plies away is
/// 20000 - `n` centipawns, as in other engines. No evaluation is beyond that; a bound that is means as much.
fn score(value: Value) -> String {
    match value::moves_to_mate(value) {
        Some(moves) => format!("mate {moves}"),
        None if value::is_proven(value) => format!("cp {}", value - value.signum() * (TABLEBASE_WIN - EVAL_LIMIT)),
        None => format!("cp {}", value.clamp(-EVAL_LIMIT, EVAL_LIMIT)),
    }
}

/// Draws the board as Stockfish does, which scripts read, with the FEN, the keys and the checkers below. The pieces are
/// letters, or Unicode figurines.
pub fn board(position: &Position, figures: bool) -> String {
    const EDGE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from(EDGE);
    for rank in (0..8).rev() {
        text.push(' ');
        for file in 0..8 {
            let piece = position.piece_on(Square::from_file_rank(file, rank));
            let _ = write!(text, "| {} ", if piece == Piece::NONE { ' ' } else { symbol(piece, figures) });
        }
        let _ = write!(text, "| {}\n{EDGE}", rank + 1);
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let checkers: Vec<String> = position.checkers().map(|square| square.to_string()).collect();
    let _ = writeln!(text, "Fen: {}", position.fen());
    let _ = writeln!(text, "Key: {:016X}", position.key());
    let _ = writeln!(text, "Pawn key: {:016X}", position.pawn_key());
    let _ = write!(text, "Checkers: {}", checkers.join(" "));
    text
}

fn symbol(piece: Piece, figures: bool) -> char {
    if figures { piece.figurine() } else { piece.letter() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::position::START_FEN;

    #[test]
    fn boards_are_drawn_with_letters_or_figures() {
        let position = Position::start();
        assert!(board(&position, false).contains("\n | r | n | b | q | k | b | n | r | 8\n"));
        assert!(board(&position, true).contains("\n | ♜ | ♞ | ♝ | ♛ | ♚ | ♝ | ♞ | ♜ | 8\n"));
        assert!(board(&position, true).contains("\n | ♙ | ♙ | ♙ | ♙ | ♙ | ♙ | ♙ | ♙ | 2\n"));
    }

    fn line(position: &Position, moves: &[&str]) -> Vec<Move> {
        let mut position = position.clone();
        moves
            .iter()
            .filter_map(|text| {
                let mv = position.parse_move(text).ok()?;
                position.make(mv);
                Some(mv)
            })
            .collect()
    }

    fn report(value: Value, bound: Bound, time: Duration, pv: Vec<Move>) -> Report {
        Report::Pv(PvInfo {
            depth: 7,
            seldepth: 9,
            multipv: 1,
            value,
            bound,
            is_draw: false,
            nodes: 5000,
            time,
            hashfull: 12,
            tablebase_hits: 3,
            pv,
        })
    }

    #[test]
    fn a_line_has_every_field_and_the_position_is_restored() {
        let start = Position::start();
        let mut notation = Notation::new(&start, Style::default());
        let report = report(31, Bound::Exact, Duration::from_millis(50), line(&start, &["e2e4", "e7e5"]));
        let text = "info depth 7 seldepth 9 multipv 1 score cp 31 nodes 5000 nps 100000 hashfull 12 tbhits 3 time 50 pv e2e4 e7e5";
        assert_eq!(notation.info(&report), text);
        assert_eq!(notation.position.fen(), START_FEN);
    }

    #[test]
    fn bounds_and_mates_are_named_and_zero_time_does_not_divide_by_zero() {
        let mut notation = Notation::new(&Position::start(), Style::default());
        let mut text = |value, bound| notation.info(&report(value, bound, Duration::ZERO, Vec::new()));
        assert!(text(-20, Bound::Beta).contains(" score cp -20 lowerbound nodes 5000 nps "));
        assert!(text(50, Bound::Alpha).contains(" score cp 50 upperbound nodes"));
        assert!(text(value::mate_in(3), Bound::Exact).contains(" score mate 2 nodes"));
        assert!(text(value::mated_in(4), Bound::Exact).contains(" score mate -2 nodes"));
        assert!(!text(0, Bound::Exact).contains("wdl"));
        let mut with_chances = Notation::new(&Position::start(), Style { chances: true, ..Style::default() });
        let text_with_chances = with_chances.info(&report(value::mate_in(3), Bound::Beta, Duration::ZERO, Vec::new()));
        assert!(text_with_chances.contains(" score mate 2 lowerbound wdl 1000 0 0 nodes"), "{text_with_chances}");
        assert!(text(TABLEBASE_WIN - 5, Bound::Exact).contains(" score cp 19995 nodes"));
        assert!(text(4 - TABLEBASE_WIN, Bound::Exact).contains(" score cp -19996 nodes"));
        assert!(text(-22_868, Bound::Alpha).contains(" score cp -20000 upperbound nodes"));
        assert!(text(0, Bound::Exact).ends_with(" time 0"));
    }

    #[test]
    fn castling_is_written_as_the_root_and_the_option_require() {
        let castle = |fen: &str, king_takes_rook, chess960| {
            let root = Position::from_fen(fen).unwrap_or_else(|_| Position::start());
            let best = root.parse_move(king_takes_rook).ok();
            Notation::new(&root, Style { chess960, ..Style::default() })
                .best_move(&Outcome { best, ..Outcome::default() })
        };
        assert_eq!(castle("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false), "bestmove e1g1");
        assert_eq!(castle("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true), "bestmove e1h1");
        assert_eq!(castle("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", false), "bestmove f1h1");
    }

    #[test]
    fn the_best_move_comes_with_the_ponder_move_if_there_is_one() {
        let start = Position::start();
        let moves = line(&start, &["e2e4", "e7e5"]);
        let mut notation = Notation::new(&start, Style::default());
        let mut outcome = Outcome { best: moves.first().copied(), ponder: moves.last().copied(), ..Outcome::default() };
        assert_eq!(notation.best_move(&outcome), "bestmove e2e4 ponder e7e5");
        outcome.ponder = None;
        assert_eq!(notation.best_move(&outcome), "bestmove e2e4");
        assert_eq!(notation.best_move(&Outcome::default()), "bestmove (none)");
    }
}
