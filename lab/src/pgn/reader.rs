//! Reads games one at a time, so that a file of any size takes the memory of its longest game.

use std::io::{self, BufRead};

use oxide88::position::Position;
use oxide88::types::{Color, Move, quote};

use super::lines::Lines;
use super::notation::{self, Annotation, Meaning};
use super::token::{self, Lexer, Token};

/// Maximum size of a game, in bytes of its tokens.
const MAX_SIZE: usize = 16 << 20;

/// An element of a game's movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move of the main line, with the annotations glued to it.
    Move(Move, Vec<Annotation>),
    /// Annotations of the move before.
    Annotations(Vec<Annotation>),
    /// Anything else: comments, variations, and what follows a fault.
    Text(Token),
}

/// The place where a game stops to be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The reason, in a sentence that quotes what is wrong.
    pub reason: String,
    /// False for something that the notation has and analysis cannot follow, such as a null move.
    pub is_damage: bool,
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
    /// The place where the game stops to be understood: the moves before it count.
    pub fault: Option<Fault>,
}

impl Game {
    /// The moves of the main line that are understood.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.entries.iter().filter_map(|entry| if let Entry::Move(mv, _) = entry { Some(*mv) } else { None })
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }
}

fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

/// Reads the games of a stream.
pub struct Reader<R> {
    lines: Lines<R>,
    lexer: Lexer,
    /// Tokens that belong to the next game.
    rest: std::collections::VecDeque<Token>,
    is_at_end: bool,
    number: usize,
}

impl<R: BufRead> Reader<R> {
    /// A reader of the games in `source`.
    pub fn new(source: R) -> Self {
        Self { lines: Lines::new(source), lexer: Lexer::default(), rest: [].into(), is_at_end: false, number: 0 }
    }

    /// Returns the next game; `None` after the last.
    fn read(&mut self) -> io::Result<Option<Game>> {
        while let Some((tokens, is_too_long)) = self.next_tokens()? {
            let has = |is_one: fn(&Token) -> bool| tokens.iter().any(is_one);
            let has_tag = has(|token| matches!(token, Token::Tag(..)));
            let has_number =
                has(|token| matches!(token, Token::Number(_))) && has(|token| matches!(token, Token::Word(_)));
            let mut game = game(self.number + 1, tokens);
            // Prose, a comment or a result alone is no game.
            if !has_tag && !has_number && game.moves().next().is_none() {
                continue;
            }
            self.number += 1;
            if is_too_long {
                game.fault =
                    Some(Fault { reason: format!("it has more than {} MiB", MAX_SIZE >> 20), is_damage: true });
            }
            return Ok(Some(game));
        }
        Ok(None)
    }

    /// Returns the tokens of the next game, and whether the rest of them was dropped because there were too many.
    fn next_tokens(&mut self) -> io::Result<Option<(Vec<Token>, bool)>> {
        let (mut tokens, mut size, mut variations) = (Vec::new(), 0, 0_usize);
        let (mut has_movetext, mut has_result) = (false, false);
        loop {
            let Some(token) = self.next_token()? else {
                return Ok((!tokens.is_empty()).then_some((tokens, size > MAX_SIZE)));
            };
            let belongs = match &token {
                Token::Tag(..) => !has_movetext,
                // A comment or annotation behind the result still belongs to the game.
                Token::Comment(_) | Token::LineComment(_) | Token::Unclosed(_) | Token::Nag(_) => true,
                _ => !has_result,
            };
            if !belongs {
                self.rest.push_front(token);
                return Ok(Some((tokens, size > MAX_SIZE)));
            }
            match token {
                Token::Open => variations += 1,
                Token::Close => variations = variations.saturating_sub(1),
                Token::Result(_) if variations == 0 => has_result = true,
                _ => {}
            }
            has_movetext |= !matches!(token, Token::Tag(..));
            size += token.size();
            if size <= MAX_SIZE {
                tokens.push(token);
            }
        }
    }

    fn next_token(&mut self) -> io::Result<Option<Token>> {
        while self.rest.is_empty() && !self.is_at_end {
            let mut tokens = Vec::new();
            if let Some(line) = self.lines.next() {
                self.lexer.line(&line?, &mut tokens);
            } else {
                self.lexer.end(&mut tokens);
                self.is_at_end = true;
            }
            self.rest.extend(tokens);
        }
        Ok(self.rest.pop_front())
    }
}

/// Text without tags, move numbers and moves is passed over. An error is that the stream cannot be read, or is no text.
impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
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

/// Puts a game together from its tokens.
fn game(number: usize, tokens: Vec<Token>) -> Game {
    let mut tags = Vec::new();
    let mut movetext = Vec::new();
    for token in tokens {
        match token {
            Token::Tag(name, value) => tags.push((name, value)),
            other => movetext.push(other),
        }
    }
    let (start, fault) = match start_of(&tags) {
        Ok(start) => (start, None),
        Err(fault) => (Position::start(), Some(fault)),
    };
    let mut game = Game { number, tags, start, entries: Vec::new(), result: "*", fault };
    let result = read_movetext(&mut game, movetext);
    let of_tag = || tag(&game.tags, "Result").and_then(|value| token::result(value.trim()));
    game.result = result.or_else(of_tag).unwrap_or("*");
    game
}

