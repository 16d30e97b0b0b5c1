//! The connection to an engine: lines are written and read with timeouts.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::client::ClientConfig;
use super::process::{Classifier, Event, Process, ReadError};
use super::roster::EngineSpec;

/// Timeout of an engine for quitting.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Longest wait between two checks whether the match was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The reason why an engine cannot go on.
#[derive(Debug)]
pub enum EngineFailure {
    /// The program cannot be started.
    Start(io::Error),
    /// It does not answer this command in time.
    Unresponsive(&'static str),
    /// It does not read its input.
    NotReading,
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

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "cannot be started: {error}"),
            Self::Unresponsive(command) => write!(f, "does not answer {command}"),
            Self::NotReading => f.write_str("does not read its input"),
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
pub struct Connection {
    process: Process,
    /// Timeout for everything without a clock.
    pub timeout: Duration,
}

impl Connection {
    /// Starts the program of `engine`, whose lines are classified by `classify`.
    ///
    /// # Errors
    /// The program does not start.
    pub fn start(engine: &EngineSpec, classify: Classifier, config: &ClientConfig) -> Result<Self, EngineFailure> {
        let process = Process::start(engine, classify, config.log_dir.as_deref()).map_err(EngineFailure::Start)?;
        Ok(Self { process, timeout: config.timeout })
    }

    /// Writes lines, each with its line end.
    ///
    /// # Errors
    /// The engine has terminated, or does not read them within `timeout`.
    pub fn write(&mut self, lines: &str, timeout: Duration, stop: &AtomicBool) -> Result<(), EngineFailure> {
        let mut rest = lines.as_bytes();
        let start = Instant::now();
        while !rest.is_empty() {
            let Ok(written) = self.process.write(rest, timeout.min(POLL_INTERVAL)) else {
                return Err(self.exit_reason());
            };
            rest = rest.get(written..).unwrap_or_default();
            if written == 0 && stop.load(Ordering::Relaxed) {
                return Err(EngineFailure::Interrupted);
            }
            if !rest.is_empty() && start.elapsed() >= timeout {
                return Err(EngineFailure::NotReading);
            }
        }
        Ok(())
    }

    /// Returns the first result that `wanted` makes of an event; `None` if there is none within `timeout`.
    ///
    /// # Errors
    /// The engine has terminated or prints garbage, or the match was stopped.
    pub fn wait_for<T>(
        &mut self,
        timeout: Duration,
        stop: &AtomicBool,
        mut wanted: impl FnMut(Event) -> Option<T>,
    ) -> Result<Option<T>, EngineFailure> {
        let end = Instant::now() + timeout;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.process.next(left.min(POLL_INTERVAL)) {
                Ok(Event::Garbage) => return Err(EngineFailure::Garbage),
                Ok(event) => {
                    if let Some(result) = wanted(event) {
                        return Ok(Some(result));
                    }
                }
                Err(ReadError::Closed) => return Err(self.exit_reason()),
                Err(ReadError::TimedOut) => {}
            }
            if stop.load(Ordering::Relaxed) {
                return Err(EngineFailure::Interrupted);
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
    pub fn send_and_wait(
        &mut self,
        command: &str,
        answer: &str,
        name: &'static str,
        stop: &AtomicBool,
    ) -> Result<(), EngineFailure> {
        self.write(command, self.timeout, stop)?;
        let is_it = |event| matches!(event, Event::Response(line) if line == answer).then_some(());
        self.wait_for(self.timeout, stop, is_it)?.ok_or(EngineFailure::Unresponsive(name))
    }

    /// Discards everything that the engine has said so far.
    ///
    /// # Errors
    /// The engine prints garbage without end.
    pub fn drain(&mut self) -> Result<(), EngineFailure> {
        if self.process.drain() { Err(EngineFailure::Garbage) } else { Ok(()) }
    }

    /// Turns every line that describes a search into an event from now on.
    pub fn enable_info_events(&mut self) {
        self.process.enable_info_events();
    }

    /// Asks the engine to quit, and makes sure that it does.
    pub fn quit(mut self) {
        if self.write("quit\n", QUIT_TIMEOUT, &AtomicBool::new(false)).is_ok() {
            self.process.wait(QUIT_TIMEOUT);
        }
    }

    /// Returns the reason why the pipe is closed.
    fn exit_reason(&mut self) -> EngineFailure {
        self.process.exit_status().map_or(EngineFailure::Closed, EngineFailure::Died)
    }
}
