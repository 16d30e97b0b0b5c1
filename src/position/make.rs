//! Make and unmake. A few small primitives update board, piece lists, sets and keys together, so that they stay
//! consistent; nothing else in the crate writes to them. Unmake moves only pieces: keys and the rest of the state are
//! restored from the undo stack, so the primitives then skip hashing (`HASH = false`).

use super::{Position, State, Undo};
use crate::types::{CastlingRights, CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Square, SquareSet, attacks};

impl Position {
    /// Makes a legal move.
    ///
    /// The caller guarantees legality (see [`Position::is_legal`]); debug builds assert it.
    pub fn make(&mut self, mv: Move) {
        debug_assert!(self.is_pseudo_legal(mv) && self.is_legal(mv), "{mv:?} in {self:?}");
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let mut undo = self.undo_entry(Some(mv));

        if mv.is_capture() || self.board[from].is_pawn() {
            self.state.halfmove_clock = 0;
            self.state.reversible_plies = 0;
        } else {
            self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
            self.state.reversible_plies = self.state.reversible_plies.saturating_add(1);
        }

        if let Some(side) = mv.castling() {
            self.castle::<true>(us, (from, side.king_target(us)), (to, side.rook_target(us)));
        } else {
            if mv.is_capture() {
                let victim = Self::capture_square(mv, us);
                undo.captured = self.board[victim];
                undo.captured_slot = self.remove::<true>(victim);
            }
            if let Some(kind) = mv.promotion() {
                undo.pawn_slot = self.remove::<true>(from);
                self.put::<true>(Piece::new(us, kind), to);
            } else {
                self.move_piece::<true>(from, to);
            }
        }

        self.set_castling(self.state.castling & self.castling_masks[from] & self.castling_masks[to]);
        self.flip_side();
        self.state.checkers = self.find_checkers_after(mv, us);
        self.set_en_passant(None);
        if mv.is(MoveKind::DoublePush) {
            self.set_en_passant(self.capturable_en_passant(from.advance(us.forward())));
        }
        self.undo.push(undo);
        self.debug_validate();
    }

    /// Returns the key after a quiet move or an ordinary capture, without changes of castling rights and a new
    /// en-passant square. That is accurate enough to prefetch the transposition table entry.
    #[inline]
    pub fn key_after(&self, mv: Move) -> super::Key {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board[from];
        let mut key = self.state.key ^ self.zobrist.black_to_move();
        key ^= self.zobrist.piece(piece, from) ^ self.zobrist.piece(piece, to);
        if !self.is_empty(to) {
            key ^= self.zobrist.piece(self.board[to], to);
        }
        key ^ self.zobrist.en_passant(self.state.en_passant)
    }

    /// Returns the key after a null move.
    #[inline]
    pub fn key_after_null(&self) -> super::Key {
        self.state.key ^ self.zobrist.black_to_move() ^ self.zobrist.en_passant(self.state.en_passant)
    }

    /// Unmakes the last move.
    ///
    /// # Panics
    /// There is no move to unmake, or it was a null move.
    pub fn unmake(&mut self) {
        let undo = self.undo.pop().expect("a move to take back");
        let mv = undo.mv.expect("the last move is not a null move");
        self.side_to_move = !self.side_to_move;
        self.game_ply -= 1;
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());

