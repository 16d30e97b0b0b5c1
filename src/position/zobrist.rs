//! The 781 Zobrist numbers: the first outputs of the 64-bit Mersenne twister with seed 5489, in this order.
//!
//! ```text
//!     0 .. 383   White pawn, knight, bishop, rook, queen, king: 64 numbers each, a1 b1 ... h8
//!   384 .. 767   the same for Black
//!   768          Black is to move
//!   769 .. 772   castling rights K, Q, k, q
//!   773 .. 780   en-passant file a to h, only if the capture is legal
//! ```
//! A key is the XOR of the numbers of the features present. XOR is its own inverse, so a move changes the key by a few
//! numbers only. What must never happen is that a feature's index goes in instead of its number, or that two features
//! share a number; the tests look for both.

use std::sync::LazyLock;

use rand_mt::Mt64;

use crate::types::{CastlingRights, Color, Piece, PieceKind, Square};

/// A position's hash key.
pub type Key = u64;

/// How many numbers there are: 12 x 64 pieces on squares, the side to move, 4 castling rights, 8 en-passant files.
pub const KEY_COUNT: usize = 12 * 64 + 1 + 4 + 8;

const BLACK_TO_MOVE: usize = 768;
const CASTLING: usize = 769;
const EN_PASSANT: usize = 773;

/// The numbers, arranged for look-up.
pub struct Zobrist {
    numbers: [Key; KEY_COUNT],
    pieces: [[Key; 128]; 16], // [piece][square]
    castling: [Key; 16],      // [set of rights]: the XOR of the numbers of the rights held
}

static ZOBRIST: LazyLock<Zobrist> = LazyLock::new(Zobrist::new);

impl Zobrist {
    /// The seed of the generator, the twister's own default.
    pub const SEED: u64 = 5489;

    fn new() -> Self {
        let mut twister = Mt64::new(Self::SEED);
        let numbers: [Key; KEY_COUNT] = std::array::from_fn(|_| twister.next_u64());
        let castling = std::array::from_fn(|rights| {
            (0..4).filter(|right| rights >> right & 1 != 0).fold(0, |key, right| key ^ numbers[CASTLING + right])
        });
        let mut pieces = [[0; 128]; 16];
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                for square in Square::all() {
                    pieces[piece][square] = numbers[piece.number() * 64 + square.to64() as usize];
                }
            }
        }
        Self { numbers, pieces, castling }
    }

    /// Returns the one table of the process. A position keeps this reference, so that hot code does not ask whether it
    /// is made.
    pub fn get() -> &'static Self {
        &ZOBRIST
    }

    /// Number `index` of the table, 0 to 780.
    ///
    /// # Panics
    /// If `index` is 781 or more.
    pub fn number(&self, index: usize) -> Key {
        self.numbers[index]
    }

    /// Returns the number of `piece` on `square`.
    #[inline]
    pub fn piece(&self, piece: Piece, square: Square) -> Key {
        self.pieces[piece][square]
    }

    /// Returns the number for Black being to move.
    #[inline]
    pub fn black_to_move(&self) -> Key {
        self.numbers[BLACK_TO_MOVE]
    }

    /// Returns the numbers of all rights in `rights`.
    #[inline]
    pub fn castling(&self, rights: CastlingRights) -> Key {
        self.castling[rights.index()]
    }

    /// Returns the number of the en-passant square's file, 0 if there is none.
    #[inline]
    pub fn en_passant(&self, square: Option<Square>) -> Key {
        square.map_or(0, |square| self.numbers[EN_PASSANT + square.file() as usize])
    }
}
