//! How well the scores of players predict the results of their games: the correlation of a player's mean score in the
//! opening and middlegame with the result. Of two players in the same games, the one whose scores predict better judges
//! the positions better, though it is also the one who plays them on: correlation is not the whole of an evaluation.

mod asked;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use oxide88::types::{Color, Value};
use rand_mt::Mt64;

use super::Failure;
use super::plies::plies;
use crate::least_squares::regress;
use crate::scored_game::{self, ScoredGame};
use crate::stats::{Estimate, Tally, Z95};
use crate::suite::External;
use asked::{Asked, Questions};

/// Usage examples for the help text.
pub const EXAMPLES: &str = "\
Examples:
  oxide88 prediction match.pgn                       of games that 'oxide88 match --pgn match.pgn' played
  oxide88 prediction *.pgn --plies 20-60
  oxide88 prediction match.pgn --engine oxide88 --engine old/oxide88 --nodes 20000
                                                     and how well do others predict their results?

The scores are those in the comments behind the moves, such as {+0.31/14 0.52s}, of the player's own moves; an engine
that is asked scores the positions before the moves of both.";

/// Scores count no more than this many pawns: how large a decisive one is says nothing.
const MOST: f64 = 10.0;

/// Games of fewer plies are short: most of them are decided in the middlegame.
const SHORT: usize = 80;

/// Fewer games have no correlation: its error is unknown.
const LEAST_GAMES: usize = 4;
/// Fewer games do not say what a pawn is worth: three factors would fit them by chance.
const LEAST_PAIRS: usize = 10;

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
    #[command(flatten)]
    questions: Questions,
}

/// What a game says of one of its players.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Showing {
    /// Mean score of the player in pawns, from its point of view.
    score: f64,
    /// Points of the player, doubled: 0, 1 or 2.
    points_x2: u8,
    /// The game is short.
    is_short: bool,
}

impl Showing {
    /// A point of the correlation, for this score.
    fn point(self, score: f64) -> (f64, f64) {
        (score, f64::from(self.points_x2) / 2.0)
    }
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
/// A file cannot be read, no game has a result and scores, an engine does not start or answer, or `out` cannot be
/// written to.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let engines = options.questions.find()?;
    let mut showings = Showings::default();
    let mut asked = Vec::new();
    for path in &options.games {
        for game in scored_game::read(path)? {
            let game = game?;
            if showings.add(game.as_ref(), &options.plies) && !engines.is_empty() {
                asked.extend(game.and_then(|game| to_ask(&game, &options.plies)));
            }
        }
    }
    if showings.games == 0 {
        return Err("no game has a result and scores in its comments".to_owned().into());
    }
    showings.print(&options.plies, out)?;
    print_asked(engines, &options.questions, &asked, out)
}

/// The positions of a game that other engines are asked about.
fn to_ask(game: &ScoredGame, plies: &RangeInclusive<u32>) -> Option<Asked> {
    let outcome = Showing { score: 0.0, points_x2: game.result as u8, is_short: game.moves.len() < SHORT };
    Asked::new(game, |ply| plies.contains(&ply), outcome)
}

/// Asks the engines and prints how well they predict, each beside the first.
fn print_asked(
    engines: Vec<Vec<External>>,
    questions: &Questions,
    games: &[Asked],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut first: Vec<Showing> = Vec::new();
    for (name, copies) in questions.names.iter().zip(engines) {
        let showings = asked::ask(name, copies, questions, games)?;
        if first.is_empty() {
            writeln!(out, "\n{:<20} {:>6} {:>7}   correlation with the result, for White", "Asked", "games", "mean")?;
            print_row(name, &showings, out)?;
            first = showings;
            continue;
        }
        print_row(name, &showings, out)?;
        let pairs: Vec<_> = first.iter().zip(&showings).map(|(&own, other)| (own, other.score)).collect();
        if let Some(difference) = difference(&pairs) {
            writeln!(out, "{} less {name}: {}", questions.names[0], hundredths(difference))?;
        }
    }
    Ok(())
}

/// Prints what the games say of a player.
fn print_row(name: &str, showings: &[Showing], out: &mut dyn Write) -> io::Result<()> {
    let mean = showings.iter().map(|one| one.score).sum::<f64>() / showings.len() as f64;
    let points: Vec<_> = showings.iter().map(|one| one.point(one.score)).collect();
    let shown = correlation(&points).map_or_else(|| "unknown".to_owned(), |r| interval(r, points.len()));
    writeln!(out, "{name:<20} {:>6} {mean:>+7.2}   {shown}", showings.len())
}

