//! Attack queries: is a square attacked, who attacks it, who is pinned, does a move give check. A single piece is asked
//! by difference table: it attacks a square if its flags intersect those of the displacement and the squares between
//! are empty. All pieces together are asked by sets, seen from the attacked square: what a bishop there would attack
//! attacks it, if it is a bishop or queen.

use super::Position;
use crate::types::geometry::{attack_flags, direction};
use crate::types::{CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Square, SquareSet, attacks};

/// The squares that one side attacks, summed up by the value of the attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attacked {
    /// By pawns.
    pub pawns: SquareSet,
    /// By pawns, knights and bishops.
    pub minors: SquareSet,
    /// By pawns, knights, bishops and rooks.
    pub rooks: SquareSet,
    /// By any piece.
    pub all: SquareSet,
}

impl Attacked {
    /// Returns the squares attacked by pieces of lesser value than a piece of each kind; none for pawn and king.
    #[inline]
    pub fn by_lesser(&self) -> [SquareSet; 6] {
        [SquareSet::EMPTY, self.pawns, self.pawns, self.minors, self.rooks, SquareSet::EMPTY]
    }
}

impl Position {
    /// Returns `color`'s bishops and queens.
    #[inline]
    pub(super) fn diagonal_sliders(&self, color: Color) -> SquareSet {
        self.set(color, PieceKind::Bishop) | self.set(color, PieceKind::Queen)
    }

    /// Returns `color`'s rooks and queens.
    #[inline]
    pub(super) fn orthogonal_sliders(&self, color: Color) -> SquareSet {
        self.set(color, PieceKind::Rook) | self.set(color, PieceKind::Queen)
    }

