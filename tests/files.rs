//! User files and the built program: no file is lost, no file is trusted, and no file keeps the engine from answering.

mod common;
mod dialogue;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use common::patience::{Deadline, PATIENCE, end_of, time_of, within};
use dialogue::{ENGINE, Engine};
use oxide88::tools::datagen::file::{Game, HEADER_SIZE, Reader};

#[cfg(unix)]
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/weights.rs");
const PART: &str = "a table.oxide88-part";

/// Runs the program, which must end in time, and returns its output.
fn run(arguments: &[&str]) -> Output {
    let mut child = Command::new(ENGINE)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    end_of(&mut child);
    child.wait_with_output().expect("output")
}

/// Checks that the program reports a bad file in one line, with exit code 2.
fn is_refused(arguments: &[&str], words: &[&str]) {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(error.lines().count() == 1 && words.iter().all(|word| error.contains(word)), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Returns the names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Starts an engine with a hash table of the given size in MiB, and a file for it.
fn engine_with(mebibytes: u32, file: &Path) -> Engine {
    let mut engine = Engine::start();
    engine.send(format!("setoption name Hash value {mebibytes}"));
    engine.send(format!("setoption name HashFile value {}", file.display()));
    engine
}

/// Saves or loads the table and returns the message about it.
fn told(engine: &mut Engine, button: &str) -> String {
    engine.send(format!("setoption name {button} Hash"));
    engine.until("info string ").pop().expect("a line")
}

#[test]
fn a_large_table_is_saved_while_the_engine_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a table");
    let mut engine = engine_with(128, &path);
    engine.go("depth 8");
    for (button, end) in [("Save", "saved the hash table to"), ("Load", "loaded the hash table from")] {
        engine.send(format!("setoption name {button} Hash\nisready"));
        assert_eq!(engine.next_line(), "readyok", "{button}");
        assert!(engine.next_line().contains(end));
    }
    // A search needs the table and waits for it.
    engine.send("setoption name Save Hash\ngo depth 5");
    let lines = engine.until("bestmove");
    assert!(lines[0].contains("saved the hash table to"), "{lines:?}");
    assert_eq!(names(folder.path()), ["a table"]);
}

#[test]
fn stop_aborts_saving_a_table_and_the_old_file_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a table");
    let mut engine = engine_with(128, &path);
    engine.go("depth 8");
    assert!(told(&mut engine, "Save").contains("saved"));
    let before = fs::metadata(&path).expect("a file").modified().expect("a time");
    engine.send("setoption name Save Hash\nstop");
    let answer = engine.next_line();
    assert!(answer.starts_with("info string option Save Hash: ") && answer.ends_with("given up"), "{answer}");
    assert_eq!(fs::metadata(&path).expect("a file").modified().expect("a time"), before);
    assert_eq!(names(folder.path()), ["a table"]);
    assert!(told(&mut engine, "Load").contains("loaded"));
    // Loading may end before the second command is read.
    let is_given_up = |engine: &mut Engine| {
        engine.send("setoption name Load Hash\nstop");
        engine.next_line().ends_with("given up")
    };
    assert!((0..10).any(|_| is_given_up(&mut engine)));
}

#[test]
fn the_engine_quits_while_a_table_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a table");
    // A small table is saved before the engine quits.
    for (mebibytes, is_saved) in [(1, true), (512, false)] {
        within(Duration::from_secs(8), "quit", || {
            let mut engine = engine_with(mebibytes, &path);
            time_of(|| {
                engine.send("setoption name Save Hash\nquit");
                assert!(engine.ends());
            })
        });
        // On a fast disk the large one may be complete too, but a partial file never stays.
        assert_eq!(names(folder.path()), ["a table"]);
        assert!(!is_saved || told(&mut engine_with(mebibytes, &path), "Load").contains("loaded"));
    }
}

