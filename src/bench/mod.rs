//! A fixed amount of work. The node count shows whether the search changed, the speed how fast it is, and the hit
//! rates how the hash tables perform. One thread and tables cleared before each position make the count reproducible.
//! With more threads, the time to the same depth shows their benefit. A small table shows what the replacement schemes
//! are worth.
//!
//! # Examples
//!
//! ```
//! use oxide88::bench::{Limit, Settings, run};
//!
//! let mut text = Vec::new();
//! let nodes = run(&Settings { limit: Limit::Depth(1), hash: 1, ..Settings::default() }, &mut text)?;
//! assert!(String::from_utf8_lossy(&text).contains(&format!("{nodes} nodes")));
//! # Ok::<(), std::io::Error>(())
//! ```

mod positions;

use std::fmt;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::position::Position;
use crate::search::{Bound, Control, Limits, Replacement, Report, Searcher, Statistics, Switches, nodes_per_second};
use crate::types::{Depth, MAX_PLY, quote};

pub use positions::BENCH_POSITIONS;

/// The limit of the search of a bench position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A depth in plies.
    Depth(Depth),
    /// A number of nodes.
    Nodes(u64),
    /// A time; the node count then varies from run to run.
    Time(Duration),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Time(time) => write!(f, "{} ms", time.as_millis()),
        }
    }
}

impl From<Limit> for Limits {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Depth(depth) => Self::depth(depth),
            Limit::Nodes(nodes) => Self::nodes(nodes),
            Limit::Time(time) => Self { movetime: Some(time), ..Self::default() },
        }
    }
}

/// The settings of a bench run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The limit of each search.
    pub limit: Limit,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// True if the search uses the transposition table.
    pub use_table: bool,
    /// True for the search as in play, false for plain alpha-beta: see [`Switches::selective`].
    pub selective: bool,
    /// Replacement scheme of the transposition table.
    pub replacement: Replacement,
    /// Number of search threads; with more than one the node count varies from run to run.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limit: Limit::Depth(13),
            hash: 64,
            use_table: true,
            selective: true,
            replacement: Replacement::default(),
            threads: 1,
        }
    }
}

impl Settings {
    /// Reads the words behind `bench`: either the depth alone, or those of Stockfish, `16 1 13 default depth`. These
    /// are the table in MiB, the threads, the limit, the positions, of which there is one set, and the kind of limit
    /// (`depth`, `nodes`, or `movetime` in milliseconds). Each may be left out with those behind it.
    ///
    /// # Errors
    /// A word is not understood or out of range; the sentence quotes it.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        const DEPTHS: RangeInclusive<u64> = 1..=MAX_PLY as u64;
        let depth = |word| number("the depth", word, DEPTHS).map(|depth| Limit::Depth(depth as Depth));
        let mut settings = Self::default();
        let words: Vec<&str> = words.take(5).collect();
        if let [word] = words[..] {
            return Ok(Self { limit: depth(word)?, ..settings });
        }
        let word = |index: usize, default| words.get(index).copied().unwrap_or(default);
        settings.hash = number("the hash table", word(0, "64"), 1..=1 << 20)? as usize;
        settings.threads = number("the number of threads", word(1, "1"), 1..=1024)? as usize;
        let positions = word(3, "default");
        if positions != "default" {
            return Err(format!("bench has its own positions, 'default', not {}", quote(positions)));
        }
        let limit = word(2, "13");
        settings.limit = match word(4, "depth") {
            "depth" => depth(limit)?,
            "nodes" => Limit::Nodes(number("the number of nodes", limit, 1..=u64::MAX)?),
            "movetime" => Limit::Time(Duration::from_millis(number("the time", limit, 1..=u64::from(u32::MAX))?)),
            other => return Err(format!("bench takes 'depth', 'nodes' or 'movetime', not {}", quote(other))),
        };
        Ok(settings)
    }
}

/// Parses a number in a range.
fn number(what: &str, word: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = word.parse().ok().filter(|number| range.contains(number));
    let (least, most) = range.into_inner();
    number.ok_or_else(|| format!("bench: {what} is a number from {least} to {most}, not {}", quote(word)))
}

