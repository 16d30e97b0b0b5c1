//! The one door into and out of a position: FEN and UCI move text. shakmaty parses, validates and names the fault;
//! `tests/layers.rs` lists the few other files of the engine's core that use it.

use std::fmt;
use std::num::NonZeroU32;

use shakmaty::fen::{Fen, LossyFenError, ParseFenError};
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, EnPassantMode, FromSetup, PositionError, Role, Setup,
    Square as ShakmatySquare,
};

use super::Position;
use super::piece_list::CAPACITY;
use crate::types::{CastlingRights, CastlingSide, Color, Move, Piece, PieceKind, Square};

/// Why a FEN was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FenError {
    /// The text is not a FEN.
    Syntax(ParseFenError),
    /// The text describes a position that cannot be played: the reasons, in words.
    Illegal(String),
    /// A side has more than sixteen pieces.
    TooManyPieces(Color),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "{error}"),
            Self::Illegal(reasons) => write!(f, "{reasons}"),
            Self::TooManyPieces(color) => write!(f, "{color:?} has more than {CAPACITY} pieces"),
        }
    }
}

impl std::error::Error for FenError {}

/// Why a move in text was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveTextError {
    /// The text is not a move such as `e2e4` or `a7a8q`.
    Syntax,
    /// The move is not legal in the position.
    Illegal,
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "not a move",
            Self::Illegal => "illegal move",
        })
    }
}

impl std::error::Error for MoveTextError {}

impl Position {
    /// Returns the position a FEN describes; clocks and trailing fields may be missing. Castling rights are read in all
    /// three notations (FEN, X-FEN, Shredder-FEN). An en-passant square where nothing can be captured is dropped.
    ///
    /// Positions that no game reaches are accepted if they can be played (too much material, impossible checks).
    ///
    /// # Errors
    /// What is wrong with the text or with the position.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let fen = Fen::from_ascii(text.trim().as_bytes()).map_err(FenError::Syntax)?;
        Self::from_setup(fen.into_setup())
    }

    fn from_setup(setup: Setup) -> Result<Self, FenError> {
        for (color, ours) in [(Color::White, setup.board.white()), (Color::Black, setup.board.black())] {
            if ours.count() > CAPACITY {
                return Err(FenError::TooManyPieces(color));
            }
        }
        let chess = playable(setup).map_err(FenError::Illegal)?;
        Ok(Self::from_shakmaty(&chess))
    }

    /// Returns the same position as shakmaty's.
    fn from_shakmaty(chess: &Chess) -> Self {
        let setup = shakmaty::Position::to_setup(chess, EnPassantMode::Legal);
        let mut position = Self::empty();
        for (square, piece) in setup.board {
            position.add_piece(Piece::new(color_in(piece.color), kind_in(piece.role)), square_in(square));
        }
        let castles = shakmaty::Position::castles(chess);
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = castles.rook(color_out(color), side_out(side)) {
                    position.grant_castling(color, side, square_in(rook));
                }
            }
        }
        let side_to_move = color_in(setup.turn);
        let ply = 2 * (setup.fullmoves.get().min(LAST_MOVE) - 1) + side_to_move.index() as u32;
        let halfmoves = u16::try_from(setup.halfmoves).unwrap_or(u16::MAX);
        position.finish_setup(side_to_move, setup.ep_square.map(square_in), halfmoves, ply);
        position
    }

    /// Returns the FEN of the position; the en-passant square is given only if a capture there is legal.
    pub fn fen(&self) -> String {
        // Nothing of a chess position is lost in a FEN, so there is nothing that ignoring losses could hide.
        Fen::try_from_setup(self.to_setup()).unwrap_or_else(LossyFenError::ignore).to_string()
    }

    /// Returns the position for shakmaty and what is built on it, without its history; `None` if shakmaty does not take
    /// it.
    pub fn to_shakmaty(&self) -> Option<Chess> {
        playable(self.to_setup()).ok()
    }

    fn to_setup(&self) -> Setup {
        let mut board = Board::empty();
        for square in Square::all().filter(|&square| !self.is_empty(square)) {
            let piece = self.piece_on(square);
            let role = role_out(piece.kind());
            board.set_piece_at(square_out(square), shakmaty::Piece { color: color_out(piece.color()), role });
        }
        let mut castling_rights = Bitboard::EMPTY;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.castling().contains(CastlingRights::of(color, side)) {
                    castling_rights.add(square_out(self.castling_rook(color, side)));
                }
            }
        }
        Setup {
            board,
            turn: color_out(self.side_to_move()),
            castling_rights,
            ep_square: self.en_passant().map(square_out),
            halfmoves: u32::from(self.halfmove_clock()),
            fullmoves: NonZeroU32::MIN.saturating_add(self.game_ply() / 2),
            ..Setup::empty()
        }
    }

    /// Returns whether king and castling rooks stand where they stand in standard chess, as far as they still may
    /// castle.
    pub fn is_standard_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            CastlingSide::ALL.into_iter().all(|side| {
                let corner = match side {
                    CastlingSide::King => 7,
                    CastlingSide::Queen => 0,
                };
                !self.castling().contains(CastlingRights::of(color, side))
                    || (self.king(color).file() == 4 && self.castling_rook(color, side).file() == corner)
            })
        })
    }

    /// Returns the legal move that `text` means. Castling is understood both as the king's two steps (`e1g1`, where
    /// that is not a plain king move) and as king takes rook (`e1h1`).
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let Ok(UciMove::Normal { from, to, promotion }) = UciMove::from_ascii(text.as_bytes()) else {
            return Err(MoveTextError::Syntax);
        };
        let (from, to, promotion) = (square_in(from), square_in(to), promotion.map(kind_in));
        let us = self.side_to_move();
        let legal = self.legal_moves();
        let exact = legal.iter().find(|mv| mv.from() == from && mv.to() == to && mv.promotion() == promotion);
        let by_king_target = || {
            legal.iter().find(|mv| {
                mv.from() == from && promotion.is_none() && mv.castling().is_some_and(|side| side.king_target(us) == to)
            })
        };
        exact.or_else(by_king_target).copied().ok_or(MoveTextError::Illegal)
    }

    /// Returns a move in UCI notation. Castling is the king's two steps in standard chess and king takes rook if
    /// `chess960` is set.
    pub fn move_text(&self, mv: Move, chess960: bool) -> String {
        let to = match mv.castling() {
            Some(side) if !chess960 => side.king_target(self.side_to_move()),
            _ => mv.to(),
        };
        let promotion = mv.promotion().map(role_out);
        UciMove::Normal { from: square_out(mv.from()), to: square_out(to), promotion }.to_string()
    }
}

