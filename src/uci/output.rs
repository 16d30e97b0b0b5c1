//! The engine's output. One lock per line keeps the lines of the search and of the command loop whole, and every line
//! is flushed. A closed sink is no reason to panic: a search without a reader is stopped, and the end of input that
//! follows ends the engine. All lines, in and out, may also be written to a log file.

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::files;
use crate::types::quote;

/// A sink for lines, shared by the threads that write them.
pub struct Output {
    sink: Mutex<Sink>,
    log: Mutex<Option<File>>,
    start: Instant,
    /// The first write error; from then on the output counts as lost.
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
    /// It is not a regular file, holds something else than a log, or cannot be written to; an earlier log file stays in
    /// use.
    pub fn log_to(&self, path: &str) -> Result<(), String> {
        let mut file = None;
        if !path.is_empty() {
            if is_foreign(Path::new(path)) {
                return Err(format!("cannot write to {}: it holds something else than a log", quote(path)));
            }
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
        // In one piece, so that two engines can share a file.
        let mut lines = String::new();
        for line in text.lines() {
            let _ = writeln!(lines, "{time:.3} {direction} {line}");
        }
        if let Err(error) = file.write_all(lines.as_bytes()) {
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

/// Wait before the next attempt to write to a full pipe.
const PAUSE: Duration = Duration::from_millis(1);

impl Sink {
    fn line(&mut self, text: &str) -> io::Result<()> {
        if std::mem::take(&mut self.has_status) {
            self.write(ERASE.as_bytes())?;
        }
        self.write(text.as_bytes())
    }

    fn status(&mut self, text: &str) -> io::Result<()> {
        self.has_status = true;
        self.write(format!("{ERASE}{text}").as_bytes())
    }

    /// Writes all bytes and flushes them. Another program may have made the pipe or terminal non-blocking, which holds
    /// for all who share it: while it is full, the reader is slow and not gone.
    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = patiently(|| self.writer.write(bytes))?;
            if written == 0 {
                return Err(ErrorKind::WriteZero.into());
            }
            bytes = bytes.get(written..).unwrap_or_default();
        }
        patiently(|| self.writer.flush())
    }
}

/// Repeats an operation that was interrupted or would have had to wait.
fn patiently<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match operation() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            result => return result,
        }
    }
}

/// Returns whether there is a file that does not begin like a log: with seconds and a direction.
fn is_foreign(path: &Path) -> bool {
    let mut beginning = Vec::new();
    if files::open(path).and_then(|file| file.take(64).read_to_end(&mut beginning)).unwrap_or(0) == 0 {
        return false;
    }
    let beginning = String::from_utf8_lossy(&beginning);
    let mut words = beginning.split(' ');
    !(words.next().is_some_and(|word| word.parse::<f64>().is_ok()) && matches!(words.next(), Some("<" | ">")))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A writer for commands that print to any `Write`: passes on each line when it is complete. It fails once the output
/// is lost.
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
        // Whoever writes without a reader can stop working.
        self.output.check()?;
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

    /// A non-blocking pipe: it takes a few bytes, then none until it is asked again, and is interrupted in between.
    struct Pipe {
        page: Page,
        calls: usize,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            match self.calls % 3 {
                0 => Err(ErrorKind::WouldBlock.into()),
                1 => self.page.write(bytes.get(..4).unwrap_or(bytes)),
                _ => Err(ErrorKind::Interrupted.into()),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            self.calls += 1;
            if self.calls.is_multiple_of(2) { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn a_full_pipe_is_waited_for_and_a_closed_one_is_lost() {
        let page = Page::default();
        let output = Output::new(Pipe { page: page.clone(), calls: 0 });
        output.line("info depth 1 score cp 20");
        output.line("bestmove e2e4");
        assert_eq!(String::from_utf8_lossy(&lock(&page.0)), "info depth 1 score cp 20\nbestmove e2e4\n");
        assert!(!output.is_lost() && output.check().is_ok());
        let full = Output::new(&mut [] as &mut [u8]);
        assert!(full.writer().write(b"half a line").is_ok(), "nothing was written yet");
        assert!(full.writer().write(b"Nodes searched: 20\n").is_err());
        assert!(full.is_lost() && full.check().is_err());
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
