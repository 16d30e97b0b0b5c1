//! The PGN file of a match. The file is locked against a second match and only appended to. A killed match resumes
//! where it stopped. The file holds every finished game and, after a kill, the beginning of one more; this beginning
//! is the only text that is ever cut off.
//!
//! An editor or git may have changed the file: Windows line endings and missing empty lines at the end are accepted.
//! Any other text that this match did not write is refused, and the file is left unchanged.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::game_span::{GameSpan, is_tag, next_game, with_unix_line_endings};
use super::saved_game::{SavedGame, read_game, read_tags};
use crate::pgn::writer::tag;
use crate::progress::complain;
use oxide88::files;

/// Maximum size of a file to be resumed, in bytes: some hundred thousand games.
const MAX_FILE_SIZE: u64 = 1 << 32;

/// The match that resumes a file of games.
pub trait ResumedMatch {
    /// Adds a finished game.
    ///
    /// # Errors
    /// A message if the game belongs to another match.
    fn add_game(&mut self, saved: &SavedGame) -> Result<(), String>;

    /// Returns whether an unfinished game with these tags may belong to this match; its last tags may be missing.
    fn may_own(&self, tags: &[(String, String)]) -> bool;

    /// Returns the name of the match.
    fn event(&self) -> &str;
}

/// An open file of games.
pub struct Archive {
    file: File,
    path: PathBuf,
    /// True if this run created the file.
    is_new: bool,
}

