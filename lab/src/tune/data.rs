//! Positions to learn from, as compact as the millions of a run need: the coefficients of all in one list, and the
//! inputs of the structure network in another.

use std::collections::BTreeSet;
use std::ops::Range;

use oxide88::eval::tuning::{Count, Trace};

use super::parameters::WEIGHTS;
use super::value::View;

/// A position as the model sees it. Its counts are a slice of a common list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Row {
    /// Start of its counts in the list.
    start: usize,
    /// Number of counts that are plain, that are blended for White and for Black, that add to the danger of the white
    /// and of the black king, to the initiative, and to the endgame scale if White and if Black is ahead.
    lengths: [u16; 8],
    /// Start of its network inputs in their list, and the number of those for White and for Black.
    first_input: usize,
    inputs: [u8; 2],
    pub(super) factors: [[f32; 2]; 2], // [color ahead][middlegame, endgame]
    /// Target of the value: White's expected score, 0 to 1.
    pub(super) target: f32,
}

/// Training positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Data {
    pub(super) rows: Vec<Row>,
    counts: Vec<Count>,
    inputs: Vec<u8>,
    /// Groups of positions that are compared; a position that is judged alone is a group of its own.
    pub(super) groups: Vec<Range<usize>>, // rows
}

impl Data {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of groups.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Adds a position with this expected result for White.
    pub fn push(&mut self, trace: &Trace, target: f64) {
        self.groups.push(self.len()..self.len() + 1);
        self.push_row(trace, target);
    }

    /// Adds positions that are compared with each other; a single one has nothing to be compared with.
    pub fn push_compared(&mut self, positions: &[(Trace, f64)]) {
        if positions.len() > 1 {
            self.groups.push(self.len()..self.len() + positions.len());
            for (trace, target) in positions {
                self.push_row(trace, *target);
            }
        }
    }

    fn push_row(&mut self, trace: &Trace, target: f64) {
        let ([white, black], [white_scale, black_scale]) = (&trace.danger, &trace.scale);
        let [white_blended, black_blended] = &trace.blended;
        let parts =
            [&trace.plain, white_blended, black_blended, white, black, &trace.initiative, white_scale, black_scale];
        let inputs = &trace.structures;
        self.rows.push(Row {
            start: self.counts.len(),
            first_input: self.inputs.len(),
            inputs: inputs.each_ref().map(|part| part.len() as u8),
            lengths: parts.map(|part| part.len() as u16),
            factors: trace.factors.map(|pair| pair.map(|factor| factor as f32)),
            target: target as f32,
        });
        self.counts.extend(parts.into_iter().flatten());
        self.inputs.extend(inputs.iter().flatten());
    }

    /// Adds all positions of another list.
    pub fn append(&mut self, other: Self) {
        let (counts, inputs, first) = (self.counts.len(), self.inputs.len(), self.len());
        self.groups.extend(other.groups.into_iter().map(|rows| rows.start + first..rows.end + first));
        let moved = |row: Row| Row { start: row.start + counts, first_input: row.first_input + inputs, ..row };
        self.rows.extend(other.rows.into_iter().map(moved));
        self.counts.extend(other.counts);
        self.inputs.extend(other.inputs);
    }

    /// Leaves out the weights with these indexes, as if no position had them.
    pub fn leave_out(&mut self, slots: &BTreeSet<u16>) {
        if slots.is_empty() {
            return;
        }
        let mut counts = Vec::new();
        for row in &mut self.rows {
            let mut rest = &self.counts[row.start..];
            row.start = counts.len();
            for length in &mut row.lengths {
                let (part, others) = rest.split_at(usize::from(*length));
                let before = counts.len();
                counts.extend(part.iter().filter(|(slot, _)| !slots.contains(slot)));
                (rest, *length) = (others, (counts.len() - before) as u16);
            }
        }
        self.counts = counts;
    }

    /// Returns the indexes of all weights that add to a king's danger in some position.
    pub fn danger_slots(&self) -> Vec<usize> {
        let mut add_to_danger = [false; WEIGHTS];
        for &(slot, _) in self.rows.iter().flat_map(|row| self.view(row).danger.into_iter().flatten()) {
            add_to_danger[usize::from(slot)] = true;
        }
        (0..WEIGHTS).filter(|&slot| add_to_danger[slot]).collect()
    }

    /// Returns the coefficients and inputs of a position.
    pub(super) fn view(&self, row: &Row) -> View<'_> {
        let mut rest = &self.counts[row.start..];
        let [plain, white_blended, black_blended, white, black, initiative, white_scale, black_scale] =
            row.lengths.map(|length| {
                let (part, others) = rest.split_at(usize::from(length));
                rest = others;
                part
            });
        let [white_inputs, black_inputs] = row.inputs.map(usize::from);
        let (white_structure, rest) = self.inputs[row.first_input..].split_at(white_inputs);
        View {
            plain,
            blended: [white_blended, black_blended],
            danger: [white, black],
            initiative,
            scale: [white_scale, black_scale],
            structures: [white_structure, &rest[..black_inputs]],
        }
    }
}
