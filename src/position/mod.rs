//! LEVEL 1: the rules of chess on the 0x88 board.
//!
//! A [`Position`] has a board array of 128 entries, piece lists, an index of both (sets of squares by piece and numbers
//! of pieces), a `State` with everything the board does not show, and an undo stack. Its fields are private to this
//! module; elsewhere it changes only through [`Position::make`], [`Position::unmake`] and their null-move counterparts.
//! Invariants, checked by [`Position::validate`] and in debug builds after every change:
//!
//! - board, piece lists, slots, sets and material key agree; each side has one king and at most sixteen pieces;
//! - `key`, `pawn_key` and `non_pawn_keys` equal a recomputation from the board;
//! - the en-passant square is set only if a capture there is legal, so equal positions have equal keys;
//! - a castling right is held only while king and rook stand on their initial squares;
//! - `checkers` holds the pieces that attack the king of the side to move; the other king is not attacked.
//!
//! # Examples
//!
//! ```
//! use oxide88::position::Position;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut position = Position::start();
//! assert_eq!(position.perft(3), 8902);
//! // Two orders of the same moves lead to the same key.
//! let mut other = position.clone();
//! for (mv, other_mv) in [("Nf3", "g2g3"), ("d5", "d7d5"), ("g3", "g1f3")] {
//!     position.make(position.read_move(mv)?);
//!     other.make(other.read_move(other_mv)?);
//! }
//! assert_eq!(position.key(), other.key());
//! assert_eq!(position.fen(), "rnbqkbnr/ppp1pppp/8/3p4/8/5NP1/PPPPPP1P/RNBQKB1R b KQkq - 0 2");
//! // Bad text is quoted.
//! assert!(Position::from_fen("hello").is_err());
//! # Ok(())
//! # }
//! ```

#![expect(
    clippy::inline_always,
    reason = "small questions that every node asks; with several types of nodes the compiler would call them"
)]

mod attack;
mod cuckoo;
mod draw;
mod flip;
mod legality;
mod make;
mod material;
mod movegen;
mod perft;
mod piece_list;
mod piece_sets;
mod san;
mod see;
mod setup;
mod validate;
mod zobrist;

pub use attack::Attacked;
pub use flip::flipped;
pub use material::MaterialKey;
pub use san::{San, numbered};
pub use setup::{FenError, MoveTextError};
pub use zobrist::{KEY_COUNT, Key, Zobrist};

use crate::types::{CastlingRights, CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Square, SquareSet};
use piece_list::PieceList;
use piece_sets::PieceSets;

/// FEN of the start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The state that the board does not show. `make` saves it whole, `unmake` restores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    key: Key,
    pawn_key: Key,
    non_pawn_keys: [Key; 2], // [color]
    castling: CastlingRights,
    en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    halfmove_clock: u16,
    /// Plies since the last capture, pawn move or null move, the farthest back that a repetition can lie.
    reversible_plies: u16,
    checkers: SquareSet,
}

/// An entry of the undo stack.
#[derive(Clone, Copy, Debug)]
struct Undo {
    /// The state before the move.
    state: State,
    /// The move; `None` for the null move.
    mv: Option<Move>,
    captured: Piece,
    /// The slot of the captured piece in its list.
    captured_slot: u8,
    /// The slot of the promoted pawn in its list.
    pawn_slot: u8,
}

/// A legal chess position with its history. See the [module documentation](self).
#[derive(Clone)]
pub struct Position {
    board: [Piece; 128],    // [square]
    slots: [u8; 128],       // [square]: index of the piece in its list
    lists: [PieceList; 16], // [piece]
    sets: PieceSets,
    material: MaterialKey,
    state: State,
    side_to_move: Color,
    /// Plies since the start of the game, initialized from the move number of the FEN.
    game_ply: u32,
    /// The initial squares of the castling rooks.
    castling_rooks: [[Square; 2]; 2], // [color][castling side]
    /// The squares that must be empty to castle: all that king or rook cross or land on, except their own two.
    castling_paths: [[SquareSet; 2]; 2], // [color][castling side]
    /// The rights that survive a move from or to a square.
    castling_masks: [CastlingRights; 128], // [square]
    /// The en-passant square of the FEN, even if no pawn can capture there.
    passed_in_setup: Option<Square>,
    undo: Vec<Undo>,
    zobrist: &'static Zobrist,
}

impl Position {
    /// Returns the start position.
    ///
    /// # Panics
    /// Never: the start position is legal.
    pub fn start() -> Self {
        Self::from_fen(START_FEN).expect("the start position is legal")
    }

