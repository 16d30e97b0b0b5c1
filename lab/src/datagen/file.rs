//! The file of games: a header, then game after game in the order of their numbers, each a 32-byte head and its
//! [records](super::record). A game is appended by one write. Header and games carry checksums, so an interrupted run
//! leaves whole games and at most one torn game at the end, which is distinguished from damage and cut off.
//!
//! ```text
//!   header   0  "OX88DATA"    8  u16 version    10  u16 size of a record    12  u16 random plies    14  u16 engine
//!           16  u64 seed     24  u64 nodes a move    32  u64 nodes of the second search, 0 without one
//!           40  u16 engine of that    42  u8 1 for Chess960
//!           43  u8 N - 1 if it searched one in N positions of the games, or N positions that another search visited
//!           44  u32 nodes of that search, 0 without one
//!           48  u32 checksum of the openings, 0 if they are random
//!           52  u8 M - 1 if that search was made from M positions of each game    53  three bytes 0
//!           56  u64 FNV-1a of the 56 bytes before
//!   head     0  u64 0 (no board is empty: this is not a record)
//!            8  u64 number of the game, from 0; of visited positions that of the search
//!           16  u16 records  18  u16 plies      20  u8 result (as in records)    21  u8 ending    22  u16 0
//!           24  u64 FNV-1a of the 24 bytes before and the records
//! ```
//! Files of earlier versions are still read, but not continued. The fields of version 3 end at byte 48, where its
//! checksum follows; those of versions 1 and 2 end at byte 32, and only version 2 has a checksum.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use super::record::{GameResult, RECORD_SIZE, Record};
use oxide88::files;

const MAGIC: &[u8; 8] = b"OX88DATA";
/// Version of the format, and of the rules by which games are played and positions selected.
const VERSION: u16 = 4;
/// The version without openings from files and positions that a search visited.
const PLAYED_VERSION: u16 = 3;
/// The version without second searches.
const SEARCHED_ONCE_VERSION: u16 = 2;
/// The version whose header has no checksum either.
const UNCHECKED_VERSION: u16 = 1;
/// Size of the part of the header that all versions share, in bytes.
const SHARED_SIZE: usize = 32;
/// Size of the header of version 3 without its checksum, in bytes.
const PLAYED_FIELDS_SIZE: usize = SHARED_SIZE + 16;
/// Size of the header without its checksum, in bytes.
const FIELDS_SIZE: usize = PLAYED_FIELDS_SIZE + 8;
/// Size of the header in bytes.
pub const HEADER_SIZE: usize = FIELDS_SIZE + size_of::<u64>();
/// The most positions that an entry may have of those that a search visits.
const MOST_SAMPLES: u16 = 256;
/// Size of the head of a game in bytes.
const HEAD_SIZE: usize = RECORD_SIZE;

/// The settings that all games of a file share: with them, any game can be reproduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Signature of the engine: builds that play differently have different ones.
    pub engine: u16,
    /// Minimum number of random plies at the start of a game.
    pub random_plies: u16,
    /// Random seed.
    pub seed: u64,
    /// Nodes per search.
    pub nodes: u64,
    /// The second search of the positions, which their scores come from.
    pub rescored: Option<Rescored>,
    /// The games are Chess960.
    pub chess960: bool,
    /// Checksum of the openings, not 0; `None` if the games start from the start position, or from those of Chess960.
    pub openings: Option<NonZeroU32>,
}

/// A second search of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rescored {
    /// Nodes per search.
    pub nodes: u64,
    /// Signature of the engine.
    pub engine: u16,
    /// The positions searched.
    pub choice: Choice,
}

/// The positions of each game that are searched a second time and kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Those of the game, or some of them.
    Played {
        /// One in so many, 1 to 256.
        every: u16,
    },
    /// Some of those that a search from one of its positions visits.
    Visited {
        /// Nodes of that search, at least 1.
        nodes: u32,
        /// Number of them looked at, 1 to 256.
        samples: u16,
        /// Number of such searches of each game, 1 to 256.
        roots: u16,
    },
}

