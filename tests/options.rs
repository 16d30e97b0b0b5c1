//! Options of the built engine: accepted values, refused values, and their effects.

mod common;
mod dialogue;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::carried;
use common::patience::{ever_within, time_of};
use dialogue::{Engine, scored};

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

/// Returns the number after `word` in the last scored line.
fn last_number(lines: &[String], word: &str) -> i64 {
    let last = scored(lines).pop().expect("a scored line");
    let number = last.split_once(&format!(" {word} ")).and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    number.unwrap_or_else(|| panic!("no number after {word}: {last}"))
}

#[test]
fn bad_options_are_quoted() {
    let mut engine = Engine::start();
    engine.refuses("setoption name Playing Style value 3", "'Playing Style'");
    engine.refuses("setoption name Hash value 999999999", "'999999999'");
    engine.refuses("setoption name Hash value 0", "'0'");
    engine.refuses("setoption name Threads value -1", "'-1'");
    engine.refuses("setoption name Hash value abc", "'abc'");
    engine.refuses("setoption name MultiPV", "MultiPV");
    engine.refuses("setoption name Ponder value maybe", "'maybe'");
    engine.refuses("setoption Hash 3", "'Hash'");
}

/// Returns the nodes of the second of two equal searches, with `lines` in between that get `answers` answers.
fn nodes_again(lines: &[&str], answers: usize) -> i64 {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 4");
    engine.go("depth 14");
    let told: Vec<String> = lines.iter().flat_map(|line| engine.ask(line)).collect();
    assert_eq!(told.len(), answers, "{told:?}");
    last_number(&engine.go("depth 14"), "nodes")
}

#[test]
fn the_table_is_cleared_on_request_and_stays_when_a_size_is_refused() {
    let known = nodes_again(&[], 0);
    let refused = ["999999999", "0", "abc", "-1"].map(|size| format!("setoption name Hash value {size}"));
    assert_eq!(nodes_again(&refused.each_ref().map(String::as_str), 4), known);
    assert_eq!(nodes_again(&["setoption name Hash value 4"], 0), known, "the same size");
    let fresh = nodes_again(&["setoption name Hash value 5", "setoption name Hash value 4"], 0);
    // A search is deterministic. With another table content it visits other nodes, though not always more.
    assert_ne!(fresh, known, "nodes with a new table and with the old");
    assert_eq!(nodes_again(&["setoption name Clear Hash"], 0), fresh);
}

#[test]
fn valid_options_are_accepted_silently_in_any_case() {
    let mut engine = Engine::start();
    for line in [
        "setoption name Hash value 16",
        "setoption name hash value 8",
        "setoption name Clear Hash",
        "setoption name  MOVE  OVERHEAD  value  50",
        "setoption name UCI_Chess960 value true",
        "setoption name Ponder value false\r",
    ] {
        assert_eq!(engine.ask(line), [""; 0], "{line}");
    }
}

#[test]
fn the_debug_log_file_has_all_lines_in_both_directions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a log.txt");
    let mut engine = Engine::start();
    engine.refuses(format!("setoption name Debug Log File value {}", folder.path().display()), "Debug Log File");
    assert_eq!(engine.ask(format!("setoption name Debug Log File value {}", path.display())), [""; 0]);
    engine.go("depth 1");
    engine.ask("perft 1");
    assert_eq!(engine.ask("setoption name Debug Log File value <empty>"), [""; 0]);
    engine.go("depth 2");
    let log = std::fs::read_to_string(&path).expect("a log");
    let has = |text: &str| log.lines().any(|line| line.contains(text));
    assert!(has(" < isready") && has(" > readyok") && has(" < go depth 1") && has(" > bestmove "), "{log}");
    assert!(has(" > e2e4: 1") && has(" > Nodes searched: 20"), "{log}");
    assert!(!has("depth 2"), "{log}");
    // A log file that exists is continued.
    assert_eq!(engine.ask(format!("setoption name Debug Log File value {}", path.display())), [""; 0]);
    engine.go("depth 3");
    let longer = std::fs::read_to_string(&path).expect("a log");
    assert!(longer.starts_with(&log) && longer.contains(" < go depth 3"), "{longer}");
    // A file of another kind stays as it is.
    let other = folder.path().join("games.pgn");
    std::fs::write(&other, "[Event \"?\"]\n").expect("a file");
    engine.refuses(format!("setoption name Debug Log File value {}", other.display()), "something else than a log");
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), "[Event \"?\"]\n");
}

