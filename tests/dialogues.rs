//! Random dialogues with the command loop, compared with a model of it: every `go` is answered by one legal move, in
//! order, every `isready` and `uci` is answered, and no input, sensible or not, has other effects.
//! `OXIDE88_DIALOGUES=N` tries N dialogues instead of a few hundred, which also shows memory leaks.

mod common;

use std::cell::Cell;
use std::io::{self, Cursor, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use common::resident;
use oxide88::position::Position;
use oxide88::uci::{self, Output};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/3k4/8/8/8/KBN5 w - - 98 90",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
];

/// Valid settings, cheap enough to be tried often.
const SETTINGS: [&str; 22] = [
    "Hash value 1",
    "hash value 2",
    "Clear Hash",
    "Threads value 1",
    "Threads value 2",
    "MultiPV value 3",
    "MultiPV value 1",
    "Move Overhead value 0",
    "UCI_Chess960 value true",
    "UCI_Chess960 value false",
    "UCI_ShowWDL value true",
    "UCI_AnalyseMode value true",
    "Ponder value true",
    "UCI_LimitStrength value true",
    "UCI_LimitStrength value false",
    "UCI_Elo value 1400",
    "Skill Level value 3",
    "King Safety value 200",
    "King Safety value 100",
    "OwnBook value true",
    "SyzygyPath value <empty>",
    "UCI_EngineAbout value whatever you say",
];