impl Choice {
    /// Returns the number of entries that a game becomes: one for each search of its positions.
    pub fn entries(self) -> u64 {
        match self {
            Self::Played { .. } => 1,
            Self::Visited { roots, .. } => roots.into(),
        }
    }

    /// Encodes the choice for the header: nodes, number of positions, and number of searches.
    fn encode(self) -> (u32, [u8; 2]) {
        match self {
            Self::Played { every } => (0, [(every - 1) as u8, 0]),
            Self::Visited { nodes, samples, roots } => (nodes, [samples, roots].map(|number| (number - 1) as u8)),
        }
    }

    fn decode(nodes: u32, numbers: [u8; 2]) -> Self {
        let [number, roots] = numbers.map(|number| u16::from(number) + 1);
        if nodes == 0 { Self::Played { every: number } } else { Self::Visited { nodes, samples: number, roots } }
    }
}

impl Header {
    /// Returns the arguments that the games were made with, as far as they are known.
    pub fn arguments(&self) -> String {
        let &Self { seed, nodes, random_plies, chess960, openings, .. } = self;
        let variant = if chess960 { " --chess960" } else { "" };
        let openings = openings.map_or_else(String::new, |sum| format!(" --openings FILE (checksum {sum:08x})"));
        format!("--seed {seed} --nodes {nodes} --random-plies {random_plies}{variant}{openings}")
    }

    /// Encodes the header.
    pub fn encode(&self) -> [u8; HEADER_SIZE] {
        let mut bytes = [0; HEADER_SIZE];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..12].copy_from_slice(&(RECORD_SIZE as u16).to_le_bytes());
        bytes[12..14].copy_from_slice(&self.random_plies.to_le_bytes());
        bytes[14..16].copy_from_slice(&self.engine.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        bytes[24..SHARED_SIZE].copy_from_slice(&self.nodes.to_le_bytes());
        if let Some(Rescored { nodes, engine, choice }) = self.rescored {
            let (first_nodes, numbers) = choice.encode();
            bytes[32..40].copy_from_slice(&nodes.to_le_bytes());
            bytes[40..42].copy_from_slice(&engine.to_le_bytes());
            [bytes[43], bytes[52]] = numbers;
            bytes[44..48].copy_from_slice(&first_nodes.to_le_bytes());
        }
        bytes[42] = self.chess960.into();
        bytes[48..52].copy_from_slice(&self.openings.map_or(0, NonZeroU32::get).to_le_bytes());
        let sum = checksum(&bytes[..FIELDS_SIZE], &[]);
        bytes[FIELDS_SIZE..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the header at the start of `input`, its version, and its size in bytes.
    fn read(input: &mut impl Read) -> Result<(Self, u16, usize), Fault> {
        let (mut bytes, mut sum) = ([0; FIELDS_SIZE], [0; size_of::<u64>()]);
        let mut is_whole = fill(input, &mut bytes[..SHARED_SIZE]).map_err(Fault::Io)? == SHARED_SIZE;
        if !bytes.starts_with(MAGIC) {
            return Err(Fault::Foreign);
        }
        let version = two(&bytes, 8);
        let Some(size) = Self::fields_size(version) else {
            return Err(if is_whole { Fault::Version(version) } else { Fault::Header });
        };
        let rest = &mut bytes[SHARED_SIZE..size];
        is_whole &= fill(input, rest).map_err(Fault::Io)? == rest.len();
        let mut end = size;
        if version != UNCHECKED_VERSION {
            end += fill(input, &mut sum).map_err(Fault::Io)?;
            if u64::from_le_bytes(sum) != checksum(&bytes[..size], &[]) {
                return Err(Fault::Header);
            }
        }
        let [record_size, random_plies, engine, second_engine] = [10, 12, 14, 40].map(|at| two(&bytes, at));
        if !is_whole || usize::from(record_size) != RECORD_SIZE {
            return Err(Fault::Header);
        }
        let [seed, nodes, second_nodes] = [16, 24, 32].map(|at| long(&bytes, at));
        let [first_nodes, openings] = [44, 48].map(|at| four(&bytes, at));
        let choice = Choice::decode(first_nodes, [bytes[43], bytes[52]]);
        let second = Rescored { nodes: second_nodes, engine: second_engine, choice };
        let rescored = (second_nodes > 0).then_some(second);
        let (chess960, openings) = (bytes[42] != 0, NonZeroU32::new(openings));
        Ok((Self { engine, random_plies, seed, nodes, rescored, chess960, openings }, version, end))
    }

    /// The size in bytes of a header of this version, without a checksum; `None` if the version is unknown.
    const fn fields_size(version: u16) -> Option<usize> {
        match version {
            VERSION => Some(FIELDS_SIZE),
            PLAYED_VERSION => Some(PLAYED_FIELDS_SIZE),
            SEARCHED_ONCE_VERSION | UNCHECKED_VERSION => Some(SHARED_SIZE),
            _ => None,
        }
    }
}

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// Fifty-move rule.
    FiftyMoves,
    /// Insufficient material.
    Material,
    /// One side was far ahead for several plies.
    FarAhead,
    /// Neither side was ahead for many plies.
    Level,
    /// Drawn because the game was too long.
    TooLong,
}

impl Ending {
    /// All endings in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Material,
        Self::FarAhead,
        Self::Level,
        Self::TooLong,
    ];

