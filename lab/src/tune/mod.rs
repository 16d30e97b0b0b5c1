//! Tuning of the evaluation: gradient descent on its weights, to predict the results of the games of a data set as
//! well as possible. This is Texel's tuning method (Peter Österlund) with gradients instead of trial changes. It
//! traces the evaluation through the same calls that play (`eval::tuning`), and writes its result to the file of the
//! weights, `src/eval/weights.rs`.
//!
//! ```text
//!   load      games become traced positions     played    games, and those of matches from PGN
//!   model     loss and gradient of positions, alone or compared    value    the value of one
//!   trainer   batches, epochs, stopping rule    source    the file of the weights
//!   picture   the loss by epoch
//! ```

mod load;
pub(crate) mod model;
mod picture;
mod played;
mod source;
mod trainer;
mod value;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::builder::PossibleValuesParser;
use clap::value_parser;
use serde::{Deserialize, Serialize};

use super::Failure;
use super::chart::PICTURE;
use super::datagen::record::Record;
use super::files::{Kind, check_replaceable, is_object_with, read_state, replace};
use super::interrupt::stop_on_ctrl_c;
use super::progress::complain;
use super::tables::open_tables;
use load::{Games, Targets, fit_score_k};
use model::{Data, Weights};
use oxide88::eval::tuning;
use oxide88::files;
use oxide88::search::Tablebases;
use oxide88::speedtest::cores;
use oxide88::types::printable;
use played::Game;
use source::{Pair, Source};
use trainer::{Plan, Progress, Sets, fit_k, mean_loss};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 tune data.bin                                        writes src/eval/weights.rs; build and play then
  oxide88 tune data.bin --out new.rs --state run.json          again with --resume after an interruption
  oxide88 tune data.bin --svg loss.svg                         with a picture of the loss by epoch
  oxide88 tune data.bin --from-scratch --blend 0.3 --syzygy tables
  oxide88 tune visited.bin --k 0.007                           positions that searches visited, compared with each other

The data comes from 'oxide88 datagen'. The loss of each epoch goes to standard error, the summary to standard output.";

/// Maximum size of a file of weights, in bytes.
const LARGEST_SOURCE: u64 = 1 << 24;

/// The file of the weights.
const WEIGHTS: Kind = Kind { name: "the weights of an evaluation", is_own: |text| Source::parse(text).is_ok() };

/// The file of a run.
const STATE: Kind =
    Kind { name: "the state of a run", is_own: |text| is_object_with(&["run", "plan", "progress"], text) };

/// Initial value of the king danger weights when all others start at zero: they only have a gradient once there is
/// danger.
const DANGER_FROM_SCRATCH: f64 = 10.0;

/// Reads all positions of files written by 'oxide88 datagen', in order.
///
/// # Errors
/// A message if a file cannot be read or has positions that searches visited.
pub fn read_records(paths: &[PathBuf]) -> Result<Vec<Record>, String> {
    let games = load::read(paths, 0)?.training;
    if games.iter().any(|game| game.are_visited) {
        return Err("positions that searches visited have no results".to_owned());
    }
    Ok(games.into_iter().flat_map(|game| game.records).collect())
}

