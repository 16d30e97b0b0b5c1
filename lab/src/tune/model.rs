//! The loss as a function of the weights. A position is stored as the coefficients of the weights in it, from which its
//! value follows; the expected result follows from the value by the logistic curve, and the loss is the mean squared
//! error of the expected result.
//!
//! ```text
//!   expected   p = 1 / (1 + exp(-k v))
//!   loss       (p - target)^2
//! ```
//! Of the positions that a search visited with the same side to move, only the differences matter: the search takes the
//! best of them, and an error that they share changes nothing. So they are compared, as a group: the mean of p - target
//! is taken away before the square.

use std::collections::BTreeSet;
use std::ops::Range;

use oxide88::eval::tuning::{Count, Trace};

use super::value::{Assessment, View, add_slope, assess, for_each_slope};

/// All weights, [middlegame, endgame], or the gradient of the loss with respect to them.
pub type Weights = Vec<[f64; 2]>;

/// The logistic curve.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

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
    /// Groups of positions that are compared; a position that is judged alone is a group of its own.
    groups: Vec<Range<usize>>, // rows
}

/// A position of a group under some weights.
struct Judged<'a> {
    view: View<'a>,
    assessment: Assessment,
    /// White's expected score, 0 to 1.
    expected: f64,
    /// The expected score less the target; in a group also less the mean of that.
    error: f64,
}

impl Data {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of groups.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Adds a position with this expected result for White.
    pub fn push(&mut self, trace: &Trace, target: f64) {
        self.groups.push(self.len()..self.len() + 1);
        self.push_row(trace, target);
    }

    /// Adds positions that are compared with each other; a single one has nothing to be compared with.
    pub fn push_compared(&mut self, positions: &[(Trace, f64)]) {
        if positions.len() > 1 {
            self.groups.push(self.len()..self.len() + positions.len());
            for (trace, target) in positions {
                self.push_row(trace, *target);
            }
        }
    }

    fn push_row(&mut self, trace: &Trace, target: f64) {
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
        let (offset, first) = (self.counts.len(), self.len());
        self.groups.extend(other.groups.into_iter().map(|rows| rows.start + first..rows.end + first));
        self.rows.extend(other.rows.into_iter().map(|row| Row { start: row.start + offset, ..row }));
        self.counts.extend(other.counts);
    }

    /// Leaves out the weights with these indexes, as if no position had them.
    pub fn leave_out(&mut self, slots: &BTreeSet<u16>) {
        if slots.is_empty() {
            return;
        }
        let mut counts = Vec::new();
        for row in &mut self.rows {
            let mut rest = &self.counts[row.start..];
            row.start = counts.len();
            for length in &mut row.lengths {
                let (part, others) = rest.split_at(usize::from(*length));
                let before = counts.len();
                counts.extend(part.iter().filter(|(slot, _)| !slots.contains(slot)));
                (rest, *length) = (others, (counts.len() - before) as u16);
            }
        }
        self.counts = counts;
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
        assess(&self.view(row), &row.factors, weights).value
    }

