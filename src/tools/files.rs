//! Files that are replaced as a whole, so that whenever a run is killed there is a good one.

use std::fs::{self, File};
use std::io::Write;
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

/// A file beside `path`.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}
