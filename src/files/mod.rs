//! LEVEL 0: files. A user types the paths, so nothing is assumed about them: a path may name a pipe that blocks
//! forever, an endless device, somebody else's file, or a file that another process is writing.
//!
//! ```text
//!   open, read, read_text   reading: regular files only, and only up to a given size
//!   decode, lines           bytes to text: UTF-8 or Latin-1, any line ends           text.rs
//!   append, append_alone    appending; alone means that no other process does the same (a lock)
//!   replace                 the one function that writes a file by replacing it      replace.rs
//! ```
//! All of them leave anything but a regular file untouched and report its kind. Errors do not name the path; callers do
//! that.
//!
//! # Examples
//!
//! ```
//! use std::io::Write;
//!
//! let path = std::env::temp_dir().join(format!("oxide88 example {}", std::process::id()));
//! // Whatever happens, the path holds the old file or the whole new one.
//! oxide88::files::replace(&path, |_old| Ok(()), |file| file.write_all(b"a table"))?;
//! assert_eq!(oxide88::files::read_text(&path, 100)?, "a table");
//! assert!(oxide88::files::read_text(&path, 3).is_err());
//! std::fs::remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod replace;
mod text;

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

pub use replace::{can_replace, is_open, is_stream, replace};
pub use text::{decode, foreign_kind, is_svg, lines};

/// Number of attempts when another process renames or removes the file between opening and locking.
const ATTEMPTS: usize = 100;

/// Opens a regular file for reading.
///
/// # Errors
/// It is not a regular file, or cannot be read.
pub fn open(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().read(true))
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// It is not a regular file, cannot be read, or is longer.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_to_end(&open(path)?, most)
}

/// Reads the text of a regular file of at most `most` bytes, in UTF-8 or Latin-1 ([`decode`]).
///
/// # Errors
/// It is not a regular file, cannot be read, is longer, or is [known](foreign_kind) not to be text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let bytes = read(path, most)?;
    match foreign_kind(&bytes) {
        Some(kind) => Err(io::Error::new(ErrorKind::InvalidData, format!("it is {kind}"))),
        None => Ok(decode(&bytes).into_owned()),
    }
}

/// Reads the rest of an open regular file of at most `most` bytes.
///
/// # Errors
/// It cannot be read, or is longer.
pub fn read_to_end(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes"));
    if file.metadata()?.len() > most {
        return Err(too_long());
    }
    // Some files are longer than their metadata says, such as those in /proc, and any file may grow.
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long()) } else { Ok(bytes) }
}

/// Opens a regular file for appending; creates it if it does not exist.
///
/// # Errors
/// It is not a regular file, or cannot be written.
pub fn append(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().append(true).create(true))
}

/// Opens a regular file for reading and appending, and locks it until it is closed. If `is_new`, the file must not
/// exist; otherwise it may.
///
/// # Errors
/// It is not a regular file, cannot be read and written, exists although it should be new, or is locked by another
/// process ([`ErrorKind::ResourceBusy`]).
pub fn append_alone(path: &Path, is_new: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true).create_new(is_new);
    for _ in 0..ATTEMPTS {
        let opened = open_regular(path, &options);
        if is_new && matches!(&opened, Err(error) if error.kind() == ErrorKind::AlreadyExists) && is_in_use(path) {
            return Err(in_use());
        }
        let file = opened?;
        lock(&file)?;
        if is_at(&file, path) {
            return Ok(file);
        }
    }
    Err(in_use())
}

/// Returns whether `path` still names `file`.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: &Metadata| (data.dev(), data.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(one), Ok(other)) if identity(&one) == identity(&other))
}

