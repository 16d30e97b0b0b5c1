//! The standings: the sum of the results by pairing and by engine. A game counts for wins, draws and losses at once. It
//! counts for Elo and the pentanomial statistics together with the other game of its pair; until the first pair is
//! complete, single games count for Elo.

use std::collections::HashMap;
use std::time::Duration;

use serde::Serialize;
use shakmaty::{ByColor, Color};

use super::game::Game;
use super::schedule::{Pairing, Schedule, ScheduledGame};
use crate::stats::Tally;

/// The reason of a loss that the moves do not explain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// Loss on time.
    Time,
    /// Illegal move or failure of the engine.
    Failure,
}

impl Forfeit {
    /// Returns the forfeit that the value of the PGN header `Termination` names: what `Reason::termination` writes.
    pub fn named(termination: &str) -> Option<Self> {
        match termination {
            "time forfeit" => Some(Self::Time),
            "rules infraction" | "abandoned" => Some(Self::Failure),
            _ => None,
        }
    }
}

/// The totals of one player's searches in one game.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SearchTotals {
    /// Number of searches with known depth.
    pub searches: u64,
    /// Sum of their depths in plies.
    pub depth: u64,
    /// Sum of the known node counts.
    pub nodes: u64,
    /// Total time of the searches with known node counts.
    pub time: Duration,
}

impl SearchTotals {
    /// Adds a search.
    pub fn add(&mut self, depth: Option<u32>, nodes: Option<u64>, time: Duration) {
        if let Some(depth) = depth {
            self.searches += 1;
            self.depth += u64::from(depth);
        }
        if let Some(nodes) = nodes {
            // An engine may say any number.
            self.nodes = self.nodes.saturating_add(nodes);
            self.time += time;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.searches += other.searches;
        self.depth += other.depth;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.time += other.time;
    }

    /// Returns the mean depth in plies; `None` if unknown.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.searches > 0).then(|| self.depth as f64 / self.searches as f64)
    }

    /// Returns the nodes per second; `None` if unknown. The nodes are those of the last info lines, and the time goes
    /// on to the best moves, so it is too low for an engine that prints no line at the end of a search.
    pub fn nps(&self) -> Option<f64> {
        (self.nodes > 0 && !self.time.is_zero()).then(|| self.nodes as f64 / self.time.as_secs_f64())
    }
}

/// The summary of a game for the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// White's points, doubled.
    pub white_points_x2: u8,
    /// Forfeit of the loser.
    pub forfeit: Option<Forfeit>,
    /// Totals of the searches of both players.
    pub search_totals: ByColor<SearchTotals>,
}

impl GameSummary {
    /// Creates the summary of `game`.
    pub fn of(game: &Game) -> Self {
        let forfeit = Forfeit::named(game.result.reason.termination());
        let mut search_totals = ByColor::<SearchTotals>::default();
        let mut color = game.first_mover();
        for played in &game.moves {
            search_totals[color].add(played.depth, played.nodes, played.elapsed);
            color = !color;
        }
        Self { white_points_x2: game.result.points_x2(Color::White), forfeit, search_totals }
    }
}

/// Counts of the games that were lost by an engine's fault.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Forfeits {
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an illegal move, a crash or a missing answer.
    pub failures: u64,
}

impl Forfeits {
    fn add(&mut self, forfeit: Option<Forfeit>) {
        match forfeit {
            Some(Forfeit::Time) => self.time_losses += 1,
            Some(Forfeit::Failure) => self.failures += 1,
            None => {}
        }
    }
}

/// The results of an engine in the match.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct EngineResults {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by its own fault.
    #[serde(flatten)]
    pub forfeits: Forfeits,
    /// Totals of its searches.
    #[serde(skip)]
    pub search_totals: SearchTotals,
}

impl EngineResults {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, points_x2: u8, forfeit: Option<Forfeit>, search_totals: &SearchTotals) {
        match points_x2 {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        self.forfeits.add(forfeit.filter(|_| points_x2 == 0));
        self.search_totals.merge(search_totals);
    }
}

/// The results of all games so far.
pub struct Standings {
    pairings: Vec<Pairing>,
    /// Complete pairs of each pairing.
    tallies: Vec<Tally>,
    /// The first engine's points, doubled, in the first game of incomplete pairs, by pairing and opening.
    unpaired: HashMap<(usize, usize), u8>,
    engines: Vec<EngineResults>,
    /// Games of each pairing that an engine lost by its own fault.
    forfeits: Vec<Forfeits>,
    games: usize,
}

