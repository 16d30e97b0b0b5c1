//! Opening books: positions of an EPD or FEN file, complete games of a PGN file, or random openings. An opening follows
//! from its number, so a resumed match has the same openings.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rand_mt::Mt64;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use super::board::Board;
use super::game::Opening;
use super::random_openings::RandomOpenings;
use crate::progress::complain;
use crate::{epd, pgn};
use oxide88::files;
use oxide88::types::quote;

/// The order in which the openings of a file are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// Shuffled by the seed.
    #[value(help = None::<&'static str>)]
    Random,
    /// In the order of the file.
    #[value(help = None::<&'static str>)]
    Sequential,
}

/// The arguments that determine the openings of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file; `None` for random openings.
    pub file: Option<PathBuf>,
    /// Order of the openings in the file.
    pub order: Order,
    /// Random seed.
    pub seed: u64,
    /// True if the games are Chess960.
    pub chess960: bool,
}

impl Source {
    /// Loads the openings, or prepares random ones.
    ///
    /// # Errors
    /// As [`Book::load`] and [`Book::random`].
    pub fn book(&self) -> Result<Book, String> {
        match &self.file {
            Some(path) => Book::load(path, self.chess960, self.order, self.seed),
            None => Book::random(self.seed, self.chess960),
        }
    }

    /// Describes the openings without the folder of the file: `book.epd, seed 7`.
    pub fn in_short(&self) -> String {
        let name = |path: &PathBuf| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let openings = self.file.as_ref().map_or_else(|| "random openings".to_owned(), name);
        let chess960 = if self.chess960 { ", Chess960" } else { "" };
        match self.file {
            Some(_) if self.order == Order::Sequential => format!("{openings}{chess960}"),
            _ => format!("{openings}{chess960}, seed {}", self.seed),
        }
    }
}

/// `random, seed 7` or `books/book.epd, shuffled with seed 7, Chess960`; the games of a match keep it in a tag.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.order) {
            (None, _) => write!(f, "random, seed {}", self.seed)?,
            (Some(path), Order::Random) => write!(f, "{}, shuffled with seed {}", path.display(), self.seed)?,
            (Some(path), Order::Sequential) => write!(f, "{}", path.display())?,
        }
        if self.chess960 { f.write_str(", Chess960") } else { Ok(()) }
    }
}

/// Maximum size of a file of positions, in bytes.
const MAX_FILE_SIZE: u64 = 1 << 30;

/// An opening book.
pub enum Book {
    /// Openings of a file, which start over after the last.
    File(Vec<Opening>),
    /// Random openings.
    Random(Box<RandomOpenings>),
}

impl Book {
    /// Loads the openings in `path`.
    ///
    /// # Errors
    /// A message if the file cannot be read, has no openings, or has an invalid line or game.
    pub fn load(path: &Path, chess960: bool, order: Order, seed: u64) -> Result<Self, String> {
        let name = path.display();
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let mode = CastlingMode::from_chess960(chess960);
        let mut openings = if is_pgn {
            let file = files::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
            read_pgn(BufReader::new(file), mode).map_err(|error| format!("{name}, {error}"))?
        } else {
            let text = files::read_text(path, MAX_FILE_SIZE).map_err(|error| format!("cannot read {name}: {error}"))?;
            let (openings, warnings) = read_epd(&text, mode).map_err(|error| format!("{name} {error}"))?;
            if let [first, others @ ..] = &*warnings {
                let count =
                    if others.is_empty() { String::new() } else { format!(" (and {} more lines)", others.len()) };
                complain(&format!("{name} {first}; the position is used as it is{count}"));
            }
            openings
        };
        openings.retain(|opening| is_playable(opening, chess960));
        if openings.is_empty() {
            return Err(format!("no openings in {name}"));
        }
        if order == Order::Random {
            shuffle(&mut openings, &mut Mt64::new(seed));
        }
        Ok(Self::File(openings))
    }

    /// Creates random openings that depend on `seed`.
    ///
    /// # Errors
    /// There is no memory for the search.
    pub fn random(seed: u64, chess960: bool) -> Result<Self, String> {
        let openings = RandomOpenings::new(seed, chess960).map_err(|error| error.to_string())?;
        Ok(Self::Random(Box::new(openings)))
    }

