//! Scripts and wrappers written for Stockfish: its words, the form of its answers, and commands in a pipe
//! that are obeyed in order.

mod common;
mod dialogue;

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use common::patience::{pause, time_of, timed, within};
use dialogue::{ENGINE, Engine, best_moves, pipe, scored};

const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

fn run(arguments: &[&str]) -> Output {
    Command::new(ENGINE).args(arguments).stdin(Stdio::null()).output().expect("the engine starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the depth of the last scored line before each best move.
fn depths(lines: &[String]) -> Vec<String> {
    let searches = lines.split_inclusive(|line| line.starts_with("bestmove"));
    let depth = |search: &[String]| Some(scored(search).last()?.split(' ').nth(2)?.to_owned());
    searches.filter_map(depth).collect()
}

#[test]
fn searches_in_a_pipe_are_finished_one_after_the_other() {
    let lines = pipe("go depth 3\ngo depth 12\ngo depth 3\n");
    assert_eq!((best_moves(&lines).len(), depths(&lines)), (3, ["3", "12", "3"].map(str::to_owned).to_vec()));
    assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
    // Other limits end by themselves too.
    let lines = pipe("go nodes 2000\ngo movetime 50\ngo wtime 100 btime 100\ngo depth 4\n");
    assert_eq!((best_moves(&lines).len(), depths(&lines).pop()), (4, Some("4".to_owned())));
}

#[test]
fn the_clock_of_a_search_starts_with_its_command_or_when_it_need_not_wait_any_longer() {
    let mut engine = Engine::start();
    engine.ask("");
    pause(300);
    // A part of the time is kept back for the transmission of the move.
    let time = time_of(|| engine.go("movetime 300"));
    assert!(time >= Duration::from_millis(250), "{time:?}");
    let (lines, time) = timed(|| pipe("go movetime 300\ngo movetime 300\n"));
    assert_eq!(best_moves(&lines).len(), 2);
    assert!(time >= Duration::from_millis(500), "{time:?}: {lines:?}");
}

#[test]
fn what_a_search_depends_on_waits_for_its_end() {
    let lines = pipe(&format!(
        "go depth 10\nposition fen {MATED}\ngo depth 3\nucinewgame\nposition startpos moves e2e4\ngo depth 11\n\
         setoption name MultiPV value 2\ngo depth 4\nflip\nd\nperft 1\n"
    ));
    assert_eq!(best_moves(&lines).len(), 4, "{lines:?}");
    assert_eq!(depths(&lines), ["10", "0", "11", "4"]);
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")));
    let at = |start: &str| lines.iter().rposition(|line| line.starts_with(start)).expect(start);
    // Flipped, White is to move, and nothing comes before its turn.
    assert_eq!(lines[at("Fen: ")], "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(at("bestmove") < at("Fen: ") && at("Fen: ") < at("Nodes searched: 20"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("during a search")), "{lines:?}");
}

#[test]
fn what_only_prints_is_answered_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go movetime 60000");
    for (line, start) in [("d", "Fen: "), ("eval", "Final evaluation"), ("uci", "uciok"), ("compiler", "Compiled by: ")]
    {
        let answer = engine.ask(line);
        assert!(answer.iter().any(|line| line.starts_with(start)), "{answer:?}");
    }
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn what_must_be_heard_at_once_overtakes_what_waits() {
    let mut engine = Engine::start();
    within(Duration::from_secs(1), "isready", || {
        time_of(|| {
            engine.send("go movetime 60000");
            engine.send("position startpos moves e2e4");
            engine.send("go movetime 60000");
            engine.send("debug on");
            assert!(engine.ask("isready").iter().all(|line| line == "readyok" || line.starts_with("info depth")));
        })
    });
    // `stop` is meant for both searches, and the second begins with `debug on` in effect.
    within(Duration::from_secs(1), "stop", || {
        time_of(|| {
            engine.send("stop");
            engine.until("bestmove");
            let second = engine.until("bestmove");
            assert!(second.iter().any(|line| line.starts_with("info string Limits")), "{second:?}");
        })
    });
    assert!(engine.fen().contains(" b "));
    engine.send("go movetime 60000");
    engine.send("go movetime 60000");
    within(Duration::from_secs(2), "quit", || {
        time_of(|| {
            engine.send("quit");
            engine.until("bestmove");
        })
    });
    assert!(engine.ends());
}

#[test]
fn stop_and_ponderhit_are_meant_for_a_search_that_waits_too() {
    let mut engine = Engine::start();
    for lines in [&["go depth 12", "go infinite", "stop"][..], &["go depth 12", "go ponder movetime 20", "ponderhit"]] {
        for line in lines {
            engine.send(line);
        }
        for _ in 0..2 {
            engine.until("bestmove");
        }
    }
    assert_eq!(engine.ask("stop"), [""; 0]);
}

#[test]
fn a_search_without_end_is_stopped_by_what_comes_next() {
    let mut engine = Engine::start();
    engine.send("go depth 8");
    engine.send("go infinite");
    engine.send("go depth 2");
    let [first, second, third] = [(); 3].map(|()| engine.until("bestmove"));
    assert!(!first.iter().any(|line| line.contains("during a search")), "{first:?}");
    assert!(second.iter().any(|line| line.starts_with("info string go during a search")), "{second:?}");
    assert_eq!(depths(&third), ["2"]);
}

#[test]
fn a_flood_of_commands_behind_a_search_is_obeyed() {
    let game = format!("position startpos moves {}\n", "g1f3 g8f6 f3g1 f6g8 ".repeat(1000));
    let mut input = "go movetime 300\n".to_owned();
    for _ in 0..1500 {
        input += &game;
    }
    input += "d\n";
    let lines = pipe(&input);
    assert_eq!(best_moves(&lines).len(), 1);
    assert!(lines.iter().any(|line| line.starts_with("Fen: ") && line.ends_with(" 4000 2001")), "{lines:?}");
}

#[test]
fn eval_ends_with_the_value_as_stockfish_writes_it() {
    let mut engine = Engine::start();
    let value = |lines: &[String]| {
        // Wrappers read an empty line behind it.
        let [.., value, empty] = lines else { return None };
        let value =
            Some(value).filter(|_| empty.is_empty()).and_then(|line| line.strip_prefix("Final evaluation       "));
        value.and_then(|value| value.strip_suffix(" (white side)")).and_then(|value| value.parse::<f64>().ok())
    };
    let start = engine.ask("eval");
    assert!(value(&start).is_some_and(|value| (0.0..1.0).contains(&value)), "{start:?}");
    engine.send("position fen 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1");
    assert!(value(&engine.ask("eval")).is_some_and(|value| value > 10.0), "White's side, whoever is to move");
    engine.send("position fen 4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");
    assert_eq!(engine.ask("eval").last().map(String::as_str), Some("Final evaluation: none (in check)"));
    assert!(stdout(&run(&["eval", "startpos"])).ends_with(&format!("{}\n", start[start.len() - 2])));
}

#[test]
fn perft_ends_with_the_sum_and_the_time() {
    let mut engine = Engine::start();
    let lines = engine.ask("go perft 2");
    let end: Vec<&str> = lines[20..].iter().map(String::as_str).collect();
    assert!(matches!(end[..], ["", "Nodes searched: 400", time] if time.starts_with("Time: ")), "{lines:?}");
}

#[test]
fn bench_takes_the_words_of_stockfish_and_prints_its_names() {
    let mut engine = Engine::start();
    let nodes =
        |lines: &[String]| lines.last().and_then(|line| line.strip_suffix(" nps")?.split(' ').next()?.parse().ok());
    let of_depth: Option<u64> = nodes(&engine.ask("bench 2"));
    let lines = engine.ask("bench 16 1 2 default depth");
    assert_eq!((of_depth.is_some(), nodes(&lines)), (true, of_depth));
    for name in ["Total time (ms) ", "Nodes searched ", "Nodes/second "] {
        let value = lines.iter().find(|line| line.starts_with(name)).and_then(|line| line.split(": ").nth(1));
        assert!(value.is_some_and(|value| value.parse::<u64>().is_ok()), "{name}: {lines:?}");
    }
    engine.refuses("bench 16 1 13 positions.epd depth", "'positions.epd'");
    engine.refuses("bench 16 1 13 default mixed", "'mixed'");
    let on_the_command_line: Vec<String> =
        stdout(&run(&["bench", "16", "1", "2", "default", "depth"])).lines().map(str::to_owned).collect();
    assert_eq!(nodes(&on_the_command_line), of_depth);
}

#[test]
fn flip_swaps_the_colors_and_flips_back() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 a7a6 e4e5 d7d5");
    let before = engine.fen();
    assert_eq!(engine.ask("flip"), [""; 0]);
    assert_eq!(engine.fen(), "rnbqkbnr/pppp1ppp/8/8/3Pp3/P7/1PP1PPPP/RNBQKBNR b KQkq d3 0 3");
    engine.send("flip");
    assert_eq!(engine.fen(), before);
}

#[test]
fn compiler_license_and_speedtest_are_known() {
    let mut engine = Engine::start();
    let compiler = engine.ask("compiler").join("\n");
    assert!(compiler.contains("rustc 1.") && compiler.contains(std::env::consts::ARCH), "{compiler}");
    assert!(engine.ask("license").join(" ").contains("GNU General Public License"));
    assert!(engine.ask("speedtest 1 16 1").last().is_some_and(|line| line.starts_with("Total      : ")));
}

#[test]
fn words_that_are_not_understood_are_named() {
    let mut engine = Engine::start();
    for (line, word) in [
        ("ucinewgame please", "'please'"),
        ("stop it", "'it'"),
        ("ponderhit e7e5", "'e7e5'"),
        ("position startpos moves e2e4 nonsense", "'nonsense'"),
        ("joho debug off", "'joho'"),
        ("debug off again", "'again'"),
    ] {
        let answer = engine.ask(line);
        assert!(answer.len() == 1 && answer[0].starts_with("info string ") && answer[0].contains(word), "{answer:?}");
    }
    for (line, word) in [("d ascii art", "'art'"), ("eval now", "'now'"), ("perft 1 ply", "'ply'")] {
        let answer = engine.ask(line);
        assert!(answer.len() > 5 && answer[0].starts_with("info string ") && answer[0].contains(word), "{answer:?}");
    }
    assert!(engine.go("depth 1 fast").iter().any(|line| line.contains("'fast'")));
}

#[test]
fn every_command_of_the_protocol_is_an_argument_of_the_program_too() {
    assert!(stdout(&run(&["d"])).contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    assert!(stdout(&run(&["uci"])).ends_with("uciok\n"));
    assert_eq!(stdout(&run(&["isready"])), "readyok\n");
    for arguments in [&["setoption name Hash value 16"][..], &["setoption", "name", "Hash", "value", "16"]] {
        let output = run(arguments);
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    }
    assert!(stdout(&run(&["setoption name Hash value lots"])).contains("'lots'"));
    assert!(stdout(&run(&["go depth 3"])).contains("\nbestmove "));
    assert!(stdout(&run(&["go", "depth 3", "--hash", "1"])).contains("\nbestmove "));
    assert!(stdout(&run(&["go", "perft", "1"])).contains("Nodes searched: 20\n"));
    assert!(stdout(&run(&["position", "startpos", "moves", "e2e5"])).contains("'e2e5'"));
    assert!(stdout(&run(&["compiler"])).contains("rustc"));
    // An unknown command is none of the protocol's.
    let output = run(&["setoptions"]);
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true));
    assert!(String::from_utf8_lossy(&output.stderr).ends_with(" (try --help)\n"));
}

#[test]
fn go_on_the_command_line_takes_the_settings_of_a_search() {
    let output = stdout(&run(&["go", "depth", "4", "--threads", "2", "--hash", "16", "--multipv", "3"]));
    assert!(output.contains(" depth 4 ") && output.contains(" multipv 3 "), "{output}");
    assert!(stdout(&run(&["go", "depth", "2", "--fen", "startpos"])).contains("\nbestmove "));
    assert!(stdout(&run(&["perft", "1", "--fen", "startpos"])).contains("Nodes searched: 20\n"));
    for (name, value) in [("--threads", "0"), ("--hash", "0"), ("--multipv", "1000")] {
        let output = run(&["go", "depth", "1", name, value]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(&format!("'{value}'")), "{error}");
        assert!(output.stdout.is_empty());
    }
}
