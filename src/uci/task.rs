//! Background tasks: a search, or saving and loading of the transposition table. The searcher moves to its own threads
//! and comes back when the task is joined. Nothing else can touch it while the task runs, so only the lines it prints
//! need a lock.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::format::{Notation, Style};
use super::output::Output;
use super::pretty::{Table, Text};
use crate::position::Position;
use crate::search::{Control, Limits, Report, Searcher};
use crate::types::quote;

/// Time that `quit` leaves for a running save or load before it is aborted: enough for a table of common size.
const GRACE: Duration = Duration::from_millis(500);
/// Time that `quit` waits after that. The transfer aborts within a few MiB, unless the disk hangs.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// A task that is running, or has ended and waits to be joined.
pub struct Task {
    searcher: Receiver<Searcher>,
    /// True from the last line that the task prints. It is set before that is written, because the next command may
    /// follow as soon as it is read.
    has_answered: Arc<AtomicBool>,
    work: Work,
}

enum Work {
    Search { control: Arc<Control>, limits: Limits },
    File { stop: Arc<AtomicBool> },
}

/// Direction of a transfer between the transposition table and its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transfer {
    /// From the table to the file.
    Save,
    /// From the file to the table.
    Load,
}

impl Task {
    /// Starts a search of `position`. Info lines and finally the best move go to `output`, with statistics of the hash
    /// tables if `debug`.
    pub fn start(
        searcher: Searcher,
        position: Position,
        limits: Limits,
        style: Style,
        debug: bool,
        output: Arc<Output>,
        control: Arc<Control>,
    ) -> Self {
        let has_answered = Arc::new(AtomicBool::new(false));
        let searcher = searcher.send_off({
            let (control, has_answered, limits) = (Arc::clone(&control), Arc::clone(&has_answered), limits.clone());
            move |searcher| {
                let mut notation = Notation::new(&position, style);
                let mut table = style.pretty.then(|| Table::new(&position, style.chances));
                let mut report = |report: &Report| {
                    match table.as_mut().map(|table| table.add(report)) {
                        Some(Some(Text::Line(line))) => output.line(line),
                        Some(Some(Text::Status(status))) => output.status(status),
                        Some(None) => {}
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
                has_answered.store(true, Ordering::Release);
                output.line(notation.best_move(&outcome));
            }
        });
        Self { searcher, has_answered, work: Work::Search { control, limits } }
    }

    /// Starts saving or loading the transposition table. A final line to `output` reports the result.
    pub fn start_transfer(searcher: Searcher, transfer: Transfer, path: PathBuf, output: Arc<Output>) -> Self {
        let [stop, has_answered] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let searcher = searcher.send_off({
            let (stop, has_answered) = (Arc::clone(&stop), Arc::clone(&has_answered));
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
                has_answered.store(true, Ordering::Release);
                output.line(format_args!("info string {said}"));
            }
        });
        Self { searcher, has_answered, work: Work::File { stop } }
    }

    /// Returns whether the last line of the task is still due.
    fn is_running(&self) -> bool {
        !self.has_answered.load(Ordering::Acquire)
    }

    /// Returns whether the task ends by itself.
    fn is_bounded(&self) -> bool {
        match &self.work {
            Work::Search { limits, .. } => limits.is_bounded(),
            Work::File { .. } => true,
        }
    }

    /// Returns whether the task is running and ends by itself: other commands wait for it.
    pub fn is_worth_waiting_for(&self) -> bool {
        self.is_running() && self.is_bounded()
    }

    /// Returns whether the task runs until it is stopped.
    pub fn is_endless(&self) -> bool {
        self.is_running() && !self.is_bounded()
    }

    /// Returns the channel on which the searcher comes back when the task ends; it is closed if the task panicked
    /// (debug builds only: a release build aborts on a panic).
    pub fn end(&self) -> &Receiver<Searcher> {
        &self.searcher
    }

    /// Returns whether the task is a search that was told to stop: its answer is a matter of milliseconds.
    pub fn is_stopped_search(&self) -> bool {
        matches!(&self.work, Work::Search { control, .. } if control.is_stopped())
    }

    /// Returns whether there is something to stop that was not stopped yet.
    pub fn can_be_stopped(&self) -> bool {
        let is_stopped = match &self.work {
            Work::Search { .. } => self.is_stopped_search(),
            Work::File { stop } => stop.load(Ordering::Relaxed),
        };
        self.is_running() && !is_stopped
    }

    /// Returns whether the search waits for `ponderhit`.
    pub fn is_pondering(&self) -> bool {
        matches!(&self.work, Work::Search { control, .. } if control.is_pondering())
    }

    /// Stops the search, which then answers, or aborts the transfer.
    pub fn stop(&self) {
        match &self.work {
            Work::Search { control, .. } => control.stop(),
            Work::File { stop } => stop.store(true, Ordering::Relaxed),
        }
    }

    /// Stops the task if it is a search.
    pub fn stop_search(&self) {
        if let Work::Search { control, .. } = &self.work {
            control.stop();
        }
    }

    /// Tells the search that the opponent played the pondered move.
    pub fn ponderhit(&mut self) {
        if let Work::Search { control, limits, .. } = &mut self.work {
            limits.ponder = false;
            control.ponderhit();
        }
    }

    /// Ends the task for good. A task that ends by itself runs to its end if it `may_finish`; any other is stopped, a
    /// transfer after [`GRACE`].
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

    /// Waits for the answer and returns the searcher; `None` if the task panicked.
    pub fn join(self) -> Option<Searcher> {
        self.searcher.recv().ok()
    }
}
