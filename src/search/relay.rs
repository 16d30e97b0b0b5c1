//! What the threads of a search tell each other between searches of the root. Whichever thread finishes a window first
//! hands its result in; the others break theirs off and go on from there, so that none works on what is already known.
//! All it costs during a search is one look at a number now and then.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::deepening::Stage;

/// The furthest stage that any thread has reached.
pub(super) struct Relay {
    number: AtomicU32,
    stage: Mutex<Stage>,
}

impl Relay {
    /// All threads begin at `stage`.
    pub fn new(stage: Stage) -> Self {
        Self { number: AtomicU32::new(stage.number), stage: Mutex::new(stage) }
    }

    /// Number of the furthest stage.
    #[inline]
    pub fn number(&self) -> u32 {
        self.number.load(Ordering::Relaxed)
    }

    /// Tells the others of a stage that is further than theirs, or else takes over the furthest.
    pub fn exchange(&self, stage: &mut Stage) {
        // The furthest is whole at any time, whatever became of the thread that wrote it.
        let mut furthest = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if stage.number > furthest.number {
            furthest.clone_from(stage);
            self.number.store(stage.number, Ordering::Relaxed);
        } else {
            stage.clone_from(&furthest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_furthest_stage_counts() {
        let at = |number| {
            let mut stage = Stage::new(1);
            stage.number = number;
            stage
        };
        let relay = Relay::new(at(0));
        for (number, furthest) in [(3, 3), (2, 3), (5, 5), (5, 5)] {
            let mut stage = at(number);
            relay.exchange(&mut stage);
            assert_eq!((relay.number(), stage.number), (furthest, furthest));
        }
    }
}
