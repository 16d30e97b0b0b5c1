//! LEVEL 0: the vocabulary. Small types that know no position: colors, pieces, 0x88 squares, the geometry of the board
//! as difference tables, attacked squares as sets, castling rights, moves, the two kinds of number an engine thinks in,
//! and how messages and tables show what others wrote.

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
