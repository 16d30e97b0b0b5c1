//! Saving and loading the transposition table, so that an analysis can continue another day.
//!
//! ```text
//!   magic 8 | format 4 | age 4 | entries 8 | version of the engine 16        bytes, little-endian
//!   entries, 16 bytes each, as they are in memory
//!   checksum 4                                                              CRC-32 of all before
//! ```
//! Values depend on the evaluation and the search, so a file of another version is useless; so is one of another size,
//! since the index of an entry depends on it. A saved table replaces an old file only once it is complete, and only if
//! that file holds a table. A file is checked to its end before any of it is used. Either may take a long time; a flag
//! aborts it.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crc32fast::Hasher;

use super::tt::TranspositionTable;
use crate::files;
use crate::types::quote;

const MAGIC: [u8; 8] = *b"Oxide88T";
/// Raised with every change of the meaning of an entry.
const FORMAT: u32 = 2;
const ENTRY_BYTES: usize = 16;
const HEADER_BYTES: usize = 40;
/// Bytes read or written at a time.
const CHUNK: usize = 1 << 16;

/// The header of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Header {
    format: u32,
    age: u32,
    entries: u64,
    version: [u8; 16],
}

impl Header {
    fn of(table: &TranspositionTable) -> Self {
        let (mut version, name) = ([0; 16], env!("CARGO_PKG_VERSION").as_bytes());
        let length = name.len().min(version.len());
        version[..length].copy_from_slice(&name[..length]);
        Self { format: FORMAT, age: table.age().into(), entries: table.len() as u64, version }
    }

    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.format.to_le_bytes());
        bytes.extend(self.age.to_le_bytes());
        bytes.extend(self.entries.to_le_bytes());
        bytes.extend(self.version);
        bytes
    }

    /// Returns `None` for anything but the header of a table.
    fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Option<Self> {
        fn field<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
            std::array::from_fn(|index| bytes[start + index])
        }
        (field(bytes, 0) == MAGIC).then(|| Self {
            format: u32::from_le_bytes(field(bytes, 8)),
            age: u32::from_le_bytes(field(bytes, 12)),
            entries: u64::from_le_bytes(field(bytes, 16)),
            version: field(bytes, 24),
        })
    }

    /// The reason why a table with the header `own` cannot use the file.
    fn fault(&self, own: &Self) -> Option<String> {
        let mebibytes = |entries: u64| entries.saturating_mul(ENTRY_BYTES as u64) >> 20;
        if self.format != own.format {
            Some(format!("it is of format {}, not {}", self.format, own.format))
        } else if self.version != own.version {
            let name = String::from_utf8_lossy(&self.version);
            let name = quote(name.trim_end_matches('\0'));
            Some(format!("version {name} of Oxide88 wrote it, this is {}", env!("CARGO_PKG_VERSION")))
        } else if self.entries != own.entries {
            let (file, table) = (mebibytes(self.entries), mebibytes(own.entries));
            Some(format!("it holds a table of {file} MiB, this one has {table}: set Hash to {file} first"))
        } else {
            None
        }
    }
}

/// Writes `table` to the file at `path`, unless `stop` is set before it is whole.
///
/// # Errors
/// In a sentence: it cannot be written, holds something other than a table, or was given up. The old file then remains.
pub(super) fn save(table: &TranspositionTable, path: &Path, stop: &AtomicBool) -> Result<(), String> {
    let write = |out: &mut dyn Write| {
        let mut checksum = Hasher::new();
        let mut put = |bytes: &[u8]| {
            checksum.update(bytes);
            out.write_all(bytes)
        };
        put(&Header::of(table).to_bytes())?;
        let mut buffer = Vec::with_capacity(CHUNK);
        for entries in table.entries().chunks(CHUNK / ENTRY_BYTES) {
            check_not_stopped(stop)?;
            buffer.clear();
            buffer.extend(entries.iter().flatten().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()));
            put(&buffer)?;
        }
        out.write_all(&checksum.finalize().to_le_bytes())?;
        check_not_stopped(stop)
    };
    files::replace(path, check_own, write).map_err(|error| refusal("write", path, &error))
}

