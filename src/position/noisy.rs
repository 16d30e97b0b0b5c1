//! Generation of legal noisy moves: captures and promotions. They are few, and most lines of a piece end at an own
//! piece or the edge. So the attack set of each piece is intersected with the enemy pieces instead of walking its
//! lines.

use multiversion::multiversion;

use super::Position;
use crate::types::{MAX_MOVES, Move, MoveKind, MoveList, PieceKind, SquareSet, attacks};

impl Position {
    /// Fills the list with all legal captures and promotions. `pinned` is [`Position::pinned`] of the side to move,
    /// which must not be in check.
    pub fn noisy_moves(&self, pinned: SquareSet, list: &mut MoveList) {
        debug_assert!(!self.in_check() && pinned == self.pinned(self.side_to_move));
        list.len = noisy(self, pinned, &mut list.moves);
    }
}

/// Writes the moves and returns their number; compiled for the features of this processor.
#[multiversion(targets("x86_64+popcnt+bmi1+bmi2+lzcnt"))]
fn noisy(position: &Position, pinned: SquareSet, moves: &mut [Move; MAX_MOVES]) -> usize {
    let us = position.side_to_move;
    let (king, forward) = (position.king(us), us.forward());
    let (theirs, occupied) = (position.occupied_by(!us), position.occupied());
    let line = |from| if pinned.contains(from) { attacks::line(king, from) } else { !SquareSet::EMPTY };
    let mut len = 0;
    let mut push = |from, to, kind| {
        moves[len] = Move::new(from, to, kind);
        len += 1;
    };

    let last_rank = SquareSet::rank(us.relative_rank(7));
    let pawns = position.set(us, PieceKind::Pawn);
    let [west, east] = attacks::pawn_sides(us, pawns);
    for (targets, step) in [(west, forward - 1), (east, forward + 1)] {
        for to in targets & theirs {
            let from = to.advance(-step);
            if !line(from).contains(to) {
                continue;
            }
            if last_rank.contains(to) {
                for kind in MoveKind::CAPTURE_PROMOTIONS {
                    push(from, to, kind);
                }
            } else {
                push(from, to, MoveKind::Capture);
            }
        }
        if let Some(to) = position.en_passant()
            && targets.contains(to)
            && position.en_passant_is_legal(to.advance(-step), to)
        {
            push(to.advance(-step), to, MoveKind::EnPassant);
        }
    }
    for to in pawns.forward(us) & last_rank & !occupied {
        let from = to.advance(-forward);
        if line(from).contains(to) {
            for kind in MoveKind::PROMOTIONS {
                push(from, to, kind);
            }
        }
    }

    for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        for &from in position.pieces(us, kind) {
            for to in attacks::of(kind, from, occupied) & theirs & line(from) {
                push(from, to, MoveKind::Capture);
            }
        }
    }
    for to in attacks::king(king) & theirs {
        if !position.is_attacked(to, !us) {
            push(king, to, MoveKind::Capture);
        }
    }
    len
}
