//! LEVEL 2: static evaluation.
//!
//! A hand-crafted evaluation. The same functions sum pairs of middlegame and endgame scores for White and for Black;
//! the sum is scaled by how winnable the ending is and interpolated by game phase ("tapered eval"). Pawn structure and
//! king shelter come from the pawn hash table in `pawns.rs`, material imbalance from the one in `material.rs`. All
//! weights are in `weights.rs`. Each is read through `term!` or one of its siblings, so play, the `eval` table and
//! tuning share one code path.

#![expect(
    clippy::inline_always,
    reason = "each term is compiled once for White and once for Black, so that no branch on the color remains"
)]

mod attack_map;
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
mod weight_table;
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

/// The caches of the evaluation: hash tables of pawn structures, material and finished evaluations. Each thread has its
/// own.
pub struct EvalCaches {
    /// The pawn hash table.
    pub pawns: PawnTable,
    material: MaterialTable,
    evaluations: EvaluationTable,
    /// The scaling of the sections; `None` if all count 100 %.
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

    /// Empties the tables.
    pub fn clear(&mut self) {
        self.pawns.clear();
        self.material = MaterialTable::new();
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
        let (material, pawns) = (tables.material.probe(position), tables.pawns.probe(position));
        evaluate_for_play(position, material, pawns).value(position.side_to_move())
    });
    let value = value.clamp(-EVAL_LIMIT, EVAL_LIMIT);
    tables.evaluations.insert(position.key(), value);
    value
}

/// Evaluates without recording, compiled for the features of this processor: without its bit-counting and bit-scanning
/// instructions, evaluation takes a third longer.
#[multiversion(targets("x86_64+popcnt+bmi1+bmi2+lzcnt"))]
fn evaluate_for_play(position: &Position, material: &MaterialEntry, entry: &mut PawnEntry) -> TaperedScore {
    evaluate_terms(position, material, entry, &mut Off)
}

/// Evaluates with every weight recorded and all caches bypassed; returns the entries as well.
fn trace(position: &Position, tracer: &mut impl Tracer) -> (TaperedScore, MaterialEntry, PawnEntry) {
    let material = MaterialEntry::compute(position, tracer);
    let mut entry = PawnEntry::compute(position, tracer);
    (evaluate_terms(position, &material, &mut entry, tracer), material, entry)
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

/// Sums all terms. If the tracer records, both entries must have been computed with it, too.
#[inline(always)]
fn evaluate_terms<T: Tracer>(
    position: &Position,
    material: &MaterialEntry,
    entry: &mut PawnEntry,
    tracer: &mut T,
) -> TaperedScore {
    let mut score = material.score + entry.score;
    score += king_square_terms(entry, position, Color::White, tracer)
        - king_square_terms(entry, position, Color::Black, tracer);
    let mut context = Context::new(position, entry);
    score += pieces::pieces(&mut context, tracer);
    score += attack_terms(&context, Color::White, tracer) - attack_terms(&context, Color::Black, tracer);
    let us = position.side_to_move();
    score += term!(tracer, us, tempo) * us.sign();

    // The middlegame half breaks ties, so that mirroring the position swaps the stronger side.
    let strong = if (score.eg(), score.mg()) > (0, 0) { Color::White } else { Color::Black };
    score += initiative::initiative(position, entry, score.eg(), tracer);
    let scale = endgame::scale(position, material, entry, strong, tracer);
    TaperedScore { score, phase: material.phase, scale }
}

/// Scores the king shelter and the pawn squares of `us`, which depend on where the king stands; both come from the pawn
/// entry.
#[inline(always)]
fn king_square_terms<T: Tracer>(entry: &mut PawnEntry, position: &Position, us: Color, tracer: &mut T) -> Score {
    entry.shelter(position, us, tracer) + entry.squares(position, us, tracer)
}

/// Scores the terms of `us` that need the complete attack map.
#[inline(always)]
fn attack_terms<T: Tracer>(context: &Context, us: Color, tracer: &mut T) -> Score {
    king::king(context, us, tracer)
        + passed::passed(context, us, tracer)
        + threats::threats(context, us, tracer)
        + space::space(context, us, tracer)
}

/// The fourth to sixth ranks of each side.
const OUTPOST_RANKS: [SquareSet; 2] = [SquareSet(0x0000_ffff_ff00_0000), SquareSet(0x0000_00ff_ffff_0000)]; // [color]

/// The second and third ranks of each side.
const LOW_RANKS: [SquareSet; 2] = [SquareSet(0x0000_0000_00ff_ff00), SquareSet(0x00ff_ff00_0000_0000)]; // [color]

/// The data shared by the terms of one evaluation.
struct Context<'a> {
    position: &'a Position,
    pawns: &'a PawnEntry,
    /// The knights, bishops, rooks and queens of each side.
    pieces: [SquareSet; 2], // [color]
    /// All occupied squares.
    occupied: SquareSet,
    /// The rooks of each side.
    rooks: [SquareSet; 2], // [color]
    /// The queens of each side.
    queens: [SquareSet; 2], // [color]
    /// True if each side's king is on the e- to h-files.
    kingside: [bool; 2], // [color]
    map: AttackMap,
    /// The squares directly behind a pawn of either color, as each side sees the board.
    behind_pawns: [SquareSet; 2], // [color]
    /// Outposts: advanced squares defended by an own pawn that no enemy pawn can ever attack.
    outposts: [SquareSet; 2], // [color]
    /// The mobility area: the squares that count toward each side's mobility.
    mobility_area: [SquareSet; 2], // [color]
    /// The king ring: the squares within one king move of the king, moved off the edge of the board, without those
    /// defended by two own pawns.
    king_ring: [SquareSet; 2], // [color]
    king_attacks: [KingAttack; 2], // [attacking color]
    /// The pieces of each side pinned to their king.
    pinned: [SquareSet; 2], // [color]
}

/// The attack of one side on the enemy king ring.
#[derive(Default)]
struct KingAttack {
    /// Number of attackers.
    attackers: [i32; 4], // [knight, bishop, rook, queen]
    /// Attacks of these pieces on squares adjacent to the king.
    adjacent_attacks: i32,
}

impl KingAttack {
    fn count(&self) -> i32 {
        self.attackers.iter().sum()
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

    /// Returns 1 if `us` is to move, else 0: the first index of weights that depend on the side to move.
    #[inline]
    fn stm_index(&self, us: Color) -> usize {
        usize::from(self.position.side_to_move() == us)
    }

    /// Adds the attacks of the king and pawns of `us` to the map and derives the sets that depend on them.
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

    /// Adds the attacks of a piece of `us` on `square` to the map and returns them: `reach`, cut to the pin line if it
    /// is pinned.
    #[inline(always)]
    fn add_attacks(&mut self, us: Color, kind: PieceKind, square: Square, reach: SquareSet) -> SquareSet {
        let mut attacks = reach;
        if self.pinned[us].contains(square) {
            attacks &= attacks::line(self.position.king(us), square);
        }
        self.map.add(us, kind, attacks);
        if !(attacks & self.king_ring[!us]).is_empty() {
            let attack = &mut self.king_attacks[us];
            attack.attackers[kind.index() - 1] += 1;
            attack.adjacent_attacks += (attacks & self.map.by(!us, PieceKind::King)).len();
        }
        attacks
    }

    /// Returns the number of `squares` inside the mobility area of `us`.
    #[inline(always)]
    fn mobility(&self, us: Color, squares: SquareSet) -> usize {
        (squares & self.mobility_area[us]).len() as usize
    }
}
