//! Engines that do not get ready, at the start of a match and during it.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use super::xboard::in_parallel;
use super::{Arena, LAB, finish, is_possible, seconds};

/// The program that [`current_behavior`] removes.
const VANISHING: &str = "vanishing";

/// Returns the behavior of an engine in this process: with the prefix `later` it is good the first time it is started.
/// One that vanishes is good and removes its own program; one that vanishes in play does so when it is started for the
/// second time, and crashes.
pub fn current_behavior(behavior: &str) -> &str {
    let folder = std::env::args().nth(3).expect("the folder");
    let vanish = || fs::remove_file(Path::new(&folder).join(VANISHING)).expect("removed");
    let is_first = || File::create_new(Path::new(&folder).join("started")).is_ok();
    match behavior.strip_prefix("later ") {
        Some(later) => {
            if is_first() {
                "good"
            } else {
                later
            }
        }
        None if behavior == "vanishes" => {
            vanish();
            "good"
        }
        None if behavior == "vanishes in play" => {
            if is_first() {
                return "good";
            }
            vanish();
            "crashes at go"
        }
        None => behavior,
    }
}

/// Checks that `child` ends with one line that explains the error, and nothing else.
fn assert_refused(child: std::process::Child, message: &str) {
    let output = finish(child);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}: {error}");
    assert!(error.lines().count() == 1 && error.contains(message), "{message}: {error}");
    assert!(output.stdout.is_empty(), "{message}");
}

pub fn engines_are_refused() {
    let cases = [
        ("hangs-at-uci", "does not answer uci", ""),
        ("dies-at-uci", "died (exit ", "--sprt elo0=0 elo1=50"),
        ("hangs-at-isready", "does not answer isready", "--resume"),
        ("prints-a-line-without-end", "prints garbage", "--concurrency 2"),
        ("plays-well", "does not play Chess960", "--chess960"),
        ("xboard-dies-at-protover", "died (exit ", ""),
        ("xboard-hangs-at-protover", "does not answer protover", ""),
        ("xboard-hangs-at-ping", "does not answer ping", ""),
        ("xboard-good", "does not play Chess960", "--chess960"),
    ];
    in_parallel(&cases, |&(name, reason, arguments)| {
        let arena = Arena::new(&[name]);
        // As the second engine and as the first.
        for engines in [format!("oxide88 {name}"), format!("{name} oxide88")] {
            let timeout = seconds(2);
            let child = arena.start(&format!("{engines} --games 2 --depth 1 --timeout {timeout} {arguments}"));
            assert_refused(child, &format!("engine '{name}' {reason}"));
            arena.assert_no_engine_is_left();
            // No file blocks the next attempt.
            assert!(!arena.path("games.pgn").exists());
            assert!(!arena.path("results.json").exists());
        }
    });

    let arena = Arena::new(&["good"]);
    let program = arena.path("no-program");
    fs::write(&program, "hello").expect("written");
    let reason = if is_possible("aborts") { "cannot be started: Permission denied" } else { "cannot be started: " };
    assert_refused(
        arena.start(&format!("good {} --games 2 --depth 1", program.display())),
        &format!("engine 'no-program' {reason}"),
    );
    // A match whose games are all played starts no engine.
    let arguments = "later-dies-at-uci oxide88 --games 2 --depth 1 --max-plies 12 --resume";
    let arena = Arena::new(&["later-dies-at-uci"]);
    let first = arena.play(arguments);
    assert_eq!(arena.play(arguments), first);
}

/// Creates an arena whose engine `gone` has a program of its own and this behavior.
fn arena_with_vanishing_program(behavior: &str) -> Arena {
    let arena = Arena::new(&["good"]);
    let (program, folder) = (arena.path(VANISHING), arena.folder.path());
    fs::copy(std::env::current_exe().expect("a program"), &program).expect("copied");
    let mut roster = fs::read_to_string(arena.path("engines.toml")).expect("a roster");
    let (program, folder) = (program.display(), folder.display());
    writeln!(roster, "[engine.gone]\ncommand = '{program}'\nargs = ['--engine', '{behavior}', '{folder}']")
        .expect("text");
    fs::write(arena.path("engines.toml"), roster).expect("written");
    arena
}

