//! Tuning of the search by SPSA: the engine plays itself with randomly perturbed parameters, which move toward the
//! winner's values. The program that plays must have been built with the feature `spsa`, which turns the parameters
//! into UCI options. A run has a fixed number of pairs of games, and may be killed and resumed.
//!
//! ```text
//!   tunable    the parameters of the engine, and those to tune
//!   gradient   the method: schedule, trial, step          state    the state of a run, as a file
//!   runner     pairs of games on worker threads           report, picture   what it came to
//! ```

mod gradient;
mod picture;
mod report;
mod runner;
mod state;
mod tunable;

use std::io::Write;
use std::path::PathBuf;

use clap::value_parser;

use super::Failure;
use super::arena::Limit;
use super::chart::PICTURE;
use super::files::check_replaceable;
use super::interrupt::stop_on_ctrl_c;
use super::self_play::SelfPlay;
use gradient::{Method, Parameter, R_END, Schedule};
use report::Report;
use runner::Tuner;
use state::{Run, State};
pub(crate) use tunable::{Wanted, ask, choose};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 spsa --pairs 40000 --concurrency 2 --state run.json            all parameters; --resume goes on with it
  oxide88 spsa --pairs 40000 --state run.json --resume --svg run.svg     with a picture at the end
  oxide88 spsa razoring_base razoring_per_depth --pairs 20000 --nodes 5000
  oxide88 spsa --pairs 4000 --r-end 0.006 --concurrency 2 --state run.json   a short run, with larger steps
  oxide88 spsa time_moves time_soft --pairs 800 --r-end 0.02 --width 2 --tc 4+0.04   larger perturbations
  oxide88 spsa late_move_base=800 --pairs 20000 --tc 1+0.01              from another value than the default

The program has to be built for it: cargo build --release --features spsa. The table goes to standard output, after Ctrl-C
as well; progress goes to standard error.";

/// The options of `spsa`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Parameters by name, or name=value to start from another value than the default [default: all parameters]
    #[arg(value_name = "PARAM")]
    params: Vec<Wanted>,
    /// Program that plays itself, built with the feature spsa [default: the running one]
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Total number of pairs of games; steps shrink toward the end
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..10_000_000))]
    pairs: u32,
    /// Step size of the last pair per point of its result, in twentieths of the parameters' ranges
    #[arg(long, value_name = "STEP", default_value_t = R_END, value_parser = step)]
    r_end: f64,
    /// Perturbation of the last pair, in twentieths of the parameters' ranges
    #[arg(long, value_name = "WIDTH", default_value_t = 1.0, value_parser = width)]
    width: f64,
    /// File that keeps the state of the run
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Resume the run in the state file; give the same arguments again
    #[arg(long, requires = "state")]
    resume: bool,
    /// Draw the changes of the parameters over the pairs into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    play: SelfPlay,
}

/// Parses a step from 0 to 1.
fn step(text: &str) -> Result<f64, String> {
    let step = text.parse().ok().filter(|step| (0.0..=1.0).contains(step));
    step.ok_or_else(|| "it has to be a number from 0 to 1".to_owned())
}

/// Parses a perturbation: up to half of the range.
fn width(text: &str) -> Result<f64, String> {
    let width = text.parse().ok().filter(|width| (0.1..=10.0).contains(width));
    width.ok_or_else(|| "it has to be a number from 0.1 to 10".to_owned())
}

/// Tunes the parameters and writes the table to `out`. Ctrl-C ends the run early with the table so far.
///
/// # Errors
/// The arguments, the engine or the files are at fault, or the output is lost.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &options.svg {
        check_replaceable(path, &PICTURE)?;
    }
    let stop = stop_on_ctrl_c("a table");
    let engine = options.play.engine(options.engine.as_deref())?;
    let parameters = choose(ask(&engine, &SelfPlay::rules().client_config, &stop)?, &options.params)?;
    let table = options.play.table()?;
    let run = options.describe(&options.play.limit(), parameters.clone());
    let file = options.state.as_deref();
    let mut state = match file {
        Some(path) => State::open(run, path, options.resume)?,
        None => State::new(run),
    };
    let method = Method::new(parameters, Schedule::new(options.pairs, options.r_end, options.width), options.play.seed);
    let concurrency = options.play.concurrency(options.pairs);
    let tuner = Tuner { engine, table, method, concurrency, file };
    let played = tuner.play(&mut state, &stop);
    // Neither an engine that fails nor a full disk takes what was learned before.
    let shown = write!(out, "{}", Report(&state));
    played?;
    options.svg.as_ref().map_or(Ok(()), |path| picture::chart(&state).save(path))?;
    Ok(shown?)
}

impl Options {
    /// Describes everything that must agree to resume the run.
    fn describe(&self, limit: &Limit, parameters: Vec<Parameter>) -> Run {
        Run {
            pairs: self.pairs,
            r_end: self.r_end,
            width: self.width,
            seed: self.play.seed,
            limit: limit.to_string(),
            hash: self.play.hash,
            openings: self.play.openings(),
            parameters,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::*;

    fn options(words: &str) -> Result<Options, String> {
        let words = ["spsa"].into_iter().chain(words.split_whitespace());
        let matches = Options::augment_args(Command::new("spsa")).try_get_matches_from(words);
        let options = matches.and_then(|matches| Options::from_arg_matches(&matches));
        options.map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_become_a_run() {
        let run = |words: &str| {
            let options = options(words).unwrap();
            options.describe(&options.play.limit(), Vec::new())
        };
        let default = run("--pairs 40");
        assert_eq!((default.limit.as_str(), default.openings.as_str(), default.hash), ("8000 nodes", "random", 16));
        assert!((default.r_end - 0.002).abs() < 1e-12 && (run("--pairs 9 --r-end 0.01").r_end - 0.01).abs() < 1e-12);
        assert!((default.width - 1.0).abs() < 1e-12 && (run("--pairs 9 --width 2.5").width - 2.5).abs() < 1e-12);
        assert_eq!(run("a b=5 --pairs 40 --tc 1+0.01").limit, "1+0.01");
        let book = run("--pairs 40 --nodes 5 --openings book.epd --order random --seed 3");
        assert_eq!((book.limit.as_str(), book.openings.as_str(), book.seed), ("5 nodes", "shuffled book.epd", 3));
    }

    #[test]
    fn wrong_arguments_are_reported() {
        for (words, culprit) in [
            ("a", "--pairs"),
            ("--pairs 0", "0"),
            ("a=fast --pairs 4", "'a=fast'"),
            ("--pairs 4 --nodes 5 --tc 1+0.01", "--tc"),
            ("--pairs 4 --r-end 2", "0 to 1"),
            ("--pairs 4 --r-end nan", "0 to 1"),
            ("--pairs 4 --width 0", "0.1 to 10"),
            ("--pairs 4 --width inf", "0.1 to 10"),
            ("--pairs 4 --resume", "--state"),
            ("--pairs 4 --order random", "--openings"),
        ] {
            let error = options(words).err().unwrap();
            assert!(error.contains(culprit), "{words}: {error}");
        }
    }
}
