//! The UCI protocol from the side of the GUI.
//!
//! ```text
//!   start      uci ... uciok, options that the engine has (Threads before Hash), isready
//!   new game   ucinewgame, isready
//!   search     position ..., go ... bestmove
//! ```

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use super::client::{Dialect, Manners, Reply};
use super::game_record::GameRecord;
use super::info::Info;
use super::limit::Budget;
use super::link::{Failure, Link};
use super::options::{Advertised, Options};
use super::process::{Event, Kind};
use super::roster::{EngineSpec, Setting};

/// A UCI engine with its options set. The protocol needs no state: every search is sent the whole game.
pub struct Uci;

impl Uci {
    /// Greets the engine and sets its options.
    ///
    /// # Errors
    /// The engine does not answer, or cannot play the variant.
    pub fn start(link: &mut Link, engine: &EngineSpec, manners: &Manners, stop: &AtomicBool) -> Result<Self, Failure> {
        let options = Self::greet(link, stop)?;
        let settings = settings(engine, &options, manners.chess960)?;
        link.write(&settings, link.patience, stop)?;
        link.ask("isready\n", "readyok", "isready", stop)?;
        Ok(Self)
    }

    /// Greets the engine and reads its options.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn greet(link: &mut Link, stop: &AtomicBool) -> Result<Options, Failure> {
        link.write("uci\n", link.patience, stop)?;
        let mut options = Options::default();
        link.wait_for(link.patience, stop, |event| {
            let Event::Word(word) = event else { return None };
            options.add(Advertised::parse_uci(&word));
            (word == "uciok").then_some(())
        })?
        .ok_or(Failure::Silent("uci"))?;
        Ok(options)
    }

    /// Classifies a line of engine output.
    pub fn sieve(line: &str, info: &str) -> Kind {
        match line.split_ascii_whitespace().next() {
            Some("info") if Info::is_better(line, info) => Kind::Info,
            Some("info") => Kind::Chatter,
            Some("bestmove") => Kind::Answer,
            Some("uciok" | "readyok" | "id" | "option") => Kind::Word,
            _ => Kind::Garbage,
        }
    }
}

impl Dialect for Uci {
    fn new_game(&mut self, link: &mut Link, stop: &AtomicBool) -> Result<(), Failure> {
        link.ask("ucinewgame\nisready\n", "readyok", "isready", stop)
    }

    fn question(&mut self, line: &GameRecord, budget: &Budget) -> Result<String, Failure> {
        Ok(format!("{}\n{budget}\n", line.uci()))
    }

    fn hurry(&self) -> (&'static str, &'static str) {
        ("stop\n", "go nor stop")
    }

    fn info(&self, line: &str) -> Info {
        Info::parse(line)
    }

    fn answer(&mut self, line: &str, info: &str) -> (Reply, Info) {
        let best = line.split_ascii_whitespace().nth(1).unwrap_or_default();
        (Reply::Move(best.to_owned()), self.info(info))
    }
}

/// Returns the lines that set the options.
fn settings(engine: &EngineSpec, options: &Options, chess960: bool) -> Result<String, Failure> {
    let mut settings: Vec<&Setting> = engine.options.iter().collect();
    settings.sort_by_key(|setting| match setting.name.as_str() {
        "Threads" => 0,
        "Hash" => 1,
        _ => 2,
    });
    let mut lines = String::new();
    for (option, value) in settings.into_iter().filter_map(|setting| options.choose(engine, setting)) {
        let _ = writeln!(lines, "setoption name {} value {value}", option.name);
    }
    if chess960 {
        let option = options.find("UCI_Chess960").ok_or(Failure::NoChess960)?;
        let _ = writeln!(lines, "setoption name {} value true", option.name);
    }
    Ok(lines)
}
