//! The tables of residuals.

use std::io::{self, Write};

use oxide88::eval::tuning::SECTIONS;
use oxide88::eval::{EvalCaches, evaluate};
use oxide88::position::Position;
use oxide88::types::value::is_proven;

use super::kinds::KINDS;
use super::sources::{Label, Labeled};
use super::terms::{Reader, TERM_NAMES, Terms};
use crate::least_squares::regress;
use crate::quiet::is_quiet;
use crate::stats::{Estimate, Z95};

/// Scores and evaluations beyond this many centipawns are left out: there is nothing left to judge.
const LIMIT: f64 = 1000.0;

/// Residuals count no more than this many centipawns: a combination that the search found says nothing about a term.
const MOST: f64 = 300.0;

/// Standard deviation of the factors of terms that is expected beforehand.
const PRIOR: f64 = 0.5;

/// The same for the slope of the deep scores, so wide that it does not count.
const WIDE_PRIOR: f64 = 100.0;

/// A term is in the table if it counts in so many positions, and its factor is beyond its error.
const LEAST_POSITIONS: usize = 20;

/// Sections named for each of the worst positions.
const NAMED: usize = 3;

/// A position that is looked at.
struct Case<'a> {
    position: &'a Position,
    label: Label,
    /// Static evaluation and deep score, in centipawns for White.
    eval: f64,
    deep: f64,
    terms: Terms,
}

impl Case<'_> {
    fn residual(&self) -> f64 {
        (self.deep - self.eval).clamp(-MOST, MOST)
    }

    /// How much too high the evaluation is for the side that it favors; 0 if it favors none.
    fn optimism(&self) -> f64 {
        if self.eval == 0.0 { 0.0 } else { -self.residual() * self.eval.signum() }
    }
}

/// What the residuals of a set of positions say.
pub struct Report<'a> {
    cases: Vec<Case<'a>>,
    in_check: usize,
    pending: usize,
    decided: usize,
    unsearched: usize,
}

impl<'a> Report<'a> {
    /// Evaluates the positions.
    pub fn new(positions: &'a [Labeled]) -> Self {
        let mut report = Self { cases: Vec::new(), in_check: 0, pending: 0, decided: 0, unsearched: 0 };
        let reader = Reader::new();
        let mut caches = EvalCaches::new();
        for Labeled { position, label } in positions {
            let Some(label) = *label else {
                report.unsearched += 1;
                continue;
            };
            if position.in_check() {
                report.in_check += 1;
                continue;
            }
            if label.best.is_some_and(|best| !is_quiet(position, best)) {
                report.pending += 1;
                continue;
            }
            let sign = position.side_to_move().sign();
            let [eval, deep] = [evaluate(position, &mut caches), label.score].map(|value| f64::from(value * sign));
            let is_beyond = is_proven(label.score) || eval.abs() > LIMIT || deep.abs() > LIMIT;
            match reader.read(position) {
                Some(terms) if !is_beyond && !position.legal_moves().is_empty() => {
                    report.cases.push(Case { position, label, eval, deep, terms });
                }
                _ => report.decided += 1,
            }
        }
        report
    }

