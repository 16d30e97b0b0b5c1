//! The solvers of a suite: Oxide88 in this process, or anything else that implements [`Solver`], such as a client of
//! another UCI engine.

use std::time::Duration;

use oxide88::position::Position;
use oxide88::search::{Control, Limits, Outcome, PvInfo, Report, Searcher};
use oxide88::types::{Depth, Move, Value};

/// A solver's best move at some moment of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move.
    pub value: Value,
    /// Depth of the search that found it, in plies.
    pub depth: Depth,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// CPU time of the engine's process since the search began; `None` if unknown.
    pub cpu_time: Option<Duration>,
    /// True if the principal variation ends before the mate that the value claims.
    pub is_cut_short: bool,
}

/// One engine that searches one position at a time.
pub trait Solver: Send {
    /// Returns the name of the engine.
    fn name(&self) -> String;

    /// Checks that the engine can search at all.
    ///
    /// # Errors
    /// A message that says why not.
    fn try_out(&self) -> Result<(), String> {
        Ok(())
    }

    /// Searches `position`, which has a legal move, as in a new game; reports each new best line to `watch` and
    /// returns the answer.
    ///
    /// # Errors
    /// A message that says why there is no answer.
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
                    let is_cut_short = line.is_cut_short(position);
                    watch(Thought { mv, value, depth, nodes, time, cpu_time: None, is_cut_short });
                }
            }
        });
        let mv = outcome.best.ok_or("no move")?;
        let Outcome { value, depth, nodes, .. } = outcome;
        Ok(Thought { mv, value, depth, nodes, time, cpu_time: None, is_cut_short: false })
    }
}
