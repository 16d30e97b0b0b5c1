//! Legal move generation by walking the board: quiet moves, all moves, or check evasions. Pins are known in advance, so
//! only king moves, pinned pieces and en passant need a test of legality. Noisy moves alone, which the search wants
//! first, are generated in `noisy.rs`.

#![expect(
    clippy::inline_always,
    reason = "a generator in one piece keeps the length of its list in a register; left to itself the compiler splits it"
)]

use super::Position;
use crate::types::geometry::{BISHOP_STEPS, KNIGHT_STEPS, QUEEN_STEPS, ROOK_STEPS, between, direction};
use crate::types::{
    CastlingRights, CastlingSide, Color, MAX_MOVES, Move, MoveKind, MoveList, Piece, PieceKind, Square, SquareSet,
};

impl Position {
    /// Fills the list with all legal quiet moves: neither captures nor promotions. `pinned` is [`Position::pinned`] of
    /// the side to move, which must not be in check.
    pub fn quiet_moves(&self, pinned: SquareSet, list: &mut MoveList) {
        self.generate::<false>(pinned, list);
    }

    /// Fills the list with all legal check evasions: king moves, and against a single checker also captures of it and
    /// interpositions.
    pub fn evasions(&self, pinned: SquareSet, list: &mut MoveList) {
        list.len = match self.side_to_move {
            Color::White => Generator::<true, true, true>::new(self, pinned, list).evasions(),
            Color::Black => Generator::<true, true, false>::new(self, pinned, list).evasions(),
        };
    }

    /// Fills the list with all legal moves.
    pub fn all_moves(&self, list: &mut MoveList) {
        let pinned = self.pinned(self.side_to_move);
        if self.in_check() {
            self.evasions(pinned, list);
        } else {
            self.generate::<true>(pinned, list);
        }
    }

    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.all_moves(&mut list);
        list
    }

    #[inline]
    fn generate<const NOISY: bool>(&self, pinned: SquareSet, list: &mut MoveList) {
        let is_plain = pinned.is_empty() && (!NOISY || self.en_passant().is_none());
        list.len = match (self.side_to_move, is_plain) {
            (Color::White, true) => Generator::<NOISY, true, true>::new(self, pinned, list).all(),
            (Color::Black, true) => Generator::<NOISY, true, false>::new(self, pinned, list).all(),
            (Color::White, false) => Generator::<NOISY, false, true>::new(self, pinned, list).all(),
            (Color::Black, false) => Generator::<NOISY, false, false>::new(self, pinned, list).all(),
        };
    }
}

/// A move generator for one side. With `NOISY` it generates all moves, else only quiet ones. `PLAIN` is the common case
/// without pins and en-passant captures. Each combination compiles to one function, so that the length of the list
/// stays in a register.
struct Generator<'a, const NOISY: bool, const PLAIN: bool, const WHITE: bool> {
    position: &'a Position,
    king: Square,
    pinned: SquareSet,
    moves: &'a mut [Move; MAX_MOVES],
    len: usize,
}

