//! Editing of lines at a Unix terminal, whenever the engine has nothing to do.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::Sender;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use super::command;
use super::event::Event;
use super::input::LONGEST_LINE;
use crate::command_line::INTERRUPTED;

/// The prompt, until the program is asked to speak UCI.
const PROMPT: &str = "> ";

/// Knows whether the engine has nothing to do.
pub struct Idle {
    /// Lines that the engine had obeyed when it last had nothing to do.
    obeyed: Arc<AtomicU64>,
    /// Becomes readable when that changes.
    wake: UnixStream,
}

impl Idle {
    /// Creates it together with the function that the engine calls, with the number of lines obeyed, when it has
    /// nothing to do.
    ///
    /// # Errors
    /// The system has no more sockets.
    pub fn new() -> io::Result<(Self, impl FnMut(u64) + Send)> {
        let (wake, mut waker) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        waker.set_nonblocking(true)?;
        let obeyed = Arc::new(AtomicU64::new(u64::MAX));
        let tell = {
            let obeyed = Arc::clone(&obeyed);
            move |lines| {
                obeyed.store(lines, Ordering::Release);
                // A full socket wakes too.
                let _ = waker.write(&[0]);
            }
        };
        Ok((Self { obeyed, wake }, tell))
    }

    /// Waits until the engine has obeyed all lines that were `sent`, and returns true, or until something is typed
    /// before.
    ///
    /// # Errors
    /// The engine is gone, or the terminal.
    fn comes_before_input(&mut self, sent: u64) -> io::Result<bool> {
        let stdin = io::stdin();
        loop {
            if self.obeyed.load(Ordering::Acquire) == sent {
                return Ok(true);
            }
            let mut sources = [stdin.as_fd(), self.wake.as_fd()].map(|source| PollFd::new(source, PollFlags::POLLIN));
            match poll(&mut sources, PollTimeout::NONE) {
                Err(Errno::EINTR) => continue,
                result => result?,
            };
            let [is_typed, is_woken] = sources.map(|source| source.any().unwrap_or(false));
            if is_woken {
                match self.wake.read(&mut [0; 64]) {
                    Ok(0) => return Err(ErrorKind::BrokenPipe.into()),
                    Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                    _ => continue,
                }
            }
            if is_typed {
                return Ok(false);
            }
        }
    }
}

/// Reads lines and sends them until `quit`, Ctrl-D, or Ctrl-C while the engine is idle.
pub fn send_lines(events: &Sender<Event>, mut idle: Idle) {
    let config = Config::builder().auto_add_history(true).build();
    let history = MemHistory::with_config(&config);
    let mut editor = match Editor::<(), MemHistory>::with_history(config, history) {
        Ok(editor) => editor,
        Err(error) => {
            log::info!("lines are not edited: {error}");
            return super::event::send_lines(io::stdin().lock(), events);
        }
    };
    let (mut sent, mut prompt) = (0, PROMPT);
    loop {
        let text = match idle.comes_before_input(sent) {
            Ok(true) => match editor.readline(prompt) {
                Ok(text) => Some(text),
                Err(ReadlineError::Interrupted) => process::exit(INTERRUPTED),
                Err(ReadlineError::Eof) => None,
                Err(error) => lost(&error),
            },
            Ok(false) => typed().unwrap_or_else(|error| lost(&error)),
            Err(error) => lost(&error),
        };
        let Some(text) = text else {
            let _ = events.send(Event::End);
            return;
        };
        // Lines that were pasted come together.
        for line in text.trim_end_matches('\n').split(['\n', '\r']) {
            if command::first_word(line) == Some("uci") {
                // Perhaps a program at a terminal of its own: no prompt shall be among the answers.
                prompt = "";
            }
            let is_long = line.len() > LONGEST_LINE;
            let event = if is_long { Event::TooLong(line.to_owned()) } else { Event::line(line.to_owned()) };
            let is_last = event.is_last();
            sent += 1;
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    }
}

/// Returns what was typed while the engine was busy; `None` at the end of input.
fn typed() -> io::Result<Option<String>> {
    let mut stdin = io::stdin().lock();
    let bytes = stdin.fill_buf()?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let length = bytes.len();
    stdin.consume(length);
    Ok(Some(text).filter(|_| length > 0))
}

/// Reports that the input is lost, which ends it.
fn lost(error: &dyn std::error::Error) -> Option<String> {
    log::error!("input lost: {error}");
    None
}
