//! The training loop: mini-batches, reshuffled for every epoch, and the Adam optimizer (Kingma and Ba, "Adam: A Method
//! for Stochastic Optimization", 2015). When the validation loss has not fallen for some epochs, the learning rate is
//! halved and training resumes from the best weights so far; after a number of halvings it ends with these. The seed
//! determines everything: sums are taken over parts of a batch that do not depend on the number of threads.

use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

use rand_mt::Mt64;
use serde::{Deserialize, Serialize};

use super::model::{Data, Weights};
use crate::arena::shuffle;

/// Number of parts that a sum is split into, whatever the number of threads.
const PARTS: usize = 16;

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
    /// Epochs without improvement before the learning rate is halved.
    pub patience: u32,
    /// Halvings of the learning rate before the end.
    pub halvings: u32,
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

/// The leverage of a weight that counts once, half in either phase of the game.
const EQUAL_LEVERAGE: [f64; 2] = [0.25; 2];

/// The state of the training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// Number of epochs done.
    pub epoch: u32,
    /// Number of halvings of the learning rate.
    pub halved: u32,
    /// Epochs since the best validation loss.
    pub waited: u32,
    /// Loss on training and validation set in the last epoch.
    pub losses: [f64; 2],
    /// The best validation loss.
    pub best_loss: f64,
    /// The weights with that loss.
    pub best: Weights,
    /// The initial weights.
    first: Weights,
    /// How much they move the value (see [`Data::leverage`]); empty in runs of older versions, which took all for
    /// equal.
    #[serde(default)]
    leverage: Weights,
    weights: Weights,
    /// The weights that stay as they are, by index; none in runs of older versions.
    #[serde(default)]
    held: BTreeSet<u16>,
    mean: Weights,
    variance: Weights,
    steps: i32,
    /// Number of each epoch and its losses, from the initial ones on; runs of older versions kept none.
    #[serde(default)]
    pub curve: Vec<(u32, [f64; 2])>,
}

/// The positions of a run.
pub struct Sets {
    /// Training positions.
    pub training: Data,
    /// Validation positions.
    pub validation: Data,
}

impl Progress {
    /// Starts from `weights`.
    pub fn new(weights: Weights, sets: &Sets, plan: &Plan, threads: usize) -> Self {
        let losses = [&sets.training, &sets.validation].map(|data| mean_loss(data, &weights, plan.k, threads));
        let zero = vec![[0.0; 2]; weights.len()];
        Self {
            epoch: 0,
            halved: 0,
            waited: 0,
            losses,
            best_loss: losses[1],
            best: weights.clone(),
            first: weights.clone(),
            leverage: sets.training.leverage(&weights),
            weights,
            held: BTreeSet::new(),
            mean: zero.clone(),
            variance: zero,
            steps: 0,
            curve: vec![(0, losses)],
        }
    }

    /// Holds these weights, by index, where they are.
    pub fn hold(&mut self, slots: BTreeSet<u16>) {
        self.held = slots;
    }

    /// Returns whether the last halving has been used up.
    pub fn is_over(&self, plan: &Plan) -> bool {
        self.halved > plan.halvings
    }

    /// Returns the learning rate of the next epoch.
    pub fn rate(&self, plan: &Plan) -> f64 {
        plan.rate / f64::from(1_u32 << self.halved.min(31))
    }

    /// Trains on all positions once.
    pub fn learn(&mut self, sets: &Sets, plan: &Plan, threads: usize) {
        let mut order: Vec<u32> = (0..sets.training.groups() as u32).collect();
        shuffle(&mut order, &mut Mt64::new_with_key([plan.seed, u64::from(self.epoch)]));
        let rate = self.rate(plan);
        let pull = plan.k * CURVE * plan.prior / sets.training.len().max(1) as f64;
        let mut loss = 0.0;
        let batch = plan.batch * sets.training.groups() / sets.training.len().max(1);
        for batch in order.chunks(batch.max(1)) {
            let Sums { loss: batch_loss, positions, slope } =
                sums_of(&sets.training, batch, &self.weights, plan.k, threads);
            self.step(&slope, rate, positions, pull);
            loss += batch_loss;
        }
        let validation = mean_loss(&sets.validation, &self.weights, plan.k, threads);
        self.losses = [loss / sets.training.len().max(1) as f64, validation];
        self.epoch += 1;
        self.curve.push((self.epoch, self.losses));
        self.waited += 1;
        if validation < self.best_loss {
            self.best_loss = validation;
            self.best.clone_from(&self.weights);
            self.waited = 0;
        } else if self.waited >= plan.patience {
            self.weights.clone_from(&self.best);
            // The mean gradient was accumulated at other weights.
            self.mean.fill([0.0; 2]);
            self.waited = 0;
            self.halved += 1;
        }
    }

