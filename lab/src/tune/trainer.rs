//! The training loop: mini-batches, reshuffled for every epoch, and the Adam optimizer (Kingma and Ba, "Adam: A Method
//! for Stochastic Optimization", 2015). From the first batch to the last the learning rate falls to zero along half a
//! cosine (Loshchilov and Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts", 2017). The seed determines
//! everything: sums are taken over parts of a batch that do not depend on the number of threads.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use rand_mt::Mt64;
use serde::{Deserialize, Serialize};

use super::data::Data;
use super::network;
use super::parameters::{self, Model, Parameters};
use super::parts::in_parts;
use crate::arena::shuffle;

/// Adam's usual constants: the decay rates of the moving averages of gradients and of their squares.
const BETA: [f64; 2] = [0.9, 0.999];
const EPSILON: f64 = 1e-8;

/// The hyperparameters of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Batch size in positions; groups of compared ones are not split.
    pub batch: usize,
    /// Initial learning rate: about how many centipawns a weight moves per batch.
    pub rate: f64,
    /// Number of epochs.
    pub epochs: u32,
    /// Shuffle seed.
    pub seed: u64,
    /// Scaling constant of the logistic curve, per centipawn.
    pub k: f64,
    /// L2 prior toward the initial weights, which holds each as so many positions would in which it counts and is
    /// right: weights that occur in few positions stay about where they are, instead of being fitted to a handful of
    /// games.
    pub prior: f64,
}

/// Curvature of a position's loss along its value, divided by k, in the scale of the gradient: the square of the slope
/// of the logistic curve at even chances.
const CURVE: f64 = 1.0 / 16.0;

/// The distance that a number of the network moves while a weight moves by a centipawn.
const NETWORK_UNITS: f64 = 3.0;

/// The state of the training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// Number of epochs done.
    pub epoch: u32,
    /// Loss on training and validation set in the last epoch.
    pub losses: [f64; 2],
    /// The best validation loss.
    pub best_loss: f64,
    /// The parameters with that loss.
    pub best: Parameters,
    /// The initial parameters.
    pub first: Parameters,
    /// Their leverage on the value (see [`Data::leverage`]).
    leverage: Parameters,
    parameters: Parameters,
    held: Held,
    mean: Parameters,
    variance: Parameters,
    steps: i32,
    /// Number of each epoch and its losses, from the initial ones on.
    pub curve: Vec<(u32, [f64; 2])>,
}

/// Parameters that stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Held {
    /// The weights, by index.
    pub weights: BTreeSet<u16>,
    /// True if the structure network stays as it is.
    pub network: bool,
}

/// The positions of a run.
pub struct Sets {
    /// Training positions.
    pub training: Data,
    /// Validation positions.
    pub validation: Data,
}

impl Progress {
    /// Starts from `parameters`, of which some are held where they are.
    pub fn new(parameters: Parameters, held: Held, sets: &Sets, plan: &Plan, threads: usize) -> Self {
        let model = Model::new(&parameters);
        let losses = [&sets.training, &sets.validation].map(|data| mean_loss(data, &model, plan.k, threads));
        Self {
            epoch: 0,
            losses,
            best_loss: losses[1],
            best: parameters.clone(),
            first: parameters.clone(),
            leverage: sets.training.leverage(&parameters, threads),
            mean: parameters.zeros(),
            variance: parameters.zeros(),
            parameters,
            held,
            steps: 0,
            curve: vec![(0, losses)],
        }
    }

    /// Returns whether all epochs are done.
    pub fn is_over(&self, plan: &Plan) -> bool {
        self.epoch >= plan.epochs
    }

