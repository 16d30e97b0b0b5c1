//! The lines of a stream, whatever ends them: LF, CR LF, or CR alone. Each is decoded by itself, since files put
//! together from several sources mix encodings.

use std::io::{self, BufRead, ErrorKind};

use oxide88::files;

/// Maximum length of a line, in bytes. Some programs write a game in one line, but not one of megabytes.
const MAX_LENGTH: usize = 8 << 20;

/// The lines of a stream.
pub struct Lines<R> {
    source: R,
    is_first: bool,
    /// A CR ends a line. Where there is an LF soon, only that does, and a CR elsewhere is a blank.
    cr_ends: bool,
    /// The last line ended with CR; an LF that follows belongs to it.
    after_cr: bool,
}

impl<R: BufRead> Lines<R> {
    pub fn new(source: R) -> Self {
        Self { source, is_first: true, cr_ends: false, after_cr: false }
    }

    /// Returns the next line without its end; `None` after the last.
    ///
    /// # Errors
    /// The stream cannot be read, is no text, or has a line of more than 8 MiB.
    fn read(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.source.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return if line.is_empty() { Ok(None) } else { self.finish(&line).map(Some) };
            }
            if self.is_first && line.is_empty() {
                self.cr_ends = !buffer.contains(&b'\n');
            }
            if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
                self.source.consume(1);
                continue;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n' || self.cr_ends && byte == b'\r');
            let length = end.unwrap_or(buffer.len());
            line.extend_from_slice(&buffer[..length]);
            if line.len() > MAX_LENGTH {
                let reason = format!("a line has more than {} MiB", MAX_LENGTH >> 20);
                return Err(io::Error::new(ErrorKind::InvalidData, reason));
            }
            self.after_cr = buffer.get(length) == Some(&b'\r');
            self.source.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return self.finish(&line).map(Some);
            }
        }
    }

    fn finish(&mut self, line: &[u8]) -> io::Result<String> {
        if std::mem::take(&mut self.is_first)
            && let Some(kind) = files::foreign_kind(line)
        {
            return Err(io::Error::new(ErrorKind::InvalidData, format!("it is {kind}")));
        }
        Ok(files::decode(line.strip_suffix(b"\r").unwrap_or(line)).into_owned())
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<String> {
        Lines::new(BufReader::with_capacity(buffer, bytes)).map(Result::unwrap).collect()
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
    fn what_is_no_text_and_a_line_without_an_end_are_refused() {
        let error = |bytes: &[u8]| Lines::new(bytes).next().unwrap().unwrap_err().to_string();
        assert!(error(b"\xff\xfe[\0E\0").contains("UTF-16"));
        assert!(error(&vec![b'x'; MAX_LENGTH + 1]).contains("8 MiB"));
    }
}
