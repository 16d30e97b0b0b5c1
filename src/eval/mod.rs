//! LEVEL 2: what a position is worth.
//!
//! A hand-written evaluation: pairs of middlegame and endgame scores are summed for White and Black by the same
//! functions, scaled by how winnable the ending is, and blended by the material left ("tapered"). Pawn structure and
//! king shelter come from the pawn hash table in `pawns.rs`, material imbalance from the one in `material.rs`. All
//! numbers are in `weights.rs`; every one is read through `term!`, so that play, the `eval` table and tuning are one
//! code path.

#![expect(
    clippy::inline_always,
    reason = "each term is compiled once for White and once for Black, so that nothing asks for the color again"
)]

mod attack_map;
mod cells;
mod endgame;
mod evaluation_table;
mod explain;
mod initiative;
mod king;
mod kpk;
mod material;
mod passed;
mod pawns;
mod personality;
mod pieces;
mod space;
mod threats;
mod tracer;
pub mod tuning;
mod weights;
pub mod win_rate;

pub use explain::explain;
pub use pawns::PawnTable;
pub use personality::{Personality, evaluate_with};

use multiversion::multiversion;

use crate::position::Position;
use crate::types::value::EVAL_LIMIT;
use crate::types::{Color, PieceKind, Score, Square, SquareSet, Value, attacks};
use attack_map::AttackMap;
use endgame::{NORMAL_SCALE, Scale};
use evaluation_table::EvaluationTable;
use material::{FULL_PHASE, MaterialEntry, MaterialTable};
use pawns::{PawnEntry, is_kingside};
use tracer::{Off, Tracer, term};

/// What evaluations remember of each other: the hash tables of pawn structures and of material. Each thread has its
/// own.
pub struct EvalCaches {
    /// Pawn structures.
    pub pawns: PawnTable,
    material: MaterialTable,
    evaluations: EvaluationTable,
    /// How the parts of the evaluation are weighed, if not as usual.
    personality: Option<Personality>,
}

impl EvalCaches {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            pawns: PawnTable::new(),
            material: MaterialTable::new(),
            evaluations: EvaluationTable::new(),
            personality: None,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pawns.clear();
        self.material = MaterialTable::new();
        self.evaluations = EvaluationTable::new();
    }

    /// Weighs the parts of the evaluation otherwise from now on.
    pub fn set_personality(&mut self, personality: Personality) {
        self.personality = Some(personality).filter(|&personality| personality != Personality::default());
    }
}

impl Default for EvalCaches {
    fn default() -> Self {
        Self::new()
    }
}

/// The value of a position in centipawns for the side to move, not looking ahead. Within
/// [`EVAL_LIMIT`] of zero.
pub fn evaluate(position: &Position, tables: &mut EvalCaches) -> Value {
    if let Some(personality) = &tables.personality {
        return evaluate_with(personality, position);
    }
    if let Some(value) = tables.evaluations.get(position.key()) {
        return value;
    }
    let value = endgame::known_value(position).unwrap_or_else(|| {
        let (material, pawns) = (tables.material.probe(position), tables.pawns.probe(position));
        evaluate_for_play(position, material, pawns).value(position.side_to_move())
    });
    let value = value.clamp(-EVAL_LIMIT, EVAL_LIMIT);
    tables.evaluations.insert(position.key(), value);
    value
}

/// The recipe with nothing recorded, in the version for what this processor can do: without its instructions for
/// counting and finding bits, evaluation takes a third more.
#[multiversion(targets("x86_64+popcnt+bmi1+bmi2+lzcnt"))]
fn evaluate_for_play(position: &Position, material: &MaterialEntry, entry: &mut PawnEntry) -> TaperedScore {
    evaluate_terms(position, material, entry, &mut Off)
}

/// The evaluation with everything recorded, nothing taken from a table; and the entries.
fn trace(position: &Position, tracer: &mut impl Tracer) -> (TaperedScore, MaterialEntry, PawnEntry) {
    let material = MaterialEntry::compute(position, tracer);
    let mut entry = PawnEntry::compute(position, tracer);
    (evaluate_terms(position, &material, &mut entry, tracer), material, entry)
}

