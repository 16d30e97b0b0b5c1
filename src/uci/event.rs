//! Events that the engine waits for besides the end of a search: lines, read on a thread of their own.

use std::io::BufRead;
use std::time::Instant;

use crossbeam_channel::Sender;

use super::command;
use super::input::{Input, InputLine};
use crate::files;

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
        // Programs on Windows may write paths in the code page of the system, which for many is nearly Latin-1.
        let event = match input.next() {
            Ok(None) => Event::End,
            Ok(Some(InputLine::Whole(line))) => Event::line(files::decode(line).into_owned()),
            Ok(Some(InputLine::TooLong(beginning))) => Event::TooLong(files::decode(beginning).into_owned()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_utf8_or_latin_1_and_end_with_quit() {
        let (sender, events) = crossbeam_channel::unbounded();
        let lines: &[u8] = b"setoption name BookFile value J\xfcrgen.bin\nJ\xc3\xbcrgen\r\nquit\nd\n";
        send_lines(lines, &sender);
        let texts: Vec<String> = events
            .try_iter()
            .filter_map(|event| match event {
                Event::Line { text, .. } => Some(text.trim_end().to_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(texts, ["setoption name BookFile value Jürgen.bin", "Jürgen", "quit"]);
    }
}
