//! Dialogues with the built engine: its answers, its refusals, and its survival of any input.

mod common;
mod dialogue;

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::patience::{end_of, pause, time_of, within};
use dialogue::{ENGINE, Engine, best_moves, pipe, scored};

const FINE: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

#[test]
fn uci_is_answered_with_names_and_options_and_nothing_else() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert_eq!(lines[0], concat!("id name Oxide88 ", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[1], "id author the Oxide88 developers");
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
    assert!(lines.contains(&"option name Hash type spin default 64 min 1 max 1048576".to_owned()));
    let names: BTreeSet<&str> = lines.iter().filter_map(|line| line.split(" type ").next()).collect();
    assert_eq!(names.len(), lines.len(), "each option is declared once");
}

#[test]
fn unknown_commands_are_quoted() {
    let mut engine = Engine::start();
    engine.refuses("xboard", "'xboard'");
    engine.refuses("debug perhaps", "'perhaps'");
    engine.refuses("perft x", "'x'");
}

#[test]
fn unknown_words_before_a_command_are_named_and_skipped() {
    let mut engine = Engine::start();
    engine.send("joho isready");
    assert_eq!([engine.next_line(), engine.next_line()], ["info string ignored 'joho'", "readyok"]);
    assert_eq!(engine.ask("joho debug on"), ["info string ignored 'joho'"]);
    assert!(engine.go("depth 1").iter().any(|line| line.starts_with("info string Limits")));
    engine.refuses("joho d", "'joho'");
}

#[test]
fn there_is_nothing_to_register() {
    let mut engine = Engine::start();
    for line in ["register later", "register name Stefan MK code 4359874324"] {
        let answer = engine.ask(line);
        assert!(answer.len() == 1 && answer[0].starts_with("info string "), "{answer:?}");
    }
}

#[test]
fn empty_lines_and_comments_are_ignored() {
    let mut engine = Engine::start();
    for line in ["", "   ", "# a note", "\r"] {
        assert_eq!(engine.ask(line), [""; 0]);
    }
}

/// Malformed FENs and FENs of illegal positions, each with a word of the expected message.
const BAD_FENS: [(&str, &str); 43] = [
    ("hello world", "board"),
    ("-", "board"),
    ("w KQkq - 0 1", "board"),
    ("//////// w - - 0 1", "board"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("rnbqkbnr/pppppppp/44p/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("♜♞♝♛♚♝♞♜/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("rnbqkbnr/pppppppp/٨/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "empty board"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "missing king"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "missing king"),
    ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "too many kings"),
    ("k7/8/8/8/8/8/8/KK6 b - - 0 1", "too many kings"),
    ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawns on backrank"),
    ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "pawns on backrank"),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "pawns on backrank"),
    ("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "another variant"),
    ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "White has more than 16 pieces"),
    ("rnbqkbnr/pppppppp/q7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Black has more than 16 pieces"),
    ("QQQQQQQQ/QQQQQQQQ/Q7/8/8/8/8/k6K w - - 0 1", "White has more than 16 pieces"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1", "another variant"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Qq w KQkq - 0 1", "another variant"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", "another variant"),
    ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "opposite check"),
    ("4k3/4r3/8/8/8/8/8/4K3 b - - 0 1", "opposite check"),
    ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "opposite check"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "turn"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "turn"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ - 0 1", "castling"),
    ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "castling"),
    ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", "ep square"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq zz 0 1", "ep square"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", "halfmove"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "halfmove"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -1", "fullmove"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1.5", "fullmove"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2", "invalid fen"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ½ 1", "halfmove"),
];

