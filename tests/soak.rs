//! What only shows when something is done often: how long `stop` takes at its slowest, and whether memory grows.
//! `OXIDE88_SOAK=N` does everything N times instead of a few hundred.

mod common;
mod dialogue;

use std::time::Duration;

use common::patience::time_of;
use common::{below, random_positions, resident};
use dialogue::Engine;
use rand_mt::Mt64;

fn times() -> usize {
    std::env::var("OXIDE88_SOAK").ok().and_then(|number| number.parse().ok()).unwrap_or(200)
}

/// The value below which `share` of the sorted `values` lie.
fn percentile(values: &[Duration], share: f64) -> Duration {
    values[((values.len() as f64 * share) as usize).min(values.len() - 1)]
}

#[test]
fn stop_is_answered_at_once() {
    let times = times();
    let positions = random_positions(17, 50, 1);
    let mut random = Mt64::new(5);
    for threads in [1, 2] {
        let mut engine = Engine::start();
        engine.send(format!("setoption name Threads value {threads}"));
        // Tables that are computed when they are first needed.
        engine.go("depth 2");
        let (mut delays, mut answers): (Vec<Duration>, Vec<Duration>) = (0..times)
            .map(|_| {
                let position = &positions[below(&mut random, positions.len())];
                assert_eq!(engine.ask(format!("position fen {}", position.fen())), [""; 0]);
                engine.send("go infinite");
                // Also before the search has begun, and long enough for it to be deep.
                std::thread::sleep(Duration::from_micros(below(&mut random, 20_000) as u64));
                let mut time_until = |line: &str, answer: &str| {
                    time_of(|| {
                        engine.send(line);
                        engine.until(answer)
                    })
                };
                // What the machine takes for the way there and back beside the same search.
                let answer = time_until("isready", "readyok");
                (time_until("stop", "bestmove"), answer)
            })
            .unzip();
        delays.sort_unstable();
        answers.sort_unstable();
        let way = percentile(&answers, 0.5);
        let [median, most, worst] = [0.5, 0.999, 1.0].map(|share| percentile(&delays, share));
        println!(
            "{threads} threads, {times} stops: median {median:?}, p99.9 {most:?}, worst {worst:?}, isready {way:?}"
        );
        // Builds that check themselves take long for the few hundred nodes between two looks at the switches. Where
        // the machine is busy, each thread that has a part in the answer waits for its turn: on the way, at the next
        // look, and when the others have ended.
        let bound = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 10 }) + 10 * way;
        assert!(median < bound, "{median:?}, not below {bound:?}");
        assert!(engine.ends());
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux tells how much memory is in use")]
fn new_games_take_no_new_memory() {
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
    // What is allocated once is allocated by then.
    let (before, after) = (play(50), play(times));
    println!("{before} KiB after 50 games, {after} KiB after {times} more");
    assert!(after <= before + 512, "{before} KiB before, {after} KiB after {times} games");
}
