//! The evaluation as a function of its weights, for the tuner. A position is evaluated and traced once, which reduces
//! it to the coefficients of its weights. From these the tuner computes the value and the gradient for any other
//! weights without the position. The same record by name shows what each weight counts, which `tests/terms/` checks.

use std::collections::BTreeMap;

pub use super::counts::{base_limit, change_limit};
pub use super::endgame::endgame_share;
pub use super::initiative::complex_endgame;
pub use super::king::danger_penalty;
pub use super::network::{
    Additions, HIDDEN, INPUT_LIMIT, INPUTS, Network, NetworkFile, Number, OUTPUT_LIMIT, OUTPUTS, RANK, ROWS, Row,
    STRUCTURE_INPUTS, STRUCTURE_OUTPUTS, StructureInput, UNIT, clip, split,
};
pub use super::weight_index::{name_of, section_of};
pub use super::weights::{
    ADDITIONS, BLENDED_WEIGHTS, NAMES as WEIGHT_NAMES, NETWORK, PLAIN_WEIGHTS, SECTIONS, Section,
};

use super::endgame::{self, NORMAL_SCALE, Scale};
use super::material::FULL_PHASE;
use super::trace;
use super::tracer::{Coefficient, Coefficients, TermKind};
use super::weights::TUNED;
use crate::position::Position;
use crate::types::{Color, Score};

/// The index of a weight and the number of times it counts.
pub type Count = (u16, i16);

/// The coefficients that the value of a position depends on.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The weights added to the score that do not depend on the structure: White's count minus Black's.
    pub plain: Vec<Count>,
    /// The weights added to the score that do: the count of each side.
    pub blended: [Vec<Count>; 2], // [color]
    /// The weights added to the danger of each side's king.
    pub danger: [Vec<Count>; 2], // [color of the king]
    /// The weights added to the initiative.
    pub initiative: Vec<Count>,
    /// The weights added to the endgame scale; none if the scale is fixed.
    pub scale: [Vec<Count>; 2], // [color ahead]
    /// The factors of the middlegame and endgame scores in the value, from phase and fixed scales, without the weights
    /// of the scale.
    pub factors: [[f64; 2]; 2], // [color ahead][middlegame, endgame]
    /// The inputs of the structure network.
    pub structures: [Vec<StructureInput>; 2], // [color]
}

impl Trace {
    /// Traces the evaluation of `position`; `None` if the result of its ending is known, so that no weight counts.
    pub fn of(position: &Position) -> Option<Self> {
        if endgame::specialized_value(position).is_some() {
            return None;
        }
        let mut record = Coefficients::default();
        let (tapered, material, entry, _) = trace(position, &mut record);
        let phases = [tapered.phase, FULL_PHASE - tapered.phase];
        let index_and_count = |term: &Coefficient| (term.index, term.count);
        let [(scale, factors), (black_scale, black_factors)] = Color::ALL.map(|strong| {
            let mut record = Coefficients::default();
            let Scale { mg, eg } = endgame::scale(position, &material, &entry, strong, &mut record);
            let is_fixed = record.list.is_empty();
            let scales = [mg, if is_fixed { eg } else { NORMAL_SCALE }];
            let part = |half: usize| f64::from(scales[half] * phases[half]) / f64::from(NORMAL_SCALE * FULL_PHASE);
            (sum(record.list.iter().map(index_and_count)), [part(0), part(1)])
        });
        let linear =
            |is_wanted: fn(u16) -> bool| record.of_kind(TermKind::Linear).filter(move |term| is_wanted(term.index));
        let of = |color| move |term: &&Coefficient| term.color == color;
        Some(Self {
            plain: sum(linear(|index| !is_blended(index)).map(|term| (term.index, term.count * term.color.sign()))),
            blended: Color::ALL.map(|color| sum(linear(is_blended).filter(of(color)).map(index_and_count))),
            danger: Color::ALL
                .map(|color| sum(record.of_kind(TermKind::Danger).filter(of(color)).map(index_and_count))),
            initiative: sum(record.of_kind(TermKind::Initiative).map(index_and_count)),
            scale: [scale, black_scale],
            factors: [factors, black_factors],
            structures: record.structures.map(|structure| structure.inputs),
        })
    }
}

/// Returns whether the weight at an index depends on the structure.
pub fn is_blended(index: u16) -> bool {
    usize::from(index) >= PLAIN_WEIGHTS
}

/// Adds up the counts of each weight and drops those that cancel out.
fn sum(counts: impl Iterator<Item = (u16, i32)>) -> Vec<Count> {
    let mut counts: Vec<_> = counts.collect();
    counts.sort_unstable_by_key(|&(index, _)| index);
    let sums = counts.chunk_by(|one, other| one.0 == other.0).map(|same| {
        let sum: i32 = same.iter().map(|&(_, count)| count).sum();
        (same[0].0, sum as i16)
    });
    sums.filter(|&(_, sum)| sum != 0).collect()
}

/// A weight and the number of times that it counts for each color.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightCount {
    /// The name.
    pub name: &'static str,
    /// The place in the table of that name; empty for a single number.
    pub place: Vec<usize>,
    /// The counts. The weights of king danger count for the color of the king, those of initiative and scale for the
    /// color ahead.
    pub counts: [i32; 2], // [color]
}

/// Returns all weights that count in `position`, in index order, as if no result of an ending were known.
pub fn counts(position: &Position) -> Vec<WeightCount> {
    let mut record = Coefficients::default();
    trace(position, &mut record);
    let mut all = BTreeMap::<_, [i32; 2]>::new();
    for term in &record.list {
        all.entry(term.index).or_default()[term.color] += term.count;
    }
    all.retain(|_, counts| *counts != [0; 2]);
    let named = all.into_iter().map(|(index, counts)| {
        let (name, place) = name_of(index);
        WeightCount { name, place, counts }
    });
    named.collect()
}

/// Returns the weights that play in index order, as pairs of middlegame and endgame values, without what the network
/// file adds.
pub fn weights() -> Vec<[i32; 2]> {
    TUNED.flat().into_iter().map(|(_, score): (_, Score)| [score.mg(), score.eg()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_ending_depends_on_no_weight() {
        assert!(Trace::of(&Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap()).is_none());
    }
}
