//! Training positions for tuning: the engine plays itself from random openings, one game per core, and the quiet
//! positions of its games are kept with score and result. The same build and options always produce the same file,
//! byte for byte, whatever the number of threads and interruptions: running it again continues.
//!
//! ```text
//!   play     a game from its number     store    append, continue, no position twice
//!   record   a position in 32 bytes     file     header, games, Reader          info   counts for people
//! ```

pub mod file;
mod info;
mod play;
pub mod record;
mod store;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use clap::value_parser;

use super::Failure;
use super::progress::{Progress, complain};
use file::{Game, Header};
use oxide88::bench;
use oxide88::search::Searcher;
use oxide88::speedtest::cores;
use store::Store;

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 datagen --out data.bin --games 40000           again to continue, or with more games
  oxide88 datagen --info data.bin --head 5               what is in it";

const USAGE: &str = "\
oxide88 datagen --out FILE --games N [OPTIONS]
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
    #[arg(long, value_name = "N", required_unless_present = "info")]
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
    /// Random plies at the start of each game; half of the games have one more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u16).range(1..=40))]
    pub random_plies: u16,
    /// Describe the contents of this file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "games"])]
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
    match (&options.info, &options.out) {
        (Some(path), _) => info::run(path, options.head, out),
        (None, Some(path)) => generate(path, options, out),
        (None, None) => Err("no file named".to_owned().into()),
    }
}

fn generate(path: &Path, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let &Options { random_plies, seed, nodes, .. } = options;
    let games = options.games.unwrap_or(0);
    let header = Header { engine: signature()?, random_plies, seed, nodes };
    let mut store = Store::open(path, &header)?;
    if store.cut > 0 {
        complain(&format!("{}: cut off {} bytes of an unfinished game", path.display(), store.cut));
    }
    let (games_before, positions_before) = (store.games(), store.positions());
    if games_before > 0 {
        complain(&format!("{}: continuing after {games_before} games", path.display()));
    }

    let mut progress = Progress::new("games", games, games_before.min(games));
    let threads = options.threads.map_or_else(cores, |threads| threads as usize);
    play_games(&header, threads, games_before..games, |game| {
        store.append(game).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let positions = store.positions();
        let speed = per_second(positions - positions_before, progress.elapsed());
        progress.advance(&format!("{positions} positions, {speed:.0}/s"));
        Ok(())
    })?;

    let (time, new) = (progress.elapsed(), store.positions() - positions_before);
    drop(progress);
    let new_games = store.games() - games_before;
    writeln!(out, "Games      : {}, {new_games} of them new", store.games())?;
    writeln!(out, "Positions  : {}, {new} of them new", store.positions())?;
    writeln!(out, "Duplicates : {} dropped", store.duplicates())?;
    writeln!(out, "Time       : {:.1} s on {threads} threads", time.as_secs_f64())?;
    writeln!(
        out,
        "Speed      : {:.1} positions/s, {:.0} games/h",
        per_second(new, time),
        3600.0 * per_second(new_games, time)
    )?;
    Ok(())
}

/// Returns a number that depends on search and evaluation, so that a file does not mix games of different engines: the
/// node count of a small bench, modulo 65536.
fn signature() -> io::Result<u16> {
    Ok(bench::run(
        &bench::Settings { limit: bench::Limit::Depth(3), hash: 1, ..bench::Settings::default() },
        &mut io::sink(),
    )? as u16)
}

/// Plays the games with these `numbers` on `threads` threads and passes them to `keep` in order; stops at its first
/// error.
fn play_games(
    header: &Header,
    threads: usize,
    numbers: std::ops::Range<u64>,
    mut keep: impl FnMut(Game) -> io::Result<()>,
) -> Result<(), Failure> {
    let searchers: Result<Vec<Searcher>, _> = (0..threads).map(|_| Searcher::with_hash(HASH)).collect();
    let searchers = searchers.map_err(|error| error.to_string())?;
    let next = AtomicU64::new(numbers.start);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut searcher in searchers {
            let (sender, next, end) = (sender.clone(), &next, numbers.end);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone if a game could not be written.
                    if number >= end || sender.send(play::play(&mut searcher, header, number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = numbers.start;
        for game in receiver {
            early.insert(game.number, game);
            while let Some(game) = early.remove(&expected) {
                keep(game)?;
                expected += 1;
            }
        }
        Ok(())
    })
}

fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}
