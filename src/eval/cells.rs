//! The `weights!` macro. It turns the list in `weights.rs` into a struct with one field for each weight or table of
//! weights, generic over the type of its cells, and an enumeration of the sections.

use std::sync::LazyLock;

use super::weights::{Section, WEIGHTS, Weights};
use crate::types::Score;

/// The index of a weight in the flat vector of all weights.
pub type Slot = u16;

/// The slot of each weight.
pub static SLOTS: LazyLock<Weights<Slot>> = LazyLock::new(Weights::numbered);

/// The section and value of each weight, by slot.
static FLAT: LazyLock<Vec<(Section, Score)>> = LazyLock::new(|| WEIGHTS.flat());

/// Returns all weights in slot order.
pub fn all_weights() -> impl Iterator<Item = Score> {
    FLAT.iter().map(|&(_, weight)| weight)
}

/// Returns the weight in a slot.
///
/// # Panics
/// There is no such slot.
pub fn weight_in(slot: Slot) -> Score {
    FLAT[usize::from(slot)].1
}

/// Returns the section of the weight in a slot.
///
/// # Panics
/// There is no such slot.
pub fn section_of(slot: Slot) -> Section {
    FLAT[usize::from(slot)].0
}

/// Expands to the type of a weight with the given dimensions.
macro_rules! cells {
    ($cell:ty,) => { $cell };
    ($cell:ty, $size:literal $($rest:tt)*) => { [cells!($cell, $($rest)*); $size] };
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

        /// All weights of the evaluation, or something else of type `T` for each of them.
        pub struct Weights<T> {
            $($( $(#[doc = $doc])+ pub $name: cells!(T, $($size)*), )+)+
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

        impl Weights<Slot> {
            pub(super) fn numbered() -> Self {
                let mut next = 0;
                Self { $($( $name: Cells::fill(&mut || { next += 1; next - 1 }), )+)+ }
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
                    self.$name = Cells::fill(&mut || Score::ZERO);
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

/// A cell, or a nested array of cells.
pub(super) trait Cells<T> {
    fn fill(next: &mut impl FnMut() -> T) -> Self;
    fn visit(&self, visitor: &mut impl FnMut(T));
}

impl<T, C: Cells<T>, const N: usize> Cells<T> for [C; N] {
    fn fill(next: &mut impl FnMut() -> T) -> Self {
        std::array::from_fn(|_| C::fill(next))
    }

    fn visit(&self, visitor: &mut impl FnMut(T)) {
        for cell in self {
            cell.visit(visitor);
        }
    }
}

impl Cells<Self> for Slot {
    fn fill(next: &mut impl FnMut() -> Self) -> Self {
        next()
    }

    fn visit(&self, visitor: &mut impl FnMut(Self)) {
        visitor(*self);
    }
}

impl Cells<Self> for Score {
    fn fill(next: &mut impl FnMut() -> Self) -> Self {
        next()
    }

    fn visit(&self, visitor: &mut impl FnMut(Self)) {
        visitor(*self);
    }
}

pub(super) use {cells, weights};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_number_the_weights_in_order_without_gaps() {
        let mut slots = Vec::new();
        SLOTS.material.visit(&mut |slot| slots.push(slot));
        SLOTS.with_own.visit(&mut |slot| slots.push(slot));
        SLOTS.against.visit(&mut |slot| slots.push(slot));
        SLOTS.pawn_square.visit(&mut |slot| slots.push(slot));
        assert!(slots.iter().copied().eq(0..slots.len() as Slot));
        assert_eq!(usize::from(SLOTS.tempo), FLAT.len() - 1);
        assert_eq!(weight_in(SLOTS.knight_square[3][2]), WEIGHTS.knight_square[3][2]);
        assert_eq!(section_of(SLOTS.restricted), Section::Threats);
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