#[test]
fn bad_positions_are_quoted_with_the_reason_and_the_last_good_one_stays() {
    let mut engine = Engine::start();
    engine.send(format!("position fen {FINE} moves a1b1"));
    for (fen, reason) in BAD_FENS {
        engine.refuses(format!("position fen {fen}"), &format!("'{fen}'"));
        engine.refuses(format!("position fen {fen} moves e2e4"), reason);
    }
    engine.refuses("position", "startpos");
    engine.refuses("position fen", "FEN");
    engine.refuses("position startpos e2e4", "'e2e4'");
    engine.refuses(format!("position fen {}", "x".repeat(100_000)), "xxx...'");
    assert_eq!(engine.fen(), "8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - 1 1");
}

#[test]
fn sloppy_fens_are_read_as_meant() {
    let mut engine = Engine::start();
    for (fen, expected) in [
        ("8/8/8/8/8/8/8/K1k5", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),
        ("8/8/8/8/8/8/8/K1k5 b", "8/8/8/8/8/8/8/K1k5 b - - 0 1"),
        ("8/8/8/8/8/8/8/K1k5 b - -", "8/8/8/8/8/8/8/K1k5 b - - 0 1"),
        ("8/8/8/8/8/8/8/K1k5 w - - 7 0", "8/8/8/8/8/8/8/K1k5 w - - 7 1"),
        // No pawn can capture on that square.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ] {
        assert_eq!(engine.ask(format!("position fen {fen}")), [""; 0], "{fen}");
        assert_eq!(engine.fen(), expected);
    }
}

#[test]
fn a_list_with_an_illegal_move_is_refused_as_a_whole() {
    let mut engine = Engine::start();
    engine.refuses("position startpos moves e2e4 e7e5 e1e5 d7d5", "'e1e5'");
    engine.refuses("position startpos moves e2e4 nonsense", "'nonsense'");
    engine.refuses("position startpos moves e2e4 0000", "'0000'");
    engine.refuses("position startpos moves e7e8q", "'e7e8q'");
}

#[test]
fn line_ends_tabs_and_leading_blanks_do_no_harm() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("  \tposition   startpos  moves\te2e4\r"), [""; 0]);
    assert_eq!(engine.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.send("\t isready \r");
    assert_eq!(engine.next_line(), "readyok");
}

#[test]
fn lines_that_are_long_or_not_text_do_no_harm() {
    let mut engine = Engine::start();
    engine.refuses("y".repeat(100_000), "yyy...'");
    engine.refuses(format!("position startpos moves {}", "e2e4 ".repeat(20_000)), "'e2e4'");
    engine.refuses(b"\xff\xfe\x80", "'ÿþ\\u{80}'");
    engine.refuses(b"is\0ready", "'is\\u{0}ready'");
    engine.refuses(b"setoption name Hash value \xff", "'ÿ'");
}

/// Sends a line of `length` bytes in pieces.
fn send_long_line(engine: &mut Engine, length: usize) {
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..length >> 20 {
        engine.send_bytes(&piece);
    }
    engine.send("");
}

#[test]
fn a_line_longer_than_any_command_is_refused_once_and_not_kept() {
    let mut engine = Engine::start();
    engine.ask("");
    let before = common::resident(engine.id());
    send_long_line(&mut engine, 64 << 20);
    let answer = engine.ask("");
    assert_eq!(answer.len(), 1, "{answer:?}");
    let message = &answer[0];
    assert!(
        message.starts_with("info string ") && message.contains("1048576") && message.contains("'xxx"),
        "{message}"
    );
    assert!(message.len() < 400, "{message}");
    if let (Some(before), Some(after)) = (before, common::resident(engine.id())) {
        assert!(after < before + 4096, "{before} KiB before, {after} KiB after");
    }
}

#[test]
fn the_end_of_input_within_a_long_line_ends_the_engine() {
    for length in [1000, 2 << 20] {
        let lines = pipe(&format!("position startpos moves e2e4\n{}", "x".repeat(length)));
        assert!(lines.len() == 1 && lines[0].contains("'xxx"), "{lines:?}");
    }
}