impl<'a, const NOISY: bool, const PLAIN: bool, const WHITE: bool> Generator<'a, NOISY, PLAIN, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const FORWARD: i8 = Self::US.forward();

    #[inline(always)]
    fn new(position: &'a Position, pinned: SquareSet, list: &'a mut MoveList) -> Self {
        debug_assert!(position.side_to_move == Self::US && pinned == position.pinned(Self::US));
        Self { position, king: position.king(Self::US), pinned, moves: &mut list.moves, len: 0 }
    }

    /// Generates the moves of a side that is not in check and returns their number.
    fn all(mut self) -> usize {
        debug_assert!(!self.position.in_check());
        let position = self.position;
        for &from in position.pieces(Self::US, PieceKind::Pawn) {
            self.pawn(from);
        }
        for &from in position.pieces(Self::US, PieceKind::Knight) {
            if !self.is_pinned(from) {
                self.knight_moves(from);
            }
        }
        for &from in position.pieces(Self::US, PieceKind::Bishop) {
            self.diagonals(from);
        }
        for &from in position.pieces(Self::US, PieceKind::Rook) {
            self.orthogonals(from);
        }
        for &from in position.pieces(Self::US, PieceKind::Queen) {
            self.diagonals(from);
            self.orthogonals(from);
        }
        self.king();
        if position.castling().has_any(CastlingRights::both(Self::US)) {
            self.castling();
        }
        self.len
    }

    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.moves[self.len] = Move::new(from, to, kind);
        self.len += 1;
    }

    #[inline(always)]
    fn is_pinned(&self, from: Square) -> bool {
        !PLAIN && self.pinned.contains(from)
    }

    /// Returns whether a pinned piece on `from` stays on its pin line when it moves in direction `step`; true for all
    /// other pieces.
    #[inline(always)]
    fn may_go(&self, from: Square, step: i8) -> bool {
        !self.is_pinned(from) || {
            let line = direction(self.king, from);
            line == step || line == -step
        }
    }

    /// Generates knight moves. Here and below each direction is written out, because the compiler does not unroll a
    /// loop over them and its overhead equals the cost of testing a blocked direction.
    #[inline(always)]
    fn knight_moves(&mut self, from: Square) {
        self.jump(from, KNIGHT_STEPS[0]);
        self.jump(from, KNIGHT_STEPS[1]);
        self.jump(from, KNIGHT_STEPS[2]);
        self.jump(from, KNIGHT_STEPS[3]);
        self.jump(from, KNIGHT_STEPS[4]);
        self.jump(from, KNIGHT_STEPS[5]);
        self.jump(from, KNIGHT_STEPS[6]);
        self.jump(from, KNIGHT_STEPS[7]);
    }

    #[inline(always)]
    fn jump(&mut self, from: Square, step: i8) {
        if let Some(to) = from.step(step) {
            let target = self.position.piece_on(to);
            if target.is_none() {
                self.push(from, to, MoveKind::Quiet);
            } else if NOISY && target.is(!Self::US) {
                self.push(from, to, MoveKind::Capture);
            }
        }
    }

    #[inline(always)]
    fn diagonals(&mut self, from: Square) {
        self.slide(from, BISHOP_STEPS[0]);
        self.slide(from, BISHOP_STEPS[1]);
        self.slide(from, BISHOP_STEPS[2]);
        self.slide(from, BISHOP_STEPS[3]);
    }

    #[inline(always)]
    fn orthogonals(&mut self, from: Square) {
        self.slide(from, ROOK_STEPS[0]);
        self.slide(from, ROOK_STEPS[1]);
        self.slide(from, ROOK_STEPS[2]);
        self.slide(from, ROOK_STEPS[3]);
    }

    #[inline(always)]
    fn slide(&mut self, from: Square, step: i8) {
        if !self.may_go(from, step) {
            return;
        }
        let mut cell = from;
        while let Some(to) = cell.step(step) {
            let target = self.position.piece_on(to);
            if !target.is_none() {
                if NOISY && target.is(!Self::US) {
                    self.push(from, to, MoveKind::Capture);
                }
                break;
            }
            self.push(from, to, MoveKind::Quiet);
            cell = to;
        }
    }

    #[inline(always)]
    fn king(&mut self) {
        for step in QUEEN_STEPS {
            let Some(to) = self.king.step(step) else { continue };
            let target = self.position.piece_on(to);
            if (target.is_none() || NOISY && target.is(!Self::US)) && self.position.king_is_safe_on(to) {
                self.push(self.king, to, if target.is_none() { MoveKind::Quiet } else { MoveKind::Capture });
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self) {
        for side in CastlingSide::ALL {
            if self.position.can_castle_over(side) && self.position.castling_is_safe(side) {
                self.push(self.king, self.position.castling_rook(Self::US, side), MoveKind::Castle);
            }
        }
    }

    /// Generates king moves out of check.
    fn king_evasions(&mut self) {
        for step in QUEEN_STEPS {
            let Some(to) = self.king.step(step) else { continue };
            let target = self.position.piece_on(to);
            if !target.is(Self::US) && self.position.king_is_safe_on(to) {
                self.push(self.king, to, if target.is_none() { MoveKind::Quiet } else { MoveKind::Capture });
            }
        }
    }

    #[inline(always)]
    fn pawn(&mut self, from: Square) {
        let position = self.position;
        let is_last_step = from.relative_rank(Self::US) == 6;
        if (NOISY || !is_last_step) && self.may_go(from, Self::FORWARD) {
            let to = from.advance(Self::FORWARD);
            if position.is_empty(to) {
                if is_last_step {
                    if NOISY {
                        self.promotions(from, to, MoveKind::PROMOTIONS);
                    }
                } else {
                    self.push(from, to, MoveKind::Quiet);
                    if from.relative_rank(Self::US) == 1 {
                        let to = to.advance(Self::FORWARD);
                        if position.is_empty(to) {
                            self.push(from, to, MoveKind::DoublePush);
                        }
                    }
                }
            }
        }
        if NOISY {
            for step in [Self::FORWARD - 1, Self::FORWARD + 1] {
                if position.piece_beyond(from, step).is(!Self::US) {
                    if self.may_go(from, step) {
                        self.pawn_capture(from, from.advance(step));
                    }
                } else if !PLAIN
                    && let Some(to) = from.step(step)
                    && position.en_passant() == Some(to)
                {
                    self.en_passant(from, to);
                }
            }
        }
    }

    #[inline(always)]
    fn pawn_capture(&mut self, from: Square, to: Square) {
        if from.relative_rank(Self::US) == 6 {
            self.promotions(from, to, MoveKind::CAPTURE_PROMOTIONS);
        } else {
            self.push(from, to, MoveKind::Capture);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        if self.position.en_passant_is_legal(from, to) {
            self.push(from, to, MoveKind::EnPassant);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, from: Square, to: Square, kinds: [MoveKind; 4]) {
        for kind in kinds {
            self.push(from, to, kind);
        }
    }

    /// Generates all check evasions and returns their number. A pinned piece has none, because pin line and check line
    /// meet only on the king's square.
    fn evasions(mut self) -> usize {
        debug_assert!(self.position.in_check());
        if let Some(checker) = self.position.checkers().first().filter(|_| !self.position.checkers().is_many()) {
            self.capture_checker(checker);
            if self.position.piece_on(checker).is_slider() {
                for cell in between(self.king, checker) {
                    self.block(cell);
                }
            }
        }
        self.king_evasions();
        self.len
    }

    fn capture_checker(&mut self, checker: Square) {
        let pawn = Piece::new(Self::US, PieceKind::Pawn);
        for step in [Self::FORWARD - 1, Self::FORWARD + 1] {
            if let Some(from) = checker.step(-step)
                && self.position.piece_on(from) == pawn
                && !self.pinned.contains(from)
            {
                self.pawn_capture(from, checker);
            }
            if let Some(target) = self.position.en_passant()
                && let Some(from) = target.step(-step)
                && self.position.piece_on(from) == pawn
            {
                self.en_passant(from, target);
            }
        }
        self.pieces_to(checker, MoveKind::Capture);
    }

    /// Generates interpositions on the empty square `cell` between king and checker.
    fn block(&mut self, cell: Square) {
        let forward = Self::FORWARD;
        let pawn = Piece::new(Self::US, PieceKind::Pawn);
        if let Some(from) = cell.step(-forward) {
            let piece = self.position.piece_on(from);
            if piece == pawn {
                if !self.pinned.contains(from) {
                    if cell.relative_rank(Self::US) == 7 {
                        self.promotions(from, cell, MoveKind::PROMOTIONS);
                    } else {
                        self.push(from, cell, MoveKind::Quiet);
                    }
                }
            } else if piece.is_none()
                && cell.relative_rank(Self::US) == 3
                && let Some(from) = from.step(-forward)
                && self.position.piece_on(from) == pawn
                && !self.pinned.contains(from)
            {
                self.push(from, cell, MoveKind::DoublePush);
            }
        }
        self.pieces_to(cell, MoveKind::Quiet);
    }

    /// Generates moves of knights, bishops, rooks and queens to one square.
    fn pieces_to(&mut self, to: Square, kind: MoveKind) {
        for piece in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
            for &from in self.position.pieces(Self::US, piece) {
                if self.position.attacks(from, to) && !self.pinned.contains(from) {
                    self.push(from, to, kind);
                }
            }
        }
    }
}
