//! Attack queries by difference table. A piece attacks a square if its flags intersect those of the displacement and,
//! for a slider, if the squares between are empty. The AND of the flags alone dismisses most pieces.

use super::Position;
use crate::types::geometry::{KING_REACH, attack_flags, attacked_reach, direction};
use crate::types::{CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Square, SquareSet, attacks};

/// The sliders and the displacements they attack over.
const SLIDERS: [(PieceKind, u8); 3] = [
    (PieceKind::Bishop, Piece::DIAGONAL),
    (PieceKind::Rook, Piece::ORTHOGONAL),
    (PieceKind::Queen, Piece::DIAGONAL | Piece::ORTHOGONAL),
];

/// The squares of the checking pieces: at most two.
#[derive(Clone, Copy, Default)]
pub struct Checkers {
    squares: [Square; 2],
    len: u8,
}

impl Checkers {
    /// Returns the checkers' squares.
    #[inline]
    pub fn as_slice(&self) -> &[Square] {
        &self.squares[..usize::from(self.len).min(2)]
    }

    /// Returns whether there are no checkers.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the square of the checker if there is exactly one.
    #[inline]
    pub fn single(&self) -> Option<Square> {
        if self.len == 1 { Some(self.squares[0]) } else { None }
    }

    /// Adds a checker. Only set-up positions that no game reaches have more than two; whoever needs all of them looks
    /// for attackers of the king if there are two.
    #[inline]
    fn push(&mut self, square: Square) {
        if usize::from(self.len) < self.squares.len() && !self.as_slice().contains(&square) {
            self.squares[usize::from(self.len)] = square;
            self.len += 1;
        }
    }
}

/// Compares sets of checkers regardless of their order.
impl PartialEq for Checkers {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.as_slice().iter().all(|square| other.as_slice().contains(square))
    }
}

impl Eq for Checkers {}

