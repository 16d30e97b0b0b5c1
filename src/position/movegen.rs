//! Legal move generation: noisy moves, quiet moves, check evasions. The targets of a piece are its attack set cut down
//! to the enemy pieces, the empty squares, or the squares that answer a check. Pins are known in advance and cut a
//! pinned piece's targets to the pin line, so only king moves, castling and en passant need a test of legality.

use super::Position;
use crate::types::{
    CastlingRights, CastlingSide, MAX_MOVES, Move, MoveKind, MoveList, PieceKind, Square, SquareSet, attacks,
};

impl Position {
    /// Fills the list with all legal captures and promotions. `pinned` is [`Position::pinned`] of the side to move,
    /// which must not be in check.
    pub fn noisy_moves(&self, pinned: SquareSet, list: &mut MoveList) {
        list.len = Generator::new(self, pinned, list).noisy();
    }

    /// Fills the list with all legal quiet moves: neither captures nor promotions. `pinned` is [`Position::pinned`] of
    /// the side to move, which must not be in check.
    pub fn quiet_moves(&self, pinned: SquareSet, list: &mut MoveList) {
        list.len = Generator::new(self, pinned, list).quiet();
    }

    /// Fills the list with all legal check evasions: king moves, and against a single checker also captures of it and
    /// interpositions. `pinned` is [`Position::pinned`] of the side to move.
    pub fn evasions(&self, pinned: SquareSet, list: &mut MoveList) {
        list.len = Generator::new(self, pinned, list).evasions();
    }

    /// Fills the list with all legal moves.
    pub fn all_moves(&self, list: &mut MoveList) {
        let pinned = self.pinned(self.side_to_move);
        let generator = Generator::new(self, pinned, list);
        list.len = if self.in_check() { generator.evasions() } else { generator.all() };
    }

    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.all_moves(&mut list);
        list
    }

    /// Calls `visit` with origin, target and kind of all legal quiet pawn moves. `pinned` is [`Position::pinned`] of
    /// the side to move, which must not be in check.
    #[inline]
    pub fn visit_quiet_pawn_moves(&self, pinned: SquareSet, visit: impl FnMut(Square, Square, MoveKind)) {
        debug_assert!(!self.in_check() && pinned == self.pinned(self.side_to_move));
        self.visit_pawn_pushes(!self.occupied(), pinned, visit);
    }

    /// Calls `visit` with origin, targets and kind of all other legal quiet moves, once for each piece and for each
    /// castling. `pinned` is [`Position::pinned`] of the side to move, which must not be in check, and `attacked` what
    /// the enemy attacks.
    #[inline]
    pub fn visit_quiet_piece_moves(
        &self,
        pinned: SquareSet,
        attacked: SquareSet,
        mut visit: impl FnMut(Square, SquareSet, MoveKind),
    ) {
        debug_assert!(!self.in_check() && pinned == self.pinned(self.side_to_move));
        let empty = !self.occupied();
        self.visit_pieces(pinned, |from, reach| visit(from, reach & empty, MoveKind::Quiet));
        let king = self.king(self.side_to_move);
        visit(king, attacks::king(king) & empty & !attacked, MoveKind::Quiet);
        self.visit_castling(attacked, |rook| visit(king, SquareSet::of(rook), MoveKind::Castle));
    }

    /// Visits the rooks that the king may castle with; `attacked` is what the enemy attacks.
    #[inline]
    fn visit_castling(&self, attacked: SquareSet, mut visit: impl FnMut(Square)) {
        if !self.castling().has_any(CastlingRights::both(self.side_to_move)) {
            return;
        }
        for side in CastlingSide::ALL {
            if self.can_castle_over(side) && self.castling_is_safe(side, attacked) {
                visit(self.castling_rook(self.side_to_move, side));
            }
        }
    }

    /// Visits the pawn pushes to `targets`, all of them empty, that do not promote.
    #[inline]
    fn visit_pawn_pushes(
        &self,
        targets: SquareSet,
        pinned: SquareSet,
        mut visit: impl FnMut(Square, Square, MoveKind),
    ) {
        let us = self.side_to_move;
        let (king, back) = (self.king(us), -us.forward());
        let steps = self.set(us, PieceKind::Pawn).forward(us) & !self.occupied();
        let double_steps = (steps & SquareSet::rank(us.relative_rank(2))).forward(us) & targets;
        for to in steps & targets & !SquareSet::rank(us.relative_rank(7)) {
            let from = to.advance(back);
            if stays_on_line(king, from, to, pinned) {
                visit(from, to, MoveKind::Quiet);
            }
        }
        for to in double_steps {
            let from = to.advance(2 * back);
            if stays_on_line(king, from, to, pinned) {
                visit(from, to, MoveKind::DoublePush);
            }
        }
    }

    /// Visits the knights, bishops, rooks and queens with the squares they attack, on the pin line if they are pinned.
    #[inline]
    fn visit_pieces(&self, pinned: SquareSet, mut visit: impl FnMut(Square, SquareSet)) {
        let (us, occupied) = (self.side_to_move, self.occupied());
        let king = self.king(us);
        let mut cut = |from, reach| {
            visit(from, if pinned.contains(from) { reach & attacks::line(king, from) } else { reach });
        };
        for &from in self.pieces(us, PieceKind::Knight) {
            cut(from, attacks::knight(from));
        }
        for &from in self.pieces(us, PieceKind::Bishop) {
            cut(from, attacks::bishop(from, occupied));
        }
        for &from in self.pieces(us, PieceKind::Rook) {
            cut(from, attacks::rook(from, occupied));
        }
        for &from in self.pieces(us, PieceKind::Queen) {
            cut(from, attacks::queen(from, occupied));
        }
    }
}

