//! The results of a match as a table and as JSON, both from the same [`Report`]. The Elo of an engine that won all
//! games is `inf` in the table. A number that the results do not determine is `n/a`, such as the error if all pairs
//! had the same result. Both are `null` in JSON.

use std::fmt::{self, Write};

use serde::Serialize;

use super::limit::Limit;
use super::runner::{Match, Outcome};
use super::scaling::{Line, Point};
use super::schedule::Pairing;
use super::standings::{EngineResults, Forfeits, Standings};
use crate::sprt::Hypothesis;
use crate::stats::{Estimate, Tally};
use oxide88::types::printable;

/// The results of a match.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Limit of the searches.
    pub limit: String,
    /// Source of the openings.
    pub openings: String,
    /// Number of games played.
    pub games: usize,
    /// Number of games of the whole match.
    pub scheduled: usize,
    /// Results of each engine.
    pub engines: Vec<EngineRow>,
    /// Results of each pairing from its first engine's point of view.
    pub pairings: Vec<PairingRow>,
    /// Slopes over the node counts of a scaling run, for each pair of engines; otherwise none.
    pub scaling: Vec<ScalingRow>,
    /// State of the sequential test, if there is one.
    pub sprt: Option<SprtRow>,
}

/// The results of an engine.
#[derive(Debug, Serialize)]
pub struct EngineRow {
    /// Name of the engine.
    pub name: String,
    /// Wins, draws, losses and failures.
    #[serde(flatten)]
    pub performance: EngineResults,
    /// Points per game, 0 to 1.
    pub score: Option<f64>,
    /// Mean depth of its searches in plies.
    pub depth: Option<f64>,
    /// Nodes of the last info lines per second of whole searches: a lower bound.
    pub nps: Option<f64>,
    /// Performance rating, from the games against opponents of known rating.
    pub performance_rating: Option<f64>,
}

/// The results of two engines against each other.
#[derive(Debug, Serialize)]
pub struct PairingRow {
    /// The first engine, from whose point of view the results are.
    pub first: String,
    /// Its opponent.
    pub second: String,
    /// Limit of the searches.
    pub limit: String,
    /// Games won by the first.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first.
    pub losses: u64,
    /// Pairs of games by the first engine's points: 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
    /// Elo difference.
    pub elo: Option<f64>,
    /// Half width of its 95 % confidence interval.
    pub elo_error: Option<f64>,
    /// Normalized Elo difference.
    pub normalized_elo: Option<f64>,
    /// Half width of its 95 % confidence interval.
    pub normalized_elo_error: Option<f64>,
    /// Likelihood of superiority, 0 to 1.
    pub los: Option<f64>,
    /// Draw rate, 0 to 1.
    pub draw_rate: Option<f64>,
    /// Pairs won per pair lost.
    pub pair_ratio: Option<f64>,
}

/// The results of two engines against each other over the node counts.
#[derive(Debug, Serialize)]
pub struct ScalingRow {
    /// The first engine, from whose point of view the slope is.
    pub first: String,
    /// Its opponent.
    pub second: String,
    /// Elo gained by each doubling of the nodes.
    pub elo_per_doubling: Option<f64>,
    /// Half width of its 95 % confidence interval.
    pub elo_per_doubling_error: Option<f64>,
    /// The results by node count.
    #[serde(skip)]
    pub points: Vec<Point>,
    /// The line through them.
    #[serde(skip)]
    pub line: Option<Line>,
}

/// The state of the sequential test.
#[derive(Debug, Serialize)]
pub struct SprtRow {
    /// Parameters of the test.
    pub design: String,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// The hypothesis accepted.
    pub accepted: Option<&'static str>,
}

