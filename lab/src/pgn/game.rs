//! A game, put together from its tokens.

use oxide88::position::Position;
use oxide88::types::{Color, Move, quote};

use super::notation::{self, Annotation, Meaning};
use super::token::{self, Token};

/// An element of a game's movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move of the main line, with its annotations.
    Move(Move, Vec<Annotation>),
    /// Annotations before the first move.
    Annotations(Vec<Annotation>),
    /// Anything else: comments, variations, and what follows a fault.
    Text(Token),
}

/// The place where parsing stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The reason, in a sentence that quotes what is wrong.
    pub reason: String,
    /// False for valid notation that analysis cannot follow, such as a null move.
    pub is_damage: bool,
}

impl Fault {
    /// A fault of a damaged game.
    pub fn damage(reason: String) -> Self {
        Self { reason, is_damage: true }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// The movetext without move numbers and result.
    pub entries: Vec<Entry>,
    /// The result: that of the movetext, else that of the tag.
    pub result: &'static str,
    /// The place where parsing stops: the moves before it count.
    pub fault: Option<Fault>,
}

impl Game {
    /// Puts a game together from its tokens.
    pub fn new(number: usize, tokens: Vec<Token>) -> Self {
        let mut tags = Vec::new();
        let mut movetext = Vec::new();
        for token in tokens {
            match token {
                Token::Tag(name, value) => tags.push((name, value)),
                other => movetext.push(other),
            }
        }
        let mut game = Self { number, tags, start: Position::start(), entries: Vec::new(), result: "*", fault: None };
        match game.position_of_tags() {
            Ok(start) => game.start = start,
            Err(fault) => game.fault = Some(fault),
        }
        let result = read_movetext(&mut game, movetext);
        let of_tag = || game.tag("Result").and_then(|value| token::result(value.trim()));
        game.result = result.or_else(of_tag).unwrap_or("*");
        game
    }

    /// The moves of the main line that are understood.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.entries.iter().filter_map(|entry| if let Entry::Move(mv, _) = entry { Some(*mv) } else { None })
    }

    /// The moves of the main line that are understood, each with the comment directly behind it; annotations that stand
    /// between them belong to the move.
    pub fn commented_moves(&self) -> impl Iterator<Item = (Move, Option<&str>)> {
        self.entries.iter().enumerate().filter_map(|(index, entry)| {
            let Entry::Move(mv, _) = entry else { return None };
            let comment = match self.entries.get(index + 1) {
                Some(Entry::Text(Token::Comment(text))) => Some(text.as_str()),
                _ => None,
            };
            Some((*mv, comment))
        })
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The start position, if it is not the usual one. It counts whatever the tag `SetUp` says.
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN").filter(|fen| !matches!(fen.trim(), "" | "?"))
    }

    fn position_of_tags(&self) -> Result<Position, Fault> {
        if let Some(variant) = self.tag("Variant")
            && !KNOWN_VARIANTS.contains(&variant.trim().to_lowercase().as_str())
        {
            return Err(Fault { reason: format!("variant {} is not known", quote(variant)), is_damage: false });
        }
        let Some(fen) = self.fen() else { return Ok(Position::start()) };
        Position::from_fen(fen).map_err(|error| Fault::damage(format!("bad FEN {}: {error}", quote(fen))))
    }
}

/// Names of variants whose rules are those of chess, in lower case.
const KNOWN_VARIANTS: [&str; 15] = [
    "",
    "?",
    "chess",
    "standard",
    "normal",
    "regular",
    "from position",
    "chess960",
    "chess 960",
    "chess-960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischer random",
    "freestyle",
];

