//! The command line: subcommands do their work and exit, bad arguments are quoted.

mod common;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use common::help;
use common::patience::timed;

const ENGINE: &str = env!("CARGO_BIN_EXE_oxide88");
const FINE: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

fn run(arguments: &[&str]) -> Output {
    Command::new(ENGINE).args(arguments).stdin(Stdio::null()).output().expect("the engine starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn subcommands_do_their_work_and_exit() {
    let perft = run(&["perft", "3", "--divide"]);
    assert!(perft.status.success() && stdout(&perft).contains("\n\nNodes searched: 8902\n"));
    assert!(stdout(&run(&["perft", "2", "--fen", FINE])).starts_with("Nodes searched: 15\n"));
    for arguments in [["go", "--fen", MATED, "depth", "3"], ["go", "depth", "3", "--fen", MATED]] {
        assert_eq!(stdout(&run(&arguments)).lines().last(), Some("bestmove (none)"));
    }
    let go = run(&["go", "depth", "4"]);
    assert!(go.status.success() && stdout(&go).contains("info depth 4 "));
    // A search for a mate ends by itself.
    let mate = stdout(&run(&["go", "mate", "2"]));
    assert!(mate.contains("\ninfo string no mate in 2\n") && mate.contains("\nbestmove "), "{mate}");
    assert!(stdout(&run(&["bench", "1"])).trim_end().ends_with("nps"));
    let schemes = stdout(&run(&["bench", "1", "--plain", "--hash", "1", "--replacement", "all"]));
    let names: Vec<&str> = schemes.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["depth-age", "always", "ancient", "random"], "{schemes}");
    let nodes = |arguments: &[&str]| {
        let text = stdout(&run(arguments));
        text.lines().last().and_then(|line| line.split(' ').next()?.parse::<u64>().ok()).expect("nodes")
    };
    assert!(nodes(&["bench", "4", "--plain"]) > 2 * nodes(&["bench", "4"]));
    assert_ne!(nodes(&["bench", "5", "--no-hash"]), nodes(&["bench", "5"]));
    let overwritten = stdout(&run(&["bench", "1", "--hash", "1", "--replacement", "always"]));
    assert!(overwritten.contains(" entries overwritten\n"), "{overwritten}");
    let black_to_move = FINE.replace(" w ", " b ");
    let eval = run(&["eval", &black_to_move]);
    assert!(eval.status.success());
    let words: Vec<&str> = std::iter::once("eval").chain(black_to_move.split(' ')).collect();
    assert_eq!(stdout(&run(&words)), stdout(&eval), "a position needs no quotation marks");
    assert_ne!(stdout(&run(&["eval", FINE])), stdout(&eval));
    assert!(stdout(&run(&["--help"])).contains("Examples:"));
    let version = stdout(&run(&["--version"]));
    assert!(version.starts_with(concat!("oxide88 ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
    assert!(version.contains(std::env::consts::ARCH) && version.trim_end().ends_with(')'), "{version}");
}

#[test]
fn a_map_is_printed_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("map.svg");
    let svg = path.to_str().expect("a path in UTF-8");
    let map = run(&["eval", "--map", FINE]);
    assert!(map.status.success() && stdout(&map).contains("White knights"), "{}", stdout(&map));
    for _ in 0..2 {
        let drawn = run(&["eval", "--svg", svg, FINE]);
        assert!(drawn.status.success() && drawn.stdout.is_empty());
        let picture = std::fs::read_to_string(&path).expect("a picture");
        assert!(picture.starts_with("<svg") && picture.contains("Black queens"), "{picture}");
    }
    let both = run(&["eval", "--map", "--svg", svg, FINE]);
    assert_eq!(stdout(&both), stdout(&map));
    std::fs::write(&path, "something of mine").expect("a file");
    let refused = run(&["eval", "--svg", svg, FINE]);
    assert_eq!(refused.status.code(), Some(2));
    let reason = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(reason.contains("map.svg") && reason.contains("something other than an SVG picture"), "{reason}");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "something of mine");
}

#[test]
fn a_search_is_a_table_for_people_and_lines_of_the_protocol_for_programs() {
    let table = stdout(&run(&["go", "depth", "6", "--pretty"]));
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].ends_with("White  line") && rows[1].contains("1. ") && !table.contains("info "), "{table}");
    assert!(rows.last().is_some_and(|row| row.starts_with("bestmove ")), "{table}");
    assert!(!table.contains('\x1b'), "no colors where there is no terminal");
    assert!(stdout(&run(&["go", "depth", "6"])).starts_with("info depth 1 "));
}

/// Returns the engine's answer to a person who types `lines`.
fn typed(lines: &str) -> String {
    let mut command = Command::new(ENGINE);
    let mut process =
        command.arg("--pretty").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
    process.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the engine reads");
    stdout(&process.wait_with_output().expect("the engine ends"))
}

#[test]
fn people_see_boards_with_figurines() {
    for board in [typed("d\n"), stdout(&run(&["--pretty", "d"]))] {
        assert!(board.contains("| ♜ | ♞ | ♝ | ♛ | ♚ | ♝ | ♞ | ♜ | 8"), "{board}");
    }
    assert!(stdout(&run(&["d"])).contains("| r | n | b | q | k | b | n | r | 8"));
}

