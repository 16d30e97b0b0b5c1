//! The laboratory of Oxide88: matches between engines and their statistics, test suites, analysis of games, data sets
//! from self-play, and the tuning of evaluation and search on them. It uses the engine's public interface only, and
//! reports to any sink; progress goes to standard error.
//!
//! ```text
//!   cli           the commands
//!   arena         matches: engines as processes, schedule, adjudication, PGN, statistics (stats, sprt)
//!   suite         test suites in EPD             beside     speed beside other engines
//!   analyze       comments on games              datagen    positions from self-play games
//!   tune wdl      weights, win rates from data   spsa          parameters in games
//!   screen ablate changes of the search, terms of the evaluation in games (factorial)
//!   residuals     deep searches beside the static evaluation, term by term
//!   prediction    the scores of games beside their results
//!   hitrates      the pawn hash table by its size
//!   pgn epd                                      games and positions as people write them
//!   files chart tables chess960 quiet scored_game plies least_squares
//!   progress interrupt workers self_play own_engine          what they share
//! ```
//!
//! # Examples
//!
//! ```
//! use oxide88_lab::sprt::{Sprt, SprtModel};
//! use oxide88_lab::stats::Tally;
//!
//! let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, SprtModel::Normalized)?;
//! let even = Tally { pairs: [10, 40, 100, 40, 10], wins: 100, draws: 200, losses: 100 };
//! assert_eq!(sprt.verdict(&even), None);
//! assert!(sprt.llr(&even) < 0.0);
//! # Ok::<(), String>(())
//! ```

pub mod ablate;
pub mod analyze;
pub mod arena;
pub mod beside;
mod chart;
mod chess960;
pub mod datagen;
mod epd;
mod factorial;
mod files;
pub mod hitrates;
mod interrupt;
mod least_squares;
mod own_engine;
pub mod pgn;
mod plies;
pub mod prediction;
mod progress;
mod quiet;
pub mod residuals;
mod scored_game;
pub mod screen;
mod self_play;
pub mod sprt;
pub mod spsa;
pub mod stats;
pub mod suite;
mod tables;
pub mod tune;
pub mod wdl;
mod workers;

pub use oxide88::command_line::Failure;
pub use progress::{Stderr, complain};
