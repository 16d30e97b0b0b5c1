//! Engines that are asked about positions of the games afterwards: all of them about the same ones, whoever played.

use std::path::PathBuf;

use oxide88::position::Position;
use oxide88::search::Limits;

use super::{Showing, clamped};
use crate::progress::Progress;
use crate::scored_game::ScoredGame;
use crate::suite::External;
use crate::suite::solver::Solver;
use crate::workers;

/// The engines, and the searches they make.
#[derive(Clone, Debug, clap::Args)]
pub struct Questions {
    /// Let this engine, by its name in the roster or its path, score the positions before all these plies, too; may be
    /// repeated
    #[arg(long = "engine", value_name = "NAME")]
    pub names: Vec<String>,
    /// Nodes of each of its searches
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "names", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Size of its transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, requires = "names", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Number of games that it scores at the same time, each on one thread
    #[arg(long, value_name = "N", default_value_t = 1, requires = "names", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Roster file [default: engines.toml here or above the program, else the built-in one]
    #[arg(long, value_name = "FILE", requires = "names")]
    engines: Option<PathBuf>,
}

/// A game without its players: the positions to be scored, and what it says of whoever scores them, for White.
pub struct Asked {
    positions: Vec<Position>,
    /// The result and the length; the score is not known yet.
    outcome: Showing,
}

impl Asked {
    /// Takes the positions before the moves of these plies; `None` if there are none.
    pub fn new(game: &ScoredGame, is_asked: impl Fn(u32) -> bool, outcome: Showing) -> Option<Self> {
        let mut position = game.start.clone();
        let mut positions = Vec::new();
        for &(mv, _) in &game.moves {
            if is_asked(position.game_ply() + 1) {
                positions.push(position.clone());
            }
            position.make(mv);
        }
        (!positions.is_empty()).then_some(Self { positions, outcome })
    }
}

impl Questions {
    /// Finds the engines, each as often as games are scored at the same time, and checks that they start.
    ///
    /// # Errors
    /// A message if there is no such engine, or it does not start.
    pub fn find(&self) -> Result<Vec<Vec<External>>, String> {
        let copies = |name: &String| {
            let copy = |_| External::find(name, self.engines.as_deref(), self.hash, &self.limits());
            let copies: Vec<External> = (0..self.concurrency).map(copy).collect::<Result<_, _>>()?;
            copies[0].try_out()?;
            Ok(copies)
        };
        self.names.iter().map(copies).collect()
    }

    fn limits(&self) -> Limits {
        Limits::nodes(self.nodes)
    }
}

/// Lets the copies of the engine called `name` score the games. Returns what each says of it, for White.
///
/// # Errors
/// A message if the engine does not answer.
pub fn ask(name: &str, engines: Vec<External>, questions: &Questions, games: &[Asked]) -> Result<Vec<Showing>, String> {
    let limits = questions.limits();
    let mut progress = Progress::new("games", games.len() as u64, 0);
    let mut showings = Vec::new();
    let score = |engine: &mut External, game: &Asked| {
        let mut sum = 0.0;
        for position in &game.positions {
            let thought = engine.solve(position, &limits, &mut |_| ()).map_err(|error| format!("{name}: {error}"))?;
            sum += clamped(thought.value * position.side_to_move().sign());
        }
        Ok(Showing { score: sum / game.positions.len() as f64, ..game.outcome })
    };
    workers::share(engines, games.iter(), score, |showing: Result<Showing, String>| {
        showings.push(showing?);
        progress.advance(name);
        Ok(())
    })
    .map(|()| showings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    #[test]
    fn the_positions_are_those_before_the_moves_of_these_plies() {
        let text = "1. e4 {+0.10/5 0s} e5 2. Nf3 {+0.30/5 0s} Nc6 3. Bb5 1-0\n";
        let game = ScoredGame::new(&Reader::new(text.as_bytes()).next().unwrap().unwrap()).unwrap();
        let outcome = Showing { score: 0.0, points_x2: 2, is_short: true };
        let asked = Asked::new(&game, |ply| (2..=3).contains(&ply), outcome).unwrap();
        let fens: Vec<String> = asked.positions.iter().map(Position::fen).collect();
        let [first, second] = &fens[..] else { panic!("{fens:?}") };
        assert!(first.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "), "{first}");
        assert!(second.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w "), "{second}");
        assert!(Asked::new(&game, |ply| ply > 5, outcome).is_none());
    }
}