/// Returns whether `path` still names `file`. This system offers no identity of files, but it does not rename or remove
/// an open file either.
#[cfg(not(unix))]
pub fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Opens `path` with these options if it is a regular file, without waiting for the other end of a pipe.
fn open_regular(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // Checked before opening, because opening some devices has effects.
    if let Ok(data) = fs::metadata(path) {
        check_regular(&data)?;
    }
    #[cfg(unix)]
    let options = {
        use std::os::unix::fs::OpenOptionsExt;
        options.clone().custom_flags(nix::fcntl::OFlag::O_NONBLOCK.bits()).clone()
    };
    let file = options.open(path)?;
    // Checked again, because the path may name another file by now.
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Fails with the kind of file unless it is a regular one.
fn check_regular(data: &Metadata) -> io::Result<()> {
    if data.is_file() {
        return Ok(());
    }
    let kind = if data.is_dir() { "a directory" } else { stream_kind(data) };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("it is {kind}, not a file")))
}

#[cfg(unix)]
fn stream_kind(data: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = data.file_type();
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn stream_kind(_: &Metadata) -> &'static str {
    "a device"
}

/// Locks `file` until it is closed.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(in_use()),
        // Some network drives do not support locks; files there are used without.
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// Returns whether another process has locked the file.
fn is_in_use(path: &Path) -> bool {
    open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

fn in_use() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another run is writing to it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_size_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "text").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "text");
        assert_eq!(read(&path, 3).unwrap_err().to_string(), "it has more than 3 bytes");
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "\u{ff}");
        fs::write(&path, b"\xff\xfea\0").unwrap();
        assert_eq!(read_text(&path, 4).unwrap_err().to_string(), "it is text in UTF-16: save it as UTF-8");
        assert_eq!(open(&folder.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_longer_than_its_metadata_says_is_limited_too() {
        let path = Path::new("/proc/self/status");
        assert_eq!(fs::metadata(path).unwrap().len(), 0);
        assert!(read_text(path, 1 << 20).unwrap().contains("VmRSS"));
        assert_eq!(read(path, 3).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }

    #[cfg(unix)]
    #[test]
    fn anything_but_a_regular_file_is_named_and_not_waited_for() {
        use nix::sys::stat::Mode;
        use std::os::unix::net::UnixListener;
        let folder = tempfile::tempdir().unwrap();
        let (pipe, socket, link) =
            (folder.path().join("pipe"), folder.path().join("socket"), folder.path().join("link"));
        nix::unistd::mkfifo(&pipe, Mode::S_IRWXU).unwrap();
        let _listener = UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        for (path, kind) in [
            (pipe.as_path(), "it is a pipe, not a file"),
            (&link, "it is a pipe, not a file"),
            (&socket, "it is a socket, not a file"),
            (folder.path(), "it is a directory, not a file"),
            (Path::new("/dev/null"), "it is a device, not a file"),
        ] {
            assert_eq!(open(path).unwrap_err().to_string(), kind);
            assert_eq!(read_text(path, 10).unwrap_err().to_string(), kind);
            assert_eq!(append(path).unwrap_err().to_string(), kind);
            assert_eq!(append_alone(path, false).unwrap_err().to_string(), kind);
        }
    }

    #[test]
    fn appending_keeps_what_is_there() {
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for line in ["one ", "two "] {
            append(&path).unwrap().write_all(line.as_bytes()).unwrap();
        }
        append_alone(&path, false).unwrap().write_all(b"three").unwrap();
        assert_eq!(read_text(&path, 100).unwrap(), "one two three");
    }

    #[test]
    fn a_file_appended_to_alone_is_locked_for_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let first = append_alone(&path, true).unwrap();
        for is_new in [true, false] {
            assert_eq!(append_alone(&path, is_new).unwrap_err().kind(), ErrorKind::ResourceBusy);
        }
        drop(first);
        assert_eq!(append_alone(&path, true).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert!(append_alone(&path, false).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_takes_the_place_of_another_is_recognized() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = append(&path).unwrap();
        assert!(is_at(&file, &path));
        fs::rename(&path, folder.path().join("old")).unwrap();
        assert!(!is_at(&file, &path));
        fs::write(&path, "").unwrap();
        assert!(!is_at(&file, &path));
    }
}
