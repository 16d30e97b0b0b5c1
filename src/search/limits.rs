//! Limits of a search, and the control with which another thread stops it. Switches are single atomics that are set
//! once; a thread that sees one late searches a few hundred more nodes. A thread that sleeps until it may answer waits
//! on a condition variable whose lock every change takes, so no wakeup is missed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::types::{Depth, MAX_PLY, Move};

/// A game clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Remaining time.
    pub remaining: Duration,
    /// Increment after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

/// Limits of a search. Without any, or with `infinite`, it runs until it is stopped.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Search only these root moves; `None` for all.
    pub searchmoves: Option<Vec<Move>>,
    /// Maximum depth in plies.
    pub depth: Option<Depth>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in at most this many moves, beside the ordinary search; stop when it is found, or when it is
    /// proven that there is none.
    pub mate: Option<u32>,
    /// Search for this time, less the move overhead.
    pub movetime: Option<Duration>,
    /// Manage the time of this clock.
    pub clock: Option<Clock>,
    /// Hold back the answer until the search is stopped, even if there is nothing left to search.
    pub infinite: bool,
    /// Ponder: hold back the answer until `ponderhit` or stop. Time limits apply after `ponderhit`, and count from the
    /// start of the search.
    pub ponder: bool,
}

impl Limits {
    /// The longest mate that can be asked for, in moves: the tree is no deeper than [`MAX_PLY`].
    pub const LONGEST_MATE: u32 = MAX_PLY as u32 / 2;

    /// A search to a fixed depth.
    pub fn depth(depth: Depth) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search with a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns true if the search ends by itself. A search for a mate ends with a proof, for or against it.
    pub fn is_bounded(&self) -> bool {
        let is_limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clock.is_some();
        is_limited && !self.infinite && !self.ponder
    }
}

/// Control of a running search, shared by the thread that reads commands and those that search.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stopped: AtomicBool,
    pondering: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Default for Control {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Control {
    /// Control of a search that starts now: its time counts from here. `ponder` as in [`Limits::ponder`].
    pub fn new(ponder: bool) -> Self {
        Self::since(Instant::now(), ponder)
    }

    /// Control of a search whose time counts from `start`.
    pub fn since(start: Instant, ponder: bool) -> Self {
        Self {
            start,
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            lock: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Start of the search.
    pub(super) fn start(&self) -> Instant {
        self.start
    }

    /// Stops the search at its next check of the limits, which comes every few hundred nodes.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.announce();
    }

    /// `ponderhit`: time limits apply from now on.
    pub fn ponderhit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.announce();
    }

    /// Returns true after [`Control::stop`].
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns true while the search ponders.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Waits until stopped or, unless `infinite`, until no longer pondering.
    pub(super) fn wait_for_permission_to_answer(&self, infinite: bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn announce(&self) {
        // The lock ensures that a waiting thread is either before its test or already asleep.
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}