/// Searches the bench positions, writes the result to `out` and returns the number of nodes. The last line is `N nodes
/// M nps`, as OpenBench reads it; the lines before have the names that Stockfish gives them.
///
/// # Errors
/// `out` cannot be written to, or the table or the threads cannot be allocated.
pub fn run(settings: &Settings, out: &mut dyn Write) -> io::Result<u64> {
    let Sums { nodes, statistics, time, growth } = search_positions(settings, out)?;
    let nps = nodes_per_second(nodes, time);
    writeln!(out)?;
    writeln!(out, "Limit               : {}", settings.limit)?;
    writeln!(out, "Total time (ms)     : {}", time.as_millis())?;
    writeln!(out, "Nodes searched      : {nodes}")?;
    writeln!(out, "Nodes/second        : {nps}")?;
    writeln!(out, "Transposition table : {}", statistics.transposition_table())?;
    writeln!(out, "Pawn table          : {}", statistics.pawn_table())?;
    if let Some(factor) = growth.branching_factor().filter(|_| matches!(settings.limit, Limit::Depth(_))) {
        writeln!(out, "Branching factor    : {factor:.2}")?;
    }
    writeln!(out, "{nodes} nodes {nps} nps")?;
    Ok(nodes)
}

/// Searches the bench positions with each replacement scheme and writes a line for each to `out`.
///
/// # Errors
/// As [`run`].
pub fn compare_replacement(settings: &Settings, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Replacement       nodes     probes     hits  cutoffs  overwritten       time")?;
    for replacement in Replacement::ALL {
        let Sums { nodes, statistics, time, .. } =
            search_positions(&Settings { replacement, ..*settings }, &mut io::sink())?;
        let Statistics { tt_probes, tt_overwritten, .. } = statistics;
        let [hits, cutoffs] =
            [statistics.tt_hits, statistics.tt_cutoffs].map(|count| Statistics::percentage(count, tt_probes));
        let time = time.as_millis();
        writeln!(
            out,
            "{replacement:<11} {nodes:>11} {tt_probes:>10} {hits:>6.2} % {cutoffs:>6.2} % {tt_overwritten:>12} {time:>7} ms"
        )?;
    }
    Ok(())
}

/// Sums over all positions.
#[derive(Default)]
struct Sums {
    nodes: u64,
    statistics: Statistics,
    time: Duration,
    growth: Growth,
}

/// Searches the bench positions; writes a line for each.
fn search_positions(settings: &Settings, out: &mut dyn Write) -> io::Result<Sums> {
    let mut searcher = Searcher::with_hash(settings.hash).map_err(io::Error::other)?;
    searcher.set_replacement(settings.replacement);
    searcher.set_threads(settings.threads).map_err(io::Error::other)?;
    searcher.set_switches(Switches { table: settings.use_table, selective: settings.selective, ..Switches::default() });
    let mut sums = Sums::default();
    for (index, fen) in BENCH_POSITIONS.iter().enumerate() {
        let position = Position::from_fen(fen).map_err(io::Error::other)?;
        searcher.new_game();
        let start = Instant::now();
        let limits = settings.limit.into();
        let mut growth = Growth::default();
        let outcome = searcher.go(&position, &limits, &Control::default(), &mut |report| growth.note(report));
        sums.growth.add(&growth);
        sums.time += start.elapsed();
        sums.nodes += outcome.nodes;
        sums.statistics = sums.statistics + searcher.statistics();
        let best = outcome.best.map_or_else(|| "none".to_owned(), |mv| position.move_text(mv, false));
        writeln!(out, "{:>2}/{}: {:>10} nodes  {best:<5}  {fen}", index + 1, BENCH_POSITIONS.len(), outcome.nodes)?;
    }
    Ok(sums)
}

/// Growth of the tree from one iteration to the next.
#[derive(Default)]
struct Growth {
    /// Nodes of all searches from their start to the end of the iteration.
    nodes: Vec<u64>, // [depth - 1]
}

impl Growth {
    /// Notes the nodes of a finished iteration; a line that is repeated at the end of the search has more.
    fn note(&mut self, report: &Report) {
        if let Report::Pv(line) = report
            && line.bound == Bound::Exact
            && usize::try_from(line.depth).is_ok_and(|depth| depth > self.nodes.len())
        {
            self.nodes.push(line.nodes);
        }
    }

    /// Adds the nodes of another search.
    fn add(&mut self, other: &Self) {
        self.nodes.resize(self.nodes.len().max(other.nodes.len()), 0);
        self.nodes.iter_mut().zip(&other.nodes).for_each(|(sum, nodes)| *sum += nodes);
    }

