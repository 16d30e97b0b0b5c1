//! Converts files of games to training positions. A game goes to training or to validation as a whole, since its
//! positions resemble each other, and so do the positions that a search visited.

use std::path::PathBuf;
use std::thread;

use super::data::Data;
use super::model::logistic;
use super::played::{Game, read_match};
use super::trainer::least;
use crate::datagen::file::{self, Choice, Reader};
use crate::datagen::record::Record;
use crate::quiet::resolved;
use oxide88::eval::EvalCaches;
use oxide88::eval::tuning::Trace;
use oxide88::position::Position;
use oxide88::search::Tablebases;
use oxide88::types::Color;

/// The definition of the targets.
pub struct Targets<'a> {
    /// Weight of the position's own score in the target, 0 to 1; the rest is what came of it (see `outlook`).
    pub blend: f64,
    /// Weight of what comes a ply later in that rest, 0 to 1; at 1 the rest is the result of the game.
    pub lambda: f64,
    /// Scaling constant of that score on the logistic curve, per centipawn (see [`fit_score_k`]).
    pub k: f64,
    /// Tablebases that override the target in the endings they know.
    pub tables: Option<&'a Tablebases>,
}

/// Games, split into two sets.
#[derive(Default)]
pub struct Games {
    /// The training set.
    pub training: Vec<Game>,
    /// The validation set.
    pub validation: Vec<Game>,
}

/// Fits the scaling constant of the search score on the logistic curve, per centipawn, to the results of the games;
/// `None` without games, for positions that were visited have no results.
pub fn fit_score_k(games: &[Game]) -> Option<f64> {
    let records = || games.iter().filter(|game| !game.are_visited).flat_map(|game| &game.records);
    records().next()?;
    Some(least(|k| {
        let error = |record: &Record| logistic(k * f64::from(record.score)) - record.result.for_white();
        records().map(|record| error(record).powi(2)).sum()
    }))
}

/// Reads the games of all files, written by `datagen` or, if their names end so, PGN with scores in the comments;
/// `validation` percent of them go to the validation set.
///
/// # Errors
/// A message if a file cannot be read.
pub fn read(paths: &[PathBuf], validation: u64) -> Result<Games, String> {
    let mut games = Games::default();
    for path in paths {
        let mut add = |number: u64, game| {
            let list = if number % 100 < validation { &mut games.validation } else { &mut games.training };
            list.push(game);
        };
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            read_match(path, add)?;
            continue;
        }
        let reader = Reader::open(path).map_err(|error| error.to_string())?;
        let second = reader.header().rescored;
        let are_visited = second.is_some_and(|second| matches!(second.choice, Choice::Visited { .. }));
        let entries = second.map_or(1, |second| second.choice.entries());
        for game in reader {
            let file::Game { number, plies, result, records, .. } = game.map_err(|error| error.to_string())?;
            add(number / entries, Game { plies: plies.into(), result, records, are_visited });
        }
    }
    Ok(games)
}

/// Number of games that a thread traces at once: what is gathered from the threads then is in memory twice.
const GAMES_AT_ONCE: usize = 500;

/// Traces the positions on all threads, keeping their order. Known endgames are left out.
///
/// # Errors
/// A message if a record is no legal position.
pub fn trace(games: &[Game], targets: &Targets, threads: usize) -> Result<Data, String> {
    let mut all = Data::default();
    for games in games.chunks(threads * GAMES_AT_ONCE) {
        thread::scope(|scope| {
            let parts = games.chunks(GAMES_AT_ONCE);
            let workers: Vec<_> = parts.map(|part| scope.spawn(move || trace_part(part, targets))).collect();
            for worker in workers {
                all.append(worker.join().map_err(|_| "a thread failed".to_owned())??);
            }
            Ok::<_, String>(())
        })?;
    }
    Ok(all)
}

fn trace_part(games: &[Game], targets: &Targets) -> Result<Data, String> {
    let mut data = Data::default();
    let mut caches = EvalCaches::new();
    for game in games {
        if game.are_visited {
            for color in Color::ALL {
                data.push_compared(&compared(game, color, targets, &mut caches)?);
            }
            continue;
        }
        for (record, outlook) in game.records.iter().zip(outlook(game, targets)) {
            let position = record.legal_position()?;
            if let Some(trace) = Trace::of(&position) {
                data.push(&trace, target(record, outlook, &position, targets));
            }
        }
    }
    Ok(data)
}

