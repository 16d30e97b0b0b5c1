//! What a value means in wins, draws and losses. The chance to win is a logistic curve of the value; where it crosses
//! one half and how steep it is depends on the material left, since the same advantage wins more often the less is on
//! the board to complicate it. The numbers are fitted to games of the engine against itself (`oxide88 wdl`).

use crate::position::Position;
use crate::types::value::is_proven;
use crate::types::{Color, PieceKind, Value};

/// The values of all pieces at the start, a pawn counting 1.
const ALL_MATERIAL: f64 = 78.0;

/// A curve for every amount of material. Its two numbers, in centipawns, are given for bare kings, for half of all
/// material and for all of it; between them they follow the parabola through these three.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRate {
    /// The value that wins every other game.
    pub middle: [f64; 3],
    /// How far from there the chance to win is 27 or 73 %.
    pub spread: [f64; 3],
}

/// Chances, which add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// To win.
    pub win: f64,
    /// To draw.
    pub draw: f64,
    /// To lose.
    pub loss: f64,
}

impl WinRate {
    /// That of this engine, with 2,500 nodes a move.
    pub const OWN: Self = Self { middle: [261.0, 123.0, 91.0], spread: [73.0, 103.0, 123.0] };

    /// The value that wins every other game with so much material, and the spread around it; both above zero.
    pub fn curve(&self, material: f64) -> (f64, f64) {
        let m = material.clamp(0.0, 1.0);
        let weights = [(1.0 - m) * (1.0 - 2.0 * m), 4.0 * m * (1.0 - m), m * (2.0 * m - 1.0)];
        let at =
            |points: [f64; 3]| points.iter().zip(weights).map(|(point, weight)| point * weight).sum::<f64>().max(1.0);
        (at(self.middle), at(self.spread))
    }

    /// What `value` means with so much material.
    pub fn chances(&self, value: f64, material: f64) -> Chances {
        let (middle, spread) = self.curve(material);
        let chance = |value: f64| 1.0 / (1.0 + ((middle - value) / spread).exp());
        let (win, loss) = (chance(value), chance(-value));
        Chances { win, draw: 1.0 - win - loss, loss }
    }
}

/// The material on the board, 1 at the start and 0 for bare kings.
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

/// Wins, draws and losses to expect in a thousand games from a position with so much material and this `value` for the
/// side to move.
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
    fn chances_add_up_rise_with_the_value_and_are_the_same_for_both_sides() {
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
    fn what_is_proven_is_certain() {
        assert_eq!(per_mille(mate_in(7), 0.5), [1000, 0, 0]);
        assert_eq!(per_mille(mated_in(8), 0.5), [0, 0, 1000]);
    }

    #[test]
    fn material_is_counted_from_the_full_board_down() {
        assert!((material(&Position::start()) - 1.0).abs() < 1e-9);
        let bare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(material(&bare).abs() < 1e-9);
    }
}
