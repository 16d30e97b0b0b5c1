//! The parameters of the evaluation as `tune` learns them: the weights of the terms and the numbers of the structure
//! network.

use std::iter::once;

use oxide88::eval::tuning::{self, ADDITIONS, Additions, BLENDED_WEIGHTS, HIDDEN, Network, PLAIN_WEIGHTS, RANK, ROWS};
use serde::{Deserialize, Serialize};

use super::network;

/// The weights of the terms, [middlegame, endgame], followed by the changes of those that depend on the structure; a
/// change is that of a weight by one number of the structure vector.
pub type Weights = Vec<[f64; 2]>;

/// Number of weights.
pub const WEIGHTS: usize = PLAIN_WEIGHTS + BLENDED_WEIGHTS;

/// Returns the index of the first change of a weight that depends on the structure, behind all weights.
pub fn first_change(slot: usize) -> usize {
    WEIGHTS + RANK * (slot - PLAIN_WEIGHTS)
}

/// Returns the index of the weight that a weight or change is of.
pub fn slot_of(index: usize) -> usize {
    if index < WEIGHTS { index } else { PLAIN_WEIGHTS + (index - WEIGHTS) / RANK }
}

/// Turns the weights of the source and what the network file adds to them into reals.
pub fn to_real(bases: &[[i32; 2]], additions: &[Additions]) -> Weights {
    let mut weights: Weights = bases.iter().map(|base| base.map(f64::from)).collect();
    for (number, halves) in additions.iter().enumerate() {
        let [mg, eg] = halves.map(|half| half.map(|addition| f64::from(addition) / UNIT));
        weights[PLAIN_WEIGHTS + number][0] += mg[0];
        weights[PLAIN_WEIGHTS + number][1] += eg[0];
        weights.extend(mg.into_iter().zip(eg).skip(1).map(|(mg, eg)| [mg, eg]));
    }
    weights
}

/// Rounds reals to the weights of the source and what the network file adds to them.
pub fn to_stored(weights: &Weights) -> (Vec<[i32; 2]>, [Additions; BLENDED_WEIGHTS]) {
    let mut bases: Vec<[i32; 2]> =
        weights[..WEIGHTS].iter().map(|weight| weight.map(|half| half.round() as i32)).collect();
    let additions = std::array::from_fn(|number| {
        let index = PLAIN_WEIGHTS + number;
        let limit = f64::from(tuning::change_limit(index as u16));
        [0, 1].map(|half| {
            // The base is rounded to units first, so that what is stored is stored in the same way again.
            let units = (weights[index][half] * UNIT).round();
            let base = (units / UNIT).round();
            bases[index][half] = base as i32;
            let changes = weights[first_change(index)..].iter().take(RANK).map(|change| change[half] * UNIT);
            let mut additions = once(units - base * UNIT).chain(changes);
            std::array::from_fn(|_| additions.next().unwrap_or_default().round().clamp(-limit, limit) as i16)
        })
    });
    (bases, additions)
}

/// Returns how far from zero each weight and each change can be: as far as play can count it, without bound if the
/// weight does not depend on the structure.
pub fn limits() -> Vec<f64> {
    let changes = (0..BLENDED_WEIGHTS).flat_map(|number| {
        let limit = f64::from(tuning::change_limit((PLAIN_WEIGHTS + number) as u16)) / UNIT;
        [limit; RANK]
    });
    let bases = (0..WEIGHTS as u16)
        .map(|slot| if tuning::is_blended(slot) { f64::from(tuning::base_limit(slot)) / UNIT } else { f64::INFINITY });
    bases.chain(changes).collect()
}

/// Units of the additions, as a real.
const UNIT: f64 = tuning::UNIT as f64;

/// All parameters, or something else for each of them, such as the gradient of the loss.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Parameters {
    /// The weights of the terms and their changes.
    pub weights: Weights,
    /// The numbers of the structure network, row by row.
    pub network: Vec<f32>,
}

impl Parameters {
    /// Returns the parameters that play.
    pub fn in_use() -> Self {
        Self { weights: to_real(&tuning::weights(), &ADDITIONS), network: network::in_use() }
    }

    /// Returns as many zeros.
    pub fn zeros(&self) -> Self {
        Self::of_zeros(self.weights.len(), self.network.len())
    }

    fn of_zeros(weights: usize, numbers: usize) -> Self {
        Self { weights: vec![[0.0; 2]; weights], network: vec![0.0; numbers] }
    }

    /// Adds others.
    pub fn add(&mut self, others: &Self) {
        for (sum, other) in self.weights.as_flattened_mut().iter_mut().zip(others.weights.as_flattened()) {
            *sum += other;
        }
        for (sum, other) in self.network.iter_mut().zip(&others.network) {
            *sum += other;
        }
    }
}

/// Returns the parameters in use with a random network and random changes of up to 20 centipawns.
#[cfg(test)]
pub fn restless(seed: u64) -> Parameters {
    let mut parameters = Parameters { network: network::random(seed), ..Parameters::in_use() };
    let mut twister = rand_mt::Mt64::new(seed + 1);
    for change in parameters.weights[WEIGHTS..].as_flattened_mut() {
        *change = (twister.next_u64() % 401) as f64 / 10.0 - 20.0;
    }
    parameters
}

/// An evaluation with certain parameters.
pub struct Model {
    /// The weights of the terms.
    pub weights: Weights,
    /// The structure network.
    pub network: Box<Network<f32>>,
}

impl Model {
    /// Returns the evaluation with these parameters.
    pub fn new(parameters: &Parameters) -> Self {
        Self { weights: parameters.weights.clone(), network: network::network(&parameters.network) }
    }

    /// Returns a zero for each of its parameters.
    pub fn zeros(&self) -> Parameters {
        Parameters::of_zeros(self.weights.len(), HIDDEN * ROWS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_stored_to_the_nearest_eighth_if_they_depend_on_the_structure() {
        let mut parameters = Parameters::in_use();
        assert!(to_stored(&parameters.weights) == (tuning::weights(), ADDITIONS), "the same is stored again");
        let first = |name| (0..WEIGHTS).find(|&index| tuning::name_of(index as u16).0 == name).unwrap();
        let [plain, blended] = ["tempo", "space"].map(first);
        for index in [plain, blended] {
            parameters.weights[index] = [3.4, -7.6];
        }
        let (bases, additions) = to_stored(&parameters.weights);
        let stored = to_real(&bases, &additions);
        assert_eq!([plain, blended].map(|index| bases[index]), [[3, -8]; 2]);
        assert_eq!([plain, blended].map(|index| stored[index]), [[3.0, -8.0], [3.375, -7.625]]);
        assert_eq!(stored[WEIGHTS..], parameters.weights[WEIGHTS..]);
    }
}
