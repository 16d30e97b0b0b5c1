//! Aspiration windows: the root is searched with a narrow window around the value of the iteration before. Where the
//! value lies outside, the window widens on its side, by more each time, and the root is searched again.

use super::entry::Bound;
use super::params;
use crate::types::value::INFINITE;
use crate::types::{Depth, Move, Value};

/// An aspiration window of the root.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: Value,
    pub beta: Value,
    /// Next increase of its width.
    width: Value,
    /// Consecutive fail highs, at most three.
    pub fail_highs: Depth,
    /// The move to search first.
    pub guess: Option<Move>,
}

impl Window {
    /// The first window of an iteration, centered on the value of the previous one.
    pub fn around(center: Value, depth: Depth, guess: Option<Move>) -> Self {
        let width = params::aspiration_width();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_depth() {
            (alpha, beta) = ((center - width).max(-INFINITE), (center + width).min(INFINITE));
        }
        Self { alpha, beta, width, fail_highs: 0, guess }
    }

    /// The bound of a root value. A fail-hard search tells on which side of the window the value lies, not how far.
    pub fn bound(&self, value: Value) -> Bound {
        Bound::of(value, self.alpha, self.beta)
    }

    /// Widens the window on the side of the value. After a fail low the value is unlikely to be in the upper half, so
    /// that is left out; after a fail high `mv` is searched first.
    pub fn widen(&mut self, bound: Bound, mv: Option<Move>) {
        if bound == Bound::Alpha {
            self.beta = i32::midpoint(self.alpha, self.beta);
            self.alpha = (self.alpha - self.width).max(-INFINITE);
            self.fail_highs = 0;
        } else {
            self.beta = (self.beta + self.width).min(INFINITE);
            self.fail_highs = (self.fail_highs + 1).min(3);
            self.guess = mv.or(self.guess);
        }
        self.width += self.width * params::aspiration_growth() / 100;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn a_window_widens_on_the_side_of_the_value_and_loses_its_upper_half_after_a_fail_low() {
        let width = params::aspiration_width();
        let mut window = Window::around(100, params::aspiration_depth(), None);
        assert_eq!((window.alpha, window.beta), (100 - width, 100 + width));
        window.widen(Bound::Alpha, None);
        assert_eq!((window.alpha, window.beta), (100 - 2 * width, 100));
        let wider = window.width;
        assert!(wider > width);
        window.widen(Bound::Beta, None);
        assert_eq!((window.alpha, window.beta), (100 - 2 * width, 100 + wider));
    }

    #[test]
    fn the_move_that_failed_high_last_is_searched_first() {
        let [one, two] = [1, 2].map(|to| Move::new(Square::from64(0), Square::from64(to), MoveKind::Quiet));
        let mut window = Window::around(0, params::aspiration_depth(), Some(one));
        for (bound, mv, expected, fail_highs) in [
            (Bound::Beta, Some(two), two, 1),
            (Bound::Beta, None, two, 2),
            (Bound::Beta, Some(one), one, 3),
            (Bound::Beta, Some(one), one, 3),
            (Bound::Alpha, None, one, 0),
        ] {
            window.widen(bound, mv);
            assert_eq!((window.guess, window.fail_highs), (Some(expected), fail_highs));
        }
    }
}
