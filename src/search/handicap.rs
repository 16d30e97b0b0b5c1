//! Playing below full strength. A weaker player looks less far and judges less well: so nodes are limited and the
//! static evaluation is blurred, by an amount that is the same whenever a position comes up again in a game. Both
//! follow from the Elo asked for, by a table that comes from games against engines of known strength.

use crate::position::Key;
use crate::types::Value;

/// What takes strength away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Nodes for each move.
    pub(super) nodes: u64,
    /// Standard deviation of the evaluation's error, in centipawns.
    blur: Value,
    /// Makes the errors of one game.
    seed: u64,
}

/// A strength: Elo, nodes for each move, blur in centipawns.
type Level = (u32, u64, Value);

/// Measured up to 2900 against engines whose strength is known. What comes above is estimated: a doubling of the nodes
/// makes some 60 Elo, up to full strength, which is that of 15 minutes for 40 moves.
const LEVELS: [Level; 9] = [
    (1000, 31, 172),
    (1375, 100, 60),
    (1580, 215, 39),
    (1920, 700, 21),
    (2175, 1730, 11),
    (2425, 6000, 6),
    (2665, 30_000, 0),
    (2900, 150_000, 0),
    (3350, 17_000_000, 0),
];

impl Handicap {
    /// The weakest play, in Elo.
    pub const LEAST: u32 = LEVELS[0].0;
    /// From this strength on nothing is taken away.
    pub const MOST: u32 = LEVELS[LEVELS.len() - 1].0;

    /// Play of about `elo`, which is raised to [`Handicap::LEAST`]; `None` for full strength. Each `seed` errs
    /// otherwise.
    pub fn new(elo: u32, seed: u64) -> Option<Self> {
        let elo = elo.max(Self::LEAST);
        let above = LEVELS.partition_point(|&(level, ..)| level <= elo);
        let [(low, nodes, blur), (high, more_nodes, less_blur)] = [LEVELS[above - 1], *LEVELS.get(above)?];
        let share = f64::from(elo - low) / f64::from(high - low);
        // Every doubling of the nodes brings about the same.
        let nodes = nodes as f64 * libm::pow(more_nodes as f64 / nodes as f64, share);
        let blur = blur - (f64::from(blur - less_blur) * share) as Value;
        Some(Self { nodes: nodes as u64, blur, seed })
    }

    /// The strength in Elo of a level, of which 0 is the weakest and `top` full strength.
    pub fn of_level(level: u64, top: u64) -> u32 {
        Self::LEAST + (u64::from(Self::MOST - Self::LEAST) * level.min(top) / top.max(1)) as u32
    }

    /// By how much the evaluation of the position with this key is off, in centipawns.
    pub(super) fn error(&self, key: Key) -> Value {
        // The finalizer of MurmurHash3: every bit depends on all bits of key and seed.
        let mut bits = key ^ self.seed;
        for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            bits = (bits ^ bits >> 33).wrapping_mul(factor);
        }
        bits ^= bits >> 33;
        // Four uniform numbers make a good bell.
        let sum: Value = (0..4).map(|part| Value::from((bits >> (16 * part)) as i16)).sum();
        self.blur * sum / DEVIATION
    }
}

/// Standard deviation of the sum of four uniform numbers from -32768 to 32767: 32768 * 2 / sqrt(3).
const DEVIATION: Value = 37_837;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_nodes_and_shrinks_with_blur() {
        let handicaps: Vec<Handicap> = (Handicap::LEAST..).map_while(|elo| Handicap::new(elo, 1)).collect();
        assert!(handicaps.is_sorted_by(|weak, strong| weak.nodes <= strong.nodes && weak.blur >= strong.blur));
        assert_eq!(Handicap::new(0, 1), Some(handicaps[0]));
        for (elo, nodes, blur) in LEVELS.into_iter().rev().skip(1) {
            let handicap = Handicap::new(elo, 1).expect("a handicap");
            assert_eq!((handicap.nodes, handicap.blur), (nodes, blur));
        }
        assert_eq!(Handicap::LEAST + handicaps.len() as u32, Handicap::MOST, "anything less takes something away");
    }

    #[test]
    fn errors_are_those_of_a_bell_and_differ_from_game_to_game() {
        let errors = |seed| -> Vec<f64> {
            let handicap = Handicap { nodes: 1, blur: 100, seed };
            (0..20_000).map(|key| f64::from(handicap.error(key))).collect()
        };
        let one = errors(1);
        let mean = one.iter().sum::<f64>() / one.len() as f64;
        let deviation = (one.iter().map(|error| error * error).sum::<f64>() / one.len() as f64).sqrt();
        assert!(mean.abs() < 3.0 && (97.0..103.0).contains(&deviation), "{mean} {deviation}");
        let within = one.iter().filter(|error| error.abs() <= 100.0).count();
        assert!((0.63..0.73).contains(&(within as f64 / one.len() as f64)), "{within}");
        let product: f64 = one.iter().zip(errors(2)).map(|(a, b)| a * b).sum();
        assert!((product / one.len() as f64 / 10_000.0).abs() < 0.03, "{product}");
        assert_eq!(one, errors(1));
    }
}
