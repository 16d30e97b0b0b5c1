//! The Zobrist keys. The 781 numbers and their layout are checked against literal values and against a key computed
//! from the FEN by an independent formula in this file, so the engine's code never verifies itself. There are two
//! classic mistakes: XORing the index of a feature instead of its number, and indexing by the product of square and
//! piece, which gives different pairs the same number. Over many random games, keys are equal exactly when positions
//! are.

mod common;

use std::collections::{HashMap, HashSet};

use common::{Lockstep, on_all_cores, pick};
use oxide88::position::{KEY_COUNT, Key, Position, START_FEN, Zobrist};
use oxide88::types::{CastlingRights, CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Square};
use rand_mt::Mt64;

const BLACK_TO_MOVE: usize = 768;
const CASTLING: usize = 769;
const EN_PASSANT: usize = 773;

/// The key and the pawn key of the start position.
const START_KEYS: (Key, Key) = (0x1960_99da_dc4c_a2af, 0x5ae8_9262_7fa6_c58b);

const GAMES: usize = if cfg!(debug_assertions) { 200 } else { 1_000 };

/// Returns the numbers straight from the generator.
fn numbers() -> Vec<Key> {
    let mut twister = Mt64::new(5489);
    (0..781).map(|_| twister.next_u64()).collect()
}

/// Returns the index of a piece, given by its FEN letter, on a square given by file and rank.
fn piece_index(letter: char, file: usize, rank: usize) -> usize {
    let piece = "PNBRQKpnbrqk".find(letter).expect("a piece's letter");
    piece * 64 + rank * 8 + file
}

/// Returns the indexes of the features of a position in standard chess, read from its FEN.
fn features(fen: &str) -> Vec<usize> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut features = Vec::new();
    for (row, text) in fields[0].split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as usize;
            } else {
                features.push(piece_index(letter, file, 7 - row));
                file += 1;
            }
        }
    }
    if fields[1] == "b" {
        features.push(BLACK_TO_MOVE);
    }
    features.extend(fields[2].chars().filter_map(|right| "KQkq".find(right)).map(|right| CASTLING + right));
    if fields[3] != "-" {
        features.push(EN_PASSANT + usize::from(fields[3].as_bytes()[0] - b'a'));
    }
    features
}

/// Key, pawn key and the non-pawn keys of White and Black.
type Keys = (Key, Key, [Key; 2]);

/// Computes the keys by the formula: the XOR of the numbers of all features, of the pawns only, and of each side's
/// other pieces.
fn keys_by_formula(numbers: &[Key], fen: &str) -> Keys {
    let features = features(fen);
    let key_of = |counts: &dyn Fn(usize) -> bool| {
        features.iter().filter(|&&index| counts(index)).fold(0, |key, &index| key ^ numbers[index])
    };
    let pawns = key_of(&|index| index < 64 || (384..448).contains(&index));
    (key_of(&|_| true), pawns, [64..384, 448..768].map(|pieces| key_of(&|index| pieces.contains(&index))))
}

fn keys(position: &Position) -> Keys {
    (position.key(), position.pawn_key(), [Color::White, Color::Black].map(|color| position.non_pawn_key(color)))
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the position after moves from the start position.
fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for text in moves.split(' ') {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.make(mv);
    }
    position
}

#[test]
fn the_table_holds_the_golden_numbers() {
    for (index, number) in [
        (0, 14_514_284_786_278_117_030),
        (767, 18_304_055_221_177_982_100),
        (768, 9_416_630_457_538_799_891),
        (773, 10_659_961_423_006_612_289),
        (780, 10_447_121_228_281_024_024),
    ] {
        assert_eq!(Zobrist::get().number(index), number, "number {index}");
    }
    assert_eq!((KEY_COUNT, Zobrist::SEED), (781, 5489));
}

#[test]
fn the_ten_thousandth_output_of_the_generator_is_the_standard_one() {
    let mut twister = Mt64::new(Zobrist::SEED);
    assert_eq!((0..10_000).map(|_| twister.next_u64()).last(), Some(9_981_545_732_273_789_042));
}

