//! The table of an experiment, best factor first.

use std::fmt;

use super::fit::fit;
use super::state::Outcome;
use crate::stats::{Estimate, Z95, normal_cdf};

/// The results of an experiment.
pub struct Report {
    pairs: usize,
    rows: Vec<(String, Estimate)>,
}

impl Report {
    /// Fits the values of the factors to the outcomes; `signs` are those of the first player in a pair.
    pub fn new(factors: &[String], outcomes: &[Outcome], signs: impl Fn(u32) -> Vec<i8>) -> Self {
        let observed = |&Outcome { pair, result }: &Outcome| (signs(pair), (f64::from(result) + 2.0) / 4.0);
        let estimates = fit(&outcomes.iter().map(observed).collect::<Vec<_>>(), factors.len());
        let mut rows: Vec<_> = factors.iter().cloned().zip(estimates).collect();
        rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        Self { pairs: outcomes.len(), rows }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max("Factor".len());
        writeln!(f, "Games: {}\n", 2 * self.pairs)?;
        writeln!(f, "{:width$}  {:>14}  {:>7}", "Factor", "Elo", "LOS")?;
        for (name, estimate) in &self.rows {
            let sigmas = estimate.error.map_or(0.0, |error| estimate.value / error * Z95);
            let (elo, los) = (estimate.to_string(), 100.0 * normal_cdf(sigmas));
            writeln!(f, "{name:width$}  {elo:>14}  {los:>5.1} %")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_best_factor_first() {
        // The second factor decides every pair in which it is at stake, the first none.
        let signs = |pair: u32| vec![(pair / 3 % 3) as i8 - 1, (pair % 3) as i8 - 1];
        let outcomes: Vec<Outcome> = (1..=200).map(|pair| Outcome { pair, result: signs(pair)[1].into() }).collect();
        let text = Report::new(&["none".to_owned(), "all".to_owned()], &outcomes, signs).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Games: 400");
        assert!(lines[3].starts_with("all ") && lines[3].ends_with("100.0 %"), "{text}");
        assert!(lines[4].starts_with("none "), "{text}");
    }
}
