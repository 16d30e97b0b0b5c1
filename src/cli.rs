//! The command line. Each subcommand is a thin wrapper around a command of the UCI loop or a measurement. Any other
//! command of the UCI loop is obeyed as if it were typed there, and the laboratory's are passed on. Bad arguments are
//! quoted in one line on standard error, with exit code 2.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, Parser, Subcommand, value_parser};
use log::LevelFilter;
use oxide88::command_line::{
    self, Failure, INTERRUPTED, LABORATORY_COMMANDS, LAST, Stderr, VERSION, complain, in_one_line,
};
use oxide88::position::Position;
use oxide88::search::{Control, Replacement};
use oxide88::types::quote;
use oxide88::uci::go::Go;
use oxide88::{bench, eval, files, perft, speedtest, uci};

use crate::laboratory;

const EXAMPLES: &str = "\
Examples:
  oxide88                    speak UCI; type 'help' there
  oxide88 go depth 15        search the start position
  oxide88 go movetime 500 --fen \"4k3/8/8/8/8/8/4P3/4K3 w - -\"
  oxide88 eval \"4k3/8/8/8/8/8/4P3/4K3 w - -\"
  oxide88 bench              node count, speed of this build
  oxide88 perft 5 --divide   leaf nodes below each root move
  oxide88 d                  any command of UCI
  echo 'go depth 15' | oxide88

The laboratory for measuring and improving engines is a
program of its own, oxide88-lab; where it is installed, its
commands are found here too: match, analyze, suite, beside,
datagen, tune, residuals, prediction, wdl, spsa, screen,
ablate, hitrates.";

