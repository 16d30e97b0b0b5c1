//! Soak tests, for effects that only show after many repetitions: slow answers during a search, and growth of memory.
//! `OXIDE88_SOAK=N` repeats everything N times instead of 200.

mod common;
mod dialogue;

use std::thread;
use std::time::Duration;

use common::patience::{time_of, within};
use common::{below, crowded, random_positions, resident};
use dialogue::Engine;
use oxide88::position::Position;
use rand_mt::Mt64;

fn times() -> usize {
    std::env::var("OXIDE88_SOAK").ok().and_then(|number| number.parse().ok()).unwrap_or(200)
}

/// Returns the value below which `share` of the sorted `values` lie.
fn percentile(values: &[Duration], share: f64) -> Duration {
    values[((values.len() as f64 * share) as usize).min(values.len() - 1)]
}

/// Returns the times of the answers to `isready` and to `stop` in searches of random positions, sorted.
fn answer_times(engine: &mut Engine, positions: &[Position], random: &mut Mt64) -> [Vec<Duration>; 2] {
    let mut answers = [Vec::new(), Vec::new()];
    for _ in 0..times() {
        let position = &positions[below(random, positions.len())];
        assert_eq!(engine.ask(format!("position fen {}", position.fen())), [""; 0]);
        engine.send("go infinite");
        // The delays range from before the start of the search to deep iterations.
        thread::sleep(Duration::from_micros(below(random, 20_000) as u64));
        for (times, (line, answer)) in answers.iter_mut().zip([("isready", "readyok"), ("stop", "bestmove")]) {
            times.push(time_of(|| {
                engine.send(line);
                engine.until(answer)
            }));
        }
    }
    answers.map(|mut times| {
        times.sort_unstable();
        times
    })
}

/// Checks that half of the answers in searches of `positions` take less than `bound`, with these options set.
fn are_answered_within(bound: Duration, positions: &[Position], options: &str) {
    let mut random = Mt64::new(5);
    let mut engine = Engine::start();
    engine.send(format!("setoption name {options}"));
    // Initializes the tables that are computed on first use.
    engine.go("depth 2");
    within(bound, "half of the answers", || {
        let answers = answer_times(&mut engine, positions, &mut random);
        let medians = answers.map(|times| {
            let [median, most, worst] = [0.5, 0.999, 1.0].map(|share| percentile(&times, share));
            println!("{options}, {} answers: median {median:?}, p99.9 {most:?}, worst {worst:?}", times.len());
            median
        });
        medians.into_iter().max().unwrap_or_default()
    });
    engine.send("quit");
    assert!(engine.ends());
}

#[test]
fn isready_and_stop_are_answered_at_once() {
    let positions = random_positions(17, 50, 1);
    // Debug builds take long for the few hundred nodes between two checks of the switches.
    let bound = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 5 });
    for threads in [1, 2] {
        are_answered_within(bound, &positions, &format!("Threads value {threads}"));
    }
}

#[test]
fn isready_and_stop_are_answered_at_once_on_crowded_boards() {
    let mut random = Mt64::new(30_001);
    let positions: Vec<Position> = (0..50).map(|_| crowded(&mut random)).collect();
    let bound = Duration::from_millis(if cfg!(debug_assertions) { 1000 } else { 5 });
    for lines in [1, 256] {
        are_answered_within(bound, &positions, &format!("MultiPV value {lines}"));
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux tells how much memory is in use")]
fn new_games_leak_no_memory() {
    let times = times();
    let mut engine = Engine::start();
    for option in ["Hash value 8", "Threads value 2"] {
        assert_eq!(engine.ask(format!("setoption name {option}")), [""; 0]);
    }
    let mut play = |times: usize| {
        for round in 0..times {
            assert_eq!(engine.ask("ucinewgame"), [""; 0]);
            engine.send(format!("position startpos moves {}", ["e2e4", "d2d4", "g1f3"][round % 3]));
            engine.go("nodes 500");
        }
        resident(engine.id()).expect("a size")
    };
    // One-time allocations are done after the first 50 games.
    let (before, after) = (play(50), play(times));
    println!("{before} KiB after 50 games, {after} KiB after {times} more");
    assert!(after <= before + 512, "{before} KiB before, {after} KiB after {times} games");
}
