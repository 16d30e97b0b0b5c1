//! Mate scores of searches in the positions of a suite.

use std::path::Path;

use oxide88::position::Position;
use oxide88::search::{Bound, Control, Limits, PvInfo, Report, Searcher};
use oxide88::types::Move;
use oxide88::types::value::is_mate;

use super::{on_all_cores, text};

/// Reads every `step`-th position of a suite: the first four fields of the line, with move counters 0 and 1.
pub fn positions(suite: &Path, step: usize) -> Vec<Position> {
    let position = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        Position::from_fen(&format!("{} 0 1", fields.join(" "))).expect("a position")
    };
    text(suite).lines().step_by(step).filter(|line| !line.trim().is_empty()).map(position).collect()
}

/// Searches `nodes` nodes; returns all reported lines with an exact mate score, and the best move.
pub fn mates_claimed(searcher: &mut Searcher, position: &Position, nodes: u64) -> (Vec<PvInfo>, Option<Move>) {
    let mut claims = Vec::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let outcome = searcher.go(position, &limits, &Control::default(), &mut |report| {
        if let Report::Pv(line) = report
            && line.bound == Bound::Exact
            && is_mate(line.value)
        {
            claims.push(line.clone());
        }
    });
    (claims, outcome.best)
}

/// Creates a searcher with a small table.
pub fn searcher() -> Searcher {
    Searcher::with_hash(1).expect("a table")
}

/// Checks in searches of `nodes` nodes that every line with a mate score reaches the mate; returns the number of
/// positions with such a line.
pub fn check_lines(positions: &[Position], nodes: u64) -> usize {
    let claimed = on_all_cores(positions.len(), |index| {
        let position = &positions[index];
        let (claims, _) = mates_claimed(&mut searcher(), position, nodes);
        for line in &claims {
            assert!(!line.is_cut_short(position), "{}: {} by {:?}", position.fen(), line.value, line.pv);
        }
        usize::from(!claims.is_empty())
    });
    claimed.iter().sum()
}
