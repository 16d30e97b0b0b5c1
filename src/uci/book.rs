//! Opening books in Polyglot's format: records of 16 bytes, sorted by position key. The key is Polyglot's own Zobrist
//! key, which shakmaty computes.
//!
//! ```text
//!   record   key 8 | move 2 | weight 2 | learn 4                          bytes, big-endian
//!   move     promotion 3 | from rank 3 | from file 3 | to rank 3 | to file 3             bits, highest first
//! ```
//! Castling is written as king takes rook. The file stays on disk: a binary search reads some twenty records.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use shakmaty::EnPassantMode;
use shakmaty::Position as _;
use shakmaty::zobrist::Zobrist64;

use crate::files;
use crate::position::Position;
use crate::types::{Move, Square, quote};

const RECORD: u64 = 16;

/// An opening book on disk.
pub struct Book {
    file: File,
    records: u64,
}

/// A book move and its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in the position that was looked up.
    pub mv: Move,
    /// Relative frequency among the moves of the position.
    pub weight: u16,
}

struct Record {
    key: u64,
    mv: u16,
    weight: u16,
}

impl Book {
    /// Opens the book at `path`.
    ///
    /// # Errors
    /// It is not a regular file, cannot be read, or its size is not a positive multiple of the record size.
    pub fn open(path: &str) -> Result<Self, String> {
        let refuse = |reason: &dyn std::fmt::Display| format!("cannot read {}: {reason}", quote(path));
        let file = files::open(Path::new(path)).map_err(|error| refuse(&error))?;
        let data = file.metadata().map_err(|error| refuse(&error))?;
        if data.len() == 0 || data.len() % RECORD != 0 {
            return Err(refuse(&format!(
                "a Polyglot book has records of {RECORD} bytes, this file {} bytes",
                data.len()
            )));
        }
        Ok(Self { file, records: data.len() / RECORD })
    }

    /// Returns the legal book moves for `position` that have a positive weight.
    ///
    /// # Errors
    /// The file can no longer be read.
    pub fn moves(&mut self, position: &Position) -> io::Result<Vec<BookMove>> {
        let Some(key) = polyglot_key(position) else { return Ok(Vec::new()) };
        let mut number = self.first_not_below(key)?;
        let mut moves: Vec<BookMove> = Vec::new();
        while number < self.records {
            let record = self.record(number)?;
            if record.key != key {
                break;
            }
            if record.weight > 0
                && let Some(mv) = decode(record.mv, position)
                && moves.iter().all(|known| known.mv != mv)
            {
                moves.push(BookMove { mv, weight: record.weight });
            }
            number += 1;
        }
        Ok(moves)
    }

