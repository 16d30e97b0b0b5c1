//! Files that tell how far a run has come, which are replaced as a whole, so that whenever it is killed there is a good
//! one; and those that are written at its end.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

/// Writes `bytes` to `path` by way of a file beside it.
///
/// # Errors
/// In a sentence: it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let write = || {
        let temporary = temporary(path);
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error: std::io::Error| format!("cannot write {}: {error}", path.display()))
}

/// The text of the file at `path` that a run goes on from; `None` if there is none yet.
///
/// # Errors
/// In a sentence: the file exists although it is not to be resumed, or cannot be read.
pub fn read_state(path: &Path, resume: bool) -> Result<Option<String>, String> {
    match fs::read_to_string(path) {
        Ok(_) if !resume => Err(format!("{} exists: give --resume to go on with it, or another name", path.display())),
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// Makes sure that a run can write to `path` at its end. What is there stays as it is.
///
/// # Errors
/// In a sentence: it cannot be written.
pub fn check_writable(path: &Path) -> Result<(), String> {
    // A pipe would tell its reader that all was said.
    if path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Ok(());
    }
    let is_new = path.symlink_metadata().is_err();
    let opened = File::options().append(true).create(true).open(path);
    opened.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    if is_new {
        let _ = fs::remove_file(path);
    }
    Ok(())
}

/// Writes `content` to `path` as JSON for programs to read.
///
/// # Errors
/// In a sentence: it cannot be written.
pub fn write_json(path: &Path, content: &impl Serialize) -> Result<(), String> {
    let text = serde_json::to_string_pretty(content).map_err(|error| error.to_string())?;
    fs::write(path, text + "\n").map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// A file beside `path`.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (new, old) = (folder.path().join("new"), folder.path().join("old"));
        fs::write(&old, "text").unwrap();
        assert_eq!((check_writable(&new), check_writable(&old)), (Ok(()), Ok(())));
        assert!(!new.exists() && fs::read_to_string(&old).unwrap() == "text");
        for path in [folder.path(), &folder.path().join("none/file"), &old.join("file")] {
            let error = check_writable(path).unwrap_err();
            assert!(error.starts_with(&format!("cannot write {}: ", path.display())), "{error}");
        }
    }
}
