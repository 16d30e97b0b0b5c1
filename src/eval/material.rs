//! Material and game phase. The value of a piece depends on the other pieces of both sides ("material imbalance", after
//! Kaufman and Romstad). That takes a sum over all pairs of kinds, but nearly all nodes share the material of another,
//! so the sums are kept in a hash table (`entry_table.rs`).

use super::blend::Blend;
use super::counts::MOST_PAWNS;
use super::entry_table::Entry;
use super::tracer::{Tracer, term};
use crate::position::{Key, Position};
use crate::types::{Color, PieceKind, Score};

/// The phase of a board with all pieces.
pub const FULL_PHASE: i32 = 24;

/// The class of an ending, by which the endgame score is scaled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum EndgameClass {
    /// Kings and pawns.
    #[default]
    Pawns,
    /// One knight or bishop each, not two bishops.
    Minors,
    /// One bishop each.
    Bishops,
    /// One bishop each, of opposite colors. Piece counts cannot tell, so `endgame.rs` decides this one.
    OppositeBishops,
    /// Only rooks, equally many.
    Rooks,
    /// One rook and one knight or bishop each.
    RooksAndMinors,
    /// One queen each.
    Queens,
    /// One queen on the board, with or against other pieces.
    OneQueen,
    /// Anything else.
    Other,
}

impl EndgameClass {
    fn of(position: &Position) -> Self {
        let [white, black] = Color::ALL.map(|color| {
            let [_, knights, bishops, rooks, queens] = KINDS.map(|kind| position.count(color, kind));
            [knights + bishops, rooks, queens]
        });
        let bishops = || Color::ALL.map(|color| position.count(color, PieceKind::Bishop)) == [1, 1];
        match [white, black] {
            [[0, 0, 0], [0, 0, 0]] => Self::Pawns,
            [[1, 0, 0], [1, 0, 0]] => {
                if bishops() {
                    Self::Bishops
                } else {
                    Self::Minors
                }
            }
            [[0, rooks, 0], [0, others, 0]] if rooks == others => Self::Rooks,
            [[1, 1, 0], [1, 1, 0]] => Self::RooksAndMinors,
            [[0, 0, 1], [0, 0, 1]] => Self::Queens,
            [[_, _, 1], [_, _, 0]] | [[_, _, 0], [_, _, 1]] => Self::OneQueen,
            _ => Self::Other,
        }
    }
}

/// A material hash table entry.
#[derive(Clone, Copy, Default)]
pub(super) struct MaterialEntry {
    key: Key,
    /// The score of the piece values: White minus Black.
    pub score: Score,
    /// The game phase: [`FULL_PHASE`] with all pieces, 0 with kings and pawns only.
    pub phase: i32,
    /// The class of the ending.
    pub ending: EndgameClass,
    /// The imbalance of each side.
    pub imbalance: [Blend; 2], // [color]
}

impl MaterialEntry {
    /// The number of entries of the material hash table.
    pub const ENTRIES: usize = 1 << 12;
}

impl Entry for MaterialEntry {
    /// The counts of all pieces, as one number, times 2^64 divided by the golden ratio: Fibonacci hashing spreads
    /// similar numbers over the table (Knuth). Its high bits are the best, so they become the low ones.
    fn key_of(position: &Position) -> Key {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        position.material().word().wrapping_mul(SPREAD).rotate_left(Self::ENTRIES.ilog2())
    }

    fn compute<T: Tracer>(position: &Position, tracer: &mut T) -> Self {
        let score = material(position, Color::White, tracer) - material(position, Color::Black, tracer);
        let imbalance = Color::ALL.map(|us| imbalance(position, us, tracer));
        Self {
            key: Self::key_of(position),
            score,
            phase: phase(position),
            ending: EndgameClass::of(position),
            imbalance,
        }
    }

    // The default entry has key 0, which no material has: the kings count.
    fn key(&self) -> Key {
        self.key
    }
}

const KINDS: [PieceKind; 5] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

fn phase(position: &Position) -> i32 {
    let total = |kind| position.count(Color::White, kind) + position.count(Color::Black, kind);
    let phase =
        total(PieceKind::Knight) + total(PieceKind::Bishop) + 2 * total(PieceKind::Rook) + 4 * total(PieceKind::Queen);
    phase.min(FULL_PHASE)
}

