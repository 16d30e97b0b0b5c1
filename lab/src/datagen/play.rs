//! One self-play game: an opening with random moves, then a search with a fixed number of nodes for every move, until
//! the rules or a clear score end it. Its quiet positions are kept. Everything follows from the file's header, the
//! openings and the number of the game, so a game can be reproduced on any thread at any time.

use rand_mt::Mt64;

use super::file::{Ending, Game, Header};
use super::record::{GameResult, Record};
use crate::chess960::random_start;
use crate::quiet::is_quiet;
use oxide88::eval::{EvalCaches, evaluate};
use oxide88::position::Position;
use oxide88::search::{Control, Limits, Searcher};
use oxide88::types::{Color, Move, Value};

/// Largest score of the first search, in centipawns, at which a random opening is accepted.
const OPENING_LIMIT: Value = 250;
/// Number of times that random moves are tried before an opening is given up.
const MOST_TRIES: u32 = 100;
/// A game is won by the side whose lead has been at least this many centipawns ...
const FAR_AHEAD: Value = 1200;
/// ... for this many plies in a row.
const FAR_AHEAD_PLIES: i32 = 6;
/// A game is drawn if the score has been at most this far from zero ...
const LEVEL: Value = 8;
/// ... for this many plies in a row ...
const LEVEL_PLIES: i32 = 16;
/// ... after this ply.
const LEVEL_FROM: u32 = 80;
/// A game this long is drawn.
const TOO_LONG: u32 = 400;
/// No position is kept before this ply, nor one right after the random moves.
const KEEP_FROM: u32 = 12;
/// No position is kept if its score and its static evaluation are both further from zero, in centipawns: the game is
/// decided there and teaches little. A position that only the search sees as decided, most likely by an attack,
/// teaches the most.
pub(super) const KEEP_LIMIT: Value = 1000;

/// Plays game `number`, from one of the `openings` if there are any.
///
/// # Errors
/// No opening leads to a game: it is over, or one side is too far ahead.
pub fn play(searcher: &mut Searcher, header: &Header, openings: &[Position], number: u64) -> Result<Game, String> {
    let mut random = Mt64::new(mix(header.seed ^ mix(number)));
    let most = openings.len() as u64 + 100;
    for attempt in 0.. {
        searcher.new_game();
        let start = openings.get((number + attempt) as usize % openings.len().max(1));
        let opening = random_opening(&mut random, header, start);
        if let Some(game) = opening.and_then(|opening| play_on(searcher, header.nodes, opening, number)) {
            return Ok(game);
        }
        if start.is_some() && attempt > most {
            break;
        }
    }
    Err(format!("all openings are over or have one side more than {OPENING_LIMIT} centipawns ahead"))
}

/// Mixes the bits of a number (splitmix64), so that neighboring games are unrelated.
pub(super) fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Returns a position after the header's number of random legal moves from `start`, or from the start position, or one
/// more so that either side may be to move, where the game is not over; `None` if none is found.
fn random_opening(random: &mut Mt64, header: &Header, start: Option<&Position>) -> Option<Position> {
    let plies = u64::from(header.random_plies) + random.next_u64() % 2;
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    // Near the end of a game all moves may end it.
    for _ in 0..MOST_TRIES {
        let start = match start {
            Some(start) => Ok(start.clone()),
            None if header.chess960 => Position::from_fen(&random_start(&mut below)),
            None => Ok(Position::start()),
        };
        let Ok(mut position) = start else { continue };
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[below(moves.len())]);
        }
        if over(&position).is_none() {
            return Some(position);
        }
    }
    None
}

