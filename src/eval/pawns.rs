//! Pawn structure and its hash table. Few moves change the structure, so nearly every probe by pawn key is a hit. An
//! entry holds what depends on the pawns alone: their squares, their score and the passed pawns. What depends on the
//! kings too is in the other half of the table (`structure.rs`).

use super::entry_table::{Entry, EntryTable};
use super::spans::{adjacent_files, attack_span, edge_file, front_span, is_kingside, place};
use super::structure::StructureEntry;
use super::tracer::{Off, Tracer, term};
use crate::position::{Key, Position};
use crate::types::{Color, PieceKind, Score, Square, SquareSet, attacks};

/// A pawn hash table entry: a cache line. Pawn attacks are not stored, as two shifts compute them.
#[derive(Clone, Default)]
#[repr(align(64))]
pub struct PawnEntry {
    pub(super) key: Key,
    /// The score of the pawns alone: White minus Black.
    pub(super) score: Score,
    /// The sum of each color's pawn-square weights with its king on the a- to d-files, and on the e- to h-files.
    pub(super) squares: [[Score; 2]; 2], // [color][kingside]
    /// The passed pawns of each color.
    pub(super) passed: [SquareSet; 2],
    /// The attack spans: squares that each color's pawns attack or may attack after advancing.
    pub(super) spans: [SquareSet; 2], // [color]
    /// The number of pawns of each color on dark and on light squares.
    pub(super) pawns_on_color: [[u8; 2]; 2], // [color][dark, light]
}

impl Entry for PawnEntry {
    fn key_of(position: &Position) -> Key {
        position.pawn_key()
    }

    fn compute<T: Tracer>(position: &Position, tracer: &mut T) -> Self {
        let pawns = Color::ALL.map(|color| position.set(color, PieceKind::Pawn));
        let pawns_on_color =
            pawns.map(|pawns| [!SquareSet::LIGHT, SquareSet::LIGHT].map(|shade| (pawns & shade).len() as u8));
        let spans = Color::ALL.map(|color| attack_span(color, pawns[color]));
        let mut entry = Self { key: Self::key_of(position), spans, pawns_on_color, ..Self::default() };
        entry.score = entry.side(pawns, Color::White, tracer) - entry.side(pawns, Color::Black, tracer);
        entry.squares =
            Color::ALL.map(|color| [false, true].map(|kingside| squares_of(pawns[color], color, kingside, &mut Off)));
        entry
    }

    // The default entry has key 0, as has a board without pawns: its content is correct for that.
    fn key(&self) -> Key {
        self.key
    }
}

impl PawnEntry {
    /// Returns the pawn-square score of `us` for the half of the board its king stands on.
    #[inline]
    pub(super) fn squares<T: Tracer>(&self, position: &Position, us: Color, tracer: &mut T) -> Score {
        let kingside = is_kingside(position.king(us));
        if T::ON {
            squares_of(position.set(us, PieceKind::Pawn), us, kingside, tracer)
        } else {
            self.squares[us][usize::from(kingside)]
        }
    }

    /// Scores the pawns of `us` and records the passed pawns.
    #[inline(always)]
    fn side<T: Tracer>(&mut self, pawns: [SquareSet; 2], us: Color, tracer: &mut T) -> Score {
        let pawns = [us, !us].map(|color| pawns[color]);
        let sides = [attacks::pawn_sides(us, pawns[0]), attacks::pawn_sides(!us, pawns[1])];
        let mut score = Score::ZERO;
        for square in pawns[0] {
            score += self.pawn(us, square, pawns, sides, tracer);
        }
        score
    }

