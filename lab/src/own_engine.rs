//! Programs by name, above all the engine that this laboratory belongs to.

use std::env;
use std::path::PathBuf;

/// Returns the path of `oxide88` beside this program or one folder above it, where cargo has it for tests, else in
/// `PATH`.
///
/// # Errors
/// A message if there is none.
pub fn own_engine() -> Result<PathBuf, String> {
    let this = env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let name = format!("oxide88{}", env::consts::EXE_SUFFIX);
    let near = this.ancestors().skip(1).take(2).map(|folder| folder.join(&name)).find(|path| path.is_file());
    near.or_else(|| in_path("oxide88")).ok_or_else(|| "there is no oxide88 beside this program or in PATH".to_owned())
}

/// Finds a program in `PATH` by its name without extension.
pub fn in_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|folder| folder.join(&name)).find(|path| path.is_file())
}
