//! The verdict of the search on the positions and moves of a game.

use std::sync::atomic::{AtomicBool, Ordering};

use oxide88::position::Position;
use oxide88::search::{Bound, Limits, Report, Searcher};
use oxide88::types::value::{DRAW, is_proven, mated_in, readable};
use oxide88::types::{Move, Value};

use crate::interrupt::search_until;
use crate::pgn::Game;

/// The verdict on a position.
pub struct Judgment {
    /// The value as text, from White's point of view.
    pub value: String,
    /// White's winning chances, -100 to 100.
    pub chances: f64,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// Searches every position of a game, including the last; `None` if `stop` was set meanwhile. `progress` is called
/// after each.
pub fn judge(
    game: &Game,
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(),
) -> Option<Vec<Judgment>> {
    searcher.new_game();
    let mut position = game.start.clone();
    let mut judgments = vec![judge_position(&position, searcher, limits, stop)];
    for mv in game.moves() {
        progress();
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        position.make(mv);
        judgments.push(judge_position(&position, searcher, limits, stop));
    }
    progress();
    (!stop.load(Ordering::Relaxed)).then_some(judgments)
}

/// Searches a position, unless `stop` is set meanwhile.
fn judge_position(position: &Position, searcher: &mut Searcher, limits: &Limits, stop: &AtomicBool) -> Judgment {
    let (mut value, mut line) = (DRAW, Vec::new());
    if position.legal_moves().is_empty() {
        value = if position.in_check() { mated_in(0) } else { DRAW };
    } else if !position.is_draw(0) {
        let mut note = |report: &Report| {
            if let Report::Pv(found) = report
                && found.bound == Bound::Exact
            {
                (value, line) = (found.value, found.pv.clone());
            }
        };
        search_until(stop, |control| searcher.go(position, limits, control, &mut note));
    }
    let us = position.side_to_move();
    Judgment { value: readable(value, us), chances: chances(value * us.sign()), line }
}

/// Winning chances of a value, -100 to 100, by the formula of lichess: a logistic curve fitted to games of people.
fn chances(value: Value) -> f64 {
    const STEEPNESS: f64 = 0.003_682_08;
    if is_proven(value) {
        return 100.0 * f64::from(value.signum());
    }
    100.0 * (2.0 / (1.0 + (-STEEPNESS * f64::from(value)).exp()) - 1.0)
}

/// The numeric annotation glyph of a move by the rules of lichess: 6 for an inaccuracy (?!), 2 for a mistake (?), 4 for
/// a blunder (??). `before` and `after` are the mover's winning chances. A mate that the move misses or lets happen
/// counts less if the value is clear without it; in the length of a mate there is no mistake.
pub fn verdict(before: f64, after: f64) -> Option<u8> {
    let (wins, loses) = (before >= 100.0, after <= -100.0);
    let without_mate = match (wins, loses) {
        (true, false) if after < 100.0 => after,
        (true, true) => 0.0,
        (false, true) if before > -100.0 => -before,
        _ if before.abs() >= 100.0 || after.abs() >= 100.0 => return None,
        _ => return mark(before - after),
    };
    Some(match without_mate {
        value if value > chances(999) => 6,
        value if value > chances(700) => 2,
        _ => 4,
    })
}

/// The glyph of a move that loses this much of the winning chances.
fn mark(loss: f64) -> Option<u8> {
    match loss {
        30.0.. => Some(4),
        20.0.. => Some(2),
        10.0.. => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxide88::types::value::mate_in;

    #[test]
    fn chances_follow_the_curve_of_lichess() {
        // 2 / (1 + exp(-0.368208)) - 1 at one pawn.
        for (value, expected) in
            [(0, 0.0), (100, 18.204), (-100, -18.204), (1000, 95.088), (mate_in(5), 100.0), (mated_in(2), -100.0)]
        {
            assert!((chances(value) - expected).abs() < 0.01, "{value}: {}", chances(value));
        }
    }

    #[test]
    fn marks_begin_at_ten_twenty_and_thirty() {
        for (loss, expected) in
            [(-50.0, 0), (9.9, 0), (10.0, 6), (19.9, 6), (20.0, 2), (29.9, 2), (30.0, 4), (199.0, 4)]
        {
            assert_eq!(verdict(loss / 2.0, -loss / 2.0).unwrap_or(0), expected, "{loss}");
        }
    }

    #[test]
    fn a_mate_missed_or_let_happen_counts_less_in_a_clear_position() {
        let (wins, loses) = (mate_in(5), mated_in(4));
        for (before, after, expected) in [
            (wins, 1000, 6),
            (wins, 999, 2),
            (wins, 701, 2),
            (wins, 700, 4),
            (wins, loses, 4),
            (-1000, loses, 6),
            (-999, loses, 2),
            (-701, loses, 2),
            (-700, loses, 4),
            (300, loses, 4),
            (wins, mate_in(31), 0),
            (mated_in(20), loses, 0),
            (0, wins, 0),
            (loses, 0, 0),
            (loses, wins, 0),
        ] {
            assert_eq!(verdict(chances(before), chances(after)).unwrap_or(0), expected, "{before} {after}");
        }
    }
}
