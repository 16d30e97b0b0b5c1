//! The structure network. A weight of the evaluation need not be the same in every position: a knight in front of an
//! isolated pawn, a rook on an open file and a safe check are worth more in some structures than in others. Tapered
//! evaluation blends two values of each weight by the phase of the game. Here the pawn structure and the squares of
//! both kings blend more of them:
//!
//! ```text
//!   hidden layer       g = clip(bias + sum of a row for each pawn and king)
//!   structure vector   h = clip(bias + matrix . g)           RANK numbers from 0 to 1
//!   structure score    s = another matrix . g                in middlegame and endgame
//!   weight             w = base + h . changes                in middlegame and endgame
//! ```
//!
//! Each side sees the board from its own end and has a structure vector and a structure score of its own. They depend
//! on pawns and kings alone, so the pawn hash table keeps them (`structure.rs`). Since the terms are sums of weights,
//! their bases and changes are added up alike, as one vector, and blended at the end (`blend.rs`). Play computes in
//! integers, with the same result on every machine, and `tune` with reals of the same scale: the network is generic
//! over the type of number. Sparse inputs and clipped sums are those of NNUE (Yu Nasu, 2018); a network that scores
//! pawns and kings beside the other terms is that of Ethereal (Andrew Grant, 2020); one layer that chooses among the
//! weights of another is a mixture of experts (Jacobs, Jordan, Nowlan and Hinton, 1991).

use std::ops::AddAssign;

use wide::i16x16;

use crate::types::Score;

/// Length of the structure vector.
pub const RANK: usize = 3;

/// The numbers of a weight in each phase: its base, and a change for each number of the structure vector.
pub const LANES: usize = RANK + 1;

/// The number of outputs: those of the structure vector, then the structure score in middlegame and endgame, in eighths
/// of a centipawn.
pub const STRUCTURE_OUTPUTS: usize = RANK + 2;

/// Width of the layer between the inputs and the outputs.
pub const HIDDEN: usize = 16;

/// The number of inputs: own pawns and enemy pawns on 48 squares each, both kings on 64. The board is mirrored to have
/// the own king on the e- to h-files, so half of the own king's inputs are never met.
pub const STRUCTURE_INPUTS: usize = 2 * 48 + 2 * 64;

/// One of the inputs, below [`STRUCTURE_INPUTS`].
pub type StructureInput = u8;

/// A number for each place of the hidden layer.
pub type Row<N> = [N; HIDDEN];

/// The additions of the network file to the base of a weight in `weights.rs`, [middlegame, endgame]: the fraction that
/// whole numbers leave, then the change that each number of the structure vector brings; in units of an eighth of a
/// centipawn or of a unit of danger.
pub type Additions = [[i16; LANES]; 2];

/// A number of the network.
pub trait Number: Copy + Default + PartialOrd + AddAssign {
    /// The greatest number of a layer, which stands for 1.
    const ONE: Self;

    /// Adds up rows.
    fn sum<'a>(first: &Row<Self>, lists: impl Iterator<Item = impl Iterator<Item = &'a Row<Self>>>) -> Row<Self>
    where
        Self: 'a;

    /// Returns the scalar product of two rows, in which [`Self::ONE`] times itself is itself. Integer products are
    /// rounded down and clamped to `PRODUCT_LIMIT`.
    fn dot(one: &Row<Self>, other: &Row<Self>) -> Self;

    /// Clips a sum to the range from 0 to [`Self::ONE`].
    #[must_use]
    #[inline(always)]
    fn clip(self) -> Self {
        if self < Self::default() {
            Self::default()
        } else if self > Self::ONE {
            Self::ONE
        } else {
            self
        }
    }
}

impl Number for i16 {
    const ONE: Self = 1 << 10;

    #[inline(always)]
    fn sum<'a>(first: &Row<Self>, lists: impl Iterator<Item = impl Iterator<Item = &'a Row<Self>>>) -> Row<Self> {
        let mut sums = i16x16::new(*first);
        for rows in lists {
            for row in rows {
                sums = sums.saturating_add(i16x16::new(*row));
            }
        }
        sums.to_array()
    }

    #[inline(always)]
    fn dot(one: &Row<Self>, other: &Row<Self>) -> Self {
        let product = i16x16::new(*one).dot(i16x16::new(*other)).reduce_add() >> 10;
        product.clamp(-PRODUCT_LIMIT, PRODUCT_LIMIT) as Self
    }
}

impl Number for f32 {
    const ONE: Self = 1024.0;

    fn sum<'a>(first: &Row<Self>, lists: impl Iterator<Item = impl Iterator<Item = &'a Row<Self>>>) -> Row<Self> {
        let mut sums = *first;
        for row in lists.flatten() {
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum += number;
            }
        }
        sums
    }

    #[inline]
    fn dot(one: &Row<Self>, other: &Row<Self>) -> Self {
        one.iter().zip(other).map(|(one, other)| one * other).sum::<Self>() / Self::ONE
    }
}