/// Fills `table` with what the file at `path` holds, unless `stop` is set before that is known to be good.
///
/// # Errors
/// In a sentence: the file cannot be read, is of another size or version, is damaged, or was given up. The table is
/// then as it was, unless the file was changed while it was read: then it is empty.
pub(super) fn load(table: &mut TranspositionTable, path: &Path, stop: &AtomicBool) -> Result<(), String> {
    let refuse = |reason: &dyn Display| refusal("load", path, reason);
    let own = Header::of(table);
    let mut file = files::open(path).map_err(|error| refuse(&error))?;
    let good = check(&file, &own, stop).map_err(|reason| refuse(&reason))?;
    let filled = file.rewind().and_then(|()| fill(table, &file));
    if !matches!(&filled, Ok(checksum) if *checksum == good.checksum) {
        table.clear(None);
        return Err(match filled {
            Ok(_) => refuse(&"it was changed while it was read"),
            Err(error) => refuse(&error),
        });
    }
    table.set_age(good.header.age as u8);
    Ok(())
}

fn refusal(verb: &str, path: &Path, reason: &dyn Display) -> String {
    format!("cannot {verb} {}: {reason}", quote(&path.to_string_lossy()))
}

fn check_not_stopped(stop: &AtomicBool) -> io::Result<()> {
    if stop.load(Ordering::Relaxed) { Err(io::Error::other("given up")) } else { Ok(()) }
}

/// Refuses a file that holds anything other than a table.
fn check_own(file: &mut File) -> io::Result<()> {
    let mut start = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if start == MAGIC {
        return Ok(());
    }
    Err(io::Error::other("it holds something other than a hash table: name another file, or remove it first"))
}

/// Facts about a good file.
struct Good {
    header: Header,
    checksum: u32,
}

/// Reads the file to its end.
fn check(file: &File, own: &Header, stop: &AtomicBool) -> Result<Good, String> {
    let mut reader = BufReader::with_capacity(CHUNK, file);
    let mut checksum = Hasher::new();
    let mut bytes = [0; HEADER_BYTES];
    let damaged = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "it is cut short".to_owned(),
        _ => error.to_string(),
    };
    reader.read_exact(&mut bytes).map_err(|_| "it is not a hash table")?;
    let header = Header::from_bytes(&bytes).ok_or("it is not a hash table")?;
    if let Some(fault) = header.fault(own) {
        return Err(fault);
    }
    checksum.update(&bytes);
    let mut buffer = vec![0; CHUNK];
    let mut left = header.entries as usize * ENTRY_BYTES;
    while left > 0 {
        check_not_stopped(stop).map_err(|error| error.to_string())?;
        let chunk = &mut buffer[..left.min(CHUNK)];
        reader.read_exact(chunk).map_err(damaged)?;
        checksum.update(chunk);
        left -= chunk.len();
    }
    let mut expected = [0; 4];
    reader.read_exact(&mut expected).map_err(damaged)?;
    let checksum = checksum.finalize();
    if checksum.to_le_bytes() != expected {
        return Err("it is damaged: the checksum differs".to_owned());
    }
    if reader.read(&mut [0]).map_err(damaged)? > 0 {
        return Err("it is damaged: there is something after its end".to_owned());
    }
    Ok(Good { header, checksum })
}

