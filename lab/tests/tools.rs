//! The tools on the command line: `analyze`, `suite`, `beside`, `datagen`, `tune` and `spsa` with small sizes, and
//! their messages about bad input.

#[path = "../../tests/common/mod.rs"]
mod common;
mod lab;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use common::carried;
use common::patience::wait_until;
use lab::{LAB, assert_refused, engine, run, stderr, stdout, text};
use oxide88::eval::tuning::{BLENDED_WEIGHTS, NetworkFile, WEIGHT_NAMES};
use oxide88_lab::datagen::file::{Fault, Game, HEADER_SIZE, Header, Reader};
use oxide88_lab::datagen::record::Record;

/// Size in bytes of a game's head in a file of games, and of a record.
const UNIT: u64 = 32;
/// Size in bytes of the file's header.
const HEADER: u64 = HEADER_SIZE as u64;

/// Creates an empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a new folder");
    path
}

/// Runs `datagen` with few nodes and returns the content of the file.
fn datagen(file: &Path, games: &str, more: &[&str]) -> Vec<u8> {
    let arguments = [&["datagen", "--out", text(file), "--games", games, "--nodes", "150"], more].concat();
    let output = run(&arguments);
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    fs::read(file).expect("the file")
}

fn games(file: &Path) -> Vec<Game> {
    Reader::open(file).expect("a file of games").collect::<Result<_, _>>().expect("whole games")
}

#[test]
fn datagen_writes_the_same_file_with_any_number_of_threads_and_runs() {
    let folder = folder("datagen_same");
    let whole = datagen(&folder.join("whole"), "6", &["--threads", "1"]);
    assert_eq!(datagen(&folder.join("threads"), "6", &["--threads", "3"]), whole);
    assert_eq!(datagen(&folder.join("whole"), "2", &[]), whole, "nothing is left to do");
    let parts = folder.join("parts");
    datagen(&parts, "2", &["--threads", "2"]);
    assert_eq!(datagen(&parts, "6", &["--threads", "2"]), whole);
    assert_ne!(datagen(&folder.join("seed"), "6", &["--seed", "2"]), whole);

    let games = games(&parts);
    let mut keys: Vec<u64> = games.iter().flat_map(|game| &game.records).map(Record::key).collect();
    assert!(games.len() == 6 && keys.len() > 60);
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count, "no position twice");
}

#[test]
fn a_position_of_an_earlier_run_is_dropped_like_one_of_the_same_run() {
    let folder = folder("datagen_duplicates");
    // After one or two random plies, many of the games begin alike.
    let more = ["--random-plies", "1", "--threads", "1"];
    let whole = datagen(&folder.join("whole"), "40", &more);
    let parts = folder.join("parts");
    datagen(&parts, "20", &more);
    let output = run(&[&["datagen", "--out", text(&parts), "--games", "40", "--nodes", "150"], &more[..]].concat());
    let shown = stdout(&output);
    assert!(shown.contains("Duplicates : ") && !shown.contains("Duplicates : 0 "), "{shown}");
    assert!(fs::read(&parts).expect("data") == whole, "{shown}");
}

#[test]
fn a_run_continues_a_file_that_was_cut_anywhere() {
    let folder = folder("datagen_cut");
    let file = folder.join("data");
    let whole = datagen(&file, "3", &[]);
    let first_game = HEADER + UNIT * (1 + games(&file)[0].records.len() as u64);
    for length in [
        0,
        7,
        UNIT,
        HEADER - 1,
        HEADER,
        HEADER + 1,
        HEADER + UNIT,
        first_game - 1,
        first_game,
        first_game + 3 * UNIT + 5,
    ] {
        fs::write(&file, &whole[..length as usize]).expect("a writable file");
        let is_torn = length > HEADER && length != first_game;
        if is_torn {
            let game_start = if length > first_game { first_game } else { HEADER };
            let last = Reader::open(&file).expect("a header").last().expect("a game");
            assert!(matches!(last.unwrap_err().fault, Fault::Torn(offset) if offset == game_start), "{length}");
            let info = run(&["datagen", "--info", text(&file)]);
            assert!(info.status.success() && stderr(&info).contains("unfinished"), "{length}");
        }
        assert_eq!(datagen(&file, "3", &[]), whole, "{length}");
    }
}

#[test]
fn a_number_of_records_out_of_range_is_damage_and_nothing_is_cut_off() {
    let folder = folder("datagen_records");
    let file = folder.join("data");
    let mut bytes = datagen(&file, "2", &[]);
    bytes[HEADER_SIZE + 17] = 0xff;
    fs::write(&file, &bytes).expect("a writable file");
    let last = Reader::open(&file).expect("a header").last().expect("a game");
    assert!(matches!(last.unwrap_err().fault, Fault::Damaged(HEADER)));
    let output = run(&["datagen", "--out", text(&file), "--games", "2", "--nodes", "150"]);
    assert!(!output.status.success() && stderr(&output).contains("damaged at byte 64"), "{}", stderr(&output));
    assert_eq!(fs::read(&file).expect("data"), bytes);
}

/// Neither the depth nor the nodes are ever reached.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search_of_analyze_and_residuals() {
    use std::thread::sleep;

    use nix::sys::signal::{Signal, kill};
    let folder = folder("interrupted_search");
    let [games, positions] = ["g.pgn", "p.epd"].map(|name| folder.join(name));
    fs::write(&games, "1. e4 e5 *\n\n").expect("a writable file");
    fs::write(&positions, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").expect("a writable file");
    for arguments in
        [["analyze", text(&games), "--depth", "200"], ["residuals", text(&positions), "--nodes", "1000000000000"]]
    {
        let message = (0..10).find_map(|attempt| {
            let mut command = Command::new(LAB);
            command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().expect("it starts");
            sleep(Duration::from_millis(500 << attempt));
            kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
            let has_ended = (0..600).any(|_| {
                sleep(Duration::from_millis(50));
                child.try_wait().expect("a status").is_some()
            });
            if !has_ended {
                child.kill().expect("it can be killed");
            }
            let output = child.wait_with_output().expect("it is gone");
            assert!(has_ended, "{arguments:?}");
            // On a busy machine the signal may come before it is awaited.
            output.status.code().map(|code| (code, stderr(&output)))
        });
        let (code, message) = message.expect("an exit code");
        assert!(code == 2 && message.contains("interrupted"), "{arguments:?}: {code}, {message}");
    }
}

