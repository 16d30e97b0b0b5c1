//! Games as text, one after another in a file that is only ever appended to: whenever the match is killed, the file
//! holds every finished game, and at worst the beginning of one more, which `--resume` cuts off.
//!
//! ```text
//! [GameNumber "17"]                             number in the schedule, from 1
//! 5. Nf3 {+0.31/12 0.450s, n=81234}             score / depth, time, nodes
//! 9. Qxf7# {+M1/9 0.010s, n=120, White mates}   the end in words
//! ```

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{ByColor, Color, EnPassantMode, KnownOutcome};

use super::board::is_start;
use super::game::{Game, Played};
use super::limit::Limit;
use super::standings::{Effort, Fault, Record};

/// Columns of the text.
const WIDTH: usize = 100;

/// What the headers of a game say besides the game itself.
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
    /// How long they had.
    pub limit: Limit,
    /// Where the opening comes from.
    pub openings: &'a str,
    /// Whether the game is of Chess960.
    pub chess960: bool,
}

/// The text of a game, ending in an empty line.
pub fn text(headers: &Headers, game: &Game) -> String {
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
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
    if headers.chess960 || !is_start(&game.opening.start) {
        header("SetUp", "1");
        header("FEN", &Fen::from_position(&game.opening.start, EnPassantMode::Legal).to_string());
    }
    header("Openings", headers.openings);
    header("TimeControl", &headers.limit.to_string());
    header("Termination", game.result.reason.termination());
    header("PlyCount", &(game.opening.moves.len() + game.moves.len()).to_string());
    text.push('\n');
    wrap(&mut text, &movetext(game));
    text.push('\n');
    text
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
        let comment = played.map_or_else(|| "book".to_owned(), comment);
        let end = if index + 1 == last { format!(", {end}") } else { String::new() };
        let _ = write!(text, "{san} {{{comment}{end}}} ");
    }
    if last == 0 {
        let _ = write!(text, "{{{end}}} ");
    }
    text + game.result.text()
}

