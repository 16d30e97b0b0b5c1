//! No text from outside reaches a terminal as control sequences: arguments, file names, games, commands. The output and
//! the names of engines are tested in `arena`.

mod common;

use std::fs;
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
        &["match", ORDERS, ORDERS],
        &["match", "a", "b", "--openings", ORDERS, "--engines", ORDERS],
        &["match", "oxide88", "oxide88", "--syzygy", ORDERS],
        &["suite", ORDERS],
        &["analyze", ORDERS],
        &["datagen", "--out", &format!("{ORDERS}/x"), "--games", "1"],
        &["tune", ORDERS],
        &["wdl", ORDERS],
        &["spsa", ORDERS, "--pairs", "2"],
        &["ablate", ORDERS],
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
fn the_tags_of_a_game_are_printed_without_control_characters() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |moves: &str| {
        format!("[Event \"{ORDERS}cup\"]\n[White \"M\u{fc}ller\t{ORDERS}\"]\n[Result \"*\"]\n\n1. {moves} *\n\n")
    };
    let text =
        game(&format!("e4 {{{ORDERS}}} e5 ({ORDERS}) 2. Nf3")) + &game("e4 Ke7") + &game(&format!("e4 {ORDERS}"));
    // Not every system allows such names.
    let name = if cfg!(unix) { format!("{ORDERS}.pgn") } else { "game.pgn".to_owned() };
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    let output = run(&["analyze", path.to_str().expect("a name"), "--depth", "1"]);
    let (games, messages) = (plain(&output.stdout), plain(&output.stderr));
    assert!(output.status.success() && games.starts_with("[Event \"[2J]0;title2Jcup\"]\n"), "{games} {messages}");
    assert!(games.contains("[White \"M\u{fc}ller[2J") && !games.contains('\t'), "{games}");
    assert!(messages.contains("game 2: illegal move 'Ke7'; skipped"), "{messages}");
    for (name, text) in [("none.pgn", ""), ("none.epd", "x")] {
        let path = folder.path().join(if cfg!(unix) { format!("{ORDERS}{name}") } else { name.to_owned() });
        fs::write(&path, text).expect("written");
        assert_eq!(plain(&run(&["analyze", path.to_str().expect("a name")]).stderr).lines().count(), 1);
    }
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
