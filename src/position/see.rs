//! Static exchange evaluation (SEE): the value of a capture if both sides keep capturing on its square with their least
//! valuable attacker and stop when that is better. Most exchanges end after a capture or two, so each next attacker is
//! looked up in the piece lists only when needed. Sliders attack through the squares that earlier attackers have left
//! (x-rays). Pins are ignored.

use super::Position;
use super::attack::line_is_clear;
use crate::types::geometry::attack_flags;
use crate::types::{Color, Move, MoveKind, Piece, PieceKind, Square, SquareSet, Value};

/// Piece values for exchanges, in centipawns; the king's exceeds all others together.
const EXCHANGE_VALUES: [Value; 6] = [100, 300, 300, 500, 900, 20_000]; // [kind]

/// The kinds between pawn and king, least valuable first, with the displacements they attack over.
const PIECES: [(PieceKind, u8); 4] = [
    (PieceKind::Knight, Piece::KNIGHT),
    (PieceKind::Bishop, Piece::DIAGONAL),
    (PieceKind::Rook, Piece::ORTHOGONAL),
    (PieceKind::Queen, Piece::DIAGONAL | Piece::ORTHOGONAL),
];

impl Position {
    /// Returns the exchange value of a kind of piece, in centipawns.
    #[inline]
    pub fn exchange_value(kind: PieceKind) -> Value {
        EXCHANGE_VALUES[kind]
    }

    /// Returns the immediate gain of a move in centipawns: the value of the captured piece plus the gain of a
    /// promotion.
    #[inline]
    pub fn move_gain(&self, mv: Move) -> Value {
        let captured = match mv.kind() {
            MoveKind::EnPassant => EXCHANGE_VALUES[PieceKind::Pawn],
            _ if mv.is_capture() => EXCHANGE_VALUES[self.board[mv.to()].kind()],
            _ => 0,
        };
        let promoted = mv.promotion().map_or(0, |kind| EXCHANGE_VALUES[kind] - EXCHANGE_VALUES[PieceKind::Pawn]);
        captured + promoted
    }

    /// Returns whether the SEE of a pseudo-legal move is at least `threshold` centipawns for the mover.
    pub fn see_ge(&self, mv: Move, threshold: Value) -> bool {
        if mv.castling().is_some() {
            return threshold <= 0;
        }
        let target = mv.to();
        let mut balance = self.move_gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let capturer = mv.promotion().unwrap_or_else(|| self.board[mv.from()].kind());
        balance -= EXCHANGE_VALUES[capturer];
        if balance >= 0 {
            return true;
        }

        // `balance` is the margin of the side that captured last if its capturing piece is lost as well. While it is
        // negative the other side goes on capturing, and fails if it cannot.
        let mover = self.side_to_move;
        let mut gone = SquareSet::of(mv.from());
        if mv.is(MoveKind::EnPassant) {
            gone.insert(Self::capture_square(mv, mover));
        }
        let mut side = !mover;
        while let Some((kind, from)) = self.cheapest_attacker(target, side, gone) {
            gone.insert(from);
            if kind == PieceKind::King && self.cheapest_attacker(target, !side, gone).is_some() {
                break; // a king does not capture what is defended
            }
            side = !side;
            balance = -balance - 1 - EXCHANGE_VALUES[kind];
            if balance >= 0 {
                break;
            }
        }
        side != mover
    }

    /// Returns the least valuable attacker of `target` of `side`, with the pieces on `gone` removed; sliders attack
    /// through their squares.
    fn cheapest_attacker(&self, target: Square, side: Color, gone: SquareSet) -> Option<(PieceKind, Square)> {
        let pawn = Piece::new(side, PieceKind::Pawn);
        let behind = -side.forward();
        for step in [behind - 1, behind + 1] {
            if self.piece_beyond(target, step) == pawn {
                let from = target.advance(step);
                if !gone.contains(from) {
                    return Some((PieceKind::Pawn, from));
                }
            }
        }
        let is_empty = |cell| self.is_empty(cell) || gone.contains(cell);
        for (kind, flags) in PIECES {
            for &from in self.pieces(side, kind).iter().rev() {
                if attack_flags(from, target) & flags != 0
                    && !gone.contains(from)
                    && (kind == PieceKind::Knight || line_is_clear(from, target, is_empty))
                {
                    return Some((kind, from));
                }
            }
        }
        let king = self.king(side);
        (attack_flags(king, target) & Piece::KING != 0).then_some((PieceKind::King, king))
    }
}
