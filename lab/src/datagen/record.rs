//! A position with its score and the result of its game in 32 bytes. Other engines call this layout "marlinformat", so
//! other tuners and trainers can read it (after skipping what [`file`](super::file) puts between the records).
//!
//! ```text
//!    0   u64       occupied squares, bit 0 = a1, bit 1 = b1 ... bit 63 = h8
//!    8   [u8; 16]  what stands on them in that order, 4 bits each, low half first: kind (0 pawn, 1 knight, 2 bishop,
//!                  3 rook, 4 queen, 5 king, 6 rook that may still castle), +8 for Black
//!   24   u8        en-passant square (64: none), +128 if Black is to move
//!   25   u8        plies since the last capture or pawn move
//!   26   u16       number of the full move
//!   28   i16       score in centipawns for White
//!   30   u8        result of the game: 0 Black won, 1 draw, 2 White won
//!   31   u8        0
//! ```
//! All numbers are little-endian.

use std::fmt::Write;

use oxide88::position::{FenError, Key, Position, Zobrist};
use oxide88::types::{CastlingRights, CastlingSide, Color, Piece, PieceKind, Square, SquareSet};

/// Size of a record in bytes.
pub const RECORD_SIZE: usize = 32;

const UNMOVED_ROOK: u8 = 6;
const BLACK: u8 = 8;
const NO_SQUARE: u8 = 64;
const BLACK_TO_MOVE: u8 = 128;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum GameResult {
    /// 0-1.
    BlackWins,
    /// A draw.
    Draw,
    /// 1-0.
    WhiteWins,
}

impl GameResult {
    /// All results, best for Black first.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// Returns the result of a game won by `color`.
    pub const fn win(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns White's score, 0 to 1.
    pub const fn for_white(self) -> f64 {
        self as u8 as f64 / 2.0
    }
}

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    occupied: SquareSet,
    pieces: [u8; 16],
    side_to_move: Color,
    en_passant: Option<Square>,
    fullmove: u16,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u8,
    /// Score of the search, in centipawns for White.
    pub score: i16,
    /// Result of the game.
    pub result: GameResult,
}

impl Record {
    /// Creates the record of `position`; `score` is for White. Counters that do not fit are saturated.
    pub fn new(position: &Position, score: i16, result: GameResult) -> Self {
        let mut pieces = [0; 16];
        let occupied: SquareSet = Square::all().filter(|&square| !position.is_empty(square)).collect();
        for (index, square) in occupied.enumerate() {
            pieces[index / 2] |= code(position, square) << (index % 2 * 4);
        }
        Self {
            occupied,
            pieces,
            side_to_move: position.side_to_move(),
            en_passant: position.en_passant(),
            fullmove: u16::try_from(position.game_ply() / 2 + 1).unwrap_or(u16::MAX),
            halfmove_clock: u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX),
            score,
            result,
        }
    }

    /// Encodes the record.
    pub fn encode(&self) -> [u8; RECORD_SIZE] {
        let mut bytes = [0; RECORD_SIZE];
        let side = if self.side_to_move == Color::Black { BLACK_TO_MOVE } else { 0 };
        let occupied = self.occupied.fold(0_u64, |bits, square| bits | 1 << square.to64());
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24] = side | self.en_passant.map_or(NO_SQUARE, Square::to64);
        bytes[25] = self.halfmove_clock;
        bytes[26..28].copy_from_slice(&self.fullmove.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30] = self.result as u8;
        bytes
    }

    /// Decodes a record; `None` if the bytes are none. Only the form is checked, including one king per side; legality
    /// is checked by [`Record::position`].
    pub fn decode(bytes: &[u8; RECORD_SIZE]) -> Option<Self> {
        let two = |index: usize| [bytes[index], bytes[index + 1]];
        let occupied = u64::from_le_bytes(*bytes.first_chunk()?);
        let en_passant = bytes[24] & !BLACK_TO_MOVE;
        let record = Self {
            occupied: (0..64).filter(|square| occupied >> square & 1 != 0).map(Square::from64).collect(),
            pieces: *bytes[8..24].first_chunk()?,
            side_to_move: if bytes[24] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black },
            en_passant: (en_passant < NO_SQUARE).then(|| Square::from64(en_passant)),
            halfmove_clock: bytes[25],
            fullmove: u16::from_le_bytes(two(26)),
            score: i16::from_le_bytes(two(28)),
            result: *GameResult::ALL.get(usize::from(bytes[30]))?,
        };
        let codes_are_good = || record.codes().all(|(_, code)| code & !BLACK <= UNMOVED_ROOK);
        let has_one_king = |color| record.codes().filter(|&(_, code)| code == king_code(color)).count() == 1;
        let is_good = en_passant <= NO_SQUARE
            && record.occupied.len() <= 32
            && codes_are_good()
            && Color::ALL.into_iter().all(has_one_king);
        is_good.then_some(record)
    }

    /// Returns the number of plies since the start of the game.
    pub fn ply(&self) -> u32 {
        2 * u32::from(self.fullmove.saturating_sub(1)) + u32::from(self.side_to_move == Color::Black)
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the pieces with their squares, from a1, b1 ... to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.codes().map(|(square, code)| (square, piece(code)))
    }

    /// Computes the Zobrist key of the position without setting it up.
    pub fn key(&self) -> Key {
        let zobrist = Zobrist::get();
        let pieces = self.pieces().fold(0, |key, (square, piece)| key ^ zobrist.piece(piece, square));
        let side = if self.side_to_move == Color::Black { zobrist.black_to_move() } else { 0 };
        let rights = self.castling_rooks().fold(CastlingRights::NONE, |rights, (color, rook)| {
            let king = self.codes().find(|&(_, code)| code == king_code(color));
            let is_short = king.is_some_and(|(king, _)| rook.file() > king.file());
            rights | CastlingRights::of(color, if is_short { CastlingSide::King } else { CastlingSide::Queen })
        });
        pieces ^ side ^ zobrist.castling(rights) ^ zobrist.en_passant(self.en_passant)
    }

    /// Sets up the position, without the history of the game.
    ///
    /// # Errors
    /// The position is illegal.
    pub fn position(&self) -> Result<Position, FenError> {
        Position::from_fen(&self.fen())
    }

    /// Sets up the position like [`Record::position`].
    ///
    /// # Errors
    /// A message that names the position if it is illegal.
    pub fn legal_position(&self) -> Result<Position, String> {
        self.position().map_err(|error| format!("{}: {error}", self.fen()))
    }

    /// Returns the position in FEN; castling rights are the files of the rooks ("Shredder-FEN").
    pub fn fen(&self) -> String {
        let mut board = [Piece::NONE; 64];
        self.pieces().for_each(|(square, piece)| board[usize::from(square.to64())] = piece);
        let mut text = String::with_capacity(90);
        for (index, rank) in board.chunks_exact(8).rev().enumerate() {
            text.push_str(if index == 0 { "" } else { "/" });
            for run in rank.chunk_by(|a, b| a.is_none() && b.is_none()) {
                match run {
                    [piece] if !piece.is_none() => text.push(piece.letter()),
                    empty => text.extend(char::from_digit(empty.len() as u32, 10)),
                }
            }
        }
        let side = if self.side_to_move == Color::White { 'w' } else { 'b' };
        let mut rights: String = self.castling_rooks().map(|(color, rook)| rook_letter(color, rook)).collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let en_passant = self.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
        let (halfmoves, fullmove) = (self.halfmove_clock, self.fullmove.max(1));
        let _ = write!(text, " {side} {rights} {en_passant} {halfmoves} {fullmove}");
        text
    }

    fn castling_rooks(&self) -> impl Iterator<Item = (Color, Square)> {
        let rooks = self.codes().filter(|&(_, code)| code & !BLACK == UNMOVED_ROOK);
        rooks.map(|(square, code)| (color(code), square))
    }

    fn codes(&self) -> impl Iterator<Item = (Square, u8)> {
        let code = |index: usize| self.pieces.get(index / 2).map_or(0, |pair| pair >> (index % 2 * 4) & 15);
        self.occupied.enumerate().map(move |(index, square)| (square, code(index)))
    }
}

