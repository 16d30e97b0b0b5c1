//! The options of `tune`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::value_parser;

use super::trainer::Sets;
use oxide88::eval::tuning;

/// The options of `tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Data files written by 'oxide88 datagen', or PGN files of matches with scores in the comments
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<PathBuf>,
    /// File of the weights
    #[arg(long, value_name = "FILE", default_value = "src/eval/weights.rs")]
    pub weights: PathBuf,
    /// Output file of the tuned weights [default: the file they came from]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// File of the structure network [default: 'network.bin' beside the weights]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Output file of the learned network [default: that of --out with the extension 'bin', else the file it came from]
    #[arg(long, value_name = "FILE")]
    network_out: Option<PathBuf>,
    /// Start from zero instead of the present weights, and from a random network
    #[arg(long)]
    pub from_scratch: bool,
    /// Weights left at zero, by name, separated by commas, `network` for the structure network: what is the loss
    /// without them?
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true, value_parser = parameter_names())]
    pub without: Vec<String>,
    /// Weights that stay as they are, by name, separated by commas; `network` is the structure network
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true, value_parser = parameter_names())]
    pub hold: Vec<String>,
    /// Weight of the search score in the target, 0 to 1; the rest is the result of the game, or what --lambda makes of
    /// it
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    pub blend: f64,
    /// Weight of what comes a ply later, 0 to 1, in an average of the scores from the position on and of the result
    /// [1: the result alone]
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    pub lambda: f64,
    /// Directories of Syzygy tablebases, which override the target where they know the result
    #[arg(long, value_name = "DIRS")]
    pub syzygy: Option<String>,
    /// Percentage of the games held out for validation
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = value_parser!(u64).range(1..=50))]
    pub validation: u64,
    /// Judge the weights before and after by this file, too, of which nothing is learned; may be repeated
    #[arg(long = "judge", value_name = "FILE")]
    pub judges: Vec<PathBuf>,
    /// L2 prior toward the initial weights: as many positions that hold each weight where it is
    #[arg(long, value_name = "N", default_value_t = 100.0, value_parser = prior)]
    pub prior: f64,
    /// Batch size in positions
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = value_parser!(u32).range(1..))]
    pub batch: u32,
    /// Initial learning rate: about how many centipawns a weight moves per step
    #[arg(long, value_name = "CP", default_value_t = 1.0, value_parser = rate)]
    pub rate: f64,
    /// Number of epochs, in which the learning rate falls to zero
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub epochs: u32,
    /// Scaling constant K in result = 1 / (1 + exp(-K value)) [default: fitted to the present weights]
    #[arg(long, value_name = "K", value_parser = rate)]
    pub k: Option<f64>,
    /// Shuffle seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads, of which learning uses at most 16; the result does not depend on it [default: number of
    /// cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// File that keeps the state of the run
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Resume the run in the state file; give the same arguments again
    #[arg(long, requires = "state")]
    pub resume: bool,
    /// Draw training and validation loss by epoch into this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// The name of the structure network among those of the weights.
pub const NETWORK_NAME: &str = "network";

fn parameter_names() -> PossibleValuesParser {
    PossibleValuesParser::new(tuning::WEIGHT_NAMES.into_iter().chain([NETWORK_NAME]))
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

impl Options {
    /// Returns the path of the structure network.
    pub fn network(&self) -> PathBuf {
        self.network.clone().unwrap_or_else(|| self.weights.with_file_name("network.bin"))
    }

    /// Returns the path of the learned network.
    pub fn network_out(&self) -> PathBuf {
        let beside = |weights: &PathBuf| weights.with_extension("bin");
        self.network_out.clone().or_else(|| self.out.as_ref().map(beside)).unwrap_or_else(|| self.network())
    }

    /// Describes everything that must agree to resume a run.
    pub fn describe(&self, sets: &Sets) -> String {
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
            epochs,
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
             validation {validation}, prior {prior}, batch {batch}, rate {rate}, epochs {epochs}, k {k:?}, seed {seed}"
        )
    }
}
