//! The command line of the laboratory. Bad arguments are quoted in one line on standard error, with exit code 2.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use log::LevelFilter;
use oxide88::command_line::{self, Failure, LAST, VERSION};
use oxide88_lab::{
    Stderr, ablate, analyze, arena, beside, datagen, hitrates, prediction, residuals, screen, spsa, suite, tune, wdl,
};

const EXAMPLES: &str = "\
Examples, also as oxide88-lab ...:
  oxide88 match oxide88 toga2 --games 100      play a match between two engines
  oxide88 analyze game.pgn                     comment on a game, or analyze a position
  oxide88 suite wac.epd --nodes 100000         count the solved positions of a test suite
  oxide88 datagen --out data.bin --games 1000  generate positions for tuning from self-play games
  oxide88 spsa razoring_base --pairs 20000     tune a search parameter";

/// The laboratory of Oxide88: matches, test suites, analysis, data and tuning.
#[derive(Parser)]
#[command(name = "oxide88-lab", version = VERSION, after_help = EXAMPLES, subcommand_required = true)]
struct Cli {
    /// Log level on standard error: off, error, warn, info, debug or trace [default: `RUST_LOG`, else warn]
    #[arg(long, global = true, value_name = "LEVEL", display_order = LAST)]
    log: Option<LevelFilter>,
    #[command(subcommand)]
    command: Command,
}

/// The subcommands in order of use.
#[derive(Subcommand)]
enum Command {
    Match(Box<arena::Args>),
    /// Analyze a position, or comment on the moves of games
    #[command(after_help = analyze::EXAMPLES)]
    Analyze(analyze::Options),
    /// Solve the positions of an EPD file
    #[command(after_help = suite::EXAMPLES)]
    Suite(suite::Options),
    /// Compare the search speed with other engines
    #[command(after_help = beside::EXAMPLES)]
    Beside(beside::Options),
    /// Play games against itself and keep the quiet positions for tuning
    #[command(after_help = datagen::EXAMPLES)]
    Datagen(datagen::Options),
    /// Tune the evaluation weights on positions from games
    #[command(after_help = tune::EXAMPLES)]
    Tune(Box<tune::Options>),
    /// Fit the win rate model of `UCI_ShowWDL` to the games of a data set
    #[command(after_help = wdl::EXAMPLES)]
    Wdl(wdl::Options),
    /// Compare the static evaluation with deep searches, term by term
    #[command(after_help = residuals::EXAMPLES)]
    Residuals(residuals::Options),
    /// Compare the scores of players with the results of their games
    #[command(after_help = prediction::EXAMPLES)]
    Prediction(prediction::Options),
    /// Tune search parameters by games against itself (SPSA)
    #[command(after_help = spsa::EXAMPLES)]
    Spsa(spsa::Options),
    /// Measure the worth of changes to search parameters by games against itself
    #[command(after_help = screen::EXAMPLES)]
    Screen(screen::Options),
    /// Measure the worth of evaluation terms by games against itself
    #[command(after_help = ablate::EXAMPLES)]
    Ablate(ablate::Options),
    /// Measure the hit rates of the pawn hash table by its size
    #[command(after_help = hitrates::EXAMPLES)]
    Hitrates(hitrates::Options),
}

/// Runs the program.
pub fn run() -> ExitCode {
    command_line::run("oxide88-lab", Stderr, |cli: &Cli| cli.log, |cli| obey(cli.command))
}

fn obey(command: Command) -> Result<(), Failure> {
    let out = &mut io::stdout();
    match command {
        Command::Match(args) => arena::run(&args, out),
        Command::Analyze(options) => analyze::run(&options, out),
        Command::Suite(options) => suite::run(&options, out),
        Command::Beside(options) => beside::run(&options, out),
        Command::Datagen(options) => datagen::run(&options, out),
        Command::Tune(options) => tune::run(&options, out),
        Command::Wdl(options) => wdl::run(&options, out),
        Command::Residuals(options) => residuals::run(&options, out),
        Command::Prediction(options) => prediction::run(&options, out),
        Command::Spsa(options) => spsa::run(&options, out),
        Command::Screen(options) => screen::run(&options, out),
        Command::Ablate(options) => ablate::run(&options, out),
        Command::Hitrates(options) => hitrates::run(&options, out),
    }
}
