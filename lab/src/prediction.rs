//! How well the scores of players predict the results of their games: the correlation of a player's mean score in the
//! opening and middlegame with the result. Of two players in the same games, the one whose scores predict better judges
//! the positions better, though it is also the one who plays them on: correlation is not the whole of an evaluation.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use oxide88::files;
use oxide88::types::Color;
use rand_mt::Mt64;

use super::Failure;
use super::plies::plies;
use crate::arena::{EngineScore, score_in};
use crate::least_squares::regress;
use crate::pgn::{Entry, Game, Reader, Token};
use crate::progress::complain;
use crate::stats::{Estimate, Z95};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 prediction match.pgn                       of games that 'oxide88 match --pgn match.pgn' played
  oxide88 prediction *.pgn --plies 20-60

The scores are those in the comments behind the moves, such as {+0.31/14 0.52s}.";

/// Scores count no more than this many pawns: how large a decisive one is says nothing.
const MOST: f64 = 10.0;

/// Games of fewer plies are short: they were decided in the middlegame.
const SHORT: usize = 80;

/// Samples drawn to estimate the error of a difference.
const SAMPLES: usize = 1000;

/// Standard deviation expected beforehand of a score's factor, so wide that it does not count.
const WIDE_PRIOR: f64 = 100.0;

/// The options of `prediction`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Games in PGN, with scores as comments
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Plies whose scores are looked at, first and last
    #[arg(long, value_name = "A-B", default_value = "10-40", value_parser = plies)]
    plies: RangeInclusive<u32>,
}

/// What a game says of one of its players.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Showing {
    /// Mean score of the player in pawns, from its point of view.
    score: f64,
    /// Result for the player: -1, 0 or 1.
    result: f64,
    /// The game is short.
    is_short: bool,
}

/// The players, and what each game says of them.
#[derive(Default)]
struct Showings {
    of_player: BTreeMap<String, Vec<Showing>>,
    /// Of games in which both players have scores, those of the player whose name comes first, with the other's scores
    /// from the first one's point of view.
    pairs: Vec<(Showing, f64)>,
    games: usize,
    left_out: usize,
}

/// Reads the games and writes the tables to `out`.
///
/// # Errors
/// A file cannot be read, no game has a result and scores, or `out` cannot be written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let mut showings = Showings::default();
    for path in &options.games {
        let cannot_read = |error| format!("cannot read {}: {error}", path.display());
        let source = files::open(path).map_err(cannot_read)?;
        for game in Reader::new(BufReader::new(source)) {
            let game = game.map_err(cannot_read)?;
            if let Some(fault) = &game.fault {
                complain(&format!("{}, game {}: {}", path.display(), game.number, fault.reason));
            }
            showings.add(&game, &options.plies);
        }
    }
    if showings.of_player.is_empty() {
        return Err("no game has a result and scores in its comments".to_owned().into());
    }
    Ok(showings.print(&options.plies, out)?)
}

impl Showings {
    fn add(&mut self, game: &Game, plies: &RangeInclusive<u32>) {
        let white_result = match game.result {
            "1-0" => 1.0,
            "0-1" => -1.0,
            "1/2-1/2" => 0.0,
            _ => {
                self.left_out += 1;
                return;
            }
        };
        let is_short = game.moves().count() < SHORT;
        let scores = mean_scores(game, plies);
        let showing = |color: Color| {
            let result = white_result * f64::from(color.sign());
            scores[color].map(|score| Showing { score, result, is_short })
        };
        let names = [("White", Color::White), ("Black", Color::Black)]
            .map(|(tag, color)| (game.tag(tag).unwrap_or("?").to_owned(), color));
        if scores == [None, None] {
            self.left_out += 1;
            return;
        }
        self.games += 1;
        let first = if names[0].0 <= names[1].0 { Color::White } else { Color::Black };
        if let [Some(own), Some(other)] = [first, !first].map(showing) {
            self.pairs.push((own, -other.score));
        }
        for (name, color) in names {
            self.of_player.entry(name).or_default().extend(showing(color));
        }
    }