#[test]
fn the_memory_of_long_games_is_freed() {
    let mut engine = Engine::start();
    engine.ask("");
    let Some(before) = common::resident(engine.id()) else { return };
    // Nearly the longest line; the last one has an error at its end.
    let game = format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(52_000));
    for end in ["", "", "e2e5"] {
        let answer = engine.ask(format!("{game}{end}"));
        assert_eq!(answer.len(), usize::from(!end.is_empty()), "{answer:?}");
    }
    assert!(engine.fen().ends_with(" 104001"));
    engine.ask("position startpos");
    let after = common::resident(engine.id()).unwrap_or(0);
    assert!(after < before + 8192, "{before} KiB before, {after} KiB after");
}

#[test]
fn the_longest_games_are_set_up_at_once() {
    let mut engine = Engine::start();
    for plies in [400, 1200, 6000] {
        let game = "g1f3 g8f6 f3g1 f6g8 ".repeat(plies / 4);
        within(Duration::from_secs(2), "position", || {
            time_of(|| assert_eq!(engine.ask(format!("position startpos moves {game}")), [""; 0]))
        });
        assert!(engine.fen().ends_with(&format!(" {plies} {}", plies / 2 + 1)));
        assert_eq!(best_moves(&engine.go("depth 2")).len(), 1);
    }
}

#[test]
fn a_malformed_go_is_refused() {
    let mut engine = Engine::start();
    engine.refuses("go depth xyz", "'xyz'");
    engine.refuses("go depth", "depth");
    engine.refuses("go wtime btime 100", "'btime'");
    engine.refuses("go searchmoves", "searchmoves");
}

#[test]
fn without_a_legal_searchmove_the_answer_is_none() {
    let mut engine = Engine::start();
    for words in ["searchmoves 0000", "depth 3 searchmoves e2e5 e7e5"] {
        let lines = engine.go(words);
        assert!(lines[0].starts_with("info string ") && lines[0].contains(words.rsplit(' ').next().expect("a move")));
        assert_eq!(best_moves(&lines), ["(none)"]);
    }
    engine.send("go infinite searchmoves 0000");
    assert!(best_moves(&engine.ask("isready")).is_empty());
    engine.send("stop");
    assert_eq!(best_moves(&engine.until("bestmove")), ["(none)"]);
}

#[test]
fn negative_and_zero_times_are_searched() {
    let mut engine = Engine::start();
    for words in ["wtime -100 btime -100", "wtime 0 btime 0", "movetime -1", "movetime 0", "depth 0"] {
        let mut lines = Vec::new();
        within(Duration::from_secs(2), words, || time_of(|| lines = engine.go(words)));
        let strings: Vec<_> = lines.iter().filter(|line| line.starts_with("info string")).collect();
        assert_eq!(strings.len(), 1, "{lines:?}");
        assert!(strings[0].contains(words.split(' ').nth(1).expect("a number")), "{lines:?}");
        assert_ne!(best_moves(&lines), ["(none)"]);
    }
    assert_eq!(best_moves(&engine.go("winc 100 binc 100")).len(), 1);
    assert_eq!(best_moves(&engine.go("wtime 99999999999999999999 movetime 10")).len(), 1);
}

#[test]
fn a_search_reports_scored_lines_and_then_its_best_move() {
    let mut engine = Engine::start();
    let lines = engine.go("depth 5");
    let last = *scored(&lines).last().expect("a scored line");
    assert!(last.starts_with("info depth 5 seldepth "), "{last}");
    for word in [" multipv 1 ", " score cp ", " nodes ", " nps ", " hashfull ", " tbhits ", " time ", " pv "] {
        assert!(last.contains(word), "{word}: {last}");
    }
    let first_of_pv = last.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
    assert_eq!(best_moves(&lines).first().copied(), first_of_pv);
}

#[test]
fn a_scored_line_comes_before_the_best_move_however_short_the_time() {
    let mut engine = Engine::start();
    for words in ["movetime 1", "nodes 1", "wtime 1 btime 1"] {
        assert!(!scored(&engine.go(words)).is_empty(), "{words}");
    }
}