/// Plays the game from `position` on; `None` if one side is too far ahead already.
fn play_on(searcher: &mut Searcher, nodes: u64, mut position: Position, number: u64) -> Option<Game> {
    let limits = Limits::nodes(nodes);
    let opening_plies = position.game_ply();
    let mut records = Vec::new();
    let mut referee = Referee::default();
    let mut tables = EvalCaches::new();
    let (result, ending) = loop {
        if let Some(end) = over(&position) {
            break end;
        }
        let outcome = searcher.go(&position, &limits, &Control::default(), &mut |_| ());
        let score = outcome.value * position.side_to_move().sign();
        if position.game_ply() == opening_plies && score.abs() > OPENING_LIMIT {
            return None;
        }
        let best = outcome.best?;
        if position.game_ply() > opening_plies && is_worth_keeping(&position, best, outcome.value, &mut tables) {
            records.push(Record::new(&position, score as i16, GameResult::Draw));
        }
        if let Some(end) = referee.judge(score, position.game_ply()) {
            break end;
        }
        position.make(best);
    };
    for record in &mut records {
        record.result = result;
    }
    Some(Game { number, plies: position.game_ply() as u16, result, ending, records })
}

/// Returns result and ending if the rules end the game here.
pub(super) fn over(position: &Position) -> Option<(GameResult, Ending)> {
    if position.legal_moves().is_empty() {
        return Some(if position.in_check() {
            (GameResult::win(!position.side_to_move()), Ending::Mate)
        } else {
            (GameResult::Draw, Ending::Stalemate)
        });
    }
    let draws = [
        (position.is_material_draw(), Ending::Material),
        (position.is_fifty_move_draw(), Ending::FiftyMoves),
        (position.is_repetition(0), Ending::Repetition),
    ];
    draws.into_iter().find_map(|(is_drawn, ending)| is_drawn.then_some((GameResult::Draw, ending)))
}

/// Returns whether a position in which a search found this move and value is quiet, not too early and not decided.
pub fn is_worth_keeping(position: &Position, best: Move, value: Value, tables: &mut EvalCaches) -> bool {
    position.game_ply() >= KEEP_FROM
        && is_quiet(position, best)
        && (value.abs() <= KEEP_LIMIT || evaluate(position, tables).abs() <= KEEP_LIMIT)
}

/// Adjudicates games that are decided or going nowhere.
#[derive(Default)]
struct Referee {
    /// Consecutive plies with White (positive) or Black (negative) far ahead.
    ahead: i32,
    /// Consecutive plies with neither side ahead.
    level: i32,
}