/// Commands without arguments.
const PLAIN: [&str; 10] =
    ["uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "eval", "perft 1", "help", "register later"];

/// Lines that must change nothing.
const NONSENSE: [&str; 24] = [
    "setoption",
    "setoption name",
    "setoption name Hash value 0",
    "setoption name Hash value abc",
    "setoption name Threads value 99999999999999999999",
    "setoption name Style value Risky",
    "setoption name Load Hash",
    "setoption name BookFile value /no/such/book",
    "setoption name SyzygyPath value /no/such/folder",
    "setoption name HashFile value",
    "position",
    "position fen",
    "position fen hello world",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e7e5 nonsense",
    "position sideways",
    "go depth",
    "go depth xyz",
    "go movetime 1.5s",
    "go searchmoves",
    "perft x",
    "debug perhaps",
];

/// Allowed growth of memory in KiB: how much freed memory is still held depends on the allocator and on chance. Each
/// dialogue has threads of its own, for which glibc keeps up to eight arenas per processor.
const GROWTH: u64 = 24 * 1024;

/// A line of a dialogue.
#[derive(Clone, Debug)]
enum Say {
    Line(&'static str),
    Setting(&'static str),
    /// A position, and moves from there.
    Position(&'static str, Vec<Index>),
    /// The arguments of a search.
    Go(String),
    /// A search of these moves only.
    GoSearchmoves(Vec<Index>),
    Noise(String),
    Bytes(Vec<u8>),
}

/// Text before and after a line.
#[derive(Clone, Debug)]
struct Dress {
    before: &'static str,
    after: &'static str,
}

fn say() -> impl Strategy<Value = Say> {
    prop_oneof![
        4 => select(&PLAIN[..]).prop_map(Say::Line),
        1 => select(&["debug on", "debug off", "", "# go depth 9", "d unicode"][..]).prop_map(Say::Line),
        2 => select(&NONSENSE[..]).prop_map(Say::Line),
        2 => select(&SETTINGS[..]).prop_map(Say::Setting),
        4 => (select(&FENS[..]), prop::collection::vec(any::<Index>(), 0..30)).prop_map(|(fen, moves)| Say::Position(fen, moves)),
        4 => go().prop_map(Say::Go),
        1 => prop::collection::vec(any::<Index>(), 1..4).prop_map(Say::GoSearchmoves),
        1 => "[ -~]{0,60}".prop_filter("it says something", |text| !says_something(text)).prop_map(Say::Noise),
        1 => prop::collection::vec(any::<u8>().prop_filter("one line", |&byte| byte != b'\n'), 0..40)
            .prop_filter("it says something", |bytes| !says_something(&String::from_utf8_lossy(bytes)))
            .prop_map(Say::Bytes),
    ]
}

fn go() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..2000_u32).prop_map(|nodes| format!("nodes {nodes}")),
        (1..5_u32).prop_map(|depth| format!("depth {depth}")),
        (0..4_u32).prop_map(|time| format!("movetime {time}")),
        (-5..40_i32, 0..3_u32).prop_map(|(time, inc)| format!("wtime {time} btime {time} winc {inc} binc {inc}")),
        (0..3_u32).prop_map(|moves| format!("wtime 9 btime 9 movestogo {moves}")),
        Just("infinite".to_owned()),
        Just("ponder wtime 5 btime 5".to_owned()),
        Just("mate 1 nodes 500".to_owned()),
        Just("nonsense depth 1".to_owned()),
        Just(String::new()),
    ]
}

/// Returns whether the command loop may take a text for a command.
fn says_something(text: &str) -> bool {
    const KNOWN: [&str; 17] = [
        "uci",
        "debug",
        "isready",
        "register",
        "setoption",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "eval",
        "perft",
        "bench",
        "help",
        "\u{feff}",
    ];
    text.contains('\u{feff}') || text.split_whitespace().any(|word| KNOWN.contains(&word))
}

fn dress() -> impl Strategy<Value = Dress> {
    let before = select(&["", "", "", "  ", "\t", "joho ", "well then "][..]);
    let after = select(&["", "", "", "\r", "  ", "\t\r"][..]);
    (before, after).prop_map(|(before, after)| Dress { before, after })
}

/// The expected answers.
#[derive(Default)]
struct Expected {
    uci: usize,
    ready: usize,
    /// The position and the allowed moves of every search.
    searches: Vec<(Position, Vec<String>)>,
}

/// Writes the dialogue as text and plays its moves; returns the expected answers too.
fn write(dialogue: &[(Say, Dress)]) -> (Vec<u8>, Expected) {
    let mut text = b"setoption name Hash value 1\n".to_vec();
    let mut expected = Expected::default();
    let mut position = Position::start();
    for (say, dress) in dialogue {
        let mut put = |line: &str, is_protocol: bool| {
            let before = if is_protocol { dress.before } else { "" };
            text.extend(format!("{before}{line}{}\n", dress.after).bytes());
        };
        let legal = |position: &Position| -> Vec<String> {
            position.legal_moves().iter().map(|&mv| position.move_text(mv, true)).collect()
        };
        match say {
            Say::Line(line) => {
                expected.uci += usize::from(*line == "uci");
                expected.ready += usize::from(*line == "isready");
                put(line, ["uci", "isready", "stop", "ponderhit", "ucinewgame"].contains(line));
            }
            Say::Setting(setting) => put(&format!("setoption name {setting}"), true),
            Say::Position(fen, moves) => {
                position = Position::from_fen(fen).expect("a position");
                let mut line = format!("position fen {fen} moves");
                for index in moves {
                    let legal = position.legal_moves();
                    if legal.is_empty() {
                        break;
                    }
                    let mv = *index.get(&legal);
                    line = format!("{line} {}", position.move_text(mv, true));
                    position.make(mv);
                }
                put(&line, true);
            }
            Say::Go(words) => {
                expected.searches.push((position.clone(), legal(&position)));
                put(&format!("go {words}"), true);
            }
            Say::GoSearchmoves(indices) => {
                let legal = legal(&position);
                if !legal.is_empty() {
                    let moves: Vec<String> = indices.iter().map(|index| index.get(&legal).clone()).collect();
                    put(&format!("go nodes 300 searchmoves {}", moves.join(" ")), true);
                    expected.searches.push((position.clone(), moves));
                }
            }
            Say::Noise(noise) => put(noise, false),
            Say::Bytes(bytes) => {
                text.extend(bytes);
                text.push(b'\n');
            }
        }
    }
    (text, expected)
}

/// A shared buffer for the engine's output.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a dialogue and compares the answers with the expected ones.
fn listen(dialogue: &[(Say, Dress)]) -> Result<(), TestCaseError> {
    let (text, expected) = write(dialogue);
    let page = Page::default();
    uci::run(Cursor::new(text), Arc::new(Output::new(page.clone())), false);
    let heard = String::from_utf8_lossy(&page.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned();
    let count = |wanted: &str| heard.lines().filter(|&line| line == wanted).count();
    prop_assert_eq!(count("uciok"), expected.uci);
    prop_assert_eq!(count("readyok"), expected.ready);
    prop_assert!(!heard.contains("failed"), "{}", heard);
    let answers: Vec<&str> = heard.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    prop_assert_eq!(answers.len(), expected.searches.len(), "{}", heard);
    for (answer, (position, allowed)) in answers.iter().zip(&expected.searches) {
        let mut words = answer.split(' ');
        let best = words.next().unwrap_or_default();
        if allowed.is_empty() {
            prop_assert_eq!(best, "(none)");
            continue;
        }
        let Ok(mv) = position.parse_move(best) else {
            return Err(TestCaseError::fail(format!("{best} in {}", position.fen())));
        };
        prop_assert!(allowed.contains(&position.move_text(mv, true)), "{} is none of {:?}", best, allowed);
        if let (Some("ponder"), Some(reply)) = (words.next(), words.next()) {
            let mut after = position.clone();
            after.make(mv);
            prop_assert!(after.parse_move(reply).is_ok(), "ponder {} after {} in {}", reply, best, position.fen());
        }
    }
    Ok(())
}

#[test]
fn every_command_is_answered_whatever_comes_between() {
    let cases: u32 = std::env::var("OXIDE88_DIALOGUES").ok().and_then(|number| number.parse().ok()).unwrap_or(300);
    let lines = Cell::new(0);
    let talk = |cases| {
        let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
        let dialogues = prop::collection::vec((say(), dress()), 1..60);
        let result = runner.run(&dialogues, |dialogue| {
            lines.set(lines.get() + dialogue.len() as u64);
            listen(&dialogue)
        });
        result.unwrap_or_else(|error| panic!("{error}"));
        resident(process::id())
    };
    // One-time allocations are done after the first part.
    let warmup = cases.div_ceil(4);
    let before = talk(warmup);
    let after = talk(cases - warmup);
    println!("{cases} dialogues of {} lines, {before:?} and then {after:?} KiB", lines.get());
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after <= before + GROWTH, "{before} KiB after {warmup} dialogues, {after} KiB after {cases}");
    }
}
