//! The words in which the parts of the main search speak of a node and its moves.

use super::history::PriorMoves;
use crate::types::{Depth, Move, Ply, Value};

/// What kind of node is searched, known at compile time.
pub(super) trait Node {
    /// On a principal variation: searched with an open window.
    const PV: bool;
    /// The root of the tree.
    const ROOT: bool;
}

/// The root.
pub(super) struct Root;
/// A node on a principal variation.
pub(super) struct PvNode;
/// A node searched with a null window to refute or confirm.
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

/// What the heuristics of a node go by.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub depth: Depth,
    pub ply: Ply,
    /// Expected to reach beta.
    pub cut_node: bool,
    /// The static evaluation as it is; `None` in check.
    pub raw_eval: Option<Value>,
    /// The same, corrected by what searches found.
    pub eval: Option<Value>,
    /// The side to move stands better than at its last turn.
    pub improving: bool,
    /// The table move takes something or promotes.
    pub tt_noisy: bool,
    /// The moves that led here.
    pub prior: PriorMoves,
}

/// A move as it comes out of the picker.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    pub mv: Move,
    /// Its place in the order, from 1.
    pub number: usize,
    /// A killer or the counter-move.
    pub is_refutation: bool,
    /// By how much deeper it is searched.
    pub extension: Depth,
}

/// What became of a move.
pub(super) enum MoveResult {
    /// It was searched: its value, meaningless if the search was stopped.
    Searched(Value),
    /// It is not worth a search.
    Pruned,
    /// Neither is any later quiet one.
    QuietsPruned,
}

/// A move about to be searched, pruned or reduced.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    pub mv: Move,
    /// Its place in the order, from 1.
    pub number: usize,
    /// How well it did before.
    pub history: i32,
    /// A killer or the counter-move.
    pub is_refutation: bool,
    /// It gives check.
    pub gives_check: bool,
}
