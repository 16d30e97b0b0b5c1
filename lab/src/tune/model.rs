//! The evaluation and its loss as functions of the weights. A position is stored as the coefficients of the weights in
//! it (see `eval::tuning`). The value follows from them, the expected result from the value by the logistic curve, and
//! the loss is the mean squared error of the expected result.
//!
//! ```text
//!   score      s = sum of count * weight  -  penalty(danger of our king)  +  penalty(danger of theirs),
//!                  its endgame half moved by the initiative
//!   value      v = s.mg * factor.mg + s.eg * factor.eg * scale
//!   expected   p = 1 / (1 + exp(-k v))
//!   loss       (p - target)^2
//! ```

use oxide88::eval::tuning::{Count, Trace, complex_endgame, danger_penalty, endgame_share};
use oxide88::types::Color;

/// All weights, [middlegame, endgame], or the gradient of the loss with respect to them.
pub type Weights = Vec<[f64; 2]>;

/// A position as the model sees it. Its counts are a slice of a common list.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Row {
    /// Start of its counts in the list.
    start: usize,
    /// Number of counts that are linear, that add to the danger of the white and of the black king, to the initiative,
    /// and to the endgame scale if White and if Black is ahead.
    lengths: [u16; 6],
    factors: [[f32; 2]; 2], // [color ahead][middlegame, endgame]
    /// Target of the value: White's expected score, 0 to 1.
    target: f32,
}

/// Training positions.
#[derive(PartialEq, Debug, Default)]
pub struct Data {
    rows: Vec<Row>,
    counts: Vec<Count>,
}

