//! The connection to an engine: lines are written and read with timeouts.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::client::Manners;
use super::process::{Event, Process, Sieve, Silence};
use super::roster::EngineSpec;

/// Timeout of an engine for quitting.
const FAREWELL: Duration = Duration::from_millis(500);

/// Longest wait between two checks whether the match was stopped.
const TICK: Duration = Duration::from_millis(100);

/// The reason why an engine cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// The program cannot be started.
    Start(io::Error),
    /// It does not answer this command in time.
    Silent(&'static str),
    /// It does not read its input.
    Deaf,
    /// The game is Chess960, which the engine does not support.
    NoChess960,
    /// The engine cannot set up the start position of the game.
    NoSetup,
    /// The process ended.
    Died(ExitStatus),
    /// The process is running but has closed a pipe.
    Closed,
    /// It prints megabytes of unknown output.
    Garbage,
    /// The match was stopped, through no fault of the engine.
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

/// A connection to a running engine.
pub struct Link {
    process: Process,
    /// Timeout for everything without a clock.
    pub patience: Duration,
}

impl Link {
    /// Starts the program of `engine`, whose lines are classified by `sieve`.
    ///
    /// # Errors
    /// The program does not start.
    pub fn start(engine: &EngineSpec, sieve: Sieve, manners: &Manners) -> Result<Self, Failure> {
        let process = Process::start(engine, sieve, manners.log_dir.as_deref()).map_err(Failure::Start)?;
        Ok(Self { process, patience: manners.patience })
    }

    /// Writes lines, each with its line end.
    ///
    /// # Errors
    /// The engine has terminated, or does not read them within `patience`.
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

    /// Returns the first result that `wanted` makes of an event; `None` if there is none within `patience`.
    ///
    /// # Errors
    /// The engine has terminated or prints garbage, or the match was stopped.
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

    /// Writes `command` and waits for the line `answer`; a timeout is reported under `name`.
    ///
    /// # Errors
    /// The answer does not come.
    pub fn ask(&mut self, command: &str, answer: &str, name: &'static str, stop: &AtomicBool) -> Result<(), Failure> {
        self.write(command, self.patience, stop)?;
        let is_it = |event| matches!(event, Event::Word(line) if line == answer).then_some(());
        self.wait_for(self.patience, stop, is_it)?.ok_or(Failure::Silent(name))
    }

    /// Discards everything that the engine has said so far.
    ///
    /// # Errors
    /// The engine prints garbage without end.
    pub fn forget(&mut self) -> Result<(), Failure> {
        if self.process.drain() { Err(Failure::Garbage) } else { Ok(()) }
    }

    /// Turns every line that describes a search into an event from now on.
    pub fn follow(&mut self) {
        self.process.follow();
    }

    /// Asks the engine to quit, and makes sure that it does.
    pub fn quit(mut self) {
        if self.write("quit\n", FAREWELL, &AtomicBool::new(false)).is_ok() {
            self.process.wait(FAREWELL);
        }
    }

    /// Returns the reason why the pipe is closed.
    fn end(&mut self) -> Failure {
        self.process.exit_status().map_or(Failure::Closed, Failure::Died)
    }
}
