//! The PGN file of a match: only the match that wrote it may resume it, and nothing in it may be lost.

use std::fs;

use super::{Arena, assert_each_game_once, finish};
use crate::common::patience::wait_until;

/// Checks that a match is refused in one line with `reason`, and exit code 2.
fn assert_refused(arena: &Arena, arguments: &str, reason: &str) {
    let output = finish(arena.start(arguments));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{reason}: {error}");
    assert!(error.lines().count() == 1 && error.contains(reason) && error.contains("games.pgn"), "{reason}: {error}");
    assert!(output.stdout.is_empty(), "{reason}");
}

pub fn edited_files_are_resumed() {
    let arena = Arena::new(&["good"]);
    let path = arena.path("games.pgn");
    arena.play("good oxide88 --games 2 --depth 1 --resume");
    let edits: [fn(String) -> String; 4] = [
        |text| text.replace('\n', "\r\n"),
        |text| text.trim_end().to_owned(),
        |text| format!("\u{feff}{}\n\n\n", text.replace("\r\n", "\n").replace('\n', "\r\n")),
        |text| text + "[Event \"Oxide88 match\"]\r\n[Site \"?",
    ];
    for (edit, games) in edits.into_iter().zip([4, 6, 8, 10]) {
        let edited = edit(fs::read_to_string(&path).expect("games"));
        fs::write(&path, &edited).expect("written");
        let output = finish(arena.start(&format!("good oxide88 --games {games} --depth 1 --resume")));
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{messages}");
        assert_eq!(messages.contains("cut off 33 bytes of an unfinished game"), games == 10, "{messages}");
        assert_each_game_once(&arena.games(), games as usize);
        let whole = edited.rfind("[Event \"Oxide88 match\"]\r\n[Site \"?").filter(|_| edited.ends_with('?'));
        let kept = &edited[..whole.unwrap_or(edited.len())];
        assert!(fs::read_to_string(&path).expect("games").starts_with(kept), "what was there stays");
        assert_eq!(arena.results()["games"], games);
    }
}

/// The other game of a pair would start elsewhere.
pub fn other_openings_are_refused() {
    const MATCH: &str = "good oxide88 --games 4 --depth 1 --openings book.epd --resume";
    const OPENINGS: [&str; 2] = ["4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n", "4k3/4pppp/8/8/8/8/PPPP4/4K3 w - -\n"];
    let arena = Arena::new(&["good"]);
    fs::write(arena.path("book.epd"), OPENINGS.concat()).expect("written");
    arena.play(MATCH);
    let games = fs::read_to_string(arena.path("games.pgn")).expect("games");
    fs::write(arena.path("book.epd"), OPENINGS[1].to_owned() + OPENINGS[0]).expect("written");
    assert_refused(&arena, MATCH, "game 1 has another opening");
    assert_eq!(fs::read_to_string(arena.path("games.pgn")).expect("games"), games);
    fs::write(arena.path("book.pgn"), "1. e4 e5 *\n\n1. d4 d5 *\n").expect("written");
    let arena_match = MATCH.replace("epd", "pgn");
    fs::remove_file(arena.path("games.pgn")).expect("removed");
    arena.play(&arena_match);
    fs::write(arena.path("book.pgn"), "1. e4 e5 *\n\n1. d4 Nf6 *\n").expect("written");
    assert_refused(&arena, &arena_match, "game 3 has another opening");
}

pub fn foreign_files_are_left_alone() {
    const MATCH: &str = "good oxide88 --games 2 --depth 1 --resume";
    let arena = Arena::new(&["good"]);
    let path = arena.path("games.pgn");
    arena.play(MATCH);
    let own = fs::read_to_string(&path).expect("games");
    let somebodys = "[Event \"Wch\"]\n[White \"Tal\"]\n[Black \"Botvinnik\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    let unfinished = own.replace("1-0", "*").replace("0-1", "*").replace("1/2-1/2", "*");
    for (content, reason) in [
        (somebodys.as_bytes().to_vec(), "without GameNumber in line 1"),
        (somebodys.replace('\n', "\r\n").into_bytes(), "without GameNumber in line 1"),
        ((own.clone() + somebodys).into_bytes(), "without GameNumber in line "),
        (unfinished.into_bytes(), "without result in line 1"),
        (
            somebodys.replace("1-0", "").trim_end().as_bytes().to_vec(),
            "the unfinished game in line 1 is not of this match",
        ),
        (
            own.split("\n\n").next().expect("tags").replace("White \"good", "White \"better").into_bytes(),
            "the unfinished game in line 1 is not of this match",
        ),
        ((0..=255).cycle().take(100_000).collect(), "something other"),
        (b"\0".to_vec(), "something other"),
        (own.replace("White \"good", "White \"better").into_bytes(), "another match"),
    ] {
        fs::write(&path, &content).expect("written");
        assert_refused(&arena, MATCH, reason);
        assert!(fs::read(&path).expect("a file") == content, "{reason}");
        assert_refused(&arena, "good oxide88 --games 2 --depth 1", "games.pgn exists: give --resume");
        assert!(fs::read(&path).expect("a file") == content, "{reason}");
    }
    // An empty file has nothing to lose.
    fs::write(&path, "").expect("written");
    assert_refused(&arena, "good oxide88 --games 2 --depth 1", "games.pgn exists: give --resume");
    arena.play(MATCH);
    assert_each_game_once(&arena.games(), 2);
}

pub fn second_matches_are_refused() {
    let arena = Arena::new(&["good"]);
    let path = arena.path("games.pgn");
    let mut first = arena.start("good oxide88 --games 10000 --nodes 200");
    wait_until("a game", || fs::metadata(&path).is_ok_and(|data| data.len() > 0));
    for more in ["", "--resume"] {
        let arguments = format!("good oxide88 --games 10000 --nodes 200 {more}");
        assert_refused(&arena, &arguments, "another run is writing to it");
    }
    assert_eq!(first.try_wait().expect("its state"), None);
    first.kill().expect("killed");
    first.wait().expect("reaped");
    arena.assert_no_engine_is_left();
    // The lock goes with the process. As many games as the file has, rounded up, so that only a few are left to play.
    let games = fs::read_to_string(&path).expect("games").matches("[Event ").count().next_multiple_of(2);
    arena.play(&format!("good oxide88 --games {games} --nodes 200 --resume"));
    assert_each_game_once(&arena.games(), games);
}
