//! Endgame tables in the search: the result is kept at the root, found in the tree, and shown. shakmaty-syzygy, asked
//! directly, is the oracle. The tables of 3 and 4 pieces are in the optional data folder.

mod common;

use std::path::Path;

use oxide88::position::Position;
use oxide88::search::{Control, Limits, Line, Outcome, Report, Searcher, Tablebases};
use oxide88::types::value::{TABLEBASE_WIN, WIN_BOUND, is_mate};
use oxide88::types::{MAX_PLY, Value};
use shakmaty::Chess;
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};

/// A searcher with the tables of `folder`.
fn searcher(folder: &Path) -> Searcher {
    let mut searcher = Searcher::with_hash(1).expect("memory");
    searcher.set_tablebases(Some(Tablebases::open(folder.to_str().expect("a name")).expect("tables")));
    searcher
}

fn oracle(folder: &Path) -> Tablebase<Chess> {
    let mut tables = Tablebase::new();
    tables.add_directory(folder).expect("tables");
    tables
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The answer, and the lines reported for the last depth.
fn search(searcher: &mut Searcher, position: &Position, limits: &Limits) -> (Outcome, Vec<Line>) {
    let mut lines: Vec<Line> = Vec::new();
    let outcome = searcher.go(position, limits, &Control::default(), &mut |report| {
        if let Report::Line(line) = report {
            if line.multipv == 1 {
                lines.clear();
            }
            lines.push(line.clone());
        }
    });
    (outcome, lines)
}

/// Positions of 3 and 4 pieces with their results for the side to move: 1 won, 0 drawn, -1 lost.
fn endgames() -> Option<Vec<(Position, i32)>> {
    let text = common::data_text("endgames/wdl-dtz.epd")?;
    let endgames = text.lines().filter(|line| !line.is_empty()).map(|line| {
        let (fen, operations) = line.split_once(" - - ").expect("no castling, no en passant");
        let (_, result) = operations.split_once(" wdl ").expect("a result");
        let result: i32 = result.split(';').next().and_then(|number| number.parse().ok()).expect("a number");
        (position(&format!("{fen} - - 0 1")), result.signum())
    });
    Some(endgames.collect())
}

/// The result for the side to move, with its clock.
fn result(tables: &Tablebase<Chess>, position: &Position) -> i32 {
    match tables.probe_wdl(&position.to_shakmaty().expect("a position")).expect("a result") {
        AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => 1,
        AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => -1,
        _ => 0,
    }
}

#[test]
fn the_best_move_keeps_the_result_and_the_score_tells_it() {
    let Some((folder, endgames)) = common::data_file("syzygy").zip(endgames()) else { return };
    let results_only = tempfile::tempdir().expect("a folder");
    for file in std::fs::read_dir(&folder).expect("files") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "rtbw") {
            std::fs::copy(&path, results_only.path().join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let oracle = oracle(&folder);
    for tables in [&*folder, results_only.path()] {
        let mut searcher = searcher(tables);
        for (position, expected) in &endgames {
            searcher.new_game();
            let (outcome, lines) = search(&mut searcher, position, &Limits::nodes(1000));
            let mut after = position.clone();
            after.make(outcome.best.expect("a move"));
            let is_mate_given = after.in_check() && after.legal_moves().is_empty();
            let kept = if is_mate_given { 1 } else { -result(&oracle, &after) };
            assert_eq!(kept, *expected, "{} {:?}", position.fen(), outcome.best);
            let value = lines[0].value;
            assert!(
                value.signum() == *expected && (value == 0 || value.abs() >= WIN_BOUND),
                "{} {value}",
                position.fen()
            );
            assert!(lines[0].tablebase_hits > 0);
        }
    }
}

#[test]
fn wins_are_played_to_mate_before_the_fifty_moves_are_over() {
    let Some(folder) = common::data_file("syzygy") else { return };
    let mut searcher = searcher(&folder);
    for fen in [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ] {
        let mut position = position(fen);
        searcher.new_game();
        while !position.legal_moves().is_empty() {
            assert!(!position.is_draw(0), "{fen}: drawn at {}", position.fen());
            let (outcome, _) = search(&mut searcher, &position, &Limits::nodes(500));
            position.make(outcome.best.expect("a move"));
        }
        assert!(position.in_check(), "{fen}: stalemate");
    }
}

#[test]
fn captures_into_the_tables_are_seen_in_the_tree() {
    let Some(folder) = common::data_file("syzygy") else { return };
    // White can take the bishop with the queen or the pawn.
    let root = position("8/8/4k3/8/8/1b6/P7/K2Q4 w - - 0 1");
    let mut with = searcher(&folder);
    let (_, lines) = search(&mut with, &root, &Limits::depth(8));
    assert!(lines[0].tablebase_hits > 0 && lines[0].value >= WIN_BOUND, "{:?}", lines[0]);
    let mut asked_for_less = searcher(&folder);
    asked_for_less.probe_rules().pieces = 2;
    let (_, lines) = search(&mut asked_for_less, &root, &Limits::depth(8));
    assert_eq!(lines[0].tablebase_hits, 0);
    assert!(lines[0].value < WIN_BOUND || is_mate(lines[0].value));
}

#[test]
fn the_largest_tables_are_asked_from_a_depth_on() {
    let Some(folder) = common::data_file("syzygy") else { return };
    // Five pieces, and four after a capture: as many as the largest tables have.
    let root = position("8/8/4k3/8/8/1b6/P7/K2Q4 w - - 0 1");
    let hits = |depth| {
        let mut searcher = searcher(&folder);
        searcher.probe_rules().depth = depth;
        search(&mut searcher, &root, &Limits::depth(2)).1[0].tablebase_hits
    };
    assert!(hits(1) > 0);
    assert_eq!(hits(100), 0);
}

#[test]
fn what_the_tables_cannot_know_is_not_asked() {
    let Some(folder) = common::data_file("syzygy") else { return };
    let mut searcher = searcher(&folder);
    // The rook may castle.
    let (_, lines) = search(&mut searcher, &position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), &Limits::depth(1));
    assert_eq!(lines[0].tablebase_hits, 0);
    let (_, lines) = search(&mut searcher, &position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), &Limits::depth(1));
    assert!(lines[0].tablebase_hits > 0);
}

