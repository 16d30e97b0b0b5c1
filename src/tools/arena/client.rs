//! An engine, whatever its protocol.
//!
//! ```text
//!   ready      a running engine, started if need be, with its options set, that expects a new game
//!   search     the game so far, the limits of the search  -> move, time from writing to reading, last info line
//!   quit
//! ```
//! An engine that does not answer in time is told to move at once and given a short grace period; one that failed is
//! not reused but dropped, which kills it.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use super::connection::{Connection, EngineFailure};
use super::game_record::GameRecord;
use super::info::Info;
use super::limit::Budget;
use super::options::Options;
use super::process::Event;
use super::protocol::{Protocol, Reply};
use super::roster::{EngineSpec, ProtocolKind};
use super::uci::Uci;
use super::xboard::Xboard;
use crate::types::quote;

/// Grace period for an engine to move when it is told to after its time.
const GRACE_PERIOD: Duration = Duration::from_secs(2);

/// Longest time without reading the engine's output.
const MAX_SLEEP: Duration = Duration::from_millis(50);

/// The settings for the treatment of engines.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Timeout of an engine for starting, getting ready, and searching without a clock.
    pub timeout: Duration,
    /// True if games are Chess960.
    pub chess960: bool,
    /// Folder for the engines' standard error; `None` discards it.
    pub log_dir: Option<PathBuf>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The engine's reply.
    pub reply: Reply,
    /// Time from writing the command to reading the reply.
    pub elapsed: Duration,
    /// The engine's last information on the search.
    pub info: Info,
}

/// An engine that can play.
pub struct Client {
    connection: Connection,
    protocol: Box<dyn Protocol>,
    /// Duration of the last search.
    last: Duration,
}

impl Client {
    /// Returns an engine ready for a new game: `kept`, if it can play another, or a newly started one with its options
    /// set.
    ///
    /// # Errors
    /// The engine does not start or answer, or cannot play the variant.
    pub fn ready(
        kept: Option<Self>,
        engine: &EngineSpec,
        config: &ClientConfig,
        stop: &AtomicBool,
    ) -> Result<Self, EngineFailure> {
        let mut client = match kept {
            Some(client) if client.protocol.is_reusable() => client,
            used_up => {
                used_up.into_iter().for_each(Self::quit);
                Self::start(engine, config, stop)?
            }
        };
        client.protocol.new_game(&mut client.connection, stop)?;
        Ok(client)
    }

    /// Starts an engine once and lets it quit, to check before the first game that it gets ready.
    ///
    /// # Errors
    /// A message that says why it does not. An interruption is no fault of the engine.
    pub fn try_out(engine: &EngineSpec, config: &ClientConfig, stop: &AtomicBool) -> Result<(), String> {
        match Self::ready(None, engine, config, stop) {
            Ok(client) => client.quit(),
            Err(EngineFailure::Interrupted) => {}
            Err(failure) => return Err(format!("engine {} {failure}", quote(&engine.name))),
        }
        Ok(())
    }

    fn start(engine: &EngineSpec, config: &ClientConfig, stop: &AtomicBool) -> Result<Self, EngineFailure> {
        match engine.protocol {
            ProtocolKind::Uci => {
                let mut connection = Connection::start(engine, Uci::classify, config)?;
                let protocol = Box::new(Uci::start(&mut connection, engine, config, stop)?);
                Ok(Self { connection, protocol, last: Duration::ZERO })
            }
            ProtocolKind::Xboard => {
                let mut connection = Connection::start(engine, Xboard::classify, config)?;
                let protocol = Box::new(Xboard::start(&mut connection, engine, config, stop)?);
                Ok(Self { connection, protocol, last: Duration::ZERO })
            }
        }
    }

    /// Starts a UCI engine only to ask for its options.
    ///
    /// # Errors
    /// The engine does not start or answer.
    pub fn options(engine: &EngineSpec, config: &ClientConfig, stop: &AtomicBool) -> Result<Options, EngineFailure> {
        let mut connection = Connection::start(engine, Uci::classify, config)?;
        let options = Uci::greet(&mut connection, stop)?;
        connection.quit();
        Ok(options)
    }

    /// Lets the engine search the end of `line`; `allowed` is the time after which it has lost. The answer may come
    /// later than that.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn search(
        &mut self,
        line: &GameRecord,
        budget: &Budget,
        allowed: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Answer, EngineFailure> {
        self.search_and_tell(line, budget, allowed, stop, &mut |_, _| ())
    }

    /// Searches, and reports to `watch` each piece of information on the way with the time since the command was
    /// written, if these are [enabled](Self::enable_info_events).
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn search_and_tell(
        &mut self,
        line: &GameRecord,
        budget: &Budget,
        allowed: Option<Duration>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Info, Duration),
    ) -> Result<Answer, EngineFailure> {
        self.connection.drain()?;
        let question = self.protocol.question(line, budget)?;
        let allowed = allowed.unwrap_or(self.connection.timeout);
        let grace_period = GRACE_PERIOD.min(self.connection.timeout);
        let start = Instant::now();
        self.connection.write(&question, allowed + grace_period, stop)?;
        if budget.nodes.is_some() {
            // Searches with the same number of nodes take about the same time, and no clock runs. The lines of the
            // first half, which are the majority, are then read at once: waking up for each is the main cost of the
            // runner.
            thread::sleep((self.last / 2).min(MAX_SLEEP));
        }
        let protocol = &self.protocol;
        let mut heard = |event| {
            if let Event::Info(line, at) = &event {
                watch(&protocol.info(line), at.saturating_duration_since(start));
            }
            answer(event)
        };
        let mut answered = self.connection.wait_for(allowed, stop, &mut heard)?;
        let (hurry, unanswered) = self.protocol.hurry();
        if answered.is_none() {
            self.connection.write(hurry, grace_period, stop)?;
            answered = self.connection.wait_for(grace_period, stop, &mut heard)?;
        }
        let (text, info, at) = answered.ok_or(EngineFailure::Unresponsive(unanswered))?;
        let (reply, info) = self.protocol.answer(&text, &info);
        self.last = at.saturating_duration_since(start);
        Ok(Answer { reply, elapsed: self.last, info })
    }

    /// Turns on the events for information during a search, which cost time if the engine is talkative.
    pub fn enable_info_events(&mut self) {
        self.connection.enable_info_events();
    }

    /// Asks the engine to quit, and makes sure that it does.
    pub fn quit(self) {
        self.connection.quit();
    }
}

fn answer(event: Event) -> Option<(String, String, Instant)> {
    if let Event::BestMove { line, info, at } = event { Some((line, info, at)) } else { None }
}