/// The options of `tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Data files written by 'oxide88 datagen', or PGN files of matches with scores in the comments
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// File of the weights
    #[arg(long, value_name = "FILE", default_value = "src/eval/weights.rs")]
    weights: PathBuf,
    /// Output file of the tuned weights [default: the file they came from]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Start from zero instead of the present weights
    #[arg(long)]
    from_scratch: bool,
    /// Weights left at zero, by name, separated by commas: what is the loss without them?
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true, value_parser = PossibleValuesParser::new(tuning::WEIGHT_NAMES))]
    without: Vec<String>,
    /// Weights that stay as they are, by name, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true, value_parser = PossibleValuesParser::new(tuning::WEIGHT_NAMES))]
    hold: Vec<String>,
    /// Weight of the search score in the target, 0 to 1; the rest is the result of the game, or what --lambda makes of
    /// it
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    blend: f64,
    /// Weight of what comes a ply later, 0 to 1, in an average of the scores from the position on and of the result
    /// [1: the result alone]
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    lambda: f64,
    /// Directories of Syzygy tablebases, which override the target where they know the result
    #[arg(long, value_name = "DIRS")]
    syzygy: Option<String>,
    /// Percentage of the games held out for validation
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = value_parser!(u64).range(1..=50))]
    validation: u64,
    /// Judge the weights before and after by this file, too, of which nothing is learned; may be repeated
    #[arg(long = "judge", value_name = "FILE")]
    judges: Vec<PathBuf>,
    /// L2 prior toward the initial weights: as many positions that hold each weight where it is
    #[arg(long, value_name = "N", default_value_t = 100.0, value_parser = prior)]
    prior: f64,
    /// Batch size in positions
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = value_parser!(u32).range(1..))]
    batch: u32,
    /// Initial learning rate: about how many centipawns a weight moves per step
    #[arg(long, value_name = "CP", default_value_t = 1.0, value_parser = rate)]
    rate: f64,
    /// Epochs without improvement before the learning rate is halved
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u32).range(1..))]
    patience: u32,
    /// Number of halvings of the learning rate before the run ends
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(..=20))]
    halvings: u32,
    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 200)]
    epochs: u32,
    /// Scaling constant K in result = 1 / (1 + exp(-K value)) [default: fitted to the present weights]
    #[arg(long, value_name = "K", value_parser = rate)]
    k: Option<f64>,
    /// Shuffle seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads; the result does not depend on it [default: number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// File that keeps the state of the run
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Resume the run in the state file; give the same arguments again
    #[arg(long, requires = "state")]
    resume: bool,
    /// Draw training and validation loss by epoch into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Parses a share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it has to be a number from 0 to 1".to_owned())
}

/// Parses a number of positions, 0 or more.
fn prior(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number >= 0.0 && number.is_finite());
    number.ok_or_else(|| "it has to be a number, 0 or more".to_owned())
}

/// Parses a positive number.
fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|&rate: &f64| rate > 0.0 && rate.is_finite());
    rate.ok_or_else(|| "it has to be a number above 0".to_owned())
}

/// The state of a run as a file.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct State {
    /// Description of everything that must agree to resume the run.
    run: String,
    plan: Plan,
    progress: Progress,
}

