//! The engine behind the commands: it takes them one after the other, and owns everything that they change.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Receiver, never, select};

use super::book::{self, Book};
use super::command::{self, Command, Parsed};
use super::event::Event;
use super::format::{self, Notation};
use super::go::Go;
use super::input::LONGEST_LINE;
use super::map;
use super::options::{self, EngineParts, Options, Target};
use super::output::Output;
use super::task::{Task, Transfer};
use super::texts::{COMPILER, HELP, LICENSE};
use super::waiting::Waiting;
use crate::command_line::Failure;
use crate::position::{Position, flipped};
use crate::search::{Control, Limits, Outcome, Searcher};
use crate::types::quote;
use crate::{bench, eval, perft, speedtest};

/// Plies between prunings of the history while a list of moves is played: an allocator may keep the megabytes that the
/// history of the longest list would take.
const PLIES_BETWEEN_PRUNINGS: usize = 1024;

/// The state of the engine between commands.
pub struct Engine {
    output: Arc<Output>,
    position: Position,
    options: Options,
    debug: bool,
    pretty: bool,
    book: Option<Book>,
    /// `None` while a task owns it, and before the first command that needs it.
    searcher: Option<Searcher>,
    task: Option<Task>,
    /// Commands that are obeyed when the task has ended.
    waiting: Waiting,
    /// When the command at hand came: the clock of a search starts there.
    received: Instant,
    /// Lines heard so far.
    lines: u64,
    /// Is called with the number of lines whenever there is nothing left to do.
    tell_idle: Option<Box<dyn FnMut(u64) + Send>>,
}

impl Engine {
    /// Creates an engine that answers on `output`; as a table for people if `pretty`.
    pub fn new(output: Arc<Output>, pretty: bool) -> Self {
        Self {
            output,
            position: Position::start(),
            options: Options::default(),
            debug: false,
            pretty,
            book: None,
            searcher: None,
            task: None,
            waiting: Waiting::default(),
            received: Instant::now(),
            lines: 0,
            tell_idle: None,
        }
    }

    /// Lets the engine call `tell` with the number of lines heard so far whenever there is nothing left to do.
    #[cfg_attr(not(unix), expect(dead_code, reason = "the console of Windows edits lines itself"))]
    pub fn when_idle(mut self, tell: impl FnMut(u64) + Send + 'static) -> Self {
        self.tell_idle = Some(Box::new(tell));
        self
    }

    /// Obeys commands until `quit` or the end of input.
    pub fn serve(mut self, events: &Receiver<Event>) {
        loop {
            self.obey_waiting();
            if let Some(tell) = self.tell_idle.as_mut().filter(|_| self.task.is_none()) {
                tell(self.lines);
            }
            let end_of_task = self.task.as_ref().map_or_else(never, |task| task.end().clone());
            let commands = if self.waiting.is_full() { never() } else { events.clone() };
            select! {
                recv(end_of_task) -> searcher => {
                    self.task = None;
                    self.take_back(searcher.ok());
                }
                recv(commands) -> event => match event {
                    Ok(Event::Line { text, received }) => {
                        self.lines += 1;
                        if self.hear(text, received).is_break() {
                            return self.finish(false);
                        }
                    }
                    Ok(Event::TooLong(beginning)) => {
                        self.lines += 1;
                        self.refuse_long_line(&beginning);
                    }
                    Ok(Event::Interrupt(answer)) => {
                        let goes_on = self.interrupt();
                        // The asker may have given up.
                        let _ = answer.send(goes_on);
                        if !goes_on {
                            return self.finish(false);
                        }
                    }
                    Ok(Event::End) | Err(_) => {
                        self.obey_all_waiting();
                        return self.finish(true);
                    }
                },
            }
        }
    }

    /// Searches and waits for the answer; `control` may stop the search.
    ///
    /// # Errors
    /// A setting is refused.
    pub fn search_once(
        mut self,
        position: Position,
        limits: Limits,
        settings: &[(&str, String)],
        control: &Arc<Control>,
    ) -> Result<(), Failure> {
        for (name, value) in settings {
            self.set_option(name, Some(value))?;
        }
        self.position = position;
        self.search(limits, Arc::clone(control));
        if let Some(task) = self.task {
            task.join();
        }
        Ok(())
    }

