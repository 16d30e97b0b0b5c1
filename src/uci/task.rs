//! Work beside the reading of commands: a search, or saving and loading of the transposition table. The searcher moves
//! to its own threads and comes back when the task is joined: while it runs nobody else can touch it, and nothing needs
//! a lock but the lines it prints.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::format::{Notation, Style, quote};
use super::output::Output;
use super::pretty::{Table, Text};
use crate::position::Position;
use crate::search::{Control, Limits, Report, Searcher};

/// How long `quit` lets a table be saved or loaded before that is given up: enough for one of common size.
const GRACE: Duration = Duration::from_millis(500);
/// How long `quit` then waits: the file is given up within a few MiB, unless the disk hangs.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// Work that has begun, or that has ended and waits to be joined.
pub struct Task {
    searcher: Receiver<Searcher>,
    work: Work,
}

enum Work {
    Search { control: Arc<Control>, answered: Arc<AtomicBool>, limits: Limits },
    File { stop: Arc<AtomicBool> },
}

/// A way between the transposition table and its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transfer {
    /// From the table to the file.
    Save,
    /// From the file to the table.
    Load,
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
        Self { searcher, work: Work::Search { control, answered, limits } }
    }

    /// Begins to save or load the transposition table. One line at the end, to `output`, says what became of it.
    pub fn start_transfer(searcher: Searcher, transfer: Transfer, path: PathBuf, output: Arc<Output>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let searcher = searcher.send_off({
            let stop = Arc::clone(&stop);
            move |searcher| {
                let name = quote(&path.to_string_lossy());
                let said = match transfer {
                    Transfer::Save => searcher.save_hash(&path, &stop).map_or_else(
                        |reason| format!("option Save Hash: {reason}"),
                        |()| format!("saved the hash table to {name}"),
                    ),
                    Transfer::Load => searcher.load_hash(&path, &stop).map_or_else(
                        |reason| format!("option Load Hash: {reason}"),
                        |()| format!("loaded the hash table from {name}"),
                    ),
                };
                output.line(format_args!("info string {said}"));
            }
        });
        Self { searcher, work: Work::File { stop } }
    }

    /// Whether a best move is still to come.
    pub fn is_searching(&self) -> bool {
        matches!(&self.work, Work::Search { answered, .. } if !answered.load(Ordering::Acquire))
    }

    /// Whether the work comes to an end by itself.
    fn is_bounded(&self) -> bool {
        match &self.work {
            Work::Search { limits, .. } => limits.is_bounded(),
            Work::File { .. } => true,
        }
    }

    /// Whether the search waits for `ponderhit`.
    pub fn is_pondering(&self) -> bool {
        matches!(&self.work, Work::Search { control, .. } if control.is_pondering())
    }

    /// Asks for the answer now; a table that is saved or loaded is given up.
    pub fn stop(&self) {
        match &self.work {
            Work::Search { control, .. } => control.stop(),
            Work::File { stop } => stop.store(true, Ordering::Relaxed),
        }
    }

    /// The opponent played the move pondered on.
    pub fn ponderhit(&mut self) {
        if let Work::Search { control, limits, .. } = &mut self.work {
            limits.ponder = false;
            control.ponderhit();
        }
    }

    /// Ends the work for good: one that comes to an end by itself may do so if it `may_finish`, else it is stopped.
    pub fn finish(self, may_finish: bool) {
        let is_file = matches!(self.work, Work::File { .. });
        if is_file && !may_finish && self.searcher.recv_timeout(GRACE).is_err() {
            self.stop();
            let _ = self.searcher.recv_timeout(LAST_WAIT);
            return;
        }
        if !may_finish || !self.is_bounded() {
            self.stop();
        }
        self.join();
    }

    /// Waits for the answer and gives the searcher back; `None` if it panicked (debug builds only: a release build ends
    /// there).
    pub fn join(self) -> Option<Searcher> {
        self.searcher.recv().ok()
    }
}
