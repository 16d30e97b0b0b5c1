//! The state files of runs, and the files written at their end. A file is replaced as a whole, so that a run killed at
//! any time leaves a good one, and a file of another kind is never replaced.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use oxide88::files;

/// The largest file of these kinds, in bytes.
const LARGEST: u64 = 1 << 28;

/// A kind of file that a tool writes.
pub struct Kind {
    /// Description of the kind.
    pub name: &'static str,
    /// Returns whether the content of a file is of this kind.
    pub is_own: fn(&[u8]) -> bool,
}

impl Kind {
    /// Refuses a file of another kind.
    fn check(&self, file: &mut File) -> io::Result<()> {
        let bytes = files::read_to_end(file, LARGEST);
        if bytes.is_ok_and(|bytes| (self.is_own)(&bytes)) {
            return Ok(());
        }
        let name = self.name;
        Err(io::Error::other(format!("it holds something other than {name}: name another file, or remove it first")))
    }
}

/// Returns whether the content of a file is a JSON object that has at least these keys.
pub fn is_object_with(names: &[&str], content: &[u8]) -> bool {
    let object: Result<Map<String, Value>, _> = serde_json::from_slice(content);
    object.is_ok_and(|object| names.iter().all(|&name| object.contains_key(name)))
}

/// Returns whether the content of a file is text of which `is_own` holds.
pub fn is_text(content: &[u8], is_own: fn(&str) -> bool) -> bool {
    str::from_utf8(content).is_ok_and(is_own)
}

/// Writes `bytes` to `path` by replacing the file there, if it is of the same kind.
///
/// # Errors
/// A message if it cannot be written, or is of another kind.
pub fn replace(path: &Path, kind: &Kind, bytes: &[u8]) -> Result<(), String> {
    let write = |out: &mut dyn Write| out.write_all(bytes);
    files::replace(path, |file| kind.check(file), write).map_err(|error| cannot_write(path, &error))
}

/// Checks that a run can [`replace`] the file at its end. An existing file stays as it is.
///
/// # Errors
/// As [`replace`].
pub fn check_replaceable(path: &Path, kind: &Kind) -> Result<(), String> {
    files::can_replace(path, |file| kind.check(file)).map_err(|error| cannot_write(path, &error))
}

/// Reads the state file at `path` that a run resumes from; `None` if there is none yet.
///
/// # Errors
/// A message if the file exists although it is not to be resumed, or cannot be read.
pub fn read_state(path: &Path, resume: bool) -> Result<Option<String>, String> {
    match files::read_text(path, LARGEST) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ if !resume && path.is_file() => {
            Err(format!("{} exists: give --resume to go on with it, or another name", path.display()))
        }
        Ok(text) => Ok(Some(text)),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// Checks that a run can [write JSON](write_json) to `path` at its end. An existing file stays as it is.
///
/// # Errors
/// As [`write_json`].
pub fn check_writable(path: &Path, kind: &Kind) -> Result<(), String> {
    // Opening and closing a pipe would signal the end of the data to its reader.
    if files::is_stream(path) { Ok(()) } else { check_replaceable(path, kind) }
}

/// Writes `content` to `path` as JSON: straight to a pipe or device, and to a file by replacing it.
///
/// # Errors
/// A message if it cannot be written, or there is a file of another kind.
pub fn write_json(path: &Path, kind: &Kind, content: &impl Serialize) -> Result<(), String> {
    let text = serde_json::to_string_pretty(content).map_err(|error| error.to_string())? + "\n";
    if !files::is_stream(path) {
        return replace(path, kind, text.as_bytes());
    }
    let write = || File::options().append(true).open(path)?.write_all(text.as_bytes());
    write().map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const POINTS: Kind = Kind { name: "points", is_own: |content| is_object_with(&["points"], content) };

    #[test]
    fn the_check_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (new, old) = (folder.path().join("new"), folder.path().join("old"));
        fs::write(&old, "{\"points\": 1}").unwrap();
        assert_eq!((check_writable(&new, &POINTS), check_writable(&old, &POINTS)), (Ok(()), Ok(())));
        assert!(!new.exists() && fs::read_to_string(&old).unwrap() == "{\"points\": 1}");
        for path in [folder.path(), &folder.path().join("none/file"), &old.join("file")] {
            let error = check_writable(path, &POINTS).unwrap_err();
            assert!(error.starts_with(&format!("cannot write {}: ", path.display())), "{error}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_state_is_read_only_to_be_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        assert_eq!((read_state(&path, true), read_state(&path, false)), (Ok(None), Ok(None)));
        fs::write(&path, "text").unwrap();
        assert_eq!(read_state(&path, true), Ok(Some("text".to_owned())));
        assert!(read_state(&path, false).is_err_and(|error| error.contains("state exists: give --resume")));
    }

    #[test]
    fn a_file_of_another_kind_is_neither_replaced_nor_promised() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let content = || Map::from_iter([("points".to_owned(), Value::from(2))]);
        for (old, is_own) in [
            ("[Event \"mine\"]\n\n1. e4 *\n", false),
            ("{\"name\": \"package\"}", false),
            ("[1]", false),
            ("", true),
            ("{\"points\": 1, \"more\": 2}", true),
        ] {
            fs::write(&path, old).unwrap();
            assert_eq!(check_writable(&path, &POINTS).is_ok(), is_own, "{old}");
            assert_eq!(write_json(&path, &POINTS, &content()).is_ok(), is_own, "{old}");
            let new = if is_own { "{\n  \"points\": 2\n}\n" } else { old };
            assert_eq!(fs::read_to_string(&path).unwrap(), new);
        }
    }

    #[cfg(unix)]
    #[test]
    fn json_goes_into_a_pipe_and_leaves_it_there() {
        use std::io::Read;
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        assert_eq!(check_writable(&pipe, &POINTS), Ok(()));
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
                text
            }
        });
        write_json(&pipe, &POINTS, &[1, 2]).unwrap();
        assert_eq!(reader.join().unwrap(), "[\n  1,\n  2\n]\n");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(replace(&pipe, &POINTS, b"").unwrap_err().contains("a pipe, not a file"));
    }
}