    /// Trains on all positions once.
    pub fn learn(&mut self, sets: &Sets, plan: &Plan, threads: usize) {
        let mut order: Vec<u32> = (0..sets.training.groups() as u32).collect();
        shuffle(&mut order, &mut Mt64::new_with_key([plan.seed, u64::from(self.epoch)]));
        let pull = plan.k * CURVE * plan.prior / sets.training.len().max(1) as f64;
        let limits = parameters::limits();
        let mut loss = 0.0;
        let batches = order.chunks((plan.batch * sets.training.groups() / sets.training.len().max(1)).max(1));
        let share_of_epoch = 1.0 / batches.len() as f64;
        for (number, batch) in batches.enumerate() {
            let done = (f64::from(self.epoch) + number as f64 * share_of_epoch) / f64::from(plan.epochs);
            let rate = plan.rate * f64::midpoint(1.0, (PI * done).cos());
            let model = Model::new(&self.parameters);
            let Sums { loss: batch_loss, positions, slope } = sums_of(&sets.training, batch, &model, plan.k, threads);
            self.step(&slope, rate, positions, pull, &limits);
            loss += batch_loss;
        }
        let validation = mean_loss(&sets.validation, &Model::new(&self.parameters), plan.k, threads);
        self.losses = [loss / sets.training.len().max(1) as f64, validation];
        self.epoch += 1;
        self.curve.push((self.epoch, self.losses));
        if validation < self.best_loss {
            self.best_loss = validation;
            self.best.clone_from(&self.parameters);
        }
    }

    /// Moves all parameters down the gradient of a batch; `pull` is the gradient of the prior for a parameter of
    /// leverage 1, per unit of distance from its initial value. `limits` are those of weights and changes.
    fn step(&mut self, slope: &Parameters, rate: f64, batch: usize, pull: f64, limits: &[f64]) {
        self.steps += 1;
        let step = Step { rate, batch: batch as f64, pull, bias: BETA.map(|beta| 1.0 - beta.powi(self.steps)) };
        let Self { parameters, first, leverage, mean, variance, held, .. } = self;
        for slot in (0..parameters.weights.len()).filter(|&slot| !held.weights.contains(&(slot as u16))) {
            for half in [0, 1] {
                step.apply(Parameter {
                    value: &mut parameters.weights[slot][half],
                    limit: limits[slot],
                    first: first.weights[slot][half],
                    leverage: leverage.weights[slot][half],
                    mean: &mut mean.weights[slot][half],
                    variance: &mut variance.weights[slot][half],
                    slope: slope.weights[slot][half],
                });
            }
        }
        if held.network {
            return;
        }
        let step = Step { rate: rate * NETWORK_UNITS, ..step };
        for place in 0..parameters.network.len() {
            let [number, mean, variance] =
                [&mut parameters.network[place], &mut mean.network[place], &mut variance.network[place]];
            let [mut value, mut new_mean, mut new_variance] = [*number, *mean, *variance].map(f64::from);
            step.apply(Parameter {
                value: &mut value,
                limit: network::limit(place).into(),
                first: first.network[place].into(),
                leverage: leverage.network[place].into(),
                mean: &mut new_mean,
                variance: &mut new_variance,
                slope: slope.network[place].into(),
            });
            (*number, *mean, *variance) = (value as f32, new_mean as f32, new_variance as f32);
        }
    }
}

/// A parameter during a step.
struct Parameter<'a> {
    value: &'a mut f64,
    /// Its greatest distance from zero.
    limit: f64,
    first: f64,
    leverage: f64,
    mean: &'a mut f64,
    variance: &'a mut f64,
    /// The gradient of a batch.
    slope: f64,
}

/// A step of the optimizer.
#[derive(Clone, Copy)]
struct Step {
    rate: f64,
    /// Number of positions of the batch.
    batch: f64,
    pull: f64,
    /// The bias of both moving averages, which start at zero.
    bias: [f64; 2],
}

impl Step {
    fn apply(&self, parameter: Parameter) {
        let Parameter { value, limit, first, leverage, mean, variance, slope } = parameter;
        let slope = slope / self.batch + self.pull * leverage * (*value - first);
        *mean = BETA[0] * *mean + (1.0 - BETA[0]) * slope;
        *variance = BETA[1] * *variance + (1.0 - BETA[1]) * slope * slope;
        let spread = (*variance / self.bias[1]).sqrt();
        *value = (*value - self.rate * *mean / self.bias[0] / (spread + EPSILON)).clamp(-limit, limit);
    }
}

/// Sums over the positions of a batch.
struct Sums {
    loss: f64,
    positions: usize,
    /// The gradient of the loss, divided by 2k.
    slope: Parameters,
}

/// Computes the sums over the groups of a batch.
fn sums_of(data: &Data, batch: &[u32], model: &Model, k: f64, threads: usize) -> Sums {
    let parts = in_parts(batch.len(), threads, |part| {
        let mut slope = model.zeros();
        let (loss, positions) = data.learn(&batch[part], model, k, &mut slope);
        Sums { loss, positions, slope }
    });
    let mut all = Sums { loss: 0.0, positions: 0, slope: model.zeros() };
    for Sums { loss, positions, slope } in parts {
        all.loss += loss;
        all.positions += positions;
        all.slope.add(&slope);
    }
    all
}