/// Runs the engine and kills it as soon as `is_far`. On a busy machine the run may end before that; then `file`, which
/// holds its progress, is restored, and the run starts again.
fn kill_when(is_far: impl Fn() -> bool, arguments: &[&str], file: &Path) {
    let before = fs::read(file).ok();
    for _ in 0..10 {
        let mut command = Command::new(LAB);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the engine starts");
        wait_until("part of the run", &is_far);
        child.kill().expect("it can be killed");
        if !child.wait().expect("it is gone").success() {
            return;
        }
        match &before {
            Some(before) => fs::write(file, before).expect("a writable file"),
            None => fs::remove_file(file).expect("a file"),
        }
    }
    panic!("over before it could be killed: {arguments:?}");
}

#[test]
fn a_run_that_is_killed_continues() {
    // Enough games for a run to last much longer than a check of its progress.
    let games = if cfg!(debug_assertions) { "30" } else { "100" };
    let folder = folder("datagen_killed");
    let whole = datagen(&folder.join("whole"), games, &[]);
    let file = folder.join("data");
    let length = || fs::metadata(&file).map_or(0, |data| data.len());
    let end = whole.len() as u64;
    for least in [HEADER, end / 3] {
        let arguments = ["datagen", "--out", text(&file), "--games", games, "--nodes", "150", "--threads", "1"];
        kill_when(|| length() > least, &arguments, &file);
        assert!((least + 1..end).contains(&length()), "{} of {end} bytes", length());
    }
    assert_eq!(datagen(&file, games, &[]), whole);
}

#[test]
fn info_counts_and_shows_positions() {
    let file = folder("datagen_info").join("data");
    datagen(&file, "3", &[]);
    let games = games(&file);
    let positions: usize = games.iter().map(|game| game.records.len()).sum();
    let info = stdout(&run(&["datagen", "--info", text(&file), "--head", "4"]));
    assert!(info.contains("Games        : 3,") && info.contains(&format!("Positions    : {positions},")), "{info}");
    let shown: Vec<&str> = info.lines().filter(|line| line.contains(" | ")).collect();
    assert_eq!(shown.len(), 4);
    for (line, record) in shown.iter().zip(&games[0].records) {
        let position = record.position().expect("a legal position");
        assert_eq!(*line, format!("{} | {} | {:.1}", position.fen(), record.score, record.result.for_white()));
    }
}

#[test]
fn positions_are_searched_again_and_everything_else_stays() {
    let folder = folder("datagen_rescore");
    let [source, deep, parts] = ["source", "deep", "parts"].map(|name| folder.join(name));
    datagen(&source, "4", &[]);
    let played = games(&source);
    let again = |file: &Path, nodes: &str, threads: &str| {
        let files = ["datagen", "--rescore", text(&source), "--out", text(file)];
        let output = run(&[&files[..], &["--nodes", nodes, "--threads", threads]].concat());
        (output.status.code(), stdout(&output), stderr(&output))
    };
    assert_eq!(again(&deep, "1500", "1").0, Some(0));
    let deeper = games(&deep);
    assert_eq!(deeper.len(), 4);
    let (mut changed, mut count) = (0, 0);
    for (game, before) in deeper.iter().zip(&played) {
        for (record, earlier) in game.records.iter().zip(&before.records) {
            (changed, count) = (changed + usize::from(record.score != earlier.score), count + 1);
            let mut same = *record;
            same.score = earlier.score;
            assert_eq!(same, *earlier);
        }
        assert_eq!(Game { records: before.records.clone(), ..game.clone() }, *before);
    }
    assert!(changed > count / 2, "{changed} of {count}");
    assert!(stdout(&run(&["datagen", "--info", text(&deep)])).contains("\nSearched again with 1500 nodes\n"));

    // One in five positions, not of the same places in all games, with the same scores where nothing is left over in
    // the table.
    let few = folder.join("few");
    let arguments = ["datagen", "--rescore", text(&source), "--nodes", "1500", "--every", "5", "--out", text(&few)];
    assert!(run(&arguments).status.success());
    for (game, before) in games(&few).iter().zip(&played) {
        let kept: Vec<String> = game.records.iter().map(Record::fen).collect();
        let expected = before.records.iter().skip(game.number as usize % 5).step_by(5).map(Record::fen);
        assert_eq!(kept, expected.collect::<Vec<_>>());
    }
    assert!(games(&few).iter().map(|game| game.records.len()).sum::<usize>() > 10);
    let first = |games: &[Game]| games[0].records[0].score;
    assert_eq!(first(&games(&few)), first(&deeper));
    let shown = stdout(&run(&["datagen", "--info", text(&few)]));
    assert!(shown.contains("\nSearched again with 1500 nodes, one in 5 positions\n"), "{shown}");

    // Continued after two games and a part of the third, on other threads, the file is the same.
    let whole = fs::read(&deep).expect("data");
    let third = HEADER_SIZE + UNIT as usize * deeper[..2].iter().map(|game| 1 + game.records.len()).sum::<usize>();
    fs::write(&parts, &whole[..third + 40]).expect("a writable file");
    let (code, shown, _) = again(&parts, "1500", "3");
    assert!(code == Some(0) && shown.contains("Games      : 4, 2 of them new"), "{shown}");
    assert_eq!(fs::read(&parts).expect("data"), whole);

    for (file, nodes, reason) in [
        (&parts, "1600", "made with --nodes 1500 --every 1"),
        (&few, "1500", "made with --nodes 1500 --every 5"),
        (&source, "1500", "has games, not positions searched again"),
    ] {
        let before = fs::read(file).expect("data");
        let (code, _, error) = again(file, nodes, "1");
        assert!(code == Some(2) && error.contains(reason), "{error}");
        assert!(fs::read(file).expect("data") == before, "left as it was");
    }
    for (arguments, reason) in [
        (&["--rescore", text(&deep), "--out", text(&parts)][..], "were searched again already"),
        (&["--out", text(&deep), "--games", "5", "--nodes", "150"], "has positions searched again, not games"),
        (&["--rescore", text(&source), "--out", "x", "--games", "5"], "--games"),
        (&["--rescore", text(&source)], "--out"),
        (&["--out", "x", "--games", "5", "--every", "2"], "--every"),
        (&["--rescore", text(&source), "--out", "x", "--every", "257"], "'257'"),
        (&["--rescore", text(&source), "--out", "x", "--every", "2", "--visit", "9"], "--visit"),
        (&["--rescore", text(&source), "--out", "x", "--visit", "0"], "'0'"),
        (&["--rescore", text(&source), "--out", "x", "--visit", "9", "--samples", "257"], "'257'"),
        (&["--rescore", text(&source), "--out", "x", "--samples", "9"], "--visit"),
        (&["--out", "x", "--games", "5", "--visit", "9"], "--visit"),
        (&["--out", "x", "--games", "5", "--samples", "9"], "--samples"),
        (&["--rescore", text(&source), "--out", "x", "--roots", "9"], "--visit"),
        (&["--rescore", text(&source), "--out", "x", "--visit", "9", "--roots", "0"], "'0'"),
    ] {
        let output = run(&[&["datagen"], arguments].concat());
        assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(2), 1), "{arguments:?}");
        assert!(stderr(&output).contains(reason), "{arguments:?}: {}", stderr(&output));
    }
    // All games before the damage are searched again.
    let bytes = fs::read(&source).expect("data");
    fs::write(&source, &bytes[..bytes.len() - 1]).expect("a writable file");
    fs::remove_file(&parts).expect("a file");
    let (code, shown, error) = again(&parts, "1500", "2");
    assert!(code == Some(2) && shown.contains("Games      : 3,") && error.contains("ends within the game"), "{error}");
}