    /// Scores one pawn and records it if it is passed. `sides` holds the squares that our pawns and theirs attack to
    /// the west and to the east.
    #[inline(always)]
    fn pawn<T: Tracer>(
        &mut self,
        us: Color,
        square: Square,
        [ours, theirs]: [SquareSet; 2],
        sides: [[SquareSet; 2]; 2],
        tracer: &mut T,
    ) -> Score {
        let rank = square.relative_rank(us) as usize;
        let file = SquareSet::file(square.file());
        let beside = adjacent_files(square);
        let ahead = front_span(us, square);
        let here = SquareSet::of(square);

        let opposed = !(theirs & ahead & file).is_empty();
        let doubled = !(ours & ahead & file).is_empty();
        let [[our_west, our_east], [their_west, their_east]] = sides;
        let supported = (our_west | our_east).contains(square);
        let phalanx = ours & (here.east() | here.west());
        let sentries = theirs & ahead & beside;
        let helpers = ours & beside & !ahead;
        let isolated = (ours & beside).is_empty();
        let lever = !(theirs & attacks::pawns(us, here)).is_empty();
        let open = usize::from(!opposed);

        let mut score = Score::ZERO;
        if doubled {
            score += term!(tracer, us, doubled[usize::from(isolated)]);
            if lever {
                score += term!(tracer, us, doubled_lever);
            }
        }
        if supported {
            score += term!(tracer, us, supported[open][rank]);
        }
        if (our_west & our_east).contains(square) {
            score += term!(tracer, us, supported_twice);
        }
        if !phalanx.is_empty() {
            score += term!(tracer, us, phalanx[open][rank]);
        }
        if isolated {
            score += term!(tracer, us, isolated[open][edge_file(square)]);
            if lever {
                score += term!(tracer, us, isolated_lever);
            }
        } else if helpers.is_empty() && !(here.forward(us) & (their_west | their_east)).is_empty() {
            score += term!(tracer, us, backward[open][rank]);
        }
        if !supported && (their_west & their_east).contains(square) {
            score += term!(tracer, us, weak_lever);
        }
        if !(here.forward(us) & theirs).is_empty() {
            score += term!(tracer, us, blocked_pawn[rank]);
        }
        if !opposed && !doubled {
            // A pawn counts as passed if it attacks every sentry except those that guard the square in front of it, and
            // has at least as many neighbors as there are of these.
            let attacked = sentries & attacks::pawns(us, here);
            let next = sentries & attacks::pawns(us, here.forward(us));
            if (sentries & !(attacked | next)).is_empty() && phalanx.len() >= next.len() {
                self.passed[us].insert(square);
                score += term!(tracer, us, passed_rank[rank]);
                if !sentries.is_empty() {
                    score += term!(tracer, us, passed_by_lever);
                }
            } else if helpers.len() >= sentries.len() {
                score += term!(tracer, us, candidate[rank]);
            }
        }
        score
    }
}

/// Sums the pawn-square weights of `pawns` of `us` with its king on that half of the board.
fn squares_of<T: Tracer>(pawns: SquareSet, us: Color, kingside: bool, tracer: &mut T) -> Score {
    let squares = pawns.map(|square| {
        let (rank, file) = place(us, kingside, square);
        term!(tracer, us, pawn_square[rank][file])
    });
    squares.sum()
}

/// The pawn hash table: a half for pawns, and a half for structures, which are pawns with kings and castling rights.
pub struct PawnTable {
    pawns: EntryTable<PawnEntry>,
    structures: EntryTable<StructureEntry>,
    statistics: PawnStatistics,
}

/// Counts since a pawn table was created or cleared.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PawnStatistics {
    /// Probes.
    pub probes: u64,
    /// Probes that found the pawns.
    pub hits: u64,
    /// Probes that found the pawns with both kings and the castling rights.
    pub king_hits: u64,
}

impl PawnTable {
    /// The usual number of entries of each half.
    pub const SIZE: usize = 1 << 14;

    /// The size in bytes of an entry of both halves.
    pub const ENTRY_BYTES: usize = size_of::<PawnEntry>() + size_of::<StructureEntry>();

    /// Returns an empty table of so many entries in each half, rounded up to a power of two.
    pub fn with_entries(entries: usize) -> Self {
        let size = entries.next_power_of_two();
        Self { pawns: EntryTable::new(size), structures: EntryTable::new(size), statistics: PawnStatistics::default() }
    }

