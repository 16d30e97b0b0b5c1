//! The tunable parameters of an engine: it is asked for its UCI options, and those named like search parameters are
//! offered. These are numbers with lowercase names, unlike any standard UCI option.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::gradient::Parameter;
use crate::arena::{Client, ClientConfig, EngineOption, EngineSpec};
use oxide88::types::quote;

/// A parameter named on the command line: `razoring_base`, or `razoring_base=180` to start from another value than the
/// default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Its name.
    pub name: String,
    /// The value; `None` for the default.
    pub start: Option<i64>,
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.split_once('=') else {
            return Ok(Self { name: text.to_owned(), start: None });
        };
        let start = value.parse().map_err(|_| format!("{} needs a whole number after '='", quote(text)))?;
        Ok(Self { name: name.to_owned(), start: Some(start) })
    }
}

/// Asks `engine` for its parameters.
///
/// # Errors
/// A message if it does not start or answer, or has no parameters.
pub fn ask(engine: &EngineSpec, config: &ClientConfig, stop: &AtomicBool) -> Result<Vec<Parameter>, String> {
    let options =
        Client::options(engine, config, stop).map_err(|fault| format!("{} {fault}", engine.program.display()))?;
    let parameters: Vec<Parameter> = options.all().iter().filter_map(parameter).collect();
    if parameters.is_empty() {
        let program = engine.program.display();
        return Err(format!(
            "{program} has no parameters to tune: build it with 'cargo build --release --features spsa'"
        ));
    }
    Ok(parameters)
}

/// Converts an option to a parameter, if it is one.
fn parameter(option: &EngineOption) -> Option<Parameter> {
    let (min, max) = option.range?;
    let default = option.default.filter(|default| (min..=max).contains(default))?;
    let name = &option.name;
    let is_named_like_one = !name.is_empty() && name.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_'));
    is_named_like_one.then(|| Parameter { name: name.clone(), default, start: default, min, max })
}

/// Selects the wanted ones of `parameters`, in the order of the engine; all if none is named.
///
/// # Errors
/// A message if there is no such parameter, it is named twice, or its start is out of range.
pub fn choose(parameters: Vec<Parameter>, wanted: &[Wanted]) -> Result<Vec<Parameter>, String> {
    for (index, Wanted { name, start }) in wanted.iter().enumerate() {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == *name) else {
            let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            return Err(format!("no parameter {}; there are {}", quote(name), known.join(", ")));
        };
        if wanted[..index].iter().any(|other| other.name == *name) {
            return Err(format!("{name} is named twice"));
        }
        let (min, max) = (parameter.min, parameter.max);
        if let Some(start) = start.filter(|start| !(min..=max).contains(start)) {
            return Err(format!("{name} goes from {min} to {max} and cannot be {start}"));
        }
    }
    if wanted.is_empty() {
        return Ok(parameters);
    }
    let choose = |parameter: Parameter| {
        let wanted = wanted.iter().find(|wanted| wanted.name == parameter.name)?;
        Some(Parameter { start: wanted.start.unwrap_or(parameter.start), ..parameter })
    };
    Ok(parameters.into_iter().filter_map(choose).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 7] = [
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Move Overhead type spin default 30 min 0 max 5000",
        "option name ponder type check default false",
        "option name unbounded type spin default 3",
        "option name outside type spin default 9 min 0 max 5",
        "option name razoring_base type spin default 200 min 50 max 600",
        "option name depth2 type spin default -1 min -3 max 8",
    ];

    fn offered() -> Vec<Parameter> {
        LINES.iter().filter_map(|line| parameter(&EngineOption::parse_uci(line)?)).collect()
    }

    fn chosen(words: &str) -> Result<Vec<(String, i64)>, String> {
        let wanted = words.split_whitespace().map(str::parse).collect::<Result<Vec<Wanted>, _>>()?;
        let parameters = choose(offered(), &wanted)?;
        Ok(parameters.into_iter().map(|parameter| (parameter.name, parameter.start)).collect())
    }

    #[test]
    fn bounded_numbers_in_lowercase_are_parameters() {
        let [razoring, depth] = &offered()[..] else { panic!("{:?}", offered()) };
        assert_eq!(
            (razoring.name.as_str(), razoring.default, razoring.min, razoring.max),
            ("razoring_base", 200, 50, 600)
        );
        assert_eq!((depth.name.as_str(), depth.start, depth.min, depth.max), ("depth2", -1, -3, 8));
    }

    #[test]
    fn the_wanted_parameters_are_chosen_with_their_start_values() {
        let pair = |name: &str, start| (name.to_owned(), start);
        assert_eq!(chosen("").unwrap(), [pair("razoring_base", 200), pair("depth2", -1)]);
        assert_eq!(chosen("depth2=-3 razoring_base").unwrap(), [pair("razoring_base", 200), pair("depth2", -3)]);
        assert_eq!(chosen("razoring_base=600").unwrap(), [pair("razoring_base", 600)]);
    }

    #[test]
    fn impossible_choices_are_named() {
        for (words, culprit) in [
            ("Hash", "no parameter 'Hash'; there are razoring_base, depth2"),
            ("razoring_base=fast", "'razoring_base=fast'"),
            ("razoring_base=601", "50 to 600"),
            ("depth2 razoring_base depth2=1", "depth2 is named twice"),
        ] {
            let error = chosen(words).unwrap_err();
            assert!(error.contains(culprit), "{words}: {error}");
        }
    }
}
