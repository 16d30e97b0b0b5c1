//! The numbers of the search, each with its unit.

use std::sync::LazyLock;

use crate::types::{Depth, Value};

/// Half width of the first aspiration window, in centipawns.
pub const ASPIRATION_WIDTH: Value = 24;
/// Iterations below this depth use the full window: their values still jump.
pub const ASPIRATION_DEPTH: Depth = 5;

/// Least depth for a null move.
pub const NULL_MOVE_DEPTH: Depth = 3;
/// Plies a null move is reduced by, and depth for one ply more.
pub const NULL_MOVE_REDUCTION: (Depth, Depth) = (3, 4);
/// One ply more for each so many centipawns the evaluation is above beta, up to so many plies.
pub const NULL_MOVE_EVAL: (Value, Depth) = (200, 3);

/// Least depth for late move reductions.
pub const LATE_MOVE_DEPTH: Depth = 3;
/// History worth one ply of reduction.
pub const LATE_MOVE_HISTORY: i32 = 8192;

/// A capture has to bring the value within this of alpha to be tried in quiescence, in centipawns.
pub const DELTA_MARGIN: Value = 180;

/// Plies by which to reduce the `number`-th move at `depth`, before adjustments.
#[inline]
pub fn late_move_reduction(depth: Depth, number: usize) -> Depth {
    Depth::from(REDUCTIONS[depth.clamp(0, 63) as usize][number.min(63)])
}

/// The reduction grows with the logarithms of depth and move number, as usual in the field.
static REDUCTIONS: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (0.6 + product / 2.3) as i8
        })
    })
});