    /// Prints all tables, with so many of the worst positions.
    pub fn print(&self, worst: usize, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Positions  : {}", self.cases.len())?;
        let left_out = [
            (self.in_check, "in check"),
            (self.pending, "with an exchange pending"),
            (self.decided, "decided"),
            (self.unsearched, "not searched"),
        ];
        let reasons: Vec<String> = left_out
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, reason)| format!("{count} {reason}"))
            .collect();
        if !reasons.is_empty() {
            writeln!(out, "Left out   : {}", reasons.join(", "))?;
        }
        if self.cases.is_empty() {
            return Ok(());
        }
        let mean = |of: &dyn Fn(&Case) -> f64| self.cases.iter().map(of).sum::<f64>() / self.cases.len() as f64;
        let depth = mean(&|case| f64::from(case.label.depth));
        let nodes = mean(&|case| case.label.nodes as f64);
        writeln!(out, "Searches   : mean depth {depth:.1}, mean nodes {nodes:.0}")?;
        let spread = mean(&|case| case.residual().powi(2)).sqrt();
        writeln!(
            out,
            "Residuals  : {spread:.1} cp (root of the mean square), too high by {:.1} cp for the side favored",
            mean(&|case| case.optimism())
        )?;
        self.print_terms(
            "Section",
            &SECTIONS.map(|section| format!("{section:?}")),
            |terms| &terms.sections,
            0.0,
            out,
        )?;
        self.print_terms(
            "Term",
            &TERM_NAMES.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(),
            |terms| &terms.names,
            1.0,
            out,
        )?;
        self.print_kinds(out)?;
        self.print_worst(worst, out)
    }

    /// Prints the factors of terms by which the deep scores are predicted best, the most significant first; those
    /// within their errors, times `least`, and of terms in too few positions are left out.
    fn print_terms(
        &self,
        heading: &str,
        names: &[String],
        of: fn(&Terms) -> &Vec<f64>,
        least: f64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows: Vec<(Vec<(usize, f64)>, f64)> = self
            .cases
            .iter()
            .map(|case| {
                let features = of(&case.terms).iter().copied().enumerate();
                (features.filter(|(_, feature)| feature.abs() > 0.0).collect(), case.residual())
            })
            .collect();
        let (factors, rest) = regress(&rows, names.len(), PRIOR);
        let mut lines = Vec::new();
        for (index, (name, Estimate { value, error })) in names.iter().zip(factors).enumerate() {
            let features: Vec<f64> =
                self.cases.iter().map(|case| of(&case.terms)[index]).filter(|feature| feature.abs() > 0.0).collect();
            let error = error.unwrap_or(f64::INFINITY);
            if features.len() < LEAST_POSITIONS.min(self.cases.len()) || value.abs() < least * error {
                continue;
            }
            let size = (features.iter().map(|feature| feature * feature).sum::<f64>() / self.cases.len() as f64).sqrt();
            let factor = Estimate { value: 100.0 * value, error: Some(100.0 * error) };
            lines.push((value.abs() / error, format!("{name:<22} {:>9} {size:>8.1}   {factor} %", features.len())));
        }
        lines.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        writeln!(out, "\n{heading:<22} {:>9} {:>8}   factor, with which {rest:.1} cp remain", "positions", "size cp")?;
        lines.iter().try_for_each(|(_, line)| writeln!(out, "{line}"))
    }

    /// Prints for each kind of positions how much too high the evaluation is, and the slope of the deep score.
    fn print_kinds(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{:<26} {:>9}   too high by          deep score / static score", "Kind", "positions")?;
        for (name, is_one) in KINDS {
            let cases: Vec<&Case> = self.cases.iter().filter(|case| is_one(case.position)).collect();
            if cases.len() < 2 {
                continue;
            }
            let optimism = mean_of(&cases.iter().map(|case| case.optimism()).collect::<Vec<_>>());
            let rows: Vec<_> = cases.iter().map(|case| (vec![(0, case.eval)], case.eval + case.residual())).collect();
            let (slope, _) = regress(&rows, 1, WIDE_PRIOR);
            let percent = Estimate { value: 100.0 * slope[0].value, error: slope[0].error.map(|error| 100.0 * error) };
            writeln!(out, "{name:<26} {:>9}   {:<18}   {percent} %", cases.len(), format!("{optimism} cp"))?;
        }
        Ok(())
    }

    fn print_worst(&self, count: usize, out: &mut dyn Write) -> io::Result<()> {
        let mut cases: Vec<&Case> = self.cases.iter().collect();
        cases.sort_by(|one, other| (other.deep - other.eval).abs().total_cmp(&(one.deep - one.eval).abs()));
        if count > 0 {
            writeln!(out, "\n  static     deep   position, and the sections that count most (cp for White)")?;
        }
        for case in cases.into_iter().take(count) {
            let mut sections: Vec<_> = SECTIONS.iter().zip(&case.terms.sections).collect();
            sections.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
            let named: Vec<String> = sections
                .into_iter()
                .take(NAMED)
                .map(|(section, feature)| format!("{section:?} {feature:+.0}"))
                .collect();
            writeln!(out, "{:>8.0} {:>8.0}   {}   {}", case.eval, case.deep, case.position.fen(), named.join(", "))?;
        }
        Ok(())
    }
}

/// The mean of numbers, with its error.
fn mean_of(numbers: &[f64]) -> Estimate {
    let count = numbers.len() as f64;
    let value = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - value).powi(2)).sum::<f64>() / (count - 1.0);
    Estimate { value, error: Some(Z95 * (variance / count).sqrt()) }
}

