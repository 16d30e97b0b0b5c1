//! Syzygy endgame tablebases, read by `shakmaty-syzygy`. At the root they rank the moves by the distance to the next
//! capture or pawn move (DTZ), which guarantees progress. In the tree they give the result (WDL) right after a capture
//! or pawn move, where the fifty-move clock is zero.
//!
//! A tablebase win is worth less than any mate: a mate that the search sees itself is reported as such.
//!
//! A file that is not a complete table is [detected](super::tablebase_file) and left out. Positions whose table is
//! missing, or proves to be damaged when it is probed, have no result; all others have one.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::{Chess, KnownOutcome, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, Dtz, Tablebase, Wdl};

use super::entry::{Bound, Entry};
use super::root::{RootMove, RootMoves};
use super::tablebase_file;
use crate::position::Position;
use crate::types::value::{DRAW, TABLEBASE_WIN};
use crate::types::{CastlingRights, Color, Depth, Move, PieceKind, Ply, Value, quote};

/// The tables found in the given folders.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    files: usize,
    left_out: Vec<String>,
}

/// Number of left-out files that are named; the others are counted.
const MOST_NAMED: usize = 5;

impl Tablebases {
    /// Opens the tables in `folders`, separated as in the system's search path (`:`, on Windows `;`). The head of each
    /// file is read, and small files are read whole. Incomplete or damaged files, and unreadable folders, are [left
    /// out](Self::left_out).
    ///
    /// # Errors
    /// None of the folders has a table.
    pub fn open(folders: &str) -> Result<Self, String> {
        Self::open_reading(folders, tablebase_file::SMALL)
    }

    /// Opens the tables, and reads files of up to `small` bytes whole.
    fn open_reading(folders: &str, small: u64) -> Result<Self, String> {
        let mut found = Self { tables: Tablebase::new(), files: 0, left_out: Vec::new() };
        for folder in std::env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
            if let Err(reason) = found.add_folder(&folder, small) {
                found.leave_out(&folder.to_string_lossy(), &reason);
            }
        }
        if found.files > 0 {
            return Ok(found);
        }
        let reasons = found.first_left_out(1).join("; ");
        // A single folder is not named twice.
        let reasons = reasons.trim_start_matches(&format!("left out {}: ", quote(folders)));
        let colon = if reasons.is_empty() { "" } else { ": " };
        Err(format!("no Syzygy tables in {}{colon}{reasons}", quote(folders)))
    }

    fn add_folder(&mut self, folder: &Path, small: u64) -> Result<(), String> {
        let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut paths: Vec<PathBuf> = entries.map_err(|error| error.to_string())?;
        paths.retain(|path| tablebase_file::is_named_like_one(path));
        paths.sort_unstable();
        for path in paths {
            let checked = tablebase_file::check(&path, small);
            let added = checked.and_then(|()| {
                self.tables.add_file(&path).map_err(|error| match error.kind() {
                    ErrorKind::InvalidInput => "too many pieces".to_owned(),
                    _ => error.to_string(),
                })
            });
            match added {
                Ok(()) => self.files += 1,
                Err(reason) => self.leave_out(&path.file_name().unwrap_or_default().to_string_lossy(), &reason),
            }
        }
        Ok(())
    }

    fn leave_out(&mut self, name: &str, reason: &str) {
        self.left_out.push(format!("left out {}: {reason}", quote(name)));
    }

    /// Returns a line for each of the first files left out, with the reason, and one that counts the others.
    pub fn left_out(&self) -> Vec<String> {
        self.first_left_out(MOST_NAMED)
    }

    fn first_left_out(&self, count: usize) -> Vec<String> {
        let (named, others) = self.left_out.split_at(count.min(self.left_out.len()));
        let others = (!others.is_empty()).then(|| format!("left out {} more", others.len()));
        named.iter().cloned().chain(others).collect()
    }

    /// Number of table files.
    pub fn files(&self) -> usize {
        self.files
    }

    /// The largest number of pieces of a table, kings included.
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// The result right after a capture or pawn move; `None` if no table has it.
    fn result(&self, position: &Position) -> Option<Wdl> {
        self.tables.probe_wdl_after_zeroing(&position.to_shakmaty()?).ok()
    }

    /// Plies to the next capture or pawn move that keeps the result (DTZ), negative if the side to move loses; `None`
    /// if no table has it. Some tables round it up by one.
    fn distance(&self, position: &Position) -> Option<i32> {
        self.tables.probe_dtz(&position.to_shakmaty()?).ok().map(|distance| distance.ignore_rounding().0)
    }

    /// The outcome of the game under the fifty-move rule; `None` if the tables do not have it.
    pub fn outcome(&self, position: &Chess) -> Option<KnownOutcome> {
        if position.board().occupied().count() > self.max_pieces() || !position.castles().is_empty() {
            return None;
        }
        // The result right after a capture or pawn move. A draw stays a draw at any clock, but a win may come too late,
        // which DTZ tells.
        let result = match self.tables.probe_wdl_after_zeroing(position).ok()? {
            Wdl::Win | Wdl::Loss if position.halfmoves() > 0 => self.tables.probe_wdl(position).ok()?,
            result => result.into(),
        };
        outcome_of(result, position.turn())
    }
}