#[test]
fn all_numbers_equal_those_of_another_implementation() {
    let text = common::text(&common::carried("keys/mt19937_64.tsv"));
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).take(KEY_COUNT) {
        let fields: Vec<&str> = line.split('\t').collect();
        let index: usize = fields[0].parse().expect("an index");
        assert_eq!(fields[1].parse(), Ok(Zobrist::get().number(index - 1)), "{line}");
        count += 1;
    }
    assert_eq!(count, KEY_COUNT);
}

#[test]
fn no_two_features_share_a_number() {
    let zobrist = Zobrist::get();
    let mut features = Vec::new();
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            features.extend(Square::all().map(|square| zobrist.piece(Piece::new(color, kind), square)));
        }
    }
    features.push(zobrist.black_to_move());
    for color in Color::ALL {
        features.extend(CastlingSide::ALL.map(|side| zobrist.castling(CastlingRights::of(color, side))));
    }
    features.extend((0..8).map(|file| zobrist.en_passant(Some(Square::from_file_rank(file, 2)))));
    assert_eq!(features, numbers(), "the features in the table's order");
    assert_eq!(features.iter().collect::<HashSet<_>>().len(), 781);
    assert!(features.iter().all(|&number| number > 1 << 32), "a number as small as an index");
    assert_eq!(zobrist.en_passant(None), 0);
    assert_eq!(zobrist.castling(CastlingRights::NONE), 0);
}

#[test]
fn the_start_position_has_the_key_of_the_formula() {
    let (key, pawn_key, _) = keys_by_formula(&numbers(), START_FEN);
    assert_eq!((key, pawn_key), START_KEYS);
    assert_eq!(keys(&Position::start()), keys_by_formula(&numbers(), START_FEN));
}

/// Compares a board of two kings with and without one more piece, on each square: the difference is its number.
#[test]
fn a_piece_on_a_square_changes_the_key_by_its_own_number() {
    let numbers = numbers();
    let mut seen = HashSet::new();
    for letter in "PNBRQpnbrq".chars() {
        for square in Square::all() {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            // The piece may give check, so the other side is to move; the kings stand in two free corners.
            let turn = if letter.is_ascii_uppercase() { 'b' } else { 'w' };
            let white_file = if matches!((file, rank), (0, 0) | (7, 7)) { 7 } else { 0 };
            let mut board = [['1'; 8]; 8];
            board[7][7 - white_file] = 'k';
            board[0][white_file] = 'K';
            let without = fen_of(&board, turn);
            board[rank][file] = letter;
            let with = fen_of(&board, turn);
            if letter.eq_ignore_ascii_case(&'p') && matches!(rank, 0 | 7) {
                assert!(Position::from_fen(&with).is_err(), "{with}");
                continue;
            }
            let number = numbers[piece_index(letter, file, rank)];
            let (with, without) = (position(&with), position(&without));
            assert_eq!(with.key() ^ without.key(), number, "{letter} on {square}");
            let pawn_number = if letter.eq_ignore_ascii_case(&'p') { number } else { 0 };
            assert_eq!(with.pawn_key() ^ without.pawn_key(), pawn_number, "{letter} on {square}");
            assert!(seen.insert(number), "the number of {letter} on {square} is another's too");
        }
    }
    assert_eq!(seen.len(), 8 * 64 + 2 * 48);
}

/// Formats a FEN without castling and en passant; each empty square is a `1`.
fn fen_of(board: &[[char; 8]; 8], turn: char) -> String {
    let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
    format!("{} {turn} - - 0 1", rows.join("/"))
}

#[test]
fn kings_change_the_key_by_their_own_numbers() {
    let numbers = numbers();
    for white in Square::all() {
        for black in Square::all().filter(|&black| oxide88::types::geometry::distance(white, black) > 1) {
            let mut board = [['1'; 8]; 8];
            board[white.rank() as usize][white.file() as usize] = 'K';
            board[black.rank() as usize][black.file() as usize] = 'k';
            let expected =
                [5 * 64 + white.to64() as usize, 11 * 64 + black.to64() as usize].map(|index| numbers[index]);
            let whole = expected[0] ^ expected[1];
            assert_eq!(keys(&position(&fen_of(&board, 'w'))), (whole, 0, expected), "{white} {black}");
        }
    }
}