#[test]
fn a_win_that_comes_too_late_is_a_draw_unless_the_rule_is_off() {
    let Some(folder) = common::data_file("syzygy") else { return };
    let root = position("8/8/8/3k4/8/8/8/KBN5 w - - 80 90");
    let value = |fifty_moves| -> Value {
        let mut searcher = searcher(&folder);
        searcher.probe_rules().fifty_moves = fifty_moves;
        search(&mut searcher, &root, &Limits::depth(2)).1[0].value
    };
    assert_eq!((value(true), value(false)), (1, TABLEBASE_WIN));
}

#[test]
fn further_lines_come_in_the_order_of_their_results() {
    let Some(folder) = common::data_file("syzygy") else { return };
    let oracle = oracle(&folder);
    let mut searcher = searcher(&folder);
    searcher.set_multipv(MAX_PLY);
    // Some king moves win, some draw, and one loses the pawn.
    for fen in ["8/8/8/8/1k6/8/1P6/1K6 w - - 0 1", "8/3k4/8/3K4/3P4/8/8/8 w - - 0 1"] {
        let root = position(fen);
        let (_, lines) = search(&mut searcher, &root, &Limits::depth(4));
        assert_eq!(lines.len(), root.legal_moves().len());
        let results: Vec<i32> = lines
            .iter()
            .map(|line| {
                let mut after = root.clone();
                after.make(line.pv[0]);
                -result(&oracle, &after)
            })
            .collect();
        assert!(results.is_sorted_by(|better, worse| better >= worse), "{fen}: {results:?}");
        assert!(lines.is_sorted_by(|better, worse| better.value >= worse.value), "{fen}");
    }
}