/// The outcome of a result for the player to move; the fifty-move rule turns cursed wins into draws.
fn outcome_of(result: AmbiguousWdl, turn: shakmaty::Color) -> Option<KnownOutcome> {
    match result {
        AmbiguousWdl::Win => Some(KnownOutcome::Decisive { winner: turn }),
        AmbiguousWdl::Loss => Some(KnownOutcome::Decisive { winner: !turn }),
        AmbiguousWdl::Draw | AmbiguousWdl::BlessedLoss | AmbiguousWdl::CursedWin => Some(KnownOutcome::Draw),
        // DTZ is rounded in some tables; this one leaves open whether the clock suffices.
        AmbiguousWdl::MaybeWin | AmbiguousWdl::MaybeLoss => None,
    }
}

/// Rules for probing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeRules {
    /// Minimum remaining depth in plies for positions with the maximum number of pieces; smaller ones are probed at any
    /// depth.
    pub depth: Depth,
    /// Maximum number of pieces to probe, kings included.
    pub pieces: usize,
    /// Wins that the fifty-move rule takes away are draws.
    pub fifty_moves: bool,
}

impl Default for ProbeRules {
    fn default() -> Self {
        Self { depth: 1, pieces: 7, fifty_moves: true }
    }
}

/// The tablebases of one search.
pub(super) struct Probe<'a> {
    tables: &'a Tablebases,
    rules: ProbeRules,
    /// Maximum number of pieces to probe.
    pieces: usize,
    /// Probe in the tree as well.
    in_tree: bool,
    /// Hits of all threads.
    hits: AtomicU64,
}

/// Slightly better than a draw, because the opponent has to know the fifty-move rule.
const CURSED_WIN: Value = DRAW + 1;

/// Rank of a root move that certainly wins, negative if it certainly loses. DTZ is at most a few hundred plies.
const SURE: i32 = 20_000;
/// The same less DTZ for a win or loss that depends on the clock.
const DOUBTFUL: i32 = 10_000;

impl<'a> Probe<'a> {
    /// `None` without tables to probe.
    pub fn new(tables: Option<&'a Tablebases>, rules: ProbeRules) -> Option<Self> {
        let tables = tables?;
        let pieces = rules.pieces.min(tables.max_pieces());
        (pieces > 0).then_some(Self { tables, rules, pieces, in_tree: true, hits: AtomicU64::new(0) })
    }

