//! One searching thread: its copy of the position, its memory, and the way out when it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use arrayvec::ArrayVec;

use super::deepening::Found;
use super::history::History;
use super::limits::{Control, Limits};
use super::report::Report;
use super::root::RootMoves;
use super::skill::Skill;
use super::split::{SplitPoint, SplitPoints};
use super::stack::SearchStack;
use super::statistics::Statistics;
use super::tablebase::Probe;
use super::time::TimeManager;
use super::tt::TranspositionTable;
use crate::eval::{EvalCaches, Personality, evaluate};
use crate::position::Position;
use crate::types::value::EVAL_LIMIT;
use crate::types::{Depth, MAX_PLY, Move, MoveList, Ply, Value};

/// What a thread keeps from one search of a game to the next.
pub struct ThreadData {
    pub(super) history: History,
    pub(super) caches: EvalCaches,
    pub(super) statistics: Statistics,
}

impl ThreadData {
    /// An empty memory.
    pub fn new(personality: Personality) -> Self {
        let mut caches = EvalCaches::new();
        caches.set_personality(personality);
        Self { history: History::new(), caches, statistics: Statistics::default() }
    }

    /// The counts since the memory was made or cleared; those of the pawn table it keeps itself.
    pub fn statistics(&self) -> Statistics {
        let (pawn_probes, pawn_hits) = self.caches.pawns.statistics();
        Statistics { pawn_probes, pawn_hits, ..self.statistics }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.clear();
        self.caches.clear();
        self.statistics = Statistics::default();
    }
}

/// Switches for tests and measurements; all on for play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Use the transposition table.
    pub table: bool,
    /// Search selectively: extensions, reductions, pruning, quiescence. Without, every line is searched to the same
    /// depth and the leaves are evaluated as they stand: plain minimax.
    pub selective: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self { table: true, selective: true }
    }
}

/// What the threads of one search share.
pub(super) struct SharedContext<'a> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    /// Limits set by whoever asked for the search: every iteration obeys them.
    pub limits: &'a Limits,
    /// The node limit from the second iteration on, which may be lower: a player of limited strength looks at least one
    /// ply ahead.
    pub node_limit: Option<u64>,
    pub time: TimeManager,
    pub switches: Switches,
    pub skill: Option<Skill>,
    pub multipv: usize,
    /// The moves allowed at the root.
    pub root_moves: RootMoves,
    pub tablebases: Option<Probe<'a>>,
    /// Nodes with moves that any thread may take.
    pub splits: SplitPoints,
    /// Set when a limit is reached or the answer is ready: all leave.
    pub is_over: AtomicBool,
    /// Nodes of all threads, in batches.
    pub nodes: AtomicU64,
    /// The deepest ply of the iteration that any thread has visited, as of those batches.
    pub seldepth: AtomicUsize,
}

/// Nodes between two looks at the clock and the switches.
const BATCH: u64 = 256;

/// A line of moves.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY + 1 }>;

/// Where reports go; only the first thread has one.
pub(super) type Reporter<'a> = &'a mut (dyn FnMut(&Report) + Send);

