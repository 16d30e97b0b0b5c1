//! The command line. Each subcommand is a thin wrapper around a command of the UCI loop or around a tool. Bad arguments
//! are quoted in one line on standard error, with exit code 2.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand, value_parser};
use env_logger::{Builder, Env, Target};
use log::LevelFilter;
use oxide88::position::Position;
use oxide88::tools::{
    Failure, Stderr, ablate, analyze, arena, bench, complain, datagen, perft, speedtest, spsa, suite, tune, wdl,
};
use oxide88::types::{Depth, MAX_PLY, quote};
use oxide88::uci::go::Go;
use oxide88::{eval, uci};

const EXAMPLES: &str = "\
Examples:
  oxide88                                      speak UCI on standard input and output; type 'help' there
  oxide88 go depth 15                          search the start position
  oxide88 go movetime 2000 --fen \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"
  oxide88 analyze game.pgn                     comment on a game, or analyze a position
  oxide88 eval \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"
  oxide88 bench                                node count and speed of this build
  oxide88 perft 5 --divide                     count the leaf nodes below each root move
  oxide88 match oxide88 toga2 --games 100      play a match between two engines
  oxide88 suite wac.epd --nodes 100000         count the solved positions of a test suite
  oxide88 datagen --out data.bin --games 1000  generate positions for tuning from self-play games
  oxide88 spsa razoring_base --pairs 20000     tune a search parameter
  echo 'go depth 15' | oxide88                 the same search through UCI";

/// The package version, followed by the build description from `build.rs`.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("OXIDE88_BUILD"), ")");

/// Position of the global option in the help: after a command's own options and before `--help`.
const LAST: usize = 900;

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

/// The subcommands in order of use: the engine's work, its speed and correctness, then the tools that measure and
/// improve it. No argument is explained in more than its line, so that `-h` and `--help` have the same layout.
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
    /// Analyze a position, or comment on the moves of games
    #[command(after_help = analyze::EXAMPLES)]
    Analyze(analyze::Options),
    /// Explain the evaluation of a position
    Eval {
        /// Position to evaluate [default: the start position]
        fen: Vec<String>,
    },
    /// Search 50 fixed positions and print nodes (reproducible on one thread) and speed
    Bench {
        /// Depth of each search in plies
        #[arg(default_value_t = bench::Settings::default().depth, value_parser = value_parser!(i32).range(1..=MAX_PLY as i64))]
        depth: Depth,
        /// Search without the transposition table
        #[arg(long)]
        no_hash: bool,
        /// Size of the transposition table in MiB
        #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=1 << 20))]
        hash: u32,
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
    /// Measure the search speed on all cores, or compare it with other engines
    #[command(after_help = speedtest::EXAMPLES)]
    Speedtest(speedtest::Options),
    Match(Box<arena::Args>),
    /// Solve the positions of an EPD file
    #[command(after_help = suite::EXAMPLES)]
    Suite(suite::Options),
    /// Play games against itself and keep the quiet positions for tuning
    #[command(after_help = datagen::EXAMPLES)]
    Datagen(datagen::Options),
    /// Tune the evaluation weights on positions from games
    #[command(after_help = tune::EXAMPLES)]
    Tune(Box<tune::Options>),
    /// Fit the win rate model of `UCI_ShowWDL` to the games of a data set
    #[command(after_help = wdl::EXAMPLES)]
    Wdl(wdl::Options),
    /// Tune search parameters by games against itself (SPSA)
    #[command(after_help = spsa::EXAMPLES)]
    Spsa(spsa::Options),
    /// Measure the worth of evaluation terms by games against itself
    #[command(after_help = ablate::EXAMPLES)]
    Ablate(ablate::Options),
}

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return refuse(&first_paragraph(&error.to_string())),
        Err(help) => help.exit(),
    };
    let mut logger = Builder::from_env(Env::default().default_filter_or("warn"));
    if let Some(level) = cli.log {
        logger = Builder::new();
        logger.filter_level(level);
    }
    logger.target(Target::Pipe(Box::new(Stderr))).init();
    match obey(cli.command, cli.pretty || is_at_terminal()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(sentence)) => refuse(&sentence),
        // The reader has closed the pipe, as `head` does.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            complain(&format!("oxide88: output lost: {error}"));
            ExitCode::FAILURE
        }
    }
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
                complain(&format!("oxide88: {notes}"));
            }
            if !limits.is_bounded() {
                let words = quote(&words.join(" "));
                return Err(format!("go {words} would never end: give depth, movetime, nodes, mate or a clock").into());
            }
            uci::search(position, limits, &Arc::new(uci::Output::stdout()), pretty || as_table);
        }
        Command::Analyze(options) => analyze::run(&options, &mut out)?,
        Command::Eval { fen } => {
            let fen = Some(fen.join(" ")).filter(|fen| !fen.is_empty());
            writeln!(out, "{}", eval::explain(&position(fen.as_deref())?).trim_end())?;
        }
        Command::Bench { depth, no_hash, hash, threads } => {
            let settings =
                bench::Settings { depth, hash: hash as usize, use_table: !no_hash, threads: threads as usize };
            bench::run(&settings, &mut out)?;
        }
        Command::Perft { depth, fen, divide } => {
            let position = position(fen.as_deref())?;
            perft::run(&position, depth, divide, !position.is_standard_castling(), &mut out)?;
        }
        Command::Speedtest(options) => speedtest::run(&options, &mut out)?,
        Command::Match(args) => arena::run(&args, &mut out)?,
        Command::Suite(options) => suite::run(&options, &mut out)?,
        Command::Datagen(options) => datagen::run(&options, &mut out)?,
        Command::Tune(options) => tune::run(&options, &mut out)?,
        Command::Wdl(options) => wdl::run(&options, &mut out)?,
        Command::Spsa(options) => spsa::run(&options, &mut out)?,
        Command::Ablate(options) => ablate::run(&options, &mut out)?,
    }
    Ok(())
}

fn position(fen: Option<&str>) -> Result<Position, String> {
    fen.map_or_else(
        || Ok(Position::start()),
        |fen| Position::from_fen(fen).map_err(|error| format!("bad FEN {}: {error}", quote(fen))),
    )
}

fn refuse(sentence: &str) -> ExitCode {
    complain(&format!("oxide88: {sentence} (try --help)"));
    ExitCode::from(2)
}

/// Joins clap's message, without the usage that follows it, into one line.
fn first_paragraph(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    lines.join(" ").trim_start_matches("error: ").to_owned()
}
