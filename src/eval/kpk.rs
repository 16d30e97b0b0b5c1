//! King and pawn against king (KPK): a bitbase, computed on first use. For each square of White's pawn (files a to d)
//! and of White's king, one 64-bit set holds the Black king squares from which White wins. Retrograde iteration applies
//! two rules until nothing changes: White to move wins if some move wins, and Black to move loses if every move loses.
//! Each step takes a few set operations.

use std::sync::LazyLock;

use crate::position::Position;
use crate::types::{Color, PieceKind, Square, SquareSet, attacks};

/// Black king squares from which White wins.
type Wins = Vec<[SquareSet; 64]>; // [pawn][White king]

static WINS: LazyLock<[Wins; 2]> = LazyLock::new(solve); // [side to move]

/// Returns whether `strong`, with king and one pawn against a bare king, wins.
pub(super) fn is_win(position: &Position, strong: Color) -> bool {
    let pawn = position.pieces(strong, PieceKind::Pawn)[0];
    let mirror = |square: Square| {
        let square = square.relative(strong);
        if pawn.file() < 4 { square } else { Square::from_file_rank(7 - square.file(), square.rank()) }
    };
    let to_move = if position.side_to_move() == strong { Color::White } else { Color::Black };
    let wins = &WINS[to_move][pawn_index(mirror(pawn))];
    wins[mirror(position.king(strong)).to64() as usize].contains(mirror(position.king(!strong)))
}

/// Returns the index of a pawn square: 0 to 23 for a2, b2 ... d7.
fn pawn_index(pawn: Square) -> usize {
    usize::from(pawn.rank() - 1) * 4 + usize::from(pawn.file())
}

fn pawn_square(index: usize) -> Square {
    Square::from_file_rank(index as u8 & 3, index as u8 / 4 + 1)
}

fn solve() -> [Wins; 2] {
    let mut wins: [Wins; 2] = std::array::from_fn(|_| vec![[SquareSet::EMPTY; 64]; 24]);
    loop {
        let mut changed = false;
        // Advanced pawns come first, because the results of the others depend on them.
        for pawn in (0..24).rev() {
            for king in 0..64 {
                let new = [white_wins(&wins, pawn, king), black_loses(&wins, pawn, king)];
                for (side, set) in new.into_iter().enumerate() {
                    changed |= wins[side][pawn][king] != set;
                    wins[side][pawn][king] = set;
                }
            }
        }
        if !changed {
            return wins;
        }
    }
}

/// Returns the Black king squares from which White to move wins, as far as `wins` is known.
fn white_wins(wins: &[Wins; 2], pawn_number: usize, king_number: usize) -> SquareSet {
    let (pawn, king) = (pawn_square(pawn_number), Square::from64(king_number as u8));
    if pawn == king {
        return SquareSet::EMPTY;
    }
    let after = |pawn: Square, king: Square| wins[Color::Black][pawn_index(pawn)][king.to64() as usize];
    let stop = pawn.advance(16);
    let steps = SquareSet::of(king).king_neighbors();
    let mut won = steps.filter(|&to| to != pawn).fold(SquareSet::EMPTY, |won, to| won | after(pawn, to));
    if stop != king {
        if stop.rank() == 7 {
            // The new queen must not be captured at once.
            let guarded = SquareSet::of(stop).king_zone().contains(king);
            let beside = if guarded { SquareSet::of(stop) } else { SquareSet::of(stop).king_zone() };
            won |= !beside;
        } else {
            won |= after(stop, king);
            if pawn.rank() == 1 && stop.advance(16) != king {
                won |= after(stop.advance(16), king) & !SquareSet::of(stop);
            }
        }
    }
    won & !taken(king, pawn) & !attacked_by(pawn)
}

/// Returns the Black king squares from which Black to move loses, as far as `wins` is known.
fn black_loses(wins: &[Wins; 2], pawn_number: usize, king_number: usize) -> SquareSet {
    let (pawn, king) = (pawn_square(pawn_number), Square::from64(king_number as u8));
    if pawn == king {
        return SquareSet::EMPTY;
    }
    // The square of an undefended pawn is legal for the king and never among White's wins, so capturing the pawn
    // escapes.
    let legal = !SquareSet::of(king).king_zone() & !attacked_by(pawn);
    let escapes = legal & !wins[Color::White][pawn_number][king_number];
    legal.king_neighbors() & !escapes.king_neighbors() & !taken(king, pawn)
}

/// Returns the squares where Black's king cannot stand: those of both pieces and those adjacent to White's king.
fn taken(king: Square, pawn: Square) -> SquareSet {
    SquareSet::of(king).king_zone() | SquareSet::of(pawn)
}

fn attacked_by(pawn: Square) -> SquareSet {
    attacks::pawns(Color::White, SquareSet::of(pawn))
}

impl SquareSet {
    /// Returns the squares of the set and those one king move away from any of them.
    fn king_zone(self) -> Self {
        self | self.king_neighbors()
    }

    /// Returns the squares one king move away from any square of the set.
    fn king_neighbors(self) -> Self {
        let beside = self.east() | self.west();
        let row = self | beside;
        beside | row.forward(Color::White) | row.forward(Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(fen: &str) -> bool {
        is_win(&Position::from_fen(fen).unwrap(), Color::White)
    }

    #[test]
    fn textbook_endings_are_solved() {
        assert!(wins("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
        assert!(wins("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"));
        assert!(!wins("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"));
        assert!(wins("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"));
        assert!(!wins("k7/8/1K6/P7/8/8/8/8 w - - 0 1"));
        assert!(wins("7k/8/8/P7/8/8/8/K7 w - - 0 1"));
        assert!(!wins("8/8/8/8/8/1Pk5/8/K7 w - - 0 1"));
    }

    #[test]
    fn the_number_of_won_positions_is_the_known_one() {
        let count = |side: Color| WINS[side].iter().flatten().map(|set| u64::from(set.0.count_ones())).sum::<u64>();
        // Legal positions won for the pawn with it on files a to d, as the Syzygy tables have them.
        assert_eq!((count(Color::White), count(Color::Black)), (62_480, 48_802));
    }
}
