//! Syzygy tablebases in the search: the root move preserves the result, the tree finds it, and the score shows it.
//! shakmaty-syzygy, probed directly, is the oracle. `tests/data` has all tables of 3 pieces and some of 4;
//! `tests/suites` probes all tables of 4.

mod common;
mod endgames;

use std::path::PathBuf;

use common::carried;
use endgames::{check_best_moves, check_outcomes, check_win, endgames, oracle, position, result, search, searcher};
use oxide88::search::Limits;
use oxide88::types::value::{TABLEBASE_WIN, WIN_BOUND, is_mate};
use oxide88::types::{MAX_PLY, Value};

/// Four pieces remain after a capture: as many as in the largest tables.
const FIVE_PIECES: &str = "8/8/4k3/8/8/1b6/8/KR1R4 w - - 0 1";

fn folder() -> PathBuf {
    carried("syzygy")
}

#[test]
fn the_best_move_preserves_the_result_and_the_score_shows_it() {
    let endgames = endgames(&carried("endgames/wdl-dtz.epd"), &folder());
    assert!(endgames.len() >= 60, "only {} endgames", endgames.len());
    check_best_moves(&folder(), &endgames);
}

#[test]
fn a_win_counts_if_the_fifty_move_rule_leaves_time_for_it() {
    let endgames = endgames(&carried("endgames/wdl-dtz.epd"), &folder());
    let decided = endgames.iter().filter(|endgame| endgame.result() != 0).count();
    assert!(decided >= 15, "{decided} of {} endgames decided", endgames.len());
    check_outcomes(&folder(), &endgames);
}

#[test]
fn wins_are_played_to_mate_within_the_fifty_move_rule() {
    let mut searcher = searcher(&folder());
    for fen in ["8/8/8/3k4/8/8/8/KR6 w - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "8/8/8/3k4/8/8/8/KQ5R w - - 0 1"] {
        check_win(&mut searcher, fen);
    }
}

#[test]
fn captures_into_the_tables_are_found_in_the_tree() {
    // White can take the bishop with a rook.
    let root = position(FIVE_PIECES);
    let mut with = searcher(&folder());
    let (_, lines) = search(&mut with, &root, &Limits::depth(8));
    assert!(lines[0].tablebase_hits > 0 && lines[0].value >= WIN_BOUND, "{:?}", lines[0]);
    let mut asked_for_less = searcher(&folder());
    asked_for_less.probe_rules().pieces = 2;
    let (_, lines) = search(&mut asked_for_less, &root, &Limits::depth(8));
    assert_eq!(lines[0].tablebase_hits, 0);
    assert!(lines[0].value < WIN_BOUND || is_mate(lines[0].value));
}

#[test]
fn a_capture_that_loses_by_the_tables_is_seen_in_the_tree() {
    // The king takes the pawn, and two rooks remain.
    let root = position("6r1/5r2/8/4k3/8/8/1p6/K7 w - - 0 1");
    let capture = root.parse_move("a1b2").expect("a move");
    let limits = Limits { searchmoves: Some(vec![capture]), ..Limits::depth(2) };
    let (_, lines) = search(&mut searcher(&folder()), &root, &limits);
    assert!(lines[0].tablebase_hits > 0 && lines[0].value <= -WIN_BOUND, "{:?}", lines[0]);
}

#[test]
fn the_largest_tables_are_probed_from_the_probe_depth_on() {
    let root = position(FIVE_PIECES);
    let hits = |depth| {
        let mut searcher = searcher(&folder());
        searcher.probe_rules().depth = depth;
        search(&mut searcher, &root, &Limits::depth(2)).1[0].tablebase_hits
    };
    assert!(hits(1) > 0);
    assert_eq!(hits(100), 0);
}

#[test]
fn positions_with_castling_rights_are_not_probed() {
    let mut searcher = searcher(&folder());
    // The rook may castle.
    let (_, lines) = search(&mut searcher, &position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), &Limits::depth(1));
    assert_eq!(lines[0].tablebase_hits, 0);
    let (_, lines) = search(&mut searcher, &position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), &Limits::depth(1));
    assert!(lines[0].tablebase_hits > 0);
}

#[test]
fn a_win_that_comes_too_late_is_a_draw_unless_the_rule_is_off() {
    let root = position("8/8/8/3k4/8/8/8/KR6 w - - 80 90");
    let value = |fifty_moves| -> Value {
        let mut searcher = searcher(&folder());
        searcher.probe_rules().fifty_moves = fifty_moves;
        search(&mut searcher, &root, &Limits::depth(2)).1[0].value
    };
    assert_eq!((value(true), value(false)), (1, TABLEBASE_WIN));
}

#[test]
fn multipv_lines_come_in_the_order_of_their_results() {
    let oracle = oracle(&folder());
    let mut searcher = searcher(&folder());
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
