//! Where the engine's lines go. One lock a line keeps the lines of the search and of the command loop whole; every line
//! is flushed; a sink that is gone is no reason to panic: the end of input that follows ends the engine. All lines, in and
//! out, may be written to a file as well.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::format::quote;

/// A sink for lines, shared by the threads that write them.
pub struct Output {
    sink: Mutex<Box<dyn Write + Send>>,
    log: Mutex<Option<File>>,
    start: Instant,
}

impl Output {
    /// Lines to `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Self {
        Self { sink: Mutex::new(Box::new(sink)), log: Mutex::new(None), start: Instant::now() }
    }

    /// Lines to standard output.
    pub fn stdout() -> Self {
        Self::new(io::stdout())
    }

    /// Writes one line, or several if `text` has several.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        log::debug!("> {}", text.trim_end());
        let mut sink = lock(&self.sink);
        self.note('>', text.trim_end());
        if let Err(error) = sink.write_all(text.as_bytes()).and_then(|()| sink.flush()) {
            log::warn!("output lost: {error}");
        }
    }

    /// Notes a line that came in.
    pub fn note_input(&self, line: &str) {
        log::debug!("< {}", quote(line));
        self.note('<', line);
    }

    /// From now on adds all lines to the file at `path` as well; none if that is empty.
    ///
    /// # Errors
    /// The file cannot be written to; an earlier one stays in use.
    pub fn log_to(&self, path: &str) -> Result<(), String> {
        let mut file = None;
        if !path.is_empty() {
            let opened = OpenOptions::new().create(true).append(true).open(path);
            file = Some(opened.map_err(|error| format!("cannot write to {}: {error}", quote(path)))?);
        }
        *lock(&self.log) = file;
        Ok(())
    }

    /// Adds lines to the log: seconds since the start, the direction seen from the engine, the text.
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// For tools that print to any writer.
impl Write for &Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut sink = lock(&self.sink);
        let written = sink.write(bytes)?;
        if bytes.ends_with(b"\n") {
            sink.flush()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.sink).flush()
    }
}
