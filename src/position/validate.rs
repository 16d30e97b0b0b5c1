//! Validation: recomputes everything that is updated incrementally. Debug builds validate after every make and unmake;
//! tests do so in release builds, too.

use super::piece_list::CAPACITY;
use super::{Position, State};
use crate::types::{CastlingRights, CastlingSide, Color, Piece, PieceKind, Square, SquareSet};

impl Position {
    /// Checks all invariants of the [module](super).
    ///
    /// # Errors
    /// The first violated invariant, in words.
    pub fn validate(&self) -> Result<(), String> {
        self.validate_lists()?;
        self.validate_castling()?;
        let them = !self.side_to_move;
        if self.is_attacked(self.king(them), self.side_to_move) {
            return Err("the king not to move is attacked".to_string());
        }
        let expected = self.recomputed_state();
        if self.state != expected {
            return Err(format!("state is {:?}, recomputed {expected:?}", self.state));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn debug_validate(&self) {
        if cfg!(debug_assertions)
            && let Err(fault) = self.validate()
        {
            panic!("{fault}, in {self:?}");
        }
    }

    fn validate_lists(&self) -> Result<(), String> {
        for color in Color::ALL {
            if self.count(color, PieceKind::King) != 1 {
                return Err(format!("{color:?} has not exactly one king"));
            }
            for kind in PieceKind::ALL {
                let list = self.list(color, kind);
                if list.as_slice().iter().copied().collect::<SquareSet>() != self.set(color, kind) {
                    return Err(format!("list and set of {color:?} {kind:?} disagree"));
                }
                for (slot, &square) in list.as_slice().iter().enumerate() {
                    if self.board[square] != Piece::new(color, kind) || usize::from(self.slots[square]) != slot {
                        return Err(format!("board and list of {color:?} {kind:?} disagree on {square}"));
                    }
                }
            }
        }
        for color in Color::ALL {
            let expected: SquareSet = Square::all().filter(|&square| self.board[square].is(color)).collect();
            if self.occupied_by(color) != expected {
                return Err(format!("board and set of {color:?} disagree"));
            }
            if expected.len() > CAPACITY as i32 {
                return Err(format!("{color:?} has more than {CAPACITY} pieces"));
            }
        }
        let mut material = super::MaterialKey::default();
        for square in Square::all().filter(|&square| !self.is_empty(square)) {
            material.add(self.board[square]);
        }
        if material != self.material {
            return Err(format!("material key is {:?}, recomputed {material:?}", self.material));
        }
        let on_board = Square::all().filter(|&square| !self.is_empty(square)).count();
        let in_lists = self.lists_and_slots().count();
        if on_board != in_lists {
            return Err(format!("{on_board} pieces on the board, {in_lists} in the lists"));
        }
        Ok(())
    }

    fn validate_castling(&self) -> Result<(), String> {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let right = CastlingRights::of(color, side);
                let rook = self.castling_rook(color, side);
                let king = self.king(color);
                if self.castling().contains(right)
                    && (self.board[rook] != Piece::new(color, PieceKind::Rook)
                        || self.castling_masks[rook].contains(right)
                        || self.castling_masks[king].contains(right)
                        || king.relative_rank(color) != 0)
                {
                    return Err(format!("{color:?} may castle with {rook} but king or rook are not there"));
                }
            }
        }
        Ok(())
    }

    /// Recomputes the state from the board; only what the board cannot tell is copied.
    fn recomputed_state(&self) -> State {
        let (mut key, mut pawn_key, mut non_pawn_keys) = (0, 0, [0; 2]);
        for square in Square::all().filter(|&square| !self.is_empty(square)) {
            let piece = self.board[square];
            let number = self.zobrist.piece(piece, square);
            key ^= number;
            if piece.is_pawn() {
                pawn_key ^= number;
            } else {
                non_pawn_keys[piece.color()] ^= number;
            }
        }
        if self.side_to_move == Color::Black {
            key ^= self.zobrist.black_to_move();
        }
        let en_passant = self.state.en_passant.and_then(|target| self.capturable_en_passant(target));
        key ^= self.zobrist.castling(self.state.castling) ^ self.zobrist.en_passant(en_passant);
        let checkers = self.attackers(self.king(self.side_to_move), !self.side_to_move);
        State { key, pawn_key, non_pawn_keys, en_passant, checkers, ..self.state }
    }
}
