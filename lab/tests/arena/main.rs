//! `oxide88 match` with misbehaving engines, and killed half way. This program is also those engines: see
//! [`bad_engine`]. It runs its checks itself; words on the command line select those whose name contains one of them.

mod archives;
mod bad_engine;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod games;
mod starts;
mod terminal;
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

/// Factor for the times of matches in which a healthy engine has to be quick.
static ROOM: LazyLock<f64> = LazyLock::new(room);

const CHECKS: [(&str, fn()); 24] = [
    ("an_engine_that_fails_loses_its_games_and_the_match_goes_on", failing_engines_lose),
    ("an_engine_that_does_not_get_ready_is_named_and_nothing_is_played", starts::engines_are_refused),
    ("what_people_are_told_is_a_plain_line_and_crowding_matters_only_to_clocks", starts::people_are_told),
    ("a_suite_is_not_begun_with_an_engine_that_does_not_get_ready", starts::suites_are_refused),
    ("an_engine_that_is_odd_but_plays_is_let_play", odd_engines_play),
    ("a_killed_match_goes_on_and_has_each_game_once", killed_matches_go_on),
    ("a_file_that_went_through_an_editor_goes_on", archives::edited_files_go_on),
    ("a_file_that_this_match_did_not_write_is_refused_and_stays", archives::foreign_files_stay),
    ("a_file_belongs_to_one_match_at_a_time", archives::second_matches_are_refused),
    ("an_interrupted_match_ends_with_its_table", interrupted_matches_report),
    ("a_test_ends_the_match", tests_end_matches),
    ("a_gauntlet_of_three_and_a_round_robin_play_all_games", pairings_are_complete),
    ("chess960_is_played", chess960_is_played),
    ("openings_come_from_files", openings_come_from_files),
    ("what_is_wrong_is_said_in_one_line", faults_are_said),
    ("results_that_cannot_be_written_are_seen_before_the_games_or_at_least_shown", lost_results_are_said),
    ("an_engine_that_does_not_read_is_given_up", deaf_engines_lose),
    ("whatever_engines_are_called_and_print_a_terminal_takes_no_orders", terminal::orders_are_not_passed_on),
    ("logs_stay_in_their_folder_whatever_engines_are_called", terminal::logs_stay_in_their_folder),
    ("an_engine_of_xboard_plays", xboard::engines_play),
    ("an_engine_of_xboard_that_fails_loses_its_games", xboard::failing_engines_lose),
    ("an_engine_of_xboard_is_told_where_the_game_begins", xboard::positions_are_set_up),
    ("an_engine_of_xboard_has_no_limit_of_nodes", xboard::nodes_are_refused),
    ("an_engine_of_xboard_solves_a_suite", xboard::suites_are_solved),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, behavior, ..] = arguments.as_slice()
        && flag == "--engine"
    {
        return bad_engine::run(starts::behavior_now(behavior));
    }
    if let [flag, behavior, ..] = arguments.as_slice()
        && flag == "--xboard"
    {
        return xboard_engine::run(starts::behavior_now(behavior));
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

/// A folder with a roster of test engines, whose processes are identified by the folder's name.
struct Arena {
    folder: tempfile::TempDir,
}

impl Arena {
    /// Creates a roster of engines that behave as their names say, with dashes read as blanks; those that begin with
    /// `xboard-` speak that protocol.
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
        command.env(bad_engine::DELAY, delay.to_string());
        command.arg("match").args(arguments.split_whitespace()).current_dir(self.folder.path());
        command.args(["--pgn", "games.pgn", "--json", json, "--progress", "0"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the runner starts")
    }

    /// Plays a match to its end and checks that it left no process behind.
    fn play(&self, arguments: &str) -> String {
        self.play_with_delay(0, arguments)
    }

    /// Plays a match in which slow engines take this many milliseconds.
    fn play_with_delay(&self, delay: u64, arguments: &str) -> String {
        let output = finish(self.start_with_delay(delay, "results.json", arguments));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {error}");
        self.is_quiet();
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
    fn is_quiet(&self) {
        let tag = self.folder.path().display().to_string();
        let left = || {
            let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
            let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
            lines.filter(|line| String::from_utf8_lossy(line).contains(&tag)).count()
        };
        wait_until("no process is left behind", || left() == 0);
    }
}

/// Returns this many seconds, with room for a busy machine.
fn seconds(count: u64) -> u64 {
    (count as f64 * *ROOM).ceil() as u64
}

/// Returns this many milliseconds, with room for a busy machine.
fn milliseconds(count: u64) -> u64 {
    seconds(count)
}

/// Returns the output of `child`, which must end.
fn finish(mut child: Child) -> Output {
    end_of(&mut child);
    child.wait_with_output().expect("output")
}

/// Checks that games 1 to `count` are there, once each.
fn has_each_once(games: &[Game], count: usize) {
    let numbers: BTreeSet<usize> = games.iter().map(|game| game.number).collect();
    assert_eq!(games.len(), count);
    assert_eq!(numbers, (1..=count).collect());
}

/// Returns whether this system supports the behavior: signals, descriptors and process groups are Unix.
fn is_possible(name: &str) -> bool {
    cfg!(unix) || !["aborts", "closes-its-output", "has-a-child"].contains(&name)
}

/// Checks that an engine loses all its games against a good one, for the given reason and counted as such.
fn loses_every_game(&(name, words, termination): &(&str, &str, &str)) {
    let arena = Arena::new(&["good", name]);
    let (margin, timeout) = (milliseconds(500), seconds(2));
    let arguments = format!("--games 4 --concurrency 2 --movetime 100 --margin {margin} --timeout {timeout}");
    // Too late, but before an engine that was told to stop is given up.
    let table = arena.play_with_delay(100 + margin + 900, &format!("good {name} {arguments}"));
    let games = arena.games();
    has_each_once(&games, 4);
    for game in &games {
        let loser = if game.white == name { "White" } else { "Black" };
        assert!(game.comment.contains(&format!("{loser} {words}")), "{name}: {}", game.comment);
        assert_eq!((game.termination.as_str(), game.winner.as_str()), (termination, "good"), "{name}");
    }
    let engine = &arena.results()["engines"][1];
    let (time_losses, failures) = match termination {
        "time forfeit" => (4, 0),
        // An engine has the right to resign.
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
    let timeout = seconds(1);
    let arguments = format!("good is-slow --games 2 --depth 1 --timeout {timeout}");
    arena.play_with_delay(1000 * timeout + 500, &arguments);
    assert!(arena.games().iter().all(|game| game.comment.contains("does not stop at its limit")));
}

/// Sends positions that are longer than a pipe can hold to an engine that reads none of them.
fn deaf_engines_lose() {
    let arena = Arena::new(&["good", "reads-no-more"]);
    let book = "Nf3 Nf6 Ng1 Ng8 ".repeat(4000) + "e4 e5 *\n";
    fs::write(arena.path("book.pgn"), book).expect("written");
    let (margin, timeout) = (milliseconds(2000), seconds(2));
    let limits = format!("--movetime 1000 --margin {margin} --timeout {timeout}");
    arena.play(&format!("good reads-no-more --games 2 {limits} --openings book.pgn --max-plies 99999"));
    let games = arena.games();
    has_each_once(&games, 2);
    for game in &games {
        assert!(game.comment.contains("does not read its input") && game.winner == "good", "{}", game.comment);
    }
    assert_eq!(arena.results()["engines"][1]["failures"], 2);
}

fn odd_engines_play() {
    for (name, arguments) in [
        ("talks-much", ""),
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
        has_each_once(&games, 4);
        let is_fair = |game: &Game| game.is_over || game.comment.contains("Draw by maximum game length");
        assert!(games.iter().all(is_fair), "{name}");
        assert_eq!(arena.results()["engines"][1]["failures"], 0, "{name}");
    }
    let arena = Arena::new(&["good", "claims-to-be-mated"]);
    arena.play("good claims-to-be-mated --games 2 --depth 1 --resign movecount=1 score=500");
    assert!(arena.games().iter().all(|game| game.comment.contains("resigns") && game.winner == "good"));
}

fn killed_matches_go_on() {
    const MATCH: &str = "oxide88 good --games 60 --nodes 400 --concurrency 2 --resume";
    let arena = Arena::new(&["good"]);
    for least in [5, 20] {
        let mut runner = arena.start(MATCH);
        let games = || fs::read_to_string(arena.path("games.pgn")).unwrap_or_default().matches("[Event ").count();
        wait_until("games", || games() >= least);
        runner.kill().expect("killed");
        runner.wait().expect("reaped");
        arena.is_quiet();
        // As if it had been killed while writing.
        let torn = fs::read_to_string(arena.path("games.pgn")).expect("games");
        fs::write(arena.path("games.pgn"), torn + "[Event \"?\"]\n[GameNumber \"1\"]\n\n1. e4 {0.1").expect("written");
    }
    arena.play(MATCH);
    has_each_once(&arena.games(), 60);
    let results = arena.results();
    assert_eq!(results["games"], 60);
    let pairing = &results["pairings"][0];
    let pairs = pairing["pentanomial"].as_array().expect("counts").iter().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(pairs, 30);
    // All games are played: nothing to do, the same points, the file unchanged.
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
    arena.is_quiet();
    assert_eq!(arena.results()["games"], arena.games().len());
}

#[cfg(not(unix))]
fn interrupted_matches_report() {}

fn tests_end_matches() {
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
        has_each_once(&arena.games(), 4 * pairings);
        assert_eq!(arena.results()["pairings"].as_array().expect("pairings").len(), pairings);
    }
}

fn chess960_is_played() {
    let arena = Arena::new(&["good"]);
    arena.play("oxide88 oxide88 --games 6 --nodes 300 --chess960");
    let games = arena.games();
    has_each_once(&games, 6);
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

fn faults_are_said() {
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
    refuses("good oxide88 --resume", "games.pgn: it holds something else");
    assert_eq!(fs::read_to_string(arena.path("games.pgn")).expect("a file"), "mine");
    fs::remove_file(arena.path("games.pgn")).expect("removed");
    arena.play("good oxide88 --games 2 --depth 1");
    refuses("oxide88 good --games 2 --depth 1 --resume", "another match");
    refuses("good oxide88 --games 2 --depth 2 --resume", "another match");
    refuses("good oxide88 --games 2 --depth 1 --seed 2 --resume", "another match");
    assert!(Path::new(LAB).is_file());
}

fn lost_results_are_said() {
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
    // It can be opened, but not written to.
    if cfg!(target_os = "linux") {
        assert!(play("/dev/full").contains("2 of 2 games"));
        has_each_once(&arena.games(), 2);
    }
}