/// An engine that cannot be started again says nothing about its strength.
pub fn vanished_programs_end_the_match() {
    if !is_possible("vanishes") {
        return;
    }
    for arguments in ["", "--resume", "--concurrency 2"] {
        let arena = arena_with_vanishing_program("vanishes");
        let child = arena.start(&format!("good gone --games 4 --depth 1 {arguments}"));
        assert_refused(child, "engine 'gone' cannot be started: ");
        assert!(!arena.path("games.pgn").exists(), "no game was played");
        arena.assert_no_engine_is_left();
    }
    // The games before count.
    let arena = arena_with_vanishing_program("vanishes in play");
    let output = finish(arena.start("good gone --games 4 --depth 1"));
    let [table, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(table.contains("1 of 4 games") && table.contains("1-0-0"), "{table}");
    assert!(errors.contains("engine 'gone' cannot be started: "), "{errors}");
    assert_eq!(arena.results()["games"], 1);
}

/// Messages have neither a log level nor a module path.
pub fn messages_are_plain() {
    let notes = |arena: &Arena, arguments: &str| {
        let output = finish(arena.start(&format!("{arguments} --max-plies 4")));
        assert!(output.status.success(), "{arguments}");
        fs::remove_file(arena.path("games.pgn")).expect("removed");
        String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let arena = Arena::new(&["good"]);
    let cores = thread::available_parallelism().expect("a number").get();
    let (concurrency, plural) = (cores + 1, if cores == 1 { "" } else { "s" });
    let warning = format!("{concurrency} games at once on {cores} core{plural}: clocks will not be fair");
    for (limit, is_clock) in
        [("--tc 60+1", true), ("--movetime 9000", true), ("--depth 1", false), ("--nodes 9", false)]
    {
        let notes = notes(&arena, &format!("good good --games {concurrency} --concurrency {concurrency} {limit}"));
        assert_eq!(notes, if is_clock { vec![warning.clone()] } else { Vec::new() }, "{limit}");
    }
    fs::write(arena.path("book.epd"), "4k3/8/8/8/8/8/8/R3K3 w - -\n").expect("written");
    for (games, is_repeated) in [(2, false), (4, true)] {
        let notes = notes(&arena, &format!("good good --games {games} --depth 1 --openings book.epd"));
        let is_told = notes.iter().any(|note| note.starts_with("2 pairs of games from 1 opening: "));
        assert_eq!((notes.len(), is_told), (usize::from(is_repeated), is_repeated), "{notes:?}");
    }
    let roster = fs::read_to_string(arena.path("engines.toml")).expect("a roster");
    fs::write(arena.path("engines.toml"), roster + "options = { Nonsense = 1 }\n").expect("written");
    let notes = notes(&arena, "good oxide88 --games 2 --depth 1");
    assert!(!notes.is_empty() && notes.iter().all(|note| note == "good has no option 'Nonsense'"), "{notes:?}");
}

pub fn suites_are_refused() {
    let arena = Arena::new(&["dies-at-uci", "later-dies-at-uci", "xboard-dies-at-protover"]);
    fs::write(arena.path("suite.epd"), "7r/8/8/8/8/1k6/8/K7 w - - bm Kb1;\n").expect("written");
    let start = |name: &str| {
        let mut command = Command::new(LAB);
        command.args(["suite", "suite.epd", "--depth", "1", "--concurrency", "2", "--engine", name]);
        command.args(["--json", "results.json"]).current_dir(arena.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    for name in ["dies-at-uci", "xboard-dies-at-protover"] {
        assert_refused(start(name), &format!("engine '{name}' died (exit "));
        assert!(!arena.path("results.json").exists());
    }
    let output = finish(start("later-dies-at-uci"));
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && table.contains("0 of 1") && table.contains("died (exit "), "{table}");
    arena.assert_no_engine_is_left();
}