    fn print(&self, plies: &RangeInclusive<u32>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Games      : {}, {} left out without result or scores", self.games, self.left_out)?;
        writeln!(out, "Scores     : means over the own moves of plies {} to {}\n", plies.start(), plies.end())?;
        writeln!(out, "{:<20} {:>6} {:>7}   correlation with the result", "Player", "games", "mean")?;
        for (name, showings) in &self.of_player {
            let mean = showings.iter().map(|one| one.score).sum::<f64>() / showings.len() as f64;
            let points: Vec<_> = showings.iter().map(|one| (one.score, one.result)).collect();
            let shown = correlation(&points).map_or_else(|| "unknown".to_owned(), |r| interval(r, points.len()));
            writeln!(out, "{name:<20} {:>6} {mean:>+7.2}   {shown}", showings.len())?;
        }
        if let ([first, second], true) = (&self.of_player.keys().collect::<Vec<_>>()[..], self.pairs.len() > 2) {
            self.print_pairs([first.as_str(), second.as_str()], out)?;
        }
        Ok(())
    }

    /// Prints the two players beside each other, and the results of short and long games.
    fn print_pairs(&self, [first, second]: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
        if let Some(difference) = difference(&self.pairs) {
            writeln!(out, "\n{first} less {second}: {}", hundredths(difference))?;
        }
        let rows: Vec<_> =
            self.pairs.iter().map(|(own, other)| (vec![(0, own.score), (1, *other), (2, 1.0)], own.result)).collect();
        let (factors, _) = regress(&rows, 3, WIDE_PRIOR);
        writeln!(
            out,
            "Result of {first} by a pawn of its score: {}, by a pawn of {second}'s: {}",
            hundredths(factors[0]),
            hundredths(factors[1])
        )?;
        for (is_short, name) in [(true, "fewer than"), (false, "at least")] {
            let results = self.pairs.iter().filter(|(own, _)| own.is_short == is_short).map(|(own, _)| own.result);
            let [mut won, mut drawn, mut lost] = [0; 3];
            for result in results {
                let count = if result > 0.0 {
                    &mut won
                } else if result < 0.0 {
                    &mut lost
                } else {
                    &mut drawn
                };
                *count += 1;
            }
            writeln!(out, "Games of {name} {SHORT} plies: {won}-{drawn}-{lost} for {first}")?;
        }
        Ok(())
    }
}

/// Returns the mean of the scores of each side within the plies; `None` if it has none there.
fn mean_scores(game: &Game, plies: &RangeInclusive<u32>) -> [Option<f64>; 2] {
    let mut ply = game.start.game_ply();
    let mut mover = !game.start.side_to_move();
    let mut scores: [Vec<f64>; 2] = Default::default(); // [color]
    for entry in &game.entries {
        match entry {
            Entry::Move(..) => (ply, mover) = (ply + 1, !mover),
            Entry::Text(Token::Comment(text)) if plies.contains(&ply) => {
                let pawns = |score: EngineScore| (f64::from(score.centipawns()) / 100.0).clamp(-MOST, MOST);
                scores[mover].extend(score_in(text).map(pawns));
            }
            _ => {}
        }
    }
    scores.map(|scores| {
        let sum: f64 = scores.iter().sum();
        (!scores.is_empty()).then(|| sum / scores.len() as f64)
    })
}

/// The correlation of pairs of numbers; `None` if one of the two does not vary.
fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    let count = points.len() as f64;
    let (x_mean, y_mean) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let [mut xx, mut xy, mut yy] = [0.0; 3];
    for &(x, y) in points {
        let (x, y) = (x - x_mean, y - y_mean);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt())
}

/// A correlation with its 95 % confidence interval, by Fisher's transformation.
fn interval(r: f64, count: usize) -> String {
    let margin = Z95 / (count.max(4) as f64 - 3.0).sqrt();
    let [low, high] = [-margin, margin].map(|margin| (r.clamp(-0.999, 0.999).atanh() + margin).tanh());
    format!("{r:.2} ({low:.2} to {high:.2})")
}

