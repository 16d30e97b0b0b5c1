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
use nix::sys::termios::{self, SetArg, Termios};

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
    let mode = Mode::get();
    if let Err(error) = ctrlc::set_handler(move || interrupt(&on_signal, &mode)) {
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

/// Ctrl-C: stops the search, or ends the program and leaves the terminal as it was before lines were edited.
fn interrupt(events: &Sender<Event>, mode: &Mode) {
    let (answer, answered) = bounded(1);
    let is_heard = events.send(Event::Interrupt(answer)).is_ok();
    if !is_heard || !answered.recv_timeout(PATIENCE).unwrap_or(false) {
        mode.set();
        process::exit(INTERRUPTED);
    }
}

/// The mode of the terminal.
#[cfg(unix)]
struct Mode(Option<Termios>);

#[cfg(unix)]
impl Mode {
    /// Returns the present mode.
    fn get() -> Self {
        Self(termios::tcgetattr(io::stdin()).ok())
    }

    fn set(&self) {
        if let Some(mode) = &self.0 {
            // A terminal that is gone needs no mode.
            let _ = termios::tcsetattr(io::stdin(), SetArg::TCSANOW, mode);
        }
    }
}

/// Windows edits lines in the console, whose mode stays as it is.
#[cfg(not(unix))]
struct Mode;

#[cfg(not(unix))]
impl Mode {
    fn get() -> Self {
        Self
    }

    fn set(&self) {}
}
