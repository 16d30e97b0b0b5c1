//! The `weights!` macro. It turns the list in `weights.rs` into a struct with one field for each weight or table of
//! weights, generic over the type of its elements, and an enumeration of the sections.

use std::sync::LazyLock;

use super::weights::{DIMENSIONS, NAMES, Section, WEIGHTS, Weights};
use crate::types::Score;

/// The index of a weight in the flat vector of all weights.
pub type WeightIndex = u16;

/// The index of each weight.
pub static INDICES: LazyLock<Weights<WeightIndex>> = LazyLock::new(Weights::numbered);

/// The section and value of each weight, by index.
static FLAT: LazyLock<Vec<(Section, Score)>> = LazyLock::new(|| WEIGHTS.flat());

/// Returns all weights in index order.
pub fn all_weights() -> impl Iterator<Item = Score> {
    FLAT.iter().map(|&(_, weight)| weight)
}

/// Returns the weight at an index.
///
/// # Panics
/// There is no such index.
pub fn weight_in(index: WeightIndex) -> Score {
    FLAT[usize::from(index)].1
}

/// Returns the section of the weight at an index.
///
/// # Panics
/// There is no such index.
pub fn section_of(index: WeightIndex) -> Section {
    FLAT[usize::from(index)].0
}

/// Returns the name of the weight at an index, and its place if it is an element of a table.
///
/// # Panics
/// There is no such index.
pub fn name_of(index: WeightIndex) -> (&'static str, Vec<usize>) {
    let mut rest = usize::from(index);
    for (name, dimensions) in NAMES.into_iter().zip(DIMENSIONS) {
        let size: usize = dimensions.iter().product();
        if rest < size {
            let mut place: Vec<_> = dimensions
                .iter()
                .rev()
                .map(|&dimension| {
                    let digit = rest % dimension;
                    rest /= dimension;
                    digit
                })
                .collect();
            place.reverse();
            return (name, place);
        }
        rest -= size;
    }
    panic!("there is no weight at index {index}");
}

/// Expands to the type of a weight with the given dimensions.
macro_rules! table {
    ($element:ty,) => { $element };
    ($element:ty, $size:literal $($rest:tt)*) => { [table!($element, $($rest)*); $size] };
}

macro_rules! weights {
    ($(
        $(#[doc = $section_doc:literal])+
        section $section:ident {
            $( $(#[doc = $doc:literal])+ $name:ident $([$size:literal])* = $value:expr; )+
        }
    )+) => {
        /// A group of related weights.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Section { $( $(#[doc = $section_doc])+ $section, )+ }

        /// All sections in file order.
        pub static SECTIONS: [Section; [$(stringify!($section)),+].len()] = [$(Section::$section),+];

        /// The names of all weights in file order.
        pub static NAMES: [&str; [$($(stringify!($name)),+),+].len()] = [$($(stringify!($name)),+),+];

        /// The dimensions of each weight in file order; none for a single number.
        pub static DIMENSIONS: [&[usize]; NAMES.len()] = [$($(&[$($size),*]),+),+];

        /// All weights of the evaluation, or something else of type `T` for each of them.
        pub struct Weights<T> {
            $($( $(#[doc = $doc])+ pub $name: table!(T, $($size)*), )+)+
        }

        /// The tuned weights.
        pub const TUNED: Weights<Score> = Weights { $($( $name: $value, )+)+ };

        /// The weights that play.
        #[cfg(not(feature = "ablation"))]
        pub static WEIGHTS: Weights<Score> = TUNED;

        /// The weights that play, for ablation tests: those named in the environment variable `OXIDE88_WITHOUT`,
        /// separated by commas, are zero.
        #[cfg(feature = "ablation")]
        pub static WEIGHTS: std::sync::LazyLock<Weights<Score>> = std::sync::LazyLock::new(|| {
            let names = std::env::var("OXIDE88_WITHOUT").unwrap_or_default();
            TUNED.without(&names.split(',').filter(|name| !name.is_empty()).collect::<Vec<_>>())
        });

        impl Weights<WeightIndex> {
            pub(super) fn numbered() -> Self {
                let mut next = 0;
                Self { $($( $name: WeightTable::fill(&mut || { next += 1; next - 1 }), )+)+ }
            }
        }

        impl Weights<Score> {
            /// Returns these weights with those of the given names set to zero.
            ///
            /// # Panics
            /// No weight has such a name.
            #[cfg(feature = "ablation")]
            pub(super) fn without(mut self, names: &[&str]) -> Self {
                for name in names {
                    assert!(NAMES.contains(name), "no weights are called {name}; there are {}", NAMES.join(", "));
                }
                $($( if names.contains(&stringify!($name)) {
                    self.$name = WeightTable::fill(&mut || Score::ZERO);
                } )+)+
                self
            }

            pub(super) fn flat(&self) -> Vec<(Section, Score)> {
                let mut list = Vec::new();
                $($( self.$name.visit(&mut |score| list.push((Section::$section, score))); )+)+
                list
            }
        }
    };
}

/// An element, or a nested array of elements.
pub(super) trait WeightTable<T> {
    fn fill(next: &mut impl FnMut() -> T) -> Self;
    fn visit(&self, visitor: &mut impl FnMut(T));
}

impl<T, C: WeightTable<T>, const N: usize> WeightTable<T> for [C; N] {
    fn fill(next: &mut impl FnMut() -> T) -> Self {
        std::array::from_fn(|_| C::fill(next))
    }

    fn visit(&self, visitor: &mut impl FnMut(T)) {
        for element in self {
            element.visit(visitor);
        }
    }
}

impl WeightTable<Self> for WeightIndex {
    fn fill(next: &mut impl FnMut() -> Self) -> Self {
        next()
    }

    fn visit(&self, visitor: &mut impl FnMut(Self)) {
        visitor(*self);
    }
}

impl WeightTable<Self> for Score {
    fn fill(next: &mut impl FnMut() -> Self) -> Self {
        next()
    }

    fn visit(&self, visitor: &mut impl FnMut(Self)) {
        visitor(*self);
    }
}

pub(super) use {table, weights};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_number_the_weights_in_order_without_gaps() {
        let mut indices = Vec::new();
        INDICES.material.visit(&mut |index| indices.push(index));
        INDICES.imbalance_ours.visit(&mut |index| indices.push(index));
        INDICES.imbalance_theirs.visit(&mut |index| indices.push(index));
        INDICES.pawn_square.visit(&mut |index| indices.push(index));
        assert!(indices.iter().copied().eq(0..indices.len() as WeightIndex));
        assert_eq!(usize::from(INDICES.tempo), FLAT.len() - 1);
        assert_eq!(weight_in(INDICES.knight_square[3][2]), WEIGHTS.knight_square[3][2]);
        assert_eq!(section_of(INDICES.restricted), Section::Threats);
        assert_eq!(name_of(INDICES.knight_square[3][2]), ("knight_square", vec![3, 2]));
        assert_eq!(name_of(INDICES.tempo), ("tempo", vec![]));
    }
}

#[cfg(all(test, feature = "ablation"))]
mod ablation_tests {
    use crate::eval::weights::TUNED;
    use crate::types::Score;

    #[test]
    fn only_the_named_weights_are_zero() {
        let weights = TUNED.without(&["space", "tempo"]);
        assert_eq!((weights.space, weights.tempo), ([Score::ZERO; 8], Score::ZERO));
        assert_eq!(weights.material, TUNED.material);
    }

    #[test]
    #[should_panic(expected = "no weights are called spaces")]
    fn an_unknown_name_is_refused() {
        let _ = TUNED.without(&["spaces"]);
    }
}
