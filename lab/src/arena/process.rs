//! The process of an engine. Its output is split into lines, and the protocol classifies them. Only the last info line
//! of a search is kept and comes with the best move, so an engine that prints many lines costs little.
//!
//! Engine output cannot exhaust memory: long lines are truncated, and unknown output is counted and dropped. Dropping
//! a [`Process`] kills it and all its children, and waits for its end.

use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::cpu_clock::CpuClock;
use super::log_file;
use super::pipe::{StdinPipe, StdoutPipe};
use super::roster::EngineSpec;

/// Maximum length of a line in bytes; longer lines are truncated.
const MAX_LINE_LENGTH: usize = 1 << 16;

/// Maximum number of lines between two searches; an engine with more does not stop.
const MAX_STALE_EVENTS: usize = 100_000;

/// Maximum unknown output in one search, in bytes; an engine with more has failed.
const MAX_GARBAGE: usize = 4 << 20;

/// Size of the read buffer in bytes: the capacity of a pipe on Linux.
const READ_SIZE: usize = 1 << 16;

/// Time for a process to exit after it has closed a pipe.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// The class of a line of engine output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// A response to a command outside of searches, such as `readyok`.
    Response,
    /// An info line that replaces the one before.
    Info,
    /// The end of a search.
    BestMove,
    /// A line of the protocol that does not matter.
    Ignored,
    /// Any other line.
    Garbage,
}

/// Classifies a line; `info` is the last info line of the search and may be empty.
pub type Classifier = fn(line: &str, info: &str) -> LineKind;

/// An event in the output of a process.
#[derive(Debug)]
pub enum Event {
    /// A [`LineKind::Response`].
    Response(String),
    /// An info line, if they are [enabled](Process::enable_info_events), and the time of its read.
    Info(String, Instant),
    /// The end of a search.
    BestMove {
        /// The line.
        line: String,
        /// The last info line; may be empty.
        info: String,
        /// Time of the read.
        at: Instant,
    },
    /// More garbage than [`MAX_GARBAGE`]; no event follows.
    Garbage,
}

/// The error of a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The timeout has expired.
    TimedOut,
    /// The process has closed its output.
    Closed,
}

/// A running process. Drop kills it.
pub struct Process {
    child: Child,
    stdin: Option<StdinPipe>,
    stdout: StdoutPipe,
    classify: Classifier,
    lines: LineSplitter,
    /// Time of the last read.
    read_at: Instant,
    info: String,
    /// Bytes of unknown output since the last search.
    garbage: usize,
    status: Option<ExitStatus>,
    has_info_events: bool,
}

impl Process {
    /// Starts the program of `engine`. Its standard error is appended to a file in `log_dir`, or discarded.
    ///
    /// # Errors
    /// The program cannot be started or the log cannot be written.
    pub fn start(engine: &EngineSpec, classify: Classifier, log_dir: Option<&Path>) -> io::Result<Self> {
        let mut command = Command::new(&engine.program);
        command.args(&engine.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr(engine, log_dir)?);
        if let Some(dir) = &engine.dir {
            if !dir.is_dir() {
                return Err(io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", dir.display())));
            }
            command.current_dir(dir);
        }
        // The engine has its own process group: Ctrl-C does not reach it, and its children can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (Some(StdinPipe::take_from(&mut child)?), StdoutPipe::take_from(&mut child)?);
        let (lines, info) = (LineSplitter::default(), String::new());
        Ok(Self {
            child,
            stdin,
            stdout,
            classify,
            lines,
            read_at: Instant::now(),
            info,
            garbage: 0,
            status: None,
            has_info_events: false,
        })
    }

    /// Returns the CPU-time clock of the process.
    pub fn cpu_clock(&self) -> CpuClock {
        CpuClock::of(self.child.id())
    }

    /// Writes as many bytes of `text` as the pipe has room for and returns their number; 0 if there is no room within
    /// `timeout`.
    ///
    /// # Errors
    /// The process has closed its input.
    pub fn write(&mut self, text: &[u8], timeout: Duration) -> io::Result<usize> {
        self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write(text, timeout)
    }

    /// Returns the next event within `timeout`.
    ///
    /// # Errors
    /// The timeout has expired, or the output is closed.
    pub fn next(&mut self, timeout: Duration) -> Result<Event, ReadError> {
        let end = Instant::now() + timeout;
        let (mut left, mut is_over) = (timeout, false);
        loop {
            while let Some(length) = self.lines.next_line() {
                if let Some(event) = self.classify_line(length) {
                    return Ok(event);
                }
            }
            // This check follows a read: a timeout of zero still returns the available lines.
            if is_over {
                return Err(ReadError::TimedOut);
            }
            match self.stdout.read(self.lines.buffer(), left) {
                Ok(Some(length @ 1..)) => self.lines.fill(length),
                Ok(None) => {}
                Ok(Some(0)) | Err(_) => return Err(ReadError::Closed),
            }
            self.read_at = Instant::now();
            left = end.saturating_duration_since(self.read_at);
            is_over = left.is_zero();
        }
    }

    /// Enables an event for every info line.
    pub fn enable_info_events(&mut self) {
        self.has_info_events = true;
    }

    /// Discards all output so far; true if it was more garbage than [`MAX_GARBAGE`], or if there is no end of it.
    pub fn drain(&mut self) -> bool {
        let is_broken = (0..MAX_STALE_EVENTS)
            .find_map(|_| match self.next(Duration::ZERO) {
                Ok(Event::Garbage) => Some(true),
                Ok(_) => None,
                Err(_) => Some(false),
            })
            .unwrap_or(true);
        self.info.clear();
        is_broken
    }

    /// Classifies the current line; `length` is its full length in bytes.
    fn classify_line(&mut self, length: usize) -> Option<Event> {
        let text = &self.lines.line;
        // The check is much faster than the lossy conversion, which is seldom needed.
        let line = str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed);
        let line = line.trim();
        let is_reported = self.has_info_events && (self.classify)(line, "") == LineKind::Info;
        match (self.classify)(line, &self.info) {
            LineKind::Response => return Some(Event::Response(line.to_owned())),
            LineKind::BestMove => {
                self.garbage = 0;
                let info = std::mem::take(&mut self.info);
                return Some(Event::BestMove { line: line.to_owned(), info, at: self.read_at });
            }
            LineKind::Info => {
                self.info.clear();
                self.info.push_str(line);
            }
            LineKind::Ignored => {}
            LineKind::Garbage => self.garbage += length,
        }
        if is_reported {
            return Some(Event::Info(line.to_owned(), self.read_at));
        }
        (self.garbage >= MAX_GARBAGE).then_some(Event::Garbage)
    }

