//! Reads games back from the file of a match: tags, result, and comments.

use std::ops::ControlFlow;
use std::time::Duration;

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{ByColor, Color, KnownOutcome};

use super::pgn::BOOK;
use super::standings::{Forfeit, GameSummary, SearchTotals};

/// A game read back from a file.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// Number of the game, from 1.
    pub number: usize,
    /// Name of White.
    pub white: String,
    /// Name of Black.
    pub black: String,
    /// Limit of the searches.
    pub limit: String,
    /// Source of the opening.
    pub openings: String,
    /// Start position, if a tag has it.
    pub fen: Option<String>,
    /// Book moves.
    pub book_moves: Vec<String>,
    /// Summary for the standings.
    pub summary: GameSummary,
    /// Name of the match.
    pub event: String,
    /// Results in the tag and at the end of the moves.
    results: [String; 2],
    /// Moves since the last book move.
    unknown_moves: Vec<String>,
}

/// Parses `text` as exactly one finished game.
///
/// # Errors
/// A message if the text is no game, or more than one.
pub fn read_game(text: &[u8]) -> Result<SavedGame, String> {
    let mut reader = Reader::new(text);
    let game = reader.read_game(&mut GameVisitor).map_err(|error| format!("{error} in the game"))?;
    let saved = game.ok_or("there is no game")?;
    if saved.number == 0 {
        return Err("there is a game without GameNumber".to_owned());
    }
    let [tag, end] = &saved.results;
    if end == "*" {
        return Err("there is a game without result".to_owned());
    }
    if tag != end || reader.has_more().map_err(|error| error.to_string())? {
        return Err("there is a game with two results".to_owned());
    }
    Ok(saved)
}

/// Parses the tags of an unfinished game, names and values, up to the first error.
pub fn read_tags(text: &[u8]) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let _ = Reader::new(text).read_game(&mut TagVisitor(&mut tags));
    tags
}

struct TagVisitor<'a>(&'a mut Vec<(String, String)>);

impl Visitor for TagVisitor<'_> {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0.push((String::from_utf8_lossy(name).into_owned(), value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}

struct GameVisitor;

impl Visitor for GameVisitor {
    type Tags = (SavedGame, Color);
    type Movetext = (SavedGame, Color);
    type Output = SavedGame;

    fn begin_tags(&mut self) -> ControlFlow<SavedGame, Self::Tags> {
        ControlFlow::Continue((SavedGame::default(), Color::White))
    }

    fn tag(&mut self, (saved, turn): &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<SavedGame> {
        let value = value.decode_utf8_lossy();
        match name {
            b"GameNumber" => saved.number = value.parse().unwrap_or(0),
            b"Event" => saved.event = value.into_owned(),
            b"Result" => saved.results[0] = value.into_owned(),
            b"White" => saved.white = value.into_owned(),
            b"Black" => saved.black = value.into_owned(),
            b"Openings" => saved.openings = value.into_owned(),
            b"TimeControl" => saved.limit = value.into_owned(),
            b"FEN" => {
                *turn = if value.split(' ').nth(1) == Some("b") { Color::Black } else { Color::White };
                saved.fen = Some(value.into_owned());
            }
            b"Termination" => saved.summary.forfeit = Forfeit::named(&value),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<SavedGame, Self::Movetext> {
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, (saved, turn): &mut Self::Movetext, san: SanPlus) -> ControlFlow<SavedGame> {
        saved.unknown_moves.push(san.to_string());
        *turn = !*turn;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (saved, turn): &mut Self::Movetext, comment: RawComment<'_>) -> ControlFlow<SavedGame> {
        let comment = String::from_utf8_lossy(comment.as_bytes());
        if comment.starts_with(BOOK) {
            saved.book_moves.append(&mut saved.unknown_moves);
        }
        add_comment(&mut saved.summary.search_totals[!*turn], &comment);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (saved, _): &mut Self::Movetext, outcome: Outcome) -> ControlFlow<SavedGame> {
        saved.results[1] += &outcome.to_string();
        saved.summary.white_points_x2 = match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => 2,
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => 0,
            _ => 1,
        };
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (saved, _): Self::Movetext) -> SavedGame {
        SavedGame { unknown_moves: Vec::new(), ..saved }
    }
}

/// Adds the search of a comment that [`super::pgn`] wrote.
fn add_comment(search_totals: &mut SearchTotals, comment: &str) {
    let words = || comment.split([' ', ',', '\n']).filter(|word| !word.is_empty());
    let seconds = words().find_map(|word| word.strip_suffix('s')?.parse().ok().filter(|s| (0.0..1e9).contains(s)));
    if let Some(seconds) = seconds {
        let depth = words().next().and_then(|score| score.split_once('/')?.1.parse().ok()).filter(|&depth| depth > 0);
        let nodes = words().find_map(|word| word.strip_prefix("n=")?.parse().ok());
        search_totals.add(depth, nodes, Duration::from_secs_f64(seconds));
    }
}

impl Default for GameSummary {
    fn default() -> Self {
        Self { white_points_x2: 1, forfeit: None, search_totals: ByColor::default() }
    }
}
