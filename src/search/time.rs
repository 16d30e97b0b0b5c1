//! Time management. A clock sets two limits: after the soft limit no new iteration starts, at the hard limit the search
//! stops. The soft limit is scaled by what the search has seen: up while the best move changes, the value drops, or
//! other moves take much effort to refute; down when the decision is clear.

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};
use super::params;
use crate::types::Value;

/// Maximum number of moves among which the remaining time is divided.
const MOST_MOVES: u32 = 50;

/// Expected number of remaining moves after `game_ply` plies, in sudden death. It shrinks as the game goes on.
fn expected_moves(game_ply: u32) -> f64 {
    let passed = f64::from(params::time_moves_passed()) * f64::from(game_ply) / 100.0;
    (f64::from(params::time_moves()) - passed).max(f64::from(params::time_moves_least()))
}

/// A parameter given in percent, as a factor.
fn percent(parameter: i32) -> f64 {
    f64::from(parameter) / 100.0
}

/// Allocates the soft and the hard limit from a clock. The overhead is kept back twice: for this move, and for a
/// delayed move when only increments are left.
fn allocate(clock: Clock, game_ply: u32, overhead: Duration) -> (Duration, Duration) {
    let remaining = clock.remaining.saturating_sub(2 * overhead).max(Duration::from_millis(1));
    let moves = clock.moves_to_go.map_or(expected_moves(game_ply), |moves| f64::from(moves.clamp(1, MOST_MOVES)));
    let share = remaining.div_f64(moves) + clock.increment.mul_f64(percent(params::time_increment()));
    let most = remaining.mul_f64(if clock.moves_to_go.is_some_and(|moves| moves <= 1) { 0.9 } else { 0.6 });
    let bound = |percentage| share.mul_f64(percent(percentage)).min(most);
    (bound(params::time_soft()), bound(params::time_hard()))
}

/// Time limits of a search.
pub struct TimeManager {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

/// Factors that scale the soft limit after an iteration.
#[derive(Clone, Copy, Debug)]
pub struct TimeFactors {
    /// Consecutive iterations with the same best move.
    pub stable_for: u32,
    /// Drop of the value over the last iterations in centipawns; negative if it rose.
    pub drop: Value,
    /// The best move's share of the nodes, 0 to 1.
    pub effort: f64,
}

impl TimeFactors {
    /// The factor for the soft limit.
    fn scale(self) -> f64 {
        let agreed = percent(params::time_stable_step()) * f64::from(self.stable_for);
        let stability = (percent(params::time_unstable()) - agreed).max(percent(params::time_stable_least()));
        let drop = (1.0 + f64::from(self.drop) / f64::from(params::time_drop())).clamp(0.8, 1.6);
        let effort = (percent(params::time_effort()) - self.effort).clamp(0.6, 1.3);
        stability * drop * effort
    }
}

impl TimeManager {
    /// Creates the limits for a search that started at `start`, `game_ply` plies into the game. `overhead` is kept back
    /// for the transmission of the move.
    pub fn new(limits: &Limits, game_ply: u32, overhead: Duration, start: Instant) -> Self {
        let (soft, of_clock) = limits.clock.map(|clock| allocate(clock, game_ply, overhead)).unzip();
        // A fixed time per move is to be used up, but the GUI also measures the transmission.
        let of_move = limits.movetime.map(|movetime| movetime.saturating_sub(overhead.min(movetime / 2)));
        Self { start, soft, hard: of_clock.into_iter().chain(of_move).min() }
    }