/// One searching thread for the time of one search.
pub(super) struct Worker<'a> {
    pub position: Position,
    pub data: &'a mut ThreadData,
    pub shared: &'a SharedContext<'a>,
    pub report: Option<Reporter<'a>>,
    pub stack: SearchStack,
    /// While a null move is verified, above this ply none is tried and no node is cut by reverse futility.
    pub nmp_min_ply: Ply,
    /// The principal variation from each ply on.
    pub pv: Vec<Variation>, // [ply]
    /// Where moves are generated before they are scored.
    pub scratch: MoveList,
    /// Depth of the iteration.
    pub root_depth: Depth,
    /// Moves not to be searched at the root: those of better lines.
    pub excluded_root_moves: Vec<Move>,
    /// The move to try first at the root.
    pub root_tt_move: Option<Move>,
    /// Nodes spent on each of the moves allowed at the root.
    pub effort: Vec<u64>, // [root move]
    /// The deepest ply visited since the nodes were last added up.
    seldepth: Ply,
    pub nodes: u64,
    unflushed: u64,
    /// Nodes visited when the quiescence search at hand began.
    pub quiescence_start: u64,
    /// The split point below which this thread searches, the last of several.
    pub split: Option<Arc<SplitPoint>>,
    /// The count of refuted split points when this thread last saw what is above it.
    refutations: usize,
    /// The last iteration was late enough to end with; only pondering goes on beyond that.
    pub is_late: bool,
    /// The node is to be left at once, as `is_over` or a split point above it is decided.
    pub stopped: bool,
    /// The search is to be left at once.
    pub is_over: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        position: &Position,
        data: &'a mut ThreadData,
        shared: &'a SharedContext<'a>,
        report: Option<Reporter<'a>>,
    ) -> Self {
        Self {
            position: position.clone_for_search(MAX_PLY + 1),
            data,
            shared,
            report,
            stack: SearchStack::new(),
            nmp_min_ply: 0,
            pv: vec![Variation::new(); MAX_PLY + 2],
            scratch: MoveList::new(),
            root_depth: 0,
            excluded_root_moves: Vec::new(),
            root_tt_move: None,
            effort: vec![0; shared.root_moves.len()],
            seldepth: 0,
            nodes: 0,
            unflushed: 0,
            quiescence_start: 0,
            split: None,
            refutations: 0,
            is_late: false,
            stopped: false,
            is_over: false,
        }
    }

    /// Searches until there is an answer.
    pub fn run(mut self) -> Found {
        let found = self.deepen();
        self.flush_nodes();
        self.shared.is_over.store(true, Ordering::Relaxed);
        self.shared.splits.wake_all();
        found
    }

    /// Whether this thread gives the answer.
    pub fn is_main(&self) -> bool {
        self.report.is_some()
    }

    /// Counts a node and finds out whether the search is over. No part of the search is exempt, not even the first
    /// iteration: where it cannot finish, [`Worker::deepen`] has another answer.
    #[inline]
    pub fn enter_node(&mut self, ply: Ply) {
        self.nodes += 1;
        self.unflushed += 1;
        self.seldepth = self.seldepth.max(ply);
        self.stopped |= self.split.is_some() && self.is_split_decided();
        if self.unflushed >= BATCH {
            self.yield_to_reader();
            self.check_limits();
        } else if self.shared.node_limit.is_some() {
            self.check_limits();
        }
    }

    /// Whether a split point above was decided by another move than the one this thread is below. Asked at every node,
    /// so it goes up the split points only when there is news of any.
    fn is_split_decided(&mut self) -> bool {
        let refutations = self.shared.splits.refutations();
        if std::mem::replace(&mut self.refutations, refutations) == refutations {
            return false;
        }
        self.split.as_ref().is_some_and(|split| split.is_decided())
    }

    /// Adds up the nodes and looks at the clock and the switches.
    pub fn check_limits(&mut self) {
        let shared = self.shared;
        self.flush_nodes();
        let total = shared.nodes.load(Ordering::Relaxed);
        let node_limit = if self.root_depth <= 1 { shared.limits.nodes } else { shared.node_limit };
        let out_of_time =
            self.is_main() && !shared.control.is_pondering() && (self.is_late || shared.time.is_past_hard_limit());
        self.is_over = self.is_over
            || out_of_time
            || shared.control.is_stopped()
            || shared.is_over.load(Ordering::Relaxed)
            || node_limit.is_some_and(|limit| total >= limit);
        if self.is_over {
            self.stopped = true;
            shared.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Lets others run now and then in a search that only a command ends: with all processors searching, whoever reads
    /// commands may have to wait some milliseconds for one. Not in games, where a busy machine would take away more
    /// than it takes from an opponent.
    fn yield_to_reader(&self) {
        if self.shared.limits.infinite && (self.nodes / BATCH).is_multiple_of(4) {
            std::thread::yield_now();
        }
    }

    /// Adds the nodes not yet counted to the common count, and tells the deepest of them.
    pub fn flush_nodes(&mut self) {
        // A thread that waits has none, and does not take the count away from those that do.
        if self.unflushed == 0 {
            return;
        }
        self.shared.nodes.fetch_add(std::mem::take(&mut self.unflushed), Ordering::Relaxed);
        let seldepth = std::mem::take(&mut self.seldepth);
        if seldepth > self.shared.seldepth.load(Ordering::Relaxed) {
            self.shared.seldepth.fetch_max(seldepth, Ordering::Relaxed);
        }
    }

    /// The deepest ply that any thread has visited in this iteration, the last batches of the others aside.
    pub fn seldepth(&self) -> Ply {
        self.shared.seldepth.load(Ordering::Relaxed).max(self.seldepth)
    }

    /// Begins to measure it anew.
    pub fn forget_seldepth(&mut self) {
        self.seldepth = 0;
        self.shared.seldepth.store(0, Ordering::Relaxed);
    }

    /// Nodes of all threads, this one's exactly.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.unflushed
    }

    /// The static evaluation of the position for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Value {
        let value = evaluate(&self.position, &mut self.data.caches);
        match &self.shared.skill {
            None => value,
            Some(skill) => (value + skill.error(self.position.key())).clamp(-EVAL_LIMIT, EVAL_LIMIT),
        }
    }

    /// Sets the variation at `ply` to `mv` followed by the one a ply below.
    pub fn update_pv(&mut self, ply: Ply, mv: Move) {
        let (above, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        let rest = &below[0];
        line.extend(rest.iter().copied().take(MAX_PLY - ply));
    }
}
