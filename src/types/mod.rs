//! LEVEL 0: basic types, independent of any position: colors, pieces, 0x88 squares, board geometry as difference
//! tables, attack sets, castling rights, moves, search values and evaluation scores, and the quoting of foreign text in
//! messages and tables.
//!
//! # Examples
//!
//! ```
//! use oxide88::types::{Square, geometry::distance};
//!
//! let e4 = Square::from_file_rank(4, 3);
//! assert_eq!((e4.to_string(), e4.index()), ("e4".to_owned(), 0x34));
//! // A step off the board is noticed whichever edge it crosses.
//! let h4 = Square::from_file_rank(7, 3);
//! assert_eq!((h4.step(1), h4.step(16)), (None, Some(Square::from_file_rank(7, 4))));
//! assert_eq!(distance(e4, h4), 3);
//! ```

pub mod attacks;
mod castling;
mod color;
pub mod geometry;
mod moves;
mod piece;
mod quote;
mod score;
mod square;
mod square_set;
pub mod value;

pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{Piece, PieceKind};
pub use quote::{printable, printable_lines, quote, without_hidden};
pub use score::{S, Score};
pub use square::Square;
pub use square_set::SquareSet;
pub use value::{Depth, MAX_PLY, Ply, Value};