    /// The number of hits.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    fn count_hits(&self, hits: u64) {
        self.hits.fetch_add(hits, Ordering::Relaxed);
    }

    /// The number of pieces, kings included, of a position that tables may have.
    fn men(&self, position: &Position) -> Option<usize> {
        let count = |color| PieceKind::ALL.map(|kind| position.pieces(color, kind).len()).iter().sum::<usize>();
        let men = Color::ALL.map(count).iter().sum();
        (position.castling() == CastlingRights::NONE && men <= self.pieces).then_some(men)
    }

    /// Ranks the root moves if tables have them all. With DTZ at hand the search then runs without tablebases and looks
    /// for the mate among the moves that keep the result.
    pub fn root_moves(&mut self, root: &Position, moves: &[Move]) -> Option<RootMoves> {
        self.men(root)?;
        let by_distance = self.rank_all(root, moves, Self::rank_by_distance);
        self.in_tree = by_distance.is_none();
        let ranks = by_distance.or_else(|| self.rank_all(root, moves, Self::rank_by_result))?;
        self.count_hits(moves.len() as u64);
        let ranked = moves.iter().zip(ranks).map(|(&mv, rank)| {
            let value = self.value_of_rank(rank);
            RootMove { mv, rank, value: Some(value) }
        });
        Some(RootMoves::new(ranked.collect()))
    }

    fn rank_all(
        &self,
        root: &Position,
        moves: &[Move],
        rank: impl Fn(&Self, &Position, u16) -> Option<i32>,
    ) -> Option<Vec<i32>> {
        let mut after = root.clone();
        let ranks = moves.iter().map(|&mv| {
            after.make(mv);
            let rank = rank(self, &after, root.halfmove_clock());
            after.unmake();
            rank
        });
        ranks.collect()
    }

    /// The rank of a move that led to `after`, with the halfmove clock at `clock` before it.
    fn rank_by_distance(&self, after: &Position, clock: u16) -> Option<i32> {
        let distance = if after.halfmove_clock() == 0 {
            Dtz::before_zeroing(-self.tables.result(after)?).0
        } else if after.is_draw(1) {
            0
        } else if after.in_check() && after.legal_moves().is_empty() {
            1
        } else {
            let distance = -self.tables.distance(after)?;
            distance + distance.signum()
        };
        Some(rank(distance, i32::from(clock), after.has_repeated()))
    }

    /// The same by results alone, which leaves progress to the search.
    fn rank_by_result(&self, after: &Position, _clock: u16) -> Option<i32> {
        let result = if after.is_draw(1) { Wdl::Draw } else { -self.tables.result(after)? };
        Some(match result {
            Wdl::Win => SURE,
            Wdl::CursedWin => DOUBTFUL - 101,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => 101 - DOUBTFUL,
            Wdl::Loss => -SURE,
        })
    }

    fn value_of_rank(&self, rank: i32) -> Value {
        // Up to a hundred plies the clock allows a win.
        let least_win = if self.rules.fifty_moves { DOUBTFUL - 100 } else { 1 };
        if rank.abs() >= least_win { rank.signum() * TABLEBASE_WIN } else { DRAW + rank.signum() * CURSED_WIN }
    }

    /// The result of a position in the tree as a transposition table entry, for a node at `ply` with remaining depth
    /// `depth`. `None` if the tables do not have it, or if the rules forbid probing.
    pub fn entry(&self, position: &Position, depth: Depth, ply: Ply) -> Option<Entry> {
        if position.halfmove_clock() > 0 || !self.in_tree {
            return None;
        }
        let men = self.men(position)?;
        if depth < self.rules.depth && men == self.pieces {
            return None;
        }
        let result = self.tables.result(position)?;
        self.count_hits(1);
        let win = TABLEBASE_WIN - ply as Value;
        let (value, bound) = match result {
            Wdl::Win => (win, Bound::Beta),
            Wdl::Loss => (-win, Bound::Alpha),
            Wdl::CursedWin if !self.rules.fifty_moves => (win, Bound::Beta),
            Wdl::BlessedLoss if !self.rules.fifty_moves => (-win, Bound::Alpha),
            Wdl::CursedWin => (CURSED_WIN, Bound::Exact),
            Wdl::BlessedLoss => (-CURSED_WIN, Bound::Exact),
            Wdl::Draw => (DRAW, Bound::Exact),
        };
        // A tablebase result is worth more than a few plies of search.
        Some(Entry::new(None, value, None, depth + 6, bound, ply))
    }
}

/// The rank of a move with `distance` plies to the next capture or pawn move, the move included, at a halfmove clock of
/// `clock`. Moves that win in time are equal, so that the search chooses, unless positions have begun to repeat: then
/// only progress counts.
fn rank(distance: i32, clock: i32, has_repeated: bool) -> i32 {
    match distance {
        1.. if distance + clock <= 99 && !has_repeated => SURE,
        1.. => DOUBTFUL - (distance + clock),
        0 => 0,
        _ if clock - 2 * distance < 100 => -SURE,
        _ => (clock - distance) - DOUBTFUL,
    }
}

#[cfg(test)]
mod tests {
    use rand_mt::Mt64;

    use super::*;

    #[test]
    fn moves_that_win_in_time_are_equal_until_positions_repeat() {
        assert_eq!(rank(40, 59, false), rank(3, 0, false));
        assert!(rank(3, 0, true) > rank(40, 0, true), "progress counts");
        assert!(rank(40, 59, false) > rank(40, 60, false), "in doubt, the clock counts");
        assert!(rank(150, 0, false) > rank(0, 0, false), "the opponent has to claim the draw");
    }