impl std::fmt::Debug for Checkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl Position {
    /// Returns whether any piece of `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_attacked_by_pawn(square, by)
            || self.pieces(by, PieceKind::Knight).iter().any(|&from| attack_flags(from, square) & Piece::KNIGHT != 0)
            || attack_flags(self.king(by), square) & Piece::KING != 0
            || self.is_attacked_by_slider_if(square, by, |cell| self.is_empty(cell))
    }

    /// Returns whether a pawn of `by` attacks `square`.
    #[inline]
    pub fn is_attacked_by_pawn(&self, square: Square, by: Color) -> bool {
        let pawn = Piece::new(by, PieceKind::Pawn);
        let behind = -by.forward();
        self.piece_beyond(square, behind - 1) == pawn || self.piece_beyond(square, behind + 1) == pawn
    }

    /// Returns all squares attacked by pawns of `by`.
    #[inline]
    pub fn pawn_attacks(&self, by: Color) -> SquareSet {
        let pawns: SquareSet = self.pieces(by, PieceKind::Pawn).iter().copied().collect();
        attacks::pawns(by, pawns)
    }

    /// Returns the squares attacked by enemy pieces of lesser value than a piece of `color`, by the kind of that piece.
    pub fn threatened_by_lesser(&self, color: Color) -> [SquareSet; 6] {
        let them = !color;
        let [white, black] = self.occupied();
        let occupied = white | black;
        let all = |kind, attacks: &dyn Fn(Square) -> SquareSet| {
            self.pieces(them, kind).iter().fold(SquareSet::EMPTY, |all, &square| all | attacks(square))
        };
        let from_pawns = self.pawn_attacks(them);
        let from_minors = from_pawns
            | all(PieceKind::Knight, &attacks::knight)
            | all(PieceKind::Bishop, &|square| attacks::bishop(square, occupied));
        let from_rooks = from_minors | all(PieceKind::Rook, &|square| attacks::rook(square, occupied));
        [SquareSet::EMPTY, from_pawns, from_pawns, from_minors, from_rooks, SquareSet::EMPTY]
    }

    /// Returns whether a slider of `by` would attack `square` if the empty squares were those that `is_empty` accepts.
    /// The sliders themselves are those on the board.
    #[inline]
    pub(super) fn is_attacked_by_slider_if(
        &self,
        square: Square,
        by: Color,
        is_empty: impl Fn(Square) -> bool + Copy,
    ) -> bool {
        SLIDERS.iter().any(|&(kind, flags)| {
            self.pieces(by, kind)
                .iter()
                .any(|&from| attack_flags(from, square) & flags != 0 && line_is_clear(from, square, is_empty))
        })
    }

    /// Returns whether the piece on `from` attacks `to`.
    #[inline]
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let piece = self.board[from];
        attack_flags(from, to) & piece.flags() != 0
            && (!piece.is_slider() || line_is_clear(from, to, |cell| self.is_empty(cell)))
    }

    /// Returns the bits of those squares of [`KING_REACH`] around the king of `us` on which it would not be attacked,
    /// out of `squares`, all of which must be on the board. The king must not be in check, so leaving its square opens
    /// no line to it.
    ///
    /// All squares are tested together: one lookup for each enemy piece dismisses most pairs of piece and square.
    #[inline]
    pub(super) fn safe_king_reach(&self, us: Color, squares: u16) -> u16 {
        let (king, them) = (self.king(us), !us);
        let mut safe = squares & !attacked_reach(PieceKind::King, self.king(them), king);
        for &from in self.pieces(them, PieceKind::Knight) {
            safe &= !attacked_reach(PieceKind::Knight, from, king);
        }
        for (kind, _) in SLIDERS {
            for &from in self.pieces(them, kind) {
                for (bit, square) in reach(king, attacked_reach(kind, from, king) & safe) {
                    if line_is_clear(from, square, |cell| self.is_empty(cell)) {
                        safe &= !bit;
                    }
                }
            }
        }
        for (bit, square) in reach(king, safe) {
            if self.is_attacked_by_pawn(square, them) {
                safe &= !bit;
            }
        }
        safe
    }

    /// Returns the squares of all pieces of `by` that attack `square`, least valuable first.
    pub fn attackers(&self, square: Square, by: Color) -> impl Iterator<Item = Square> {
        PieceKind::ALL
            .into_iter()
            .flat_map(move |kind| self.pieces(by, kind))
            .copied()
            .filter(move |&from| self.attacks(from, square))
    }

    /// Finds the checkers of `color`'s king from scratch.
    pub(super) fn find_checkers(&self, color: Color) -> Checkers {
        let mut checkers = Checkers::default();
        for square in self.attackers(self.king(color), !color) {
            checkers.push(square);
        }
        checkers
    }

    /// Finds the checkers after `mover` has just made `mv`: the moved piece itself and sliders behind the vacated
    /// squares.
    #[inline]
    pub(super) fn find_checkers_after(&self, mv: Move, mover: Color) -> Checkers {
        if mv.castling().is_some() {
            return self.find_checkers(!mover);
        }
        let king = self.king(!mover);
        let mut checkers = Checkers::default();
        if self.attacks(mv.to(), king) {
            checkers.push(mv.to());
        }
        if let Some(square) = self.slider_behind(mv.from(), king, mover) {
            checkers.push(square);
        }
        if mv.is(MoveKind::EnPassant)
            && let Some(square) = self.slider_behind(Self::capture_square(mv, mover), king, mover)
        {
            checkers.push(square);
        }
        checkers
    }

    /// Returns whether a legal move gives check, before it is made. `discovered_check_candidates` are those of the side
    /// to move.
    #[inline]
    pub fn gives_check(&self, mv: Move, discovered_check_candidates: SquareSet) -> bool {
        let us = self.side_to_move();
        let king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        if mv.is(MoveKind::Castle) || mv.is(MoveKind::EnPassant) {
            return self.special_gives_check(mv, king);
        }
        // A candidate that moves along its line still blocks the slider.
        if discovered_check_candidates.contains(from) && direction(king, from) != direction(king, to) {
            return true;
        }
        let piece = mv.promotion().map_or(self.board[from], |kind| Piece::new(us, kind));
        attack_flags(to, king) & piece.flags() != 0
            && (!piece.is_slider() || line_is_clear(to, king, |cell| cell == from || self.is_empty(cell)))
    }

    /// Returns whether castling or an en-passant capture gives check; these change more than two squares.
    #[inline(never)]
    fn special_gives_check(&self, mv: Move, king: Square) -> bool {
        if let Some(side) = mv.castling() {
            return self.castling_gives_check(mv, side, king);
        }
        let us = self.side_to_move();
        let (from, to, passed) = (mv.from(), mv.to(), Self::capture_square(mv, us));
        let is_empty = |cell: Square| cell == from || cell == passed || (cell != to && self.is_empty(cell));
        attack_flags(to, king) & self.board[from].flags() != 0 || self.is_attacked_by_slider_if(king, us, is_empty)
    }

    /// Returns whether castling gives check. Only the rook can, unless both kings are on one rank, where castling may
    /// uncover another slider.
    fn castling_gives_check(&self, mv: Move, side: CastlingSide, king: Square) -> bool {
        let us = self.side_to_move();
        if king.rank() == mv.from().rank() {
            let mut after = self.clone();
            after.make(mv);
            return after.in_check();
        }
        let rook = side.rook_target(us);
        attack_flags(rook, king) & Piece::ORTHOGONAL != 0 && line_is_clear(rook, king, |cell| self.is_empty(cell))
    }

    /// Returns the square of the slider of `color` that attacks `king` along the line through the vacated square
    /// `opened`.
    #[inline]
    fn slider_behind(&self, opened: Square, king: Square, color: Color) -> Option<Square> {
        let step = direction(king, opened);
        if step == 0 {
            return None;
        }
        let from = king.ray(step).find(|&cell| !self.is_empty(cell))?;
        let piece = self.board[from];
        (piece.is(color) && piece.is_slider() && attack_flags(from, king) & piece.flags() != 0).then_some(from)
    }

    /// Returns the pinned pieces of `color`: each is the only blocker between its king and an enemy slider, and may
    /// move only along that line.
    #[inline]
    pub fn pinned(&self, color: Color) -> SquareSet {
        self.slider_blockers(self.king(color), !color, color)
    }

    /// Returns the discovered-check candidates of `color`: each is the only blocker between the enemy king and an own
    /// slider, and gives check by leaving that line.
    #[inline]
    pub fn discovered_check_candidates(&self, color: Color) -> SquareSet {
        self.slider_blockers(self.king(!color), color, color)
    }

    /// Returns the pieces of `color` that are the only blocker between `king` and a slider of `by`.
    #[inline]
    fn slider_blockers(&self, king: Square, by: Color, color: Color) -> SquareSet {
        let mut between = SquareSet::EMPTY;
        for (kind, flags) in SLIDERS {
            for &sniper in self.pieces(by, kind) {
                if attack_flags(sniper, king) & flags == 0 {
                    continue;
                }
                let step = direction(king, sniper);
                let mut cell = king.advance(step);
                while self.is_empty(cell) {
                    cell = cell.advance(step);
                }
                // `cell` is the first piece on the line. It is a blocker unless it is the sniper itself or another
                // piece stands before the sniper.
                if self.board[cell].is(color)
                    && cell != sniper
                    && line_is_clear(cell, sniper, |cell| self.is_empty(cell))
                {
                    between.insert(cell);
                }
            }
        }
        between
    }
}

/// Returns the squares of [`KING_REACH`] around `king` whose bits are set in `squares`, each with its bit.
#[inline]
pub(super) fn reach(king: Square, squares: u16) -> impl Iterator<Item = (u16, Square)> {
    let mut rest = squares;
    std::iter::from_fn(move || {
        let lowest = rest.trailing_zeros();
        let step = *KING_REACH.get(lowest as usize)?;
        rest &= rest - 1;
        Some((1 << lowest, king.advance(step)))
    })
}

/// Returns whether `is_empty` holds for every square strictly between two squares on one line.
#[inline]
pub(super) fn line_is_clear(from: Square, to: Square, is_empty: impl Fn(Square) -> bool) -> bool {
    let step = direction(from, to);
    let mut cell = from.advance(step);
    while cell != to {
        if !is_empty(cell) {
            return false;
        }
        cell = cell.advance(step);
    }
    true
}
