//! Tests that the bounds in the table are proven: of a plain search, minimax confirms each of them.

use std::collections::BTreeSet;

use super::entry::Bound;
use super::limits::{Control, Limits};
use super::threads::Searcher;
use super::worker::Switches;
use crate::eval::{EvalCaches, evaluate};
use crate::position::Position;
use crate::types::value::{DRAW, mated_in};
use crate::types::{Depth, Ply, Value};

/// The value of a plain search to `depth` by definition.
fn minimax(position: &mut Position, depth: Depth, ply: Ply, caches: &mut EvalCaches) -> Value {
    if position.is_draw(ply) {
        return DRAW;
    }
    if depth == 0 {
        return evaluate(position, caches);
    }
    let mut best = None;
    for &mv in &position.legal_moves() {
        position.make(mv);
        best = best.max(Some(-minimax(position, depth - 1, ply + 1, caches)));
        position.unmake();
    }
    best.unwrap_or(if position.in_check() { mated_in(ply) } else { DRAW })
}

/// Compares what the table says of the positions in the tree below `position` with minimax, and collects the values
/// of its bounds.
fn check_entries(
    searcher: &Searcher,
    position: &mut Position,
    ply: Ply,
    caches: &mut EvalCaches,
    bounds: &mut BTreeSet<Value>,
) {
    if let Some(entry) = searcher.table.probe(position.key()) {
        let (value, truth) = (entry.value(ply), minimax(position, entry.depth, ply, caches));
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
        for &mv in &position.legal_moves() {
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
        assert!(bounds.len() > 12, "{fen}: {bounds:?}");
    }
}