impl Report {
    /// Creates the report of a match.
    pub fn new(this_match: &Match, outcome: &Outcome) -> Self {
        let standings = &outcome.standings;
        let name = |engine: usize| this_match.engines[engine].name.clone();
        let engines = (0..this_match.engines.len()).map(|engine| {
            let performance = *standings.performance(engine);
            EngineRow {
                name: name(engine),
                performance,
                score: (performance.games() > 0).then(|| standings.total(engine).score()),
                depth: performance.search_totals.mean_depth(),
                nps: performance.search_totals.nps(),
                performance_rating: performance_rating(&against_rated(this_match, outcome, engine)),
            }
        });
        let pairings = standings.pairings().iter().enumerate().map(|(index, &pairing)| {
            let limit = pairing.limit.to_string();
            PairingRow::new([name(pairing.first), name(pairing.second)], limit, &standings.tally(index))
        });
        let sprt = this_match.sprt.map(|sprt| {
            let (lower, upper) = sprt.bounds();
            let accepted = outcome.accepted.map(|hypothesis| match hypothesis {
                Hypothesis::H0 => "H0",
                Hypothesis::H1 => "H1",
            });
            SprtRow { design: sprt.to_string(), llr: sprt.llr(standings.pairs(0)), lower, upper, accepted }
        });
        Self {
            limit: this_match.schedule.limits_in_words(),
            openings: this_match.source.to_string(),
            games: standings.games(),
            scheduled: this_match.schedule.len(),
            engines: engines.collect(),
            pairings: pairings.collect(),
            scaling: scaling_rows(this_match, standings),
            sprt,
        }
    }
}

impl PairingRow {
    fn new([first, second]: [String; 2], limit: String, tally: &Tally) -> Self {
        let (elo, normalized) = (tally.elo(), tally.normalized_elo());
        Self {
            first,
            second,
            limit,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pentanomial: tally.pairs,
            elo: elo.map(|elo| elo.value),
            elo_error: elo.and_then(|elo| elo.error),
            normalized_elo: normalized.map(|elo| elo.value),
            normalized_elo_error: normalized.and_then(|elo| elo.error),
            los: tally.los(),
            draw_rate: (tally.games() > 0).then(|| tally.draw_rate()),
            pair_ratio: tally.pair_ratio(),
        }
    }
}

impl ScalingRow {
    /// Creates the row of two engines from their results by node count.
    pub fn new([first, second]: [String; 2], points: Vec<Point>) -> Self {
        let line = Line::fit(&points);
        let slope = line.map(|line| line.slope);
        Self {
            first,
            second,
            elo_per_doubling: slope.map(|slope| slope.value),
            elo_per_doubling_error: slope.and_then(|slope| slope.error),
            points,
            line,
        }
    }
}

/// Returns a row for each pair of engines in a scaling run; otherwise none.
fn scaling_rows(this_match: &Match, standings: &Standings) -> Vec<ScalingRow> {
    if !this_match.schedule.is_scaling() {
        return Vec::new();
    }
    let name = |engine: usize| this_match.engines[engine].name.clone();
    let result = |(pairing, index): (&Pairing, usize)| match pairing.limit {
        Limit::Nodes(nodes) => standings.tally(index).elo().map(|elo| Point { nodes, elo }),
        _ => None,
    };
    let pairings: Vec<(&Pairing, usize)> = standings.pairings().iter().zip(0..).collect();
    let of_same_engines = pairings.chunk_by(|(one, _), (other, _)| one.engines() == other.engines());
    let row = |pairings: &[(&Pairing, usize)]| {
        let (pairing, _) = pairings.first()?;
        let mut points: Vec<Point> = pairings.iter().copied().filter_map(result).collect();
        points.sort_by_key(|point| point.nodes);
        Some(ScalingRow::new(pairing.engines().map(name), points))
    };
    of_same_engines.filter_map(row).collect()
}

/// Returns the results of `engine` against each opponent of known rating.
fn against_rated(this_match: &Match, outcome: &Outcome, engine: usize) -> Vec<(f64, Tally)> {
    let standings = &outcome.standings;
    let against = standings.pairings().iter().enumerate().filter_map(|(index, &Pairing { first, second, .. })| {
        let tally = standings.tally(index);
        let (opponent, tally) = match engine {
            _ if engine == first => (second, tally),
            _ if engine == second => (first, tally.swap()),
            _ => return None,
        };
        Some((this_match.engines[opponent].rating?, tally))
    });
    against.collect()
}