/// The sum of all terms and how it becomes one number.
struct TaperedScore {
    /// Score for White.
    score: Score,
    phase: i32,
    scale: Scale,
}

impl TaperedScore {
    /// The value for `us`.
    fn value(&self, us: Color) -> Value {
        let mg = self.score.mg() * self.scale.mg / NORMAL_SCALE;
        let eg = self.score.eg() * self.scale.eg / NORMAL_SCALE;
        (mg * self.phase + eg * (FULL_PHASE - self.phase)) / FULL_PHASE * us.sign()
    }
}

/// The recipe. A tracer wants entries that were traced too.
#[inline(always)]
fn evaluate_terms<T: Tracer>(
    position: &Position,
    material: &MaterialEntry,
    entry: &mut PawnEntry,
    tracer: &mut T,
) -> TaperedScore {
    let mut score = material.score + entry.score;
    score += around_king(entry, position, Color::White, tracer) - around_king(entry, position, Color::Black, tracer);
    let mut context = Context::new(position, entry);
    score += pieces::pieces(&mut context, tracer);
    score += others(&context, Color::White, tracer) - others(&context, Color::Black, tracer);
    let us = position.side_to_move();
    score += term!(tracer, us, tempo) * us.sign();

    // The middlegame decides between equals, so that exchanging the colors exchanges the sides.
    let strong = if (score.eg(), score.mg()) > (0, 0) { Color::White } else { Color::Black };
    score += initiative::initiative(position, entry, score.eg(), tracer);
    let scale = endgame::scale(position, material, entry, strong, tracer);
    TaperedScore { score, phase: material.phase, scale }
}

/// What pawns and king of `us` are worth by where the others stand; all of it from the pawn entry.
#[inline(always)]
fn around_king<T: Tracer>(entry: &mut PawnEntry, position: &Position, us: Color, tracer: &mut T) -> Score {
    entry.shelter(position, us, tracer) + entry.squares(position, us, tracer)
}

/// The terms of `us` that want to know all attacks.
#[inline(always)]
fn others<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    king::king(context, us, tracer)
        + passed::passed(context, us, tracer)
        + threats::threats(context, us, tracer)
        + space::space(context, us, tracer)
}

/// The fourth to sixth rank of each side.
const OUTPOST_RANKS: [SquareSet; 2] = [SquareSet(0x0000_ffff_ff00_0000), SquareSet(0x0000_00ff_ffff_0000)]; // [color]

/// The second and third rank of each side.
const LOW_RANKS: [SquareSet; 2] = [SquareSet(0x0000_0000_00ff_ff00), SquareSet(0x00ff_ff00_0000_0000)]; // [color]

/// What the terms of one evaluation share.
struct Context<'a> {
    position: &'a Position,
    pawns: &'a PawnEntry,
    /// Where each side's knights, bishops, rooks and queens stand.
    pieces: [SquareSet; 2], // [color]
    /// Where anything stands.
    occupied: SquareSet,
    /// Where the rooks of each side stand.
    rooks: [SquareSet; 2], // [color]
    /// Where the queens of each side stand.
    queens: [SquareSet; 2], // [color]
    /// True if each side's king is on the e- to h-files.
    kingside: [bool; 2], // [color]
    map: AttackMap,
    /// The squares right behind a pawn of either color.
    behind_pawns: [SquareSet; 2], // [color]
    /// Advanced squares that an own pawn defends and no enemy pawn can ever attack.
    outposts: [SquareSet; 2], // [color]
    /// Where each side's pieces are counted as mobile.
    mobility_area: [SquareSet; 2], // [color]
    /// The king's square and those around it, as if it stood at least a step from the edge, without those doubly
    /// defended by pawns.
    king_ring: [SquareSet; 2], // [color]
    king_attacks: [KingAttack; 2], // [attacking color]
    /// The pieces that may not leave the line between their king and a slider.
    pinned: [SquareSet; 2], // [color]
}

