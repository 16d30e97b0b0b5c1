//! A second, deeper search of the positions of a game, whose scores replace those of the game. The result stays.

use super::file::{Game, Rescored};
use oxide88::search::{Control, Limits, Searcher};

/// Searches the positions of a game again, one after the other as in the game, and drops those that are left out. Which
/// one comes first depends on the number of the game.
///
/// # Errors
/// A record is no legal position.
pub fn rescore(searcher: &mut Searcher, second: &Rescored, mut game: Game) -> Result<Game, String> {
    searcher.new_game();
    let limits = Limits::nodes(second.nodes);
    let first = (game.number % u64::from(second.every)) as usize;
    game.records = game.records.into_iter().skip(first).step_by(second.every.into()).collect();
    for record in &mut game.records {
        let position = record.position().map_err(|error| format!("{}: {error}", record.fen()))?;
        let outcome = searcher.go(&position, &limits, &Control::default(), &mut |_| ());
        record.score = (outcome.value * position.side_to_move().sign()) as i16;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::super::file::Ending;
    use super::super::record::{GameResult, Record};
    use super::*;
    use oxide88::position::Position;
    use oxide88::types::value::MATE;

    #[test]
    fn scores_are_those_of_the_search_for_white() {
        // Each side to move mates with the rook.
        let records = [("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1), ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", -1)];
        let record = |fen| Record::new(&Position::from_fen(fen).unwrap(), 7, GameResult::Draw);
        let game = Game {
            number: 3,
            plies: 90,
            result: GameResult::Draw,
            ending: Ending::TooLong,
            records: records.iter().map(|&(fen, _)| record(fen)).collect(),
        };
        let second = Rescored { nodes: 5000, engine: 0, every: 1 };
        let deeper = rescore(&mut Searcher::with_hash(1).unwrap(), &second, game.clone()).unwrap();
        for (record, (fen, sign)) in deeper.records.iter().zip(records) {
            assert_eq!(i32::from(record.score), sign * (MATE - 1), "{fen}");
        }
        let mut back = deeper;
        back.records.iter_mut().for_each(|record| record.score = 7);
        assert_eq!(back, game, "nothing else changes");
    }
}
