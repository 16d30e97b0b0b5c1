//! The WDL model: converts a value into the probabilities of win, draw and loss. The win probability is a logistic
//! function of the value. Its midpoint and its steepness depend on the remaining material. The parameters are fitted to
//! self-play games (`oxide88 wdl`).

use crate::position::Position;
use crate::types::value::is_proven;
use crate::types::{Color, PieceKind, Value};

/// The total piece value of the start position in pawns.
const ALL_MATERIAL: f64 = 78.0;

/// A family of logistic curves, one for every amount of material. Both parameters, in centipawns, are given for bare
/// kings, half of all material and all of it; between these points they are interpolated by a parabola.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRate {
    /// The value with a win probability of one half.
    pub middle: [f64; 3],
    /// The scale of the logistic function: this far from the middle the win probability is 27 or 73 %.
    pub spread: [f64; 3],
}

/// Probabilities that add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Of a win.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of a loss.
    pub loss: f64,
}

impl WinRate {
    /// The curves of this engine, fitted to 12,000 games of 2,500 nodes a move (`datagen --games 12000 --nodes 2500
    /// --seed 4010`).
    pub const OWN: Self = Self { middle: [206.0, 100.0, 72.0], spread: [42.0, 90.0, 109.0] };

    /// Returns middle and spread of the curve for this material, 0 to 1 of that at the start; both are at least 1.
    pub fn curve(&self, material: f64) -> (f64, f64) {
        let m = material.clamp(0.0, 1.0);
        let weights = [(1.0 - m) * (1.0 - 2.0 * m), 4.0 * m * (1.0 - m), m * (2.0 * m - 1.0)];
        let at =
            |points: [f64; 3]| points.iter().zip(weights).map(|(point, weight)| point * weight).sum::<f64>().max(1.0);
        (at(self.middle), at(self.spread))
    }

    /// Returns the probabilities for `value` in centipawns with this material.
    pub fn chances(&self, value: f64, material: f64) -> Chances {
        let (middle, spread) = self.curve(material);
        let chance = |value: f64| 1.0 / (1.0 + ((middle - value) / spread).exp());
        let (win, loss) = (chance(value), chance(-value));
        Chances { win, draw: 1.0 - win - loss, loss }
    }
}

/// Returns the material on the board as a fraction of that of the start position; 0 for bare kings.
pub fn material(position: &Position) -> f64 {
    const VALUES: [(PieceKind, i32); 5] = [
        (PieceKind::Pawn, 1),
        (PieceKind::Knight, 3),
        (PieceKind::Bishop, 3),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ];
    let count = |kind| position.count(Color::White, kind) + position.count(Color::Black, kind);
    let total: i32 = VALUES.iter().map(|&(kind, value)| value * count(kind)).sum();
    f64::from(total) / ALL_MATERIAL
}

/// Returns win, draw and loss per mille for the side to move, from its `value` and the material on the board.
pub fn per_mille(value: Value, material: f64) -> [u32; 3] {
    if is_proven(value) {
        return if value > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let chances = WinRate::OWN.chances(f64::from(value), material);
    let [win, loss] = [chances.win, chances.loss].map(|chance| (1000.0 * chance).round() as u32);
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::{EVAL_LIMIT, mate_in, mated_in};

    #[test]
    fn chances_add_up_rise_with_the_value_and_are_symmetric() {
        for material in [0.0, 0.1, 0.5, 1.0, 2.5] {
            let mut last = 0;
            for value in (-EVAL_LIMIT..=EVAL_LIMIT).step_by(10) {
                let [win, draw, loss] = per_mille(value, material);
                assert_eq!(win + draw + loss, 1000, "{value} {material}");
                assert_eq!(per_mille(-value, material), [loss, draw, win]);
                assert!(win >= last, "{value} {material}");
                last = win;
            }
            assert_eq!(last, 1000);
        }
    }

    #[test]
    fn proven_results_are_certain() {
        assert_eq!(per_mille(mate_in(7), 0.5), [1000, 0, 0]);
        assert_eq!(per_mille(mated_in(8), 0.5), [0, 0, 1000]);
    }

    #[test]
    fn material_is_1_at_the_start_and_0_for_bare_kings() {
        assert!((material(&Position::start()) - 1.0).abs() < 1e-9);
        let bare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(material(&bare).abs() < 1e-9);
    }
}
