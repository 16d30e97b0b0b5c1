//! Who solves: Oxide88 in this process, or whatever else implements [`Solver`], such as a client of another UCI engine.

use std::time::Duration;

use crate::position::Position;
use crate::search::{Bound, Control, Limits, Line, Outcome, Report, Searcher};
use crate::types::value::{MATE, is_mate};
use crate::types::{Depth, Move, Value};

/// What a solver holds to be best at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move.
    pub value: Value,
    /// Depth of the search that says so.
    pub depth: Depth,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Whether the line shown ends before the mate that the value claims.
    pub is_cut_short: bool,
}

/// One engine that searches one position at a time.
pub trait Solver: Send {
    /// What it calls itself.
    fn name(&self) -> String;

    /// Searches `position`, which has a legal move, as if it were a new game; tells `watch` what it thinks on the way
    /// and returns its answer.
    ///
    /// # Errors
    /// Why there is no answer, in words.
    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, String>;
}

/// Oxide88 itself.
impl Solver for Searcher {
    fn name(&self) -> String {
        format!("Oxide88 {}", env!("CARGO_PKG_VERSION"))
    }

    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, String> {
        self.new_game();
        let mut time = Duration::ZERO;
        let outcome = self.go(position, limits, &Control::default(), &mut |report| {
            if let Report::Line(line) = report {
                time = line.time;
                if let Some(&mv) = line.pv.first() {
                    let &Line { value, depth, nodes, .. } = line;
                    watch(Thought { mv, value, depth, nodes, time, is_cut_short: is_cut_short(position, line) });
                }
            }
        });
        let mv = outcome.best.ok_or("no move")?;
        let Outcome { value, depth, nodes, .. } = outcome;
        Ok(Thought { mv, value, depth, nodes, time, is_cut_short: false })
    }
}

/// Whether the variation of `line` does not reach the mate that its value claims, or not after so many plies.
fn is_cut_short(position: &Position, line: &Line) -> bool {
    if line.bound != Bound::Exact || !is_mate(line.value) {
        return false;
    }
    let mut end = position.clone();
    line.pv.iter().for_each(|&mv| end.make(mv));
    let is_checkmate = end.in_check() && end.legal_moves().is_empty();
    line.pv.len() as Value != MATE - line.value.abs() || !is_checkmate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::mate_in;

    #[test]
    fn a_line_to_mate_has_to_reach_it() {
        let position = Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        let pv = |moves: &[&str]| moves.iter().map(|text| position.parse_move(text).unwrap()).collect();
        let line = |value, moves: &[&str]| Line {
            depth: 9,
            seldepth: 9,
            multipv: 1,
            value,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            pv: pv(moves),
        };
        for (value, moves, expected) in [
            (mate_in(1), &["a1a8"][..], false),
            (mate_in(3), &["a1a8"], true),
            (mate_in(1), &["a1a7"], true),
            (mate_in(3), &[], true),
            (900, &["a1a7"], false),
        ] {
            assert_eq!(is_cut_short(&position, &line(value, moves)), expected, "{value} {moves:?}");
        }
    }
}