#[test]
fn visited_positions_are_kept_with_any_number_of_threads_and_runs() {
    let folder = folder("datagen_visited");
    let [source, visited, parts] = ["source", "visited", "parts"].map(|name| folder.join(name));
    datagen(&source, "6", &[]);
    let visit = |file: &Path, more: &[&str]| {
        let files = ["datagen", "--rescore", text(&source), "--out", text(file), "--nodes", "150"];
        let output = run(&[&files[..], more].concat());
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let settings = ["--visit", "3000", "--samples", "30"];
    assert_eq!(visit(&visited, &[&settings[..], &["--threads", "1"]].concat()).0, Some(0));
    let (searches, played) = (games(&visited), games(&source));
    assert_eq!(searches.len(), played.len());
    let count: usize = searches.iter().map(|search| search.records.len()).sum();
    assert!((6 * 10..6 * 30).contains(&count), "{count} positions");
    for (search, game) in searches.iter().zip(&played) {
        assert_eq!(Game { records: game.records.clone(), ..search.clone() }, *game);
        assert!(search.records.iter().all(|record| !record.position().expect("legal").in_check()));
    }
    let shown = stdout(&run(&["datagen", "--info", text(&visited)]));
    let line = "\nSearched again with 150 nodes, of 30 positions visited by a search of 3000 nodes\n";
    assert!(shown.contains(line), "{shown}");

    let whole = fs::read(&visited).expect("data");
    fs::write(&parts, &whole[..whole.len() / 2]).expect("a writable file");
    assert_eq!(visit(&parts, &[&settings[..], &["--threads", "3"]].concat()).0, Some(0));
    assert_eq!(fs::read(&parts).expect("data"), whole);
    for (more, reason) in [
        (&["--visit", "3000"][..], "made with --nodes 150 --visit 3000 --samples 30"),
        (&["--every", "30"], "made with --nodes 150 --visit 3000 --samples 30"),
    ] {
        let (code, _, error) = visit(&parts, more);
        assert!(code == Some(2) && error.contains(reason), "{error}");
        assert_eq!(fs::read(&parts).expect("data"), whole, "left as it was");
    }
}

#[test]
fn several_positions_of_a_game_are_searched_from() {
    let folder = folder("datagen_roots");
    let [source, one, three, parts] = ["source", "one", "three", "parts"].map(|name| folder.join(name));
    datagen(&source, "4", &[]);
    let visit = |file: &Path, roots: &str| {
        let files = ["datagen", "--rescore", text(&source), "--out", text(file), "--nodes", "150"];
        let output = run(&[&files[..], &["--visit", "3000", "--samples", "30", "--roots", roots]].concat());
        (output.status.code(), stderr(&output))
    };
    for (file, roots) in [(&one, "1"), (&three, "3")] {
        assert_eq!(visit(file, roots).0, Some(0));
    }
    let [played, single, searches] = [&source, &one, &three].map(|file| games(file));
    assert_eq!(searches.len(), 3 * played.len());
    assert_eq!(searches[0], single[0]);
    for (number, search) in searches.iter().enumerate() {
        let game = Game { number: number as u64, records: search.records.clone(), ..played[number / 3].clone() };
        assert_eq!(*search, game);
        // The search of another position visits others.
        let next = &searches[number / 3 * 3 + (number + 1) % 3];
        assert_ne!(search.records, next.records, "{number}");
    }
    let count: usize = searches.iter().map(|search| search.records.len()).sum();
    assert!((12 * 10..12 * 30).contains(&count), "{count} positions");
    let shown = stdout(&run(&["datagen", "--info", text(&three)]));
    let line = "\nSearched again with 150 nodes, of 30 positions visited by each of 3 searches of 3000 nodes\n";
    assert!(shown.contains(line), "{shown}");

    let whole = fs::read(&three).expect("data");
    fs::write(&parts, &whole[..whole.len() / 2]).expect("a writable file");
    assert_eq!(visit(&parts, "3").0, Some(0));
    assert_eq!(fs::read(&parts).expect("data"), whole);
    let (code, error) = visit(&parts, "1");
    assert!(code == Some(2) && error.contains("made with --nodes 150 --visit 3000 --samples 30 --roots 3"), "{error}");
}

#[test]
fn games_start_from_the_openings_of_a_file() {
    let folder = folder("datagen_openings");
    let [book, other, file] = ["book.epd", "other.epd", "data"].map(|name| folder.join(name));
    // Endings that none of the other games reaches.
    fs::write(&book, "1k6/pp5p/8/8/8/8/PP5P/1K6 w - -\n6k1/p5pp/8/8/8/8/P5PP/6K1 b - -\n").expect("a file");
    fs::write(&other, "1k6/pp5p/8/8/8/8/PP5P/1K6 w - -\n").expect("a file");
    let whole = datagen(&file, "4", &["--openings", text(&book), "--random-plies", "0"]);
    let records: Vec<Record> = games(&file).iter().flat_map(|game| game.records.clone()).collect();
    assert!(records.len() > 40 && records.iter().all(|record| record.pieces().count() <= 8), "{}", records.len());
    let shown = stdout(&run(&["datagen", "--info", text(&file)]));
    assert!(shown.contains(" --random-plies 0 --openings FILE (checksum "), "{shown}");
    for (more, reason) in [
        (
            &["--openings", text(&other), "--random-plies", "0"][..],
            "made with --seed 1 --nodes 150 --random-plies 0 --op",
        ),
        (&["--openings", text(&book)], "--random-plies 0 --openings"),
        (&["--openings", "/nowhere.epd"], "/nowhere.epd"),
    ] {
        let output = run(&[&["datagen", "--out", text(&file), "--games", "5", "--nodes", "150"], more].concat());
        assert!(output.status.code() == Some(2) && stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(fs::read(&file).expect("data") == whole, "left as it was");
    }
}

#[test]
fn files_of_older_versions_are_read_and_not_continued() {
    let folder = folder("datagen_old");
    let file = folder.join("data");
    let whole = datagen(&file, "2", &[]);
    // The 64-bit FNV-1a hash, as the file has it.
    let checksum = |bytes: &[u8]| {
        let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix).to_le_bytes()
    };
    let fields = |version: u8, size: usize| [&whole[..8], &[version], &whole[9..size]].concat();
    let played = games(&file);
    for (version, header) in [
        (1, fields(1, 32)),
        (2, [fields(2, 32), checksum(&fields(2, 32)).to_vec()].concat()),
        (3, [fields(3, 48), checksum(&fields(3, 48)).to_vec()].concat()),
    ] {
        let old = [&header, &whole[HEADER_SIZE..]].concat();
        fs::write(&file, &old).expect("a writable file");
        assert!(games(&file) == played, "version {version}");
        let output = run(&["datagen", "--out", text(&file), "--games", "3", "--nodes", "150"]);
        assert_eq!(output.status.code(), Some(2), "version {version}");
        assert!(stderr(&output).contains("made by an older version"), "version {version}: {}", stderr(&output));
        assert!(fs::read(&file).expect("data") == old, "left as it was");
    }
}

#[test]
fn datagen_refuses_files_that_it_did_not_write() {
    let folder = folder("datagen_bad");
    let file = folder.join("data");
    let whole = datagen(&file, "2", &[]);
    let changed = |index: usize| {
        let mut bytes = whole.clone();
        bytes[index] ^= 0x10;
        bytes
    };
    let garbage = "not a file of games, but longer than a header is".as_bytes().to_vec();
    let second = HEADER_SIZE + UNIT as usize * (1 + games(&file)[0].records.len());
    for (bytes, reason) in [
        (garbage.clone(), "not a file of datagen"),
        (garbage[..9].to_vec(), "not a file of datagen"),
        (changed(8), "version 20"),
        (changed(10), "the header is damaged"),
        (changed(12), "the header is damaged"),
        (changed(14), "the header is damaged"),
        (changed(16), "the header is damaged"),
        (changed(31), "the header is damaged"),
        (changed(33), "the header is damaged"),
        (changed(HEADER_SIZE - 1), "the header is damaged"),
        (changed(HEADER_SIZE), "damaged at byte 64"),
        (changed(HEADER_SIZE + 8), "damaged at byte 64"),
        (changed(HEADER_SIZE + 2 * UNIT as usize), "damaged at byte 64"),
        // Every game is whole, but the first one is there twice.
        ([&whole[..second], &whole[HEADER_SIZE..]].concat(), "damaged at byte "),
    ] {
        fs::write(&file, &bytes).unwrap();
        for arguments in [
            &["datagen", "--info", text(&file)][..],
            &["datagen", "--out", text(&file), "--games", "3", "--nodes", "150"],
        ] {
            let output = run(arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let error = stderr(&output);
            assert!(error.contains(reason) && error.contains(text(&file)), "{arguments:?}: {error}");
        }
        assert_eq!(fs::read(&file).unwrap(), bytes, "left as it was");
    }
    fs::write(&file, &whole).unwrap();
    let header = *Reader::open(&file).expect("a file of games").header();
    let other = Header { engine: header.engine ^ 1, ..header };
    fs::write(&file, [&other.encode()[..], &whole[HEADER_SIZE..]].concat()).unwrap();
    let output = run(&["datagen", "--out", text(&file), "--games", "3", "--nodes", "150"]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("plays differently"));
    fs::write(&file, &whole).unwrap();
    for (arguments, reason) in [
        (&["datagen", "--out", text(&file), "--games", "3"][..], "--nodes 150"),
        (&["datagen", "--out", text(&file), "--games", "3", "--nodes", "150", "--chess960"], "--random-plies 8:"),
        (&["datagen", "--info", text(&folder)], "directory"),
        (&["datagen", "--out", text(&folder), "--games", "3"], "directory"),
        (&["datagen", "--info", text(&folder.join("none"))], "No such file"),
        (&["datagen", "--out", text(&folder.join("none/none")), "--games", "3"], "No such file"),
        (&["datagen"], "--out"),
        (&["datagen", "--out", "x"], "--games"),
        (&["datagen", "--out", "x", "--games", "many"], "many"),
        (&["datagen", "--info", "x", "--games", "3"], "--games"),
    ] {
        let output = run(arguments);
        assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(2), 1), "{arguments:?}");
        assert!(stderr(&output).contains(reason), "{arguments:?}: {}", stderr(&output));
    }
}

