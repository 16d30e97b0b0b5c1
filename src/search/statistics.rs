//! Probe statistics of the hash tables.

use std::fmt::{self, Display};
use std::ops::{Add, Sub};

use crate::eval::PawnStatistics;

/// Counts since the tables were created or cleared.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Probes of the transposition table.
    pub tt_probes: u64,
    /// Hits of the transposition table.
    pub tt_hits: u64,
    /// Cutoffs by the transposition table.
    pub tt_cutoffs: u64,
    /// Entries of the transposition table replaced by those of other positions.
    pub tt_overwritten: u64,
    /// Counts of the pawn table.
    pub pawns: PawnStatistics,
}

impl Statistics {
    /// The transposition table in words.
    pub fn transposition_table(&self) -> impl Display {
        let counts = [("hits", self.tt_hits), ("cutoffs", self.tt_cutoffs)];
        format!("{}, {} entries overwritten", Rates { probes: self.tt_probes, counts }, self.tt_overwritten)
    }

    /// The pawn table in words.
    pub fn pawn_table(&self) -> impl Display {
        let PawnStatistics { probes, hits, king_hits } = self.pawns;
        Rates { probes, counts: [("hits", hits), ("hits with both kings", king_hits)] }
    }

    /// A count as a share of the probes, in percent.
    pub fn percentage(count: u64, probes: u64) -> f64 {
        100.0 * count as f64 / probes.max(1) as f64
    }

    fn combine(self, other: Self, with: fn(u64, u64) -> u64) -> Self {
        Self {
            tt_probes: with(self.tt_probes, other.tt_probes),
            tt_hits: with(self.tt_hits, other.tt_hits),
            tt_cutoffs: with(self.tt_cutoffs, other.tt_cutoffs),
            tt_overwritten: with(self.tt_overwritten, other.tt_overwritten),
            pawns: PawnStatistics {
                probes: with(self.pawns.probes, other.pawns.probes),
                hits: with(self.pawns.hits, other.pawns.hits),
                king_hits: with(self.pawns.king_hits, other.pawns.king_hits),
            },
        }
    }
}

impl Add for Statistics {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.combine(other, u64::add)
    }
}

/// The difference since `earlier`, never below 0 in case the counts were reset.
impl Sub for Statistics {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        self.combine(earlier, u64::saturating_sub)
    }
}

/// Counts as shares of the probes.
struct Rates<const N: usize> {
    probes: u64,
    counts: [(&'static str, u64); N],
}

impl<const N: usize> Display for Rates<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} probes", self.probes)?;
        for (name, count) in self.counts {
            write!(f, ", {:.2} % {name}", Statistics::percentage(count, self.probes))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_since_is_told_in_shares() {
        let pawns = PawnStatistics { probes: 8, hits: 6, king_hits: 5 };
        let earlier = Statistics { tt_probes: 100, tt_hits: 50, tt_cutoffs: 20, tt_overwritten: 9, pawns };
        let since =
            Statistics { tt_probes: 400, tt_hits: 150, tt_cutoffs: 1, tt_overwritten: 5, ..Statistics::default() };
        assert_eq!((earlier + since) - earlier, since);
        assert_eq!(
            since.transposition_table().to_string(),
            "400 probes, 37.50 % hits, 0.25 % cutoffs, 5 entries overwritten"
        );
        assert_eq!(earlier.pawn_table().to_string(), "8 probes, 75.00 % hits, 62.50 % hits with both kings");
        assert_eq!((since - earlier).pawns, PawnStatistics::default());
    }
}
