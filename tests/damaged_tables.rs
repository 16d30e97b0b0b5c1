//! Folders of endgame tables in which something is wrong: a file that is no whole table is left out and named, and the
//! others serve; whatever is in a file, nothing panics or goes on for ever. The tables are in the optional data folder.

mod common;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::below;
use oxide88::position::Position;
use oxide88::search::{Control, Limits, Report, Searcher, Tablebases};
use oxide88::types::value::WIN_BOUND;
use rand_mt::Mt64;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, KnownOutcome};
use tempfile::TempDir;

const QUEEN_WINS: &str = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1";
const ROOK_WINS: &str = "4k3/8/8/8/8/8/8/4KR2 w - - 0 1";
const PAWN_WINS: &str = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

/// The folder of whole tables.
fn whole() -> Option<PathBuf> {
    Some(common::carried("syzygy"))
}

/// A new folder with copies of `names` out of `whole`, which can be changed.
fn copies(whole: &Path, names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in names {
        let bytes = fs::read(whole.join(name)).expect("a table");
        fs::write(folder.path().join(name), bytes).expect("a copy");
    }
    folder
}

fn open(folders: &[&Path]) -> Result<Tablebases, String> {
    let folders: OsString = std::env::join_paths(folders).expect("paths");
    Tablebases::open(folders.to_str().expect("a name"))
}

