//! The command line. Each subcommand is a thin wrapper around a command of the UCI loop or a measurement; those that it
//! does not know are the laboratory's. Bad arguments are quoted in one line on standard error, with exit code 2.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, Parser, Subcommand, value_parser};
use log::LevelFilter;
use oxide88::command_line::{self, Failure, LAST, Stderr, VERSION, complain};
use oxide88::position::Position;
use oxide88::search::Replacement;
use oxide88::types::{Depth, MAX_PLY, quote};
use oxide88::uci::go::Go;
use oxide88::{bench, eval, perft, speedtest, uci};

use crate::laboratory;

const EXAMPLES: &str = "\
Examples:
  oxide88                                      speak UCI on standard input and output; type 'help' there
  oxide88 go depth 15                          search the start position
  oxide88 go movetime 2000 --fen \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"
  oxide88 eval \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"
  oxide88 bench                                node count and speed of this build
  oxide88 perft 5 --divide                     count the leaf nodes below each root move
  echo 'go depth 15' | oxide88                 the same search through UCI

The laboratory for measuring and improving engines is a program of its own, oxide88-lab; where it is installed, its
commands are found here too: match, analyze, suite, beside, datagen, tune, wdl, spsa, ablate.";

/// A UCI chess engine on a 0x88 board. Without a subcommand it speaks UCI.
#[derive(Parser)]
#[command(version = VERSION, after_help = EXAMPLES)]
struct Cli {
    /// Log level on standard error: off, error, warn, info, debug or trace [default: `RUST_LOG`, else warn]
    #[arg(long, global = true, value_name = "LEVEL", display_order = LAST)]
    log: Option<LevelFilter>,
    /// Show searches as a human-readable table, as on a terminal
    #[arg(long)]
    pretty: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands in order of use. No argument is explained in more than its line, so that `-h` and `--help` have the
/// same layout.
#[derive(Subcommand)]
enum Command {
    /// Search one position and print the best move
    #[command(after_help = "Example:\n  oxide88 go wtime 60000 btime 60000 winc 1000 binc 1000")]
    Go {
        /// Arguments of UCI's go: depth N, movetime MS, nodes N, mate N, wtime MS btime MS ..., searchmoves MOVES
        #[arg(required = true, allow_negative_numbers = true)]
        words: Vec<String>,
        /// Position to search [default: the start position]
        #[arg(long)]
        fen: Option<String>,
        /// Show the search as a human-readable table, as on a terminal
        #[arg(long)]
        pretty: bool,
    },
    /// Explain the evaluation of a position
    Eval {
        /// Position to evaluate [default: the start position]
        fen: Vec<String>,
    },
    /// Search 50 fixed positions and print nodes (reproducible on one thread) and speed
    #[command(
        after_help = "Example:\n  oxide88 bench 12 --hash 1 --replacement all        compare the replacement schemes"
    )]
    Bench {
        /// Depth of each search in plies
        #[arg(default_value_t = bench::Settings::default().depth, value_parser = value_parser!(i32).range(1..=MAX_PLY as i64))]
        depth: Depth,
        /// Search without the transposition table
        #[arg(long)]
        no_hash: bool,
        /// Search plain alpha-beta: without reductions, extensions, pruning and quiescence search
        #[arg(long)]
        plain: bool,
        /// Size of the transposition table in MiB
        #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=1 << 20))]
        hash: u32,
        /// Replacement scheme of the transposition table; all compares them
        #[arg(long, value_name = "SCHEME", default_value = Replacement::default().name(), value_parser = schemes())]
        replacement: String,
        /// Number of search threads; with more than one the node count varies
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
        threads: u32,
    },
    /// Count the leaf nodes of the tree of legal moves
    Perft {
        /// Depth in plies
        depth: u32,
        /// Root position [default: the start position]
        #[arg(long)]
        fen: Option<String>,
        /// Show the count below each root move
        #[arg(long)]
        divide: bool,
    },
    /// Measure the search speed on all cores
    #[command(after_help = speedtest::EXAMPLES)]
    Speedtest(speedtest::Options),
    #[command(external_subcommand)]
    Laboratory(Vec<OsString>),
}

