//! Where the engine's lines go. One lock a line keeps the lines of the search and of the command loop whole; every line
//! is flushed; a sink that is gone is no reason to panic: the end of input that follows ends the engine.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A sink for lines, shared by the threads that write them.
pub struct Output(Mutex<Box<dyn Write + Send>>);

impl Output {
    /// Lines to `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(sink)))
    }

    /// Lines to standard output.
    pub fn stdout() -> Self {
        Self::new(io::stdout())
    }

    /// Writes one line, or several if `text` has several.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        log::debug!("> {}", text.trim_end());
        let mut sink = self.sink();
        if let Err(error) = sink.write_all(text.as_bytes()).and_then(|()| sink.flush()) {
            log::warn!("output lost: {error}");
        }
    }

    fn sink(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For tools that print to any writer.
impl Write for &Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut sink = self.sink();
        let written = sink.write(bytes)?;
        if bytes.ends_with(b"\n") {
            sink.flush()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink().flush()
    }
}
