//! A person at a terminal. While the engine has nothing to do, lines are edited and recalled (crate `rustyline`). While
//! it searches they are read as they are typed, so that nothing stands between the search and its table. Ctrl-C stops a
//! search, and ends the program without one. Windows edits lines in the console itself.

use std::io;
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Sender, bounded, unbounded};

#[cfg(unix)]
use super::editing::{self, Idle};
use super::engine::Engine;
use super::event::{Event, send_lines};
use super::output::Output;
use super::texts::GREETING;
use crate::command_line::INTERRUPTED;

/// Time after which an engine that does not hear is ended: it counts moves or runs a bench.
const PATIENCE: Duration = Duration::from_millis(500);

/// Executes the commands of a person at a terminal until `quit`, Ctrl-D, or Ctrl-C without a search.
pub fn run_at_terminal() {
    let output = Arc::new(Output::stdout());
    output.line(GREETING);
    // The handler of signals sends at any time, and must not wait.
    let (sender, events) = unbounded();
    let on_signal = sender.clone();
    if let Err(error) = ctrlc::set_handler(move || interrupt(&on_signal)) {
        log::info!("Ctrl-C will end the program: {error}");
    }
    let engine = Engine::new(output, true);
    thread::scope(|scope| {
        #[cfg(unix)]
        match Idle::new() {
            Ok((idle, tell)) => {
                scope.spawn(move || engine.when_idle(tell).serve(&events));
                return editing::send_lines(&sender, idle);
            }
            Err(error) => log::info!("lines are not edited: {error}"),
        }
        scope.spawn(move || engine.serve(&events));
        send_lines(io::stdin().lock(), &sender);
    });
}

/// Ctrl-C: stops the search, or ends the program.
fn interrupt(events: &Sender<Event>) {
    let (answer, answered) = bounded(1);
    let is_heard = events.send(Event::Interrupt(answer)).is_ok();
    if !is_heard || !answered.recv_timeout(PATIENCE).unwrap_or(false) {
        process::exit(INTERRUPTED);
    }
}