#[cfg(test)]
mod tests {
    use oxide88::bench::BENCH_POSITIONS;

    use super::*;

    /// Positions labeled with what their evaluation would be if the weights of `section` counted `factor` times.
    fn labeled(section: &str, factor: f64) -> Vec<Labeled> {
        let index = SECTIONS.iter().position(|known| format!("{known:?}") == section).unwrap();
        let (reader, mut caches) = (Reader::new(), EvalCaches::new());
        let positions = BENCH_POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap());
        positions
            .filter_map(|position| {
                let change = reader.read(&position)?.sections[index] * (factor - 1.0);
                let us = position.side_to_move();
                let score = evaluate(&position, &mut caches) + (change as i32) * us.sign();
                Some(Labeled { position, label: Some(Label { score, best: None, depth: 20, nodes: 1000 }) })
            })
            .collect()
    }

    fn printed(positions: &[Labeled]) -> String {
        let mut out = Vec::new();
        Report::new(positions).print(3, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_section_that_is_wrong_comes_first_with_its_factor() {
        for (section, factor, shown) in [("Mobility", 0.5, -50.0), ("Pawns", 1.4, 40.0)] {
            let text = printed(&labeled(section, factor));
            let first = text.lines().skip_while(|line| !line.starts_with("Section ")).nth(1).unwrap();
            let value: f64 = first.split_whitespace().nth(3).unwrap().parse().unwrap();
            assert!(first.starts_with(section) && (value - shown).abs() < 5.0, "{text}");
        }
    }

    #[test]
    fn an_evaluation_that_says_too_much_is_too_high_for_the_side_it_favors() {
        let mut positions = labeled("Space", 1.0);
        positions.retain(|one| one.label.is_some_and(|label| label.score.abs() < 300));
        for one in &mut positions {
            one.label.iter_mut().for_each(|label| label.score /= 2);
        }
        let report = Report::new(&positions);
        let half = report.cases.iter().map(|case| case.eval.abs() / 2.0).sum::<f64>() / report.cases.len() as f64;
        let text = printed(&positions);
        let (_, rest) = text.split_once(", too high by ").unwrap();
        let shown: f64 = rest.split(' ').next().unwrap().parse().unwrap();
        assert!(half > 10.0 && (shown - half).abs() < 1.0, "{half}: {text}");
        let line = text.lines().find(|line| line.starts_with("queens on the board ")).unwrap();
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [_, too_high, _, share, error] = numbers[..] else { panic!("{line}") };
        assert!(too_high > 5.0 && (share - 50.0).abs() < 2.0 && error < 2.0, "{line}");
    }

    #[test]
    fn a_residual_counts_up_to_three_hundred_centipawns() {
        let [far, near] = [700, 301].map(|more| {
            let mut positions = labeled("Space", 1.0);
            positions.retain(|one| one.label.is_some_and(|label| (0..300).contains(&label.score)));
            positions.iter_mut().flat_map(|one| &mut one.label).for_each(|label| label.score += more);
            printed(&positions)
        });
        let tables = |text: &str| text.split_once("\n  static ").map(|(tables, _)| tables.to_owned());
        assert!(far.contains("\nResiduals  : 300.0 cp ") && tables(&far) == tables(&near), "{far}\n{near}");
    }

    #[test]
    fn the_worst_position_comes_first_and_decided_ones_do_not_count() {
        let mut positions = labeled("Space", 1.0);
        let count = Report::new(&positions).cases.len();
        let fen = "r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 0 1";
        let label = |score| Some(Label { score, best: None, depth: 20, nodes: 1000 });
        // Scores of 1,001 and more are decided, mates as well.
        for score in [500, 1_001, 31_990] {
            positions.push(Labeled { position: Position::from_fen(fen).unwrap(), label: label(score) });
        }
        positions.push(Labeled { position: Position::from_fen(fen).unwrap(), label: None });
        let text = printed(&positions);
        let first = text.lines().skip_while(|line| !line.contains("the sections that count most")).nth(1).unwrap();
        assert!(first.contains(fen) && first.split_whitespace().nth(1) == Some("-500"), "{text}");
        let first = format!("Positions  : {}\n", count + 1);
        assert!(text.starts_with(&first) && text.contains(", 2 decided, 1 not searched\n"), "{text}");
    }
}
