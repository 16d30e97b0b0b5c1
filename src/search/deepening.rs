//! Iterative deepening: the root is searched to depth 1, 2, 3 ... until a limit is reached. Each iteration fills the
//! transposition table with the moves that order the next one, and its value is the center of the next aspiration
//! window. With MultiPV the best line is found first, then the best line without its first move, and so on.

use std::sync::atomic::Ordering;

use super::aspiration::Window;
use super::entry::Bound;
use super::mate::{MateResult, MateSearch};
use super::node::{Plain, Root};
use super::params;
use super::picker::MovePicker;
use super::report::{PvInfo, Report};
use super::root::RootMoves;
use super::tablebase::Probe;
use super::time::TimeFactors;
use super::worker::{Variation, Worker};
use crate::types::value::{is_mate, is_proven, mate_in, moves_to_mate};
use crate::types::{Depth, MAX_PLY, Move, Value};

/// Iterations over which a drop of the value is measured.
const DROP_OVER: usize = 3;

/// Time in milliseconds before fail highs and fail lows at the root are reported.
const BOUNDS_AFTER_MILLIS: u128 = 1000;

/// A line found at the root.
#[derive(Clone)]
pub(super) struct RootLine {
    pub value: Value,
    /// `Beta` for a line that failed high when the search ended.
    bound: Bound,
    /// Depth of the iteration that found it; 0 if the search ended within the first one.
    depth: Depth,
    pub pv: Variation,
}

impl RootLine {
    /// No line yet.
    const NONE: Self = Self { value: 0, bound: Bound::Exact, depth: 0, pv: Variation::new_const() };
}

/// Sorts the best line first: by tablebase rank, then by value.
fn sort(lines: &mut [RootLine], moves: &RootMoves) {
    lines.sort_by_key(|line| (-moves.rank(line.pv.first().copied()), -line.value));
}

/// The result of iterative deepening.
#[derive(Clone, Default)]
pub(super) struct Found {
    /// Lines, best first.
    pub lines: Vec<RootLine>,
    /// Depth of the last finished iteration.
    pub depth: Depth,
}

impl Found {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// The value of the best line.
    pub fn value(&self) -> Value {
        self.lines.first().map_or(0, |line| line.value)
    }

    /// One line of one move, for tests.
    #[cfg(test)]
    pub fn of(mv: Move, value: Value, depth: Depth) -> Self {
        Self { lines: vec![RootLine { value, bound: Bound::Exact, depth, pv: [mv].into_iter().collect() }], depth }
    }
}

/// The progress of iterative deepening, and the next window.
pub(super) struct RootIteration {
    /// Lines before `index` are from this iteration, the others from the previous one.
    pub found: Found,
    /// Index of the line being searched (MultiPV), from 0.
    index: usize,
    window: Window,
    /// The line that failed high in an earlier window.
    proven: Option<RootLine>,
}

impl RootIteration {
    /// The start of a search for `line_count` lines.
    pub fn new(line_count: usize) -> Self {
        let found = Found { lines: vec![RootLine::NONE; line_count], depth: 0 };
        Self { found, index: 0, window: Window::around(0, 1, None), proven: None }
    }

    /// Depth of the current iteration.
    fn depth(&self) -> Depth {
        self.found.depth + 1
    }

    /// First moves of the lines found in this iteration, which the next line must not start with.
    fn excluded(&self) -> impl Iterator<Item = Move> {
        self.found.lines[..self.index].iter().filter_map(|line| line.pv.first().copied())
    }

    /// Continues after the search of a window.
    fn advance(&mut self, value: Value, pv: &Variation, moves: &RootMoves) {
        let bound = self.window.bound(value);
        let line = RootLine { value, bound, depth: self.depth(), pv: pv.clone() };
        if bound != Bound::Exact {
            self.window.widen(bound, pv.first().copied());
            self.proven = Some(line).filter(|line| !line.pv.is_empty());
            return;
        }
        self.proven = None;
        self.place(line);
        if self.index == self.found.lines.len() {
            // A later line may have a higher value.
            sort(&mut self.found.lines, moves);
            self.found.depth += 1;
            self.index = 0;
        }
        let next = &self.found.lines[self.index];
        self.window = Window::around(next.value, self.depth(), next.pv.first().copied());
    }