/// The counts of a row by kind.
struct View<'a> {
    linear: &'a [Count],
    danger: [&'a [Count]; 2], // [color of the king]
    initiative: &'a [Count],
    scale: [&'a [Count]; 2], // [color ahead]
}

/// The value of a position and its derivatives.
struct Assessment {
    /// Centipawns for White.
    value: f64,
    /// Derivative of the value with respect to the score, middlegame and endgame.
    factors: [f64; 2],
    /// Derivative of the value with respect to the initiative.
    initiative: f64,
    /// The side ahead in the endgame, and the derivative of the value with respect to its scale.
    scale: (Color, f64),
    /// Derivative of each side's score with respect to the danger of its king.
    slopes: [[f64; 2]; 2], // [color]
}

impl Data {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a position with this expected result for White.
    pub fn push(&mut self, trace: &Trace, target: f64) {
        let ([white, black], [white_scale, black_scale]) = (&trace.danger, &trace.scale);
        let parts = [&trace.linear, white, black, &trace.initiative, white_scale, black_scale];
        self.rows.push(Row {
            start: self.counts.len(),
            lengths: parts.map(|part| part.len() as u16),
            factors: trace.factors.map(|pair| pair.map(|factor| factor as f32)),
            target: target as f32,
        });
        self.counts.extend(parts.into_iter().flatten());
    }

    /// Adds all positions of another list.
    pub fn append(&mut self, other: Self) {
        let offset = self.counts.len();
        self.rows.extend(other.rows.into_iter().map(|row| Row { start: row.start + offset, ..row }));
        self.counts.extend(other.counts);
    }

    /// Returns the indexes of all weights that add to a king's danger in some position.
    pub fn danger_slots(&self) -> Vec<usize> {
        let dangers = self.rows.iter().flat_map(|row| self.view(row).danger.into_iter().flatten());
        let mut slots: Vec<usize> = dangers.map(|&(slot, _)| usize::from(slot)).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    fn view(&self, row: &Row) -> View<'_> {
        let mut rest = &self.counts[row.start..];
        let [linear, white, black, initiative, white_scale, black_scale] = row.lengths.map(|length| {
            let (part, others) = rest.split_at(usize::from(length));
            rest = others;
            part
        });
        View { linear, danger: [white, black], initiative, scale: [white_scale, black_scale] }
    }

    /// Computes the value of a position, by index, in centipawns for White.
    #[cfg(test)]
    pub fn value(&self, index: usize, weights: &[[f64; 2]]) -> f64 {
        let row = &self.rows[index];
        assess(row, &self.view(row), weights).value
    }

    /// Sums the losses of the positions with these indexes; adds their gradient, divided by 2k, to `slope`.
    pub fn learn(&self, indices: &[u32], weights: &[[f64; 2]], k: f64, slope: &mut [[f64; 2]]) -> f64 {
        let mut loss = 0.0;
        for &index in indices {
            let row = &self.rows[index as usize];
            let view = self.view(row);
            let assessment = assess(row, &view, weights);
            let expected = logistic(k * assessment.value);
            let error = expected - f64::from(row.target);
            loss += error * error;
            add_slope(&view, &assessment, error * expected * (1.0 - expected), slope);
        }
        loss
    }

    /// Computes the value of a position, by index, in centipawns for White, and adds its derivatives with respect to
    /// the weights to `slope`.
    pub fn differentiate(&self, index: usize, weights: &[[f64; 2]], slope: &mut [[f64; 2]]) -> f64 {
        let row = &self.rows[index];
        let view = self.view(row);
        let assessment = assess(row, &view, weights);
        add_slope(&view, &assessment, 1.0, slope);
        assessment.value
    }

    /// Sums the losses of all positions in `range`.
    pub fn loss(&self, range: std::ops::Range<usize>, weights: &[[f64; 2]], k: f64) -> f64 {
        let of =
            |row: &Row| (logistic(k * assess(row, &self.view(row), weights).value) - f64::from(row.target)).powi(2);
        self.rows[range].iter().map(of).sum()
    }
}

/// The logistic curve.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn assess(row: &Row, view: &View, weights: &[[f64; 2]]) -> Assessment {
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
    let [mg_factor, eg_factor] = row.factors[ahead].map(f64::from);
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
fn add_slope(view: &View, assessment: &Assessment, step: f64, slope: &mut [[f64; 2]]) {
    let &Assessment { factors, initiative, scale, slopes, .. } = assessment;
    let steps = factors.map(|factor| step * factor);
    add(view.linear, steps, slope);
    add(view.initiative, [0.0, step * initiative], slope);
    add(view.scale[scale.0], [0.0, step * scale.1], slope);
    for color in Color::ALL {
        let sign = f64::from(color.sign());
        let steps = [0, 1].map(|half| steps[half] * slopes[color][half] * sign);
        add(view.danger[color], steps, slope);
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

fn add(counts: &[Count], steps: [f64; 2], slope: &mut [[f64; 2]]) {
    for &(slot, count) in counts {
        let cell = &mut slope[usize::from(slot)];
        cell[0] += f64::from(count) * steps[0];
        cell[1] += f64::from(count) * steps[1];
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use oxide88::bench::BENCH_POSITIONS;
    use oxide88::eval::{EvalCaches, evaluate, tuning};
    use oxide88::position::Position;

    /// Returns the bench positions that are not known endgames, and the weights in use.
    pub fn bench() -> (Data, Vec<Position>, Weights) {
        let (mut data, mut positions) = (Data::default(), Vec::new());
        for (number, fen) in BENCH_POSITIONS.iter().enumerate() {
            let position = Position::from_fen(fen).unwrap();
            if let Some(trace) = Trace::of(&position) {
                data.push(&trace, (number % 3) as f64 / 2.0);
                positions.push(position);
            }
        }
        (data, positions, tuning::weights().iter().map(|weight| weight.map(f64::from)).collect())
    }

    #[test]
    fn the_value_is_that_of_the_evaluation() {
        let (data, positions, weights) = bench();
        let mut table = EvalCaches::new();
        for (index, position) in positions.iter().enumerate() {
            let played = evaluate(position, &mut table) * position.side_to_move().sign();
            let value = data.value(index, &weights);
            assert!((value - f64::from(played)).abs() < 4.0, "{}: {value}, but {played} plays", position.fen());
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let (data, _, weights) = bench();
        let all: Vec<u32> = (0..data.len() as u32).collect();
        let k = 0.005;
        let mut slope = vec![[0.0; 2]; weights.len()];
        let loss = data.learn(&all, &weights, k, &mut slope);
        assert!((loss - data.loss(0..data.len(), &weights, k)).abs() < 1e-9);
        let mut checked = 0;
        for slot in (0..weights.len()).filter(|&slot| slope[slot].iter().any(|part| part.abs() > 0.0)) {
            for half in [0, 1] {
                let at = |offset: f64| {
                    let mut weights = weights.clone();
                    weights[slot][half] += offset;
                    data.loss(0..data.len(), &weights, k)
                };
                let (difference, told) = ((at(1e-4) - at(-1e-4)) / 2e-4, 2.0 * k * slope[slot][half]);
                assert!((difference - told).abs() < 1e-6, "weight {slot}: {difference}, but {told} was told");
                checked += 1;
            }
        }
        assert!(checked > 400, "{checked} slopes");
        assert!(data.danger_slots().len() > 5);
    }
}