/// Tunes the weights and writes them to their file; the summary goes to `out`. Ctrl-C ends the training early, with
/// the best weights so far.
///
/// # Errors
/// Arguments or files are wrong, or the output is lost.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let stop = stop_on_ctrl_c("a result");
    let start = Instant::now();
    let threads = options.threads.map_or_else(cores, usize::from);
    let mut source = options.source()?;
    let path = options.out.as_ref().unwrap_or(&options.weights);
    check_replaceable(path, &WEIGHTS)?;
    if let Some(picture) = &options.svg {
        check_replaceable(picture, &PICTURE)?;
    }
    let old = to_real(source.values());
    let tables = options.syzygy.as_deref().map(open_tables).transpose()?;
    let (sets, games) = options.sets(tables.as_ref(), threads)?;
    let judges = options.judges.iter().map(|path| options.judge(path, tables.as_ref(), threads));
    let judges = judges.collect::<Result<Vec<_>, String>>()?;
    writeln!(
        out,
        "Positions  : {} to learn from, {} to be judged by, of {games} games",
        sets.training.len(),
        sets.validation.len()
    )?;

    let mut state = options.begin(&sets, &old, threads)?;
    let plan = state.plan;
    let before = [&sets.training, &sets.validation].map(|data| mean_loss(data, &old, plan.k, threads));
    while !state.progress.is_over(&plan) && state.progress.epoch < options.epochs && !stop.load(Ordering::Relaxed) {
        let rate = state.progress.rate(&plan);
        state.progress.learn(&sets, &plan, threads);
        let Progress { epoch, losses: [training, validation], .. } = state.progress;
        complain(&format!("epoch {epoch}: loss {training:.6}, validation {validation:.6}, rate {rate}"));
        options.save(&state)?;
    }

    let new: Vec<Pair> = state.progress.best.iter().map(|weight| weight.map(|value| value.round() as i32)).collect();
    source.set(&new);
    replace(path, &WEIGHTS, source.to_string().as_bytes())?;
    options.svg.as_ref().map_or(Ok(()), |path| picture::chart(&state.progress.curve).save(path))?;

    let rounded = to_real(new.iter().copied());
    let after = [&sets.training, &sets.validation].map(|data| mean_loss(data, &rounded, plan.k, threads));
    let moved = tuning::weights().iter().zip(&new).filter(|(old, new)| old != new).count();
    writeln!(out, "K          : {:.6}", plan.k)?;
    writeln!(out, "Training   : loss {:.6}, before {:.6}", after[0], before[0])?;
    writeln!(out, "Validation : loss {:.6}, before {:.6}", after[1], before[1])?;
    if let Some([after, before]) = orders(&sets.validation, [&rounded, &old]) {
        writeln!(out, "Order      : {after:.2} % of the pairs held out are right, before {before:.2} %")?;
    }
    for (judge, path) in judges.iter().zip(&options.judges) {
        let [after, before] = [&rounded, &old].map(|weights| mean_loss(judge, weights, plan.k, threads));
        write!(out, "Judge      : {}: loss {after:.6}, before {before:.6}", printable(&path.to_string_lossy()))?;
        if let Some([after, before]) = orders(judge, [&rounded, &old]) {
            write!(out, ", {after:.2} % of the pairs right, before {before:.2} %")?;
        }
        writeln!(out)?;
    }
    let path = path.to_string_lossy();
    writeln!(out, "Weights    : {moved} of {} changed, in {}", old.len(), printable(&path))?;
    writeln!(out, "Time       : {} epochs, {:.0} s", state.progress.epoch, start.elapsed().as_secs_f64())?;
    Ok(())
}

/// Returns the percentage of pairs of compared positions that either weights put in the right order; `None` if there is
/// no pair.
fn orders(data: &Data, weights: [&Weights; 2]) -> Option<[f64; 2]> {
    let [one, other] = weights.map(|weights| data.order(weights).map(|share| 100.0 * share));
    Some([one?, other?])
}

