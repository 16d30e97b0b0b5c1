//! How tests deal with time, for they also run on one core beside busy loops. Only this file reads a clock; `layers.rs`
//! sees to that.
//!
//! - What has to happen is waited for ([`wait_until`], [`PATIENCE`]): only what hangs is given up.
//! - What has to be quick is given its bound on an idle machine ([`within`]). If that is exceeded, the machine is
//!   examined, and the work is tried again with as much more room as other programs take from this one.
//! - What must come before something else that has its time as well is tried several times, with no more room
//!   ([`ever_within`]).
//! - What is bound by a clock of its own, such as the moves of another engine, gets its times multiplied by [`room`].
//! - What has to take a while may be checked as it is: no machine is too busy to be slow.
//! - Threads are counted by what they do, not by the cores there are.
//!
//! `OXIDE88_PATIENCE=N` multiplies bounds and room by N, for machines that are slow by themselves (emulators, sanitizers).

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take that is sure to come.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// Attempts to keep a bound.
const ATTEMPTS: usize = 5;

/// How long the machine is examined: many times as long as a thread that computes has to wait for its turn.
const SAMPLE: Duration = Duration::from_millis(300);

/// A thread that reads the clock again and again reads it more often than this, unless it does not run.
const TICK: Duration = Duration::from_micros(100);

/// The bounds that the user wants multiplied.
static FACTOR: LazyLock<f64> = LazyLock::new(|| {
    let factor = std::env::var("OXIDE88_PATIENCE").ok().and_then(|number| number.parse().ok());
    factor.filter(|factor: &f64| factor.is_finite()).unwrap_or(1.0).max(1.0)
});

/// How many times longer than alone a thread that only computes takes now, because others run in its place.
fn slowness() -> f64 {
    let start = Instant::now();
    let (mut last, mut away) = (start, Duration::ZERO);
    while last - start < SAMPLE {
        let now = Instant::now();
        if now - last > TICK {
            away += now - last;
        }
        last = now;
    }
    let total = (last - start).as_secs_f64();
    total / (total - away.as_secs_f64()).max(total / 100.0)
}

/// What to multiply the times of clocks by that others are to keep, and bounds that were not: 1 on an idle machine, on
/// which something or other always runs for a moment.
pub fn room() -> f64 {
    let slowness = slowness();
    *FACTOR * if slowness < 1.2 { 1.0 } else { slowness }
}

/// Checks that `work`, which returns the time it took, takes less than `bound` on an idle machine.
pub fn within(bound: Duration, what: &str, mut work: impl FnMut() -> Duration) {
    let (mut limit, mut times) = (bound.mul_f64(*FACTOR), Vec::new());
    for _ in 0..ATTEMPTS {
        let time = work();
        if time < limit {
            return;
        }
        times.push((time, limit));
        limit = bound.mul_f64(room());
    }
    panic!("{what}: not within {bound:?}; times and what they should be below: {times:?}");
}

/// Checks that `work`, which returns the time it took, takes less than `bound` in one of several attempts, where more
/// room would prove nothing.
pub fn ever_within(bound: Duration, what: &str, mut work: impl FnMut() -> Duration) {
    let mut times = Vec::new();
    while times.len() < ATTEMPTS {
        times.push(work());
        if times.last().is_some_and(|&time| time < bound) {
            return;
        }
    }
    panic!("{what}: never within {bound:?}, but {times:?}");
}

/// What `work` returns, and how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// How long `work` took.
pub fn time_of<T>(work: impl FnOnce() -> T) -> Duration {
    timed(work).1
}

/// Waits until `is_so`, and panics with `what` was waited for if it takes for ever.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Deadline::after(PATIENCE);
    while !is_so() {
        assert!(!deadline.left().is_zero(), "waited in vain: {what}");
        pause(1);
    }
}

/// Lets some milliseconds pass, at least.
pub fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// A moment to come.
pub struct Deadline(Instant);

impl Deadline {
    /// The moment after `time`.
    pub fn after(time: Duration) -> Self {
        Self(Instant::now() + time)
    }

    /// The time until then; zero afterwards.
    pub fn left(&self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}