#[test]
fn debug_shows_statistics_of_the_hash_tables() {
    let mut engine = Engine::start();
    let told = |lines: &[String], table: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("info string {table} table: ")));
        line.map(|line| line.split(' ').next().and_then(|probes| probes.parse::<u64>().ok()).expect("a number"))
    };
    assert_eq!(told(&engine.go("depth 5"), "transposition"), None);
    assert_eq!(engine.ask("debug on"), [""; 0]);
    let [first, second] = [6, 7].map(|depth| engine.go(&format!("depth {depth}")));
    assert!(told(&first, "transposition") > Some(100) && told(&first, "pawn") > Some(10), "{first:?}");
    // The statistics cover only this search.
    let nodes = second.iter().filter_map(|line| line.split_once(" nodes ")?.1.split(' ').next()?.parse().ok()).max();
    assert!(nodes.is_some() && told(&second, "transposition") <= nodes, "{second:?}");
    assert_eq!(engine.ask("debug off"), [""; 0]);
    assert_eq!(told(&engine.go("depth 5"), "pawn"), None);
}

#[test]
fn strength_can_be_limited_and_restored() {
    let mut engine = Engine::start();
    let mut nodes = |line: &str| {
        assert_eq!(engine.ask(line), [""; 0], "{line}");
        assert_eq!(engine.ask("ucinewgame"), [""; 0]);
        assert_eq!(engine.ask("position startpos"), [""; 0]);
        let lines = engine.go("depth 7");
        let nodes = |line: &String| line.split_once(" nodes ")?.1.split(' ').next()?.parse::<u64>().ok();
        lines.iter().filter_map(nodes).next_back().expect("nodes")
    };
    let full = nodes("setoption name UCI_Elo value 1100");
    let limited = nodes("setoption name UCI_LimitStrength value true");
    assert!(limited < 200 && full > 5 * limited, "{limited} of {full}");
    assert!(nodes("setoption name UCI_Elo value 2400") > limited);
    assert!(nodes("setoption name UCI_Elo value 1000") < 200);
    assert_eq!(nodes("setoption name UCI_AnalyseMode value true"), full);
    assert!(nodes("setoption name UCI_AnalyseMode value false") < 200);
    assert_eq!(nodes("setoption name UCI_LimitStrength value false"), full);
    assert!(nodes("setoption name Skill Level value 0") < 200);
    assert_eq!(nodes("setoption name Skill Level value 20"), full);
    engine.refuses("setoption name UCI_Elo value 999", "'999'");
    engine.refuses("setoption name Skill Level value 21", "'21'");
}

#[test]
fn tablebases_are_found_and_probed() {
    let mut engine = Engine::start();
    engine.refuses("setoption name SyzygyPath value /no/such/folder", "'/no/such/folder'");
    let folder = carried("syzygy");
    let answer = engine.ask(format!("setoption name SyzygyPath value {}", folder.display()));
    assert!(answer.len() == 1 && answer[0].contains("tables of up to 4 pieces"), "{answer:?}");
    engine.send("position fen 8/8/8/3k4/8/8/8/KRR5 w - - 0 1");
    let lines = engine.go("depth 2");
    let last = *scored(&lines).last().expect("a scored line");
    assert!(last.contains(" score cp 20000 ") && !last.contains(" tbhits 0 "), "{last}");
    assert_eq!(engine.ask("setoption name SyzygyPath value <empty>"), [""; 0]);
    let lines = engine.go("depth 2");
    assert!(scored(&lines).iter().all(|line| line.contains(" tbhits 0 ")), "{lines:?}");
}

#[test]
fn a_damaged_tablebase_file_is_named_and_the_others_are_used() {
    let folder = carried("syzygy");
    let copies = tempfile::tempdir().expect("a folder");
    std::fs::copy(folder.join("KQvK.rtbw"), copies.path().join("KQvK.rtbw")).expect("a copy");
    std::fs::write(copies.path().join("KRvK.rtbw"), "").expect("a file");
    let mut engine = Engine::start();
    let answer = engine.ask(format!("setoption name SyzygyPath value {}", copies.path().display()));
    let expected = ["info string left out 'KRvK.rtbw': empty", "info string 1 Syzygy tables of up to 3 pieces"];
    assert_eq!(answer, expected);
    engine.send("position fen 4k3/8/8/8/8/8/8/4KQ2 w - - 0 1");
    assert!(scored(&engine.go("depth 2")).iter().any(|line| line.contains(" score cp 20000 ")));
}

