//! No text from outside reaches a terminal as control sequences: arguments and commands. Games, files
//! and the output of engines are tested in `lab/tests`.

mod common;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use common::terminal::{ORDERS, plain};

const ENGINE: &str = env!("CARGO_BIN_EXE_oxide88");

fn run(arguments: &[&str]) -> Output {
    Command::new(ENGINE).args(arguments).stdin(Stdio::null()).output().expect("the engine starts")
}

#[test]
fn arguments_are_quoted_without_control_characters() {
    for arguments in [
        &[ORDERS][..],
        &["perft", ORDERS],
        &["perft", "1", "--fen", ORDERS],
        &["go", "depth", ORDERS],
        &["eval", ORDERS],
        &["--log", ORDERS],
        &["bench", &format!("\n{ORDERS}")],
    ] {
        let output = run(arguments);
        let message = plain(&output.stderr);
        assert!(!output.status.success() && message.lines().count() == 1, "{arguments:?}: {message}");
        plain(&output.stdout);
    }
    let noted = run(&["go", "depth", "1", ORDERS]);
    assert!(noted.status.success() && plain(&noted.stderr).contains("\\u{1b}[2J"));
    assert!(plain(&run(&["go", ORDERS]).stderr).contains("would never end"));
}

#[test]
fn commands_are_refused_without_control_characters() {
    let mut command = Command::new(ENGINE);
    command.args(["--log", "debug"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the engine starts");
    let mut lines = String::new();
    for line in [
        "ORDERS",
        "uci ORDERS",
        "debug ORDERS",
        "debug on",
        "setoption name ORDERS value 1",
        "setoption name Hash value ORDERS",
        "setoption name UCI_EngineAbout value ORDERS",
        "setoption name SyzygyPath value ORDERS",
        "setoption name BookFile value ORDERS",
        "setoption name HashFile value ORDERS/x",
        "setoption name Save Hash",
        "setoption name Load Hash",
        "setoption name Debug Log File value ORDERS/x",
        "position ORDERS",
        "position fen ORDERS",
        "position startpos moves ORDERS",
        "go depth ORDERS",
        "go depth 1 ORDERS",
        "go depth 1 searchmoves ORDERS",
        "perft ORDERS",
        "bench ORDERS",
        "d ORDERS",
        "ponderhit ORDERS",
    ] {
        lines += &(line.replace("ORDERS", ORDERS) + "\n");
    }
    lines += &"\x1b".repeat(2 << 20);
    process.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the engine reads");
    let output = process.wait_with_output().expect("the engine ends");
    let (answers, log) = (plain(&output.stdout), plain(&output.stderr));
    assert!(answers.lines().filter(|line| line.contains("\\u{1b}[2J")).count() >= 12, "{answers}");
    assert!(log.contains("\\u{1b}[2J"), "{log}");
}
