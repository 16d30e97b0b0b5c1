//! LEVEL 4: the engine at work for its developers. What these do is printed to any sink, so that the command line and
//! the UCI loop share it.

pub mod bench;
pub mod perft;
mod positions;
pub mod sprt;
pub mod stats;