    /// Puts a line of this iteration behind the others. It replaces the previous line of its move, or the worst one if
    /// its move had none, so that no move has two lines.
    fn place(&mut self, line: RootLine) {
        let rest = &mut self.found.lines[self.index..];
        let replaced = rest.iter().position(|other| other.pv.first() == line.pv.first()).unwrap_or(rest.len() - 1);
        rest[..=replaced].rotate_right(1);
        rest[0] = line;
        self.index += 1;
    }

    /// The result of a search that stops within an iteration, and the number of lines found in this iteration. The line
    /// of the last window counts if a move raised alpha; otherwise the line that failed high before. In the first
    /// iteration it has no depth yet: it counts only where no line is complete.
    fn break_off(mut self, value: Value, pv: &Variation, moves: &RootMoves) -> (Found, usize) {
        let (is_first, has_lines) = (self.found.depth == 0, self.index > 0);
        let depth = if is_first { 0 } else { self.depth() };
        let last = RootLine { value, bound: self.window.bound(value), depth, pv: pv.clone() };
        let proven = self.proven.take().map(|line| RootLine { depth, ..line });
        let last = Some(last).filter(|line| !line.pv.is_empty()).or(proven);
        if let Some(line) = last
            && !(is_first && has_lines)
        {
            self.place(line);
        }
        sort(&mut self.found.lines[..self.index], moves);
        (self.found, self.index)
    }
}

