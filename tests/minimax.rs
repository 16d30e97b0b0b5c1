//! The plain search, without selective techniques, beside minimax: the value is the same with and without the table, and
//! the table holds nothing that minimax does not confirm.

mod common;

use std::collections::BTreeSet;

use common::{on_all_cores, random_positions};
use oxide88::eval::{EvalCaches, evaluate};
use oxide88::position::Position;
use oxide88::search::{Bound, Control, Limits, Searcher, Switches};
use oxide88::types::value::{DRAW, MATE, mated_in};
use oxide88::types::{Depth, Ply, Value};

/// Computes the value of a search to `depth` by definition: plain minimax over every line, without window or table.
fn minimax(position: &mut Position, pawns: &mut EvalCaches, depth: Depth, ply: Ply) -> Value {
    if ply > 0 && position.is_draw(ply) {
        return DRAW;
    }
    if depth == 0 {
        return evaluate(position, pawns);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { mated_in(ply) } else { DRAW };
    }
    let mut best = -MATE;
    for mv in moves {
        position.make(mv);
        best = best.max(-minimax(position, pawns, depth - 1, ply + 1));
        position.unmake();
    }
    best
}

#[test]
fn an_unpruned_fail_hard_search_equals_minimax_with_and_without_table() {
    const DEPTH: Depth = 3;
    let count = if cfg!(debug_assertions) { 20 } else { 1000 };
    let positions = random_positions(20_261, count, 2);
    on_all_cores(positions.len(), |index| {
        let position = &positions[index];
        let expected = minimax(&mut position.clone(), &mut EvalCaches::new(), DEPTH, 0);
        for table in [false, true] {
            let mut searcher = Searcher::with_hash(1).unwrap();
            searcher.set_switches(Switches { table, selective: false, ..Switches::default() });
            let outcome = searcher.go(position, &Limits::depth(DEPTH), &Control::default(), &mut |_| ());
            assert_eq!(outcome.value, expected, "table: {table}, {position:?}");
        }
    });
}

/// Compares what the table says of the positions in the tree below `position` with minimax, and collects the values of
/// its bounds.
fn check_entries(
    searcher: &Searcher,
    position: &mut Position,
    ply: Ply,
    caches: &mut EvalCaches,
    bounds: &mut BTreeSet<Value>,
) {
    if let Some(entry) = searcher.table().probe(position.key()) {
        let (value, truth) = (entry.value(ply), minimax(position, caches, entry.depth, ply));
        match entry.bound {
            Bound::Exact => assert_eq!(value, truth, "{}", position.fen()),
            Bound::Alpha => assert!(value >= truth, "{value} is no upper bound of {truth}: {}", position.fen()),
            Bound::Beta => assert!(value <= truth, "{value} is no lower bound of {truth}: {}", position.fen()),
        }
        if entry.bound != Bound::Exact {
            bounds.insert(value);
        }
    }
    if ply < 2 {
        for mv in position.legal_moves() {
            position.make(mv);
            check_entries(searcher, position, ply + 1, caches, bounds);
            position.unmake();
        }
    }
}

#[test]
fn the_table_holds_bounds_that_minimax_confirms_and_not_only_edges_of_windows() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
    ] {
        let mut position = Position::from_fen(fen).unwrap();
        let mut searcher = Searcher::with_hash(16).unwrap();
        searcher.set_switches(Switches { selective: false, ..Switches::default() });
        searcher.go(&position, &Limits::depth(3), &Control::default(), &mut |_| ());
        let mut bounds = BTreeSet::new();
        check_entries(&searcher, &mut position, 0, &mut EvalCaches::new(), &mut bounds);
        // A table of edges would hold three values of the first position.
        assert!(bounds.len() > 12, "{fen}: {bounds:?}");
    }
}
