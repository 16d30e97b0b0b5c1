//! User files and the laboratory: no file is lost, and no file is trusted.

#[path = "../../tests/common/mod.rs"]
mod common;
mod lab;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::folders::names;
#[cfg(unix)]
use common::folders::{is_pipe, pipe};
use common::patience::end_of;
use lab::{LAB, text};
use oxide88_lab::datagen::file::{Game, HEADER_SIZE, Reader};

#[cfg(unix)]
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/weights.rs");

/// Runs the program, which must end in time, and returns its output.
fn run(arguments: &[&str]) -> Output {
    let mut child = Command::new(LAB)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the laboratory starts");
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

/// Devices and pipes cannot be read to an end, or block forever.
#[cfg(unix)]
#[test]
fn anything_but_a_file_is_refused_by_every_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = pipe(folder.path());
    let (zero, pipe) = ("/dev/zero", text(&pipe));
    // Not the weights themselves: while one run looks whether it can replace them, another is refused.
    let out = folder.path().join("out.rs");
    for (path, kind) in [(zero, "a device"), ("/dev/full", "a device"), (pipe, "a pipe")] {
        for arguments in [
            &["suite", path][..],
            &["analyze", path],
            &["datagen", "--info", path],
            &["datagen", "--out", path, "--games", "1"],
            &["wdl", path],
            &["tune", path, "--weights", WEIGHTS, "--out", text(&out)],
            &["tune", path, "--weights", path],
            &["match", "oxide88", "oxide88", "--openings", path],
            &["match", "oxide88", "oxide88", "--engines", path],
            &["match", "oxide88", "oxide88", "--games", "2", "--depth", "1", "--pgn", path],
            &["match", "oxide88", "oxide88", "--games", "2", "--depth", "1", "--pgn", path, "--resume"],
            &["suite", WEIGHTS, "--engine", "oxide88", "--engines", path],
        ] {
            is_refused(arguments, &[path, kind]);
        }
    }
    is_pipe(Path::new(pipe));
    let games = folder.path().join("games.pgn");
    std::os::unix::fs::symlink(zero, &games).expect("a link");
    is_refused(&["match", "oxide88", "oxide88", "--openings", text(&games)], &["games.pgn", "a device"]);
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_survive_writing_to_them() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = pipe(folder.path());
    for (path, kind) in [("/dev/full", "a device"), (text(&pipe), "a pipe"), (text(folder.path()), "a directory")] {
        // The path is refused before there is any work to lose.
        is_refused(&["tune", "/nowhere.bin", "--weights", WEIGHTS, "--out", path], &[path, kind]);
    }
    is_pipe(&pipe);
    assert!(fs::symlink_metadata("/dev/full").expect("a device").file_type().is_char_device());
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
    is_refused(&[&tune[..], &[text(&at("main.rs"))]].concat(), &["main.rs", "something other than the weights"]);
    assert_eq!(fs::read_to_string(at("main.rs")).expect("a file"), "fn main() {}\n");

    // Nor does a network replace anything else.
    fs::write(at("other.bin"), "OXIDE88N").expect("a file");
    let out = at("other.rs");
    let arguments = [&tune[..], &[text(&out)]].concat();
    is_refused(&arguments, &["other.bin", "something other than a structure network"]);
    assert!(!out.exists());
    fs::remove_file(at("other.bin")).expect("removed");
    assert!(run(&arguments).status.success() && run(&arguments).status.success());
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/network.bin");
    assert_eq!(fs::read(at("other.bin")).expect("a network"), fs::read(network).expect("the network"));

    // The weights have no place in the file of the network.
    let both = at("both.bin");
    is_refused(&[&tune[..], &[text(&both)]].concat(), &["both.bin", "a file each"]);
    assert!(!both.exists());
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
        is_refused(arguments, &["games.pgn", "something other than the results of a"]);
        assert_eq!(fs::read_to_string(&json).expect("a file"), content);
    }
    // Results replace older ones, but results of a match do not replace those of a suite.
    fs::remove_file(&json).expect("removed");
    for _ in 0..2 {
        assert!(run(&solve).status.success());
    }
    is_refused(&play, &["games.pgn", "something other than the results of a match"]);
    assert_eq!(names(folder.path()), ["games.pgn", "suite.epd"]);
}

/// The files are refused before there is any work to lose, so no run needs its data, its engine or its games.
#[test]
fn pictures_replace_nothing_but_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("notes.svg");
    let play = ["match", "oxide88", "oxide88", "--games", "2", "--nodes", "20,40", "--max-plies", "20", "--svg"];
    let runs = [
        &play[..],
        &["tune", "/nowhere.bin", "--weights", concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/weights.rs"), "--svg"],
        &["spsa", "--pairs", "1", "--svg"],
    ];
    fs::write(&svg, "<html></html>").expect("a file");
    for arguments in runs {
        let arguments = [arguments, &[text(&svg)]].concat();
        is_refused(&arguments, &["notes.svg", "something other than an SVG picture"]);
    }
    assert_eq!(fs::read_to_string(&svg).expect("a file"), "<html></html>");
    fs::remove_file(&svg).expect("removed");
    for _ in 0..2 {
        assert!(run(&[&play[..], &[text(&svg)]].concat()).status.success());
    }
    assert_eq!(names(folder.path()), ["notes.svg"]);
}

/// The headers of earlier versions end after 32 bytes; that of version 1 has no checksum.
#[test]
fn data_of_earlier_versions_is_read_but_not_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    assert!(run(&["datagen", "--out", text(&new), "--games", "2", "--nodes", "150"]).status.success());
    let bytes = fs::read(&new).expect("data");
    let games = |path: &Path| Reader::open(path).expect("data").collect::<Result<Vec<Game>, _>>().expect("games");
    for version in [1, 2] {
        let mut header = bytes[..32].to_vec();
        header[8] = version;
        if version == 2 {
            let sum = header
                .iter()
                .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            header.extend(sum.to_le_bytes());
        }
        let earlier = [&header, &bytes[HEADER_SIZE..]].concat();
        fs::write(&old, &earlier).expect("a file");
        assert!(games(&old).len() == 2 && games(&old) == games(&new));
        let [of_old, of_new] = [&old, &new].map(|path| run(&["datagen", "--info", text(path), "--head", "3"]).stdout);
        assert_eq!(of_old, of_new);
        is_refused(&["datagen", "--out", text(&old), "--games", "3", "--nodes", "150"], &["old", "older version"]);
        assert_eq!(fs::read(&old).expect("a file"), earlier);
    }
}
