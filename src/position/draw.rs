//! Draws by repetition, by the fifty-move rule and by insufficient material, for the search and the referee of matches.

use super::{Key, Position, cuckoo};
use crate::types::geometry::direction;
use crate::types::{Color, PieceKind, Ply};

impl Position {
    /// Returns whether the position is drawn by rule, `ply` plies from the root: by the fifty-move rule, repetition or
    /// insufficient material.
    #[inline(always)]
    pub fn is_draw(&self, ply: Ply) -> bool {
        self.is_fifty_move_draw() || self.is_repetition(ply) || self.is_material_draw()
    }

    /// Returns whether the position is a repetition, `ply` plies from the root: it has occurred once before inside the
    /// search, root excluded, or twice including the game. Inside the search once is enough, because the side that
    /// repeated can do so again.
    #[inline(always)]
    pub fn is_repetition(&self, ply: Ply) -> bool {
        let reach = usize::from(self.state.reversible_plies).min(self.undo.len());
        let mut in_game = 0;
        for back in (4..=reach).step_by(2) {
            if self.undo[self.undo.len() - back].state.key == self.state.key {
                in_game += 1;
                if back < ply || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether any position since the last capture, pawn move or null move has occurred twice.
    pub fn has_repeated(&self) -> bool {
        !self.repeated_keys().is_empty()
    }

    /// Returns the keys of all positions since the last capture, pawn move or null move, the current one included, that
    /// have occurred at least twice.
    pub fn repeated_keys(&self) -> Vec<Key> {
        let reach = usize::from(self.state.reversible_plies).min(self.undo.len());
        let mut keys: Vec<Key> = self.undo[self.undo.len() - reach..].iter().map(|undo| undo.state.key).collect();
        keys.push(self.state.key);
        keys.sort_unstable();
        let mut repeated: Vec<Key> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }

    /// Returns whether the side to move, `ply` plies from the root, can reach an earlier position of the search, root
    /// excluded, with one move. The node is then worth at least a draw.
    pub fn can_repeat(&self, ply: Ply) -> bool {
        let reach = usize::from(self.state.reversible_plies).min(self.undo.len()).min(ply.saturating_sub(1));
        (3..=reach).step_by(2).any(|back| {
            let difference = self.state.key ^ self.undo[self.undo.len() - back].state.key;
            cuckoo::squares_of(difference).is_some_and(|(one, other)| {
                let from = if self.is_empty(one) { other } else { one };
                self.board[from].is(self.side_to_move) && (direction(one, other) == 0 || self.is_clear(one, other))
            })
        })
    }

    /// Returns whether the fifty-move rule applies: a hundred plies without capture or pawn move, the last of which did
    /// not mate.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.state.halfmove_clock >= 100 && (!self.in_check() || !self.legal_moves().is_empty())
    }

    /// Returns whether no sequence of legal moves can lead to mate: bare kings, a single knight, or only bishops on one
    /// color of squares.
    pub fn is_material_draw(&self) -> bool {
        use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
        let total = |kind| self.count(Color::White, kind) + self.count(Color::Black, kind);
        if [Pawn, Rook, Queen].into_iter().any(|kind| self.material.has(kind)) {
            return false;
        }
        if total(Knight) > 0 {
            return total(Knight) == 1 && total(Bishop) == 0;
        }
        let mut bishops = Color::ALL.iter().flat_map(|&color| self.pieces(color, Bishop));
        bishops.next().is_none_or(|first| bishops.all(|bishop| bishop.is_light() == first.is_light()))
    }
}
