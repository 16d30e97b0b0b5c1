//! Personality: options that scale sections of the evaluation, as in engines of the Fruit family, for play or to see
//! the effect of a section. With every option at 100 % the normal evaluation runs at full speed; otherwise the traced
//! evaluation (`tracer.rs`) is scaled section by section, which takes several times as long.

use super::endgame;
use super::tracer::Coefficients;
use super::weights::{SECTIONS, Section};
use super::{TaperedScore, trace};
use crate::position::Position;
use crate::types::value::EVAL_LIMIT;
use crate::types::{S, Value};

/// The scaling of some sections of the evaluation in percent, 0 to [`Personality::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Personality {
    /// Piece values and imbalance.
    pub material: i32,
    /// Mobility of the pieces.
    pub mobility: i32,
    /// Shelter and danger of both kings.
    pub king_safety: i32,
    /// Pawn structure, with what passed pawns are worth by their ranks, and the structure score.
    pub pawn_structure: i32,
    /// What helps or stops passed pawns.
    pub passed_pawns: i32,
}

impl Default for Personality {
    fn default() -> Self {
        Self { material: 100, mobility: 100, king_safety: 100, pawn_structure: 100, passed_pawns: 100 }
    }
}

impl Personality {
    /// The greatest value of each option.
    pub const MOST: i32 = 400;

    fn percent(&self, section: Section) -> i32 {
        match section {
            Section::Material | Section::Imbalance => self.material,
            Section::Mobility => self.mobility,
            Section::Shelter | Section::King => self.king_safety,
            Section::Pawns => self.pawn_structure,
            Section::Passed => self.passed_pawns,
            _ => 100,
        }
    }
}

/// Returns the value of a position in centipawns from the side to move's point of view, with each section scaled by
/// `personality`. Endgames with a known result keep their value. With every option at 100 % it equals
/// [`evaluate`](super::evaluate).
pub fn evaluate_with(personality: &Personality, position: &Position) -> Value {
    let value = endgame::specialized_value(position).unwrap_or_else(|| {
        let mut record = Coefficients::default();
        let (tapered, ..) = trace(position, &mut record);
        let (mut mg, mut eg) = (0, 0);
        for (&section, [white, black]) in SECTIONS.iter().zip(record.by_section()) {
            let (balance, percent) = (white - black, personality.percent(section));
            mg += balance.mg() * percent / 100;
            eg += balance.eg() * percent / 100;
        }
        let score = S(mg.clamp(-EVAL_LIMIT, EVAL_LIMIT), eg.clamp(-EVAL_LIMIT, EVAL_LIMIT));
        TaperedScore { score, ..tapered }.value(position.side_to_move())
    });
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_scales_its_part_of_the_evaluation() {
        // White has an extra passed pawn and an active bishop, and Black's king is exposed.
        let position = Position::from_fen("6k1/p6p/3P4/8/8/2B2Q2/PP3PPP/6K1 b - - 0 1").unwrap();
        let neutral = Personality::default();
        let with = |change: fn(&mut Personality, i32), percent| {
            let mut personality = neutral;
            change(&mut personality, percent);
            evaluate_with(&personality, &position)
        };
        let usual = evaluate_with(&neutral, &position);
        let changes: [fn(&mut Personality, i32); 5] = [
            |personality, percent| personality.material = percent,
            |personality, percent| personality.mobility = percent,
            |personality, percent| personality.king_safety = percent,
            |personality, percent| personality.pawn_structure = percent,
            |personality, percent| personality.passed_pawns = percent,
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let (without, most) = (with(change, 0), with(change, Personality::MOST));
            assert_eq!(with(change, 100), usual);
            assert_eq!((usual - without).signum(), (most - usual).signum(), "dial {index}: {without} {usual} {most}");
            assert_ne!(without, usual, "dial {index}");
        }
    }

    #[test]
    fn the_greatest_material_does_not_overflow() {
        let position = Position::from_fen("QQQQQQQQ/QNNBB3/RR6/8/8/k6p/7p/7K b - - 0 1").unwrap();
        for king_safety in [0, Personality::MOST] {
            let personality = Personality { material: Personality::MOST, king_safety, ..Personality::default() };
            assert!(evaluate_with(&personality, &position) < -10_000);
        }
    }
}
