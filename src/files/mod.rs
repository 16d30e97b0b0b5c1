//! LEVEL 0: files. A path is something that a user typed, so nothing is believed of it: it may name a pipe that blocks
//! for ever, a device without end, a file of somebody else's, a file that another process writes at this moment.
//!
//! ```text
//!   open, read, read_text   reading: regular files alone, and no more bytes than a bound
//!   append, append_alone    adding at the end; alone means that no other process does the same (a lock)
//!   replace                 the one function that writes a file by replacing it      replace.rs
//! ```
//! All of them leave what is no regular file as it is and say what it is. Errors do not name the path; callers do.

mod replace;

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

pub use replace::{can_replace, is_stream, replace};

/// How often to try again when the file that was locked has just been renamed or removed by another process.
const ATTEMPTS: usize = 100;

/// Opens a regular file for reading.
///
/// # Errors
/// It is no regular file, or cannot be read.
pub fn open(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().read(true))
}

/// The content of a regular file of at most `most` bytes.
///
/// # Errors
/// It is no regular file, cannot be read, or is longer.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_to_end(&open(path)?, most)
}

/// The text of a regular file of at most `most` bytes.
///
/// # Errors
/// It is no regular file, cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let no_text = |_| io::Error::new(ErrorKind::InvalidData, "it is not text in UTF-8");
    String::from_utf8(read(path, most)?).map_err(no_text)
}

/// What is left to read of an open regular file, at most `most` bytes.
///
/// # Errors
/// It cannot be read, or is longer.
pub fn read_to_end(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes"));
    if file.metadata()?.len() > most {
        return Err(too_long());
    }
    // Some files are longer than they say, those in /proc among them, and any may grow.
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long()) } else { Ok(bytes) }
}

/// Opens a regular file for adding to its end; makes it if there is none.
///
/// # Errors
/// It is no regular file, or cannot be written.
pub fn append(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().append(true).create(true))
}

/// Opens a regular file for reading and for adding to its end, and locks it until it is closed. If `is_new`, it must
/// not exist; otherwise it may.
///
/// # Errors
/// It is no regular file, cannot be read and written, exists although it should be new, or another process has locked
/// it ([`ErrorKind::ResourceBusy`]).
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

/// Whether `file` is what `path` names, and not something that was there before.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: &Metadata| (data.dev(), data.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(one), Ok(other)) if identity(&one) == identity(&other))
}

/// Whether `file` is what `path` names: this system tells no two files apart, but neither does it rename or remove a
/// file that is open elsewhere.
#[cfg(not(unix))]
pub fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Opens `path` with these options if it is a regular file, and does not wait for the other end of a pipe.
fn open_regular(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // Some devices act when they are opened.
    if let Ok(data) = fs::metadata(path) {
        check_regular(&data)?;
    }
    #[cfg(unix)]
    let options = {
        use std::os::unix::fs::OpenOptionsExt;
        options.clone().custom_flags(nix::fcntl::OFlag::O_NONBLOCK.bits()).clone()
    };
    let file = options.open(path)?;
    // It may have been exchanged in between.
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Says what it is if it is no regular file.
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
        // Some network drives know no locks; they are to be used all the same.
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// Whether another process has locked the file.
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
    fn a_file_is_read_up_to_its_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "text").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "text");
        assert_eq!(read(&path, 3).unwrap_err().to_string(), "it has more than 3 bytes");
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path, 4).unwrap_err().to_string(), "it is not text in UTF-8");
        assert_eq!(open(&folder.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_longer_than_it_says_is_bounded_too() {
        let path = Path::new("/proc/self/status");
        assert_eq!(fs::metadata(path).unwrap().len(), 0);
        assert!(read_text(path, 1 << 20).unwrap().contains("VmRSS"));
        assert_eq!(read(path, 3).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_named_and_not_waited_for() {
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
    fn who_appends_alone_keeps_others_away() {
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
    fn a_file_that_took_the_place_of_another_is_another() {
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
