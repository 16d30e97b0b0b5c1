//! Self-play for the tools that learn from games: common command line options, pairs of games, and the file that keeps
//! them.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clap::value_parser;

use super::arena::{
    Adjudication, Archive, Book, Client, ClientConfig, DrawRule, EngineFailure, EngineSpec, Forfeit, Game, GameSummary,
    Headers, Limit, Opening, Order, ProtocolKind, ResignRule, ResumedMatch, Rules, SavedGame, Setting, Source,
    TimeControl, play, text,
};
use super::own_engine::own_engine;
use super::progress::complain;

/// Nodes per search if no limit is given.
const DEFAULT_NODES: u64 = 8000;

/// Timeout for starting, for getting ready, and for moves without a clock.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Time by which an engine may exceed its time limit.
const MARGIN: Duration = Duration::from_millis(50);

/// Plies after which a game is drawn.
const MAX_PLIES: usize = 500;

/// Event of the games in a file.
const EVENT: &str = "Self-play";

/// Names of the two players of a pair in a file.
const NAMES: [&str; 2] = ["First", "Second"];

/// Games are adjudicated if both sides agree. This is fair between equal engines, and decided games teach little.
const DRAW: DrawRule = DrawRule { movenumber: 40, movecount: 8, score: 10 };
const RESIGN: ResignRule = ResignRule { movecount: 3, score: 600, twosided: true };

/// The common options.
#[derive(Clone, Debug, clap::Args)]
pub struct SelfPlay {
    /// Nodes per move [default: 8000 if there is no clock]
    #[arg(long, group = "limit", value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Clock in seconds plus increment per move, such as 1+0.01
    #[arg(long, group = "limit")]
    tc: Option<TimeControl>,
    /// Number of pairs played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Opening file: .epd or .pgn [default: balanced random openings]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Order of the openings: as in the file, or shuffled by the seed
    #[arg(long, value_enum, default_value_t = Order::Sequential, requires = "openings")]
    order: Order,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Size of each engine's transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Append the games to this PGN file, with the scores of the moves: data for tune. Pairs that a resumed run plays
    /// again are in it twice
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

impl SelfPlay {
    /// Returns the specification of a program that plays.
    pub fn player(&self, program: PathBuf, args: Vec<String>) -> EngineSpec {
        let hash = Setting { name: "Hash".to_owned(), value: self.hash.to_string(), is_default: true };
        EngineSpec {
            name: "engine".to_owned(),
            program,
            args,
            dir: None,
            protocol: ProtocolKind::Uci,
            options: vec![hash],
            rating: None,
        }
    }

    /// Returns the program at `path` as a player, or the running engine.
    ///
    /// # Errors
    /// A message if there is no such program.
    pub fn engine(&self, path: Option<&Path>) -> Result<EngineSpec, String> {
        let program = match path {
            Some(path) => path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?,
            None => own_engine()?,
        };
        Ok(self.player(program, Vec::new()))
    }

    /// Returns the limit of the searches.
    pub fn limit(&self) -> Limit {
        self.tc.map_or_else(|| Limit::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)), Limit::Clock)
    }

    /// Returns the rules of every game.
    pub fn rules() -> Rules {
        Rules {
            margin: MARGIN,
            max_plies: MAX_PLIES,
            adjudication: Adjudication { draw: Some(DRAW), resign: Some(RESIGN), tables: None },
            client_config: ClientConfig { timeout: TIMEOUT, chess960: false, log_dir: None },
        }
    }

    /// Loads the openings and opens the file of the games.
    ///
    /// # Errors
    /// A message if the openings cannot be read, there are none, the file cannot be written, or it holds something else
    /// than games of such runs.
    pub fn table(&self) -> Result<Table, String> {
        let source = Source { file: self.openings.clone(), order: self.order, seed: self.seed, chess960: false };
        let book = Mutex::new(source.book()?);
        let games = self.pgn.as_deref().map(|path| Archive::resume(path, &mut EarlierGames)).transpose()?;
        let openings = self.openings();
        Ok(Table { limit: self.limit(), rules: Self::rules(), book, games: games.map(Mutex::new), openings })
    }

    /// Describes the openings.
    pub fn openings(&self) -> String {
        let book = |path: &Path| match self.order {
            Order::Random => format!("shuffled {}", path.display()),
            Order::Sequential => path.display().to_string(),
        };
        self.openings.as_deref().map_or_else(|| "random".to_owned(), book)
    }

    /// Describes all that determines the games.
    pub fn describe(&self) -> String {
        let Self { seed, hash, .. } = self;
        format!("{}, seed {seed}, {hash} MiB of hash, {} openings", self.limit(), self.openings())
    }

    /// Returns the number of pairs to play at the same time, of `pairs` in total.
    pub fn concurrency(&self, pairs: u32) -> usize {
        let concurrency = usize::from(self.concurrency).min(pairs as usize);
        self.limit().warn_if_oversubscribed(concurrency);
        concurrency
    }
}

