//! Games as training data, and those of matches: their moves were searched longer than those of `datagen`.

use std::path::Path;

use oxide88::eval::EvalCaches;

use crate::datagen::is_worth_keeping;
use crate::datagen::record::{GameResult, Record};
use crate::scored_game::{self, ScoredGame};

/// Scores count no more than this many centipawns; mates are beyond.
const MOST: i32 = 30_000;

/// A game with the positions kept from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Length of the game in plies.
    pub plies: u32,
    /// The result.
    pub result: GameResult,
    /// The positions, in order.
    pub records: Vec<Record>,
    /// They are positions that one search visited, in place of those that were played.
    pub are_visited: bool,
}

/// Reads the games of a PGN file, with those of their positions that have a score and are worth keeping, as of the
/// games of `datagen`. Each goes to `add` with its number in the file, from 0.
///
/// # Errors
/// A message if the file cannot be read.
pub fn read_match(path: &Path, mut add: impl FnMut(u64, Game)) -> Result<(), String> {
    let mut tables = EvalCaches::new();
    for (number, game) in (0..).zip(scored_game::read(path)?) {
        if let Some(game) = game? {
            add(number, kept(&game, &mut tables));
        }
    }
    Ok(())
}

/// The game with the positions that are worth keeping.
fn kept(game: &ScoredGame, tables: &mut EvalCaches) -> Game {
    let mut records = Vec::new();
    let mut position = game.start.clone();
    for &(mv, score) in &game.moves {
        let value = score.map(|score| score.centipawns().clamp(-MOST, MOST));
        if let Some(value) = value.filter(|&value| is_worth_keeping(&position, mv, value, tables)) {
            records.push(Record::new(&position, (value * position.side_to_move().sign()) as i16, game.result));
        }
        position.make(mv);
    }
    Game { plies: position.game_ply(), result: game.result, records, are_visited: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    #[test]
    fn positions_with_a_score_are_kept_if_quiet_and_late_enough() {
        let opening = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 {+0.40/9 0s} b5 {-0.30/9 0s} ";
        let text = format!(
            "{opening} 7. Bb3 {{+0.35/9 0s}} O-O {{book}} 8. c3 {{+M9/9 0s}} d5 {{-0.20/9 0s}} 9. exd5 \
             {{+0.10/9 0s}} Nxd5 {{-0.11/9 0s}} 1-0\n"
        );
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let game = kept(&ScoredGame::new(&game).unwrap(), &mut EvalCaches::new());
        assert_eq!((game.plies, game.result), (18, GameResult::WhiteWins));
        // From ply 12 on: before Bb3 and c3 and d5, not before captures, nor where there is no score.
        let scores: Vec<(u32, i16)> = game.records.iter().map(|record| (record.ply(), record.score)).collect();
        assert_eq!(scores, [(12, 35), (14, 30_000), (15, 20)]);
        assert!(game.records.iter().all(|record| record.result == GameResult::WhiteWins));
    }
}
