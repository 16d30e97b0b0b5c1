//! Replacing a file as a whole. The new one is written beside the old one and takes its place when it is complete and
//! on the disk, so that whoever opens the path, whenever the process is killed, finds the old file or the new one.
//!
//! ```text
//!   table.bin                   the file; a symbolic link is followed to what it names, and stays
//!   table.bin.oxide88-part      the new one while it is written, locked: a second writer is refused
//! ```
//! The name is fixed, so a killed process leaves one such file at most, which the next one takes over. Mode and owner
//! of the old file are kept; a file that may not be written to is not replaced either. Other names of the same file
//! (hard links) keep the old content.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{ATTEMPTS, check_regular, in_use, is_at, lock, open_regular};

/// What is added to the name of a file that is not complete.
const SUFFIX: &str = ".oxide88-part";

/// The longest chain of symbolic links that is followed, as in Linux.
const MOST_LINKS: usize = 40;

/// Bytes written between two waits for the disk: what is still to be written never takes long then, and a writer that
/// is told to give up comes to know it soon.
const SYNC_EVERY: usize = 16 << 20;

/// Writes the file at `path` anew by replacing it. If there is one that is not empty, `check` is asked first, which
/// says in an error why it must stay; then `write` writes the content. If any of it fails, the old file stays and
/// nothing is left beside it.
///
/// # Errors
/// What is there is no regular file, may not be written to, or is refused by `check`; another process writes the same
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

/// Tells whether [`replace`] could begin now. Everything stays as it is.
///
/// # Errors
/// As [`replace`].
pub fn can_replace(path: &Path, check: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    Part::begin(path, check).map(drop)
}

/// Whether `path` names something to be written to as it is: a pipe, a device, or what a process has open already.
pub fn is_stream(path: &Path) -> bool {
    let is_other = |data: Metadata| !data.is_file() && !data.is_dir();
    fs::metadata(path).is_ok_and(is_other) || resolve(path).is_ok_and(|target| is_descriptor(&target))
}

/// Whether the path is one of the names that the system gives to open files. To replace the file behind it would take
/// it away from whoever writes to it.
fn is_descriptor(path: &Path) -> bool {
    cfg!(unix) && (path.starts_with("/proc") || path.starts_with("/dev/fd"))
}

/// A new file on its way; removed when dropped.
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

    /// Takes over owner, as far as that is allowed, and mode.
    fn be_like(&self, old: &Metadata) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let own = self.file.metadata()?;
            if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
                // Whoever is not root may give a file to another of his groups, but not to somebody else.
                let _ = fchown(&self.file, Some(old.uid()), Some(old.gid()))
                    .or_else(|_| fchown(&self.file, None, Some(old.gid())));
            }
        }
        self.file.set_permissions(old.permissions())
    }

    fn take_place(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        // It may be something else by now.
        if let Ok(data) = fs::symlink_metadata(&self.target) {
            check_regular(&data)?;
        }
        fs::rename(&self.path, &self.target)?;
        self.is_in_place = true;
        // The name has to be on the disk too; not every system can be asked for that.
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

/// Writes to a file and waits for the disk now and then.
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

/// Where the symbolic links lead to that `path` may be the first of. There may be nothing.
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

/// The path of the new file while it is written.
fn beside(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it is no name of a file"))?;
    let mut name = name.to_owned();
    name.push(SUFFIX);
    Ok(target.with_file_name(name))
}

/// Makes the new file or takes over what a killed process left, and locks it.
fn lock_part(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    for _ in 0..ATTEMPTS {
        // Through a link something else would be written.
        if fs::symlink_metadata(path).is_ok_and(|data| !data.is_file()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().escape_debug().to_string();
            return Err(io::Error::new(ErrorKind::AlreadyExists, format!("{name} beside it is in the way")));
        }
        let file = open_regular(path, &options)?;
        lock(&file)?;
        // Another writer may have finished in between: then this is its file.
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

    /// The names in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, "one").unwrap();
        assert_eq!(text(&path), "one");
        // What a killed process left is taken over, however much it was.
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
    fn a_file_that_the_check_refuses_stays_and_an_empty_one_is_not_asked_about() {
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
    fn of_two_writers_the_second_is_refused() {
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
    fn writers_at_the_same_time_leave_one_whole_file() {
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

        #[test]
        fn what_is_no_regular_file_stays() {
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
        fn what_a_process_has_open_is_not_taken_away_from_it() {
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