    /// Computes the effective branching factor from nodes summed over all positions, each iteration's divided by those
    /// of the one before, as test suites in GUIs report it. It is the geometric mean over the upper half of the
    /// iterations, since odd and even depths alternate and the first iterations say nothing about the later ones.
    fn branching_factor(&self) -> Option<f64> {
        let last = self.nodes.len().checked_sub(1)?;
        let steps = last - last / 2;
        (steps > 0).then(|| (self.nodes[last] as f64 / self.nodes[last / 2] as f64).powf(1.0 / steps as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_the_mean_growth_of_the_upper_half() {
        let factor = |nodes: &[u64]| Growth { nodes: nodes.to_vec() }.branching_factor();
        assert_eq!(factor(&[]), None);
        assert_eq!(factor(&[20]), None);
        assert_eq!(factor(&[20, 60]), Some(3.0));
        assert_eq!(factor(&[7, 100, 1000, 400]), Some(2.0));
    }

    #[test]
    fn the_words_are_the_depth_alone_or_those_of_stockfish() {
        let parse = |words: &str| Settings::parse(words.split_whitespace());
        let default = Settings::default();
        assert_eq!(parse(""), Ok(default));
        assert_eq!(parse("9"), Ok(Settings { limit: Limit::Depth(9), ..default }));
        assert_eq!(parse("16 1"), Ok(Settings { hash: 16, ..default }));
        let two_threads = Settings { hash: 8, threads: 2, limit: Limit::Depth(7), ..default };
        assert_eq!((parse("8 2 7"), parse("8 2 7 default depth")), (Ok(two_threads), Ok(two_threads)));
        assert_eq!(parse("64 1 5000 default nodes"), Ok(Settings { limit: Limit::Nodes(5000), ..default }));
        let time = Limit::Time(Duration::from_millis(50));
        assert_eq!(parse("64 1 50 default movetime"), Ok(Settings { limit: time, ..default }));
        for (words, culprit) in [
            ("0", "'0'"),
            ("241", "'241'"),
            ("deep", "'deep'"),
            ("0 1 13", "'0'"),
            ("16 0 13", "'0'"),
            ("16 one 13", "'one'"),
            ("16 1 241", "'241'"),
            ("16 1 13 current", "'current'"),
            ("16 1 13 default mate", "'mate'"),
            ("16 1 0 default nodes", "'0'"),
        ] {
            assert!(parse(words).is_err_and(|error| error.contains(culprit)), "{words}");
        }
    }

    #[test]
    fn the_node_count_is_the_same_every_time_and_ends_the_output() {
        for replacement in Replacement::ALL {
            let settings = Settings { limit: Limit::Depth(4), hash: 1, replacement, ..Settings::default() };
            let [first, second] = [(); 2].map(|()| {
                let mut out = Vec::new();
                let nodes = run(&settings, &mut out).unwrap();
                let text = String::from_utf8(out).unwrap();
                assert!(text.lines().last().unwrap().starts_with(&format!("{nodes} nodes ")), "{text}");
                nodes
            });
            assert_eq!(first, second, "{replacement}");
            assert!(first > BENCH_POSITIONS.len() as u64);
        }
    }

    #[test]
    fn the_comparison_has_a_line_for_each_scheme_and_the_schemes_differ() {
        // In a plain search the small table overflows early.
        let settings = Settings { limit: Limit::Depth(5), hash: 1, selective: false, ..Settings::default() };
        let mut out = Vec::new();
        compare_replacement(&settings, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
        assert!(rows.iter().map(|row| row[0]).eq(Replacement::ALL.map(Replacement::name)), "{text}");
        for row in &rows {
            let replacement = Replacement::ALL.into_iter().find(|scheme| scheme.name() == row[0]).unwrap();
            let sums = search_positions(&Settings { replacement, ..settings }, &mut io::sink()).unwrap();
            assert_eq!(row[1], sums.nodes.to_string(), "{text}");
            assert_eq!(row[2], sums.statistics.tt_probes.to_string(), "{text}");
            assert_eq!(row[7], sums.statistics.tt_overwritten.to_string(), "{text}");
        }
        let selective = search_positions(&Settings { selective: true, ..settings }, &mut io::sink()).unwrap();
        assert!(rows[0][1].parse::<u64>().unwrap() > 5 * selective.nodes, "{text}");
        let overwritten = |row: usize| rows[row][7].parse::<u64>().unwrap();
        // Always, ancient, random.
        assert!(overwritten(1) > overwritten(2) && overwritten(2) > overwritten(3), "{text}");
    }
}
