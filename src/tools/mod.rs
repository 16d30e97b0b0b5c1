//! LEVEL 4: the engine at work for its developers. What these do is printed to any sink, so that the command line and
//! the UCI loop share it; progress goes to standard error.

pub mod ablate;
pub mod analyze;
pub mod arena;
pub mod bench;
pub mod datagen;
mod failure;
mod files;
mod interrupt;
pub mod perft;
mod positions;
mod progress;
mod self_play;
pub mod speedtest;
pub mod sprt;
pub mod spsa;
pub mod stats;
pub mod suite;
mod tables;
pub mod tune;
pub mod wdl;

pub use failure::Failure;
pub use positions::BENCH_POSITIONS;
pub use progress::Stderr;
