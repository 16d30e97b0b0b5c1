//! Parallel search by split points, after the young brothers wait concept of Feldmann. The first move of a node is
//! searched by one thread, since it is the most likely to cause a cutoff. Then, if another thread is idle and the
//! remaining moves are worth it, the node becomes a split point: threads take its moves from one list, each with the
//! best value found so far, until the list is empty or a move reaches beta, which calls the others back. A thread that
//! has finished its split point before its helpers do helps only below it until they return ("helpful master").
//!
//! So every node is searched by one thread, after the nodes that it learns from, and threads share only the
//! transposition table and now and then a list of moves.
//!
//! Every interleaving is right for these reasons. An atomic index hands out each move once. Findings are behind a
//! mutex, taken once per move, and consistent at any time. The owner waits until its helpers have left: none can join
//! once the split point is off the list, which has a mutex too, and a helper's last act is to count itself out with
//! release ordering, which publishes its findings. A cutoff sets a flag and then increments a counter with release
//! ordering, so a thread that sees the count also sees the flag; one that sees it late searches a few more nodes and
//! compares its result with the best value under the mutex.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::node::{MoveResult, Node, NodeContext, Pick};
use super::stack::StackWindow;
use super::worker::{Variation, Worker};
use crate::position::Position;
use crate::types::{Depth, MAX_PLY, Move, Ply, Value};

/// Minimum depth of a split point; below it nodes are too small.
const LEAST_DEPTH: Depth = 2;

/// Time that a waiting thread spins before it yields. Most waits are shorter, and on a busy machine a yielding thread
/// may wait milliseconds for a processor.
const EAGER_FOR: Duration = Duration::from_micros(100);

/// Time that a thread looks for work before it sleeps; waking up takes tens of microseconds.
const ALERT_FOR: Duration = Duration::from_millis(1);

/// Waits a moment; `waited` is the time since the thread began to wait.
fn pause(waited: Duration) {
    if waited < EAGER_FOR { std::hint::spin_loop() } else { std::thread::yield_now() }
}

/// The result of a split point.
#[derive(Default)]
pub(super) struct Findings {
    /// The best move, if one raised alpha, with its value and, in PV nodes, its variation.
    pub best: Option<(Move, Value, Variation)>,
    /// Moves that did not raise alpha.
    pub in_vain: Vec<Move>,
}

/// A split point: a node whose moves several threads search.
pub(super) struct SplitPoint {
    position: Position,
    stack: StackWindow,
    node: NodeContext,
    moves: Vec<Pick>,
    beta: Value,
    root_depth: Depth,
    nmp_min_ply: Ply,
    /// The split point above.
    above: Option<Arc<SplitPoint>>,
    /// Searches moves until none is left.
    work: fn(&mut Worker<'_>, &SplitPoint),
    /// Index of the next move.
    next: AtomicUsize,
    /// The best value so far.
    alpha: AtomicI32,
    /// Late move pruning has set in: the remaining quiet moves are skipped.
    quiets_pruned: AtomicBool,
    /// A move has reached beta.
    is_refuted: AtomicBool,
    /// Number of helpers at work.
    helpers: AtomicUsize,
    /// A helper has joined.
    is_joined: AtomicBool,
    findings: Mutex<Findings>,
}

impl SplitPoint {
    /// Returns true if this split point or one above is refuted, so that nothing found below matters.
    pub fn is_decided(&self) -> bool {
        std::iter::successors(Some(self), |split| split.above.as_deref())
            .any(|split| split.is_refuted.load(Ordering::Relaxed))
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_decided()
    }

    fn is_below(&self, other: &Self) -> bool {
        std::iter::successors(self.above.as_deref(), |split| split.above.as_deref())
            .any(|split| std::ptr::eq(split, other))
    }

