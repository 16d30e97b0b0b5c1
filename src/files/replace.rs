//! Atomic replacement of a file. The new file is written beside the old one and renamed over it once it is complete and
//! on disk. Whenever the process is killed, the path names either the old file or the new one, both whole.
//!
//! ```text
//!   table.bin                   the file; a symbolic link is followed to its target, and stays
//!   table.bin.oxide88-part      the new file while it is written, locked: a second writer is refused
//! ```
//! The name is fixed, so a killed process leaves at most one such file, which the next writer takes over. Mode and
//! owner of the old file are kept, and a read-only file is not replaced. Other names of the same file (hard links) keep
//! the old content.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{ATTEMPTS, check_regular, in_use, is_at, lock, open_regular};

/// Suffix of the name of an incomplete file.
const SUFFIX: &str = ".oxide88-part";

/// The longest chain of symbolic links followed, as in Linux.
const MOST_LINKS: usize = 40;

/// Bytes written between two syncs. It bounds the time of a sync, so a writer that is told to stop notices soon.
const SYNC_EVERY: usize = 16 << 20;

/// Replaces the file at `path`. If it exists and is not empty, `check` runs first and returns an error if the file must
/// stay; then `write` writes the content. If any step fails, the old file stays and nothing is left beside it.
///
/// # Errors
/// The old file is not a regular file, is not writable, or is refused by `check`; another process is writing the same
/// file; or the new file cannot be written.
pub fn replace(
    path: &Path,
    check: impl FnOnce(&mut File) -> io::Result<()>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let part = Part::begin(path, check)?;
    let mut writer = BufWriter::new(Synced { file: &part.file, unsynced: 0 });
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    part.take_place()
}

/// Checks that [`replace`] could begin now, without changing the file.
///
/// # Errors
/// As for [`replace`].
pub fn can_replace(path: &Path, check: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    Part::begin(path, check).map(drop)
}

/// Returns whether `path` must be written to directly: a pipe, a device, or a file that a process already has open.
pub fn is_stream(path: &Path) -> bool {
    let is_other = |data: Metadata| !data.is_file() && !data.is_dir();
    fs::metadata(path).is_ok_and(is_other) || resolve(path).is_ok_and(|target| is_descriptor(&target))
}

/// Returns whether `path` is a name for a file that this process has open, such as `/dev/stdin`.
pub fn is_open(path: &Path) -> bool {
    resolve(path).is_ok_and(|target| is_descriptor(&target))
}

/// Returns whether the path is one of the system's names for open files. Replacing such a file would take it away from
/// the process that has it open.
fn is_descriptor(path: &Path) -> bool {
    cfg!(unix) && (path.starts_with("/proc") || path.starts_with("/dev/fd"))
}

/// An incomplete new file; removed when dropped.
struct Part {
    target: PathBuf,
    path: PathBuf,
    file: File,
    is_in_place: bool,
}