    /// Returns whether any piece of `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_attacked_if(square, by, self.occupied())
    }

    /// Returns whether any piece of `by` would attack `square` if the occupied squares were those of `occupied`.
    #[inline]
    pub(super) fn is_attacked_if(&self, square: Square, by: Color, occupied: SquareSet) -> bool {
        let leapers = attacks::knight(square) & self.set(by, PieceKind::Knight)
            | attacks::king(square) & self.set(by, PieceKind::King);
        self.is_attacked_by_pawn(square, by)
            || !leapers.is_empty()
            || !self.sliders_that_attack(square, by, occupied).is_empty()
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
        attacks::pawns(by, self.set(by, PieceKind::Pawn))
    }

    /// Returns the squares that `by` attacks.
    #[inline]
    pub fn attacked(&self, by: Color) -> Attacked {
        let occupied = self.occupied();
        let pawns = self.pawn_attacks(by);
        let mut minors = pawns;
        for &from in self.pieces(by, PieceKind::Knight) {
            minors |= attacks::knight(from);
        }
        for &from in self.pieces(by, PieceKind::Bishop) {
            minors |= attacks::bishop(from, occupied);
        }
        let mut rooks = minors;
        for &from in self.pieces(by, PieceKind::Rook) {
            rooks |= attacks::rook(from, occupied);
        }
        let mut all = rooks | attacks::king(self.king(by));
        for &from in self.pieces(by, PieceKind::Queen) {
            all |= attacks::queen(from, occupied);
        }
        Attacked { pawns, minors, rooks, all }
    }

    /// Returns the sliders of `by` that would attack `square` if the occupied squares were those of `occupied`.
    #[inline]
    pub(super) fn sliders_that_attack(&self, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
        attacks::bishop(square, occupied) & self.diagonal_sliders(by)
            | attacks::rook(square, occupied) & self.orthogonal_sliders(by)
    }

    /// Returns the pieces of `by` that attack `square`.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        attacks::pawns(!by, SquareSet::of(square)) & self.set(by, PieceKind::Pawn)
            | attacks::knight(square) & self.set(by, PieceKind::Knight)
            | attacks::king(square) & self.set(by, PieceKind::King)
            | self.sliders_that_attack(square, by, self.occupied())
    }

    /// Returns whether the piece on `from` attacks `to`.
    #[inline]
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let piece = self.board[from];
        attack_flags(from, to) & piece.flags() != 0 && (!piece.is_slider() || self.is_clear(from, to))
    }

    /// Returns whether all squares strictly between two squares on one line are empty.
    #[inline]
    pub(super) fn is_clear(&self, from: Square, to: Square) -> bool {
        (attacks::between(from, to) & self.occupied()).is_empty()
    }

    /// Finds the checkers after `mover` has just made `mv`: the moved piece itself and sliders behind the vacated
    /// squares.
    #[inline]
    pub(super) fn find_checkers_after(&self, mv: Move, mover: Color) -> SquareSet {
        let king = self.king(!mover);
        if mv.is(MoveKind::Castle) || mv.is(MoveKind::EnPassant) {
            return self.attackers(king, mover);
        }
        let mut checkers = if self.attacks(mv.to(), king) { SquareSet::of(mv.to()) } else { SquareSet::EMPTY };
        if direction(king, mv.from()) != 0 {
            checkers |= self.sliders_that_attack(king, mover, self.occupied());
        }
        checkers
    }

    /// Returns whether a legal move gives check, before it is made. `discovered_check_candidates` are those of the side
    /// to move.
    #[inline(always)]
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
        // A promoted pawn no longer stands in the way behind it.
        attack_flags(to, king) & piece.flags() != 0
            && (attacks::between(to, king) & self.occupied() & !SquareSet::of(from)).is_empty()
    }

    /// Returns the squares from which each kind of piece of the side to move would give check, as the board stands.
    #[inline]
    pub fn check_squares(&self) -> [SquareSet; 6] {
        let us = self.side_to_move();
        let (king, occupied) = (self.king(!us), self.occupied());
        let [bishop, rook] = [attacks::bishop(king, occupied), attacks::rook(king, occupied)];
        let pawn = attacks::pawns(!us, SquareSet::of(king));
        [pawn, attacks::knight(king), bishop, rook, bishop | rook, SquareSet::EMPTY]
    }

    /// Returns whether castling or an en-passant capture gives check; these change more than two squares.
    #[inline(never)]
    fn special_gives_check(&self, mv: Move, king: Square) -> bool {
        if let Some(side) = mv.castling() {
            return self.castling_gives_check(mv, side, king);
        }
        let us = self.side_to_move();
        let (from, to, passed) = (mv.from(), mv.to(), Self::capture_square(mv, us));
        let occupied = self.occupied() ^ SquareSet::of(from) ^ SquareSet::of(passed) | SquareSet::of(to);
        attack_flags(to, king) & self.board[from].flags() != 0
            || !self.sliders_that_attack(king, us, occupied).is_empty()
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
        attack_flags(rook, king) & Piece::ORTHOGONAL != 0 && self.is_clear(rook, king)
    }

    /// Returns the pinned pieces of `color`: each is the only blocker between its king and an enemy slider, and may
    /// move only along that line.
    #[inline]
    pub fn pinned(&self, color: Color) -> SquareSet {
        self.blockers(color) & self.occupied_by(color)
    }

    /// Returns the discovered-check candidates of `color`: each is the only blocker between the enemy king and an own
    /// slider, and gives check by leaving that line.
    #[inline]
    pub fn discovered_check_candidates(&self, color: Color) -> SquareSet {
        self.blockers(!color) & self.occupied_by(color)
    }

    /// Returns the blockers of the king of `color`: the pieces of either side that stand alone between it and an enemy
    /// slider. The own ones are pinned, the enemy's are discovered-check candidates.
    #[inline]
    pub fn blockers(&self, color: Color) -> SquareSet {
        let king = self.king(color);
        let snipers = attacks::diagonals(king) & self.diagonal_sliders(!color)
            | attacks::orthogonals(king) & self.orthogonal_sliders(!color);
        let occupied = self.occupied();
        let mut blockers = SquareSet::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.is_many() {
                blockers |= between;
            }
        }
        blockers
    }
}