    #[test]
    fn lost_moves_are_equal_unless_the_fifty_moves_may_save_them() {
        assert_eq!(rank(-10, 0, false), rank(-40, 0, false));
        assert!(rank(-60, 0, false) > rank(-50, 0, false) && rank(-50, 0, false) > rank(-10, 0, false));
        assert!(rank(0, 0, false) > rank(-200, 90, false));
    }

    #[test]
    fn wins_that_the_fifty_move_rule_takes_away_are_draws() {
        use AmbiguousWdl::{BlessedLoss, CursedWin, Draw, Loss, MaybeLoss, MaybeWin, Win};
        let results = [Win, CursedWin, Draw, BlessedLoss, Loss, MaybeWin, MaybeLoss];
        let decided = |winner| Some(KnownOutcome::Decisive { winner });
        let (white, draw, black) =
            (decided(shakmaty::Color::White), Some(KnownOutcome::Draw), decided(shakmaty::Color::Black));
        let outcomes = results.map(|result| outcome_of(result, shakmaty::Color::White));
        assert_eq!(outcomes, [white, draw, draw, draw, black, None, None]);
    }

    #[test]
    fn a_folder_without_tables_is_refused_by_name() {
        let folder = "/there/is/no/such/folder";
        let error = Tablebases::open(folder).err().unwrap();
        assert!(error.contains("/no/such/folder'") && error.matches(folder).count() == 1, "{error}");
        let folder = tempfile::tempdir().unwrap();
        assert!(
            Tablebases::open(folder.path().to_str().unwrap()).is_err_and(|error| error.contains("no Syzygy tables"))
        );
    }

    /// Returns positions with the pieces of `name`, or some of them.
    fn random_positions(random: &mut Mt64, name: &str, count: usize) -> Vec<Position> {
        let (white, black) = name.split_once('v').unwrap();
        let pieces: Vec<char> = white.chars().chain(black.to_lowercase().chars()).collect();
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut board = ['1'; 64];
            for &piece in &pieces {
                board[random.next_u64() as usize % 64] = piece;
            }
            let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
            let turn = if random.next_u64().is_multiple_of(2) { "w" } else { "b" };
            positions.extend(Position::from_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))));
        }
        positions
    }

    /// Changes a table of `bytes` in one of several ways.
    fn damage(bytes: &mut [u8], way: usize, random: &mut Mt64) {
        let mut below = |bound: usize| random.next_u64() as usize % bound;
        let (from, to) = (below(bytes.len()), below(bytes.len()));
        let range = from.min(to)..from.max(to);
        match way {
            0..320 => bytes[4 + way / 8] ^= 1 << (way % 8),
            320..360 => bytes[range].fill(0),
            360..400 => bytes[range].iter_mut().for_each(|byte| *byte = below(256) as u8),
            _ => {
                for _ in 0..20 {
                    let at = below(bytes.len());
                    bytes[at] ^= 1 << below(8);
                }
            }
        }
    }

    /// Only the heads of large tables are checked. Here that holds for small ones too, so damaged tables are probed.
    #[test]
    fn damage_that_is_not_seen_neither_panics_nor_goes_on_for_ever() {
        let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy");
        let changed = tempfile::tempdir().unwrap();
        let folders = std::env::join_paths([&*whole, changed.path()]).unwrap();
        let (mut random, mut answers, mut unseen) = (Mt64::new(5489), 0, 0);
        for file in ["KPvK.rtbw", "KPvK.rtbz", "KRvKB.rtbz", "KRRvK.rtbw"] {
            let positions = random_positions(&mut random, file.split('.').next().unwrap(), 50);
            let bytes = fs::read(whole.join(file)).unwrap();
            for way in (0..440).step_by(2) {
                let mut bytes = bytes.clone();
                damage(&mut bytes, way, &mut random);
                fs::write(changed.path().join(file), bytes).unwrap();
                let tables = Tablebases::open_reading(folders.to_str().unwrap(), 0).unwrap();
                unseen += usize::from(tables.left_out.is_empty());
                answers += positions.iter().filter_map(|position| tables.result(position)).count();
                answers += positions.iter().filter_map(|position| tables.distance(position)).count();
            }
            fs::remove_file(changed.path().join(file)).unwrap();
        }
        assert!(answers > 40_000 && unseen > 200, "{answers} {unseen}");
    }
}
