//! The connection to an engine. Every read and write has a timeout.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::cpu_clock::CpuClock;
use super::process::{Classifier, Event, Process, ReadError};
use super::roster::EngineSpec;

/// Time for an engine to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Time between two checks of the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The settings that all engines of a match share.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Timeout for starting, for getting ready, and for searches without a clock.
    pub timeout: Duration,
    /// True if games are Chess960.
    pub chess960: bool,
    /// Folder for the engines' standard error; `None` discards it.
    pub log_dir: Option<PathBuf>,
}

/// The failure of an engine.
#[derive(Debug)]
pub enum EngineFailure {
    /// The program cannot be started.
    Start(io::Error),
    /// The engine does not answer this command within the timeout.
    Unresponsive(&'static str),
    /// The engine does not read its input.
    NotReading,
    /// The engine does not support Chess960.
    NoChess960,
    /// The engine cannot set up the start position of the game.
    NoSetup,
    /// The process ended.
    Died(ExitStatus),
    /// The process is running but has closed a pipe.
    Closed,
    /// The engine prints megabytes of unknown output.
    Garbage,
    /// The match was stopped; this is no failure of the engine.
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
    /// Timeout for every answer without a clock.
    pub timeout: Duration,
}

impl Connection {
    /// Starts the program of `engine`; `classify` classifies its lines.
    ///
    /// # Errors
    /// The program does not start.
    pub fn start(engine: &EngineSpec, classify: Classifier, config: &ClientConfig) -> Result<Self, EngineFailure> {
        let process = Process::start(engine, classify, config.log_dir.as_deref()).map_err(EngineFailure::Start)?;
        Ok(Self { process, timeout: config.timeout })
    }

    /// Writes lines; each ends with a newline.
    ///
    /// # Errors
    /// The engine has terminated, or does not read the lines within `timeout`.
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

    /// Waits for an event for which `wanted` returns a value, and returns this value; `None` after `timeout`.
    ///
    /// # Errors
    /// The engine has terminated, it prints garbage, or the match was stopped.
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

    /// Writes `command` and waits for the line `answer`. The failure after a timeout names the command `name`.
    ///
    /// # Errors
    /// The engine does not answer.
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

    /// Discards all output so far.
    ///
    /// # Errors
    /// The output was garbage.
    pub fn drain(&mut self) -> Result<(), EngineFailure> {
        if self.process.drain() { Err(EngineFailure::Garbage) } else { Ok(()) }
    }

    /// Enables an event for every info line.
    pub fn enable_info_events(&mut self) {
        self.process.enable_info_events();
    }

    /// Returns the CPU-time clock of the engine's process.
    pub fn cpu_clock(&self) -> CpuClock {
        self.process.cpu_clock()
    }

    /// Sends `quit`, and kills the process if it does not exit in time.
    pub fn quit(mut self) {
        if self.write("quit\n", QUIT_TIMEOUT, &AtomicBool::new(false)).is_ok() {
            self.process.wait(QUIT_TIMEOUT);
        }
    }

    /// Returns the failure after a pipe was closed.
    fn exit_reason(&mut self) -> EngineFailure {
        self.process.exit_status().map_or(EngineFailure::Closed, EngineFailure::Died)
    }
}
