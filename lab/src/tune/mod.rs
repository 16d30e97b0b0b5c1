//! Tuning of the evaluation: gradient descent on its weights, to predict the results of the games of a data set as
//! well as possible. This is Texel's tuning method (Peter Österlund) with gradients instead of trial changes. It
//! traces the evaluation through the same calls that play (`eval::tuning`), and writes its result to the file of the
//! weights, `src/eval/weights.rs`, and that of the network, `network.bin` beside it.
//!
//! ```text
//!   load      games become traced positions     played      games, and those of matches from PGN
//!   data      the positions of a run
//!   model     loss and gradient of positions, alone or compared      value      the value of one
//!   network   the structure network over reals  parameters  weights and network together
//!   trainer   batches, epochs, optimizer        source      the file of the weights
//!   options   the arguments                     picture     the loss by epoch
//! ```

pub(crate) mod data;
mod load;
pub(crate) mod model;
mod network;
mod options;
pub(crate) mod parameters;
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

use serde::{Deserialize, Serialize};

use super::Failure;
use super::chart::PICTURE;
use super::datagen::record::Record;
use super::files::{Kind, check_replaceable, is_object_with, is_text, read_state, replace};
use super::interrupt::stop_on_ctrl_c;
use super::progress::complain;
use super::tables::open_tables;
use data::Data;
use load::{Games, Targets, fit_score_k};
use options::NETWORK_NAME;
pub use options::Options;
use oxide88::eval::tuning::{self, ADDITIONS, BLENDED_WEIGHTS, NETWORK, NetworkFile, PLAIN_WEIGHTS};
use oxide88::files;
use oxide88::search::Tablebases;
use oxide88::speedtest::cores;
use oxide88::types::printable;
use parameters::{Model, Parameters, WEIGHTS, first_change, to_real, to_stored};
use played::Game;
use source::Source;
use trainer::{Held, Plan, Progress, Sets, fit_k, mean_loss};

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
    replace(path, &WEIGHTS_FILE, source.to_string().as_bytes())?;
    replace(&network_path, &NETWORK_FILE, &stored.to_bytes())?;
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
    let mut apart: Vec<f64> = sets
        .validation
        .values(&model)
        .zip(sets.validation.values(&learned))
        .map(|(one, other)| (one - other).abs())
        .collect();
    apart.sort_by(f64::total_cmp);
    let [mean, most] =
        [apart.iter().sum::<f64>() / apart.len().max(1) as f64, apart.last().copied().unwrap_or_default()];
    let path = network_path.to_string_lossy();
    writeln!(
        out,
        "Network    : in the mean within {mean:.2} cp of the learned one, at most {most:.2} cp, in {}",
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
        data.leave_out(&slots(&self.without));
        Ok(data)
    }

    /// Starts or resumes a run.
    fn begin(&self, sets: &Sets, old: &Parameters, threads: usize) -> Result<State, String> {
        let run = self.describe(sets);
        if let Some(path) = self.state.as_deref()
            && let Some(text) = read_state(path, self.resume)?
        {
            return resume(&text, &run).map_err(|error| format!("cannot resume {}: {error}", path.display()));
        }
        let plan = Plan {
            batch: self.batch as usize,
            rate: self.rate,
            epochs: self.epochs,
            seed: self.seed,
            k: self.k.unwrap_or_else(|| fit_k(&sets.training, &Model::new(old), threads)),
            prior: self.prior,
        };
        let first = self.first(old, &sets.training.danger_slots());
        let network = has_network(&self.hold) || has_network(&self.without);
        let mut weights = slots(&self.hold);
        let held = |slot: &u16| network || weights.contains(slot);
        let changes: Vec<u16> =
            (0..WEIGHTS as u16).filter(|slot| tuning::is_blended(*slot) && held(slot)).flat_map(changes_of).collect();
        weights.extend(changes);
        let held = Held { weights, network };
        let progress = Progress::new(first, held, sets, &plan, threads);
        let state = State { run, plan, progress };
        self.save(&state)?;
        Ok(state)
    }

    /// Returns the parameters that learning starts from; `danger` are the indexes of the weights of king danger.
    fn first(&self, old: &Parameters, danger: &[usize]) -> Parameters {
        let mut first = old.clone();
        if self.from_scratch {
            first.weights.fill([0.0; 2]);
            for &slot in danger {
                first.weights[slot] = [DANGER_FROM_SCRATCH; 2];
            }
        }
        // With all numbers at zero there would be no gradient.
        if self.from_scratch || first.network.iter().all(|number| number.abs() < f32::EPSILON) {
            first.network = network::random(self.seed);
        }
        for slot in slots(&self.without) {
            first.weights[usize::from(slot)] = [0.0; 2];
            if tuning::is_blended(slot) {
                for change in changes_of(slot) {
                    first.weights[usize::from(change)] = [0.0; 2];
                }
            }
        }
        if has_network(&self.without) {
            first.weights[WEIGHTS..].fill([0.0; 2]);
            first.network.fill(0.0);
        }
        first
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

/// Returns whether the structure network is among these names.
fn has_network(names: &[String]) -> bool {
    names.iter().any(|name| name == NETWORK_NAME)
}

/// Returns the indexes of the changes of a weight that depends on the structure.
fn changes_of(slot: u16) -> impl Iterator<Item = u16> {
    let first = first_change(slot.into());
    (first..first + tuning::RANK).map(|index| index as u16)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(words: &str) -> Options {
        Line::parse_from("tune data.bin".split(' ').chain(words.split_whitespace())).options
    }

    #[test]
    fn weights_that_are_left_out_start_at_zero_with_their_changes() {
        let old = Parameters::in_use();
        let first = options("--without tempo,knight_mobility").first(&old, &[]);
        let mut left_out = slots(&["tempo", "knight_mobility"].map(str::to_owned));
        let changes: Vec<u16> =
            left_out.iter().copied().filter(|&slot| tuning::is_blended(slot)).flat_map(changes_of).collect();
        assert_eq!(changes.len(), 9 * tuning::RANK, "a knight has mobility 0 to 8");
        left_out.extend(changes);
        let mut expected = old.weights.clone();
        for slot in left_out {
            expected[usize::from(slot)] = [0.0; 2];
        }
        assert_eq!(first.weights, expected);
        assert_eq!(first.network, old.network);
    }

    #[test]
    fn without_the_network_nothing_of_it_is_left() {
        let old = Parameters::in_use();
        for words in ["--without network", "--without network --from-scratch"] {
            let first = options(words).first(&old, &[0]);
            assert_eq!(first.weights[WEIGHTS..].to_vec(), vec![[0.0; 2]; first.weights.len() - WEIGHTS], "{words}");
            assert_eq!(first.network, vec![0.0; old.network.len()], "{words}");
        }
        let first = options("--without network").first(&old, &[]);
        assert_eq!(first.weights[..WEIGHTS].to_vec(), old.weights[..WEIGHTS].to_vec());
    }

    #[test]
    fn from_scratch_all_weights_but_those_of_danger_are_zero_and_the_network_is_random() {
        let first = options("--from-scratch --seed 7").first(&Parameters::in_use(), &[3]);
        let mut expected = vec![[0.0; 2]; first.weights.len()];
        expected[3] = [DANGER_FROM_SCRATCH; 2];
        assert_eq!(first.weights, expected);
        assert_eq!(first.network, network::random(7));
    }
}
