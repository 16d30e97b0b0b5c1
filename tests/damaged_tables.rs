//! Folders with damaged Syzygy tables: a file that is not a complete table is left out and named, and the others are
//! used.

mod common;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use common::below;
use oxide88::position::Position;
use oxide88::search::{Control, Limits, Report, Searcher, Tablebases};
use oxide88::types::value::WIN_BOUND;
use rand_mt::Mt64;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use tempfile::TempDir;

const QUEEN_WINS: &str = "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1";
const ROOK_WINS: &str = "4k3/8/8/8/8/8/8/4KR2 w - - 0 1";
const PAWN_WINS: &str = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

/// Returns the folder of undamaged tables.
fn whole() -> PathBuf {
    common::carried("syzygy")
}

/// Creates a folder with copies of the files `names` of `whole`, for damaging.
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
fn all_undamaged_tables_are_used() {
    let folder = whole();
    let files = fs::read_dir(&folder).expect("a folder").count();
    let tables = open(&[&folder]).expect("tables");
    assert_eq!(tables.left_out(), [""; 0]);
    assert!(files >= 10 && tables.files() == files, "{} of {files}", tables.files());
}

/// A word of the expected message, and a function that damages the bytes of a file.
type Damage = (&'static str, fn(Vec<u8>) -> Vec<u8>);

const DAMAGES: [Damage; 12] = [
    ("empty", |_| Vec::new()),
    ("cut off", |bytes| bytes[..bytes.len() / 2].to_vec()),
    ("cut off", |bytes| bytes[..bytes.len() - 1].to_vec()),
    ("cut off", |bytes| bytes[..bytes.len() - 64].to_vec()),
    ("cut off", |bytes| bytes[..80].to_vec()),
    ("unfinished", |bytes| [&bytes[..bytes.len() / 2], &vec![0; bytes.len() - bytes.len() / 2][..]].concat()),
    ("not a Syzygy table", |bytes| vec![0; bytes.len()]),
    ("not a Syzygy table", |_| b"<html>404 Not Found</html>\n".repeat(20)),
    ("not a Syzygy table", |bytes| bytes.into_iter().rev().collect()),
    ("its head is wrong", |bytes| [&bytes[..4], &[0xff; 64][..], &bytes[68..]].concat()),
    ("its checksum is wrong", |bytes| [&bytes[..4000], &[0; 64][..], &bytes[4064..]].concat()),
    ("cut off", |bytes| [bytes, vec![0; 5]].concat()),
];

#[test]
fn a_damaged_table_is_left_out_by_name_and_the_others_are_used() {
    let folder = whole();
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

/// A word of the expected message, and a function that puts something else in the place of a file.
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
fn anything_but_a_file_is_left_out_by_name_and_the_others_are_used() {
    let folder = whole();
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
fn misnamed_tables_are_left_out_and_other_files_are_ignored() {
    let folder = whole();
    let copies = copies(&folder, &["KQvK.rtbw"]);
    fs::copy(folder.join("KQvK.rtbw"), copies.path().join("KQQQvKQQQ.rtbw")).expect("a copy");
    fs::copy(folder.join("KQvK.rtbw"), copies.path().join("copy of KQvK.rtbw")).expect("a copy");
    fs::write(copies.path().join("KQvK.rtbw.part"), "").expect("a file");
    let left_out = open(&[copies.path()]).expect("the others").left_out();
    assert_eq!(left_out.len(), 2, "{left_out:?}");
    assert!(left_out[0].starts_with("left out 'KQQQvKQQQ.rtbw': ") && left_out[1].contains("'copy of KQvK.rtbw'"));
}

#[test]
fn wdl_tables_are_used_without_their_dtz_tables() {
    let folder = whole();
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
        if let Report::Pv(line) = report {
            value = line.value;
        }
    });
    assert!(value >= WIN_BOUND, "{value}");
}

#[test]
fn a_folder_that_cannot_be_read_is_left_out_and_the_first_of_many_files_are_named() {
    let folder = whole();
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
    // An undamaged copy in another folder is used instead, whichever comes first.
    for folders in [[copies.path(), &folder], [&folder, copies.path()]] {
        assert!(is_known(&open(&folders).expect("tables"), QUEEN_WINS));
    }
    fs::write(copies.path().join(&names[0]), "damaged").expect("a file");
    let error = open(&[copies.path()]).err().expect("no table");
    let path = copies.path().to_string_lossy().into_owned();
    assert!(error.contains("no Syzygy tables") && error.contains(&path), "{error}");
    assert!(error.contains("'KBvK.rtbw': not a Syzygy table") && error.ends_with("left out 9 more"), "{error}");
}

/// One bit of a DTZ table tells the side to move. If it is wrong, a probe for the other side would not end.
#[test]
fn a_dtz_table_of_the_wrong_side_is_left_out() {
    let copies = copies(&whole(), &["KQvK.rtbw"]);
    let mut bytes = fs::read(common::carried("syzygy-pawns/KPvKP.rtbz")).expect("a table");
    bytes[30] ^= 1;
    fs::write(copies.path().join("KPvKP.rtbz"), bytes).expect("a file");
    let left_out = open(&[copies.path()]).expect("the other one").left_out();
    assert_eq!(left_out, ["left out 'KPvKP.rtbz': damaged: its head is wrong"]);
}

#[test]
fn damage_anywhere_in_a_small_file_is_detected() {
    let folder = whole();
    let mut random = Mt64::new(5489);
    for file in ["KPvK.rtbw", "KRRvK.rtbw", "KRvKB.rtbz", "KBvK.rtbz", "KQvKQ.rtbw", "KRvKR.rtbz"] {
        let copies = copies(&folder, &["KQvK.rtbw", file]);
        let whole = fs::read(folder.join(file)).expect("a table");
        for round in 0..100 {
            let mut bytes = whole.clone();
            let (from, to) = (below(&mut random, bytes.len()), below(&mut random, bytes.len()));
            match round % 3 {
                0 => bytes[from] ^= 1 << below(&mut random, 8),
                1 => bytes.truncate(from / 64 * 64 + 16),
                _ => bytes[from.min(to)..from.max(to)].iter_mut().for_each(|byte| *byte = random.next_u64() as u8),
            }
            let is_changed = bytes != whole;
            fs::write(copies.path().join(file), bytes).expect("a file");
            let left_out = open(&[copies.path()]).expect("one table").left_out();
            assert_eq!(left_out.len(), usize::from(is_changed), "{file} {round}: {left_out:?}");
        }
    }
}
