//! Test suites: how many positions of an [EPD file](epd) the engine [solves](mod@solver) within given limits, which
//! ones it misses, and how long the solutions take. The report is a table for people or JSON for programs.

pub mod epd;
mod external;
mod report;
pub mod solver;

use std::convert::Infallible;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::value_parser;

use super::Failure;
use super::files::{Kind, check_writable, is_object_with, write_json};
use super::progress::{Progress, complain};
use super::workers;
use epd::Task;
pub use external::External;
use oxide88::files;
use oxide88::search::{Limits, Searcher};
use oxide88::types::{Depth, MAX_PLY};
use solver::{Solver, Thought};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 suite wac.epd                                  one second a position
  oxide88 suite wac.epd --nodes 100000 --concurrency 2   the same result on every machine
  oxide88 suite mates2000.epd --depth 12 --json mates.json
  oxide88 suite wac.epd --engine toga2                   the same for another engine of the roster";

/// Time per position if no limit is given.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);

/// Maximum size of a suite, in bytes.
const LARGEST: u64 = 1 << 30;

/// The file of the results.
const RESULTS: Kind =
    Kind { name: "the results of a suite", is_own: |content| is_object_with(&["solved", "positions"], content) };

/// The options of `suite`.
#[derive(Clone, PartialEq, Eq, Debug, clap::Args)]
pub struct Options {
    /// The suite: positions with bm, am, dm, or move points in c0 or in c8 and c9
    #[arg(value_name = "FILE.epd")]
    pub file: PathBuf,
    /// Milliseconds per position [default: 1000 if there is no other limit]
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Nodes per position
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth of each search in plies
    #[arg(long, value_name = "N", value_parser = value_parser!(i32).range(1..=MAX_PLY as i64))]
    pub depth: Option<Depth>,
    /// Number of positions searched at the same time, each on one thread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Size of the transposition table of each search in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Another engine instead of Oxide88, by its name in the roster or its path
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
    /// Roster file [default: engines.toml here or above the program, else the built-in one]
    #[arg(long, value_name = "FILE", requires = "engine")]
    pub engines: Option<PathBuf>,
    /// Also write the full results to this file as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Options {
    fn limits(&self) -> Limits {
        let movetime = self.movetime.map(Duration::from_millis);
        let is_open = self.nodes.is_none() && self.depth.is_none();
        Limits {
            movetime: movetime.or_else(|| is_open.then_some(DEFAULT_MOVETIME)),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }
}

/// The outcome of a task.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The answer, or a message that says why there is none.
    pub answer: Result<Thought, String>,
    /// True if the answer is a solution.
    pub is_solved: bool,
    /// The thought from which the solution stayed the best move until the end; `None` if the answer is no solution.
    pub found: Option<Thought>,
    /// Number of lines along the way that stopped short of the mate they claimed.
    pub cut_short: usize,
}

/// Lets the selected engine solve the suite and writes misses and totals to `out`.
///
/// # Errors
/// As [`run_with`], and if there is no memory for a table or no such engine.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let solvers: Result<Vec<_>, String> = (0..options.concurrency).map(|_| solver(options)).collect();
    run_with(options, solvers?, out)
}

fn solver(options: &Options) -> Result<Box<dyn Solver>, String> {
    if let Some(name) = &options.engine {
        return Ok(Box::new(External::find(name, options.engines.as_deref(), options.hash, &options.limits())?));
    }
    let mut searcher = Searcher::with_hash(options.hash as usize).map_err(|error| error.to_string())?;
    searcher.set_move_overhead(Duration::ZERO);
    Ok(Box::new(searcher))
}

/// Lets `solvers`, instances of the same engine, share the positions of the suite and writes misses and totals to
/// `out`.
///
/// # Errors
/// The suite cannot be read or has no usable line, the first solver cannot search at all, or a result cannot be
/// written.
pub fn run_with(options: &Options, solvers: Vec<Box<dyn Solver>>, out: &mut dyn Write) -> Result<(), Failure> {
    let (tasks, errors) = read(&options.file)?;
    if let Some(path) = &options.json {
        check_writable(path, &RESULTS)?;
    }
    if let Some(solver) = solvers.first() {
        solver.try_out()?;
    }
    let engine = solvers.first().map_or_else(String::new, |solver| solver.name());
    let start = Instant::now();
    let attempts = solve(&tasks, &options.limits(), solvers);
    let seconds = start.elapsed().as_secs_f64();
    let report = report::Report::new(options, engine, &tasks, &attempts, errors, seconds);
    report.print(out)?;
    if let Some(path) = &options.json {
        write_json(path, &RESULTS, &report)?;
    }
    Ok(())
}

