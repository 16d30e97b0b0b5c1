//! Oxide88: a UCI chess engine on a 0x88 board, built around its hash tables.
//!
//! # Architecture
//!
//! Seven modules in order of dependency; arrows only point down, which `tests/layers.rs` checks.
//!
//! ```text
//!   main cli                                    the binary: UCI without arguments, subcommands otherwise
//!     |
//!     v
//!   LEVEL 4   uci       command go options book text in; opening books
//!                       format output           text out
//!                       task                    a search beside the reading of commands
//!             tools     bench perft speedtest   siblings of uci, which offers bench and perft as commands
//!                       arena stats sprt        matches between engines; what their results mean
//!                       suite datagen spsa      test suites; positions for tuning; tuning of the search
//!                       analyze tune wdl        for people; weights and chances from games
//!                       ablate                  what terms of the evaluation are worth in play
//!     |
//!     v
//!   LEVEL 3   search    threads worker          what is kept between searches; one searching thread
//!                       limits time             how far, how long, and the switches that end it
//!                       deepening               iterations, aspiration windows, MultiPV
//!                       negamax quiescence      fail-hard, asserted at every return
//!                       picker history params   the order of moves; the numbers of the search
//!                       mate                    proof-number search for a mate in N moves
//!                       tt cell memory hash_file   the transposition table, its entries, pages, file
//!                       report                  results as events
//!                       root tablebase          the moves at the root; endgame tables
//!     |
//!     v
//!   LEVEL 2   eval      weights tracer explain  every number once, and who listens when it is read
//!                       pawns king              the pawn hash table; shelter and danger
//!                       attack_map material pieces passed threats
//!                       endgame kpk             known results
//!                       evaluation_table        values of positions evaluated lately
//!                       win_rate personality    values as wins, draws and losses; parts turned up or down
//!     |
//!     v
//!   LEVEL 1   position  zobrist piece_list      the 781 numbers; lists with exact undo
//!                       setup validate          the one door in; recomputation of all that is incremental
//!                       make attack movegen noisy legality see draw perft
//!     |
//!     v
//!   LEVEL 0   types     color piece square      vocabulary, knows no position
//!                       geometry attacks square_set   difference tables; attacked squares; sets
//!                       castling moves score value
//!             files     open replace              regular files alone; old files until new ones are whole
//! ```
//!
//! # The way of data
//!
//! ```text
//!   line of text -> uci::command, uci::go   text to enum, knows no search
//!                -> position::setup         FEN and moves to a Position; shakmaty names what is wrong
//!                -> search::Searcher::go    Position and Limits in, Report events on the way, Outcome at the end
//!                -> uci::format             events to lines
//!                -> uci::Output             whole lines, flushed
//! ```
//! The search knows no text, the protocol no search internals.
//!
//! # Invariants
//!
//! | type | representation | always true |
//! |---|---|---|
//! | [`Square`] | `u8`, `rank * 16 + file` | `index & 0x88 == 0`; [`step`] writes the only test |
//! | [`Piece`] | flag byte: color and ways of moving | `attack_flags(from, to) & flags != 0`: could attack from there |
//! | [`Move`] | `NonZeroU16`: two 0x88 bytes, the kind in their free bits | `Option<Move>` takes two bytes |
//! | [`Score`] | middlegame and endgame in an `i32` | each half fits an `i16` |
//! | [`Value`] | `i32`, as `Depth`; `Ply` is `usize` | every node returns a value inside its window |
//! | [`Key`] | `u64`, XOR of Zobrist numbers | written only by `position::make` |
//! | [`Position`] | cells, slots, lists, state, undo stack | all agree; the side not to move is not in check |
//! | `State` | keys, castling, en passant, clocks, checkers | saved whole by make, restored whole by unmake |
//! | [`Bound`] | exact, at most, at least | the value lies inside the window of the node that stored it |
//! | [`TranspositionTable`] | two `AtomicU64` an entry: `key ^ data`, `data` | a torn entry is taken for absent |
//!
//! In debug builds [`validate`] recomputes everything incremental after every make and unmake. The only `unsafe` asks
//! the system for huge pages and the processor for a cache line, in `search/prefetch.rs`.
//!
//! # Threads
//!
//! | thread | does | ends |
//! |---|---|---|
//! | the first | reads commands, answers `isready`, sets switches | with `quit` or the end of input |
//! | `search 0`, `search 1` ... | search; one of them decides and prints, the others help it | with the searcher |
//!
//! There is no data race, because safe Rust has none and the two unsafe calls read and write no data. What the compiler
//! cannot know is that what threads tell each other makes sense however their reads and writes interleave:
//!
//! - *A searcher* belongs to one thread at a time: the task takes it along and gives it back when it is joined. So
//!   sizes, options and clearing of tables never meet a running search.
//! - *The transposition table* is shared by the searching threads, with relaxed loads and stores of two words an entry
//!   (`search/cell.rs`, where a model checker tries all their orders). A reader may see the first word of one writer
//!   and the second of another. It takes the pair for an entry only if their XOR is its full key, which is so for the
//!   words of one store of this position, or, once in 2^64, by chance; by chance too two stores of the same position
//!   can mix, but then both words agree on the key only if the data are the same. What is read is believed as a hint at
//!   most: a move is checked to be legal before it is made, and a value enters a node only inside its window. No other
//!   memory hangs on an entry, so nothing needs to be ordered with it.
//! - *Split points* (`search/split.rs`) are shared by the threads that search the moves of one node. Each move is taken
//!   once, by the atomic number of the next; findings are behind a mutex, taken once a move, and whole at any time. The
//!   thread that made the split point waits until its helpers have left: none joins after the list of split points,
//!   behind a mutex too, has lost it, and a helper's last act, with release, is to count itself out, so that all it
//!   found is seen. That a move has settled the node is a flag, and a count of such news rises after it, with release,
//!   so that who sees the count has the flag too; who sees it late searches a few nodes more, and what it finds is
//!   measured against the best value under the mutex.
//! - *Switches and counters* ([`Control`], nodes) are single atomics which only ever rise or are set once; who sees
//!   them late searches a few hundred nodes more. Who sleeps, for leave to answer or for work, does so on a condition
//!   variable whose lock every change takes, so no change is missed.
//! - Pawn and material tables, histories and the position itself belong to one thread each.
//! - *Lines of output* are written and flushed under one lock.
//!
//! # Where to begin
//!
//! With the board: `types/square.rs` and `types/geometry.rs`; then `position/zobrist.rs` and `position/make.rs` for the
//! keys, `search/tt.rs` for the table, `search/negamax.rs` for the search, `eval/mod.rs` for the recipe of the
//! evaluation. Each file is one idea and says it in its first lines.
//!
//! [`Square`]: types::Square
//! [`step`]: types::Square::step
//! [`Piece`]: types::Piece
//! [`Move`]: types::Move
//! [`Score`]: types::Score
//! [`Value`]: types::Value
//! [`Key`]: position::Key
//! [`Position`]: position::Position
//! [`Control`]: search::Control
//! [`validate`]: position::Position::validate
//! [`Bound`]: search::Bound
//! [`TranspositionTable`]: search::TranspositionTable

pub mod eval;
pub mod files;
pub mod position;
pub mod search;
pub mod tools;
pub mod types;
pub mod uci;
