//! The pipes to and from a process, with a timeout on every wait: a process that does not read or write must not block
//! its partner.
//!
//! On Unix the thread that plays the game waits in `poll` itself, which saves waking a second thread for every line of
//! engine output. Elsewhere a second thread reads, and writing may block.

use std::io;
use std::process::{Child, ChildStdin};
use std::time::Duration;

pub use sys::StdoutPipe;

/// The pipe that a process reads from.
pub struct StdinPipe(ChildStdin);

impl StdinPipe {
    /// Takes the standard input of `child`, which must be a pipe.
    ///
    /// # Errors
    /// It is no pipe.
    pub fn take_from(child: &mut Child) -> io::Result<Self> {
        let stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        sys::set_nonblocking(&stdin)?;
        Ok(Self(stdin))
    }

    /// Writes as much of the start of `text` as there is room for, and returns how much that is; 0 if there is no room
    /// within `timeout`.
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

    /// The pipe that a process writes to.
    pub struct StdoutPipe(ChildStdout);

    impl StdoutPipe {
        /// Takes the standard output of `child`, which must be a pipe.
        ///
        /// # Errors
        /// It is no pipe.
        pub fn take_from(child: &mut Child) -> io::Result<Self> {
            Ok(Self(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?))
        }

        /// Reads the available bytes into `buffer`; `None` if there are none within `timeout`, 0 bytes at the end.
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

    /// Makes writing to a full pipe fail instead of block.
    pub fn set_nonblocking(stdin: &ChildStdin) -> io::Result<()> {
        let flags = OFlag::from_bits_retain(fcntl(stdin, FcntlArg::F_GETFL)?);
        fcntl(stdin, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(())
    }

    pub fn wait_until_writable(stdin: &ChildStdin, timeout: Duration) -> io::Result<()> {
        poll_pipe(stdin, PollFlags::POLLOUT, timeout).map(drop)
    }

    /// Returns whether `end` becomes usable, or is broken, within `timeout`; a signal ends the wait early.
    fn poll_pipe(end: &impl AsFd, what: PollFlags, timeout: Duration) -> io::Result<bool> {
        // Fractions of a millisecond are rounded up, or the end of the wait would be spent polling without pause.
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

    /// Bytes read at once, and the number of such chunks that may wait.
    const READ_SIZE: usize = 1 << 12;
    const QUEUE_LENGTH: usize = 16;

    /// The pipe that a process writes to.
    pub struct StdoutPipe {
        chunks: Receiver<Vec<u8>>,
        /// Bytes that did not fit into the last buffer.
        rest: Vec<u8>,
    }

    impl StdoutPipe {
        /// Takes the standard output of `child`, which must be a pipe.
        ///
        /// # Errors
        /// It is no pipe.
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

        /// Reads the available bytes into `buffer`; `None` if there are none within `timeout`, 0 bytes at the end.
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

    /// Does nothing: pipes have no such mode here.
    pub fn set_nonblocking(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: the write itself blocks.
    pub fn wait_until_writable(_: &ChildStdin, _: Duration) -> io::Result<()> {
        Ok(())
    }
}
