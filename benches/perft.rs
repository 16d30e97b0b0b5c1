//! Perft compared with shakmaty and cozy-chess, both bitboard libraries. All take turns in one run, so that other load
//! on the machine affects all alike. All count the last ply from the moves without making them (bulk counting), and
//! from a list of moves that was written. cozy-chess produces sets of target squares instead, so it runs a second time
//! with their sizes merely added up, which is less work.
//!
//! ```text
//!   cargo bench --bench perft                 9 rounds
//!   cargo bench --bench perft -- 25           25 rounds
//! ```

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use oxide88::position::{Position, START_FEN};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The tasks: name, position, depth in plies, leaf nodes.
const TASKS: [(&str, &str, u32, u64); 2] =
    [("start position", START_FEN, 6, 119_060_324), ("Kiwipete", KIWIPETE, 5, 193_690_690)];

const ROUNDS: usize = 9;

/// The most legal moves in a position that a game can reach.
const MOST_MOVES: usize = 218;

/// A perft implementation.
struct Counter {
    name: &'static str,
    count: Box<dyn FnMut(u32) -> u64>,
}

/// Returns the implementations, Oxide88 first, because the others are compared with it.
fn counters(fen: &str) -> [Counter; 4] {
    let mut ours = Position::from_fen(fen).expect("a legal position");
    let setup = Fen::from_ascii(fen.as_bytes()).expect("a FEN").into_setup();
    let theirs = Chess::from_setup(setup, CastlingMode::Standard).expect("a legal position");
    let board = cozy_chess::Board::from_fen(fen, false).expect("a legal position");
    let same_board = board.clone();
    [
        Counter { name: "Oxide88", count: Box::new(move |depth| ours.perft(depth)) },
        Counter { name: "shakmaty", count: Box::new(move |depth| shakmaty::perft(&theirs, depth)) },
        Counter { name: "cozy-chess, lists", count: Box::new(move |depth| cozy_lists(&board, depth)) },
        Counter { name: "cozy-chess, set sizes", count: Box::new(move |depth| cozy_sets(&same_board, depth)) },
    ]
}

/// Runs perft by cozy-chess with every move written to a list.
fn cozy_lists(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut list: ArrayVec<cozy_chess::Move, MOST_MOVES> = ArrayVec::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    // Otherwise the compiler sees that only the length is used, and writes no list.
    let list = black_box(&list);
    if depth == 1 {
        return list.len() as u64;
    }
    let after = |&mv| {
        let mut child = board.clone();
        child.play_unchecked(mv);
        cozy_lists(&child, depth - 1)
    };
    list.iter().map(after).sum()
}

/// Runs perft by cozy-chess as in its own example: the last ply is the sum of the set sizes.
fn cozy_sets(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += cozy_sets(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

/// Measures all rounds; returns the times as `[counter][round]`. Another counter starts each round.
fn measure(counters: &mut [Counter], depth: u32, leaves: u64, rounds: usize) -> Vec<Vec<Duration>> {
    let mut times = vec![Vec::with_capacity(rounds); counters.len()];
    for round in 0..rounds {
        for turn in 0..counters.len() {
            let index = (round + turn) % counters.len();
            let Counter { name, count } = &mut counters[index];
            let start = Instant::now();
            let counted = count(black_box(depth));
            times[index].push(start.elapsed());
            assert_eq!(counted, leaves, "{name} at depth {depth}");
        }
    }
    times
}

/// Prints millions of leaves per second in the best and in the median round, and how many times faster Oxide88 is. The
/// second ratio is the median of the ratios of the rounds, which is robust against slow phases of the machine.
fn print(counters: &[Counter], leaves: u64, times: &[Vec<Duration>]) {
    println!("{:<24}{:>10}{:>10}{:>10}{:>10}", "", "best", "median", "ratio", "ratio");
    println!("{:<24}{:>10}{:>10}{:>10}{:>10}", "", "Mnps", "Mnps", "of best", "median");
    let seconds = |times: &[Duration]| times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>();
    let best = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let ours = seconds(&times[0]);
    for (counter, times) in counters.iter().zip(times) {
        let times = seconds(times);
        let mega = leaves as f64 / 1e6;
        let ratios = times.iter().zip(&ours).map(|(theirs, ours)| theirs / ours).collect();
        println!(
            "{:<24}{:>10.1}{:>10.1}{:>10.2}{:>10.2}",
            counter.name,
            mega / best(&times),
            mega / median(times.clone()),
            best(&times) / best(&ours),
            median(ratios)
        );
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) { f64::midpoint(values[middle - 1], values[middle]) } else { values[middle] }
}

fn main() -> ExitCode {
    // `cargo bench` passes `--bench`; `cargo test --benches` does not, and only checks that the benchmark works.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_measured = arguments.iter().any(|argument| argument == "--bench");
    let rounds = match arguments.iter().find(|argument| !argument.starts_with('-')).map(|word| word.parse()) {
        None => ROUNDS,
        Some(Ok(rounds)) if rounds > 0 => rounds,
        Some(_) => {
            eprintln!("perft: the number of rounds is 1 or more");
            return ExitCode::from(2);
        }
    };
    for (name, fen, depth, leaves) in TASKS {
        let mut counters = counters(fen);
        if is_measured {
            println!("\n{name}, depth {depth}: {leaves} leaves, {rounds} rounds");
            let times = measure(&mut counters, depth, leaves, rounds);
            print(&counters, leaves, &times);
        } else {
            let leaves = (counters[0].count)(3);
            measure(&mut counters, 3, leaves, 1);
        }
    }
    ExitCode::SUCCESS
}
