//! Mate scores are promises: every line with a mate score ends in mate, in exactly that many moves, and no line claims
//! a mate that the fifty-move rule prevents.

mod common;

use common::mates::{check_lines, mates_claimed, positions, searcher};
use common::{carried, on_all_cores};
use oxide88::position::Position;

#[test]
fn every_line_to_mate_reaches_it() {
    let found = check_lines(&positions(&carried("mate/mates.epd"), 1), 100_000);
    assert!(found >= 10, "mates were claimed in {found} positions only: the test says little");
}

/// Covers mates remembered in the table from earlier moves, mates found by helper threads, and all lines of MultiPV.
#[test]
fn every_line_to_mate_reaches_it_throughout_a_game() {
    let positions = positions(&carried("mate/mates.epd"), 2);
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
fn no_mate_is_claimed_that_the_fifty_move_rule_prevents() {
    let positions = positions(&carried("mate/mates.epd"), 1);
    let prevented = on_all_cores(positions.len(), |index| {
        let (claims, _) = mates_claimed(&mut searcher(), &positions[index], 20_000);
        let Some(line) = claims.last() else { return 0 };
        let mut end = positions[index].clone();
        line.pv.iter().for_each(|&mv| end.make(mv));
        // Only lines without captures and pawn moves can be prevented.
        if line.pv.len() < 3 || usize::from(end.halfmove_clock()) != line.pv.len() {
            return 0;
        }
        // The rule ends the game one ply before the mate.
        let fen = positions[index].fen().replace(" 0 1", &format!(" {} 80", 101 - line.pv.len()));
        let late = Position::from_fen(&fen).expect("a position");
        for line in mates_claimed(&mut searcher(), &late, 20_000).0 {
            assert!(!line.is_cut_short(&late), "{fen}: {} by {:?}", line.value, line.pv);
        }
        1
    });
    let prevented: i32 = prevented.iter().sum();
    assert!(prevented >= 10, "only {prevented} mates were prevented: the test says little");
}
