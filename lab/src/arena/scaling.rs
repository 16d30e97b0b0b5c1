//! Scaling runs: the same engines at several node counts, and the slope of Elo over the doublings of the nodes, from
//! which it follows whether a lead grows or shrinks with the time for a search.

use crate::stats::{Estimate, Z95};

/// A result of a scaling run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Nodes per move.
    pub nodes: u64,
    /// Elo difference.
    pub elo: Estimate,
}

/// A straight line through Elo as a function of log2(nodes).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Elo per doubling of the nodes.
    pub slope: Estimate,
    /// Weighted mean of log2(nodes), and of Elo.
    mean: [f64; 2],
}

impl Line {
    /// Fits the line by weighted least squares, with weights 1 / variance. Results without an error are left out.
    /// `None` if fewer than two remain.
    pub fn fit(points: &[Point]) -> Option<Self> {
        let weighted = |point: &Point| {
            let error = point.elo.error.filter(|&error| error > 0.0)?;
            Some(((point.nodes as f64).log2(), point.elo.value, (Z95 / error).powi(2)))
        };
        let points: Vec<(f64, f64, f64)> = points.iter().filter_map(weighted).collect();
        let sum =
            |term: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(x, y, weight)| weight * term(x, y)).sum::<f64>();
        let total = sum(&|_, _| 1.0);
        let [x0, y0] = [sum(&|x, _| x) / total, sum(&|_, y| y) / total];
        let spread = sum(&|x, _| (x - x0).powi(2));
        let slope = Estimate { value: sum(&|x, y| (x - x0) * (y - y0)) / spread, error: Some(Z95 / spread.sqrt()) };
        (points.len() > 1).then_some(Self { slope, mean: [x0, y0] })
    }

    /// Returns the Elo of the line at this many nodes.
    pub fn at(&self, nodes: u64) -> f64 {
        self.mean[1] + self.slope.value * ((nodes as f64).log2() - self.mean[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points<const N: usize>(points: [(u64, f64, Option<f64>); N]) -> [Point; N] {
        points.map(|(nodes, value, error)| Point { nodes, elo: Estimate { value, error } })
    }

    /// Of the weights 4, 2 and 2 at x = 0, 2 and 4 the mean is x = 1.5, y = 10. The sum of w (x - 1.5)^2 is 4 * 2.25 +
    /// 2 * 0.25 + 2 * 6.25 = 22, that of w (x - 1.5) (y - 10) is 4 * 1.5 * 2 + 2 * 0.5 * 6 - 2 * 2.5 * 2 = 8.
    #[test]
    fn the_line_is_the_one_computed_by_hand() {
        let error = |weight: f64| Some(Z95 / weight.sqrt());
        let line = Line::fit(&points([(1, 8.0, error(4.0)), (4, 16.0, error(2.0)), (16, 8.0, error(2.0))])).unwrap();
        assert!((line.slope.value - 8.0 / 22.0).abs() < 1e-12);
        assert!((line.slope.error.unwrap() - Z95 / 22.0_f64.sqrt()).abs() < 1e-12);
        assert!((line.at(1) - (10.0 - 1.5 * 8.0 / 22.0)).abs() < 1e-12);
        assert!((line.at(32) - line.at(16) - line.slope.value).abs() < 1e-12);
    }

    #[test]
    fn two_results_determine_the_line_and_its_error() {
        let line = Line::fit(&points([(10_000, 5.0, Some(3.0)), (40_000, 11.0, Some(4.0))])).unwrap();
        // The errors of 3 and 4 make 5 over two doublings.
        assert!((line.slope.value - 3.0).abs() < 1e-9 && (line.slope.error.unwrap() - 2.5).abs() < 1e-9);
        assert!((line.at(10_000) - 5.0).abs() < 1e-9 && (line.at(40_000) - 11.0).abs() < 1e-9);
        assert!((line.at(20_000) - 8.0).abs() < 1e-9);
    }

    #[test]
    fn results_without_an_error_do_not_count() {
        let known = (10_000, 5.0, Some(3.0));
        let unknown = [(20_000, 99.0, None), (40_000, f64::INFINITY, None)];
        assert_eq!(Line::fit(&points([known, unknown[0], unknown[1]])), None);
        assert_eq!(Line::fit(&[]), None);
        let two = [known, (80_000, 8.0, Some(3.0))];
        let fitted = Line::fit(&points([two[0], unknown[0], two[1], unknown[1]]));
        assert!(fitted.is_some() && fitted == Line::fit(&points(two)));
    }
}
