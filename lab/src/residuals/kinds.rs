//! Kinds of positions, in which the evaluation may be wrong as a whole.

use oxide88::eval::tuning::counts;
use oxide88::position::Position;
use oxide88::types::{Color, PieceKind, SquareSet};

/// A kind of positions: its name, and the test of whether a position is one.
pub type PositionKind = (&'static str, fn(&Position) -> bool);

/// All kinds. A position may be of several, or of none.
pub const KINDS: [PositionKind; 14] = [
    ("queens on the board", has_queens),
    ("no queens", |position| Color::ALL.into_iter().all(|color| position.count(color, PieceKind::Queen) == 0)),
    ("opposite castling", |position| has_queens(position) && is_opposite(position)),
    ("kings on one flank", |position| has_queens(position) && !is_opposite(position) && !is_central(position)),
    ("a king in the center", |position| has_queens(position) && is_central(position)),
    ("closed: four or more rams", |position| rams(position) >= 4),
    ("open: no ram", |position| rams(position) == 0),
    ("pawn majorities", has_majorities),
    ("a passed pawn", has_passed_pawn),
    ("bishop pair of one side", |position| has_pair(position, Color::White) != has_pair(position, Color::Black)),
    ("opposite bishops", has_opposite_bishops),
    ("equal material", |position| difference(position).iter().all(|&more| more == 0)),
    ("knight for bishop", |position| matches!(difference(position), [_, 1, -1, 0, 0] | [_, -1, 1, 0, 0])),
    (
        "unequal rooks or queens",
        |position| matches!(difference(position), [_, _, _, rooks, queens] if (rooks, queens) != (0, 0)),
    ),
];

/// The files from the a-file to the d-file.
const QUEENSIDE: SquareSet = SquareSet(0x0f0f_0f0f_0f0f_0f0f);

/// White's count less Black's of each kind of piece but the king.
fn difference(position: &Position) -> [i32; 5] {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    [Pawn, Knight, Bishop, Rook, Queen]
        .map(|kind| position.count(Color::White, kind) - position.count(Color::Black, kind))
}

/// True if both sides have a queen.
fn has_queens(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| position.count(color, PieceKind::Queen) > 0)
}

/// True if a king is on the d-, e- or f-file.
fn is_central(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| (3..=5).contains(&position.king(color).file()))
}

fn is_opposite(position: &Position) -> bool {
    let [white, black] = Color::ALL.map(|color| position.king(color).file());
    !is_central(position) && (white < 3) != (black < 3)
}

/// Number of pawns that stand face to face.
fn rams(position: &Position) -> i32 {
    let [white, black] = Color::ALL.map(|color| position.set(color, PieceKind::Pawn));
    (white.forward(Color::White) & black).len()
}

/// True if each side has more pawns than the other on one wing.
fn has_majorities(position: &Position) -> bool {
    let [white, black] = Color::ALL.map(|color| position.set(color, PieceKind::Pawn));
    let more = [QUEENSIDE, !QUEENSIDE].map(|wing| (white & wing).len() - (black & wing).len());
    more[0] * more[1] < 0
}

/// True if the evaluation counts a pawn as passed.
fn has_passed_pawn(position: &Position) -> bool {
    counts(position).iter().any(|weight| weight.name == "passed_rank")
}

fn has_pair(position: &Position, color: Color) -> bool {
    position.count(color, PieceKind::Bishop) >= 2
}

/// True if each side has one bishop, on squares of different colors.
fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = Color::ALL.map(|color| position.pieces(color, PieceKind::Bishop));
    matches!(bishops, [[white], [black]] if white.is_light() != black.is_light())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the kinds that a position is of.
    fn kinds(fen: &str) -> Vec<&'static str> {
        let position = Position::from_fen(fen).unwrap();
        KINDS.iter().filter(|(_, is_one)| is_one(&position)).map(|(name, _)| *name).collect()
    }

    #[test]
    fn a_position_is_of_its_kinds_and_of_no_others() {
        for (fen, expected) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                &["queens on the board", "a king in the center", "open: no ram", "equal material"][..],
            ),
            (
                "r1b2rk1/pp3ppp/1q6/3pP3/3P4/5N2/PP3PPP/R1BQ1RK1 w - - 0 1",
                &["queens on the board", "kings on one flank", "opposite bishops"],
            ),
            (
                "2k4r/p4ppp/1pq2n2/4p3/8/2B3P1/PPP2P1P/R2Q2K1 w - - 0 1",
                &["queens on the board", "opposite castling", "open: no ram", "pawn majorities", "knight for bishop"],
            ),
            (
                "4k3/8/p1p1p1p1/P1P1P1P1/8/8/7P/R1B1K1B1 w - - 0 1",
                &["no queens", "closed: four or more rams", "bishop pair of one side", "unequal rooks or queens"],
            ),
            (
                "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1",
                &["no queens", "open: no ram", "pawn majorities", "a passed pawn", "equal material"],
            ),
            ("3qk3/8/8/8/8/8/8/R3K2R w - - 0 1", &["open: no ram", "unequal rooks or queens"]),
        ] {
            assert_eq!(kinds(fen), expected, "{fen}");
        }
    }
}
