//! The `eval` command: the evaluation of a position as a human-readable table, made from the coefficients that the
//! evaluation function records.

use std::fmt::Write;
use std::iter::once;

use super::endgame::{self, NORMAL_SCALE, Scale};
use super::map::{PLACED, base, worth};
use super::network::to_score;
use super::structure::StructureEntry;
use super::tracer::Coefficients;
use super::weights::{SECTIONS, Section};
use super::{EvalCaches, evaluate, material::FULL_PHASE, trace};
use crate::position::Position;
use crate::types::{Color, Score, SquareSet};

/// Returns a table with the score of each section for each color in middlegame and endgame, the content of the pawn
/// hash table, phase and scale, and the final value from White's point of view in pawns.
pub fn explain(position: &Position) -> String {
    // Writing to a string cannot fail.
    table_of_terms(position).unwrap_or_default()
}

fn table_of_terms(position: &Position) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let mut record = Coefficients::default();
    let (tapered, _, entry, structure) = trace(position, &mut record);
    let us = position.side_to_move();

    writeln!(text, "            |    White    |    Black    |    Total")?;
    writeln!(text, "  Section   |   MG    EG  |   MG    EG  |   MG    EG")?;
    writeln!(text, " -----------+-------------+-------------+------------")?;
    for (section, [white, black]) in SECTIONS.into_iter().zip(record.by_section()) {
        if section == Section::Scale {
            // It adds nothing to the score; the scale is printed below.
            continue;
        }
        let name = format!("{section:?}");
        writeln!(text, " {name:<10} | {} | {} | {}", pair(white), pair(black), pair(white - black))?;
    }
    writeln!(text, " -----------+-------------+-------------+------------")?;
    writeln!(text, " {:<10} |             |             | {}", "Sum", pair(record.total()))?;
    writeln!(text)?;
    writeln!(text, "Pawns: key {:016X}", entry.key)?;
    writeln!(text, "  score     {} (White's side)", pair(entry.score))?;
    writeln!(text, "  passed    {}", squares(entry.passed.into_iter()))?;
    writeln!(text, "Pawns and kings: key {:016X}", position.structure_key())?;
    let [white, black] = structure.shelters;
    writeln!(text, "  shelter   {} White, {} Black", pair(white.score), pair(black.score))?;
    writeln!(
        text,
        "  danger    {} White, {} Black (of the shelter, in units of king danger)",
        pair(white.danger),
        pair(black.danger)
    )?;
    writeln!(
        text,
        "Structure vector, structure score, and what the vector adds to each piece on its square (its side's view):"
    )?;
    for color in Color::ALL {
        let vector = structure.vector(color).numbers().map(|number| format!("{number:.2}")).join(" ");
        writeln!(text, "  {color:?}  ({vector}) {}", placements(position, &structure, color))?;
    }
    writeln!(text, "Phase: {} of {FULL_PHASE} middlegame", tapered.phase)?;
    let Scale { mg, eg } = tapered.scale;
    writeln!(text, "Scale: MG counts {mg}, EG {eg} of {NORMAL_SCALE}")?;
    if endgame::specialized_value(position).is_some() {
        writeln!(text, "Known ending: its own value replaces the terms")?;
    }
    let value = evaluate(position, &mut EvalCaches::new()) * us.sign();
    // The line that scripts read, as Stockfish writes it: in pawns, followed by an empty line, which they read too. In
    // check there is no static evaluation, and no empty line.
    if position.in_check() {
        write!(text, "\nFinal evaluation: none (in check)")?;
    } else {
        writeln!(text, "\nFinal evaluation       {:+.2} (white side)", f64::from(value) / 100.0)?;
    }
    Ok(text)
}

/// Lists the structure score of a color, and its pieces with what the structure vector adds to the worth of each on its
/// square.
fn placements(position: &Position, structure: &StructureEntry, us: Color) -> String {
    let of = |score: Score| format!("{:+}/{:+}", score.mg(), score.eg());
    let pieces = PLACED.into_iter().flat_map(|kind| {
        position.set(us, kind).map(move |square| {
            let letter = kind.letter().to_ascii_uppercase();
            let change = worth(position, structure, us, kind, square) - base(position, us, kind, square);
            format!("{letter}{square} {}", of(change))
        })
    });
    let score = to_score(structure.products(us));
    once(format!("structure score {}", of(score))).chain(pieces).collect::<Vec<_>>().join(", ")
}

fn pair(score: Score) -> String {
    format!("{:5} {:5}", score.mg(), score.eg())
}

/// Lists the squares of each color by name.
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
