//! The pipes to and from a process. Every wait has a timeout, so a process that does not read or write blocks nobody.
//!
//! On Unix the thread that plays the game waits in `poll`; no second thread wakes up for every line of engine output.
//! On other systems a second thread reads, and writes may block.

use std::io;
use std::process::{Child, ChildStdin};
use std::time::Duration;

pub use sys::StdoutPipe;

/// The pipe to the standard input of a process.
pub struct StdinPipe(ChildStdin);

impl StdinPipe {
    /// Takes the standard input of `child`, which must be a pipe.
    ///
    /// # Errors
    /// The stream is no pipe.
    pub fn take_from(child: &mut Child) -> io::Result<Self> {
        let stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        sys::set_nonblocking(&stdin)?;
        Ok(Self(stdin))
    }

    /// Writes as many bytes of `text` as the pipe has room for and returns their number; 0 if there is no room within
    /// `timeout`.
    ///
    /// # Errors
    /// The reading end is closed.
    pub fn write(&mut self, text: &[u8], timeout: Duration) -> io::Result<usize> {
        use std::io::Write as _;
        for wait in [None, Some(timeout)] {
            if let Some(timeout) = wait {
                sys::wait_until_writable(&self.0, timeout)?;
            }
            match self.0.write(text) {
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                written => return written,
            }
        }
        Ok(0)
    }
}

#[cfg(unix)]
mod sys {
    use std::io::{self, Read as _};
    use std::os::fd::AsFd;
    use std::process::{Child, ChildStdin, ChildStdout};
    use std::time::Duration;

    use nix::errno::Errno;
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    /// The pipe from the standard output of a process.
    pub struct StdoutPipe(ChildStdout);

    impl StdoutPipe {
        /// Takes the standard output of `child`, which must be a pipe.
        ///
        /// # Errors
        /// The stream is no pipe.
        pub fn take_from(child: &mut Child) -> io::Result<Self> {
            Ok(Self(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?))
        }

        /// Reads the available bytes into `buffer` and returns their number, 0 at the end of the stream; `None` after
        /// `timeout`.
        ///
        /// # Errors
        /// The pipe is broken.
        pub fn read(&mut self, buffer: &mut [u8], timeout: Duration) -> io::Result<Option<usize>> {
            if !poll_pipe(&self.0, PollFlags::POLLIN, timeout)? {
                return Ok(None);
            }
            match self.0.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
                length => length.map(Some),
            }
        }
    }

    /// Sets non-blocking writes.
    pub fn set_nonblocking(stdin: &ChildStdin) -> io::Result<()> {
        let flags = OFlag::from_bits_retain(fcntl(stdin, FcntlArg::F_GETFL)?);
        fcntl(stdin, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(())
    }

    pub fn wait_until_writable(stdin: &ChildStdin, timeout: Duration) -> io::Result<()> {
        poll_pipe(stdin, PollFlags::POLLOUT, timeout).map(drop)
    }

    /// Waits until `end` is ready or broken; false after `timeout` or a signal.
    fn poll_pipe(end: &impl AsFd, what: PollFlags, timeout: Duration) -> io::Result<bool> {
        // Fractions of a millisecond are rounded up: a timeout of 0 would poll in a busy loop.
        let milliseconds = timeout.as_micros().div_ceil(1000);
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX);
        match poll(&mut [PollFd::new(end.as_fd(), what)], timeout) {
            Err(Errno::EINTR) => Ok(false),
            ready => Ok(ready? > 0),
        }
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same functions as on Unix")]
mod sys {
    use std::io::{self, Read as _};
    use std::process::{Child, ChildStdin};
    use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
    use std::thread;
    use std::time::Duration;

    /// Size of a chunk in bytes, and number of chunks in the queue.
    const READ_SIZE: usize = 1 << 12;
    const QUEUE_LENGTH: usize = 16;

    /// The pipe from the standard output of a process.
    pub struct StdoutPipe {
        chunks: Receiver<Vec<u8>>,
        /// Bytes that did not fit into the last buffer.
        rest: Vec<u8>,
    }

    impl StdoutPipe {
        /// Takes the standard output of `child`, which must be a pipe.
        ///
        /// # Errors
        /// The stream is no pipe.
        pub fn take_from(child: &mut Child) -> io::Result<Self> {
            let mut stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
            let (sender, chunks) = sync_channel(QUEUE_LENGTH);
            thread::Builder::new().spawn(move || {
                let mut chunk = [0; READ_SIZE];
                while let Ok(length @ 1..) = stdout.read(&mut chunk) {
                    if sender.send(chunk[..length].to_vec()).is_err() {
                        break;
                    }
                }
            })?;
            Ok(Self { chunks, rest: Vec::new() })
        }

        /// Reads the available bytes into `buffer` and returns their number, 0 at the end of the stream; `None` after
        /// `timeout`.
        ///
        /// # Errors
        /// Never.
        pub fn read(&mut self, buffer: &mut [u8], timeout: Duration) -> io::Result<Option<usize>> {
            if self.rest.is_empty() {
                match self.chunks.recv_timeout(timeout) {
                    Ok(chunk) => self.rest = chunk,
                    Err(RecvTimeoutError::Timeout) => return Ok(None),
                    Err(RecvTimeoutError::Disconnected) => return Ok(Some(0)),
                }
            }
            let length = self.rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&self.rest[..length]);
            self.rest.drain(..length);
            Ok(Some(length))
        }
    }

    /// Does nothing: pipes have no non-blocking mode here.
    pub fn set_nonblocking(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: the write blocks.
    pub fn wait_until_writable(_: &ChildStdin, _: Duration) -> io::Result<()> {
        Ok(())
    }
}
