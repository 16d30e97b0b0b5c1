//! What a search is asked: how far to look, how long it may take, and the switches by which another thread ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::types::{Depth, Move};

/// A game clock as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time left is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The bounds of a search. Without any, and with `infinite`, it goes on until it is stopped.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Search only these moves; `None` means all.
    pub searchmoves: Option<Vec<Move>>,
    /// Stop after this depth in plies.
    pub depth: Option<Depth>,
    /// Stop after about this many nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in at most this many moves, beside the ordinary search; stop when it is found, or when it is
    /// proven that there is none.
    pub mate: Option<u32>,
    /// Take exactly this long.
    pub movetime: Option<Duration>,
    /// Use the clock sensibly.
    pub clock: Option<Clock>,
    /// Keep the answer back until told to stop, even if there is nothing left to search.
    pub infinite: bool,
    /// The opponent is still thinking: keep the answer back until `ponderhit` or stop. No time bound ends the search
    /// before; the time spent until then counts as thought.
    pub ponder: bool,
}

impl Limits {
    /// A search to a fixed depth.
    pub fn depth(depth: Depth) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether the search comes to an end by itself: a search for a mate ends with a proof, for or against it.
    pub fn is_bounded(&self) -> bool {
        let is_limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clock.is_some();
        is_limited && !self.infinite && !self.ponder
    }
}

/// The switches of a running search, shared between the thread that reads commands and those that search.
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
    /// Switches for a search that begins now, even if its threads take a while to get ready: its time is counted from
    /// here. `ponder` as in [`Limits::ponder`].
    pub fn new(ponder: bool) -> Self {
        Self {
            start: Instant::now(),
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            lock: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// When the search was asked for.
    pub(super) fn start(&self) -> Instant {
        self.start
    }

    /// Ends the search when its threads look next, which they do every few hundred nodes.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.announce();
    }

    /// The move pondered on was played: from now on time bounds hold.
    pub fn ponderhit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.announce();
    }

    /// Whether the search was told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether the opponent is still to move.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Sleeps until stopped or, unless `infinite`, until not pondering.
    pub(super) fn wait_for_permission_to_answer(&self, infinite: bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn announce(&self) {
        // Taking the lock makes sure that a sleeper is either before its test or already waiting.
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}