/// Who looks at the enemy king's ring.
#[derive(Default)]
struct KingAttack {
    by_kind: [i32; 4], // [knight, bishop, rook, queen]
    /// Attacks on squares beside the king.
    hits: i32,
}

impl KingAttack {
    fn attackers(&self) -> i32 {
        self.by_kind.iter().sum()
    }
}

impl<'a> Context<'a> {
    #[inline(always)]
    fn new(position: &'a Position, pawns: &'a PawnEntry) -> Self {
        let occupied = position.occupied();
        let pieces =
            Color::ALL.map(|color| occupied[color] & !(pawns.pawns[color] | SquareSet::of(position.king(color))));
        let standing = |kind| Color::ALL.map(|color| position.pieces(color, kind).iter().copied().collect());
        let mut context = Self {
            position,
            pawns,
            pieces,
            occupied: occupied[Color::White] | occupied[Color::Black],
            rooks: standing(PieceKind::Rook),
            queens: standing(PieceKind::Queen),
            kingside: Color::ALL.map(|color| is_kingside(position.king(color))),
            behind_pawns: [SquareSet::EMPTY; 2],
            outposts: [SquareSet::EMPTY; 2],
            map: AttackMap::default(),
            mobility_area: [SquareSet::EMPTY; 2],
            king_ring: [SquareSet::EMPTY; 2],
            king_attacks: Default::default(),
            pinned: Color::ALL.map(|color| position.pinned(color)),
        };
        context.add_king_and_pawns(Color::White);
        context.add_king_and_pawns(Color::Black);
        context
    }

    /// Returns whether it is `us`'s move: the second index of weights that come twice.
    #[inline]
    fn turn(&self, us: Color) -> usize {
        usize::from(self.position.side_to_move() == us)
    }

    /// Notes what king and pawns of `us` attack and what follows from it.
    #[inline(always)]
    fn add_king_and_pawns(&mut self, us: Color) {
        let king = self.position.king(us);
        let around = attacks::king(king);
        let [ours, theirs] = [us, !us].map(|color| self.pawns.pawns[color]);
        let [west, east] = attacks::pawn_sides(us, ours);
        self.map.add(us, PieceKind::King, around);
        self.map.add(us, PieceKind::Pawn, west);
        self.map.add(us, PieceKind::Pawn, east);
        let inside = Square::from_file_rank(king.file().clamp(1, 6), king.rank().clamp(1, 6));
        self.king_ring[us] = (attacks::king(inside) | SquareSet::of(inside)) & !(west & east);
        self.outposts[us] = (west | east) & OUTPOST_RANKS[us] & !self.pawns.spans[!us];
        self.behind_pawns[us] = (ours | theirs).forward(!us);
        let stuck = ours & (self.occupied.forward(!us) | LOW_RANKS[us]);
        self.mobility_area[us] = !(attacks::pawns(!us, theirs) | stuck | self.queens[us] | SquareSet::of(king));
    }

    /// Notes what a piece of `us` on `square` attacks, `reach` if it is not pinned; returns that.
    #[inline(always)]
    fn add_attacks(&mut self, us: Color, kind: PieceKind, square: Square, reach: SquareSet) -> SquareSet {
        let mut attacks = reach;
        if self.pinned[us].contains(square) {
            attacks &= attacks::line(self.position.king(us), square);
        }
        self.map.add(us, kind, attacks);
        if !(attacks & self.king_ring[!us]).is_empty() {
            let attack = &mut self.king_attacks[us];
            attack.by_kind[kind.index() - 1] += 1;
            attack.hits += (attacks & self.map.by(!us, PieceKind::King)).len();
        }
        attacks
    }

    /// The number of squares of a set where a piece of `us` counts as mobile.
    #[inline(always)]
    fn mobility(&self, us: Color, squares: SquareSet) -> usize {
        (squares & self.mobility_area[us]).len() as usize
    }
}
