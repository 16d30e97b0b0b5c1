//! The command line of `oxide88 match`.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::Duration;

use clap::Parser;

use super::adjudicate::Adjudication;
use super::connection::ClientConfig;
use super::game::Rules;
use super::limit::{Limit, TimeControl};
use super::numbers::Numbers;
use super::openings::{Order, Source};
use super::output::Output;
use super::revisions;
use super::roster::{EngineSpec, Roster, make_names_unique};
use super::runner::Match;
use super::schedule::Schedule;
use crate::progress::complain;
use crate::sprt::Sprt;
use crate::tables::open_tables;
use oxide88::types::quote;

/// Maximum number of games at the same time.
const MAX_CONCURRENCY: u16 = 1024;

/// Maximum number of games of a pairing.
const MAX_GAMES: u64 = 9_999_999;

const EXAMPLES: &str = "\
Examples:
  oxide88 match oxide88 toga2 glaurung --games 200 --tc 8+0.08 --concurrency 2 --pgn games.pgn
  oxide88 match oxide88 ./other-engine --tc 40/60 --openings book.epd --order random --seed 7
  oxide88 match --self HEAD --sprt gain --games 20000 --proof       is the working tree better than the last commit?
  oxide88 match --self v1.1 v1.0 --nodes 8000 --games 400
  oxide88 match oxide88 stash --nodes 10000,40000,160000 --games 400,300,200     who gains more by longer searches?
  oxide88 match oxide88 regression --nodes 40000 --games 100        a set of the roster
  oxide88 match oxide88 stockfish --chess960 --resign movecount=3 score=600 --draw movenumber=40 movecount=8 score=10

Engines are names from engines.toml, of engines or of sets, or paths of programs. They come before options that take
several words. Every opening is played twice with reversed colors. Results go to standard output; progress goes to
standard error.";

/// Play games between engines and say which is stronger
#[derive(Parser, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Two or more engines, by name in the roster or by path, or sets of the roster; the first plays all others
    #[arg(required_unless_present = "revisions", value_name = "ENGINE")]
    engines: Vec<String>,
    /// Play a round robin: every engine against every other
    #[arg(long)]
    round_robin: bool,
    /// Play Oxide88 against itself at git revisions, which are built first: REV against OTHER, or the working tree
    /// (also called 'work') against REV
    #[arg(long = "self", value_names = ["REV", "OTHER"], num_args = 1..=2, conflicts_with = "engines")]
    revisions: Vec<String>,
    /// Roster file [default: engines.toml here or above the program, else the built-in one]
    #[arg(long = "engines", value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Games per pairing, rounded up to even; with several node counts one number for all, or one for each
    #[arg(long, value_name = "N[,N]...", default_value = "100")]
    games: Numbers<MAX_GAMES>,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_CONCURRENCY as i64))]
    concurrency: u16,

    /// Clock in seconds: 8+0.08 (for the game, plus increment per move), 40/60 (for 40 moves) or 40/60+0.6 [default:
    /// 8+0.08]
    #[arg(long, group = "limit")]
    tc: Option<TimeControl>,
    /// Milliseconds per move
    #[arg(long, group = "limit", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    movetime: Option<u64>,
    /// Nodes per move; several numbers are a scaling run: all pairings play at each of them, with the same openings
    #[arg(long, group = "limit", value_name = "N[,N]...")]
    nodes: Option<Numbers<{ u64::MAX }>>,
    /// Depth per move in plies
    #[arg(long, group = "limit", value_name = "N", value_parser = clap::value_parser!(u32).range(1..1000))]
    depth: Option<u32>,
    /// Milliseconds by which an engine may exceed its time before it loses the game
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..1 << 32))]
    margin: u64,
    /// Timeout in seconds for starting an engine, for getting it ready, and for moves without a clock
    #[arg(long, alias = "patience", value_name = "S", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    timeout: u64,

    /// Opening file: .epd or .pgn [default: balanced random openings]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Order of the openings: as in the file, or shuffled by the seed
    #[arg(long, value_enum, default_value_t = Order::Sequential)]
    order: Order,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play Chess960
    #[arg(long)]
    chess960: bool,

    /// Stop as soon as the test (SPRT) decides whether the first engine is ahead of the second by elo0 at most or elo1
    /// at least, by default elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized; the word gain stands for elo0=0
    /// elo1=5, the word simplification for elo0=-4 elo1=1
    #[arg(long, num_args = 1..=5, value_name = "NAME=VALUE")]
    sprt: Vec<String>,
    /// Adjudicate draws: movenumber=40 movecount=8 score=10 means after move 40, when the scores of both engines
    /// stayed within 10 centipawns for 8 moves without a capture or pawn move
    #[arg(long, num_args = 1..=3, value_name = "NAME=VALUE")]
    draw: Vec<String>,
    /// Adjudicate losses: movecount=3 score=600 means when an engine's own score was -600 centipawns or less for 3
    /// moves; with twosided the opponent must agree
    #[arg(long, num_args = 1..=3, value_name = "NAME=VALUE")]
    resign: Vec<String>,
    /// Adjudicate by the Syzygy tablebases in these folders; without .rtbz files many wins are not recognized
    #[arg(long, value_name = "DIRS")]
    syzygy: Option<String>,
    /// Number of plies after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..100_000))]
    max_plies: u32,

    /// Write the games to this PGN file, which must not exist unless it is resumed
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Resume the match in the PGN file, if there is one; give the same arguments again
    #[arg(long, requires = "pgn")]
    resume: bool,
    #[command(flatten)]
    pub(super) output: Output,
    /// Name of the match in the PGN file
    #[arg(long, value_name = "NAME", default_value = "Oxide88 match")]
    event: String,
    /// Folder for the log files of the engines' standard error
    #[arg(long, value_name = "DIR")]
    log_dir: Option<PathBuf>,
    /// Games between lines of progress if there is no terminal for a bar; 0: no progress at all
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) progress: u32,
}

