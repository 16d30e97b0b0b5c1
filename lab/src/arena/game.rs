//! One game between two engines, its result and the reason. The runner trusts no engine: it checks every move and
//! measures the time with its own clock. An engine that fails loses the game.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position};

use super::adjudicate::{Adjudication, Adjudicator, Decision};
use super::board::{Board, GameOver};
use super::client::Client;
use super::connection::{ClientConfig, EngineFailure};
use super::info::EngineScore;
use super::limit::{Clocks, Limit};
use super::protocol::Reply;
use oxide88::types::quote;

/// The rules of every game of a match.
#[derive(Debug)]
pub struct Rules {
    /// Time by which an engine may exceed its time limit.
    pub margin: Duration,
    /// Number of plies after which a game is drawn, including the opening.
    pub max_plies: usize,
    /// Rules for ending games early.
    pub adjudication: Adjudication,
    /// Settings of the engines.
    pub client_config: ClientConfig,
}

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The start position.
    pub start: Chess,
    /// The book moves.
    pub moves: Vec<Move>,
}

/// The reason why a game ended.
#[derive(Debug)]
pub enum Reason {
    /// The rules of chess.
    Rules(GameOver),
    /// Adjudication.
    Adjudicated(Decision),
    /// The maximum number of plies was reached.
    MaxPlies,
    /// A loss on time, by this much.
    TimeForfeit(Duration),
    /// The engine did not stop at its node or depth limit within the timeout.
    LimitIgnored,
    /// An illegal move, in the engine's own words.
    IllegalMove(String),
    /// The engine failed.
    Failed(EngineFailure),
}

impl Reason {
    /// Returns the value of the PGN header `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) => "normal",
            Self::Adjudicated(_) | Self::MaxPlies => "adjudication",
            Self::TimeForfeit(_) | Self::LimitIgnored => "time forfeit",
            Self::IllegalMove(_) => "rules infraction",
            Self::Failed(_) => "abandoned",
        }
    }
}

/// The result of a game.
#[derive(Debug)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

impl GameResult {
    fn loss(loser: Color, reason: Reason) -> Self {
        Self { winner: Some(!loser), reason }
    }

    /// Returns `1-0`, `0-1` or `1/2-1/2`.
    pub fn text(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Returns the points of a player, doubled.
    pub fn points_x2(&self, color: Color) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == color),
        }
    }
}

/// Formats the reason as in PGN comments.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or("Nobody", name);
        let loser = self.winner.map_or("Nobody", |winner| name(!winner));
        match &self.reason {
            Reason::Rules(GameOver::Checkmate) => write!(f, "{winner} mates"),
            Reason::Rules(GameOver::Stalemate) => f.write_str("Draw by stalemate"),
            Reason::Rules(GameOver::InsufficientMaterial) => f.write_str("Draw by insufficient material"),
            Reason::Rules(GameOver::Repetition) => f.write_str("Draw by threefold repetition"),
            Reason::Rules(GameOver::FiftyMoves) => f.write_str("Draw by the fifty-move rule"),
            Reason::Adjudicated(Decision::Draw) => f.write_str("Draw by adjudication"),
            Reason::Adjudicated(Decision::Resigns(_)) => write!(f, "{loser} resigns"),
            Reason::Adjudicated(Decision::Tablebases(None)) => f.write_str("Draw by tablebases"),
            Reason::Adjudicated(Decision::Tablebases(_)) => write!(f, "{winner} wins by tablebases"),
            Reason::MaxPlies => f.write_str("Draw by maximum game length"),
            Reason::TimeForfeit(excess) => write!(f, "{loser} loses on time by {} ms", excess.as_millis()),
            Reason::LimitIgnored => write!(f, "{loser} does not stop at its limit"),
            Reason::IllegalMove(text) if text.is_empty() || text == "(none)" => write!(f, "{loser} makes no move"),
            Reason::IllegalMove(text) => write!(f, "{loser} makes an illegal move: {}", quote(text)),
            Reason::Failed(failure) => write!(f, "{loser} {failure}"),
        }
    }
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// A move and the search that found it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Time used.
    pub elapsed: Duration,
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Score for the player.
    pub score: Option<EngineScore>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// A finished game.
#[derive(Debug)]
pub struct Game {
    /// The start of the game.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The result.
    pub result: GameResult,
}

