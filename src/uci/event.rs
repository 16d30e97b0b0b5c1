//! Events that the engine waits for besides the end of a search: lines, read on a thread of their own.

use std::io::BufRead;
use std::time::Instant;

use crossbeam_channel::Sender;

use super::command;
use super::input::{Input, InputLine};

/// Something that has come in.
pub enum Event {
    /// A line, and when it came.
    Line {
        /// The line without its end.
        text: String,
        /// The time at which it was complete.
        received: Instant,
    },
    /// The beginning of a line that was too long.
    TooLong(String),
    /// Ctrl-C at a terminal; the answer is true if it stopped a search, and false if it ends the program.
    Interrupt(Sender<bool>),
    /// The end of input.
    End,
}

impl Event {
    /// A line that comes now.
    pub fn line(text: String) -> Self {
        Self::Line { text, received: Instant::now() }
    }

    /// Returns whether it is the last event of the program, after which nothing is read.
    pub fn is_last(&self) -> bool {
        match self {
            Self::Line { text, .. } => command::first_word(text) == Some("quit"),
            Self::End => true,
            _ => false,
        }
    }
}

/// Reads lines and sends them, until `quit` or the end of input, or until nobody listens.
pub fn send_lines(input: impl BufRead, events: &Sender<Event>) {
    let mut input = Input::new(input);
    loop {
        // Invalid UTF-8 is no command, but no reason to end either.
        let event = match input.next() {
            Ok(None) => Event::End,
            Ok(Some(InputLine::Whole(line))) => Event::line(String::from_utf8_lossy(line).into_owned()),
            Ok(Some(InputLine::TooLong(beginning))) => Event::TooLong(String::from_utf8_lossy(beginning).into_owned()),
            Err(error) => {
                log::error!("input lost: {error}");
                Event::End
            }
        };
        let is_last = event.is_last();
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
