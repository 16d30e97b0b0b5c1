//! The value of changes to the search in play, by a factorial experiment (`factorial`) whose factors are settings of
//! its parameters; neither player has a change that is not at stake. A change that is not a number becomes one while it
//! is on trial: a parameter that switches it on. The program that plays must have been built with the feature `spsa`.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::Failure;
use super::arena::{EngineSpec, Setting};
use super::factorial::{Experiment, Plan};
use super::interrupt::stop_on_ctrl_c;
use super::self_play::SelfPlay;
use super::spsa::{Wanted, ask, choose};
use oxide88::types::quote;

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 screen singular_depth=5 probcut_margin=150 --pairs 2000 --nodes 40000 --state run.json
  oxide88 screen aspiration_width=12+aspiration_growth=50 delta_margin=110 --pairs 500       one change of two settings

The program has to be built for it: cargo build --release --features spsa. The table goes to standard output, after Ctrl-C
as well; progress goes to standard error. A change that stands out deserves a match of its own.";

/// The options of `screen`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Changes: a parameter and its value, joined by + if a change sets several
    #[arg(value_name = "PARAM=VALUE", required = true)]
    changes: Vec<Change>,
    /// Program that plays itself, built with the feature spsa [default: the running one]
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    #[command(flatten)]
    plan: Plan,
}

/// Parameters that are set together, each to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change(Vec<(String, i64)>);

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let setting = |text: &str| match text.parse()? {
            Wanted { name, start: Some(value) } if !name.is_empty() => Ok((name, value)),
            _ => Err(format!("{} is not a name with a whole number, such as singular_depth=5", quote(text))),
        };
        text.split('+').map(setting).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&settings.join("+"))
    }
}

/// Plays the pairs and writes the table to `out`. Ctrl-C ends the run early with the table so far.
///
/// # Errors
/// The arguments, the engine or the state file are at fault, or the output is lost.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let Options { changes, plan, .. } = options;
    let stop = stop_on_ctrl_c("a table");
    let engine = plan.play.engine(options.engine.as_deref())?;
    check(changes, &engine, &stop)?;
    let player = |signs: &[i8]| {
        let present = changes.iter().zip(signs).filter(|&(_, &sign)| sign > 0);
        let settings = present.flat_map(|(change, _)| &change.0);
        let mut engine = engine.clone();
        engine.options.extend(settings.map(|(name, value)| Setting {
            name: name.clone(),
            value: value.to_string(),
            is_default: false,
        }));
        engine
    };
    let factors = changes.iter().map(ToString::to_string).collect();
    Experiment { factors, player: &player, plan }.run(&stop, out)
}

/// Checks that the engine has the parameters, with these values in their ranges, and that no parameter is set twice.
fn check(changes: &[Change], engine: &EngineSpec, stop: &AtomicBool) -> Result<(), String> {
    let wanted = |(name, value): &(String, i64)| Wanted { name: name.clone(), start: Some(*value) };
    let wanted: Vec<Wanted> = changes.iter().flat_map(|change| &change.0).map(wanted).collect();
    choose(ask(engine, &SelfPlay::rules().client_config, stop)?, &wanted).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_one_setting_or_several() {
        for text in ["razoring_base=180", "a=1+b=-2"] {
            assert_eq!(text.parse::<Change>().unwrap().to_string(), text);
        }
        for (text, culprit) in [("a", "'a'"), ("a=", "'a='"), ("=1", "'=1'"), ("a=1+b=x", "'b=x'"), ("a=1+", "''")] {
            assert!(text.parse::<Change>().unwrap_err().starts_with(culprit), "{text}");
        }
    }
}