impl Game {
    /// Returns the side that made the first move after the opening.
    pub fn first_mover(&self) -> Color {
        let first = self.opening.start.turn();
        if self.opening.moves.len().is_multiple_of(2) { first } else { !first }
    }
}

/// Plays a game from `opening` between engines that are ready, with this limit on their searches; `None` if the match
/// was stopped.
pub fn play(
    white: &mut Client,
    black: &mut Client,
    opening: Opening,
    limit: Limit,
    rules: &Rules,
    stop: &AtomicBool,
) -> Option<Game> {
    let mut board = Board::new(&opening.start, rules.client_config.chess960);
    let mut clocks = Clocks::new(limit, rules.margin);
    for &mv in &opening.moves {
        clocks.count_move(board.turn());
        board.play(mv);
    }
    let mut adjudicator = Adjudicator::default();
    let mut moves: Vec<PlayedMove> = Vec::new();
    let result = loop {
        if let Some(result) = result_before_move(&board, &mut adjudicator, rules, opening.moves.len() + moves.len()) {
            break result;
        }
        let color = board.turn();
        let engine = color.fold_wb(&mut *white, &mut *black);
        let time_limit = clocks.time_limit(color);
        let answer = match engine.search(board.record(), &clocks.limits(color), time_limit, stop) {
            Ok(answer) => answer,
            Err(EngineFailure::Interrupted) => return None,
            Err(failure) => break GameResult::loss(color, Reason::Failed(failure)),
        };
        if time_limit.is_none() && answer.elapsed > rules.client_config.timeout {
            break GameResult::loss(color, Reason::LimitIgnored);
        }
        if !clocks.spend(color, answer.elapsed) {
            let time = time_limit.unwrap_or_default().saturating_sub(rules.margin);
            break GameResult::loss(color, Reason::TimeForfeit(answer.elapsed.saturating_sub(time)));
        }
        let Reply::Move(text) = answer.reply else {
            break GameResult::loss(color, Reason::Adjudicated(Decision::Resigns(color)));
        };
        let Some(mv) = board.parse(&text) else {
            break GameResult::loss(color, Reason::IllegalMove(text));
        };
        board.play(mv);
        let (depth, score, nodes) = (answer.info.depth, answer.info.score, answer.info.nodes);
        adjudicator.add_score(&rules.adjudication, color, score.filter(|_| !answer.info.is_bound));
        moves.push(PlayedMove { mv, elapsed: answer.elapsed, depth, score, nodes });
    };
    Some(Game { opening, moves, result })
}

/// Returns the result if the game is over; `None` if the side to move has to search.
fn result_before_move(board: &Board, adjudicator: &mut Adjudicator, rules: &Rules, plies: usize) -> Option<GameResult> {
    if let Some(game_over) = board.game_over() {
        let winner = (game_over == GameOver::Checkmate).then(|| !board.turn());
        return Some(GameResult { winner, reason: Reason::Rules(game_over) });
    }
    if let Some(decision) = adjudicator.decision(&rules.adjudication, board.position()) {
        let winner = match decision {
            Decision::Draw => None,
            Decision::Resigns(color) => Some(!color),
            Decision::Tablebases(winner) => winner,
        };
        return Some(GameResult { winner, reason: Reason::Adjudicated(decision) });
    }
    (plies >= rules.max_plies).then_some(GameResult { winner: None, reason: Reason::MaxPlies })
}

/// Returns the game of an engine that did not get ready: a loss without moves.
pub fn forfeit(opening: Opening, loser: Color, failure: EngineFailure) -> Game {
    Game { opening, moves: Vec::new(), result: GameResult::loss(loser, Reason::Failed(failure)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_name_the_winner_and_the_reason() {
        let result = GameResult::loss(Color::White, Reason::IllegalMove("e2e5".to_owned()));
        assert_eq!(result.to_string(), "White makes an illegal move: 'e2e5'");
        assert_eq!((result.text(), result.points_x2(Color::White), result.points_x2(Color::Black)), ("0-1", 0, 2));
        let draw = GameResult { winner: None, reason: Reason::Rules(GameOver::Repetition) };
        assert_eq!((draw.text(), draw.points_x2(Color::White)), ("1/2-1/2", 1));
        let none = GameResult::loss(Color::Black, Reason::IllegalMove("(none)".to_owned()));
        assert_eq!((none.to_string().as_str(), none.reason.termination()), ("Black makes no move", "rules infraction"));
    }
}
