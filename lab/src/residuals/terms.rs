//! The terms of the evaluation as features of a position. The feature of a term is the change of the value when its
//! weights grow, per unit of growth: for what is simply added that is what it adds; the danger to a king counts twice,
//! since it enters squared.

use std::sync::LazyLock;

use oxide88::eval::tuning::{HIDDEN, OUTPUTS, RANK, SECTIONS, Section, Trace, WEIGHT_NAMES, name_of, section_of};
use oxide88::position::Position;

use crate::tune::data::Data;
use crate::tune::parameters::{Model, Parameters, slot_of};

/// The names of all terms: those of the weights, and the structure score.
pub static TERM_NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| WEIGHT_NAMES.into_iter().chain(["structure score"]).collect());

/// The terms of a position.
pub struct Terms {
    /// The feature of each section, in centipawns for White.
    pub sections: Vec<f64>, // [section]
    /// The features of each of [`TERM_NAMES`], likewise.
    pub names: Vec<f64>, // [name]
}

/// Reads the terms of positions.
pub struct Reader {
    model: Model,
    /// Section and name of each weight.
    places: Vec<(usize, usize)>,
}

impl Reader {
    pub fn new() -> Self {
        let model = Model::new(&Parameters::in_use());
        let place = |index: usize| {
            let slot = slot_of(index) as u16;
            let (section, (name, _)) = (section_of(slot), name_of(slot));
            let at = |found: Option<usize>| found.unwrap_or_default();
            let section = at(SECTIONS.iter().position(|&known| known == section));
            (section, at(WEIGHT_NAMES.iter().position(|&known| known == name)))
        };
        let places = (0..model.weights.len()).map(place).collect();
        Self { model, places }
    }

    /// Returns the terms of a position; `None` if the result of its ending is known, so that none counts.
    pub fn read(&self, position: &Position) -> Option<Terms> {
        let mut data = Data::default();
        data.push(&Trace::of(position)?, 0.0);
        let mut slope = self.model.zeros();
        data.differentiate(0, &self.model, &mut slope);
        let mut terms = Terms { sections: vec![0.0; SECTIONS.len()], names: vec![0.0; TERM_NAMES.len()] };
        for ((slope, weight), &(section, name)) in slope.weights.iter().zip(&self.model.weights).zip(&self.places) {
            let feature = slope[0] * weight[0] + slope[1] * weight[1];
            terms.sections[section] += feature;
            terms.names[name] += feature;
        }
        // The score is linear in its two rows of outputs.
        let rows = HIDDEN * (OUTPUTS + RANK)..HIDDEN * (OUTPUTS + RANK + 2);
        let numbers = &self.model.network.rows.as_flattened()[rows.clone()];
        let score =
            slope.network[rows].iter().zip(numbers).map(|(slope, number)| f64::from(slope * number)).sum::<f64>();
        terms.sections[Section::Pawns as usize] += score;
        terms.names[WEIGHT_NAMES.len()] += score;
        Some(terms)
    }
}

#[cfg(test)]
mod tests {
    use oxide88::bench::BENCH_POSITIONS;
    use oxide88::eval::{Personality, evaluate_with};

    use super::*;

    #[test]
    fn what_is_simply_added_adds_up_to_the_value() {
        // Without attacks on kings, and without an endgame half that initiative and scale would change.
        let position = Position::from_fen("r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1").unwrap();
        let terms = Reader::new().read(&position).unwrap();
        let total: f64 = terms.sections.iter().sum();
        let value = oxide88::eval::evaluate(&position, &mut oxide88::eval::EvalCaches::new());
        assert!((total - f64::from(value)).abs() < 2.0, "{total}, but {value} plays");
    }

    #[test]
    fn pawns_include_the_structure_score() {
        let reader = Reader::new();
        let (mut right, mut all) = (0, 0);
        for fen in BENCH_POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let Some(terms) = reader.read(&position) else { continue };
            let value =
                |pawn_structure| evaluate_with(&Personality { pawn_structure, ..Personality::default() }, &position);
            let twice = (value(200) - value(100)) * position.side_to_move().sign();
            right += usize::from((f64::from(twice) - terms.sections[Section::Pawns as usize]).abs() < 2.0);
            all += usize::from(terms.names[WEIGHT_NAMES.len()].abs() > 1.0);
        }
        assert!(all > 25 && 10 * right > 9 * all, "{right} of {all}");
    }

    #[test]
    fn sections_are_the_sums_of_their_names() {
        let reader = Reader::new();
        let mut counted = 0;
        for fen in BENCH_POSITIONS {
            let Some(terms) = reader.read(&Position::from_fen(fen).unwrap()) else { continue };
            let [by_section, by_name] = [&terms.sections, &terms.names].map(|list| list.iter().sum::<f64>());
            assert!((by_section - by_name).abs() < 1e-6, "{fen}");
            counted += usize::from(terms.names.iter().filter(|feature| feature.abs() > 0.0).count() > 10);
        }
        assert!(counted > 30, "{counted}");
    }
}