impl Showings {
    /// Adds a game; returns whether it counts.
    fn add(&mut self, game: Option<&ScoredGame>, plies: &RangeInclusive<u32>) -> bool {
        let Some((game, scores)) =
            game.map(|game| (game, mean_scores(game, plies))).filter(|(_, scores)| *scores != [None; 2])
        else {
            self.left_out += 1;
            return false;
        };
        self.games += 1;
        let is_short = game.moves.len() < SHORT;
        let white_points_x2 = game.result as u8;
        let points_x2 = [white_points_x2, 2 - white_points_x2]; // [color]
        let showing =
            |color: Color| scores[color].map(|score| Showing { score, points_x2: points_x2[color], is_short });
        let first = if game.names[0] <= game.names[1] { Color::White } else { Color::Black };
        if let [Some(own), Some(other)] = [first, !first].map(showing) {
            self.pairs.push((own, -other.score));
        }
        for color in Color::ALL {
            if let Some(showing) = showing(color) {
                self.of_player.entry(game.names[color].clone()).or_default().push(showing);
            }
        }
        true
    }

    fn print(&self, plies: &RangeInclusive<u32>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Games      : {}, {} left out: forfeits, or no result or scores", self.games, self.left_out)?;
        writeln!(out, "Scores     : means over the own moves of plies {} to {}\n", plies.start(), plies.end())?;
        writeln!(out, "{:<20} {:>6} {:>7}   correlation with the result", "Player", "games", "mean")?;
        for (name, showings) in &self.of_player {
            print_row(name, showings, out)?;
        }
        match self.of_player.keys().collect::<Vec<_>>()[..] {
            [first, second] if !self.pairs.is_empty() => self.print_pairs(first, second, out),
            _ => Ok(()),
        }
    }

    /// Prints the two players beside each other, and the results of short and long games.
    fn print_pairs(&self, first: &str, second: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        if let Some(difference) = difference(&self.pairs) {
            writeln!(out, "{first} less {second}: {}", hundredths(difference))?;
        }
        if self.pairs.len() >= LEAST_PAIRS {
            let row =
                |(own, other): &(Showing, f64)| (vec![(0, own.score), (1, *other), (2, 1.0)], own.point(own.score).1);
            let (factors, _) = regress(&self.pairs.iter().map(row).collect::<Vec<_>>(), 3, WIDE_PRIOR);
            let [of_first, of_second] = [0, 1].map(|index| hundredths(factors[index]));
            writeln!(
                out,
                "Points of {first} by a pawn of its score: {of_first}, by a pawn of {second}'s: {of_second}"
            )?;
        }
        for (is_short, name) in [(true, "fewer than"), (false, "at least")] {
            let mut tally = Tally::default();
            for (own, _) in self.pairs.iter().filter(|(own, _)| own.is_short == is_short) {
                tally.add_game(own.points_x2);
            }
            let Tally { wins, draws, losses, .. } = tally;
            writeln!(out, "Games of {name} {SHORT} plies: {wins}-{draws}-{losses} for {first}")?;
        }
        Ok(())
    }
}

/// Returns the mean of the scores of each side within the plies; `None` if it has none there.
fn mean_scores(game: &ScoredGame, plies: &RangeInclusive<u32>) -> [Option<f64>; 2] {
    let mut mover = game.start.side_to_move();
    let mut scores: [Vec<f64>; 2] = Default::default(); // [color]
    for (ply, (_, score)) in (game.start.game_ply() + 1..).zip(&game.moves) {
        if plies.contains(&ply) {
            scores[mover].extend(score.map(|score| clamped(score.centipawns())));
        }
        mover = !mover;
    }
    scores.map(|scores| {
        let sum: f64 = scores.iter().sum();
        (!scores.is_empty()).then(|| sum / scores.len() as f64)
    })
}

/// A score in pawns, as far as it counts.
fn clamped(centipawns: Value) -> f64 {
    (f64::from(centipawns) / 100.0).clamp(-MOST, MOST)
}

/// The correlation of pairs of numbers; `None` if one of the two does not vary, or too few pairs say nothing.
fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < LEAST_GAMES {
        return None;
    }
    let count = points.len() as f64;
    // Sums of results are exact, so results that are all equal have no variance at all.
    let (x_sum, y_sum) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (x_mean, y_mean) = (x_sum / count, y_sum / count);
    let [mut xx, mut xy, mut yy] = [0.0; 3];
    for &(x, y) in points {
        let (x, y) = (x - x_mean, y - y_mean);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt())
}