    /// Returns the number of the first record whose key is at least `key`.
    fn first_not_below(&mut self, key: u64) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.records);
        while low < high {
            let middle = u64::midpoint(low, high);
            if self.record(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn record(&mut self, number: u64) -> io::Result<Record> {
        let (mut key, mut mv, mut weight) = ([0; 8], [0; 2], [0; 2]);
        self.file.seek(SeekFrom::Start(number * RECORD))?;
        for field in [&mut key[..], &mut mv, &mut weight] {
            self.file.read_exact(field)?;
        }
        Ok(Record { key: u64::from_be_bytes(key), mv: u16::from_be_bytes(mv), weight: u16::from_be_bytes(weight) })
    }
}

/// Chooses one of the moves with probability proportional to its weight, by a `random` number.
pub fn choose(moves: &[BookMove], random: u64) -> Option<BookMove> {
    let total: u64 = moves.iter().map(|one| u64::from(one.weight)).sum();
    let mut rest = random.checked_rem(total)?;
    moves.iter().copied().find(|one| {
        let is_chosen = rest < u64::from(one.weight);
        rest = rest.saturating_sub(u64::from(one.weight));
        is_chosen
    })
}

/// Polyglot's key, in which the en-passant file counts whenever a pawn stands beside the one that was pushed, even if
/// the capture is illegal.
fn polyglot_key(position: &Position) -> Option<u64> {
    let Zobrist64(key) = position.to_shakmaty_after_double_push()?.zobrist_hash(EnPassantMode::PseudoLegal);
    Some(key)
}

/// Decodes a move; `None` if it is not legal in `position`.
fn decode(bits: u16, position: &Position) -> Option<Move> {
    let number = |shift: u32| (bits >> shift & 7) as u8;
    let square = |shift| Square::from_file_rank(number(shift), number(shift + 3));
    let promotion = ["", "n", "b", "r", "q"].get(usize::from(number(12)))?;
    position.parse_move(&format!("{}{}{promotion}", square(6), square(0))).ok()
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test may end like that")]
mod tests {
    use std::io::Write;

    use super::*;

    /// Builds a book from keys, moves and weights.
    fn book(records: &[(u64, &str, u16)]) -> Result<Book, String> {
        let mut file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        for &(key, mv, weight) in records {
            let mut record = key.to_be_bytes().to_vec();
            record.extend(encode(mv).to_be_bytes());
            record.extend(weight.to_be_bytes());
            record.extend([0; 4]);
            file.write_all(&record).map_err(|error| error.to_string())?;
        }
        Book::open(&file.path().to_string_lossy())
    }

    fn encode(mv: &str) -> u16 {
        let mut bits = 0;
        for (byte, (origin, shift)) in mv.bytes().zip([(b'a', 6), (b'1', 9), (b'a', 0), (b'1', 3)]) {
            bits |= u16::from(byte - origin) << shift;
        }
        let promotion = mv.as_bytes().get(4).and_then(|letter| b" nbrq".iter().position(|known| known == letter));
        bits | (promotion.unwrap_or(0) as u16) << 12
    }

    fn found(records: &[(u64, &str, u16)], position: &Position) -> Vec<(String, u16)> {
        let moves = book(records).map(|mut book| book.moves(position).unwrap_or_default()).unwrap_or_default();
        moves.iter().map(|one| (position.move_text(one.mv, false), one.weight)).collect()
    }

    #[test]
    fn keys_match_those_published_for_polyglot() {
        let mut position = Position::start();
        assert_eq!(polyglot_key(&position), Some(0x463b_9618_1691_fc9c));
        for (mv, key) in [
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("d7d5", 0x0756_b944_61c5_0fb0),
            ("e4e5", 0x662f_afb9_65db_29d4),
            ("f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e1e2", 0x652a_607c_a3f2_42c1),
            ("e8f7", 0x00fd_d303_c946_bdd9),
        ] {
            position.make(position.parse_move(mv).expect(mv));
            assert_eq!(polyglot_key(&position), Some(key), "after {mv}");
        }
    }

    #[test]
    fn en_passant_counts_even_if_the_capture_is_illegal() {
        // The pawn on d4 is pinned, and would leave its king in check.
        const KEY: u64 = 0xe283_775c_8452_a064;
        let after_setup = Position::from_fen("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1").expect("a position");
        let mut after_move = Position::from_fen("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1").expect("a position");
        after_move.make(after_move.parse_move("e2e4").expect("a move"));
        let before = Position::from_fen("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1").expect("a position");
        assert_eq!([&after_setup, &after_move].map(polyglot_key), [Some(KEY); 2]);
        assert_ne!(polyglot_key(&before), Some(KEY));
        // A move ends the right to capture, whether the push was played or set up.
        let [mut later, mut expected] = [after_setup, before];
        for position in [&mut later, &mut expected] {
            for mv in ["d8c8", "e1f1", "c8d8", "f1e1"] {
                position.make(position.parse_move(mv).expect(mv));
            }
        }
        assert_eq!(polyglot_key(&later), polyglot_key(&expected));
        // A rook that leaves e2 looks like a push of the pawn on e4.
        let mut moved = Position::from_fen("3k4/8/8/8/3pP3/8/4R3/4K3 w - - 0 1").expect("a position");
        moved.make(moved.parse_move("e2a2").expect("a move"));
        let expected = Position::from_fen("3k4/8/8/8/3pP3/8/R7/4K3 b - - 0 1").expect("a position");
        assert_eq!(polyglot_key(&moved), polyglot_key(&expected));
    }

    #[test]
    fn all_moves_of_a_position_are_found_and_no_others() {
        let start = Position::start();
        let key = polyglot_key(&start).expect("a key");
        let records = [
            (3, "a2a3", 9),
            (key, "e2e4", 30),
            (key, "d2d4", 20),
            (key, "e2e5", 10),
            (key, "c2c4", 0),
            // A move of two merged books counts once.
            (key, "e2e4", 5),
            (key + 1, "b2b3", 9),
            (u64::MAX, "h2h3", 9),
        ];
        assert_eq!(found(&records, &start), [("e2e4".to_owned(), 30), ("d2d4".to_owned(), 20)]);
        assert_eq!(found(&records[..1], &start), []);
        assert_eq!(found(&records[6..], &start), []);
    }

    #[test]
    fn castling_and_promotions_are_understood() {
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
        let key = polyglot_key(&position).expect("a key");
        let moves = found(&[(key, "e1h1", 1), (key, "a7a8n", 2), (key, "a7a8", 3)], &position);
        assert_eq!(moves, [("e1g1".to_owned(), 1), ("a7a8n".to_owned(), 2)]);
    }

    #[test]
    fn moves_are_chosen_as_often_as_their_weights_say() {
        let start = Position::start();
        let moves = ["e2e4", "d2d4"].map(|text| start.parse_move(text).expect(text));
        let moves = [BookMove { mv: moves[0], weight: 3 }, BookMove { mv: moves[1], weight: 1 }];
        let chosen: Vec<Option<BookMove>> = (0..8).map(|random| choose(&moves, random)).collect();
        assert_eq!(chosen.iter().filter(|&&one| one == Some(moves[0])).count(), 6);
        assert_eq!(chosen.iter().filter(|&&one| one == Some(moves[1])).count(), 2);
        assert_eq!(choose(&[], 7), None);
    }

    #[test]
    fn files_that_are_not_books_are_refused() {
        assert!(Book::open("/no/such/book.bin").is_err_and(|error| error.contains("'/no/such/book.bin'")));
        assert!(book(&[]).is_err_and(|error| error.contains("0 bytes")));
        assert!(Book::open("/").is_err());
    }
}
