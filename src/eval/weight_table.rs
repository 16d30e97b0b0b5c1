//! The `weights!` macro. It turns the list in `weights.rs` into a struct with one field for each weight or table of
//! weights, generic over the type of its elements, and an enumeration of the sections.

use crate::types::Score;

/// The index of a weight in the flat vector of all weights.
pub type WeightIndex = u16;

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
