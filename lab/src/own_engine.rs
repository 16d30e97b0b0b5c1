//! The engine that this laboratory belongs to.

use std::path::PathBuf;

use oxide88::command_line::find_program;

/// Returns the path of `oxide88` beside this program, else in `PATH`.
///
/// # Errors
/// A message if there is none.
pub fn own_engine() -> Result<PathBuf, String> {
    find_program("oxide88").ok_or_else(|| "there is no oxide88 beside this program or in PATH".to_owned())
}
