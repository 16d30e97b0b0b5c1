//! The value of each term of the evaluation in play. Removing one at a time takes as many matches as there are terms.
//! Here every pair of games measures all of them at once, as in SPSA tuning: for each term a random choice decides
//! whether the first player goes without it, the second, or neither. A single result says next to nothing about one
//! term, but over many pairs the random choices of the others cancel out, and a fit of all results finds the value of
//! each (a factorial experiment, after R. A. Fisher).
//!
//! The measured value of a term is its value while others are missing, with weights that were tuned together with it.

mod fit;

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::value_parser;
use rand_mt::Mt64;

use super::Failure;
use super::arena::{Book, EngineSpec, Limit, Rules};
use super::interrupt::stop_on_ctrl_c;
use super::progress::Progress;
use super::self_play::{FailureCounter, PairError, SelfPlay, play_pair};
use super::stats::{Estimate, Z95, normal_cdf};
use crate::own_engine::own_engine;
use oxide88::eval::tuning::WEIGHT_NAMES;
use oxide88::types::quote;

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 ablate --pairs 2000 --concurrency 2 --openings book.epd --order random     all terms
  oxide88 ablate space shelter+storm+blocked_storm --pairs 500                       two terms, one of three weights

The program has to be built for it: cargo build --release --features ablation. The table goes to standard output, after
Ctrl-C as well; progress goes to standard error.";

/// Environment variable that tells the engine which weights to leave out.
const VARIABLE: &str = "OXIDE88_WITHOUT";

/// Weights that all other terms correct or scale; without them it would be a different game.
const FOUNDATIONS: [&str; 14] = [
    "material",
    "pawn_square",
    "knight_square",
    "bishop_square",
    "rook_square",
    "queen_square",
    "king_square",
    "knight_mobility",
    "bishop_mobility",
    "rook_mobility",
    "queen_mobility",
    "passed_rank",
    "danger_base",
    "scale_pawns",
];

/// Pairs between two lines of progress if there is no bar.
const REPORT_EVERY: u64 = 50;

/// The options of `ablate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Terms by the names of their weights, joined by + if a term has several [default: all weights but the
    /// foundations]
    #[arg(value_name = "TERM", value_parser = term)]
    terms: Vec<Term>,
    /// Total number of pairs of games
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..10_000_000))]
    pairs: u32,
    #[command(flatten)]
    play: SelfPlay,
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

/// Draws the comparison of a pair of games: for each term 1 if the second player goes without it, -1 if the first
/// does, else 0. All randomness follows from the seed and the number of the pair.
fn signs(seed: u64, pair: u32, terms: usize) -> Vec<i8> {
    let mut random = Mt64::new_with_key([seed, u64::from(pair)]);
    (0..terms).map(|_| (random.next_u64() % 3) as i8 - 1).collect()
}

/// Plays the pairs and writes the table to `out`. Ctrl-C ends the run early with the table so far.
///
/// # Errors
/// The arguments or the engine are at fault, or the output is lost.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    if !cfg!(feature = "ablation") {
        let remedy = "build it with 'cargo build --release --workspace --features ablation'";
        return Err(format!("this program cannot leave weights out: {remedy}").into());
    }
    let stop = stop_on_ctrl_c("a table");
    let terms = if options.terms.is_empty() { all_terms() } else { options.terms.clone() };
    let program = own_engine()?;
    let experiment = Experiment {
        terms,
        program: program.display().to_string(),
        limit: options.play.limit(),
        rules: SelfPlay::rules(),
        book: Mutex::new(options.play.book()?),
        play: &options.play,
        pairs: options.pairs,
        next: AtomicU32::new(1),
    };
    let results = experiment.run(options.play.concurrency(options.pairs), &stop)?;
    write!(out, "{}", Report::new(&experiment.terms, &results, options.play.seed))?;
    Ok(())
}

/// Number of a pair and its result, -2 to 2 for the first player.
type Outcome = (u32, i32);

/// A run to be played.
struct Experiment<'a> {
    terms: Vec<Term>,
    program: String,
    limit: Limit,
    rules: Rules,
    book: Mutex<Book>,
    play: &'a SelfPlay,
    pairs: u32,
    /// Number of the next pair to hand out.
    next: AtomicU32,
}

