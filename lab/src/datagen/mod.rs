//! Training positions for tuning: the engine plays itself from random openings or those of a file, one game per core,
//! and the quiet positions of its games are kept with score and result. The same build and options always produce the
//! same file, byte for byte, whatever the number of threads and interruptions: running it again continues.
//!
//! ```text
//!   play     a game from its number     store    append, continue, no position twice      openings  from a file
//!   record   a position in 32 bytes     file     header, games, Reader          info   counts for people
//!   rescore  its positions searched deeper, or those that a search visits
//! ```

pub mod file;
mod info;
mod openings;
pub mod play;
pub mod record;
mod rescore;
mod store;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::value_parser;

use super::Failure;
use super::progress::{Progress, complain};
use super::workers;
use file::{Choice, Game, Header, Reader, Rescored};
use openings::Openings;
use oxide88::bench;
use oxide88::search::Searcher;
use oxide88::speedtest::cores;
pub use play::is_worth_keeping;
use rescore::rescore;
use store::Store;

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 datagen --out data.bin --games 40000           again to continue, or with more games
  oxide88 datagen --out data.bin --games 40000 --openings book.epd
                                                         from the openings of a file
  oxide88 datagen --info data.bin --head 5               what is in it
  oxide88 datagen --rescore data.bin --nodes 30000 --out deep.bin
                                                         the same positions with deeper scores
  oxide88 datagen --rescore data.bin --visit 40000 --nodes 2000 --out visited.bin
                                                         positions that searches of 40,000 nodes visit";

const USAGE: &str = "\
oxide88 datagen --out FILE --games N [OPTIONS]
       oxide88 datagen --out FILE --rescore FILE [--nodes N] [--every N] [--threads N]
       oxide88 datagen --out FILE --rescore FILE --visit N [--samples N] [--roots N] [--nodes N] [--threads N]
       oxide88 datagen --info FILE [--head N]";

/// Size of each thread's transposition table in MiB: enough for some thousand nodes per move, and quick to clear.
const HASH: usize = 4;

/// The options of `datagen`.
#[derive(Clone, PartialEq, Eq, Debug, clap::Args)]
#[command(override_usage = USAGE)]
pub struct Options {
    /// Output file, created or continued
    #[arg(long, value_name = "FILE", required_unless_present = "info")]
    pub out: Option<PathBuf>,
    /// Total number of games in the file at the end, including those already there
    #[arg(long, value_name = "N", required_unless_present_any = ["info", "rescore"])]
    pub games: Option<u64>,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Random seed; another seed gives other games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of games played at the same time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Random plies at the start of each game; half of the games have one more [default: 8, or 2 with --openings]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(0..=40))]
    pub random_plies: Option<u16>,
    /// Play Chess960, from random start positions
    #[arg(long)]
    pub chess960: bool,
    /// Start from the openings of this file, .epd or .pgn, shuffled by the seed
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Play no games: search the positions of this file again, and write them with the new scores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "seed", "random_plies", "chess960", "openings"])]
    pub rescore: Option<PathBuf>,
    /// With --rescore: keep one in N positions of each game
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with_all = ["games", "info"], value_parser = value_parser!(u16).range(1..=256))]
    pub every: u16,
    /// With --rescore: search N nodes from one position of each game, and keep positions that this search visits
    #[arg(long, value_name = "N", requires = "rescore", conflicts_with_all = ["every", "games", "info"], value_parser = value_parser!(u32).range(1..))]
    pub visit: Option<u32>,
    /// With --visit: take so many of its positions; those in check or decided are not kept
    #[arg(long, value_name = "N", default_value_t = 40, requires = "visit", conflicts_with_all = ["games", "info"], value_parser = value_parser!(u16).range(1..=256))]
    pub samples: u16,
    /// With --visit: do so from this many positions of each game
    #[arg(long, value_name = "N", default_value_t = 1, requires = "visit", conflicts_with_all = ["games", "info"], value_parser = value_parser!(u16).range(1..=256))]
    pub roots: u16,
    /// Describe the contents of this file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "games", "rescore"])]
    pub info: Option<PathBuf>,
    /// Also write this many positions as `FEN | score | result`, both for White
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, requires = "info")]
    pub head: usize,
}

/// Creates or continues a file, or describes one; the summary goes to `out`.
///
/// # Errors
/// A file cannot be read, written or continued, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    match (&options.info, &options.out, &options.rescore) {
        (Some(path), ..) => info::run(path, options.head, out),
        (None, Some(path), None) => generate(path, options, out),
        (None, Some(path), Some(source)) => search_again(source, path, options, out),
        (None, None, _) => Err("no file named".to_owned().into()),
    }
}

