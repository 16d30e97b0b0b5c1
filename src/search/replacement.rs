//! Replacement: which entry stays if a new one meets one of another position at its index. Four schemes are built in,
//! to be compared with `oxide88 bench --replacement all --hash 1`.
//!
//! ```text
//!   scheme      the old entry stays if                              in the literature
//!   depth-age   it is of this search and at least 4 plies deeper    between the next two
//!   always      never                                               New; always replace
//!   ancient     it is of this search and deeper at all              Deep with the ancient flag; depth-preferred
//!   random      a coin toss says so                                 shows what knowledge of the entries is worth
//! ```
//! New and Deep are from Breuker, Uiterwijk and van den Herik (Replacement Schemes for Transposition Tables, ICCA
//! Journal 17, 1994). Without the flag (aging), deep entries of earlier searches would stay for the rest of the game.

use std::fmt::{self, Display};

use super::entry::Entry;
use crate::position::Key;
use crate::types::Depth;

/// `depth-age` replaces an entry of this search if it is less than this much deeper.
const DEPTH_PREFERENCE: Depth = 4;

/// A replacement scheme.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// A much deeper entry of this search stays.
    #[default]
    DepthAge,
    /// The newest entry always replaces.
    Always,
    /// A deeper entry of this search stays.
    Ancient,
    /// A coin toss decides.
    Random,
}

impl Replacement {
    /// All schemes.
    pub const ALL: [Self; 4] = [Self::DepthAge, Self::Always, Self::Ancient, Self::Random];

    /// The word for the scheme, in the protocol and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::DepthAge => "depth-age",
            Self::Always => "always",
            Self::Ancient => "ancient",
            Self::Random => "random",
        }
    }

    /// Returns true if `old` stays and `new` does not enter.
    #[inline]
    pub(super) fn keeps(self, old: &Old, new: &New) -> bool {
        match self {
            Self::DepthAge => old.is_of_this_search && old.depth() >= new.entry.depth + DEPTH_PREFERENCE,
            Self::Always => false,
            Self::Ancient => old.is_of_this_search && old.depth() > new.entry.depth,
            // News of the same position need no luck.
            Self::Random => old.data != 0 && old.key != new.key && toss(old, new),
        }
    }
}

impl Display for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The entry that is in the table.
pub(super) struct Old {
    pub key: Key,
    /// The packed entry, 0 if there is none.
    pub data: u64,
    pub is_of_this_search: bool,
}

impl Old {
    /// The depth of its search in plies.
    #[inline]
    fn depth(&self) -> Depth {
        Entry::depth_of(self.data)
    }
}

/// The entry to be stored.
pub(super) struct New {
    pub key: Key,
    pub entry: Entry,
}

/// Tosses a coin that depends on the two entries alone: threads share no generator, and a bench can be repeated.
fn toss(old: &Old, new: &New) -> bool {
    const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = old.key ^ new.key ^ old.data ^ new.entry.pack(0);
    mixed.wrapping_mul(GOLDEN_RATIO) >> 63 != 0
}

#[cfg(test)]
mod tests {
    use rand_mt::Mt64;

    use super::super::entry::Bound;
    use super::super::tt::TranspositionTable;
    use super::*;
    use crate::types::{Move, MoveKind, Square};

    fn a_move() -> Move {
        Move::new(Square::from64(12), Square::from64(28), MoveKind::DoublePush)
    }

    /// A table of one entry, so that all positions meet there.
    fn table(scheme: Replacement) -> TranspositionTable {
        let mut table = TranspositionTable::with_entries(1).unwrap();
        table.set_replacement(scheme);
        table
    }

    fn bound(value: i32, depth: Depth) -> Entry {
        Entry::new(None, value, None, depth, Bound::Beta, 0)
    }

    fn with(entry: Entry, mv: Option<Move>, depth: Depth) -> Entry {
        let mut other = entry;
        (other.mv, other.depth) = (mv, depth);
        other
    }

    /// Returns true if an entry of `new_depth` takes the place of one of another position, of this search or an
    /// `ancient` one.
    fn replaces(scheme: Replacement, old_depth: Depth, new_depth: Depth, ancient: bool) -> bool {
        let mut table = table(scheme);
        assert!(!table.store(7, bound(1, old_depth)), "nothing was there");
        if ancient {
            table.new_search();
        }
        let is_overwritten = table.store(8, bound(2, new_depth));
        let (old, new) = (table.probe(7), table.probe(8));
        assert_eq!((old.is_none(), new.is_some()), (is_overwritten, is_overwritten), "{scheme} {old:?} {new:?}");
        is_overwritten
    }

    #[test]
    fn depth_counts_against_entries_of_this_search_and_not_against_ancient_ones() {
        const OLD: Depth = 9;
        for (scheme, least) in [(Replacement::DepthAge, 6), (Replacement::Always, 0), (Replacement::Ancient, 9)] {
            for new in 0..12 {
                assert_eq!(replaces(scheme, OLD, new, false), new >= least, "{scheme}, depth {new} after {OLD}");
                assert!(replaces(scheme, OLD, new, true), "{scheme}, depth {new} after an ancient entry");
            }
        }
    }