#[test]
fn the_last_line_has_the_totals_of_the_search() {
    let mut engine = Engine::start();
    let number = |line: &str, word: &str| {
        let number = line.split(&format!(" {word} ")).nth(1).and_then(|rest| rest.split(' ').next());
        number.and_then(|number| number.parse::<u64>().ok()).expect("a number")
    };
    for (threads, lines) in [(1, 1), (1, 3), (2, 1)] {
        engine.send(format!("setoption name Threads value {threads}"));
        engine.send(format!("setoption name MultiPV value {lines}"));
        engine.send("ucinewgame");
        let answer = engine.go("movetime 300");
        let last = *scored(&answer).last().expect("a scored line");
        assert!(answer[answer.len() - 2] == *last, "nothing comes between it and the best move");
        assert!(number(last, "time") >= 250, "{last}");
        let first = last.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
        assert!(lines > 1 || first == best_moves(&answer).first().copied(), "{answer:?}");
        // A search that ends with an iteration does not say it twice.
        engine.send("ucinewgame");
        let answer = engine.go("depth 5");
        let of_depth = scored(&answer).iter().filter(|line| line.starts_with("info depth 5 ")).count();
        assert!(of_depth == lines || threads > 1, "{answer:?}");
    }
    engine.send("setoption name Threads value 1");
    engine.send("ucinewgame");
    let answer = engine.go("nodes 30000");
    let told = number(scored(&answer).last().expect("a scored line"), "nodes");
    assert!((29_000..=31_000).contains(&told), "{told}");
}

#[test]
fn draws_by_rule_are_certain() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_ShowWDL value true");
    for (fen, is_certain) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KB3/8/8 b - - 0 1", true),
        (STALEMATE, true),
        ("8/8/4k3/8/8/3KR3/8/8 b - - 100 90", true),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
    ] {
        engine.send(format!("position fen {fen}"));
        let answer = engine.go("depth 4");
        let lines = scored(&answer);
        assert!(
            !lines.is_empty() && lines.iter().all(|line| line.contains(" wdl 0 1000 0 ") == is_certain),
            "{lines:?}"
        );
    }
}

/// Returns the node counts in the scored lines.
fn nodes(lines: &[String]) -> Vec<u64> {
    let nodes = |line: &&String| line.split_once(" nodes ")?.1.split(' ').next()?.parse().ok();
    scored(lines).iter().filter_map(nodes).collect()
}

#[test]
fn nodes_are_counted_almost_exactly() {
    let mut engine = Engine::start();
    let unlimited = nodes(&engine.go("depth 14"));
    for threads in [1, 2] {
        engine.send(format!("setoption name Threads value {threads}"));
        for wanted in [1, 1000, 20_000, 100_000] {
            engine.send("ucinewgame");
            let told = *nodes(&engine.go(&format!("nodes {wanted}"))).last().expect("nodes");
            assert!(told <= wanted + 1000, "{threads} threads: {told} nodes, not {wanted}");
            // One thread finishes the same iterations as without the limit. Two threads visit other nodes, but not that
            // few.
            let finished = unlimited.iter().rfind(|&&nodes| nodes <= wanted).map_or(1, |nodes| *nodes);
            let least = if threads == 1 { finished } else { finished / 4 };
            assert!(told >= least, "{threads} threads: {told} nodes, not {wanted}: {least} at least");
        }
    }
}

#[test]
fn the_last_of_repeated_words_counts() {
    let mut engine = Engine::start();
    let lines = engine.go("depth 9 depth 3 nodes 1 nodes 100000");
    assert!(scored(&lines).last().is_some_and(|line| line.starts_with("info depth 3 ")), "{lines:?}");
}

