//! The result of a run: a table for people, and a line for `engines.toml`.

use std::fmt;

use super::gradient::Parameter;
use super::state::State;

/// The table of a run that is finished or was stopped.
pub struct Report<'a>(pub &'a State);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { run, done, theta, .. } = self.0;
        let width =
            run.parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0).max("Parameter".len());
        writeln!(f, "Pairs: {done} of {}\n", run.pairs)?;
        writeln!(f, "{:width$} {:>8} {:>8} {:>8} {:>8}  Range", "Parameter", "Default", "Start", "Value", "Change")?;
        for (parameter, &value) in run.parameters.iter().zip(theta) {
            let (name, default, start) = (&parameter.name, parameter.default, parameter.start);
            let (min, max, drift, value) = (parameter.min, parameter.max, parameter.drift(value), rounded(value));
            writeln!(f, "{name:width$} {default:>8} {start:>8} {value:>8} {drift:>+8.2}  {min} to {max}")?;
        }
        writeln!(
            f,
            "\nChanges are from the start, in units of c_end: a twentieth of the range, but at least a half.\n"
        )?;
        let setting = |(parameter, &value): (&Parameter, &f64)| format!("{} = {}", parameter.name, rounded(value));
        let settings: Vec<String> = run.parameters.iter().zip(theta).map(setting).collect();
        writeln!(f, "options = {{ {} }}", settings.join(", "))
    }
}

/// Rounds a value to one that the engine accepts.
fn rounded(value: f64) -> i64 {
    value.round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::state::Run;

    #[test]
    fn the_table_shows_the_changes_and_the_line_fits_the_roster() {
        let parameter = |name: &str, start| Parameter { name: name.to_owned(), default: 5, start, min: 0, max: 20 };
        let run = Run {
            pairs: 40,
            r_end: 0.002,
            width: 1.0,
            seed: 1,
            limit: "500 nodes".to_owned(),
            hash: 16,
            openings: "random".to_owned(),
            parameters: vec![parameter("base", 5), parameter("depth_of_it", 8)],
        };
        let text = Report(&State { run, done: 17, theta: vec![0.2, 9.5], samples: Vec::new() }).to_string();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["Pairs:", "17", "of", "40"]);
        assert_eq!(lines[3], ["base", "5", "5", "0", "-4.80", "0", "to", "20"]);
        assert_eq!(lines[4], ["depth_of_it", "5", "8", "10", "+1.50", "0", "to", "20"]);
        assert!(text.ends_with("\noptions = { base = 0, depth_of_it = 10 }\n"), "{text}");
    }
}
