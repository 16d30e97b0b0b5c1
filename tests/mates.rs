//! Mate scores are promises: every line with a mate score ends in mate, in exactly that many moves, and no line claims
//! a mate that the fifty-move rule prevents.

mod common;

use common::mates::{check_lines, mates_claimed, positions, searcher};
use common::{below, carried, on_all_cores};
use oxide88::position::Position;
use rand_mt::Mt64;

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

/// Returns random positions of king and queen or rook against a king near its corner.
fn simple_mates(count: usize) -> Vec<Position> {
    let mut random = Mt64::new(50);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = [' '; 64];
        for man in [['K', 'Q', 'k'], ['K', 'R', 'k']][below(&mut random, 2)] {
            let square = if man == 'k' { below(&mut random, 2) } else { below(&mut random, 64) };
            board[square] = man;
        }
        let rank = |squares: &[char]| squares.iter().collect::<String>().replace(' ', "1");
        let ranks: Vec<String> = board.chunks(8).map(rank).collect();
        positions.extend(Position::from_fen(&format!("{} w - - 0 90", ranks.join("/"))));
    }
    positions
}

#[test]
fn no_mate_is_claimed_that_the_fifty_move_rule_prevents() {
    let positions = simple_mates(100);
    let prevented = on_all_cores(positions.len(), |index| {
        let fen = positions[index].fen();
        let (claims, _) = mates_claimed(&mut searcher(), &positions[index], 20_000);
        let Some(line) = claims.last().filter(|line| line.pv.len() > 2) else { return 0 };
        // The rule ends the game one ply before the mate.
        let late = fen.replace(" 0 90", &format!(" {} 90", 101 - line.pv.len()));
        let late = Position::from_fen(&late).expect("a position");
        for line in mates_claimed(&mut searcher(), &late, 20_000).0 {
            let mut before_mate = late.clone();
            line.pv.iter().rev().skip(1).rev().for_each(|&mv| before_mate.make(mv));
            let is_drawn = before_mate.halfmove_clock() >= 100;
            assert!(!is_drawn && !line.is_cut_short(&late), "{late:?}: {} by {:?}", line.value, line.pv);
        }
        1
    });
    let prevented: i32 = prevented.iter().sum();
    assert!(prevented >= 20, "only {prevented} mates were prevented: the test says little");
}
