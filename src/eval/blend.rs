//! Weights that depend on the structure, and sums of them. The base of a weight and its changes are one vector, so a
//! term adds all of them at once, as a [`Score`] adds its middlegame and its endgame half.

use std::ops::{Add, AddAssign, Mul};

use wide::i16x8;

use super::network::{Additions, LANES, Number, RANK, UNIT, to_score};
use crate::types::Score;

/// A weight, or a sum of weights, whose value depends on the structure: the product with a [`StructureVector`]. Sums
/// beyond the range of their numbers, about 4000 centipawns, stay at its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blend(i16x8); // [middlegame, endgame] x [base, changes]

impl Blend {
    /// The sum of no weights.
    pub const ZERO: Self = Self(i16x8::new([0; 2 * LANES]));

    /// Returns the weight with this base and these additions.
    pub const fn new(base: Score, additions: &Additions) -> Self {
        let mut numbers = [0; 2 * LANES];
        let mut lane = 0;
        while lane < LANES {
            numbers[lane] = additions[0][lane];
            numbers[LANES + lane] = additions[1][lane];
            lane += 1;
        }
        let [mg, eg] = [UNIT * base.mg() + numbers[0] as i32, UNIT * base.eg() + numbers[LANES] as i32];
        assert!(mg as i16 as i32 == mg && eg as i16 as i32 == eg, "a weight is too great");
        (numbers[0], numbers[LANES]) = (mg as i16, eg as i16);
        Self(i16x8::new(numbers))
    }

    /// Returns the base, rounded to centipawns or units of danger.
    pub fn base(self) -> Score {
        to_score(self.products(StructureVector::default()))
    }

    /// Returns the product with a structure vector in middlegame and endgame; see `network::to_score`.
    #[inline(always)]
    pub fn products(self, vector: StructureVector) -> [i32; 2] {
        // Sums of two neighboring products each.
        let [a, b, c, d] = self.0.dot(vector.for_both_phases()).to_array();
        [a + b, c + d]
    }
}

impl Default for Blend {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Add for Blend {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Blend {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<i32> for Blend {
    type Output = Self;

    #[inline(always)]
    fn mul(self, count: i32) -> Self {
        Self(self.0 * i16x8::splat(count as i16))
    }
}

/// A weight that does not depend on the structure.
impl From<Score> for Blend {
    fn from(score: Score) -> Self {
        Self::new(score, &[[0; LANES]; 2])
    }
}

/// The structure vector of a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StructureVector([i16; LANES]); // one, and the numbers

impl StructureVector {
    /// The vector with these numbers.
    #[inline(always)]
    pub fn new([one, two, three]: [i16; RANK]) -> Self {
        Self([i16::ONE, one, two, three])
    }

    /// Returns the factors of a weight's numbers, the same in both phases.
    #[inline(always)]
    fn for_both_phases(self) -> i16x8 {
        bytemuck::cast([self.0; 2])
    }

    /// Returns the numbers, 0 to 1.
    pub fn numbers(self) -> [f64; RANK] {
        std::array::from_fn(|place| f64::from(self.0[1 + place]) / f64::from(<i16 as Number>::ONE))
    }
}

/// The vector in which no weight changes.
impl Default for StructureVector {
    fn default() -> Self {
        Self::new([0; RANK])
    }
}

#[cfg(test)]
mod tests {
    use super::super::counts::{MOST_COUNTS, most_counts};
    use super::super::weight_index::name_of;
    use super::super::weights::{PLAIN_WEIGHTS, WEIGHTS};
    use super::*;
    use crate::types::S;

    /// Half, all, and none of the three changes.
    fn vector() -> StructureVector {
        StructureVector::new([i16::ONE / 2, i16::ONE, 0])
    }

    #[test]
    fn the_value_is_the_base_and_the_share_of_each_change() {
        let weight = Blend::new(S(100, -50), &[[3, 8, 80, 800], [-3, -16, 0, 8]]);
        assert_eq!(to_score(weight.products(StructureVector::default())), S(100, -50));
        assert_eq!(weight.base(), S(100, -50));
        // 8 units are a centipawn.
        assert_eq!(to_score((weight * 2).products(vector())), S(2 * 100 + 1 + 1 + 20, 2 * -50 - 1 - 2));
        assert_eq!(Blend::from(S(3, 4)), Blend::new(S(3, 4), &[[0; LANES]; 2]));
    }

    #[test]
    fn a_vector_has_its_numbers() {
        assert_eq!(vector().numbers().map(|number| (100.0 * number) as i32), [50, 100, 0]);
    }

    #[test]
    fn sums_have_the_sum_of_the_values() {
        let one = Blend::new(S(100, -50), &[[3, 8, 80, 800], [-3, -16, 0, 8]]);
        let other = Blend::new(S(-7, 30), &[[1, 16, -8, 0], [2, 160, 8, 8]]);
        let mut sum = one;
        sum += other;
        assert_eq!(sum, one + other);
        let [sum, one, other] = [sum, one, other].map(|blend| blend.products(vector()));
        assert_eq!(sum, [one[0] + other[0], one[1] + other[1]]);
    }

    #[test]
    fn sums_beyond_the_range_stay_at_its_end() {
        let great = Blend::from(S(4000, -4000)) + Blend::from(S(4000, -4000));
        assert_eq!(to_score(great.products(vector())), S(4096, -4096));
    }

    /// The source of the terms.
    const SOURCES: [&str; 7] = [
        include_str!("material.rs"),
        include_str!("pieces.rs"),
        include_str!("king.rs"),
        include_str!("passed.rs"),
        include_str!("threats.rs"),
        include_str!("space.rs"),
        include_str!("mod.rs"),
    ];

    #[test]
    fn no_weight_overflows_by_its_count() {
        for source in SOURCES {
            for call in ["term!(", "danger!("].iter().flat_map(|call| source.split(call).skip(1)) {
                // Behind the tracer and the color.
                let call = call.splitn(3, ',').nth(2).unwrap_or_default().trim_start();
                let name = call.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or("");
                let mut depth = 0;
                let behind = call.trim_start_matches(name).trim_start_matches(|letter: char| {
                    depth += i32::from(letter == '[') - i32::from(letter == ']');
                    depth > 0 || letter == ']'
                });
                let is_multiplied = behind.starts_with(" * ");
                let is_known = ["material", "imbalance_ours", "imbalance_theirs"].contains(&name)
                    || MOST_COUNTS.iter().any(|(known, _)| *known == name);
                assert!(is_known || !is_multiplied, "how many times can {name} count?");
            }
        }
        for (index, (_, weight)) in WEIGHTS.flat::<Blend>().into_iter().enumerate().skip(PLAIN_WEIGHTS) {
            let (name, _) = name_of(index as u16);
            let most = most_counts(index as u16);
            for number in weight.0.to_array() {
                assert!((i32::from(number) * most).abs() <= i32::from(i16::MAX), "{name}: {weight:?} times {most}");
            }
        }
    }
}
