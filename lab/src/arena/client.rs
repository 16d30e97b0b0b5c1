//! A running engine of either protocol.
//!
//! ```text
//!   ready      starts the engine if it is not running, sets its options and begins a new game
//!   search     sends the game and the limits -> move, time from writing to reading, last info line
//!   quit
//! ```
//! An engine that exceeds its time limit is told to move at once and has a grace period for it. An engine that failed
//! is dropped, which kills its process.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use super::connection::{ClientConfig, Connection, EngineFailure};
use super::cpu_clock::CpuClock;
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

/// Time to move after the stop command.
const GRACE_PERIOD: Duration = Duration::from_secs(2);

/// Maximum sleep before the engine's output is read.
const MAX_SLEEP: Duration = Duration::from_millis(50);

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
    /// Returns an engine that is ready for a new game: `kept` if it can play another game, or a new process.
    ///
    /// # Errors
    /// The engine does not start, does not answer, or does not play the variant.
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

    /// Checks that an engine gets ready: starts it and lets it quit.
    ///
    /// # Errors
    /// A message with the reason. An interruption is no error.
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

    /// Returns the options of a UCI engine, which is started and quits.
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

    /// Searches the last position of `game`. After `time_limit` the engine is told to move, so the result may come
    /// later.
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

    /// Searches and passes each info line to `on_info`, with the time since the commands were written. The engine
    /// needs [`enable_info_events`](Self::enable_info_events).
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
            // Searches with the same node limit take about the same time, and no clock runs. Most lines come in the
            // first half of a search. They are read at once after a sleep, because the main cost of the runner is to
            // wake up for each line.
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

    /// Enables info events during searches. They cost time if the engine prints many lines.
    pub fn enable_info_events(&mut self) {
        self.connection.enable_info_events();
    }

    /// Returns the CPU-time clock of the engine's process.
    pub fn cpu_clock(&self) -> CpuClock {
        self.connection.cpu_clock()
    }

    /// Sends `quit`, and kills the process if it does not exit in time.
    pub fn quit(self) {
        self.connection.quit();
    }
}

fn best_move(event: Event) -> Option<(String, String, Instant)> {
    if let Event::BestMove { line, info, at } = event { Some((line, info, at)) } else { None }
}
