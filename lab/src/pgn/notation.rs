//! The move that a word of movetext means. Beside standard algebraic notation, people write long algebraic notation
//! (`Ng1-f3`), promotions without `=`, castling with zeros or without hyphens, and annotations glued to the move.

use oxide88::position::Position;
use oxide88::types::{Move, quote};

/// The meaning of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A legal move, with the annotations glued to it.
    Move(Move, Vec<Annotation>),
    /// An annotation of the move before, or of nothing if the list is empty: `e.p.`, `+`.
    Annotations(Vec<Annotation>),
    /// A null move: the side to move passes.
    Null,
}

/// An annotation of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Annotation {
    /// A numeric annotation glyph (NAG).
    Nag(u8),
    /// A sign without a number.
    Sign(String),
}

/// Signs with their numeric annotation glyphs, longer ones first.
const GLYPHS: [(&str, u8); 41] = [
    ("=/∞", 44),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("+/−", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("=∞", 44),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("∆", 140),
    ("⌓", 142),
];

/// Words and suffixes that add nothing to a move: check, mate, double check, en passant.
const IGNORED_SUFFIXES: [&str; 7] = ["e.p", "ep", "dbl", "dis", "mate", "ch", "chm"];

/// Words for a null move.
const NULL_MOVES: [&str; 7] = ["--", "Z0", "z0", "null", "NULL", "@@@@", "0000"];

/// Figurines of the pieces, white and black.
const FIGURINES: &str = "♔♕♖♗♘♙♚♛♜♝♞♟";

/// Reads a word in `position`.
///
/// # Errors
/// In a sentence that quotes the word: it is not a legal move here, or has no plain meaning.
pub fn read(position: &Position, word: &str) -> Result<Meaning, String> {
    if NULL_MOVES.contains(&word) {
        return Ok(Meaning::Null);
    }
    if let Some(number) = annotation_in_letters(word) {
        return Ok(Meaning::Annotations(vec![Annotation::Nag(number)]));
    }
    // A promotion may stand in parentheses: `e8(Q)`.
    let plain = word.replacen('(', "=", 1).replacen(')', "", usize::from(word.contains('(')));
    let core = core(&plain);
    let Some(annotations) = annotations(&plain[core.len()..]) else {
        return Err(format!("{} is not a move", quote(word)));
    };
    if core.is_empty() {
        return annotations_alone(position, word, annotations).map(Meaning::Annotations);
    }
    match position.read_move(core).ok().or_else(|| find(position, core)) {
        Some(mv) => Ok(Meaning::Move(mv, annotations)),
        None => Err(format!("{} {}", quote(word), fault(position, core))),
    }
}

/// The annotations that stand apart from their move. A word for check is dropped, since the move implies it; if the
/// move gives no check, the word is kept as a sign.
fn annotations_alone(position: &Position, word: &str, found: Vec<Annotation>) -> Result<Vec<Annotation>, String> {
    if !found.is_empty() {
        return Ok(found);
    }
    let may_say_check = word.chars().any(|c| c != '.') && word.chars().all(|c| c.is_alphabetic() || "+#.".contains(c));
    match may_say_check {
        false => Err(format!("{} is not a move", quote(word))),
        true if position.in_check() => Ok(found),
        true => Ok(vec![Annotation::Sign(word.to_owned())]),
    }
}

/// The glyph of letters that some programs write behind a move: unclear, editorial comment, novelty, diagram.
fn annotation_in_letters(word: &str) -> Option<u8> {
    match word {
        "inf" => Some(13),
        "RR" => Some(145),
        "N" => Some(146),
        "D" => Some(220),
        _ => None,
    }
}

/// The signs at the end of a word.
fn tail(word: &str) -> &str {
    &word[word.trim_end_matches(|c: char| !c.is_alphanumeric()).len()..]
}

/// A word without signs and ignored suffixes at its end.
fn core(word: &str) -> &str {
    let mut core = word;
    loop {
        core = &core[..core.len() - tail(core).len()];
        let shorter = IGNORED_SUFFIXES.iter().find_map(|suffix| {
            let length = core.len().checked_sub(suffix.len())?;
            let end = core.get(length..)?;
            end.eq_ignore_ascii_case(suffix).then(|| &core[..length])
        });
        match shorter {
            Some(shorter) => core = shorter,
            None => return core,
        }
    }
}

/// The annotations among the signs and suffixes behind a move; `None` if a character is none.
fn annotations(mut text: &str) -> Option<Vec<Annotation>> {
    let mut found = Vec::new();
    while let Some(first) = text.chars().next() {
        if let Some(&(glyph, number)) = GLYPHS.iter().find(|(glyph, _)| text.starts_with(glyph)) {
            found.push(Annotation::Nag(number));
            text = &text[glyph.len()..];
            continue;
        }
        // Letters are of ignored suffixes.
        if !first.is_ascii() {
            found.push(Annotation::Sign(first.to_string()));
        } else if !first.is_alphanumeric() && !"+#.,:-".contains(first) {
            return None;
        }
        text = &text[first.len_utf8()..];
    }
    Some(found)
}

/// A move as the letters and digits of a word describe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Description<'a> {
    /// Letter of the piece; none for pawns, and for other pieces if both squares are given.
    piece: Option<char>,
    /// File and rank of the start square, as far as given.
    from: &'a str,
    to: &'a str,
    /// Letter of the piece to promote to, in lower case.
    promotion: Option<char>,
}

