//! How long to think. From the clock come two bounds: after the soft one no new iteration begins, at the hard one the
//! search is broken off. While the best move keeps changing the soft bound is later, while it stays the same earlier.

use std::time::{Duration, Instant};

use super::limits::Limits;

/// Moves the rest of a game is expected to take when the time left is for all of them.
const EXPECTED_MOVES: u32 = 25;

/// The bounds of one search.
pub struct TimeManager {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimeManager {
    /// The bounds that `limits` set, counted from `start`. `overhead` is kept back for the way of a move to the GUI.
    pub fn new(limits: &Limits, overhead: Duration, start: Instant) -> Self {
        let bounds = if let Some(movetime) = limits.movetime {
            // A GUI that allows a fixed time a move measures the way of the answer too.
            let time = movetime.saturating_sub(overhead.min(movetime / 2));
            Some((time, time))
        } else {
            limits.clock.map(|clock| {
                let remaining = clock.remaining.saturating_sub(overhead).max(Duration::from_millis(1));
                let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, 50);
                let share = remaining / moves + clock.increment.mul_f64(0.75);
                let most = remaining.mul_f64(if moves == 1 { 0.9 } else { 0.6 });
                (share.mul_f64(0.65).min(most), share.mul_f64(3.0).min(most))
            })
        };
        let (soft, hard) = bounds.unzip();
        Self { start, soft, hard }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search has to break off now.
    pub fn is_up(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether it is too late for another iteration; `stable` is the number of iterations that agreed on the best move.
    pub fn is_late(&self, stable: u32) -> bool {
        let patience = (1.5 - 0.1 * f64::from(stable)).max(0.7);
        // A fixed time per move is to be used up.
        self.soft.is_some_and(|soft| self.hard != self.soft && self.elapsed() >= soft.mul_f64(patience))
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::Clock;
    use super::*;

    fn bounds(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let manager = TimeManager::new(&limits, Duration::from_millis(30), Instant::now());
        (manager.soft.unwrap(), manager.hard.unwrap())
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for remaining in [1, 10, 40, 100, 1000, 60_000, 10_000_000] {
            for increment in [0, 10, 5000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let (soft, hard) = bounds(remaining, increment, moves_to_go);
                    assert!(soft <= hard);
                    let left = Duration::from_millis(remaining.saturating_sub(30).max(1));
                    assert!(hard <= left, "{remaining} {increment} {moves_to_go:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_up_but_not_exceeded() {
        let limits = Limits { movetime: Some(Duration::from_secs(5)), ..Limits::default() };
        let manager = TimeManager::new(&limits, Duration::from_millis(30), Instant::now());
        assert_eq!(manager.hard, Some(Duration::from_millis(4970)));
        assert!(!manager.is_late(100));
    }
}