    /// Returns the exit status if the process terminates within [`EXIT_TIMEOUT`].
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            self.status = self.status.or_else(|| self.child.try_wait().ok().flatten());
            if self.status.is_some() || start.elapsed() > EXIT_TIMEOUT {
                return self.status;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Closes the input and waits up to `timeout` for the process to exit.
    pub fn wait(&mut self, timeout: Duration) {
        self.stdin = None;
        let end = Instant::now() + timeout;
        // The end of the output means that the process has exited.
        while Instant::now() < end
            && self.next(end.saturating_duration_since(Instant::now())).err() != Some(ReadError::Closed)
        {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            // The group is killed before the wait, because the system may reuse its ID afterwards.
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn stderr(engine: &EngineSpec, log_dir: Option<&Path>) -> io::Result<Stdio> {
    let Some(dir) = log_dir else { return Ok(Stdio::null()) };
    let in_log = |error: io::Error| io::Error::new(error.kind(), format!("its log in {}: {error}", dir.display()));
    Ok(log_file::open(dir, &engine.name).map_err(in_log)?.into())
}

/// Splits output into lines.
#[derive(Default)]
struct LineSplitter {
    buffer: Vec<u8>,
    /// Start of the unused part of the buffer.
    start: usize,
    end: usize,
    /// The current line, without its newline and truncated to [`MAX_LINE_LENGTH`].
    line: Vec<u8>,
    /// Its full length.
    length: usize,
    is_complete: bool,
}

impl LineSplitter {
    /// Returns the buffer to read into. All its bytes must have been used.
    fn buffer(&mut self) -> &mut [u8] {
        self.buffer.resize(READ_SIZE, 0);
        &mut self.buffer
    }

    /// Records that the first `length` bytes of the buffer were filled.
    fn fill(&mut self, length: usize) {
        (self.start, self.end) = (0, length);
    }

    /// Advances `line` to the next line and returns its length; `None` if its end has not been read yet.
    fn next_line(&mut self) -> Option<usize> {
        if std::mem::take(&mut self.is_complete) {
            self.line.clear();
            self.length = 0;
        }
        let waiting = self.buffer.get(self.start..self.end).unwrap_or_default();
        let end = waiting.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(waiting.len(), |index| index + 1);
        let kept = end.unwrap_or(used).min(MAX_LINE_LENGTH - self.line.len());
        self.line.extend_from_slice(waiting.get(..kept).unwrap_or_default());
        self.length += used;
        self.start += used;
        // A line without end is garbage as well.
        self.is_complete = end.is_some() || self.length >= MAX_GARBAGE;
        self.is_complete.then_some(self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits `text` into lines with their lengths, read in pieces of `size` bytes.
    fn lines(text: &str, size: usize) -> Vec<(String, usize)> {
        let mut lines = LineSplitter::default();
        let mut found = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            lines.buffer()[..piece.len()].copy_from_slice(piece);
            lines.fill(piece.len());
            while let Some(length) = lines.next_line() {
                found.push((String::from_utf8(lines.line.clone()).unwrap(), length));
            }
        }
        found
    }

    #[test]
    fn lines_are_assembled_from_pieces() {
        for size in [1, 2, 7, 100] {
            let found = lines("bestmove e2e4\n\nlast one\nno end", size);
            assert_eq!(found, [("bestmove e2e4".to_owned(), 14), (String::new(), 1), ("last one".to_owned(), 9)]);
        }
    }

    #[test]
    fn long_lines_are_truncated_and_the_next_one_is_whole() {
        let found = lines(&format!("{}\nbestmove e2e4\n", "x".repeat(3 * MAX_LINE_LENGTH)), READ_SIZE);
        assert_eq!((found[0].0.len(), found[0].1), (MAX_LINE_LENGTH, 3 * MAX_LINE_LENGTH + 1));
        assert_eq!(found[1].0, "bestmove e2e4");
    }

    #[test]
    fn an_endless_line_is_given_up() {
        let found = lines(&"x".repeat(MAX_GARBAGE), READ_SIZE);
        assert_eq!((found.len(), found[0].0.len(), found[0].1), (1, MAX_LINE_LENGTH, MAX_GARBAGE));
    }
}
