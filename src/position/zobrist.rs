//! The 781 Zobrist numbers: the first outputs of the 64-bit Mersenne twister with seed 5489, in this order.
//!
//! ```text
//!     0 .. 383   White pawn, knight, bishop, rook, queen, king: 64 numbers each, a1 b1 ... h8
//!   384 .. 767   the same for Black
//!   768          Black is to move
//!   769 .. 772   castling rights K, Q, k, q
//!   773 .. 780   en-passant file a to h, only if the capture is legal
//! ```
//! A key is the XOR of the numbers of the features present. XOR is its own inverse, so a move updates the key with a
//! few numbers only. A feature's index must never be hashed in place of its number, and no two features may share a
//! number; the tests check both.

use std::sync::LazyLock;

use rand_mt::Mt64;

use crate::types::{CastlingRights, Color, Piece, PieceKind, Square};

/// The hash key of a position.
pub type Key = u64;

/// The number of Zobrist numbers: 12 x 64 pieces on squares, the side to move, 4 castling rights, 8 en-passant files.
pub const KEY_COUNT: usize = 12 * 64 + 1 + 4 + 8;

const BLACK_TO_MOVE: usize = 768;
const CASTLING: usize = 769;
const EN_PASSANT: usize = 773;

/// The Zobrist numbers, arranged for lookup.
pub struct Zobrist {
    keys: [Key; KEY_COUNT],
    pieces: [[Key; 128]; 16], // [piece][square]
    castling: [Key; 16],      // [set of rights]: the XOR of the numbers of the rights held
}

static ZOBRIST: LazyLock<Zobrist> = LazyLock::new(Zobrist::new);

impl Zobrist {
    /// The seed of the generator, the default of the Mersenne twister.
    pub const SEED: u64 = 5489;

    fn new() -> Self {
        let mut twister = Mt64::new(Self::SEED);
        let keys: [Key; KEY_COUNT] = std::array::from_fn(|_| twister.next_u64());
        let castling = std::array::from_fn(|rights| {
            (0..4).filter(|right| rights >> right & 1 != 0).fold(0, |key, right| key ^ keys[CASTLING + right])
        });
        let mut pieces = [[0; 128]; 16];
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                for square in Square::all() {
                    pieces[piece][square] = keys[piece.number() * 64 + square.to64() as usize];
                }
            }
        }
        Self { keys, pieces, castling }
    }

    /// Returns the table, created on first use. A position keeps the reference, so hot code need not check whether it
    /// exists.
    pub fn get() -> &'static Self {
        &ZOBRIST
    }

    /// Returns number `index`, 0 to 780.
    ///
    /// # Panics
    /// `index` is 781 or more.
    pub fn number(&self, index: usize) -> Key {
        self.keys[index]
    }

    /// Returns the number of `piece` on `square`.
    #[inline]
    pub fn piece(&self, piece: Piece, square: Square) -> Key {
        self.pieces[piece][square]
    }

    /// Returns the number for Black to move.
    #[inline]
    pub fn black_to_move(&self) -> Key {
        self.keys[BLACK_TO_MOVE]
    }

    /// Returns the XOR of the numbers of all rights in `rights`.
    #[inline]
    pub fn castling(&self, rights: CastlingRights) -> Key {
        self.castling[rights.index()]
    }

    /// Returns the number of the en-passant square's file, 0 if there is none.
    #[inline]
    pub fn en_passant(&self, square: Option<Square>) -> Key {
        square.map_or(0, |square| self.keys[EN_PASSANT + square.file() as usize])
    }
}
