//! One engine, whatever protocol it speaks.
//!
//! ```text
//!   ready      a running engine, started if need be, with its options set, that expects a new game
//!   search     the game so far, what bounds the search  -> move, time from writing to reading, last info line
//!   quit
//! ```
//! An engine that does not answer in time is told to move at once and given a moment; one that failed is not used again
//! but dropped, which kills it.

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

/// How long an engine may take to move when told to after its time.
const GRACE: Duration = Duration::from_secs(2);

/// The longest time without a look at what an engine says.
const LONGEST_NAP: Duration = Duration::from_millis(50);

/// How engines are treated.
#[derive(Clone, Debug)]
pub struct Manners {
    /// How long an engine may take to start, to get ready, and to search where no clock runs.
    pub patience: Duration,
    /// Whether games are of Chess960.
    pub chess960: bool,
    /// Where the engines' standard error goes; `None` drops it.
    pub log_dir: Option<PathBuf>,
}

/// What an engine says at the end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A move in UCI notation, or else as the engine wrote it; empty if it wrote none.
    Move(String),
    /// It gives up the game.
    Resignation,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What the engine replied.
    pub reply: Reply,
    /// From writing the command to reading the reply.
    pub elapsed: Duration,
    /// What the engine said of the search.
    pub info: Info,
}

/// A protocol, and what has to be remembered to speak it.
pub trait Dialect: Send {
    /// Tells the engine that the next search is of another game, and waits until it is ready.
    ///
    /// # Errors
    /// If it does not get ready.
    fn new_game(&mut self, link: &mut Link, stop: &AtomicBool) -> Result<(), Failure>;

    /// Whether the engine can play one more game.
    fn is_reusable(&self) -> bool {
        true
    }

    /// The lines that let the engine search the end of `line`.
    ///
    /// # Errors
    /// If the protocol has no words for that.
    fn question(&mut self, line: &GameRecord, budget: &Budget) -> Result<String, Failure>;

    /// The line that ends a search early, and what an engine that takes no notice of that does not answer.
    fn hurry(&self) -> (&'static str, &'static str);

    /// What a line that describes a search says.
    fn info(&self, line: &str) -> Info;

    /// What the line that ended the search means, and the best one that described it, which may be empty.
    fn answer(&mut self, line: &str, info: &str) -> (Reply, Info);
}

/// An engine that can play.
pub struct Client {
    link: Link,
    dialect: Box<dyn Dialect>,
    /// How long the last search took.
    last: Duration,
}

impl Client {
    /// An engine ready for a new game: `kept`, if that can play one more, or one that is started and has its options
    /// set.
    ///
    /// # Errors
    /// If it does not start, answer or play what is to be played.
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

    /// Starts an engine once and lets it quit, to see before anything is played that it gets ready.
    ///
    /// # Errors
    /// In a sentence: why it does not. To be interrupted is no fault of the engine.
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

    /// Starts an engine that speaks UCI only to ask for its options.
    ///
    /// # Errors
    /// If it does not start or answer.
    pub fn options(engine: &EngineSpec, manners: &Manners, stop: &AtomicBool) -> Result<Options, Failure> {
        let mut link = Link::start(engine, Uci::sieve, manners)?;
        let options = Uci::greet(&mut link, stop)?;
        link.quit();
        Ok(options)
    }

    /// Lets the engine search the end of `line`, `allowed` being the time after which it has lost. An answer may come
    /// later than that.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn search(
        &mut self,
        line: &GameRecord,
        budget: &Budget,
        allowed: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Answer, Failure> {
        self.search_and_tell(line, budget, allowed, stop, &mut |_, _| ())
    }

    /// The same, telling `watch` what the engine says on the way and when, counted from writing the command, if it is
    /// [followed](Self::follow).
    ///
    /// # Errors
    /// If there is no answer.
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
            // Searches of so many nodes take much the same time, and no clock runs. The lines of the first half, which
            // are most, are then read at once: waking up for each is what costs the runner most.
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

    /// From now on the engine is heard on the way too, which costs time when it talks much.
    pub fn follow(&mut self) {
        self.link.follow();
    }

    /// Asks the engine to leave, and sees to it.
    pub fn quit(self) {
        self.link.quit();
    }
}

fn answer(event: Event) -> Option<(String, String, Instant)> {
    if let Event::Answer { line, info, at } = event { Some((line, info, at)) } else { None }
}