/// Computes the mean loss over all positions.
pub fn mean_loss(data: &Data, model: &Model, k: f64, threads: usize) -> f64 {
    let sums = in_parts(data.groups(), threads, |part| data.loss(part, model, k));
    sums.iter().sum::<f64>() / data.len().max(1) as f64
}

/// Fits the `k` with which a model predicts the targets best.
pub fn fit_k(data: &Data, model: &Model, threads: usize) -> f64 {
    least(|k| mean_loss(data, model, k, threads))
}

/// Finds the `k` in the usual range that minimizes `loss`, by golden-section search.
pub fn least(loss: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let (mut low, mut high) = (0.000_5, 0.03);
    let mut inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let mut losses = inner.map(&loss);
    for _ in 0..25 {
        if losses[0] < losses[1] {
            high = inner[1];
            inner = [high - GOLDEN * (high - low), inner[0]];
            losses = [loss(inner[0]), losses[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + GOLDEN * (high - low)];
            losses = [losses[1], loss(inner[1])];
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::super::model::logistic;
    use super::super::model::tests::bench;
    use super::super::network;
    use super::super::parameters::{WEIGHTS, restless};
    use super::*;
    use oxide88::eval::tuning::{self, Trace};

    const PLAN: Plan = Plan { batch: 8, rate: 1.0, epochs: 30, seed: 5, k: 0.005, prior: 0.0 };

    /// Returns sets whose targets follow from the parameters in use: they can be learned exactly.
    fn sets() -> (Sets, Parameters) {
        let (data, positions, parameters) = bench();
        let model = Model::new(&parameters);
        let [mut training, mut validation] = [Data::default(), Data::default()];
        for (index, (position, value)) in positions.iter().zip(data.values(&model)).enumerate() {
            let target = logistic(PLAN.k * value);
            let set = if index % 4 == 0 { &mut validation } else { &mut training };
            set.push(&Trace::of(position).unwrap(), target);
        }
        (Sets { training, validation }, parameters)
    }

    /// Returns parameters whose weights are changed by `change`.
    fn changed(parameters: &Parameters, change: fn(f64) -> f64) -> Parameters {
        let weights = parameters.weights.iter().map(|weight| weight.map(change)).collect();
        Parameters { weights, ..parameters.clone() }
    }

    /// Returns what is held if weights alone are learned.
    fn without_network(parameters: &Parameters) -> Held {
        Held { weights: (WEIGHTS..parameters.weights.len()).map(|slot| slot as u16).collect(), network: true }
    }

    fn start(parameters: Parameters, sets: &Sets, plan: &Plan, threads: usize) -> Progress {
        Progress::new(parameters, Held::default(), sets, plan, threads)
    }

    #[test]
    fn training_reduces_the_loss_on_what_it_has_seen() {
        let (sets, parameters) = sets();
        let plan = Plan { rate: 0.2, ..PLAN };
        // So few positions teach a network nothing that holds for others.
        let first = changed(&parameters, |value| value / 2.0);
        let mut progress = Progress::new(first, without_network(&parameters), &sets, &plan, 2);
        let before = progress.losses;
        while !progress.is_over(&plan) {
            progress.learn(&sets, &plan, 2);
        }
        let training = mean_loss(&sets.training, &Model::new(&progress.best), plan.k, 2);
        assert!(training < before[0] / 2.0, "{training}, before {}", before[0]);
        assert!(progress.best_loss < before[1], "{}, before {}", progress.best_loss, before[1]);
    }

    #[test]
    fn neither_the_number_of_threads_nor_a_stop_changes_anything() {
        let (sets, parameters) = sets();
        let first = changed(&parameters, |value| value + 9.0);
        let run = |threads, stop_after| {
            let mut progress = start(first.clone(), &sets, &PLAN, threads);
            for epoch in 0..5 {
                progress.learn(&sets, &PLAN, threads);
                if epoch == stop_after {
                    let text = serde_json::to_string(&progress).unwrap();
                    progress = serde_json::from_str(&text).unwrap();
                }
            }
            progress
        };
        assert_eq!(run(1, 9), run(3, 9));
        assert_eq!(run(1, 9), run(1, 2));
        let Progress { curve, losses, .. } = run(1, 9);
        assert_eq!(curve.iter().map(|(epoch, _)| *epoch).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(curve.last(), Some(&(5, losses)));
    }

    #[test]
    fn a_strong_prior_holds_the_weights() {
        let (sets, parameters) = sets();
        let first = changed(&parameters, |value| value / 2.0);
        let distance = |prior| {
            let plan = Plan { prior, rate: 0.1, ..PLAN };
            let mut progress = Progress::new(first.clone(), without_network(&first), &sets, &plan, 2);
            (0..20).for_each(|_| progress.learn(&sets, &plan, 2));
            let moved = progress.parameters.weights[..WEIGHTS].iter().flatten().zip(first.weights.iter().flatten());
            moved.map(|(new, old)| (new - old).abs()).sum::<f64>()
        };
        let (free, held) = (distance(0.0), distance(1e6));
        assert!(held < free / 10.0, "{held}, free {free}");
    }

    #[test]
    fn parameters_that_are_held_stay_where_they_are() {
        let (sets, parameters) = sets();
        let first = Parameters { network: network::random(3), ..changed(&parameters, |value| value + 9.0) };
        let learn = |held| {
            let mut progress = Progress::new(first.clone(), held, &sets, &PLAN, 2);
            progress.learn(&sets, &PLAN, 2);
            progress.parameters
        };
        let some = learn(Held { weights: BTreeSet::from([0, 3]), network: false });
        let moved = |slot: usize| some.weights[slot].iter().ne(&first.weights[slot]);
        assert_eq!([0, 1, 2, 3, 4].map(moved), [false, true, true, false, true]);
        assert_ne!(some.network, first.network);
        let network = learn(Held { weights: BTreeSet::new(), network: true });
        assert_eq!(network.network, first.network);
        assert!(network.weights[0].iter().ne(&first.weights[0]));
    }

    #[test]
    fn what_is_learned_can_be_stored() {
        let (sets, parameters) = sets();
        let plan = Plan { rate: 1e4, ..PLAN };
        let mut progress = start(parameters, &sets, &plan, 2);
        progress.learn(&sets, &plan, 2);
        let Parameters { weights, network } = progress.parameters;
        let (bases, additions) = parameters::to_stored(&weights);
        let stored = parameters::to_real(&bases, &additions);
        assert!(weights[WEIGHTS..].iter().flatten().any(|change| change.abs() > 100.0), "changes move far");
        for slot in (0..WEIGHTS).filter(|&slot| tuning::is_blended(slot as u16)) {
            let most = f64::from(tuning::base_limit(slot as u16)) / f64::from(tuning::UNIT);
            assert!(weights[slot].iter().all(|base| base.abs() <= most), "{slot}: {:?}", weights[slot]);
        }
        for (one, other) in weights[WEIGHTS..].iter().flatten().zip(stored[WEIGHTS..].iter().flatten()) {
            assert!((one - other).abs() <= 0.5, "{one} is stored as {other}");
        }
        for (place, number) in network::rounded(&network).rows.as_flattened().iter().enumerate() {
            assert!((f32::from(*number) - network[place]).abs() <= 0.5, "{} as {number}", network[place]);
        }
    }

    #[test]
    fn the_network_learns_what_another_knows() {
        let (data, positions, parameters) = bench();
        let knowing = Model::new(&restless(1));
        let mut training = Data::default();
        for (position, value) in positions.iter().zip(data.values(&knowing)) {
            training.push(&Trace::of(position).unwrap(), logistic(PLAN.k * value));
        }
        let sets = Sets { validation: training.clone(), training };
        let weights = (0..WEIGHTS as u16).collect();
        let mut first = Parameters { network: network::random(2), ..parameters };
        first.weights[WEIGHTS..].fill([0.0; 2]);
        let mut progress = Progress::new(first, Held { weights, network: false }, &sets, &PLAN, 2);
        let [before, _] = progress.losses;
        (0..40).for_each(|_| progress.learn(&sets, &PLAN, 2));
        assert!(progress.best_loss < before / 20.0, "{}, before {before}", progress.best_loss);
    }

    #[test]
    fn the_curve_is_fitted() {
        let (sets, parameters) = sets();
        let k = fit_k(&sets.training, &Model::new(&parameters), 2);
        assert!((k - PLAN.k).abs() < 1e-4, "{k}");
    }
}
