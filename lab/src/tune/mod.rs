//! Tuning of the evaluation: gradient descent on its weights, to predict the results of the games of a data set as
//! well as possible. This is Texel's tuning method (Peter Österlund) with gradients instead of trial changes. It
//! traces the evaluation through the same calls that play (`eval::tuning`), and writes its result to the file of the
//! weights, `src/eval/weights.rs`, and that of the network, `network.bin` beside it.
//!
//! ```text
//!   load         games become traced positions     played      games, and those of matches from PGN
//!   data         the positions of a run            parts       sums over them on all cores
//!   model        loss and gradient of positions, alone or compared
//!   value        the value of one
//!   network      the structure network over reals  parameters  weights and network together
//!   start        what a run starts from and holds  trainer     batches, epochs, optimizer
//!   source       the file of the weights           options     the arguments
//!   differences  how far stored numbers are off    picture     the loss by epoch
//! ```

pub(crate) mod data;
mod differences;
mod load;
pub(crate) mod model;
mod network;
mod options;
pub(crate) mod parameters;
mod parts;
mod picture;
mod played;
mod source;
mod start;
mod trainer;
mod value;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::Failure;
use super::chart::PICTURE;
use super::datagen::record::Record;
use super::files::{Kind, check_replaceable, is_object_with, is_text, read_state, replace};
use super::interrupt::stop_on_ctrl_c;
use super::progress::complain;
use super::tables::open_tables;
use data::Data;
use differences::Differences;
use load::{Games, Targets, fit_score_k};
pub use options::Options;
use oxide88::eval::tuning::{self, ADDITIONS, BLENDED_WEIGHTS, NETWORK, NetworkFile, PLAIN_WEIGHTS};
use oxide88::files;
use oxide88::search::Tablebases;
use oxide88::speedtest::cores;
use oxide88::types::printable;
use parameters::{Model, Parameters, to_real, to_stored};
use played::Game;
use source::Source;
use trainer::{Plan, Progress, Sets, fit_k, mean_loss};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 tune data.bin                                        writes weights.rs and network.bin in src/eval
  oxide88 tune data.bin --out new.rs --state run.json          again with --resume after an interruption
  oxide88 tune data.bin --svg loss.svg                         with a picture of the loss by epoch
  oxide88 tune data.bin --from-scratch --blend 0.3 --syzygy tables
  oxide88 tune visited.bin --k 0.007                           positions that searches visited, compared with each other

The data comes from 'oxide88 datagen'. The loss of each epoch goes to standard error, the summary to standard output.";

/// Maximum size of a file of weights, in bytes.
const LARGEST_SOURCE: u64 = 1 << 24;

/// The file of the weights.
const WEIGHTS_FILE: Kind = Kind {
    name: "the weights of an evaluation",
    is_own: |content| is_text(content, |text| Source::parse(text).is_ok()),
};

/// The file of the structure network.
const NETWORK_FILE: Kind = Kind {
    name: "a structure network",
    is_own: |content| NetworkFile::<BLENDED_WEIGHTS>::from_bytes(content).is_some(),
};