fn comment(played: &Played) -> String {
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

/// Adds `words` to `text` in lines of at most [`WIDTH`] columns.
fn wrap(text: &mut String, words: &str) {
    let mut column = 0;
    for word in words.split(' ') {
        if column > 0 {
            let fits = column + 1 + word.len() <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
}

/// The day of `time` in UTC, as PGN writes it. Years begin in March here, so that a leap day is the last.
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

/// A game read back from a file.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Saved {
    /// Its number, from 1.
    pub number: usize,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// How long they had.
    pub limit: String,
    /// Where the opening comes from.
    pub openings: String,
    /// What the standings need.
    pub record: Record,
}

/// A file of games that grows.
pub struct Archive {
    file: File,
}

impl Archive {
    /// Begins a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub fn create(path: &Path) -> Result<Self, String> {
        let file = File::options().append(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("{} exists: give --resume to go on with it, or another name", path.display())
            }
            _ => format!("cannot write {}: {error}", path.display()),
        })?;
        Ok(Self { file })
    }

    /// Goes on with a file, which may be absent. The complete games in it are shown to `check` before anything is
    /// changed; then an unfinished one is cut off.
    ///
    /// # Errors
    /// In a sentence: the file cannot be read or written, is no archive, or `check` refuses.
    pub fn resume(path: &Path, mut check: impl FnMut(&Saved) -> Result<(), String>) -> Result<Self, String> {
        let fault = |error: &dyn std::fmt::Display| format!("cannot resume {}: {error}", path.display());
        let file = File::options().append(true).create(true).open(path).map_err(|error| fault(&error))?;
        let text = fs::read(path).map_err(|error| fault(&error))?;
        let complete = &text[..complete_length(&text)];
        let mut reader = Reader::new(complete);
        while let Some(saved) = reader.read_game(&mut SavedVisitor).map_err(|error| fault(&error))? {
            if saved.number == 0 {
                return Err(fault(&"there are games without GameNumber in it"));
            }
            check(&saved).map_err(|error| fault(&error))?;
        }
        if complete.is_empty() && !text.is_empty() && !text.starts_with(b"[Event ") {
            return Err(fault(&"it holds something else than games"));
        }
        file.set_len(complete.len() as u64).map_err(|error| fault(&error))?;
        Ok(Self { file })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

/// The length of the complete games at the beginning of `text`: each ends in its result and an empty line.
fn complete_length(text: &[u8]) -> usize {
    let ends = [&b"1-0\n\n"[..], b"0-1\n\n", b"1/2-1/2\n\n"];
    (0..=text.len()).rev().find(|&end| ends.iter().any(|result| text[..end].ends_with(result))).unwrap_or(0)
}

struct SavedVisitor;

impl Visitor for SavedVisitor {
    type Tags = (Saved, Color);
    type Movetext = (Saved, Color);
    type Output = Saved;

    fn begin_tags(&mut self) -> ControlFlow<Saved, Self::Tags> {
        ControlFlow::Continue((Saved::default(), Color::White))
    }

    fn tag(&mut self, (saved, turn): &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Saved> {
        let value = value.decode_utf8_lossy();
        match name {
            b"GameNumber" => saved.number = value.parse().unwrap_or(0),
            b"White" => saved.white = value.into_owned(),
            b"Black" => saved.black = value.into_owned(),
            b"Openings" => saved.openings = value.into_owned(),
            b"TimeControl" => saved.limit = value.into_owned(),
            b"FEN" if value.split(' ').nth(1) == Some("b") => *turn = Color::Black,
            b"Termination" => {
                saved.record.fault = match &*value {
                    "time forfeit" => Some(Fault::Time),
                    "rules infraction" | "abandoned" => Some(Fault::Other),
                    _ => None,
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Saved, Self::Movetext> {
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, (_, turn): &mut Self::Movetext, _: SanPlus) -> ControlFlow<Saved> {
        *turn = !*turn;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (saved, turn): &mut Self::Movetext, comment: RawComment<'_>) -> ControlFlow<Saved> {
        add_comment(&mut saved.record.efforts[!*turn], &String::from_utf8_lossy(comment.as_bytes()));
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (saved, _): &mut Self::Movetext, outcome: Outcome) -> ControlFlow<Saved> {
        saved.record.white_points_x2 = match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => 2,
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => 0,
            _ => 1,
        };
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (saved, _): Self::Movetext) -> Saved {
        saved
    }
}

/// Adds the search that [`comment`] describes.
fn add_comment(effort: &mut Effort, comment: &str) {
    let words = || comment.split([' ', ',', '\n']).filter(|word| !word.is_empty());
    let seconds = words().find_map(|word| word.strip_suffix('s')?.parse().ok().filter(|s| (0.0..1e9).contains(s)));
    if let Some(seconds) = seconds {
        let depth = words().next().and_then(|score| score.split_once('/')?.1.parse().ok());
        let nodes = words().find_map(|word| word.strip_prefix("n=")?.parse().ok());
        effort.add(depth, nodes, Duration::from_secs_f64(seconds));
    }
}

impl Default for Record {
    fn default() -> Self {
        Self { white_points_x2: 1, fault: None, efforts: ByColor::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{Opening, Reason, Result};
    use super::super::info::EngineScore;
    use super::*;
    use shakmaty::{Chess, Position};

    fn game() -> Game {
        let start = Chess::default();
        let mv = start.legal_moves()[0];
        let played = Played {
            mv: start.clone().play(mv).unwrap().legal_moves()[3],
            elapsed: Duration::from_millis(450),
            depth: Some(12),
            score: Some(EngineScore::Centipawns(31)),
            nodes: Some(8000),
        };
        let opening = Opening { start, moves: vec![mv] };
        let result = Result { winner: Some(Color::White), reason: Reason::Illegal("} [x] {\"".to_owned()) };
        Game { opening, moves: vec![played], result }
    }

    fn sample(number: usize) -> String {
        let limit = Limit::Nodes(8000);
        let headers = Headers {
            event: "a \"b\" \\",
            number,
            round: 1,
            white: "w",
            black: "b",
            limit,
            openings: "o",
            chess960: false,
        };
        text(&headers, &game())
    }

    fn resume(text: &str) -> (std::result::Result<Vec<Saved>, String>, String) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        let mut games = Vec::new();
        let archive = Archive::resume(file.path(), |saved| {
            games.push(saved.clone());
            Ok(())
        });
        (archive.map(|_| games), fs::read_to_string(file.path()).unwrap())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let (games, _) = resume(&(sample(1) + &sample(2)));
        let games = games.unwrap();
        assert_eq!(games.iter().map(|saved| saved.number).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((games[0].white.as_str(), games[0].limit.as_str()), ("w", "8000 nodes"));
        assert_eq!(games[0].record, Record::of(&game()));
    }

    #[test]
    fn a_file_cut_anywhere_keeps_its_complete_games() {
        let (first, second) = (sample(1), sample(2));
        for cut in 0..second.len() {
            let (games, left) = resume(&format!("{first}{}", &second[..cut]));
            assert_eq!((games.unwrap().len(), left), (1, first.clone()), "{cut}");
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        for text in ["my diary", "[Event \"x\"]\n\n1. e4 1-0\n\n"] {
            let (games, left) = resume(text);
            assert!(games.is_err());
            assert_eq!(left, text);
        }
    }

    #[test]
    fn days_have_their_dates() {
        for (days, text) in [(0, "1970.01.01"), (11_016, "2000.02.29"), (20_778, "2026.11.21"), (47_540, "2100.02.28")]
        {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(days * 86_400)), text);
        }
    }
}
