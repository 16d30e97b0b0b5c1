//! Static exchange evaluation: what a capture is worth if both sides go on capturing on its square with the cheapest
//! piece that attacks it, and stop when that pays. Attackers come from the piece lists; when one has captured, the line
//! behind it is walked outwards for a slider that now sees the square (an x-ray). Pins are not considered.

use arrayvec::ArrayVec;

use super::Position;
use crate::types::geometry::{attack_flags, direction};
use crate::types::{Color, Move, MoveKind, PieceKind, Square, Value};

/// Values of the kinds in an exchange, in centipawns; the king's is more than all others together.
const EXCHANGE_VALUES: [Value; 6] = [100, 300, 300, 500, 900, 20_000]; // [kind]

/// The attackers of one side, cheapest last.
type Attackers = ArrayVec<(PieceKind, Square), 16>;

impl Position {
    /// The exchange value of a kind of piece, in centipawns.
    #[inline]
    pub fn exchange_value(kind: PieceKind) -> Value {
        EXCHANGE_VALUES[kind]
    }

    /// What a move wins at once: the value of the piece taken and what a promoting pawn gains.
    #[inline]
    pub fn immediate_gain(&self, mv: Move) -> Value {
        let captured = match mv.kind() {
            MoveKind::EnPassant => EXCHANGE_VALUES[PieceKind::Pawn],
            _ if mv.is_capture() => EXCHANGE_VALUES[self.board[mv.to()].kind()],
            _ => 0,
        };
        let promoted = mv.promotion().map_or(0, |kind| EXCHANGE_VALUES[kind] - EXCHANGE_VALUES[PieceKind::Pawn]);
        captured + promoted
    }

    /// Whether the exchange that a pseudo-legal move begins on its target square is worth at least `threshold`
    /// centipawns to the mover.
    pub fn see_at_least(&self, mv: Move, threshold: Value) -> bool {
        if mv.castling().is_some() {
            return threshold <= 0;
        }
        let target = mv.to();
        let mut balance = self.immediate_gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let capturer = mv.promotion().unwrap_or_else(|| self.board[mv.from()].kind());
        balance -= EXCHANGE_VALUES[capturer];
        if balance >= 0 {
            return true;
        }

        let mover = self.side_to_move;
        let mut attackers = self.exchange_attackers(target, mv.from());
        let victim = Self::victim_square(mv, mover);
        self.add_x_ray(&mut attackers, target, mv.from());
        if victim != target {
            self.add_x_ray(&mut attackers, target, victim);
        }

        // `balance` is what the side to capture is short of if the exchange ends here and its piece is lost as well:
        // it has to go on while that is negative, and has failed if it cannot.
        let mut side = !mover;
        while let Some((kind, from)) = attackers[side].pop() {
            self.add_x_ray(&mut attackers, target, from);
            if kind == PieceKind::King && !attackers[!side].is_empty() {
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

    /// The pieces of both sides that attack `target`, the one on `except` left out.
    fn exchange_attackers(&self, target: Square, except: Square) -> [Attackers; 2] {
        Color::ALL.map(|color| {
            let mut attackers = Attackers::new();
            for kind in PieceKind::ALL.into_iter().rev() {
                for &from in self.pieces(color, kind) {
                    if from != except && self.attacks(from, target) {
                        attackers.push((kind, from));
                    }
                }
            }
            attackers
        })
    }

    /// Adds the slider that sees `target` through the square `opened`, which has just been left.
    fn add_x_ray(&self, attackers: &mut [Attackers; 2], target: Square, opened: Square) {
        let step = direction(target, opened);
        if step == 0 {
            return;
        }
        let Some(from) = opened.ray(step).find(|&cell| !self.is_empty(cell)) else { return };
        let piece = self.board[from];
        if piece.is_slider() && attack_flags(from, target) & piece.flags() != 0 {
            let side = &mut attackers[piece.color()];
            let place = side.iter().position(|&(kind, _)| kind <= piece.kind()).unwrap_or(side.len());
            if !side.iter().any(|&(_, square)| square == from) {
                side.insert(place, (piece.kind(), from));
            }
        }
    }
}
