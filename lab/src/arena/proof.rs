//! The results of a match as the lines that a commit carries: ASCII text, at most 72 columns wide.
//!
//! ```text
//! Match: +10.9 +/- 9.9 Elo, 2000 games, 489-1085-426, pentanomial [40,
//! 230, 402, 283, 45], 40000 nodes a move, 8moves_v3.pgn
//! ```

use std::fmt;

use super::limit::Limit;
use super::openings::Source;
use super::runner::{Match, Outcome};
use super::schedule::Pairing;
use super::standings::Forfeits;
use crate::sprt::{Sprt, SprtModel};
use crate::stats::Tally;

/// Maximum width of a line in columns.
const WIDTH: usize = 72;

/// The result of a pairing, written as the lines of a commit.
pub struct Proof<'a> {
    /// Names of the engines, if the match has more than two.
    names: Option<[&'a str; 2]>,
    tally: Tally,
    limit: Limit,
    /// The sequential test and its log-likelihood ratio.
    sprt: Option<(Sprt, f64)>,
    source: &'a Source,
    forfeits: Forfeits,
}

impl<'a> Proof<'a> {
    /// Returns the proof of each pairing.
    pub fn of_all(this_match: &'a Match, outcome: &'a Outcome) -> impl Iterator<Item = Self> {
        let standings = &outcome.standings;
        standings.pairings().iter().enumerate().map(move |(index, pairing): (usize, &Pairing)| Self {
            names: (this_match.engines.len() > 2)
                .then(|| pairing.engines().map(|engine| &*this_match.engines[engine].name)),
            tally: standings.tally(index),
            limit: pairing.limit,
            sprt: this_match.sprt.filter(|_| index == 0).map(|sprt| (sprt, sprt.llr(standings.pairs(0)))),
            source: &this_match.source,
            forfeits: standings.forfeits(index),
        })
    }

    fn text(&self) -> String {
        let Tally { pairs, wins, draws, losses } = self.tally;
        let elo = self.tally.elo().map_or_else(|| "n/a".to_owned(), |elo| elo.to_string().replace('±', "+/-"));
        let mut parts = vec![
            format!("{elo} Elo"),
            format!("{} games", self.tally.games()),
            format!("{wins}-{draws}-{losses}"),
            format!("pentanomial {pairs:?}"),
        ];
        if let Some([first, second]) = self.names {
            parts.insert(0, format!("{first} against {second}"));
        }
        if let Some((sprt, llr)) = self.sprt {
            let model = if sprt.model() == SprtModel::Logistic { " logistic" } else { "" };
            parts.push(format!("LLR {llr:.2} [{}, {}]{model}", sprt.elo0(), sprt.elo1()));
        }
        parts.extend([limit_in_words(self.limit), self.source.in_short()]);
        let Forfeits { time_losses, failures } = self.forfeits;
        let counts = [(time_losses, "time loss", "time losses"), (failures, "failure", "failures")];
        parts.extend(counts.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, more)| match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {more}"),
        }));
        let ascii = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
        format!("Match: {}", parts.join(", ")).chars().map(ascii).collect()
    }
}

impl fmt::Display for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        wrapped(&self.text()).into_iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn limit_in_words(limit: Limit) -> String {
    match limit {
        Limit::Clock(control) => control.to_string(),
        Limit::MoveTime(time) => format!("{} ms a move", time.as_millis()),
        Limit::Nodes(nodes) => format!("{nodes} nodes a move"),
        Limit::Depth(depth) => format!("depth {depth}"),
    }
}

/// Breaks a text between words into lines. A longer word stands alone.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= WIDTH => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::openings::Order;
    use super::*;

    const TALLY: Tally = Tally { pairs: [40, 230, 402, 283, 45], wins: 489, draws: 1085, losses: 426 };

    fn source(file: Option<&str>, order: Order) -> Source {
        Source { file: file.map(Into::into), order, seed: 33, chess960: false }
    }

    fn proof(source: &Source) -> Proof<'_> {
        let limit = Limit::Nodes(40_000);
        Proof { names: None, tally: TALLY, limit, sprt: None, source, forfeits: Forfeits::default() }
    }

    #[test]
    fn a_proof_is_written_in_short_lines() {
        let source = source(Some("books/8moves_v3.pgn"), Order::Random);
        let sprt = Some(("gain".parse().unwrap(), 2.949));
        let text = Proof { sprt, ..proof(&source) }.to_string();
        assert_eq!(
            text,
            "Match: +10.9 +/- 9.9 Elo, 2000 games, 489-1085-426, pentanomial [40,\n\
             230, 402, 283, 45], LLR 2.95 [0, 5], 40000 nodes a move, 8moves_v3.pgn,\n\
             seed 33\n"
        );
        assert!(text.lines().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn the_seed_is_written_only_if_it_matters() {
        for (file, order, end) in [
            (Some("a/b.epd"), Order::Sequential, ", 40000 nodes a move, b.epd"),
            (Some("b.epd"), Order::Random, ", b.epd, seed 33"),
            (None, Order::Sequential, ", random openings, seed 33"),
        ] {
            assert!(proof(&source(file, order)).text().ends_with(end), "{end}");
        }
    }

    #[test]
    fn failures_end_the_lines_and_engines_are_named_if_there_are_more_than_two() {
        let source = source(None, Order::Sequential);
        let forfeits = Forfeits { time_losses: 1, failures: 12 };
        let text = Proof { forfeits, names: Some(["a", "b\u{e9}\n"]), ..proof(&source) }.text();
        assert!(text.starts_with("Match: a against b??, +10.9 +/- 9.9 Elo, "), "{text}");
        assert!(text.ends_with(", seed 33, 1 time loss, 12 failures"), "{text}");
    }

    #[test]
    fn limits_and_tests_of_every_kind_are_written() {
        let source = source(None, Order::Sequential);
        let clock = Limit::Clock("8+0.08".parse().unwrap());
        for (limit, words) in [
            (clock, ", 8+0.08, "),
            (Limit::MoveTime(std::time::Duration::from_millis(250)), ", 250 ms a move, "),
            (Limit::Depth(9), ", depth 9, "),
        ] {
            assert!(Proof { limit, ..proof(&source) }.text().contains(words));
        }
        let sprt = Some(("elo0=-1.5 model=logistic".parse().unwrap(), -3.0));
        let text = Proof { sprt, tally: Tally::default(), ..proof(&source) }.text();
        assert!(
            text.starts_with("Match: n/a Elo, 0 games, 0-0-0, ") && text.contains(", LLR -3.00 [-1.5, 5] logistic, ")
        );
    }
}
