//! The context of an evaluation: the attack map and the sets of squares that several terms share. It starts with the
//! attacks of kings and pawns; `pieces.rs` adds the pieces, and the terms after that may read the complete map.

use super::attack_map::AttackMap;
use super::pawns::PawnEntry;
use super::spans::is_kingside;
use super::structure::StructureEntry;
use crate::position::Position;
use crate::types::{Color, PieceKind, Square, SquareSet, attacks};

/// The fourth to sixth ranks of each side.
const OUTPOST_RANKS: [SquareSet; 2] = [SquareSet(0x0000_ffff_ff00_0000), SquareSet(0x0000_00ff_ffff_0000)]; // [color]

/// The second and third ranks of each side.
const LOW_RANKS: [SquareSet; 2] = [SquareSet(0x0000_0000_00ff_ff00), SquareSet(0x00ff_ff00_0000_0000)]; // [color]

/// Returns the file or rank next to one at the edge, and any other unchanged.
const fn inside(line: u8) -> u8 {
    match line {
        0 => 1,
        7 => 6,
        _ => line,
    }
}

/// The squares within one king move; for a king at the edge of the board, those of the nearest square inside.
static KING_RINGS: [SquareSet; 128] = {
    let mut rings = [SquareSet::EMPTY; 128]; // [king square]
    let mut number = 0;
    while number < 64 {
        let king = Square::from64(number);
        let (file, rank) = (inside(king.file()), inside(king.rank()));
        rings[king.index()] = SquareSet(0x0007_0707 << (8 * (rank - 1) + file - 1));
        number += 1;
    }
    rings
};

/// The data shared by the terms of one evaluation.
pub(super) struct Context<'a> {
    pub position: &'a Position,
    pub pawns: &'a PawnEntry,
    pub structure: &'a StructureEntry,
    /// The knights, bishops, rooks and queens of each side.
    pub pieces: [SquareSet; 2], // [color]
    /// All occupied squares.
    pub occupied: SquareSet,
    /// The rooks of each side.
    pub rooks: [SquareSet; 2], // [color]
    /// The queens of each side.
    pub queens: [SquareSet; 2], // [color]
    /// The squares that the queen of each side, or the last of several, reaches along diagonals, and along its file and
    /// rank.
    pub queen_lines: [[SquareSet; 2]; 2], // [color]
    /// True if each side's king is on the e- to h-files.
    pub kingside: [bool; 2], // [color]
    pub map: AttackMap,
    /// The squares directly behind a pawn of either color, as each side sees the board.
    pub behind_pawns: [SquareSet; 2], // [color]
    /// Outposts: advanced squares defended by an own pawn that no enemy pawn can ever attack.
    pub outposts: [SquareSet; 2], // [color]
    /// The mobility area: the squares that count toward each side's mobility.
    pub mobility_area: [SquareSet; 2], // [color]
    /// The king ring: the squares within one king move, of the nearest square inside if the king is at the edge of the
    /// board, without those defended by two own pawns.
    pub king_ring: [SquareSet; 2], // [color]
    pub king_attacks: [KingAttack; 2], // [attacking color]
    /// The pieces of each side pinned to their king.
    pub pinned: [SquareSet; 2], // [color]
    /// The blockers of each side's king.
    pub blockers: [SquareSet; 2], // [color]
}

/// The attack of one side on the enemy king ring.
#[derive(Default)]
pub(super) struct KingAttack {
    /// Number of attackers.
    pub attackers: [i32; 4], // [knight, bishop, rook, queen]
    /// Attacks of these pieces on squares adjacent to the king.
    pub adjacent_attacks: i32,
}

impl<'a> Context<'a> {
    #[inline(always)]
    pub fn new(position: &'a Position, pawns: &'a PawnEntry, structure: &'a StructureEntry) -> Self {
        let pieces = Color::ALL.map(|color| {
            position.occupied_by(color) & !(position.set(color, PieceKind::Pawn) | position.set(color, PieceKind::King))
        });
        let standing = |kind| Color::ALL.map(|color| position.set(color, kind));
        // Written out: a map over the colors would go through memory.
        let blockers = [position.blockers(Color::White), position.blockers(Color::Black)];
        let mut context = Self {
            position,
            pawns,
            structure,
            pieces,
            occupied: position.occupied(),
            rooks: standing(PieceKind::Rook),
            queens: standing(PieceKind::Queen),
            queen_lines: [[SquareSet::EMPTY; 2]; 2],
            kingside: Color::ALL.map(|color| is_kingside(position.king(color))),
            behind_pawns: [SquareSet::EMPTY; 2],
            outposts: [SquareSet::EMPTY; 2],
            map: AttackMap::default(),
            mobility_area: [SquareSet::EMPTY; 2],
            king_ring: [SquareSet::EMPTY; 2],
            king_attacks: Default::default(),
            pinned: Color::ALL.map(|color| blockers[color] & position.occupied_by(color)),
            blockers,
        };
        context.add_king_and_pawns(Color::White);
        context.add_king_and_pawns(Color::Black);
        context
    }

    /// Returns the pawns of `color`.
    #[inline]
    pub fn pawns_of(&self, color: Color) -> SquareSet {
        self.position.set(color, PieceKind::Pawn)
    }

    /// Returns 1 if `us` is to move, else 0: the first index of weights that depend on the side to move.
    #[inline]
    pub fn stm_index(&self, us: Color) -> usize {
        usize::from(self.position.side_to_move() == us)
    }

    /// Adds the attacks of the king and pawns of `us` to the map and derives the sets that depend on them.
    #[inline(always)]
    fn add_king_and_pawns(&mut self, us: Color) {
        let king = self.position.king(us);
        let around = attacks::king(king);
        let [ours, theirs] = [us, !us].map(|color| self.pawns_of(color));
        let [west, east] = attacks::pawn_sides(us, ours);
        self.map.add(us, PieceKind::King, around);
        self.map.add(us, PieceKind::Pawn, west);
        self.map.add(us, PieceKind::Pawn, east);
        self.king_ring[us] = KING_RINGS[king] & !(west & east);
        self.outposts[us] = (west | east) & OUTPOST_RANKS[us] & !self.pawns.spans[!us];
        self.behind_pawns[us] = (ours | theirs).forward(!us);
        let stuck = ours & (self.occupied.forward(!us) | LOW_RANKS[us]);
        self.mobility_area[us] = !(attacks::pawns(!us, theirs) | stuck | self.queens[us] | SquareSet::of(king));
    }

    /// Adds the attacks of a piece of `us` on `square` to the map and returns them: `reach`, cut to the pin line if it
    /// is pinned.
    #[inline(always)]
    pub fn add_attacks(&mut self, us: Color, kind: PieceKind, square: Square, reach: SquareSet) -> SquareSet {
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
    pub fn mobility(&self, us: Color, squares: SquareSet) -> usize {
        (squares & self.mobility_area[us]).len() as usize
    }
}
