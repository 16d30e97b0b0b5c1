//! The UCI protocol from the side of the GUI.
//!
//! ```text
//!   start      uci ... uciok, setoption (Threads before Hash), isready
//!   new game   ucinewgame, isready
//!   search     position ..., go ... bestmove
//! ```

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use super::connection::{ClientConfig, Connection, EngineFailure};
use super::game_record::GameRecord;
use super::info::Info;
use super::limit::SearchLimits;
use super::options::{EngineOption, EngineOptions};
use super::process::{Event, LineKind};
use super::protocol::{Protocol, Reply};
use super::roster::{EngineSpec, Setting};

/// The UCI protocol. It has no state, because every search sends the whole game.
pub struct Uci;

impl Uci {
    /// Runs the handshake and sets the options.
    ///
    /// # Errors
    /// The engine does not answer, or does not play the variant.
    pub fn start(
        connection: &mut Connection,
        engine: &EngineSpec,
        config: &ClientConfig,
        stop: &AtomicBool,
    ) -> Result<Self, EngineFailure> {
        let options = Self::handshake(connection, stop)?;
        let commands = option_commands(engine, &options, config.chess960)?;
        connection.write(&commands, connection.timeout, stop)?;
        connection.send_and_wait("isready\n", "readyok", "isready", stop)?;
        Ok(Self)
    }

    /// Sends `uci` and reads the options.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn handshake(connection: &mut Connection, stop: &AtomicBool) -> Result<EngineOptions, EngineFailure> {
        connection.write("uci\n", connection.timeout, stop)?;
        let mut options = EngineOptions::default();
        connection
            .wait_for(connection.timeout, stop, |event| {
                let Event::Response(word) = event else { return None };
                options.add(EngineOption::parse_uci(&word));
                (word == "uciok").then_some(())
            })?
            .ok_or(EngineFailure::Unresponsive("uci"))?;
        Ok(options)
    }

    /// Classifies a line of engine output.
    pub fn classify(line: &str, info: &str) -> LineKind {
        match line.split_ascii_whitespace().next() {
            Some("info") if Info::is_better(line, info) => LineKind::Info,
            Some("info") => LineKind::Ignored,
            Some("bestmove") => LineKind::BestMove,
            Some("uciok" | "readyok" | "id" | "option") => LineKind::Response,
            _ => LineKind::Garbage,
        }
    }
}

impl Protocol for Uci {
    fn new_game(&mut self, connection: &mut Connection, stop: &AtomicBool) -> Result<(), EngineFailure> {
        connection.send_and_wait("ucinewgame\nisready\n", "readyok", "isready", stop)
    }

    fn search_commands(&mut self, game: &GameRecord, limits: &SearchLimits) -> Result<String, EngineFailure> {
        Ok(format!("{}\n{limits}\n", game.uci()))
    }

    fn stop_command(&self) -> (&'static str, &'static str) {
        ("stop\n", "go or stop")
    }

    fn parse_info(&self, line: &str) -> Info {
        Info::parse(line)
    }

    fn parse_best_move(&mut self, line: &str, info: &str) -> (Reply, Info) {
        let best = line.split_ascii_whitespace().nth(1).unwrap_or_default();
        (Reply::Move(best.to_owned()), self.parse_info(info))
    }
}

/// Returns the `setoption` commands.
fn option_commands(engine: &EngineSpec, options: &EngineOptions, chess960: bool) -> Result<String, EngineFailure> {
    let mut settings: Vec<&Setting> = engine.options.iter().collect();
    settings.sort_by_key(|setting| match setting.name.as_str() {
        "Threads" => 0,
        "Hash" => 1,
        _ => 2,
    });
    let mut lines = String::new();
    for (option, value) in settings.into_iter().filter_map(|setting| options.resolve(engine, setting)) {
        let _ = writeln!(lines, "setoption name {} value {value}", option.name);
    }
    if chess960 {
        let option = options.find("UCI_Chess960").ok_or(EngineFailure::NoChess960)?;
        let _ = writeln!(lines, "setoption name {} value true", option.name);
    }
    Ok(lines)
}
