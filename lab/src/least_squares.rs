//! Least squares: systems of linear equations with a symmetric positive definite matrix, and linear regression with a
//! prior (ridge regression).

use crate::stats::{Estimate, Z95};

/// Computes the Cholesky factor: the lower triangular matrix whose product with its transpose is `matrix`, which must
/// be positive definite; only its lower triangle is read.
pub fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for row in 0..matrix.len() {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] = if row == column { rest.sqrt() } else { rest / matrix[column][column] };
        }
    }
    matrix
}

/// Solves a system of linear equations whose matrix has the Cholesky factor `factor`.
pub fn solve(factor: &[Vec<f64>], mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for row in 0..count {
        let known: f64 = (0..row).map(|k| factor[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / factor[row][row];
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|k| factor[k][row] * right[k]).sum();
        right[row] = (right[row] - known) / factor[row][row];
    }
    right
}

/// Times that the spread of the residuals is estimated anew.
const ROUNDS: usize = 5;

/// Estimates the factors of `count` features by linear regression without a constant. Each row has the values of its
/// features, by index, and the result that they add up to. A normal prior around zero with the standard deviation
/// `prior` keeps the factors of features small that too few rows tell apart. The second return is the root of the mean
/// squared residual.
pub fn regress(rows: &[(Vec<(usize, f64)>, f64)], count: usize, prior: f64) -> (Vec<Estimate>, f64) {
    let mut products = vec![vec![0.0; count]; count];
    let mut right = vec![0.0; count];
    for (features, result) in rows {
        for &(row, value) in features {
            right[row] += value * result;
            for &(column, other) in features.iter().filter(|(column, _)| *column <= row) {
                products[row][column] += value * other;
            }
        }
    }
    let spread = |factors: &[f64]| {
        let residual = |(features, result): &(Vec<(usize, f64)>, f64)| {
            result - features.iter().map(|&(index, value)| factors[index] * value).sum::<f64>()
        };
        let squares = rows.iter().map(|row| residual(row).powi(2)).sum::<f64>();
        (squares / rows.len().max(1) as f64).sqrt()
    };
    let mut factors = vec![0.0; count];
    let (mut triangle, mut variance) = (Vec::new(), 0.0);
    for _ in 0..ROUNDS {
        variance = spread(&factors).powi(2).max(f64::MIN_POSITIVE);
        let mut curvature = products.clone();
        for (index, row) in curvature.iter_mut().enumerate() {
            row[index] += variance / prior.powi(2);
        }
        triangle = cholesky(curvature);
        factors = solve(&triangle, right.clone());
    }
    let error = |index: usize| {
        let unit = (0..count).map(|other| if other == index { 1.0 } else { 0.0 }).collect();
        Z95 * (variance * solve(&triangle, unit)[index]).sqrt()
    };
    let estimate = |(index, &value)| Estimate { value, error: Some(error(index)) };
    (factors.iter().enumerate().map(estimate).collect(), spread(&factors))
}

#[cfg(test)]
mod tests {
    use rand_mt::Mt64;

    use super::*;

    #[test]
    fn linear_equations_are_solved() {
        let matrix = vec![vec![4.0, 0.0, 0.0], vec![2.0, 5.0, 0.0], vec![-2.0, 1.0, 6.0]];
        let solution = solve(&cholesky(matrix), vec![2.0, 15.0, 18.0]);
        // 4x + 2y - 2z = 2, 2x + 5y + z = 15, -2x + y + 6z = 18
        for (found, wanted) in solution.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-9, "{found}");
        }
    }

    #[test]
    fn the_factors_that_made_the_results_are_found_within_their_errors() {
        let truth = [0.4, -0.2, 0.0, 1.5];
        let mut random = Mt64::new(5);
        let mut chance = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        let rows: Vec<(Vec<(usize, f64)>, f64)> = (0..2000)
            .map(|_| {
                let features: Vec<(usize, f64)> =
                    (0..4).map(|index| (index, 100.0 * chance())).filter(|(_, value)| *value > -20.0).collect();
                let sum: f64 = features.iter().map(|&(index, value)| truth[index] * value).sum();
                (features, sum + 60.0 * chance())
            })
            .collect();
        let (found, rest) = regress(&rows, 4, 10.0);
        for (estimate, truth) in found.into_iter().zip(truth) {
            let error = estimate.error.unwrap();
            assert!((0.02..0.06).contains(&error), "{error}");
            assert!((estimate.value - truth).abs() < 1.6 * error, "{estimate} for {truth}");
        }
        // The noise has a standard deviation of 60 / sqrt(12).
        assert!((rest - 17.3).abs() < 1.0, "{rest}");
    }

    #[test]
    fn a_feature_that_no_row_has_keeps_its_prior() {
        let (found, rest) = regress(&[(vec![(0, 2.0)], 6.0), (vec![(0, 2.0)], 2.0)], 2, 3.0);
        assert!((1.8..2.0).contains(&found[0].value) && found[1].value.abs() < 1e-9, "{found:?}");
        assert!((found[1].error.unwrap() - 3.0 * Z95).abs() < 1e-9);
        assert!((rest - 2.0).abs() < 0.02, "{rest}");
    }
}
