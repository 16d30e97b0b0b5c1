//! The schedule of a match: a gauntlet of the first engine against all others, or a round robin. Every opening is
//! played twice with reversed colors. All pairings play their first pair of games before the second pair, so a match
//! is fair at any time. The number of a game determines its players, colors and opening.

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Number of the game, from 0.
    pub index: usize,
    /// Index of its pairing.
    pub pairing: usize,
    /// Number of its opening, from 0, which is the number of the pair within the pairing.
    pub opening: usize,
    /// The engine that plays White.
    pub white: usize,
    /// The engine that plays Black.
    pub black: usize,
}

/// All games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    games: usize,
}

impl Schedule {
    /// Pairs the first of `engines` engines with each of the others, for `games` games each (rounded up to even).
    pub fn gauntlet(engines: usize, games: usize) -> Self {
        Self { pairings: (1..engines).map(|other| [0, other]).collect(), games: games.next_multiple_of(2) }
    }

    /// Pairs every engine with every other, for `games` games each (rounded up to even).
    pub fn round_robin(engines: usize, games: usize) -> Self {
        let pairings = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        Self { pairings: pairings.collect(), games: games.next_multiple_of(2) }
    }

    /// Returns the pairings; results are from the first engine's point of view.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.games
    }

    /// Returns whether the schedule has no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns game number `index`, from 0.
    pub fn game(&self, index: usize) -> Option<ScheduledGame> {
        let (round, within) = (index / (2 * self.pairings.len().max(1)), index % (2 * self.pairings.len().max(1)));
        let pairing = within / 2;
        let &[first, second] = self.pairings.get(pairing)?;
        let (white, black) = if within.is_multiple_of(2) { (first, second) } else { (second, first) };
        (index < self.len()).then_some(ScheduledGame { index, pairing, opening: round, white, black })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_played_with_both_colors() {
        for schedule in [Schedule::gauntlet(2, 10), Schedule::gauntlet(4, 6), Schedule::round_robin(5, 3)] {
            let games: Vec<ScheduledGame> = (0..schedule.len()).map_while(|index| schedule.game(index)).collect();
            assert_eq!(games.len(), schedule.len());
            for pair in games.chunks(2) {
                assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
                assert_eq!((pair[0].opening, pair[0].pairing), (pair[1].opening, pair[1].pairing));
            }
            assert_eq!(schedule.game(schedule.len()), None);
        }
    }

    #[test]
    fn pairings_are_counted() {
        assert_eq!(Schedule::gauntlet(4, 100).pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Schedule::round_robin(4, 3).len(), 6 * 4);
        assert!(Schedule::gauntlet(1, 100).is_empty() && Schedule::gauntlet(1, 100).game(0).is_none());
    }
}