impl Part {
    fn begin(path: &Path, check: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Self> {
        if let Ok(data) = fs::metadata(path) {
            check_regular(&data)?;
        }
        let target = resolve(path)?;
        if is_descriptor(&target) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "it is open already, and cannot be replaced"));
        }
        let old = match open_regular(&target, OpenOptions::new().read(true).write(true)) {
            Ok(mut file) => {
                let data = file.metadata()?;
                if data.len() > 0 {
                    check(&mut file)?;
                }
                Some(data)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let path = beside(&target)?;
        let file = lock_part(&path)?;
        let part = Self { target, path, file, is_in_place: false };
        if let Some(old) = old {
            part.be_like(&old)?;
        }
        part.file.set_len(0)?;
        Ok(part)
    }

    /// Copies the owner, as far as permitted, and the mode of the old file.
    fn be_like(&self, old: &Metadata) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let own = self.file.metadata()?;
            if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
                // Without root a file may go to another of the user's groups, but not to another user.
                let _ = fchown(&self.file, Some(old.uid()), Some(old.gid()))
                    .or_else(|_| fchown(&self.file, None, Some(old.gid())));
            }
        }
        self.file.set_permissions(old.permissions())
    }

    fn take_place(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        // The path may name something else by now.
        if let Ok(data) = fs::symlink_metadata(&self.target) {
            check_regular(&data)?;
        }
        fs::rename(&self.path, &self.target)?;
        self.is_in_place = true;
        // The directory entry must reach the disk too; not every system can do that on request.
        #[cfg(unix)]
        if let Ok(folder) = File::open(folder_of(&self.target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_in_place && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A file writer that syncs every [`SYNC_EVERY`] bytes.
struct Synced<'a> {
    file: &'a File,
    unsynced: usize,
}

impl Write for Synced<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.unsynced += count;
        if self.unsynced >= SYNC_EVERY {
            self.file.sync_data()?;
            self.unsynced = 0;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Follows symbolic links from `path` to their target, which need not exist.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&target) {
            Ok(data) if data.is_symlink() && !is_descriptor(&target) => {
                target = folder_of(&target).join(fs::read_link(&target)?);
            }
            Ok(_) => return Ok(target),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(target),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "too many symbolic links"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the path of the incomplete new file.
fn beside(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it is not a file name"))?;
    let mut name = name.to_owned();
    name.push(SUFFIX);
    Ok(target.with_file_name(name))
}

/// Creates the new file, or takes over the one that a killed process left, and locks it.
fn lock_part(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    for _ in 0..ATTEMPTS {
        // Writing through a link would change another file.
        if fs::symlink_metadata(path).is_ok_and(|data| !data.is_file()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().escape_debug().to_string();
            return Err(io::Error::new(ErrorKind::AlreadyExists, format!("{name} beside it is in the way")));
        }
        let file = open_regular(path, &options)?;
        lock(&file)?;
        // This is another writer's file if that has finished in between.
        if is_at(&file, path) && !path.is_symlink() {
            return Ok(file);
        }
    }
    Err(in_use())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        replace(path, |_| Ok(()), |out| out.write_all(text.as_bytes()))
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    /// Returns the names in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_created_and_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, "one").unwrap();
        assert_eq!(text(&path), "one");
        // The file that a killed process left is taken over, whatever its length.
        fs::write(folder.path().join("file.oxide88-part"), "left over and longer than the new text").unwrap();
        write(&path, "two").unwrap();
        assert_eq!((text(&path), names(folder.path())), ("two".to_owned(), vec!["file".to_owned()]));
    }

    #[test]
    fn a_writer_that_fails_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let failed = replace(
            &path,
            |_| Ok(()),
            |out| out.write_all(&vec![0; 1 << 20]).and_then(|()| Err(io::Error::other("given up"))),
        );
        assert_eq!(failed.unwrap_err().to_string(), "given up");
        assert_eq!((text(&path), names(folder.path())), ("old".to_owned(), vec!["file".to_owned()]));
    }

    #[test]
    fn a_file_that_the_check_refuses_stays_and_an_empty_one_is_not_checked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let is_own = |file: &mut File| {
            let mut start = [0; 3];
            file.read_exact(&mut start)?;
            if start == *b"own" { Ok(()) } else { Err(io::Error::other("not our own")) }
        };
        for (old, can) in [("own file", true), ("diary", false), ("", true)] {
            fs::write(&path, old).unwrap();
            assert_eq!(can_replace(&path, is_own).is_ok(), can, "{old}");
            assert_eq!(text(&path), old);
            assert_eq!(replace(&path, is_own, |out| out.write_all(b"new")).is_ok(), can, "{old}");
            assert_eq!(text(&path), if can { "new" } else { old });
            assert_eq!(names(folder.path()), ["file"]);
        }
    }

    #[test]
    fn the_second_of_two_writers_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let both = replace(
            &path,
            |_| Ok(()),
            |out| {
                assert_eq!(write(&path, "second").unwrap_err().kind(), ErrorKind::ResourceBusy);
                out.write_all(b"first")
            },
        );
        both.unwrap();
        assert_eq!((text(&path), names(folder.path())), ("first".to_owned(), vec!["file".to_owned()]));
    }

    #[test]
    fn concurrent_writers_leave_one_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let texts = ["a", "b", "c"].map(|letter| letter.repeat(20_000));
        std::thread::scope(|scope| {
            for text in &texts {
                scope.spawn(|| (0..50).filter(|_| write(&path, text).is_ok()).count());
            }
        });
        write(&path, &texts[0]).unwrap();
        assert_eq!((text(&path), names(folder.path())), (texts[0].clone(), vec!["file".to_owned()]));
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use nix::sys::stat::Mode;
        use std::fs::Permissions;
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

        #[test]
        fn links_are_followed_to_their_end_and_stay() {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            fs::create_dir(at("other")).unwrap();
            fs::write(at("other/file"), "old").unwrap();
            symlink("second", at("first")).unwrap();
            symlink("other/file", at("second")).unwrap();
            symlink(at("other/new"), at("dangling")).unwrap();
            symlink("round", at("round")).unwrap();
            write(&at("first"), "new").unwrap();
            write(&at("dangling"), "made").unwrap();
            assert_eq!((text(&at("other/file")), text(&at("other/new"))), ("new".to_owned(), "made".to_owned()));
            for name in ["first", "second", "dangling"] {
                assert!(fs::symlink_metadata(at(name)).unwrap().is_symlink(), "{name}");
            }
            assert_eq!(write(&at("round"), "").unwrap_err().to_string(), "too many symbolic links");
            assert_eq!(names(&at("other")), ["file", "new"]);
        }

        #[test]
        fn the_mode_is_kept() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            fs::write(&path, "old").unwrap();
            for mode in [0o600, 0o640, 0o755] {
                fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
                write(&path, "new").unwrap();
                assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, mode);
            }
        }

        /// Root may write to any file, and alone may give one away, so each half runs for one kind of user.
        #[test]
        fn a_read_only_file_stays_and_one_of_another_owner_keeps_its_owner() {
            use std::os::unix::fs::{MetadataExt, chown};
            const OTHER: u32 = 12_345;
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            fs::write(&path, "old").unwrap();
            if chown(&path, Some(OTHER), Some(OTHER)).is_ok() {
                write(&path, "new").unwrap();
                let data = fs::metadata(&path).unwrap();
                assert_eq!((text(&path).as_str(), data.uid(), data.gid()), ("new", OTHER, OTHER));
            } else {
                fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
                assert_eq!(write(&path, "new").unwrap_err().kind(), ErrorKind::PermissionDenied);
                assert_eq!((text(&path).as_str(), names(folder.path())), ("old", vec!["file".to_owned()]));
            }
        }

        #[test]
        fn anything_but_a_regular_file_stays() {
            let folder = tempfile::tempdir().unwrap();
            let (pipe, link) = (folder.path().join("pipe"), folder.path().join("link"));
            nix::unistd::mkfifo(&pipe, Mode::S_IRWXU).unwrap();
            symlink(&pipe, &link).unwrap();
            for path in [&pipe, &link] {
                assert_eq!(write(path, "text").unwrap_err().to_string(), "it is a pipe, not a file");
            }
            assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
            assert_eq!(write(Path::new("/dev/full"), "text").unwrap_err().to_string(), "it is a device, not a file");
            assert_eq!(write(folder.path(), "text").unwrap_err().to_string(), "it is a directory, not a file");
            assert_eq!(names(folder.path()), ["link", "pipe"]);
            assert!(is_stream(&pipe) && is_stream(&link) && !is_stream(folder.path()));
        }

        #[test]
        fn a_link_in_the_place_of_the_new_file_is_not_written_through() {
            let folder = tempfile::tempdir().unwrap();
            let (path, victim) = (folder.path().join("file"), folder.path().join("victim"));
            fs::write(&victim, "mine").unwrap();
            symlink(&victim, folder.path().join("file.oxide88-part")).unwrap();
            let error = write(&path, "text").unwrap_err().to_string();
            assert_eq!(error, "file.oxide88-part beside it is in the way");
            assert!(text(&victim) == "mine" && !path.exists());
        }

        #[cfg(target_os = "linux")]
        #[test]
        fn a_file_that_a_process_has_open_is_not_replaced() {
            use std::os::fd::AsRawFd;
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            let file = File::create(&path).unwrap();
            let name = PathBuf::from(format!("/dev/fd/{}", file.as_raw_fd()));
            assert!(is_stream(&name) && !is_stream(&path));
            assert!(write(&name, "text").unwrap_err().to_string().contains("open already"));
            assert!(is_at(&file, &path));
        }
    }
}
