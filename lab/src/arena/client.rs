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
use super::limit::SearchLimits;
use super::options::EngineOptions;
use super::process::Event;
use super::protocol::{Protocol, Reply};
use super::roster::{EngineSpec, ProtocolKind};
use super::uci::Uci;
use super::xboard::Xboard;
use oxide88::types::quote;

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
pub struct SearchResult {
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
    last_search: Duration,
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
            other => {
                other.into_iter().for_each(Self::quit);
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
    pub fn check_startup(engine: &EngineSpec, config: &ClientConfig, stop: &AtomicBool) -> Result<(), String> {
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
                Ok(Self { connection, protocol, last_search: Duration::ZERO })
            }
            ProtocolKind::Xboard => {
                let mut connection = Connection::start(engine, Xboard::classify, config)?;
                let protocol = Box::new(Xboard::start(&mut connection, engine, config, stop)?);
                Ok(Self { connection, protocol, last_search: Duration::ZERO })
            }
        }
    }

    /// Starts a UCI engine only to ask for its options.
    ///
    /// # Errors
    /// The engine does not start or answer.
    pub fn options(
        engine: &EngineSpec,
        config: &ClientConfig,
        stop: &AtomicBool,
    ) -> Result<EngineOptions, EngineFailure> {
        let mut connection = Connection::start(engine, Uci::classify, config)?;
        let options = Uci::handshake(&mut connection, stop)?;
        connection.quit();
        Ok(options)
    }

    /// Lets the engine search the end of `game`; `time_limit` is the time after which it has lost. The answer may come
    /// later than that.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn search(
        &mut self,
        game: &GameRecord,
        limits: &SearchLimits,
        time_limit: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<SearchResult, EngineFailure> {
        self.search_with_info(game, limits, time_limit, stop, &mut |_, _| ())
    }

    /// Searches, and reports to `on_info` each piece of information on the way with the time since the command was
    /// written, if these are [enabled](Self::enable_info_events).
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn search_with_info(
        &mut self,
        game: &GameRecord,
        limits: &SearchLimits,
        time_limit: Option<Duration>,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info, Duration),
    ) -> Result<SearchResult, EngineFailure> {
        self.connection.drain()?;
        let commands = self.protocol.search_commands(game, limits)?;
        let time_limit = time_limit.unwrap_or(self.connection.timeout);
        let grace_period = GRACE_PERIOD.min(self.connection.timeout);
        let start = Instant::now();
        self.connection.write(&commands, time_limit + grace_period, stop)?;
        if limits.nodes.is_some() {
            // Searches with the same number of nodes take about the same time, and no clock runs. The lines of the
            // first half, which are the majority, are then read at once: waking up for each is the main cost of the
            // runner.
            thread::sleep((self.last_search / 2).min(MAX_SLEEP));
        }
        let protocol = &self.protocol;
        let mut on_event = |event| {
            if let Event::Info(line, at) = &event {
                on_info(&protocol.parse_info(line), at.saturating_duration_since(start));
            }
            best_move(event)
        };
        let mut answered = self.connection.wait_for(time_limit, stop, &mut on_event)?;
        let (stop_command, unanswered) = self.protocol.stop_command();
        if answered.is_none() {
            self.connection.write(stop_command, grace_period, stop)?;
            answered = self.connection.wait_for(grace_period, stop, &mut on_event)?;
        }
        let (text, info, at) = answered.ok_or(EngineFailure::Unresponsive(unanswered))?;
        let (reply, info) = self.protocol.parse_best_move(&text, &info);
        self.last_search = at.saturating_duration_since(start);
        Ok(SearchResult { reply, elapsed: self.last_search, info })
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

fn best_move(event: Event) -> Option<(String, String, Instant)> {
    if let Event::BestMove { line, info, at } = event { Some((line, info, at)) } else { None }
}
