//! The result of a suite: for people a table of misses and totals, for programs everything as JSON, solved positions
//! included.

use std::io::{self, Write};

use serde::Serialize;

use super::epd::{Task, Wanted};
use super::solver::Thought;
use super::{Attempt, Options};
use oxide88::position::San;
use oxide88::types::value::moves_to_mate;
use oxide88::types::{Depth, Value, printable};

/// Maximum length of an id in the table, in characters.
const ID_WIDTH: usize = 40;

/// The result of a suite.
#[derive(Serialize)]
pub(super) struct Report {
    file: String,
    engine: String,
    limits: LimitsShown,
    total: usize,
    solved: usize,
    points: u32,
    most_points: u32,
    /// Positions with a wanted mate, and those of them where a mate was seen, though perhaps not the shortest.
    mates: usize,
    mates_seen: usize,
    /// Number of lines along the way that stopped short of the mate they claimed.
    cut_short: usize,
    seconds: f64,
    nodes: u64,
    /// Statistics of the solved positions.
    solution: Option<Solution>,
    positions: Vec<Row>,
    skipped: Vec<String>,
}

#[derive(Serialize)]
struct LimitsShown {
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<Depth>,
    hash: u32,
    concurrency: u32,
}

/// Time, nodes and depth from which the solution stayed the best move, over the solved positions.
#[derive(Serialize)]
struct Solution {
    mean_ms: f64,
    median_ms: f64,
    mean_nodes: f64,
    median_nodes: f64,
    mean_depth: f64,
}

#[derive(Serialize)]
struct Row {
    line: usize,
    id: String,
    fen: String,
    wanted: String,
    solved: bool,
    points: u32,
    #[serde(flatten)]
    answer: Option<Answer>,
    error: Option<String>,
    solution_depth: Option<Depth>,
    solution_ms: Option<f64>,
    solution_nodes: Option<u64>,
}

#[derive(Serialize)]
struct Answer {
    played: String,
    score: Score,
    depth: Depth,
    nodes: u64,
    ms: f64,
}

/// A value for the side to move.
#[derive(Serialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Score {
    /// Centipawns.
    Cp(Value),
    /// Full moves to mate, negative if the side to move is mated.
    Mate(i32),
}

impl Report {
    pub fn new(
        options: &Options,
        engine: String,
        tasks: &[Task],
        attempts: &[Attempt],
        skipped: Vec<String>,
        seconds: f64,
    ) -> Self {
        let limits = options.limits();
        let positions: Vec<Row> = tasks.iter().zip(attempts).map(|(task, attempt)| Row::new(task, attempt)).collect();
        let found: Vec<Thought> = attempts.iter().filter_map(|attempt| attempt.found).collect();
        let sees_mate = |&(task, attempt): &(&Task, &Attempt)| {
            let moves = attempt.answer.as_ref().ok().and_then(|answer| moves_to_mate(answer.value));
            task.wanted.mate.zip(moves).is_some_and(|(wanted, moves)| wanted * moves > 0)
        };
        Self {
            file: options.file.display().to_string(),
            engine,
            limits: LimitsShown {
                movetime: limits.movetime.map(|time| time.as_millis() as u64),
                nodes: limits.nodes,
                depth: limits.depth,
                hash: options.hash,
                concurrency: options.concurrency,
            },
            total: tasks.len(),
            solved: found.len(),
            points: positions.iter().map(|row| row.points).sum(),
            most_points: tasks.iter().map(|task| task.wanted.most_points()).sum(),
            mates: tasks.iter().filter(|task| task.wanted.mate.is_some()).count(),
            cut_short: attempts.iter().map(|attempt| attempt.cut_short).sum(),
            mates_seen: tasks.iter().zip(attempts).filter(sees_mate).count(),
            seconds,
            nodes: attempts.iter().filter_map(|attempt| attempt.answer.as_ref().ok()).map(|answer| answer.nodes).sum(),
            solution: Solution::new(&found),
            positions,
            skipped,
        }
    }