/// Finds the legal move that a word without signs at its end means.
fn find(position: &Position, core: &str) -> Option<Move> {
    if let Some(castling) = castling(core) {
        return position.read_move(castling).ok();
    }
    let letters: String =
        core.chars().filter(|c| !matches!(c, '-' | '–' | 'x' | 'X' | '×' | ':' | '=' | '/' | '(' | ')')).collect();
    let lower = letters.to_ascii_lowercase();
    by_description(position, &letters)
        .or_else(|| if is_coordinates(&lower) { by_description(position, &lower) } else { None })
}

/// Castling as it is usually written.
fn castling(core: &str) -> Option<&'static str> {
    match core.replace('-', "").replace(['o', '0'], "O").as_str() {
        "OO" => Some("O-O"),
        "OOO" => Some("O-O-O"),
        _ => None,
    }
}

/// Returns true for two squares and perhaps a promotion.
fn is_coordinates(letters: &str) -> bool {
    describe(letters).is_some_and(|found| found.piece.is_none() && found.from.len() == 2)
}

fn by_description(position: &Position, letters: &str) -> Option<Move> {
    let Description { piece, from, to, promotion } = describe(letters)?;
    if from.len() == 2 {
        let mv =
            position.parse_move(&format!("{from}{to}{}", promotion.map_or_else(String::new, String::from))).ok()?;
        let letter = position.piece_on(mv.from()).letter().to_ascii_uppercase();
        return piece.is_none_or(|piece| piece == letter).then_some(mv);
    }
    let piece = piece.filter(|&piece| piece != 'P').map_or_else(String::new, String::from);
    let promotion = promotion.map_or_else(String::new, |piece| format!("={}", piece.to_ascii_uppercase()));
    // A pawn that comes from another file captures.
    let capture = if piece.is_empty() && from.len() == 1 { "x" } else { "" };
    position.read_move(&format!("{piece}{from}{capture}{to}{promotion}")).ok()
}

/// Takes a word apart: piece, start square, target square, promotion.
fn describe(letters: &str) -> Option<Description<'_>> {
    if !letters.is_ascii() {
        return None;
    }
    let piece = letters.chars().next().filter(|c| "KQRBNP".contains(*c));
    let squares = if piece.is_some() { &letters[1..] } else { letters };
    let last = squares.chars().last()?;
    let promotion = Some(last.to_ascii_lowercase()).filter(|c| "qrbn".contains(*c) && squares.len() > 2);
    let squares = if promotion.is_some() { &squares[..squares.len() - 1] } else { squares };
    let (from, to) = squares.split_at(squares.len().checked_sub(2)?);
    let is_file = |c: u8| (b'a'..=b'h').contains(&c);
    let is_rank = |c: u8| (b'1'..=b'8').contains(&c);
    let is_from = match *from.as_bytes() {
        [] => true,
        [one] => is_file(one) || is_rank(one),
        [file, rank] => is_file(file) && is_rank(rank),
        _ => false,
    };
    let &[file, rank] = to.as_bytes() else { return None };
    (is_from && is_file(file) && is_rank(rank)).then_some(Description { piece, from, to, promotion })
}

