//! A search beside the reading of commands. The searcher moves to its own threads and comes back when the task is
//! joined: while it runs nobody else can touch it, and nothing needs a lock but the lines it prints.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use super::format::{Notation, Style};
use super::output::Output;
use super::pretty::{Table, Text};
use crate::position::Position;
use crate::search::{Control, Limits, Report, Searcher};

/// A running search, or one that has answered and waits to be joined.
pub struct Task {
    searcher: Receiver<Searcher>,
    control: Arc<Control>,
    answered: Arc<AtomicBool>,
    limits: Limits,
}

impl Task {
    /// Begins to search `position`. Info lines and, at the end, the best move go to `output`; what the hash tables knew
    /// as well if `debug`.
    pub fn start(
        searcher: Searcher,
        position: Position,
        limits: Limits,
        style: Style,
        debug: bool,
        output: Arc<Output>,
        control: Control,
    ) -> Self {
        let control = Arc::new(control);
        let answered = Arc::new(AtomicBool::new(false));
        let searcher = searcher.send_off({
            let (control, answered, limits) = (Arc::clone(&control), Arc::clone(&answered), limits.clone());
            move |searcher| {
                let mut notation = Notation::new(&position, style);
                let mut table = style.pretty.then(|| Table::new(&position));
                let mut report = |report: &Report| {
                    match table.as_mut().map(|table| table.add(report)) {
                        Some(Text::Line(line)) => output.line(line),
                        Some(Text::Status(status)) => output.status(status),
                        None => output.line(notation.info(report)),
                    }
                    if output.is_lost() {
                        control.stop();
                    }
                };
                let before = searcher.statistics();
                let outcome = searcher.go(&position, &limits, &control, &mut report);
                if debug {
                    let since = searcher.statistics() - before;
                    output.line(format_args!("info string transposition table: {}", since.transposition_table()));
                    output.line(format_args!("info string pawn table: {}", since.pawn_table()));
                }
                // Before the line: the next `go` may come as soon as it is read.
                answered.store(true, Ordering::Release);
                output.line(notation.best_move(&outcome));
            }
        });
        Self { searcher, control, answered, limits }
    }

    /// Whether the best move is still to come.
    pub fn is_searching(&self) -> bool {
        !self.answered.load(Ordering::Acquire)
    }

    /// Whether the search comes to an end by itself.
    pub fn is_bounded(&self) -> bool {
        self.limits.is_bounded()
    }

    /// Whether the search waits for `ponderhit`.
    pub fn is_pondering(&self) -> bool {
        self.control.is_pondering()
    }

    /// Asks for the answer now.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The opponent played the move pondered on.
    pub fn ponderhit(&mut self) {
        self.limits.ponder = false;
        self.control.ponderhit();
    }

    /// Waits for the answer and gives the searcher back; `None` if it panicked (debug builds only: a release build ends
    /// there).
    pub fn join(self) -> Option<Searcher> {
        self.searcher.recv().ok()
    }
}
