//! The search output as a table, for people at a terminal: a line per depth, moves in standard algebraic notation
//! (SAN), values from White's point of view. A transient last line shows the root move being searched.
//!
//! ```text
//!   depth       time    nodes    per s    White  line
//!     9/14     0.02s   11.2 k    702 k    +0.41  1. e4 e5 2. Nf3 Nc6 3. Bb5
//!    10/15     0.03s   17.9 k    715 k   >+0.52  1. e4
//! ```
//! With win, draw and loss rates (WDL) there is one more column. A proven result is not repeated for every depth.

use std::time::Duration;

use console::{Term, style};

use super::format::chances;
use crate::eval::win_rate;
use crate::position::{Position, San, numbered};
use crate::search::{Bound, PvInfo, Report, nodes_per_second};
use crate::types::value::{is_mate, readable};
use crate::types::{Color, Move, Value};

/// Width in columns if the terminal does not report its own.
const USUAL_WIDTH: usize = 100;

/// The text of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// A permanent line.
    Line(String),
    /// A line that the next one overwrites.
    Status(String),
}

/// Formats the reports of one search.
#[derive(Clone, Debug)]
pub struct Table {
    root: Position,
    width: usize,
    has_head: bool,
    /// The material at the root for the win rate model, if WDL is shown.
    material: Option<f64>,
    /// The last row of each rank, with the number of moves in its line.
    rows: Vec<(Value, Bound, usize)>, // [multipv - 1]
}

impl Table {
    /// Creates a table for a search of `root`, as wide as the terminal; with WDL if asked for.
    pub fn new(root: &Position, shows_wdl: bool) -> Self {
        let width = Term::stdout().size_checked().map_or(USUAL_WIDTH, |(_, columns)| usize::from(columns));
        let material = shows_wdl.then(|| win_rate::material(root));
        Self { root: root.clone(), width, has_head: false, material, rows: Vec::new() }
    }

    /// Returns the text that a report adds to the table, if it says anything new.
    pub fn add(&mut self, report: &Report) -> Option<Text> {
        Some(match report {
            Report::Pv(line) => {
                if self.is_known(line) {
                    return None;
                }
                let head = if self.has_head { String::new() } else { format!("{}\n", style(self.head()).dim()) };
                self.has_head = true;
                Text::Line(head + &self.row(line))
            }
            Report::CurrentMove { depth, mv, number } => {
                let mv = San::new(&self.root).text(*mv);
                Text::Status(format!("{depth:>5}     move {number}: {mv}"))
            }
            Report::NoMate { moves } => Text::Line(format!("no mate in {moves}")),
        })
    }

    /// Returns whether the line repeats a result that no further depth changes: a draw, or a mate of the same length
    /// whose moves were shown. Notes the line.
    fn is_known(&mut self, line: &PvInfo) -> bool {
        let row = (line.value, line.bound, line.pv.len());
        let index = line.multipv.saturating_sub(1);
        let Some(last) = self.rows.get_mut(index) else {
            self.rows.resize(index + 1, row);
            return false;
        };
        let is_final = line.bound == Bound::Exact && (line.is_draw || is_mate(line.value));
        let is_same = (last.0, last.1) == (row.0, row.1) && (line.is_draw || row.2 <= last.2);
        *last = row;
        is_final && is_same
    }

    fn head(&self) -> String {
        let wdl = if self.material.is_some() { "         W/D/L" } else { "" };
        format!("  depth       time    nodes    per s    White{wdl}  line")
    }

    fn row(&self, line: &PvInfo) -> String {
        let numbers = format!(
            "{:>5}/{:<4} {:>7} {:>8} {:>8}",
            line.depth,
            line.seldepth,
            clock(line.time),
            rounded(line.nodes as f64),
            rounded(nodes_per_second(line.nodes, line.time) as f64)
        );
        let value = format!("{:>8}", self.value(line.value, line.bound));
        let wdl = self.material.map_or_else(String::new, |material| {
            let mut chances = chances(line, material);
            if self.root.side_to_move() == Color::Black {
                chances.reverse();
            }
            let [win, draw, loss] = chances;
            format!("{:>14}", format!("{win}/{draw}/{loss}"))
        });
        let taken = numbers.len() + value.len() + wdl.len() + 4;
        let moves = self.moves(&line.pv, self.width.saturating_sub(taken));
        format!("{numbers} {}{wdl}  {moves}", style(value).bold())
    }

    /// Formats a value from White's point of view, with `>` or `<` for a bound.
    fn value(&self, value: Value, bound: Bound) -> String {
        let us = self.root.side_to_move();
        let relation = match (bound, us) {
            (Bound::Exact, _) => "",
            (Bound::Beta, Color::White) | (Bound::Alpha, Color::Black) => ">",
            (Bound::Alpha, Color::White) | (Bound::Beta, Color::Black) => "<",
        };
        relation.to_owned() + &readable(value, us)
    }

    /// Formats as many moves of a line as fit into `width` columns.
    fn moves(&self, line: &[Move], width: usize) -> String {
        const REST: &str = " ...";
        let words = numbered(&self.root, line);
        let mut text = String::new();
        for (index, word) in words.iter().enumerate() {
            let room = if index + 1 < words.len() { width.saturating_sub(REST.len()) } else { width };
            let gap = if index == 0 { "" } else { " " };
            if text.len() + gap.len() + word.len() > room {
                text.push_str(REST);
                break;
            }
            text.push_str(gap);
            text.push_str(word);
        }
        text
    }
}

/// Formats a time in seconds, or in minutes and seconds from 100 seconds on.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 100.0 {
        format!("{seconds:.2}s")
    } else {
        format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60)
    }
}

