//! Piece lists: the squares of all pieces of one color and kind. Removal moves the last entry into the gap, and
//! reinsertion into the same slot reverses that exactly. So make and unmake leave every list unchanged, and move
//! generation order is reproducible.

use crate::types::Square;

/// The capacity of a list: a side has at most sixteen pieces, so no list can overflow.
pub const CAPACITY: usize = 16;

/// An unordered list of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PieceList {
    squares: [Square; CAPACITY],
    len: u8,
}

impl PieceList {
    /// Returns the squares in the list.
    #[inline]
    pub fn as_slice(&self) -> &[Square] {
        // The bound is never exceeded; it lets the compiler see the range.
        &self.squares[..self.len().min(CAPACITY)]
    }

    /// Returns the number of squares.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Returns the square in `slot`.
    #[inline]
    pub fn get(&self, slot: u8) -> Square {
        self.squares[slot as usize % CAPACITY]
    }

    /// Changes the square in `slot`.
    #[inline]
    pub fn set(&mut self, slot: u8, square: Square) {
        self.squares[slot as usize % CAPACITY] = square;
    }

    /// Appends a square and returns its slot.
    #[inline]
    pub fn push(&mut self, square: Square) -> u8 {
        let slot = self.len;
        self.set(slot, square);
        self.len += 1;
        slot
    }

    /// Removes the square in `slot` by moving the last one there; returns the square that moved (possibly the removed
    /// one).
    #[inline]
    pub fn swap_remove(&mut self, slot: u8) -> Square {
        self.len -= 1;
        let moved = self.get(self.len);
        self.set(slot, moved);
        moved
    }

    /// Undoes `swap_remove(slot)`: reinserts `square` in its slot; returns the square that moves to the end (possibly
    /// `square`) and its slot.
    #[inline]
    pub fn swap_insert(&mut self, slot: u8, square: Square) -> (Square, u8) {
        let last = self.len;
        self.set(last, self.get(slot));
        self.set(slot, square);
        self.len += 1;
        (self.get(last), last)
    }

    /// Removes the last square.
    #[inline]
    pub fn pop(&mut self) {
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertion_undoes_removal_of_every_slot() {
        let squares: Vec<Square> = (0..5).map(Square::from64).collect();
        let mut list = PieceList::default();
        for &square in &squares {
            list.push(square);
        }
        for slot in 0..5 {
            let before = list;
            let removed = list.get(slot);
            list.swap_remove(slot);
            assert!(!list.as_slice().contains(&removed));
            list.swap_insert(slot, removed);
            assert_eq!(list.as_slice(), before.as_slice());
        }
    }
}
