//! Helpers of the laboratory's tests: the two programs and their output.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The laboratory.
pub const LAB: &str = env!("CARGO_BIN_EXE_oxide88-lab");

/// Returns the path of the engine, which `cargo test --workspace` builds beside the laboratory.
pub fn engine() -> PathBuf {
    let path = Path::new(LAB).with_file_name(format!("oxide88{}", std::env::consts::EXE_SUFFIX));
    assert!(path.is_file(), "there is no {}: test with --workspace", path.display());
    path
}

/// Runs the laboratory to its end.
pub fn run(arguments: &[&str]) -> Output {
    Command::new(LAB).args(arguments).stdin(Stdio::null()).output().expect("the laboratory starts")
}

/// Returns what a program wrote to standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns what a program wrote to standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns a path as text.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Checks that a command refuses bad arguments with one line that gives the reason, and writes nothing else.
pub fn assert_refused(command: &str, cases: &[(Vec<&str>, &str)]) {
    for (arguments, reason) in cases {
        let output = run(&[&[command], &arguments[..]].concat());
        assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(2), 1), "{arguments:?}");
        assert!(stderr(&output).contains(reason) && output.stdout.is_empty(), "{arguments:?}: {}", stderr(&output));
    }
}
