//! Conversion of positions and moves from and to text: FEN and UCI moves. shakmaty parses, validates and reports
//! errors; `tests/layers.rs` lists the few other core files that use it.

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

/// The reason a FEN was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FenError {
    /// The text is not a FEN.
    Syntax(ParseFenError),
    /// The text describes an unplayable position; contains the reasons in words.
    Illegal(String),
    /// A side has more than sixteen pieces.
    TooManyPieces(Color),
    /// The text has pieces in hand or remaining checks.
    Variant,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "{error}"),
            Self::Illegal(reasons) => write!(f, "{reasons}"),
            Self::Variant => write!(f, "pieces in hand or remaining checks belong to another variant"),
            Self::TooManyPieces(color) => write!(f, "{color:?} has more than {CAPACITY} pieces"),
        }
    }
}

impl std::error::Error for FenError {}

/// The reason a move text was rejected.
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
    /// Parses a FEN; clocks and trailing fields may be missing. Castling rights are accepted in all three notations
    /// (FEN, X-FEN, Shredder-FEN). An en-passant square without a legal capture is dropped.
    ///
    /// Positions that no game can reach are accepted if they are playable (too much material, impossible checks).
    ///
    /// # Errors
    /// The text is not a FEN or the position is not playable.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let fen = Fen::from_ascii(text.trim().as_bytes()).map_err(FenError::Syntax)?;
        Self::from_setup(fen.into_setup())
    }

    fn from_setup(setup: Setup) -> Result<Self, FenError> {
        if setup.pockets.is_some() || setup.remaining_checks.is_some() {
            return Err(FenError::Variant);
        }
        for (color, ours) in [(Color::White, setup.board.white()), (Color::Black, setup.board.black())] {
            if ours.count() > CAPACITY {
                return Err(FenError::TooManyPieces(color));
            }
        }
        let chess = playable(setup).map_err(FenError::Illegal)?;
        Ok(Self::from_shakmaty(&chess))
    }

    /// Converts a shakmaty position.
    fn from_shakmaty(chess: &Chess) -> Self {
        let setup = shakmaty::Position::to_setup(chess, EnPassantMode::Always);
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

    /// Returns the FEN of the position; the en-passant square appears only if a capture there is legal.
    pub fn fen(&self) -> String {
        // A FEN represents a chess position without loss, so there is no loss to ignore.
        Fen::try_from_setup(self.to_setup()).unwrap_or_else(LossyFenError::ignore).to_string()
    }

    /// Returns the position without its history as shakmaty's type, for shakmaty and crates built on it; `None` if
    /// shakmaty rejects it.
    pub fn to_shakmaty(&self) -> Option<Chess> {
        playable(self.to_setup()).ok()
    }

    /// As [`Position::to_shakmaty`], with the en-passant square even if no pawn can capture there.
    pub fn to_shakmaty_after_double_push(&self) -> Option<Chess> {
        let ep_square = self.passed_square().map(square_out);
        playable(Setup { ep_square, ..self.to_setup() }).ok()
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

    /// Returns whether kings and rooks with castling rights stand on their squares of standard chess.
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

    /// Parses a legal move in UCI notation. Castling is accepted both as the king's move (`e1g1`, unless that is an
    /// ordinary king move) and as king takes rook (`e1h1`).
    ///
    /// # Errors
    /// The text is not a move, or the move is not legal here.
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

    /// Returns a move in UCI notation. Castling is written as king takes rook with `chess960`, else as the king's move.
    pub fn move_text(&self, mv: Move, chess960: bool) -> String {
        let to = match mv.castling() {
            Some(side) if !chess960 => side.king_target(self.side_to_move()),
            _ => mv.to(),
        };
        let promotion = mv.promotion().map(role_out);
        UciMove::Normal { from: square_out(mv.from()), to: square_out(to), promotion }.to_string()
    }
}

/// The greatest move number that is accepted; a FEN may contain any, and greater ones are clamped.
const LAST_MOVE: u32 = 1 << 30;

/// Returns the position if it is playable, reachable or not, else the reason in words. Chess960 mode handles standard
/// castling rights as well.
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
