//! The evaluation as a function of its weights, for the tuner. What `evaluate` does with a position is traced once and
//! boiled down to the numbers by which its weights count; with them the value under any other weights, and its slope, can
//! be computed without looking at the position again.

use super::endgame::{self, NORMAL_SCALE, Scale};
use super::king;
use super::material::FULL_PHASE;
use super::tracer::{Coefficients, Part};
use super::weights::all_weights;
use super::{PawnTable, evaluate_terms};
use crate::position::Position;
use crate::types::{Color, Score};

/// How often a weight counts, by its number.
pub type Count = (u16, i16);

/// What the value of a position depends on.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The weights that are added to the score: White's count minus Black's.
    pub linear: Vec<Count>,
    /// The weights that are added to the danger of each side's king.
    pub danger: [Vec<Count>; 2], // [color of the king]
    /// What a point of middlegame and of endgame score is worth in the end, by the side that is ahead in the endgame.
    pub factors: [[f64; 2]; 2], // [color ahead][middlegame, endgame]
}

impl Trace {
    /// Traces the evaluation of `position`; `None` if its ending is known and no weight counts.
    pub fn of(position: &Position) -> Option<Self> {
        if endgame::known_value(position).is_some() {
            return None;
        }
        let mut record = Coefficients::default();
        let mut entry = PawnTable::trace(position, &mut record);
        let verdict = evaluate_terms(position, &mut entry, &mut record);
        let factors = Color::ALL.map(|strong| {
            let Scale { mg, eg } = endgame::scale(position, &entry, strong);
            let part = |scale: i32, phase: i32| f64::from(scale * phase) / f64::from(NORMAL_SCALE * FULL_PHASE);
            [part(mg, verdict.phase), part(eg, FULL_PHASE - verdict.phase)]
        });
        let hits = |wanted| record.hits.iter().filter(move |hit| hit.part == wanted);
        Some(Self {
            linear: sum(hits(Part::Linear).map(|hit| (hit.slot, hit.count * hit.color.sign()))),
            danger: Color::ALL
                .map(|color| sum(hits(Part::Danger).filter(|hit| hit.color == color).map(|hit| (hit.slot, hit.count)))),
            factors,
        })
    }
}

/// Adds up what counts for the same weight; what cancels out is left away.
fn sum(counts: impl Iterator<Item = (u16, i32)>) -> Vec<Count> {
    let mut counts: Vec<_> = counts.collect();
    counts.sort_unstable_by_key(|&(slot, _)| slot);
    let sums = counts.chunk_by(|one, other| one.0 == other.0).map(|same| {
        let sum: i32 = same.iter().map(|&(_, count)| count).sum();
        (same[0].0, sum as i16)
    });
    sums.filter(|&(_, sum)| sum != 0).collect()
}

/// The weights that play, by number, middlegame and endgame.
pub fn weights() -> Vec<[i32; 2]> {
    all_weights().map(|score: Score| [score.mg(), score.eg()]).collect()
}

/// What the danger of a king, in middlegame and endgame, takes from its side's score: the two values, and by how much each
/// changes with its danger.
pub fn danger_penalty(danger: [f64; 2]) -> [(f64, f64); 2] {
    king::smooth_penalty(danger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;

    /// The value for White as a tuner computes it.
    fn value(trace: &Trace) -> f64 {
        let weights = weights();
        let total = |counts: &[Count]| {
            counts.iter().fold([0.0; 2], |sum, &(slot, count)| {
                [0, 1].map(|half| sum[half] + f64::from(count) * f64::from(weights[usize::from(slot)][half]))
            })
        };
        let mut score = total(&trace.linear);
        for color in Color::ALL {
            let penalty = danger_penalty(total(&trace.danger[color]));
            score = [0, 1].map(|half| score[half] + penalty[half].0 * f64::from(color.sign()));
        }
        let strong = if score[1] > 0.0 { Color::White } else { Color::Black };
        score[0] * trace.factors[strong][0] + score[1] * trace.factors[strong][1]
    }

    #[test]
    fn the_traced_value_is_the_one_that_plays() {
        let mut table = PawnTable::new();
        for fen in [
            crate::position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r1b2rk1/pp1p1pp1/1b1p2B1/n1qQ2p1/8/5N2/P3RPPP/4R1K1 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "4k3/5b2/8/3P4/8/2B5/8/4K3 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let played = evaluate(&position, &mut table) * position.side_to_move().sign();
            let traced = value(&Trace::of(&position).unwrap());
            assert!((traced - f64::from(played)).abs() < 4.0, "{fen}: {traced}, but {played} plays");
        }
    }

    #[test]
    fn a_known_ending_depends_on_no_weight() {
        assert!(Trace::of(&Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap()).is_none());
    }
}