/// Reads the tasks of a file and the errors of the skipped lines, which are also named on standard error.
fn read(path: &Path) -> Result<(Vec<Task>, Vec<String>), Failure> {
    let text = files::read_text(path, LARGEST).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let (mut tasks, mut errors) = (Vec::new(), Vec::new());
    for line in epd::parse(&text) {
        match line {
            Ok(task) => tasks.push(task),
            Err(error) => errors.push(format!("{}:{error}", path.display())),
        }
    }
    for error in &errors {
        complain(&format!("{error}; skipped"));
    }
    if tasks.is_empty() {
        return Err(format!("{}: no usable position", path.display()).into());
    }
    Ok((tasks, errors))
}

/// Solves all tasks, one at a time per solver; the attempts come in the order of the tasks.
fn solve(tasks: &[Task], limits: &Limits, solvers: Vec<Box<dyn Solver>>) -> Vec<Attempt> {
    let mut progress = Progress::new("positions", tasks.len() as u64, 0);
    let (mut attempts, mut solved): (Vec<Attempt>, u32) = (Vec::new(), 0);
    let keep = |attempt: Attempt| {
        solved += u32::from(attempt.is_solved);
        progress.advance(&format!("{solved} solved"));
        attempts.push(attempt);
        Ok(())
    };
    let Ok::<(), Infallible>(()) =
        workers::share(solvers, tasks.iter(), |solver, task| judge(task, limits, solver.as_mut()), keep);
    attempts
}

fn judge(task: &Task, limits: &Limits, solver: &mut dyn Solver) -> Attempt {
    let mut found: Option<Thought> = None;
    let mut cut_short = 0;
    let answer = solver.solve(&task.position, limits, &mut |thought| {
        cut_short += usize::from(thought.is_cut_short);
        found = if task.wanted.is_met(thought.mv, thought.value) { found.or(Some(thought)) } else { None };
    });
    match &answer {
        Ok(thought) if task.wanted.is_met(thought.mv, thought.value) => {
            Attempt { is_solved: true, found: found.or(Some(*thought)), answer, cut_short }
        }
        _ => Attempt { is_solved: false, found: None, answer, cut_short },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports the moves one after the other, a second and a thousand nodes apart, and answers with the last.
    struct Parrot(&'static [&'static str]);

    impl Solver for Parrot {
        fn name(&self) -> String {
            "Parrot".to_owned()
        }

        fn solve(
            &mut self,
            position: &oxide88::position::Position,
            _: &Limits,
            watch: &mut (dyn FnMut(Thought) + Send),
        ) -> Result<Thought, String> {
            let mut last = Err("silent".to_owned());
            for (text, count) in self.0.iter().zip(1..) {
                let mv = position.parse_move(text).map_err(|error| error.to_string())?;
                let time = Duration::from_secs(count);
                let depth = count as Depth;
                let thought =
                    Thought { mv, value: 0, depth, nodes: 1000 * count, time, cpu_time: None, is_cut_short: false };
                watch(thought);
                last = Ok(thought);
            }
            last
        }
    }

    #[test]
    fn a_solution_counts_from_the_moment_it_is_kept_to_the_end() {
        let tasks: Vec<Task> =
            epd::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;").into_iter().flatten().collect();
        for (moves, found) in [
            (&["e2e4", "d2d4", "e2e4", "e2e4"][..], Some(3)),
            (&["e2e4"], Some(1)),
            (&["e2e4", "d2d4"], None),
            (&[], None),
            (&["e2e5"], None),
        ] {
            let attempt = solve(&tasks, &Limits::default(), vec![Box::new(Parrot(moves))]).remove(0);
            assert_eq!(attempt.found.map(|thought| thought.depth), found, "{moves:?}");
            assert_eq!(attempt.is_solved, found.is_some());
            assert_eq!(attempt.answer.is_ok(), !moves.is_empty() && moves != ["e2e5"]);
        }
    }

    #[test]
    fn files_that_cannot_be_read_or_written_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let (suite, missing) = (folder.path().join("suite.epd"), folder.path().join("none/file"));
        std::fs::write(&suite, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;").unwrap();
        let run = |file: &Path, json: Option<&PathBuf>| {
            let options = Options {
                file: file.to_owned(),
                movetime: None,
                nodes: None,
                depth: None,
                concurrency: 1,
                hash: 1,
                engine: None,
                engines: None,
                json: json.cloned(),
            };
            let mut out = Vec::new();
            let result = run_with(&options, vec![Box::new(Parrot(&["e2e4"]))], &mut out);
            assert!(out.is_empty(), "nothing should have been searched");
            match result {
                Err(Failure::Input(sentence)) => sentence,
                other => panic!("{other:?}"),
            }
        };
        let name = missing.display();
        assert!(run(&missing, None).starts_with(&format!("cannot read {name}: ")));
        assert!(run(&suite, Some(&missing)).starts_with(&format!("cannot write {name}: ")));
    }
}
