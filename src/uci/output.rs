//! The engine's output. One lock per line keeps the lines of the search and of the command loop whole, and every line
//! is flushed. A closed sink is no reason to panic: a search without a reader is stopped, and the end of input that
//! follows ends the engine. All lines, in and out, may also be written to a log file.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use crate::files;
use crate::types::quote;

/// A sink for lines, shared by the threads that write them.
pub struct Output {
    sink: Mutex<Sink>,
    log: Mutex<Option<File>>,
    start: Instant,
    /// The first error, since which nothing counts as read.
    lost: OnceLock<io::Error>,
}

impl Output {
    /// Creates an output that writes to `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Self {
        let sink = Sink { writer: Box::new(sink), has_status: false };
        Self { sink: Mutex::new(sink), log: Mutex::new(None), start: Instant::now(), lost: OnceLock::new() }
    }

    /// Creates an output that writes to standard output.
    pub fn stdout() -> Self {
        Self::new(io::stdout())
    }

    /// Writes one line, or several if `text` has several.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        log::debug!("> {}", text.trim_end());
        let mut sink = lock(&self.sink);
        self.note('>', text.trim_end());
        if let Err(error) = sink.line(&text) {
            self.lose(error);
        }
    }

    /// Writes a line that the next one overwrites; for terminals.
    pub fn status(&self, text: impl Display) {
        if let Err(error) = lock(&self.sink).status(&text.to_string()) {
            self.lose(error);
        }
    }

    fn lose(&self, error: io::Error) {
        log::debug!("output lost: {error}");
        // The first error tells the reason.
        let _ = self.lost.set(error);
    }

    /// Returns a writer that passes on whole lines.
    pub fn writer(&self) -> LineWriter<'_> {
        LineWriter { output: self, rest: Vec::new() }
    }

    /// Returns whether the reader of the lines is gone.
    pub fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    /// Checks that all lines so far were written.
    ///
    /// # Errors
    /// The error of the first that was not.
    pub fn check(&self) -> io::Result<()> {
        self.lost.get().map_or(Ok(()), |error| Err(io::Error::new(error.kind(), error.to_string())))
    }

    /// Logs an input line.
    pub fn note_input(&self, line: &str) {
        log::debug!("< {}", quote(line));
        self.note('<', line);
    }

    /// Logs all further lines to the file at `path`, appending to it; an empty path ends the log.
    ///
    /// # Errors
    /// It is not a regular file or cannot be written to; an earlier log file stays in use.
    pub fn log_to(&self, path: &str) -> Result<(), String> {
        let mut file = None;
        if !path.is_empty() {
            let opened = files::append(Path::new(path));
            file = Some(opened.map_err(|error| format!("cannot write to {}: {error}", quote(path)))?);
        }
        *lock(&self.log) = file;
        Ok(())
    }

    /// Adds lines to the log: seconds since the start, direction (`<` in, `>` out) and text.
    fn note(&self, direction: char, text: &str) {
        let mut log = lock(&self.log);
        let Some(file) = log.as_mut() else { return };
        let time = self.start.elapsed().as_secs_f64();
        let mut lines = text.lines();
        if let Err(error) = lines.try_for_each(|line| writeln!(file, "{time:.3} {direction} {line}")) {
            log::warn!("log file lost: {error}");
            *log = None;
        }
    }
}

struct Sink {
    writer: Box<dyn Write + Send>,
    /// True if the next line overwrites the last one.
    has_status: bool,
}

/// Returns to the beginning of the terminal line and erases it.
const ERASE: &str = "\r\x1b[K";

impl Sink {
    fn line(&mut self, text: &str) -> io::Result<()> {
        if std::mem::take(&mut self.has_status) {
            self.writer.write_all(ERASE.as_bytes())?;
        }
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }

    fn status(&mut self, text: &str) -> io::Result<()> {
        self.has_status = true;
        self.writer.write_all(format!("{ERASE}{text}").as_bytes())?;
        self.writer.flush()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A writer for commands that print to any `Write`: passes on each line when it is complete.
pub struct LineWriter<'a> {
    output: &'a Output,
    rest: Vec<u8>,
}

impl Write for LineWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.output.line(String::from_utf8_lossy(&line).trim_end());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            lock(&self.0).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_status_is_overwritten_by_what_comes_next() {
        let page = Page::default();
        let output = Output::new(page.clone());
        output.line("one");
        output.status("perhaps");
        output.status("or not");
        output.line("two");
        output.line("three");
        let text = String::from_utf8_lossy(&lock(&page.0)).replace(ERASE, "<");
        assert_eq!(text, "one\n<perhaps<or not<two\nthree\n");
    }
}
