//! Static exchange evaluation (SEE) against a public suite, against positions solved by hand, and against a model that
//! shares nothing with the engine: a grid of letters on which both sides capture in turn, with the least valuable piece
//! first, and stop when that pays. Both engine and model ignore pins and the promotion of a pawn that recaptures on the
//! last rank.

mod common;

use std::collections::BTreeSet;

use common::{Lockstep, below, on_all_cores, pick};
use oxide88::position::Position;
use oxide88::types::{Color, Move, MoveKind, PieceKind, Square, Value};
use rand_mt::Mt64;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess};

/// Asserts that the exchange is worth exactly `value` centipawns.
fn assert_see(position: &Position, mv: Move, value: Value, what: &str) {
    assert!(position.see_ge(mv, value), "{mv:?} is not worth {value}: {what}");
    assert!(!position.see_ge(mv, value + 1), "{mv:?} is worth more than {value}: {what}");
}

#[test]
fn the_piece_values_are_those_of_the_suite() {
    let values = PieceKind::ALL.map(Position::exchange_value);
    assert_eq!(values[..5], [100, 300, 300, 500, 900]);
    assert!(values[5] > 900 * 10);
}

#[test]
fn the_public_suite_agrees() {
    // The suite promotes pawns in the middle of an exchange; these are the values without promotion.
    let simplified = [
        ("2r5/1P4pk/p2p1b1p/5b1n/BB3p2/2R2p2/P1P2P2/4RK2 w - - Rxc8", 300),
        ("3N4/2P5/2n5/1k6/8/8/8/4K3 b - - Nxd8", 0),
        ("3n3r/2P5/8/1k6/8/8/3Q4/4K3 w - - Qxd8", -100),
        ("8/8/1k6/8/8/2N1N3/2p1p1K1/3n4 w - - Nxd1", 0),
    ];
    let text = common::text(&common::carried("see/see.epd"));
    let mut count = 0;
    let mut overridden = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [fen, san, value] = fields[..3] else { panic!("{line:?}") };
        let game = Lockstep::new(fen, false);
        let their_move = unique_move(san, &game.theirs).unwrap_or_else(|| panic!("{line}"));
        let mv = game.ours.parse_move(&their_move.to_uci(CastlingMode::Chess960).to_string()).expect("a legal move");
        let exception = simplified.iter().find(|&&(id, _)| id == format!("{fen} {san}"));
        let value = exception.map_or_else(|| value.parse().expect("a number"), |&(_, value)| value);
        assert_see(&game.ours, mv, value, line);
        overridden += usize::from(exception.is_some());
        count += 1;
    }
    assert_eq!(overridden, simplified.len());
    println!("ref/see.epd: {count} exchanges, {overridden} of them with the values of a simpler exchange");
}

/// Parses `san`; if it is ambiguous, takes the piece on the leftmost file, because the value is the same.
fn unique_move(san: &str, chess: &Chess) -> Option<shakmaty::Move> {
    let with_file = |file: char| format!("{}{file}{}", &san[..1], &san[1..]);
    std::iter::once(san.to_string())
        .chain(('a'..='h').map(with_file))
        .find_map(|san| san.parse::<San>().ok()?.to_move(chess).ok())
}

#[test]
fn exchanges_have_the_values_found_by_hand() {
    for (fen, text, value, what) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100, "an undefended pawn"),
        ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", -400, "a rook for a defended pawn"),
        ("4k3/8/3p4/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", -300, "an x-ray that takes back: P - R + P"),
        ("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", -400, "x-rays on both sides of the square: P - R"),
        ("6k1/8/5b2/4p3/8/2B5/1Q6/6K1 w - - 0 1", "c3e5", 100, "bishop and queen in line: P - B + B, or P"),
        ("6k1/6q1/5b2/4p3/8/2B5/1Q6/7K w - - 0 1", "c3e5", -200, "both lines doubled: P - B"),
        ("6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", 100, "en passant, undefended"),
        ("6k1/2p5/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", 0, "en passant, a pawn takes back"),
        ("3r2k1/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1", "e5d6", 100, "en passant opens the file for our rook"),
        ("3r2k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", 0, "en passant, a rook takes back"),
        ("8/8/8/3k4/3P4/8/8/3K4 b - - 0 1", "d5d4", 100, "the king takes"),
        ("8/8/3k4/4p3/8/3N4/8/6K1 w - - 0 1", "d3e5", -200, "a king takes back"),
        ("8/8/3k4/4p3/8/3N4/8/4R1K1 w - - 0 1", "d3e5", 100, "a king may not take back what is defended"),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", 800, "a promotion"),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8n", 200, "an underpromotion"),
        ("1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", -100, "the queen is taken at once"),
        ("1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8q", 1300, "a rook and a queen, undefended"),
        ("1r1r3k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8q", 400, "a rook for a pawn"),
        ("1r5k/P7/8/8/8/8/8/R6K w - - 0 1", "a7a8q", 400, "P for R after a rook takes back from behind the pawn"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0, "a quiet move to a safe square"),
        ("4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", "e2e4", -100, "a pawn pushed into another's reach"),
        ("4k3/8/8/3p4/8/8/4P3/4RK2 w - - 0 1", "e2e4", 0, "the rook behind the pushed pawn takes back"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0, "castling"),
    ] {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
        assert_see(&position, mv, value, &format!("{fen} {text}, {what}"));
    }
}

/// The board as letters, White in upper case; the model knows nothing else of the position.
#[derive(Clone)]
struct Grid([[char; 8]; 8]); // [rank][file]

type Cell = (usize, usize); // (rank, file)

impl Grid {
    fn of(position: &Position) -> Self {
        let mut cells = [['.'; 8]; 8];
        for square in Square::all() {
            let (rank, file) = cell_of(square);
            cells[rank][file] = position.piece_on(square).letter();
        }
        Self(cells)
    }

