//! The complete public suites, of which `tests/data` has only parts. They are in the optional data folder; if it lacks
//! a file, the tests that need it are shown as ignored, with the reason.

#[path = "../common/mod.rs"]
mod common;
#[path = "../dialogue/mod.rs"]
mod dialogue;
#[path = "../endgames/mod.rs"]
mod endgames;

use common::mates::{check_lines, positions};
use common::perft::{CHESS960_CAP, check_suite};
use common::{data_folder, optional};
use dialogue::Engine;
use endgames::{check_best_moves, check_outcomes, check_win, endgames, position, searcher, tables};
use libtest_mimic::{Arguments, Trial};
use shakmaty::{Color, KnownOutcome};

const CHESS960: &str = "perft/chess960.epd";
const MATES: &str = "mate/mates2000.epd";
const ENDGAMES: &str = "endgames/wdl-dtz.epd";
const SYZYGY: &str = "syzygy";
const BOOK: &str = "books/performance.bin";

/// The name of a test, the files that it needs in the data folder, and the test function.
type Suite = (&'static str, &'static [&'static str], fn());

const SUITES: [Suite; 7] = [
    ("the_chess960_suite_agrees", &[CHESS960], chess960_agrees),
    ("every_line_to_one_of_2000_mates_reaches_it", &[MATES], mates_are_reached),
    ("the_best_move_preserves_the_result_with_all_tables_of_4_pieces", &[SYZYGY, ENDGAMES], results_are_kept),
    ("a_win_counts_with_all_tables_if_the_clock_leaves_time_for_it", &[SYZYGY, ENDGAMES], wins_count_in_time),
    ("tables_know_promotions_and_en_passant", &[SYZYGY], pawns_are_known),
    ("long_wins_are_played_to_mate", &[SYZYGY], long_wins_are_played),
    ("a_real_book_is_read", &[BOOK], book_is_read),
];

fn main() {
    let trial = |&(name, files, check): &Suite| {
        let trial = Trial::test(name, move || {
            check();
            Ok(())
        });
        match files.iter().find(|name| !optional(name).exists()) {
            Some(name) => {
                let path = data_folder().join(name);
                trial.with_kind(format!("there is no {}", path.display())).with_ignored_flag(true)
            }
            None => trial,
        }
    };
    libtest_mimic::run(&Arguments::from_args(), SUITES.iter().map(trial).collect()).exit();
}

fn chess960_agrees() {
    check_suite(&optional(CHESS960), CHESS960_CAP, 5);
}

fn mates_are_reached() {
    let step = if cfg!(debug_assertions) { 10 } else { 1 };
    let positions = positions(&optional(MATES), step);
    let found = check_lines(&positions, 10_000);
    assert!(20 * found > positions.len(), "mates were claimed in {found} positions only: the test says little");
}

fn results_are_kept() {
    let endgames = endgames(&optional(ENDGAMES), &optional(SYZYGY));
    assert_eq!(endgames.len(), 200);
    check_best_moves(&optional(SYZYGY), &endgames);
}

fn wins_count_in_time() {
    let endgames = endgames(&optional(ENDGAMES), &optional(SYZYGY));
    assert_eq!(endgames.len(), 200);
    check_outcomes(&optional(SYZYGY), &endgames);
}

fn pawns_are_known() {
    let tables = tables(&optional(SYZYGY));
    let [white, black] = [Color::White, Color::Black].map(|winner| KnownOutcome::Decisive { winner });
    for (fen, expected) in [
        // Saavedra: promotion to a rook wins, to a queen draws.
        ("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", white),
        // Capturing en passant wins, or saves the draw.
        ("8/8/k7/3Pp3/8/8/5K2/8 w - e6 0 1", white),
        ("8/8/k7/3Pp3/8/8/5K2/8 w - - 0 1", KnownOutcome::Draw),
        ("8/3k4/8/pP6/7K/8/8/8 w - a6 0 1", KnownOutcome::Draw),
        ("8/3k4/8/pP6/7K/8/8/8 w - - 0 1", black),
    ] {
        assert_eq!(tables.outcome(&position(fen).to_shakmaty().expect("a position")), Some(expected), "{fen}");
    }
}

fn long_wins_are_played() {
    let mut searcher = searcher(&optional(SYZYGY));
    for fen in ["8/8/8/3k4/8/8/8/KBN5 w - - 0 1", "8/8/8/3k4/8/8/8/KBB5 w - - 0 1"] {
        check_win(&mut searcher, fen);
    }
}

fn book_is_read() {
    let mut engine = Engine::start();
    engine.send(format!("setoption name BookFile value {}", optional(BOOK).display()));
    engine.send("setoption name OwnBook value true");
    for moves in ["", " moves e2e4", " moves d2d4 g8f6 c2c4"] {
        engine.send(format!("position startpos{moves}"));
        let lines = engine.go("depth 1");
        assert!(lines.len() == 2 && lines[0].starts_with("info string book "), "{lines:?}");
    }
}
