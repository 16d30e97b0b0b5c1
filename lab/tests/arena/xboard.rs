//! Tests of `oxide88 match` and `oxide88 suite` with XBoard engines: see [`super::xboard_engine`].

use std::fs;
use std::process::{Command, Stdio};
use std::thread;

use super::games::Game;
use super::{Arena, LAB, assert_each_game_once, finish, loses_every_game, milliseconds, seconds};

const LIMITS: [&str; 4] = ["--tc 140+0.01", "--movetime 2000", "--movetime 1500", "--depth 1"];

pub fn engines_play() {
    let names = [
        "xboard-good",
        "xboard-is-old",
        "xboard-takes-its-time",
        "xboard-writes-san",
        "xboard-edits",
        "xboard-plays-one-game",
        "xboard-talks",
        "xboard-claims-mates",
    ];
    let play = |name: &str, limit: &str| {
        let arena = Arena::new(&["good", name]);
        let (margin, timeout) = (milliseconds(500), seconds(20));
        let limits = format!("{limit} --margin {margin} --timeout {timeout}");
        arena.play(&format!("good {name} --games 4 {limits} --max-plies 300"));
        let games = arena.games();
        assert_each_game_once(&games, 4);
        let is_fair = |game: &Game| game.is_over || game.comment.contains("Draw by maximum game length");
        for game in &games {
            assert!(is_fair(game), "{name} at {limit}: {}", game.comment);
        }
        let score = if name == "xboard-claims-mates" { "{+M1/1 " } else { "{+0.00/1 " };
        assert!(games[0].text.contains(score) && games[0].text.contains("n=10"), "{name}");
        assert_eq!(arena.results()["engines"][1]["failures"], 0, "{name}");
    };
    let cases: Vec<_> = names.iter().zip(LIMITS.iter().cycle()).collect();
    in_parallel(&cases, |(name, limit)| play(name, limit));

    let arena = Arena::new(&["xboard-good", "xboard-writes-san"]);
    arena.play("xboard-good xboard-writes-san --games 4 --tc 40/60 --concurrency 2 --max-plies 300");
    assert_each_game_once(&arena.games(), 4);

    let arena = Arena::new(&["xboard-plays-chess960", "xboard-good"]);
    arena.play("oxide88 xboard-plays-chess960 --games 6 --depth 2 --chess960");
    assert!(arena.games().iter().all(|game| game.is_over && game.is_chess960));
}

pub fn failing_engines_lose() {
    let cases = [
        ("xboard-later-dies-at-protover", "died (exit ", "abandoned"),
        ("xboard-later-hangs-at-protover", "does not answer protover", "abandoned"),
        ("xboard-later-hangs-at-ping", "does not answer ping", "abandoned"),
        ("xboard-hangs-at-go", "does not answer go or ?", "abandoned"),
        ("xboard-stops-after-a-claim", "does not answer go or ?", "abandoned"),
        ("xboard-refuses-moves", "does not answer go or ?", "abandoned"),
        ("xboard-crashes-at-go", "died (exit ", "abandoned"),
        ("xboard-plays-an-illegal-move", "makes an illegal move: 'e1e8'", "rules infraction"),
        ("xboard-plays-no-move", "makes no move", "rules infraction"),
        ("xboard-is-slow", "loses on time by ", "time forfeit"),
        ("xboard-resigns", "resigns", "adjudication"),
    ];
    in_parallel(&cases, loses_every_game);
}

pub fn positions_are_set_up() {
    for (name, fen, is_possible) in [
        ("xboard-good", "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1", true),
        ("xboard-writes-san", "r3k2r/pppp4/8/8/8/8/4PPPP/R3K2R w Kq - 0 1", true),
        ("xboard-edits", "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1", true),
        ("xboard-edits-and-wants-usermove", "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1", true),
        ("xboard-edits", "r3k2r/pppp4/8/8/8/8/4PPPP/R3K2R w KQkq - 0 1", true),
        ("xboard-edits", "r3k2r/pppp4/8/8/8/8/4PPPP/R3K2R w Kq - 0 1", false),
        ("xboard-edits", "4k3/8/8/8/4Pp2/8/3P2PP/4K3 b - e3 0 1", false),
    ] {
        let arena = Arena::new(&["good", name]);
        fs::write(arena.path("book.epd"), format!("{fen}\n")).expect("written");
        arena.play(&format!("oxide88 {name} --games 2 --depth 2 --openings book.epd"));
        for game in arena.games() {
            assert_eq!(game.fen, fen);
            assert_eq!(game.comment.contains("cannot set up the position"), !is_possible, "{fen}: {}", game.comment);
            assert_eq!(game.is_over, is_possible, "{fen}: {}", game.comment);
        }
    }
}

pub fn nodes_are_refused() {
    let arena = Arena::new(&["xboard-good"]);
    let output = finish(arena.start("oxide88 xboard-good --nodes 100"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("--nodes: xboard-good speaks the XBoard protocol"), "{error}");
    assert!(!arena.path("games.pgn").exists());
}

pub fn suites_are_solved() {
    let arena = Arena::new(&["xboard-good"]);
    fs::write(arena.path("suite.epd"), "7r/8/8/8/8/1k6/8/K7 w - - bm Kb1;\nk7/8/1K6/8/8/8/8/7R b - - bm Kb8;\n")
        .expect("written");
    let solve = |limit: &str| {
        let mut command = Command::new(LAB);
        command.args(["suite", "suite.epd", "--engine", "xboard-good"]).args(limit.split(' '));
        command.current_dir(arena.folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(command.spawn().expect("it starts"))
    };
    for limit in ["--depth 2", "--movetime 500"] {
        let output = solve(limit);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("2 of 2"), "{text}");
    }
    let output = solve("--nodes 100");
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("--nodes: xboard-good"));
    arena.assert_no_engine_is_left();
}

/// Runs `check` on all cases in parallel.
pub fn in_parallel<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    let check = &check;
    thread::scope(|scope| {
        let threads: Vec<_> = cases.iter().map(|case| scope.spawn(move || check(case))).collect();
        let failed = threads.into_iter().filter_map(|thread| thread.join().err()).count();
        assert_eq!(failed, 0, "cases failed");
    });
}
