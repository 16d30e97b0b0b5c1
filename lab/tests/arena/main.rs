//! Tests of `oxide88 match` with misbehaving engines and with matches that are killed. This program also plays the
//! engines: see [`uci_engine`] and [`xboard_engine`]. It is its own test harness: a word on the command line selects
//! the checks whose names contain it.

mod archives;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod games;
mod startup;
mod terminal;
mod uci_engine;
mod xboard;
mod xboard_engine;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio, exit};
use std::sync::LazyLock;
use std::thread;

use common::patience::{end_of, room, timed, wait_until};
use games::{Game, read_games};
use serde_json::Value;

const LAB: &str = env!("CARGO_BIN_EXE_oxide88-lab");

/// Factor for the time limits of matches, by which this machine is slowed down now.
static SLOWDOWN: LazyLock<f64> = LazyLock::new(room);

const CHECKS: [(&str, fn()); 26] = [
    ("an_engine_that_fails_loses_its_games_and_the_match_goes_on", failing_engines_lose),
    ("an_engine_that_does_not_get_ready_is_named_and_nothing_is_played", startup::engines_are_refused),
    ("a_program_that_vanishes_ends_the_match_and_loses_nothing", startup::vanished_programs_end_the_match),
    ("messages_are_plain_lines_and_too_many_games_matter_only_with_a_clock", startup::messages_are_plain),
    ("a_suite_does_not_start_with_an_engine_that_does_not_get_ready", startup::suites_are_refused),
    ("an_odd_engine_that_plays_legal_moves_is_not_punished", odd_engines_play),
    ("a_killed_match_is_resumed_and_has_each_game_once", killed_matches_are_resumed),
    ("a_file_saved_by_an_editor_is_resumed", archives::edited_files_are_resumed),
    ("a_file_of_other_openings_is_refused", archives::other_openings_are_refused),
    ("a_file_that_this_match_did_not_write_is_refused_and_left_alone", archives::foreign_files_are_left_alone),
    ("a_file_belongs_to_one_match_at_a_time", archives::second_matches_are_refused),
    ("an_interrupted_match_ends_with_its_table", interrupted_matches_report),
    ("an_accepted_hypothesis_ends_the_match", accepted_hypotheses_end_matches),
    ("a_gauntlet_of_three_and_a_round_robin_play_all_games", pairings_are_complete),
    ("chess960_is_played", chess960_is_played),
    ("openings_come_from_files", openings_come_from_files),
    ("errors_are_reported_in_one_line", errors_are_reported),
    ("results_that_cannot_be_written_are_reported_before_the_games_or_still_printed", unwritable_results_are_reported),
    ("an_engine_that_does_not_read_its_input_loses", engines_that_do_not_read_lose),
    ("control_sequences_of_engines_never_reach_a_terminal", terminal::control_sequences_are_escaped),
    ("no_name_of_an_engine_moves_its_log_out_of_the_folder", terminal::logs_stay_in_their_folder),
    ("an_xboard_engine_plays", xboard::engines_play),
    ("an_xboard_engine_that_fails_loses_its_games", xboard::failing_engines_lose),
    ("an_xboard_engine_gets_the_start_position", xboard::positions_are_set_up),
    ("an_xboard_engine_has_no_node_limit", xboard::nodes_are_refused),
    ("an_xboard_engine_solves_a_suite", xboard::suites_are_solved),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, behavior, ..] = arguments.as_slice()
        && flag == "--engine"
    {
        return uci_engine::run(startup::current_behavior(behavior));
    }
    if let [flag, behavior, ..] = arguments.as_slice()
        && flag == "--xboard"
    {
        return xboard_engine::run(startup::current_behavior(behavior));
    }
    let filters: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let chosen = |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(*filter));
    let mut failed = 0;
    for (name, check) in CHECKS.into_iter().filter(|(name, _)| chosen(name)) {
        let (is_ok, time) = timed(|| catch_unwind(AssertUnwindSafe(check)).is_ok());
        println!("check {name} ... {} ({:.1} s)", if is_ok { "ok" } else { "FAILED" }, time.as_secs_f64());
        failed += u32::from(!is_ok);
    }
    if failed > 0 {
        exit(1);
    }
}