    /// Moves all weights down the gradient of a batch; `pull` is the gradient of the prior for a weight of leverage 1,
    /// per centipawn of distance from its initial value.
    fn step(&mut self, slope: &[[f64; 2]], rate: f64, batch: usize, pull: f64) {
        self.steps += 1;
        let bias = BETA.map(|beta| 1.0 - beta.powi(self.steps));
        let held: Vec<[f64; 2]> = self.held.iter().map(|&slot| self.weights[usize::from(slot)]).collect();
        let moments = self.mean.iter_mut().zip(&mut self.variance);
        let weights = self.weights.iter_mut().zip(&self.first);
        let leverage = self.leverage.iter().chain(std::iter::repeat(&EQUAL_LEVERAGE));
        for ((((weight, first), (mean, variance)), slope), leverage) in weights.zip(moments).zip(slope).zip(leverage) {
            for half in [0, 1] {
                let slope = slope[half] / batch as f64 + pull * leverage[half] * (weight[half] - first[half]);
                mean[half] = BETA[0] * mean[half] + (1.0 - BETA[0]) * slope;
                variance[half] = BETA[1] * variance[half] + (1.0 - BETA[1]) * slope * slope;
                let spread = (variance[half] / bias[1]).sqrt();
                weight[half] -= rate * mean[half] / bias[0] / (spread + EPSILON);
            }
        }
        for (&slot, weight) in self.held.iter().zip(held) {
            self.weights[usize::from(slot)] = weight;
        }
    }
}

/// Sums over the positions of a batch.
struct Sums {
    loss: f64,
    positions: usize,
    /// The gradient of the loss, divided by 2k.
    slope: Weights,
}

/// Computes the sums over the groups of a batch.
fn sums_of(data: &Data, batch: &[u32], weights: &[[f64; 2]], k: f64, threads: usize) -> Sums {
    let parts = in_parts(batch.len(), threads, |part| {
        let mut slope = vec![[0.0; 2]; weights.len()];
        let (loss, positions) = data.learn(&batch[part], weights, k, &mut slope);
        Sums { loss, positions, slope }
    });
    let mut all = Sums { loss: 0.0, positions: 0, slope: vec![[0.0; 2]; weights.len()] };
    for Sums { loss, positions, slope } in parts {
        all.loss += loss;
        all.positions += positions;
        for (total, slope) in all.slope.iter_mut().zip(slope) {
            *total = [total[0] + slope[0], total[1] + slope[1]];
        }
    }
    all
}

/// Computes the mean loss over all positions.
pub fn mean_loss(data: &Data, weights: &[[f64; 2]], k: f64, threads: usize) -> f64 {
    let sums = in_parts(data.groups(), threads, |part| data.loss(part, weights, k));
    sums.iter().sum::<f64>() / data.len().max(1) as f64
}

/// Applies `work` to each part of `0..len`; the results are in order.
fn in_parts<T: Send>(len: usize, threads: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let size = len.div_ceil(PARTS).max(1);
    let parts: Vec<Range<usize>> =
        (0..PARTS).map(|part| (part * size).min(len)..((part + 1) * size).min(len)).collect();
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = parts
            .chunks(PARTS.div_ceil(threads.max(1)))
            .map(|parts| scope.spawn(move || parts.iter().cloned().map(work).collect::<Vec<T>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("arithmetic does not panic")).collect()
    })
}

