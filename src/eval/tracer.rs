//! Tracing of the evaluation. Every weight is read through `term!` or one of its siblings, which also report the read
//! to a [`Tracer`]. In play that is [`Off`], which compiles to nothing. For the `eval` table and for tuning it is
//! [`Coefficients`], a sparse record of how often each weight counts for which side. There is one evaluation function,
//! so what is printed and tuned is what plays.

use super::blend::StructureVector;
use super::network::StructureInput;
use super::weight_index::weight_in;
use super::weight_table::WeightIndex;
use crate::types::Color;

/// The part of the evaluation that a weight is added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermKind {
    /// Added to the score directly.
    Linear,
    /// Added to the danger of the named color's king; the score receives a nonlinear function of the sum.
    Danger,
    /// Added to the initiative; the score receives a nonlinear function of the sum.
    Initiative,
    /// Added to the endgame scale that applies if the named color is ahead.
    Scale,
}

/// A structure as one side sees it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Structure {
    /// The inputs of the structure network.
    pub inputs: Vec<StructureInput>,
    /// The structure vector.
    pub vector: StructureVector,
    /// The structure score, in the units of products with the vector.
    pub products: [i32; 2],
}

/// A recorder of the weights that an evaluation reads.
pub trait Tracer {
    /// True if the tracer records; caches are then bypassed.
    const ON: bool;

    /// Records that the weight at `index` counts `count` times for `us`.
    fn count(&mut self, us: Color, kind: TermKind, index: impl FnOnce() -> WeightIndex, count: i32);

    /// Records the structure as each side sees it.
    fn record_structure(&mut self, structure: impl Fn(Color) -> Structure);
}

/// A tracer that records nothing.
pub struct Off;

impl Tracer for Off {
    const ON: bool = false;

    #[inline]
    fn count(&mut self, _: Color, _: TermKind, _: impl FnOnce() -> WeightIndex, _: i32) {}

    #[inline]
    fn record_structure(&mut self, _: impl Fn(Color) -> Structure) {}
}

/// A read of a weight.
#[derive(Clone, Copy, Debug)]
pub struct Coefficient {
    /// The color it counts for.
    pub color: Color,
    /// The part of the evaluation it is added to.
    pub kind: TermKind,
    /// The weight.
    pub index: WeightIndex,
    /// The number of times it counts.
    pub count: i32,
}

/// A tracer that records every read.
#[derive(Default)]
pub struct Coefficients {
    /// All reads in order.
    pub list: Vec<Coefficient>,
    /// The structure as each side sees it.
    pub structures: [Structure; 2], // [color]
}

impl Coefficients {
    /// Returns the coefficients of one kind, in order.
    pub fn of_kind(&self, kind: TermKind) -> impl Iterator<Item = &Coefficient> {
        self.list.iter().filter(move |coefficient| coefficient.kind == kind)
    }

    /// Returns weight times count, in the structure of the color it counts for, as a product with its vector.
    pub fn products(&self, term: Coefficient) -> [i32; 2] {
        weight_in(term.index).products(self.structures[term.color].vector).map(|product| product * term.count)
    }
}

impl Tracer for Coefficients {
    const ON: bool = true;

    fn count(&mut self, color: Color, kind: TermKind, index: impl FnOnce() -> WeightIndex, count: i32) {
        self.list.push(Coefficient { color, kind, index: index(), count });
    }

    fn record_structure(&mut self, structure: impl Fn(Color) -> Structure) {
        self.structures = Color::ALL.map(structure);
    }
}

/// Reads a weight for `us` and reports the read: `term!(tracer, us, knight_mobility[n])`, or with a count
/// `term!(tracer, us, material[kind] * n)`.
macro_rules! term {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Linear, $field $([$index])* $(* $count)?)
    };
}

/// Like `term!`, for weights added to the danger of the king of `us`.
macro_rules! danger {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Danger, $field $([$index])* $(* $count)?)
    };
}

/// Like `term!`, for weights added to the initiative.
macro_rules! initiative {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Initiative, $field $([$index])* $(* $count)?)
    };
}

/// Like `term!`, for weights added to the endgame scale.
macro_rules! scale {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Scale, $field $([$index])* $(* $count)?)
    };
}

macro_rules! read {
    ($tracer:expr, $us:expr, $kind:ident, $field:ident $([$index:expr])* * $count:expr) => {{
        let count: i32 = $count;
        $tracer.count(
            $us,
            crate::eval::tracer::TermKind::$kind,
            || crate::eval::weight_index::INDICES.$field $([$index])*,
            count,
        );
        crate::eval::weights::WEIGHTS.$field $([$index])* * count
    }};
    ($tracer:expr, $us:expr, $kind:ident, $field:ident $([$index:expr])*) => {{
        $tracer.count($us, crate::eval::tracer::TermKind::$kind, || crate::eval::weight_index::INDICES.$field $([$index])*, 1);
        crate::eval::weights::WEIGHTS.$field $([$index])*
    }};
}

pub(super) use {danger, initiative, read, scale, term};
