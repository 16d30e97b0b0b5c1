//! The `eval` command: the evaluation of a position as a table for people, made from the coefficients that the one
//! evaluation function reports.

use std::fmt::Write;

use super::endgame::{self, NORMAL_SCALE, Scale};
use super::tracer::Coefficients;
use super::weights::SECTIONS;
use super::{PawnTable, evaluate, evaluate_terms, material::FULL_PHASE};
use crate::position::Position;
use crate::types::{Color, Score, SquareSet};

/// A table of what each section of the evaluation gives to each color in middlegame and endgame, how the total is scaled
/// and blended, what the pawn-table entry holds, and the final value in centipawns.
pub fn explain(position: &Position) -> String {
    // Writing to a string cannot fail.
    table_of_terms(position).unwrap_or_default()
}

fn table_of_terms(position: &Position) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let mut record = Coefficients::default();
    let mut entry = PawnTable::trace(position, &mut record);
    let verdict = evaluate_terms(position, &mut entry, &mut record);
    let us = position.side_to_move();

    writeln!(text, "            |    White    |    Black    |    Total")?;
    writeln!(text, "  Section   |   MG    EG  |   MG    EG  |   MG    EG")?;
    writeln!(text, " -----------+-------------+-------------+------------")?;
    for (section, [white, black]) in SECTIONS.iter().zip(record.by_section()) {
        let name = format!("{section:?}");
        writeln!(text, " {name:<10} | {} | {} | {}", pair(white), pair(black), pair(white - black))?;
    }
    writeln!(text, " -----------+-------------+-------------+------------")?;
    writeln!(text, " {:<10} |             |             | {}", "Sum", pair(record.total()))?;
    writeln!(text)?;
    writeln!(text, "Pawn entry: passed {}", squares(entry.passed.into_iter()))?;
    writeln!(text, "Phase: {} of {FULL_PHASE} middlegame", verdict.phase)?;
    let Scale { mg, eg } = verdict.scale;
    writeln!(text, "Scale: MG counts {mg}, EG {eg} of {NORMAL_SCALE}")?;
    if endgame::known_value(position).is_some() {
        writeln!(text, "Known ending: its own value replaces the terms")?;
    }
    let value = evaluate(position, &mut PawnTable::new()) * us.sign();
    writeln!(text, "Evaluation: {:+.2} (White's side, in pawns of 100)", f64::from(value) / 100.0)?;
    Ok(text)
}

fn pair(score: Score) -> String {
    format!("{:5} {:5}", score.mg(), score.eg())
}

/// Both colors' squares by name.
fn squares(sets: impl Iterator<Item = SquareSet>) -> String {
    Color::ALL
        .into_iter()
        .zip(sets)
        .map(|(color, set)| {
            let names: Vec<String> = set.map(|square| square.to_string()).collect();
            format!("{color:?} {}", if names.is_empty() { "none".to_string() } else { names.join(" ") })
        })
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_coefficient_times_weight_is_the_score() {
        for fen in [
            crate::position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut record = Coefficients::default();
            let mut entry = PawnTable::trace(&position, &mut record);
            let traced = evaluate_terms(&position, &mut entry, &mut record);
            let mut table = PawnTable::new();
            let played = evaluate_terms(&position, table.probe(&position), &mut crate::eval::tracer::Off);
            assert_eq!(record.total(), traced.score, "{fen}");
            assert_eq!(played.score, traced.score, "{fen}");
        }
    }
}