/// Returns whether the piece on `from` is not `pinned` or moves along its pin line.
#[inline]
fn stays_on_line(king: Square, from: Square, to: Square, pinned: SquareSet) -> bool {
    !pinned.contains(from) || attacks::line(king, from).contains(to)
}

/// A writer of the moves of one position.
struct Generator<'a> {
    position: &'a Position,
    pinned: SquareSet,
    moves: &'a mut [Move; MAX_MOVES],
    len: usize,
}

impl<'a> Generator<'a> {
    #[inline]
    fn new(position: &'a Position, pinned: SquareSet, list: &'a mut MoveList) -> Self {
        debug_assert!(pinned == position.pinned(position.side_to_move));
        Self { position, pinned, moves: &mut list.moves, len: 0 }
    }

    #[inline]
    fn push(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.moves[self.len] = Move::new(from, to, kind);
        self.len += 1;
    }

    #[inline]
    fn push_all(&mut self, from: Square, targets: SquareSet, kind: MoveKind) {
        for to in targets {
            self.push(from, to, kind);
        }
    }

    /// Generates captures and promotions, and returns the length of the list.
    fn noisy(mut self) -> usize {
        debug_assert!(!self.position.in_check());
        let position = self.position;
        let us = position.side_to_move;
        let (king, theirs) = (position.king(us), position.occupied_by(!us));
        self.pawn_captures(theirs);
        self.promotions(!position.occupied());
        position.visit_pieces(self.pinned, |from, reach| self.push_all(from, reach & theirs, MoveKind::Capture));
        for to in attacks::king(king) & theirs {
            if position.king_is_safe_on(to) {
                self.push(king, to, MoveKind::Capture);
            }
        }
        self.len
    }

    /// Generates quiet moves and returns the length of the list.
    fn quiet(mut self) -> usize {
        let (position, pinned) = (self.position, self.pinned);
        let attacked = position.attacked(!position.side_to_move).all;
        position.visit_quiet_pawn_moves(pinned, |from, to, kind| self.push(from, to, kind));
        position.visit_quiet_piece_moves(pinned, attacked, |from, targets, kind| self.push_all(from, targets, kind));
        self.len
    }

