//! LEVEL 4: tools for developers of the engine. They write to any sink, so that the command line and the UCI loop
//! share them; progress goes to standard error.

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
pub use progress::{Stderr, complain};
