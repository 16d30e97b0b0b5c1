//! LEVEL 2: what a position is worth.
//!
//! A hand-written evaluation: pairs of middlegame and endgame scores are summed for White and Black by the same functions,
//! scaled by how winnable the ending is, and blended by the material left ("tapered"). Pawn structure and king shelter
//! come from the pawn hash table in `pawns.rs`. All numbers are in `weights.rs`; every one is read through `term!`, so that
//! play, the `eval` table and tuning are one code path.

mod attack_map;
mod attacks;
mod endgame;
mod explain;
mod king;
mod kpk;
mod material;
mod passed;
mod pawns;
mod pieces;
mod threats;
mod tracer;
mod weights;

pub use explain::explain;
pub use pawns::PawnTable;

use crate::position::Position;
use crate::types::value::EVAL_LIMIT;
use crate::types::{Color, PieceKind, Score, SquareSet, Value};
use attack_map::AttackMap;
use endgame::{NORMAL_SCALE, Scale};
use material::FULL_PHASE;
use pawns::PawnEntry;
use tracer::{Off, Tracer, term};

/// The value of a position in centipawns for the side to move, not looking ahead. Within
/// [`EVAL_LIMIT`] of zero.
pub fn evaluate(position: &Position, pawns: &mut PawnTable) -> Value {
    endgame::known_value(position)
        .unwrap_or_else(|| evaluate_terms(position, pawns, &mut Off).value(position.side_to_move()))
        .clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The sum of all terms and how it becomes one number.
struct Verdict {
    /// Score for White.
    score: Score,
    phase: i32,
    scale: Scale,
}

impl Verdict {
    /// The value for `us`.
    fn value(&self, us: Color) -> Value {
        let mg = self.score.mg() * self.scale.mg / NORMAL_SCALE;
        let eg = self.score.eg() * self.scale.eg / NORMAL_SCALE;
        (mg * self.phase + eg * (FULL_PHASE - self.phase)) / FULL_PHASE * us.sign()
    }
}

/// The recipe.
fn evaluate_terms<T: Tracer>(position: &Position, table: &mut PawnTable, tracer: &mut T) -> Verdict {
    let mut fresh;
    let entry = if T::ON {
        fresh = PawnTable::trace(position, tracer);
        &mut fresh
    } else {
        table.probe(position)
    };
    let shelters = Color::ALL.map(|us| entry.shelter(position, us, tracer));
    let mut context = Context::new(position, entry);

    let mut score = entry.score + shelters[Color::White] - shelters[Color::Black];
    for us in Color::ALL {
        score += pieces::pieces(&mut context, us, tracer) * us.sign();
    }
    for us in Color::ALL {
        let side = material::material(position, us, tracer)
            + king::king(&context, us, tracer)
            + passed::passed(&context, us, tracer)
            + threats::threats(&context, us, tracer);
        score += side * us.sign();
    }
    let us = position.side_to_move();
    score += term!(tracer, us, tempo) * us.sign();

    let strong = if score.eg() > 0 { Color::White } else { Color::Black };
    Verdict { score, phase: material::phase(position), scale: endgame::scale(position, entry, strong) }
}

/// What the terms of one evaluation share.
struct Context<'a> {
    position: &'a Position,
    pawns: &'a PawnEntry,
    /// Where anything stands.
    occupied: SquareSet,
    map: AttackMap,
    /// Where each side's pieces are counted as mobile.
    mobility_area: [SquareSet; 2], // [color]
    /// The king's square and those around it, without those doubly defended by pawns.
    king_ring: [SquareSet; 2], // [color]
    king_attacks: [KingAttack; 2], // [attacking color]
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
    fn new(position: &'a Position, pawns: &'a PawnEntry) -> Self {
        let mut map = AttackMap::default();
        let mut mobility_area = [SquareSet::EMPTY; 2];
        let mut king_ring = [SquareSet::EMPTY; 2];
        for us in Color::ALL {
            let king = position.king(us);
            let around = attacks::king(king);
            let [west, east] = attacks::pawn_sides(us, pawns.pawns[us]);
            map.add(us, PieceKind::King, around);
            map.add(us, PieceKind::Pawn, west);
            map.add(us, PieceKind::Pawn, east);
            king_ring[us] = (around | SquareSet::of(king)) & !(west & east);

            let blocked = pawns.pawns[us] & (pawns.pawns[us] | pawns.pawns[!us]).forward(!us);
            mobility_area[us] = !(attacks::pawns(!us, pawns.pawns[!us]) | blocked | SquareSet::of(king));
        }
        let mut occupied = pawns.pawns[Color::White] | pawns.pawns[Color::Black];
        for color in Color::ALL {
            for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King] {
                for &square in position.pieces(color, kind) {
                    occupied.insert(square);
                }
            }
        }
        Self { position, pawns, occupied, map, mobility_area, king_ring, king_attacks: Default::default() }
    }

    /// Notes what a piece of `us` attacks; returns its mobility: how many squares it can well go to.
    fn add_attacks(&mut self, us: Color, kind: PieceKind, attacks: SquareSet) -> usize {
        self.map.add(us, kind, attacks);
        if !(attacks & self.king_ring[!us]).is_empty() {
            let attack = &mut self.king_attacks[us];
            attack.by_kind[kind.index() - 1] += 1;
            attack.hits += (attacks & self.map.by(!us, PieceKind::King)).len();
        }
        (attacks & self.mobility_area[us]).len() as usize
    }
}
