//! LEVEL 4: the UCI protocol.
//!
//! ```text
//!   line of bytes -> command, go (text to enum) -> Engine -> task (search thread) -> format -> output
//! ```
//! One thread reads lines and is never busy for long, so `isready` and `stop` are answered in every state (except
//! during a `perft` or `bench` typed by hand). The search runs on another thread, as do saving and loading the table.
//! The engine reports a bad line in one `info string`, keeps its state and reads on; only `quit` and the end of input
//! end it.
//!
//! # Examples
//!
//! ```
//! use std::io::{Cursor, sink};
//! use std::sync::Arc;
//!
//! use oxide88::uci::{Output, run};
//!
//! let dialogue = "position startpos moves e2e4\ngo depth 3\nquit\n";
//! run(Cursor::new(dialogue), Arc::new(Output::new(sink())), false);
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod book;
pub mod command;
pub mod format;
pub mod go;
mod input;
mod option_kinds;
mod options;
mod output;
mod pretty;
mod task;
mod words;

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::position::Position;
use crate::search::{Control, Limits, Outcome, Searcher};
use crate::types::{Depth, quote};
use crate::{bench, eval, perft};
use book::Book;
use command::Command;
use format::Notation;
use go::Go;
use input::{Input, InputLine, LONGEST_LINE};
use options::{EngineParts, Options, Target};
pub use output::Output;
use task::{Task, Transfer};

/// Plies between prunings of the history while a list of moves is played: an allocator may keep the megabytes that the
/// history of the longest list would take.
const PLIES_BETWEEN_PRUNINGS: usize = 1024;

const HELP: &str = "\
Oxide88 is a chess engine that speaks UCI: usually a chess program (CuteChess, Arena ...) talks to it. By hand:

  position startpos moves e4 e5 g1f3     set up the start position and play moves
  position fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -
  go depth 15                            search to a depth; also: movetime 2000 (ms), nodes 100000, mate 3,
                                         wtime 60000 btime 60000 winc 1000 binc 1000, searchmoves e2e4 d2d4
  go infinite                            search until 'stop'
  setoption name Hash value 256          'uci' lists the options
  ucinewgame                             forget the last game

  d                                      show the board; also: d ascii, d unicode
  eval                                   explain the evaluation
  perft 5                                count the move sequences of five plies
  bench                                  search a fixed set of positions
  quit";

/// Executes the commands in `input` until `quit` or its end. If `pretty`, a person at a terminal reads the answers: a
/// search is shown as a table, and the board with figurines.
pub fn run(input: impl BufRead, output: Arc<Output>, pretty: bool) {
    let mut engine = Engine::new(output, pretty);
    if pretty {
        engine.output.line(concat!(
            "Oxide88 ",
            env!("CARGO_PKG_VERSION"),
            ", a chess engine; 'help' says what can be typed"
        ));
    }
    let mut input = Input::new(input);
    loop {
        let line = match input.next() {
            Ok(None) => break,
            Ok(Some(InputLine::Whole(line))) => line,
            Ok(Some(InputLine::TooLong(beginning))) => {
                engine.refuse_long_line(beginning);
                continue;
            }
            Err(error) => {
                log::error!("input lost: {error}");
                break;
            }
        };
        // Invalid UTF-8 is no command, but no reason to exit either.
        let line = String::from_utf8_lossy(line);
        engine.output.note_input(line.trim_end());
        if engine.obey(&line).is_break() {
            engine.finish(false);
            return;
        }
    }
    engine.finish(true);
}

/// Searches one position and waits for the result; `pretty` as in [`run`].
pub fn search(position: Position, limits: Limits, output: &Arc<Output>, pretty: bool) {
    let mut engine = Engine::new(Arc::clone(output), pretty);
    engine.position = position;
    engine.search(limits);
    if let Some(task) = engine.task {
        task.join();
    }
}

/// Checks the name and value of a `setoption` without any effect.
///
/// # Errors
/// The option does not exist or does not accept the value.
pub fn check_option(name: &str, value: Option<&str>) -> Result<(), String> {
    options::parse(name, value).map(drop)
}

