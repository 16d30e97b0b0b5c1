//! Games in PGN.
//!
//! ```text
//! [GameNumber "17"]                             number in the schedule, from 1
//! 5. Nf3 {+0.31/12 0.450s, n=81234}             score / depth, time, nodes
//! 9. Qxf7# {+M1/9 0.010s, n=120, White mates}   the reason of the result
//! ```

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use pgn_reader::SanPlus;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode};

use super::board::is_start;
use super::game::{Game, Opening, PlayedMove};
use super::info::EngineScore;
use super::limit::Limit;
use crate::pgn::writer::{Words, tag};

/// The comment on a book move.
pub const BOOK: &str = "book";

/// Maximum width of the text in columns.
const WIDTH: usize = 100;

/// The tags that do not follow from the game itself.
#[derive(Clone, Copy, Debug)]
pub struct Headers<'a> {
    /// Name of the match.
    pub event: &'a str,
    /// Number of the game, from 1.
    pub number: usize,
    /// Number of its pair within the pairing, from 1.
    pub round: usize,
    /// Name of the engine that played White.
    pub white: &'a str,
    /// Name of the engine that played Black.
    pub black: &'a str,
    /// Limit of the searches.
    pub limit: Limit,
    /// Source of the opening.
    pub openings: &'a str,
    /// True if the game is Chess960.
    pub chess960: bool,
}

/// Returns a game in PGN, with an empty line at the end.
pub fn text(headers: &Headers, game: &Game) -> String {
    let mut text = String::new();
    let mut header = |name: &str, value: &str| text.push_str(&tag(name, value));
    header("Event", headers.event);
    header("Site", "?");
    header("Date", &date(SystemTime::now()));
    header("Round", &headers.round.to_string());
    header("White", headers.white);
    header("Black", headers.black);
    header("Result", game.result.text());
    header("GameNumber", &headers.number.to_string());
    if headers.chess960 {
        header("Variant", "Chess960");
    }
    if let Some(fen) = start_fen(&game.opening.start, headers.chess960) {
        header("SetUp", "1");
        header("FEN", &fen);
    }
    header("Openings", headers.openings);
    header("TimeControl", &headers.limit.to_string());
    header("Termination", game.result.reason.termination());
    header("PlyCount", &(game.opening.moves.len() + game.moves.len()).to_string());
    text.push('\n');
    let mut words = Words::new(WIDTH);
    words.push_all(&movetext(game));
    text + &words.finish() + "\n\n"
}

/// Returns the start position of a game as the tag FEN has it; `None` if there is no need for one.
pub fn start_fen(start: &Chess, chess960: bool) -> Option<String> {
    (chess960 || !is_start(start)).then(|| Fen::from_position(start, EnPassantMode::Legal).to_string())
}

/// Returns the book moves of an opening as the movetext has them.
pub fn book_moves(opening: &Opening) -> Vec<String> {
    let mut position = opening.start.clone();
    let san = |&mv| SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
    opening.moves.iter().map(san).collect()
}

fn movetext(game: &Game) -> String {
    use shakmaty::Position;
    let mut text = String::new();
    let mut position = game.opening.start.clone();
    let last = game.opening.moves.len() + game.moves.len();
    let book = game.opening.moves.iter().map(|&mv| (mv, None));
    let played = game.moves.iter().map(|played| (played.mv, Some(played)));
    let end = game.result.to_string().replace('{', "(").replace('}', ")");
    for (index, (mv, played)) in book.chain(played).enumerate() {
        let number = position.fullmoves();
        match position.turn() {
            Color::White => drop(write!(text, "{number}. ")),
            Color::Black if index == 0 => drop(write!(text, "{number}... ")),
            Color::Black => {}
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv);
        let comment = played.map_or_else(|| BOOK.to_owned(), comment);
        let end = if index + 1 == last { format!(", {end}") } else { String::new() };
        let _ = write!(text, "{san} {{{comment}{end}}} ");
    }
    if last == 0 {
        let _ = write!(text, "{{{end}}} ");
    }
    text + game.result.text()
}

fn comment(played: &PlayedMove) -> String {
    let mut text = String::new();
    if let Some(score) = played.score {
        let _ = write!(text, "{score}/{} ", played.depth.unwrap_or(0));
    }
    let _ = write!(text, "{:.3}s", played.elapsed.as_secs_f64());
    if let Some(nodes) = played.nodes {
        let _ = write!(text, ", n={nodes}");
    }
    text
}

/// Returns the score that a comment begins with, from the point of view of the mover; `None` if there is none, as after
/// a move from a book.
pub fn score_in(comment: &str) -> Option<EngineScore> {
    comment.split_whitespace().next()?.split_once('/')?.0.parse().ok()
}

/// Returns the date of `time` in UTC, as in PGN. Years begin in March here, so a leap day is the last day of its year.
fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, text) in [(0, "1970.01.01"), (11_016, "2000.02.29"), (20_778, "2026.11.21"), (47_540, "2100.02.28")]
        {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(days * 86_400)), text);
        }
    }
}