#[test]
fn a_killed_engine_leaves_at_most_one_partial_file_and_the_next_takes_it_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a table");
    let part = folder.path().join(PART);
    assert!(told(&mut engine_with(64, &path), "Save").contains("saved"));
    let mut parts = 0;
    for least in [0, 1 << 20, 5 << 20, 15 << 20, 30 << 20, 50 << 20] {
        let mut engine = engine_with(64, &path);
        engine.send("setoption name Save Hash");
        let deadline = Deadline::after(PATIENCE);
        // Waits until that much is written, or until the partial file is gone because the table is complete.
        let mut is_seen = false;
        while !deadline.left().is_zero() {
            let length = fs::metadata(&part).map(|data| data.len());
            is_seen |= length.is_ok();
            if length.as_ref().is_ok_and(|&length| length > least) || (is_seen && length.is_err()) {
                break;
            }
        }
        // Kills it.
        drop(engine);
        let names = names(folder.path());
        assert!(names == ["a table"] || names == ["a table", PART], "{names:?}");
        parts += names.len() - 1;
        assert!(told(&mut engine_with(64, &path), "Load").contains("loaded"), "{least}");
    }
    assert!(parts > 0, "every kill came too late");
    assert!(told(&mut engine_with(64, &path), "Save").contains("saved"));
    assert_eq!(names(folder.path()), ["a table"]);
    assert!(told(&mut engine_with(64, &path), "Load").contains("loaded"));
    // The partial file is replaced whatever it contains.
    fs::write(&part, vec![7; 100 << 20]).expect("a part");
    assert!(told(&mut engine_with(1, &path), "Save").contains("saved"));
    assert_eq!(names(folder.path()), ["a table"]);
    assert!(told(&mut engine_with(1, &path), "Load").contains("loaded"));
}

#[test]
fn a_table_replaces_nothing_but_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    fs::write(&path, "[Event \"mine\"]\n\n1. e4 *\n").expect("a file");
    let mut engine = engine_with(1, &path);
    let answer = told(&mut engine, "Save");
    assert!(answer.contains("games.pgn'") && answer.contains("name another file"), "{answer}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), "[Event \"mine\"]\n\n1. e4 *\n");
    engine.send(format!("setoption name HashFile value {}", folder.path().display()));
    for button in ["Save", "Load"] {
        assert!(told(&mut engine, button).contains("it is a directory, not a file"));
    }
    assert_eq!(names(folder.path()), ["games.pgn"]);
}

/// Devices and pipes cannot be read to an end, or block forever.
#[cfg(unix)]
#[test]
fn anything_but_a_file_is_refused_by_every_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = pipe(folder.path());
    let (zero, pipe) = ("/dev/zero", text(&pipe));
    for (path, kind) in [(zero, "a device"), ("/dev/full", "a device"), (pipe, "a pipe")] {
        for arguments in [
            &["suite", path][..],
            &["analyze", path],
            &["datagen", "--info", path],
            &["datagen", "--out", path, "--games", "1"],
            &["wdl", path],
            &["tune", path, "--weights", WEIGHTS],
            &["tune", path, "--weights", path],
            &["match", "oxide88", "oxide88", "--openings", path],
            &["match", "oxide88", "oxide88", "--engines", path],
            &["match", "oxide88", "oxide88", "--games", "2", "--depth", "1", "--pgn", path],
            &["match", "oxide88", "oxide88", "--games", "2", "--depth", "1", "--pgn", path, "--resume"],
            &["suite", WEIGHTS, "--engine", "oxide88", "--engines", path],
        ] {
            // `analyze` takes anything but a file for a position.
            let kind = if arguments[0] == "analyze" { "neither a file nor a position" } else { kind };
            is_refused(arguments, &[path, kind]);
        }
    }
    let games = folder.path().join("games.pgn");
    std::os::unix::fs::symlink(zero, &games).expect("a link");
    is_refused(&["match", "oxide88", "oxide88", "--openings", text(&games)], &["games.pgn", "a device"]);

    let mut engine = Engine::start();
    for path in [zero, pipe, "/dev/full"] {
        for option in ["BookFile", "Debug Log File"] {
            engine.refuses(format!("setoption name {option} value {path}"), path);
        }
        engine.send(format!("setoption name HashFile value {path}"));
        for button in ["Save", "Load"] {
            let answer = told(&mut engine, button);
            assert!(answer.contains(path) && answer.contains(", not a file"), "{answer}");
        }
    }
    is_pipe(Path::new(pipe));
}

/// Creates a named pipe in a folder.
#[cfg(unix)]
fn pipe(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("a pipe");
    nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    path
}