    /// Writes the misses and the totals.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let misses: Vec<[String; 4]> = self.positions.iter().filter(|row| !row.solved).map(Row::cells).collect();
        if !misses.is_empty() {
            let header = ["id", "played", "wanted", "score"].map(str::to_owned);
            let rows: Vec<&[String; 4]> = [&header].into_iter().chain(&misses).collect();
            let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            let widths = [0, 1, 2].map(width);
            for [id, played, wanted, score] in rows {
                let [a, b, c] = widths;
                writeln!(out, "{id:<a$}  {played:<b$}  {wanted:<c$}  {score}")?;
            }
            writeln!(out)?;
        }
        let percent = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
        let solved = percent(self.solved as f64, self.total as f64);
        writeln!(out, "Solved   : {} of {} ({solved:.1} %)", self.solved, self.total)?;
        if self.most_points > 0 {
            let share = percent(self.points.into(), self.most_points.into());
            writeln!(out, "Points   : {} of {} ({share:.1} %)", self.points, self.most_points)?;
        }
        if self.mates > 0 {
            writeln!(out, "Mates    : {} of {} seen at any length", self.mates_seen, self.mates)?;
        }
        if self.cut_short > 0 {
            writeln!(out, "Cut short: {} lines do not reach the mate they claim", self.cut_short)?;
        }
        if let Some(solution) = &self.solution {
            let Solution { mean_ms, median_ms, mean_nodes, median_nodes, mean_depth } = solution;
            writeln!(out, "Solution : after {median_ms:.1} ms and {median_nodes:.0} nodes in the median,")?;
            writeln!(out, "           {mean_ms:.1} ms, {mean_nodes:.0} nodes and depth {mean_depth:.1} on average")?;
        }
        writeln!(out, "Searched : {} nodes in {:.1} s", self.nodes, self.seconds)?;
        if !self.skipped.is_empty() {
            writeln!(out, "Skipped  : {} lines", self.skipped.len())?;
        }
        Ok(())
    }
}

impl Row {
    fn new(task: &Task, attempt: &Attempt) -> Self {
        let san = San::new(&task.position);
        let answer = attempt.answer.as_ref().ok();
        Self {
            line: task.line,
            id: task.id.clone(),
            fen: task.position.fen(),
            wanted: wanted_text(&task.wanted, &san),
            solved: attempt.is_solved,
            points: answer.map_or(0, |answer| task.wanted.points_for(answer.mv)),
            answer: answer.map(|&Thought { mv, value, depth, nodes, time, .. }| Answer {
                played: san.text(mv),
                score: moves_to_mate(value).map_or(Score::Cp(value), Score::Mate),
                depth,
                nodes,
                ms: 1000.0 * time.as_secs_f64(),
            }),
            error: attempt.answer.as_ref().err().cloned(),
            solution_depth: attempt.found.map(|found| found.depth),
            solution_ms: attempt.found.map(|found| 1000.0 * found.time.as_secs_f64()),
            solution_nodes: attempt.found.map(|found| found.nodes),
        }
    }

    fn cells(&self) -> [String; 4] {
        let id = self.id.chars().take(ID_WIDTH).collect();
        let (played, score) = match &self.answer {
            Some(answer) => (answer.played.clone(), answer.score.to_string()),
            None => ("-".to_owned(), self.error.clone().unwrap_or_default()),
        };
        // Suite and engine may contain arbitrary text.
        [id, played, self.wanted.clone(), score].map(|cell: String| printable(&cell).into_owned())
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cp(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl Solution {
    fn new(found: &[Thought]) -> Option<Self> {
        let numbers = |number: &dyn Fn(&Thought) -> f64| {
            let mut numbers: Vec<f64> = found.iter().map(number).collect();
            numbers.sort_by(f64::total_cmp);
            let middle = numbers.len() / 2;
            let median = (numbers.get(middle)? + numbers.get((numbers.len() - 1) / 2)?) / 2.0;
            Some((numbers.iter().sum::<f64>() / numbers.len() as f64, median))
        };
        let (mean_ms, median_ms) = numbers(&|thought| 1000.0 * thought.time.as_secs_f64())?;
        let (mean_nodes, median_nodes) = numbers(&|thought| thought.nodes as f64)?;
        let (mean_depth, _) = numbers(&|thought| thought.depth.into())?;
        Some(Self { mean_ms, median_ms, mean_nodes, median_nodes, mean_depth })
    }
}

/// Formats what was wanted, as in the suite: moves, "not" before those to avoid, "#" before the length of a mate.
fn wanted_text(wanted: &Wanted, san: &San) -> String {
    let best = wanted.best.iter().map(|&mv| san.text(mv));
    let mate = wanted.mate.iter().map(|moves| format!("#{moves}"));
    let avoid = wanted.avoid.iter().map(|&mv| format!("not {}", san.text(mv)));
    let points = wanted.points.iter().map(|&(mv, points)| format!("{}={points}", san.text(mv)));
    let shown: Vec<String> = best.chain(mate).chain(avoid).collect();
    if shown.is_empty() { points.collect::<Vec<_>>().join(" ") } else { shown.join(" ") }
}