impl Options {
    /// Reads the file of the weights, which must be those this program was built with.
    fn source(&self) -> Result<Source, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", self.weights.display());
        let text = files::read_text(&self.weights, LARGEST_SOURCE).map_err(|error| at(&error))?;
        let source = Source::parse(&text).map_err(|error| at(&error))?;
        if source.values().eq(tuning::weights()) {
            Ok(source)
        } else {
            Err(at(&"these are not the weights this program was built with; build it again"))
        }
    }

    /// Loads the positions, and counts their games.
    fn sets(&self, tables: Option<&Tablebases>, threads: usize) -> Result<(Sets, u64), String> {
        let Games { training, validation } = load::read(&self.data, self.validation)?;
        let games = (training.len() + validation.len()) as u64;
        let too_few = || format!("{games} games are too few to learn from");
        if training.iter().all(|game| game.records.is_empty()) {
            return Err(too_few());
        }
        let k = self.score_k(&training)?;
        let trace = |games: &[Game]| self.trace(games, k, tables, threads);
        let sets = Sets { training: trace(&training)?, validation: trace(&validation)? };
        if sets.training.len() == 0 || sets.validation.len() == 0 {
            return Err(too_few());
        }
        Ok((sets, games))
    }

    /// Loads the positions of a file to judge by.
    fn judge(&self, path: &Path, tables: Option<&Tablebases>, threads: usize) -> Result<Data, String> {
        let games = load::read(&[path.to_owned()], 0)?.training;
        let data = self.trace(&games, self.score_k(&games)?, tables, threads)?;
        if data.len() == 0 { Err(format!("{}: no position to judge by", path.display())) } else { Ok(data) }
    }

    /// Returns the scaling constant of the scores of games.
    fn score_k(&self, games: &[Game]) -> Result<f64, String> {
        fit_score_k(games)
            .or(self.k)
            .ok_or_else(|| "positions that searches visited do not tell K, as games would: name it with --k".to_owned())
    }

    /// Traces the positions of games, without the weights that are left at zero.
    fn trace(&self, games: &[Game], k: f64, tables: Option<&Tablebases>, threads: usize) -> Result<Data, String> {
        let targets = Targets { blend: self.blend, lambda: self.lambda, k, tables };
        let mut data = load::trace(games, &targets, threads)?;
        data.leave_out(&slots(&self.without));
        Ok(data)
    }

    /// Starts or resumes a run.
    fn begin(&self, sets: &Sets, old: &[[f64; 2]], threads: usize) -> Result<State, String> {
        let run = self.describe(sets);
        if let Some(path) = self.state.as_deref()
            && let Some(text) = read_state(path, self.resume)?
        {
            return resume(&text, &run).map_err(|error| format!("cannot resume {}: {error}", path.display()));
        }
        let plan = Plan {
            batch: self.batch as usize,
            rate: self.rate,
            patience: self.patience,
            halvings: self.halvings,
            seed: self.seed,
            k: self.k.unwrap_or_else(|| fit_k(&sets.training, old, threads)),
            prior: self.prior,
        };
        let mut weights = old.to_vec();
        if self.from_scratch {
            weights.fill([0.0; 2]);
            sets.training.danger_slots().into_iter().for_each(|slot| weights[slot] = [DANGER_FROM_SCRATCH; 2]);
        }
        for slot in slots(&self.without) {
            weights[usize::from(slot)] = [0.0; 2];
        }
        let mut progress = Progress::new(weights, sets, &plan, threads);
        progress.hold(slots(&self.hold));
        let state = State { run, plan, progress };
        self.save(&state)?;
        Ok(state)
    }

    /// Describes everything that must agree to resume a run.
    fn describe(&self, sets: &Sets) -> String {
        let Self {
            data,
            from_scratch,
            without,
            hold,
            blend,
            lambda,
            syzygy,
            validation,
            prior,
            batch,
            rate,
            patience,
            halvings,
            k,
            seed,
            ..
        } = self;
        let positions = sets.training.len();
        let list = |word: &str, names: &[String]| {
            if names.is_empty() { String::new() } else { format!(", {word} {}", names.join(",")) }
        };
        let (without, hold) = (list("without", without), list("hold", hold));
        format!(
            "{data:?} {positions} positions, from scratch {from_scratch}{without}{hold}, blend {blend}, lambda {lambda}, syzygy {syzygy:?}, \
             validation {validation}, prior {prior}, batch {batch}, rate {rate}, patience {patience}, halvings {halvings}, k {k:?}, seed {seed}"
        )
    }

    fn save(&self, state: &State) -> Result<(), String> {
        let Some(path) = self.state.as_deref() else { return Ok(()) };
        let text = serde_json::to_string(state).map_err(|error| error.to_string())?;
        replace(path, &STATE, text.as_bytes())
    }
}

/// Parses the state in `text`, which must be of this `run`.
fn resume(text: &str, run: &str) -> Result<State, String> {
    let state: State = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if state.run == run { Ok(state) } else { Err(format!("it is of another run: {}, not {run}", state.run)) }
}

/// Returns the indexes of the weights with these names.
fn slots(names: &[String]) -> BTreeSet<u16> {
    let is_named = |slot: &u16| names.iter().any(|name| name == tuning::name_of(*slot).0);
    (0..tuning::weights().len() as u16).filter(is_named).collect()
}

fn to_real(values: impl Iterator<Item = Pair>) -> Weights {
    values.map(|pair| pair.map(f64::from)).collect()
}