/// Encodes the piece on an occupied square in four bits.
fn code(position: &Position, square: Square) -> u8 {
    let piece = position.piece_on(square);
    let color = piece.color();
    let may_castle = |side| {
        position.castling().contains(CastlingRights::of(color, side)) && position.castling_rook(color, side) == square
    };
    let kind = if CastlingSide::ALL.into_iter().any(may_castle) { UNMOVED_ROOK } else { piece.kind() as u8 };
    kind | if color == Color::Black { BLACK } else { 0 }
}

fn king_code(color: Color) -> u8 {
    PieceKind::King as u8 | if color == Color::Black { BLACK } else { 0 }
}

fn color(code: u8) -> Color {
    if code & BLACK == 0 { Color::White } else { Color::Black }
}

fn piece(code: u8) -> Piece {
    let kind = PieceKind::ALL.get(usize::from(code & !BLACK)).copied().unwrap_or(PieceKind::Rook);
    Piece::new(color(code), kind)
}

fn rook_letter(color: Color, rook: Square) -> char {
    match color {
        Color::White => char::from(b'A' + rook.file()),
        Color::Black => char::from(b'a' + rook.file()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_mt::Mt64;

    fn assert_round_trip(position: &Position) {
        let record = Record::new(position, -321, GameResult::WhiteWins);
        let decoded = Record::decode(&record.encode()).expect("a record");
        assert_eq!(decoded, record, "{position:?}");
        assert_eq!(record.key(), position.key(), "{position:?}");
        assert_eq!(decoded.position().expect("a legal position").fen(), position.fen());
    }

    #[test]
    fn every_position_of_random_games_survives_the_round_trip() {
        let mut random = Mt64::new(3);
        for fen in [
            oxide88::position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/RKBNQRNB w AFcf - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        ] {
            for _ in 0..50 {
                let mut position = Position::from_fen(fen).unwrap();
                for _ in 0..150 {
                    assert_round_trip(&position);
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position.make(moves[random.next_u64() as usize % moves.len()]);
                }
            }
        }
    }

    #[test]
    fn en_passant_square_and_castling_rights_are_in_the_bytes() {
        let position = Position::from_fen("4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 40").unwrap();
        let bytes = Record::new(&position, 1, GameResult::Draw).encode();
        assert_eq!(bytes[24], 0x80 | 0x14);
        assert_eq!(bytes[8..11], [0x85, 0xd0, 0x0e]);
        assert_eq!((bytes[26], bytes[28], bytes[30]), (40, 1, 1));
    }

    #[test]
    fn bytes_that_are_no_record_are_refused() {
        let good = Record::new(&Position::start(), 0, GameResult::Draw).encode();
        for (index, byte) in [(0, 0), (8, 0x7f), (24, 65), (30, 3), (10, 0x55)] {
            let mut bytes = good;
            bytes[index] = byte;
            assert_eq!(Record::decode(&bytes), None, "byte {index}");
        }
        assert_eq!(Record::decode(&[0; RECORD_SIZE]), None);
        assert_eq!(Record::decode(&[255; RECORD_SIZE]), None);
    }
}
