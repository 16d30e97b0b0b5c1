//! Weights by index: a tracer records indices, and the tuner and `eval` read values, sections and names by them.

use std::sync::LazyLock;

use super::blend::Blend;
use super::weight_table::WeightIndex;
use super::weights::{DIMENSIONS, NAMES, Section, WEIGHTS, Weights};

/// The index of each weight.
pub static INDICES: LazyLock<Weights<WeightIndex>> = LazyLock::new(Weights::numbered);

/// The section and value of each weight, by index.
static FLAT: LazyLock<Vec<(Section, Blend)>> = LazyLock::new(|| WEIGHTS.flat());

/// Returns the weight at an index.
///
/// # Panics
/// There is no such index.
pub fn weight_in(index: WeightIndex) -> Blend {
    FLAT[usize::from(index)].1
}

/// Returns the section of the weight at an index.
///
/// # Panics
/// There is no such index.
pub fn section_of(index: WeightIndex) -> Section {
    FLAT[usize::from(index)].0
}

/// Returns the name of the weight at an index, and its place if it is an element of a table.
///
/// # Panics
/// There is no such index.
pub fn name_of(index: WeightIndex) -> (&'static str, Vec<usize>) {
    let mut rest = usize::from(index);
    for (name, dimensions) in NAMES.into_iter().zip(DIMENSIONS) {
        let size: usize = dimensions.iter().product();
        if rest < size {
            let mut place: Vec<_> = dimensions
                .iter()
                .rev()
                .map(|&dimension| {
                    let digit = rest % dimension;
                    rest /= dimension;
                    digit
                })
                .collect();
            place.reverse();
            return (name, place);
        }
        rest -= size;
    }
    panic!("there is no weight at index {index}");
}

#[cfg(test)]
mod tests {
    use super::super::weight_table::WeightTable;
    use super::super::weights::{BLENDED_WEIGHTS, PLAIN_WEIGHTS};
    use super::*;

    #[test]
    fn indices_number_the_weights_in_order_without_gaps() {
        let mut indices = Vec::new();
        INDICES.material.visit(&mut |index| indices.push(index));
        INDICES.pawn_square.visit(&mut |index| indices.push(index));
        assert!(indices.iter().copied().eq(0..indices.len() as WeightIndex));
        assert_eq!(usize::from(INDICES.space[7]), FLAT.len() - 1);
        assert_eq!(usize::from(INDICES.imbalance_ours[0][0]), PLAIN_WEIGHTS);
        assert_eq!(FLAT.len(), PLAIN_WEIGHTS + BLENDED_WEIGHTS);
        assert_eq!(weight_in(INDICES.knight_square[3][2]), WEIGHTS.knight_square[3][2]);
        assert_eq!(section_of(INDICES.restricted), Section::Threats);
        assert_eq!(name_of(INDICES.knight_square[3][2]), ("knight_square", vec![3, 2]));
        assert_eq!(name_of(INDICES.tempo), ("tempo", vec![]));
    }
}

#[cfg(all(test, feature = "ablation"))]
mod ablation_tests {
    use crate::eval::blend::Blend;
    use crate::eval::weights::{TUNED, tuned};
    use crate::types::Score;

    #[test]
    fn only_the_named_weights_are_zero() {
        let weights = tuned().without(&["space", "tempo"]);
        assert_eq!((weights.space, weights.tempo), ([Blend::ZERO; 8], Score::ZERO));
        assert_eq!(weights.material, TUNED.material);
        assert_eq!(weights.outpost, tuned().outpost);
    }

    #[test]
    #[should_panic(expected = "no weights are called spaces")]
    fn an_unknown_name_is_refused() {
        let _ = tuned().without(&["spaces"]);
    }
}