#[test]
fn side_to_move_castling_and_en_passant_change_the_key_by_their_numbers_not_their_indexes() {
    let difference = |a: &str, b: &str| position(a).key() ^ position(b).key();
    let board = "r3k2r/8/8/8/8/8/8/R3K2R";
    let turn = difference(&format!("{board} w - - 0 1"), &format!("{board} b - - 0 1"));
    assert_eq!(turn, 9_416_630_457_538_799_891);
    assert_ne!(turn, 768);
    let numbers = numbers();
    for (index, right) in (CASTLING..).zip(["K", "Q", "k", "q"]) {
        let number = difference(&format!("{board} w - - 0 1"), &format!("{board} w {right} - 0 1"));
        assert_eq!(number, numbers[index], "{right}");
        assert_ne!(number, index as Key, "{right}");
    }
    let all = difference(&format!("{board} w - - 0 1"), &format!("{board} w KQkq - 0 1"));
    assert_eq!(all, numbers[769] ^ numbers[770] ^ numbers[771] ^ numbers[772]);
    for (index, file) in (EN_PASSANT..).zip('a'..='h') {
        // A white pawn stands beside the black one.
        let column = index - EN_PASSANT;
        let mut row = ['1'; 8];
        row[column] = 'p';
        row[if column == 0 { 1 } else { column - 1 }] = 'P';
        let board = format!("k7/8/8/{}/8/8/8/7K", row.iter().collect::<String>());
        let number = difference(&format!("{board} w - - 0 1"), &format!("{board} w - {file}6 0 1"));
        assert_eq!(number, numbers[index], "{file}");
        assert_ne!(number, index as Key, "{file}");
    }
}

#[test]
fn pairs_of_piece_and_square_with_equal_products_have_different_numbers() {
    let zobrist = Zobrist::get();
    let mut by_product: HashMap<usize, Vec<Key>> = HashMap::new();
    for (index, letter) in "PNBRQKpnbrqk".chars().enumerate() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        for square in Square::all() {
            let number = zobrist.piece(Piece::new(color, PieceKind::ALL[index % 6]), square);
            by_product.entry(index * square.to64() as usize).or_default().push(number);
        }
    }
    assert!(by_product[&0].len() > 70 && by_product[&60].len() > 5);
    for (product, numbers) in by_product {
        assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len(), "product {product}");
    }
}

#[test]
fn transpositions_have_equal_keys() {
    for (one, other) in [
        ("g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3"),
        ("e2e4 e7e6 d2d4 d7d5", "d2d4 d7d5 e2e4 e7e6"),
        ("e2e3 e7e5 e3e4", "e2e4 e7e6 g1f3 e6e5 f3g1 b8c6 g1f3 c6b8 f3g1"),
        ("g1f3 g8f6 f3g1 f6g8 d2d4", "d2d4"),
        ("e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8", "g1f3 g8f6 e2e4 e7e5 f1e2 f8e7 e1g1 e8g8"),
    ] {
        let (one, other) = (after(one), after(other));
        if one.side_to_move() == other.side_to_move() {
            assert_eq!(keys(&one), keys(&other), "{one:?}, {other:?}");
        } else {
            assert_eq!(one.key() ^ other.key(), numbers()[BLACK_TO_MOVE], "{one:?}, {other:?}");
        }
    }
    // A rook that has moved and returned has lost the castling right, so the key differs.
    assert_ne!(after("h2h4 h7h5 h1h2 h8h7 h2h1 h7h8").key(), after("h2h4 h7h5").key());
}

