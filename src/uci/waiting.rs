//! Commands that wait for the end of a search.

use std::collections::VecDeque;

/// Size in bytes of the lines that may wait; with more, reading pauses.
const MOST_BYTES: usize = 16 << 20;

/// A line that waits.
pub struct WaitingLine {
    /// The line as it was read.
    pub text: String,
    /// Commands that came later and are meant for it too: a search that waits begins with them.
    pub stop: bool,
    /// As `stop`, for `ponderhit`.
    pub ponderhit: bool,
}

/// Lines in the order in which they came.
#[derive(Default)]
pub struct Waiting {
    lines: VecDeque<WaitingLine>,
    bytes: usize,
}

impl Waiting {
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns whether no more should be read until some of it is obeyed.
    pub fn is_full(&self) -> bool {
        self.bytes >= MOST_BYTES
    }

    /// Adds a line at the end.
    pub fn push(&mut self, text: String) {
        self.bytes += Self::size(&text);
        self.lines.push_back(WaitingLine { text, stop: false, ponderhit: false });
    }

    /// Takes the first line.
    pub fn pop(&mut self) -> Option<WaitingLine> {
        let line = self.lines.pop_front()?;
        self.bytes -= Self::size(&line.text);
        Some(line)
    }

    /// Notes a `stop`: no search that waits shall think longer than the one that runs.
    pub fn stop(&mut self) {
        self.lines.iter_mut().for_each(|line| line.stop = true);
    }

    /// Notes a `ponderhit`.
    pub fn ponderhit(&mut self) {
        self.lines.iter_mut().for_each(|line| line.ponderhit = true);
    }

    fn size(text: &str) -> usize {
        text.len() + size_of::<WaitingLine>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_order_and_later_commands_count_for_those_before() {
        let mut waiting = Waiting::default();
        waiting.push("one".to_owned());
        waiting.stop();
        waiting.push("two".to_owned());
        waiting.ponderhit();
        waiting.push("three".to_owned());
        let mut next = || waiting.pop().map(|line| (line.text, line.stop, line.ponderhit));
        assert_eq!(next(), Some(("one".to_owned(), true, true)));
        assert_eq!(next(), Some(("two".to_owned(), false, true)));
        assert_eq!(next(), Some(("three".to_owned(), false, false)));
        assert_eq!(next(), None);
        assert!(waiting.is_empty() && waiting.bytes == 0);
    }

    #[test]
    fn so_much_waits_and_no_more() {
        let mut waiting = Waiting::default();
        let line = "x".repeat(MOST_BYTES / 4);
        for _ in 0..4 {
            assert!(!waiting.is_full());
            waiting.push(line.clone());
        }
        assert!(waiting.is_full());
        waiting.pop();
        assert!(!waiting.is_full());
    }
}
