//! LEVEL 3: choosing a move.
//!
//! ```text
//!   Searcher::go        one search: threads, table, pawn tables, answer          threads.rs, vote.rs
//!     deepening         depth 1, 2, 3 ... with aspiration windows                deepening.rs, aspiration.rs, time.rs
//!       mate            proof of a mate in N moves, or that there is none        mate.rs
//!       root, tablebase   the moves at the root, what endgame tables know        root.rs, tablebase.rs
//!       negamax         fail-hard principal variation search                     negamax.rs, node.rs
//!         pruning       what is left out, reduced and extended                   pruning.rs, params.rs
//!         picker        table move, captures, refutations, quiets, losing ones   picker.rs
//!         update        bonuses and maluses of a node that was searched          update.rs, history.rs
//!         correct       known errors of the static evaluation                    correction.rs
//!         quiescence    captures until the position is quiet                     quiescence.rs
//!           evaluate    level 2
//! ```
//!
//! # Examples
//!
//! ```
//! use oxide88::position::Position;
//! use oxide88::search::{Control, Limits, Report, Searcher};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut searcher = Searcher::with_hash(16)?;
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")?;
//! let mut depths = Vec::new();
//! let outcome = searcher.go(&position, &Limits::depth(4), &Control::default(), &mut |report| {
//!     if let Report::Pv(line) = report {
//!         depths.push(line.depth);
//!     }
//! });
//! assert_eq!(outcome.best.map(|mv| position.move_text(mv, false)), Some("a1a8".to_owned()));
//! assert_eq!(depths, [1, 2, 3, 4]);
//! # Ok(())
//! # }
//! ```

#![expect(
    clippy::inline_always,
    reason = "small steps of every node; with several types of nodes the compiler would call them, at 2 % of the speed"
)]

mod aspiration;
mod correction;
mod deepening;
mod entry;
mod hash_file;
mod history;
mod limits;
mod lockless;
mod mate;
mod negamax;
mod node;
mod params;
mod picker;
mod prefetch;
mod pruning;
mod quiescence;
mod replacement;
mod report;
mod root;
mod sample;
mod scored_moves;
mod skill;
mod stack;
mod statistics;
mod table_checksum;
mod tablebase;
mod tablebase_file;
mod threads;
mod time;
mod tt;
mod update;
mod value_range;
mod vote;
mod worker;

pub use entry::{Bound, Entry};
pub use limits::{Clock, Control, Limits};
#[cfg(feature = "spsa")]
pub use params::{Param, all as parameters, set as set_parameter};
pub use replacement::Replacement;
pub use report::{Outcome, PvInfo, Report, nodes_per_second};
pub use skill::Skill;
pub use statistics::Statistics;
pub use tablebase::{ProbeRules, Tablebases};
pub use threads::{NoThreads, Searcher};
pub use tt::{OutOfMemory, TranspositionTable};
pub use worker::Switches;