#[test]
fn tablebases_are_probed_as_the_options_say() {
    let mut engine = Engine::start();
    engine.send(format!("setoption name SyzygyPath value {}", carried("syzygy").display()));
    engine.until("info string ");
    let mut with = |fen: &str, option: &str, word: &str| {
        assert_eq!(engine.ask(format!("setoption name {option}")), [""; 0]);
        engine.send("ucinewgame");
        engine.send(format!("position fen {fen}"));
        last_number(&engine.go("depth 2"), word)
    };
    // Four pieces, and five of which one can be captured; the largest tables have four.
    let (four, five) = ("8/8/8/3k4/8/8/8/KRR5 w - - 0 1", "8/8/4k3/8/8/1b6/8/KR1R4 w - - 0 1");
    assert_eq!(with(four, "SyzygyProbeLimit value 2", "tbhits"), 0);
    assert!(with(four, "SyzygyProbeLimit value 4", "tbhits") > 0);
    assert!(with(five, "SyzygyProbeDepth value 1", "tbhits") > 0);
    assert_eq!(with(five, "SyzygyProbeDepth value 100", "tbhits"), 0);
    // The mate takes more moves than the fifty-move rule leaves.
    let late = "8/8/8/3k4/8/8/8/KR6 w - - 80 90";
    assert_eq!(with(late, "Syzygy50MoveRule value true", "cp"), 1);
    assert_eq!(with(late, "Syzygy50MoveRule value false", "cp"), 20_000);
}

#[test]
fn the_overhead_is_subtracted_from_the_time_of_a_move() {
    let mut engine = Engine::start();
    let mut time_with = |overhead: u32, words: &str| {
        engine.send(format!("setoption name Move Overhead value {overhead}"));
        time_of(|| engine.go(words))
    };
    let without = time_with(0, "movetime 500");
    assert!(without >= Duration::from_millis(500), "{without:?}");
    ever_within(Duration::from_millis(1450), "movetime 1500 with an overhead of 700", || {
        let with = time_with(700, "movetime 1500");
        assert!(with >= Duration::from_millis(800), "{with:?}");
        with
    });
}

/// Polyglot's published key of the start position.
const START_KEY: u64 = 0x463b_9618_1691_fc9c;

/// Writes a book in Polyglot's format with one move per key.
fn book(folder: &Path, moves: &[(u64, &str)]) -> PathBuf {
    let path = folder.join("a book.bin");
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    let record = |&(key, mv): &(u64, &str)| {
        let digits = mv.bytes().map(|byte| u16::from(byte - if byte.is_ascii_digit() { b'1' } else { b'a' }));
        let [from_file, from_rank, to_file, to_rank] = digits.collect::<Vec<_>>()[..] else { panic!("{mv}") };
        let mut record = key.to_be_bytes().to_vec();
        record.extend((from_rank << 9 | from_file << 6 | to_rank << 3 | to_file).to_be_bytes());
        // Weight 1, then the learn field.
        record.extend([0, 1, 0, 0, 0, 0]);
        record
    };
    std::fs::write(&path, moves.iter().flat_map(record).collect::<Vec<u8>>()).expect("a file");
    path
}

#[test]
fn opening_moves_come_from_the_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = Engine::start();
    engine.refuses("setoption name BookFile value /no/such/book.bin", "'/no/such/book.bin'");
    let path = book(folder.path(), &[(START_KEY, "a2a4")]);
    assert_eq!(engine.ask(format!("setoption name BookFile value {}", path.display())), [""; 0]);
    let is_from_book = |lines: &[String]| lines == ["info string book a2a4 100 %", "bestmove a2a4"];
    assert!(!is_from_book(&engine.go("depth 1")));
    engine.send("setoption name OwnBook value true");
    for words in ["depth 1", "movetime 10", "wtime 100 btime 100", "nodes 10"] {
        assert!(is_from_book(&engine.go(words)), "{words}");
    }
    // These searches do not ask for a move to play in a game.
    for words in ["depth 1 searchmoves e2e4", "mate 1 depth 1"] {
        assert!(!is_from_book(&engine.go(words)), "{words}");
    }
    engine.send("setoption name UCI_AnalyseMode value true");
    assert!(!is_from_book(&engine.go("depth 1")));
    engine.send("setoption name UCI_AnalyseMode value false");
    // The start position again, but at move 3, beyond the limit for the book.
    engine.send("setoption name BookDepth value 2");
    engine.send("position startpos moves g1f3 g8f6 f3g1 f6g8");
    assert!(!is_from_book(&engine.go("depth 1")));
    engine.send("setoption name BookDepth value 3");
    assert!(is_from_book(&engine.go("depth 1")));
    engine.send("setoption name BookFile value <empty>");
    assert!(!is_from_book(&engine.go("depth 1")));
}

