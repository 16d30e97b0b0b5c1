//! Sums of a recorded evaluation by section, for the `eval` table, the personality and the check that the record adds
//! up to the score.

use super::network::to_score;
use super::tracer::{Coefficients, TermKind};
use super::weight_index::{section_of, weight_in};
use super::weights::{SECTIONS, Section};
use super::{initiative, king};
use crate::types::{Color, Score};

impl Coefficients {
    /// Returns the score of each section for each color, from the record and the weights, with danger and initiative
    /// transformed. The pawns include the structure score. The change by initiative is booked to White. So is, under
    /// Placement, the difference between rounding each section and rounding the whole.
    pub fn by_section(&self) -> [[Score; 2]; SECTIONS.len()] {
        let mut products = [[[0; 2]; 2]; SECTIONS.len()];
        for &term in self.of_kind(TermKind::Linear) {
            add(&mut products[section_of(term.index) as usize][term.color], self.products(term));
        }
        for color in Color::ALL {
            add(&mut products[Section::Pawns as usize][color], self.structures[color].products);
        }
        let mut all = [0; 2];
        for [white, black] in products {
            add(&mut all, white);
            add(&mut all, black.map(|product| -product));
        }
        let mut table = products.map(|by_color| by_color.map(to_score));
        let rounding = to_score(all) - difference(&table);
        table[Section::Placement as usize][Color::White] += rounding;
        for color in Color::ALL {
            let mut danger = [0; 2];
            for &term in self.of_kind(TermKind::Danger).filter(|term| term.color == color) {
                add(&mut danger, self.products(term));
            }
            table[Section::King as usize][color] += king::penalty(to_score(danger));
        }
        let initiative = self.of_kind(TermKind::Initiative);
        let sum = initiative.map(|term| weight_in(term.index).base() * term.count).sum();
        let change = initiative::change(difference(&table).eg(), sum);
        table[Section::Initiative as usize][Color::White] += change;
        table
    }

    /// Returns the unscaled score from White's point of view, recomputed from the record.
    pub fn total(&self) -> Score {
        difference(&self.by_section())
    }
}

/// Adds products.
fn add(sum: &mut [i32; 2], products: [i32; 2]) {
    for half in [0, 1] {
        sum[half] += products[half];
    }
}

/// Returns the sum of all sections: White minus Black.
fn difference(table: &[[Score; 2]]) -> Score {
    table.iter().map(|by_color| by_color[Color::White] - by_color[Color::Black]).sum()
}