    /// Obeys a line, or lets it wait: a command that changes something is not obeyed before a search ends that ends by
    /// itself, so that a list of commands in a file or pipe is worked off in order. Nothing overtakes a command that
    /// waits, except what must be heard at once.
    fn hear(&mut self, text: String, received: Instant) -> ControlFlow<()> {
        self.output.note_input(text.trim_end());
        let parsed = command::parse(&text);
        let command = parsed.as_ref().ok().map(|parsed| parsed.as_ref().map(|parsed| &parsed.command));
        let (is_urgent, only_prints) = match command {
            Some(None) => return ControlFlow::Continue(()),
            Some(Some(command)) => (command.is_urgent(), command.only_prints()),
            None => (false, true),
        };
        let is_busy = self.task.as_ref().is_some_and(Task::is_worth_waiting_for);
        if !is_urgent && (!self.waiting.is_empty() || is_busy && !only_prints) {
            self.waiting.push(text);
            return ControlFlow::Continue(());
        }
        self.received = received;
        self.obey(parsed)
    }

    /// Obeys the lines that need not wait any longer.
    fn obey_waiting(&mut self) {
        while self.task.as_ref().is_none_or(Task::is_endless)
            && let Some(line) = self.waiting.pop()
        {
            // The clock of a search that waited starts when it can.
            self.received = Instant::now();
            // A quit never waits.
            let _ = self.obey(command::parse(&line.text));
            if line.ponderhit {
                self.ponderhit();
            }
            if line.stop {
                self.task.iter().for_each(Task::stop_search);
            }
        }
    }

    /// Obeys all lines that wait, one search after the other.
    fn obey_all_waiting(&mut self) {
        while !self.waiting.is_empty() {
            self.searcher = Some(self.take_searcher("end of input"));
            self.obey_waiting();
        }
    }