#[test]
fn a_book_of_several_positions_is_followed() {
    // The keys are Polyglot's published ones.
    let line = [
        (START_KEY, "e2e4"),
        (0x823c_9b50_fd11_4196, "d7d5"),
        (0x0756_b944_61c5_0fb0, "e4e5"),
        (0x662f_afb9_65db_29d4, "f7f5"),
        (0x22a4_8b5a_8e47_ff78, "e5f6"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = Engine::start();
    engine.send(format!("setoption name BookFile value {}", book(folder.path(), &line).display()));
    engine.send("setoption name OwnBook value true");
    let mut game = String::new();
    for (_, mv) in line {
        engine.send(format!("position startpos moves{game}"));
        assert_eq!(engine.go("depth 1"), [format!("info string book {mv} 100 %"), format!("bestmove {mv}")]);
        game = format!("{game} {mv}");
    }
    engine.send(format!("position startpos moves{game}"));
    assert!(!scored(&engine.go("depth 1")).is_empty(), "the book has ended");
}

#[test]
fn a_saved_hash_table_outlives_the_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a table");
    let nodes_to_depth_10 = |lines: &[String]| -> u64 {
        let last = lines.iter().rfind(|line| line.starts_with("info depth 10 ")).expect("a line");
        let (_, nodes) = last.split_once(" nodes ").expect("nodes");
        nodes.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    // Saving and loading end with a message; until then the engine accepts other commands.
    let told = |engine: &mut Engine, button: &str| {
        engine.send(format!("setoption name {button} Hash"));
        engine.until("info string ").pop().expect("a line")
    };
    let start = |hash: u32| {
        let mut engine = Engine::start();
        engine.send(format!("setoption name Hash value {hash}"));
        engine.refuses("setoption name Save Hash", "HashFile");
        engine.send(format!("setoption name HashFile value {}", path.display()));
        engine
    };
    let mut yesterday = start(2);
    assert!(told(&mut yesterday, "Load").contains("a table'"));
    // Deeper than today's search, so that the table saves more nodes than another move order may cost.
    let cold = nodes_to_depth_10(&yesterday.go("depth 14"));
    assert!(told(&mut yesterday, "Save").contains("saved"));
    let mut today = start(2);
    assert!(told(&mut today, "Load").contains("loaded"));
    let warm = nodes_to_depth_10(&today.go("depth 10"));
    assert!(4 * warm < 3 * cold, "{warm} nodes with the table, {cold} without");
    assert!(told(&mut start(4), "Load").contains("set Hash to 2 first"));
    std::fs::write(&path, "something else").expect("a file");
    assert!(told(&mut today, "Load").contains("not a hash table"));
}

#[test]
fn wdl_comes_with_every_score_if_requested() {
    let mut engine = Engine::start();
    assert!(!engine.go("depth 3").iter().any(|line| line.contains(" wdl ")));
    engine.send("setoption name UCI_ShowWDL value true");
    for line in scored(&engine.go("depth 3")) {
        let (_, chances) = line.split_once(" wdl ").expect("chances");
        let chances: Vec<u32> = chances.split(' ').map_while(|number| number.parse().ok()).collect();
        assert!(chances.len() == 3 && chances.iter().sum::<u32>() == 1000, "{line}");
    }
    engine.send(format!("position fen {BACK_RANK}"));
    assert!(scored(&engine.go("depth 3")).iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 ")));
}

#[test]
fn the_material_option_scales_the_value_of_material() {
    let mut engine = Engine::start();
    // White's advantage is material only.
    engine.send("position fen 4k3/pppp4/8/8/8/8/4PPPP/3QK3 w - - 0 1");
    let mut value_with = |material: u32| {
        engine.send(format!("setoption name Material value {material}"));
        last_number(&engine.go("depth 1"), "cp")
    };
    let usual = value_with(100);
    assert!(value_with(0) < usual - 500 && value_with(200) > usual + 500);
    assert_eq!(value_with(100), usual);
}

#[test]
fn each_evaluation_option_scales_the_part_it_is_named_after() {
    const DIALS: [&str; 4] = ["Mobility", "King Safety", "Pawn Structure", "Passed Pawns"];
    // In each position the sides differ only, or nearly only, in the feature that the move changes.
    let positions = [
        ("k6n/5ppp/8/8/8/8/5PPP/K1N5 w - - 0 1", "c1d3"),
        ("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "g1f1"),
        ("4k3/ppp5/8/8/8/P7/P1P5/4K3 w - - 0 1", "a3a4"),
        ("6k1/2p2ppp/8/P7/8/8/5PPP/6K1 w - - 0 1", "a5a6"),
    ];
    let mut engine = Engine::start();
    for (index, (fen, mv)) in positions.into_iter().enumerate() {
        engine.send(format!("position fen {fen}"));
        let effects = DIALS.map(|dial| {
            let [least, most, usual] = [0, 400, 100].map(|percent| {
                engine.send(format!("setoption name {dial} value {percent}"));
                last_number(&engine.go(&format!("depth 1 searchmoves {mv}")), "cp")
            });
            // Three times as large as the first step, the second one may be seen where rounding hides the first.
            if usual != least || (most - usual).abs() > 3 {
                assert_eq!((usual - least).signum(), (most - usual).signum(), "{dial}: {least} {usual} {most}");
            }
            (most - least).abs()
        });
        let others = effects.iter().sum::<i64>() - effects[index];
        assert!(effects[index] > 20 + 4 * others, "{}: {effects:?}", DIALS[index]);
    }
}