/// Parses the name of a replacement scheme, or `all`.
fn schemes() -> PossibleValuesParser {
    PossibleValuesParser::new(Replacement::ALL.map(Replacement::name).into_iter().chain(["all"]))
}

/// Runs the program.
pub fn run() -> ExitCode {
    if let Some(command) = foreign_help() {
        complain(Stderr, &format!("oxide88: {} (try --help)", call_laboratory(&command)));
        return ExitCode::from(2);
    }
    let level = |cli: &Cli| cli.log;
    command_line::run("oxide88", Stderr, level, |cli| obey(cli.command, cli.pretty || is_at_terminal()))
}

/// Returns the command of `oxide88 help COMMAND` if it is not one of this program.
fn foreign_help() -> Option<OsString> {
    let mut words = env::args_os().skip(1);
    let (help, command) = (words.next()?, words.next()?);
    let is_known = || command == "help" || Cli::command().find_subcommand(&command).is_some();
    (help == "help" && !is_known()).then_some(command)
}

/// Runs the laboratory with the arguments of this program; returns the reason if that fails.
fn call_laboratory(command: &OsString) -> String {
    laboratory::run(&quote(&command.to_string_lossy()), env::args_os().skip(1))
}

/// Returns whether a person types and reads, rather than another program.
fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn obey(command: Option<Command>, pretty: bool) -> Result<(), Failure> {
    let mut out = io::stdout();
    let Some(command) = command else {
        uci::run(io::stdin().lock(), Arc::new(uci::Output::stdout()), pretty);
        return Ok(());
    };
    match command {
        Command::Go { words, fen, pretty: as_table } => {
            let position = position(fen.as_deref())?;
            let go = Go::parse(words.iter().flat_map(|word| word.split_whitespace()))?;
            let (limits, notes) = go.limits(&position);
            let notes = notes.join("; ");
            if limits.searchmoves.as_ref().is_some_and(Vec::is_empty) {
                return Err(notes.into());
            }
            if !notes.is_empty() {
                complain(Stderr, &format!("oxide88: {notes}"));
            }
            if !limits.is_bounded() {
                let words = quote(&words.join(" "));
                return Err(format!("go {words} would never end: give depth, movetime, nodes, mate or a clock").into());
            }
            uci::search(position, limits, &Arc::new(uci::Output::stdout()), pretty || as_table);
        }
        Command::Eval { fen } => {
            let fen = Some(fen.join(" ")).filter(|fen| !fen.is_empty());
            writeln!(out, "{}", eval::explain(&position(fen.as_deref())?).trim_end())?;
        }
        Command::Bench { depth, no_hash, plain, hash, replacement, threads } => {
            let (hash, threads) = (hash as usize, threads as usize);
            let settings = bench::Settings {
                depth,
                hash,
                use_table: !no_hash,
                selective: !plain,
                threads,
                ..bench::Settings::default()
            };
            match Replacement::ALL.into_iter().find(|scheme| scheme.name() == replacement) {
                Some(replacement) => {
                    bench::run(&bench::Settings { replacement, ..settings }, &mut out)?;
                }
                None => bench::compare_replacement(&settings, &mut out)?,
            }
        }
        Command::Perft { depth, fen, divide } => {
            let position = position(fen.as_deref())?;
            perft::run(&position, depth, divide, !position.is_standard_castling(), &mut out)?;
        }
        Command::Speedtest(options) => speedtest::run(&options, &mut out)?,
        Command::Laboratory(words) => {
            return Err(call_laboratory(&words.first().cloned().unwrap_or_default()).into());
        }
    }
    Ok(())
}

fn position(fen: Option<&str>) -> Result<Position, String> {
    fen.map_or_else(
        || Ok(Position::start()),
        |fen| Position::from_fen(fen).map_err(|error| format!("bad FEN {}: {error}", quote(fen))),
    )
}
