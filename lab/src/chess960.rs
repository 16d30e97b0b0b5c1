//! Start positions of Chess960.

/// Draws a start position, in FEN: bishops on squares of different colors, the king between the rooks. `below` returns
/// a random number below its argument.
pub fn random_start(mut below: impl FnMut(usize) -> usize) -> String {
    let mut rank = [' '; 8];
    rank[2 * below(4)] = 'B';
    rank[2 * below(4) + 1] = 'B';
    for piece in ['Q', 'N', 'N'] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[below(free.len())]] = piece;
    }
    for piece in ['R', 'K', 'R'] {
        rank.iter_mut().find(|square| **square == ' ').into_iter().for_each(|square| *square = piece);
    }
    let white: String = rank.iter().collect();
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", white.to_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use oxide88::position::Position;
    use rand_mt::Mt64;

    use super::*;

    #[test]
    fn all_960_positions_are_drawn_and_no_others() {
        let mut random = Mt64::new(1);
        let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
        let drawn: HashSet<String> = (0..20_000).map(|_| random_start(&mut below)).collect();
        assert_eq!(drawn.len(), 960);
        for fen in drawn {
            assert!(Position::from_fen(&fen).is_ok(), "{fen}");
            let rank = &fen[fen.len() - 21..fen.len() - 13];
            let at = |piece| rank.match_indices(piece).map(|(file, _)| file).collect::<Vec<_>>();
            let (rooks, king, bishops) = (at('R'), at('K')[0], at('B'));
            assert!(rooks[0] < king && king < rooks[1] && bishops[0] % 2 != bishops[1] % 2, "{fen}");
        }
    }
}
