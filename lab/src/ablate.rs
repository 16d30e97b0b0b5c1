//! The value of each term of the evaluation in play, by a factorial experiment (`factorial`) whose factors are the
//! terms; a term that is not at stake is one that both players have. The measured value of a term is its value while
//! others are missing, with weights that were tuned together with it.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Failure;
use super::factorial::{Experiment, Plan};
use super::interrupt::stop_on_ctrl_c;
use crate::own_engine::own_engine;
use oxide88::eval::tuning::WEIGHT_NAMES;
use oxide88::types::quote;

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 ablate --pairs 2000 --concurrency 2 --openings book.epd --order random     all terms
  oxide88 ablate space shelter+storm+blocked_storm --pairs 500                       two terms, one of three weights

The program has to be built for it: cargo build --release --workspace --features ablation. The table goes to standard
output, after Ctrl-C as well; progress goes to standard error.";

/// Environment variable that tells the engine which weights to leave out.
const VARIABLE: &str = "OXIDE88_WITHOUT";

const REMEDY: &str = "build both with 'cargo build --release --workspace --features ablation'";

/// Weights that all other terms correct or scale; without them it would be a different game.
const FOUNDATIONS: [&str; 10] = [
    "material",
    "pawn_square",
    "king_square",
    "knight_mobility",
    "bishop_mobility",
    "rook_mobility",
    "queen_mobility",
    "passed_rank",
    "danger_base",
    "scale_pawns",
];

/// The options of `ablate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Terms by the names of their weights, joined by + if a term has several [default: all weights but the
    /// foundations]
    #[arg(value_name = "TERM", value_parser = term)]
    terms: Vec<Term>,
    #[command(flatten)]
    plan: Plan,
}

/// Weights that are left out together.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Term(Vec<String>);

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("+"))
    }
}

fn term(text: &str) -> Result<Term, String> {
    let names: Vec<String> = text.split('+').map(str::to_owned).collect();
    match names.iter().find(|name| !WEIGHT_NAMES.contains(&name.as_str())) {
        Some(stranger) => {
            Err(format!("no weights are called {}; src/eval/weights.rs has their names", quote(stranger)))
        }
        None => Ok(Term(names)),
    }
}

/// Returns every weight but the foundations as a term of its own.
fn all_terms() -> Vec<Term> {
    let names = WEIGHT_NAMES.iter().filter(|name| !FOUNDATIONS.contains(name));
    names.map(|&name| Term(vec![name.to_owned()])).collect()
}

/// Checks that no weight is in two terms, whose values could not be told apart.
fn check_disjoint(terms: &[Term]) -> Result<(), String> {
    let mut names = BTreeSet::new();
    match terms.iter().flat_map(|term| &term.0).find(|name| !names.insert(name.as_str())) {
        Some(name) => Err(format!("{} is in more than one term", quote(name))),
        None => Ok(()),
    }
}

/// Checks that the engine leaves weights out: one that does refuses a name that no weights have. Without the feature it
/// would play with all of them, and every term would seem worth nothing.
fn check_engine(program: &Path) -> Result<(), String> {
    let answer = Command::new(program).arg("eval").env(VARIABLE, "?").stdin(Stdio::null()).output();
    let answer = answer.map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if answer.status.success() {
        return Err(format!("{} cannot leave weights out: {REMEDY}", program.display()));
    }
    Ok(())
}

/// Plays the pairs and writes the table to `out`. Ctrl-C ends the run early with the table so far.
///
/// # Errors
/// The arguments, the engine or the state file are at fault, or the output is lost.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    if !cfg!(feature = "ablation") {
        return Err(format!("this program cannot leave weights out: {REMEDY}").into());
    }
    let terms = if options.terms.is_empty() { all_terms() } else { options.terms.clone() };
    check_disjoint(&terms)?;
    let program = own_engine()?;
    check_engine(&program)?;
    let stop = stop_on_ctrl_c("a table");
    let program = program.display().to_string();
    // The weights are fixed before the first UCI command, so they are chosen by an environment variable.
    let player = |signs: &[i8]| {
        let missing = terms.iter().zip(signs).filter(|&(_, &sign)| sign < 0);
        let names: Vec<&str> = missing.flat_map(|(term, _)| term.0.iter().map(String::as_str)).collect();
        options.plan.play.player("env".into(), vec![format!("{VARIABLE}={}", names.join(",")), program.clone()])
    };
    let factors = terms.iter().map(ToString::to_string).collect();
    Experiment { factors, player: &player, plan: &options.plan }.run(&stop, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_but_the_foundations_is_a_term() {
        let terms = all_terms();
        assert_eq!(terms.len() + FOUNDATIONS.len(), WEIGHT_NAMES.len());
        assert!(terms.contains(&Term(vec!["space".to_owned()])));
        assert_eq!(term("shelter+storm").unwrap().0, ["shelter", "storm"]);
        assert!(term("shelter+wall").unwrap_err().contains("'wall'"));
        assert_eq!(check_disjoint(&terms), Ok(()));
        let overlapping = ["space", "space+storm"].map(|text| term(text).unwrap());
        assert!(check_disjoint(&overlapping).unwrap_err().contains("'space'"));
    }
}
