//! Commands of the laboratory, a program of its own. `oxide88 match ...` runs `oxide88-lab match ...` if that lies
//! beside the engine or in `PATH`, as git and cargo do with commands that they do not know.

use std::ffi::OsString;
use std::process::Command;

use oxide88::command_line::find_program;

/// The program without its extension.
const PROGRAM: &str = "oxide88-lab";

/// Runs the laboratory with all arguments of this program in its place; returns only if that fails.
///
/// # Errors
/// A message with the `command`, if there is no laboratory or it cannot be started.
pub fn run(command: &str, arguments: impl Iterator<Item = OsString>) -> String {
    let Some(program) = find_program(PROGRAM) else {
        return format!(
            "{command} is a command of {PROGRAM}, which is neither beside this program nor in PATH: cargo install --path lab"
        );
    };
    let mut command = Command::new(&program);
    command.args(arguments);
    let error = replace_by(command);
    format!("cannot run {}: {error}", program.display())
}

#[cfg(unix)]
fn replace_by(mut command: Command) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

#[cfg(not(unix))]
fn replace_by(mut command: Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