/// The greatest number of a row of the inputs, with either sign: the sums over the pawns and kings of a game stay
/// within their range. Those of a composed position with more than eight pawns a side stop at its end.
pub const INPUT_LIMIT: i16 = 1724;

/// The greatest number of a row of the outputs, likewise.
pub const OUTPUT_LIMIT: i16 = 15_000;

/// The greatest product of rows, with either sign: beyond it a number of the structure vector is clipped in any case,
/// and a structure score, at most 2,220 centipawns, stays there.
const PRODUCT_LIMIT: i32 = i16::MAX as i32 - OUTPUT_LIMIT as i32;

/// The greatest change of a weight that counts once, with either sign, in the units of [`UNIT`].
pub const CHANGE_LIMIT: i16 = 8191;

/// Units per centipawn, or per unit of danger, of a weight and its changes.
pub const UNIT: i32 = 8;

/// Units per centipawn of a product with a structure vector.
pub const CENTIPAWN: i32 = UNIT * <i16 as Number>::ONE as i32;

/// Number of rows: the biases of the hidden layer, a row for each input, a row for each output, and a row that begins
/// with the biases of the outputs. Those of the structure score cancel out between the sides.
pub const ROWS: usize = OUTPUTS + STRUCTURE_OUTPUTS + 1;

/// Number of the first row of an input.
pub const INPUTS: usize = 1;

/// Number of the first row of an output.
pub const OUTPUTS: usize = INPUTS + STRUCTURE_INPUTS;

/// The network from pawns and kings to the structure vector and the structure score, of numbers of type `N`.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))]
pub struct Network<N> {
    /// All rows.
    pub rows: [Row<N>; ROWS],
}

impl<N: Number> Network<N> {
    /// Returns the sums of the hidden layer.
    #[inline(always)]
    pub fn hidden(&self, lists: impl Iterator<Item = impl Iterator<Item = StructureInput>>) -> Row<N> {
        N::sum(&self.rows[0], lists.map(|inputs| inputs.map(|input| &self.rows[INPUTS + usize::from(input)])))
    }

    /// Returns the outputs above the clipped hidden layer: the structure vector, not clipped, and the structure score.
    #[inline(always)]
    pub fn outputs(&self, hidden: &Row<N>) -> [N; STRUCTURE_OUTPUTS] {
        let mut sums = [N::default(); STRUCTURE_OUTPUTS];
        for (place, sum) in sums.iter_mut().enumerate() {
            *sum = self.rows[ROWS - 1][place];
            *sum += N::dot(&self.rows[OUTPUTS + place], hidden);
        }
        sums
    }
}

/// Splits outputs into the clipped structure vector and the structure score.
#[inline(always)]
pub fn split<N: Number>(outputs: [N; STRUCTURE_OUTPUTS]) -> ([N; RANK], [N; 2]) {
    (std::array::from_fn(|place| outputs[place].clip()), std::array::from_fn(|half| outputs[RANK + half]))
}

/// Clips the sums of a layer.
#[inline(always)]
pub fn clip<N: Number, const LENGTH: usize>(sums: [N; LENGTH]) -> [N; LENGTH] {
    sums.map(N::clip)
}

/// The content of a network file: the network, and the additions to `WEIGHTS` weights.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFile<const WEIGHTS: usize> {
    /// The network.
    pub network: Network<i16>,
    /// The additions to each weight that depends on the structure, in the order of `weights.rs`.
    pub additions: [Additions; WEIGHTS],
}

impl<const WEIGHTS: usize> NetworkFile<WEIGHTS> {
    /// Start of a network file: a name, the version of the format and the shape.
    const HEADER: [u8; 16] = {
        let [low, high] = (WEIGHTS as u16).to_le_bytes();
        let (inputs, hidden) = (STRUCTURE_INPUTS as u8, HIDDEN as u8);
        let (outputs, rank) = (STRUCTURE_OUTPUTS as u8, RANK as u8);
        [b'O', b'X', b'I', b'D', b'E', b'8', b'8', b'N', 2, inputs, hidden, outputs, rank, 0, low, high]
    };

    /// Size of a network file in bytes.
    pub const BYTES: usize = Self::HEADER.len() + 2 * (ROWS * HIDDEN + 2 * LANES * WEIGHTS);

    /// Reads the content of a file; `None` if it is no network, or one of another shape.
    pub const fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::BYTES {
            return None;
        }
        let mut at = 0;
        while at < Self::HEADER.len() {
            if bytes[at] != Self::HEADER[at] {
                return None;
            }
            at += 1;
        }
        let mut rows = [[0; HIDDEN]; ROWS];
        let mut additions = [[[0; LANES]; 2]; WEIGHTS];
        let mut number = 0;
        while at < bytes.len() {
            let value = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
            if number < ROWS * HIDDEN {
                rows[number / HIDDEN][number % HIDDEN] = value;
            } else {
                let place = number - ROWS * HIDDEN;
                additions[place / LANES / 2][place / LANES % 2][place % LANES] = value;
            }
            at += 2;
            number += 1;
        }
        Some(Self { network: Network { rows }, additions })
    }

    /// Returns the content of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.network.rows.as_flattened().iter().chain(self.additions.as_flattened().as_flattened());
        Self::HEADER.into_iter().chain(numbers.flat_map(|number| number.to_le_bytes())).collect()
    }
}