        if let Some(side) = mv.castling() {
            self.castle::<false>(us, (side.king_target(us), from), (side.rook_target(us), to));
        } else {
            if mv.is_promotion() {
                self.pop(to);
                self.restore_piece(Piece::new(us, PieceKind::Pawn), from, undo.pawn_slot);
            } else {
                self.move_piece::<false>(to, from);
            }
            if mv.is_capture() {
                self.restore_piece(undo.captured, Self::capture_square(mv, us), undo.captured_slot);
            }
        }
        self.state = undo.state;
        self.debug_validate();
    }

    /// Makes a null move. The side to move must not be in check.
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        let undo = self.undo_entry(None);
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.reversible_plies = 0;
        self.set_en_passant(None);
        self.flip_side();
        self.undo.push(undo);
        self.debug_validate();
    }

    /// Unmakes a null move.
    ///
    /// # Panics
    /// There is no move to unmake.
    pub fn unmake_null(&mut self) {
        let undo = self.undo.pop().expect("a null move to take back");
        debug_assert!(undo.mv.is_none());
        self.side_to_move = !self.side_to_move;
        self.game_ply -= 1;
        self.state = undo.state;
        self.debug_validate();
    }

    /// Returns the square of the captured piece.
    #[inline]
    pub(super) fn capture_square(mv: Move, us: Color) -> Square {
        if mv.is(MoveKind::EnPassant) { mv.to().advance(-us.forward()) } else { mv.to() }
    }

    fn undo_entry(&self, mv: Option<Move>) -> Undo {
        Undo { state: self.state, mv, captured: Piece::NONE, captured_slot: 0, pawn_slot: 0 }
    }

    /// Passes the turn to the other side.
    #[inline]
    fn flip_side(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.game_ply += 1;
        self.state.key ^= self.zobrist.black_to_move();
        self.state.checkers = SquareSet::EMPTY;
    }

    #[inline]
    fn set_castling(&mut self, rights: CastlingRights) {
        if rights != self.state.castling {
            self.state.key ^= self.zobrist.castling(self.state.castling) ^ self.zobrist.castling(rights);
            self.state.castling = rights;
        }
    }

    #[inline]
    fn set_en_passant(&mut self, square: Option<Square>) {
        self.state.key ^= self.zobrist.en_passant(self.state.en_passant) ^ self.zobrist.en_passant(square);
        self.state.en_passant = square;
    }

    /// Returns `target` if the side to move has a legal en-passant capture there.
    pub(super) fn capturable_en_passant(&self, target: Square) -> Option<Square> {
        let us = self.side_to_move;
        let pawn = Piece::new(us, PieceKind::Pawn);
        let behind = -us.forward();
        let can_capture = |delta| {
            target.step(delta).is_some_and(|from| self.board[from] == pawn && self.en_passant_is_legal(from, target))
        };
        (can_capture(behind - 1) || can_capture(behind + 1)).then_some(target)
    }

    /// XORs the number of a piece on a square into the key, and into the pawn key or the non-pawn key of its side.
    #[inline]
    fn hash(&mut self, piece: Piece, square: Square) {
        let number = self.zobrist.piece(piece, square);
        self.state.key ^= number;
        if piece.is_pawn() {
            self.state.pawn_key ^= number;
        } else {
            self.state.non_pawn_keys[piece.color()] ^= number;
        }
    }

    /// Puts a piece on an empty square, at the end of its list.
    #[inline]
    fn put<const HASH: bool>(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.is_empty(square));
        self.board[square] = piece;
        self.sets.toggle(piece, square);
        self.material.add(piece);
        self.slots[square] = self.lists[piece].push(square);
        if HASH {
            self.hash(piece, square);
        }
    }

    /// Removes the piece on `square` and returns its slot.
    #[inline]
    fn remove<const HASH: bool>(&mut self, square: Square) -> u8 {
        let (piece, slot) = (self.board[square], self.slots[square]);
        self.board[square] = Piece::NONE;
        self.sets.toggle(piece, square);
        self.material.remove(piece);
        let moved = self.lists[piece].swap_remove(slot);
        self.slots[moved] = slot;
        if HASH {
            self.hash(piece, square);
        }
        slot
    }

    /// Undoes [`Position::remove`].
    #[inline]
    fn restore_piece(&mut self, piece: Piece, square: Square, slot: u8) {
        self.board[square] = piece;
        self.sets.toggle(piece, square);
        self.material.add(piece);
        let (moved, last) = self.lists[piece].swap_insert(slot, square);
        self.slots[moved] = last;
        self.slots[square] = slot;
    }

    /// Undoes [`Position::put`].
    #[inline]
    fn pop(&mut self, square: Square) {
        let piece = self.board[square];
        self.board[square] = Piece::NONE;
        self.sets.toggle(piece, square);
        self.material.remove(piece);
        self.lists[piece].pop();
    }

    /// Moves the piece on `from` to the empty square `to`; it keeps its slot.
    #[inline]
    fn move_piece<const HASH: bool>(&mut self, from: Square, to: Square) {
        let (piece, slot) = (self.board[from], self.slots[from]);
        debug_assert!(self.is_empty(to));
        self.board[from] = Piece::NONE;
        self.board[to] = piece;
        self.sets.shift(piece, from, to);
        self.slots[to] = slot;
        self.lists[piece].set(slot, to);
        if HASH {
            self.hash(piece, from);
            self.hash(piece, to);
        }
    }

    /// Moves king and rook together, because in Chess960 either may land on the square of the other.
    fn castle<const HASH: bool>(&mut self, us: Color, king: (Square, Square), rook: (Square, Square)) {
        let moves = [(PieceKind::King, king), (PieceKind::Rook, rook)].map(|(kind, (from, to))| {
            let slot = self.slots[from];
            (Piece::new(us, kind), slot, from, to)
        });
        for (piece, _, from, _) in moves {
            self.board[from] = Piece::NONE;
            self.sets.toggle(piece, from);
        }
        for (piece, slot, from, to) in moves {
            self.board[to] = piece;
            self.sets.toggle(piece, to);
            self.slots[to] = slot;
            self.lists[piece].set(slot, to);
            if HASH {
                self.hash(piece, from);
                self.hash(piece, to);
            }
        }
    }
}

