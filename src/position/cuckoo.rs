//! A cuckoo hash table of all reversible moves (after Kervinck). It finds the move that leads from one position to
//! another by the XOR of their keys; each move is stored in one of two slots. With it the search detects an upcoming
//! repetition one move early.

use std::sync::LazyLock;

use super::Zobrist;
use super::zobrist::Key;
use crate::types::geometry::attack_flags;
use crate::types::{Color, Piece, PieceKind, Square};

/// The number of reversible moves: unordered pairs of squares that a piece other than a pawn joins, for both colors.
const MOVES: usize = 3668;
const SIZE: usize = 1 << 13;

/// A reversible move, in either direction, with the change it makes to the key.
#[derive(Clone, Copy)]
struct Entry {
    difference: Key,
    squares: (Square, Square),
}

static TABLE: LazyLock<Box<[Option<Entry>]>> = LazyLock::new(build);

/// Returns the two squares of the reversible move that changes a key by `difference`, if there is one.
#[inline]
pub(super) fn squares_of(difference: Key) -> Option<(Square, Square)> {
    let table = &TABLE;
    places(difference)
        .into_iter()
        .find_map(|place| table[place].filter(|entry| entry.difference == difference))
        .map(|entry| entry.squares)
}

/// Returns the two slots where an entry may be stored.
#[inline]
fn places(difference: Key) -> [usize; 2] {
    [difference as usize % SIZE, (difference >> 16) as usize % SIZE]
}

fn build() -> Box<[Option<Entry>]> {
    let mut table = vec![None; SIZE].into_boxed_slice();
    let mut count = 0;
    for entry in reversible_moves() {
        insert(&mut table, entry);
        count += 1;
    }
    debug_assert_eq!(count, MOVES);
    table
}

/// Inserts an entry into one of its slots; an evicted entry moves to its other slot, and so on.
fn insert(table: &mut [Option<Entry>], entry: Entry) {
    let mut homeless = entry;
    let mut place = places(entry.difference)[0];
    while let Some(evicted) = table[place].replace(homeless) {
        let [first, second] = places(evicted.difference);
        place = if place == first { second } else { first };
        homeless = evicted;
    }
}

fn reversible_moves() -> impl Iterator<Item = Entry> {
    let zobrist = Zobrist::get();
    let kinds = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King];
    let pieces = Color::ALL.into_iter().flat_map(move |color| kinds.map(|kind| Piece::new(color, kind)));
    pieces.flat_map(move |piece| {
        Square::all().flat_map(move |from| {
            Square::all().filter(move |&to| from < to && attack_flags(from, to) & piece.flags() != 0).map(move |to| {
                Entry {
                    difference: zobrist.piece(piece, from) ^ zobrist.piece(piece, to) ^ zobrist.black_to_move(),
                    squares: (from, to),
                }
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_is_found_and_nothing_else() {
        let mut count = 0;
        for entry in reversible_moves() {
            assert_eq!(squares_of(entry.difference), Some(entry.squares));
            assert_eq!(squares_of(entry.difference ^ 1), None);
            count += 1;
        }
        assert_eq!(count, MOVES);
    }
}
