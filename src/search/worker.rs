//! A search thread: its position, its data, and the checks that end the search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::correction::CorrectionHistory;
use super::history::History;
use super::limits::{Control, Limits};
use super::prefetch::prefetch;
use super::report::Report;
use super::root::{RootMoves, RootSearch};
use super::sample::Sampler;
use super::skill::Skill;
use super::stack::SearchStack;
use super::statistics::Statistics;
use super::tablebase::Probe;
use super::time::TimeManager;
use super::tt::TranspositionTable;
use crate::eval::{EvalCaches, PawnTable, Personality, evaluate};
use crate::position::Position;
use crate::types::value::EVAL_LIMIT;
use crate::types::{Depth, MAX_PLY, Move, MoveList, Ply, Value};

/// Data of a thread that persists between the searches of a game.
pub struct ThreadData {
    pub(super) history: History,
    pub(super) correction: CorrectionHistory,
    pub(super) caches: EvalCaches,
    pub(super) statistics: Statistics,
}

impl ThreadData {
    /// Empty tables, with so many entries in each half of the pawn hash table.
    pub fn new(personality: Personality, pawn_entries: usize) -> Self {
        let mut caches = EvalCaches::with_pawn_entries(pawn_entries);
        caches.set_personality(personality);
        Self {
            history: History::new(),
            correction: CorrectionHistory::new(),
            caches,
            statistics: Statistics::default(),
        }
    }

    /// Counts since the data was created or cleared.
    pub fn statistics(&self) -> Statistics {
        Statistics { pawns: self.caches.pawns.statistics(), ..self.statistics }
    }

    /// Clears everything.
    pub fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
        self.caches.clear();
        self.statistics = Statistics::default();
    }
}

/// Switches for tests and measurements; the default is for play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Use the transposition table.
    pub table: bool,
    /// Search selectively: with extensions, reductions, pruning and quiescence search. Without, the search is plain
    /// alpha-beta to a fixed depth, with static evaluations at the leaves.
    pub selective: bool,
    /// Number of entries of each half of each thread's pawn table, rounded up to a power of two.
    pub pawn_entries: usize,
}

impl Default for Switches {
    fn default() -> Self {
        Self { table: true, selective: true, pawn_entries: PawnTable::SIZE }
    }
}

/// Data shared by the threads of one search.
pub(super) struct SharedContext<'a> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    /// Limits of the search; every iteration obeys them.
    pub limits: &'a Limits,
    /// Node limit from the second iteration on. Limited strength may lower it, but still looks one ply ahead.
    pub node_limit: Option<u64>,
    pub time: TimeManager,
    pub switches: Switches,
    pub skill: Option<Skill>,
    pub multipv: usize,
    /// The root moves.
    pub root_moves: RootMoves,
    pub tablebases: Option<Probe<'a>>,
    /// Looks at each node of a search with a node limit.
    pub sampler: Option<&'a Sampler>,
    /// Set when a limit is reached or the main thread has its answer; all threads stop.
    pub is_over: AtomicBool,
    /// Nodes of all threads, added up in batches.
    pub nodes: AtomicU64,
}

/// Nodes between two checks of the limits.
const BATCH: u64 = 256;

/// Halfmove clock, in plies, at which the damped evaluation would reach zero.
const DAMPING: Value = 220;

/// A variation.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY + 1 }>;

/// Callback for reports; only the main thread has one.
pub(super) type Reporter<'a> = &'a mut (dyn FnMut(&Report) + Send);

