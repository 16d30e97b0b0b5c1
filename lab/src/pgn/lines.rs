//! The lines of a stream, whatever ends them: LF, CR LF, or CR alone. Each is decoded by itself, since files put
//! together from several sources mix encodings.

use std::io::{self, BufRead, ErrorKind};

use oxide88::files;

/// Maximum length of a part of a line, in bytes. Some programs write a game in one line.
const MAX_LENGTH: usize = 1 << 16;

/// A line, or a part of a line that is too long for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text without the end of the line.
    pub text: String,
    /// The text goes on where the last one ended.
    pub is_continued: bool,
}

/// The lines of a stream.
pub struct Lines<R> {
    source: R,
    is_first: bool,
    /// A CR ends a line. If the first buffer has an LF, only LF ends a line, and a lone CR is a blank.
    cr_ends: bool,
    /// The last line ended with CR; an LF that follows belongs to it.
    after_cr: bool,
    /// The beginning of the next part, if the last one was not the end of its line.
    rest: Option<Vec<u8>>,
    /// The reason why nothing comes after the last line.
    error: Option<io::Error>,
}

impl<R: BufRead> Lines<R> {
    pub fn new(source: R) -> Self {
        Self { source, is_first: true, cr_ends: false, after_cr: false, rest: None, error: None }
    }

    /// Returns the next line without its end; `None` after the last.
    ///
    /// # Errors
    /// The stream cannot be read, or is no text.
    fn read(&mut self) -> io::Result<Option<Line>> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let is_continued = self.rest.is_some();
        let mut line = self.rest.take().unwrap_or_default();
        loop {
            let buffer = match self.source.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if !line.is_empty() => {
                    self.error = Some(error);
                    return self.finish(&line, is_continued).map(Some);
                }
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return if line.is_empty() { Ok(None) } else { self.finish(&line, is_continued).map(Some) };
            }
            if self.is_first && line.is_empty() {
                self.cr_ends = !buffer.contains(&b'\n');
            }
            if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
                self.source.consume(1);
                continue;
            }
            let window = &buffer[..buffer.len().min(MAX_LENGTH)];
            let end = window.iter().position(|&byte| byte == b'\n' || self.cr_ends && byte == b'\r');
            let length = end.unwrap_or(window.len());
            line.extend_from_slice(&window[..length]);
            self.after_cr = buffer.get(length) == Some(&b'\r');
            self.source.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return self.finish(&line, is_continued).map(Some);
            }
            if line.len() > MAX_LENGTH {
                self.rest = Some(line.split_off(place_to_split(&line)));
                return self.finish(&line, is_continued).map(Some);
            }
        }
    }

    fn finish(&mut self, line: &[u8], is_continued: bool) -> io::Result<Line> {
        if std::mem::take(&mut self.is_first)
            && let Some(kind) = files::foreign_kind(line)
        {
            return Err(io::Error::new(ErrorKind::InvalidData, format!("it is {kind}")));
        }
        let text = files::decode(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
        Ok(Line { text, is_continued })
    }
}

/// The place to split a line that is too long: behind its last blank, or else between two characters.
fn place_to_split(line: &[u8]) -> usize {
    let blank = line.iter().rposition(|byte| matches!(byte, b' ' | b'\t'));
    // Bytes of this form go on with a character of UTF-8, which has at most three of them.
    let character = (line.len() - 4..line.len()).rev().find(|&place| line[place] & 0xc0 != 0x80);
    blank.map(|blank| blank + 1).or(character).unwrap_or(line.len())
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<String> {
        Lines::new(BufReader::with_capacity(buffer, bytes)).map(|line| line.unwrap().text).collect()
    }

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        for buffer in [1, 2, 3, 100] {
            for text in ["a\n\nb", "a\r\n\r\nb\r\n", "a\r\rb\r", "a\r\n\nb", "\u{feff}a\n\nb\n"] {
                assert_eq!(lines(text.as_bytes(), buffer), ["a", "", "b"], "{text:?}");
            }
            assert_eq!(lines(b"a\rb\nc\r\n", 100), ["a\rb", "c"], "a CR within a line");
            assert_eq!(lines(b"J\xean\nJ\xc3\xaan\n", buffer), ["Jên", "Jên"]);
        }
        assert_eq!(lines(b"", 9), [""; 0]);
        assert_eq!(lines(b"a\nBZh\n", 9), ["a", "BZh"], "only the first line tells what the file is");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let error = Lines::new(&b"\xff\xfe[\0E\0"[..]).next().unwrap().unwrap_err().to_string();
        assert!(error.contains("UTF-16"));
    }

    #[test]
    fn a_line_too_long_comes_in_parts() {
        for (word, count) in [("word ", 100_000), ("\u{ea}", 300_001), ("x", 7), ("x", MAX_LENGTH)] {
            let text = word.repeat(count);
            for buffer in [1000, 1 << 20] {
                let source = BufReader::with_capacity(buffer, text.as_bytes()).chain(&b"\nb\nc"[..]);
                let mut found: Vec<Line> = Lines::new(source).map(Result::unwrap).collect();
                let others = found.split_off(found.len() - 2);
                assert!(others.iter().zip(["b", "c"]).all(|(line, text)| line.text == text && !line.is_continued));
                assert_eq!(found.iter().map(|line| &*line.text).collect::<String>(), text);
                assert!(found.iter().enumerate().all(|(index, line)| line.is_continued == (index > 0)));
                assert!(found.iter().all(|line| line.text.len() <= 2 * MAX_LENGTH));
                assert!(word != "word " || found.iter().all(|line| line.text.ends_with(word)));
            }
        }
    }
}
