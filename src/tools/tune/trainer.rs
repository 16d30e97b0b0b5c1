//! Learning: mini-batches in an order shuffled anew for every epoch, steps by Adam (Kingma and Ba, "Adam: A Method for
//! Stochastic Optimization", 2015). When the loss on the validation set has not fallen for some epochs, the rate is
//! halved and learning goes on from the best weights so far; after some halvings it ends with these. Everything follows
//! from the seed: sums are taken over parts of a batch that do not depend on the number of threads.

use std::ops::Range;
use std::thread;

use rand_mt::Mt64;
use serde::{Deserialize, Serialize};

use super::model::{Data, Weights};
use crate::tools::arena::shuffle;

/// How many parts a sum is taken over.
const PARTS: usize = 16;

/// Adam's usual constants: how long it remembers slopes and their squares.
const BETA: [f64; 2] = [0.9, 0.999];
const EPSILON: f64 = 1e-8;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Positions of a batch.
    pub batch: usize,
    /// Centipawns that a weight moves by, about, with each batch at first.
    pub rate: f64,
    /// Epochs without progress before the rate is halved.
    pub patience: u32,
    /// Halvings of the rate before the end.
    pub halvings: u32,
    /// What the order of the positions comes from.
    pub seed: u64,
    /// What a centipawn is worth on the logistic curve.
    pub k: f64,
    /// Positions that speak for each weight being what it was at first: those that hardly any other speaks for stay
    /// about there, instead of learning from a handful of games.
    pub prior: f64,
}

/// By how much a position's slope along a weight grows with it, over k: at even chances the logistic curve's slope is
/// 1/4, and a weight of either half of the game counts half. Both enter squared.
const CURVE: f64 = 1.0 / 16.0 / 4.0;

/// Where learning stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// Epochs done.
    pub epoch: u32,
    /// Halvings of the rate.
    pub halved: u32,
    /// Epochs since the validation loss was best.
    pub waited: u32,
    /// Loss on training and validation set in the last epoch.
    pub losses: [f64; 2],
    /// The best validation loss.
    pub best_loss: f64,
    /// The weights it came from.
    pub best: Weights,
    /// The weights it began with.
    first: Weights,
    weights: Weights,
    mean: Weights,
    variance: Weights,
    steps: i32,
}

/// Positions to learn from and to be judged by.
pub struct Sets {
    /// To learn from.
    pub training: Data,
    /// To be judged by.
    pub validation: Data,
}

impl Progress {
    /// Begins with `weights`.
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
            weights,
            mean: zero.clone(),
            variance: zero,
            steps: 0,
        }
    }

    /// Whether there is nothing more to be learned.
    pub fn is_over(&self, plan: &Plan) -> bool {
        self.halved > plan.halvings
    }

    /// The rate of the next epoch.
    pub fn rate(&self, plan: &Plan) -> f64 {
        plan.rate / f64::from(1_u32 << self.halved.min(31))
    }

    /// Learns from all positions once.
    pub fn learn(&mut self, sets: &Sets, plan: &Plan, threads: usize) {
        let mut order: Vec<u32> = (0..sets.training.len() as u32).collect();
        shuffle(&mut order, &mut Mt64::new_with_key([plan.seed, u64::from(self.epoch)]));
        let rate = self.rate(plan);
        let pull = plan.k * CURVE * plan.prior / sets.training.len().max(1) as f64;
        let mut loss = 0.0;
        for batch in order.chunks(plan.batch) {
            let (batch_loss, slope) = slope_of(&sets.training, batch, &self.weights, plan.k, threads);
            self.step(&slope, rate, batch.len(), pull);
            loss += batch_loss;
        }
        let validation = mean_loss(&sets.validation, &self.weights, plan.k, threads);
        self.losses = [loss / sets.training.len().max(1) as f64, validation];
        self.epoch += 1;
        self.waited += 1;
        if validation < self.best_loss {
            self.best_loss = validation;
            self.best.clone_from(&self.weights);
            self.waited = 0;
        } else if self.waited >= plan.patience {
            self.weights.clone_from(&self.best);
            // What was learned of the slopes was learned elsewhere.
            self.mean.fill([0.0; 2]);
            self.waited = 0;
            self.halved += 1;
        }
    }

    /// Moves all weights down the slope of a batch, to which `pull` adds for each centipawn that a weight is from where
    /// it began.
    fn step(&mut self, slope: &[[f64; 2]], rate: f64, batch: usize, pull: f64) {
        self.steps += 1;
        let bias = BETA.map(|beta| 1.0 - beta.powi(self.steps));
        let moments = self.mean.iter_mut().zip(&mut self.variance);
        let weights = self.weights.iter_mut().zip(&self.first);
        for (((weight, first), (mean, variance)), slope) in weights.zip(moments).zip(slope) {
            for half in [0, 1] {
                let slope = slope[half] / batch as f64 + pull * (weight[half] - first[half]);
                mean[half] = BETA[0] * mean[half] + (1.0 - BETA[0]) * slope;
                variance[half] = BETA[1] * variance[half] + (1.0 - BETA[1]) * slope * slope;
                let spread = (variance[half] / bias[1]).sqrt();
                weight[half] -= rate * mean[half] / bias[0] / (spread + EPSILON);
            }
        }
    }
}

/// Loss and slope over the positions of a batch.
fn slope_of(data: &Data, batch: &[u32], weights: &[[f64; 2]], k: f64, threads: usize) -> (f64, Weights) {
    let sums = in_parts(batch.len(), threads, |part| {
        let mut slope = vec![[0.0; 2]; weights.len()];
        let loss = data.learn(&batch[part], weights, k, &mut slope);
        (loss, slope)
    });
    let zero = (0.0, vec![[0.0; 2]; weights.len()]);
    sums.into_iter().fold(zero, |(loss, mut total), (part_loss, slope)| {
        for (total, slope) in total.iter_mut().zip(slope) {
            *total = [total[0] + slope[0], total[1] + slope[1]];
        }
        (loss + part_loss, total)
    })
}

/// The mean loss over all positions.
pub fn mean_loss(data: &Data, weights: &[[f64; 2]], k: f64, threads: usize) -> f64 {
    let sums = in_parts(data.len(), threads, |part| data.loss(part, weights, k));
    sums.iter().sum::<f64>() / data.len().max(1) as f64
}

/// What `work` makes of each part of `0..len`, in order.
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

/// The `k` with which `weights` explain the targets best.
pub fn fit_k(data: &Data, weights: &[[f64; 2]], threads: usize) -> f64 {
    least(|k| mean_loss(data, weights, k, threads))
}

/// The `k` in the usual range at which `loss` is least, by golden-section search.
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
    use crate::eval::tuning::Trace;

    const PLAN: Plan = Plan { batch: 8, rate: 1.0, patience: 3, halvings: 4, seed: 5, k: 0.005, prior: 0.0 };

    /// Sets whose targets are what the weights that play say: they can be learned exactly.
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
    fn learning_explains_what_it_has_seen() {
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
    fn the_number_of_threads_changes_nothing_and_a_stop_neither() {
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
    fn the_curve_is_fitted() {
        let (sets, weights) = sets();
        let k = fit_k(&sets.training, &weights, 2);
        assert!((k - PLAN.k).abs() < 1e-4, "{k}");
    }
}