/// The file of a run.
const STATE: Kind =
    Kind { name: "the state of a run", is_own: |content| is_object_with(&["run", "plan", "progress"], content) };

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
    check_replaceable(path, &WEIGHTS_FILE)?;
    if let Some(picture) = &options.svg {
        check_replaceable(picture, &PICTURE)?;
    }
    let network_path = options.network_out();
    if *path == network_path {
        return Err(format!("{}: weights and network need a file each", path.display()).into());
    }
    check_replaceable(&network_path, &NETWORK_FILE)?;
    let old = Parameters::in_use();
    let state = options.state.as_deref().map(|path| read_state(path, options.resume)).transpose()?.flatten();
    let tables = options.syzygy.as_deref().map(open_tables).transpose()?;
    let judges = options.judges.iter().map(|path| options.judge(path, tables.as_ref(), threads));
    let judges = judges.collect::<Result<Vec<_>, String>>()?;
    let (sets, games) = options.sets(tables.as_ref(), threads)?;
    writeln!(
        out,
        "Positions  : {} to learn from, {} to be judged by, of {games} games",
        sets.training.len(),
        sets.validation.len()
    )?;

    let mut state = options.begin(&sets, &old, state.as_deref(), threads)?;
    let plan = state.plan;
    let old_model = Model::new(&old);
    let before = [&sets.training, &sets.validation].map(|data| mean_loss(data, &old_model, plan.k, threads));
    while !state.progress.is_over(&plan) && !stop.load(Ordering::Relaxed) {
        state.progress.learn(&sets, &plan, threads);
        let Progress { epoch, losses: [training, validation], .. } = state.progress;
        complain(&format!("epoch {epoch}: loss {training:.6}, validation {validation:.6}"));
        options.save(&state)?;
    }

    let best = &state.progress.best;
    let (new, additions) = to_stored(&best.weights);
    let stored = NetworkFile { network: network::rounded(&best.network), additions };
    source.set(&new);
    let previous = fs::read(path).ok();
    replace(path, &WEIGHTS_FILE, source.to_string().as_bytes())?;
    if let Err(error) = replace(&network_path, &NETWORK_FILE, &stored.to_bytes()) {
        // Weights belong to their network.
        previous.map_or(Ok(()), |previous| replace(path, &WEIGHTS_FILE, &previous))?;
        return Err(error.into());
    }
    options.svg.as_ref().map_or(Ok(()), |path| picture::chart(&state.progress.curve).save(path))?;

    let rounded = Parameters {
        weights: to_real(&new, &stored.additions),
        network: stored.network.rows.as_flattened().iter().map(|&number| f32::from(number)).collect(),
    };
    let model = Model::new(&rounded);
    let after = [&sets.training, &sets.validation].map(|data| mean_loss(data, &model, plan.k, threads));
    let moved = tuning::weights().iter().zip(&new).filter(|(old, new)| old != new).count();
    writeln!(out, "K          : {:.6}", plan.k)?;
    writeln!(out, "Training   : loss {:.6}, before {:.6}", after[0], before[0])?;
    writeln!(out, "Validation : loss {:.6}, before {:.6}", after[1], before[1])?;
    if let Some([after, before]) = orders(&sets.validation, [&model, &old_model]) {
        writeln!(out, "Order      : {after:.2} % of the pairs held out are right, before {before:.2} %")?;
    }
    for (judge, path) in judges.iter().zip(&options.judges) {
        let [after, before] = [&model, &old_model].map(|model| mean_loss(judge, model, plan.k, threads));
        write!(out, "Judge      : {}: loss {after:.6}, before {before:.6}", printable(&path.to_string_lossy()))?;
        if let Some([after, before]) = orders(judge, [&model, &old_model]) {
            write!(out, ", {after:.2} % of the pairs right, before {before:.2} %")?;
        }
        writeln!(out)?;
    }
    let path = path.to_string_lossy();
    writeln!(out, "Weights    : {moved} of {} changed, in {}", new.len(), printable(&path))?;
    let learned = [&rounded.weights[..PLAIN_WEIGHTS], &best.weights[PLAIN_WEIGHTS..]].concat();
    let learned = Model::new(&Parameters { weights: learned, network: best.network.clone() });
    let Differences { mean, nearly_all, most } =
        Differences::between(sets.validation.values(&model), sets.validation.values(&learned));
    let path = network_path.to_string_lossy();
    writeln!(
        out,
        "Network    : in the mean within {mean:.2} cp of the learned one, 99 % within {nearly_all:.2} cp, all within \
         {most:.2} cp, in {}",
        printable(&path)
    )?;
    writeln!(out, "Time       : {} epochs, {:.0} s", state.progress.epoch, start.elapsed().as_secs_f64())?;
    Ok(())
}

/// Returns the percentage of pairs of compared positions that either model puts in the right order; `None` if there is
/// no pair.
fn orders(data: &Data, models: [&Model; 2]) -> Option<[f64; 2]> {
    let [one, other] = models.map(|model| data.order(model).map(|share| 100.0 * share));
    Some([one?, other?])
}

impl Options {
    /// Reads the file of the weights, which must be those this program was built with, as must the network.
    fn source(&self) -> Result<Source, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", self.weights.display());
        let text = files::read_text(&self.weights, LARGEST_SOURCE).map_err(|error| at(&error))?;
        let source = Source::parse(&text).map_err(|error| at(&error))?;
        if source.values().ne(tuning::weights()) {
            return Err(at(&"these are not the weights this program was built with; build it again"));
        }
        let path = self.network();
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = files::read(&path, LARGEST_SOURCE).map_err(|error| at(&error))?;
        if bytes != (NetworkFile { network: NETWORK.clone(), additions: ADDITIONS }).to_bytes() {
            return Err(at(&"this is not the network this program was built with; build it again"));
        }
        Ok(source)
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
        data.leave_out(&start::slots(&self.without));
        Ok(data)
    }

    /// Starts a run, or resumes that of the text in `state`.
    fn begin(&self, sets: &Sets, old: &Parameters, state: Option<&str>, threads: usize) -> Result<State, String> {
        let run = self.describe(sets);
        let first = self.first(old, &sets.training.danger_slots());
        if let (Some(text), Some(path)) = (state, &self.state) {
            return resume(text, &run, &first).map_err(|error| format!("cannot resume {}: {error}", path.display()));
        }
        let plan = Plan {
            batch: self.batch as usize,
            rate: self.rate,
            epochs: self.epochs,
            seed: self.seed,
            k: self.k.unwrap_or_else(|| fit_k(&sets.training, &Model::new(old), threads)),
            prior: self.prior,
        };
        let progress = Progress::new(first, self.held(), sets, &plan, threads);
        let state = State { run, plan, progress };
        self.save(&state)?;
        Ok(state)
    }

    fn save(&self, state: &State) -> Result<(), String> {
        let Some(path) = self.state.as_deref() else { return Ok(()) };
        let text = serde_json::to_string(state).map_err(|error| error.to_string())?;
        replace(path, &STATE, text.as_bytes())
    }
}

/// Parses the state in `text`, which must be of this `run`, from these parameters.
fn resume(text: &str, run: &str, first: &Parameters) -> Result<State, String> {
    let state: State = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if state.run != run {
        Err(format!("it is of another run: {}, not {run}", state.run))
    } else if state.progress.first != *first {
        Err("it started from other weights or another network than those of this program".to_owned())
    } else {
        Ok(state)
    }
}