/// Scores the material of `us`, pawns included: their count does not justify a place in the pawn table.
fn material(position: &Position, us: Color, tracer: &mut impl Tracer) -> Score {
    KINDS.into_iter().map(|kind| term!(tracer, us, material[kind.index()] * position.count(us, kind))).sum()
}

/// Scores the imbalance of `us`.
fn imbalance(position: &Position, us: Color, tracer: &mut impl Tracer) -> Blend {
    let mut score = Blend::ZERO;
    let [ours, theirs] = [us, !us].map(|color| counts(position, color));
    for kind in 0..ours.len() {
        // Each pair of pieces of one kind counts; the bishop pair itself counts once.
        let pairs = if kind == 0 { ours[0] } else { ours[kind] * (ours[kind] - 1) / 2 };
        score += term!(tracer, us, imbalance_ours[kind][kind] * pairs);
        for other in 0..kind {
            score += term!(tracer, us, imbalance_ours[kind][other] * ours[kind] * ours[other]);
            score += term!(tracer, us, imbalance_theirs[kind][other] * ours[kind] * theirs[other]);
        }
    }
    score
}

/// Returns 1 for a bishop pair, else 0, followed by the numbers of pawns, knights, bishops, rooks and queens. Pieces
/// are capped at two a kind, because games hold too little data on more; a side of a game has at most eight pawns.
fn counts(position: &Position, color: Color) -> [i32; 6] {
    let [pawns, knights, bishops, rooks, queens] = KINDS.map(|kind| position.count(color, kind));
    [i32::from(bishops >= 2), pawns.min(MOST_PAWNS), knights.min(2), bishops.min(2), rooks.min(2), queens.min(2)]
}

#[cfg(test)]
mod tests {
    use super::super::entry_table::EntryTable;
    use super::super::tracer::Off;
    use super::*;

    #[test]
    fn endings_are_classified() {
        for (fen, expected) in [
            (crate::position::START_FEN, EndgameClass::Other),
            ("4k3/pp6/8/8/8/8/8/4K3 w - - 0 1", EndgameClass::Pawns),
            ("4k3/pp6/8/8/8/8/8/2b1KN2 w - - 0 1", EndgameClass::Minors),
            ("4k3/pp6/8/8/8/8/8/2b1KB2 w - - 0 1", EndgameClass::Bishops),
            ("4k3/pp6/8/8/8/8/8/2b1KBB1 w - - 0 1", EndgameClass::Other),
            ("r3k3/pp6/8/8/8/8/8/4K2R w - - 0 1", EndgameClass::Rooks),
            ("r3k2r/pp6/8/8/8/8/8/4K2R w - - 0 1", EndgameClass::Other),
            ("r3k2b/pp6/8/8/8/8/8/4K1NR w - - 0 1", EndgameClass::RooksAndMinors),
            ("q3k3/pp6/8/8/8/8/8/4K2Q w - - 0 1", EndgameClass::Queens),
            ("q3k3/pp6/8/8/8/8/8/R3K2R w - - 0 1", EndgameClass::OneQueen),
        ] {
            assert_eq!(EndgameClass::of(&Position::from_fen(fen).unwrap()), expected, "{fen}");
        }
    }

    #[test]
    fn the_table_returns_the_computed_entry() {
        let mut table = EntryTable::<MaterialEntry>::new(MaterialEntry::ENTRIES);
        for fen in [
            crate::position::START_FEN,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/pp6/8/8/8/8/8/2B1KB2 w - - 0 1",
            "4k3/pp6/8/8/8/8/8/2b1KB2 w - - 0 1",
            crate::position::START_FEN,
        ] {
            let position = Position::from_fen(fen).unwrap();
            let computed = MaterialEntry::compute(&position, &mut Off);
            let (known, _) = table.probe(&position);
            let content = |entry: &MaterialEntry| (entry.key, entry.score, entry.imbalance, entry.phase, entry.ending);
            assert_eq!(content(known), content(&computed), "{fen}");
        }
    }
}