fn generate(path: &Path, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let &Options { seed, nodes, chess960, .. } = options;
    let games = options.games.unwrap_or(0);
    let load = |path: &PathBuf| Openings::load(path, chess960, seed);
    let openings = options.openings.as_ref().map(load).transpose()?;
    let (positions, sum) =
        openings.map_or((Vec::new(), None), |openings| (openings.positions, Some(openings.checksum)));
    let random_plies = options.random_plies.unwrap_or(if sum.is_some() { 2 } else { 8 });
    let header = Header { engine: signature()?, random_plies, seed, nodes, rescored: None, chess960, openings: sum };
    let mut run = Run::open(path, &header, games)?;
    let numbers = run.games_before..games;
    run.add(options, numbers, |searcher, number| play::play(searcher, &header, &positions, number))?;
    run.print(options, out)
}

/// Writes the games of `source` with scores of a second search.
fn search_again(source: &Path, path: &Path, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let reader = || Reader::open(source).map_err(|error| error.to_string());
    let (played, nodes) = (*reader()?.header(), options.nodes);
    if played.rescored.is_some() {
        return Err(format!("{}: its positions were searched again already", source.display()).into());
    }
    let &Options { every, samples, roots, .. } = options;
    let choice = options.visit.map_or(Choice::Played { every }, |nodes| Choice::Visited { nodes, samples, roots });
    let second = Rescored { nodes, engine: signature()?, choice };
    let header = Header { rescored: Some(second), ..played };
    let entries = choice.entries();
    let mut run = Run::open(path, &header, reader()?.map_while(Result::ok).count() as u64 * entries)?;
    let mut fault = None;
    let games = reader()?.map_while(|game| game.map_err(|error| fault = Some(error)).ok());
    let parts = games.flat_map(|game| (0..entries).map(move |part| (game.clone(), part)));
    let jobs = parts.skip(run.games_before as usize);
    run.add(options, jobs, |searcher, (game, part)| rescore(searcher, &second, game, part))?;
    run.print(options, out)?;
    fault.map_or(Ok(()), |fault| Err(fault.to_string().into()))
}

/// A run that adds games to a file.
struct Run<'a> {
    path: &'a Path,
    store: Store,
    progress: Progress,
    games_before: u64,
    positions_before: u64,
}

impl<'a> Run<'a> {
    /// Creates or continues the file at `path`, which will have so many `games`.
    fn open(path: &'a Path, header: &Header, games: u64) -> Result<Self, Failure> {
        let store = Store::open(path, header)?;
        if store.cut > 0 {
            complain(&format!("{}: cut off {} bytes of an unfinished game", path.display(), store.cut));
        }
        let (games_before, positions_before) = (store.games(), store.positions());
        if games_before > 0 {
            complain(&format!("{}: continuing after {games_before} games", path.display()));
        }
        let progress = Progress::new("games", games, games_before.min(games));
        Ok(Self { path, store, progress, games_before, positions_before })
    }

    /// Makes a game of each job and appends it.
    fn add<J: Send>(
        &mut self,
        options: &Options,
        jobs: impl Iterator<Item = J> + Send,
        make: impl Fn(&mut Searcher, J) -> Result<Game, String> + Sync,
    ) -> Result<(), Failure> {
        let searchers: Result<Vec<Searcher>, _> = (0..threads(options)).map(|_| Searcher::with_hash(HASH)).collect();
        workers::share(searchers.map_err(|error| error.to_string())?, jobs, make, |game| {
            self.store.append(game?).map_err(|error| io::Error::other(format!("{}: {error}", self.path.display())))?;
            let positions = self.store.positions();
            let speed = per_second(positions - self.positions_before, self.progress.elapsed());
            self.progress.advance(&format!("{positions} positions, {speed:.0}/s"));
            Ok(())
        })
    }

    /// Prints the summary.
    fn print(self, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
        let (time, new) = (self.progress.elapsed(), self.store.positions() - self.positions_before);
        drop(self.progress);
        let new_games = self.store.games() - self.games_before;
        writeln!(out, "Games      : {}, {new_games} of them new", self.store.games())?;
        writeln!(out, "Positions  : {}, {new} of them new", self.store.positions())?;
        writeln!(out, "Duplicates : {} dropped", self.store.duplicates())?;
        writeln!(out, "Time       : {:.1} s on {} threads", time.as_secs_f64(), threads(options))?;
        writeln!(
            out,
            "Speed      : {:.1} positions/s, {:.0} games/h",
            per_second(new, time),
            3600.0 * per_second(new_games, time)
        )?;
        Ok(())
    }
}

fn threads(options: &Options) -> usize {
    options.threads.map_or_else(cores, |threads| threads as usize)
}

/// Returns a number that depends on search and evaluation, so that a file does not mix games of different engines: the
/// node count of a small bench, modulo 65536.
fn signature() -> io::Result<u16> {
    Ok(bench::run(
        &bench::Settings { limit: bench::Limit::Depth(3), hash: 1, ..bench::Settings::default() },
        &mut io::sink(),
    )? as u16)
}

fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}
