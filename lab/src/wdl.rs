//! Fits the probabilities of a win, draw and loss to the games of a data set: a local search over the six numbers of
//! the model (`eval/win_rate.rs`) maximizes the likelihood of the results, given the scores and the material of the
//! positions.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use super::Failure;
use super::datagen::record::{GameResult, Record};
use super::tune;
use oxide88::eval::win_rate::{WinRate, material};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Example:
  oxide88 wdl data.bin       numbers for src/eval/win_rate.rs

The data comes from 'oxide88 datagen'.";

/// The options of `wdl`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Data files written by 'oxide88 datagen'
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
}

/// Positions of similar score and material, and the results of their games for the side to move.
#[derive(Clone, Copy, Default)]
struct Bin {
    /// Mean score in centipawns for the side to move.
    score: f64,
    /// Mean material, 1 at the start.
    material: f64,
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Bin {
    fn count(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// Width of a bin in centipawns; in material it is 1/39 of all.
const BIN_WIDTH: i32 = 10;
/// Limit of the scores in centipawns: those further from zero say nothing about the curve.
const LIMIT: i32 = 1000;
/// First and last step tried on a number of the model, in centipawns.
const CHANGES: [f64; 2] = [32.0, 0.0625];

/// Reads the games, fits the model and writes it to `out`.
///
/// # Errors
/// The data cannot be read or is empty, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let records = tune::read_records(&options.data)?;
    let bins = sort_into_bins(&records)?;
    if bins.is_empty() {
        return Err("there are no positions in the data".to_owned().into());
    }
    let count: f64 = bins.iter().map(Bin::count).sum();
    let fitted = fit(&bins);
    writeln!(out, "Positions  : {count}")?;
    writeln!(out, "Surprise   : {:.5} now, {:.5} fitted", surprise(&WinRate::OWN, &bins), surprise(&fitted, &bins))?;
    let list = |[a, b, c]: [f64; 3]| format!("[{a:.1}, {b:.1}, {c:.1}]");
    writeln!(out, "Fitted     : Self {{ middle: {}, spread: {} }}", list(fitted.middle), list(fitted.spread))?;
    writeln!(out, "\nMaterial  50 % wins at  spread")?;
    for material in [0.1, 0.25, 0.5, 0.75, 1.0] {
        let (middle, spread) = fitted.curve(material);
        writeln!(out, "{material:8.2} {middle:10.0} cp {spread:7.0}")?;
    }
    Ok(())
}

fn sort_into_bins(records: &[Record]) -> Result<Vec<Bin>, String> {
    let mut bins: BTreeMap<(i32, i32), Bin> = BTreeMap::new();
    for record in records {
        let position = record.legal_position()?;
        let score = i32::from(record.score) * record.side_to_move().sign();
        if score.abs() > LIMIT {
            continue;
        }
        let material = material(&position);
        let bin = bins.entry((score.div_euclid(BIN_WIDTH), (material * 39.0) as i32)).or_default();
        let count = bin.count();
        bin.score = (bin.score * count + f64::from(score)) / (count + 1.0);
        bin.material = (bin.material * count + material) / (count + 1.0);
        match record.result {
            GameResult::Draw => bin.draws += 1.0,
            result if result == GameResult::win(record.side_to_move()) => bin.wins += 1.0,
            _ => bin.losses += 1.0,
        }
    }
    Ok(bins.into_values().collect())
}

/// Computes the mean negative log-likelihood of the results under the model.
fn surprise(model: &WinRate, bins: &[Bin]) -> f64 {
    let total: f64 = bins
        .iter()
        .map(|bin| {
            let chances = model.chances(bin.score, bin.material);
            let log = |chance: f64| chance.max(1e-9).ln();
            bin.wins * log(chances.win) + bin.draws * log(chances.draw) + bin.losses * log(chances.loss)
        })
        .sum();
    -total / bins.iter().map(Bin::count).sum::<f64>()
}

/// Finds the model of least surprise. One number after the other is moved up or down as long as that helps, in
/// shrinking steps.
fn fit(bins: &[Bin]) -> WinRate {
    let [mut change, smallest] = CHANGES;
    let mut best = WinRate::OWN;
    let mut least = surprise(&best, bins);
    while change >= smallest {
        let mut helped = false;
        for (index, sign) in (0..6).flat_map(|index| [(index, 1.0), (index, -1.0)]) {
            let mut trial = best;
            let numbers = if index < 3 { &mut trial.middle } else { &mut trial.spread };
            numbers[index % 3] += sign * change;
            let surprise = surprise(&trial, bins);
            if surprise < least {
                (best, least, helped) = (trial, surprise, true);
            }
        }
        if !helped {
            change /= 2.0;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use oxide88::position::Position;

    use super::*;

    #[test]
    fn scores_and_results_are_those_of_the_side_to_move() {
        let record = |side: &str, score, result| {
            let fen = format!("4k3/pppp4/8/8/8/8/PPPP4/4K3 {side} - - 0 1");
            Record::new(&Position::from_fen(&fen).unwrap(), score, result)
        };
        let records = [
            record("w", 55, GameResult::WhiteWins),
            record("b", 55, GameResult::WhiteWins),
            record("b", -55, GameResult::Draw),
            record("w", 1001, GameResult::WhiteWins),
        ];
        let bins = sort_into_bins(&records).unwrap();
        let found: Vec<_> = bins.iter().map(|bin| (bin.score, [bin.wins, bin.draws, bin.losses])).collect();
        assert_eq!(found, [(-55.0, [0.0, 0.0, 1.0]), (55.0, [1.0, 1.0, 0.0])]);
    }

    #[test]
    fn the_model_that_made_the_results_is_found_again() {
        let truth = WinRate { middle: [90.0, 160.0, 260.0], spread: [40.0, 70.0, 90.0] };
        let mut bins = Vec::new();
        for score in (-600..=600).step_by(20) {
            for material in 1..=10 {
                let (score, material) = (f64::from(score), f64::from(material) / 10.0);
                let chances = truth.chances(score, material);
                let [wins, draws, losses] = [chances.win, chances.draw, chances.loss].map(|chance| 1000.0 * chance);
                bins.push(Bin { score, material, wins, draws, losses });
            }
        }
        let fitted = fit(&bins);
        let numbers = |model: &WinRate| [model.middle, model.spread].concat();
        for (found, expected) in numbers(&fitted).iter().zip(numbers(&truth)) {
            assert!((found - expected).abs() < 2.0, "{fitted:?}");
        }
        assert!(surprise(&fitted, &bins) < surprise(&WinRate::OWN, &bins));
    }
}
