//! Instruction counts instead of times: valgrind counts the same number for the same build, however busy the machine
//! is. Each number is for one round over the bench positions. This needs Linux, `valgrind`, and the gungraun runner in
//! exactly the version in `Cargo.lock`; `make instructions` reports what is missing.
//!
//! ```text
//!   cargo bench --features instructions --bench instructions     also compares with the previous run
//! ```

#![allow(missing_docs, reason = "the macros make public items of each bench")]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use oxide88::bench::BENCH_POSITIONS;
use oxide88::eval::{EvalCaches, evaluate};
use oxide88::position::Position;
use oxide88::types::{Color, Move, MoveList, Square};

fn positions() -> Vec<Position> {
    let position = |fen: &&str| Position::from_fen(fen).expect("a legal position").with_recent_history(8);
    BENCH_POSITIONS.iter().map(position).collect()
}

fn with_moves() -> Vec<(Position, MoveList)> {
    positions().into_iter().map(|position| (position.clone(), position.legal_moves())).collect()
}

fn captures() -> Vec<(Position, Vec<Move>)> {
    let captures = |position: Position| {
        let moves = position.legal_moves().into_iter().filter(|mv| mv.is_capture()).collect();
        (position, moves)
    };
    positions().into_iter().map(captures).collect()
}

/// Returns the positions and caches, already filled with these positions if `is_known`.
fn with_table(is_known: bool) -> (Vec<Position>, EvalCaches) {
    let (positions, mut table) = (positions(), EvalCaches::new());
    if is_known {
        for position in &positions {
            evaluate(position, &mut table);
        }
    }
    (positions, table)
}

#[library_benchmark(setup = with_moves)]
fn make_unmake(mut cases: Vec<(Position, MoveList)>) -> Vec<(Position, MoveList)> {
    for (position, moves) in &mut cases {
        for &mv in &**moves {
            position.make(mv);
            position.unmake();
        }
    }
    cases
}

#[library_benchmark(setup = with_moves)]
fn all_moves(mut cases: Vec<(Position, MoveList)>) -> Vec<(Position, MoveList)> {
    for (position, list) in &mut cases {
        position.all_moves(list);
    }
    cases
}

#[library_benchmark(setup = positions)]
fn is_attacked(positions: Vec<Position>) -> Vec<Position> {
    for position in &positions {
        for color in Color::ALL {
            for square in Square::all() {
                black_box(position.is_attacked(square, color));
            }
        }
    }
    positions
}

#[library_benchmark(setup = positions)]
fn pinned(positions: Vec<Position>) -> Vec<Position> {
    for position in &positions {
        for color in Color::ALL {
            black_box(position.pinned(color));
        }
    }
    positions
}

#[library_benchmark(setup = captures)]
fn see(cases: Vec<(Position, Vec<Move>)>) -> Vec<(Position, Vec<Move>)> {
    for (position, moves) in &cases {
        for &mv in moves {
            black_box(position.see_ge(mv, black_box(0)));
        }
    }
    cases
}

#[library_benchmark(setup = with_table)]
#[bench::pawns_known(true)]
#[bench::pawns_new(false)]
fn evaluation((positions, mut table): (Vec<Position>, EvalCaches)) -> (Vec<Position>, EvalCaches) {
    for position in &positions {
        black_box(evaluate(position, &mut table));
    }
    (positions, table)
}

#[library_benchmark(setup = positions)]
fn perft_2(mut positions: Vec<Position>) -> Vec<Position> {
    for position in &mut positions {
        black_box(position.perft(2));
    }
    positions
}

library_benchmark_group!(
    name = parts,
    benchmarks = [make_unmake, all_moves, is_attacked, pinned, see, evaluation, perft_2]
);
main!(library_benchmark_groups = parts);
