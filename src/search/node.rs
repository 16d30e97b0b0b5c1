//! Types shared by the modules of the main search.

use super::history::PriorMoves;
use crate::types::{Depth, Move, Ply, Value};

/// The type of a node, known at compile time.
pub(super) trait Node {
    /// On the principal variation: searched with an open window.
    const PV: bool;
    /// The root node.
    const ROOT: bool;
}

/// The root node.
pub(super) struct Root;
/// A node on the principal variation (PV node).
pub(super) struct PvNode;
/// A node searched with a null window (non-PV node).
pub(super) struct NonPvNode;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for NonPvNode {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The context of a node that its heuristics use.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub depth: Depth,
    pub ply: Ply,
    /// A beta cutoff is expected.
    pub cut_node: bool,
    /// The raw static evaluation; `None` in check.
    pub raw_eval: Option<Value>,
    /// The static evaluation with the correction history applied; `None` in check.
    pub eval: Option<Value>,
    /// The static evaluation has risen since the previous turn of the side to move.
    pub improving: bool,
    /// The table move is a capture or promotion.
    pub tt_noisy: bool,
    /// The moves 1, 2 and 4 plies before this node.
    pub prior: PriorMoves,
}

/// A move as the move picker returns it.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    pub mv: Move,
    /// Position in the move order, from 1.
    pub number: usize,
    /// A killer or the countermove.
    pub is_refutation: bool,
    /// Extension in plies.
    pub extension: Depth,
}

/// The result of one step of the move loop.
pub(super) enum MoveResult {
    /// The move was searched; the value is meaningless if the search was stopped.
    Searched(Value),
    /// The move was pruned.
    Pruned,
    /// The move was pruned, and so are all later quiet moves.
    QuietsPruned,
}

/// A move with what decides on its pruning and reduction.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    pub mv: Move,
    /// Position in the move order, from 1.
    pub number: usize,
    /// Sum of its history values.
    pub history: i32,
    /// A killer or the countermove.
    pub is_refutation: bool,
    /// It gives check.
    pub gives_check: bool,
}
