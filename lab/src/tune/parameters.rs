//! The parameters of the evaluation as `tune` learns them: the weights of the terms and the numbers of the structure
//! network.

use oxide88::eval::tuning::{self, BLENDED_WEIGHTS, CHANGES, Changes, HIDDEN, Network, PLAIN_WEIGHTS, RANK, ROWS};
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

/// Turns the pairs of the source into weights.
pub fn to_real(pairs: impl IntoIterator<Item = [i32; 2]>) -> impl Iterator<Item = [f64; 2]> {
    pairs.into_iter().map(|pair| pair.map(f64::from))
}

/// Returns the units of the changes of a weight that depends on the structure, by its number among these.
fn unit_of(number: usize) -> f64 {
    tuning::unit_of(tuning::section_of((PLAIN_WEIGHTS + number) as u16)).into()
}

/// Turns changes as they are stored into those of [`Weights`].
pub fn to_changes(changes: &[Changes]) -> impl Iterator<Item = [f64; 2]> {
    changes.iter().enumerate().flat_map(|(number, [mg, eg])| {
        let unit = unit_of(number);
        mg.iter().zip(eg).map(move |(&mg, &eg)| [mg, eg].map(|change| f64::from(change) / unit))
    })
}

/// Rounds changes to those that are stored.
pub fn to_stored(weights: &Weights) -> [Changes; BLENDED_WEIGHTS] {
    std::array::from_fn(|number| {
        let (unit, limit) = (unit_of(number), f64::from(tuning::change_limit((PLAIN_WEIGHTS + number) as u16)));
        let changes = &weights[WEIGHTS + RANK * number..];
        let round = |change: f64| (change * unit).round().clamp(-limit, limit) as i16;
        [0, 1].map(|half| std::array::from_fn(|place| round(changes[place][half])))
    })
}

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
        let weights = to_real(tuning::weights()).chain(to_changes(&CHANGES)).collect();
        Self { weights, network: network::in_use() }
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
