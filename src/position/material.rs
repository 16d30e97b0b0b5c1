//! The material key: the number of pieces of each color and kind, four bits each, changed by captures and promotions
//! alone. It answers with one AND which pieces there are, and it is the key of the material hash table.

use crate::types::{Color, Piece, PieceKind};

/// The number of pieces of each color and kind. At most sixteen stand on a side, its king among them, so that no number
/// of others overflows its four bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MaterialKey(u64);

impl MaterialKey {
    const PAWN: u64 = 0xf;
    const SIDE: u64 = 0xff_ffff;

    #[inline]
    const fn shift(color: Color) -> u32 {
        24 * color as u32
    }

    /// Adds a piece.
    #[inline]
    pub(super) fn add(&mut self, piece: Piece) {
        self.0 += 1 << (4 * piece.number());
    }

    /// Removes a piece.
    #[inline]
    pub(super) fn remove(&mut self, piece: Piece) {
        self.0 -= 1 << (4 * piece.number());
    }

    /// Returns the word, which no other material shares.
    #[inline]
    pub fn word(self) -> u64 {
        self.0
    }

    /// Returns whether `color` has pieces other than king and pawns.
    #[inline]
    pub fn has_pieces(self, color: Color) -> bool {
        (self.0 >> Self::shift(color)) & Self::SIDE & !Self::PAWN & !(0xf << 20) != 0
    }

    /// Returns whether `color` has nothing but its king.
    #[inline]
    pub fn is_bare(self, color: Color) -> bool {
        (self.0 >> Self::shift(color)) & Self::SIDE & !(0xf << 20) == 0
    }

    /// Returns whether either side has pieces of `kind`.
    #[inline]
    pub fn has(self, kind: PieceKind) -> bool {
        self.0 & (Self::PAWN | Self::PAWN << 24) << (4 * kind as u32) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::Position;
    use super::*;

    #[test]
    fn the_key_tells_which_pieces_there_are() {
        let key = |fen| Position::from_fen(fen).unwrap().material();
        let bare = key("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert!(Color::ALL.iter().all(|&color| bare.is_bare(color) && !bare.has_pieces(color)));
        let pawns = key("4k3/pp6/8/8/8/8/8/4K3 w - - 0 1");
        assert!(pawns.is_bare(Color::White) && !pawns.is_bare(Color::Black) && !pawns.has_pieces(Color::Black));
        assert!(pawns.has(PieceKind::Pawn) && !pawns.has(PieceKind::Queen));
        let many = key("QQQQQQQQ/QQQQQQQ1/8/8/8/8/7k/K7 b - - 0 1");
        assert!(many.has_pieces(Color::White) && many.is_bare(Color::Black) && !many.has(PieceKind::Rook));
        assert_ne!(key("4k3/8/8/8/8/8/8/3NK3 w - - 0 1"), key("3nk3/8/8/8/8/8/8/4K3 w - - 0 1"));
    }
}
