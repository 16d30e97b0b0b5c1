//! One UCI engine, spoken to with patience but not for ever.
//!
//! ```text
//!   start      uci ... uciok, options that the engine has (Threads before Hash), isready
//!   new_game   ucinewgame, isready
//!   search     position ..., go ...   -> best move, time from writing `go` to reading `bestmove`, last info line
//! ```
//! An engine that does not answer in time is told to stop and given a moment; one that failed is not used again but
//! dropped, which kills it.

use std::fmt::{self, Write as _};
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use log::warn;

use super::info::Info;
use super::process::{Event, Process};
use super::roster::{EngineSpec, Setting};
use crate::types::quote;

/// How long an engine may take to answer `stop` after its time is up.
const GRACE: Duration = Duration::from_secs(2);

/// How long an engine may take to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// The longest wait between two looks at whether the match goes on.
const TICK: Duration = Duration::from_millis(100);

/// The most options an engine may have.
const MOST_OPTIONS: usize = 2000;

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

/// Why an engine cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// The program cannot be started.
    Start(io::Error),
    /// No `uciok`.
    NoHandshake,
    /// No `readyok`.
    NotReady,
    /// Chess960 is to be played and the engine has no such option.
    NoChess960,
    /// No best move, not even when told to stop.
    Silent,
    /// The process ended.
    Died(ExitStatus),
    /// The process runs but has closed a pipe.
    Closed,
    /// Megabytes that are no UCI.
    Garbage,
    /// No fault of the engine: the match was stopped.
    Interrupted,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "cannot be started: {error}"),
            Self::NoHandshake => f.write_str("does not answer uci"),
            Self::NotReady => f.write_str("does not answer isready"),
            Self::NoChess960 => f.write_str("does not play Chess960"),
            Self::Silent => f.write_str("does not answer go nor stop"),
            Self::Died(status) => write!(f, "died ({status})"),
            Self::Closed => f.write_str("closed its pipe"),
            Self::Garbage => f.write_str("prints garbage"),
            Self::Interrupted => f.write_str("was interrupted"),
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move as the engine wrote it; empty if it wrote none.
    pub best: String,
    /// From writing `go` to reading `bestmove`.
    pub elapsed: Duration,
    /// What the engine said last.
    pub info: Info,
}

/// An engine that can play.
pub struct Client {
    process: Process,
    patience: Duration,
}

impl Client {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// If it does not start, answer or play what is to be played.
    pub fn start(engine: &EngineSpec, manners: &Manners, stop: &AtomicBool) -> Result<Self, Failure> {
        let process = Process::start(engine, manners.log_dir.as_deref()).map_err(Failure::Start)?;
        let mut client = Self { process, patience: manners.patience };
        let options = client.handshake(stop)?;
        client.set_options(engine, manners.chess960, &options)?;
        client.ready(stop)?;
        Ok(client)
    }

