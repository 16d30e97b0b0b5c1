//! The file of games while a run writes it: locked against a second writer, continued where an interrupted run
//! stopped, and free of duplicates. Games are appended in the order of their numbers, so the bytes do not depend on
//! threads, speed or interruptions.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use super::file::{Choice, Fault, FileError, Game, HEADER_SIZE, Header, Reader, Rescored};
use super::record::Record;
use crate::Failure;
use oxide88::files;
use oxide88::position::Key;

/// A file that games are appended to.
pub struct Store {
    file: File,
    seen: HashSet<Key>,
    games: u64,
    duplicates: u64,
    /// Number of bytes of a torn game that were cut off.
    pub cut: u64,
}

impl Store {
    /// Creates the file at `path`, or continues it if its games were played with the same `header`.
    ///
    /// # Errors
    /// The file cannot be written, is in use, damaged, or belongs to other settings.
    pub fn open(path: &Path, header: &Header) -> Result<Self, Failure> {
        let input = |what: String| Failure::Input(format!("{}: {what}", path.display()));
        let io_error = |error: io::Error| input(error.to_string());
        let mut file = files::append_alone(path, false).map_err(io_error)?;
        let mut store =
            Self { file: file.try_clone().map_err(io_error)?, seen: HashSet::new(), games: 0, duplicates: 0, cut: 0 };

        let mut start = Vec::new();
        (&mut file).take(HEADER_SIZE as u64).read_to_end(&mut start).map_err(io_error)?;
        if start.len() < HEADER_SIZE && header.encode().starts_with(&start) {
            file.set_len(0).map_err(io_error)?;
            file.write_all(&header.encode()).map_err(io_error)?;
            return Ok(store);
        }
        file.rewind().map_err(io_error)?;
        let mut reader = Reader::new(path, file.try_clone().map_err(io_error)?).map_err(|error| error.to_string())?;
        if !reader.can_be_continued() {
            return Err(input(
                "made by an older version, which is read but not continued: use another file".to_owned(),
            ));
        }
        if reader.header() != header {
            return Err(input(difference(reader.header(), header)));
        }
        for game in reader.by_ref() {
            match game {
                Ok(game) => {
                    store.games += 1;
                    store.seen.extend(game.records.iter().map(Record::key));
                }
                Err(FileError { fault: Fault::Torn(_), .. }) => break,
                Err(error) => return Err(error.to_string().into()),
            }
        }
        store.cut = file.metadata().map_err(io_error)?.len() - reader.offset();
        file.set_len(reader.offset()).map_err(io_error)?;
        Ok(store)
    }

    /// Returns the number of games, which is also the number of the next one.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Returns the number of positions dropped as duplicates.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Appends the next game without the positions that are already in the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, mut game: Game) -> io::Result<()> {
        debug_assert_eq!(game.number, self.games);
        let before = game.records.len();
        game.records.retain(|record| self.seen.insert(record.key()));
        self.duplicates += (before - game.records.len()) as u64;
        self.file.write_all(&game.encode())?;
        self.games += 1;
        Ok(())
    }
}

/// Says what a file was made with, if it is not what `wanted` says.
fn difference(found: &Header, wanted: &Header) -> String {
    let rescored = found.rescored;
    let engines = |header: &Header| (header.engine, header.rescored.map(|second| second.engine));
    match (rescored, wanted.rescored) {
        (None, Some(_)) => "has games, not positions searched again: use another file".to_owned(),
        (Some(_), None) => "has positions searched again, not games: use another file".to_owned(),
        _ if engines(found) != engines(wanted) => {
            "made by an engine that plays differently: use that or another file".to_owned()
        }
        (Some(second), Some(_)) if Header { rescored: wanted.rescored, ..*found } == *wanted => {
            let Rescored { nodes, choice, .. } = second;
            let choice = match choice {
                Choice::Played { every } => format!("--every {every}"),
                Choice::Visited { nodes, samples, roots } => {
                    let roots = if roots == 1 { String::new() } else { format!(" --roots {roots}") };
                    format!("--visit {nodes} --samples {samples}{roots}")
                }
            };
            format!("made with --nodes {nodes} {choice}: use these or another file")
        }
        (Some(_), Some(_)) => "made from another file of games: use that or another file".to_owned(),
        (None, None) => format!("made with {}: use these or another file", found.arguments()),
    }
}
