//! Types shared by the modules of the main search.

use std::marker::PhantomData;

use crate::types::{Depth, Move, Ply, Value};

/// The type of a node, known at compile time.
pub(super) trait Node {
    /// On the principal variation: searched with an open window.
    const PV: bool;
    /// The root node.
    const ROOT: bool;
    /// Searched selectively: with extensions, reductions, pruning and quiescence search. Without these the search is
    /// plain alpha-beta to a fixed depth, which tests compare with minimax.
    const SELECTIVE: bool;
    /// A PV child.
    type Pv: Node;
    /// A non-PV child.
    type NonPv: Node;
}

/// The root node.
pub(super) struct Root;
/// A node on the principal variation (PV node).
pub(super) struct PvNode;
/// A node searched with a null window (non-PV node).
pub(super) struct NonPvNode;
/// A node of the plain search.
pub(super) struct Plain<N>(PhantomData<N>);

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    const SELECTIVE: bool = true;
    type Pv = PvNode;
    type NonPv = NonPvNode;
}

impl Node for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
    const SELECTIVE: bool = true;
    type Pv = Self;
    type NonPv = NonPvNode;
}

impl Node for NonPvNode {
    const PV: bool = false;
    const ROOT: bool = false;
    const SELECTIVE: bool = true;
    type Pv = PvNode;
    type NonPv = Self;
}

impl<N: Node> Node for Plain<N> {
    const PV: bool = N::PV;
    const ROOT: bool = N::ROOT;
    const SELECTIVE: bool = false;
    type Pv = Plain<N::Pv>;
    type NonPv = Plain<N::NonPv>;
}

/// The context of a node that its heuristics use.
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub depth: Depth,
    pub ply: Ply,
    /// A beta cutoff is expected.
    pub cut_node: bool,
    /// The raw static evaluation; `None` in check and while a move is excluded.
    pub raw_eval: Option<Value>,
    /// The static evaluation with the correction history applied; `None` in check.
    pub eval: Option<Value>,
    /// The static evaluation has risen since the previous turn of the side to move.
    pub improving: bool,
    /// The table move is a capture or promotion.
    pub tt_noisy: bool,
    /// The position is or has been on a principal variation.
    pub was_pv: bool,
    /// The table move is singular: it was extended, and the others are well below it.
    pub singular: bool,
}

impl NodeContext {
    /// Centipawns by which history and clock moved the static evaluation; 0 in check and while a move is
    /// excluded.
    pub fn correction(&self) -> Value {
        self.raw_eval.zip(self.eval).map_or(0, |(raw, eval)| (eval - raw).abs())
    }
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
