//! How the evaluation tells what it did. Every weight is read through `term!`, which also reports the read to a
//! [`Tracer`]. For play that is [`Off`], which compiles to nothing; for the `eval` table and for tuning it is
//! [`Coefficients`], which keeps a sparse row: how often each weight counted, for whom. One evaluation function, so
//! that what is printed and tuned is what plays.

use super::weights::{SECTIONS, Section, Slot, section_of, weight_in};
use super::{initiative as winning_chances, king};
use crate::types::{Color, Score};

/// Where a weight enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Added to the score as it is.
    Linear,
    /// Added to the danger of the king of the color named; only its transform reaches the score.
    Danger,
    /// Added to the initiative; only its transform reaches the score.
    Initiative,
    /// Added to the scale of the endgame if the color named is ahead.
    Scale,
}

/// Listens to an evaluation.
pub trait Tracer {
    /// True if anything is recorded; caches are bypassed then.
    const ON: bool;

    /// The weight in `slot` counted `count` times for `us`.
    fn hit(&mut self, us: Color, part: Part, slot: impl FnOnce() -> Slot, count: i32);
}

/// Records nothing.
pub struct Off;

impl Tracer for Off {
    const ON: bool = false;

    #[inline]
    fn hit(&mut self, _: Color, _: Part, _: impl FnOnce() -> Slot, _: i32) {}
}

/// One read of a weight.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// For whom it counts.
    pub color: Color,
    /// Where it enters.
    pub part: Part,
    /// Which weight.
    pub slot: Slot,
    /// How many times.
    pub count: i32,
}

impl Hit {
    /// What it comes to.
    fn score(self) -> Score {
        weight_in(self.slot) * self.count
    }
}

/// Records everything.
#[derive(Default)]
pub struct Coefficients {
    /// All reads in order.
    pub hits: Vec<Hit>,
}

impl Tracer for Coefficients {
    const ON: bool = true;

    fn hit(&mut self, color: Color, part: Part, slot: impl FnOnce() -> Slot, count: i32) {
        self.hits.push(Hit { color, part, slot: slot(), count });
    }
}

impl Coefficients {
    /// What each section gave to each color, from nothing but coefficient times weight: the sums, and what becomes of
    /// those that are transformed. Initiative counts for White.
    pub fn by_section(&self) -> [[Score; 2]; SECTIONS.len()] {
        let mut table = [[Score::ZERO; 2]; SECTIONS.len()];
        for hit in self.hits_of(Part::Linear) {
            table[section_of(hit.slot) as usize][hit.color] += hit.score();
        }
        for color in Color::ALL {
            let danger = self.hits_of(Part::Danger).filter(|hit| hit.color == color).map(|hit| hit.score()).sum();
            table[Section::King as usize][color] += king::penalty(danger);
        }
        let initiative = self.hits_of(Part::Initiative).map(|hit| hit.score()).sum();
        let change = winning_chances::change(difference(&table).eg(), initiative);
        table[Section::Initiative as usize][Color::White] += change;
        table
    }

    /// The score of the position for White, recomputed from the record.
    pub fn total(&self) -> Score {
        difference(&self.by_section())
    }

    fn hits_of(&self, part: Part) -> impl Iterator<Item = &Hit> {
        self.hits.iter().filter(move |hit| hit.part == part)
    }
}

/// What all sections give to White less what they give to Black.
fn difference(table: &[[Score; 2]]) -> Score {
    table.iter().map(|by_color| by_color[Color::White] - by_color[Color::Black]).sum()
}

/// Reads a weight for `us` and reports it: `term!(tracer, us, knight_mobility[n])`, or with a count
/// `term!(tracer, us, material[kind] * n)`.
macro_rules! term {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Linear, $field $([$index])* $(* $count)?)
    };
}

/// Like `term!`, for weights that add to the danger of `us`'s king.
macro_rules! danger {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Danger, $field $([$index])* $(* $count)?)
    };
}

/// Like `term!`, for weights that add to the initiative.
macro_rules! initiative {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Initiative, $field $([$index])* $(* $count)?)
    };
}

/// Like `term!`, for weights that add to the scale of the endgame.
macro_rules! scale {
    ($tracer:expr, $us:expr, $field:ident $([$index:expr])* $(* $count:expr)?) => {
        crate::eval::tracer::read!($tracer, $us, Scale, $field $([$index])* $(* $count)?)
    };
}

macro_rules! read {
    ($tracer:expr, $us:expr, $part:ident, $field:ident $([$index:expr])* * $count:expr) => {{
        let count: i32 = $count;
        $tracer.hit(
            $us,
            crate::eval::tracer::Part::$part,
            || crate::eval::weights::SLOTS.$field $([$index])*,
            count,
        );
        crate::eval::weights::WEIGHTS.$field $([$index])* * count
    }};
    ($tracer:expr, $us:expr, $part:ident, $field:ident $([$index:expr])*) => {{
        $tracer.hit($us, crate::eval::tracer::Part::$part, || crate::eval::weights::SLOTS.$field $([$index])*, 1);
        crate::eval::weights::WEIGHTS.$field $([$index])*
    }};
}

pub(super) use {danger, initiative, read, scale, term};
