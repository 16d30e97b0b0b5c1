//! Static exchange evaluation (SEE): the value of a capture if both sides keep capturing on its square with their least
//! valuable attacker and stop when that is better. The attackers of both sides are one set; when one has captured, the
//! sliders behind it attack through its square (x-rays). Pins are ignored.

use super::Position;
use crate::types::{Color, Move, MoveKind, PieceKind, Square, SquareSet, Value, attacks};

/// Piece values for exchanges, in centipawns; the king's exceeds all others together.
const EXCHANGE_VALUES: [Value; 6] = [100, 300, 300, 500, 900, 20_000]; // [kind]

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
        let mut balance = self.move_gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let capturer = mv.promotion().unwrap_or_else(|| self.board[mv.from()].kind());
        balance -= EXCHANGE_VALUES[capturer];
        balance >= 0 || self.wins_exchange(mv, balance)
    }

    /// Plays out the exchange after `mv`. `balance` is the margin of the side that captured last if its capturing piece
    /// is lost as well. While it is negative the other side goes on capturing, and fails if it cannot.
    fn wins_exchange(&self, mv: Move, mut balance: Value) -> bool {
        let (mover, target) = (self.side_to_move, mv.to());
        let mut occupied = self.occupied() & !SquareSet::of(mv.from());
        if mv.is(MoveKind::EnPassant) {
            occupied &= !SquareSet::of(Self::capture_square(mv, mover));
        }
        let [diagonal, orthogonal] = [
            self.diagonal_sliders(Color::White) | self.diagonal_sliders(Color::Black),
            self.orthogonal_sliders(Color::White) | self.orthogonal_sliders(Color::Black),
        ];
        let mut attackers = self.all_attackers(target, occupied, diagonal, orthogonal);
        let mut side = !mover;
        loop {
            attackers &= occupied;
            let ours = attackers & self.occupied_by(side);
            let Some((kind, from)) = self.least_valuable(ours, side) else { break };
            if kind == PieceKind::King && !(attackers & self.occupied_by(!side)).is_empty() {
                break; // a king does not capture what is defended
            }
            side = !side;
            balance = -balance - 1 - EXCHANGE_VALUES[kind];
            if balance >= 0 {
                break;
            }
            occupied &= !SquareSet::of(from);
            // What stood behind the capturer on its line attacks now.
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= attacks::bishop(target, occupied) & diagonal;
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(target, occupied) & orthogonal;
            }
        }
        side != mover
    }

    /// Returns the attackers of both sides of `target` if the occupied squares were those of `occupied`; `diagonal` and
    /// `orthogonal` are the sliders of both sides.
    #[inline]
    fn all_attackers(
        &self,
        target: Square,
        occupied: SquareSet,
        diagonal: SquareSet,
        orthogonal: SquareSet,
    ) -> SquareSet {
        let both = |kind| self.set(Color::White, kind) | self.set(Color::Black, kind);
        let here = SquareSet::of(target);
        let pawns = attacks::pawns(Color::Black, here) & self.set(Color::White, PieceKind::Pawn)
            | attacks::pawns(Color::White, here) & self.set(Color::Black, PieceKind::Pawn);
        pawns
            | attacks::knight(target) & both(PieceKind::Knight)
            | attacks::bishop(target, occupied) & diagonal
            | attacks::rook(target, occupied) & orthogonal
            | attacks::king(target) & both(PieceKind::King)
    }

    /// Returns the least valuable piece of `side` among `attackers`.
    #[inline]
    fn least_valuable(&self, attackers: SquareSet, side: Color) -> Option<(PieceKind, Square)> {
        PieceKind::ALL.into_iter().find_map(|kind| Some((kind, (attackers & self.set(side, kind)).first()?)))
    }
}