struct Engine {
    output: Arc<Output>,
    position: Position,
    options: Options,
    debug: bool,
    pretty: bool,
    book: Option<Book>,
    /// `None` while a task owns it.
    searcher: Option<Searcher>,
    task: Option<Task>,
}

impl Engine {
    fn new(output: Arc<Output>, pretty: bool) -> Self {
        Self {
            output,
            position: Position::start(),
            options: Options::default(),
            debug: false,
            pretty,
            book: None,
            searcher: None,
            task: None,
        }
    }

    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let command = match command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return ControlFlow::Continue(()),
            Err(refusal) => {
                self.info(refusal);
                return ControlFlow::Continue(());
            }
        };
        match command {
            Command::Uci => {
                // This command asks for the protocol, even at a terminal.
                self.pretty = false;
                self.introduce();
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                if self.task.is_none() {
                    let mut searcher = self.take_searcher("isready");
                    searcher.get_ready();
                    self.searcher = Some(searcher);
                }
                self.output.line("readyok");
            }
            Command::Register => self.info("Oxide88 is free; there is nothing to register"),
            Command::SetOption { name, value } => self.set_option(&name, value),
            Command::NewGame => {
                let mut searcher = self.take_searcher("ucinewgame");
                searcher.new_game();
                self.searcher = Some(searcher);
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(go),
            Command::Stop => {
                if let Some(task) = &self.task {
                    task.stop();
                }
            }
            Command::PonderHit => match self.task.as_mut().filter(|task| task.is_pondering()) {
                Some(task) => task.ponderhit(),
                None => log::debug!("ponderhit without go ponder"),
            },
            Command::Quit => return ControlFlow::Break(()),
            Command::Display(figures) => {
                self.output.line(format::board(&self.position, figures.unwrap_or(self.pretty)));
            }
            Command::Eval => self.output.line(eval::explain(&self.position).trim_end()),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => self.bench(depth),
            Command::Help => self.output.line(HELP),
        }
        ControlFlow::Continue(())
    }

    /// Reports a line longer than any command.
    fn refuse_long_line(&self, beginning: &[u8]) {
        let beginning = String::from_utf8_lossy(beginning);
        self.output.note_input(&format!("{} (too long)", quote(&beginning)));
        self.info(format_args!("a line has at most {LONGEST_LINE} bytes; ignored {}", quote(&beginning)));
    }

    fn info(&self, text: impl Display) {
        self.output.line(format_args!("info string {text}"));
    }

    /// Prints an info string, but only after `debug on`.
    fn detail(&self, text: impl Display) {
        if self.debug {
            self.info(text);
        }
    }

    fn introduce(&self) {
        self.output.line(concat!("id name Oxide88 ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Oxide88 developers");
        for declaration in options::declarations() {
            self.output.line(declaration);
        }
        self.output.line("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let (name, change) = match options::parse(name, value) {
            Ok(parsed) => parsed,
            Err(refusal) => return self.info(refusal),
        };
        let mut searcher = self.take_searcher("setoption");
        self.detail(format_args!("set {name} to {}", quote(value.unwrap_or_default())));
        let engine = EngineParts { output: &self.output, book: &mut self.book, transfer: None };
        let mut target = Target { searcher: &mut searcher, engine };
        let news = self.options.set(change, &mut target);
        let transfer = target.engine.transfer;
        self.searcher = Some(searcher);
        match news {
            Ok(news) => news.iter().for_each(|news| self.info(news)),
            Err(reason) => self.info(format_args!("option {name}: {reason}")),
        }
        if let Some(transfer) = transfer {
            self.transfer_hash(name, transfer);
        }
    }

    /// Starts saving or loading the transposition table in the background.
    fn transfer_hash(&mut self, name: &str, transfer: Transfer) {
        let path = match self.options.hash_path() {
            Ok(path) => path.to_owned(),
            Err(reason) => return self.info(format_args!("option {name}: {reason}")),
        };
        let searcher = self.take_searcher("setoption");
        self.task = Some(Task::start_transfer(searcher, transfer, path, Arc::clone(&self.output)));
    }

    /// Sets up the position and plays the moves; on any error the current position stays. A running search keeps its
    /// own position.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) {
        let start = fen.map_or_else(|| Ok(Position::start()), Position::from_fen);
        let mut position = match start {
            Ok(position) => position,
            Err(error) => return self.info(format_args!("bad FEN {}: {error}", quote(fen.unwrap_or_default()))),
        };
        for (ply, text) in moves.iter().enumerate() {
            if ply % PLIES_BETWEEN_PRUNINGS == 0 {
                position = position.with_recent_history(PLIES_BETWEEN_PRUNINGS);
            }
            match position.read_move(text) {
                Ok(mv) => position.make(mv),
                Err(error) => {
                    let number = ply + 1;
                    return self.info(format_args!("{error} {} (number {number} of the list)", quote(text)));
                }
            }
        }
        self.position = position.with_recent_history(0);
    }

    fn go(&mut self, go: Go) {
        let (limits, notes) = go.limits(&self.position);
        if !notes.is_empty() {
            self.info(notes.join("; "));
        }
        self.detail(format_args!("{limits:?}"));
        self.search(limits);
    }

    /// Answers from the opening book and returns true, if the book is in use and knows the position.
    fn play_from_book(&mut self, limits: &Limits) -> bool {
        let is_game = limits.is_bounded() && limits.mate.is_none() && limits.searchmoves.is_none();
        let depth = self.options.last_book_move().filter(|_| is_game).unwrap_or(0);
        let Some(book) = self.book.as_mut().filter(|_| u64::from(self.position.game_ply()) < 2 * depth) else {
            return false;
        };
        let moves = book.moves(&self.position).unwrap_or_else(|error| {
            log::warn!("opening book: {error}");
            Vec::new()
        });
        // Every hasher has another seed, which is random enough.
        let Some(chosen) = book::choose(&moves, RandomState::new().hash_one(())) else {
            return false;
        };
        let mut notation = Notation::new(&self.position, self.options.style(self.pretty));
        self.info(notation.book(&moves));
        self.output.line(notation.best_move(&Outcome { best: Some(chosen.mv), ..Outcome::default() }));
        true
    }

    fn search(&mut self, limits: Limits) {
        // The clock starts here, before any preparation.
        let control = Control::new(limits.ponder);
        let searcher = self.take_searcher("go");
        if self.play_from_book(&limits) {
            self.searcher = Some(searcher);
            return;
        }
        let (position, output) = (self.position.clone(), Arc::clone(&self.output));
        let style = self.options.style(self.pretty);
        self.task = Some(Task::start(searcher, position, limits, style, self.debug, output, control));
    }

    /// Takes the searcher on behalf of `command`. Stops a running search first, which still answers, and waits for a
    /// running save or load of the table.
    fn take_searcher(&mut self, command: &str) -> Searcher {
        if let Some(task) = self.task.take() {
            if task.is_searching() {
                self.info(format_args!("{command} during a search: the search is stopped first"));
                task.stop();
            }
            self.searcher = task.join();
            if self.searcher.is_none() {
                self.info("the last search failed; starting afresh");
            }
        }
        self.searcher.take().unwrap_or_else(|| {
            let (searcher, refusals) = self.options.searcher();
            for refusal in refusals {
                self.info(refusal);
            }
            searcher
        })
    }

    /// Counts moves on this thread: no command is answered meanwhile.
    fn perft(&mut self, depth: u32) {
        self.searcher = Some(self.take_searcher("perft"));
        let chess960 = self.options.chess960 || !self.position.is_standard_castling();
        if let Err(error) = perft::run(&self.position, depth, true, chess960, &mut self.output.writer()) {
            log::warn!("perft: {error}");
        }
    }

    /// Searches the bench positions on this thread, with a separate transposition table.
    fn bench(&mut self, depth: Option<Depth>) {
        self.searcher = Some(self.take_searcher("bench"));
        let mut settings = bench::Settings::default();
        settings.depth = depth.unwrap_or(settings.depth);
        if let Err(error) = bench::run(&settings, &mut self.output.writer()) {
            log::warn!("bench: {error}");
        }
    }

    /// Waits for the last answer. Stops a search that would never end, and any search unless it `may_finish`.
    fn finish(&mut self, may_finish: bool) {
        if let Some(task) = self.task.take() {
            task.finish(may_finish);
        }
    }
}
