//! Mate scores are promises: every line that claims a mate leads there, in as many moves as it says, and none claims
//! one that the fifty-move rule denies.

mod common;

use common::{data_text, on_all_cores};
use oxide88::position::Position;
use oxide88::search::{Bound, Control, Limits, Line, Report, Searcher};
use oxide88::types::Move;
use oxide88::types::value::is_mate;

/// The positions of a suite: every `step`-th line up to its fourth blank; the clocks are then 0 and 1.
fn positions(suite: &str, step: usize) -> Vec<Position> {
    let position = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        Position::from_fen(&format!("{} 0 1", fields.join(" "))).expect("a position")
    };
    suite.lines().step_by(step).filter(|line| !line.trim().is_empty()).map(position).collect()
}

/// The lines with a mate score that a search of `nodes` nodes gives on its way, and the best move.
fn mates_claimed(searcher: &mut Searcher, position: &Position, nodes: u64) -> (Vec<Line>, Option<Move>) {
    let mut claims = Vec::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let outcome = searcher.go(position, &limits, &Control::default(), &mut |report| {
        if let Report::Line(line) = report
            && line.bound == Bound::Exact
            && is_mate(line.value)
        {
            claims.push(line.clone());
        }
    });
    (claims, outcome.best)
}

fn searcher() -> Searcher {
    Searcher::with_hash(1).expect("a table")
}

#[test]
fn every_line_to_mate_reaches_it() {
    let Some(suite) = data_text("mate/mates2000.epd") else { return };
    let positions = positions(&suite, 20);
    let claimed = on_all_cores(positions.len(), |index| {
        let position = &positions[index];
        let (claims, _) = mates_claimed(&mut searcher(), position, 100_000);
        for line in &claims {
            assert!(!line.is_cut_short(position), "{}: {} by {:?}", position.fen(), line.value, line.pv);
        }
        usize::from(!claims.is_empty())
    });
    let found: usize = claimed.iter().sum();
    assert!(found >= 10, "mates were claimed in {found} positions only: the test says little");
}

/// Where the table remembers mates of the moves before, where threads find them for each other, and for all of several
/// lines.
#[test]
fn every_line_to_mate_reaches_it_throughout_a_game() {
    let Some(suite) = data_text("mate/mates2000.epd") else { return };
    let positions = positions(&suite, 50);
    let claimed = on_all_cores(positions.len(), |index| {
        let mut position = positions[index].clone();
        let mut searcher = searcher();
        searcher.set_threads(1 + index % 2).expect("threads");
        searcher.set_multipv(1 + index % 3);
        let mut count = 0;
        for _ in 0..6 {
            let (claims, best) = mates_claimed(&mut searcher, &position, 20_000);
            for line in &claims {
                assert!(!line.is_cut_short(&position), "{}: {} by {:?}", position.fen(), line.value, line.pv);
            }
            count += claims.len();
            let Some(best) = best else { break };
            position.make(best);
        }
        count
    });
    let claimed: usize = claimed.iter().sum();
    assert!(claimed >= 100, "only {claimed} mates were claimed: the test says little");
}

#[test]
fn no_mate_is_claimed_that_the_fifty_move_rule_denies() {
    let Some(suite) = data_text("endgames/cursed.epd") else { return };
    let positions = positions(&suite, 1);
    on_all_cores(positions.len(), |index| {
        let position = &positions[index];
        if let Some(line) = mates_claimed(&mut searcher(), position, 20_000).0.first() {
            panic!("{}: {} by {:?}", position.fen(), line.value, line.pv);
        }
    });
}