/// Reads the movetext, and returns its result.
fn read_movetext(game: &mut Game, movetext: Vec<Token>) -> Option<&'static str> {
    let mut position = game.start.clone();
    let (mut result, mut variations) = (None, 0_usize);
    let mut last_move = None;
    let mut tokens = movetext.into_iter();
    while let Some(token) = tokens.next() {
        let is_main_line = variations == 0 && game.fault.is_none();
        match token {
            Token::Open => variations += 1,
            Token::Close if is_main_line => {
                game.fault = Some(Fault::damage(at(&position, "')' closes nothing")));
            }
            Token::Close => variations = variations.saturating_sub(1),
            Token::Result(found) if variations == 0 => {
                result = Some(found);
                continue;
            }
            Token::Unclosed(_) if game.fault.is_none() => {
                game.fault = Some(Fault::damage(at(&position, "a comment is not closed")));
            }
            Token::Number(ref number) if is_main_line => {
                if is_move_number(number, tokens.as_slice()) {
                    continue;
                }
                game.fault = Some(Fault::damage(at(&position, &format!("{} is not a move number", quote(number)))));
            }
            Token::Nag(ref nag) if is_main_line => {
                if let Ok(number) = nag[1..].parse() {
                    annotate(&mut game.entries, last_move, vec![Annotation::Nag(number)]);
                    continue;
                }
            }
            Token::Word(ref word) if is_main_line => match notation::read(&position, word) {
                Ok(Meaning::Move(mv, annotations)) => {
                    position.make(mv);
                    last_move = Some(game.entries.len());
                    game.entries.push(Entry::Move(mv, annotations));
                    continue;
                }
                Ok(Meaning::Annotations(annotations)) => {
                    annotate(&mut game.entries, last_move, annotations);
                    continue;
                }
                Ok(Meaning::Null) => {
                    let reason = at(&position, &format!("{} is a null move", quote(word)));
                    game.fault = Some(Fault { reason, is_damage: false });
                }
                Err(reason) => game.fault = Some(Fault::damage(at(&position, &reason))),
            },
            _ => {}
        }
        game.entries.push(Entry::Text(token));
    }
    if variations > 0 && game.fault.is_none() {
        game.fault = Some(Fault::damage("a variation is not closed".to_owned()));
    }
    if variations > 0 && result.is_none() {
        result = take_last_result(&mut game.entries);
    }
    result
}

/// Adds annotations to those of the last move, wherever they stand.
fn annotate(entries: &mut Vec<Entry>, last_move: Option<usize>, annotations: Vec<Annotation>) {
    match last_move.and_then(|index| entries.get_mut(index)) {
        Some(Entry::Move(_, known)) => known.extend(annotations),
        _ => entries.push(Entry::Annotations(annotations)),
    }
}

/// Returns true for a number with dots, or one that a move follows.
fn is_move_number(text: &str, following: &[Token]) -> bool {
    let digits = text.trim_end_matches(['.', '…']);
    let has_dots = digits.len() < text.len();
    let is_aside = |token: &&Token| matches!(token, Token::Comment(_) | Token::LineComment(_) | Token::Nag(_));
    let next = following.iter().find(|token| !is_aside(token));
    let is_before_move = match next {
        Some(Token::Word(_) | Token::Open) => true,
        // `1 ... e5`
        Some(Token::Number(number)) => number.starts_with(['.', '…']),
        _ => false,
    };
    digits.len() <= 4 && (has_dots || digits.bytes().any(|digit| digit != b'0') && is_before_move)
}

/// Takes out the result at the end of a variation that is not closed: it is that of the game.
fn take_last_result(entries: &mut Vec<Entry>) -> Option<&'static str> {
    let is_aside = |entry: &Entry| {
        matches!(entry, Entry::Text(Token::Comment(_) | Token::LineComment(_) | Token::Unclosed(_) | Token::Nag(_)))
    };
    let last = entries.iter().rposition(|entry| !is_aside(entry))?;
    let Entry::Text(Token::Result(result)) = entries[last] else { return None };
    entries.remove(last);
    Some(result)
}

/// A reason with the number of the move that was to come.
fn at(position: &Position, reason: &str) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("move {}{dots}: {reason}", position.game_ply() / 2 + 1)
}