/// Copies the entries of a file that was good, and returns the checksum of what was copied.
fn fill(table: &mut TranspositionTable, file: &File) -> io::Result<u32> {
    let mut reader = BufReader::with_capacity(CHUNK, file);
    let mut checksum = Hasher::new();
    let mut header = [0; HEADER_BYTES];
    reader.read_exact(&mut header)?;
    checksum.update(&header);
    let mut buffer = vec![0; CHUNK];
    for entries in table.entries_mut().chunks_mut(CHUNK / ENTRY_BYTES) {
        let bytes = &mut buffer[..entries.len() * ENTRY_BYTES];
        reader.read_exact(bytes)?;
        checksum.update(bytes);
        let (words, _) = bytes.as_chunks::<{ size_of::<AtomicU64>() }>();
        for (word, bytes) in entries.iter_mut().flatten().zip(words) {
            *word.get_mut() = u64::from_le_bytes(*bytes);
        }
    }
    Ok(checksum.finalize())
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Bound, Entry};
    use super::*;

    static GO: AtomicBool = AtomicBool::new(false);
    static STOP: AtomicBool = AtomicBool::new(true);

    /// A table with some entries.
    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::new(1).unwrap();
        table.new_search();
        for key in 0..1000_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.store(key, Entry::new(None, (key % 500) as i32, Some(7), 9, Bound::Exact, 0));
        }
        table
    }

    fn words(table: &TranspositionTable) -> Vec<u64> {
        table.entries().iter().flatten().map(|word| word.load(Ordering::Relaxed)).collect()
    }

    #[test]
    fn a_table_comes_back_as_it_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a table.bin");
        let mut saved = table();
        saved.new_search();
        save(&saved, &path, &GO).unwrap();
        let mut loaded = TranspositionTable::new(1).unwrap();
        load(&mut loaded, &path, &GO).unwrap();
        assert_eq!((words(&loaded), loaded.age()), (words(&saved), saved.age()));
        // Loaded entries go like others.
        loaded.clear(None);
        assert!(words(&loaded).iter().all(|&word| word == 0));
        // Nothing but the table is left behind.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn files_that_do_not_fit_are_refused_and_the_table_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.bin");
        let original = table();
        save(&original, &path, &GO).unwrap();
        let good = std::fs::read(&path).unwrap();
        let changed = |offset: usize| {
            let mut bytes = good.clone();
            bytes[offset] ^= 1;
            bytes
        };
        let longer = [&good[..], &[0]].concat();
        for (bytes, reason) in [
            (changed(0), "not a hash table"),
            (changed(8), "format"),
            (changed(16), "set Hash to"),
            (changed(26), "wrote it"),
            (changed(12), "checksum"),
            (changed(HEADER_BYTES + 100_000), "checksum"),
            (changed(good.len() - 1), "checksum"),
            (good[..good.len() - 1].to_vec(), "cut short"),
            (good[..100].to_vec(), "cut short"),
            (good[..7].to_vec(), "not a hash table"),
            (Vec::new(), "not a hash table"),
            (longer, "after its end"),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let mut table = table();
            let error = load(&mut table, &path, &GO).unwrap_err();
            assert!(error.contains(reason) && error.contains("table.bin'"), "{error}, not {reason}");
            assert_eq!(words(&table), words(&original));
        }
    }

    #[test]
    fn a_place_that_cannot_be_written_to_is_named() {
        let error = save(&table(), Path::new("/no/such/folder/table.bin"), &GO).unwrap_err();
        assert!(error.contains("'/no/such/folder/table.bin'"), "{error}");
    }

    #[test]
    fn a_file_that_is_no_table_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for content in ["[Event \"mine\"]\n\n1. e4 *\n", "Oxide88", "x"] {
            std::fs::write(&path, content).unwrap();
            let error = save(&table(), &path, &GO).unwrap_err();
            assert!(error.contains("games.pgn'") && error.contains("name another file"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        // Nothing is lost with an empty file, nor with a table, of whatever size and version.
        for content in ["", "Oxide88T of long ago"] {
            std::fs::write(&path, content).unwrap();
            save(&table(), &path, &GO).unwrap();
            load(&mut table(), &path, &GO).unwrap();
        }
    }

    #[test]
    fn what_is_given_up_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.bin");
        save(&table(), &path, &GO).unwrap();
        let before = std::fs::read(&path).unwrap();
        let mut other = TranspositionTable::new(1).unwrap();
        for result in [save(&other, &path, &STOP), load(&mut other, &path, &STOP)] {
            assert!(result.unwrap_err().ends_with("given up"));
        }
        assert!(words(&other).iter().all(|&word| word == 0) && std::fs::read(&path).unwrap() == before);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
