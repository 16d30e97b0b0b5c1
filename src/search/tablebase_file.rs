//! Checks the file of a Syzygy table before it is used. Its name, head and size show that it is a table and complete.
//! No more is read of a large file, so that hundreds of them cost little. A small file is read whole, and its
//! [checksum](super::table_checksum) detects any damage.
//!
//! ```text
//!   magic number | for each file of the leading pawn and side: order of the pieces |
//!   for each of these: code of the compression | map of distances (DTZ) |
//!   sparse indexes | lengths of blocks | blocks, from a multiple of 64 bytes on | checksum, 16 bytes
//! ```
//! The head gives the length of each part, and so the end of the blocks. It also has the bit that would make the reader
//! recurse without end if it is wrong. Wrong bytes behind the head of a large file are not detected; they lead to wrong
//! results or none.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use super::table_checksum::checksum;

/// Size of the largest files that are read whole, in bytes: all of three and four pieces, and some of five.
pub(super) const SMALL: u64 = 1 << 20;

/// Magic numbers of tables of results (WDL) and of distances (DTZ).
const WDL_MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const DTZ_MAGIC: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// Size of the checksum at the end, in bytes, after a multiple of [`BLOCK`] bytes.
const CHECKSUM: u64 = 16;
const BLOCK: u64 = 64;

/// The codes of the pieces in the head, from 1.
const PIECES: &str = "PNBRQK";
const PAWN: u8 = 1;
/// Flag in the codes of Black's pieces.
const BLACK: u8 = 8;

/// Flags of a table: the sides have different pieces; there are pawns.
const SPLIT: u8 = 1;
const PAWNS: u8 = 2;

/// Flags of a part of a table: its distances are for Black to move; they are mapped; to two bytes each; all values are
/// the same.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WIDE: u8 = 16;
const SINGLE: u8 = 128;

/// Returns whether `path` has the extension of a table.
pub(super) fn is_named_like_one(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rtbw" || extension == "rtbz")
}

