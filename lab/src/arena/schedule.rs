//! The schedule of a match: a gauntlet of the first engine against all others, or a round robin, at one limit or at
//! several. Every opening is played twice with reversed colors, and at every limit. All pairings play their first pair
//! of games before the second pair, so a match is fair at any time. The number of a game determines its players,
//! colors, limit and opening. Numbers that would fall to a pairing which has played all its games are left out, so the
//! numbers of the others do not depend on how many games it has.

use super::limit::Limit;

/// Two engines that play each other at one limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pairing {
    /// The first engine; results are from its point of view.
    pub first: usize,
    /// Its opponent.
    pub second: usize,
    /// Limit of the searches.
    pub limit: Limit,
    /// Number of games, an even one.
    pub games: usize,
}

impl Pairing {
    /// Returns the two engines.
    pub fn engines(&self) -> [usize; 2] {
        [self.first, self.second]
    }
}

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    /// Limit of the searches.
    pub limit: Limit,
}

/// All games of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    pairings: Vec<Pairing>,
}

impl Schedule {
    /// Pairs the first of `engines` engines with each of the others, for so many games each at each limit (rounded up
    /// to even).
    pub fn gauntlet(engines: usize, limits: &[(Limit, usize)]) -> Self {
        Self::new((1..engines).map(|other| [0, other]), limits)
    }