    /// Generates the moves of a side that is not in check and returns their number. The same as noisy and quiet moves,
    /// but each attack set is computed once.
    fn all(mut self) -> usize {
        debug_assert!(!self.position.in_check());
        let position = self.position;
        let us = position.side_to_move;
        let (king, attacked) = (position.king(us), position.attacked(!us).all);
        let (theirs, empty) = (position.occupied_by(!us), !position.occupied());
        self.pawn_captures(theirs);
        self.promotions(empty);
        self.pawn_pushes(empty);
        self.pieces(theirs, empty);
        let reach = attacks::king(king) & !attacked;
        self.push_all(king, reach & theirs, MoveKind::Capture);
        self.push_all(king, reach & empty, MoveKind::Quiet);
        position.visit_castling(attacked, |rook| self.push(king, rook, MoveKind::Castle));
        self.len
    }

    /// Generates check evasions and returns the length of the list. A pinned piece has none, because pin line and check
    /// line meet only on the king's square.
    fn evasions(mut self) -> usize {
        let position = self.position;
        debug_assert!(position.in_check());
        let us = position.side_to_move;
        let king = position.king(us);
        if let Some(checker) = position.single_checker() {
            let between = attacks::between(king, checker);
            self.pawn_captures(position.checkers());
            self.promotions(between);
            self.pawn_pushes(between);
            self.pieces(position.checkers(), between);
        }
        for to in attacks::king(king) & !position.occupied_by(us) {
            if position.king_is_safe_on(to) {
                self.push(king, to, if position.is_empty(to) { MoveKind::Quiet } else { MoveKind::Capture });
            }
        }
        self.len
    }

    /// Generates captures of `victims` by pawns, and en passant.
    #[inline]
    fn pawn_captures(&mut self, victims: SquareSet) {
        let position = self.position;
        let us = position.side_to_move;
        let (king, forward) = (position.king(us), us.forward());
        let last_rank = SquareSet::rank(us.relative_rank(7));
        let [west, east] = attacks::pawn_sides(us, position.set(us, PieceKind::Pawn));
        for (targets, step) in [(west, forward - 1), (east, forward + 1)] {
            for to in targets & victims {
                let from = to.advance(-step);
                if !stays_on_line(king, from, to, self.pinned) {
                    continue;
                }
                if last_rank.contains(to) {
                    for kind in MoveKind::CAPTURE_PROMOTIONS {
                        self.push(from, to, kind);
                    }
                } else {
                    self.push(from, to, MoveKind::Capture);
                }
            }
            if let Some(to) = position.en_passant()
                && targets.contains(to)
                && position.en_passant_is_legal(to.advance(-step), to)
            {
                self.push(to.advance(-step), to, MoveKind::EnPassant);
            }
        }
    }

    /// Generates promotions without capture on `targets`, all of them empty.
    #[inline]
    fn promotions(&mut self, targets: SquareSet) {
        let us = self.position.side_to_move;
        let (king, last_rank) = (self.position.king(us), SquareSet::rank(us.relative_rank(7)));
        for to in self.position.set(us, PieceKind::Pawn).forward(us) & last_rank & targets {
            let from = to.advance(-us.forward());
            if stays_on_line(king, from, to, self.pinned) {
                for kind in MoveKind::PROMOTIONS {
                    self.push(from, to, kind);
                }
            }
        }
    }

    /// Generates pawn pushes to `targets`, all of them empty, that do not promote.
    #[inline]
    fn pawn_pushes(&mut self, targets: SquareSet) {
        let (position, pinned) = (self.position, self.pinned);
        position.visit_pawn_pushes(targets, pinned, |from, to, kind| self.push(from, to, kind));
    }

    /// Generates moves of knights, bishops, rooks and queens: captures of `victims`, and quiet moves to `targets`.
    #[inline]
    fn pieces(&mut self, victims: SquareSet, targets: SquareSet) {
        self.position.visit_pieces(self.pinned, |from, reach| {
            self.push_all(from, reach & victims, MoveKind::Capture);
            self.push_all(from, reach & targets, MoveKind::Quiet);
        });
    }
}