    fn obey(&mut self, parsed: Result<Option<Parsed<'_>>, String>) -> ControlFlow<()> {
        let Parsed { command, ignored } = match parsed {
            Ok(Some(parsed)) => parsed,
            Ok(None) => return ControlFlow::Continue(()),
            Err(refusal) => {
                self.info(refusal);
                return ControlFlow::Continue(());
            }
        };
        if !ignored.is_empty() {
            self.info(format_args!("ignored {}", quote(&ignored.join(" "))));
        }
        match command {
            Command::Uci => {
                // This command asks for the protocol, even at a terminal.
                self.pretty = false;
                self.introduce();
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                // A search that was stopped answers first, and what waits for that is obeyed.
                if self.task.as_ref().is_none_or(Task::is_stopped_search) {
                    self.searcher = Some(self.take_searcher("isready"));
                    self.obey_waiting();
                    self.searcher.iter_mut().for_each(Searcher::get_ready);
                }
                self.output.line("readyok");
            }
            Command::Register => self.info("Oxide88 is free; there is nothing to register"),
            Command::SetOption { name, value } => {
                if let Err(refusal) = self.set_option(&name, value) {
                    self.info(refusal);
                }
            }
            Command::NewGame => {
                let mut searcher = self.take_searcher("ucinewgame");
                searcher.new_game();
                self.searcher = Some(searcher);
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(go),
            Command::Stop => {
                self.waiting.stop();
                self.stop();
            }
            Command::PonderHit => {
                self.waiting.ponderhit();
                self.ponderhit();
            }
            Command::Quit => return ControlFlow::Break(()),
            Command::Display(asked) => self.output.line(format::board(&self.position, asked.unwrap_or(self.pretty))),
            Command::Flip => self.set_position(Some(&flipped(&self.position.fen())), &[]),
            Command::Eval => self.output.line(eval::explain(&self.position)),
            Command::Map => self.output.line(map::text(&self.position, self.pretty && console::colors_enabled())),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(settings) => self.bench(&settings),
            Command::SpeedTest(options) => self.speed_test(&options),
            Command::Compiler => self.output.line(COMPILER),
            Command::License => self.output.line(LICENSE),
            Command::Help => self.output.line(HELP),
        }
        ControlFlow::Continue(())
    }

    /// Ctrl-C at a terminal: stops the search. Returns false if there is none, or if it was stopped before.
    fn interrupt(&mut self) -> bool {
        let running = self.task.as_ref().is_some_and(Task::can_be_stopped);
        self.waiting.stop();
        self.stop();
        running
    }

    fn stop(&self) {
        if let Some(task) = &self.task {
            task.stop();
        }
    }

    fn ponderhit(&mut self) {
        match self.task.as_mut().filter(|task| task.is_pondering()) {
            Some(task) => task.ponderhit(),
            None => log::debug!("ponderhit without go ponder"),
        }
    }

    /// Reports a line longer than any command.
    fn refuse_long_line(&self, beginning: &str) {
        self.output.note_input(&format!("{} (too long)", quote(beginning)));
        self.info(format_args!("a line has at most {LONGEST_LINE} bytes; ignored {}", quote(beginning)));
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

    /// Sets an option, and prints what there is to know about the new value.
    ///
    /// # Errors
    /// The option does not exist, or does not accept the value.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let (name, change) = options::parse(name, value)?;
        let mut searcher = self.take_searcher("setoption");
        let engine = EngineParts { output: &self.output, book: &mut self.book, transfer: None };
        let mut target = Target { searcher: &mut searcher, engine };
        let news = self.options.set(change, &mut target);
        let transfer = target.engine.transfer;
        self.searcher = Some(searcher);
        let in_option = |reason| format!("option {name}: {reason}");
        news.map_err(in_option)?.iter().for_each(|news| self.info(news));
        self.detail(format_args!("set {name} to {}", quote(value.unwrap_or_default())));
        transfer.map_or(Ok(()), |transfer| self.transfer_hash(transfer)).map_err(in_option)
    }

    /// Starts saving or loading the transposition table in the background.
    fn transfer_hash(&mut self, transfer: Transfer) -> Result<(), String> {
        let path = self.options.hash_path()?.to_owned();
        let searcher = self.take_searcher("setoption");
        self.task = Some(Task::start_transfer(searcher, transfer, path, Arc::clone(&self.output)));
        Ok(())
    }

    /// Sets up the position and plays the moves; on any error the current position stays. A running search keeps its
    /// own position.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) {
        let mut position = match fen.map_or_else(|| Ok(Position::start()), Position::from_fen) {
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
        let control = Arc::new(Control::since(self.received, limits.ponder));
        self.search(limits, control);
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

    fn search(&mut self, limits: Limits, control: Arc<Control>) {
        let searcher = self.take_searcher("go");
        if self.play_from_book(&limits) {
            self.searcher = Some(searcher);
            return;
        }
        let (position, output) = (self.position.clone(), Arc::clone(&self.output));
        let style = self.options.style(self.pretty);
        self.task = Some(Task::start(searcher, position, limits, style, self.debug, output, control));
    }

    /// Takes the searcher on behalf of `command`. Stops a search first that would not end by itself; it still answers.
    fn take_searcher(&mut self, command: &str) -> Searcher {
        if let Some(task) = self.task.take() {
            if task.is_endless() && !task.is_stopped_search() {
                self.info(format_args!("{command} during a search: the search is stopped first"));
                task.stop();
            }
            let searcher = task.join();
            self.take_back(searcher);
        }
        self.searcher.take().unwrap_or_else(|| {
            let (searcher, refusals) = self.options.searcher();
            for refusal in refusals {
                self.info(refusal);
            }
            searcher
        })
    }

    /// Keeps the searcher that a task gave back.
    fn take_back(&mut self, searcher: Option<Searcher>) {
        self.searcher = searcher;
        if self.searcher.is_none() {
            self.info("the last search failed; starting afresh");
        }
    }

    /// Counts moves on this thread: no command is answered meanwhile.
    fn perft(&mut self, depth: u32) {
        self.searcher = Some(self.take_searcher("perft"));
        let chess960 = self.options.chess960 || !self.position.is_standard_castling();
        if let Err(error) = perft::run(&self.position, depth, true, chess960, &mut self.output.writer()) {
            self.info(format_args!("perft: {error}"));
        }
    }

    /// Searches the bench positions on this thread, with a separate transposition table.
    fn bench(&mut self, settings: &bench::Settings) {
        self.searcher = Some(self.take_searcher("bench"));
        if let Err(error) = bench::run(settings, &mut self.output.writer()) {
            self.info(format_args!("bench: {error}"));
        }
    }

    /// Measures the speed of several threads, likewise.
    fn speed_test(&mut self, options: &speedtest::Options) {
        self.searcher = Some(self.take_searcher("speedtest"));
        if let Err(failure) = speedtest::run(options, &mut self.output.writer()) {
            self.info(format_args!("speedtest: {failure}"));
        }
    }

    /// Waits for the last answer. Stops a search that would never end, and any search unless it `may_finish`.
    fn finish(&mut self, may_finish: bool) {
        if let Some(task) = self.task.take() {
            task.finish(may_finish);
        }
    }
}