    #[test]
    fn the_coin_is_fair_and_looks_neither_at_depth_nor_at_age() {
        const TOSSES: usize = 4000;
        for (old_depth, new_depth, ancient) in [(9, 0, false), (0, 9, false), (9, 0, true)] {
            let entered = || -> Vec<bool> {
                let mut keys = Mt64::new(1);
                let mut toss = || {
                    let mut table = table(Replacement::Random);
                    table.store(keys.next_u64(), bound(1, old_depth));
                    if ancient {
                        table.new_search();
                    }
                    let key = keys.next_u64();
                    let is_overwritten = table.store(key, bound(2, new_depth));
                    assert_eq!(table.probe(key).is_some(), is_overwritten);
                    is_overwritten
                };
                (0..TOSSES).map(|_| toss()).collect()
            };
            let first = entered();
            assert_eq!(first, entered(), "the toss depends on the entries alone");
            let heads = first.iter().filter(|&&is_overwritten| is_overwritten).count();
            assert!((1800..=2200).contains(&heads), "{heads} of {TOSSES}, depth {new_depth} after {old_depth}");
        }
    }

    #[test]
    fn an_empty_place_takes_any_entry_and_news_of_the_same_position_need_no_luck() {
        for scheme in Replacement::ALL {
            for key in 1..200_u64 {
                let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let table = table(scheme);
                assert!(!table.store(key, bound(1, 5)), "{scheme}: nothing was there");
                assert_eq!(table.probe(key), Some(bound(1, 5)), "{scheme}");
                assert!(!table.store(key, bound(2, 6)), "{scheme}: of the same position");
                assert_eq!(table.probe(key), Some(bound(2, 6)), "{scheme}");
            }
        }
    }

    #[test]
    fn a_position_that_was_on_the_principal_variation_stays_known_as_such() {
        for scheme in Replacement::ALL {
            let table = table(scheme);
            table.store(7, bound(1, 5).with_pv(true));
            table.store(7, bound(2, 6));
            assert_eq!(table.probe(7), Some(bound(2, 6).with_pv(true)), "{scheme}");
            table.store(8, bound(3, 40));
            assert!(table.probe(8).is_none_or(|entry| !entry.was_pv), "{scheme}: another position");
        }
    }

    #[test]
    fn a_known_move_survives_a_store_without_one() {
        for scheme in Replacement::ALL {
            let table = table(scheme);
            table.store(7, Entry::new(Some(a_move()), 10, None, 5, Bound::Beta, 0));
            table.store(7, Entry::new(None, -10, None, 6, Bound::Alpha, 0));
            assert_eq!(table.probe(7).unwrap().mv, Some(a_move()), "{scheme}");
        }
    }

    #[test]
    fn of_a_shallow_bound_a_deep_entry_takes_only_the_move() {
        const DEEP: Depth = 9;
        // The depth from which on a bound of the same position is as good as the entry.
        for (scheme, least) in [
            (Replacement::DepthAge, 6),
            (Replacement::Always, 0),
            (Replacement::Ancient, DEEP),
            (Replacement::Random, 0),
        ] {
            let mut table = table(scheme);
            let deep = Entry::new(None, 10, Some(3), DEEP, Bound::Beta, 0);
            let news = |depth, bound| Entry::new(Some(a_move()), -10, Some(3), depth, bound, 0);
            let mut after = |is_ancient: bool, news| {
                table.store(7, with(deep, None, 40));
                table.new_search();
                table.store(7, deep);
                if is_ancient {
                    table.new_search();
                }
                table.store(7, news);
                table.probe(7).unwrap()
            };
            for depth in 0..12 {
                let shallow = news(depth, Bound::Alpha);
                let expected = if depth >= least { shallow } else { with(deep, Some(a_move()), DEEP) };
                assert_eq!(after(false, shallow), expected, "{scheme}");
                assert_eq!(after(true, shallow), shallow, "{scheme}");
                let exact = news(depth, Bound::Exact);
                assert_eq!(after(false, exact), exact, "{scheme}");
            }
        }
    }

    #[test]
    fn a_cleared_table_is_empty_and_keeps_its_scheme() {
        for scheme in Replacement::ALL {
            let mut table = table(scheme);
            table.new_search();
            table.store(7, bound(1, 5));
            table.clear(None);
            assert_eq!((table.probe(7), table.replacement()), (None, scheme));
        }
    }

    #[test]
    fn the_name_of_a_scheme_is_a_word_of_its_own() {
        for scheme in Replacement::ALL {
            let same = Replacement::ALL.iter().filter(|other| other.name() == scheme.name()).count();
            assert!(same == 1 && !scheme.name().contains(char::is_whitespace), "{scheme}");
        }
    }
}
