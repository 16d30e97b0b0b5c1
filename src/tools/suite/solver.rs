//! Who solves: Oxide88 in this process, or whatever else implements [`Solver`], such as a client of another UCI engine.

use std::time::Duration;

use crate::position::Position;
use crate::search::{Control, Limits, Outcome, PvInfo, Report, Searcher};
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

    /// Sees whether it can search at all.
    ///
    /// # Errors
    /// Why not, in a sentence.
    fn try_out(&self) -> Result<(), String> {
        Ok(())
    }

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
            if let Report::Pv(line) = report {
                time = line.time;
                if let Some(&mv) = line.pv.first() {
                    let &PvInfo { value, depth, nodes, .. } = line;
                    watch(Thought { mv, value, depth, nodes, time, is_cut_short: line.is_cut_short(position) });
                }
            }
        });
        let mv = outcome.best.ok_or("no move")?;
        let Outcome { value, depth, nodes, .. } = outcome;
        Ok(Thought { mv, value, depth, nodes, time, is_cut_short: false })
    }
}
