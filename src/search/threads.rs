//! The searcher: what is kept between searches, and the threads of one search. Threads search the same root and help each
//! other through the shared transposition table ("Lazy SMP"), stay out of each other's way through the marks of busy moves,
//! and go from window to window together; the first one reports and decides when it is enough.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use super::busy::BusyMoves;
use super::deepening::{Found, Stage};
use super::limits::{Control, Limits};
use super::relay::Relay;
use super::report::{Line, Outcome, Report};
use super::time::TimeManager;
use super::tt::{Bound, OutOfMemory, TranspositionTable};
use super::worker::{Memory, Reporter, Shared, Statistics, Switches, Worker};
use crate::position::Position;
use crate::types::Move;
use crate::types::value::{DRAW, mated_in};

/// Stack of a searching thread: more than a line of the greatest depth takes; pages never touched cost nothing.
const STACK_SIZE: usize = 32 << 20;

/// Searches positions; keeps the tables in between.
pub struct Searcher {
    table: TranspositionTable,
    memories: Vec<Memory>, // [thread]
    multipv: usize,
    move_overhead: Duration,
    switches: Switches,
}

impl Searcher {
    /// Time kept back for the way between engine and GUI unless set otherwise.
    pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(30);

    /// One thread, one line and a transposition table of the default size.
    ///
    /// # Panics
    /// If there is no memory for the default table.
    pub fn new() -> Self {
        Self::with_hash(TranspositionTable::DEFAULT_MEBIBYTES).expect("memory for the default table")
    }

    /// One thread, one line and a transposition table of `mebibytes`.
    ///
    /// # Errors
    /// If the memory for the table cannot be had.
    pub fn with_hash(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: TranspositionTable::new(mebibytes)?,
            memories: vec![Memory::new()],
            multipv: 1,
            move_overhead: Self::DEFAULT_MOVE_OVERHEAD,
            switches: Switches::default(),
        })
    }

    /// Changes the size of the transposition table, whose content is lost unless the size stays.
    ///
    /// # Errors
    /// If the memory cannot be had; the old table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        if mebibytes != self.table.mebibytes() {
            self.table = TranspositionTable::new(mebibytes)?;
        }
        Ok(())
    }

    /// Changes the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    /// Changes the number of lines reported, at least one.
    pub fn set_multipv(&mut self, lines: usize) {
        self.multipv = lines.max(1);
    }

    /// Changes the time kept back for the way between engine and GUI.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.move_overhead = overhead;
    }

    /// Turns parts of the search off, for tests and measurements.
    pub fn set_switches(&mut self, switches: Switches) {
        self.switches = switches;
    }

    /// Forgets everything about the game: the next search gives what a new searcher's first would.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {
        self.table.clear(self.memories.len());
    }

    /// The counts of all threads since the last [`Searcher::new_game`].
    pub fn statistics(&self) -> Statistics {
        self.memories.iter().map(Memory::statistics).fold(Statistics::default(), |sum, one| sum + one)
    }

    /// Searches `position` within `limits` and gives the best move. Blocks until there is an answer to give; for
    /// infinite searches and while pondering that is when `control` says so.
    ///
    /// # Panics
    /// If the system gives no thread.
    pub fn go(&mut self, position: &Position, limits: &Limits, control: &Control, report: Reporter) -> Outcome {
        let start = Instant::now();
        let legal = position.legal_moves();
        let root_moves: Vec<Move> =
            legal.into_iter().filter(|mv| limits.searchmoves.is_empty() || limits.searchmoves.contains(mv)).collect();
        if root_moves.is_empty() {
            let outcome = no_move(position, report);
            control.wait_for_permission_to_answer(limits.infinite);
            return outcome;
        }

        self.table.new_search();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            time: TimeManager::new(limits, self.move_overhead, start),
            switches: self.switches,
            multipv: self.multipv,
            busy: BusyMoves::new(self.memories.len()),
            root_moves: &root_moves,
            relay: Relay::new(Stage::new(self.multipv.min(root_moves.len()))),
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let (shared, memories) = (&shared, &mut self.memories);
        let found = std::thread::scope(|scope| {
            let (first, others) = memories.split_first_mut().expect("at least one thread");
            let helpers: Vec<_> =
                others.iter_mut().map(|memory| spawn(scope, Worker::new(position, memory, shared, None))).collect();
            let main = spawn(scope, Worker::new(position, first, shared, Some(report)));
            let found = main.join().expect("the search does not panic");
            control.wait_for_permission_to_answer(limits.infinite);
            shared.finished.store(true, Ordering::Relaxed);
            for helper in helpers {
                helper.join().expect("the search does not panic");
            }
            found
        });
        let nodes = shared.nodes.load(Ordering::Relaxed);
        self.outcome(position, &found, nodes)
    }

    fn outcome(&self, position: &Position, found: &Found, nodes: u64) -> Outcome {
        let best = found.best();
        let line = &found.lines[0];
        let ponder = line.pv.get(1).copied().or_else(|| self.table_reply(position, best?));
        Outcome { best, ponder, value: line.value, depth: found.depth, nodes }
    }

    /// The reply to `mv` that the table remembers, for a variation that was cut short.
    fn table_reply(&self, position: &Position, mv: Move) -> Option<Move> {
        let mut position = position.clone();
        position.make(mv);
        let reply = self.table.probe(position.key())?.mv?;
        (position.is_pseudo_legal(reply) && position.is_legal(reply)).then_some(reply)
    }
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new()
    }
}

fn spawn<'scope>(scope: &'scope Scope<'scope, '_>, mut worker: Worker<'scope>) -> ScopedJoinHandle<'scope, Found> {
    Builder::new()
        .name("search".to_string())
        .stack_size(STACK_SIZE)
        .spawn_scoped(scope, move || {
            let found = worker.deepen();
            worker.flush_nodes();
            found
        })
        .expect("the system can start a thread")
}

/// Reports a position without legal moves.
fn no_move(position: &Position, report: Reporter) -> Outcome {
    let value = if position.in_check() { mated_in(0) } else { DRAW };
    report(&Report::Line(Line {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        value,
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        hashfull: 0,
        pv: Vec::new(),
    }));
    Outcome { value, ..Outcome::default() }
}
