//! The value of a position as a function of the weights, computed from the coefficients of the weights in it (see
//! `eval::tuning`).
//!
//! ```text
//!   score   s = sum of count * weight  -  penalty(danger of our king)  +  penalty(danger of theirs),
//!               its endgame half moved by the initiative
//!   value   v = s.mg * factor.mg + s.eg * factor.eg * scale
//! ```

use oxide88::eval::tuning::{Count, complex_endgame, danger_penalty, endgame_share};
use oxide88::types::Color;

/// The coefficients of a position by kind.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub linear: &'a [Count],
    pub danger: [&'a [Count]; 2], // [color of the king]
    pub initiative: &'a [Count],
    pub scale: [&'a [Count]; 2], // [color ahead]
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
}

/// Computes the value with these factors (see `Trace::factors`).
pub fn assess(view: &View, factors: &[[f32; 2]; 2], weights: &[[f64; 2]]) -> Assessment {
    let mut score = total(view.linear, weights);
    let mut slopes = [[0.0; 2]; 2];
    for color in Color::ALL {
        if view.danger[color].is_empty() {
            continue;
        }
        let penalty = danger_penalty(total(view.danger[color], weights));
        for half in [0, 1] {
            score[half] += penalty[half].0 * f64::from(color.sign());
            slopes[color][half] = penalty[half].1;
        }
    }
    let ahead = if score[1] > 0.0 { Color::White } else { Color::Black };
    let (share, along_share) = match view.scale[ahead] {
        [] => (1.0, 0.0),
        counts => endgame_share(total(counts, weights)[1]),
    };
    let [mg_factor, eg_factor] = factors[ahead].map(f64::from);
    let (eg, [along_eg, along_complexity]) = complex_endgame(score[1], total(view.initiative, weights)[1]);
    Assessment {
        value: score[0] * mg_factor + eg * eg_factor * share,
        factors: [mg_factor, eg_factor * share * along_eg],
        initiative: eg_factor * share * along_complexity,
        scale: (ahead, eg * eg_factor * along_share),
        slopes,
    }
}

/// Adds the derivatives of a position's value with respect to the weights, times `step`, to `slope`.
pub fn add_slope(view: &View, assessment: &Assessment, step: f64, slope: &mut [[f64; 2]]) {
    for_each_slope(view, assessment, step, |slot, [mg, eg]| {
        slope[slot][0] += mg;
        slope[slot][1] += eg;
    });
}

/// Calls `add` with the derivatives of a position's value with respect to each weight, times `step`; with those of king
/// danger for either king.
#[inline]
pub fn for_each_slope(view: &View, assessment: &Assessment, step: f64, mut add: impl FnMut(usize, [f64; 2])) {
    let &Assessment { factors, initiative, scale, slopes, .. } = assessment;
    let steps = factors.map(|factor| step * factor);
    let mut add_all = |counts: &[Count], steps: [f64; 2]| {
        for &(slot, count) in counts {
            add(slot.into(), steps.map(|step| f64::from(count) * step));
        }
    };
    add_all(view.linear, steps);
    add_all(view.initiative, [0.0, step * initiative]);
    add_all(view.scale[scale.0], [0.0, step * scale.1]);
    for color in Color::ALL {
        let sign = f64::from(color.sign());
        add_all(view.danger[color], [0, 1].map(|half| steps[half] * slopes[color][half] * sign));
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