impl Archive {
    /// Creates a new file.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path) -> Result<Self, String> {
        match files::append_alone(path, true) {
            Ok(file) => Ok(Self { file, path: path.to_owned(), is_new: true }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(format!("{} exists: give --resume to go on with it, or another name", path.display()))
            }
            Err(error) => Err(format!("cannot write {}: {error}", path.display())),
        }
    }

    /// Resumes a file, which may be empty or absent. All games are passed to `resumed` before the file is changed. Then
    /// an unfinished game at the end is cut off.
    ///
    /// # Errors
    /// A message if the file cannot be read or written, another match is writing it, or it holds text that this match
    /// did not write. The file is then unchanged.
    pub fn resume(path: &Path, resumed: &mut impl ResumedMatch) -> Result<Self, String> {
        let cannot_resume = |error: &dyn Display| format!("cannot resume {}: {error}", path.display());
        let mut archive = match files::append_alone(path, true) {
            Ok(file) => return Ok(Self { file, path: path.to_owned(), is_new: true }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let file = files::append_alone(path, false).map_err(|error| cannot_resume(&error))?;
                Self { file, path: path.to_owned(), is_new: false }
            }
            Err(error) => return Err(cannot_resume(&error)),
        };
        let text = files::read_to_end(&archive.file, MAX_FILE_SIZE).map_err(|error| cannot_resume(&error))?;
        let complete = check(&text, resumed).map_err(|error| cannot_resume(&error))?;
        archive.repair(&text, complete).map_err(|error| cannot_resume(&error))?;
        Ok(archive)
    }

    /// Cuts off everything after the first `complete` bytes of `text`, and ends the last game with an empty line.
    fn repair(&mut self, text: &[u8], complete: usize) -> io::Result<()> {
        if self.file.metadata()?.len() != text.len() as u64 {
            return Err(io::Error::other("it has changed in the meantime"));
        }
        if complete < text.len() {
            self.file.set_len(complete as u64)?;
            let (path, count) = (self.path.display(), text.len() - complete);
            complain(&format!("{path}: cut off {count} bytes of an unfinished game"));
        }
        let text = &text[..complete];
        let has_games = text.contains(&b'[');
        if has_games {
            let has_empty_line = text.ends_with(b"\n\n") || text.ends_with(b"\n\r\n");
            self.append(match text.last() {
                _ if has_empty_line => "",
                Some(b'\n') => "\n",
                _ => "\n\n",
            })?;
        }
        Ok(())
    }

    /// Appends games.
    ///
    /// # Errors
    /// They cannot be written. A part of them is then cut off again, if that is possible.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        if written.is_err() {
            let _ = self.file.set_len(length);
        }
        written
    }

    /// Removes the file if this run created it and nothing was written to it.
    pub fn remove_if_empty(self) {
        let is_empty = self.file.metadata().is_ok_and(|data| data.len() == 0);
        if self.is_new && is_empty && files::is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Passes the games of `text` to `resumed` and returns the length of the part to keep.
fn check(text: &[u8], resumed: &mut impl ResumedMatch) -> Result<usize, String> {
    let mut event = None;
    let mut start = if text.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
    let (mut line, mut counted) = (1, 0);
    loop {
        start += text[start..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if start == text.len() {
            return Ok(start);
        }
        line += text[counted..start].split(|&byte| byte == b'\n').count() - 1;
        counted = start;
        match next_game(text, start) {
            Some(GameSpan::Finished(range)) => {
                let saved = read_game(&with_unix_line_endings(&text[range.clone()]));
                let saved = saved.map_err(|reason| format!("{reason} in line {line}"))?;
                resumed.add_game(&saved)?;
                event = Some(saved.event);
                start = range.end;
            }
            Some(GameSpan::Unfinished) => {
                let is_own = is_unfinished_game(&text[start..], [Some(resumed.event()), event.as_deref()], resumed);
                let reason = || format!("the unfinished game in line {line} is not of this match");
                return if is_own { Ok(start) } else { Err(reason()) };
            }
            None => return Err(format!("it holds something other than games of this match in line {line}")),
        }
    }
}

/// Returns whether `text` is the beginning of exactly one game of this match. Without a game number, the name of the
/// match decides.
fn is_unfinished_game(text: &[u8], events: [Option<&str>; 2], resumed: &impl ResumedMatch) -> bool {
    let text = with_unix_line_endings(text);
    let is_text = |&byte: &u8| byte == b'\n' || !byte.is_ascii_control();
    let mut lines = text.split(|&byte| byte == b'\n').skip_while(|line| line.starts_with(b"["));
    if !text.iter().all(is_text) || lines.any(is_tag) {
        return false;
    }
    let mut events = events.into_iter().flatten().map(|event| tag("Event", event));
    if !text.contains(&b'\n') {
        return events.any(|line| line.as_bytes().starts_with(&text));
    }
    // The last line may be cut short.
    let lines = text.split_inclusive(|&byte| byte == b'\n').take_while(|line| line.starts_with(b"["));
    let whole: Vec<u8> = lines.filter(|line| line.ends_with(b"]\n")).flatten().copied().collect();
    let tags = read_tags(&whole);
    let has_moves = text.windows(2).any(|two| two == b"\n\n");
    let is_numbered = tags.iter().any(|(name, _)| name == "GameNumber");
    let is_named = events.any(|line| text.starts_with(line.as_bytes()));
    (is_numbered || is_named && !has_moves) && resumed.may_own(&tags)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Color, Position};
    use std::time::Duration;

    use super::super::game::{Game, GameResult, Opening, PlayedMove, Reason};
    use super::super::info::EngineScore;
    use super::super::limit::Limit;
    use super::super::pgn::{self, Headers};
    use super::super::standings::GameSummary;
    use super::*;

    const EVENT: &str = "a \"b\" \\";

    fn game(illegal: &str) -> Game {
        let start = Chess::default();
        let mv = start.legal_moves()[0];
        let played = PlayedMove {
            mv: start.clone().play(mv).unwrap().legal_moves()[3],
            elapsed: Duration::from_millis(450),
            depth: Some(12),
            score: Some(EngineScore::Centipawns(31)),
            nodes: Some(8000),
        };
        let opening = Opening { start, moves: vec![mv] };
        let result = GameResult { winner: Some(Color::White), reason: Reason::IllegalMove(illegal.to_owned()) };
        Game { opening, moves: vec![played], result }
    }

    fn text(number: usize, game: &Game) -> String {
        let limit = Limit::Nodes(8000);
        let (white, black, openings) = ("w", "b", "o");
        pgn::text(&Headers { event: EVENT, number, round: 1, white, black, limit, openings, chess960: false }, game)
    }

    fn sample(number: usize) -> String {
        text(number, &game("} [x] {\""))
    }

    /// A match of nine games between w and b.
    #[derive(Default)]
    struct Games(Vec<SavedGame>);

    impl ResumedMatch for Games {
        fn add_game(&mut self, saved: &SavedGame) -> Result<(), String> {
            self.0.push(saved.clone());
            if (1..10).contains(&saved.number) { Ok(()) } else { Err("another match".to_owned()) }
        }

        fn may_own(&self, tags: &[(String, String)]) -> bool {
            tags.iter().all(|(name, value)| match name.as_str() {
                "White" => value == "w",
                "Black" => value == "b",
                _ => true,
            })
        }

        fn event(&self) -> &str {
            EVENT
        }
    }

    /// Returns the games found, or why the file is refused, and the contents of the file afterwards.
    fn resume(text: impl AsRef<[u8]>) -> (Result<Vec<SavedGame>, String>, Vec<u8>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        let mut games = Games::default();
        let archive = Archive::resume(file.path(), &mut games).map(drop);
        (archive.map(|()| games.0), fs::read(file.path()).unwrap())
    }

    #[test]
    fn written_games_are_read_back() {
        // Engine output may look like games, even at the start of a line.
        let odd = game(&"[Event \"x\"] 1-0 ".repeat(20));
        let odd_text = text(2, &odd);
        assert!(odd_text.contains("\n[Event \"x\"]") || odd_text.contains("\n1-0 [Event"));
        let (games, _) = resume(sample(1) + &odd_text);
        let games = games.unwrap();
        assert_eq!(games.iter().map(|saved| saved.number).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((games[0].white.as_str(), games[0].limit.as_str()), ("w", "8000 nodes"));
        assert_eq!((&games[0].summary, &games[1].summary), (&GameSummary::of(&game("")), &GameSummary::of(&odd)));
    }

    #[test]
    fn a_file_cut_anywhere_keeps_its_complete_games() {
        let (first, second) = (sample(1), sample(2));
        let end = second.trim_end().len();
        for ends in ["\n", "\r\n"] {
            let [first, second] = [&first, &second].map(|text| text.replace('\n', ends));
            let end = end + second.trim_end().matches('\r').count();
            for cut in 0..end {
                let (games, left) = resume(format!("{first}{}", &second[..cut]));
                assert_eq!((games.map(|games| games.len()), left), (Ok(1), first.clone().into_bytes()), "{cut}");
            }
            // The result is there; the missing empty line is added.
            for cut in end..second.len() {
                let (games, left) = resume(format!("{first}{}", &second[..cut]));
                assert_eq!(games.map(|games| games.len()), Ok(2), "{cut}");
                let left = String::from_utf8(left).unwrap().replace('\r', "");
                assert_eq!(left.trim_end(), (sample(1) + &sample(2)).trim_end());
                assert!(left.ends_with("\n\n"), "{cut}");
            }
        }
    }

    #[test]
    fn files_that_went_through_an_editor_are_resumed() {
        let text = sample(1) + &sample(2);
        let marked = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        for text in [text.replace('\n', "\r\n"), marked, text.replace("1-0\n\n", "1-0\n\n\n"), text.clone() + "\n\n"] {
            let (games, left) = resume(&text);
            assert_eq!(games.unwrap(), resume(sample(1) + &sample(2)).0.unwrap());
            assert_eq!(left, text.as_bytes());
            let (games, _) = resume(text + &sample(3));
            assert_eq!(games.unwrap().len(), 3);
        }
    }

    #[test]
    fn foreign_content_is_refused_and_left_as_it_was() {
        let own = sample(1);
        let unfinished = own.replace("1-0", "*");
        let other = "[Event \"mine\"]\n[White \"me\"]\n\n1. e4 e5";
        let cut = &own[..own.len() - 60];
        let (open, named) = ("[Event \"x\"]\n[GameNumber \"2\"]\n\n1. e4", tag("Event", EVENT));
        for (text, reason) in [
            ("my diary".to_owned(), "something other than games"),
            (format!("{own}my diary"), "something other than games of this match in line "),
            (format!("{own}\u{feff}{own}"), "something other"),
            (format!("; comment\n{own}"), "something other"),
            (format!("{other} 1-0\n\n"), "without GameNumber in line 1"),
            (format!("{own}{other} 1-0\n\n"), "without GameNumber"),
            (other.to_owned(), "unfinished game in line 1"),
            (format!("{own}{other}"), "unfinished game"),
            (unfinished.clone(), "without result"),
            (format!("{unfinished}{own}"), "without result"),
            (own.replace("[Result \"1-0\"]", "[Result \"0-1\"]"), "two results"),
            (own.trim_end().to_owned() + " 1. e4 1-0\n\n", "two results"),
            (own.replace("\"1\"]\n[Openings", "\"99\"]\n[Openings"), "another match"),
            // More than one game would be lost, or one of somebody else.
            (format!("{cut}\n\n{own}"), "something other"),
            (format!("{cut}\n\n[White \"me\"]\n\n1. e4 e5"), "unfinished game"),
            (format!("{open}\n[Event \"y\"]\n"), "something other"),
            (open.replace("[Game", "[White \"me\"]\n[Game"), "unfinished game"),
            (format!("{named}\n1. e4 e5"), "unfinished game"),
            (format!("{open}\0\0\0"), "unfinished game"),
            ("[Event \"".to_owned() + "another", "unfinished game"),
        ] {
            let (games, left) = resume(&text);
            let error = games.expect_err(&text);
            assert!(error.starts_with("cannot resume ") && error.contains(reason), "{text}: {error}");
            assert_eq!(left, text.as_bytes());
        }
        let binary: Vec<u8> = (0..=255).cycle().take(5000).collect();
        let (games, left) = resume(&binary);
        assert!(games.is_err() && left == binary);
    }

    #[test]
    fn a_fault_is_found_by_its_line() {
        let games = sample(1) + &sample(2) + &sample(3);
        let line = games.lines().count() + 1;
        for (text, line) in [(games.clone(), line), (format!("\n{games}\n\n"), line + 3)] {
            let error = resume(text + "my diary").0.unwrap_err();
            assert!(error.ends_with(&format!("in line {line}")), "{error}, not {line}");
        }
    }

    #[test]
    fn an_empty_file_is_started() {
        for text in ["", "\n", "\u{feff}\r\n"] {
            assert_eq!(resume(text), (Ok(Vec::new()), text.as_bytes().to_vec()));
        }
    }

    #[test]
    fn a_file_belongs_to_one_match_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let first = Archive::create(&path).unwrap();
        for second in [Archive::create(&path), Archive::resume(&path, &mut Games::default())] {
            assert!(second.is_err_and(|error| error.contains("games.pgn: another run is writing to it")));
        }
        drop(first);
        assert!(Archive::create(&path).is_err_and(|error| error.contains("games.pgn exists")));
        assert!(Archive::resume(&path, &mut Games::default()).is_ok());
    }

    #[test]
    fn only_an_empty_file_of_this_run_is_discarded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        Archive::create(&path).unwrap().remove_if_empty();
        assert!(!path.exists());
        Archive::resume(&path, &mut Games::default()).unwrap().remove_if_empty();
        assert!(!path.exists());
        fs::write(&path, "").unwrap();
        Archive::resume(&path, &mut Games::default()).unwrap().remove_if_empty();
        assert!(path.exists());
        fs::remove_file(&path).unwrap();
        let mut archive = Archive::create(&path).unwrap();
        archive.append(&sample(1)).unwrap();
        archive.remove_if_empty();
        assert!(path.exists());
        // Another file has taken its place.
        fs::remove_file(&path).unwrap();
        let archive = Archive::create(&path).unwrap();
        fs::rename(&path, folder.path().join("old.pgn")).unwrap();
        fs::write(&path, "").unwrap();
        archive.remove_if_empty();
        assert!(path.exists() || cfg!(not(unix)));
    }
}