/// The reason why a word is no move.
fn fault(position: &Position, core: &str) -> &'static str {
    let mut letters = core.chars();
    let first = letters.next().unwrap_or_default();
    if FIGURINES.contains(first) {
        return "has a figurine: only the letters KQRBN are read";
    }
    let rest: String = letters.filter(|c| !matches!(c, '-' | 'x' | ':')).collect();
    if first.is_uppercase() && !"KQRBNP".contains(first) && describe(&rest).is_some_and(|found| found.piece.is_none()) {
        return "has a piece letter that is not English: only KQRBN are read";
    }
    match position.read_move(core) {
        Err(oxide88::position::MoveTextError::Illegal) => "is not a legal move",
        _ if castling(core).is_some() || describe(&core.replace(['-', 'x', ':', '='], "")).is_some() => {
            "is not a legal move"
        }
        _ => "is not a move",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The move in UCI notation, and its annotations.
    fn meaning(fen: &str, word: &str) -> Result<(String, Vec<Annotation>), String> {
        let position = Position::from_fen(fen).unwrap();
        match read(&position, word)? {
            Meaning::Move(mv, annotations) => Ok((position.move_text(mv, false), annotations)),
            other => Err(format!("{other:?}")),
        }
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const OPEN: &str = "r3k2r/1P3bpp/8/3pP3/8/2N3N1/8/R3K2R w KQkq d6 0 20";

    #[test]
    fn a_move_is_read_however_it_is_written() {
        for (fen, uci, words) in [
            (START, "e2e4", "e4 e2e4 e2-e4 e2–e4 E2-E4 E2E4 Pe4 Pe2-e4 e4! e4?? e4, e4. e2-e4!"),
            (
                START,
                "g1f3",
                "Nf3 Ng1-f3 Ng1f3 g1f3 g1-f3 N1f3 Ngf3 Nf3+ Nf3++ Nf3ch Nf3mate Nf3+# Nf3dblch Nf3dis.ch Nf3CH",
            ),
            (OPEN, "e1g1", "O-O 0-0 o-o OO oo 00 O-O+ O-O! e1g1 Ke1-g1"),
            (OPEN, "e1c1", "O-O-O 0-0-0 o-o-o OOO O-O-O!? e1c1"),
            (OPEN, "e5d6", "exd6 exd6ep exd6e.p. exd6.e.p. e5xd6 e5:d6 e5×d6 e5Xd6 ed6 ed6: exd6ep+ e:d6"),
            (OPEN, "b7a8q", "bxa8=Q bxa8Q bxa8q b7xa8Q bxa8=Q+ bxa8(Q) bxa8/Q b7a8q ba8Q+ bxa8=Q#"),
            (OPEN, "b7b8n", "b8=N b8N b7-b8N b8(N)"),
            (OPEN, "c3e4", "Nce4 Nc3e4 Nc3-e4 Nce4±"),
            (OPEN, "a1b1", "Rb1 Ra1-b1 Rab1 R1b1 Rb1chm"),
        ] {
            for word in words.split(' ') {
                assert_eq!(meaning(fen, word).map(|(uci, _)| uci).as_deref(), Ok(uci), "{word}");
            }
        }
    }

    #[test]
    fn annotations_are_told_from_the_move() {
        let nags = |word| {
            let (_, annotations) = meaning(START, word).unwrap();
            annotations
                .into_iter()
                .map(|one| match one {
                    Annotation::Nag(number) => number.to_string(),
                    Annotation::Sign(sign) => sign,
                })
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (word, expected) in [
            ("e4", ""),
            ("e4+", ""),
            ("e4++", ""),
            ("e4!", "1"),
            ("e4?!", "6"),
            ("e4!!", "3"),
            ("a3+/=", "14"),
            ("a3=", "10"),
            ("e4??±→", "4 16 40"),
            ("Nc3⩲", "14"),
            ("e4□∞", "7 13"),
            ("e4+-", "18"),
            ("e4-+", "19"),
            ("e4-/+", "17"),
            ("e4∓", "17"),
            ("e4=/+", "15"),
            ("e4⩱", "15"),
            ("e4♥", "♥"),
            ("e4=/∞", "44"),
            ("e4=∞!", "44 1"),
        ] {
            assert_eq!(nags(word), expected, "{word}");
        }
        let position = Position::start();
        for (word, expected) in [
            ("!?", vec![Annotation::Nag(5)]),
            ("+!", vec![Annotation::Nag(1)]),
            ("+", vec![Annotation::Sign("+".to_owned())]),
            ("e.p.", vec![Annotation::Sign("e.p.".to_owned())]),
            ("mate", vec![Annotation::Sign("mate".to_owned())]),
            ("N", vec![Annotation::Nag(146)]),
            ("D", vec![Annotation::Nag(220)]),
            ("RR", vec![Annotation::Nag(145)]),
            ("inf", vec![Annotation::Nag(13)]),
        ] {
            assert_eq!(read(&position, word), Ok(Meaning::Annotations(expected)), "{word}");
        }
        let in_check = Position::from_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap();
        for word in ["+", "#", "ch", "dbl", "mate", "dis.ch."] {
            assert_eq!(read(&in_check, word), Ok(Meaning::Annotations(vec![])), "{word}");
        }
        for word in ["--", "Z0", "z0", "null", "NULL", "@@@@", "0000"] {
            assert_eq!(read(&position, word), Ok(Meaning::Null), "{word}");
        }
    }

    #[test]
    fn a_word_that_is_no_move_is_quoted_with_the_reason() {
        for (fen, word, reason) in [
            (START, "Sf3", "'Sf3' has a piece letter that is not English"),
            (START, "♘f3", "'♘f3' has a figurine"),
            (START, "e5", "'e5' is not a legal move"),
            (START, "Ng1-f4", "'Ng1-f4' is not a legal move"),
            (START, "Bg1-f3", "'Bg1-f3' is not a legal move"),
            (START, "O-O", "'O-O' is not a legal move"),
            (OPEN, "b8", "'b8' is not a legal move"),
            (OPEN, "Ne4", "'Ne4' is not a legal move"),
            (START, "hello", "'hello' is not a move"),
            (START, "}", "'}' is not a move"),
            (START, "-", "'-' is not a move"),
            (START, "---", "'---' is not a move"),
            (START, ":", "':' is not a move"),
            (START, ",", "',' is not a move"),
            (START, "e4}", "'e4}' is not a move"),
            (START, "e4\"", "'e4"),
        ] {
            let found = meaning(fen, word);
            assert!(found.as_ref().is_err_and(|error| error.starts_with(reason)), "{found:?}");
        }
    }
}
