//! Files in the folders of tests.

use std::fs;
use std::path::Path;

/// Returns the names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Creates a named pipe in a folder.
#[cfg(unix)]
pub fn pipe(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("a pipe");
    nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    path
}

/// Checks that there is still a pipe.
#[cfg(unix)]
pub fn is_pipe(path: &Path) {
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::symlink_metadata(path).expect("it is there").file_type().is_fifo());
}