/// Traces the positions of a search with `color` to move, each where its exchanges end, with the targets of their
/// scores.
fn compared(
    game: &Game,
    color: Color,
    targets: &Targets,
    caches: &mut EvalCaches,
) -> Result<Vec<(Trace, f64)>, String> {
    let mut list = Vec::new();
    for record in game.records.iter().filter(|record| record.side_to_move() == color) {
        let position = record.legal_position()?;
        if let Some(trace) = Trace::of(&resolved(&position, caches)) {
            list.push((trace, logistic(targets.k * f64::from(record.score))));
        }
    }
    Ok(list)
}

/// Returns what came of each position of a game: White's expected score, 0 to 1, by the scores of the positions from
/// there on and the result, which count less by `lambda` for each ply of distance, like the return of temporal
/// difference learning, TD(lambda) (Sutton): the searches of the next moves look further ahead than that of the
/// position, and what happens long after it says little about it.
fn outlook(game: &Game, targets: &Targets) -> Vec<f64> {
    let (mut later, mut later_ply) = (game.result.for_white(), game.plies);
    let mut outlook: Vec<f64> = game
        .records
        .iter()
        .rev()
        .map(|record| {
            let weight = targets.lambda.powi(later_ply.saturating_sub(record.ply()) as i32);
            later = weight * later + (1.0 - weight) * logistic(targets.k * f64::from(record.score));
            later_ply = record.ply();
            later
        })
        .collect();
    outlook.reverse();
    outlook
}