    /// Tells the engine that the next search is of another game.
    ///
    /// # Errors
    /// If it does not get ready.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.write("ucinewgame\n")?;
        self.ready(stop)
    }

    /// Lets the engine search, `allowed` being the time after which it has lost. An answer may come later than that.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn search(
        &mut self,
        position: &str,
        go: &str,
        allowed: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Answer, Failure> {
        self.search_and_tell(position, go, allowed, stop, &mut |_, _| ())
    }

    /// The same, telling `watch` what the engine says on the way and when, counted from writing `go`, if it is
    /// [followed](Self::follow).
    ///
    /// # Errors
    /// If there is no answer.
    pub fn search_and_tell(
        &mut self,
        position: &str,
        go: &str,
        allowed: Option<Duration>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Info, Duration),
    ) -> Result<Answer, Failure> {
        if self.process.drain().is_some() {
            return Err(Failure::Garbage);
        }
        let lines = format!("{position}\n{go}\n");
        let start = Instant::now();
        self.write(&lines)?;
        let mut heard = |event| {
            if let Event::Info(line, at) = &event {
                watch(&Info::parse(line), at.saturating_duration_since(start));
            }
            best_move(event)
        };
        let answered = self.wait_for(allowed.unwrap_or(self.patience), stop, &mut heard);
        let (line, info, at) = match answered {
            Ok(None) => {
                self.write("stop\n")?;
                self.wait_for(GRACE.min(self.patience), stop, &mut heard)?.ok_or(Failure::Silent)?
            }
            answered => answered?.ok_or(Failure::Silent)?,
        };
        let best = line.split_ascii_whitespace().nth(1).unwrap_or_default().to_owned();
        let info = info.map_or_else(Info::default, |info| Info::parse(&info));
        Ok(Answer { best, elapsed: at.saturating_duration_since(start), info })
    }

    /// From now on the engine is heard on the way too, which costs time when it talks much.
    pub fn follow(&self) {
        self.process.follow();
    }

    /// Asks the engine to leave, and sees to it.
    pub fn quit(mut self) {
        if self.write("quit\n").is_ok() {
            self.process.wait(FAREWELL);
        }
    }

    fn handshake(&mut self, stop: &AtomicBool) -> Result<Vec<AdvertisedOption>, Failure> {
        self.write("uci\n")?;
        let mut options = Vec::new();
        self.wait_for(self.patience, stop, |event| {
            let Event::Line(line) = event else { return None };
            if options.len() < MOST_OPTIONS {
                options.extend(AdvertisedOption::parse(&line));
            }
            (line == "uciok").then_some(())
        })?
        .ok_or(Failure::NoHandshake)?;
        Ok(options)
    }

    fn set_options(
        &mut self,
        engine: &EngineSpec,
        chess960: bool,
        options: &[AdvertisedOption],
    ) -> Result<(), Failure> {
        let find = |name: &str| options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let mut settings: Vec<&Setting> = engine.options.iter().collect();
        settings.sort_by_key(|setting| match setting.name.as_str() {
            "Threads" => 0,
            "Hash" => 1,
            _ => 2,
        });
        let mut lines = String::new();
        let mut set = |option: &AdvertisedOption, value: &str| {
            let _ = writeln!(lines, "setoption name {} value {value}", option.name);
        };
        for Setting { name, value, is_default } in settings {
            match find(name) {
                Some(option) if option.takes(value) => set(option, value),
                // A default such as Hash is a wish: some engines have only smaller or larger tables.
                Some(option) if *is_default => set(option, &option.nearest(value)),
                Some(_) => warn!("{}: option {} does not take {}", engine.name, quote(name), quote(value)),
                None if *is_default => {}
                None => warn!("{} has no option {}", engine.name, quote(name)),
            }
        }
        if chess960 {
            set(find("UCI_Chess960").ok_or(Failure::NoChess960)?, "true");
        }
        self.write(&lines)
    }

    fn ready(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.write("isready\n")?;
        let is_ready = |event| matches!(event, Event::Line(line) if line == "readyok").then_some(());
        self.wait_for(self.patience, stop, is_ready)?.ok_or(Failure::NotReady)
    }

    /// The first result that `wanted` makes of an event; `None` if there is none within `patience`.
    fn wait_for<T>(
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
                Err(RecvTimeoutError::Disconnected) => return Err(self.end()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            if Instant::now() >= end {
                return Ok(None);
            }
        }
    }

    fn write(&mut self, lines: &str) -> Result<(), Failure> {
        self.process.write(lines).map_err(|_| self.end())
    }

    /// Why the pipe is closed.
    fn end(&mut self) -> Failure {
        self.process.exit_status().map_or(Failure::Closed, Failure::Died)
    }
}

fn best_move(event: Event) -> Option<(String, Option<String>, Instant)> {
    if let Event::BestMove { line, info, at } = event { Some((line, info, at)) } else { None }
}

/// An option as an engine advertises it: `option name Hash type spin default 16 min 1 max 1024`.
#[derive(PartialEq, Eq, Debug)]
struct AdvertisedOption {
    name: String,
    /// Of a spin with both bounds.
    range: Option<(i64, i64)>,
}

impl AdvertisedOption {
    fn parse(line: &str) -> Option<Self> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let mut words = rest.split_ascii_whitespace();
        let is_spin = words.next() == Some("spin");
        let words: Vec<&str> = words.collect();
        let bound = |name| words.windows(2).find(|pair| pair[0] == name).and_then(|pair| pair[1].parse().ok());
        let range = bound("min").zip(bound("max")).filter(|&(min, max): &(i64, i64)| is_spin && min <= max);
        Some(Self { name: name.trim().to_owned(), range })
    }

    fn takes(&self, value: &str) -> bool {
        self.range.is_none_or(|(min, max)| value.parse().is_ok_and(|value: i64| (min..=max).contains(&value)))
    }

    /// The value in range that is nearest to `value`.
    fn nearest(&self, value: &str) -> String {
        match (self.range, value.parse::<i64>()) {
            (Some((min, max)), Ok(number)) => number.clamp(min, max).to_string(),
            _ => value.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_their_range() {
        let hash = AdvertisedOption::parse("option name Hash type spin default 16 min 4 max 1024").unwrap();
        assert_eq!(hash, AdvertisedOption { name: "Hash".to_owned(), range: Some((4, 1024)) });
        assert!(hash.takes("64") && !hash.takes("2") && !hash.takes("many"));
        assert_eq!(hash.nearest("4096"), "1024");
        let spaced = AdvertisedOption::parse("option name Number of Threads type spin default 1").unwrap();
        assert_eq!((spaced.name.as_str(), spaced.range), ("Number of Threads", None));
        assert_eq!(AdvertisedOption::parse("option Hash"), None);
    }
}