impl Standings {
    /// Creates empty standings.
    pub fn new(schedule: &Schedule, engines: usize) -> Self {
        let pairings = schedule.pairings().to_vec();
        let tallies = vec![Tally::default(); pairings.len()];
        let forfeits = vec![Forfeits::default(); pairings.len()];
        let engines = vec![EngineResults::default(); engines];
        Self { pairings, tallies, unpaired: HashMap::new(), engines, forfeits, games: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, scheduled: &ScheduledGame, summary: &GameSummary) {
        self.games += 1;
        let (white, black) = (summary.white_points_x2, 2 - summary.white_points_x2);
        self.engines[scheduled.white].add(white, summary.forfeit, &summary.search_totals.white);
        self.engines[scheduled.black].add(black, summary.forfeit, &summary.search_totals.black);
        self.forfeits[scheduled.pairing].add(summary.forfeit);
        let first_is_white = self.pairings[scheduled.pairing].first == scheduled.white;
        let points = if first_is_white { white } else { black };
        let place = (scheduled.pairing, scheduled.opening);
        match self.unpaired.remove(&place) {
            Some(other) => self.tallies[scheduled.pairing].add_pair(other, points),
            None => drop(self.unpaired.insert(place, points)),
        }
    }

    /// Returns the number of games played.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the pairings.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Returns the complete pairs of a pairing.
    pub fn pairs(&self, pairing: usize) -> &Tally {
        &self.tallies[pairing]
    }

    /// Returns all games of a pairing.
    pub fn tally(&self, pairing: usize) -> Tally {
        let mut tally = self.tallies[pairing];
        let unpaired = self.unpaired.iter().filter(|((of, _), _)| *of == pairing);
        unpaired.for_each(|(_, &points)| tally.add_game(points));
        tally
    }

    /// Returns how many games of a pairing one of its engines lost by its own fault.
    pub fn forfeits(&self, pairing: usize) -> Forfeits {
        self.forfeits[pairing]
    }

    /// Returns all games of `engine`, from its point of view.
    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for (index, &Pairing { first, second, .. }) in self.pairings.iter().enumerate() {
            if first == engine {
                total.merge(&self.tally(index));
            } else if second == engine {
                total.merge(&self.tally(index).swap());
            }
        }
        total
    }

    /// Returns the results of `engine`.
    pub fn performance(&self, engine: usize) -> &EngineResults {
        &self.engines[engine]
    }
}

#[cfg(test)]
mod tests {
    use super::super::limit::Limit;
    use super::*;

    fn summary(white_points_x2: u8, forfeit: Option<Forfeit>) -> GameSummary {
        GameSummary { white_points_x2, forfeit, search_totals: ByColor::default() }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_in_in_either_order() {
        let schedule = Schedule::gauntlet(2, &[(Limit::Depth(1), 4)]);
        let mut standings = Standings::new(&schedule, 2);
        let games = [(1, 0), (3, 2), (0, 2)];
        for (index, white_points) in games {
            standings.add(&schedule.game(index).unwrap(), &summary(white_points, None));
        }
        assert_eq!(standings.pairs(0).pairs, [0, 0, 0, 0, 1], "won with both colors");
        let tally = standings.tally(0);
        assert_eq!((tally.wins, tally.draws, tally.losses, standings.games()), (2, 0, 1, 3));
        assert_eq!(standings.total(1).wins, 1);
    }

    #[test]
    fn faults_are_charged_to_the_loser() {
        let schedule = Schedule::gauntlet(2, &[(Limit::Depth(1), 2)]);
        let mut standings = Standings::new(&schedule, 2);
        standings.add(&schedule.game(0).unwrap(), &summary(0, Some(Forfeit::Time)));
        standings.add(&schedule.game(1).unwrap(), &summary(0, Some(Forfeit::Failure)));
        assert_eq!(standings.performance(0).forfeits, Forfeits { time_losses: 1, failures: 0 });
        assert_eq!(standings.performance(1).forfeits, Forfeits { time_losses: 0, failures: 1 });
        assert_eq!(standings.forfeits(0), Forfeits { time_losses: 1, failures: 1 });
    }
}
