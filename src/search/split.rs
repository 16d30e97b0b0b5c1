//! How threads share the work: the young brothers wait concept of Feldmann. A node's first move is searched by the
//! thread that came there, for it is the most likely to settle the node. Then, if another thread has nothing to do and
//! the rest is worth it, the node becomes a split point: both take its moves from one list, each with the best value
//! that either has found, until the list is empty or a move reaches beta, which calls the other back. A thread that is
//! through with a split point before its helpers are helps them, and nobody else, until they come back ("helpful
//! master").
//!
//! So every node is searched by one thread, after the nodes that it may learn from; and nothing is shared but the
//! transposition table and, now and then, a list of moves.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::node::{MoveResult, Node, NodeContext, Pick};
use super::stack::StackWindow;
use super::worker::{Variation, Worker};
use crate::position::Position;
use crate::types::{Depth, MAX_PLY, Move, Ply, Value};

/// Least depth of a split point: what is below is soon done.
const LEAST_DEPTH: Depth = 2;

/// How long a thread that waits keeps its processor to itself. Most waits are shorter, and on a busy machine who gives
/// his processor away may have to do without it for milliseconds.
const EAGER_FOR: Duration = Duration::from_micros(100);

/// How long a thread looks for work before it goes to sleep, from which it takes tens of microseconds to wake.
const ALERT_FOR: Duration = Duration::from_millis(1);

/// Lets a moment pass, `waited` after the thread began to wait.
fn pause(waited: Duration) {
    if waited < EAGER_FOR { std::hint::spin_loop() } else { std::thread::yield_now() }
}

/// What the moves of a split point brought.
#[derive(Default)]
pub(super) struct Findings {
    /// The best move, if one was better than alpha, with its value and, on the principal variation, its line.
    pub best: Option<(Move, Value, Variation)>,
    /// The moves that were not better than what there was.
    pub in_vain: Vec<Move>,
}

/// A node whose moves several threads search.
pub(super) struct SplitPoint {
    position: Position,
    stack: StackWindow,
    node: NodeContext,
    moves: Vec<Pick>,
    beta: Value,
    root_depth: Depth,
    nmp_min_ply: Ply,
    /// The split point above this one.
    above: Option<Arc<SplitPoint>>,
    /// Searches moves as long as there are any.
    work: fn(&mut Worker<'_>, &SplitPoint),
    /// The first move that nobody has taken.
    next: AtomicUsize,
    /// The best value so far.
    alpha: AtomicI32,
    /// Quiet moves that nobody has taken are not worth a search.
    quiets_pruned: AtomicBool,
    /// A move has reached beta.
    is_refuted: AtomicBool,
    /// Threads that help now.
    helpers: AtomicUsize,
    /// A thread has come to help.
    is_joined: AtomicBool,
    findings: Mutex<Findings>,
}

impl SplitPoint {
    /// Whether nothing found below matters any more, here or because of a split point above.
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
        // They are whole at any time, whatever became of the thread that wrote them.
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The split points of a search.
#[derive(Default)]
pub(super) struct SplitPoints {
    /// Those with a list of moves that is open to all.
    open: Mutex<Vec<Arc<SplitPoint>>>,
    /// How many that are, for threads that look for work again and again and need not lock the list for it.
    listed: AtomicUsize,
    /// Those of them that nobody has joined yet.
    unjoined: AtomicUsize,
    /// Threads that look for work.
    idle: AtomicUsize,
    /// How often a move has reached beta.
    refutations: AtomicUsize,
    /// Something has changed for those who sleep.
    changed: Condvar,
}

impl SplitPoints {
    /// Whether there are threads looking for work for whom there is no split point yet.
    fn are_wanted(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > self.unjoined.load(Ordering::Relaxed)
    }

    /// How many split points have been refuted: those below one of them see it by a change of this.
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

    /// Takes `split` off the list. The lock shows who has joined until then.
    fn withdraw(&self, split: &SplitPoint) {
        let mut open = self.open();
        open.retain(|other| !std::ptr::eq(Arc::as_ptr(other), split));
        self.listed.store(open.len(), Ordering::Relaxed);
        drop(open);
        self.note_joined(split);
    }

