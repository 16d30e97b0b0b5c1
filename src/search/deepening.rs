//! Iterative deepening: depth 1, 2, 3 ... until a limit says stop. Each iteration orders the moves of the next through the
//! transposition table, and its value is the center of the next one's aspiration window. With MultiPV the best line is
//! found first, then the best without its first move, and so on.

use super::negamax::Root;
use super::params;
use super::report::{Line, Report};
use super::time::Clarity;
use super::tt::Bound;
use super::worker::{Variation, Worker};
use crate::types::value::{INFINITE, moves_to_mate};
use crate::types::{Depth, MAX_PLY, Move, Value};

/// A fall of the value is measured over so many iterations.
const DROP_OVER: usize = 3;

/// Bounds are reported only after this long, when someone may be waiting for news.
const BOUNDS_AFTER_MILLIS: u128 = 1000;

/// A line found at the root.
#[derive(Clone, Default)]
pub(super) struct RootLine {
    pub value: Value,
    pub pv: Variation,
}

/// What iterative deepening found.
#[derive(Clone, Default)]
pub(super) struct Found {
    /// Best first.
    pub lines: Vec<RootLine>,
    /// The last finished depth.
    pub depth: Depth,
}

impl Found {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }
}

impl Worker<'_> {
    /// Searches until a limit is reached. The root has legal moves.
    pub fn deepen(&mut self) -> Found {
        let limits = self.shared.limits;
        let line_count = self.shared.multipv.min(self.shared.root_moves.len());
        let mut found = Found { lines: vec![RootLine::default(); line_count], depth: 0 };
        let mut stable_for = 0;
        let mut values = Vec::new();
        let last_depth = limits.depth.unwrap_or(Depth::MAX).min(MAX_PLY as Depth);
        let mut depth = 1;
        while depth <= last_depth {
            self.root_depth = depth;
            self.seldepth = 0;
            let previous_best = found.best();
            self.iterate(depth, &mut found);
            if self.is_over {
                break;
            }
            if self.stopped {
                self.stopped = false;
                self.shared.relay.take_over(&mut found);
            } else {
                found.depth = depth;
                self.shared.relay.hand_in(&found);
            }
            self.report_found(found.depth, &found.lines);
            depth = found.depth + 1;
            stable_for = if found.best() == previous_best { stable_for + 1 } else { 0 };
            values.push(found.lines[0].value);
            let earlier = values[values.len().saturating_sub(1 + DROP_OVER)];
            let clarity =
                Clarity { stable_for, drop: earlier - found.lines[0].value, effort: self.effort_of(found.best()) };
            if self.is_main() && self.is_enough(&found, clarity) {
                break;
            }
        }
        found
    }

    /// One iteration: each of the lines asked for.
    fn iterate(&mut self, depth: Depth, found: &mut Found) {
        self.excluded.clear();
        for index in 0..found.lines.len() {
            // The first move of the line's last result, unless a better line has taken it.
            let guesses = found.lines[index..].iter().filter_map(|line| line.pv.first().copied());
            self.root_guess = guesses.into_iter().find(|guess| !self.excluded.contains(guess));
            let center = found.lines[index].value;
            let line = self.aspirate(depth, index, center);
            if let Some(line) = line {
                self.excluded.extend(line.pv.first());
                found.lines[index] = line;
            }
            if self.stopped {
                break;
            }
        }
        // A later line may have turned out better.
        let searched = self.excluded.len();
        found.lines[..searched].sort_by_key(|line| -line.value);
        if self.is_over && searched > 0 {
            self.report_found(depth, &found.lines[..1]);
        }
    }

    fn report_found(&mut self, depth: Depth, lines: &[RootLine]) {
        for (index, line) in lines.iter().enumerate() {
            self.report_line(depth, index, line.value, Bound::Exact, &line.pv);
        }
    }

    /// Searches one line with a window around `center` that widens on the side where it fails. When stopped, gives the
    /// line only if a better move than the first had already been proven.
    fn aspirate(&mut self, depth: Depth, index: usize, center: Value) -> Option<RootLine> {
        let mut width = params::aspiration_width();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_depth() {
            (alpha, beta) = ((center - width).max(-INFINITE), (center + width).min(INFINITE));
        }
        let mut fail_highs = 0;
        loop {
            let searched = (depth - fail_highs * params::aspiration_reduction()).max(1);
            let value = self.negamax::<Root>(alpha, beta, searched, 0, false);
            if self.stopped {
                let pv = self.pv[0].clone();
                return (!pv.is_empty()).then_some(RootLine { value, pv });
            }
            if value > alpha && value < beta {
                return Some(RootLine { value, pv: self.pv[0].clone() });
            }
            // Fail-hard says only on which side the value lies, not how far.
            let bound = if value <= alpha { Bound::Alpha } else { Bound::Beta };
            if self.shared.time.elapsed().as_millis() >= BOUNDS_AFTER_MILLIS {
                let pv = self.pv[0].clone();
                self.report_line(depth, index, value, bound, &pv);
            }
            if bound == Bound::Alpha {
                alpha = (alpha - width).max(-INFINITE);
                fail_highs = 0;
            } else {
                fail_highs = (fail_highs + 1).min(3);
                self.root_guess = self.pv[0].first().copied().or(self.root_guess);
                beta = (beta + width).min(INFINITE);
            }
            width += width * params::aspiration_growth() / 100;
        }
    }

    /// The share of a root move in all nodes of this thread, 0 to 1.
    fn effort_of(&self, mv: Option<Move>) -> f64 {
        let index = self.shared.root_moves.iter().position(|&root_move| Some(root_move) == mv);
        index.map_or(0.0, |index| self.effort[index] as f64 / self.nodes.max(1) as f64)
    }

    /// Whether the answer will do.
    fn is_enough(&self, found: &Found, clarity: Clarity) -> bool {
        let shared = self.shared;
        let mate_found = shared.limits.mate.is_some_and(|wanted| {
            moves_to_mate(found.lines[0].value).is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= wanted)
        });
        let forced = shared.limits.clock.is_some() && shared.root_moves.len() == 1 && found.depth >= FORCED_DEPTH;
        let late = shared.time.is_late(clarity) || forced;
        mate_found || late && !shared.control.is_pondering()
    }

    fn report_line(&mut self, depth: Depth, index: usize, value: Value, bound: Bound, pv: &[Move]) {
        let line = Line {
            depth,
            seldepth: self.seldepth.max(1),
            multipv: index + 1,
            value,
            bound,
            nodes: self.total_nodes(),
            time: self.shared.time.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: pv.to_vec(),
        };
        if let Some(report) = &mut self.report {
            report(&Report::Line(line));
        }
    }
}

/// With a single legal move and a clock this depth is enough to have a reply to ponder on.
const FORCED_DEPTH: Depth = 6;
