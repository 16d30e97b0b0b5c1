//! Games of matches, with the scores that the players' searches left in the comments.

use std::path::Path;

use oxide88::position::Position;
use oxide88::types::{Color, Move};

use crate::arena::{EngineScore, Forfeit, score_in};
use crate::datagen::record::GameResult;
use crate::pgn;

/// A game with scores.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    /// Names of the players; `?` if there is none.
    pub names: [String; 2], // [color]
    /// The start position.
    pub start: Position,
    /// The moves, each with the score of its search, for the mover.
    pub moves: Vec<(Move, Option<EngineScore>)>,
    /// The result.
    pub result: GameResult,
}

impl ScoredGame {
    /// Returns the game, unless it has no result, or one that has nothing to do with its positions: a forfeit.
    pub fn new(game: &pgn::Game) -> Option<Self> {
        if game.tag("Termination").is_some_and(|reason| Forfeit::named(reason).is_some()) {
            return None;
        }
        let result = match game.result {
            "1-0" => GameResult::win(Color::White),
            "0-1" => GameResult::win(Color::Black),
            "1/2-1/2" => GameResult::Draw,
            _ => return None,
        };
        Some(Self {
            names: ["White", "Black"].map(|tag| game.tag(tag).unwrap_or("?").to_owned()),
            start: game.start.clone(),
            moves: game.commented_moves().map(|(mv, comment)| (mv, comment.and_then(score_in))).collect(),
            result,
        })
    }
}

/// Reads the games of a PGN file, `None` for those that are left out (see [`ScoredGame::new`]). Faults are named on
/// standard error; the moves before a fault count.
///
/// # Errors
/// A message if the file cannot be opened, or in place of a game if it cannot be read.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Option<ScoredGame>, String>>, String> {
    Ok(pgn::games(path)?.map(|game| game.map(|game| ScoredGame::new(&game))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a text.
    fn games(text: &str) -> Vec<Option<ScoredGame>> {
        pgn::Reader::new(text.as_bytes()).map(|game| ScoredGame::new(&game.unwrap())).collect()
    }

    #[test]
    fn a_score_is_in_the_comment_behind_its_move_and_its_glyphs() {
        let text = "[White \"a\"]\n\n1. e4 {book} (1. d4 {+9.00/5 0s}) e5 {-0.20/5 0s, n=3} 2. Nf3 {+M5/9 0s} {+1.0/2 0s} \
                    Nc6! $14 {+0.31/9 0s} 3. Bb5 ; +0.40/9 0s\n{+0.50/9 0s} 1-0";
        let [Some(game)] = &games(text)[..] else { panic!("one game") };
        let scores: Vec<_> = game.moves.iter().map(|&(_, score)| score).collect();
        let centipawns = |score| Some(EngineScore::Centipawns(score));
        assert_eq!(scores, [None, centipawns(-20), Some(EngineScore::Mate(5)), centipawns(31), None]);
        assert_eq!((&game.names, game.result), (&["a", "?"].map(str::to_owned), GameResult::WhiteWins));
    }

    #[test]
    fn games_without_result_and_forfeits_are_left_out() {
        let kept = |termination: &str, result: &str| {
            let text = format!("[Termination \"{termination}\"]\n\n1. e4 {result}\n");
            games(&text)[0].as_ref().map(|game| game.result)
        };
        assert_eq!(kept("normal", "0-1"), Some(GameResult::BlackWins));
        assert_eq!(kept("adjudication", "1/2-1/2"), Some(GameResult::Draw));
        assert_eq!(kept("normal", "*"), None);
        for forfeit in ["time forfeit", "rules infraction", "abandoned"] {
            assert_eq!(kept(forfeit, "1-0"), None, "{forfeit}");
        }
    }
}
