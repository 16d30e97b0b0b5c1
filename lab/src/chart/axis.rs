//! The axes of a chart: the part of the picture that a value falls on, and the round numbers written beside it.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// About this many numbers stand along an axis.
const TICKS: f64 = 8.0;

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for equal ratios; only the values that occur are written.
    Log2,
}

impl Scale {
    fn apply(self, value: f64) -> f64 {
        if self == Self::Log2 { value.log2() } else { value }
    }
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    scale: Scale,
    /// Ends of the axis, on its scale.
    ends: Range<f64>,
    /// The values that are written.
    ticks: Vec<f64>,
}

impl Axis {
    /// Creates the axis for these values, longer at both ends by a share of itself. Values that are not finite on its
    /// scale do not count.
    pub fn new(scale: Scale, values: impl Iterator<Item = f64>, margin: f64) -> Self {
        let mut values: Vec<f64> = values.filter(|&value| scale.apply(value).is_finite()).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let ends = widened(
            values.first().zip(values.last()).map(|(&low, &high)| (scale.apply(low), scale.apply(high))),
            margin,
        );
        let ticks = if scale == Scale::Log2 { values } else { ticks(&ends) };
        Self { scale, ends, ticks }
    }

    /// Returns the value that lies this share of the axis beside another.
    pub fn beside(&self, value: f64, share: f64) -> f64 {
        let distance = share * (self.ends.end - self.ends.start);
        match self.scale {
            Scale::Linear => value + distance,
            Scale::Log2 => value * distance.exp2(),
        }
    }

    /// Returns whether a value falls on the axis.
    pub fn contains(&self, value: f64) -> bool {
        self.ends.contains(&self.scale.apply(value))
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let share = (self.scale.apply(*value) - self.ends.start) / (self.ends.end - self.ends.start);
        start + (share * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        match self.scale {
            Scale::Linear => self.ends.clone(),
            Scale::Log2 => self.ends.start.exp2()..self.ends.end.exp2(),
        }
    }
}

impl ValueFormatter<f64> for Axis {
    /// Formats a number without superfluous zeros.
    fn format(value: &f64) -> String {
        let text = format!("{value:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text == "-0" { "0".to_owned() } else { text.to_owned() }
    }
}

/// Returns the range between two values, wider by a share of it at both ends; never an empty one.
fn widened(ends: Option<(f64, f64)>, margin: f64) -> Range<f64> {
    match ends {
        Some((low, high)) if low < high => low - margin * (high - low)..high + margin * (high - low),
        Some((only, _)) => only - 1.0..only + 1.0,
        None => 0.0..1.0,
    }
}

/// Returns the round numbers of a range: multiples of 1, 2 or 5 times a power of ten.
fn ticks(range: &Range<f64>) -> Vec<f64> {
    let rough = (range.end - range.start) / TICKS;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0].map(|digit| digit * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((range.start / step).ceil() as i64, (range.end / step).floor() as i64);
    (first..=last).map(|index| index as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, values: &[f64], margin: f64) -> Axis {
        Axis::new(scale, values.iter().copied(), margin)
    }

    /// Returns the numbers beside the axis.
    fn written(axis: &Axis) -> String {
        axis.ticks.iter().map(Axis::format).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_along_an_axis_are_round() {
        for (ends, numbers) in [
            ([0.0, 40.0], "0 5 10 15 20 25 30 35 40"),
            ([-1.3, 1.1], "-1 -0.5 0 0.5 1"),
            ([0.0, 1.0], "0 0.2 0.4 0.6 0.8 1"),
            ([0.0711, 0.0726], "0.0712 0.0714 0.0716 0.0718 0.072 0.0722 0.0724 0.0726"),
        ] {
            assert_eq!(written(&axis(Scale::Linear, &ends, 0.0)), numbers);
        }
    }

    #[test]
    fn a_logarithmic_axis_has_the_values_that_occur() {
        let axis = axis(Scale::Log2, &[40_000.0, 10_000.0, 160_000.0, 10_000.0], 0.0);
        assert_eq!(written(&axis), "10000 40000 160000");
        let places = |values: [f64; 3]| values.map(|nodes| axis.map(&nodes, (20, 120)));
        assert_eq!(places([10_000.0, 40_000.0, 160_000.0]), [20, 70, 120]);
        assert_eq!(places([-0.1, 0.0, 0.2].map(|share| axis.beside(40_000.0, share))), [60, 70, 90]);
    }

    #[test]
    fn an_axis_has_a_margin_and_is_never_empty() {
        assert_eq!(axis(Scale::Linear, &[5.0, 3.0, f64::NAN, f64::INFINITY], 0.5).ends, 2.0..6.0);
        assert_eq!(axis(Scale::Linear, &[4.0], 0.5).ends, 3.0..5.0);
        assert_eq!(axis(Scale::Linear, &[], 0.5).ends, 0.0..1.0);
        assert_eq!(axis(Scale::Log2, &[8.0, 0.0, -2.0], 0.5).ends, 2.0..4.0);
        let zero = |values: &[f64]| axis(Scale::Linear, values, 0.0).contains(0.0);
        assert!(zero(&[-1.0, 1.0]) && !zero(&[1.0, 2.0]));
    }
}
