//! The binary: UCI over standard input and output, or one of the subcommands in [`cli`].

mod cli;
mod laboratory;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