/// Adds a score to products.
#[inline(always)]
pub fn add_score([mg, eg]: [i32; 2], score: Score) -> [i32; 2] {
    [mg + CENTIPAWN * score.mg(), eg + CENTIPAWN * score.eg()]
}

/// Turns a product with a structure vector into centipawns or units of danger, rounded in the same way on both sides of
/// zero.
#[inline(always)]
pub fn to_centipawns(product: i32) -> i32 {
    (product + product.signum() * (CENTIPAWN / 2)) / CENTIPAWN
}

/// The greatest score of products, in centipawns.
const GREATEST: i32 = 20_000;

/// Turns a pair of products into a score; what is beyond the range of scores stays at its end.
#[inline(always)]
pub fn to_score(products: [i32; 2]) -> Score {
    let [mg, eg] = products.map(|product| to_centipawns(product).clamp(-GREATEST, GREATEST));
    Score::new(mg, eg)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network file of two weights, in which every number differs from its neighbors.
    fn sample() -> NetworkFile<2> {
        let mut next = 0_i16;
        let mut number = || {
            next = (7 * next + 31) % 1009;
            next - 500
        };
        let rows = std::array::from_fn(|_| std::array::from_fn(|_| number()));
        let additions = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| number())));
        NetworkFile { network: Network { rows }, additions }
    }

    #[test]
    fn a_file_keeps_the_network_and_the_additions() {
        let bytes = sample().to_bytes();
        assert_eq!(bytes.len(), NetworkFile::<2>::BYTES);
        assert_eq!(NetworkFile::from_bytes(&bytes), Some(sample()));
        assert_eq!(NetworkFile::<2>::from_bytes(&bytes[1..]), None);
        assert_eq!(NetworkFile::<2>::from_bytes(&[&bytes[..], &[0]].concat()), None);
        for place in 0..16 {
            let mut other = bytes.clone();
            other[place] ^= 1;
            assert_eq!(NetworkFile::<2>::from_bytes(&other), None, "byte {place}");
        }
    }

    #[test]
    fn layers_are_sums_of_rows_and_products_with_them() {
        let NetworkFile { network, .. } = sample();
        let lists = [vec![0, 95], vec![], vec![223]];
        let hidden = network.hidden(lists.iter().map(|list| list.iter().copied()));
        let rows = &network.rows;
        for place in 0..HIDDEN {
            let sum = [0, 1, 96, 224].map(|row| rows[row][place]).iter().sum::<i16>();
            assert_eq!(hidden[place], sum);
        }
        let hidden = clip(hidden);
        let real = Network { rows: rows.map(|row| row.map(f32::from)) };
        let (outputs, real) = (network.outputs(&hidden), real.outputs(&hidden.map(f32::from)));
        for number in 0..STRUCTURE_OUTPUTS {
            let product: f64 =
                (0..HIDDEN).map(|place| f64::from(rows[225 + number][place]) * f64::from(hidden[place]) / 1024.0).sum();
            let expected = product + f64::from(rows[230][number]);
            assert!((f64::from(outputs[number]) - expected).abs() <= 1.0, "{outputs:?}, but {expected}");
            assert!((f64::from(real[number]) - expected).abs() < 0.01, "{real:?}, but {expected}");
        }
    }

    #[test]
    fn sums_are_clipped_to_the_range_from_zero_to_one() {
        let sums = [-5, 0, 5, i16::ONE, i16::ONE + 1];
        assert_eq!(clip(sums), [0, 0, 5, i16::ONE, i16::ONE]);
        assert!(clip(sums.map(f32::from)).into_iter().eq(clip(sums).map(f32::from)));
    }

    #[test]
    fn no_sum_overflows() {
        // The bias, sixteen pawns and two kings.
        assert!(19 * i32::from(INPUT_LIMIT) <= i32::from(i16::MAX));
        // A full hidden layer.
        let product = HIDDEN as i64 * i64::from(OUTPUT_LIMIT) * i64::from(i16::ONE);
        assert!(product <= i64::from(i32::MAX), "{product}");
        // Whatever the bias, a product at its limit is clipped as a greater one would be.
        assert!(PRODUCT_LIMIT - i32::from(OUTPUT_LIMIT) >= i32::from(i16::ONE));
    }

    #[test]
    fn products_are_rounded_alike_on_both_sides_of_zero() {
        for (product, centipawns) in [(0, 0), (CENTIPAWN / 2 - 1, 0), (CENTIPAWN / 2, 1), (3 * CENTIPAWN, 3)] {
            assert_eq!(to_score([product, -product]), Score::new(centipawns, -centipawns));
        }
        assert_eq!(to_score(add_score([5, 5], Score::new(7, -9))), Score::new(7, -9));
        assert_eq!(to_score([i32::MAX - CENTIPAWN, i32::MIN + CENTIPAWN]), Score::new(GREATEST, -GREATEST));
    }
}