/// A UCI chess engine on an 0x88 board. Without a subcommand it speaks UCI.
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
    #[command(
        after_help = "Examples:\n  oxide88 go wtime 60000 btime 60000 winc 1000 binc 1000\n  oxide88 go depth 20 --threads 2 --hash 256 --multipv 3"
    )]
    Go {
        /// Arguments of UCI's go: depth N, movetime MS, nodes N, mate N, wtime MS btime MS ..., searchmoves MOVES
        #[arg(required = true, allow_negative_numbers = true)]
        words: Vec<String>,
        /// Position to search, or 'startpos', the default
        #[arg(long, default_value = STARTPOS, hide_default_value = true)]
        fen: String,
        /// Number of search threads
        #[arg(long, value_name = "N")]
        threads: Option<u32>,
        /// Size of the transposition table in MiB
        #[arg(long, value_name = "MB")]
        hash: Option<u32>,
        /// Number of lines to show
        #[arg(long, value_name = "N")]
        multipv: Option<u32>,
        /// Show the search as a human-readable table, as on a terminal
        #[arg(long)]
        pretty: bool,
    },
    /// Explain the evaluation of a position
    #[command(
        after_help = "Examples:\n  oxide88 eval \"4k3/8/8/8/8/8/4P3/4K3 w - -\"\n  oxide88 eval --map --svg map.svg startpos"
    )]
    Eval {
        /// Position to evaluate, or 'startpos', the default
        fen: Vec<String>,
        /// Show the worth of each kind of piece on each square instead
        #[arg(long)]
        map: bool,
        /// Draw the map into this SVG file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
    /// Search 50 fixed positions and print nodes (reproducible on one thread) and speed
    #[command(after_help = "Example:\n  oxide88 bench 12 --hash 1 --replacement all")]
    Bench {
        /// Depth of each search in plies, or Stockfish's words: 16 1 13 default depth
        #[arg(value_name = "DEPTH", default_value = "13")]
        words: Vec<String>,
        /// Search without the transposition table
        #[arg(long)]
        no_hash: bool,
        /// Search plain alpha-beta: without reductions, extensions, pruning and quiescence search
        #[arg(long)]
        plain: bool,
        /// Size of the transposition table in MiB [default: 64]
        #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(1..=1 << 20))]
        hash: Option<u32>,
        /// Replacement scheme of the transposition table; all compares them
        #[arg(long, value_name = "SCHEME", default_value = Replacement::default().name(), value_parser = schemes())]
        replacement: String,
        /// Number of search threads [default: 1]; with more the node count varies
        #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
        threads: Option<u32>,
    },
    /// Count the leaf nodes of the tree of legal moves
    Perft {
        /// Depth in plies
        #[arg(value_parser = value_parser!(u32).range(..=i64::from(perft::MAX_DEPTH)))]
        depth: u32,
        /// Root position, or 'startpos', the default
        #[arg(long, default_value = STARTPOS, hide_default_value = true)]
        fen: String,
        /// Show the count below each root move
        #[arg(long)]
        divide: bool,
    },
    /// Measure the search speed on all cores
    #[command(after_help = speedtest::EXAMPLES)]
    Speedtest(speedtest::Options),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// Size of the largest picture that another may replace, in bytes.
const LARGEST_PICTURE: u64 = 1 << 24;

/// A word for the start position.
const STARTPOS: &str = "startpos";

/// Parses the name of a replacement scheme, or `all`.
fn schemes() -> PossibleValuesParser {
    PossibleValuesParser::new(Replacement::ALL.map(Replacement::name).into_iter().chain(["all"]))
}

/// Runs the program.
pub fn run() -> ExitCode {
    if let Some(command) = foreign_help() {
        complain(Stderr, &format!("oxide88: {}", call_laboratory(&command)));
        return ExitCode::from(2);
    }
    let level = |cli: &Cli| cli.log;
    command_line::run("oxide88", Stderr, level, |cli| obey(cli.command, cli.pretty))
}

/// Returns the command of `oxide88 help COMMAND` if it is the laboratory's.
fn foreign_help() -> Option<String> {
    let mut words = env::args_os().skip(1);
    let (help, command) = (words.next()?, words.next()?.into_string().ok()?);
    (help == "help" && LABORATORY_COMMANDS.contains(&command.as_str())).then_some(command)
}

/// Runs the laboratory with the arguments of this program; returns the reason if that fails.
fn call_laboratory(command: &str) -> String {
    laboratory::run(&quote(command), env::args_os().skip(1))
}

/// Returns whether a person types and reads, rather than another program.
fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn obey(command: Option<Command>, pretty: bool) -> Result<(), Failure> {
    let mut out = io::stdout();
    match command {
        None if is_at_terminal() => uci::run_at_terminal(),
        None => with_output(|output| {
            uci::run(io::stdin().lock(), Arc::clone(output), pretty);
            Ok(())
        })?,
        Some(Command::Go { words, fen, threads, hash, multipv, pretty: as_table }) => {
            let settings = [("Threads", threads), ("Hash", hash), ("MultiPV", multipv)];
            let settings: Vec<(&str, String)> =
                settings.into_iter().filter_map(|(name, value)| Some((name, value?.to_string()))).collect();
            go(&words, &position(&fen)?, &settings, pretty || as_table || is_at_terminal())?;
        }
        Some(Command::Eval { fen, map, svg }) => {
            let fen = if fen.is_empty() { STARTPOS.to_owned() } else { fen.join(" ") };
            let position = position(&fen)?;
            if let Some(path) = &svg {
                draw_map(&position, path)?;
            }
            if map {
                writeln!(out, "{}", uci::map::text(&position, console::colors_enabled()).trim_end())?;
            } else if svg.is_none() {
                writeln!(out, "{}", eval::explain(&position).trim_end())?;
            }
        }
        Some(Command::Bench { words, no_hash, plain, hash, replacement, threads }) => {
            let mut words = words.iter().flat_map(|word| word.split_whitespace());
            let mut settings = bench::Settings::parse(&mut words)?;
            if let Some(word) = words.next() {
                return Err(format!("bench: unknown word {}", quote(word)).into());
            }
            settings.use_table = !no_hash;
            settings.selective = !plain;
            settings.hash = hash.map_or(settings.hash, |hash| hash as usize);
            settings.threads = threads.map_or(settings.threads, |threads| threads as usize);
            match Replacement::ALL.into_iter().find(|scheme| scheme.name() == replacement) {
                Some(replacement) => {
                    bench::run(&bench::Settings { replacement, ..settings }, &mut out)?;
                }
                None => bench::compare_replacement(&settings, &mut out)?,
            }
        }
        Some(Command::Perft { depth, fen, divide }) => {
            let position = position(&fen)?;
            perft::run(&position, depth, divide, !position.is_standard_castling(), &mut out)?;
        }
        Some(Command::Speedtest(options)) => speedtest::run(&options, &mut out)?,
        Some(Command::Other(words)) => {
            let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            obey_other(&words, pretty || is_at_terminal())?;
        }
    }
    Ok(())
}

/// Obeys a command of the UCI loop, in one argument or several, or one of the laboratory.
fn obey_other(words: &[String], pretty: bool) -> Result<(), Failure> {
    let line = words.join(" ");
    let first = line.split_whitespace().next().unwrap_or_default();
    if uci::command::is_known(first) {
        return with_output(|output| Ok(uci::obey_line(&line, output, pretty)?));
    }
    if LABORATORY_COMMANDS.contains(&first) {
        return Err(call_laboratory(first).into());
    }
    // The parser knows which one may be meant.
    let own = Cli::command();
    let known = own.get_subcommands().cloned().chain(LABORATORY_COMMANDS.map(clap::Command::new));
    let parser = clap::Command::new("oxide88").subcommand_required(true).subcommands(known);
    let refusal = parser.try_get_matches_from(["oxide88", first]).err();
    Err(Failure::Usage(
        refusal.map_or_else(|| format!("unrecognized subcommand {}", quote(first)), |error| in_one_line(&error)),
    ))
}

/// Searches a position with UCI's words for `go`.
fn go(words: &[String], position: &Position, settings: &[(&str, String)], pretty: bool) -> Result<(), Failure> {
    let mut each_word = words.iter().flat_map(|word| word.split_whitespace());
    if each_word.clone().next() == Some("perft") {
        let depth = uci::command::perft_depth(each_word.nth(1))?;
        if let Some(word) = each_word.next() {
            return Err(format!("perft: unknown word {}", quote(word)).into());
        }
        perft::run(position, depth, true, !position.is_standard_castling(), &mut io::stdout())?;
        return Ok(());
    }
    let go = Go::parse(each_word)?;
    let (limits, notes) = go.limits(position);
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
    let control = Arc::new(Control::default());
    if pretty {
        stop_on_ctrl_c(Arc::clone(&control));
    }
    with_output(|output| uci::search(position.clone(), limits, settings, &control, output, pretty))
}

/// Runs `command` with the lines of UCI on standard output.
///
/// # Errors
/// Its own, or the output is lost.
fn with_output(command: impl FnOnce(&Arc<uci::Output>) -> Result<(), Failure>) -> Result<(), Failure> {
    let output = Arc::new(uci::Output::stdout());
    command(&output)?;
    Ok(output.check()?)
}

/// Lets Ctrl-C stop the search, and end the program if that does not help.
fn stop_on_ctrl_c(control: Arc<Control>) {
    let handler = ctrlc::set_handler(move || {
        if control.is_stopped() {
            process::exit(INTERRUPTED);
        }
        control.stop();
    });
    if let Err(error) = handler {
        log::info!("Ctrl-C will end the program without an answer: {error}");
    }
}

/// Draws the map of a position into an SVG file, which replaces no file of another kind.
fn draw_map(position: &Position, path: &Path) -> Result<(), String> {
    let check = |file: &mut File| {
        let bytes = files::read_to_end(file, LARGEST_PICTURE)?;
        let is_picture = str::from_utf8(&bytes).is_ok_and(files::is_svg);
        if is_picture { Ok(()) } else { Err(io::Error::other("it holds something other than an SVG picture")) }
    };
    let write = |out: &mut dyn Write| out.write_all(uci::map::svg(position).as_bytes());
    files::replace(path, check, write)
        .map_err(|error| format!("cannot write {}: {error}", quote(&path.to_string_lossy())))
}

fn position(fen: &str) -> Result<Position, String> {
    if fen == STARTPOS {
        return Ok(Position::start());
    }
    Position::from_fen(fen).map_err(|error| format!("bad FEN {}: {error}", quote(fen)))
}
