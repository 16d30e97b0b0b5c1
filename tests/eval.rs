//! Properties of the evaluation that hold for any weights: it is symmetric in the colors, the tables change no value,
//! and endgames with a known result are evaluated as such.

mod common;

use std::cell::RefCell;

use common::{flipped, on_all_cores, random_positions};
use oxide88::bench::BENCH_POSITIONS;
use oxide88::eval::{EvalCaches, PawnStatistics, Personality, evaluate, evaluate_with, explain};
use oxide88::position::{Position, START_FEN};
use oxide88::types::value::EVAL_LIMIT;

thread_local! {
    /// The tables of a test thread. New ones for each position would take longer than the evaluation.
    static CACHES: RefCell<EvalCaches> = RefCell::new(EvalCaches::new());
}

fn value_of(position: &Position) -> i32 {
    CACHES.with_borrow_mut(|caches| evaluate(position, caches))
}

fn value(fen: &str) -> i32 {
    value_of(&Position::from_fen(fen).unwrap())
}

#[test]
fn the_evaluation_is_symmetric_in_the_colors() {
    let count = if cfg!(debug_assertions) { 500 } else { 20_000 };
    let positions = random_positions(1, count, 8);
    on_all_cores(count, |index| {
        let fen = positions[index].fen();
        assert_eq!(value(&fen), value(&flipped(&fen)), "{fen}");
    });
}

#[test]
fn the_sum_of_coefficient_times_weight_is_the_value() {
    let mut positions: Vec<Position> = BENCH_POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
    positions.extend(random_positions(4, if cfg!(debug_assertions) { 2000 } else { 100_000 }, 20));
    on_all_cores(positions.len(), |index| {
        let position = &positions[index];
        assert_eq!(evaluate_with(&Personality::default(), position), value_of(position), "{}", position.fen());
    });
}

#[test]
fn tables_change_no_value() {
    // Compares tables shared by all positions with none. Each position is followed by one with the same pawns.
    let without_tables = |position: &Position| evaluate_with(&Personality::default(), position);
    let mut tables = EvalCaches::new();
    let mut followed = 0;
    for mut position in random_positions(2, if cfg!(debug_assertions) { 300 } else { 5000 }, 20) {
        let pawn_key = position.pawn_key();
        assert_eq!(evaluate(&position, &mut tables), without_tables(&position), "{position:?}");
        for mv in position.legal_moves() {
            position.make(mv);
            if position.pawn_key() == pawn_key {
                followed += 1;
                assert_eq!(evaluate(&position, &mut tables), without_tables(&position), "{position:?}");
                // The second time the evaluation is cached, without a probe of the pawn table.
                let statistics = tables.pawns.statistics();
                assert_eq!(evaluate(&position, &mut tables), without_tables(&position), "{position:?}");
                assert_eq!(tables.pawns.statistics(), statistics, "{position:?}");
                break;
            }
            position.unmake();
        }
    }
    let PawnStatistics { probes, hits, king_hits } = tables.pawns.statistics();
    assert!(followed > probes / 3 && 10 * hits > 9 * followed, "{probes} probes, {hits} hits, {followed} followed");
    assert!(2 * king_hits > followed && king_hits < hits, "{king_hits} of {hits} with both kings");
}

#[test]
fn the_largest_material_overflows_no_score() {
    // Halves of a packed score that overflow would change the sign.
    let worst = value("8/QQQQQQQQ/QQQQQQ2/8/8/8/6k1/4K3 b - - 0 1");
    assert!((-EVAL_LIMIT..-8_000).contains(&worst), "{worst}");
}

#[test]
fn the_start_position_is_worth_the_move() {
    assert!((1..60).contains(&value(START_FEN)), "{}", value(START_FEN));
}

#[test]
fn drawn_endgames_are_nearly_equal() {
    for fen in [
        "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1",    // two knights
        "7k/8/8/7P/8/8/8/K4B2 w - - 0 1",      // rook pawn and wrong bishop
        "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",     // the opposition
        "8/8/4kr2/8/8/3RN3/4K3/8 w - - 0 1",   // rook and knight against rook
        "8/4b3/4k3/8/8/3R4/4K3/8 w - - 0 1",   // rook against bishop
        "8/6K1/5P2/3b4/4k3/8/3B4/8 b - - 0 1", // opposite-colored bishops and a pawn
    ] {
        assert!(value(fen).abs() <= 40, "{fen}: {}", value(fen));
    }
}

#[test]
fn won_endgames_are_won_and_progress_raises_the_value() {
    for (far, near) in [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1"),
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", "k7/8/2K5/8/8/8/8/1R6 w - - 0 1"),
        ("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", "k7/8/1K6/8/8/8/8/1BB5 w - - 0 1"),
        // A light-squared bishop mates in a light corner, a dark-squared one in a dark corner.
        ("7k/8/6K1/8/8/8/8/1B1N4 w - - 0 1", "k7/8/1K6/8/8/8/8/1B1N4 w - - 0 1"),
        ("k7/8/1K6/8/8/8/8/2BN4 w - - 0 1", "7k/8/6K1/8/8/8/8/2BN4 w - - 0 1"),
    ] {
        assert!(3000 < value(far) && value(far) < value(near), "{} {} {near}", value(far), value(near));
    }
}

#[test]
fn another_queen_is_worth_more_than_400_centipawns() {
    let values: Vec<_> = (1..=8)
        .map(|queens| {
            value(&format!("{}{}/8/8/8/8/k6p/7p/7K b - - 0 1", "Q".repeat(queens), 8 - queens).replace("0/", "/"))
        })
        .collect();
    assert!(values.windows(2).all(|pair| pair[0] - pair[1] > 400), "{values:?}");
}

#[test]
fn the_explanation_names_every_section_and_the_value() {
    let position = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    let text = explain(&position);
    for word in [
        " Material ",
        " Squares ",
        " Pawns ",
        " Imbalance ",
        " Placement ",
        " Mobility ",
        " Pieces ",
        " Shelter ",
        " King ",
        " Passed ",
        " Threats ",
        " Space ",
        " Initiative ",
        " Tempo ",
        "Phase",
        &format!("Pawns: key {:016X}", position.pawn_key()),
        &format!("Pawns and kings: key {:016X}", position.structure_key()),
        "shelter",
        "passed    White none, Black none",
    ] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    let value = f64::from(evaluate(&position, &mut EvalCaches::new())) / 100.0;
    assert!(text.contains(&format!("{value:+.2}")), "{text}");
}