    /// Returns the number of openings, after which they are repeated; `None` if they never are.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::File(openings) => Some(openings.len()),
            Self::Random(_) => None,
        }
    }

    /// Returns opening number `index`, from 0.
    pub fn get(&mut self, index: usize) -> Opening {
        match self {
            Self::File(openings) => openings[index % openings.len()].clone(),
            Self::Random(openings) => openings.get(index),
        }
    }
}

/// Returns whether the game is not over after `opening`.
fn is_playable(opening: &Opening, chess960: bool) -> bool {
    let mut board = Board::new(&opening.start, chess960);
    opening.moves.iter().for_each(|&mv| board.play(mv));
    board.game_over().is_none()
}

/// Shuffles a list (Fisher-Yates).
pub fn shuffle<T>(items: &mut [T], random: &mut Mt64) {
    for last in (1..items.len()).rev() {
        items.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// Reads positions, and what is wrong with their operations, which do not matter here but for the counters.
fn read_epd(text: &str, mode: CastlingMode) -> Result<(Vec<Opening>, Vec<String>), String> {
    let (mut openings, mut warnings) = (Vec::new(), Vec::new());
    for (number, line) in epd::lines(text) {
        let (fen, fault) = epd::position(line);
        let start = parse_position(&fen, mode).map_err(|error| format!("line {number}: {error}"))?;
        openings.push(Opening { start, moves: Vec::new() });
        warnings.extend(fault.map(|(token, reason)| format!("line {number}: {}: {reason}", quote(&token))));
    }
    Ok((openings, warnings))
}

fn parse_position(fen: &str, mode: CastlingMode) -> Result<Chess, String> {
    let parsed: Fen = fen.parse().map_err(|error| format!("invalid position {}: {error}", quote(fen)))?;
    parsed.into_position(mode).map_err(|error| format!("invalid position {}: {error}", quote(fen)))
}

fn read_pgn(source: impl BufRead, mode: CastlingMode) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for game in pgn::Reader::new(source) {
        let game = game.map_err(|error| format!("after game {}: {error}", openings.len()))?;
        openings.push(opening(&game, mode).map_err(|error| format!("game {}: {error}", game.number))?);
    }
    Ok(openings)
}

/// The moves of a game as an opening.
fn opening(game: &pgn::Game, mode: CastlingMode) -> Result<Opening, String> {
    if let Some(fault) = &game.fault {
        return Err(fault.reason.clone());
    }
    let start = game.fen().map_or(Ok(Chess::default()), |fen| parse_position(fen, mode))?;
    let (mut ours, mut position, mut moves) = (game.start.clone(), start.clone(), Vec::new());
    for mv in game.moves() {
        let text = ours.move_text(mv, true);
        let same = text.parse::<UciMove>().ok().and_then(|mv| mv.to_move(&position).ok());
        let same = same.ok_or_else(|| format!("{} is not a legal move", quote(&text)))?;
        ours.make(mv);
        position.play_unchecked(same);
        moves.push(same);
    }
    Ok(Opening { start, moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::EnPassantMode;
    use std::io::Write;

    fn load(extension: &str, text: &str, chess960: bool) -> Result<Book, String> {
        let mut file = tempfile::Builder::new().suffix(extension).tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        Book::load(file.path(), chess960, Order::Sequential, 1)
    }

    fn fen(opening: &Opening) -> String {
        Fen::from_position(&opening.start, EnPassantMode::Legal).to_string()
    }

    #[test]
    fn a_source_is_described_with_all_that_determines_the_openings() {
        let source = |file: Option<&str>, order, chess960| {
            let source = Source { file: file.map(PathBuf::from), order, seed: 7, chess960 };
            [source.to_string(), source.in_short()]
        };
        let book = Some("a/book.epd");
        assert_eq!(source(None, Order::Sequential, false), ["random, seed 7", "random openings, seed 7"]);
        assert_eq!(source(book, Order::Sequential, false), ["a/book.epd", "book.epd"]);
        assert_eq!(
            source(book, Order::Random, true),
            ["a/book.epd, shuffled with seed 7, Chess960", "book.epd, Chess960, seed 7"]
        );
    }

    #[test]
    fn positions_are_read_with_and_without_counters() {
        let text = "# two\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 7 40\n";
        let mut book = load(".epd", text, false).unwrap();
        assert_eq!(fen(&book.get(0)), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(fen(&book.get(1)), "4k3/8/8/8/8/8/4P3/4K3 w - - 7 40");
        assert_eq!(book.get(2), book.get(0));
    }

    #[test]
    fn openings_are_read_as_people_write_them() {
        let fields = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq -";
        let text = format!("\u{feff}{fields} hmvc 2; fmvn 4;\r\n{fields} id \"Gr\u{fc}nfeld\";\0\n");
        let mut book = load(".epd", &text, false).unwrap();
        assert_eq!([fen(&book.get(0)), fen(&book.get(1))], [format!("{fields} 2 4"), format!("{fields} 0 1")]);
        let mut book = load(".pgn", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *\n", false).unwrap();
        assert_eq!(book.get(0).moves.len(), 4);
    }

    #[test]
    fn lines_of_positions_end_as_on_any_system() {
        let fields = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq -";
        for end in ["\n", "\r\n", "\r"] {
            let text = [fields, "# b", fields, ""].join(end);
            assert_eq!(read_epd(&text, CastlingMode::Standard).unwrap().0.len(), 2, "{end:?}");
        }
    }

    #[test]
    fn faults_in_operations_are_warnings() {
        let fields = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq -";
        let text = format!("{fields} hmvc zero; fmvn ?;\n{fields} id \"open\n{fields} hmvc 3;\n");
        let (openings, warnings) = read_epd(&text, CastlingMode::Standard).unwrap();
        let fens: Vec<String> = openings.iter().map(fen).collect();
        assert_eq!(fens, ["0 1", "0 1", "3 1"].map(|counters| format!("{fields} {counters}")));
        assert_eq!(
            warnings,
            ["line 1: 'zero': no number after hmvc", "line 2: '\"open': the quotation mark is not closed"]
        );
    }

    #[test]
    fn games_are_openings_without_their_variations() {
        let mut book = load(".pgn", "[Event \"?\"]\n\n1. e4 (1. d4 d5) e5 {x} 2. Nf3 *\n\n1. c4 *\n", false).unwrap();
        assert_eq!((book.get(0).moves.len(), book.get(1).moves.len()), (3, 1));
        let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let mut book = load(".pgn", &format!("[FEN \"{start}\"]\n\n1. e4 *\n"), false).unwrap();
        assert_eq!((fen(&book.get(0)).as_str(), book.get(0).moves.len()), (start, 1));
    }

    #[test]
    fn chess960_castling_is_understood() {
        let text = "1k1r4/8/8/8/8/8/8/1K1R1R2 w Fd - 0 1\n";
        assert_eq!(fen(&load(".epd", text, true).unwrap().get(0)), "1k1r4/8/8/8/8/8/8/1K1R1R2 w Kk - 0 1");
        assert!(load(".epd", text, false).is_err());
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (extension, text, culprit) in [
            (".epd", "8/8/8/8/8/8/8/8 w - -\n", "line 1: invalid position '8/8"),
            (".epd", "\nhello\n", "line 2: invalid position 'hello'"),
            (".epd", "7k/5Q2/6K1/8/8/8/8/8 b - -\n", "no openings"),
            (".pgn", "1. e4 e5 *\n\n1. e4 Ke7 *\n", "game 2: move 1...: 'Ke7'"),
            (".pgn", "1. e4 e5 2. Sf3 *\n", "game 1: move 2.: 'Sf3'"),
        ] {
            let error = load(extension, text, false).err().unwrap();
            assert!(error.contains(culprit), "{error}");
        }
    }

    #[test]
    fn a_shuffle_loses_nothing_and_depends_on_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..50).collect();
            shuffle(&mut items, &mut Mt64::new(seed));
            items
        };
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
        assert!(shuffled(1) == shuffled(1) && shuffled(1) != shuffled(2));
    }
}
