//! No text from outside reaches a terminal as control sequences: arguments, file names, games. The output and the names
//! of engines are tested in `arena`.

#[path = "../../tests/common/mod.rs"]
mod common;
mod lab;

use std::fs;

use common::terminal::{ORDERS, plain};
use lab::run;

#[test]
fn arguments_are_quoted_without_control_characters() {
    for arguments in [
        &[ORDERS][..],
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
    ] {
        let output = run(arguments);
        let message = plain(&output.stderr);
        assert!(!output.status.success() && message.lines().count() == 1, "{arguments:?}: {message}");
        plain(&output.stdout);
    }
}

#[test]
fn the_tags_of_a_game_are_printed_without_control_characters() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |moves: &str| {
        format!("[Event \"{ORDERS}cup\"]\n[White \"M\u{fc}ller\t{ORDERS}\"]\n[Result \"*\"]\n\n1. {moves} *\n\n")
    };
    let text = game(&format!("e4 {{{ORDERS}}} e5 (1... c5 {{{ORDERS}}}) 2. Nf3"))
        + &game("e4 Ke7")
        + &game(&format!("e4 {ORDERS}"));
    // Not every system allows such names.
    let name = if cfg!(unix) { format!("{ORDERS}.pgn") } else { "game.pgn".to_owned() };
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    let output = run(&["analyze", path.to_str().expect("a name"), "--depth", "1"]);
    let (games, messages) = (plain(&output.stdout), plain(&output.stderr));
    assert!(games.starts_with("[Event \"[2J]0;title2J  cup\"]\n"), "{games} {messages}");
    assert!(games.contains("[White \"M\u{fc}ller [2J") && !games.contains('\t'), "{games}");
    assert!(messages.contains("game 2: move 1...: 'Ke7' is not a legal move"), "{messages}");
    assert!(messages.contains("game 3: move 1...: '") && messages.contains("2 of 3 games are damaged"), "{messages}");
    for (name, text) in [("none.pgn", ""), ("none.epd", "x")] {
        let path = folder.path().join(if cfg!(unix) { format!("{ORDERS}{name}") } else { name.to_owned() });
        fs::write(&path, text).expect("written");
        assert_eq!(plain(&run(&["analyze", path.to_str().expect("a name")]).stderr).lines().count(), 1);
    }
}