/// Returns the target of a position with this outlook: White's expected score, 0 to 1.
fn target(record: &Record, outlook: f64, position: &Position, targets: &Targets) -> f64 {
    let from_tables = targets.tables.and_then(|tables| table_result(tables, position));
    from_tables.unwrap_or_else(|| {
        let by_score = logistic(targets.k * f64::from(record.score));
        targets.blend * by_score + (1.0 - targets.blend) * outlook
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
    use oxide88::position::START_FEN;

    const TARGETS: Targets = Targets { blend: 0.0, lambda: 1.0, k: 0.005, tables: None };

    fn record(fen: &str, score: i16, result: GameResult) -> Record {
        Record::new(&Position::from_fen(fen).unwrap(), score, result)
    }

    fn game(records: Vec<Record>, plies: u32) -> Game {
        Game { plies, result: records[0].result, records, are_visited: false }
    }

    #[test]
    fn the_target_blends_outlook_and_score() {
        let record = record(START_FEN, 100, GameResult::WhiteWins);
        let position = record.position().unwrap();
        let at = |blend| target(&record, 0.25, &position, &Targets { blend, ..TARGETS });
        assert!((at(0.0) - 0.25).abs() < 1e-9);
        assert!((at(1.0) - 0.622_459).abs() < 1e-6);
        assert!((at(0.5) - 0.436_230).abs() < 1e-6);
    }

    #[test]
    fn the_outlook_is_of_later_scores_and_the_result_by_their_distance_in_plies() {
        // After the start, 3 and 10 plies later, in a game of 12 plies that White lost.
        let board = "4k3/pp6/8/8/8/8/PP6/4K3";
        let fens = [START_FEN.to_owned(), format!("{board} b - - 0 2"), format!("{board} w - - 0 6")];
        let records = fens.iter().zip([0, 100, -200]).map(|(fen, score)| record(fen, score, GameResult::BlackWins));
        let game = game(records.collect(), 12);
        let at = |lambda| outlook(&game, &Targets { lambda, ..TARGETS });
        assert_eq!(at(1.0), [0.0; 3]);
        let scores = [0, 100, -200].map(|score| logistic(0.005 * f64::from(score)));
        assert_eq!(at(0.0), scores);
        let third = scores[2] * (1.0 - 0.81);
        let second = scores[1] * (1.0 - 0.9_f64.powi(7)) + third * 0.9_f64.powi(7);
        let first = scores[0] * (1.0 - 0.729) + second * 0.729;
        for (found, expected) in at(0.9).into_iter().zip([first, second, third]) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn scores_are_scaled_to_the_results_of_the_games() {
        // Of eight games with a score of 200, seven were won and one was lost.
        let results = (0..8).map(|number| if number == 0 { GameResult::BlackWins } else { GameResult::WhiteWins });
        let games: Vec<Game> = results.map(|result| game(vec![record(START_FEN, 200, result)], 60)).collect();
        let k = fit_score_k(&games).unwrap();
        assert!((k - 7_f64.ln() / 200.0).abs() < 1e-4, "{k}");
        let visited = games.into_iter().map(|game| Game { are_visited: true, ..game });
        assert_eq!(fit_score_k(&visited.collect::<Vec<_>>()), None);
    }

    #[test]
    fn so_many_of_each_hundred_games_are_held_out() {
        let file = tempfile::Builder::new().suffix(".PGN").tempfile().unwrap();
        std::fs::write(file.path(), "1. e4 1-0\n\n".repeat(103)).unwrap();
        for (percent, held_out) in [(0, 0), (1, 2), (50, 53)] {
            let games = read(&[file.path().to_owned()], percent).unwrap();
            assert_eq!((games.validation.len(), games.training.len()), (held_out, 103 - held_out), "{percent} %");
        }
    }

    #[test]
    fn searches_from_the_same_game_stay_together() {
        let choice = Choice::Visited { nodes: 100, samples: 9, roots: 4 };
        let header = file::Header {
            engine: 1,
            random_plies: 8,
            seed: 1,
            nodes: 100,
            rescored: Some(file::Rescored { nodes: 10, engine: 1, choice }),
            chess960: false,
            openings: None,
        };
        let search = |number: u64| file::Game {
            number,
            // Each game has a length of its own.
            plies: (number / 4) as u16,
            result: GameResult::Draw,
            ending: file::Ending::Level,
            records: Vec::new(),
        };
        let file = tempfile::NamedTempFile::new().unwrap();
        let bytes: Vec<u8> = (0..400).flat_map(|number| search(number).encode()).collect();
        std::fs::write(file.path(), [&header.encode()[..], &bytes].concat()).unwrap();
        let games = read(&[file.path().to_owned()], 3).unwrap();
        let numbers: Vec<u32> = games.validation.iter().map(|game| game.plies).collect();
        assert_eq!(numbers, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(games.training.len(), 388);
    }

    #[test]
    fn the_order_of_positions_does_not_depend_on_threads() {
        let fens = ["4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", START_FEN, "7k/8/6K1/8/8/8/8/R7 w - - 0 1"];
        let games: Vec<Game> = (0..10)
            .map(|number| {
                let result = GameResult::ALL[number % 3];
                game(fens.iter().map(|fen| record(fen, 10 * number as i16, result)).collect(), 60)
            })
            .collect();
        let targets = Targets { blend: 0.3, ..TARGETS };
        let [one, four] = [1, 4].map(|threads| trace(&games, &targets, threads).unwrap());
        assert_eq!((one.len(), four.len()), (20, 20));
        assert_eq!(one, four);
    }

    #[test]
    fn visited_positions_are_compared_by_side_to_move_where_their_exchanges_end() {
        // A rook that hangs, and the same positions without it.
        let fens = [
            "4k3/pp6/8/8/3r4/4P3/PP6/4K3 w - - 0 1",
            "4k3/pp6/8/8/3P4/8/PP6/4K3 w - - 0 1",
            "4k3/pp6/8/8/3P4/8/PP6/4K3 b - - 0 1",
            "4k3/pp6/8/8/3P4/8/PP4P1/4K3 b - - 0 1",
        ];
        let records = fens.iter().zip([150, 120, 90, 300]).map(|(fen, score)| record(fen, score, GameResult::Draw));
        let game = Game { are_visited: true, ..game(records.collect(), 60) };
        let data = trace_part(&[game], &TARGETS).unwrap();
        let mut expected = Data::default();
        let traced = |fen: &str, score: i16| {
            (Trace::of(&Position::from_fen(fen).unwrap()).unwrap(), logistic(TARGETS.k * f64::from(score)))
        };
        let end = "4k3/pp6/8/8/3P4/8/PP6/4K3 b - - 0 1";
        expected.push_compared(&[traced(end, 150), traced(fens[1], 120)]);
        expected.push_compared(&[traced(fens[2], 90), traced(fens[3], 300)]);
        assert_eq!(data, expected);
    }
}
