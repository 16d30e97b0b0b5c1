//! Hit rates of the pawn hash table by its size: for the pawns, and for the pawns with both kings and the castling
//! rights. Over the bench positions, each with an empty table, and over whole games of self-play, in which a
//! table keeps what it has. What is in the table changes no value, so all sizes search the same.

use std::io::Write;
use std::path::PathBuf;

use clap::value_parser;

use super::Failure;
use super::chart::{Chart, Curve, PICTURE, Point, Scale};
use super::datagen::file::Header;
use super::datagen::play::play;
use super::files::check_replaceable;
use super::progress::complain;
use oxide88::bench::BENCH_POSITIONS;
use oxide88::eval::{PawnStatistics, PawnTable};
use oxide88::position::Position;
use oxide88::search::{Control, Limits, Searcher, Statistics, Switches};
use oxide88::types::{Depth, MAX_PLY};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 hitrates
  oxide88 hitrates --depth 18 --games 10 --nodes 100000 --svg hitrates.svg";

/// The numbers of entries that are compared.
const SIZES: [usize; 7] = [1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16];

/// Random plies at the start of each game.
const RANDOM_PLIES: u16 = 8;

/// The options of `hitrates`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Depth of the searches of the bench positions in plies
    #[arg(long, value_name = "N", default_value_t = 13, value_parser = value_parser!(Depth).range(1..=MAX_PLY as i64))]
    depth: Depth,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 4)]
    games: u64,
    /// Nodes per move of the games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Draw the hit rates by size into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The counts with one size of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row {
    entries: usize,
    bench: PawnStatistics,
    games: PawnStatistics,
}

/// Measures the hit rates and writes the table to `out`.
///
/// # Errors
/// The picture or the output cannot be written, or memory or a thread is lacking.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &options.svg {
        check_replaceable(path, &PICTURE)?;
    }
    writeln!(
        out,
        "                        bench, depth {:<3}         games, {} nodes a move",
        options.depth, options.nodes
    )?;
    writeln!(out, "entries       KiB       pawns  with kings       pawns  with kings")?;
    let mut rows = Vec::new();
    for entries in SIZES {
        let row = Row { entries, bench: bench(options, entries)?, games: games(options, entries)? };
        let kibibytes = entries * PawnTable::ENTRY_BYTES / 1024;
        let [one, two, three, four] = row.rates().map(|rate| format!("{rate:.2} %"));
        writeln!(out, "{entries:>7} {kibibytes:>9} {one:>11} {two:>11} {three:>11} {four:>11}")?;
        rows.push(row);
    }
    options.svg.as_ref().map_or(Ok(()), |path| chart(&rows).save(path))?;
    Ok(())
}

impl Row {
    /// Returns the hit rates in percent: of pawns and of pawns with kings, over the bench and over games.
    fn rates(&self) -> [f64; 4] {
        let of = |counts: PawnStatistics| {
            [counts.hits, counts.king_hits].map(|hits| Statistics::percentage(hits, counts.probes))
        };
        let ([one, two], [three, four]) = (of(self.bench), of(self.games));
        [one, two, three, four]
    }
}

fn searcher(entries: usize) -> Result<Searcher, String> {
    let mut searcher = Searcher::with_hash(64).map_err(|error| error.to_string())?;
    searcher.set_switches(Switches { pawn_entries: entries, ..Switches::default() });
    Ok(searcher)
}

/// Counts over the bench positions.
fn bench(options: &Options, entries: usize) -> Result<PawnStatistics, String> {
    let mut searcher = searcher(entries)?;
    let mut sum = Statistics::default();
    for fen in BENCH_POSITIONS {
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        searcher.new_game();
        searcher.go(&position, &Limits::depth(options.depth), &Control::default(), &mut |_| ());
        sum = sum + searcher.statistics();
    }
    Ok(sum.pawns)
}

/// Counts over games.
fn games(options: &Options, entries: usize) -> Result<PawnStatistics, String> {
    let mut searcher = searcher(entries)?;
    let header = Header {
        engine: 0,
        random_plies: RANDOM_PLIES,
        seed: options.seed,
        nodes: options.nodes,
        rescored: None,
        chess960: false,
        openings: None,
    };
    let mut sum = Statistics::default();
    for number in 0..options.games {
        complain(&format!("{entries} entries: game {} of {}", number + 1, options.games));
        play(&mut searcher, &header, &[], number)?;
        sum = sum + searcher.statistics();
    }
    Ok(sum.pawns)
}

fn chart(rows: &[Row]) -> Chart {
    let names = ["Pawns, bench", "Pawns and kings, bench", "Pawns, games", "Pawns and kings, games"];
    let curve = |(index, name): (usize, &str)| {
        let point = |row: &Row| Point { x: row.entries as f64, y: row.rates()[index], error: None };
        Curve { name: Some(name.to_owned()), points: rows.iter().map(point).collect(), fitted: None }
    };
    Chart {
        title: "Hit rate of the pawn hash table".to_owned(),
        x: "Entries",
        scale: Scale::Log2,
        y: "Hits in percent of the probes",
        curves: names.into_iter().enumerate().map(curve).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: Options = Options { depth: 3, games: 1, nodes: 50, seed: 1, svg: None };

    #[test]
    fn a_larger_table_finds_more_and_kings_are_a_further_condition() {
        let [small, large] =
            [4, PawnTable::SIZE].map(|entries| [bench(&OPTIONS, entries).unwrap(), games(&OPTIONS, entries).unwrap()]);
        for (small, large) in small.into_iter().zip(large) {
            assert_eq!(small.probes, large.probes);
            assert!(small.hits < large.hits && small.king_hits < large.king_hits, "{small:?} {large:?}");
            assert!(large.king_hits < large.hits && large.hits < large.probes, "{large:?}");
        }
    }

    #[test]
    fn the_picture_has_a_curve_for_each_rate() {
        let counts = |hits| PawnStatistics { probes: 200, hits, king_hits: hits / 2 };
        let rows = [Row { entries: 1024, bench: counts(100), games: counts(40) }];
        let ends: Vec<f64> = chart(&rows).curves.iter().map(|curve| curve.points[0].y).collect();
        assert_eq!(ends, [50.0, 25.0, 20.0, 10.0]);
    }
}