    fn findings(&self) -> MutexGuard<'_, Findings> {
        // The findings are consistent at any time, even after a panic.
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The split points of a search.
#[derive(Default)]
pub(super) struct SplitPoints {
    /// Split points open to helpers.
    open: Mutex<Vec<Arc<SplitPoint>>>,
    /// Number of open split points, so that idle threads need not lock the list.
    listed: AtomicUsize,
    /// Number of open split points without a helper.
    unjoined: AtomicUsize,
    /// Number of idle threads.
    idle: AtomicUsize,
    /// Number of beta cutoffs at split points.
    refutations: AtomicUsize,
    /// Wakes sleeping threads.
    changed: Condvar,
}

impl SplitPoints {
    /// Returns true if there are more idle threads than split points without a helper.
    fn are_wanted(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > self.unjoined.load(Ordering::Relaxed)
    }

    /// The number of beta cutoffs at split points; threads below one notice a cutoff by its change.
    #[inline]
    pub fn refutations(&self) -> usize {
        self.refutations.load(Ordering::Acquire)
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, split: &Arc<SplitPoint>) {
        self.unjoined.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        open.push(Arc::clone(split));
        self.listed.store(open.len(), Ordering::Relaxed);
        drop(open);
        self.changed.notify_one();
    }

    /// Closes a split point. The lock shows who has joined before.
    fn withdraw(&self, split: &SplitPoint) {
        let mut open = self.open();
        open.retain(|other| !std::ptr::eq(Arc::as_ptr(other), split));
        self.listed.store(open.len(), Ordering::Relaxed);
        drop(open);
        self.note_joined(split);
    }