/// Checks the file at `path`, which is [named like a table](is_named_like_one). It is read whole if it has at most
/// `small` bytes, usually [`SMALL`].
///
/// # Errors
/// A few words that say why it is not a complete table or cannot be read.
pub(super) fn check(path: &Path, small: u64) -> Result<(), String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let material = Material::parse(stem).ok_or("not the name of a table")?;
    let has_results = path.extension().is_some_and(|extension| extension == "rtbw");
    let data = path.metadata().map_err(|error| error.to_string())?;
    // Opening a pipe could block for ever.
    if !data.is_file() {
        return Err("not a file".to_owned());
    }
    if data.len() == 0 {
        return Err("empty".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut table = Table { file, at: 0, material, has_results };
    table.check_head(data.len())?;
    if data.len() <= small { table.check_all(data.len()) } else { Ok(()) }
}

/// The pieces of a table as codes.
struct Material {
    sides: [Vec<u8>; 2], // [color]
}

impl Material {
    /// Parses a name such as `KQvKR`.
    fn parse(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let codes = |text: &str, color: u8| -> Option<Vec<u8>> {
            text.chars().map(|c| Some(PIECES.find(c)? as u8 + 1 + color)).collect()
        };
        let is_side = |text: &str| text.starts_with('K') && !text[1..].contains('K') && text.len() < 8;
        let sides = [codes(white, 0)?, codes(black, BLACK)?];
        (is_side(white) && is_side(black)).then_some(Self { sides })
    }

    fn len(&self) -> usize {
        self.sides.iter().map(Vec::len).sum()
    }

    /// Returns whether both sides have the same pieces.
    fn is_symmetric(&self) -> bool {
        self.sorted(0) == self.sorted(BLACK)
    }

    /// Returns the sorted codes, with the colors exchanged if `exchange` is [`BLACK`].
    fn sorted(&self, exchange: u8) -> Vec<u8> {
        let mut codes: Vec<u8> = self.sides.iter().flatten().map(|code| code ^ exchange).collect();
        codes.sort_unstable();
        codes
    }

    /// Returns whether each color has pawns.
    fn pawns(&self) -> [bool; 2] {
        [0, 1].map(|color| self.sides[color].iter().any(|code| code & !BLACK == PAWN))
    }
}

/// The flags of a part of a table, and its sizes in bytes.
#[derive(Default)]
struct Part {
    flags: u8,
    sparse_index: u64,
    block_lengths: u64,
    blocks: u64,
}

/// A file that is read from its head on, one field after the other.
struct Table {
    file: File,
    /// Offset of the next byte.
    at: u64,
    material: Material,
    /// True for results, false for distances.
    has_results: bool,
}

fn damaged<T>() -> Result<T, String> {
    Err("damaged: its head is wrong".to_owned())
}

impl Table {
    fn check_head(&mut self, size: u64) -> Result<(), String> {
        let magic = if self.has_results { WDL_MAGIC } else { DTZ_MAGIC };
        if self.read::<4>().ok() != Some(magic) {
            return Err("not a Syzygy table".to_owned());
        }
        if size % BLOCK != CHECKSUM {
            return Err(format!("cut off or damaged: no table has {size} bytes"));
        }
        let end = self.end()?.next_multiple_of(BLOCK) + CHECKSUM;
        if end > size {
            return Err(format!("cut off: {size} of {end} bytes"));
        }
        // Maps of one and of two bytes in one table are aligned differently, which may move the rest by a block.
        if size - end > BLOCK {
            return damaged();
        }
        self.at = size - CHECKSUM;
        if self.read()? == [0; CHECKSUM as usize] {
            return Err("unfinished: it ends in zeros".to_owned());
        }
        Ok(())
    }

    fn check_all(&mut self, size: u64) -> Result<(), String> {
        let mut bytes = Vec::new();
        let read = self.file.rewind().and_then(|()| (&self.file).take(size).read_to_end(&mut bytes));
        read.map_err(|error| error.to_string())?;
        match bytes.split_last_chunk() {
            Some((bytes, sum)) if checksum(bytes) == *sum => Ok(()),
            _ => Err("damaged: its checksum is wrong".to_owned()),
        }
    }

    /// Reads the next bytes.
    fn read<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut bytes = [0; N];
        let read = self.file.seek(SeekFrom::Start(self.at)).and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => "cut off".to_owned(),
            _ => error.to_string(),
        })?;
        self.at += N as u64;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.read().map(|[byte]| byte)
    }

    /// Returns the offset of the end of the blocks.
    fn end(&mut self) -> Result<u64, String> {
        let pawns = self.material.pawns();
        let has_pawns = pawns != [false; 2];
        let is_symmetric = self.material.is_symmetric();
        let layout = self.byte()?;
        if (layout & SPLIT != 0) == is_symmetric || (layout & PAWNS != 0) != has_pawns {
            return damaged();
        }
        let files = if has_pawns { 4 } else { 1 };
        let sides = if self.has_results && !is_symmetric { 2 } else { 1 };
        let mut counts = Vec::new();
        for file in 0..files {
            counts.extend(self.positions(file, sides)?);
        }
        self.at += self.at & 1;
        let parts: Vec<Part> = counts.iter().map(|&count| self.part(count)).collect::<Result<_, _>>()?;
        if !self.has_results {
            // The reader would turn to the other side to move without end.
            if is_symmetric && has_pawns && parts.iter().any(|part| part.flags & BLACK_TO_MOVE != 0) {
                return damaged();
            }
            for part in parts.iter().filter(|part| part.flags & MAPPED != 0) {
                self.skip_map(part.flags & WIDE != 0)?;
            }
            self.at += self.at & 1;
        }
        let tables: u64 = parts.iter().map(|part| part.sparse_index + part.block_lengths).sum();
        let end = |end: u64, part: &Part| end.next_multiple_of(BLOCK) + part.blocks;
        Ok(parts.iter().fold(self.at + tables, end))
    }

    /// Returns for each side to move the number of positions with the leading pawn on `file`, which follows from the
    /// order of the pieces.
    fn positions(&mut self, file: u64, sides: usize) -> Result<Vec<u64>, String> {
        let has_two_orders = self.material.pawns() == [true; 2];
        let orders = [self.byte()?, if has_two_orders { self.byte()? } else { 0xff }];
        let pieces = (0..self.material.len()).map(|_| self.byte()).collect::<Result<Vec<u8>, _>>()?;
        // Each byte has four bits for either side.
        let count = |side: usize| {
            let half = |byte: u8| byte >> (4 * side) & 0xf;
            let pieces: Vec<u8> = pieces.iter().map(|&byte| half(byte)).collect();
            self.material.count(&pieces, orders.map(half), file)
        };
        (0..sides).map(count).collect::<Option<_>>().map_or_else(damaged, Ok)
    }

    /// Reads the head of a part with this number of positions.
    fn part(&mut self, positions: u64) -> Result<Part, String> {
        let start = self.at;
        let flags = self.byte()?;
        if flags & SINGLE != 0 {
            self.at = start + 2;
            return Ok(Part { flags, ..Part::default() });
        }
        let [block_bits, span_bits, padding] = self.read()?;
        let blocks = u64::from(u32::from_le_bytes(self.read()?));
        let [longest, shortest] = self.read()?;
        if block_bits > 10 || span_bits > 31 || !(1..=longest).contains(&shortest) || longest > 32 {
            return damaged();
        }
        self.at += 2 * u64::from(longest - shortest + 1);
        let symbols = u64::from(u16::from_le_bytes(self.read()?));
        self.at += 3 * symbols + (symbols & 1);
        Ok(Part {
            flags,
            sparse_index: 6 * positions.div_ceil(1 << span_bits),
            block_lengths: 2 * (blocks + u64::from(padding)),
            blocks: blocks << block_bits,
        })
    }

    /// Skips the maps of distances for the four results.
    fn skip_map(&mut self, is_wide: bool) -> Result<(), String> {
        for _ in 0..4 {
            self.at += if is_wide { 2 * u64::from(u16::from_le_bytes(self.read()?)) } else { self.byte()?.into() };
        }
        Ok(())
    }
}

