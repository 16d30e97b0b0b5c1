//! Benchmarks of the engine's parts, and of a whole search. Each measurement is a round over the bench positions; the
//! throughput counts moves, squares, positions, probes or nodes, as the names say.
//!
//! ```text
//!   cargo bench --bench parts -- --save-baseline before      change something, then
//!   cargo bench --bench parts -- --baseline before           compare each part, with confidence intervals
//!   cargo bench --bench parts -- make                        only benchmarks with this in their names
//! ```
//! This uses criterion rather than the lighter divan because it remembers results and tells a change from noise.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use oxide88::bench::BENCH_POSITIONS;
use oxide88::eval::{EvalCaches, evaluate};
use oxide88::position::{Key, Position};
use oxide88::search::{Bound, Control, Entry, Limits, Searcher, TranspositionTable};
use oxide88::types::{Color, Depth, Move, MoveList, Square};

/// Size of the transposition table in MiB: the default of UCI, far more than the caches hold.
const HASH: usize = 64;

/// Number of keys probed or stored per round.
const KEYS: u64 = 1 << 14;

/// Number of keys in the table when it is probed: half of its entries.
const STORED: u64 = 1 << 21;

/// Depth of the whole search.
const SEARCH_DEPTH: Depth = 8;

/// The search uses every tenth bench position.
const SEARCH_EVERY: usize = 10;

fn positions() -> Vec<Position> {
    BENCH_POSITIONS.iter().map(|fen| Position::from_fen(fen).expect("a legal position")).collect()
}

/// Returns positions in check: those after the checking moves of the bench positions.
fn checks() -> Vec<Position> {
    let mut checks = Vec::new();
    for mut position in positions() {
        for mv in position.legal_moves() {
            position.make(mv);
            if position.in_check() {
                checks.push(position.clone());
            }
            position.unmake();
        }
    }
    checks
}

fn group<'a>(criterion: &'a mut Criterion, name: &str, elements: usize) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements as u64));
    group
}

/// Makes, unmakes and checks all legal moves of all positions.
fn moves(criterion: &mut Criterion) {
    let mut cases: Vec<(Position, MoveList)> =
        positions().into_iter().map(|position| (position.with_recent_history(1), position.legal_moves())).collect();
    let count = cases.iter().map(|(_, moves)| moves.len()).sum();
    let mut group = group(criterion, "moves", count);
    group.bench_function("make_unmake", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &mut cases {
                for &mv in &**moves {
                    position.make(mv);
                    black_box(&*position);
                    position.unmake();
                }
            }
        });
    });
    group.bench_function("is_legal", |bencher| {
        let legal =
            |(position, moves): &(Position, MoveList)| moves.iter().filter(|&&mv| position.is_legal(mv)).count();
        bencher.iter(|| cases.iter().map(legal).sum::<usize>());
    });
}

/// A benchmarked operation on a position.
type Work = fn(&Position, &mut EvalCaches);

/// Generates moves. Elements are positions.
fn generation(criterion: &mut Criterion) {
    let (all, in_check) = (positions(), checks());
    let quiet: Vec<&Position> = all.iter().filter(|position| !position.in_check()).collect();
    let mut list = MoveList::new();
    {
        let mut group = group(criterion, "generation", quiet.len());
        group.bench_function("noisy", |bencher| {
            bencher.iter(|| {
                for position in &quiet {
                    position.noisy_moves(position.pinned(position.side_to_move()), &mut list);
                    black_box(&list);
                }
            });
        });
        group.bench_function("quiet", |bencher| {
            bencher.iter(|| {
                for position in &quiet {
                    position.quiet_moves(position.pinned(position.side_to_move()), &mut list);
                    black_box(&list);
                }
            });
        });
    }
    group(criterion, "generation", all.len()).bench_function("all", |bencher| {
        bencher.iter(|| {
            for position in &all {
                position.all_moves(&mut list);
                black_box(&list);
            }
        });
    });
    group(criterion, "generation", in_check.len()).bench_function("evasions", |bencher| {
        bencher.iter(|| {
            for position in &in_check {
                position.evasions(position.pinned(position.side_to_move()), &mut list);
                black_box(&list);
            }
        });
    });
}

