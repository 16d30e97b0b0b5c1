//! A process at the other end of two pipes. A thread reads what it prints and passes on what a UCI engine may say; of the
//! `info` lines only the last scored one, together with the best move, so that a talkative engine costs little.
//!
//! Nothing an engine prints can exhaust memory: long lines are cut, what is no UCI is counted and dropped, and the channel
//! is bounded. Whoever drops a [`Process`] kills it with all it started, and waits until it is gone.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::info::Info;
use super::roster::EngineSpec;

/// The longest line read in full, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// How much may be printed that is no UCI before the engine is taken for mad, in bytes.
const MOST_GARBAGE: usize = 4 << 20;

/// Lines that wait to be heard.
const BACKLOG: usize = 1024;

/// How long a process that has closed its pipe may take to exit before it counts as alive.
const LAST_BREATH: Duration = Duration::from_millis(300);

/// Something a process said.
#[derive(Debug)]
pub enum Event {
    /// A line of the handshake: `id`, `option`, `uciok` or `readyok`.
    Line(String),
    /// A scored `info` line, if they are [followed](Process::follow), and when it was read.
    Info(String, Instant),
    /// The end of a search.
    BestMove {
        /// The line.
        line: String,
        /// The last scored `info` line before it.
        info: Option<String>,
        /// When it was read.
        at: Instant,
    },
    /// More garbage than anyone should have to read; nothing comes after it.
    Garbage,
}

/// A running process; killed when dropped.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    events: Receiver<Event>,
    status: Option<ExitStatus>,
    is_followed: Arc<AtomicBool>,
}

impl Process {
    /// Starts the program of `engine`. What it writes to standard error is added to a file in `log_dir`, or dropped.
    ///
    /// # Errors
    /// If the program cannot be started or the log not be written.
    pub fn start(engine: &EngineSpec, log_dir: Option<&Path>) -> io::Result<Self> {
        let mut command = Command::new(&engine.program);
        command.args(&engine.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr(engine, log_dir)?);
        if let Some(dir) = &engine.dir {
            command.current_dir(dir);
        }
        // A group of its own: Ctrl-C in the terminal is for us, and what the engine starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, events) = sync_channel(BACKLOG);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let process = Self { child, stdin, events, status: None, is_followed: Arc::default() };
        if let Some(stdout) = stdout {
            let is_followed = Arc::clone(&process.is_followed);
            thread::Builder::new().name(engine.name.clone()).spawn(move || listen(stdout, &sender, &is_followed))?;
        }
        Ok(process)
    }

    /// Writes lines, each with its end of line, at once.
    ///
    /// # Errors
    /// If the process does not read any more.
    pub fn write(&mut self, lines: &str) -> io::Result<()> {
        self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(lines.as_bytes())
    }

    /// The next event within `timeout`.
    ///
    /// # Errors
    /// If there is none in time, or the process has closed its output.
    pub fn next(&self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        self.events.recv_timeout(timeout)
    }

    /// From now on scored `info` lines are events as well.
    pub fn follow(&self) {
        self.is_followed.store(true, Ordering::Relaxed);
    }

    /// Forgets what was said so far.
    pub fn drain(&self) -> Option<Event> {
        self.events.try_iter().find(|event| matches!(event, Event::Garbage))
    }

    /// How the process ended, if it has, or does within a moment.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            self.status = self.status.or_else(|| self.child.try_wait().ok().flatten());
            if self.status.is_some() || start.elapsed() > LAST_BREATH {
                return self.status;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits up to `patience` for the process to exit by itself.
    pub fn wait(&mut self, patience: Duration) {
        self.stdin = None;
        let end = Instant::now() + patience;
        // Its output ends when it does, unless it goes on talking.
        while Instant::now() < end
            && !matches!(self.next(end.saturating_duration_since(Instant::now())), Err(RecvTimeoutError::Disconnected))
        {
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            // Before the wait: until then the number of the group belongs to it.
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn stderr(engine: &EngineSpec, log_dir: Option<&Path>) -> io::Result<Stdio> {
    let Some(dir) = log_dir else { return Ok(Stdio::null()) };
    fs::create_dir_all(dir)?;
    let path = dir.join(format!("{}.log", engine.name));
    Ok(File::options().create(true).append(true).open(path)?.into())
}

/// Reads lines until the pipe is closed, there is too much garbage, or nobody listens.
fn listen(stdout: ChildStdout, sender: &SyncSender<Event>, is_followed: &AtomicBool) {
    let mut reader = BufReader::new(stdout);
    let (mut line, mut info) = (Vec::new(), String::new());
    let mut garbage = 0;
    while let Ok(length @ 1..) = read_line(&mut reader, &mut line) {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        let event = match text.split_ascii_whitespace().next() {
            Some("info") => {
                let at = is_followed.load(Ordering::Relaxed).then(Instant::now);
                if Info::is_scored(text)
                    && let Some(at) = at
                    && sender.send(Event::Info(text.to_owned(), at)).is_err()
                {
                    return;
                }
                if Info::is_scored(text) && (info.is_empty() || !Info::is_bound(text) || Info::is_bound(&info)) {
                    info.clear();
                    info.push_str(text);
                }
                continue;
            }
            Some("bestmove") => {
                let at = Instant::now();
                let info = Some(std::mem::take(&mut info)).filter(|info| !info.is_empty());
                Event::BestMove { line: text.to_owned(), info, at }
            }
            Some("uciok" | "readyok" | "id" | "option") => Event::Line(text.to_owned()),
            _ => {
                garbage += length;
                if garbage < MOST_GARBAGE {
                    continue;
                }
                Event::Garbage
            }
        };
        let is_end = matches!(event, Event::Garbage);
        if matches!(event, Event::BestMove { .. }) {
            garbage = 0;
        }
        if sender.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Reads a line into `line`, cut at [`LONGEST_LINE`], and returns how many bytes it had. At the end of input that is 0.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let mut length = 0;
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let end = buffer.iter().position(|&byte| byte == b'\n').map(|index| index + 1);
        let used = end.unwrap_or(buffer.len());
        line.extend(buffer.iter().take(used.min(LONGEST_LINE - line.len())));
        reader.consume(used);
        length += used;
        // A line that never ends is garbage as well.
        if end.is_some() || used == 0 || length > MOST_GARBAGE {
            return Ok(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let text = format!("{}\nbestmove e2e4\nlast", "x".repeat(3 * LONGEST_LINE));
        let mut reader = BufReader::new(text.as_bytes());
        let mut line = Vec::new();
        assert_eq!(read_line(&mut reader, &mut line).unwrap(), 3 * LONGEST_LINE + 1);
        assert_eq!(line.len(), LONGEST_LINE);
        assert_eq!(read_line(&mut reader, &mut line).unwrap(), 14);
        assert_eq!(line, b"bestmove e2e4\n");
        assert_eq!(read_line(&mut reader, &mut line).unwrap(), 4);
        assert_eq!(read_line(&mut reader, &mut line).unwrap(), 0);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let mut line = Vec::new();
        let length = read_line(&mut BufReader::new(io::repeat(b'x')), &mut line).unwrap();
        assert!(length > MOST_GARBAGE && line.len() == LONGEST_LINE);
    }
}
