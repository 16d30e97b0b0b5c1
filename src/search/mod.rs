//! LEVEL 3: choosing a move.
//!
//! ```text
//!   Searcher::go        one search: threads, table, pawn tables, answer          threads.rs
//!     deepening         depth 1, 2, 3 ... with aspiration windows                deepening.rs, time.rs
//!       negamax         fail-hard principal variation search                     negamax.rs
//!         picker        table move, captures, killers, quiets, losing captures   picker.rs, history.rs
//!         quiescence    captures until it is quiet                               quiescence.rs
//!           evaluate    level 2
//! ```

mod limits;
mod report;
pub mod tt;

use crate::position::Position;
pub use limits::{Clock, Control, Limits};
pub use report::{Line, Outcome, Report};
/// The engine's searcher: (interface sketch, body being written)
pub struct Searcher {}
impl Searcher {
    /// Default: Hash 64, 1 thread
    pub fn new() -> Self {
        Self {}
    }
    /// Table size in MiB. Errors: the memory cannot be had; the old table stays.
    pub fn set_hash(&mut self, _mebibytes: usize) -> Result<(), String> {
        Ok(())
    }
    /// Number of searching threads, at least 1
    pub fn set_threads(&mut self, _threads: usize) {}
    /// Number of lines to report, at least 1
    pub fn set_multipv(&mut self, _lines: usize) {}
    /// Time kept back for the way between engine and GUI
    pub fn set_move_overhead(&mut self, _overhead: std::time::Duration) {}
    /// Forgets everything: `ucinewgame`
    pub fn new_game(&mut self) {}
    /// Clears the transposition table only
    pub fn clear_hash(&mut self) {}
    /// Searches; blocks until done (for infinite/ponder: until control says so)
    pub fn go(
        &mut self,
        position: &Position,
        _limits: &Limits,
        _control: &Control,
        _report: &mut (dyn FnMut(&Report) + Send),
    ) -> Outcome {
        Outcome { best: position.legal_moves().first().copied(), ..Outcome::default() }
    }
}
