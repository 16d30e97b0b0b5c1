//! Limits on boards full of queens and rooks, where a quiescence search has no natural end: any limit ends the search
//! soon, with a legal move.

mod common;
mod dialogue;

use std::time::Duration;

use common::patience::{time_of, within};
use common::{below, crowded, on_all_cores};
use dialogue::{Engine, best_moves, pipe, scored};
use oxide88::position::Position;
use oxide88::search::{Bound, Control, Limits, Outcome, PvInfo, Report, Searcher};
use rand_mt::Mt64;

const QUEENS: &str = "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1";
const ROOKS: &str = "rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR w - - 0 1";

/// The most nodes that a search may visit if it is told to stop at once.
const NODES_TO_END: u64 = 1_000;

/// Searches, with random `searchmoves` in a third of the cases; checks the best move and returns the reported lines.
fn search(
    position: &Position,
    mut limits: Limits,
    control: &Control,
    multipv: usize,
    random: &mut Mt64,
) -> (Outcome, Vec<PvInfo>) {
    let legal = position.legal_moves();
    let some: Vec<_> = legal.iter().copied().filter(|_| below(random, 3) == 0).collect();
    limits.searchmoves = Some(some).filter(|some| !some.is_empty() && below(random, 3) == 0);
    let mut searcher = Searcher::with_hash(1).expect("a table");
    searcher.set_multipv(multipv);
    let mut lines = Vec::new();
    let outcome = searcher.go(position, &limits, control, &mut |report| {
        if let Report::Pv(line) = report {
            lines.push(line.clone());
        }
    });
    let best = outcome.best.expect("a best move");
    assert!(legal.contains(&best) && limits.searchmoves.is_none_or(|moves| moves.contains(&best)), "{position:?}");
    assert!(!lines.is_empty(), "{position:?}: no line");
    (outcome, lines)
}

/// Runs `check` on a thousand positions, each with a random number of principal variations.
fn on_crowded_boards(seed: u64, check: impl Fn(&Position, usize, &mut Mt64) + Sync) {
    let count = if cfg!(debug_assertions) { 50 } else { 1_000 };
    on_all_cores(count, |index| {
        let mut random = Mt64::new(seed + index as u64);
        let position = crowded(&mut random);
        let multipv = [1, 1, 3, 256][below(&mut random, 4)];
        check(&position, multipv, &mut random);
    });
}

#[test]
fn a_node_limit_is_kept_on_a_crowded_board() {
    on_crowded_boards(1, |position, multipv, random| {
        let nodes = 1 + below(random, 5_000) as u64;
        let (outcome, _) = search(position, Limits::nodes(nodes), &Control::default(), multipv, random);
        assert!(outcome.nodes <= nodes, "{} of {nodes} nodes: {position:?}", outcome.nodes);
    });
}

#[test]
fn a_stop_ends_a_search_of_a_crowded_board_within_a_thousand_nodes() {
    on_crowded_boards(10_001, |position, multipv, random| {
        let control = Control::default();
        control.stop();
        let limits = Limits { infinite: true, ..Limits::default() };
        let (outcome, _) = search(position, limits, &control, multipv, random);
        assert!(outcome.nodes <= NODES_TO_END, "{} nodes: {position:?}", outcome.nodes);
    });
}

#[test]
fn an_expired_time_ends_a_search_of_a_crowded_board_within_a_thousand_nodes() {
    on_crowded_boards(20_001, |position, multipv, random| {
        let limits = Limits { movetime: Some(Duration::ZERO), ..Limits::default() };
        let (outcome, _) = search(position, limits, &Control::default(), multipv, random);
        assert!(outcome.nodes <= NODES_TO_END, "{} nodes: {position:?}", outcome.nodes);
    });
}

#[test]
fn every_limit_ends_a_search_of_a_full_board() {
    for fen in [QUEENS, ROOKS] {
        let mut engine = Engine::start();
        engine.send(format!("position fen {fen}"));
        for words in ["movetime 100", "nodes 20000", "wtime 1000 btime 1000", "depth 1", "nodes 1"] {
            within(Duration::from_secs(5), words, || time_of(|| assert_eq!(best_moves(&engine.go(words)).len(), 1)));
        }
        engine.send("setoption name MultiPV value 256");
        within(Duration::from_secs(1), "256 lines", || time_of(|| engine.go("movetime 100")));
        engine.send("go infinite");
        engine.send("stop");
        assert_eq!(best_moves(&engine.until("bestmove")).len(), 1);
        engine.send("go infinite");
        engine.send("quit");
        assert!(engine.ends());
        assert_eq!(best_moves(&pipe(&format!("position fen {fen}\ngo infinite\n"))).len(), 1);
    }
}

#[test]
fn a_line_reports_depth_1_only_if_depth_1_is_complete() {
    let mut random = Mt64::new(40_001);
    let mut unfinished = 0;
    for _ in 0..if cfg!(debug_assertions) { 2 } else { 10 } {
        let position = crowded(&mut random);
        let lines = |limits| {
            let mut lines = Vec::new();
            Searcher::with_hash(1).expect("a table").go(&position, &limits, &Control::default(), &mut |report| {
                if let Report::Pv(line) = report {
                    lines.push(line.clone());
                }
            });
            lines
        };
        let whole = lines(Limits::depth(1)).pop().expect("a line");
        assert_eq!((whole.depth, whole.bound), (1, Bound::Exact));
        for nodes in [1, 10, whole.nodes / 2, whole.nodes - 1, whole.nodes] {
            let last = lines(Limits::nodes(nodes.max(1))).pop().expect("a line");
            if nodes < whole.nodes {
                assert_eq!(last.depth, 0, "{nodes} of {} nodes: {position:?}", whole.nodes);
                unfinished += 1;
            }
        }
    }
    assert!(unfinished > 4);
    // The start position needs only a few nodes for depth 1.
    let mut engine = Engine::start();
    let lines = engine.go("nodes 1");
    assert!(scored(&lines)[0].starts_with("info depth 0 ") && best_moves(&lines).len() == 1, "{lines:?}");
    assert!(scored(&engine.go("nodes 100"))[0].starts_with("info depth 1 "));
}
