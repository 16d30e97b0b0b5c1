//! Progress of a long run on standard error: a bar on a terminal, elsewhere a plain line now and then. Results go to
//! standard output and never collide with it; everything else on standard error goes through [`Stderr`], which keeps
//! it clear of the bar.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle, WeakProgressBar};

use oxide88::command_line;
use oxide88::types::printable;

/// Time between two plain lines, unless they come every so many items.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// The message is truncated to the width of the terminal, so that the bar stays on one line.
const STYLE: &str = "{bar:30} {pos}/{len} {prefix}  {wide_msg}";

/// The bar on the terminal, if any.
static BAR: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// The schedule of plain lines.
#[derive(Clone, Copy)]
enum Lines {
    Never,
    At(Instant),
    /// After every so many items, and at the end.
    Each(u64),
}

/// The progress of one run.
pub struct Progress {
    /// Hidden if there is no terminal.
    bar: ProgressBar,
    total: u64,
    done: u64,
    /// Number of items done by earlier runs.
    done_before: u64,
    noun: &'static str,
    start: Instant,
    lines: Lines,
}

impl Progress {
    /// Starts a run of `total` items called `noun`, `done` of which an earlier run did.
    pub fn new(noun: &'static str, total: u64, done: u64) -> Self {
        Self::start(noun, total, done, Lines::At(Instant::now() + PLAIN_EVERY))
    }

    /// Starts a run with a plain line after every so many items instead of seconds; 0 means silence, on a terminal
    /// too.
    pub fn with_lines_each(items: u64, noun: &'static str, total: u64, done: u64) -> Self {
        Self::start(noun, total, done, if items == 0 { Lines::Never } else { Lines::Each(items) })
    }

    fn start(noun: &'static str, total: u64, done: u64, lines: Lines) -> Self {
        let has_bar = io::stderr().is_terminal() && !matches!(lines, Lines::Never);
        let bar = if has_bar { ProgressBar::new(total) } else { ProgressBar::hidden() };
        if has_bar {
            *BAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.downgrade());
        }
        if let Ok(style) = ProgressStyle::with_template(STYLE) {
            bar.set_style(style);
        }
        bar.set_prefix(noun);
        bar.set_position(done);
        let lines = if has_bar { Lines::Never } else { lines };
        Self { bar, total, done, done_before: done, noun, start: Instant::now(), lines }
    }

    /// Starts over with `total` items; the schedule of plain lines goes on.
    pub fn start_over(&mut self, total: u64) {
        (self.total, self.done, self.done_before, self.start) = (total, 0, 0, Instant::now());
        self.bar.set_length(total);
        self.bar.set_position(0);
    }

    /// Counts one more item; `note` describes the results so far.
    pub fn advance(&mut self, note: &str) {
        self.done += 1;
        let left = self.time_left().map_or_else(String::new, |time| format!(", {} left", in_two_units(time)));
        self.bar.set_message(format!("{}{left}", printable(note)));
        self.bar.set_position(self.done);
        let is_due = match self.lines {
            Lines::Never => false,
            Lines::At(due) => Instant::now() >= due,
            Lines::Each(items) => self.done.is_multiple_of(items) || self.done == self.total,
        };
        if is_due {
            complain(&format!("{}/{} {}: {note}{left}", self.done, self.total, self.noun));
            if let Lines::At(due) = &mut self.lines {
                *due = Instant::now() + PLAIN_EVERY;
            }
        }
    }

    /// Returns the time since this run began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Estimates the time left from the speed so far; `None` at the end, or if it is not a finite time.
    fn time_left(&self) -> Option<Duration> {
        let here = self.done - self.done_before;
        let left = self.total.checked_sub(self.done).filter(|&left| left > 0)?;
        Duration::try_from_secs_f64(self.elapsed().as_secs_f64() / here as f64 * left as f64).ok()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Standard error for everything but the bar, as [`command_line::Stderr`]: text, preferably in whole lines, appears
/// above the bar.
#[derive(Clone, Copy, Debug)]
pub struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(WeakProgressBar::upgrade);
        let write = || command_line::Stderr.write(bytes);
        bar.map_or_else(write, |bar| bar.suspend(write))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Writes one line to standard error, above the bar if there is one; errors are ignored.
pub fn complain(line: &str) {
    command_line::complain(Stderr, line);
}

fn in_two_units(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {:02} s", seconds % 60),
        _ => format!("{hours} h {:02} min", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_units() {
        let texts = [5, 65, 3605, 90_000].map(|seconds| in_two_units(Duration::from_secs(seconds)));
        assert_eq!(texts, ["5 s", "1 min 05 s", "1 h 00 min", "25 h 00 min"]);
    }

    #[test]
    fn time_is_left_while_something_is() {
        let mut progress = Progress::with_lines_each(0, "games", 3, 1);
        assert_eq!(progress.time_left(), None, "no speed yet");
        progress.advance("");
        assert!(progress.time_left().is_some());
        progress.advance("");
        assert_eq!(progress.time_left(), None);
        progress.start_over(2);
        progress.advance("");
        assert!(progress.time_left().is_some());
        progress.advance("");
        assert_eq!((progress.done, progress.time_left()), (2, None));
    }
}
