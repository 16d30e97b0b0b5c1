//! Legality tests for moves that do not come from the generator for this position: TT moves (another position may share
//! the key) and killers. `is_pseudo_legal` tests whether the piece can make the move, `is_legal` whether the king is
//! safe after it. A generated move passes both; all others of the 65,535 nonzero words fail one.

use super::Position;
use crate::types::geometry::{attack_flags, direction};
use crate::types::{CastlingRights, CastlingSide, Move, MoveKind, Piece, PieceKind, Square, SquareSet, attacks};

impl Position {
    /// Returns whether the move is pseudo-legal: the piece belongs to the side to move and can make it, regardless of
    /// the safety of its own king. For castling this includes the right and the empty path, but not attacked squares.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let piece = self.board[from];
        if !piece.is(us) {
            return false;
        }
        if let Some(side) = mv.castling() {
            return from == self.king(us) && to == self.castling_rook(us, side) && self.can_castle_over(side);
        }
        if piece.is_pawn() {
            return self.pawn_can_move(mv);
        }
        match kind {
            MoveKind::Quiet => self.is_empty(to) && self.attacks(from, to),
            MoveKind::Capture => self.board[to].is(!us) && self.attacks(from, to),
            _ => false,
        }
    }

    /// Returns whether a pseudo-legal move leaves the mover's king safe. Only king moves, pinned pieces, en passant and
    /// check evasions can fail.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(us);
        if let Some(side) = mv.castling() {
            return self.castling_is_safe(side, self.attacked(!us).all);
        }
        if from == king {
            return self.king_is_safe_on(to);
        }
        if mv.is(MoveKind::EnPassant) {
            return self.en_passant_is_legal(from, to);
        }
        if self.in_check() {
            let Some(checker) = self.single_checker() else { return false };
            if to != checker && !attacks::between(king, checker).contains(to) {
                return false;
            }
        }
        self.stays_on_pin_line(from, to)
    }

    /// Returns whether the piece on `from` is not pinned or moves along its pin line.
    fn stays_on_pin_line(&self, from: Square, to: Square) -> bool {
        let us = self.side_to_move;
        let king = self.king(us);
        let line = direction(king, from);
        line == 0
            || line == direction(king, to)
            || attack_flags(king, from) & (Piece::DIAGONAL | Piece::ORTHOGONAL) == 0
            || !self.pinned(us).contains(from)
    }

    /// Returns whether the king of the side to move would not be attacked on `to`. It does not hide behind itself: a
    /// checking slider attacks through the square that it leaves.
    #[inline]
    pub(super) fn king_is_safe_on(&self, to: Square) -> bool {
        let us = self.side_to_move;
        let without_king = self.occupied() & !SquareSet::of(self.king(us));
        !self.is_attacked_if(to, !us, without_king)
    }

    /// Returns whether the castling right is held and the path of king and rook is empty.
    #[inline]
    pub(super) fn can_castle_over(&self, side: CastlingSide) -> bool {
        let us = self.side_to_move;
        self.castling().contains(CastlingRights::of(us, side))
            && (self.castling_paths[us][side as usize] & self.occupied()).is_empty()
    }

    /// Returns whether the king neither stands on, crosses nor lands on a square of `attacked`. In Chess960 only the
    /// castling rook may shield the king's target square from a rook or queen behind it.
    pub(super) fn castling_is_safe(&self, side: CastlingSide, attacked: SquareSet) -> bool {
        let us = self.side_to_move;
        let (king, target) = (self.king(us), side.king_target(us));
        let way = SquareSet::of(king) | attacks::between(king, target) | SquareSet::of(target);
        (way & attacked).is_empty() && !self.rook_shields(side)
    }

    /// Returns whether our castling rook shields the king's target square from an enemy rook or queen behind it.
    fn rook_shields(&self, side: CastlingSide) -> bool {
        let us = self.side_to_move;
        let (rook, target) = (self.castling_rook(us, side), side.king_target(us));
        let step = direction(target, rook);
        step != 0
            && rook
                .ray(step)
                .map(|cell| self.board[cell])
                .find(|piece| !piece.is_none())
                .is_some_and(|piece| piece.is(!us) && piece.flags() & Piece::ORTHOGONAL != 0)
    }

    /// Returns whether the side to move may capture en passant from `from` to `target`. Two pawns leave one rank at
    /// once, which pins do not cover, so all sliders are tested. A checker that is not a slider must be the captured
    /// pawn.
    pub(super) fn en_passant_is_legal(&self, from: Square, target: Square) -> bool {
        let us = self.side_to_move;
        let victim = target.advance(-us.forward());
        let occupied = self.occupied() & !SquareSet::of(from) & !SquareSet::of(victim) | SquareSet::of(target);
        self.checkers().all(|checker| checker == victim || self.board[checker].is_slider())
            && self.sliders_that_attack(self.king(us), !us, occupied).is_empty()
    }

    fn pawn_can_move(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        if (to.relative_rank(us) == 7) != mv.is_promotion() {
            return false;
        }
        if mv.is_capture() {
            let hits = attack_flags(from, to) & Piece::new(us, PieceKind::Pawn).flags() != 0;
            return hits
                && match kind {
                    MoveKind::EnPassant => self.en_passant() == Some(to),
                    _ => self.board[to].is(!us),
                };
        }
        let Some(one) = from.step(us.forward()) else { return false };
        match kind {
            MoveKind::DoublePush => {
                from.relative_rank(us) == 1
                    && self.is_empty(one)
                    && one.step(us.forward()) == Some(to)
                    && self.is_empty(to)
            }
            MoveKind::Castle => false,
            _ => one == to && self.is_empty(to),
        }
    }
}