/// The start position that the tags give.
fn start_of(tags: &[(String, String)]) -> Result<Position, Fault> {
    if let Some(variant) = tag(tags, "Variant")
        && !KNOWN_VARIANTS.contains(&variant.trim().to_lowercase().as_str())
    {
        return Err(Fault { reason: format!("variant {} is not known", quote(variant)), is_damage: false });
    }
    let Some(fen) = tag(tags, "FEN") else { return Ok(Position::start()) };
    Position::from_fen(fen)
        .map_err(|error| Fault { reason: format!("bad FEN {}: {error}", quote(fen)), is_damage: true })
}

/// Reads the movetext, and returns its result.
fn read_movetext(game: &mut Game, movetext: Vec<Token>) -> Option<&'static str> {
    let mut position = game.start.clone();
    let (mut result, mut variations) = (None, 0_usize);
    for token in movetext {
        match token {
            Token::Open => variations += 1,
            Token::Close if variations == 0 && game.fault.is_none() => {
                game.fault = Some(Fault { reason: at(&position, "')' closes nothing"), is_damage: true });
            }
            Token::Close => variations = variations.saturating_sub(1),
            Token::Result(found) if variations == 0 => {
                result = Some(found);
                continue;
            }
            Token::Unclosed(_) if game.fault.is_none() => {
                game.fault = Some(Fault { reason: at(&position, "a comment is not closed"), is_damage: true });
            }
            Token::Number(_) if variations == 0 && game.fault.is_none() => continue,
            Token::Word(ref word) if variations == 0 && game.fault.is_none() => match notation::read(&position, word) {
                Ok(Meaning::Move(mv, annotations)) => {
                    position.make(mv);
                    game.entries.push(Entry::Move(mv, annotations));
                    continue;
                }
                Ok(Meaning::Annotations(annotations)) => {
                    game.entries.push(Entry::Annotations(annotations));
                    continue;
                }
                Ok(Meaning::Null) => {
                    let reason = at(&position, &format!("{} is a null move", quote(word)));
                    game.fault = Some(Fault { reason, is_damage: false });
                }
                Err(reason) => game.fault = Some(Fault { reason: at(&position, &reason), is_damage: true }),
            },
            _ => {}
        }
        game.entries.push(Entry::Text(token));
    }
    if variations > 0 && game.fault.is_none() {
        game.fault = Some(Fault { reason: "a variation is not closed".to_owned(), is_damage: true });
    }
    result
}