/// Tests attacks on every square by both sides, the pins of both sides, and the static exchange evaluation (SEE) of
/// every capture against a threshold of 0.
fn attacks(criterion: &mut Criterion) {
    let positions = positions();
    group(criterion, "attacks", positions.len() * 128).bench_function("is_attacked", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                for color in Color::ALL {
                    for square in Square::all() {
                        black_box(position.is_attacked(square, color));
                    }
                }
            }
        });
    });
    group(criterion, "attacks", positions.len() * 2).bench_function("pinned", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                for color in Color::ALL {
                    black_box(position.pinned(color));
                }
            }
        });
    });
    let captures: Vec<(&Position, Move)> = positions
        .iter()
        .flat_map(|position| position.legal_moves().into_iter().map(move |mv| (position, mv)))
        .filter(|(_, mv)| mv.is_capture())
        .collect();
    group(criterion, "attacks", captures.len()).bench_function("see", |bencher| {
        bencher.iter(|| captures.iter().filter(|(position, mv)| position.see_ge(*mv, black_box(0))).count());
    });
}

/// Measures the evaluation, and its pawn table alone. For misses the table is cleared before each round, outside the
/// measured time, and no two positions have the same pawns.
fn evaluation(criterion: &mut Criterion) {
    let mut keys = HashSet::new();
    let positions: Vec<Position> =
        positions().into_iter().filter(|position| keys.insert(position.pawn_key())).collect();
    let mut table = EvalCaches::new();
    let mut group = group(criterion, "evaluation", positions.len());
    let parts: [(&str, Work); 2] = [
        ("evaluate", |position, table| {
            black_box(evaluate(position, table));
        }),
        ("pawn_table", |position, table| {
            black_box(table.pawns.probe(position));
        }),
    ];
    for (name, work) in parts {
        let round = |table: &mut EvalCaches| {
            for position in &positions {
                work(black_box(position), table);
            }
        };
        group.bench_function(format!("{name}_hit"), |bencher| {
            round(&mut table);
            bencher.iter(|| round(&mut table));
        });
        group.bench_function(format!("{name}_miss"), |bencher| {
            bencher.iter_custom(|rounds| {
                let mut time = Duration::ZERO;
                for _ in 0..rounds {
                    table.clear();
                    let start = Instant::now();
                    round(&mut table);
                    time += start.elapsed();
                }
                time
            });
        });
    }
}

/// Probes and stores keys all over the table, so most accesses miss the caches, as in a search. Unlike in a search, the
/// processor waits for several of them at a time.
fn table(criterion: &mut Criterion) {
    let table = TranspositionTable::new(HASH).expect("memory for the table");
    let key = |number: u64| -> Key { number.wrapping_mul(0x9E37_79B9_7F4A_7C15) };
    let mv = Position::start().legal_moves()[0];
    let entry = |number: u64| Entry::new(Some(mv), 12, Some(8), (number % 16) as Depth, Bound::Beta, 0);
    for number in 0..STORED {
        table.store(key(number), entry(number));
    }
    let mut group = group(criterion, "table", KEYS as usize);
    let mut first = 0;
    for (name, offset) in [("probe_hit", 0), ("probe_miss", STORED)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                first = (first + KEYS) % STORED;
                (first..first + KEYS).filter(|&number| table.probe(key(number + offset)).is_some()).count()
            });
        });
    }
    group.bench_function("store", |bencher| {
        bencher.iter(|| {
            first = (first + KEYS) % STORED;
            for number in first..first + KEYS {
                table.store(key(number), entry(number));
            }
        });
    });
}

/// Searches to a fixed depth. Elements are nodes, so the throughput is the nodes per second that `bench` prints.
fn search(criterion: &mut Criterion) {
    let positions: Vec<Position> = positions().into_iter().step_by(SEARCH_EVERY).collect();
    let mut searcher = Searcher::with_hash(HASH).expect("memory for the table");
    let mut round = || {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for position in &positions {
            searcher.new_game();
            let start = Instant::now();
            nodes += searcher.go(position, &Limits::depth(SEARCH_DEPTH), &Control::default(), &mut |_| ()).nodes;
            time += start.elapsed();
        }
        (nodes, time)
    };
    let (nodes, _) = round();
    let mut group = group(criterion, "search", nodes as usize);
    group.sample_size(20);
    group.bench_function(format!("depth_{SEARCH_DEPTH}"), |bencher| {
        bencher.iter_custom(|rounds| (0..rounds).map(|_| round().1).sum());
    });
}

criterion_group!(parts, moves, generation, attacks, evaluation, table, search);
criterion_main!(parts);