impl Referee {
    /// Takes the score of the next position, for White.
    fn judge(&mut self, score: Value, ply: u32) -> Option<(GameResult, Ending)> {
        let side = if score.abs() >= FAR_AHEAD { score.signum() } else { 0 };
        self.ahead = if self.ahead * side >= 0 { (self.ahead + side) * side.abs() } else { side };
        self.level = if score.abs() <= LEVEL { self.level + 1 } else { 0 };
        if self.ahead.abs() >= FAR_AHEAD_PLIES {
            let winner = if self.ahead > 0 { Color::White } else { Color::Black };
            Some((GameResult::win(winner), Ending::FarAhead))
        } else if self.level >= LEVEL_PLIES && ply >= LEVEL_FROM {
            Some((GameResult::Draw, Ending::Level))
        } else {
            (ply >= TOO_LONG).then_some((GameResult::Draw, Ending::TooLong))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: Header =
        Header { engine: 0, random_plies: 8, seed: 1, nodes: 200, rescored: None, chess960: false, openings: None };

    #[test]
    fn a_game_follows_from_its_number_alone() {
        let mut searcher = Searcher::with_hash(1).unwrap();
        let first = play(&mut searcher, &HEADER, &[], 7).unwrap();
        let other = play(&mut searcher, &HEADER, &[], 8).unwrap();
        assert_eq!(play(&mut Searcher::with_hash(1).unwrap(), &HEADER, &[], 7), Ok(first.clone()));
        assert_ne!(first.records, other.records);
    }

    #[test]
    fn games_of_chess960_start_from_its_positions() {
        let mut searcher = Searcher::with_hash(1).unwrap();
        let header = Header { random_plies: 1, chess960: true, ..HEADER };
        let games: Vec<Game> = (0..6).map(|number| play(&mut searcher, &header, &[], number).unwrap()).collect();
        let unmoved = |game: &Game| {
            let rights = game.records[0].fen().split(' ').nth(2).unwrap().to_owned();
            rights.chars().any(|letter| !"AHah-".contains(letter))
        };
        // Rooks that may still castle stand elsewhere than in the corners.
        assert!(games.iter().any(unmoved));
        assert_ne!(Ok(&games[0]), play(&mut searcher, &HEADER, &[], 0).as_ref());
    }

    #[test]
    fn openings_are_played_in_turn_unless_they_are_decided() {
        let mut searcher = Searcher::with_hash(1).unwrap();
        let header = Header { random_plies: 0, ..HEADER };
        // Endings with a pawn on the a-file, with a queen to the good, and with a pawn on the h-file.
        let fens = [
            "6k1/p5pp/8/8/8/8/P5PP/6K1 w - - 0 20",
            "6k1/8/8/8/8/8/6PP/3Q2K1 w - - 0 20",
            "1k6/pp5p/8/8/8/8/PP5P/1K6 w - - 0 20",
        ];
        let openings = fens.map(|fen| Position::from_fen(fen).unwrap());
        let mut pawns = |number| {
            let game = play(&mut searcher, &header, &openings, number).unwrap();
            let position = game.records[0].position().unwrap();
            position
                .pieces(Color::White, oxide88::types::PieceKind::Pawn)
                .iter()
                .filter(|pawn| pawn.file() == 1)
                .count()
        };
        assert_eq!([0, 1, 2, 3].map(&mut pawns), [0, 1, 1, 0]);
        let fault = play(&mut searcher, &header, &openings[1..2], 0).unwrap_err();
        assert!(fault.contains("one side more than 250 centipawns ahead"), "{fault}");
    }

    #[test]
    fn an_opening_that_is_over_after_any_move_is_given_up() {
        // The king has to take the queen.
        let openings = [Position::from_fen("7k/8/8/8/8/8/1q6/K7 w - - 0 20").unwrap()];
        let header = Header { random_plies: 1, ..HEADER };
        let fault = play(&mut Searcher::with_hash(1).unwrap(), &header, &openings, 0).unwrap_err();
        assert!(fault.starts_with("all openings are over"), "{fault}");
    }

    #[test]
    fn kept_positions_are_quiet_and_late_enough() {
        let mut searcher = Searcher::with_hash(1).unwrap();
        let mut tables = EvalCaches::new();
        for number in 0..5 {
            let game = play(&mut searcher, &HEADER, &[], number).unwrap();
            for record in &game.records {
                let position = record.position().unwrap();
                assert!(!position.in_check() && position.game_ply() >= KEEP_FROM);
                let values = [Value::from(record.score), evaluate(&position, &mut tables)];
                assert!(record.result == game.result && values.iter().any(|value| value.abs() <= KEEP_LIMIT));
            }
        }
    }

    #[test]
    fn the_referee_requires_the_same_side_ahead_in_a_row() {
        let verdict = |scores: &[Value], from: u32| {
            let mut referee = Referee::default();
            scores.iter().zip(from..).find_map(|(&score, ply)| referee.judge(score, ply))
        };
        assert_eq!(verdict(&[1200; 5], 30), None);
        assert_eq!(verdict(&[1500; 6], 30), Some((GameResult::WhiteWins, Ending::FarAhead)));
        assert_eq!(verdict(&[-1200; 6], 30), Some((GameResult::BlackWins, Ending::FarAhead)));
        assert_eq!(verdict(&[1300, 1300, 1300, 1100, 1300, 1300, 1300], 30), None);
        assert_eq!(verdict(&[1300, 1300, 1300, -1300, -1300, -1300, -1300, -1300], 30), None);
        assert_eq!(verdict(&[5; 30], 30), None);
        assert_eq!(verdict(&[-5; 16], 80), Some((GameResult::Draw, Ending::Level)));
        assert_eq!(verdict(&[90], 400), Some((GameResult::Draw, Ending::TooLong)));
    }
}
