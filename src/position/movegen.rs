//! Generation of legal moves, in stages: noisy moves (captures and promotions), quiet moves, or the answers to a check.
//! Pins are known beforehand, so that only king moves, pinned pieces and en passant need a thought about legality.

use super::Position;
use crate::types::geometry::{BISHOP_STEPS, KNIGHT_STEPS, QUEEN_STEPS, ROOK_STEPS, between, direction};
use crate::types::{CastlingSide, Color, Move, MoveKind, MoveList, Piece, PieceKind, Square, SquareSet};

impl Position {
    /// Appends all legal captures and promotions. `pinned` is [`Position::pinned`] of the side to move, which must not
    /// be in check.
    pub fn noisy_moves(&self, pinned: SquareSet, list: &mut MoveList) {
        Generator::<true, false>::new(self, pinned, list).all();
    }

    /// Appends all legal moves that are neither capture nor promotion. `pinned` is [`Position::pinned`] of the side to
    /// move, which must not be in check.
    pub fn quiet_moves(&self, pinned: SquareSet, list: &mut MoveList) {
        Generator::<false, true>::new(self, pinned, list).all();
    }

    /// Appends all legal moves of a side in check: the king steps aside or takes, and against a single checker others
    /// take it or step between.
    pub fn evasions(&self, pinned: SquareSet, list: &mut MoveList) {
        Generator::<true, true>::new(self, pinned, list).evasions();
    }

    /// Appends all legal moves.
    #[inline]
    pub fn all_moves(&self, list: &mut MoveList) {
        let mut generator = Generator::<true, true>::new(self, self.pinned(self.side_to_move), list);
        if self.in_check() {
            generator.evasions();
        } else {
            generator.all();
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.all_moves(&mut list);
        list
    }
}

/// Generates the kinds of move its two flags name.
struct Generator<'a, const NOISY: bool, const QUIET: bool> {
    position: &'a Position,
    us: Color,
    king: Square,
    pinned: SquareSet,
    list: &'a mut MoveList,
}

impl<'a, const NOISY: bool, const QUIET: bool> Generator<'a, NOISY, QUIET> {
    #[inline]
    fn new(position: &'a Position, pinned: SquareSet, list: &'a mut MoveList) -> Self {
        debug_assert_eq!(pinned, position.pinned(position.side_to_move));
        let us = position.side_to_move;
        Self { position, us, king: position.king(us), pinned, list }
    }

    fn all(&mut self) {
        debug_assert!(!self.position.in_check());
        let position = self.position;
        for &from in position.pieces(self.us, PieceKind::Pawn) {
            self.pawn(from);
        }
        for &from in position.pieces(self.us, PieceKind::Knight) {
            if !self.pinned.contains(from) {
                self.jumps(from, &KNIGHT_STEPS);
            }
        }
        self.sliders(PieceKind::Bishop, &BISHOP_STEPS);
        self.sliders(PieceKind::Rook, &ROOK_STEPS);
        self.sliders(PieceKind::Queen, &QUEEN_STEPS);
        self.king();
        if QUIET {
            self.castling();
        }
    }

    #[inline]
    fn push(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.list.push(Move::new(from, to, kind));
    }

    /// Whether a move from `from` in direction `step` keeps a pinned piece on its line; true for all other pieces.
    #[inline]
    fn may_go(&self, from: Square, step: i8) -> bool {
        !self.pinned.contains(from) || {
            let line = direction(self.king, from);
            line == step || line == -step
        }
    }

    /// Moves of a knight.
    #[inline]
    fn jumps(&mut self, from: Square, steps: &[i8]) {
        for &step in steps {
            if let Some(to) = from.step(step) {
                let target = self.position.piece_on(to);
                if QUIET && target.is_none() {
                    self.push(from, to, MoveKind::Quiet);
                } else if NOISY && target.is(!self.us) {
                    self.push(from, to, MoveKind::Capture);
                }
            }
        }
    }

    #[inline]
    fn sliders(&mut self, kind: PieceKind, steps: &[i8]) {
        for &from in self.position.pieces(self.us, kind) {
            for &step in steps {
                if self.may_go(from, step) {
                    self.slide(from, step);
                }
            }
        }
    }

    #[inline]
    fn slide(&mut self, from: Square, step: i8) {
        let mut cell = from;
        while let Some(to) = cell.step(step) {
            let target = self.position.piece_on(to);
            if !target.is_none() {
                if NOISY && target.is(!self.us) {
                    self.push(from, to, MoveKind::Capture);
                }
                break;
            }
            if QUIET {
                self.push(from, to, MoveKind::Quiet);
            }
            cell = to;
        }
    }