    /// Pairs every engine with every other, for so many games each at each limit (rounded up to even).
    pub fn round_robin(engines: usize, limits: &[(Limit, usize)]) -> Self {
        Self::new((0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second])), limits)
    }

    fn new(pairs: impl Iterator<Item = [usize; 2]>, limits: &[(Limit, usize)]) -> Self {
        let pairing = |[first, second]: [usize; 2], &(limit, games): &(Limit, usize)| Pairing {
            first,
            second,
            limit,
            games: games.next_multiple_of(2),
        };
        Self { pairings: pairs.flat_map(|pair| limits.iter().map(move |limit| pairing(pair, limit))).collect() }
    }

    /// Returns the pairings, those of the same two engines one after the other.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Returns the limits, each once.
    pub fn limits(&self) -> Vec<Limit> {
        let of_first_pair = |pairing: &&Pairing| pairing.engines() == [0, 1];
        self.pairings.iter().filter(of_first_pair).map(|pairing| pairing.limit).collect()
    }

    /// Describes the limits: `10000, 40000 and 160000 nodes`.
    pub fn limits_in_words(&self) -> String {
        let limits: Vec<String> = self.limits().iter().map(Limit::to_string).collect();
        match limits.as_slice() {
            [] => "no limit".to_owned(),
            [limit] => limit.clone(),
            [others @ .., last] => {
                let others: Vec<&str> = others.iter().map(|limit| limit.trim_end_matches(" nodes")).collect();
                format!("{} and {last}", others.join(", "))
            }
        }
    }

    /// Returns whether the same engines play at several limits.
    pub fn is_scaling(&self) -> bool {
        self.limits().len() > 1
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.pairings.iter().map(|pairing| pairing.games).sum()
    }

    /// Returns whether the schedule has no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a number above those of all games.
    pub fn end(&self) -> usize {
        let most = self.pairings.iter().map(|pairing| pairing.games).max();
        self.pairings.len() * most.unwrap_or(0)
    }

    /// Returns all games in order.
    pub fn games(&self) -> impl Iterator<Item = ScheduledGame> {
        (0..self.end()).filter_map(|index| self.game(index))
    }

    /// Returns game number `index`, from 0.
    pub fn game(&self, index: usize) -> Option<ScheduledGame> {
        let (round, within) = (index / (2 * self.pairings.len().max(1)), index % (2 * self.pairings.len().max(1)));
        let pairing = within / 2;
        let &Pairing { first, second, limit, games } = self.pairings.get(pairing)?;
        let (white, black) = if within.is_multiple_of(2) { (first, second) } else { (second, first) };
        (round < games / 2).then_some(ScheduledGame { index, pairing, opening: round, white, black, limit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limits of so many nodes for so many games.
    fn limits<const N: usize>(limits: [(u64, usize); N]) -> [(Limit, usize); N] {
        limits.map(|(nodes, games)| (Limit::Nodes(nodes), games))
    }

    #[test]
    fn every_opening_is_played_with_both_colors() {
        let (ten, six, uneven) = (limits([(1, 10)]), limits([(1, 6)]), limits([(1, 3), (2, 8)]));
        for schedule in [
            Schedule::gauntlet(2, &ten),
            Schedule::gauntlet(4, &six),
            Schedule::round_robin(5, &limits([(1, 3)])),
            Schedule::gauntlet(3, &uneven),
        ] {
            let games: Vec<ScheduledGame> = schedule.games().collect();
            assert_eq!(games.len(), schedule.len());
            for pair in games.chunks(2) {
                assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
                assert_eq!(
                    (pair[0].opening, pair[0].pairing, pair[0].limit),
                    (pair[1].opening, pair[1].pairing, pair[1].limit)
                );
            }
            assert_eq!(schedule.game(schedule.end()), None);
        }
    }

    #[test]
    fn pairings_are_counted() {
        let engines =
            |schedule: Schedule| -> Vec<[usize; 2]> { schedule.pairings().iter().map(Pairing::engines).collect() };
        assert_eq!(engines(Schedule::gauntlet(4, &limits([(1, 100)]))), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(engines(Schedule::gauntlet(3, &limits([(1, 1), (2, 1)]))), [[0, 1], [0, 1], [0, 2], [0, 2]]);
        assert_eq!(Schedule::round_robin(4, &limits([(1, 3)])).len(), 6 * 4);
        let none = Schedule::gauntlet(1, &limits([(1, 100)]));
        assert!(none.is_empty() && none.game(0).is_none() && none.games().next().is_none());
    }

    #[test]
    fn all_limits_play_the_same_openings_until_their_games_are_done() {
        let schedule = Schedule::gauntlet(2, &limits([(10, 6), (40, 3), (160, 1)]));
        let games: Vec<(usize, Limit, usize)> =
            schedule.games().map(|game| (game.index, game.limit, game.opening)).collect();
        let [ten, forty, more] = [10, 40, 160].map(Limit::Nodes);
        // The first, third and fifth number of each round, and the numbers after them, belong to one limit each.
        let expected = [
            [(0, ten, 0), (1, ten, 0), (2, forty, 0), (3, forty, 0), (4, more, 0), (5, more, 0)],
            [(6, ten, 1), (7, ten, 1), (8, forty, 1), (9, forty, 1), (12, ten, 2), (13, ten, 2)],
        ];
        assert_eq!(games, expected.as_flattened());
        assert_eq!((schedule.len(), schedule.limits(), schedule.is_scaling()), (12, vec![ten, forty, more], true));
        assert_eq!(schedule.limits_in_words(), "10, 40 and 160 nodes");
        assert_eq!([10, 11, 14, 17, 18].map(|index| schedule.game(index)), [None; 5]);
    }

    #[test]
    fn a_number_keeps_its_game_when_more_games_are_asked_for() {
        let [few, many] = [[(10, 6), (40, 2)], [(10, 8), (40, 10)]].map(|games| Schedule::gauntlet(3, &limits(games)));
        assert!(few.games().all(|game| many.game(game.index) == Some(game)));
        let one = Schedule::gauntlet(3, &limits([(10, 6)]));
        assert!(!one.is_scaling() && one.limits_in_words() == "10 nodes");
        let order: Vec<[usize; 3]> = one.games().map(|game| [game.index, game.white, game.black]).take(5).collect();
        assert_eq!(order, [[0, 0, 1], [1, 1, 0], [2, 0, 2], [3, 2, 0], [4, 0, 1]]);
    }
}
