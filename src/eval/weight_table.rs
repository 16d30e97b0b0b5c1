//! The `weights!` macro. It turns the list in `weights.rs` into a struct with one field for each weight or table of
//! weights, generic over the types of its elements, and an enumeration of the sections.

use super::blend::Blend;
use crate::types::Score;

/// The index of a weight in the flat vector of all weights.
pub type WeightIndex = u16;

/// Expands to the type of a weight with the given dimensions.
macro_rules! table {
    ($element:ty,) => { $element };
    ($element:ty, $size:literal $($rest:tt)*) => { [table!($element, $($rest)*); $size] };
}

/// Expands to a table of the given dimensions whose elements are all the same.
macro_rules! filled {
    ($element:expr,) => { $element };
    ($element:expr, $size:literal $($rest:tt)*) => { [filled!($element, $($rest)*); $size] };
}

/// Expands to a table of bases with the next additions of a list, in a constant.
macro_rules! blend {
    ($base:expr, $additions:ident, $next:ident,) => {{
        $next += 1;
        Blend::new($base, &$additions[$next - 1])
    }};
    ($base:expr, $additions:ident, $next:ident, $size:literal $($rest:tt)*) => {{
        let mut table = filled!(Blend::ZERO, $size $($rest)*);
        let mut index = 0;
        while index < $size {
            table[index] = blend!($base[index], $additions, $next, $($rest)*);
            index += 1;
        }
        table
    }};
}

macro_rules! weights {
    (
        $(
            $(#[doc = $plain_section_doc:literal])+
            section $plain_section:ident {
                $( $(#[doc = $plain_doc:literal])+ $plain:ident $([$plain_size:literal])* = $plain_value:expr; )+
            }
        )+

        by structure:

        $(
            $(#[doc = $section_doc:literal])+
            section $section:ident {
                $( $(#[doc = $doc:literal])+ $name:ident $([$size:literal])* = $value:expr; )+
            }
        )+
    ) => {
        /// A group of related weights.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Section {
            $( $(#[doc = $plain_section_doc])+ $plain_section, )+
            $( $(#[doc = $section_doc])+ $section, )+
        }

        /// All sections in file order.
        pub static SECTIONS: [Section; [$(stringify!($plain_section),)+ $(stringify!($section)),+].len()] =
            [$(Section::$plain_section,)+ $(Section::$section),+];

        /// The names of all weights in file order.
        pub static NAMES: [&str; [$($(stringify!($plain),)+)+ $($(stringify!($name)),+),+].len()] =
            [$($(stringify!($plain),)+)+ $($(stringify!($name)),+),+];

        /// The dimensions of each weight in file order; none for a single number.
        pub static DIMENSIONS: [&[usize]; NAMES.len()] = [$($(&[$($plain_size),*],)+)+ $($(&[$($size),*]),+),+];

        /// The number of weights that do not depend on the structure; the others follow them.
        pub const PLAIN_WEIGHTS: usize = 0 $($(+ 1 $(* $plain_size)*)+)+;

        /// The number of weights that depend on the structure.
        pub const BLENDED_WEIGHTS: usize = 0 $($(+ 1 $(* $size)*)+)+;

        /// All weights of the evaluation: something of type `P` for each that does not depend on the structure, and of
        /// type `B` for each that does.
        pub struct Weights<P, B = P> {
            $($( $(#[doc = $plain_doc])+ pub $plain: table!(P, $($plain_size)*), )+)+
            $($( $(#[doc = $doc])+ pub $name: table!(B, $($size)*), )+)+
        }

        /// The tuned weights, without what the network file adds to them.
        pub const TUNED: Weights<Score> = Weights {
            $($( $plain: $plain_value, )+)+
            $($( $name: $value, )+)+
        };

        /// Returns the tuned weights with what is added to them.
        pub(super) const fn tuned() -> Weights<Score, Blend> {
            let (additions, mut next) = (&STORED.additions, 0);
            $($( let $name = blend!(TUNED.$name, additions, next, $($size)*); )+)+
            assert!(next == BLENDED_WEIGHTS, "all additions belong to a weight");
            Weights { $($( $plain: TUNED.$plain, )+)+ $($( $name, )+)+ }
        }

        /// The weights that play.
        #[cfg(not(feature = "ablation"))]
        pub static WEIGHTS: Weights<Score, Blend> = tuned();

        /// The weights that play, for ablation tests: those named in the environment variable `OXIDE88_WITHOUT`,
        /// separated by commas, are zero.
        #[cfg(feature = "ablation")]
        pub static WEIGHTS: std::sync::LazyLock<Weights<Score, Blend>> = std::sync::LazyLock::new(|| {
            let names = std::env::var("OXIDE88_WITHOUT").unwrap_or_default();
            tuned().without(&names.split(',').filter(|name| !name.is_empty()).collect::<Vec<_>>())
        });

        impl Weights<WeightIndex> {
            pub(super) fn numbered() -> Self {
                let mut next = 0;
                let mut number = || { next += 1; next - 1 };
                Self {
                    $($( $plain: WeightTable::fill(&mut number), )+)+
                    $($( $name: WeightTable::fill(&mut number), )+)+
                }
            }
        }

        impl Weights<Score, Blend> {
            /// Returns these weights with those of the given names set to zero.
            ///
            /// # Panics
            /// No weight has such a name.
            #[cfg(feature = "ablation")]
            pub(super) fn without(mut self, names: &[&str]) -> Self {
                for name in names {
                    assert!(NAMES.contains(name), "no weights are called {name}; there are {}", NAMES.join(", "));
                }
                $($( if names.contains(&stringify!($plain)) {
                    self.$plain = WeightTable::fill(&mut || Score::ZERO);
                } )+)+
                $($( if names.contains(&stringify!($name)) {
                    self.$name = WeightTable::fill(&mut || Blend::ZERO);
                } )+)+
                self
            }
        }

        impl<P: WeightTable<P>, B: WeightTable<B>> Weights<P, B> {
            /// Returns the section and value of each weight in file order.
            pub(super) fn flat<T: From<P> + From<B>>(&self) -> Vec<(Section, T)> {
                let mut list = Vec::new();
                $($( self.$plain.visit(&mut |weight| list.push((Section::$plain_section, T::from(weight)))); )+)+
                $($( self.$name.visit(&mut |weight| list.push((Section::$section, T::from(weight)))); )+)+
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

impl WeightTable<Self> for Blend {
    fn fill(next: &mut impl FnMut() -> Self) -> Self {
        next()
    }

    fn visit(&self, visitor: &mut impl FnMut(Self)) {
        visitor(*self);
    }
}

pub(super) use {blend, filled, table, weights};
