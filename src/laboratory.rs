//! Commands of the laboratory, a program of its own. `oxide88 match ...` runs `oxide88-lab match ...` if that lies
//! beside the engine or in `PATH`, as git and cargo do with commands that they do not know.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// The program without its extension.
const PROGRAM: &str = "oxide88-lab";

/// Finds the laboratory beside this program, else in `PATH`.
fn find() -> Option<PathBuf> {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().map(|program| program.with_file_name(&name));
    let in_path = env::var_os("PATH");
    let in_path = in_path.iter().flat_map(env::split_paths).map(|folder| folder.join(&name));
    beside.into_iter().chain(in_path).find(|program| program.is_file())
}

/// Runs the laboratory with all arguments of this program in its place; returns only if that fails.
///
/// # Errors
/// A message with the `word` that is no command here, if there is no laboratory or it cannot be started.
pub fn run(word: &str, arguments: impl Iterator<Item = OsString>) -> String {
    let Some(program) = find() else {
        return format!(
            "unrecognized subcommand {word}; match, analyze, suite and others are in {PROGRAM}, which is neither beside \
             this program nor in PATH: cargo install --path lab"
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