impl Material {
    /// Computes the number of positions from the order of the pieces; `None` if they are not those of the table.
    fn count(&self, pieces: &[u8], orders: [u8; 2], file: u64) -> Option<u64> {
        let mut sorted = pieces.to_vec();
        sorted.sort_unstable();
        if sorted != self.sorted(0) && sorted != self.sorted(BLACK) {
            return None;
        }
        let pawns = self.pawns();
        let (has_pawns, have_both) = (pawns != [false; 2], pawns == [true; 2]);
        let single = sorted.chunk_by(u8::eq).filter(|alike| alike.len() == 1).count();
        let lead = match single {
            _ if has_pawns => 0,
            3.. => 3,
            _ => 2,
        };
        // The leading pieces form a group, and so do all pieces of one kind behind them.
        let (leading, others) = pieces.split_at_checked(lead)?;
        let groups = std::iter::once(leading).filter(|group| !group.is_empty()).chain(others.chunk_by(u8::eq));
        let groups: Vec<&[u8]> = groups.collect();
        let is_of_pawns = |index: usize| groups.get(index).is_some_and(|group| group[0] & !BLACK == PAWN);
        if is_of_pawns(0) != has_pawns || has_pawns && is_of_pawns(1) != have_both {
            return None;
        }
        let sizes: Vec<u64> = groups.iter().map(|group| group.len() as u64).collect();
        let first = match lead {
            0 => lead_pawns(sizes[0], file),
            2 => 462,
            _ => 31_332,
        };
        let (second, ordered) = if have_both { (binomial(48 - sizes[0], sizes[1]), 2) } else { (1, 1) };
        let mut free = 64 - sizes[..ordered].iter().sum::<u64>();
        let mut count = 1_u64;
        let mut rest = sizes[ordered..].iter();
        let mut place = 0;
        loop {
            let choices = if place == orders[0] {
                first
            } else if place == orders[1] {
                second
            } else if let Some(&size) = rest.next() {
                let choices = binomial(free, size);
                free -= size;
                choices
            } else {
                break;
            };
            count = count.checked_mul(choices)?;
            place += 1;
        }
        // A group beyond the last place is in no table.
        let is_complete = orders[0] < place && (!have_both || orders[1] < place);
        is_complete.then_some(count)
    }
}

/// Returns the number of ways to place `count` leading pawns, the first of them on `file`.
fn lead_pawns(count: u64, file: u64) -> u64 {
    (0..6).map(|rank| binomial(47 - 12 * file - 2 * rank, count - 1)).sum()
}

/// Returns the number of ways to choose `k` of `n`.
fn binomial(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, index| product * (n - index) / (index + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_read() {
        let known = Material::parse("KQPvKP").unwrap();
        assert_eq!((known.len(), known.pawns(), known.is_symmetric()), (5, [true, true], false));
        assert!(Material::parse("KRPvKPR").unwrap().is_symmetric());
        for name in ["", "v", "KQ", "KQv", "vK", "QvK", "KKvK", "KXvK", "kqvk", "KQvKvK", "KQQQQQQQvK", "K\u{e9}vK"] {
            assert!(Material::parse(name).is_none(), "{name}");
        }
        assert!(is_named_like_one(Path::new("a/KQvK.rtbw")) && is_named_like_one(Path::new("notes.rtbz")));
        assert!(!is_named_like_one(Path::new("KQvK.txt")) && !is_named_like_one(Path::new("rtbw")));
    }

    #[test]
    fn positions_are_counted_as_pieces_are_grouped() {
        let count = |name: &str, pieces: &[u8], orders| Material::parse(name)?.count(pieces, orders, 0);
        assert_eq!(count("KQvK", &[6, 5, 14], [0, 15]), Some(31_332));
        assert_eq!(count("KQvK", &[14, 13, 6], [0, 15]), Some(31_332), "the colors may be exchanged");
        assert_eq!(count("KQQvK", &[6, 14, 5, 5], [1, 15]), Some(462 * binomial(62, 2)));
        assert_eq!(count("KPvK", &[1, 6, 14], [0, 15]), Some(6 * 63 * 62));
        assert_eq!(count("KPvKP", &[1, 9, 6, 14], [0, 1]), Some(6 * 47 * 62 * 61));
        for (pieces, orders) in [([6, 5, 13], [0, 15]), ([6, 5, 14], [9, 15]), ([0, 5, 14], [0, 15])] {
            assert_eq!(count("KQvK", &pieces, orders), None);
        }
        assert_eq!(count("KPvK", &[6, 1, 14], [0, 15]), None, "pawns come first");
        let many = [6, 5, 4, 3, 2, 14, 13, 12, 11, 10, 5, 4, 13, 12];
        assert_eq!(count("KQRBNQRvKQRBNQR", &many, [0, 15]), None, "more than 64 bits");
    }
}
