//! Draws by repetition, by the fifty-move rule and by material, as the search and the referee see them.

use super::attack::line_is_clear;
use super::{Key, Position, cuckoo};
use crate::types::geometry::direction;
use crate::types::{Color, PieceKind, Ply};

impl Position {
    /// Returns whether the position is drawn by rule, `ply` plies into a search: by repetition, fifty moves or
    /// material.
    pub fn is_draw(&self, ply: Ply) -> bool {
        self.is_fifty_move_draw() || self.is_repetition(ply) || self.is_material_draw()
    }

    /// Returns whether the position has occurred before: once inside the search (`ply` plies deep, its root excluded),
    /// which is enough since whoever wanted it can repeat it again, or twice counting the game before it.
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

    /// Returns whether any position since the last capture or pawn move has occurred twice.
    pub fn has_repeated(&self) -> bool {
        !self.repeated_keys().is_empty()
    }

    /// Returns the keys of all positions since the last capture or pawn move, the present one included, that have
    /// occurred twice or more.
    pub fn repeated_keys(&self) -> Vec<Key> {
        let reach = usize::from(self.state.reversible_plies).min(self.undo.len());
        let mut keys: Vec<Key> = self.undo[self.undo.len() - reach..].iter().map(|undo| undo.state.key).collect();
        keys.push(self.state.key);
        keys.sort_unstable();
        let mut repeated: Vec<Key> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }

    /// Returns whether the side to move can bring back a position of the search (`ply` plies deep, its root excluded)
    /// in one move: its value is then at least that of a draw.
    pub fn can_repeat(&self, ply: Ply) -> bool {
        let reach = usize::from(self.state.reversible_plies).min(self.undo.len()).min(ply.saturating_sub(1));
        (3..=reach).step_by(2).any(|back| {
            let difference = self.state.key ^ self.undo[self.undo.len() - back].state.key;
            cuckoo::squares_of(difference).is_some_and(|(one, other)| {
                let from = if self.is_empty(one) { other } else { one };
                self.board[from].is(self.side_to_move)
                    && (direction(one, other) == 0 || line_is_clear(one, other, |cell| self.is_empty(cell)))
            })
        })
    }

    /// Returns whether a hundred plies have passed without capture or pawn move and the last of them did not mate.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.state.halfmove_clock >= 100 && (!self.in_check() || !self.legal_moves().is_empty())
    }

    /// Returns whether no sequence of legal moves leads to mate: bare kings, a lone knight, or only bishops on squares
    /// of one color.
    pub fn is_material_draw(&self) -> bool {
        use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
        let total = |kind| self.count(Color::White, kind) + self.count(Color::Black, kind);
        if total(Pawn) + total(Rook) + total(Queen) > 0 {
            return false;
        }
        if total(Knight) > 0 {
            return total(Knight) == 1 && total(Bishop) == 0;
        }
        let mut bishops = Color::ALL.iter().flat_map(|&color| self.pieces(color, Bishop));
        bishops.next().is_none_or(|first| bishops.all(|bishop| bishop.is_light() == first.is_light()))
    }
}
