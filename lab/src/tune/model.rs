//! The loss as a function of the parameters. The expected result follows from the value of a position by the logistic
//! curve, and the loss is the mean squared error of the expected result.
//!
//! ```text
//!   expected   p = 1 / (1 + exp(-k v))
//!   loss       (p - target)^2
//! ```
//! Of the positions that a search visited with the same side to move, only the differences matter: the search takes the
//! best of them, and an error that they share changes nothing. So they are compared, as a group: the mean of p - target
//! is taken away before the square.

use std::ops::Range;

use oxide88::eval::tuning::HIDDEN;

use super::data::{Data, Row};
use super::parameters::{Model, Parameters, Weights};
use super::parts::in_parts;
use super::value::{Assessment, View, add_slope, assess, for_each_network_slope, for_each_slope};

/// The logistic curve.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
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

/// Sums of squares of derivatives, and how many were added.
struct Squares {
    /// Those with respect to the weights.
    weights: Weights,
    counts: Vec<f64>,
    /// Those with respect to the numbers of the network, row by row: so many need more digits than the numbers have.
    network: Vec<f64>,
    row_counts: Vec<f64>,
}

impl Squares {
    /// Returns the sums of no squares for these parameters.
    fn of_none(parameters: &Parameters) -> Self {
        let (weights, numbers) = (parameters.weights.len(), parameters.network.len());
        Self {
            weights: vec![[0.0; 2]; weights],
            counts: vec![0.0; weights],
            network: vec![0.0; numbers],
            row_counts: vec![0.0; numbers / HIDDEN],
        }
    }

    /// Adds others.
    fn add(&mut self, others: &Self) {
        let add = |sums: &mut [f64], others: &[f64]| {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
        };
        add(self.weights.as_flattened_mut(), others.weights.as_flattened());
        add(&mut self.counts, &others.counts);
        add(&mut self.network, &others.network);
        add(&mut self.row_counts, &others.row_counts);
    }
}

impl Data {
    /// Returns the value of each position in centipawns for White.
    pub fn values(&self, model: &Model) -> impl Iterator<Item = f64> {
        self.rows.iter().map(move |row| assess(&self.view(row), &row.factors, model).value)
    }