    /// Returns the entries of the position's pawns, and of its pawns and kings, computing what is not there.
    pub fn probe(&mut self, position: &Position) -> (&PawnEntry, &StructureEntry) {
        let (pawns, found_pawns) = self.pawns.probe(position);
        let (structure, found_structure) = self.structures.probe(position);
        self.statistics.probes += 1;
        self.statistics.hits += u64::from(found_pawns);
        self.statistics.king_hits += u64::from(found_structure);
        (pawns, structure)
    }

    /// Returns the entries that a probe for the position will look at, to prefetch them.
    #[inline]
    pub fn at(&self, position: &Position) -> (&PawnEntry, &StructureEntry) {
        (self.pawns.at(position), self.structures.at(position))
    }

    /// Returns the counts since the table was created or cleared.
    pub fn statistics(&self) -> PawnStatistics {
        self.statistics
    }

    /// Empties the table and resets its statistics.
    pub fn clear(&mut self) {
        self.pawns.clear();
        self.structures.clear();
        self.statistics = PawnStatistics::default();
    }
}

impl Default for PawnTable {
    fn default() -> Self {
        Self::with_entries(Self::SIZE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(fen: &str) -> PawnEntry {
        PawnEntry::compute(&Position::from_fen(fen).unwrap(), &mut Off)
    }

    fn names(set: SquareSet) -> Vec<String> {
        set.map(|square| square.to_string()).collect()
    }

    #[test]
    fn passed_pawns_are_those_no_enemy_pawn_can_stop() {
        let entry = entry("4k3/p6p/8/2pP4/1P6/8/P5PP/4K3 w - - 0 1");
        assert_eq!(names(entry.passed[Color::White]), ["d5"]);
        // The pawn on b4 does not stop a pawn that can capture it.
        assert_eq!(names(entry.passed[Color::Black]), ["c5"]);
    }

    #[test]
    fn a_phalanx_is_passed_if_one_sentry_guards_the_square_ahead() {
        let white = |fen| names(entry(fen).passed[Color::White]);
        assert_eq!(white("4k3/2p5/8/3PP3/8/8/8/4K3 w - - 0 1"), ["d5", "e5"]);
        assert_eq!(white("4k3/2p5/8/3P1P2/8/8/8/4K3 w - - 0 1"), ["f5"]);
    }

    #[test]
    fn only_the_front_pawn_of_a_pair_is_passed() {
        let entry = entry("4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1");
        assert_eq!(names(entry.passed[Color::White]), ["d5"]);
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let position = Position::from_fen("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1").unwrap();
        let mut table = PawnTable::with_entries(1 << 4);
        table.probe(&position);
        table.probe(&position);
        assert_eq!(table.statistics(), PawnStatistics { probes: 2, hits: 1, king_hits: 1 });
        table.clear();
        table.probe(&position);
        assert_eq!(table.statistics(), PawnStatistics { probes: 1, hits: 0, king_hits: 0 });
    }

    #[test]
    fn the_entries_of_a_position_are_those_that_a_probe_finds() {
        let mut table = PawnTable::with_entries(1 << 10);
        for fen in [crate::position::START_FEN, "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "3k4/p7/8/8/8/8/P7/4K3 w - - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            let found = {
                let (pawns, structure) = table.probe(&position);
                (std::ptr::from_ref(pawns), std::ptr::from_ref(structure))
            };
            let (pawns, structure) = table.at(&position);
            assert_eq!((std::ptr::from_ref(pawns), std::ptr::from_ref(structure)), found);
        }
    }

    #[test]
    fn an_entry_is_a_cache_line_and_a_table_has_2_mebibytes() {
        assert_eq!([size_of::<PawnEntry>(), align_of::<PawnEntry>()], [64, 64]);
        assert_eq!(PawnTable::SIZE * PawnTable::ENTRY_BYTES, 2 << 20);
    }
}
