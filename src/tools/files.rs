//! Files that tell how far a run has come. They are replaced as a whole, so that whenever it is killed there is a good one.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

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

/// A file beside `path`.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}