    /// Judges the positions of a group into `judged`.
    fn judge<'a>(&'a self, group: &Range<usize>, model: &Model, k: f64, judged: &mut Vec<Judged<'a>>) {
        judged.clear();
        judged.extend(self.rows[group.clone()].iter().map(|row| {
            let view = self.view(row);
            let assessment = assess(&view, &row.factors, model);
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
    pub fn learn(&self, groups: &[u32], model: &Model, k: f64, slope: &mut Parameters) -> (f64, usize) {
        let (mut loss, mut positions) = (0.0, 0);
        let mut judged = Vec::new();
        for &group in groups {
            self.judge(&self.groups[group as usize], model, k, &mut judged);
            positions += judged.len();
            // The mean error depends on the parameters as well, but the errors of a group add up to nothing.
            for Judged { view, assessment, expected, error } in &judged {
                loss += error * error;
                add_slope(view, assessment, error * expected * (1.0 - expected), model, slope);
            }
        }
        (loss, positions)
    }

    /// Returns how much each parameter moves the value, in centipawns per unit: the mean square of the derivative over
    /// the sides of positions for which it counts, each by itself; 0 if it counts for none.
    pub fn leverage(&self, parameters: &Parameters, threads: usize) -> Parameters {
        let model = Model::new(parameters);
        let mut all = Squares::of_none(parameters);
        for squares in in_parts(self.rows.len(), threads, |part| self.squares(part, parameters, &model)) {
            all.add(&squares);
        }
        let Squares { weights, counts, network, row_counts } = all;
        let mean = |(sum, count): ([f64; 2], f64)| sum.map(|square| square / f64::max(count, 1.0));
        let network = network.iter().enumerate();
        Parameters {
            weights: weights.into_iter().zip(counts).map(mean).collect(),
            network: network.map(|(place, sum)| (sum / f64::max(row_counts[place / HIDDEN], 1.0)) as f32).collect(),
        }
    }

    /// Sums up the squares of the derivatives of a part of the positions.
    fn squares(&self, part: Range<usize>, parameters: &Parameters, model: &Model) -> Squares {
        let mut squares = Squares::of_none(parameters);
        for row in &self.rows[part] {
            let view = self.view(row);
            let assessment = assess(&view, &row.factors, model);
            for_each_slope(&view, &assessment, 1.0, |slot, slope| {
                let sum = &mut squares.weights[slot];
                *sum = [0, 1].map(|half| sum[half] + slope[half].powi(2));
                squares.counts[slot] += 1.0;
            });
            for_each_network_slope(&view, &assessment, 1.0, model, |row, slope| {
                for (sum, &slope) in squares.network[HIDDEN * row..][..HIDDEN].iter_mut().zip(slope) {
                    *sum += f64::from(slope).powi(2);
                }
                squares.row_counts[row] += 1.0;
            });
        }
        squares
    }

    /// Computes the value of a position, by index, in centipawns for White, and adds its derivatives with respect to
    /// the parameters to `slope`.
    pub fn differentiate(&self, index: usize, model: &Model, slope: &mut Parameters) -> f64 {
        let row = &self.rows[index];
        let view = self.view(row);
        let assessment = assess(&view, &row.factors, model);
        add_slope(&view, &assessment, 1.0, model, slope);
        assessment.value
    }

    /// Sums the losses of the groups with indexes in `range`.
    pub fn loss(&self, range: Range<usize>, model: &Model, k: f64) -> f64 {
        let mut judged = Vec::new();
        let of = |group| {
            self.judge(group, model, k, &mut judged);
            judged.iter().map(|position| position.error.powi(2)).sum::<f64>()
        };
        self.groups[range].iter().map(of).sum()
    }

    /// Returns the share of pairs of compared positions that the model puts in the order of their targets, 0 to 1; a
    /// pair with equal values counts half, one with equal targets not at all. `None` if there is no pair.
    pub fn order(&self, model: &Model) -> Option<f64> {
        let (mut right, mut pairs) = (0.0, 0.0);
        for group in &self.groups {
            let of = |row: &Row| (row.target, assess(&self.view(row), &row.factors, model).value);
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
    use std::collections::BTreeSet;

    use super::super::parameters::{WEIGHTS, first_change, restless};
    use super::*;
    use oxide88::bench::BENCH_POSITIONS;
    use oxide88::eval::tuning::{self, INPUTS, STRUCTURE_INPUTS, Trace};
    use oxide88::eval::{EvalCaches, evaluate};
    use oxide88::position::Position;

    /// Returns the bench positions that are not known endgames, and the parameters in use.
    pub fn bench() -> (Data, Vec<Position>, Parameters) {
        let (mut data, mut positions) = (Data::default(), Vec::new());
        for (number, fen) in BENCH_POSITIONS.iter().enumerate() {
            let position = Position::from_fen(fen).unwrap();
            if let Some(trace) = Trace::of(&position) {
                data.push(&trace, (number % 3) as f64 / 2.0);
                positions.push(position);
            }
        }
        (data, positions, Parameters::in_use())
    }

    #[test]
    fn the_value_is_that_of_the_evaluation() {
        let (data, positions, parameters) = bench();
        let mut table = EvalCaches::new();
        for (position, value) in positions.iter().zip(data.values(&Model::new(&parameters))) {
            let played = evaluate(position, &mut table) * position.side_to_move().sign();
            assert!((value - f64::from(played)).abs() < 4.0, "{}: {value}, but {played} plays", position.fen());
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let (data, ..) = bench();
        assert!(data.danger_slots().len() > 5);
        has_the_right_gradient(&data);
    }

    #[test]
    fn the_leverage_of_a_weight_is_the_mean_square_of_its_derivative_where_it_counts() {
        let (_, positions, parameters) = bench();
        let of = |positions: &[Position]| {
            let mut data = Data::default();
            for position in positions {
                data.push(&Trace::of(position).unwrap(), 0.5);
            }
            data
        };
        let model = Model::new(&parameters);
        let mut sums = vec![[0.0; 3]; model.weights.len()];
        for position in &positions {
            let data = of(std::slice::from_ref(position));
            let mut slope = model.zeros();
            data.differentiate(0, &model, &mut slope);
            let slope = slope.weights;
            let view = data.view(&data.rows[0]);
            let all = [view.plain, view.blended[0], view.blended[1], view.danger[0], view.danger[1], view.initiative];
            for (slot, leverage) in data.leverage(&parameters, 2).weights.iter().take(WEIGHTS).enumerate() {
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
                    // What counts for one side does not make up for the other: not the square of the slope.
                    _ => sums[slot][2] = f64::NAN,
                }
            }
        }
        let leverage = of(&positions).leverage(&parameters, 1).weights;
        let mut checked = 0;
        for (found, [mg, eg, count]) in leverage.iter().zip(sums).filter(|(_, sums)| sums[2] > 0.0) {
            assert!((found[0] - mg / count).abs() < 1e-9 && (found[1] - eg / count).abs() < 1e-9, "{found:?}");
            checked += 1;
        }
        assert!(checked > 200, "{checked} weights");
    }

    #[test]
    fn the_leverage_of_a_number_of_the_network_is_the_mean_square_of_its_derivative_where_it_counts() {
        let (data, positions, parameters) = bench();
        let model = Model::new(&parameters);
        // The squares for each number of the rows of the inputs, and the positions in which one side alone has it.
        let mut sums = vec![[0.0; HIDDEN]; STRUCTURE_INPUTS];
        let mut counts = vec![0.0; STRUCTURE_INPUTS];
        for index in 0..positions.len() {
            let mut slope = model.zeros();
            data.differentiate(index, &model, &mut slope);
            for input in 0..STRUCTURE_INPUTS {
                let sides = data.view(&data.rows[index]).structures;
                match sides.iter().filter(|inputs| inputs.contains(&(input as u8))).count() {
                    0 => {}
                    1 => {
                        counts[input] += 1.0;
                        for (place, sum) in sums[input].iter_mut().enumerate() {
                            *sum += f64::from(slope.network[HIDDEN * (INPUTS + input) + place]).powi(2);
                        }
                    }
                    // What counts for one side does not make up for the other: not the square of the slope.
                    _ => counts[input] = f64::NAN,
                }
            }
        }
        let leverage = data.leverage(&parameters, 2).network;
        let (mut checked, mut shared) = (0, 0);
        for (input, (sums, count)) in sums.into_iter().zip(counts).enumerate().filter(|(_, (_, count))| *count > 0.0) {
            for (place, sum) in sums.into_iter().enumerate() {
                let (found, mean) = (f64::from(leverage[HIDDEN * (INPUTS + input) + place]), sum / count);
                assert!((found - mean).abs() <= 1e-5 * mean, "input {input}, {place}: {found}, not {mean}");
                checked += usize::from(mean > 0.0);
                shared += usize::from(mean > 0.0 && count > 1.0);
            }
        }
        assert!(checked > 200 && shared > 100, "{checked} numbers, {shared} of several positions");
    }

    #[test]
    fn the_gradient_of_groups_is_that_of_their_loss() {
        let (_, positions, _) = bench();
        let mut data = Data::default();
        for (number, positions) in positions.chunks(7).enumerate() {
            let target = |place: usize| ((number + place) % 3) as f64 / 2.0;
            let traced = |(place, position)| (Trace::of(position).unwrap(), target(place));
            data.push_compared(&positions.iter().enumerate().map(traced).collect::<Vec<_>>());
        }
        has_the_right_gradient(&data);
    }

    #[test]
    fn a_weight_that_is_left_out_has_no_influence() {
        let (mut data, positions, mut parameters) = bench();
        let model = Model::new(&parameters);
        let before: Vec<f64> = data.values(&model).collect();
        let names = ["tempo", "danger_safe_check"];
        let left_out = (0..WEIGHTS as u16).filter(|&slot| names.contains(&tuning::name_of(slot).0));
        let left_out: BTreeSet<u16> = left_out.collect();
        data.leave_out(&left_out);
        let without: Vec<f64> = data.values(&model).collect();
        for &slot in &left_out {
            parameters.weights[usize::from(slot)] = [0.0; 2];
            if tuning::is_blended(slot) {
                parameters.weights[first_change(slot.into())..][..tuning::RANK].fill([0.0; 2]);
            }
        }
        let (whole, ..) = bench();
        let mut differ = 0;
        for ((value, without), before) in whole.values(&Model::new(&parameters)).zip(without).zip(before) {
            assert!((without - value).abs() < 1e-9);
            differ += usize::from((without - before).abs() > 1.0);
        }
        assert!(differ > positions.len() * 9 / 10, "{differ}: nearly all have a side to move that counts");
    }

    #[test]
    fn an_error_that_compared_positions_share_costs_nothing() {
        let (data, positions, parameters) = bench();
        let model = Model::new(&parameters);
        let values: Vec<f64> = data.values(&model).collect();
        let k = 0.0001; // Where the curve is straight, expected scores differ as the values do.
        let shifted = |shift: f64, is_compared| {
            let traced = |(position, value)| (Trace::of(position).unwrap(), logistic(k * (value + shift)));
            let list: Vec<_> = positions.iter().zip(&values).map(traced).collect();
            let mut shifted = Data::default();
            if is_compared {
                shifted.push_compared(&list);
            } else {
                for (trace, target) in &list {
                    shifted.push(trace, *target);
                }
            }
            shifted.loss(0..shifted.groups(), &model, k) / list.len() as f64
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
        let (data, positions, parameters) = bench();
        let model = Model::new(&parameters);
        let values: Vec<f64> = data.values(&model).collect();
        let mut ranked: Vec<usize> = (0..positions.len()).collect();
        ranked.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
        let order = |targets: &dyn Fn(usize) -> f64| {
            let traced = |(rank, &index): (usize, &usize)| (Trace::of(&positions[index]).unwrap(), targets(rank));
            let mut data = Data::default();
            data.push_compared(&ranked.iter().enumerate().map(traced).collect::<Vec<_>>());
            data.order(&model)
        };
        assert_eq!(order(&|rank| rank as f64 / 100.0), Some(1.0));
        assert_eq!(order(&|rank| 1.0 - rank as f64 / 100.0), Some(0.0));
        assert_eq!(order(&|_| 0.5), None);
        // One position of n is the best where it should be the worst: n - 1 pairs are wrong, the others do not count.
        assert_eq!(order(&|rank| if rank == 0 { 1.0 } else { 0.0 }), Some(0.0));
        assert_eq!(data.order(&model), None, "none is compared");
    }

    /// Checks the derivatives of the loss with respect to all that counts against differences.
    fn has_the_right_gradient(data: &Data) {
        let all: Vec<u32> = (0..data.groups() as u32).collect();
        let k = 0.005;
        let parameters = &restless(7);
        let model = Model::new(parameters);
        let mut slope = model.zeros();
        let (loss, positions) = data.learn(&all, &model, k, &mut slope);
        assert_eq!(positions, data.len());
        assert!((loss - data.loss(0..data.groups(), &model, k)).abs() < 1e-9);
        let at = |change: &dyn Fn(&mut Parameters)| {
            let mut parameters = parameters.clone();
            change(&mut parameters);
            data.loss(0..data.groups(), &Model::new(&parameters), k)
        };
        let mut checked = 0;
        for (slot, slope) in
            slope.weights.iter().enumerate().filter(|(_, slope)| slope.iter().any(|half| half.abs() > 0.0))
        {
            for half in [0, 1] {
                let moved = |offset: f64| at(&|parameters| parameters.weights[slot][half] += offset);
                let (difference, told) = ((moved(1e-4) - moved(-1e-4)) / 2e-4, 2.0 * k * slope[half]);
                assert!((difference - told).abs() < 1e-6, "weight {slot}: {difference}, but {told} was told");
                checked += 1;
            }
        }
        assert!(checked > 2000, "{checked} slopes");
        let (mut checked, mut clipped) = (0, 0);
        for (slot, &slope) in slope.network.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
            let moved = |offset: f32| at(&|parameters| parameters.network[slot] += offset);
            let step = 0.25;
            let differences = [moved(step) - loss, loss - moved(-step)].map(|change| change / f64::from(step));
            let told = 2.0 * k * f64::from(slope);
            if differences.iter().all(|difference| (difference - told).abs() < 2e-7 + 0.02 * told.abs()) {
                checked += 1;
            } else {
                // At the edge of the range a sum is clipped in one direction and not in the other.
                let [one, other] = differences;
                assert!((one - other).abs() > 1e-7, "number {slot}: {one} and {other}, but {told} was told");
                clipped += 1;
            }
        }
        assert!(checked > 1000 && clipped < checked / 50, "{checked} slopes of the network, {clipped} at an edge");
    }
}
