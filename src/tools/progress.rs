//! How far a long run has come, on standard error: a bar with rate and time left on a terminal, elsewhere a plain line
//! every few seconds. Results go to standard output and never meet it.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Time between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// The progress of one run.
pub struct Progress {
    /// Hidden where standard error is no terminal.
    bar: ProgressBar,
    total: u64,
    done: u64,
    /// What had been done before this run.
    done_before: u64,
    noun: &'static str,
    start: Instant,
    /// When the next plain line is due; `None` on a terminal.
    next_line: Option<Instant>,
}

impl Progress {
    /// A run of `total` items called `noun`, `done` of which an earlier run did.
    pub fn new(noun: &'static str, total: u64, done: u64) -> Self {
        let start = Instant::now();
        let is_plain = !io::stderr().is_terminal();
        let bar = if is_plain { ProgressBar::hidden() } else { ProgressBar::new(total) };
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {prefix}  {msg}") {
            bar.set_style(style);
        }
        bar.set_prefix(noun);
        bar.set_position(done);
        Self { bar, total, done, done_before: done, noun, start, next_line: is_plain.then_some(start + PLAIN_EVERY) }
    }

    /// One more is done; `note` says what the run has to show for it.
    pub fn advance(&mut self, note: &str) {
        self.done += 1;
        let left = self.time_left().map_or_else(String::new, |time| format!(", {} left", HumanDuration(time)));
        self.bar.set_message(format!("{note}{left}"));
        self.bar.set_position(self.done);
        if self.next_line.is_some_and(|due| Instant::now() >= due) {
            self.say(&format!("{}/{} {}: {note}{left}", self.done, self.total, self.noun));
            self.next_line = Some(Instant::now() + PLAIN_EVERY);
        }
    }

    /// Writes a line that stays, above the bar if there is one.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| complain(line));
    }

    /// Time since this run began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn time_left(&self) -> Option<Duration> {
        let here = self.done - self.done_before;
        let seconds = self.elapsed().as_secs_f64() / here as f64 * self.total.saturating_sub(self.done) as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Writes a line to standard error; if nobody reads there, so be it.
pub fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
