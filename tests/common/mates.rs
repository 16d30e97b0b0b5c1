//! Mates that a search claims, in the positions of a suite.

use std::path::Path;

use oxide88::position::Position;
use oxide88::search::{Bound, Control, Limits, PvInfo, Report, Searcher};
use oxide88::types::Move;
use oxide88::types::value::is_mate;

use super::{on_all_cores, text};

/// The positions of a suite: every `step`-th line up to its fourth blank; the clocks are then 0 and 1.
pub fn positions(suite: &Path, step: usize) -> Vec<Position> {
    let position = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        Position::from_fen(&format!("{} 0 1", fields.join(" "))).expect("a position")
    };
    text(suite).lines().step_by(step).filter(|line| !line.trim().is_empty()).map(position).collect()
}

/// The lines with a mate score that a search of `nodes` nodes gives on its way, and the best move.
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

/// A searcher with a small table.
pub fn searcher() -> Searcher {
    Searcher::with_hash(1).expect("a table")
}

/// Checks that every line that claims a mate reaches it, in searches of `nodes` nodes; returns in how many positions
/// mates were claimed.
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