    fn king(&mut self) {
        for step in QUEEN_STEPS {
            let Some(to) = self.king.step(step) else { continue };
            let target = self.position.piece_on(to);
            let wanted = if target.is_none() { QUIET } else { NOISY && target.is(!self.us) };
            if wanted && self.position.king_is_safe_on(to) {
                self.push(self.king, to, if target.is_none() { MoveKind::Quiet } else { MoveKind::Capture });
            }
        }
    }

    fn castling(&mut self) {
        for (side, kind) in [(CastlingSide::King, MoveKind::CastleShort), (CastlingSide::Queen, MoveKind::CastleLong)] {
            if self.position.can_castle_over(side) && self.position.castling_is_safe(side) {
                self.push(self.king, self.position.castling_rook(self.us, side), kind);
            }
        }
    }

    fn pawn(&mut self, from: Square) {
        let forward = self.us.forward();
        if self.may_go(from, forward)
            && let Some(to) = from.step(forward)
            && self.position.is_empty(to)
        {
            if to.relative_rank(self.us) == 7 {
                if NOISY {
                    self.promotions(from, to, MoveKind::PROMOTIONS);
                }
            } else if QUIET {
                self.push(from, to, MoveKind::Quiet);
                if from.relative_rank(self.us) == 1 {
                    let to = to.advance(forward);
                    if self.position.is_empty(to) {
                        self.push(from, to, MoveKind::DoublePush);
                    }
                }
            }
        }
        if NOISY {
            for step in [forward - 1, forward + 1] {
                if let Some(to) = from.step(step) {
                    self.pawn_capture(from, to, step);
                }
            }
        }
    }

    #[inline]
    fn pawn_capture(&mut self, from: Square, to: Square, step: i8) {
        if self.position.piece_on(to).is(!self.us) {
            if self.may_go(from, step) {
                if to.relative_rank(self.us) == 7 {
                    self.promotions(from, to, MoveKind::CAPTURE_PROMOTIONS);
                } else {
                    self.push(from, to, MoveKind::Capture);
                }
            }
        } else if self.position.en_passant() == Some(to) && self.position.en_passant_is_legal(from, to) {
            self.push(from, to, MoveKind::EnPassant);
        }
    }

    fn promotions(&mut self, from: Square, to: Square, kinds: [MoveKind; 4]) {
        for kind in kinds {
            self.push(from, to, kind);
        }
    }

    /// All answers to a check. A pinned piece has none: the line of its pin and the line of the check meet only in the
    /// king.
    fn evasions(&mut self) {
        debug_assert!(self.position.in_check());
        if let Some(checker) = self.position.checkers().single() {
            self.capture_checker(checker);
            if self.position.piece_on(checker).is_slider() {
                for cell in between(self.king, checker) {
                    self.interpose(cell);
                }
            }
        }
        self.king();
    }

    fn capture_checker(&mut self, checker: Square) {
        let forward = self.us.forward();
        let pawn = Piece::new(self.us, PieceKind::Pawn);
        for step in [forward - 1, forward + 1] {
            if let Some(from) = checker.step(-step)
                && self.position.piece_on(from) == pawn
            {
                self.pawn_capture(from, checker, step);
            }
            if let Some(target) = self.position.en_passant()
                && let Some(from) = target.step(-step)
                && self.position.piece_on(from) == pawn
            {
                self.pawn_capture(from, target, step);
            }
        }
        self.pieces_to(checker, MoveKind::Capture);
    }

    /// Moves between king and checker to the empty `cell`.
    fn interpose(&mut self, cell: Square) {
        let forward = self.us.forward();
        let pawn = Piece::new(self.us, PieceKind::Pawn);
        if let Some(from) = cell.step(-forward) {
            let piece = self.position.piece_on(from);
            if piece == pawn {
                if !self.pinned.contains(from) {
                    if cell.relative_rank(self.us) == 7 {
                        self.promotions(from, cell, MoveKind::PROMOTIONS);
                    } else {
                        self.push(from, cell, MoveKind::Quiet);
                    }
                }
            } else if piece.is_none()
                && cell.relative_rank(self.us) == 3
                && let Some(from) = from.step(-forward)
                && self.position.piece_on(from) == pawn
                && !self.pinned.contains(from)
            {
                self.push(from, cell, MoveKind::DoublePush);
            }
        }
        self.pieces_to(cell, MoveKind::Quiet);
    }

    /// Moves of knights, bishops, rooks and queens to one square.
    fn pieces_to(&mut self, to: Square, kind: MoveKind) {
        for piece in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
            for &from in self.position.pieces(self.us, piece) {
                if self.position.attacks(from, to) && !self.pinned.contains(from) {
                    self.push(from, to, kind);
                }
            }
        }
    }
}
