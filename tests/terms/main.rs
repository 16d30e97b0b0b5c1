//! A test of meaning for every term of the evaluation. A term is a row of a table: the name of its weight, its meaning
//! in plain words, and positions with the number of times that it counts in each for White and for Black. These numbers
//! come from looking at the board, not from the engine. A table has one file for each section of the weights.
//!
//! Each position is also tried with the colors swapped, which must swap the counts, and with left and right swapped,
//! which must change nothing. Terms that do not count everywhere have a near miss: a position in which the condition
//! just fails.

#[path = "../common/mod.rs"]
mod common;

mod board;
mod king;
mod material;
mod mobility;
mod passed;
mod pawns;
mod pieces;
mod threats;

use std::collections::BTreeSet;

use common::flipped;
use oxide88::eval::tuning::{WEIGHT_NAMES, counts};
use oxide88::position::Position;

/// The place of a weight in its table, and the number of times that it counts for White and for Black. The weights of
/// king danger count for the color of the king, those of initiative and scale for the color ahead.
type Count = (&'static [usize], i32, i32);

/// A weight or a table of weights.
struct Term {
    name: &'static str,
    /// The feature that it counts.
    meaning: &'static str,
    cases: &'static [Case],
}

/// A position in FEN, the reason for the counts, and all elements of the term that count in it.
struct Case(&'static str, &'static str, &'static [Count]);

const TABLES: [&[Term]; 8] = [
    material::TERMS,
    pawns::TERMS,
    mobility::TERMS,
    pieces::TERMS,
    king::TERMS,
    passed::TERMS,
    threats::TERMS,
    board::TERMS,
];

/// Terms that have no near miss: one element or another counts for every piece of the kind or in every position.
const EVERYWHERE: [&str; 26] = [
    "material",
    "pawn_square",
    "knight_square",
    "bishop_square",
    "rook_square",
    "queen_square",
    "king_square",
    "knight_mobility",
    "bishop_mobility",
    "rook_mobility",
    "queen_mobility",
    "rook_safe_mobility",
    "queen_safe_mobility",
    "king_protector",
    "shelter",
    "storm",
    "king_nearest_pawn",
    "danger_base",
    "danger_escape",
    "danger_shelter",
    "danger_storm",
    "danger_flank_defense",
    "space",
    "initiative_base",
    "initiative_pawns",
    "tempo",
];

/// Terms for which left and right differ, as their meaning says.
const LOPSIDED: [&str; 1] = ["trapped_rook"];

fn terms() -> impl Iterator<Item = &'static Term> {
    TABLES.into_iter().flatten()
}

/// Returns the elements of a term that count in a position, in the order of the table.
fn counted(name: &str, fen: &str) -> Vec<(Vec<usize>, [i32; 2])> {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let of_name = counts(&position).into_iter().filter(|weight| weight.name == name);
    of_name.map(|weight| (weight.place, weight.counts)).collect()
}

/// Returns the FEN of the same position with left and right swapped. Nobody may castle in it.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap();
    assert!(rest[1..].starts_with(" - - "), "{fen}");
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// Compares every case, its position changed by `change` and its counts for White and Black by `expect`.
fn compare(change: impl Fn(&str, &str) -> Option<String>, expect: impl Fn([i32; 2]) -> [i32; 2]) {
    let mut faults = Vec::new();
    for term in terms() {
        for Case(fen, why, expected) in term.cases {
            let Some(fen) = change(term.name, fen) else { continue };
            let mut expected: Vec<(Vec<usize>, [i32; 2])> =
                expected.iter().map(|&(place, white, black)| (place.to_vec(), expect([white, black]))).collect();
            expected.sort();
            let counted = counted(term.name, &fen);
            if counted != expected {
                let Term { name, meaning, .. } = term;
                faults.push(format!(
                    "{name} ({meaning})\n  {fen}\n  {why}\n  expected {expected:?}\n  counted  {counted:?}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn each_term_counts_what_it_means() {
    compare(|_, fen| Some(fen.to_string()), |counts| counts);
}

#[test]
fn swapped_colors_swap_the_counts() {
    compare(|_, fen| Some(flipped(fen)), |[white, black]| [black, white]);
}

#[test]
fn left_and_right_count_the_same() {
    let change = |name: &str, fen: &str| {
        let can_castle = fen.split(' ').nth(2) != Some("-");
        (!can_castle && !LOPSIDED.contains(&name)).then(|| mirrored(fen))
    };
    compare(change, |counts| counts);
}

#[test]
fn every_weight_has_one_row_and_every_row_names_a_weight() {
    let rows: Vec<&str> = terms().map(|term| term.name).collect();
    let known: BTreeSet<&str> = rows.iter().copied().collect();
    assert_eq!(known, WEIGHT_NAMES.into_iter().collect());
    assert_eq!(known.len(), rows.len(), "a weight has two rows");
    for name in EVERYWHERE.iter().chain(&LOPSIDED) {
        assert!(known.contains(name), "no weight is called {name}");
    }
}

#[test]
fn every_weight_is_in_the_documentation() {
    let documented: BTreeSet<&str> = include_str!("../../docs/evaluation.md").split('`').skip(1).step_by(2).collect();
    let missing: Vec<_> = WEIGHT_NAMES.into_iter().filter(|name| !documented.contains(name)).collect();
    assert!(missing.is_empty(), "docs/evaluation.md does not say what {missing:?} are for");
    // `danger_*` stands for a group.
    let looks_like_one = |word: &&&str| word.contains('_') && !word.ends_with('*');
    let unknown: Vec<_> =
        documented.iter().filter(looks_like_one).filter(|word| !WEIGHT_NAMES.contains(word)).collect();
    assert!(unknown.is_empty(), "docs/evaluation.md describes {unknown:?}, which do not exist");
}

#[test]
fn every_row_can_fail() {
    for Term { name, meaning, cases } in terms() {
        assert!(!meaning.is_empty(), "{name} has no meaning");
        let (hits, misses): (Vec<_>, Vec<_>) = cases.iter().partition(|case| !case.2.is_empty());
        assert!(!hits.is_empty(), "{name} counts in no position");
        assert!(!misses.is_empty() || EVERYWHERE.contains(name), "{name} has no near miss");
        for Case(fen, why, counts) in *cases {
            assert!(!why.is_empty(), "{name}: {fen}");
            for &(place, white, black) in *counts {
                assert!((white, black) != (0, 0), "{name}{place:?} does not count in {fen}");
            }
        }
    }
}
