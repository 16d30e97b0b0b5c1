//! User files and the built program: no file is lost, no file is trusted, and no file keeps the engine from answering.

mod common;
mod dialogue;

use std::fs;
use std::path::Path;
use std::time::Duration;

use common::folders::names;
#[cfg(unix)]
use common::folders::{is_pipe, pipe};
use common::patience::{time_of, wait_until, within};
use dialogue::Engine;

const PART: &str = "a table.oxide88-part";

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
fn stop_ends_the_search_and_spares_the_saving_that_waits_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = engine_with(128, &folder.path().join("a table"));
    engine.send("go depth 200\nsetoption name Save Hash\nstop");
    engine.until("bestmove");
    let answer = engine.next_line();
    assert!(answer.contains("saved the hash table to"), "{answer}");
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
        let modified = || fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
        let before = modified();
        let mut engine = engine_with(64, &path);
        engine.send("setoption name Save Hash");
        // Waits until that much is written, or until the table is complete.
        wait_until("a part of the table", || {
            fs::metadata(&part).is_ok_and(|data| data.len() > least) || modified() != before
        });
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
fn anything_but_a_file_is_refused_by_every_option() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = pipe(folder.path());
    let (zero, pipe) = ("/dev/zero", pipe.to_str().expect("a path in UTF-8"));
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

#[cfg(unix)]
#[test]
fn links_and_modes_survive_saving_a_table() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
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