    fn at(&self, (rank, file): Cell) -> char {
        self.0[rank][file]
    }

    /// Moves a piece, which becomes `piece`, and captures the piece on `to`.
    fn moved(&self, from: Cell, to: Cell, piece: char) -> Self {
        let mut grid = self.clone();
        grid.0[from.0][from.1] = '.';
        grid.0[to.0][to.1] = piece;
        grid
    }

    /// Returns whether the piece on `from` attacks `to`.
    fn attacks(&self, from: Cell, to: Cell) -> bool {
        let piece = self.at(from);
        let (ranks, files) = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
        let (far, near) = (ranks.abs().max(files.abs()), ranks.abs().min(files.abs()));
        let (diagonal, straight) = (far == near, near == 0);
        match piece.to_ascii_lowercase() {
            _ if far == 0 => false,
            'p' => far == 1 && near == 1 && ranks == if piece == 'P' { 1 } else { -1 },
            'n' => (far, near) == (2, 1),
            'k' => far == 1,
            'b' => diagonal && self.is_open(from, to),
            'r' => straight && self.is_open(from, to),
            'q' => (diagonal || straight) && self.is_open(from, to),
            _ => false,
        }
    }

    /// Returns whether all squares between two squares on a line are empty.
    fn is_open(&self, from: Cell, to: Cell) -> bool {
        let (rank_step, file_step) = ((to.0 as i32 - from.0 as i32).signum(), (to.1 as i32 - from.1 as i32).signum());
        let (mut rank, mut file) = (from.0 as i32 + rank_step, from.1 as i32 + file_step);
        while (rank as usize, file as usize) != to {
            if self.0[rank as usize][file as usize] != '.' {
                return false;
            }
            rank += rank_step;
            file += file_step;
        }
        true
    }

    fn attackers(&self, to: Cell, white: bool) -> Vec<Cell> {
        let cells = (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
        cells
            .filter(|&from| {
                self.at(from) != '.' && self.at(from).is_ascii_uppercase() == white && self.attacks(from, to)
            })
            .collect()
    }

    /// Returns the possible gains, in centipawns, of the side to capture on `target`. It captures with a piece of its
    /// least valuable kind or not at all. The choice among several such pieces may matter, because they open different
    /// lines, so there may be several right answers.
    fn exchange(&self, target: Cell, white: bool) -> BTreeSet<Value> {
        let attackers = self.attackers(target, white);
        let rank = |cell: Cell| "pnbrqk".find(self.at(cell).to_ascii_lowercase());
        let cheapest = attackers.iter().map(|&cell| rank(cell)).min();
        let mut values = BTreeSet::new();
        for from in attackers.into_iter().filter(|&cell| Some(rank(cell)) == cheapest) {
            let piece = self.at(from);
            let after = self.moved(from, target, piece);
            let is_king = piece.eq_ignore_ascii_case(&'k');
            if is_king && !after.attackers(target, !white).is_empty() {
                values.insert(0);
            } else {
                let won = worth(self.at(target));
                values.extend(after.exchange(target, !white).into_iter().map(|value| (won - value).max(0)));
            }
        }
        if values.is_empty() {
            values.insert(0);
        }
        values
    }

    /// Returns all right answers for the value of `mv`.
    fn see(&self, mv: Move, us: Color) -> BTreeSet<Value> {
        if mv.castling().is_some() {
            return BTreeSet::from([0]);
        }
        let (from, to) = (cell_of(mv.from()), cell_of(mv.to()));
        let mut grid = self.clone();
        let mut won = worth(self.at(to));
        if mv.kind() == MoveKind::EnPassant {
            won = worth('p');
            grid.0[from.0][to.1] = '.';
        }
        let mut piece = self.at(from);
        if let Some(kind) = mv.promotion() {
            won += worth(kind.letter()) - worth('p');
            piece = if us == Color::White { kind.letter().to_ascii_uppercase() } else { kind.letter() };
        }
        let replies = grid.moved(from, to, piece).exchange(to, us == Color::Black);
        replies.into_iter().map(|value| won - value).collect()
    }
}

fn cell_of(square: Square) -> Cell {
    (square.rank().into(), square.file().into())
}

fn worth(letter: char) -> Value {
    match letter.to_ascii_lowercase() {
        'p' => 100,
        'n' | 'b' => 300,
        'r' => 500,
        'q' => 900,
        'k' => 20_000,
        _ => 0,
    }
}

#[test]
fn random_exchanges_equal_the_model() {
    let games = if cfg!(debug_assertions) { 100 } else { 1_000 };
    let counts = on_all_cores(games, |seed| {
        let mut random = Mt64::new(7000 + seed as u64);
        let mut position = Lockstep::random_start(&mut random).ours;
        let (mut moves_seen, mut ambiguous) = (0, 0);
        for _ in 0..120 {
            let moves = position.legal_moves();
            let grid = Grid::of(&position);
            for &mv in moves.iter().filter(|_| below(&mut random, 3) == 0) {
                let answers = grid.see(mv, position.side_to_move());
                assert!(
                    answers.iter().any(|&value| position.see_ge(mv, value) && !position.see_ge(mv, value + 1)),
                    "{mv:?} in {position:?}: {answers:?}"
                );
                moves_seen += 1;
                ambiguous += usize::from(answers.len() > 1);
            }
            let Some(index) = pick(&mut random, &moves) else { break };
            position.make(moves[index]);
        }
        (moves_seen, ambiguous)
    });
    let (moves, ambiguous) = counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    println!("{moves} exchanges, {ambiguous} of them with more than one right answer");
    assert!(ambiguous * 20 < moves);
}