/// All games are the same and are judged alike, so the output of an interrupted run is one game several times.
#[cfg(unix)]
#[test]
fn an_interrupted_analysis_has_written_whole_games() {
    use common::patience::end_of;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    const GAME: &str = "[Event \"a\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    // More than are analyzed before the signal arrives.
    const GAMES: usize = 20_000;
    let folder = folder("analyze_interrupted");
    let (one, many, commented) = (folder.join("one.pgn"), folder.join("many.pgn"), folder.join("commented.pgn"));
    fs::write(&one, GAME).expect("a file");
    fs::write(&many, GAME.repeat(GAMES)).expect("a file");
    let limits = ["--nodes", "2000", "--hash", "1"];
    let output = run(&[&["analyze", text(&one)], &limits[..]].concat());
    let whole = stdout(&output);
    assert!(output.status.success() && whole.matches("%eval").count() == 4, "{whole} {}", stderr(&output));
    let mut command = Command::new(LAB);
    command.args(["analyze", text(&many)]).args(limits).stdin(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.stdout(fs::File::create(&commented).expect("a file")).spawn().expect("it starts");
    wait_until("a game", || fs::metadata(&commented).is_ok_and(|data| data.len() >= whole.len() as u64));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("sent");
    let status = end_of(&mut child);
    let message = stderr(&child.wait_with_output().expect("its messages"));
    let written = fs::read_to_string(&commented).expect("games");
    let games = written.matches("[Event ").count();
    assert!((1..GAMES).contains(&games) && written == whole.repeat(games), "{games} games: {message}");
    assert_eq!(status.code(), Some(2), "{message}");
    assert!(message.contains(&format!("interrupted after {games} games, which are written")), "{message}");
}

#[test]
fn a_suite_is_solved_and_reported() {
    let folder = folder("suite");
    let (epd, json) = (folder.join("small.epd"), folder.join("small.json"));
    let lines = "# a comment\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1;\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8#; id \"wrong\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8+; c0 \"Ra8=10, Ra7=3\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Rh9; id \"bad\";\n";
    fs::write(&epd, lines).unwrap();
    let output = run(&["suite", text(&epd), "--depth", "4", "--concurrency", "2", "--json", text(&json)]);
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = stdout(&output);
    for part in [
        "wrong",
        "not Ra8#",
        "#1",
        "Solved   : 3 of 4 (75.0 %)",
        "Points   : 10 of 10",
        "Mates    : 1 of 1",
        "Skipped  : 1",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(stderr(&output).contains(&format!("{}:6: 'Rh9': ", text(&epd))), "{}", stderr(&output));

    let report: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).expect("JSON");
    assert_eq!((report["solved"].as_u64(), report["total"].as_u64()), (Some(3), Some(4)));
    let first = &report["positions"][0];
    assert_eq!((first["id"].as_str(), first["played"].as_str()), (Some("back rank"), Some("Ra8#")));
    assert_eq!((first["score"]["mate"].as_i64(), first["solved"].as_bool()), (Some(1), Some(true)));
    assert_eq!(report["skipped"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_external_engine_solves_at_the_same_depth_as_the_built_in_one() {
    let folder = folder("suite_engine");
    let (epd, json) = (folder.join("small.epd"), folder.join("small.json"));
    // A pawn endgame, a queen to capture, a mate, and the same mate with another move as the solution.
    let lines = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1;\n\
        4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5;\n\
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;\n\
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm a3;\n";
    fs::write(&epd, lines).unwrap();
    let mut reports = [&[][..], &["--engine", text(&engine())]].map(|more| {
        let arguments = [&["suite", text(&epd), "--depth", "7", "--json", text(&json)], more].concat();
        let output = run(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        let report: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).expect("JSON");
        report["positions"].as_array().expect("positions").clone()
    });
    let solved = reports[1].iter().filter(|row| row["solution_ms"].as_f64() < row["ms"].as_f64());
    assert!(solved.count() >= 2, "solutions come before the end: {:?}", reports[1]);
    for row in reports.iter_mut().flatten() {
        let row = row.as_object_mut().expect("an object");
        row.retain(|name, _| !name.ends_with("ms"));
    }
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn a_suite_without_a_usable_line_ends_with_code_2() {
    let folder = folder("suite_bad");
    let file = folder.join("bad.epd");
    for (bytes, reason) in [
        (&b""[..], "no usable position"),
        (b"8/8/8/8/8/8/8/8 w - - bm e4;", ":1: '8/8/8/8/8/8/8/8 w - -'"),
        (b"\n\n\x00\xff\xfe\n", ":3: "),
        (b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm \"e4", "'\"e4'"),
        (b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"x\";", "neither bm"),
    ] {
        fs::write(&file, bytes).unwrap();
        let output = run(&["suite", text(&file), "--nodes", "100"]);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty());
        assert!(stderr(&output).contains(reason), "{reason}: {}", stderr(&output));
    }
    for (path, reason) in [(folder.join("none"), "No such file"), (folder, "directory")] {
        let output = run(&["suite", text(&path)]);
        assert!(output.status.code() == Some(2) && stderr(&output).contains(reason), "{}", stderr(&output));
    }
    assert_eq!(run(&["suite", "x.epd", "--nodes", "0"]).status.code(), Some(2));
}

#[test]
fn the_speed_is_compared_with_external_engines() {
    let engine = engine();
    let output = run(&["beside", "oxide88", text(&engine), "--positions", "3", "--movetime", "100"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = stdout(&output);
    let table =
        shown.lines().skip_while(|line| !line.starts_with("Engine")).skip(1).take_while(|line| !line.is_empty());
    let rows: Vec<&str> = table.collect();
    assert_eq!(rows.len(), 3, "{shown}");
    // The two others have the same name, so the one by path is shown by its path, which may have spaces.
    for (row, name) in rows.iter().zip(["Oxide88 ", "oxide88 ", text(&engine)]) {
        let columns = row.strip_prefix(name).unwrap_or_else(|| panic!("{name}: {shown}")).split_whitespace();
        let numbers: Vec<f64> = columns.map(|word| word.parse().expect("a number")).collect();
        let [nps, ratio, pooled, positions] = numbers[..] else { panic!("{shown}") };
        assert!(nps > 0.0 && ratio > 0.0 && pooled > 0.0 && positions > 0.0, "{shown}");
        assert!(name != "Oxide88 " || (ratio, pooled) == (1.0, 1.0), "{shown}");
    }
    let speed = shown.lines().find(|line| line.starts_with("Speed by")).expect("the clock");
    assert_eq!(speed.contains("CPU time of"), cfg!(any(target_os = "freebsd", target_os = "linux")), "{shown}");
    for (arguments, reason) in [(&["beside"][..], "OTHERS"), (&["beside", "no-such-engine"], "'no-such-engine'")] {
        let output = run(arguments);
        assert!(output.status.code() == Some(2) && stderr(&output).contains(reason), "{}", stderr(&output));
    }
}

const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/weights.rs");
const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/network.bin");

#[test]
fn tuning_lowers_the_loss_and_resumes_where_it_stopped() {
    let folder = folder("tune");
    let data = folder.join("games.bin");
    let made = run(&["datagen", "--out", text(&data), "--games", "600", "--nodes", "100"]);
    assert!(made.status.success(), "{}", stderr(&made));

    // The results of so few games cannot improve weights tuned on thousands of games. The scores can, though those of
    // 150 games would not do. The improvement generalizes only with a strong prior for the old weights.
    let start = |name: &str, more: &[&str]| {
        let (out, state) = (folder.join(name), folder.join(format!("{name}.json")));
        let mut command = Command::new(LAB);
        command.args(["tune", text(&data), "--weights", WEIGHTS, "--batch", "500", "--prior", "5000"]);
        command.args(["--rate", "0.02", "--blend", "1", "--validation", "20", "--epochs", "6", "--out", text(&out)]);
        command.args(["--state", text(&state)]).args(more).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let tune = |name: &str, more: &[&str]| {
        let output = start(name, more).wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", stderr(&output));
        let out = folder.join(name);
        let network = fs::read(out.with_extension("bin")).expect("a network");
        (stdout(&output), fs::read_to_string(out).expect("weights"), network)
    };
    let (shown, whole, network) = tune("whole", &[]);
    let numbers = |name: &str| -> Vec<f64> {
        let line = shown.lines().find(|line| line.starts_with(name)).expect(name);
        line.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
    };
    for name in ["Training", "Validation"] {
        let [after, before] = numbers(name)[..] else { panic!("{shown}") };
        assert!(after < before, "{shown}");
    }
    let before = fs::read_to_string(WEIGHTS).expect("weights");
    let network_before = fs::read(NETWORK).expect("the network");
    assert!((&whole, &network) != (&before, &network_before), "something is learned");
    let (_, held, learned) = tune("held", &["--hold", &WEIGHT_NAMES.join(",")]);
    assert_eq!(held, before);
    assert_ne!(learned, network_before);
    let (_, learned, held) = tune("network", &["--hold", "network"]);
    let of = |bytes: &[u8]| {
        let NetworkFile { network, additions } = NetworkFile::<BLENDED_WEIGHTS>::from_bytes(bytes).expect("a network");
        // The fractions of the bases belong to the weights.
        (network, additions.map(|halves| halves.map(|[_, changes @ ..]| changes)))
    };
    assert!(of(&held) == of(&network_before), "the network is held");
    assert_ne!(learned, before);
    assert!(whole.lines().filter(|line| line.contains("///")).eq(before.lines().filter(|line| line.contains("///"))));

    let mut stopped = start("parts", &[]);
    let messages = BufReader::new(stopped.stderr.take().expect("a pipe")).lines();
    assert!(messages.map_while(Result::ok).any(|line| line.starts_with("epoch 2")), "it learns");
    stopped.kill().and_then(|()| stopped.wait()).expect("it ends");
    let [at_once, in_parts] = ["whole.svg", "parts.svg"].map(|name| folder.join(name));
    let resumed = tune("parts", &["--resume", "--svg", text(&in_parts)]);
    assert!((resumed.1, resumed.2) == (whole, network), "the same weights");
    // The curve of a resumed run has all its epochs.
    tune("whole", &["--resume", "--svg", text(&at_once)]);
    let [picture, of_parts] = [at_once, in_parts].map(|path| fs::read_to_string(path).expect("a picture"));
    assert_eq!(of_parts, picture);
    for word in ["Loss by epoch", "Training", "Validation", "Epochs", "0", "6"] {
        assert!(picture.lines().any(|line| line == word), "{word}: {picture}");
    }

    // A state of a program with other weights.
    let path = folder.join("parts.json");
    let text = fs::read_to_string(&path).expect("a state");
    let mut state: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    state["progress"]["first"]["weights"][0][0] = 1234.5.into();
    fs::write(&path, state.to_string()).expect("written");
    let refused = start("parts", &["--resume"]).wait_with_output().expect("it ends");
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("it started from other weights"), "{}", stderr(&refused));
}

#[test]
fn lambda_weighs_the_result_against_the_scores() {
    let folder = folder("tune_lambda");
    let (data, out) = (folder.join("games.bin"), folder.join("weights.rs"));
    datagen(&data, "20", &[]);
    let loss = |targets: &[&str]| {
        let files = ["tune", text(&data), "--weights", WEIGHTS, "--out", text(&out)];
        let output = run(&[&files[..], &["--k", "0.005", "--epochs", "0"], targets].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let shown = stdout(&output);
        shown.lines().find(|line| line.starts_with("Training")).expect("the loss").to_owned()
    };
    let [by_result, mixed, by_score] = ["1", "0.9", "0"].map(|lambda| loss(&["--lambda", lambda]));
    assert_eq!((&by_result, &by_score), (&loss(&[]), &loss(&["--blend", "1"])));
    assert!(mixed != by_result && mixed != by_score, "{mixed}");
}

#[test]
fn weights_that_are_left_out_are_zero_and_cost_some_loss() {
    let folder = folder("tune_without");
    let (data, out) = (folder.join("games.bin"), folder.join("weights.rs"));
    datagen(&data, "60", &[]);
    let loss = |more: &[&str]| {
        let files = ["tune", text(&data), "--weights", WEIGHTS, "--out", text(&out), "--k", "0.007", "--blend", "1"];
        let output = run(&[&files[..], &["--epochs", "0"], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let shown = stdout(&output);
        let line = shown.lines().find(|line| line.starts_with("Training")).expect("the loss");
        let after = line.split_whitespace().find_map(|word| word.trim_end_matches(',').parse().ok());
        (after.expect("a number"), fs::read_to_string(&out).expect("weights"))
    };
    let ((whole, before), (without, after)): ((f64, _), (f64, _)) =
        (loss(&[]), loss(&["--without", "rook_on_file,outpost,tempo"]));
    assert!(without > whole, "{without}, whole {whole}");
    let changed: Vec<&str> =
        after.lines().zip(before.lines()).filter(|(one, other)| one != other).map(|pair| pair.0).collect();
    assert!(changed.contains(&"        tempo = S(0, 0);"), "{changed:?}");
    let are_zero = |line: &&str| line.split("S(").skip(1).all(|pair| pair.starts_with("0, 0)"));
    assert!(changed.len() == 3 && changed.iter().all(are_zero), "{changed:?}");
}

#[test]
fn visited_positions_are_compared_and_have_no_results() {
    let folder = folder("tune_visited");
    let [data, visited, out] = ["games.bin", "visited.bin", "weights.rs"].map(|name| folder.join(name));
    datagen(&data, "60", &[]);
    let arguments = ["datagen", "--rescore", text(&data), "--out", text(&visited), "--visit", "2000", "--nodes", "200"];
    assert!(run(&arguments).status.success());
    let tune = |more: &[&str]| {
        let files = ["tune", text(&visited), "--weights", WEIGHTS, "--out", text(&out), "--validation", "20"];
        run(&[&files[..], &["--prior", "3000", "--rate", "0.3", "--batch", "100", "--epochs", "6"], more].concat())
    };
    let output = tune(&["--k", "0.007"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = stdout(&output);
    let line = shown.lines().find(|line| line.starts_with("Order")).expect("the order");
    let shares: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(shares.len() == 2 && shares.iter().all(|share| (70.0..100.0).contains(share)), "{line}");
    for (output, reason) in [
        (tune(&[]), "name it with --k"),
        (tune(&["--k", "0.007", "--judge", "/nowhere.bin"]), "/nowhere.bin"),
        (run(&["wdl", text(&visited)]), "positions that searches visited have no results"),
    ] {
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(reason) && output.stdout.is_empty(), "{}", stderr(&output));
    }
    // From the files that judge nothing is learned.
    let weights = fs::read_to_string(&out).expect("weights");
    let judged = stdout(&tune(&["--k", "0.007", "--judge", text(&data), "--judge", text(&visited)]));
    assert_eq!(fs::read_to_string(&out).expect("weights"), weights);
    let verdicts: Vec<&str> = judged.lines().filter(|line| line.starts_with("Judge")).collect();
    let [played, compared] = verdicts[..] else { panic!("{judged}") };
    assert!(played.contains(text(&data)) && !played.contains("pairs"), "{played}");
    assert!(compared.contains(text(&visited)) && compared.contains("pairs"), "{compared}");
    // Most of these positions were learned from.
    let losses: Vec<f64> = compared.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    assert!(losses[0] < losses[1], "{compared}");
    // Played positions are not compared.
    let arguments = ["tune", text(&data), "--weights", WEIGHTS, "--out", text(&out), "--epochs", "0"];
    let shown = stdout(&run(&arguments));
    assert!(shown.contains("Validation") && !shown.contains("Order"), "{shown}");
}

#[test]
fn tune_reports_bad_input() {
    let folder = folder("tune_bad");
    let (foreign, empty) = (folder.join("foreign"), folder.join("empty.bin"));
    fs::write(&foreign, "no games").expect("a writable file");
    assert!(run(&["datagen", "--out", text(&empty), "--games", "0"]).status.success());
    let played = folder.join("played.pgn");
    fs::write(&played, "1. e4 {+0.2/9 0s} e5 {-0.2/9 0s} 1-0\n").expect("a writable file");
    for (arguments, reason) in [
        (vec![text(&foreign), "--weights", WEIGHTS], "not a file of datagen"),
        (vec!["/nowhere.bin", "--weights", WEIGHTS], "/nowhere.bin"),
        (vec!["/nowhere.pgn", "--weights", WEIGHTS], "cannot read /nowhere.pgn"),
        (vec![text(&played), "--weights", WEIGHTS], "1 games are too few"),
        (vec![text(&empty), "--weights", WEIGHTS], "too few"),
        (vec![text(&empty), "--weights", text(&foreign)], "no weights"),
        (vec![text(&empty), "--weights", "/nowhere.rs"], "/nowhere.rs"),
        (vec![text(&empty), "--weights", WEIGHTS, "--network", "/nowhere.bin"], "/nowhere.bin"),
        (vec![text(&empty), "--weights", WEIGHTS, "--network", text(&foreign)], "not the network"),
        (vec![text(&empty), "--blend", "2"], "from 0 to 1"),
        (vec![text(&empty), "--lambda", "1.01"], "from 0 to 1"),
        (vec![text(&empty), "--rate", "0"], "above 0"),
        (vec![text(&empty), "--without", "tempo,speed"], "'speed'"),
        (vec![text(&empty), "--hold", "speed"], "'speed'"),
    ] {
        let output = run(&[&["tune"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(reason) && output.stdout.is_empty(), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn spsa_refuses_bad_arguments_in_one_line() {
    let folder = folder("spsa_bad");
    let file = folder.join("not a program");
    fs::write(&file, "").expect("a writable file");
    let mut cases = vec![
        (vec!["--pairs", "1", "--engine", text(&file)], "cannot be started"),
        (vec!["--pairs", "1", "--engine", "/nowhere/engine"], "/nowhere/engine"),
        (vec!["a=much", "--pairs", "1"], "'a=much'"),
        (vec!["a"], "--pairs"),
    ];
    if cfg!(feature = "spsa") {
        cases.push((vec!["no_such_parameter", "--pairs", "1"], "'no_such_parameter'"));
        cases.push((vec!["razoring_base=7", "--pairs", "1"], "50 to 600"));
    } else {
        cases.push((vec!["--pairs", "1"], "--features spsa"));
    }
    assert_refused("spsa", &cases);
}

/// With one pair at a time and no clock, a run is determined by its arguments.
#[cfg(feature = "spsa")]
#[test]
fn a_killed_tuning_run_resumes_with_the_same_result() {
    let folder = folder("spsa_killed");
    let arguments = |state| {
        ["spsa", "razoring_base", "late_move_base=800", "--pairs", "60", "--nodes", "100", "--state", state, "--resume"]
    };
    let (whole, parts) = (folder.join("whole"), folder.join("parts"));
    let output = run(&arguments(text(&whole)));
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(shown.starts_with("Pairs: 60 of 60\n") && shown.contains("\noptions = { razoring_base = "), "{shown}");
    let pairs_done = || {
        let state = fs::read(&parts).ok().and_then(|state| serde_json::from_slice::<serde_json::Value>(&state).ok());
        state.and_then(|state| state["done"].as_u64()).unwrap_or(0)
    };
    for least in [10, 30] {
        kill_when(|| pairs_done() >= least, &arguments(text(&parts)), &parts);
        assert!((least..60).contains(&pairs_done()), "{} pairs", pairs_done());
    }
    assert_eq!(stdout(&run(&arguments(text(&parts)))), shown);
    assert_eq!(fs::read(&parts).expect("the state"), fs::read(&whole).expect("the state"));
    let [at_once, in_parts] = ["whole.svg", "parts.svg"].map(|name| folder.join(name));
    for (state, picture) in [(&whole, &at_once), (&parts, &in_parts)] {
        let output = run(&[&arguments(text(state))[..], &["--svg", text(picture)]].concat());
        assert_eq!(stdout(&output), shown, "nothing is left to do");
    }
    let [picture, of_parts] = [at_once, in_parts].map(|path| fs::read_to_string(path).expect("a picture"));
    assert_eq!(of_parts, picture);
    for word in ["razoring_base", "late_move_base", "Parameters after 60 of 60 pairs"] {
        assert!(picture.lines().any(|line| line == word), "{word}: {picture}");
    }
    let output = run(&[&arguments(text(&parts))[..], &["--seed", "2"]].concat());
    assert!(output.status.code() == Some(2) && stderr(&output).contains("seed 1, not seed 2"), "{}", stderr(&output));
}

/// Another run goes on with the file; text that no such run wrote is left alone.
#[cfg(feature = "spsa")]
#[test]
fn games_of_a_tuning_run_are_kept() {
    let folder = folder("spsa_games");
    let (games, notes) = (folder.join("games.pgn"), folder.join("notes.pgn"));
    let play = |seed, pgn| {
        run(&["spsa", "razoring_base", "--pairs", "3", "--nodes", "100", "--seed", seed, "--pgn", text(pgn)])
    };
    for (seed, count) in [("1", 6), ("2", 12)] {
        let output = play(seed, &games);
        assert!(output.status.success(), "{}", stderr(&output));
        let pgn = fs::read_to_string(&games).expect("the games");
        let values = |tag: &str| -> Vec<String> {
            let of_line = |line: &str| line.strip_prefix(&format!("[{tag} \""))?.strip_suffix("\"]").map(str::to_owned);
            pgn.lines().filter_map(of_line).collect()
        };
        assert_eq!(values("GameNumber")[count - 6..], ["1", "2", "3", "4", "5", "6"]);
        assert_eq!(values("White")[count - 2..], ["First", "Second"]);
        assert_eq!((values("Event").len(), values("TimeControl")[count - 1].as_str()), (count, "100 nodes"));
        let has_score = |comment: &&str| comment.starts_with(['+', '-']) && comment.contains('/');
        let scores = pgn.split('{').filter(has_score).count();
        assert!(scores > 5 * count, "{scores} scores in {count} games: {pgn}");
    }
    let unread = "1. e4 is best by test.\n";
    fs::write(&notes, unread).expect("the notes");
    let output = play("1", &notes);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("notes.pgn"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&notes).expect("the notes"), unread);
}

#[test]
fn tables_left_out_of_a_match_are_named() {
    let folder = folder("damaged_tables");
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        fs::copy(carried("syzygy").join(name), folder.join(name)).expect("a copy");
    }
    fs::write(folder.join("KRvK.rtbw"), "").expect("a file");
    let play = || {
        let sizes = ["--games", "2", "--nodes", "20", "--max-plies", "8", "--progress", "0"];
        let output = run(&[&["match", "oxide88", "oxide88", "--syzygy", text(&folder)], &sizes[..]].concat());
        (output.status.success(), stderr(&output))
    };
    assert_eq!(play(), (true, "left out 'KRvK.rtbw': empty\n".to_owned()));
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        fs::write(folder.join(name), "").expect("a file");
    }
    let (is_played, message) = play();
    assert!(!is_played && message.lines().count() == 1 && message.contains("no Syzygy tables in "), "{message}");
}