impl Experiment<'_> {
    /// Plays pairs until all are done or `stop` is set; those still in play are then abandoned.
    fn run(&self, concurrency: usize, stop: &AtomicBool) -> Result<Vec<Outcome>, String> {
        let progress = Progress::with_lines_each(REPORT_EVERY, "pairs", self.pairs.into(), 0);
        let desk = Mutex::new(Desk { outcomes: Vec::new(), failures: FailureCounter::default(), progress });
        let fault = thread::scope(|scope| {
            let workers: Vec<_> = (0..concurrency).map(|_| scope.spawn(|| self.work(&desk, stop))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).find_map(Result::err)
        });
        let mut outcomes = desk.into_inner().unwrap_or_else(PoisonError::into_inner).outcomes;
        outcomes.sort_unstable();
        fault.map_or(Ok(outcomes), Err)
    }

    /// Plays pairs until none are left.
    fn work(&self, desk: &Mutex<Desk>, stop: &AtomicBool) -> Result<(), String> {
        while !stop.load(Ordering::Relaxed) {
            let pair = self.next.fetch_add(1, Ordering::Relaxed);
            if pair > self.pairs {
                break;
            }
            let opening = self.book.lock().unwrap_or_else(PoisonError::into_inner).get(pair as usize - 1);
            let signs = signs(self.play.seed, pair, self.terms.len());
            let [first, second] = [-1, 1].map(|sign| self.player(&signs, sign));
            let result = match play_pair([&first, &second], opening, self.limit, &self.rules, stop) {
                Ok(result) => Ok(result),
                Err(PairError::Failed(reason)) => Err(reason),
                Err(PairError::Interrupted) => break,
            };
            let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            desk.hand_in(pair, result).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    }

    /// Returns the program without the terms that have `sign`. The weights are fixed before the first UCI command, so
    /// they are chosen by an environment variable.
    fn player(&self, signs: &[i8], sign: i8) -> EngineSpec {
        let terms = self.terms.iter().zip(signs).filter(|&(_, &other)| other == sign);
        let names: Vec<&str> = terms.flat_map(|(term, _)| term.0.iter().map(String::as_str)).collect();
        let args = vec![format!("{VARIABLE}={}", names.join(",")), self.program.clone()];
        self.play.player("env".into(), args)
    }
}

/// The shared desk that takes in results.
struct Desk {
    outcomes: Vec<Outcome>,
    failures: FailureCounter,
    progress: Progress,
}

impl Desk {
    fn hand_in(&mut self, pair: u32, result: Result<i32, String>) -> Result<(), String> {
        match result {
            Ok(result) => {
                self.failures.reset();
                self.outcomes.push((pair, result));
            }
            Err(reason) => self.failures.add(pair, &reason)?,
        }
        let hours = self.progress.elapsed().as_secs_f64() / 3600.0;
        self.progress.advance(&format!("{:.0} games/h", 2.0 * self.outcomes.len() as f64 / hours));
        Ok(())
    }
}

/// The table of a run, best term first.
struct Report<'a> {
    pairs: usize,
    rows: Vec<(&'a Term, Estimate)>,
}

impl<'a> Report<'a> {
    fn new(terms: &'a [Term], results: &[Outcome], seed: u64) -> Self {
        let observed = |&(pair, result): &Outcome| (signs(seed, pair, terms.len()), (f64::from(result) + 2.0) / 4.0);
        let estimates = fit::fit(&results.iter().map(observed).collect::<Vec<_>>(), terms.len());
        let mut rows: Vec<_> = terms.iter().zip(estimates).collect();
        rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        Self { pairs: results.len(), rows }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.rows.iter().map(|(term, _)| term.to_string().len());
        let width = names.max().unwrap_or(0).max("Term".len());
        writeln!(f, "Games: {}\n", 2 * self.pairs)?;
        writeln!(f, "{:width$}  {:>14}  {:>7}", "Term", "Elo", "LOS")?;
        for (term, estimate) in &self.rows {
            let sigmas = estimate.error.map_or(0.0, |error| estimate.value / error * Z95);
            let (name, elo, los) = (term.to_string(), estimate.to_string(), 100.0 * normal_cdf(sigmas));
            writeln!(f, "{name:width$}  {elo:>14}  {los:>5.1} %")?;
        }
        Ok(())
    }
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
    }

    #[test]
    fn a_random_choice_decides_who_goes_without_a_term() {
        assert_eq!(signs(1, 2, 30), signs(1, 2, 30));
        assert!(signs(1, 2, 30) != signs(1, 3, 30) && signs(1, 2, 30) != signs(2, 2, 30));
        let all: Vec<i8> = (0..1000).flat_map(|pair| signs(7, pair, 30)).collect();
        for sign in -1..=1 {
            let count = all.iter().filter(|&&other| other == sign).count();
            assert!((9_500..10_500).contains(&count), "{sign}: {count}");
        }
    }

    #[test]
    fn the_table_has_the_best_term_first() {
        let terms = all_terms()[..2].to_vec();
        // The first term decides every pair in which it is at stake, the second none.
        let results: Vec<Outcome> = (1..=200).map(|pair| (pair, i32::from(signs(1, pair, 2)[0]))).collect();
        let text = Report::new(&terms, &results, 1).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Games: 400");
        assert!(lines[3].starts_with(&terms[0].to_string()) && lines[3].ends_with("100.0 %"), "{text}");
        assert!(lines[4].starts_with(&terms[1].to_string()), "{text}");
    }
}