    /// Judges the positions of a group into `judged`.
    fn judge<'a>(&'a self, group: &Range<usize>, weights: &[[f64; 2]], k: f64, judged: &mut Vec<Judged<'a>>) {
        judged.clear();
        judged.extend(self.rows[group.clone()].iter().map(|row| {
            let view = self.view(row);
            let assessment = assess(&view, &row.factors, weights);
            let expected = logistic(k * assessment.value);
            Judged { view, assessment, expected, error: expected - f64::from(row.target) }
        }));
        if judged.len() > 1 {
            let mean = judged.iter().map(|position| position.error).sum::<f64>() / judged.len() as f64;
            for position in judged {
                position.error -= mean;
            }
        }
    }

    /// Sums the losses of the groups with these indexes; adds their gradient, divided by 2k, to `slope`. Returns the
    /// number of positions too.
    pub fn learn(&self, groups: &[u32], weights: &[[f64; 2]], k: f64, slope: &mut [[f64; 2]]) -> (f64, usize) {
        let (mut loss, mut positions) = (0.0, 0);
        let mut judged = Vec::new();
        for &group in groups {
            self.judge(&self.groups[group as usize], weights, k, &mut judged);
            positions += judged.len();
            // The mean error depends on the weights as well, but the errors of a group add up to nothing.
            for Judged { view, assessment, expected, error } in &judged {
                loss += error * error;
                add_slope(view, assessment, error * expected * (1.0 - expected), slope);
            }
        }
        (loss, positions)
    }

    /// Returns how much each weight moves the value, in centipawns per unit: the mean square of the derivative over the
    /// positions in which the weight counts; 0 if it counts in none.
    pub fn leverage(&self, weights: &[[f64; 2]]) -> Weights {
        let mut sums = vec![([0.0; 2], 0.0); weights.len()];
        for row in &self.rows {
            let view = self.view(row);
            for_each_slope(&view, &assess(&view, &row.factors, weights), 1.0, |slot, slope| {
                let (sum, count) = &mut sums[slot];
                *sum = [0, 1].map(|half| sum[half] + slope[half].powi(2));
                *count += 1.0;
            });
        }
        sums.into_iter().map(|(sum, count)| sum.map(|square| square / f64::max(count, 1.0))).collect()
    }

    /// Computes the value of a position, by index, in centipawns for White, and adds its derivatives with respect to
    /// the weights to `slope`.
    pub fn differentiate(&self, index: usize, weights: &[[f64; 2]], slope: &mut [[f64; 2]]) -> f64 {
        let row = &self.rows[index];
        let view = self.view(row);
        let assessment = assess(&view, &row.factors, weights);
        add_slope(&view, &assessment, 1.0, slope);
        assessment.value
    }

    /// Sums the losses of the groups with indexes in `range`.
    pub fn loss(&self, range: Range<usize>, weights: &[[f64; 2]], k: f64) -> f64 {
        let mut judged = Vec::new();
        let of = |group| {
            self.judge(group, weights, k, &mut judged);
            judged.iter().map(|position| position.error.powi(2)).sum::<f64>()
        };
        self.groups[range].iter().map(of).sum()
    }

    /// Returns the share of pairs of compared positions that the weights put in the order of their targets, 0 to 1; a
    /// pair with equal values counts half, one with equal targets not at all. `None` if there is no pair.
    pub fn order(&self, weights: &[[f64; 2]]) -> Option<f64> {
        let (mut right, mut pairs) = (0.0, 0.0);
        for group in &self.groups {
            let of = |row: &Row| (row.target, assess(&self.view(row), &row.factors, weights).value);
            let positions: Vec<(f32, f64)> = self.rows[group.clone()].iter().map(of).collect();
            for (number, (target, value)) in positions.iter().enumerate() {
                for (other_target, other_value) in &positions[..number] {
                    let order = target.partial_cmp(other_target).filter(|order| order.is_ne());
                    if let (Some(order), Some(found)) = (order, value.partial_cmp(other_value)) {
                        pairs += 1.0;
                        right += if found.is_eq() { 0.5 } else { f64::from(u8::from(found == order)) };
                    }
                }
            }
        }
        (pairs > 0.0).then(|| right / pairs)
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
        assert!(data.danger_slots().len() > 5);
        has_the_right_gradient(&data, &weights);
    }

    #[test]
    fn the_leverage_of_a_weight_is_the_mean_square_of_its_derivative_where_it_counts() {
        let (_, positions, weights) = bench();
        let of = |positions: &[Position]| {
            let mut data = Data::default();
            for position in positions {
                data.push(&Trace::of(position).unwrap(), 0.5);
            }
            data
        };
        let mut sums = vec![[0.0; 3]; weights.len()];
        for position in &positions {
            let data = of(std::slice::from_ref(position));
            let mut slope = vec![[0.0; 2]; weights.len()];
            data.differentiate(0, &weights, &mut slope);
            let view = data.view(&data.rows[0]);
            let all = [view.linear, view.danger[0], view.danger[1], view.initiative];
            for (slot, leverage) in data.leverage(&weights).iter().enumerate() {
                let counts = all.iter().filter(|counts| counts.iter().any(|count| usize::from(count.0) == slot));
                match counts.count() {
                    // Perhaps one of the scale, which counts for the side ahead alone.
                    0 => sums[slot][2] += if leverage.iter().sum::<f64>() > 0.0 { f64::NAN } else { 0.0 },
                    1 => {
                        for half in [0, 1] {
                            assert!((leverage[half] - slope[slot][half].powi(2)).abs() < 1e-9, "weight {slot}");
                            sums[slot][half] += leverage[half];
                        }
                        sums[slot][2] += 1.0;
                    }
                    // The danger to one king does not make up for that to the other: not the square of the slope.
                    _ => sums[slot][2] = f64::NAN,
                }
            }
        }
        let leverage = of(&positions).leverage(&weights);
        let mut checked = 0;
        for (found, [mg, eg, count]) in leverage.iter().zip(sums).filter(|(_, sums)| sums[2] > 0.0) {
            assert!((found[0] - mg / count).abs() < 1e-9 && (found[1] - eg / count).abs() < 1e-9, "{found:?}");
            checked += 1;
        }
        assert!(checked > 200, "{checked} weights");
    }

    #[test]
    fn the_gradient_of_groups_is_that_of_their_loss() {
        let (_, positions, weights) = bench();
        let mut data = Data::default();
        for (number, positions) in positions.chunks(7).enumerate() {
            let target = |place: usize| ((number + place) % 3) as f64 / 2.0;
            let traced = |(place, position)| (Trace::of(position).unwrap(), target(place));
            data.push_compared(&positions.iter().enumerate().map(traced).collect::<Vec<_>>());
        }
        has_the_right_gradient(&data, &weights);
    }

    #[test]
    fn a_weight_that_is_left_out_has_no_influence() {
        let (mut data, positions, mut weights) = bench();
        let before: Vec<f64> = (0..positions.len()).map(|index| data.value(index, &weights)).collect();
        let names = ["tempo", "danger_safe_check"];
        let left_out = (0..weights.len() as u16).filter(|&slot| names.contains(&tuning::name_of(slot).0));
        let left_out: BTreeSet<u16> = left_out.collect();
        data.leave_out(&left_out);
        let without: Vec<f64> = (0..positions.len()).map(|index| data.value(index, &weights)).collect();
        for &slot in &left_out {
            weights[usize::from(slot)] = [0.0; 2];
        }
        let (whole, ..) = bench();
        let mut differ = 0;
        for index in 0..positions.len() {
            assert!((without[index] - whole.value(index, &weights)).abs() < 1e-9);
            differ += usize::from((without[index] - before[index]).abs() > 1.0);
        }
        assert!(differ > positions.len() * 9 / 10, "{differ}: nearly all have a side to move that counts");
    }

    #[test]
    fn an_error_that_compared_positions_share_costs_nothing() {
        let (data, positions, weights) = bench();
        let k = 0.0001; // Where the curve is straight, expected scores differ as the values do.
        let shifted = |shift: f64, is_compared| {
            let traced =
                |(index, position)| (Trace::of(position).unwrap(), logistic(k * (data.value(index, &weights) + shift)));
            let list: Vec<_> = positions.iter().enumerate().map(traced).collect();
            let mut shifted = Data::default();
            if is_compared {
                shifted.push_compared(&list);
            } else {
                for (trace, target) in &list {
                    shifted.push(trace, *target);
                }
            }
            shifted.loss(0..shifted.groups(), &weights, k) / list.len() as f64
        };
        let error = (logistic(k * 100.0) - 0.5_f64).powi(2);
        assert!((shifted(100.0, false) / error - 1.0).abs() < 0.1);
        assert!(shifted(100.0, true) < 0.01 * error);
        assert!(shifted(0.0, true) < 1e-12);
        let mut single = Data::default();
        single.push_compared(&[(Trace::of(&positions[0]).unwrap(), 0.5)]);
        assert_eq!((single.len(), single.groups()), (0, 0));
    }

    #[test]
    fn pairs_are_in_order_if_values_are_as_targets_are() {
        let (data, positions, weights) = bench();
        let mut ranked: Vec<usize> = (0..positions.len()).collect();
        ranked.sort_by(|&one, &other| data.value(one, &weights).total_cmp(&data.value(other, &weights)));
        let order = |targets: &dyn Fn(usize) -> f64| {
            let traced = |(rank, &index): (usize, &usize)| (Trace::of(&positions[index]).unwrap(), targets(rank));
            let mut data = Data::default();
            data.push_compared(&ranked.iter().enumerate().map(traced).collect::<Vec<_>>());
            data.order(&weights)
        };
        assert_eq!(order(&|rank| rank as f64 / 100.0), Some(1.0));
        assert_eq!(order(&|rank| 1.0 - rank as f64 / 100.0), Some(0.0));
        assert_eq!(order(&|_| 0.5), None);
        // One position of n is the best where it should be the worst: n - 1 pairs are wrong, the others do not count.
        assert_eq!(order(&|rank| if rank == 0 { 1.0 } else { 0.0 }), Some(0.0));
        assert_eq!(data.order(&weights), None, "none is compared");
    }

    fn has_the_right_gradient(data: &Data, weights: &Weights) {
        let all: Vec<u32> = (0..data.groups() as u32).collect();
        let k = 0.005;
        let mut slope = vec![[0.0; 2]; weights.len()];
        let (loss, positions) = data.learn(&all, weights, k, &mut slope);
        assert_eq!(positions, data.len());
        assert!((loss - data.loss(0..data.groups(), weights, k)).abs() < 1e-9);
        let mut checked = 0;
        for slot in (0..weights.len()).filter(|&slot| slope[slot].iter().any(|part| part.abs() > 0.0)) {
            for half in [0, 1] {
                let at = |offset: f64| {
                    let mut weights = weights.clone();
                    weights[slot][half] += offset;
                    data.loss(0..data.groups(), &weights, k)
                };
                let (difference, told) = ((at(1e-4) - at(-1e-4)) / 2e-4, 2.0 * k * slope[slot][half]);
                assert!((difference - told).abs() < 1e-6, "weight {slot}: {difference}, but {told} was told");
                checked += 1;
            }
        }
        assert!(checked > 400, "{checked} slopes");
    }
}