impl Worker<'_> {
    /// Runs iterative deepening until there is an answer; the main thread ends the search of the others.
    pub fn run(&mut self) -> Found {
        let found = self.deepen();
        self.flush_nodes();
        if self.is_main() {
            self.shared.is_over.store(true, Ordering::Relaxed);
        }
        found
    }

    /// Searches until a limit is reached. The root has legal moves.
    pub fn deepen(&mut self) -> Found {
        let limits = self.shared.limits;
        let line_count = self.shared.multipv.min(self.shared.root_moves.len());
        // The other threads search until the main thread has its answer.
        let depth_limit = limits.depth.filter(|_| self.is_main()).unwrap_or(Depth::MAX);
        let last_depth = depth_limit.min(MAX_PLY as Depth);
        let mut iteration = RootIteration::new(line_count);
        let mut mate_search = self.new_mate_search();
        let (mut finished, mut best, mut stable_for) = (0, None, 0);
        let mut values = Vec::new();
        while iteration.depth() <= last_depth {
            let value = self.search_window(&iteration);
            if self.is_stopped() {
                let (mut found, mut news) = iteration.break_off(value, &self.pv[0], &self.shared.root_moves);
                if found.best().is_none() {
                    found.lines[0] = self.unsearched_line();
                    news = 1;
                }
                if news > 0 {
                    self.report_found(&found.lines);
                }
                return found;
            }
            self.report_bound(&iteration, value);
            iteration.advance(value, &self.pv[0], &self.shared.root_moves);
            let found = &iteration.found;
            if found.depth == finished {
                continue;
            }
            self.report_found(&found.lines);
            stable_for = if found.best() == best { stable_for + 1 } else { 0 };
            (finished, best) = (found.depth, found.best());
            values.push(found.value());
            let earlier = values[values.len().saturating_sub(1 + DROP_OVER)];
            let factors =
                TimeFactors { stable_for, drop: earlier - found.value(), effort: self.effort_of(found.best()) };
            if self.is_main() && self.is_enough(found, factors) {
                break;
            }
            if let Some(search) = &mut mate_search {
                // The mate search gets as many nodes as the ordinary one, so neither costs more than a factor of two.
                let nodes = (self.nodes() - search.nodes()).max(LEAST_MATE_NODES);
                if self.search_mate(search, nodes, &mut iteration.found) {
                    return iteration.found;
                }
            }
        }
        if let Some(search) = &mut mate_search
            && limits.depth.is_none()
        {
            // All depths are searched, or a mate is found that may not be the shortest.
            self.search_mate(search, u64::MAX, &mut iteration.found);
        }
        iteration.found
    }

    /// Creates the mate search if `go mate` asks for one.
    fn new_mate_search(&self) -> Option<MateSearch> {
        let shared = self.shared;
        let moves = shared.limits.mate.filter(|_| self.is_main() && shared.skill.is_none())?;
        Some(MateSearch::new(&self.position, moves, shared.table.len() / MATE_TABLE_SHARE))
    }

    /// Continues the mate search up to a total of `nodes` nodes. Returns true if it has an answer; a mate becomes the
    /// best line.
    fn search_mate(&mut self, search: &mut MateSearch, nodes: u64, found: &mut Found) -> bool {
        match search.advance(self, nodes) {
            MateResult::Mate(pv) => {
                let depth = pv.len() as Depth;
                found.lines = vec![RootLine { value: mate_in(pv.len()), bound: Bound::Exact, depth, pv: *pv }];
                self.report_found(&found.lines);
                true
            }
            MateResult::NoMate => {
                if let Some(report) = &mut self.report {
                    report(&Report::NoMate { moves: search.most_moves() });
                }
                true
            }
            MateResult::Open => false,
        }
    }

    /// Searches the root with the window of an iteration.
    fn search_window(&mut self, iteration: &RootIteration) -> Value {
        let Window { alpha, beta, fail_highs, guess, .. } = iteration.window;
        if iteration.depth() != self.root.depth() {
            self.set_seldepth(0);
        }
        self.root.begin(iteration.depth(), guess, iteration.excluded(), &self.shared.root_moves);
        let depth = (iteration.depth() - fail_highs * params::aspiration_reduction()).max(1) + self.depth_offset();
        if self.shared.switches.selective {
            self.negamax::<Root>(alpha, beta, depth, 0, false)
        } else {
            self.negamax::<Plain<Root>>(alpha, beta, depth, 0, false)
        }
    }

    /// The answer of a search that stops before any root move has a value: the first move of the move order, with the
    /// static evaluation.
    fn unsearched_line(&mut self) -> RootLine {
        let tt_move = self.probe(self.position.key()).and_then(|entry| entry.mv);
        let mut picker = MovePicker::new(tt_move, [None; 2], None, self.stack.prior_moves(0));
        let first = self.next_move::<Root>(&mut picker, None);
        RootLine { value: self.evaluate(), bound: Bound::Exact, depth: 0, pv: first.into_iter().collect() }
    }

    /// Reports lines, best first; each with the depth of the iteration that found it, if one did.
    pub fn report_found(&mut self, lines: &[RootLine]) {
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.pv.is_empty()) {
            self.report_line(line.depth, index, line.value, line.bound, &line.pv);
        }
    }

    /// Repeats the lines at the end of a search, unless the last report was of as many nodes. With several lines all
    /// are repeated: wrappers read the last ones together.
    pub fn report_totals(&mut self, found: &Found) {
        let (nodes, seldepth) = self.reported().unwrap_or_default();
        if nodes != self.total_nodes() {
            // The iteration of the line had this selective depth, whatever the unfinished one has.
            self.set_seldepth(seldepth);
            self.report_found(&found.lines);
        }
    }

    /// Reports a fail high or fail low once the search has taken some time.
    fn report_bound(&mut self, iteration: &RootIteration, value: Value) {
        let bound = iteration.window.bound(value);
        if bound != Bound::Exact && self.shared.time.elapsed().as_millis() >= BOUNDS_AFTER_MILLIS {
            // After a fail low no move has raised alpha: the line of the previous iteration stands.
            let last = &iteration.found.lines[iteration.index].pv;
            let pv = if bound == Bound::Alpha { last.clone() } else { self.pv[0].clone() };
            self.report_line(iteration.depth(), iteration.index, value, bound, &pv);
        }
    }

    /// The share of a root move in this thread's nodes, 0 to 1.
    fn effort_of(&self, mv: Option<Move>) -> f64 {
        let index = mv.and_then(|mv| self.shared.root_moves.index(mv));
        index.map_or(0.0, |index| self.root.share_of(index))
    }

    /// Returns true if the search can stop after a finished iteration.
    fn is_enough(&mut self, found: &Found, factors: TimeFactors) -> bool {
        let shared = self.shared;
        let mate_found = shared.limits.mate.is_some_and(|wanted| {
            moves_to_mate(found.value()).is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= wanted)
        });
        let forced = shared.root_moves.len() == 1 && found.depth >= FORCED_DEPTH;
        let mate = moves_to_mate(found.value());
        let decided = mate.is_some_and(|moves| found.depth >= 2 * moves.abs() + MATE_DEPTH);
        let is_late = shared.time.is_past_soft_limit(factors) || shared.limits.clock.is_some() && (forced || decided);
        self.set_late(is_late);
        mate_found || is_late && !shared.control.is_pondering()
    }

    fn report_line(&mut self, depth: Depth, index: usize, mut value: Value, mut bound: Bound, pv: &[Move]) {
        if !self.is_main() {
            return;
        }
        // A tablebase result is better than any value but a mate.
        let known = self.shared.root_moves.value(pv.first().copied()).filter(|_| !is_mate(value));
        if let Some(known) = known {
            (value, bound) = (known, Bound::Exact);
        }
        let is_draw = known.is_some_and(|value| !is_proven(value))
            || self.position.is_material_draw()
            || self.position.is_fifty_move_draw();
        let line = PvInfo {
            depth,
            seldepth: self.seldepth().max(1),
            multipv: index + 1,
            value,
            bound,
            is_draw,
            nodes: self.total_nodes(),
            time: self.shared.time.elapsed(),
            hashfull: self.shared.table.hashfull(),
            tablebase_hits: self.shared.tablebases.as_ref().map_or(0, Probe::hits),
            pv: pv.to_vec(),
        };
        self.note_report(line.nodes, line.seldepth);
        if let Some(report) = &mut self.report {
            report(&Report::Pv(line));
        }
    }
}

