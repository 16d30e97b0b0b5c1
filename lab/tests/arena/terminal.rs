//! Control sequences in the names and the output of engines, and names that look like paths.

use std::fs;
use std::process::{Command, Output, Stdio};

use super::{Arena, LAB, finish};
use crate::common::terminal::{ORDERS, plain};

/// A name with control sequences, and its form in the roster.
const NAME: &str = "\x1b[2J\x1b]0;title\x07\u{202e}";
const NAME_IN_TOML: &str = "\"\\u001b[2J\\u001b]0;title\\u0007\\u202e\"";

/// Creates a folder with a roster of a good engine and of one that prints control sequences. `name` is the name of the
/// latter in TOML.
fn arena(name: &str) -> Arena {
    let arena = Arena::new(&["good", "prints-control-sequences"]);
    let roster = fs::read_to_string(arena.path("engines.toml")).expect("a roster");
    fs::write(
        arena.path("engines.toml"),
        roster.replace("[engine.prints-control-sequences]", &format!("[engine.{name}]")),
    )
    .expect("written");
    arena
}

/// Runs `oxide88` in the folder of `arena`.
fn run(arena: &Arena, arguments: &[&str]) -> Output {
    let mut command = Command::new(LAB);
    command.args(arguments).current_dir(arena.folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command.spawn().expect("it starts"))
}

pub fn control_sequences_are_escaped() {
    let arena = arena(NAME_IN_TOML);
    let arguments = ["--games", "2", "--depth", "1", "--progress", "1", "--pgn", "games.pgn", "--log", "debug"];
    let event = format!("--event={ORDERS}");
    let output = run(&arena, &[&["match", "good", NAME, &event], &arguments[..]].concat());
    let (table, messages) = (plain(&output.stdout), plain(&output.stderr));
    assert!(output.status.success() && table.contains("\\u{1b}[2J\\u{1b}]0;title\\u{7}\\u{202e}"), "{table}");
    assert!(messages.contains("makes an illegal move: '\\u{1b}[2J"), "{messages}");
    let games = plain(&fs::read(arena.path("games.pgn")).expect("games"));
    assert!(games.contains("\"[2J]0;title\""), "{games}");
    // The match is resumed under the same names.
    let output = run(&arena, &[&["match", "good", NAME, &event, "--resume"], &arguments[..]].concat());
    assert!(output.status.success() && plain(&output.stdout).contains("2-0-0"), "{}", plain(&output.stderr));

    let suite = format!("7r/8/8/8/8/1k6/8/K7 w - - bm Kb1; id \"{ORDERS}\";\n7r/8 w - - bm {ORDERS};\n");
    fs::write(arena.path("suite.epd"), suite).expect("written");
    for engine in [NAME, "good"] {
        let output = run(&arena, &["suite", "suite.epd", "--depth", "1", "--engine", engine]);
        assert!(output.status.success() && plain(&output.stdout).contains("of 1"), "{}", plain(&output.stderr));
        plain(&output.stderr);
    }
    let output = run(&arena, &["beside", NAME, "--movetime", "10", "--positions", "1"]);
    plain(&output.stdout);
    plain(&output.stderr);

    // Control sequences in the names of files and engines that do not exist.
    for command in ["match", "suite", "tune", "wdl", "datagen", "analyze"] {
        let output = run(&arena, &[command, NAME, NAME, "--engines", NAME]);
        assert!(!output.status.success() && plain(&output.stderr).lines().count() == 1, "{command}");
    }
    fs::write(arena.path("broken.toml"), format!("[engine.a]\n{NAME_IN_TOML} = 1")).expect("written");
    let output = run(&arena, &["match", "a", "a", "--engines", "broken.toml"]);
    assert!(plain(&output.stderr).contains("broken.toml line 2: "), "{}", plain(&output.stderr));
    arena.assert_no_engine_is_left();
}

pub fn logs_stay_in_their_folder() {
    for (name, engine) in [("'../../escape'", "../../escape"), ("'/tmp/x:y\\z'", "/tmp/x:y\\z"), ("'CON'", "CON")] {
        let arena = arena(name);
        fs::create_dir_all(arena.path("a/b")).expect("a folder");
        let before = fs::read_dir(arena.folder.path()).expect("a folder").count();
        let output = run(&arena, &["match", engine, "good", "--games", "2", "--depth", "1", "--log-dir", "a/b/logs"]);
        assert!(output.status.success(), "{}", plain(&output.stderr));
        assert_eq!(fs::read_dir(arena.path("a/b/logs")).expect("a folder").count(), 2, "{engine}");
        assert_eq!(fs::read_dir(arena.path("a/b")).expect("a folder").count(), 1, "{engine}");
        assert_eq!(fs::read_dir(arena.folder.path()).expect("a folder").count(), before, "{engine}");
    }
}