/// A folder with a roster of test engines. The folder's name is on their command lines and identifies their processes.
struct Arena {
    folder: tempfile::TempDir,
}

impl Arena {
    /// Creates a roster of engines. The name of an engine is its behavior, with dashes for blanks; the prefix `xboard-`
    /// selects the XBoard protocol.
    fn new(names: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = std::env::current_exe().expect("a program");
        let mut roster = "[engine.oxide88]\ncommand = 'self'\noptions = { Hash = 1 }\n".to_owned();
        for name in names {
            let (behavior, tag) = (name.replace('-', " "), folder.path().display());
            let program = program.display();
            let (protocol, flag, behavior) = match behavior.strip_prefix("xboard ") {
                Some(behavior) => ("xboard", "--xboard", behavior),
                None => ("uci", "--engine", behavior.as_str()),
            };
            let entry =
                format!("command = '{program}'\nargs = ['{flag}', '{behavior}', '{tag}']\nprotocol = '{protocol}'");
            roster = format!("{roster}\n[engine.{name}]\n{entry}\n");
        }
        fs::write(folder.path().join("engines.toml"), roster).expect("written");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self, arguments: &str) -> Child {
        self.start_with_results_in("results.json", arguments)
    }

    fn start_with_results_in(&self, json: &str, arguments: &str) -> Child {
        self.start_with_delay(0, json, arguments)
    }