#[cfg(target_os = "linux")]
#[test]
fn lost_output_is_reported_with_exit_code_1() {
    for arguments in [&["perft", "1"][..], &["eval"], &["bench", "1"], &["go", "depth", "3"], &["d"], &["--pretty"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
        let output = Command::new(ENGINE).args(arguments).stdin(Stdio::null()).stdout(full).output();
        let output = output.expect("the engine starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains("output lost"), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    }
}

#[test]
fn after_uci_the_engine_answers_in_the_protocol() {
    let (for_people, for_programs) = (typed("go depth 3\n"), typed("uci\ngo depth 3\n"));
    assert!(for_people.contains("White  line") && !for_people.contains("info depth"), "{for_people}");
    assert!(for_programs.contains("info depth 3") && !for_programs.contains("White  line"), "{for_programs}");
}

/// Checks what OpenBench's server asserts about the file, and that the file requires the right compiler version.
#[test]
fn the_configuration_for_openbench_is_complete() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openbench/Oxide88.json");
    let text = std::fs::read_to_string(path).expect("the file");
    let engine: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(engine["private"].is_boolean() && engine["source"].is_string());
    assert!(engine["nps"].as_u64().is_some_and(|nps| nps > 0));
    let build = &engine["build"];
    assert!(build["path"] == "" && build["cpuflags"].is_array() && build["systems"].is_array());
    assert_eq!(build["compilers"], serde_json::json!([format!("cargo>={}.0", env!("CARGO_PKG_RUST_VERSION"))]));
    let presets = engine["test_presets"].as_object().expect("presets");
    assert!(presets.contains_key("default"));
    for (name, preset) in presets.iter().filter(|(name, _)| *name != "default") {
        let options = preset["both_options"].as_str().unwrap_or_default();
        assert!(options.contains("Threads=") && options.contains("Hash="), "{name}: {options}");
        assert!(preset["both_time_control"].is_string(), "{name}");
    }
}

#[test]
fn adjusted_words_leave_a_note_and_are_searched() {
    for (arguments, culprit) in
        [(["go", "wtime", "-100"].as_slice(), "-100"), (&["go", "depth", "3", "fast"], "'fast'")]
    {
        let output = run(arguments);
        let note = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && note.lines().count() == 1 && note.contains(culprit), "{note}");
        assert!(stdout(&output).lines().last().is_some_and(|line| line.starts_with("bestmove ")));
    }
}

/// The subcommands in order of use.
const COMMANDS: [&str; 5] = ["go", "eval", "bench", "perft", "speedtest"];

#[test]
fn commands_are_listed_in_the_order_of_use() {
    help::lists_in_the_order_of_use(ENGINE, &COMMANDS, "README.md");
}

#[test]
fn help_has_the_same_layout_for_every_command_and_every_way_to_ask() {
    help::has_one_layout(ENGINE, &COMMANDS);
}

#[test]
fn bad_arguments_are_quoted_in_one_line_with_exit_code_2() {
    for (arguments, culprit) in [
        (&["perft", "many"][..], "many"),
        (&["perft", "4000000000"], "4000000000"),
        (&["perft"], "DEPTH"),
        (&["perft", "3", "--fen", "hello"], "'hello'"),
        (&["eval", "8/8/8/8/8/8/8/8 w - - 0 1"], "'8/8/8/8/8/8/8/8 w - - 0 1'"),
        (&["go", "depth", "xyz"], "'xyz'"),
        (&["go", "infinite"], "'infinite'"),
        (&["go", "perft", "1", "ply"], "'ply'"),
        (&["go", "depth", "3", "searchmoves", "e7e5"], "'e7e5'"),
        (&["go"], "WORDS"),
        (&["position sideways"], "'sideways'"),
        (&["bench", "0"], "0"),
        (&["bench", "16", "1", "1", "default", "depth", "x"], "'x'"),
        (&["bench", "--replacement", "wild"], "'wild'"),
        (&["--log", "loud"], "loud"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.lines().count() == 1 && error.contains(culprit), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}

/// Names of files may be any bytes, and so may arguments.
#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let word = OsStr::from_bytes(b"\xff");
    for arguments in [&[word][..], &[word, word], &["help".as_ref(), word], &["perft".as_ref(), word]] {
        let output = Command::new(ENGINE).args(arguments).stdin(Stdio::null()).output().expect("the engine starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}

#[test]
fn speedtest_takes_its_time_and_reports_the_speed() {
    let (output, time) = timed(|| run(&["speedtest", "--seconds", "1", "--threads", "2", "--hash", "1"]));
    assert!(output.status.success() && time.as_millis() >= 900);
    let shown = stdout(&output);
    for part in ["Threads    : 2\n", "Per thread : ", "Table fill : "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(
        shown.trim_end().lines().last().is_some_and(|line| line.starts_with("Total      : ") && line.ends_with(" nps"))
    );
    assert_eq!(run(&["speedtest", "--threads", "0"]).status.code(), Some(2));
}
