//! LEVEL 2: static evaluation.
//!
//! A hand-crafted evaluation. The same functions sum pairs of middlegame and endgame scores for White and for Black;
//! the sum is scaled by how winnable the ending is and interpolated by game phase ("tapered eval"). The pawn hash table
//! keeps the pawn structure (`pawns.rs`) and what depends on pawns and kings (`structure.rs`): shelters, structure
//! vectors and structure scores. Material imbalance comes from the table in `material.rs`. All weights are in
//! `weights.rs`; the network in `network.rs` changes many of them with the pawns and the squares of the kings. Each is
//! read through `term!` or one of its siblings, so play, the `eval` table and tuning share one code path.
//!
//! # Examples
//!
//! ```
//! use oxide88::eval::{EvalCaches, evaluate, explain};
//! use oxide88::position::Position;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut caches = EvalCaches::new();
//! // White is a rook up; the value is that of the side to move.
//! let position = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/R3K3 b Q - 0 1")?;
//! assert!(evaluate(&position, &mut caches) < -300);
//! assert!(explain(&position).contains("Material"));
//! # Ok(())
//! # }
//! ```

#![expect(
    clippy::inline_always,
    reason = "each term is compiled once for White and once for Black, so that no branch on the color remains"
)]

mod attack_map;
mod blend;
mod context;
mod counts;
mod endgame;
mod entry_table;
mod evaluation_table;
mod explain;
mod initiative;
mod king;
mod kpk;
mod map;
mod material;
mod network;
mod passed;
mod pawns;
mod personality;
mod pieces;
mod sections;
mod shelter;
mod space;
mod spans;
mod structure;
mod threats;
mod tracer;
pub mod tuning;
mod weight_index;
mod weight_table;
mod weights;
pub mod win_rate;

pub use explain::explain;
pub use map::PieceMap;
pub use pawns::{PawnEntry, PawnStatistics, PawnTable};
pub use personality::{Personality, evaluate_with};
pub use structure::StructureEntry;

use multiversion::multiversion;

use crate::position::Position;
use crate::types::value::EVAL_LIMIT;
use crate::types::{Color, Score, Value};
use blend::Blend;
use context::Context;
use endgame::{NORMAL_SCALE, Scale};
use entry_table::{Entry, EntryTable};
use evaluation_table::EvaluationTable;
use material::{FULL_PHASE, MaterialEntry};
use network::{add_score, to_score};
use tracer::{Off, Tracer, term};

/// The caches of the evaluation: hash tables of pawn structures, material and finished evaluations. Each thread has its
/// own.
pub struct EvalCaches {
    /// The pawn hash table.
    pub pawns: PawnTable,
    material: EntryTable<MaterialEntry>,
    evaluations: EvaluationTable,
    /// The scaling of the sections; `None` if all count 100 %.
    personality: Option<Personality>,
}

impl EvalCaches {
    /// Empty tables.
    pub fn new() -> Self {
        Self::with_pawn_entries(PawnTable::SIZE)
    }

    /// Empty tables, with so many entries in each half of the pawn hash table, a power of two.
    pub fn with_pawn_entries(entries: usize) -> Self {
        Self {
            pawns: PawnTable::with_entries(entries),
            material: EntryTable::new(MaterialEntry::ENTRIES),
            evaluations: EvaluationTable::new(),
            personality: None,
        }
    }

    /// Empties the tables.
    pub fn clear(&mut self) {
        self.pawns.clear();
        self.material.clear();
        self.evaluations = EvaluationTable::new();
    }

    /// Sets how much each section of the evaluation counts from now on.
    pub fn set_personality(&mut self, personality: Personality) {
        self.personality = Some(personality).filter(|&personality| personality != Personality::default());
    }
}

