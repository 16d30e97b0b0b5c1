//! Games as training data, and those of matches: their moves were searched longer than those of `datagen`, and their
//! scores are in the comments.

use std::io::BufReader;
use std::path::Path;

use oxide88::eval::EvalCaches;
use oxide88::files;
use oxide88::position::Position;
use oxide88::types::{Color, Move};

use crate::arena::score_in;
use crate::datagen::is_worth_keeping;
use crate::datagen::record::{GameResult, Record};
use crate::pgn::{self, Entry, Reader, Token};
use crate::progress::complain;

/// A game with the positions kept from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Length of the game in plies.
    pub plies: u32,
    /// The result.
    pub result: GameResult,
    /// The positions, in order.
    pub records: Vec<Record>,
}

/// Reads the games of a PGN file that have a result, with those of their positions that have a score and are worth
/// keeping, as of the games of `datagen`. Each goes to `add`, with its number in the file from 0. Faults are named on
/// standard error, and the game is left out.
///
/// # Errors
/// A message if the file cannot be read.
pub fn read_match(path: &Path, mut add: impl FnMut(u64, Game)) -> Result<(), String> {
    let cannot_read = |error| format!("cannot read {}: {error}", path.display());
    let source = files::open(path).map_err(cannot_read)?;
    let mut tables = EvalCaches::new();
    for (number, game) in (0..).zip(Reader::new(BufReader::new(source))) {
        let game = game.map_err(cannot_read)?;
        if let Some(fault) = &game.fault {
            complain(&format!("{}, game {}: {}; left out", path.display(), game.number, fault.reason));
        } else if let Some(game) = played(&game, &mut tables) {
            add(number, game);
        }
    }
    Ok(())
}

/// The game as training data; `None` if it has no result, or one that has nothing to do with its positions.
fn played(game: &pgn::Game, tables: &mut EvalCaches) -> Option<Game> {
    if game.tag("Termination").is_some_and(|reason| FORFEITS.contains(&reason)) {
        return None;
    }
    let result = match game.result {
        "1-0" => GameResult::win(Color::White),
        "0-1" => GameResult::win(Color::Black),
        "1/2-1/2" => GameResult::Draw,
        _ => return None,
    };
    let mut records = Vec::new();
    let mut position = game.start.clone();
    let mut last: Option<(Position, Move)> = None;
    for entry in &game.entries {
        match entry {
            Entry::Move(mv, _) => {
                last = Some((position.clone(), *mv));
                position.make(*mv);
            }
            Entry::Text(Token::Comment(text)) => {
                let Some(((before, mv), score)) = last.take().zip(score_in(text)) else { continue };
                let value = score.centipawns().clamp(-MOST, MOST);
                if is_worth_keeping(&before, mv, value, tables) {
                    records.push(Record::new(&before, (value * before.side_to_move().sign()) as i16, result));
                }
            }
            _ => {}
        }
    }
    Some(Game { plies: position.game_ply(), result, records })
}

/// Reasons for the end of a game that are not on the board.
const FORFEITS: [&str; 3] = ["time forfeit", "rules infraction", "abandoned"];

/// Scores count no more than this many centipawns; mates are beyond.
const MOST: i32 = 30_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Game> {
        let mut tables = EvalCaches::new();
        Reader::new(text.as_bytes()).filter_map(|game| played(&game.expect("a game"), &mut tables)).collect()
    }

    #[test]
    fn positions_with_a_score_are_kept_if_quiet_and_late_enough() {
        let opening = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 {+0.40/9 0s} b5 {-0.30/9 0s} ";
        let text = format!(
            "{opening} 7. Bb3 {{+0.35/9 0s}} O-O {{book}} 8. c3 {{+M9/9 0s}} d5 {{-0.20/9 0s}} 9. exd5 \
             {{+0.10/9 0s}} Nxd5 {{-0.11/9 0s}} 1-0\n\n1. e4 {{+0.2/9 0s}} *\n\n[Termination \"time forfeit\"]\n\n1. e4 1-0\n"
        );
        let games = read(&text);
        assert_eq!(games.len(), 1, "games without a result and forfeits are left out");
        let game = &games[0];
        assert_eq!((game.plies, game.result), (18, GameResult::WhiteWins));
        // From ply 12 on: before Bb3 and c3 and d5, not before captures, nor where there is no score.
        let scores: Vec<(u32, i16)> = game.records.iter().map(|record| (record.ply(), record.score)).collect();
        assert_eq!(scores, [(12, 35), (14, 30_000), (15, 20)]);
        assert!(game.records.iter().all(|record| record.result == GameResult::WhiteWins));
    }
}