#[test]
fn a_bare_go_searches_until_stop() {
    let mut engine = Engine::start();
    engine.send("go");
    assert!(engine.is_silent_for(Duration::from_millis(300)));
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.ask("stop"), [""; 0], "nothing is left to stop");
}

#[test]
fn a_mate_is_scored_in_moves() {
    let mut engine = Engine::start();
    engine.send(format!("position fen {BACK_RANK}"));
    let lines = engine.go("depth 4");
    assert!(scored(&lines).iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    assert_eq!(best_moves(&lines), ["a1a8"]);
}

#[test]
fn a_win_cut_off_by_the_fifty_move_rule_is_a_draw() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/8/3k4/8/8/8/R3K3 w - - 99 150");
    let lines = engine.go("depth 6");
    assert!(scored(&lines).last().is_some_and(|line| line.contains(" score cp 0 ")), "{lines:?}");
}

#[test]
fn only_searchmoves_are_searched() {
    let mut engine = Engine::start();
    assert_eq!(best_moves(&engine.go("depth 3 searchmoves a2a3")), ["a2a3"]);
    let lines = engine.go("searchmoves h2h3 e2e5 depth 3");
    assert_eq!(best_moves(&lines), ["h2h3"]);
    assert!(lines.iter().any(|line| line.starts_with("info string") && line.contains("'e2e5'")));
}

#[test]
fn multipv_reports_the_requested_number_of_lines() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    let lines = engine.go("depth 4");
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains("depth 4 ") && line.contains(&format!(" multipv {rank} "))));
    }
}

#[test]
fn isready_is_answered_during_a_search_and_stop_ends_it_at_once() {
    let mut engine = Engine::start();
    within(Duration::from_millis(500), "stop", || {
        engine.send("go infinite");
        for _ in 0..3 {
            engine.send("isready");
            engine.until("readyok");
        }
        pause(200);
        time_of(|| {
            engine.send("stop");
            assert_eq!(best_moves(&engine.until("bestmove")).len(), 1);
        })
    });
}

/// Some programs take the next best move behind `readyok` for that of the next search (Scid).
#[test]
fn a_stopped_search_answers_before_isready_and_nothing_is_said_of_it() {
    let mut engine = Engine::start();
    for words in ["infinite", "ponder wtime 60000 btime 60000", "depth 100"] {
        for _ in 0..20 {
            engine.send(format!("go {words}"));
            engine.send("stop\nisready");
            let lines = engine.until("readyok");
            assert_eq!(best_moves(&lines).len(), 1, "{words}: {lines:?}");
            engine.send(format!("go {words}"));
            engine.send("stop\nposition startpos moves e2e4\nsetoption name Hash value 2\ngo depth 1");
            let lines = [engine.until("bestmove"), engine.until("bestmove")].concat();
            assert!(!lines.iter().any(|line| line.starts_with("info string")), "{words}: {lines:?}");
            engine.send("position startpos");
        }
    }
}

#[test]
fn what_waits_for_a_stopped_search_is_obeyed_before_isready() {
    let mut engine = Engine::start();
    engine.ask("debug on");
    for megabytes in 2..12 {
        engine.send(format!("go movetime 60000\nstop\nsetoption name Hash value {megabytes}\nisready"));
        let lines = engine.until("readyok");
        let set = format!("info string set Hash to '{megabytes}'");
        let places = ["bestmove", &set].map(|text| lines.iter().position(|line| line.starts_with(text)));
        assert!(places[0].is_some() && places[0] < places[1], "{lines:?}");
    }
    let refusal = engine.ask("setoption name SyzygyPath value /nowhere");
    assert!(refusal.iter().all(|line| !line.contains("set SyzygyPath to")), "{refusal:?}");
}

#[test]
fn an_infinite_search_waits_for_stop_even_when_there_is_nothing_to_search() {
    for fen in [MATED, BACK_RANK] {
        let mut engine = Engine::start();
        engine.send(format!("position fen {fen}"));
        engine.send("go infinite");
        assert!(engine.is_silent_for(Duration::from_millis(300)));
        engine.send("stop");
        engine.until("bestmove");
    }
}