/// Computes the performance rating: the rating with the same expected score against these opponents. `None` if all
/// games were won or lost.
fn performance_rating(against: &[(f64, Tally)]) -> Option<f64> {
    let points: f64 = against.iter().map(|(_, tally)| tally.games() as f64 * tally.score()).sum();
    let games: u64 = against.iter().map(|(_, tally)| tally.games()).sum();
    let expected = |rating: f64| -> f64 {
        against.iter().map(|(other, tally)| tally.games() as f64 / (1.0 + 10_f64.powf((other - rating) / 400.0))).sum()
    };
    let (mut low, mut high) = (-10_000.0, 10_000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < points { low = middle } else { high = middle }
    }
    (points > 0.0 && points < games as f64).then_some(low)
}

/// Formats the table.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, scheduled, limit, openings, .. } = self;
        writeln!(f, "{games} of {scheduled} games at {limit}, openings: {}\n", printable(openings))?;
        let engines = self.engines.iter().map(EngineRow::cells).collect::<Vec<_>>();
        let header = ["Engine", "Games", "W-D-L", "Score", "Depth", "knps", "Time losses", "Failures", "Performance"];
        f.write_str(&table(&header, 1, &engines))?;
        let is_scaling = !self.scaling.is_empty();
        let pairings = self.pairings.iter().map(|pairing| pairing.cells(is_scaling)).collect::<Vec<_>>();
        let header = ["Pairing", "", "W-D-L", "Pentanomial", "Elo", "Normalized Elo", "LOS", "Draws", "Pair ratio"];
        let (names, results) = header.split_at(2);
        let limit = if is_scaling { &["Limit"][..] } else { &[] };
        write!(f, "\n{}", table(&[names, limit, results].concat(), 2, &pairings))?;
        if is_scaling {
            let slopes = self.scaling.iter().map(ScalingRow::cells).collect::<Vec<_>>();
            write!(f, "\n{}", table(&["Scaling", "", "Elo per doubling of the nodes"], 2, &slopes))?;
        }
        if let Some(SprtRow { design, llr, lower, upper, accepted }) = &self.sprt {
            let decision = accepted.map_or_else(|| "undecided".to_owned(), |name| format!("{name} accepted"));
            writeln!(f, "\nSPRT {design}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {decision}")?;
        }
        Ok(())
    }
}

impl EngineRow {
    fn cells(&self) -> Vec<String> {
        let EngineResults { wins, draws, losses, forfeits: Forfeits { time_losses, failures }, .. } = &self.performance;
        let known = |value: Option<f64>, digits| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
        vec![
            self.name.clone(),
            self.performance.games().to_string(),
            format!("{wins}-{draws}-{losses}"),
            or_na(self.score.map(percent)),
            known(self.depth, 1),
            known(self.nps.map(|nps| nps / 1000.0), 0),
            time_losses.to_string(),
            failures.to_string(),
            known(self.performance_rating, 0),
        ]
    }
}

impl PairingRow {
    fn cells(&self, with_limit: bool) -> Vec<String> {
        let Self { wins, draws, losses, .. } = self;
        let mut cells = vec![self.first.clone(), self.second.clone()];
        if with_limit {
            cells.push(self.limit.clone());
        }
        cells.extend([
            format!("{wins}-{draws}-{losses}"),
            format!("{:?}", self.pentanomial),
            or_na(self.elo.map(|value| Estimate { value, error: self.elo_error })),
            or_na(self.normalized_elo.map(|value| Estimate { value, error: self.normalized_elo_error })),
            or_na(self.los.map(percent)),
            or_na(self.draw_rate.map(percent)),
            or_na(self.pair_ratio.map(|ratio| format!("{ratio:.2}"))),
        ]);
        cells
    }
}

impl ScalingRow {
    fn cells(&self) -> Vec<String> {
        vec![self.first.clone(), self.second.clone(), or_na(self.line.map(|line| line.slope))]
    }
}

