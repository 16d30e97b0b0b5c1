//! The frame that the command lines of the engine and of its laboratory share: logging, messages on standard error, the
//! exit code, and how each finds the other. The code is 2 for what the user can put right, 1 for lost output.

use std::env;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use env_logger::{Builder, Env, Target};
use log::LevelFilter;

use crate::types::{printable, printable_lines};

/// The package version, followed by the build description from `build.rs`.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("OXIDE88_BUILD"), ")");

/// The exit code after Ctrl-C, as shells have it.
pub const INTERRUPTED: i32 = 130;

/// Position of a global option in the help: after a command's own options and before `--help`.
pub const LAST: usize = 900;

/// The commands of the laboratory in order of use, which the engine passes on to it.
pub const LABORATORY_COMMANDS: [&str; 13] = [
    "match",
    "analyze",
    "suite",
    "beside",
    "datagen",
    "tune",
    "wdl",
    "residuals",
    "prediction",
    "spsa",
    "screen",
    "ablate",
    "hitrates",
];

/// A reason why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Wrong input, explained in a sentence.
    Input(String),
    /// A command line that the help explains, likewise.
    Usage(String),
    /// The output could not be written.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(sentence) | Self::Usage(sentence) => f.write_str(sentence),
            Self::Output(error) => write!(f, "output lost: {error}"),
        }
    }
}

impl From<String> for Failure {
    fn from(sentence: String) -> Self {
        Self::Input(sentence)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Standard error. The text may come from anywhere, so of its control characters only line ends and tabs reach the
/// terminal.
#[derive(Clone, Copy, Debug)]
pub struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(printable_lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Writes one line for people to `stderr`; errors are ignored.
pub fn complain(mut stderr: impl Write, line: &str) {
    let _ = stderr.write_all(format!("{}\n", printable(line)).as_bytes());
}

/// Finds a program by its name without extension: beside this one, else in `PATH`. Programs that cargo builds for tests
/// lie in a folder `deps` below the others.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let this = env::current_exe().ok()?;
    let folder = this.parent()?;
    let folder = folder.parent().filter(|_| folder.ends_with("deps")).unwrap_or(folder);
    find_in([folder.to_owned()], name).or_else(|| find_in_path(name))
}

/// Finds a program in `PATH` by its name without extension.
pub fn find_in_path(name: &str) -> Option<PathBuf> {
    find_in(env::split_paths(&env::var_os("PATH")?), name)
}

fn find_in(folders: impl IntoIterator<Item = PathBuf>, name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    folders.into_iter().map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// Parses the arguments of `program`, starts logging at the level in them (`None`: as `RUST_LOG` says, else warnings)
/// and executes the command. Messages and the log go to `stderr`.
pub fn run<Cli: Parser>(
    program: &str,
    stderr: impl Write + Copy + Send + 'static,
    level: impl FnOnce(&Cli) -> Option<LevelFilter>,
    command: impl FnOnce(Cli) -> Result<(), Failure>,
) -> ExitCode {
    let refuse = |sentence: &str, hint: &str| {
        complain(stderr, &format!("{program}: {sentence}{hint}"));
        ExitCode::from(2)
    };
    let help = " (try --help)";
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return refuse(&in_one_line(&error), help),
        Err(help) => help.exit(),
    };
    let mut logger = Builder::from_env(Env::default().default_filter_or("warn"));
    if let Some(level) = level(&cli) {
        logger = Builder::new();
        logger.filter_level(level);
    }
    logger.target(Target::Pipe(Box::new(stderr))).init();
    match command(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(sentence)) => refuse(&sentence, ""),
        Err(Failure::Usage(sentence)) => refuse(&sentence, help),
        // The reader has closed the pipe, as `head` does.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            complain(stderr, &format!("{program}: {failure}"));
            ExitCode::FAILURE
        }
    }
}

/// Joins clap's message and its suggestions, without the usage that follows them, into one line.
pub fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let is_end = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = text.lines().map(str::trim).take_while(|line| !is_end(line)).filter(|line| !line.is_empty());
    let mut sentence = String::new();
    for line in lines {
        let line = line.trim_start_matches("error: ");
        let (gap, line) = line.strip_prefix("tip: ").map_or((" ", line), |tip| ("; ", tip));
        if !sentence.is_empty() {
            sentence.push_str(gap);
        }
        sentence.push_str(line);
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Parser, Debug)]
    #[command(no_binary_name = true)]
    struct Arguments {
        #[arg(long, value_parser = ["always", "ancient"])]
        replacement: Option<String>,
    }

    #[test]
    fn a_message_has_the_suggestions_and_not_the_usage() {
        for (argument, expected) in [
            (
                "--replacment=always",
                "unexpected argument '--replacment' found; a similar argument exists: '--replacement'",
            ),
            (
                "--replacement=alway",
                "invalid value 'alway' for '--replacement <REPLACEMENT>' [possible values: always, ancient]; \
                 a similar value exists: 'always'",
            ),
        ] {
            let error = Arguments::try_parse_from([argument]).unwrap_err();
            assert_eq!(in_one_line(&error), expected);
        }
    }
}