    /// Starts a match in which slow engines take this many milliseconds.
    fn start_with_delay(&self, delay: u64, json: &str, arguments: &str) -> Child {
        let mut command = Command::new(LAB);
        command.env(uci_engine::DELAY, delay.to_string());
        command.arg("match").args(arguments.split_whitespace()).current_dir(self.folder.path());
        command.args(["--pgn", "games.pgn", "--json", json, "--progress", "0"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the runner starts")
    }

    /// Plays a match to its end and checks that no engine is left running.
    fn play(&self, arguments: &str) -> String {
        self.play_with_delay(0, arguments)
    }

    /// Plays a match in which slow engines take this many milliseconds.
    fn play_with_delay(&self, delay: u64, arguments: &str) -> String {
        let output = finish(self.start_with_delay(delay, "results.json", arguments));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {error}");
        self.assert_no_engine_is_left();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn games(&self) -> Vec<Game> {
        read_games(&self.path("games.pgn"))
    }

    fn results(&self) -> Value {
        let text = fs::read_to_string(self.path("results.json")).expect("results");
        serde_json::from_str(&text).expect("well-formed JSON")
    }

    /// Checks that no engine of this folder is still running.
    fn assert_no_engine_is_left(&self) {
        let tag = self.folder.path().display().to_string();
        let left = || {
            let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
            let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
            lines.filter(|line| String::from_utf8_lossy(line).contains(&tag)).count()
        };
        wait_until("no process is left behind", || left() == 0);
    }
}

/// Returns this many seconds, scaled by the load of the machine.
fn seconds(count: u64) -> u64 {
    (count as f64 * *SLOWDOWN).ceil() as u64
}

/// Returns this many milliseconds, scaled by the load of the machine.
fn milliseconds(count: u64) -> u64 {
    seconds(count)
}

/// Waits for the end of `child` and returns its output.
fn finish(mut child: Child) -> Output {
    end_of(&mut child);
    child.wait_with_output().expect("output")
}

/// Checks that games 1 to `count` are present, once each.
fn assert_each_game_once(games: &[Game], count: usize) {
    let numbers: BTreeSet<usize> = games.iter().map(|game| game.number).collect();
    assert_eq!(games.len(), count);
    assert_eq!(numbers, (1..=count).collect());
}

/// Returns whether this system supports the behavior: signals, descriptors, process groups and programs that can be
/// removed while they run are Unix.
fn is_possible(name: &str) -> bool {
    cfg!(unix) || !["aborts", "closes-its-output", "has-a-child", "vanishes"].contains(&name)
}

/// Checks that an engine loses all its games against a good one, for the given reason and counted as such.
fn loses_every_game(&(name, words, termination): &(&str, &str, &str)) {
    let arena = Arena::new(&["good", name]);
    let (margin, timeout) = (milliseconds(500), seconds(2));
    let arguments = format!("--games 4 --concurrency 2 --movetime 100 --margin {margin} --timeout {timeout}");
    // The move comes just after the time limit: a busy machine adds to it, and the grace period is not scaled.
    let table = arena.play_with_delay(100 + margin + 100, &format!("good {name} {arguments}"));
    let games = arena.games();
    assert_each_game_once(&games, 4);
    for game in &games {
        let loser = if game.white == name { "White" } else { "Black" };
        assert!(game.comment.contains(&format!("{loser} {words}")), "{name}: {}", game.comment);
        assert_eq!((game.termination.as_str(), game.winner.as_str()), (termination, "good"), "{name}");
    }
    let engine = &arena.results()["engines"][1];
    let (time_losses, failures) = match termination {
        "time forfeit" => (4, 0),
        // A resignation is no failure.
        "adjudication" => (0, 0),
        _ => (0, 4),
    };
    assert_eq!((&engine["losses"], &engine["time_losses"]), (&4.into(), &time_losses.into()), "{name}");
    assert_eq!(engine["failures"], failures, "{name}");
    assert!(table.contains("4-0-0") && table.contains(name), "{table}");
}

fn failing_engines_lose() {
    let cases = [
        ("later-hangs-at-uci", "does not answer uci", "abandoned"),
        ("later-dies-at-uci", "died (exit ", "abandoned"),
        ("later-hangs-at-isready", "does not answer isready", "abandoned"),
        ("later-prints-a-line-without-end", "prints garbage", "abandoned"),
        ("hangs-at-go", "does not answer go or stop", "abandoned"),
        ("crashes-at-go", "died (exit ", "abandoned"),
        ("exits-during-the-game", "died (exit ", "abandoned"),
        ("aborts", "died (signal: 6", "abandoned"),
        ("prints-garbage", "prints garbage", "abandoned"),
        ("closes-its-output", "closed its pipe", "abandoned"),
        ("plays-an-illegal-move", "makes an illegal move: 'e1e8'", "rules infraction"),
        ("plays-no-move", "makes no move", "rules infraction"),
        ("plays-an-empty-move", "makes no move", "rules infraction"),
        ("plays-nonsense", "makes an illegal move: ')", "rules infraction"),
        ("is-slow", "loses on time by ", "time forfeit"),
    ];
    let failed: Vec<&str> = thread::scope(|scope| {
        let threads: Vec<_> = cases
            .iter()
            .filter(|case| is_possible(case.0))
            .map(|case| (case.0, scope.spawn(move || loses_every_game(case))))
            .collect();
        threads.into_iter().filter_map(|(name, thread)| thread.join().err().map(|_| name)).collect()
    });
    assert!(failed.is_empty(), "{failed:?}");

    let arena = Arena::new(&["good", "is-slow"]);
    let timeout = seconds(2);
    let arguments = format!("good is-slow --games 2 --depth 1 --timeout {timeout}");
    arena.play_with_delay(1000 * timeout + 100, &arguments);
    let games = arena.games();
    assert_each_game_once(&games, 2);
    for game in games {
        assert!(game.comment.contains("does not stop at its limit"), "{}", game.comment);
    }
}

/// The positions are longer than a pipe can hold, and the engine reads none of them.
fn engines_that_do_not_read_lose() {
    let arena = Arena::new(&["good", "stops-reading"]);
    let book = "Nf3 Nf6 Ng1 Ng8 ".repeat(4000) + "e4 e5 *\n";
    fs::write(arena.path("book.pgn"), book).expect("written");
    let (margin, timeout) = (milliseconds(2000), seconds(2));
    let limits = format!("--movetime 1000 --margin {margin} --timeout {timeout}");
    arena.play(&format!("good stops-reading --games 2 {limits} --openings book.pgn --max-plies 99999"));
    let games = arena.games();
    assert_each_game_once(&games, 2);
    for game in &games {
        assert!(game.comment.contains("does not read its input") && game.winner == "good", "{}", game.comment);
    }
    assert_eq!(arena.results()["engines"][1]["failures"], 2);
}

fn odd_engines_play() {
    for (name, arguments) in [
        ("prints-a-lot", ""),
        ("claims-mates", "--resign movecount=1 score=500"),
        ("does-not-quit", ""),
        ("has-a-child", ""),
    ] {
        if !is_possible(name) {
            continue;
        }
        let arena = Arena::new(&["good", name]);
        let timeout = seconds(20);
        arena.play(&format!("good {name} --games 4 --depth 1 --timeout {timeout} --max-plies 60 {arguments}"));
        let games = arena.games();
        assert_each_game_once(&games, 4);
        let is_fair = |game: &Game| game.is_over || game.comment.contains("Draw by maximum game length");
        assert!(games.iter().all(is_fair), "{name}");
        assert_eq!(arena.results()["engines"][1]["failures"], 0, "{name}");
    }
    let arena = Arena::new(&["good", "claims-to-be-mated"]);
    arena.play("good claims-to-be-mated --games 2 --depth 1 --resign movecount=1 score=500");
    assert!(arena.games().iter().all(|game| game.comment.contains("resigns") && game.winner == "good"));
}

fn killed_matches_are_resumed() {
    const MATCH: &str = "oxide88 good --games 60 --nodes 400 --concurrency 2 --resume";
    let arena = Arena::new(&["good"]);
    for least in [5, 20] {
        let mut runner = arena.start(MATCH);
        let games = || fs::read_to_string(arena.path("games.pgn")).unwrap_or_default().matches("[Event ").count();
        wait_until("games", || games() >= least);
        runner.kill().expect("killed");
        runner.wait().expect("reaped");
        arena.assert_no_engine_is_left();
        // The same state as after a kill during a write.
        let torn = fs::read_to_string(arena.path("games.pgn")).expect("games");
        fs::write(arena.path("games.pgn"), torn + "[Event \"?\"]\n[GameNumber \"1\"]\n\n1. e4 {0.1").expect("written");
    }
    arena.play(MATCH);
    assert_each_game_once(&arena.games(), 60);
    let results = arena.results();
    assert_eq!(results["games"], 60);
    let pairing = &results["pairings"][0];
    let pairs = pairing["pentanomial"].as_array().expect("counts").iter().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(pairs, 30);
    // All games are played: the results and the file stay the same.
    let before = fs::read(arena.path("games.pgn")).expect("games");
    arena.play(MATCH);
    assert!(fs::read(arena.path("games.pgn")).expect("games") == before);
    assert_eq!(&arena.results()["pairings"][0], pairing);
}

#[cfg(unix)]
fn interrupted_matches_report() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let arena = Arena::new(&["good"]);
    let runner = arena.start("good oxide88 --games 10000 --nodes 200");
    wait_until("a game", || fs::metadata(arena.path("games.pgn")).is_ok_and(|data| data.len() > 0));
    kill(Pid::from_raw(runner.id() as i32), Signal::SIGINT).expect("sent");
    let output = finish(runner);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("of 10000 games"));
    arena.assert_no_engine_is_left();
    assert_eq!(arena.results()["games"], arena.games().len());
}

#[cfg(not(unix))]
fn interrupted_matches_report() {}

fn accepted_hypotheses_end_matches() {
    let arena = Arena::new(&["good", "plays-no-move"]);
    let table = arena.play("good plays-no-move --games 10000 --depth 1 --sprt elo0=0 elo1=50");
    assert!(table.contains("H1 accepted"), "{table}");
    assert_eq!(arena.results()["sprt"]["accepted"], "H1");
    assert!(arena.games().len() < 1000);
}

fn pairings_are_complete() {
    for (flag, pairings) in [("", 2), ("--round-robin", 3)] {
        let arena = Arena::new(&["good"]);
        arena.play(&format!("good good good --games 4 --depth 1 --concurrency 2 {flag}"));
        assert_each_game_once(&arena.games(), 4 * pairings);
        assert_eq!(arena.results()["pairings"].as_array().expect("pairings").len(), pairings);
    }
}

fn chess960_is_played() {
    let arena = Arena::new(&["good"]);
    arena.play("oxide88 oxide88 --games 6 --nodes 300 --chess960");
    let games = arena.games();
    assert_each_game_once(&games, 6);
    assert!(games.iter().all(|game| game.is_over && game.is_chess960));
}

fn openings_come_from_files() {
    let arena = Arena::new(&["good"]);
    let fen = "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1";
    fs::write(arena.path("book.epd"), format!("{fen}\n")).expect("written");
    arena.play("good oxide88 --games 2 --nodes 500 --openings book.epd");
    assert!(arena.games().iter().all(|game| game.fen == fen && game.is_over));
    fs::remove_file(arena.path("games.pgn")).expect("removed");
    fs::write(arena.path("book.pgn"), "1. e4 e5 2. Nf3 *\n").expect("written");
    arena.play("good oxide88 --games 2 --nodes 500 --openings book.pgn");
    assert!(arena.games().iter().all(|game| game.text.contains("1. e4 {book} e5 {book} 2. Nf3 {book}")));
}

fn errors_are_reported() {
    let arena = Arena::new(&["good"]);
    let refuses = |arguments: &str, culprit: &str| {
        let output = finish(arena.start(arguments));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(error.lines().count() == 1 && error.contains(culprit), "{arguments}: {error}");
        assert!(output.stdout.is_empty());
    };
    refuses("good nobody", "'nobody'");
    refuses("good oxide88 --tc 0", "'0'");
    refuses("good", "two engines");
    refuses("--self HEAD", "git");
    let broken = |text: &str| fs::write(arena.path("broken.toml"), text).expect("written");
    broken("[engine.a]\ncommand = 'no-such-program'\n");
    refuses("good a --engines broken.toml", "broken.toml");
    broken("[engine.a]\ncommand = 'self'\ncolour = 'red'\n");
    refuses("a a --engines broken.toml", "broken.toml line 3: unknown field `colour`");
    broken("[engine.a]\ncommand = 'self'\nprotocol = 'cecp'\n");
    refuses("a a --engines broken.toml", "broken.toml line 3: unknown variant `cecp`");
    fs::write(arena.path("games.pgn"), "mine").expect("written");
    refuses("good oxide88", "games.pgn exists");
    refuses("good oxide88 --resume", "games.pgn: it holds something other");
    assert_eq!(fs::read_to_string(arena.path("games.pgn")).expect("a file"), "mine");
    fs::remove_file(arena.path("games.pgn")).expect("removed");
    arena.play("good oxide88 --games 2 --depth 1");
    refuses("oxide88 good --games 2 --depth 1 --resume", "another match");
    refuses("good oxide88 --games 2 --depth 2 --resume", "another match");
    refuses("good oxide88 --games 2 --depth 1 --seed 2 --resume", "another match");
    assert!(Path::new(LAB).is_file());
}

fn unwritable_results_are_reported() {
    let arena = Arena::new(&["good"]);
    let play = |json: &str| {
        let output = finish(arena.start_with_results_in(json, "good oxide88 --games 2 --depth 1"));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{json}");
        assert!(error.lines().count() == 1 && error.contains(&format!("cannot write {json}: ")), "{json}: {error}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for json in ["nowhere/results.json", "."] {
        assert!(play(json).is_empty() && !arena.path("games.pgn").exists(), "{json}");
    }
    // This file can be opened, but not written to.
    if cfg!(target_os = "linux") {
        assert!(play("/dev/full").contains("2 of 2 games"));
        assert_each_game_once(&arena.games(), 2);
    }
}
