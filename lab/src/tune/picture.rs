//! The picture of a run: the loss on training and validation set by epoch.

use crate::chart::{Chart, Curve, Point, Scale};

/// Returns the picture of the losses of these epochs.
pub fn chart(losses: &[(u32, [f64; 2])]) -> Chart {
    let curve = |(index, name): (usize, &str)| {
        let point = |&(epoch, losses): &(u32, [f64; 2])| Point { x: f64::from(epoch), y: losses[index], error: None };
        Curve { name: Some(name.to_owned()), points: losses.iter().map(point).collect(), fitted: None }
    };
    Chart {
        title: "Loss by epoch".to_owned(),
        x: "Epochs",
        scale: Scale::Linear,
        y: "Mean loss of a position",
        curves: ["Training", "Validation"].into_iter().enumerate().map(curve).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_losses_are_drawn() {
        let curves = chart(&[(0, [0.5, 0.6]), (1, [0.25, 0.375])]).curves;
        let names: Vec<_> = curves.iter().map(|curve| curve.name.as_deref()).collect();
        assert_eq!(names, [Some("Training"), Some("Validation")]);
        let points: Vec<_> = curves[1].points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(points, [(0.0, 0.6), (1.0, 0.375)]);
    }
}