    /// Returns the ending in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Material => "no material",
            Self::FarAhead => "far ahead",
            Self::Level => "level for long",
            Self::TooLong => "too long",
        }
    }
}

/// A game with the positions kept from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Number of the game, from 0; where its positions were searched from several times, that of the search.
    pub number: u64,
    /// Length of the game in plies, random plies included.
    pub plies: u16,
    /// The result, the same in all records.
    pub result: GameResult,
    /// The reason why it ended.
    pub ending: Ending,
    /// The positions kept.
    pub records: Vec<Record>,
}

impl Game {
    /// Encodes head and records.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEAD_SIZE];
        bytes[8..16].copy_from_slice(&self.number.to_le_bytes());
        bytes[16..18].copy_from_slice(&(self.records.len() as u16).to_le_bytes());
        bytes[18..20].copy_from_slice(&self.plies.to_le_bytes());
        bytes[20] = self.result as u8;
        bytes[21] = self.ending as u8;
        bytes.extend(self.records.iter().flat_map(Record::encode));
        let sum = checksum(&bytes[..24], &bytes[HEAD_SIZE..]);
        bytes[24..HEAD_SIZE].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn decode(head: &[u8; HEAD_SIZE], body: &[u8]) -> Option<Self> {
        let is_whole = long(head, 0) == 0 && long(head, 24) == checksum(&head[..24], body);
        let (records, _) = body.as_chunks();
        is_whole.then_some(())?;
        Some(Self {
            number: long(head, 8),
            plies: two(head, 18),
            result: *GameResult::ALL.get(usize::from(head[20]))?,
            ending: *Ending::ALL.get(usize::from(head[21]))?,
            records: records.iter().map(Record::decode).collect::<Option<_>>()?,
        })
    }
}

/// A defect of a file.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be read.
    Io(io::Error),
    /// It does not start like a file of games.
    Foreign,
    /// It has another version of the format.
    Version(u16),
    /// Its header is corrupt.
    Header,
    /// It ends in the middle of the game at this byte: an interrupted run.
    Torn(u64),
    /// It is corrupt from this byte on.
    Damaged(u64),
}

/// A file that cannot be read, or not to its end.
#[derive(Debug)]
pub struct FileError {
    path: PathBuf,
    /// The defect.
    pub fault: Fault,
}

