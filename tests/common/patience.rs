//! Time in tests, which must pass even on one core beside busy loops. Only this file reads a clock, as `layers.rs`
//! checks.
//!
//! - Events that must happen are waited for ([`wait_until`], [`PATIENCE`]): only a hang fails.
//! - Work that must be fast has a time limit for an idle machine ([`within`]). If it is exceeded, the load of the
//!   machine is measured, and the work is repeated with the limit scaled by that load.
//! - Work that must end before some other timed event is repeated several times with the same limit ([`ever_within`]).
//! - Work with a clock of its own, such as the moves of another engine, has its times multiplied by [`room`].
//! - Lower limits need no correction: no machine is too busy to be slow.
//! - The number of threads follows from the test, not from the number of cores.
//!
//! `OXIDE88_PATIENCE=N` multiplies limits and room by N, for slow environments (emulators, sanitizers).

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::process::{Child, ExitStatus};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// Timeout for events that must happen.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// Number of attempts to keep a time limit.
const ATTEMPTS: usize = 5;

/// Duration of a load measurement: many times the usual wait of a computing thread for the processor.
const SAMPLE: Duration = Duration::from_millis(300);

/// Number of load measurements. One alone may meet a burst of other work and find twenty times the load.
const SAMPLES: usize = 3;

/// A longer gap between two clock readings in a loop means that the thread was not running.
const TICK: Duration = Duration::from_micros(100);

/// The factor that the user applies to time limits.
static FACTOR: LazyLock<f64> = LazyLock::new(|| {
    let factor = std::env::var("OXIDE88_PATIENCE").ok().and_then(|number| number.parse().ok());
    factor.filter(|factor: &f64| factor.is_finite()).unwrap_or(1.0).max(1.0)
});

/// Returns the factor by which a computing thread is slowed down now, because others run in its place: the median of
/// several measurements.
fn slowness() -> f64 {
    let mut samples = [(); SAMPLES].map(|()| sample_slowness());
    samples.sort_by(f64::total_cmp);
    samples[SAMPLES / 2]
}

/// Measures that factor once.
fn sample_slowness() -> f64 {
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

/// Returns the factor for the clocks of other programs and for exceeded time limits: 1 on an idle machine, where small
/// loads are ignored because something always runs for a moment.
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

/// Checks that `work`, which returns the time it took, takes less than `bound` in one of several attempts; for cases
/// where a larger bound would prove nothing.
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

/// Runs `work`; returns its result and the time it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// Runs `work` and returns the time it took.
pub fn time_of<T>(work: impl FnOnce() -> T) -> Duration {
    timed(work).1
}

/// Waits until `is_so`; panics with `what` if that does not happen within [`PATIENCE`].
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Deadline::after(PATIENCE);
    while !is_so() {
        assert!(!deadline.left().is_zero(), "waited in vain: {what}");
        pause(1);
    }
}

/// Waits until `child` ends; kills it and panics if that does not happen within [`PATIENCE`].
pub fn end_of(child: &mut Child) -> ExitStatus {
    let deadline = Deadline::after(PATIENCE);
    loop {
        if let Some(status) = child.try_wait().expect("its state") {
            return status;
        }
        if deadline.left().is_zero() {
            let _ = child.kill();
            panic!("process {} does not end", child.id());
        }
        pause(5);
    }
}

/// Sleeps for at least this many milliseconds.
pub fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// A point of time in the future.
pub struct Deadline(Instant);

impl Deadline {
    /// Creates a deadline after `time` from now.
    pub fn after(time: Duration) -> Self {
        Self(Instant::now() + time)
    }

    /// Returns the time left; zero after the deadline.
    pub fn left(&self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}
