//! The way to an engine: lines written and heard, with patience but not for ever.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::client::Manners;
use super::process::{Event, Process, Sieve, Silence};
use super::roster::EngineSpec;

/// How long an engine may take to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// The longest wait between two looks at whether the match goes on.
const TICK: Duration = Duration::from_millis(100);

/// Why an engine cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// The program cannot be started.
    Start(io::Error),
    /// It does not answer this command in time.
    Silent(&'static str),
    /// It does not read what is written to it.
    Deaf,
    /// Chess960 is to be played and the engine does not know it.
    NoChess960,
    /// The game begins at a position that the engine cannot set up.
    NoSetup,
    /// The process ended.
    Died(ExitStatus),
    /// The process runs but has closed a pipe.
    Closed,
    /// Megabytes that mean nothing.
    Garbage,
    /// No fault of the engine: the match was stopped.
    Interrupted,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "cannot be started: {error}"),
            Self::Silent(command) => write!(f, "does not answer {command}"),
            Self::Deaf => f.write_str("does not read its input"),
            Self::NoChess960 => f.write_str("does not play Chess960"),
            Self::NoSetup => f.write_str("cannot set up the position"),
            Self::Died(status) => write!(f, "died ({status})"),
            Self::Closed => f.write_str("closed its pipe"),
            Self::Garbage => f.write_str("prints garbage"),
            Self::Interrupted => f.write_str("was interrupted"),
        }
    }
}

/// A running engine that can be written to and heard.
pub struct Link {
    process: Process,
    /// How long the engine may take for what no clock bounds.
    pub patience: Duration,
}

impl Link {
    /// Starts the program of `engine`, whose lines are sifted by `sieve`.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(engine: &EngineSpec, sieve: Sieve, manners: &Manners) -> Result<Self, Failure> {
        let process = Process::start(engine, sieve, manners.log_dir.as_deref()).map_err(Failure::Start)?;
        Ok(Self { process, patience: manners.patience })
    }

    /// Writes lines, each with its end of line.
    ///
    /// # Errors
    /// If the engine has gone, or does not read them within `patience`.
    pub fn write(&mut self, lines: &str, patience: Duration, stop: &AtomicBool) -> Result<(), Failure> {
        let mut rest = lines.as_bytes();
        let start = Instant::now();
        while !rest.is_empty() {
            let Ok(written) = self.process.write(rest, patience.min(TICK)) else { return Err(self.end()) };
            rest = rest.get(written..).unwrap_or_default();
            if written == 0 && stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            if !rest.is_empty() && start.elapsed() >= patience {
                return Err(Failure::Deaf);
            }
        }
        Ok(())
    }

    /// The first result that `wanted` makes of an event; `None` if there is none within `patience`.
    ///
    /// # Errors
    /// If the engine has gone or gone mad, or the match was stopped.
    pub fn wait_for<T>(
        &mut self,
        patience: Duration,
        stop: &AtomicBool,
        mut wanted: impl FnMut(Event) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.process.next(left.min(TICK)) {
                Ok(Event::Garbage) => return Err(Failure::Garbage),
                Ok(event) => {
                    if let Some(result) = wanted(event) {
                        return Ok(Some(result));
                    }
                }
                Err(Silence::Closed) => return Err(self.end()),
                Err(Silence::TimedOut) => {}
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            if Instant::now() >= end {
                return Ok(None);
            }
        }
    }

    /// Writes `command` and waits for the line `answer`; the failure to answer is that of `name`.
    ///
    /// # Errors
    /// If it does not come.
    pub fn ask(&mut self, command: &str, answer: &str, name: &'static str, stop: &AtomicBool) -> Result<(), Failure> {
        self.write(command, self.patience, stop)?;
        let is_it = |event| matches!(event, Event::Word(line) if line == answer).then_some(());
        self.wait_for(self.patience, stop, is_it)?.ok_or(Failure::Silent(name))
    }

    /// Forgets what the engine said so far.
    ///
    /// # Errors
    /// If that is more than anyone should have to read.
    pub fn forget(&mut self) -> Result<(), Failure> {
        if self.process.drain() { Err(Failure::Garbage) } else { Ok(()) }
    }

    /// From now on every line that describes a search is an event.
    pub fn follow(&mut self) {
        self.process.follow();
    }

    /// Asks the engine to leave, and sees to it.
    pub fn quit(mut self) {
        if self.write("quit\n", FAREWELL, &AtomicBool::new(false)).is_ok() {
            self.process.wait(FAREWELL);
        }
    }

    /// Why the pipe is closed.
    fn end(&mut self) -> Failure {
        self.process.exit_status().map_or(Failure::Closed, Failure::Died)
    }
}