impl FileError {
    /// Creates the error for `fault` in the file at `path`.
    pub fn new(path: &Path, fault: Fault) -> Self {
        Self { path: path.to_owned(), fault }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.fault {
            Fault::Io(error) => write!(f, "{error}"),
            Fault::Foreign => write!(f, "not a file of datagen"),
            Fault::Version(version) => write!(f, "version {version} of the format, but this is version {VERSION}"),
            Fault::Header => write!(f, "the header is damaged or cut short"),
            Fault::Torn(offset) => write!(f, "ends within the game at byte {offset}"),
            Fault::Damaged(offset) => write!(f, "damaged at byte {offset}; what is before is good"),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads the games of a file one after the other, and ends with the first error.
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    header: Header,
    version: u16,
    games: u64,
    /// Offset of the next game in bytes.
    offset: u64,
    is_over: bool,
}

impl Reader {
    /// Opens the file at `path` and reads its header.
    ///
    /// # Errors
    /// The file cannot be read or is not of this format and version.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::new(path, files::open(path).map_err(|error| FileError::new(path, Fault::Io(error)))?)
    }

    /// Reads the header of an open file, positioned at its start.
    pub(super) fn new(path: &Path, file: File) -> Result<Self, FileError> {
        let error = |fault| FileError::new(path, fault);
        let mut input = BufReader::new(file);
        let (header, version, size) = Header::read(&mut input).map_err(error)?;
        Ok(Self { path: path.to_owned(), input, header, version, games: 0, offset: size as u64, is_over: false })
    }

    /// Returns whether games may be added to the file: it has the current version.
    pub fn can_be_continued(&self) -> bool {
        self.version == VERSION
    }

    /// Returns the settings that the games share.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the offset of the end of the games read so far, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_game(&mut self) -> Result<Option<Game>, Fault> {
        let mut head = [0; HEAD_SIZE];
        match fill(&mut self.input, &mut head).map_err(Fault::Io)? {
            0 => return Ok(None),
            HEAD_SIZE => (),
            _ => return Err(Fault::Torn(self.offset)),
        }
        if long(&head, 0) != 0 || long(&head, 8) != self.games {
            return Err(Fault::Damaged(self.offset));
        }
        let [records, plies] = [two(&head, 16), two(&head, 18)];
        // A number that is out of range would make the rest of the file look like one unfinished game.
        if records > plies.max(MOST_SAMPLES) {
            return Err(Fault::Damaged(self.offset));
        }
        let mut body = vec![0; usize::from(records) * RECORD_SIZE];
        if fill(&mut self.input, &mut body).map_err(Fault::Io)? < body.len() {
            return Err(Fault::Torn(self.offset));
        }
        let game = Game::decode(&head, &body).ok_or(Fault::Damaged(self.offset))?;
        self.games += 1;
        self.offset += (HEAD_SIZE + body.len()) as u64;
        Ok(Some(game))
    }
}

impl Iterator for Reader {
    type Item = Result<Game, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read_game();
        self.is_over = !matches!(game, Ok(Some(_)));
        game.map_err(|fault| FileError::new(&self.path, fault)).transpose()
    }
}

/// Reads until `buffer` is full or the input ends; returns the number of bytes read.
fn fill(input: &mut impl Read, mut buffer: &mut [u8]) -> io::Result<usize> {
    let length = buffer.len() as u64;
    io::copy(&mut input.take(length), &mut buffer).map(|count| count as usize)
}

fn two(bytes: &[u8], at: usize) -> u16 {
    bytes[at..].first_chunk().map_or(0, |chunk| u16::from_le_bytes(*chunk))
}

fn four(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |chunk| u32::from_le_bytes(*chunk))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

/// Computes the 64-bit FNV-1a hash of both parts.
pub(super) fn checksum(head: &[u8], body: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    head.iter().chain(body).fold(0xcbf2_9ce4_8422_2325, mix)
}