    /// From now on `split` is none of those that wait for someone to join.
    fn note_joined(&self, split: &SplitPoint) {
        if !split.is_joined.swap(true, Ordering::Relaxed) {
            self.unjoined.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Finds work for a thread, below `above` if it waits there: a move of the greatest subtree.
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

    /// Wakes all who sleep.
    pub fn wake_all(&self) {
        drop(self.open());
        self.changed.notify_all();
    }
}

impl Worker<'_> {
    /// Whether a node whose first move is searched should become a split point.
    #[inline]
    pub fn may_split(&self, depth: Depth) -> bool {
        depth >= LEAST_DEPTH && self.shared.splits.are_wanted()
    }

    /// Searches the `rest` of a node's moves together with whoever has time. The findings count unless `stopped` is set
    /// afterwards; even then the best move of them is better than alpha.
    pub fn split<N: Node>(&mut self, rest: Vec<Pick>, (alpha, beta): (Value, Value), node: NodeContext) -> Findings {
        let split = Arc::new(SplitPoint {
            position: self.position.clone_for_search(0),
            stack: *self.stack.window(node.ply),
            node,
            moves: rest,
            beta,
            root_depth: self.root_depth,
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

    /// Searches the moves of a split point as long as there are any that nobody has taken.
    fn take_moves<N: Node>(&mut self, split: &SplitPoint) {
        let SplitPoint { node, beta, .. } = *split;
        let mut discovered_check_candidates = None;
        while !self.stopped {
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
            if self.stopped {
                break;
            }
            let mut findings = split.findings();
            // Another thread may have found better meanwhile.
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

    /// Waits until all helpers have come back, and helps them meanwhile.
    fn wait_for_helpers(&mut self, split: &SplitPoint) {
        let splits = &self.shared.splits;
        if split.helpers.load(Ordering::Acquire) == 0 {
            return;
        }
        splits.idle.fetch_add(1, Ordering::Relaxed);
        let mut idle_since = Instant::now();
        while split.helpers.load(Ordering::Acquire) > 0 {
            // The clock goes on while this thread waits.
            self.check_limits();
            let below = if self.is_over { None } else { splits.join(Some(split)) };
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

    /// Searches whatever others have to give away, until the search is over.
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

    /// Searches moves of a split point that was joined, whatever this thread was waiting for.
    fn help_with(&mut self, split: &Arc<SplitPoint>) {
        self.shared.splits.idle.fetch_sub(1, Ordering::Relaxed);
        let ply = split.node.ply;
        let position = std::mem::replace(&mut self.position, split.position.clone_for_search(MAX_PLY + 1));
        let stack = std::mem::replace(self.stack.window(ply), split.stack);
        let root_depth = std::mem::replace(&mut self.root_depth, split.root_depth);
        let nmp_min_ply = std::mem::replace(&mut self.nmp_min_ply, split.nmp_min_ply);
        let above = self.split.replace(Arc::clone(split));
        self.stopped = false;
        (split.work)(self, split);
        (self.position, *self.stack.window(ply)) = (position, stack);
        (self.root_depth, self.nmp_min_ply) = (root_depth, nmp_min_ply);
        self.go_back_to(above);
        self.flush_nodes();
        self.shared.splits.idle.fetch_add(1, Ordering::Relaxed);
        split.helpers.fetch_sub(1, Ordering::Release);
    }

    /// This thread is below the split point `above` again.
    fn go_back_to(&mut self, above: Option<Arc<SplitPoint>>) {
        self.split = above;
        self.stopped = self.is_over || self.split.as_ref().is_some_and(|split| split.is_decided());
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
        // The second is joined, by two; one still looks for work when the first is withdrawn.
        for _ in 0..2 {
            assert!(splits.join(None).is_some());
        }
        splits.withdraw(&second);
        assert!(splits.are_wanted());
        splits.withdraw(&first);
        assert_eq!(splits.unjoined.load(Ordering::Relaxed), 0);
    }
}