/// A correlation of at least [`LEAST_GAMES`] pairs, with its 95 % confidence interval by Fisher's transformation.
fn interval(r: f64, count: usize) -> String {
    let margin = Z95 / (count as f64 - 3.0).sqrt();
    let [low, high] = [-margin, margin].map(|margin| (r.clamp(-0.999, 0.999).atanh() + margin).tanh());
    format!("{r:.2} ({low:.2} to {high:.2})")
}

/// The difference of the correlations of the two players' scores with the result. The games of both are the same, so
/// its error comes from samples of the games, drawn with replacement (bootstrap, Efron).
fn difference(pairs: &[(Showing, f64)]) -> Option<Estimate> {
    let of = |pairs: &mut dyn Iterator<Item = (Showing, f64)>| {
        let (own, others): (Vec<_>, Vec<_>) =
            pairs.map(|(own, other)| (own.point(own.score), own.point(other))).unzip();
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

    use crate::pgn::Reader;

    fn games(text: &str) -> Vec<Option<ScoredGame>> {
        Reader::new(text.as_bytes()).map(|game| ScoredGame::new(&game.expect("a game"))).collect()
    }

    fn showings(text: &str, plies: RangeInclusive<u32>) -> Showings {
        let mut showings = Showings::default();
        for game in games(text) {
            showings.add(game.as_ref(), &plies);
        }
        showings
    }

    fn printed(showings: &Showings) -> String {
        let mut out = Vec::new();
        showings.print(&(1..=40), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_side_has_the_mean_of_its_own_moves_in_the_range() {
        let text = "1. e4 {+0.10/5 0s} e5 {-0.20/5 0s} 2. Nf3 {+0.30/5 0s} Nc6 {-0.60/5 0s} 3. Bb5 {+9.00/5 0s} 1-0\n";
        let games = games(text);
        let game = games[0].as_ref().unwrap();
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
        let showings = showings(&text, 1..=40);
        let text = printed(&showings);
        assert!(text.contains("\ngood                     60   +0.00   1.00 (1.00 to 1.00)\n"), "{text}");
        let found = difference(&showings.pairs).unwrap();
        assert!((found.value - 1.0).abs() < 0.2 && found.error.unwrap() < 0.4, "{text}");
        assert!(text.contains("Points of good by a pawn of its score: +0.50 ± 0.00"), "{text}");
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
        let showings = showings(
            "1. e4 {+0.10/5 0s} *\n\n1. e4 e5 1-0\n\n1. d4 {+0.10/5 0s} 1-0\n\n1. c4 {-20.00/5 0s} 0-1\n",
            1..=9,
        );
        assert_eq!((showings.games, showings.left_out, showings.pairs.len()), (2, 2, 0));
        let scores: Vec<f64> = showings.of_player["?"].iter().map(|showing| showing.score).collect();
        assert_eq!(scores, [0.1, -10.0]);
    }

    #[test]
    fn too_few_games_or_equal_results_say_nothing() {
        let game =
            |score: &str| format!("[White \"A\"]\n[Black \"B\"]\n\n1. e4 {{{score}/9 0s}} e5 {{{score}/9 0s}} 1-0\n\n");
        let few = printed(&showings(&["+0.31", "-0.12"].map(game).concat(), 1..=40));
        assert!(!few.contains("by a pawn"), "{few}");
        // The sum of ten tenths is not 1.
        let won: String = (0..10).map(|number| game(&format!("+0.{number}0"))).collect();
        let text = printed(&showings(&won, 1..=40));
        assert!(text.contains("by a pawn") && !text.contains("A less B"), "{text}");
        for name in ["A", "B"] {
            let row = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
            assert!(row.ends_with("unknown"), "{text}");
        }
    }

    #[test]
    fn a_player_without_scores_is_not_listed() {
        let game = |score| format!("[White \"engine\"]\n[Black \"human\"]\n\n1. e4 {{{score}/9 0s}} e5 1-0\n\n");
        let text = printed(&showings(&["+0.10", "+0.20", "+0.30"].map(game).concat(), 1..=40));
        assert!(text.ends_with("\nengine                    3   +0.20   unknown\n"), "{text}");
    }
}