#[test]
fn a_ponder_search_waits_for_ponderhit_or_stop() {
    let mut engine = Engine::start();
    for end in ["ponderhit", "stop"] {
        engine.send("go ponder movetime 20");
        assert!(engine.is_silent_for(Duration::from_millis(300)));
        engine.send(end);
        engine.until("bestmove");
    }
    assert_eq!(engine.ask("ponderhit"), [""; 0]);
    assert_eq!(engine.ask("stop"), [""; 0]);
}

#[test]
fn a_second_go_stops_the_first_and_is_searched() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("go depth 2");
    let first = engine.until("bestmove");
    assert_eq!(first.iter().filter(|line| line.starts_with("info string go during a search")).count(), 1);
    engine.until("bestmove");
    engine.send("isready");
    assert_eq!(engine.next_line(), "readyok");
}

#[test]
fn a_go_right_after_the_answer_is_not_a_go_during_a_search() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        let lines = engine.go("depth 1");
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
    }
}

#[test]
fn a_position_given_during_a_search_counts_for_the_next() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send(format!("position fen {MATED}"));
    engine.send("stop");
    assert_ne!(best_moves(&engine.until("bestmove")), ["(none)"]);
    assert_eq!(best_moves(&engine.go("depth 3")), ["(none)"]);
}

#[test]
fn options_and_new_games_stop_the_search_first() {
    let mut engine = Engine::start();
    for line in ["setoption name Hash value 8", "ucinewgame"] {
        engine.send("go infinite");
        let answer = engine.ask(line);
        assert_eq!(best_moves(&answer).len(), 1, "{answer:?}");
        assert_eq!(answer.iter().filter(|line| line.contains("during a search")).count(), 1, "{answer:?}");
    }
}

#[test]
fn there_is_no_best_move_when_mated_or_stalemated() {
    let mut engine = Engine::start();
    for fen in [MATED, STALEMATE] {
        engine.send(format!("position fen {fen}"));
        assert_eq!(best_moves(&engine.go("movetime 20")), ["(none)"]);
    }
}

