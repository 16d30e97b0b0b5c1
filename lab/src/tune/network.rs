//! The structure network while it learns: its structure vector and score, computed by the functions that play but over
//! reals, and the derivatives along it. Its numbers are a flat list, row by row, in the scale of the integers that
//! play.

use std::iter::once;

use oxide88::eval::tuning::{
    HIDDEN, INPUT_LIMIT, INPUTS, NETWORK, Network, Number, OUTPUT_LIMIT, OUTPUTS, RANK, ROWS, Row, STRUCTURE_OUTPUTS,
    UNIT, clip, split,
};
use rand_mt::Mt64;

/// The biases start here, so that random sums begin within the range that is not clipped.
const FIRST_BIAS: f32 = 0.3;

/// The rows of inputs and those of outputs start within these distances of zero.
const FIRST_SPREADS: [f32; 2] = [0.175, 0.6];

/// Returns the numbers of the network that plays.
pub fn in_use() -> Vec<f32> {
    NETWORK.rows.as_flattened().iter().map(|&number| number.into()).collect()
}

/// Returns the numbers of a random network: with all numbers at zero there would be no gradient.
pub fn random(seed: u64) -> Vec<f32> {
    let mut twister = Mt64::new(seed);
    let mut rows = [[0.0; HIDDEN]; ROWS];
    rows[0] = [FIRST_BIAS * f32::ONE; HIDDEN];
    rows[ROWS - 1][..RANK].fill(FIRST_BIAS * f32::ONE);
    for (number, row) in rows.iter_mut().enumerate().take(ROWS - 1).skip(INPUTS) {
        for place in row {
            let uniform = (twister.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0;
            *place = uniform * FIRST_SPREADS[usize::from(number >= OUTPUTS)] * f32::ONE;
        }
    }
    rows.as_flattened().to_vec()
}

/// Returns the network with these numbers.
pub fn network(numbers: &[f32]) -> Box<Network<f32>> {
    let mut network = Box::new(Network { rows: [[0.0; HIDDEN]; ROWS] });
    network.rows.as_flattened_mut().copy_from_slice(numbers);
    network
}

/// Rounds to the integers that play, each within the limits of its row.
pub fn rounded(numbers: &[f32]) -> Network<i16> {
    let mut network = Network { rows: [[0; HIDDEN]; ROWS] };
    for (place, (stored, learned)) in network.rows.as_flattened_mut().iter_mut().zip(numbers).enumerate() {
        *stored = learned.round().clamp(-limit(place), limit(place)) as i16;
    }
    network
}

/// Returns how far from zero the number at this place can be.
pub fn limit(place: usize) -> f32 {
    f32::from(if place < HIDDEN * OUTPUTS { INPUT_LIMIT } else { OUTPUT_LIMIT })
}

/// The layers of the network for a structure, and their result.
#[derive(Clone, Copy, Default)]
pub struct Activations {
    /// The sums of the hidden layer, not clipped.
    hidden: Row<f32>,
    /// The outputs, not clipped.
    outputs: [f32; STRUCTURE_OUTPUTS],
    /// The structure vector, 0 to 1.
    pub vector: [f64; RANK],
    /// The structure score in centipawns, middlegame and endgame.
    pub score: [f64; 2],
}

impl Activations {
    /// Computes the layers, the structure vector and the structure score.
    pub fn of(network: &Network<f32>, inputs: &[u8]) -> Self {
        let hidden = network.hidden(once(inputs.iter().copied()));
        let outputs = network.outputs(&clip(hidden));
        let (vector, score) = split(outputs);
        let vector = vector.map(|number| f64::from(number / f32::ONE));
        Self { hidden, outputs, vector, score: score.map(|half| f64::from(half) / f64::from(UNIT)) }
    }

    /// Calls `add` with the number of each row that counts, and the derivatives of a value with respect to its numbers;
    /// `along` are those with respect to the structure vector and the structure score.
    pub fn for_each_slope(
        &self,
        network: &Network<f32>,
        inputs: &[u8],
        along: [f64; STRUCTURE_OUTPUTS],
        mut add: impl FnMut(usize, &Row<f32>),
    ) {
        let is_open = |sum: f32| sum > 0.0 && sum < f32::ONE;
        let layer = clip(self.hidden);
        let (mut along_hidden, mut biases) = ([0.0; HIDDEN], [0.0; HIDDEN]);
        for (place, along) in along.into_iter().enumerate() {
            let along = match place < RANK {
                true if is_open(self.outputs[place]) => along as f32 / f32::ONE,
                true => continue,
                false => along as f32 / UNIT as f32,
            };
            biases[place] = along;
            add(OUTPUTS + place, &layer.map(|number| number / f32::ONE * along));
            for (sum, number) in along_hidden.iter_mut().zip(&network.rows[OUTPUTS + place]) {
                *sum += number / f32::ONE * along;
            }
        }
        add(ROWS - 1, &biases);
        for (along, &sum) in along_hidden.iter_mut().zip(&self.hidden) {
            if !is_open(sum) {
                *along = 0.0;
            }
        }
        add(0, &along_hidden);
        for &input in inputs {
            add(INPUTS + usize::from(input), &along_hidden);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_in_use_goes_through_reals_and_comes_back() {
        assert_eq!(rounded(&in_use()), NETWORK.clone());
    }

    #[test]
    fn numbers_beyond_the_limits_are_cut() {
        let mut numbers = vec![20_000.0; HIDDEN * ROWS];
        numbers[1] = -20_000.0;
        let rows = rounded(&numbers).rows;
        assert_eq!((rows[0][0], rows[0][1]), (INPUT_LIMIT, -INPUT_LIMIT));
        assert_eq!([OUTPUTS - 1, OUTPUTS].map(|row| rows[row][0]), [INPUT_LIMIT, OUTPUT_LIMIT]);
    }
}