/// The difference of the correlations of the two players' scores with the result. The games of both are the same, so
/// its error comes from samples of the games, drawn with replacement (bootstrap, Efron).
fn difference(pairs: &[(Showing, f64)]) -> Option<Estimate> {
    let of = |pairs: &mut dyn Iterator<Item = (Showing, f64)>| {
        let (own, others): (Vec<_>, Vec<_>) =
            pairs.map(|(own, other)| ((own.score, own.result), (other, own.result))).unzip();
        Some(correlation(&own)? - correlation(&others)?)
    };
    let value = of(&mut pairs.iter().copied())?;
    let mut random = Mt64::new(1);
    let drawn: Vec<f64> = (0..SAMPLES)
        .filter_map(|_| {
            let mut draw = || pairs[(random.next_u64() % pairs.len() as u64) as usize];
            of(&mut (0..pairs.len()).map(|_| draw()))
        })
        .collect();
    let count = drawn.len() as f64;
    let mean = drawn.iter().sum::<f64>() / count;
    let variance = drawn.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    Some(Estimate { value, error: Some(Z95 * variance.sqrt()) })
}

fn hundredths(Estimate { value, error }: Estimate) -> String {
    error.map_or_else(|| format!("{value:+.2}"), |error| format!("{value:+.2} ± {error:.2}"))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn games(text: &str) -> Vec<Game> {
        Reader::new(text.as_bytes()).map(|game| game.expect("a game")).collect()
    }

    #[test]
    fn each_side_has_the_mean_of_its_own_moves_in_the_range() {
        let text = "1. e4 {+0.10/5 0s} e5 {-0.20/5 0s} 2. Nf3 {+0.30/5 0s} Nc6 {-0.60/5 0s} 3. Bb5 {+9.00/5 0s} *\n";
        let game = &games(text)[0];
        assert_eq!(mean_scores(game, &(1..=4)), [Some(0.2), Some(-0.4)]);
        assert_eq!(mean_scores(game, &(3..=3)), [Some(0.3), None]);
        assert_eq!(mean_scores(game, &(6..=9)), [None, None]);
    }

    #[test]
    fn the_better_judge_has_the_higher_correlation() {
        // One player's scores follow the results, the other's do not.
        let mut text = String::new();
        for number in 0..60 {
            let (result, sure) = [("1-0", 1.0), ("0-1", -1.0), ("1/2-1/2", 0.0)][number % 3];
            let noise = [0.4, -0.4][number / 6 % 2];
            let (white, black, scores) =
                if number / 3 % 2 == 0 { ("good", "poor", [sure, noise]) } else { ("poor", "good", [noise, -sure]) };
            let [first, second] = scores.map(|score| format!("{score:+.2}/9 0s"));
            let _ = write!(
                text,
                "[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 {{{first}}} e5 {{{second}}} {result}\n\n"
            );
        }
        let mut showings = Showings::default();
        for game in games(&text) {
            showings.add(&game, &(1..=40));
        }
        let mut out = Vec::new();
        showings.print(&(1..=40), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("\ngood                     60   +0.00   1.00 (1.00 to 1.00)\n"), "{text}");
        let found = difference(&showings.pairs).unwrap();
        assert!((found.value - 1.0).abs() < 0.2 && found.error.unwrap() < 0.4, "{text}");
        assert!(text.contains("Result of good by a pawn of its score: +1.00 ± 0.00"), "{text}");
        assert!(text.contains("Games of fewer than 80 plies: 20-20-20 for good\n"), "{text}");
        assert!(text.contains("Games of at least 80 plies: 0-0-0 for good\n"), "{text}");
    }

    #[test]
    fn the_interval_narrows_with_the_games() {
        assert_eq!(interval(0.25, 480), "0.25 (0.16 to 0.33)");
        assert_eq!(interval(0.25, 28), "0.25 (-0.14 to 0.57)");
    }

    #[test]
    fn games_without_result_or_scores_are_left_out() {
        let mut showings = Showings::default();
        let text = "1. e4 {+0.10/5 0s} *\n\n1. e4 e5 1-0\n\n1. d4 {+0.10/5 0s} 1-0\n";
        for game in games(text) {
            showings.add(&game, &(1..=9));
        }
        assert_eq!((showings.games, showings.left_out, showings.pairs.len()), (1, 2, 0));
    }
}
