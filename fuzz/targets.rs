//! Fuzz targets: the readers of untrusted text and files, each a function of arbitrary bytes that must return.
//! libFuzzer drives them (`cargo +nightly fuzz run NAME` in the folder above), and so does `lab/tests/fuzz.rs`, with
//! its own mutations on a stable toolchain. Every input that made one fail stays among the seeds.

use std::io::{Cursor, sink};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use oxide88::position::Position;
use oxide88::search::Searcher;
use oxide88::uci::{self, Output, command};
use oxide88_lab::arena::{Book, Order, Roster};
use oxide88_lab::datagen::file::Reader;
use oxide88_lab::pgn;
use oxide88_lab::suite::epd;

/// A reader, its name and its seeds.
pub struct Target {
    /// The name of the libFuzzer target.
    pub name: &'static str,
    /// The reader.
    pub read: fn(&[u8]),
    /// Inputs to start from.
    pub seeds: &'static [&'static [u8]],
}

/// All fuzz targets.
pub const TARGETS: [Target; 9] = [
    Target {
        name: "command",
        read: command,
        seeds: &[
            b"position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
            b"go wtime 1000 btime 1000 winc 10 binc 10 movestogo 40 depth 5 nodes 100 mate 3 searchmoves e2e4 d2d4",
            b"setoption name Move Overhead value 50",
        ],
    },
    Target {
        name: "fen",
        read: fen,
        seeds: &[
            b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            b"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
            b"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 120",
            // Found by fuzzing: the number of plies overflowed.
            b"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 99999999999999",
        ],
    },
    Target {
        name: "option",
        read: option,
        seeds: &[b"Hash=64", b"SyzygyPath=/a:/b c", b"UCI_Chess960=true", b"Skill Level=20", b"Clear Hash="],
    },
    Target {
        name: "epd",
        read: epd,
        seeds: &[b"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\"; c0 \"Qg6=10\"; dm 3;\n"],
    },
    Target {
        name: "pgn",
        read: pgn,
        seeds: &[
            b"[Event \"?\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {a} (1. e3) Kd7 $1 2. e5 1/2-1/2\n\n1. Nf3 *\n",
            b"[White \"A \"B\" C\"]\r\n\r\n1. e2-e4+/= e7e5?! 2.Ng1f3 -- ; x\r\n{ open\r\n\r\n[Event \"\"]\r\n1.0-0 e8(Q) exd6e.p. 1:0",
        ],
    },
    Target {
        name: "roster",
        read: roster,
        seeds: &[b"[defaults.options]\nHash = 64\n[engine.a]\ncommand = \"x\"\nargs = [\"y\"]\noptions = { Threads = 1 }\nrating = 2000\n"],
    },
    Target { name: "hash_file", read: hash_file, seeds: &[b"Oxide88T\x02\0\0\0\x05\0\0\0\0\0\x01\0\0\0\0\x000.1.0\0\0\0\0\0\0\0\0\0\0\0"] },
    // One game of `datagen --games 1 --nodes 30`.
    Target { name: "datagen", read: datagen, seeds: &[include_bytes!("seeds/games.bin")] },
    Target { name: "book", read: book, seeds: &[b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\x05\0\0\0\0"] },
];

fn command(bytes: &[u8]) {
    let _ = command::parse(&String::from_utf8_lossy(bytes));
}

fn fen(bytes: &[u8]) {
    if let Ok(position) = Position::from_fen(&String::from_utf8_lossy(bytes)) {
        let fen = position.fen();
        let again = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(again.fen(), fen);
        assert_eq!(again.key(), position.key());
        for mv in position.legal_moves() {
            assert_eq!(position.parse_move(&position.move_text(mv, true)), Ok(mv), "{fen}");
        }
    }
}

fn option(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (name, value) = text.split_once('=').map_or((&*text, None), |(name, value)| (name, Some(value)));
    let _ = uci::check_option(name, value);
}

fn epd(bytes: &[u8]) {
    let _ = epd::parse(&String::from_utf8_lossy(bytes));
}

fn pgn(bytes: &[u8]) {
    with_file(".pgn", bytes, |path| drop(Book::load(path, false, Order::Random, 1)));
    for game in pgn::Reader::new(bytes).map_while(Result::ok) {
        let mut position = game.start.clone();
        for mv in game.moves() {
            assert!(position.is_pseudo_legal(mv) && position.is_legal(mv), "{game:?}");
            position.make(mv);
        }
    }
}

fn roster(bytes: &[u8]) {
    with_file(".toml", bytes, |path| drop(Roster::load(Some(path))));
}

fn hash_file(bytes: &[u8]) {
    with_file(".bin", bytes, |path| {
        if let Ok(mut searcher) = Searcher::with_hash(1) {
            let _ = searcher.load_hash(path, &AtomicBool::new(false));
        }
    });
}

fn datagen(bytes: &[u8]) {
    with_file(".bin", bytes, |path| {
        for game in Reader::open(path).into_iter().flatten().map_while(Result::ok) {
            for record in game.records {
                let _ = record.position();
            }
        }
    });
}

fn book(bytes: &[u8]) {
    with_file(".bin", bytes, |path| {
        let path = path.display();
        let dialogue = format!("setoption name OwnBook value true\nsetoption name BookFile value {path}\ngo nodes 1\n");
        uci::run(Cursor::new(format!("setoption name Hash value 1\n{dialogue}")), Arc::new(Output::new(sink())), false);
    });
}

fn with_file(suffix: &str, bytes: &[u8], read: impl FnOnce(&Path)) {
    let file = tempfile::Builder::new().suffix(suffix).tempfile().expect("a file");
    std::fs::write(file.path(), bytes).expect("a file");
    read(file.path());
}

/// Runs the target with this name on `bytes`.
#[allow(dead_code, reason = "for libFuzzer")]
pub fn run(name: &str, bytes: &[u8]) {
    TARGETS.iter().filter(|target| target.name == name).for_each(|target| (target.read)(bytes));
}