/// Formats a number, or `n/a` if there is none.
fn or_na(known: Option<impl fmt::Display>) -> String {
    known.map_or_else(|| "n/a".to_owned(), |known| known.to_string())
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats columns under their headers; the first `left` columns are left-aligned. Control characters in names are
/// escaped.
fn table(header: &[&str], left: usize, rows: &[Vec<String>]) -> String {
    let printable = |row: &Vec<String>| row.iter().map(|cell| printable(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(printable).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain(header.get(column).map(|name| name.len())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut text = String::new();
    let header = header.iter().map(|&name| name.to_owned()).collect();
    for row in std::iter::once(&header).chain(&rows) {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column < left { write!(line, "{cell:<width$}  ") } else { write!(line, "{cell:>width$}  ") };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(tally: &Tally) -> PairingRow {
        PairingRow::new(["a", "b"].map(str::to_owned), "10 nodes".to_owned(), tally)
    }

    #[test]
    fn columns_are_aligned_under_their_headers() {
        let rows = [vec!["a".to_owned(), "5 ± 2".to_owned()], vec!["longer".to_owned(), "1".to_owned()]];
        assert_eq!(table(&["Name", "Elo"], 1, &rows), "Name      Elo\na       5 ± 2\nlonger      1\n");
    }

    #[test]
    fn unbounded_numbers_are_null_for_programs() {
        let mut tally = Tally::default();
        tally.add_pair(2, 2);
        let row = row(&tally);
        let json = serde_json::to_value(&row).unwrap();
        assert!(json["elo"].is_null() && json["limit"] == "10 nodes");
        assert_eq!(json["pentanomial"], serde_json::json!([0, 0, 0, 0, 1]));
        assert_eq!(row.cells(false)[4..], ["+inf", "+inf", "100.0 %", "0.0 %", "inf"]);
    }

    #[test]
    fn undetermined_numbers_are_null_for_programs_and_marked_for_people() {
        let mut even = Tally::default();
        even.add_pair(2, 0);
        even.add_pair(1, 1);
        assert_eq!(row(&even).cells(false)[4..], ["+0.0 ± n/a", "+0.0 ± n/a", "50.0 %", "50.0 %", "n/a"]);
        assert_eq!(row(&Tally::default()).cells(false)[4..], ["n/a"; 5]);
        for (tally, unknown) in [
            (even, &["elo_error", "normalized_elo_error", "pair_ratio"][..]),
            (Tally::default(), &["elo", "elo_error", "normalized_elo", "normalized_elo_error", "los", "draw_rate"]),
        ] {
            let text = serde_json::to_string(&row(&tally)).unwrap();
            let json: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(unknown.iter().all(|&name| json[name].is_null()), "{text}");
        }
    }

    #[test]
    fn a_scaling_run_names_limits_and_slopes() {
        assert_eq!(row(&Tally::default()).cells(true)[..4], ["a", "b", "10 nodes", "0-0-0"]);
        let point = |nodes, value| Point { nodes, elo: Estimate { value, error: Some(2.0) } };
        let names = || ["a", "b"].map(str::to_owned);
        let row = ScalingRow::new(names(), vec![point(10, 0.0), point(20, 1.0), point(40, 2.0)]);
        assert_eq!(row.cells(), ["a", "b", "+1.0 ± 1.4"]);
        let json = serde_json::to_value(&row).unwrap();
        assert_eq!(json.as_object().map(serde_json::Map::len), Some(4), "{json}");
        let unknown = ScalingRow::new(names(), vec![point(10, 0.0)]);
        assert_eq!(unknown.cells()[2], "n/a");
        assert!(serde_json::to_value(&unknown).unwrap()["elo_per_doubling"].is_null());
    }

    #[test]
    fn a_performance_rating_explains_all_points_together() {
        let tally = |pairs: &[(u8, u8)]| {
            let mut tally = Tally::default();
            for &(first, second) in pairs {
                tally.add_pair(first, second);
            }
            tally
        };
        let even = performance_rating(&[(2800.0, tally(&[(2, 0)]))]).unwrap();
        assert!((even - 2800.0).abs() < 1e-6);
        let mixed = performance_rating(&[(2800.0, tally(&[(2, 2)])), (3000.0, tally(&[(0, 0)]))]).unwrap();
        assert!((mixed - 2900.0).abs() < 1e-6);
        assert_eq!(performance_rating(&[(2800.0, tally(&[(2, 2)]))]), None);
        assert_eq!(performance_rating(&[]), None);
    }
}