fn chess(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

fn is_known(tables: &Tablebases, fen: &str) -> bool {
    tables.outcome(&chess(fen).expect("a position")).is_some()
}

#[test]
fn whole_tables_are_all_taken() {
    let Some(folder) = whole() else { return };
    let files = fs::read_dir(&folder).expect("a folder").count();
    let tables = open(&[&folder]).expect("tables");
    assert_eq!(tables.left_out(), [""; 0]);
    assert!(files >= 10 && tables.files() == files, "{} of {files}", tables.files());
}

/// What may become of a file, as its bytes, and what is said of it.
type Damage = (&'static str, fn(Vec<u8>) -> Vec<u8>);

const DAMAGES: [Damage; 10] = [
    ("empty", |_| Vec::new()),
    ("cut off", |bytes| bytes[..bytes.len() / 2].to_vec()),
    ("cut off", |bytes| bytes[..bytes.len() - 1].to_vec()),
    ("cut off", |bytes| bytes[..bytes.len() - 64].to_vec()),
    ("cut off", |bytes| bytes[..80].to_vec()),
    ("unfinished", |bytes| [&bytes[..bytes.len() / 2], &vec![0; bytes.len() - bytes.len() / 2][..]].concat()),
    ("not a Syzygy table", |bytes| vec![0; bytes.len()]),
    ("not a Syzygy table", |_| b"<html>404 Not Found</html>\n".repeat(20)),
    ("not a Syzygy table", |bytes| bytes.into_iter().rev().collect()),
    ("damaged", |bytes| [&bytes[..4], &[0xff; 64][..], &bytes[68..]].concat()),
];

#[test]
fn a_file_that_is_no_whole_table_is_left_out_by_name_and_the_others_serve() {
    let Some(folder) = whole() else { return };
    let names = ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"];
    for (reason, damage) in DAMAGES {
        let copies = copies(&folder, &names);
        let victim = copies.path().join("KPvK.rtbw");
        fs::write(&victim, damage(fs::read(&victim).expect("a table"))).expect("a file");
        let tables = open(&[copies.path()]).expect("the others");
        let left_out = tables.left_out();
        assert!(left_out.len() == 1 && left_out[0].starts_with("left out 'KPvK.rtbw': "), "{left_out:?}");
        assert!(left_out[0].contains(reason), "{reason}: {left_out:?}");
        assert_eq!(tables.files(), 5);
        assert!(is_known(&tables, QUEEN_WINS) && is_known(&tables, ROOK_WINS) && !is_known(&tables, PAWN_WINS));
    }
}

/// What may be in the place of a file, made there, and what is said of it.
#[cfg(unix)]
type Stand = (&'static str, fn(&Path));

#[cfg(unix)]
fn not_files() -> [Stand; 3] {
    [
        ("No such file", |path| std::os::unix::fs::symlink("nowhere", path).expect("a link")),
        ("not a file", |path| fs::create_dir(path).expect("a folder")),
        ("not a file", |path| {
            nix::unistd::mkfifo(path, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        }),
    ]
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_left_out_by_name_and_the_others_serve() {
    let Some(folder) = whole() else { return };
    for (reason, make) in not_files() {
        let copies = copies(&folder, &["KQvK.rtbw", "KQvK.rtbz"]);
        make(&copies.path().join("KRvK.rtbw"));
        make(&copies.path().join("notes.txt"));
        let tables = open(&[copies.path()]).expect("the others");
        let left_out = tables.left_out();
        assert!(left_out.len() == 1 && left_out[0].starts_with("left out 'KRvK.rtbw': "), "{left_out:?}");
        assert!(left_out[0].contains(reason), "{left_out:?}");
        assert!(tables.files() == 2 && is_known(&tables, QUEEN_WINS) && !is_known(&tables, ROOK_WINS));
    }
}

#[test]
fn names_of_no_table_are_left_out_and_other_files_are_none_of_its_business() {
    let Some(folder) = whole() else { return };
    let copies = copies(&folder, &["KQvK.rtbw"]);
    fs::copy(folder.join("KQvK.rtbw"), copies.path().join("KQQQvKQQQ.rtbw")).expect("a copy");
    fs::copy(folder.join("KQvK.rtbw"), copies.path().join("copy of KQvK.rtbw")).expect("a copy");
    fs::write(copies.path().join("KQvK.rtbw.part"), "").expect("a file");
    let left_out = open(&[copies.path()]).expect("the others").left_out();
    assert_eq!(left_out.len(), 2, "{left_out:?}");
    assert!(left_out[0].starts_with("left out 'KQQQvKQQQ.rtbw': ") && left_out[1].contains("'copy of KQvK.rtbw'"));
}

#[test]
fn results_serve_without_their_distances() {
    let Some(folder) = whole() else { return };
    let copies = copies(&folder, &["KQvK.rtbw", "KQvK.rtbz"]);
    let victim = copies.path().join("KQvK.rtbz");
    let bytes = fs::read(&victim).expect("a table");
    fs::write(&victim, &bytes[..bytes.len() / 2]).expect("a file");
    let tables = open(&[copies.path()]).expect("results");
    assert!(tables.files() == 1 && is_known(&tables, QUEEN_WINS));
    assert!(!is_known(&tables, &QUEEN_WINS.replace("- 0 1", "- 10 20")), "the clock needs distances");
    let mut searcher = Searcher::with_hash(1).expect("memory");
    searcher.set_tablebases(Some(tables));
    let position = Position::from_fen(QUEEN_WINS).expect("a position");
    let mut value = 0;
    searcher.go(&position, &Limits::nodes(1000), &Control::default(), &mut |report| {
        if let Report::Line(line) = report {
            value = line.value;
        }
    });
    assert!(value >= WIN_BOUND, "{value}");
}

#[test]
fn a_folder_that_cannot_be_read_is_left_out_and_the_first_of_many_files_are_named() {
    let Some(folder) = whole() else { return };
    let tables = open(&[Path::new("/there/is/none"), &folder]).expect("the other folder");
    let left_out = tables.left_out();
    assert!(left_out.len() == 1 && left_out[0].starts_with("left out '/there/is/none': "), "{left_out:?}");
    assert!(is_known(&tables, QUEEN_WINS));

    let names: Vec<String> = ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK"]
        .iter()
        .flat_map(|name| [format!("{name}.rtbw"), format!("{name}.rtbz")])
        .collect();
    let copies = copies(&folder, &names.iter().map(String::as_str).collect::<Vec<_>>());
    for name in &names[1..] {
        fs::write(copies.path().join(name), "damaged").expect("a file");
    }
    let left_out = open(&[copies.path()]).expect("one table").left_out();
    assert!(left_out.len() == 6 && left_out[0].contains("'KBvK.rtbz'") && left_out[5] == "left out 4 more");
    // A whole copy in another folder serves in its place, whichever comes first.
    for folders in [[copies.path(), &folder], [&folder, copies.path()]] {
        assert!(is_known(&open(&folders).expect("tables"), QUEEN_WINS));
    }
    fs::write(copies.path().join(&names[0]), "damaged").expect("a file");
    let error = open(&[copies.path()]).err().expect("no table");
    let path = copies.path().to_string_lossy().into_owned();
    assert!(error.contains("no Syzygy tables") && error.contains(&path), "{error}");
    assert!(error.contains("'KBvK.rtbw': not a Syzygy table") && error.ends_with("left out 9 more"), "{error}");
}

/// Positions with the pieces of `name`, or some of them.
fn random_positions(random: &mut Mt64, name: &str, count: usize) -> Vec<Chess> {
    let (white, black) = name.split_once('v').expect("a name");
    let pieces: Vec<char> = white.chars().chain(black.to_lowercase().chars()).collect();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = [' '; 64];
        for &piece in &pieces {
            board[below(random, 64)] = piece;
        }
        let ranks: Vec<String> =
            board.chunks(8).map(|rank| rank.iter().collect::<String>().replace(' ', "1")).collect();
        let turn = ["w", "b"][below(random, 2)];
        let clock = [0, 1, 60][below(random, 3)];
        // What two of them on one square leave is often a position as well.
        positions.extend(chess(&format!("{} {turn} - - {clock} 100", ranks.join("/"))));
    }
    positions
}

/// Asks the tables about all of `positions`; however damaged they are, there is an end of it.
fn ask_all(tables: &Tablebases, positions: &[Chess]) -> usize {
    let start = Instant::now();
    let known: Vec<Option<KnownOutcome>> = positions.iter().map(|position| tables.outcome(position)).collect();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    known.iter().flatten().count()
}

#[test]
fn whatever_the_head_of_a_table_says_the_search_for_a_result_ends() {
    let Some(folder) = whole() else { return };
    let mut random = Mt64::new(12);
    for name in ["KPvKP", "KQvKR"] {
        let positions = random_positions(&mut random, name, 40);
        for kind in ["rtbw", "rtbz"] {
            let file = format!("{name}.{kind}");
            let copies = copies(&folder, &[&file]);
            let bytes = fs::read(folder.join(&file)).expect("a table");
            for bit in 4 * 8..40 * 8 {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                fs::write(copies.path().join(&file), flipped).expect("a file");
                ask_all(&open(&[&folder, copies.path()]).expect("tables"), &positions);
            }
        }
    }
}

/// The bit that says whose distances the file has: with the wrong one the reader would look for the other side's
/// without end.
#[test]
fn distances_for_the_wrong_side_are_not_looked_for() {
    let Some(folder) = whole() else { return };
    let copies = copies(&folder, &["KPvKP.rtbz"]);
    let file = copies.path().join("KPvKP.rtbz");
    let mut bytes = fs::read(&file).expect("a table");
    bytes[30] ^= 1;
    fs::write(&file, bytes).expect("a file");
    let tables = open(&[&folder, copies.path()]).expect("tables");
    assert_eq!(tables.left_out(), ["left out 'KPvKP.rtbz': its head is damaged"]);
    assert!(ask_all(&tables, &random_positions(&mut Mt64::new(77), "KPvKP", 1000)) > 500);
}

#[test]
fn damage_anywhere_neither_panics_nor_goes_on_for_ever() {
    let Some(folder) = whole() else { return };
    let mut random = Mt64::new(5489);
    let mut known = 0;
    for name in ["KPvK", "KBNvK", "KQvKP", "KPvKP", "KRvKR"] {
        let positions = random_positions(&mut random, name, 100);
        for kind in ["rtbw", "rtbz"] {
            let file = format!("{name}.{kind}");
            let copies = copies(&folder, &[&file]);
            let whole = fs::read(folder.join(&file)).expect("a table");
            for round in 0..40 {
                let mut bytes = whole.clone();
                let (from, to) = (below(&mut random, bytes.len()), below(&mut random, bytes.len()));
                let range = from.min(to)..from.max(to);
                match round % 4 {
                    0 => bytes[range].fill(0),
                    1 => bytes.truncate(from / 64 * 64 + 16),
                    2 => bytes[range].iter_mut().for_each(|byte| *byte = random.next_u64() as u8),
                    _ => (0..20).for_each(|_| {
                        let at = below(&mut random, bytes.len());
                        bytes[at] ^= 1 << below(&mut random, 8);
                    }),
                }
                fs::write(copies.path().join(&file), bytes).expect("a file");
                known += ask_all(&open(&[&folder, copies.path()]).expect("tables"), &positions);
            }
        }
    }
    assert!(known > 10_000, "{known}");
}
