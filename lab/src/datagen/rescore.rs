//! A second search. It takes the positions of a game, and its scores replace those of the game; or those that a search
//! from one of them visits. The result stays.

use super::file::{Choice, Game, Rescored};
use super::play::{KEEP_LIMIT, mix, over};
use super::record::Record;
use oxide88::position::Position;
use oxide88::search::{Control, Limits, Searcher};
use oxide88::types::Value;

/// Searches the positions of a game again, or those that a search visits, as `second` says: the `part`th of the entries
/// that the game becomes.
///
/// # Errors
/// A record is no legal position.
pub fn rescore(searcher: &mut Searcher, second: &Rescored, mut game: Game, part: u64) -> Result<Game, String> {
    searcher.new_game();
    match second.choice {
        Choice::Played { every } => {
            let first = (game.number % u64::from(every)) as usize;
            game.records = game.records.into_iter().skip(first).step_by(every.into()).collect();
            for record in &mut game.records {
                record.score = score(searcher, &record.legal_position()?, second.nodes) as i16;
            }
        }
        Choice::Visited { nodes, samples, roots } => {
            // Any of them, so that openings, middlegames and endings have their share; the others are as far apart as
            // can be.
            let count = game.records.len() as u64;
            let first = mix(game.number).checked_rem(count).unwrap_or(0);
            let root = first + part * count / u64::from(roots);
            if let Some(root) = game.records.iter().cycle().nth(root as usize) {
                let every = u64::from(nodes).div_ceil(samples.into());
                let visited = searcher.sample(&root.legal_position()?, nodes.into(), every);
                game.records = scored(searcher, &visited, second.nodes)
                    .map(|(position, score)| Record::new(position, score as i16, game.result))
                    .collect();
            }
        }
    }
    game.number = game.number * second.choice.entries() + part;
    Ok(game)
}

/// Returns the score of a search with so many nodes, in centipawns for White.
fn score(searcher: &mut Searcher, position: &Position, nodes: u64) -> Value {
    let outcome = searcher.go(position, &Limits::nodes(nodes), &Control::default(), &mut |_| ());
    outcome.value * position.side_to_move().sign()
}

/// Returns the positions whose value a search asks the evaluation for, with their scores: those in check and those that
/// are decided or over are left out.
fn scored<'a>(
    searcher: &'a mut Searcher,
    positions: &'a [Position],
    nodes: u64,
) -> impl Iterator<Item = (&'a Position, Value)> {
    let open = positions.iter().filter(|position| !position.in_check() && over(position).is_none());
    let scored = open.map(move |position| (position, score(searcher, position, nodes)));
    scored.filter(|(_, score)| score.abs() <= KEEP_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::super::file::Ending;
    use super::super::record::GameResult;
    use super::*;
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
        let second = Rescored { nodes: 5000, engine: 0, choice: Choice::Played { every: 1 } };
        let deeper = rescore(&mut Searcher::with_hash(1).unwrap(), &second, game.clone(), 0).unwrap();
        for (record, (fen, sign)) in deeper.records.iter().zip(records) {
            assert_eq!(i32::from(record.score), sign * (MATE - 1), "{fen}");
        }
        let mut back = deeper;
        back.records.iter_mut().for_each(|record| record.score = 7);
        assert_eq!(back, game, "nothing else changes");
    }
    #[test]
    fn visited_positions_are_open_and_have_the_scores_of_their_own_searches() {
        let fens = ["r1bqk2r/ppp2ppp/2n2n2/4p1N1/1bB5/2N1P3/PPPP1PPP/R1BQK2R w KQkq - 0 6"; 3];
        let records = fens.map(|fen| Record::new(&Position::from_fen(fen).unwrap(), 7, GameResult::WhiteWins));
        let (number, plies, result, ending) = (5, 90, GameResult::WhiteWins, Ending::Mate);
        let game = Game { number, plies, result, ending, records: records.to_vec() };
        let choice = Choice::Visited { nodes: 4000, samples: 40, roots: 1 };
        let second = Rescored { nodes: 300, engine: 0, choice };
        let mut searcher = Searcher::with_hash(1).unwrap();
        let visited = rescore(&mut searcher, &second, game.clone(), 0).unwrap();
        assert_eq!(Game { records: game.records.clone(), ..visited.clone() }, game, "nothing else changes");

        let root = game.records[0].position().unwrap();
        searcher.new_game();
        let all = searcher.sample(&root, 4000, 100);
        assert_eq!(all.len(), 40);
        let mut left_out = 0;
        let mut expected = Vec::new();
        for position in all {
            if position.in_check() {
                left_out += 1;
                continue;
            }
            let outcome = searcher.go(&position, &Limits::nodes(300), &Control::default(), &mut |_| ());
            if outcome.value.abs() > KEEP_LIMIT {
                left_out += 1;
            } else {
                expected.push((position.fen(), outcome.value * position.side_to_move().sign()));
            }
        }
        let found = visited.records.iter().map(|record| (record.position().unwrap().fen(), record.score.into()));
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert!((1..20).contains(&left_out), "{left_out}");

        let none = Game { records: Vec::new(), ..game };
        assert_eq!(rescore(&mut searcher, &second, none.clone(), 0).unwrap(), none);
    }
}
