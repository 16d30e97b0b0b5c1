//! Reads input lines as bytes, none longer than [`LONGEST_LINE`]. Of a longer line only the beginning is kept, for the
//! error message; the rest is discarded as it arrives, whatever its length. The memory of a long line is freed before
//! the next read blocks.

use std::io::{self, BufRead, Read};

/// The longest command line, in bytes without the line end. A game of 4,000 plies takes about 20,000.
pub const LONGEST_LINE: usize = 1 << 20;

/// Capacity of the line buffer kept between lines, in bytes.
const KEPT: usize = 1 << 14;

/// Length of the beginning kept of an overlong line, in bytes: more than a message quotes.
const BEGINNING: usize = 1 << 10;

/// An input line.
#[derive(PartialEq, Eq, Debug)]
pub enum InputLine<'a> {
    /// A line without its line end.
    Whole(&'a [u8]),
    /// The beginning of an overlong line.
    TooLong(&'a [u8]),
}

/// A source of input lines.
pub struct Input<R> {
    source: R,
    line: Vec<u8>,
}

impl<R: BufRead> Input<R> {
    /// Creates a reader of the lines of `source`.
    pub fn new(source: R) -> Self {
        Self { source, line: Vec::new() }
    }

    /// Waits for the next line; `None` at the end of input. The last line need not have a line end.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn next(&mut self) -> io::Result<Option<InputLine<'_>>> {
        self.line.clear();
        self.line.shrink_to(KEPT);
        // The longest line and its line end.
        let limit = LONGEST_LINE as u64 + 1;
        if self.source.by_ref().take(limit).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.line.pop_if(|byte| *byte == b'\n').is_some() || self.line.len() <= LONGEST_LINE {
            return Ok(Some(InputLine::Whole(&self.line)));
        }
        self.line.truncate(BEGINNING);
        self.line.shrink_to(KEPT);
        self.source.skip_until(b'\n')?;
        Ok(Some(InputLine::TooLong(&self.line)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, ErrorKind};

    use super::*;

    /// Reads the lines of `text` in pieces of `size` bytes; the flag is true for whole lines.
    fn lines(text: &[u8], size: usize) -> Vec<(Vec<u8>, bool)> {
        let mut input = Input::new(BufReader::with_capacity(size, text));
        let mut lines = Vec::new();
        while let Ok(Some(line)) = input.next() {
            lines.push(match line {
                InputLine::Whole(line) => (line.to_vec(), true),
                InputLine::TooLong(line) => (line.to_vec(), false),
            });
        }
        lines
    }

    #[test]
    fn lines_are_assembled_from_pieces() {
        let text = b"uci\n\nis\0ready\r\n\xff\nquit";
        let expected = [&b"uci"[..], b"", b"is\0ready\r", b"\xff", b"quit"].map(|line| (line.to_vec(), true));
        for size in [1, 2, 7, 100] {
            assert_eq!(lines(text, size), expected);
        }
        assert!(lines(b"", 7).is_empty());
        assert_eq!(lines(b"\n", 7), [(Vec::new(), true)]);
    }

    #[test]
    fn the_longest_line_is_whole_and_a_longer_one_is_cut() {
        let line = |length: usize| [&vec![b'x'; length][..], b"\nisready\n"].concat();
        for size in [1000, 1 << 13, 1 << 22] {
            let found = lines(&line(LONGEST_LINE), size);
            assert_eq!(found, [(vec![b'x'; LONGEST_LINE], true), (b"isready".to_vec(), true)]);
            for length in [LONGEST_LINE + 1, 3 * LONGEST_LINE] {
                let found = lines(&line(length), size);
                assert_eq!(found, [(vec![b'x'; BEGINNING], false), (b"isready".to_vec(), true)]);
            }
        }
    }

    #[test]
    fn the_end_of_input_ends_a_line_that_is_too_long() {
        assert_eq!(lines(&vec![b'x'; LONGEST_LINE + 1], 1000), [(vec![b'x'; BEGINNING], false)]);
    }

    #[test]
    fn the_memory_of_a_long_line_is_freed() {
        for length in [LONGEST_LINE, 64 * LONGEST_LINE] {
            let source = io::repeat(b'x').take(length as u64).chain(&b"\nisready\n"[..]);
            let mut input = Input::new(BufReader::new(source));
            assert!(matches!(input.next(), Ok(Some(_))));
            assert!(length == LONGEST_LINE || input.line.capacity() <= KEPT);
            assert!(matches!(input.next(), Ok(Some(InputLine::Whole(b"isready")))));
            assert!(input.line.capacity() <= KEPT, "{}", input.line.capacity());
        }
    }

    /// A source whose every other read is interrupted.
    struct Restless(bool);

    impl Read for Restless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 = !self.0;
            if self.0 { Err(ErrorKind::Interrupted.into()) } else { (&b"go\n"[..]).read(buffer) }
        }
    }

    #[test]
    fn a_signal_does_not_end_the_input() {
        let mut input = Input::new(BufReader::new(Restless(false)));
        assert!(matches!(input.next(), Ok(Some(InputLine::Whole(b"go")))));
    }
}
