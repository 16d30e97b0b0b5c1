//! The picture of a run: the changes of the parameters over the pairs of games.

use super::state::State;
use crate::chart::{Chart, Curve, Point, Scale};

/// This many parameters that changed most have a name and a color.
const NAMED: usize = 10;

/// Returns the picture of a run that is finished or was stopped.
pub fn chart(State { run, done, theta, samples }: &State) -> Chart {
    let drift = |index: usize, value: f64| run.parameters[index].drift(value);
    let mut order: Vec<usize> = (0..run.parameters.len()).collect();
    let last = |&index: &usize| drift(index, theta[index]).abs();
    order.sort_by(|one, other| last(other).total_cmp(&last(one)));
    let curve = |(place, &index): (usize, &usize)| {
        let samples =
            samples.iter().filter(|sample| sample.done < *done).map(|sample| (sample.done, sample.theta[index]));
        let values = samples.chain([(*done, theta[index])]).map(|(done, value)| (done, drift(index, value)));
        let points = [(0, 0.0)].into_iter().chain(values).map(|(done, y)| Point { x: f64::from(done), y, error: None });
        let name = (place < NAMED).then(|| run.parameters[index].name.clone());
        Curve { name, points: points.collect(), fitted: None }
    };
    let mut curves: Vec<Curve> = order.iter().enumerate().map(curve).collect();
    // Named curves cover the others.
    let named = NAMED.min(curves.len());
    curves.rotate_left(named);
    Chart {
        title: format!("Parameters after {done} of {} pairs", run.pairs),
        x: "Pairs",
        scale: Scale::Linear,
        y: "Change from the start in c_end",
        curves,
    }
}

#[cfg(test)]
mod tests {
    use super::super::gradient::Parameter;
    use super::super::state::{Run, Sample};
    use super::*;

    #[test]
    fn the_largest_changes_are_named_and_drawn_last() {
        let parameter = |index: usize| Parameter { name: format!("p{index}"), default: 5, start: 8, min: 0, max: 20 };
        let run = Run {
            pairs: 400,
            r_end: 0.002,
            width: 1.0,
            seed: 1,
            limit: "500 nodes".to_owned(),
            hash: 16,
            openings: "random".to_owned(),
            parameters: (0..12).map(parameter).collect(),
        };
        let theta: Vec<f64> = (0..12).map(|index| 8.0 - 0.5 * f64::from(index)).collect();
        let samples = vec![Sample { done: 2, theta: vec![9.0; 12] }, Sample { done: 9, theta: vec![1.0; 12] }];
        let chart = chart(&State { run, done: 7, theta, samples });
        let names: Vec<_> = chart.curves.iter().map(|curve| curve.name.as_deref()).collect();
        assert_eq!(names[..4], [None, None, Some("p11"), Some("p10")]);
        assert_eq!((names.len(), names[11]), (12, Some("p2")));
        let points: Vec<_> = chart.curves[2].points.iter().map(|point| (point.x, point.y)).collect();
        // The unit is a twentieth of the range, and the sample of a pair that was taken back does not count.
        assert_eq!(points, [(0.0, 0.0), (2.0, 1.0), (7.0, -5.5)]);
    }
}