/// Fits the `k` with which `weights` predict the targets best.
pub fn fit_k(data: &Data, weights: &[[f64; 2]], threads: usize) -> f64 {
    least(|k| mean_loss(data, weights, k, threads))
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
    use super::*;
    use oxide88::eval::tuning::Trace;

    const PLAN: Plan = Plan { batch: 8, rate: 1.0, patience: 3, halvings: 4, seed: 5, k: 0.005, prior: 0.0 };

    /// Returns sets whose targets follow from the weights in use: they can be learned exactly.
    fn sets() -> (Sets, Weights) {
        let (data, positions, weights) = bench();
        let [mut training, mut validation] = [Data::default(), Data::default()];
        for (index, position) in positions.iter().enumerate() {
            let target = logistic(PLAN.k * data.value(index, &weights));
            let set = if index % 4 == 0 { &mut validation } else { &mut training };
            set.push(&Trace::of(position).unwrap(), target);
        }
        (Sets { training, validation }, weights)
    }

    #[test]
    fn training_reduces_the_loss_on_what_it_has_seen() {
        let (sets, weights) = sets();
        let halved: Weights = weights.iter().map(|weight| weight.map(|value| value / 2.0)).collect();
        let mut progress = Progress::new(halved, &sets, &PLAN, 2);
        let before = progress.losses;
        while !progress.is_over(&PLAN) {
            progress.learn(&sets, &PLAN, 2);
        }
        let training = mean_loss(&sets.training, &progress.best, PLAN.k, 2);
        assert!(training < before[0] / 2.0, "{training}, before {}", before[0]);
        assert!(progress.best_loss < before[1], "{}, before {}", progress.best_loss, before[1]);
    }

    #[test]
    fn neither_the_number_of_threads_nor_a_stop_changes_anything() {
        let (sets, weights) = sets();
        let start: Weights = weights.iter().map(|weight| weight.map(|value| value + 9.0)).collect();
        let run = |threads, stop_after| {
            let mut progress = Progress::new(start.clone(), &sets, &PLAN, threads);
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
    fn a_run_of_an_older_version_goes_on_with_what_it_kept() {
        let (sets, weights) = sets();
        let mut old = serde_json::to_value(Progress::new(weights, &sets, &PLAN, 2)).unwrap();
        for part in ["curve", "leverage", "held"] {
            old.as_object_mut().unwrap().remove(part).expect(part);
        }
        let mut progress: Progress = serde_json::from_value(old).unwrap();
        progress.learn(&sets, &PLAN, 2);
        assert_eq!(progress.curve, [(1, progress.losses)]);
    }

    #[test]
    fn a_strong_prior_holds_the_weights() {
        let (sets, weights) = sets();
        let start: Weights = weights.iter().map(|weight| weight.map(|value| value / 2.0)).collect();
        let distance = |prior| {
            let plan = Plan { prior, rate: 0.1, ..PLAN };
            let mut progress = Progress::new(start.clone(), &sets, &plan, 2);
            (0..20).for_each(|_| progress.learn(&sets, &plan, 2));
            let moved = progress.weights.iter().flatten().zip(start.iter().flatten());
            moved.map(|(new, old)| (new - old).abs()).sum::<f64>()
        };
        let (free, held) = (distance(0.0), distance(1e6));
        assert!(held < free / 10.0, "{held}, free {free}");
    }

    #[test]
    fn weights_that_are_held_stay_where_they_are() {
        let (sets, weights) = sets();
        let start: Weights = weights.iter().map(|weight| weight.map(|value| value + 9.0)).collect();
        let mut progress = Progress::new(start.clone(), &sets, &PLAN, 2);
        progress.hold(BTreeSet::from([0, 3]));
        progress.learn(&sets, &PLAN, 2);
        let moved = |slot: usize| (0..2).any(|half| (progress.weights[slot][half] - start[slot][half]).abs() > 1e-9);
        assert_eq!([0, 1, 2, 3, 4].map(moved), [false, true, true, false, true]);
    }

    #[test]
    fn the_curve_is_fitted() {
        let (sets, weights) = sets();
        let k = fit_k(&sets.training, &weights, 2);
        assert!((k - PLAN.k).abs() < 1e-4, "{k}");
    }
}