    /// Time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns true at the hard limit.
    pub fn is_past_hard_limit(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Returns true past the soft limit.
    pub fn is_past_soft_limit(&self, factors: TimeFactors) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(factors.scale()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(remaining: u64, increment: u64, moves_to_go: Option<u32>, game_ply: u32) -> (Duration, Duration) {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let manager = TimeManager::new(&limits, game_ply, Duration::from_millis(30), Instant::now());
        (manager.soft.unwrap(), manager.hard.unwrap())
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for remaining in [1, 10, 40, 100, 1000, 60_000, 10_000_000] {
            for increment in [0, 10, 5000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    for game_ply in [0, 100, u32::MAX] {
                        let (soft, hard) = bounds(remaining, increment, moves_to_go, game_ply);
                        assert!(soft <= hard);
                        let left = Duration::from_millis(remaining.saturating_sub(60).max(1));
                        assert!(hard <= left, "{remaining} {increment} {moves_to_go:?} {game_ply}: {hard:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn moves_take_more_of_the_same_clock_later_in_a_game_unless_their_number_is_known() {
        let soft = |moves_to_go, game_ply| bounds(60_000, 0, moves_to_go, game_ply).0;
        assert!(soft(None, 0) < soft(None, 40) && soft(None, 40) < soft(None, 80));
        assert_eq!(soft(None, 1000), soft(None, u32::MAX));
        assert_eq!(soft(Some(10), 0), soft(Some(10), 80));
    }

    #[test]
    fn a_clear_decision_leaves_time_on_a_clock_that_the_increment_dominates() {
        for moves_to_go in [None, Some(1)] {
            let clock =
                Clock { remaining: Duration::from_millis(200), increment: Duration::from_secs(10), moves_to_go };
            let limits = Limits { clock: Some(clock), ..Limits::default() };
            let start = Instant::now().checked_sub(Duration::from_millis(100)).unwrap();
            let manager = TimeManager::new(&limits, 0, Duration::from_millis(30), start);
            assert_eq!(manager.soft, manager.hard);
            assert!(manager.is_past_soft_limit(CLEAR), "{moves_to_go:?}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_up_but_not_exceeded() {
        let limits = Limits { movetime: Some(Duration::from_secs(5)), ..Limits::default() };
        let manager = TimeManager::new(&limits, 0, Duration::from_millis(30), Instant::now());
        assert_eq!(manager.hard, Some(Duration::from_millis(4970)));
        assert!(!manager.is_past_soft_limit(CLEAR));
        // A time that the overhead would eat up is halved.
        let limits = Limits { movetime: Some(Duration::from_millis(40)), ..Limits::default() };
        let manager = TimeManager::new(&limits, 0, Duration::from_millis(30), Instant::now());
        assert_eq!(manager.hard, Some(Duration::from_millis(20)));
    }

    #[test]
    fn increments_and_the_last_move_before_a_time_control_allow_more() {
        let (soft, hard) = bounds(60_000, 0, None, 0);
        let (soft_with_increment, hard_with_increment) = bounds(60_000, 1000, None, 0);
        assert!(soft_with_increment > soft && hard_with_increment > hard);
        assert!(bounds(10_000, 0, Some(1), 0).1 > Duration::from_secs(8));
        assert!(bounds(10_000, 0, Some(2), 0).1 < Duration::from_secs(7));
    }

    #[test]
    fn of_a_clock_and_a_fixed_time_the_sooner_bound_counts() {
        let clock =
            |millis| Clock { remaining: Duration::from_millis(millis), increment: Duration::ZERO, moves_to_go: None };
        let manager = |millis| {
            let limits =
                Limits { clock: Some(clock(millis)), movetime: Some(Duration::from_secs(2)), ..Limits::default() };
            TimeManager::new(&limits, 0, Duration::from_millis(30), Instant::now())
        };
        assert_eq!((manager(300).soft, manager(300).hard), {
            let (soft, hard) = bounds(300, 0, None, 0);
            (Some(soft), Some(hard))
        });
        assert_eq!(manager(3_600_000).hard, Some(Duration::from_millis(1970)));
    }

    const CLEAR: TimeFactors = TimeFactors { stable_for: 20, drop: -50, effort: 0.95 };

    #[test]
    fn a_clear_decision_takes_less_time_than_a_hard_one() {
        let unclear = [
            TimeFactors { stable_for: 0, ..CLEAR },
            TimeFactors { drop: 100, ..CLEAR },
            TimeFactors { effort: 0.2, ..CLEAR },
        ];
        for harder in unclear {
            assert!(harder.scale() > CLEAR.scale() + 0.05, "{harder:?}");
        }
        assert!((0.3..0.5).contains(&CLEAR.scale()));
        assert!(TimeFactors { stable_for: 0, drop: 500, effort: 0.0 }.scale() < 4.0);
    }
}