impl Args {
    /// Prepares the match. Revisions that have no program yet are built.
    ///
    /// # Errors
    /// A message that names the invalid or missing part.
    pub fn prepare(&self) -> Result<Match, String> {
        let adjudication = Adjudication {
            draw: words("--draw", &self.draw)?,
            resign: words("--resign", &self.resign)?,
            tables: self.syzygy.as_deref().map(open_tables).transpose()?,
        };
        let sprt: Option<Sprt> = words("--sprt", &self.sprt)?;
        let engines = self.engine_specs()?;
        if engines.len() < 2 {
            return Err("a match needs two engines".to_owned());
        }
        let limits = self.limits()?;
        if sprt.is_some() && limits.len() > 1 {
            return Err(format!("--sprt needs one node count, not {}", limits.len()));
        }
        if self.output.svg.is_some() && limits.len() < 2 {
            return Err("--svg draws a match at several node counts, such as --nodes 10000,40000,160000".to_owned());
        }
        if self.nodes.is_some() {
            engines.iter().try_for_each(EngineSpec::check_node_limit)?;
        }
        let source = self.source();
        let book = source.book()?;
        let schedule = if self.round_robin { Schedule::round_robin } else { Schedule::gauntlet };
        let schedule = schedule(engines.len(), &limits);
        let pairs = schedule.pairings().iter().map(|pairing| pairing.games / 2).max().unwrap_or(0);
        if let Some(openings) = book.count().filter(|&openings| openings < pairs) {
            complain(&format!(
                "{pairs} pairs of games from {openings} opening{}: openings will repeat, and so will games between \
                 engines that always play the same moves",
                if openings == 1 { "" } else { "s" }
            ));
        }
        let concurrency = usize::from(self.concurrency).min(schedule.len());
        limits.iter().take(1).for_each(|(limit, _)| limit.warn_if_oversubscribed(concurrency));
        Ok(Match {
            engines,
            rules: Rules {
                margin: Duration::from_millis(self.margin),
                max_plies: self.max_plies as usize,
                adjudication,
                client_config: ClientConfig {
                    timeout: Duration::from_secs(self.timeout),
                    chess960: self.chess960,
                    log_dir: self.log_dir.clone(),
                },
            },
            schedule,
            book: Mutex::new(book),
            source,
            concurrency,
            sprt,
            archive: self.pgn.clone().map(|path| (path, self.resume)),
            event: self.event.clone(),
        })
    }

    fn source(&self) -> Source {
        Source { file: self.openings.clone(), order: self.order, seed: self.seed, chess960: self.chess960 }
    }

    /// Returns the limits, each with the number of games of a pairing.
    fn limits(&self) -> Result<Vec<(Limit, usize)>, String> {
        const DEFAULT: TimeControl =
            TimeControl { moves: None, base: Duration::from_secs(8), increment: Duration::from_millis(80) };
        let limits = match (self.movetime, &self.nodes, self.depth) {
            (Some(milliseconds), ..) => vec![Limit::MoveTime(Duration::from_millis(milliseconds))],
            (_, Some(nodes), _) => match nodes.repeated() {
                Some(twice) => return Err(format!("--nodes: {twice} is there twice in {}", quote(&nodes.to_string()))),
                None => nodes.all().iter().map(|&nodes| Limit::Nodes(nodes)).collect(),
            },
            (.., Some(depth)) => vec![Limit::Depth(depth)],
            _ => vec![Limit::Clock(self.tc.unwrap_or(DEFAULT))],
        };
        let games = self.games.for_each_of(limits.len()).map_err(|error| match limits.len() {
            1 => format!("--games: {error} for one limit"),
            count => format!("--games: {error} for {count} node counts"),
        })?;
        Ok(limits.into_iter().zip(games.into_iter().map(|games| games as usize)).collect())
    }