    /// Returns the piece on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square]
    }

    /// Returns the piece one pawn capture away from `square`, on or off the board. Beyond the a- or h-file that reads
    /// the phantom board, which is always empty; beyond a back rank it may wrap to the other back rank, which has no
    /// pawns.
    #[inline]
    fn piece_beyond(&self, square: Square, step: i8) -> Piece {
        self.board[usize::from(square.byte().wrapping_add_signed(step) & 0x7f)]
    }

    /// Returns whether `square` is empty.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.board[square].is_none()
    }

    #[inline]
    fn list(&self, color: Color, kind: PieceKind) -> &PieceList {
        // Faster than `Piece::number` where the color is known only at run time.
        &self.lists[6 * color.index() + kind.index()]
    }

    /// Returns the squares of `color`'s pieces of `kind`, in no particular order.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> &[Square] {
        self.list(color, kind).as_slice()
    }

    /// Returns the squares of `color`'s pieces of `kind` as a set.
    #[inline]
    pub fn set(&self, color: Color, kind: PieceKind) -> SquareSet {
        self.sets.of(color, kind)
    }

    /// Returns the squares of all pieces of `color`.
    #[inline]
    pub fn occupied_by(&self, color: Color) -> SquareSet {
        self.sets.all(color)
    }

    /// Returns all occupied squares.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.sets.all(Color::White) | self.sets.all(Color::Black)
    }

    /// Returns the number of `color`'s pieces of `kind`.
    #[inline]
    pub fn count(&self, color: Color, kind: PieceKind) -> i32 {
        self.list(color, kind).len() as i32
    }

    /// Returns the square of `color`'s king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.list(color, PieceKind::King).get(0)
    }

    /// Returns whether `color` has pieces other than king and pawns.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        self.material.has_pieces(color)
    }

    /// Returns the number of pieces of each color and kind as one word.
    #[inline]
    pub fn material(&self) -> MaterialKey {
        self.material
    }

    /// Returns whether `color` has at most one piece besides king and pawns; zugzwang is common then.
    #[inline]
    pub fn is_zugzwang_prone(&self, color: Color) -> bool {
        use PieceKind::{Bishop, Knight, Queen, Rook};
        [Knight, Bishop, Rook, Queen].iter().map(|&kind| self.list(color, kind).len()).sum::<usize>() <= 1
    }

    /// Returns the side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the Zobrist key of the position: pieces, side to move, castling rights, en-passant file.
    #[inline]
    pub fn key(&self) -> Key {
        self.state.key
    }

    /// Returns the Zobrist key of the pawns alone.
    #[inline]
    pub fn pawn_key(&self) -> Key {
        self.state.pawn_key
    }

    /// Returns the Zobrist key of the pawns, both kings and the castling rights.
    #[inline]
    pub fn structure_key(&self) -> Key {
        let number = |color| self.zobrist.piece(Piece::new(color, PieceKind::King), self.king(color));
        self.pawn_key() ^ number(Color::White) ^ number(Color::Black) ^ self.zobrist.castling(self.castling())
    }

    /// Returns the Zobrist key of `color`'s king and pieces without its pawns.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> Key {
        self.state.non_pawn_keys[color]
    }

    /// Returns the castling rights still held.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.state.castling
    }

    /// Returns the initial square of the rook of a castling right; meaningful only while the right is held.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Square {
        self.castling_rooks[color][side as usize]
    }

    /// Returns the target square of a legal en-passant capture.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Returns the number of plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// Returns the number of plies since the start of the game.
    #[inline]
    pub fn game_ply(&self) -> u32 {
        self.game_ply
    }

    /// Returns the pieces that give check.
    #[inline]
    pub fn checkers(&self) -> SquareSet {
        self.state.checkers
    }

    /// Returns the square of the checker if there is exactly one.
    #[inline]
    pub(in crate::position) fn single_checker(&self) -> Option<Square> {
        let checkers = self.state.checkers;
        if checkers.is_many() { None } else { checkers.first() }
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.state.checkers.is_empty()
    }

    /// Returns the move that led here, unless it was a null move or the position is the first of its history.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.undo.last().and_then(|undo| undo.mv)
    }

    /// The square that a pawn has just passed with a double push, even if no pawn can capture there.
    pub fn passed_square(&self) -> Option<Square> {
        match self.undo.last() {
            Some(undo) => {
                let mv = undo.mv.filter(|mv| mv.is(MoveKind::DoublePush))?;
                Some(mv.from().advance((!self.side_to_move).forward()))
            }
            None => self.passed_in_setup,
        }
    }

    /// Returns a copy with room for `plies` more moves and only the part of the history that repetitions depend on, so
    /// that earlier moves cannot be taken back.
    #[must_use]
    pub fn with_recent_history(&self, plies: usize) -> Self {
        // The last move is needed even if it cannot be part of a repetition.
        let kept = usize::from(self.state.reversible_plies).max(1).min(self.undo.len());
        let mut undo = Vec::with_capacity(kept + plies);
        undo.extend_from_slice(&self.undo[self.undo.len() - kept..]);
        Self { undo, ..*self }
    }
}

/// Compares all that `make` followed by `unmake` must leave unchanged; of the history only its length.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.lists_and_slots().eq(other.lists_and_slots())
            && self.sets == other.sets
            && self.material == other.material
            && self.state == other.state
            && self.side_to_move == other.side_to_move
            && self.game_ply == other.game_ply
            && self.castling_rooks == other.castling_rooks
            && self.undo.len() == other.undo.len()
    }
}

impl Position {
    /// Returns the squares of all piece lists, each with its slot on the board; leftovers past the end of a list are
    /// not included.
    fn lists_and_slots(&self) -> impl Iterator<Item = (Square, u8)> {
        self.lists.iter().flat_map(PieceList::as_slice).map(|&square| (square, self.slots[square]))
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_occupies_the_squares_of_its_pieces() {
        for fen in [START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
            let position = Position::from_fen(fen).expect("a legal position");
            for color in Color::ALL {
                let expected = Square::all().filter(|&square| position.piece_on(square).is(color)).collect();
                assert_eq!(position.occupied_by(color), expected, "{fen} {color:?}");
            }
        }
    }
}
