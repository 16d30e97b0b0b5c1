//! LEVEL 1: the rules of chess on the 0x88 board.
//!
//! A [`Position`] is a board of 128 cells, piece lists that say where the pieces are, a `State` of what the board does
//! not show, and a stack of what is needed to take moves back. Its fields are private to this module; outside, it
//! changes only by [`Position::make`], [`Position::unmake`] and their null-move twins. Always true (checked by
//! [`Position::validate`], in debug builds after every change):
//!
//! - board, piece lists and slots agree, each side has one king and at most sixteen pieces;
//! - `key`, `pawn_key` and `non_pawn_keys` equal a recomputation from the board;
//! - an en-passant square is set only if a capture there is legal, so that equal positions have equal keys;
//! - castling rights are held only while king and rook stand where the game began;
//! - `checkers` are the pieces attacking the king to move; the king not to move is not attacked.

mod attack;
mod cuckoo;
mod draw;
mod legality;
mod make;
mod movegen;
mod noisy;
mod perft;
mod piece_list;
mod san;
mod see;
mod setup;
mod validate;
mod zobrist;

pub use attack::Checkers;
pub use san::{San, numbered};
pub use setup::{FenError, MoveTextError};
pub use zobrist::{KEY_COUNT, Key, Zobrist};

use arrayvec::ArrayVec;

use crate::types::{CastlingRights, CastlingSide, Color, Move, Piece, PieceKind, Square, SquareSet};
use piece_list::PieceList;

/// FEN of the start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What the board alone does not show. Saved whole by make, restored whole by unmake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    key: Key,
    pawn_key: Key,
    non_pawn_keys: [Key; 2], // [color]
    castling: CastlingRights,
    en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    halfmove_clock: u16,
    /// Plies since the last capture, pawn move or null move: how far back a repetition can lie.
    reversible_plies: u16,
    checkers: Checkers,
}

/// One entry of the undo stack.
#[derive(Clone, Copy, Debug)]
struct Undo {
    /// The state before the move.
    state: State,
    /// The move; `None` is the null move.
    mv: Option<Move>,
    captured: Piece,
    /// Slot of the captured piece in its list.
    captured_slot: u8,
    /// Slot of a promoted pawn in its list.
    pawn_slot: u8,
}

/// At most the six squares between the corners of a back rank.
type CastlingPath = ArrayVec<Square, 6>;

/// A legal chess position with its history. See the [module documentation](self).
#[derive(Clone)]
pub struct Position {
    board: [Piece; 128],    // [square]
    slots: [u8; 128],       // [square]: index of the piece in its list
    lists: [PieceList; 16], // [piece]
    state: State,
    side_to_move: Color,
    /// Number of plies since the start of the game, from FEN's move number.
    game_ply: u32,
    /// Where the castling rooks start.
    castling_rooks: [[Square; 2]; 2], // [color][castling side]
    /// The squares that must be empty to castle: all that king or rook cross or land on, their own two aside.
    castling_paths: [[CastlingPath; 2]; 2], // [color][castling side]
    /// The rights that survive a move from or to a square.
    castling_masks: [CastlingRights; 128], // [square]
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

    /// What stands on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square]
    }

    /// What stands a pawn's capture away from `square`, on or off the board. Past the a- or h-file that is a phantom
    /// cell of the 128, all of which are empty; past a back rank it may be a cell of the other back rank, where no
    /// pawns are.
    #[inline]
    fn piece_beyond(&self, square: Square, step: i8) -> Piece {
        self.board[usize::from(square.byte().wrapping_add_signed(step) & 0x7f)]
    }

    /// Returns whether nothing stands on `square`.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.board[square].is_none()
    }

    #[inline]
    fn list(&self, color: Color, kind: PieceKind) -> &PieceList {
        // Where the color is known at run time only, this is quicker than asking the piece for its number.
        &self.lists[6 * color.index() + kind.index()]
    }

    /// Returns the squares of `color`'s pieces of `kind`, in no particular order.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> &[Square] {
        self.list(color, kind).as_slice()
    }

    /// Where each side has anything. A rank is eight bytes of the board; a multiplication moves the bit that tells the
    /// owner from each of them into one byte.
    pub fn occupied(&self) -> [SquareSet; 2] {
        const LOWEST_BITS: u64 = u64::from_le_bytes([1; 8]);
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let mut sets = [SquareSet::EMPTY; 2];
        for rank in 0..8 {
            let cells = u64::from_le_bytes(std::array::from_fn(|file| self.board[16 * rank + file].flags()));
            for color in Color::ALL {
                let row = (cells >> color.index() & LOWEST_BITS).wrapping_mul(GATHER) >> 56;
                sets[color] |= SquareSet(row << (8 * rank));
            }
        }
        sets
    }

    /// How many pieces of `kind` `color` has.
    #[inline]
    pub fn count(&self, color: Color, kind: PieceKind) -> i32 {
        self.list(color, kind).len() as i32
    }

    /// Returns the square of `color`'s king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.list(color, PieceKind::King).get(0)
    }

    /// Returns whether `color` has anything besides king and pawns.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        use PieceKind::{Bishop, Knight, Queen, Rook};
        [Knight, Bishop, Rook, Queen].iter().any(|&kind| !self.list(color, kind).is_empty())
    }

    /// Returns whether `color` has at most one piece besides king and pawns: there zugzwang is common.
    #[inline]
    pub fn is_zugzwang_prone(&self, color: Color) -> bool {
        use PieceKind::{Bishop, Knight, Queen, Rook};
        [Knight, Bishop, Rook, Queen].iter().map(|&kind| self.list(color, kind).len()).sum::<usize>() <= 1
    }

    /// Returns the side whose turn it is.
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

    /// Where the rook of a castling right starts; meaningful only while the right is held.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Square {
        self.castling_rooks[color][side as usize]
    }

    /// Returns the square on which a pawn can legally be taken en passant.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// Plies since the start of the game.
    #[inline]
    pub fn game_ply(&self) -> u32 {
        self.game_ply
    }

    /// Returns the pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Checkers {
        self.state.checkers
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

    /// Makes room for `plies` more moves on the undo stack, so that a search does not stop to allocate.
    pub fn reserve(&mut self, plies: usize) {
        self.undo.reserve(plies);
    }

    /// Returns a copy to go on from, with room for `plies` more moves. Of the history it has what draws by repetition
    /// depend on, so that earlier moves cannot be taken back in it.
    #[must_use]
    pub fn clone_for_search(&self, plies: usize) -> Self {
        // The last move is of interest even if it cannot be part of a repetition.
        let kept = usize::from(self.state.reversible_plies).max(1).min(self.undo.len());
        let mut undo = Vec::with_capacity(kept + plies);
        undo.extend_from_slice(&self.undo[self.undo.len() - kept..]);
        Self { castling_paths: self.castling_paths.clone(), undo, ..*self }
    }
}

/// Equality of all that `make` and `unmake` together must leave as it was; of the history only its length.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.lists_and_slots().eq(other.lists_and_slots())
            && self.state == other.state
            && self.side_to_move == other.side_to_move
            && self.game_ply == other.game_ply
            && self.castling_rooks == other.castling_rooks
            && self.undo.len() == other.undo.len()
    }
}

impl Position {
    /// Returns the live parts of the piece lists with the slot of each square: entries past the end are leftovers.
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
                assert_eq!(position.occupied()[color], expected, "{fen} {color:?}");
            }
        }
    }
}