/// Formats a number with three significant digits and a unit (k, M, G).
fn rounded(number: f64) -> String {
    for (unit, name) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] {
        let parts = number / unit;
        if parts >= 0.9995 {
            let digits = if parts < 9.995 { 2 } else { usize::from(parts < 99.95) };
            return format!("{parts:.digits$} {name}");
        }
    }
    format!("{number:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::{TABLEBASE_WIN, mate_in, mated_in};

    fn table(fen: &str, width: usize) -> Table {
        let root = Position::from_fen(fen).unwrap_or_else(|_| Position::start());
        Table { width, ..Table::new(&root, false) }
    }

    /// Returns the line that a report adds.
    fn added(table: &mut Table, report: &Report) -> Option<String> {
        match table.add(report)? {
            Text::Line(line) => Some(line),
            Text::Status(status) => Some(format!("status {status}")),
        }
    }

    fn line(table: &Table, value: Value, bound: Bound, moves: &[&str]) -> Report {
        let mut position = table.root.clone();
        let mut pv = Vec::new();
        for text in moves {
            let Ok(mv) = position.parse_move(text) else { break };
            position.make(mv);
            pv.push(mv);
        }
        let time = Duration::from_millis(250);
        Report::Pv(PvInfo {
            depth: 12,
            seldepth: 19,
            multipv: 1,
            value,
            bound,
            is_draw: false,
            nodes: 301_000,
            time,
            hashfull: 0,
            tablebase_hits: 0,
            pv,
        })
    }

    #[test]
    fn the_head_comes_once_and_lines_are_written_for_people() {
        let mut table = table(crate::position::START_FEN, 100);
        let report = line(&table, 37, Bound::Exact, &["e2e4", "e7e5", "g1f3"]);
        let head = "  depth       time    nodes    per s    White  line";
        let row = "   12/19     0.25s    301 k   1.20 M    +0.37  1. e4 e5 2. Nf3";
        assert_eq!(added(&mut table, &report), Some(format!("{head}\n{row}")));
        // The same line of a deeper search is news.
        assert_eq!(added(&mut table, &report).as_deref(), Some(row));
    }

    #[test]
    fn win_draw_and_loss_are_from_whites_point_of_view() {
        for (fen, sign) in [("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", 1), ("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1", -1)] {
            let mut table = Table { material: Some(0.1), ..table(fen, 100) };
            let report = line(&table, sign * 2000, Bound::Exact, &[]);
            let text = added(&mut table, &report).unwrap_or_default();
            assert!(text.contains("   White         W/D/L  line\n"), "{text}");
            assert!(text.ends_with("   +20.00      1000/0/0  "), "{text}");
        }
    }

    #[test]
    fn a_proven_result_is_shown_once() {
        let mut table = table("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 100);
        let mut is_shown = |value, moves: &[&str], is_draw, multipv| {
            let Report::Pv(line) = line(&table, value, Bound::Exact, moves) else { return false };
            added(&mut table, &Report::Pv(PvInfo { multipv, is_draw, ..line })).is_some()
        };
        assert!(is_shown(mate_in(3), &["a1a2"], false, 1), "the line is cut short");
        assert!(is_shown(mate_in(3), &["a1a2", "g8f8"], false, 1), "it is longer");
        assert!(!is_shown(mate_in(3), &["a1a3", "g8f8"], false, 1), "another mate of the same length");
        assert!(is_shown(mate_in(1), &["a1a8"], false, 1) && !is_shown(mate_in(1), &["a1a8"], false, 1));
        assert!(is_shown(mate_in(1), &["a1a8"], false, 2), "another rank");
        assert!(is_shown(0, &["a1a2"], true, 1) && !is_shown(0, &["a1a3", "g8f8"], true, 1));
        assert!(is_shown(0, &["a1a2"], false, 1) && is_shown(0, &["a1a2"], false, 1), "a value is not proven");
    }

    #[test]
    fn values_are_from_whites_point_of_view() {
        let [white, black] = ["w", "b"].map(|side| table(&format!("4k3/8/8/8/8/8/8/4KQ2 {side} - - 0 1"), 100));
        for (value, bound, for_white, for_black) in [
            (37, Bound::Exact, "+0.37", "-0.37"),
            (-5, Bound::Beta, ">-0.05", "<+0.05"),
            (120, Bound::Alpha, "<+1.20", ">-1.20"),
            (mate_in(5), Bound::Exact, "#3", "#-3"),
            (mated_in(4), Bound::Exact, "#-2", "#2"),
            (TABLEBASE_WIN - 3, Bound::Exact, "+won", "-won"),
        ] {
            assert_eq!(
                (white.value(value, bound).as_str(), black.value(value, bound).as_str()),
                (for_white, for_black)
            );
        }
    }

    #[test]
    fn long_lines_end_between_moves() {
        let moves = ["e2e4", "e7e5", "g1f3"];
        for (width, expected) in
            [(19, "1. e4 e5 2. Nf3"), (15, "1. e4 e5 2. Nf3"), (14, "1. e4 e5 ..."), (11, "1. e4 ..."), (3, " ...")]
        {
            let table = table(crate::position::START_FEN, 0);
            let Report::Pv(line) = line(&table, 0, Bound::Exact, &moves) else { continue };
            assert_eq!(table.moves(&line.pv, width), expected);
        }
    }

    #[test]
    fn numbers_have_three_digits() {
        let numbers = [7.0, 999.0, 1000.0, 9_990.0, 12_345.0, 999_900.0, 123_456_789.0, 5e9];
        let expected = ["7", "999", "1.00 k", "9.99 k", "12.3 k", "1.00 M", "123 M", "5.00 G"];
        assert_eq!(numbers.map(rounded), expected);
        assert_eq!(clock(Duration::from_secs(754)), "12:34");
    }
}