/// A reason with the number of the move that was to come.
fn at(position: &Position, reason: &str) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("move {}{dots}: {reason}", position.game_ply() / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &[u8]) -> Vec<Game> {
        Reader::new(text).map(Result::unwrap).collect()
    }

    /// Number of moves, result, and fault of each game.
    fn summary(text: &str) -> Vec<(usize, &'static str, String)> {
        let fault = |game: &Game| game.fault.as_ref().map_or_else(String::new, |fault| fault.reason.clone());
        games(text.as_bytes()).iter().map(|game| (game.moves().count(), game.result, fault(game))).collect()
    }

    #[test]
    fn games_end_at_a_result_or_at_the_next_tags() {
        assert_eq!(
            summary("1. e4 e5 *\n\n1. c4 1-0 {and so on} 1. d4"),
            [(2, "*", String::new()), (1, "1-0", String::new()), (1, "*", String::new())]
        );
        assert_eq!(
            summary("[Event \"a\"]\n\n1. e4\n[Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 (1. d4 1-0) e5\n"),
            [(1, "*", String::new()), (2, "0-1", String::new())]
        );
        assert_eq!(summary("1. e4 (1. d4 (1. c4 e5) 1-0) e5 2. Nf3 *"), [(3, "*", String::new())]);
        let found = games(b"1. c4 1-0 {and so on} $1\n[White \"a\"] 1. d4 *");
        assert_eq!(found.iter().map(|game| game.entries.len()).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(found[1].tag("White"), Some("a"));
        for text in ["", "\n", "hello world", "*", "% 1. e4", "{1. e4}\n\n1-0\n", "\0\u{feff}"] {
            assert_eq!(summary(text), [], "{text:?}");
        }
        assert_eq!(summary("[Event \"a\"]\n\n*"), [(0, "*", String::new())]);
        assert_eq!(summary("1. hello *"), [(0, "*", "move 1.: 'hello' is not a move".to_owned())]);
    }

    #[test]
    fn a_fault_ends_the_game_and_costs_no_other() {
        for (bad, moves, reason) in [
            ("1. e4 Ke7 2. d4 *", 1, "move 1...: 'Ke7' is not a legal move"),
            ("1. e4 e5 2. Sf3 Sc6 3. d4 *", 2, "move 2.: 'Sf3' has a piece letter that is not English"),
            ("1. e4 ♞f6 *", 1, "move 1...: '♞f6' has a figurine"),
            ("1. e4 e5 -- *", 2, "move 2.: '--' is a null move"),
            ("1. e4 {open", 1, "move 1...: a comment is not closed"),
            ("1. e4 (1. d4 e5 1-0", 1, "a variation is not closed"),
            ("1. e4) e5 1-0", 1, "move 1...: ')' closes nothing"),
        ] {
            let good = |name: &str| format!("[Event \"{name}\"]\n\n1. e4 {{a}} e5 (1... c5) 2. Nf3 1-0\n\n");
            let found = games((good("a") + "[Event \"x\"]\n\n" + bad + "\n\n" + &good("b") + &good("c")).as_bytes());
            assert_eq!(
                found.iter().filter(|game| game.fault.is_none() && game.moves().count() == 3).count(),
                3,
                "{bad}"
            );
            assert_eq!(found.len(), 4, "{bad}");
            let game = &found[1];
            let fault = game.fault.as_ref().unwrap();
            assert!(game.moves().count() == moves && fault.reason.starts_with(reason), "{bad}: {fault:?}");
        }
    }

    #[test]
    fn files_of_other_programs_are_read_to_their_end() {
        for (text, moves, result) in [
            ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7++ 1-0", 7, "1-0"),
            ("[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6e.p. *", 1, "*"),
            ("1. e4??\u{b1}\u{2192} Nf6?!\u{2213} 2. d4 d5 3. Nc3\u{2a72} *", 5, "*"),
            ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 1-0", 6, "1-0"),
            ("1. e4 e5 2. a3+/= a6+/= 3. Nf3 Nc6 4. Bc4 Bc5 1-0", 8, "1-0"),
            ("[FEN \"8/P7/8/8/8/8/k6K/8 w - - 0 1\"]\n\n1. a8Q 1-0", 1, "1-0"),
            ("[FEN \"8/1P4k1/8/8/8/2K5/7r/8 w - - 0 38\"]\n\n38.b8Q Rh8 39.Qxh8 Kxh8 40.Kd4 1-0", 5, "1-0"),
            ("1. e4 e5 2. Nf3 dbl Nc6 ch 3. Bb5 e.p. a6 N 4. Ba4 + 1:0", 7, "1-0"),
            ("1. e4 e5 1/2", 2, "1/2-1/2"),
            ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3", 3, "1-0"),
            ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 0-1", 3, "0-1"),
            ("[RESULT \"1-0\"]\n\n1. e4 e5 2. Nf3", 3, "1-0"),
            ("[Result \"1-0\"]\r\r1. e4 e5 2. Nf3\r", 3, "1-0"),
        ] {
            assert_eq!(summary(text), [(moves, result, String::new())], "{text}");
        }
        let game = games(b"[White \"J\xean Wh\xefte\"]\n\n1. f3 e5 {M\xfcll} 2. g4 Qh4# 0-1\n").remove(0);
        assert_eq!((game.tag("White"), game.moves().count()), (Some("J\u{ea}n Wh\u{ef}te"), 4));
        assert!(game.entries.contains(&Entry::Text(Token::Comment("M\u{fc}ll".to_owned()))));
    }

    #[test]
    fn what_analysis_cannot_follow_is_no_damage() {
        for (text, is_damage) in [
            ("1. e4 e5 -- *", false),
            ("[Variant \"Antichess\"]\n\n1. e4 *", false),
            ("[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *", true),
            ("1. e4 Ke7 *", true),
            ("1. e4 {open", true),
        ] {
            let fault = games(text.as_bytes()).remove(0).fault;
            assert_eq!(fault.map(|fault| fault.is_damage), Some(is_damage), "{text}");
        }
    }

    #[test]
    fn variants_and_positions_that_cannot_be_played_are_said() {
        let fault = |tags: &str| {
            let game = games(format!("{tags}\n\n1. e4 e5 *\n").as_bytes()).remove(0);
            (game.moves().count(), game.fault.map(|fault| fault.reason).unwrap_or_default())
        };
        assert_eq!(fault("[Variant \"Antichess\"]"), (0, "variant 'Antichess' is not known".to_owned()));
        assert_eq!(fault("[Variant \"Chess960\"]"), (2, String::new()));
        assert_eq!(fault("[Variant \"Standard\"]"), (2, String::new()));
        assert!(fault("[FEN \"8/8/8/8 w - - 0 1\"]").1.starts_with("bad FEN '8/8/8/8 w"));
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
        assert_eq!(fault(&format!("[FEN \"{fen}\"]\n[White \"John \"The King\" White\"]")), (2, String::new()));
    }

    #[test]
    fn a_game_too_long_is_cut_and_the_next_one_read() {
        let long = format!(
            "[Event \"a\"]\n\n1. e4 {{{}}}\n{{{}}}\n{{{}}} e5 *\n\n",
            "x".repeat(7 << 20),
            "y".repeat(7 << 20),
            "z".repeat(7 << 20)
        );
        let found = summary(&(long + "[Event \"b\"]\n\n1. d4 *\n"));
        assert_eq!((found.len(), found[0].0, found[1].0), (2, 1, 1));
        assert!(found[0].2.contains("16 MiB"));
    }
}