/// Locks what the threads of a run share. It is whole even if one of them panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The error of a pair without a result.
#[derive(Debug)]
pub enum PairError {
    /// The run was stopped.
    Interrupted,
    /// An engine failed.
    Failed(String),
}

impl From<EngineFailure> for PairError {
    fn from(failure: EngineFailure) -> Self {
        match failure {
            EngineFailure::Interrupted => Self::Interrupted,
            failure => Self::Failed(format!("the engine {failure}")),
        }
    }
}

/// Counter of consecutive failed pairs. One failure may be chance; many mean that the engine is broken.
#[derive(Debug, Default)]
pub struct FailureCounter(u32);

impl FailureCounter {
    /// Number of consecutive failures that ends the run.
    pub const MAX: u32 = 10;

    /// Resets the counter after a pair with a result.
    pub fn reset(&mut self) {
        self.0 = 0;
    }

    /// Counts a failed pair.
    ///
    /// # Errors
    /// A message after [`Self::MAX`] failures.
    pub fn add(&mut self, pair: u32, reason: &str) -> Result<(), String> {
        self.0 += 1;
        complain(&format!("pair {pair} is not counted: {reason}"));
        if self.0 < Self::MAX {
            return Ok(());
        }
        Err(format!("{} pairs in a row failed, the last one because {reason}", self.0))
    }
}

/// The games that a file holds already.
struct EarlierGames;

impl ResumedMatch for EarlierGames {
    fn add_game(&mut self, saved: &SavedGame) -> Result<(), String> {
        let is_own = saved.event == EVENT && NAMES.contains(&saved.white.as_str());
        if is_own { Ok(()) } else { Err(format!("game {} is not of self-play", saved.number)) }
    }

    fn may_own(&self, _: &[(String, String)]) -> bool {
        true
    }

    fn event(&self) -> &str {
        EVENT
    }
}

/// The rules, the openings and the record of all games of a run.
pub struct Table {
    limit: Limit,
    rules: Rules,
    book: Mutex<Book>,
    /// The file of the games, if they are kept.
    games: Option<Mutex<Archive>>,
    /// The openings, in words.
    openings: String,
}

impl Table {
    /// Starts two engines and plays pair `number`, from 1: two games of the same opening with reversed colors. Returns
    /// the wins minus the losses of the first.
    ///
    /// # Errors
    /// The run was stopped, an engine failed, or the games cannot be written.
    pub fn play_pair(
        &self,
        number: u32,
        [first, second]: [&EngineSpec; 2],
        stop: &AtomicBool,
    ) -> Result<i32, PairError> {
        let opening = lock(&self.book).get(number as usize - 1);
        let ready = |kept, player| Client::ready(kept, player, &self.rules.client_config, stop);
        let (mut one, mut other) = (ready(None, first)?, ready(None, second)?);
        let as_white = self.play_game(&mut one, &mut other, opening.clone(), stop)?;
        let (mut one, mut other) = (ready(Some(one), first)?, ready(Some(other), second)?);
        let as_black = self.play_game(&mut other, &mut one, opening, stop)?;
        one.quit();
        other.quit();
        self.keep(number, [&as_white, &as_black])?;
        Ok(points(&as_white) - points(&as_black))
    }

    /// Plays a game to its end.
    fn play_game(
        &self,
        white: &mut Client,
        black: &mut Client,
        opening: Opening,
        stop: &AtomicBool,
    ) -> Result<Game, PairError> {
        let game = play(white, black, opening, self.limit, &self.rules, stop).ok_or(PairError::Interrupted)?;
        let is_forfeit = Forfeit::named(game.result.reason.termination()).is_some();
        if is_forfeit { Err(PairError::Failed(game.result.to_string())) } else { Ok(game) }
    }

    /// Appends the games of a pair to the file.
    fn keep(&self, number: u32, games: [&Game; 2]) -> Result<(), PairError> {
        let Some(file) = &self.games else { return Ok(()) };
        let texts = [NAMES, [NAMES[1], NAMES[0]]].into_iter().zip(games).enumerate().map(|(index, (players, game))| {
            let headers = Headers {
                event: EVENT,
                number: 2 * number as usize - 1 + index,
                round: number as usize,
                white: players[0],
                black: players[1],
                limit: self.limit,
                openings: &self.openings,
                chess960: false,
            };
            text(&headers, game)
        });
        let pair: String = texts.collect();
        lock(file).append(&pair).map_err(|error| PairError::Failed(format!("the games cannot be written: {error}")))
    }
}

/// Returns 1 if White has won, 0 for a draw, -1 if Black has.
fn points(game: &Game) -> i32 {
    i32::from(GameSummary::of(game).white_points_x2) - 1
}