#[test]
fn castling_is_written_as_uci_chess960_requires() {
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut engine = Engine::start();
    engine.send(fen);
    assert_eq!(best_moves(&engine.go("depth 2 searchmoves e1g1")), ["e1g1"]);
    // A king that is not on its usual square takes its rook whatever the option says.
    engine.send("position fen 4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert_eq!(best_moves(&engine.go("depth 2 searchmoves f1h1")), ["f1h1"]);
    assert!(engine.ask("perft 1").contains(&"f1h1: 1".to_owned()));
    engine.send(fen);
    engine.send("setoption name UCI_Chess960 value true");
    assert_eq!(best_moves(&engine.go("depth 2 searchmoves e1h1")), ["e1h1"]);
}

#[test]
fn at_the_end_of_input_a_bounded_search_is_finished() {
    let lines = pipe("go depth 6\n");
    assert!(scored(&lines).iter().any(|line| line.starts_with("info depth 6 ")), "{lines:?}");
    assert_eq!(best_moves(&lines).len(), 1);
    assert_eq!(best_moves(&pipe("go movetime 100")).len(), 1);
    let lines = pipe("go mate 2\n");
    assert!(
        lines.contains(&"info string no mate in 2".to_owned())
            && lines.last().is_some_and(|line| line.starts_with("bestmove")),
        "{lines:?}"
    );
}

#[test]
fn at_the_end_of_input_an_unbounded_search_is_stopped() {
    for words in ["infinite", "ponder wtime 1000 btime 1000", "infinite mate 2", ""] {
        within(Duration::from_secs(3), words, || {
            time_of(|| assert_eq!(best_moves(&pipe(&format!("go {words}\n"))).len(), 1))
        });
    }
}

#[test]
fn quit_stops_any_search_at_once() {
    for lines in ["go movetime 60000\nquit\n", "go infinite\nquit"] {
        within(Duration::from_secs(3), lines, || time_of(|| assert_eq!(best_moves(&pipe(lines)).len(), 1)));
    }
}

#[test]
fn quit_ends_the_engine_though_its_input_stays_open() {
    for line in ["quit", "\tquit \r", "please quit"] {
        let mut engine = Engine::start();
        engine.send(line);
        assert!(engine.ends());
    }
}

/// Starts the engine with `lines` as input and its output closed.
fn without_a_reader(lines: &str) -> Child {
    let mut command = Command::new(ENGINE);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the engine starts");
    drop(process.stdout.take());
    process.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the engine reads");
    process
}

#[test]
fn a_closed_output_does_not_make_the_engine_panic() {
    let process = without_a_reader("uci\ngo depth 2\nd\nperft 2\nquit\n");
    let output = process.wait_with_output().expect("the engine ends");
    assert!(output.status.success());
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn a_search_without_a_reader_ends() {
    end_of(&mut without_a_reader("go depth 200\n"));
}

#[test]
fn d_shows_keys_and_checkers() {
    let mut engine = Engine::start();
    let lines = engine.ask("d");
    assert!(lines.contains(&" +---+---+---+---+---+---+---+---+".to_owned()));
    assert!(lines.contains(&" | r | n | b | q | k | b | n | r | 8".to_owned()));
    assert!(lines.contains(&"   a   b   c   d   e   f   g   h".to_owned()));
    for name in ["Key: ", "Pawn key: "] {
        let key = lines.iter().find_map(|line| line.strip_prefix(name)).expect("a key");
        assert!(key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte)));
    }
    engine.send(format!("position fen {MATED}"));
    assert!(engine.ask("d").contains(&"Checkers: h4".to_owned()));
}

#[test]
fn perft_divides_and_help_helps() {
    let mut engine = Engine::start();
    for line in ["perft 3", "go perft 3"] {
        let lines = engine.ask(line);
        assert!(lines.contains(&"e2e4: 600".to_owned()));
        assert!(lines.contains(&"Nodes searched: 8902".to_owned()));
    }
    assert!(engine.ask("help").iter().any(|line| line.contains("go depth 15")));
    assert!(!engine.ask("eval").is_empty());
    let map = engine.ask("eval map");
    assert!(map.iter().any(|line| line.contains("White knights")));
    assert!(map.iter().all(|line| !line.contains('\u{1b}')), "{map:?}");
}

#[test]
fn moves_are_understood_in_standard_algebraic_notation() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("position startpos moves e4 e7e5 Nf3 Nc6 Bb5 Nf6 O-O"), [""; 0]);
    assert_eq!(engine.fen(), "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    engine.refuses("position startpos moves e4 Nf3", "illegal move 'Nf3' (number 2");
    engine.refuses("position startpos moves e4 knight", "not a move 'knight' (number 2");
    engine.send("position startpos");
    assert_eq!(best_moves(&engine.go("depth 1 searchmoves Nf3")), ["g1f3"]);
}

#[test]
fn the_board_is_drawn_with_letters_or_figurines() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("d"), engine.ask("d ascii"));
    assert!(engine.ask("d unicode").contains(&" | ♖ | ♘ | ♗ | ♕ | ♔ | ♗ | ♘ | ♖ | 1".to_owned()));
    engine.refuses("d braille", "'braille'");
}

#[test]
fn debug_shows_the_limits_of_a_search() {
    let mut engine = Engine::start();
    engine.send("debug on");
    assert!(engine.go("depth 2").iter().any(|line| line.starts_with("info string Limits")));
    engine.send("debug off");
    assert!(!engine.go("depth 2").iter().any(|line| line.starts_with("info string")));
}
