//! Converts files of games to training positions. A game goes to training or to validation as a whole, since its
//! positions resemble each other.

use std::path::{Path, PathBuf};
use std::thread;

use super::model::{Data, logistic};
use super::trainer::least;
use crate::datagen::file::Reader;
use crate::datagen::record::Record;
use oxide88::eval::tuning::Trace;
use oxide88::position::Position;
use oxide88::search::Tablebases;

/// The definition of the targets.
pub struct Targets<'a> {
    /// Weight of the search score in the target, 0 to 1; the rest is the result of the game.
    pub blend: f64,
    /// Scaling constant of that score on the logistic curve, per centipawn (see [`fit_score_k`]).
    pub k: f64,
    /// Tablebases that override the target in the endings they know.
    pub tables: Option<&'a Tablebases>,
}

/// Records of positions, split into two sets.
#[derive(Default)]
pub struct Records {
    /// The training set.
    pub training: Vec<Record>,
    /// The validation set.
    pub validation: Vec<Record>,
    /// Number of games they come from.
    pub games: u64,
}

/// Fits the scaling constant of the search score on the logistic curve, per centipawn, to the results of the games.
pub fn fit_score_k(records: &[Record]) -> f64 {
    least(|k| {
        let error = |record: &Record| logistic(k * f64::from(record.score)) - record.result.for_white();
        records.iter().map(|record| error(record).powi(2)).sum()
    })
}

/// Reads the games of all files; `validation` percent of them go to the validation set.
///
/// # Errors
/// A message if a file cannot be read.
pub fn read(paths: &[PathBuf], validation: u64) -> Result<Records, String> {
    let mut records = Records::default();
    for path in paths {
        read_file(path, validation, &mut records)?;
    }
    Ok(records)
}

fn read_file(path: &Path, validation: u64, records: &mut Records) -> Result<(), String> {
    for game in Reader::open(path).map_err(|error| error.to_string())? {
        let game = game.map_err(|error| error.to_string())?;
        let list = if game.number % 100 < validation { &mut records.validation } else { &mut records.training };
        list.extend(&game.records);
        records.games += 1;
    }
    Ok(())
}

/// Traces the positions on all threads, keeping their order. Known endgames are left out.
///
/// # Errors
/// A message if a record is no legal position.
pub fn trace(records: &[Record], targets: &Targets, threads: usize) -> Result<Data, String> {
    let part = records.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let workers: Vec<_> = records.chunks(part).map(|part| scope.spawn(move || trace_part(part, targets))).collect();
        let mut all = Data::default();
        for worker in workers {
            all.append(worker.join().map_err(|_| "a thread failed".to_owned())??);
        }
        Ok(all)
    })
}

fn trace_part(records: &[Record], targets: &Targets) -> Result<Data, String> {
    let mut data = Data::default();
    for record in records {
        let position = record.position().map_err(|error| format!("{}: {error}", record.fen()))?;
        if let Some(trace) = Trace::of(&position) {
            data.push(&trace, target(record, &position, targets));
        }
    }
    Ok(data)
}

/// Returns the target of a position: White's expected score, 0 to 1.
fn target(record: &Record, position: &Position, targets: &Targets) -> f64 {
    let from_tables = targets.tables.and_then(|tables| table_result(tables, position));
    from_tables.unwrap_or_else(|| {
        let by_score = logistic(targets.k * f64::from(record.score));
        targets.blend * by_score + (1.0 - targets.blend) * record.result.for_white()
    })
}

/// Returns White's score by the tablebases; `None` if they do not know it.
fn table_result(tables: &Tablebases, position: &Position) -> Option<f64> {
    let men: i32 = position.occupied().len();
    if men as usize > tables.max_pieces() {
        return None;
    }
    let outcome = tables.outcome(&position.to_shakmaty()?)?;
    Some(outcome.winner().map_or(0.5, |winner| if winner.is_white() { 1.0 } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::record::GameResult;

    fn record(fen: &str, score: i16, result: GameResult) -> Record {
        Record::new(&Position::from_fen(fen).unwrap(), score, result)
    }

    #[test]
    fn the_target_blends_result_and_score() {
        let record = record(oxide88::position::START_FEN, 100, GameResult::WhiteWins);
        let position = record.position().unwrap();
        let at = |blend| target(&record, &position, &Targets { blend, k: 0.005, tables: None });
        assert!((at(0.0) - 1.0).abs() < 1e-9);
        assert!((at(1.0) - 0.622_459).abs() < 1e-6);
        assert!((at(0.5) - 0.811_229).abs() < 1e-6);
    }

    #[test]
    fn scores_are_scaled_to_the_results_of_the_games() {
        // Of eight games with a score of 200, seven were won and one was lost.
        let results = (0..8).map(|number| if number == 0 { GameResult::BlackWins } else { GameResult::WhiteWins });
        let records: Vec<Record> = results.map(|result| record(oxide88::position::START_FEN, 200, result)).collect();
        let k = fit_score_k(&records);
        assert!((k - 7_f64.ln() / 200.0).abs() < 1e-4, "{k}");
    }

    #[test]
    fn the_order_of_positions_does_not_depend_on_threads() {
        let fens =
            ["4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", oxide88::position::START_FEN, "7k/8/6K1/8/8/8/8/R7 w - - 0 1"];
        let records: Vec<Record> =
            (0..30).map(|number| record(fens[number % 3], 10, GameResult::ALL[number / 3 % 3])).collect();
        let targets = Targets { blend: 0.3, k: 0.005, tables: None };
        let [one, four] = [1, 4].map(|threads| trace(&records, &targets, threads).unwrap());
        assert_eq!((one.len(), four.len()), (20, 20));
        assert_eq!(one, four);
    }
}