/// Depth at which a forced move on a clock is answered: enough for a ponder move.
const FORCED_DEPTH: Depth = 6;

/// Entries of the transposition table for each entry of the mate search's own table.
const MATE_TABLE_SHARE: usize = 4;

/// Minimum number of nodes of the mate search after the first iteration.
const LEAST_MATE_NODES: u64 = 10_000;

/// Plies beyond the length of a mate at which a search on a clock stops. Further iterations take almost no time where
/// all moves lead to mate, and would flood the reader with lines.
const MATE_DEPTH: Depth = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::types::value::INFINITE;

    /// Searches the given windows, each with its value and the move of its line, then stops. Returns the best move and
    /// whether it is new.
    fn broken_off_after(values: &[(Value, usize)]) -> (Option<Move>, bool) {
        let legal = Position::start().legal_moves();
        let moves = RootMoves::unranked(&legal);
        let mut iteration = RootIteration::new(1);
        while iteration.depth() < params::aspiration_depth() {
            iteration.advance(0, &[legal[0]].into_iter().collect(), &moves);
        }
        for &(value, number) in values {
            let Window { alpha, beta, .. } = iteration.window;
            let pv = legal.get(number).copied().into_iter().collect();
            iteration.advance(value.clamp(alpha, beta), &pv, &moves);
        }
        let (found, news) = iteration.break_off(0, &Variation::new(), &moves);
        assert!(found.lines[..news].iter().all(|line| line.depth == found.depth + 1));
        (found.best(), news > 0)
    }

    #[test]
    fn a_move_that_failed_high_is_the_answer_even_if_its_value_remains_unknown() {
        let moves = Position::start().legal_moves();
        let nothing = usize::MAX;
        assert_eq!(broken_off_after(&[]), (Some(moves[0]), false));
        assert_eq!(broken_off_after(&[(INFINITE, 3)]), (Some(moves[3]), true));
        assert_eq!(broken_off_after(&[(INFINITE, 3), (INFINITE, 5)]), (Some(moves[5]), true));
        assert_eq!(broken_off_after(&[(-INFINITE, nothing)]), (Some(moves[0]), false));
        assert_eq!(broken_off_after(&[(INFINITE, 3), (-INFINITE, nothing)]), (Some(moves[0]), false));
        // The next iteration starts with the move that the last one found.
        assert_eq!(broken_off_after(&[(INFINITE, 3), (30, 4)]), (Some(moves[4]), false));
    }
}