/// Setting up a position piece by piece; used only by `setup`.
impl Position {
    /// Returns an empty board, which is not yet a legal position.
    pub(super) fn empty() -> Self {
        Self {
            board: [Piece::NONE; 128],
            slots: [0; 128],
            lists: Default::default(),
            sets: super::PieceSets::default(),
            material: super::MaterialKey::default(),
            state: State {
                key: 0,
                pawn_key: 0,
                non_pawn_keys: [0; 2],
                castling: CastlingRights::NONE,
                en_passant: None,
                halfmove_clock: 0,
                reversible_plies: 0,
                checkers: SquareSet::EMPTY,
            },
            side_to_move: Color::White,
            game_ply: 0,
            castling_rooks: [[Square::default(); 2]; 2],
            castling_paths: [[SquareSet::EMPTY; 2]; 2],
            castling_masks: [CastlingRights::ALL; 128],
            passed_in_setup: None,
            undo: Vec::new(),
            zobrist: super::Zobrist::get(),
        }
    }

    /// Adds a piece during setup.
    pub(super) fn add_piece(&mut self, piece: Piece, square: Square) {
        self.put::<true>(piece, square);
    }

    /// Grants the right to castle with the rook on `rook`. The king must be on the board.
    pub(super) fn grant_castling(&mut self, color: Color, side: CastlingSide, rook: Square) {
        let right = CastlingRights::of(color, side);
        self.castling_rooks[color][side as usize] = rook;
        self.castling_masks[rook] &= !right;
        let king = self.king(color);
        let ways = [(king, side.king_target(color)), (rook, side.rook_target(color))];
        let path = ways
            .iter()
            .fold(SquareSet::EMPTY, |path, &(from, to)| path | attacks::between(from, to) | SquareSet::of(to));
        self.castling_paths[color][side as usize] = path & !(SquareSet::of(king) | SquareSet::of(rook));
        self.castling_masks[king] &= !right;
        self.set_castling(self.state.castling | right);
    }

    /// Completes the setup with the side to move, the clocks, the checkers and the en-passant square.
    pub(super) fn finish_setup(&mut self, side_to_move: Color, en_passant: Option<Square>, halfmoves: u16, ply: u32) {
        if side_to_move == Color::Black {
            self.flip_side();
        }
        self.game_ply = ply;
        self.state.halfmove_clock = halfmoves;
        self.state.checkers = self.attackers(self.king(side_to_move), !side_to_move);
        self.passed_in_setup = en_passant;
        self.set_en_passant(en_passant.and_then(|target| self.capturable_en_passant(target)));
        self.debug_validate();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_after_predicts_the_key_unless_castling_rights_or_en_passant_change() {
        let mut predicted = 0;
        for fen in [
            super::super::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let expected = position.key_after(mv);
                let castling = position.castling();
                position.make(mv);
                let is_plain = matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture | MoveKind::DoublePush);
                if is_plain && position.castling() == castling && position.en_passant().is_none() {
                    assert_eq!(position.key(), expected, "{mv:?} in {fen}");
                    predicted += 1;
                }
                position.unmake();
            }
            let expected = position.key_after_null();
            position.make_null();
            assert_eq!(position.key(), expected, "{fen}");
        }
        assert!(predicted > 70, "{predicted}");
    }
}
