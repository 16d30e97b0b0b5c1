//! The limits of searches, and the clocks of a game.
//!
//! ```text
//!   8+0.08        8 seconds for the game, 0.08 more after each move
//!   40/60         60 seconds for every 40 moves
//!   40/60+0.6     both
//! ```
//! A player loses on time only after the margin, because machines stall. A move within the margin leaves the clock at
//! zero.

use std::fmt;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use shakmaty::{ByColor, Color};

use crate::progress::complain;
use oxide88::types::quote;

/// Maximum time of a time control, in seconds: about three years.
const MAX_SECONDS: f64 = 1e8;

/// The limit of each move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    /// A clock for the game.
    Clock(TimeControl),
    /// The same time for each move.
    MoveTime(Duration),
    /// The same number of nodes for each move.
    Nodes(u64),
    /// The same depth for each move.
    Depth(u32),
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Number of moves of a period; `None` if the time is for the whole game.
    pub moves: Option<u32>,
    /// Time for a period.
    pub base: Duration,
    /// Increment after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("invalid time control {}: use 8+0.08, 40/60 or 40/60+0.6, in seconds", quote(text));
        let (moves, time) = text.split_once('/').map_or((None, text), |(moves, time)| (Some(moves), time));
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let moves = moves.map(str::parse).transpose().map_err(|_| invalid())?;
        let control = Self {
            moves,
            base: seconds(base).ok_or_else(invalid)?,
            increment: seconds(increment).ok_or_else(invalid)?,
        };
        if moves == Some(0) || control.base.is_zero() { Err(invalid()) } else { Ok(control) }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl Limit {
    /// Returns whether the limit is a time. Games on the same core then take time from each other.
    fn is_time(self) -> bool {
        matches!(self, Self::Clock(_) | Self::MoveTime(_))
    }

    /// Returns a warning if `games` concurrent games on `cores` cores make the clocks unfair.
    fn oversubscription(self, games: usize, cores: usize) -> Option<String> {
        (self.is_time() && games > cores).then(|| {
            let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
            format!("{games} games at once on {cores}: clocks will not be fair")
        })
    }

    /// Warns the user if `games` concurrent games make the clocks unfair on this machine.
    pub fn warn_if_oversubscribed(self, games: usize) {
        let cores = thread::available_parallelism().map_or(usize::MAX, usize::from);
        if let Some(warning) = self.oversubscription(games, cores) {
            complain(&warning);
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(control) => control.fmt(f),
            Self::MoveTime(time) => write!(f, "{} a move", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// The limits of one search. All limits that are given apply.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct SearchLimits {
    /// The clocks.
    pub clock: Option<Clock>,
    /// Time of the search.
    pub movetime: Option<Duration>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

/// The clocks before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time control.
    pub control: TimeControl,
    /// Remaining time of each player.
    pub left: ByColor<Duration>,
    /// Number of moves until the next period; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Formats the limits as the UCI command `go`.
impl fmt::Display for SearchLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if let Some(Clock { control, left, moves_to_go }) = self.clock {
            let [white, black] = [left.white, left.black].map(|left| left.as_millis().max(1));
            write!(f, " wtime {white} btime {black}")?;
            let increment = control.increment.as_millis();
            if increment > 0 {
                write!(f, " winc {increment} binc {increment}")?;
            }
            if let Some(moves) = moves_to_go {
                write!(f, " movestogo {moves}")?;
            }
        }
        if let Some(time) = self.movetime {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        Ok(())
    }
}

/// The clocks of both players.
#[derive(Clone, Debug)]
pub struct Clocks {
    limit: Limit,
    margin: Duration,
    left: ByColor<Duration>,
    /// Number of moves made by each player.
    moves_made: ByColor<u32>,
}

impl Clocks {
    /// Creates the clocks at the start of a game.
    pub fn new(limit: Limit, margin: Duration) -> Self {
        let left = if let Limit::Clock(control) = limit { control.base } else { Duration::ZERO };
        Self { limit, margin, left: ByColor { white: left, black: left }, moves_made: ByColor::default() }
    }

    /// Counts a book move of the player of `color`. Engines that count moves themselves count book moves as well.
    pub fn count_move(&mut self, color: Color) {
        self.moves_made[color] += 1;
    }

    /// Returns the limits of the next search of the player of `color`.
    pub fn limits(&self, color: Color) -> SearchLimits {
        let none = SearchLimits::default();
        match self.limit {
            Limit::MoveTime(time) => SearchLimits { movetime: Some(time), ..none },
            Limit::Nodes(nodes) => SearchLimits { nodes: Some(nodes), ..none },
            Limit::Depth(depth) => SearchLimits { depth: Some(depth), ..none },
            Limit::Clock(control) => {
                let moves_to_go = control.moves.map(|moves| moves - self.moves_made[color] % moves);
                SearchLimits { clock: Some(Clock { control, left: self.left, moves_to_go }), ..none }
            }
        }
    }

    /// Returns the time limit of the player of `color`, including the margin; `None` without a clock.
    pub fn time_limit(&self, color: Color) -> Option<Duration> {
        match self.limit {
            Limit::Clock(_) => Some(self.left[color] + self.margin),
            Limit::MoveTime(time) => Some(time + self.margin),
            Limit::Nodes(_) | Limit::Depth(_) => None,
        }
    }

    /// Counts a move of the player of `color` that took `elapsed`; false if the player has lost on time.
    #[must_use]
    pub fn spend(&mut self, color: Color, elapsed: Duration) -> bool {
        if self.time_limit(color).is_some_and(|time_limit| elapsed > time_limit) {
            return false;
        }
        self.moves_made[color] += 1;
        if let Limit::Clock(control) = self.limit {
            let left = &mut self.left[color];
            *left = left.saturating_sub(elapsed) + control.increment;
            if control.moves.is_some_and(|moves| self.moves_made[color].is_multiple_of(moves)) {
                *left += control.base;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: Duration = Duration::from_millis(50);

    impl Clocks {
        fn go(&self, color: Color) -> String {
            self.limits(color).to_string()
        }
    }

    fn clocks(text: &str) -> Clocks {
        Clocks::new(Limit::Clock(text.parse().unwrap()), MARGIN)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["8+0.08", "40/60", "40/60+0.6", "0.5"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "+", "x", "8+", "0", "0/60", "-1", "1e99", "nan", "8+-1", "40/", "-3/60", "8+0.08x"] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.contains(&quote(text)), "{error}");
        }
    }

    #[test]
    fn a_clock_counts_down_and_up() {
        let mut clocks = clocks("8+0.08");
        assert_eq!(clocks.go(Color::White), "go wtime 8000 btime 8000 winc 80 binc 80");
        assert!(clocks.spend(Color::White, Duration::from_secs(1)));
        assert_eq!(clocks.go(Color::Black), "go wtime 7080 btime 8000 winc 80 binc 80");
        assert!(clocks.spend(Color::Black, Duration::from_millis(8040)), "inside the margin");
        assert_eq!(clocks.go(Color::White), "go wtime 7080 btime 80 winc 80 binc 80");
        assert!(!clocks.spend(Color::Black, Duration::from_millis(131)));
    }

    #[test]
    fn time_is_added_after_the_moves_it_is_for() {
        let mut clocks = clocks("2/1");
        assert_eq!(clocks.go(Color::White), "go wtime 1000 btime 1000 movestogo 2");
        assert!(clocks.spend(Color::White, Duration::from_millis(400)));
        assert_eq!(clocks.go(Color::White), "go wtime 600 btime 1000 movestogo 1");
        assert!(clocks.spend(Color::White, Duration::from_millis(100)));
        assert_eq!(clocks.go(Color::White), "go wtime 1500 btime 1000 movestogo 2");
    }

    #[test]
    fn moves_of_the_opening_count_and_take_no_time() {
        let mut clocks = clocks("40/60");
        for color in [Color::White, Color::Black, Color::White] {
            clocks.count_move(color);
        }
        assert_eq!(clocks.go(Color::Black), "go wtime 60000 btime 60000 movestogo 39");
        assert_eq!(clocks.go(Color::White), "go wtime 60000 btime 60000 movestogo 38");
    }

    #[test]
    fn all_limits_of_a_search_are_in_the_command() {
        let limits = SearchLimits {
            movetime: Some(Duration::from_millis(250)),
            nodes: Some(7),
            depth: Some(9),
            ..SearchLimits::default()
        };
        assert_eq!(limits.to_string(), "go movetime 250 nodes 7 depth 9");
    }

    #[test]
    fn nodes_and_depth_have_no_clock() {
        let mut clocks = Clocks::new(Limit::Nodes(500), MARGIN);
        assert_eq!((clocks.go(Color::Black), clocks.time_limit(Color::Black)), ("go nodes 500".to_owned(), None));
        assert!(clocks.spend(Color::Black, Duration::from_secs(1000)));
        let time_limit = Clocks::new(Limit::MoveTime(Duration::from_millis(100)), MARGIN).time_limit(Color::White);
        assert_eq!(time_limit, Some(Duration::from_millis(150)));
    }

    #[test]
    fn too_many_games_for_the_cores_are_warned_of_only_with_a_clock() {
        let second = Duration::from_secs(1);
        let clock = Limit::Clock(TimeControl { moves: None, base: second, increment: Duration::ZERO });
        for limit in [clock, Limit::MoveTime(second)] {
            let warning = limit.oversubscription(3, 2);
            assert_eq!(warning.as_deref(), Some("3 games at once on 2 cores: clocks will not be fair"));
            assert!(limit.oversubscription(2, 1).is_some_and(|warning| warning.contains("1 core:")));
            assert_eq!(limit.oversubscription(2, 2), None);
        }
        for limit in [Limit::Nodes(100), Limit::Depth(1)] {
            assert_eq!(limit.oversubscription(9, 1), None);
        }
    }
}