#[test]
fn en_passant_is_in_the_key_only_if_the_capture_is_legal() {
    let numbers = numbers();
    for (moves, file) in [
        ("e2e4", None),
        ("e2e4 a7a6 e4e5 d7d5", Some(3)),
        ("e2e4 a7a6 e4e5 f7f5", Some(5)),
        ("e2e4 d7d5 a2a3 d5d4 c2c4", Some(2)),
    ] {
        let position = after(moves);
        assert_eq!(position.en_passant().map(Square::file), file, "{moves}");
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let without = Position::from_fen(&[fields[0], fields[1], fields[2], "- 0 1"].join(" ")).unwrap();
        let number = file.map_or(0, |file| numbers[EN_PASSANT + file as usize]);
        assert_eq!(position.key() ^ without.key(), number, "{moves}");
    }
    for (fen, file) in [
        // The capturing pawn is pinned on its file, on a diagonal, on the rank that both pawns leave; or it stays on
        // the line of its pin.
        ("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", None),
        ("6k1/3p4/5b2/4P3/3K4/8/8/8 b - - 0 1", None),
        ("7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1", None),
        ("1b4k1/3p4/8/4P3/5K2/8/8/8 b - - 0 1", Some(3)),
    ] {
        let mut pinned = position(fen);
        pinned.make(pinned.parse_move("d7d5").unwrap());
        let text = pinned.fen();
        assert_eq!(pinned.en_passant().map(Square::file), file, "{text}");
        assert_eq!(keys(&pinned), keys_by_formula(&numbers, &text), "{text}");
    }
}

/// Returns the fields of a FEN that the key covers.
fn hashed_fields(fen: &str) -> String {
    fen.rsplitn(3, ' ').last().expect("four fields").to_string()
}

#[test]
fn keys_equal_the_formula_and_pawn_keys_change_only_with_pawns_in_random_games() {
    let numbers = numbers();
    on_all_cores(GAMES, |seed| {
        let mut random = Mt64::new(31_000 + seed as u64);
        let mut position = Position::start();
        for _ in 0..200 {
            let fen = position.fen();
            assert_eq!(keys(&position), keys_by_formula(&numbers, &fen), "{fen}");
            let moves = position.legal_moves();
            for &mv in &moves {
                pawn_key_changes_with_pawns_alone(&mut position, mv, &fen);
            }
            if !position.in_check() {
                let before = keys(&position);
                position.make_null();
                let after = keys(&position);
                assert_eq!((after.1, after.2), (before.1, before.2), "{fen}");
                assert_ne!(position.key(), before.0, "{fen}");
                position.unmake_null();
            }
            let Some(index) = pick(&mut random, &moves) else { break };
            position.make(moves[index]);
        }
    });
}

fn pawn_key_changes_with_pawns_alone(position: &mut Position, mv: Move, fen: &str) {
    let takes_pawn = mv.kind() == MoveKind::EnPassant || mv.is_capture() && position.piece_on(mv.to()).is_pawn();
    let touches_pawn = takes_pawn || position.piece_on(mv.from()).is_pawn();
    let before = keys(position);
    position.make(mv);
    assert_eq!(position.pawn_key() != before.1, touches_pawn, "{mv:?} in {fen}");
    assert_ne!(position.key(), before.0, "{mv:?} in {fen}");
    position.unmake();
    assert_eq!(keys(position), before, "{mv:?} in {fen}");
}

#[test]
fn keys_are_equal_exactly_when_positions_are() {
    let games = on_all_cores(GAMES, |seed| {
        let mut random = Mt64::new(47_000 + seed as u64);
        // All games begin at one start position, so that their first positions recur.
        let mut position = Lockstep::new(START_FEN, false).ours;
        let mut seen = vec![(position.key(), hashed_fields(&position.fen()))];
        for _ in 0..80 {
            let moves = position.legal_moves();
            let Some(index) = pick(&mut random, &moves) else { break };
            position.make(moves[index]);
            seen.push((position.key(), hashed_fields(&position.fen())));
        }
        seen
    });
    let (mut by_key, mut by_text) = (HashMap::new(), HashMap::new());
    let mut met_again = 0;
    for (key, text) in games.into_iter().flatten() {
        if let Some(other) = by_key.insert(key, text.clone()) {
            assert_eq!(other, text, "one key {key:016x} for two positions");
            met_again += 1;
        }
        assert!(by_text.insert(text.clone(), key).is_none_or(|other| other == key), "two keys for {text}");
    }
    println!("{} positions, met again {met_again} times", by_key.len());
    assert!(met_again > GAMES);
}