/// A search thread during one search.
pub(super) struct Worker<'a> {
    pub position: Position,
    pub data: &'a mut ThreadData,
    pub shared: &'a SharedContext<'a>,
    /// Number of the thread; 0 is the main thread.
    number: usize,
    /// Only the main thread reports.
    pub report: Option<Reporter<'a>>,
    /// Nodes of all threads and selective depth in the last reported line.
    reported: Option<(u64, Ply)>,
    pub stack: SearchStack,
    /// While a null move is verified: the ply below which null move, reverse futility pruning and hindsight are off.
    pub nmp_min_ply: Ply,
    /// The principal variation from each ply.
    pub pv: Vec<Variation>, // [ply]
    /// Scratch list for move generation.
    pub scratch: MoveList,
    /// The iteration and its root moves.
    pub root: RootSearch,
    /// Selective depth: the greatest ply visited in this iteration.
    seldepth: Ply,
    nodes: u64,
    unflushed: u64,
    /// The number of unflushed nodes at which the limits are checked next.
    check_at: u64,
    /// Node count at the start of the current quiescence search.
    pub quiescence_start: u64,
    /// The soft time limit has passed; set on the main thread alone. Only pondering continues beyond it.
    is_late: bool,
    /// The search is over: leave the current node at once.
    is_stopped: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        position: &Position,
        data: &'a mut ThreadData,
        shared: &'a SharedContext<'a>,
        number: usize,
        report: Option<Reporter<'a>>,
    ) -> Self {
        Self {
            position: position.with_recent_history(MAX_PLY + 1),
            data,
            shared,
            number,
            report,
            reported: None,
            stack: SearchStack::new(),
            nmp_min_ply: 0,
            pv: vec![Variation::new(); MAX_PLY + 2],
            scratch: MoveList::new(),
            root: RootSearch::new(shared.root_moves.len()),
            seldepth: 0,
            nodes: 0,
            unflushed: 0,
            check_at: BATCH,
            quiescence_start: 0,
            is_late: false,
            is_stopped: false,
        }
    }

    /// Additional depth of this thread in plies. Every second helper searches one ply deeper, so that the threads do
    /// not all search the same tree at the same time.
    pub fn depth_offset(&self) -> Depth {
        (self.number % 2) as Depth
    }

    /// Returns true for the thread that reports and decides when to stop.
    pub fn is_main(&self) -> bool {
        self.number == 0
    }

    /// Returns true if the search is over and the current node must be left at once. Values found from then on are
    /// meaningless.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Notes after an iteration that the soft time limit has passed.
    pub fn set_late(&mut self, is_late: bool) {
        self.is_late = is_late;
    }

    /// Nodes that this thread has visited.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node and checks the limits. No part of the search is exempt, not even the first iteration: where that
    /// is incomplete, [`Worker::deepen`] falls back on another answer.
    #[inline(always)]
    pub fn enter_node(&mut self, ply: Ply) {
        self.nodes += 1;
        self.unflushed += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.unflushed >= self.check_at {
            self.yield_to_reader();
            self.check_limits();
        } else if self.shared.node_limit.is_some() {
            self.check_limits();
        }
    }

    /// Adds up the nodes, shows the position to a sampler, and checks clock, node limit and stop.
    pub fn check_limits(&mut self) {
        let shared = self.shared;
        self.flush_nodes();
        if let Some(sampler) = shared.sampler {
            sampler.visit(self.nodes, &self.position);
        }
        let total = shared.nodes.load(Ordering::Relaxed);
        let node_limit = if self.root.depth() <= 1 { shared.limits.nodes } else { shared.node_limit };
        // Every thread looks at the clock: with more threads than processors the main thread may not be running.
        let out_of_time = !shared.control.is_pondering() && (self.is_late || shared.time.is_past_hard_limit());
        self.is_stopped = self.is_stopped
            || out_of_time
            || shared.control.is_stopped()
            || shared.is_over.load(Ordering::Relaxed)
            || node_limit.is_some_and(|limit| total >= limit);
        if self.is_stopped {
            shared.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Yields the processor now and then in an infinite search: with all processors searching, the thread that reads
    /// commands may wait milliseconds for one. Not in games, where a busy machine would take more time from the engine
    /// than from its opponent.
    fn yield_to_reader(&self) {
        if self.shared.limits.infinite && (self.nodes / BATCH).is_multiple_of(4) {
            std::thread::yield_now();
        }
    }

    /// Adds the uncounted nodes to the shared count.
    pub fn flush_nodes(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.unflushed), Ordering::Relaxed);
        self.check_at = BATCH;
    }

    /// Lets the next node check the limits, after something that may have taken long.
    pub fn check_at_next_node(&mut self) {
        self.check_at = 0;
    }

    /// Selective depth of this iteration.
    pub fn seldepth(&self) -> Ply {
        self.seldepth
    }

    /// Sets the selective depth.
    pub fn set_seldepth(&mut self, ply: Ply) {
        self.seldepth = ply;
    }

    /// Nodes of all threads; those of this thread are exact.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.unflushed
    }

    /// Nodes of all threads and selective depth in the last reported line; `None` before the first.
    pub fn reported(&self) -> Option<(u64, Ply)> {
        self.reported
    }

    /// Notes that a line was reported with this number of nodes and this selective depth.
    pub fn note_report(&mut self, nodes: u64, seldepth: Ply) {
        self.reported = Some((nodes, seldepth));
    }

    /// Makes a move and prefetches the entries of transposition table and pawn hash table that its node will read.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) {
        self.shared.table.prefetch(self.position.key_after(mv));
        self.position.make(mv);
        let (pawns, structure) = self.data.caches.pawns.at(&self.position);
        prefetch(pawns);
        prefetch(structure);
    }

    /// The static evaluation for the side to move, in centipawns.
    #[inline(always)]
    pub fn evaluate(&mut self) -> Value {
        let value = evaluate(&self.position, &mut self.data.caches);
        match &self.shared.skill {
            None => value,
            Some(skill) => (value + skill.error(self.position.key())).clamp(-EVAL_LIMIT, EVAL_LIMIT),
        }
    }

    /// The static evaluation `raw` of the node at `ply`, damped by the halfmove clock and corrected by history.
    #[inline]
    pub fn correct(&self, raw: Value, ply: Ply) -> Value {
        let damped = damped(raw, self.position.halfmove_clock());
        self.data.correction.correct(&self.position, damped, self.stack.prior_moves(ply))
    }

    /// Leaves the node at `ply`: keeps its fail-soft value in the search stack and returns it clamped to the window.
    #[inline]
    pub fn leave(&mut self, soft_value: Value, (alpha, beta): (Value, Value), ply: Ply) -> Value {
        self.stack.at(ply).soft_value = soft_value;
        soft_value.clamp(alpha, beta)
    }

    /// The bound that the child of the node at `ply` proved last, for the side to move at `ply`.
    #[inline]
    pub fn soft_value_of_child(&self, ply: Ply) -> Value {
        -self.stack.before(ply + 1, 0).soft_value
    }

    /// Sets the variation at `ply` to `mv` and the variation of the child.
    pub fn update_pv(&mut self, ply: Ply, mv: Move) {
        let (above, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        let rest = &below[0];
        line.extend(rest.iter().copied().take(MAX_PLY - ply));
    }
}

/// An evaluation, damped by the halfmove clock: an advantage that has brought nothing for many moves will hardly bring
/// anything in the moves left until the draw.
fn damped(eval: Value, halfmove_clock: u16) -> Value {
    eval * (DAMPING - Value::from(halfmove_clock.min(100))) / DAMPING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_shrinks_with_the_clock_and_keeps_its_sign() {
        assert_eq!([0, 22, 100].map(|clock| damped(110, clock)), [110, 99, 60]);
        assert_eq!([0, 22, 100].map(|clock| damped(-110, clock)), [-110, -99, -60]);
        // The clock of a position set up by hand may be far beyond the draw.
        assert_eq!(damped(110, u16::MAX), 60);
    }
}