/// The greatest number of a move; a FEN may name any.
const LAST_MOVE: u32 = 1 << 30;

/// What can be played, whether a game reaches it or not, or why it cannot. Chess960 mode reads the standard castling
/// rights just as well.
fn playable(setup: Setup) -> Result<Chess, String> {
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|error| error.to_string())
}

fn square_in(square: ShakmatySquare) -> Square {
    Square::from64(square as u8)
}

fn square_out(square: Square) -> ShakmatySquare {
    ShakmatySquare::new(u32::from(square.to64()))
}

fn color_in(color: shakmaty::Color) -> Color {
    if color.is_white() { Color::White } else { Color::Black }
}

fn color_out(color: Color) -> shakmaty::Color {
    shakmaty::Color::from_white(color == Color::White)
}

fn side_out(side: CastlingSide) -> shakmaty::CastlingSide {
    match side {
        CastlingSide::King => shakmaty::CastlingSide::KingSide,
        CastlingSide::Queen => shakmaty::CastlingSide::QueenSide,
    }
}

fn kind_in(role: Role) -> PieceKind {
    match role {
        Role::Pawn => PieceKind::Pawn,
        Role::Knight => PieceKind::Knight,
        Role::Bishop => PieceKind::Bishop,
        Role::Rook => PieceKind::Rook,
        Role::Queen => PieceKind::Queen,
        Role::King => PieceKind::King,
    }
}

fn role_out(kind: PieceKind) -> Role {
    match kind {
        PieceKind::Pawn => Role::Pawn,
        PieceKind::Knight => Role::Knight,
        PieceKind::Bishop => Role::Bishop,
        PieceKind::Rook => Role::Rook,
        PieceKind::Queen => Role::Queen,
        PieceKind::King => Role::King,
    }
}
