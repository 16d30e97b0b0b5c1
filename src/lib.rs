//! Oxide88: a UCI chess engine on an 0x88 board, built around its hash tables.
//!
//! # Architecture
//!
//! Modules in order of dependency; arrows only point down, which `tests/layers.rs` checks. The laboratory, which plays
//! matches and tunes the engine, is a crate of its own in `lab/` and uses this one.
//!
//! ```text
//!   main cli                                    the binary: UCI by default, subcommands otherwise
//!     |         laboratory                      runs oxide88-lab for commands of that
//!     v
//!   LEVEL 6   uci       command go options book text in; opening books
//!                       event waiting engine    what comes in, what waits, who obeys
//!                       format output           text out
//!                       task                    a search in the background
//!                       terminal pretty         a person instead of a program
//!   LEVEL 5   speedtest                         the speed of this machine
//!   LEVEL 4   bench perft                       what both the command line and uci offer
//!     |
//!     v
//!   LEVEL 3   search    threads worker          state kept between searches; one searching thread
//!                       limits time             depth, node and time limits; the switches that end a search
//!                       deepening aspiration    iterations, the windows of the root, MultiPV
//!                       negamax quiescence      fail-hard, asserted at every return
//!                       pruning params          what is left out, reduced, extended; the tunable constants
//!                       picker scored_moves     move ordering
//!                       history correction update stack   what the searches teach, and the path to a node
//!                       mate                    proof-number search for a mate in N moves
//!                       tt replacement lockless       the transposition table, what stays in it, its entries
//!                       prefetch hash_file            its pages, its file
//!                       report                  results as events
//!                       root tablebase          root moves; endgame tablebases
//!                       vote skill              the move of several threads; limited strength
//!     |
//!     v
//!   LEVEL 2   eval      weights tracer explain  every weight, declared once; traces for tuning and for people
//!                       context attack_map      what the terms of one evaluation share
//!                       pawns structure shelter       the two halves of the pawn hash table, and what they keep
//!                       network blend counts map      weights that depend on the structure
//!                       material pieces king passed threats space initiative   the terms
//!                       endgame kpk             specialized endgame evaluations
//!                       evaluation_table        cache of recent evaluations
//!                       win_rate personality    values as win, draw and loss rates; parts scaled by options
//!     |
//!     v
//!   LEVEL 1   command_line                      logging, messages and exit codes
//!             position  zobrist piece_list      the 781 Zobrist keys; piece lists with exact undo
//!                       piece_sets material     an index of the board: sets of squares; numbers of pieces
//!                       setup validate          the only way in; recomputation of all incremental state
//!                       make attack movegen legality see draw perft flip
//!     |
//!     v
//!   LEVEL 0   types     color piece square      vocabulary, independent of any position
//!                       geometry attacks square_set   difference tables; attacked squares; sets of squares
//!                       castling moves score value
//!             files     open replace            regular files only; atomic replacement
//! ```
//!
//! # Data flow
//!
//! ```text
//!   line of text -> uci::command, uci::go   text to enum, independent of the search
//!                -> position::setup         FEN and moves to a Position; shakmaty reports errors
//!                -> search::Searcher::go    takes Position and Limits, sends Report events, returns an Outcome
//!                -> uci::format             events to lines
//!                -> uci::Output             whole lines, flushed
//! ```
//! The search handles no text, and the protocol layer depends on no search internals.
//!
//! # Invariants
//!
//! | type | representation | invariant |
//! |---|---|---|
//! | [`Square`] | `u8`, `rank * 16 + file` | `index & 0x88 == 0`; only [`step`] writes this test |
//! | [`Piece`] | flag byte: color and ways of moving | `attack_flags(from, to) & flags != 0`: could attack |
//! | [`Move`] | `NonZeroU16`: two 0x88 bytes, the kind in their free bits | `Option<Move>` takes two bytes |
//! | [`Score`] | middlegame and endgame in an `i32` | each half fits an `i16` |
//! | [`Value`] | `i32`, as is `Depth`; `Ply` is `usize` | every node returns a value inside its window |
//! | [`Key`] | `u64`, XOR of Zobrist keys | written only by `position::make` |
//! | [`Position`] | board, slots, lists, sets, state, undo stack | all agree; the side not to move is not in check |
//! | `State` | keys, castling, en passant, clocks, checkers | saved whole by make, restored whole by unmake |
//! | [`Bound`] | exact, at most, at least | the value lies on that side of the window of the node that stored it |
//! | [`TranspositionTable`] | two `AtomicU64` per entry: `key ^ data`, `data` | a torn entry reads as a miss |
//!
//! In debug builds [`validate`] recomputes all incremental state after every make and unmake. The only `unsafe` code
//! asks the system for huge pages and the processor for a cache line, in `search/prefetch.rs`.
//!
//! # Threads
//!
//! | thread | task | ends |
//! |---|---|---|
//! | main | reads lines | on `quit` or at the end of input |
//! | the engine's | obeys commands, answers `isready`, sets switches | likewise |
//! | `search 0`, `search 1` ... | search the same root; one of them reports and ends the search | with the searcher |
//!
//! A searcher belongs to one thread at a time: the task owns it and returns it when joined, so table sizes, options and
//! clearing never meet a running search. The searching threads share the transposition table without a lock
//! (`search/lockless.rs`), and switches and counters that only ever rise or are set once (`search/limits.rs`). Pawn and
//! material tables, histories and the position itself belong to one thread each; output lines are written and flushed
//! under one lock. These files say why every interleaving is right.
//!
//! # Where to start
//!
//! Start with the board: `types/square.rs` and `types/geometry.rs`. Then read `position/zobrist.rs` and
//! `position/make.rs` for the keys, `search/tt.rs` for the transposition table, `search/negamax.rs` for the search, and
//! `eval/mod.rs` for the outline of the evaluation. Each file covers one idea and states it in its first lines.
//!
//! [`Square`]: types::Square
//! [`step`]: types::Square::step
//! [`Piece`]: types::Piece
//! [`Move`]: types::Move
//! [`Score`]: types::Score
//! [`Value`]: types::Value
//! [`Key`]: position::Key
//! [`Position`]: position::Position
//! [`validate`]: position::Position::validate
//! [`Bound`]: search::Bound
//! [`TranspositionTable`]: search::TranspositionTable

pub mod bench;
pub mod command_line;
pub mod eval;
pub mod files;
pub mod perft;
pub mod position;
pub mod search;
pub mod speedtest;
pub mod types;
pub mod uci;
