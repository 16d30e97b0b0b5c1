//! The value of a position as a function of the weights, computed from the coefficients of the weights in it (see
//! `eval::tuning`).
//!
//! ```text
//!   weight  w = base + structure vector of its side . changes, for those that depend on the structure
//!   score   s = sum of count * weight  -  penalty(danger of our king)  +  penalty(danger of theirs)
//!               +  structure score of our side  -  that of theirs,  its endgame half moved by the initiative
//!   value   v = s.mg * factor.mg + s.eg * factor.eg * scale
//! ```

use oxide88::eval::tuning::{
    Count, RANK, Row, STRUCTURE_OUTPUTS, complex_endgame, danger_penalty, endgame_share, is_blended,
};
use oxide88::types::Color;

use super::network::Activations;
use super::parameters::{Model, Parameters, first_change};

/// The coefficients of a position by kind.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub plain: &'a [Count],
    pub blended: [&'a [Count]; 2], // [color]
    pub danger: [&'a [Count]; 2],  // [color of the king]
    pub initiative: &'a [Count],
    pub scale: [&'a [Count]; 2],   // [color ahead]
    pub structures: [&'a [u8]; 2], // [color]
}

/// The value of a position and its derivatives.
pub struct Assessment {
    /// Centipawns for White.
    pub value: f64,
    /// Derivative of the value with respect to the score, middlegame and endgame.
    pub factors: [f64; 2],
    /// Derivative of the value with respect to the initiative.
    pub initiative: f64,
    /// The side ahead in the endgame, and the derivative of the value with respect to its scale.
    pub scale: (Color, f64),
    /// Derivative of each side's score with respect to the danger of its king.
    pub slopes: [[f64; 2]; 2], // [color]
    /// The structure as each side sees it.
    activations: [Activations; 2], // [color]
    /// Derivative of the value with respect to each side's structure vector and structure score.
    along: [[f64; STRUCTURE_OUTPUTS]; 2], // [color]
}

/// A sum of bases and changes.
type Blend = [[f64; 2]; 1 + RANK];

/// Adds up weights of which some depend on the structure.
fn blend(counts: &[Count], weights: &[[f64; 2]]) -> Blend {
    let mut sums = Blend::default();
    for &(slot, count) in counts {
        let (slot, count) = (usize::from(slot), f64::from(count));
        let mut add = |lane: usize, [mg, eg]: [f64; 2]| {
            sums[lane][0] += count * mg;
            sums[lane][1] += count * eg;
        };
        add(0, weights[slot]);
        if is_blended(slot as u16) {
            for (lane, &change) in weights[first_change(slot)..][..RANK].iter().enumerate() {
                add(1 + lane, change);
            }
        }
    }
    sums
}

/// Returns the value of a sum in a structure.
fn in_structure(&[base, ref changes @ ..]: &Blend, vector: &[f64; RANK]) -> [f64; 2] {
    let mut sum = base;
    for (share, change) in vector.iter().zip(changes) {
        sum = [0, 1].map(|half| sum[half] + share * change[half]);
    }
    sum
}

/// Computes the value with these factors (see `Trace::factors`).
pub fn assess(view: &View, factors: &[[f32; 2]; 2], model: &Model) -> Assessment {
    let weights = &model.weights[..];
    let mut score = total(view.plain, weights);
    let (mut slopes, mut activations) = ([[0.0; 2]; 2], [Activations::default(); 2]);
    let (mut blended, mut dangers) = ([Blend::default(); 2], [Blend::default(); 2]);
    for color in Color::ALL {
        let sign = f64::from(color.sign());
        activations[color] = Activations::of(&model.network, view.structures[color]);
        let vector = &activations[color].vector;
        blended[color] = blend(view.blended[color], weights);
        let mut added = in_structure(&blended[color], vector);
        for half in [0, 1] {
            added[half] += activations[color].score[half];
        }
        if !view.danger[color].is_empty() {
            dangers[color] = blend(view.danger[color], weights);
            let penalty = danger_penalty(in_structure(&dangers[color], vector));
            for half in [0, 1] {
                added[half] += penalty[half].0;
                slopes[color][half] = penalty[half].1;
            }
        }
        score = [0, 1].map(|half| score[half] + sign * added[half]);
    }
    let ahead = if score[1] > 0.0 { Color::White } else { Color::Black };
    let (share, along_share) = match view.scale[ahead] {
        [] => (1.0, 0.0),
        counts => endgame_share(total(counts, weights)[1]),
    };
    let [mg_factor, eg_factor] = factors[ahead].map(f64::from);
    let (eg, [along_eg, along_complexity]) = complex_endgame(score[1], total(view.initiative, weights)[1]);
    let factors = [mg_factor, eg_factor * share * along_eg];
    let along = Color::ALL.map(|color| {
        std::array::from_fn(|number| {
            let sign = f64::from(color.sign());
            if let Some(half) = number.checked_sub(RANK) {
                return factors[half] * sign;
            }
            let lane = 1 + number;
            let half = |half: usize| {
                let score = blended[color][lane][half] + slopes[color][half] * dangers[color][lane][half];
                factors[half] * score * sign
            };
            half(0) + half(1)
        })
    });
    Assessment {
        value: score[0] * mg_factor + eg * eg_factor * share,
        factors,
        initiative: eg_factor * share * along_complexity,
        scale: (ahead, eg * eg_factor * along_share),
        slopes,
        activations,
        along,
    }
}

/// Adds the derivatives of a position's value with respect to the parameters, times `step`, to `slope`.
pub fn add_slope(view: &View, assessment: &Assessment, step: f64, model: &Model, slope: &mut Parameters) {
    for_each_slope(view, assessment, step, |slot, [mg, eg]| {
        slope.weights[slot][0] += mg;
        slope.weights[slot][1] += eg;
    });
    for_each_network_slope(view, assessment, step, model, |row, numbers| {
        let length = numbers.len();
        for (sum, number) in slope.network[length * row..][..length].iter_mut().zip(numbers) {
            *sum += number;
        }
    });
}

/// Calls `add` with each row of the network that counts for a side, and the derivatives of the position's value with
/// respect to its numbers, times `step`.
pub fn for_each_network_slope(
    view: &View,
    assessment: &Assessment,
    step: f64,
    model: &Model,
    mut add: impl FnMut(usize, &Row<f32>),
) {
    for color in Color::ALL {
        let along = assessment.along[color].map(|along| step * along);
        assessment.activations[color].for_each_slope(&model.network, view.structures[color], along, &mut add);
    }
}

/// Calls `add` with the derivatives of a position's value with respect to each weight and each change, times `step`;
/// for each side, or each king.
#[inline]
pub fn for_each_slope(view: &View, assessment: &Assessment, step: f64, mut add: impl FnMut(usize, [f64; 2])) {
    let &Assessment { factors, initiative, scale, slopes, ref activations, .. } = assessment;
    let steps = factors.map(|factor| step * factor);
    let mut add_all = |counts: &[Count], steps: [f64; 2], vector: &[f64; RANK]| {
        for &(slot, count) in counts {
            let (index, slope) = (usize::from(slot), steps.map(|step| f64::from(count) * step));
            add(index, slope);
            if is_blended(slot) {
                for (number, share) in vector.iter().enumerate() {
                    add(first_change(index) + number, slope.map(|slope| slope * share));
                }
            }
        }
    };
    let none = &[0.0; RANK];
    add_all(view.plain, steps, none);
    add_all(view.initiative, [0.0, step * initiative], none);
    add_all(view.scale[scale.0], [0.0, step * scale.1], none);
    for color in Color::ALL {
        let (sign, vector) = (f64::from(color.sign()), &activations[color].vector);
        add_all(view.blended[color], steps.map(|step| sign * step), vector);
        add_all(view.danger[color], [0, 1].map(|half| steps[half] * slopes[color][half] * sign), vector);
    }
}

fn total(counts: &[Count], weights: &[[f64; 2]]) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for &(slot, count) in counts {
        let [mg, eg] = weights[usize::from(slot)];
        sum[0] += f64::from(count) * mg;
        sum[1] += f64::from(count) * eg;
    }
    sum
}