impl Default for EvalCaches {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the static evaluation of a position in centipawns from the side to move's point of view, within
/// [`EVAL_LIMIT`] of zero.
pub fn evaluate(position: &Position, tables: &mut EvalCaches) -> Value {
    if let Some(personality) = &tables.personality {
        return evaluate_with(personality, position);
    }
    if let Some(value) = tables.evaluations.get(position.key()) {
        return value;
    }
    let value = endgame::specialized_value(position).unwrap_or_else(|| {
        let ((material, _), (pawns, structure)) = (tables.material.probe(position), tables.pawns.probe(position));
        evaluate_for_play(position, material, pawns, structure).value(position.side_to_move())
    });
    let value = value.clamp(-EVAL_LIMIT, EVAL_LIMIT);
    tables.evaluations.insert(position.key(), value);
    value
}

/// Evaluates without recording, compiled for the features of this processor: without its bit-counting and bit-scanning
/// instructions, evaluation takes a third longer.
#[multiversion(targets("x86_64+avx2+popcnt+bmi1+bmi2+lzcnt", "x86_64+popcnt+bmi1+bmi2+lzcnt"))]
fn evaluate_for_play(
    position: &Position,
    material: &MaterialEntry,
    entry: &PawnEntry,
    structure: &StructureEntry,
) -> TaperedScore {
    evaluate_terms(position, material, entry, structure, &mut Off)
}

/// Evaluates with every weight recorded and all caches bypassed; returns the entries as well.
fn trace(position: &Position, tracer: &mut impl Tracer) -> (TaperedScore, MaterialEntry, PawnEntry, StructureEntry) {
    let material = MaterialEntry::compute(position, tracer);
    let entry = PawnEntry::compute(position, tracer);
    let structure = StructureEntry::compute(position, tracer);
    (evaluate_terms(position, &material, &entry, &structure, tracer), material, entry, structure)
}

/// The sum of all terms, with the phase and scale that turn it into one number.
struct TaperedScore {
    /// The score from White's point of view.
    score: Score,
    phase: i32,
    scale: Scale,
}

impl TaperedScore {
    /// Returns the value in centipawns from the point of view of `us`.
    fn value(&self, us: Color) -> Value {
        let mg = self.score.mg() * self.scale.mg / NORMAL_SCALE;
        let eg = self.score.eg() * self.scale.eg / NORMAL_SCALE;
        (mg * self.phase + eg * (FULL_PHASE - self.phase)) / FULL_PHASE * us.sign()
    }
}

/// Sums all terms. If the tracer records, all three entries must have been computed with it, too.
#[inline(always)]
fn evaluate_terms<T: Tracer>(
    position: &Position,
    material: &MaterialEntry,
    entry: &PawnEntry,
    structure: &StructureEntry,
    tracer: &mut T,
) -> TaperedScore {
    let us = position.side_to_move();
    let mut plain = material.score + entry.score + term!(tracer, us, tempo) * us.sign();
    plain += structure.shelters[Color::White].score - structure.shelters[Color::Black].score;
    plain += entry.squares(position, Color::White, tracer) - entry.squares(position, Color::Black, tracer);
    let mut context = Context::new(position, entry, structure);
    let [mut white, mut black] = pieces::pieces(&mut context, tracer);
    white += material.imbalance[Color::White] + attack_terms(&context, Color::White, tracer);
    black += material.imbalance[Color::Black] + attack_terms(&context, Color::Black, tracer);
    let [white, black] = [in_structure(structure, Color::White, white), in_structure(structure, Color::Black, black)];
    let mut score = to_score(add_score([white[0] - black[0], white[1] - black[1]], plain));
    score += king::king(&context, Color::White, tracer) - king::king(&context, Color::Black, tracer);

    // The middlegame half breaks ties, so that mirroring the position swaps the stronger side.
    let strong = if (score.eg(), score.mg()) > (0, 0) { Color::White } else { Color::Black };
    score += initiative::initiative(position, entry, score.eg(), tracer);
    let scale = endgame::scale(position, material, entry, strong, tracer);
    TaperedScore { score, phase: material.phase, scale }
}

/// Returns the products of a sum of terms of `us` with its structure vector, and its structure score.
#[inline(always)]
fn in_structure(structure: &StructureEntry, us: Color, terms: Blend) -> [i32; 2] {
    let (terms, structure) = (terms.products(structure.vector(us)), structure.products(us));
    [terms[0] + structure[0], terms[1] + structure[1]]
}

/// Scores the terms of `us` that need the complete attack map.
#[inline(always)]
fn attack_terms<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Blend {
    passed::passed(context, us, tracer) + threats::threats(context, us, tracer) + space::space(context, us, tracer)
}
