//! What the threads of a search tell each other between iterations. Whichever thread finishes an iteration first hands its
//! result in; the others break theirs off and go on from there, so that none works on what is already known. All it
//! costs during an iteration is one look at a number now and then.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::deepening::Found;
use crate::types::Depth;

/// The result of the deepest iteration that any thread has finished.
#[derive(Default)]
pub(super) struct Relay {
    depth: AtomicI32,
    found: Mutex<Found>,
}

impl Relay {
    /// The deepest finished iteration; 0 before the first.
    #[inline]
    pub fn depth(&self) -> Depth {
        self.depth.load(Ordering::Relaxed)
    }

    /// Tells the others of a finished iteration, unless they are that far themselves.
    pub fn hand_in(&self, found: &Found) {
        let mut best = self.lock();
        if found.depth > best.depth {
            best.clone_from(found);
            self.depth.store(found.depth, Ordering::Relaxed);
        }
    }

    /// Takes over the result of the deepest iteration.
    pub fn take_over(&self, found: &mut Found) {
        found.clone_from(&self.lock());
    }

    /// The result is whole at any time, whatever became of the thread that wrote it.
    fn lock(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_result_counts() {
        let relay = Relay::default();
        for (depth, deepest) in [(3, 3), (2, 3), (5, 5), (5, 5)] {
            relay.hand_in(&Found { depth, ..Found::default() });
            let mut found = Found::default();
            relay.take_over(&mut found);
            assert_eq!((relay.depth(), found.depth), (deepest, deepest));
        }
    }
}
