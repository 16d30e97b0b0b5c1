//! Games in Portable Game Notation (PGN), as people have them: written by other programs, by hand, or long ago.
//!
//! ```text
//!   bytes -> lines -> tokens -> games, one at a time        lines.rs, token.rs, reader.rs
//!                     word -> the move that it means        notation.rs
//!   tags, movetext -> lines                                 writer.rs
//! ```
//! Nothing is dropped in silence. A word that is no move, number, result, annotation, comment or variation ends the
//! part of the game that is understood, and is reported with its move number; the moves before it count, and the text
//! after it is kept. A damaged game costs no other game.

mod lines;
pub mod notation;
mod reader;
mod token;
pub mod writer;

pub use reader::{Entry, Fault, Game, Reader};
pub use token::Token;
