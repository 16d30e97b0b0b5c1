//! Limited strength (`UCI_Elo`, `Skill Level`). A weaker player looks less far and judges less well, so the node count
//! is limited and noise is added to the static evaluation. The noise of a position stays the same throughout a game.
//! Both follow from the Elo by a table, which was measured in games against engines of known strength.

use crate::position::Key;
use crate::types::Value;

/// The limits of a player below full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// Nodes for each move.
    pub(super) nodes: u64,
    /// Standard deviation of the evaluation's error, in centipawns.
    noise: Value,
    /// Seed of the noise, another one for each game.
    seed: u64,
}

/// Elo, nodes a move, and noise in centipawns.
type Level = (u32, u64, Value);

/// Measured up to 2900 against engines of known strength. Higher levels are estimated: about 60 Elo for a doubling of
/// the nodes, up to full strength at 15 minutes for 40 moves.
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

impl Skill {
    /// Minimum strength, in Elo.
    pub const LEAST: u32 = LEVELS[0].0;
    /// Full strength, in Elo.
    pub const MOST: u32 = LEVELS[LEVELS.len() - 1].0;

    /// The limits for a strength of about `elo`, raised to [`Skill::LEAST`]; `None` for full strength. Each `seed`
    /// gives different noise.
    pub fn new(elo: u32, seed: u64) -> Option<Self> {
        let elo = elo.max(Self::LEAST);
        let above = LEVELS.partition_point(|&(level, ..)| level <= elo);
        let [(low, nodes, noise), (high, more_nodes, less_noise)] = [LEVELS[above - 1], *LEVELS.get(above)?];
        let share = f64::from(elo - low) / f64::from(high - low);
        // Each doubling of the nodes is worth about the same.
        let nodes = nodes as f64 * libm::pow(more_nodes as f64 / nodes as f64, share);
        let noise = noise - (f64::from(noise - less_noise) * share) as Value;
        Some(Self { nodes: nodes as u64, noise, seed })
    }

    /// The strength in Elo of a skill level from 0, the weakest, to `top`, full strength.
    pub fn of_level(level: u64, top: u64) -> u32 {
        Self::LEAST + (u64::from(Self::MOST - Self::LEAST) * level.min(top) / top.max(1)) as u32
    }

    /// The noise of the position with this key, in centipawns.
    pub(super) fn error(&self, key: Key) -> Value {
        // The finalizer of MurmurHash3: every bit depends on all bits of key and seed.
        let mut bits = key ^ self.seed;
        for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            bits = (bits ^ bits >> 33).wrapping_mul(factor);
        }
        bits ^= bits >> 33;
        // The sum of four uniform numbers is approximately normal (Irwin-Hall).
        let sum: Value = (0..4).map(|part| Value::from((bits >> (16 * part)) as i16)).sum();
        self.noise * sum / DEVIATION
    }
}

/// Standard deviation of the sum of four uniform numbers from -32768 to 32767: 32768 * 2 / sqrt(3).
const DEVIATION: Value = 37_837;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_nodes_and_shrinks_with_blur() {
        let skills: Vec<Skill> = (Skill::LEAST..).map_while(|elo| Skill::new(elo, 1)).collect();
        assert!(skills.is_sorted_by(|weak, strong| weak.nodes <= strong.nodes && weak.noise >= strong.noise));
        assert_eq!(Skill::new(0, 1), Some(skills[0]));
        for (elo, nodes, noise) in LEVELS.into_iter().rev().skip(1) {
            let skill = Skill::new(elo, 1).expect("a skill");
            assert_eq!((skill.nodes, skill.noise), (nodes, noise));
        }
        assert_eq!(Skill::LEAST + skills.len() as u32, Skill::MOST, "anything less takes something away");
    }

    #[test]
    fn errors_are_those_of_a_bell_and_differ_from_game_to_game() {
        let errors = |seed| -> Vec<f64> {
            let skill = Skill { nodes: 1, noise: 100, seed };
            (0..20_000).map(|key| f64::from(skill.error(key))).collect()
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