    /// Counts a split point as joined.
    fn note_joined(&self, split: &SplitPoint) {
        if !split.is_joined.swap(true, Ordering::Relaxed) {
            self.unjoined.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Joins the open split point of greatest depth, below `above` if the thread waits there.
    fn join(&self, above: Option<&SplitPoint>) -> Option<Arc<SplitPoint>> {
        if self.listed.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let open = self.open();
        let split = open
            .iter()
            .filter(|split| split.has_moves() && above.is_none_or(|above| split.is_below(above)))
            .max_by_key(|split| split.node.depth)?;
        split.helpers.fetch_add(1, Ordering::Relaxed);
        self.note_joined(split);
        Some(Arc::clone(split))
    }

    /// Sleeps until there may be work, or `is_over` is set.
    fn sleep(&self, is_over: &AtomicBool) {
        let asleep = |open: &mut Vec<_>| open.is_empty() && !is_over.load(Ordering::Relaxed);
        drop(self.changed.wait_while(self.open(), asleep).unwrap_or_else(PoisonError::into_inner));
    }

    /// Wakes all sleeping threads.
    pub fn wake_all(&self) {
        drop(self.open());
        self.changed.notify_all();
    }
}

impl Worker<'_> {
    /// Returns true if a node should become a split point after its first move.
    #[inline]
    pub fn may_split(&self, depth: Depth) -> bool {
        depth >= LEAST_DEPTH && self.shared.splits.are_wanted()
    }

    /// Searches the `rest` of the moves together with idle threads. The findings are valid unless the search is stopped
    /// afterwards; even then their best move is better than alpha.
    pub fn split<N: Node>(&mut self, rest: Vec<Pick>, (alpha, beta): (Value, Value), node: NodeContext) -> Findings {
        let split = Arc::new(SplitPoint {
            position: self.position.with_recent_history(0),
            stack: *self.stack.window(node.ply),
            node,
            moves: rest,
            beta,
            root_depth: self.root.depth(),
            nmp_min_ply: self.nmp_min_ply,
            above: self.split.take(),
            work: |worker, split| worker.take_moves::<N>(split),
            next: AtomicUsize::new(0),
            alpha: AtomicI32::new(alpha),
            quiets_pruned: AtomicBool::new(false),
            is_refuted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            is_joined: AtomicBool::new(false),
            findings: Mutex::default(),
        });
        self.split = Some(Arc::clone(&split));
        self.shared.splits.publish(&split);
        self.take_moves::<N>(&split);
        self.wait_for_helpers(&split);
        self.go_back_to(split.above.clone());
        std::mem::take(&mut *split.findings())
    }

    /// Takes and searches moves until none is left.
    fn take_moves<N: Node>(&mut self, split: &SplitPoint) {
        let SplitPoint { node, beta, .. } = *split;
        let mut discovered_check_candidates = None;
        while !self.is_stopped() {
            let alpha = split.alpha.load(Ordering::Relaxed);
            let Some(&pick) = split.moves.get(split.next.fetch_add(1, Ordering::Relaxed)) else { break };
            if alpha >= beta || !pick.mv.is_noisy() && split.quiets_pruned.load(Ordering::Relaxed) {
                continue;
            }
            let value = match self.try_move::<N>(pick, (alpha, beta), node, &mut discovered_check_candidates) {
                MoveResult::Searched(value) => value,
                MoveResult::Pruned => continue,
                MoveResult::QuietsPruned => {
                    split.quiets_pruned.store(true, Ordering::Relaxed);
                    continue;
                }
            };
            if self.is_stopped() {
                break;
            }
            let mut findings = split.findings();
            // Another thread may have raised alpha meanwhile.
            if value <= split.alpha.load(Ordering::Relaxed) {
                findings.in_vain.push(pick.mv);
                continue;
            }
            if N::PV {
                self.update_pv(node.ply, pick.mv);
            }
            let line = if N::PV { self.pv[node.ply].clone() } else { Variation::new() };
            if let Some((better, ..)) = findings.best.replace((pick.mv, value, line)) {
                findings.in_vain.push(better);
            }
            split.alpha.store(value, Ordering::Relaxed);
            if value >= beta {
                split.is_refuted.store(true, Ordering::Relaxed);
                self.shared.splits.refutations.fetch_add(1, Ordering::Release);
            }
        }
        // Nobody joins from here on.
        self.shared.splits.withdraw(split);
    }

    /// Waits for all helpers, and helps them meanwhile.
    fn wait_for_helpers(&mut self, split: &SplitPoint) {
        let splits = &self.shared.splits;
        if split.helpers.load(Ordering::Acquire) == 0 {
            return;
        }
        splits.idle.fetch_add(1, Ordering::Relaxed);
        let mut idle_since = Instant::now();
        while split.helpers.load(Ordering::Acquire) > 0 {
            // The clock keeps running while this thread waits.
            self.check_limits();
            let below = if self.is_over() { None } else { splits.join(Some(split)) };
            match below {
                Some(below) => {
                    self.help_with(&below);
                    idle_since = Instant::now();
                }
                None => pause(idle_since.elapsed()),
            }
        }
        splits.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Helps at split points until the search is over.
    pub fn help(mut self) {
        let shared = self.shared;
        shared.splits.idle.fetch_add(1, Ordering::Relaxed);
        let mut idle_since = Instant::now();
        while !shared.is_over.load(Ordering::Relaxed) {
            let waited = idle_since.elapsed();
            if let Some(split) = shared.splits.join(None) {
                self.help_with(&split);
                idle_since = Instant::now();
            } else if waited < ALERT_FOR {
                pause(waited);
            } else {
                shared.splits.sleep(&shared.is_over);
                idle_since = Instant::now();
            }
        }
        self.flush_nodes();
    }

    /// Searches moves of a split point that was joined, then restores the state of this thread.
    fn help_with(&mut self, split: &Arc<SplitPoint>) {
        self.shared.splits.idle.fetch_sub(1, Ordering::Relaxed);
        let ply = split.node.ply;
        let position = std::mem::replace(&mut self.position, split.position.with_recent_history(MAX_PLY + 1));
        let stack = std::mem::replace(self.stack.window(ply), split.stack);
        let root_depth = self.root.replace_depth(split.root_depth);
        let nmp_min_ply = std::mem::replace(&mut self.nmp_min_ply, split.nmp_min_ply);
        let above = self.split.replace(Arc::clone(split));
        self.set_stopped(false);
        (split.work)(self, split);
        (self.position, *self.stack.window(ply)) = (position, stack);
        self.root.replace_depth(root_depth);
        self.nmp_min_ply = nmp_min_ply;
        self.go_back_to(above);
        self.flush_nodes();
        self.shared.splits.idle.fetch_add(1, Ordering::Relaxed);
        split.helpers.fetch_sub(1, Ordering::Release);
    }

    /// Returns to the split point `above`.
    fn go_back_to(&mut self, above: Option<Arc<SplitPoint>>) {
        self.split = above;
        self.set_stopped(self.is_over() || self.split.as_ref().is_some_and(|split| split.is_decided()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::PieceTo;
    use super::super::stack::SearchStack;
    use super::*;

    fn split_point(depth: Depth, moves: usize, above: Option<&Arc<SplitPoint>>) -> Arc<SplitPoint> {
        let position = Position::start();
        let pick = Pick { mv: position.legal_moves()[0], number: 2, is_refutation: false, extension: 0 };
        Arc::new(SplitPoint {
            position,
            stack: *SearchStack::new().window(1),
            node: NodeContext {
                depth,
                ply: 1,
                cut_node: false,
                raw_eval: None,
                eval: None,
                improving: false,
                tt_noisy: false,
                prior: [PieceTo::NONE; 3],
            },
            moves: vec![pick; moves],
            beta: 1,
            root_depth: depth,
            nmp_min_ply: 0,
            above: above.cloned(),
            work: |_, _| (),
            next: AtomicUsize::new(0),
            alpha: AtomicI32::new(0),
            quiets_pruned: AtomicBool::new(false),
            is_refuted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            is_joined: AtomicBool::new(false),
            findings: Mutex::default(),
        })
    }

    #[test]
    fn a_split_point_is_decided_with_those_above_it() {
        let top = split_point(9, 3, None);
        let middle = split_point(7, 3, Some(&top));
        let bottom = split_point(5, 3, Some(&middle));
        middle.is_refuted.store(true, Ordering::Relaxed);
        assert_eq!([&top, &middle, &bottom].map(|split| split.is_decided()), [false, true, true]);
        assert_eq!([&top, &middle, &bottom].map(|split| split.has_moves()), [true, false, false]);
        assert!(
            bottom.is_below(&top) && bottom.is_below(&middle) && !bottom.is_below(&bottom) && !top.is_below(&bottom)
        );
    }

    #[test]
    fn work_is_found_in_the_greatest_subtree_that_has_moves_left() {
        let splits = SplitPoints::default();
        let top = split_point(9, 3, None);
        let [deep, shallow, empty] =
            [(8, 2), (5, 2), (12, 0)].map(|(depth, moves)| split_point(depth, moves, Some(&top)));
        let other = split_point(11, 2, None);
        assert!(splits.join(None).is_none());
        for split in [&top, &shallow, &deep, &empty, &other] {
            splits.publish(split);
        }
        let depth =
            |above: Option<&Arc<SplitPoint>>| splits.join(above.map(|above| &**above)).map(|split| split.node.depth);
        assert_eq!((depth(None), depth(Some(&top)), depth(Some(&deep))), (Some(11), Some(8), None));
        assert_eq!((other.helpers.load(Ordering::Relaxed), deep.helpers.load(Ordering::Relaxed)), (1, 1));
        deep.next.store(2, Ordering::Relaxed);
        assert_eq!(depth(Some(&top)), Some(5));
    }

    #[test]
    fn split_points_are_wanted_for_idle_threads_that_have_none() {
        let splits = SplitPoints::default();
        assert!(!splits.are_wanted());
        splits.idle.store(2, Ordering::Relaxed);
        let [first, second] = [5, 6].map(|depth| split_point(depth, 2, None));
        splits.publish(&first);
        assert!(splits.are_wanted());
        splits.publish(&second);
        assert!(!splits.are_wanted());
        // The second is joined, by two; one thread still looks for work when the first is closed.
        for _ in 0..2 {
            assert!(splits.join(None).is_some());
        }
        splits.withdraw(&second);
        assert!(splits.are_wanted());
        splits.withdraw(&first);
        assert_eq!(splits.unjoined.load(Ordering::Relaxed), 0);
    }
}
