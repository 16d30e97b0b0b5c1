//! Games in Portable Game Notation (PGN), as people have them: written by other programs, by hand, or long ago.
//!
//! ```text
//!   bytes -> lines -> tokens -> games, one at a time        lines.rs, token.rs, tag.rs, reader.rs, part.rs
//!                     tokens -> a game                      game.rs
//!                     word -> the move that it means        notation.rs
//!   file -> games                                         file.rs
//!   tags, movetext -> lines                                 writer.rs
//! ```
//! Nothing is dropped in silence but move numbers, words that say of a move that it gives check or mate, and lines that
//! begin with `%`. At a word that is no move, number, result or annotation, parsing stops: the word is reported with
//! its move number, the moves before it count, and the text after it is kept. The same holds for an unmatched
//! parenthesis or brace. Text between games that has neither tags nor moves is passed over, and the reader tells it to
//! those who ask ([`Reader::passed_over`]). A damaged game
//! costs no other game, unless a comment or variation that is not closed hides the next one, which only tags end.

mod file;
mod game;
mod lines;
pub mod notation;
mod part;
mod reader;
mod tag;
mod token;
pub mod writer;

pub use file::games;
pub use game::{Entry, Fault, Game};
pub use reader::Reader;
pub use token::Token;
