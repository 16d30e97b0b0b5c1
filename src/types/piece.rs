//! Pieces as flag bytes: one bit per color and one bit per way of moving, after Fruit. With the difference table
//! [`attack_flags`](super::geometry::attack_flags) a single AND answers "could this piece attack over that
//! displacement?".
//!
//! ```text
//!   bit   7      6          5        4        3            2            1      0
//!       king  orthogonal  diagonal  knight  black pawn  white pawn   black  white
//! ```
//! A queen is diagonal and orthogonal; an empty square is 0.

use std::ops::{Index, IndexMut};

use super::Color;

/// A kind of piece, regardless of color. The order is that of the piece numbers of the Zobrist table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl PieceKind {
    /// All kinds, from pawn to king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// Returns the index of the kind: 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the lower-case letter of the kind in English notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }
}

impl<T> Index<PieceKind> for [T; 6] {
    type Output = T;

    #[inline]
    fn index(&self, kind: PieceKind) -> &T {
        &self[kind.index()]
    }
}

impl<T> IndexMut<PieceKind> for [T; 6] {
    #[inline]
    fn index_mut(&mut self, kind: PieceKind) -> &mut T {
        &mut self[kind.index()]
    }
}

/// The content of a square: a piece of either color, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Piece(u8);

impl Piece {
    /// An empty square.
    pub const NONE: Self = Self(0);

    /// Flag of a White piece.
    pub const WHITE: u8 = 1;
    /// Flag of a Black piece.
    pub const BLACK: u8 = 1 << 1;
    /// Flag of a White pawn, which captures one step diagonally up the board.
    pub const WHITE_PAWN: u8 = 1 << 2;
    /// Flag of a Black pawn, which captures one step diagonally down the board.
    pub const BLACK_PAWN: u8 = 1 << 3;
    /// Flag of a knight.
    pub const KNIGHT: u8 = 1 << 4;
    /// Flag of a piece that slides along diagonals.
    pub const DIAGONAL: u8 = 1 << 5;
    /// Flag of a piece that slides along files and ranks.
    pub const ORTHOGONAL: u8 = 1 << 6;
    /// Flag of a king.
    pub const KING: u8 = 1 << 7;

    /// Returns `color`'s piece of `kind`.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        let (owner, pawn) = match color {
            Color::White => (Self::WHITE, Self::WHITE_PAWN),
            Color::Black => (Self::BLACK, Self::BLACK_PAWN),
        };
        let way = match kind {
            PieceKind::Pawn => pawn,
            PieceKind::Knight => Self::KNIGHT,
            PieceKind::Bishop => Self::DIAGONAL,
            PieceKind::Rook => Self::ORTHOGONAL,
            PieceKind::Queen => Self::DIAGONAL | Self::ORTHOGONAL,
            PieceKind::King => Self::KING,
        };
        Self(owner | way)
    }

    /// Returns the flag byte.
    #[inline]
    pub const fn flags(self) -> u8 {
        self.0
    }

    /// Returns whether the square is empty.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns whether this is a piece of `color`.
    #[inline]
    pub const fn is(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// Returns whether the piece is a slider: bishop, rook or queen.
    #[inline]
    pub const fn is_slider(self) -> bool {
        self.0 & (Self::DIAGONAL | Self::ORTHOGONAL) != 0
    }

    /// Returns whether the piece is a pawn of either color.
    #[inline]
    pub const fn is_pawn(self) -> bool {
        self.0 & (Self::WHITE_PAWN | Self::BLACK_PAWN) != 0
    }

    /// Returns the color. For an empty square debug builds panic and release builds return a meaningless value.
    #[inline]
    pub const fn color(self) -> Color {
        debug_assert!(!self.is_none());
        if self.0 & Self::BLACK == 0 { Color::White } else { Color::Black }
    }

    /// Returns the kind. For an empty square debug builds panic and release builds return a meaningless value.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        debug_assert!(!self.is_none());
        KIND_OF_FLAGS[self.0 as usize]
    }

    /// Returns the number of the piece in Zobrist order: 0 to 5 for White's pawn to king, 6 to 11 for Black's.
    /// Meaningless for an empty square.
    #[inline]
    pub const fn number(self) -> usize {
        // The mask changes nothing; it lets the compiler see the range.
        (NUMBER_OF_FLAGS[self.0 as usize] & 15) as usize
    }

    /// Returns the kind, or `None` for an empty square.
    #[inline]
    pub const fn kind_or_none(self) -> Option<PieceKind> {
        if self.is_none() { None } else { Some(self.kind()) }
    }

    /// Returns the FEN letter, upper case for White; `.` for an empty square.
    pub const fn letter(self) -> char {
        if self.is_none() {
            return '.';
        }
        let letter = self.kind().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Returns the Unicode figurine; `.` for an empty square.
    pub const fn figurine(self) -> char {
        const FIGURINES: [char; 12] = ['♙', '♘', '♗', '♖', '♕', '♔', '♟', '♞', '♝', '♜', '♛', '♚'];
        if self.is_none() { '.' } else { FIGURINES[self.number()] }
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The piece number for each flag byte; only the twelve valid bytes are ever looked up.
static NUMBER_OF_FLAGS: [u8; 256] = {
    let mut table = [0; 256];
    let mut number = 0;
    while number < 12 {
        let piece = Piece::new(Color::ALL[number / 6], PieceKind::ALL[number % 6]);
        table[piece.0 as usize] = number as u8;
        number += 1;
    }
    table
};

/// The kind for each flag byte.
static KIND_OF_FLAGS: [PieceKind; 256] = {
    let mut table = [PieceKind::Pawn; 256];
    let mut flags = 0;
    while flags < 256 {
        table[flags] = PieceKind::ALL[NUMBER_OF_FLAGS[flags] as usize % 6];
        flags += 1;
    }
    table
};

/// Indexes tables by piece, which have 16 entries so that no number needs a range check.
impl<T> Index<Piece> for [T; 16] {
    type Output = T;

    #[inline]
    fn index(&self, piece: Piece) -> &T {
        &self[piece.number()]
    }
}

impl<T> IndexMut<Piece> for [T; 16] {
    #[inline]
    fn index_mut(&mut self, piece: Piece) -> &mut T {
        &mut self[piece.number()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_returns_its_color_and_kind() {
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                assert!(piece.is(color) && !piece.is(!color) && !piece.is_none());
            }
        }
        assert_eq!(Piece::NONE.kind_or_none(), None);
    }
}