    fn engine_specs(&self) -> Result<Vec<EngineSpec>, String> {
        let roster = Roster::load(self.roster.as_deref())?;
        let mut engines = match self.revisions.as_slice() {
            [] => roster.expand(&self.engines).iter().map(|word| roster.find(word)).collect::<Result<Vec<_>, _>>()?,
            [other] => built(&roster, [revisions::WORKING_TREE, other])?,
            [first, second, ..] => built(&roster, [first, second])?,
        };
        make_names_unique(&mut engines);
        Ok(engines)
    }
}

fn built(roster: &Roster, words: [&str; 2]) -> Result<Vec<EngineSpec>, String> {
    let build = |word| {
        let revision = revisions::build(word)?;
        roster.program(&revision.name, &revision.program)
    };
    words.into_iter().map(build).collect()
}

/// Parses the values of a flag; `None` without the flag.
fn words<T: FromStr<Err = String>>(flag: &str, words: &[String]) -> Result<Option<T>, String> {
    let parse = |text: String| text.parse().map_err(|error| format!("{flag}: {error}"));
    (!words.is_empty()).then(|| parse(words.join(" "))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::adjudicate::{DrawRule, ResignRule};

    fn prepare(words: &str) -> Result<Match, String> {
        let args = ["match"].into_iter().chain(words.split_whitespace());
        Args::try_parse_from(args).map_err(|error| error.to_string())?.prepare()
    }

    #[test]
    fn arguments_become_a_match() {
        let this_match = prepare(
            "oxide88 oxide88 --games 3 --tc 40/60+0.6 --draw movecount=5 --resign score=500 twosided --sprt elo1=2",
        )
        .unwrap();
        assert_eq!(
            this_match.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>(),
            ["oxide88", "oxide88-2"]
        );
        assert_eq!((this_match.schedule.len(), this_match.schedule.limits_in_words().as_str()), (4, "40/60+0.6"));
        let Adjudication { draw, resign, .. } = this_match.rules.adjudication;
        assert_eq!(draw, Some(DrawRule { movenumber: 40, movecount: 5, score: 10 }));
        assert_eq!(resign, Some(ResignRule { movecount: 3, score: 500, twosided: true }));
        assert!(this_match.sprt.is_some());
    }

    #[test]
    fn every_node_count_has_its_number_of_games() {
        for (words, expected) in [
            ("--nodes 10,40,160 --games 3", [(10, 4), (40, 4), (160, 4)]),
            ("--nodes 160,10,40 --games 6,4,1", [(160, 6), (10, 4), (40, 2)]),
        ] {
            let schedule = prepare(&format!("oxide88 oxide88 {words}")).unwrap().schedule;
            let games: Vec<(Limit, usize)> =
                schedule.pairings().iter().map(|pairing| (pairing.limit, pairing.games)).collect();
            assert_eq!(games, expected.map(|(nodes, games)| (Limit::Nodes(nodes), games)));
        }
    }

    #[test]
    fn timeout_is_also_called_patience() {
        for flag in ["--timeout", "--patience"] {
            let prepared = prepare(&format!("oxide88 oxide88 {flag} 7")).unwrap();
            assert_eq!(prepared.rules.client_config.timeout, Duration::from_secs(7));
        }
    }

    #[test]
    fn wrong_arguments_are_reported() {
        for (words, culprit) in [
            ("oxide88", "two engines"),
            ("oxide88 nobody", "'nobody'"),
            ("oxide88 oxide88 --tc 8 --nodes 5", "--nodes"),
            ("oxide88 oxide88 --tc fast", "'fast'"),
            ("oxide88 oxide88 --draw soon", "--draw: 'soon'"),
            ("oxide88 oxide88 --sprt elo0=5 elo1=0", "--sprt: "),
            ("oxide88 oxide88 --resume", "--pgn"),
            ("oxide88 oxide88 --openings /nowhere.epd", "/nowhere.epd"),
            ("oxide88 oxide88 --engines /nowhere.toml", "/nowhere.toml"),
            ("oxide88 oxide88 --syzygy /nowhere", "/nowhere"),
            ("oxide88 --self HEAD", "cannot be used with"),
            ("oxide88 oxide88 --nodes 0", "'0' is not a number from 1"),
            ("oxide88 oxide88 --nodes 10,x", "'x'"),
            ("oxide88 oxide88 --nodes 10,40,10", "--nodes: 10 is there twice in '10,40,10'"),
            ("oxide88 oxide88 --games 0", "'0' is not a number from 1 to 9999999"),
            ("oxide88 oxide88 --games 4,6", "--games: 2 numbers in '4,6' for one limit"),
            ("oxide88 oxide88 --nodes 10,40,160 --games 4,6", "--games: 2 numbers in '4,6' for 3 node counts"),
            ("oxide88 oxide88 --nodes 10 --svg a.svg", "--svg draws a match at several node counts"),
            ("oxide88 oxide88 --sprt gains", "--sprt: \"gains\" is neither gain nor simplification"),
            ("oxide88 oxide88 --nodes 10,40 --sprt elo1=2", "--sprt needs one node count, not 2"),
        ] {
            let error = prepare(words).err().unwrap();
            assert!(error.contains(culprit), "{words}: {error}");
        }
    }
}
