//! Sums of a recorded evaluation by section, for the `eval` table, the personality and the check that the record adds
//! up to the score.

use super::tracer::{Coefficients, TermKind};
use super::weight_index::section_of;
use super::weights::{SECTIONS, Section};
use super::{initiative, king};
use crate::types::{Color, Score};

impl Coefficients {
    /// Returns the score of each section for each color, from coefficients and weights alone, with danger and
    /// initiative transformed. The change by initiative is booked to White.
    pub fn by_section(&self) -> [[Score; 2]; SECTIONS.len()] {
        let mut table = [[Score::ZERO; 2]; SECTIONS.len()];
        for coefficient in self.of_kind(TermKind::Linear) {
            table[section_of(coefficient.index) as usize][coefficient.color] += coefficient.score();
        }
        for color in Color::ALL {
            let danger =
                self.of_kind(TermKind::Danger).filter(|term| term.color == color).map(|term| term.score()).sum();
            table[Section::King as usize][color] += king::penalty(danger);
        }
        let sum = self.of_kind(TermKind::Initiative).map(|term| term.score()).sum();
        let change = initiative::change(difference(&table).eg(), sum);
        table[Section::Initiative as usize][Color::White] += change;
        table
    }

    /// Returns the unscaled score from White's point of view, recomputed from the record.
    pub fn total(&self) -> Score {
        difference(&self.by_section())
    }
}

/// Returns the sum of all sections: White minus Black.
fn difference(table: &[[Score; 2]]) -> Score {
    table.iter().map(|by_color| by_color[Color::White] - by_color[Color::Black]).sum()
}