#[cfg(unix)]
fn is_pipe(path: &Path) {
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::symlink_metadata(path).expect("it is there").file_type().is_fifo());
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_links_survive_writing_to_them() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = pipe(folder.path());
    for (path, kind) in [("/dev/full", "a device"), (text(&pipe), "a pipe"), (text(folder.path()), "a directory")] {
        // The path is refused before there is any work to lose.
        is_refused(&["tune", "/nowhere.bin", "--weights", WEIGHTS, "--out", path], &[path, kind]);
    }
    is_pipe(&pipe);
    assert!(fs::symlink_metadata("/dev/full").expect("a device").file_type().is_char_device());

    let (table, link) = (folder.path().join("a table"), folder.path().join("a link"));
    symlink("a table", &link).expect("a link");
    let mut engine = engine_with(1, &link);
    for mode in [None, Some(0o640), Some(0o600)] {
        if let Some(mode) = mode {
            fs::set_permissions(&table, fs::Permissions::from_mode(mode)).expect("a mode");
        }
        assert!(told(&mut engine, "Save").contains("saved"));
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        let saved = fs::symlink_metadata(&table).expect("a table");
        assert!(saved.is_file() && mode.is_none_or(|mode| saved.permissions().mode() & 0o777 == mode));
    }
    assert!(told(&mut engine, "Load").contains("loaded"));
}

#[cfg(unix)]
#[test]
fn tuned_weights_follow_a_link_and_replace_only_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let data = at("data.bin");
    assert!(run(&["datagen", "--out", text(&data), "--games", "80", "--nodes", "30"]).status.success());
    let tune = ["tune", text(&data), "--weights", WEIGHTS, "--epochs", "0", "--out"];
    fs::copy(WEIGHTS, at("weights.rs")).expect("a copy");
    std::os::unix::fs::symlink("weights.rs", at("link.rs")).expect("a link");
    let output = run(&[&tune[..], &[text(&at("link.rs"))]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(at("link.rs").is_symlink() && !at("weights.rs").is_symlink());
    assert_eq!(fs::read_to_string(at("weights.rs")).expect("weights"), fs::read_to_string(WEIGHTS).expect("weights"));

    fs::write(at("main.rs"), "fn main() {}\n").expect("a file");
    is_refused(&[&tune[..], &[text(&at("main.rs"))]].concat(), &["main.rs", "something else than the weights"]);
    assert_eq!(fs::read_to_string(at("main.rs")).expect("a file"), "fn main() {}\n");
}

#[test]
fn results_replace_nothing_but_results_of_the_same_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (json, suite) = (at("games.pgn"), at("suite.epd"));
    fs::write(&suite, "7r/8/8/8/8/1k6/8/K7 w - - bm Kb1;\n").expect("a suite");
    let solve = ["suite", text(&suite), "--depth", "1", "--json", text(&json)];
    let play = ["match", "oxide88", "oxide88", "--games", "2", "--depth", "1", "--json", text(&json)];
    let content = "[Event \"mine\"]\n\n1. e4 *\n";
    fs::write(&json, content).expect("a file");
    for arguments in [&solve[..], &play] {
        is_refused(arguments, &["games.pgn", "something else than the results of a"]);
        assert_eq!(fs::read_to_string(&json).expect("a file"), content);
    }
    // Results replace older ones, but results of a match do not replace those of a suite.
    fs::remove_file(&json).expect("removed");
    for _ in 0..2 {
        assert!(run(&solve).status.success());
    }
    is_refused(&play, &["games.pgn", "something else than the results of a match"]);
    assert_eq!(names(folder.path()), ["games.pgn", "suite.epd"]);
}

/// The header of version 1 has no checksum.
#[test]
fn data_of_the_first_version_is_read_but_not_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    assert!(run(&["datagen", "--out", text(&new), "--games", "2", "--nodes", "150"]).status.success());
    let mut bytes = fs::read(&new).expect("data");
    bytes.drain(HEADER_SIZE - 8..HEADER_SIZE);
    bytes[8] = 1;
    fs::write(&old, &bytes).expect("a file");
    let games = |path: &Path| Reader::open(path).expect("data").collect::<Result<Vec<Game>, _>>().expect("games");
    assert!(games(&old).len() == 2 && games(&old) == games(&new));
    let [of_old, of_new] = [&old, &new].map(|path| run(&["datagen", "--info", text(path), "--head", "3"]).stdout);
    assert_eq!(of_old, of_new);
    is_refused(&["datagen", "--out", text(&old), "--games", "3", "--nodes", "150"], &["old", "older version"]);
    assert_eq!(fs::read(&old).expect("a file"), bytes);
}
