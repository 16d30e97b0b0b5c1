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

use super::game_record::GameRecord;
use super::info::Info;
use super::limit::Budget;
use super::link::{Failure, Link};
use super::options::Options;
use super::process::Event;
use super::roster::{EngineSpec, Protocol};
use super::uci::Uci;
use super::xboard::Xboard;
use crate::types::quote;

/// Grace period for an engine to move when it is told to after its time.
const GRACE: Duration = Duration::from_secs(2);

/// Longest time without reading the engine's output.
const LONGEST_NAP: Duration = Duration::from_millis(50);

/// The settings for the treatment of engines.
#[derive(Clone, Debug)]
pub struct Manners {
    /// Timeout of an engine for starting, getting ready, and searching without a clock.
    pub patience: Duration,
    /// True if games are Chess960.
    pub chess960: bool,
    /// Folder for the engines' standard error; `None` discards it.
    pub log_dir: Option<PathBuf>,
}

/// An engine's reply at the end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A move in UCI notation, or else as the engine wrote it; empty if it wrote none.
    Move(String),
    /// The engine resigns.
    Resignation,
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

/// A protocol and its state.
pub trait Dialect: Send {
    /// Tells the engine that the next search belongs to another game, and waits until it is ready.
    ///
    /// # Errors
    /// The engine does not get ready.
    fn new_game(&mut self, link: &mut Link, stop: &AtomicBool) -> Result<(), Failure>;

    /// Returns whether the engine can play another game.
    fn is_reusable(&self) -> bool {
        true
    }

    /// Returns the lines that start a search at the end of `line`.
    ///
    /// # Errors
    /// The protocol cannot express it.
    fn question(&mut self, line: &GameRecord, budget: &Budget) -> Result<String, Failure>;

    /// Returns the line that ends a search early, and the name of the commands left unanswered if the engine ignores
    /// it.
    fn hurry(&self) -> (&'static str, &'static str);

    /// Parses a line that describes a search.
    fn info(&self, line: &str) -> Info;

    /// Parses the line that ended the search, and the best line that described it, which may be empty.
    fn answer(&mut self, line: &str, info: &str) -> (Reply, Info);
}

/// An engine that can play.
pub struct Client {
    link: Link,
    dialect: Box<dyn Dialect>,
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
        manners: &Manners,
        stop: &AtomicBool,
    ) -> Result<Self, Failure> {
        let mut client = match kept {
            Some(client) if client.dialect.is_reusable() => client,
            used_up => {
                used_up.into_iter().for_each(Self::quit);
                Self::start(engine, manners, stop)?
            }
        };
        client.dialect.new_game(&mut client.link, stop)?;
        Ok(client)
    }

    /// Starts an engine once and lets it quit, to check before the first game that it gets ready.
    ///
    /// # Errors
    /// A message that says why it does not. An interruption is no fault of the engine.
    pub fn try_out(engine: &EngineSpec, manners: &Manners, stop: &AtomicBool) -> Result<(), String> {
        match Self::ready(None, engine, manners, stop) {
            Ok(client) => client.quit(),
            Err(Failure::Interrupted) => {}
            Err(failure) => return Err(format!("engine {} {failure}", quote(&engine.name))),
        }
        Ok(())
    }

    fn start(engine: &EngineSpec, manners: &Manners, stop: &AtomicBool) -> Result<Self, Failure> {
        match engine.protocol {
            Protocol::Uci => {
                let mut link = Link::start(engine, Uci::sieve, manners)?;
                let dialect = Box::new(Uci::start(&mut link, engine, manners, stop)?);
                Ok(Self { link, dialect, last: Duration::ZERO })
            }
            Protocol::Xboard => {
                let mut link = Link::start(engine, Xboard::sieve, manners)?;
                let dialect = Box::new(Xboard::start(&mut link, engine, manners, stop)?);
                Ok(Self { link, dialect, last: Duration::ZERO })
            }
        }
    }

    /// Starts a UCI engine only to ask for its options.
    ///
    /// # Errors
    /// The engine does not start or answer.
    pub fn options(engine: &EngineSpec, manners: &Manners, stop: &AtomicBool) -> Result<Options, Failure> {
        let mut link = Link::start(engine, Uci::sieve, manners)?;
        let options = Uci::greet(&mut link, stop)?;
        link.quit();
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
    ) -> Result<Answer, Failure> {
        self.search_and_tell(line, budget, allowed, stop, &mut |_, _| ())
    }

    /// Searches, and reports to `watch` each piece of information on the way with the time since the command was
    /// written, if the engine is [followed](Self::follow).
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
    ) -> Result<Answer, Failure> {
        self.link.forget()?;
        let question = self.dialect.question(line, budget)?;
        let allowed = allowed.unwrap_or(self.link.patience);
        let grace = GRACE.min(self.link.patience);
        let start = Instant::now();
        self.link.write(&question, allowed + grace, stop)?;
        if budget.nodes.is_some() {
            // Searches with the same number of nodes take about the same time, and no clock runs. The lines of the
            // first half, which are the majority, are then read at once: waking up for each is the main cost of the
            // runner.
            thread::sleep((self.last / 2).min(LONGEST_NAP));
        }
        let dialect = &self.dialect;
        let mut heard = |event| {
            if let Event::Info(line, at) = &event {
                watch(&dialect.info(line), at.saturating_duration_since(start));
            }
            answer(event)
        };
        let mut answered = self.link.wait_for(allowed, stop, &mut heard)?;
        let (hurry, unanswered) = self.dialect.hurry();
        if answered.is_none() {
            self.link.write(hurry, grace, stop)?;
            answered = self.link.wait_for(grace, stop, &mut heard)?;
        }
        let (text, info, at) = answered.ok_or(Failure::Silent(unanswered))?;
        let (reply, info) = self.dialect.answer(&text, &info);
        self.last = at.saturating_duration_since(start);
        Ok(Answer { reply, elapsed: self.last, info })
    }

    /// Turns on the events for information during a search, which cost time if the engine is talkative.
    pub fn follow(&mut self) {
        self.link.follow();
    }

    /// Asks the engine to quit, and makes sure that it does.
    pub fn quit(self) {
        self.link.quit();
    }
}

fn answer(event: Event) -> Option<(String, String, Instant)> {
    if let Event::Answer { line, info, at } = event { Some((line, info, at)) } else { None }
}
