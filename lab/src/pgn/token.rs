//! The tokens of a PGN file.

use super::tag::{is_open_tag, tag};

/// Maximum size of a comment, in bytes; a longer one becomes several.
const MAX_COMMENT: usize = 16 << 20;

/// Maximum number of lines over which a value may go on.
const MAX_VALUE_LINES: usize = 8;

/// A token, as it was written but for the blanks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A tag with its value, without quotes and escapes.
    Tag(String, String),
    /// A move number, with its dots.
    Number(String),
    /// A move, or whatever else stands where a move could stand.
    Word(String),
    /// A numeric annotation glyph (NAG), such as `$14`.
    Nag(String),
    /// A comment in braces, without them; lines are joined by a blank.
    Comment(String),
    /// A comment to the end of the line, without its semicolon.
    LineComment(String),
    /// A comment that no brace closes before the next game.
    Unclosed(String),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A result, in the standard's form.
    Result(&'static str),
}

impl Token {
    /// The text, but for the value of a tag.
    pub fn text(&self) -> &str {
        match self {
            Self::Tag(text, _)
            | Self::Number(text)
            | Self::Word(text)
            | Self::Nag(text)
            | Self::Comment(text)
            | Self::LineComment(text)
            | Self::Unclosed(text) => text,
            Self::Open => "(",
            Self::Close => ")",
            Self::Result(result) => result,
        }
    }

    /// Size in bytes: that of the text, or a minimum, since short tokens take memory too.
    pub fn size(&self) -> usize {
        let value = if let Self::Tag(_, value) = self { value.len() } else { 0 };
        (self.text().len() + value).max(16)
    }
}

/// Returns a result in the standard's form.
pub fn result(word: &str) -> Option<&'static str> {
    Some(match word.trim_end_matches(['.', ',']) {
        "1-0" | "1:0" | "1–0" => "1-0",
        "0-1" | "0:1" | "0–1" => "0-1",
        "1/2-1/2" | "1/2" | "1/2:1/2" | "1/2–1/2" | "½-½" | "½:½" | "½" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// The kind of the rest of a line.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Rest {
    #[default]
    Movetext,
    /// Behind a semicolon.
    Comment,
    /// Behind `%` at the start of the line.
    Hidden,
}

/// Cuts lines into tokens.
#[derive(Default)]
pub struct Lexer {
    /// A comment that is open.
    comment: Option<String>,
    /// A line with a tag whose value is open, and the lines after it, which may belong to the value.
    tag: Option<(String, Vec<String>)>,
    /// The last line was blank.
    after_blank: bool,
    /// The reading of a further part of the last line.
    rest_of_line: Rest,
}

impl Lexer {
    /// Adds the tokens of the next line. A comment that goes on is added when it ends.
    pub fn line(&mut self, line: &str, tokens: &mut Vec<Token>) {
        self.rest_of_line = Rest::Movetext;
        if let Some((open, mut more)) = self.tag.take() {
            let goes_on = !line.trim().is_empty() && !line.trim_start().starts_with('[');
            if goes_on {
                more.push(line.to_owned());
            }
            if goes_on && line.trim_end().ends_with("\"]") {
                let rest: String = more.iter().flat_map(|line| [" ", line.trim()]).collect();
                self.line(&(open + &rest), tokens);
                return;
            }
            if goes_on && more.len() < MAX_VALUE_LINES {
                self.tag = Some((open, more));
                return;
            }
            self.give_up_tag(&open, &more, tokens);
            if goes_on {
                return;
            }
        }
        if is_open_tag(line) && self.comment.is_none() {
            self.tag = Some((line.trim_end().to_owned(), Vec::new()));
            self.after_blank = false;
            return;
        }
        let after_blank = std::mem::replace(&mut self.after_blank, line.trim().is_empty());
        let mut rest = line;
        if let Some(mut comment) = self.comment.take() {
            if begins_game(line, after_blank) {
                tokens.push(Token::Unclosed(comment));
            } else if let Some((end, after)) = line.split_once('}') {
                push_line(&mut comment, end);
                tokens.push(Token::Comment(comment));
                self.rest_of_line = movetext(after, tokens, &mut self.comment);
                return;
            } else {
                push_line(&mut comment, line);
                if comment.len() > MAX_COMMENT {
                    tokens.push(Token::Comment(std::mem::take(&mut comment)));
                }
                self.comment = Some(comment);
                return;
            }
        }
        if line.starts_with('%') {
            self.rest_of_line = Rest::Hidden;
            return;
        }
        while let Some((name, value, after)) = tag(rest) {
            tokens.push(Token::Tag(name, value));
            rest = after;
        }
        self.rest_of_line = movetext(rest, tokens, &mut self.comment);
    }

    /// Adds the tokens of a further part of the last line.
    pub fn part(&mut self, part: &str, tokens: &mut Vec<Token>) {
        match self.rest_of_line {
            // Only at the start of a line, `%` means something.
            Rest::Movetext => self.line(&format!(" {part}"), tokens),
            Rest::Comment => tokens.push(Token::LineComment(part.trim().to_owned())),
            Rest::Hidden => {}
        }
    }

    /// Adds a tag whose value ends with its line, and the lines after it.
    fn give_up_tag(&mut self, open: &str, more: &[String], tokens: &mut Vec<Token>) {
        tokens.extend(tag(open).map(|(name, value, _)| Token::Tag(name, value)));
        for line in more {
            self.line(line, tokens);
        }
    }

    /// Adds what is left at the end of the text.
    pub fn end(&mut self, tokens: &mut Vec<Token>) {
        if let Some((open, more)) = self.tag.take() {
            self.give_up_tag(&open, &more, tokens);
        }
        tokens.extend(self.comment.take().map(Token::Unclosed));
    }
}

fn push_line(comment: &mut String, line: &str) {
    let line = line.trim();
    if !comment.is_empty() && !line.is_empty() {
        comment.push(' ');
    }
    comment.push_str(line);
}

/// Returns true for a line within a comment that can only be the first tag of the next game.
fn begins_game(line: &str, after_blank: bool) -> bool {
    let is_tag = || matches!(tag(line), Some((.., rest)) if rest.trim().is_empty()) && line.contains('"');
    line.starts_with("[Event \"") || after_blank && line.starts_with('[') && is_tag()
}

/// Adds the tokens of movetext; `open` becomes the comment that it leaves open. Returns what follows in the same line.
fn movetext(mut rest: &str, tokens: &mut Vec<Token>, open: &mut Option<String>) -> Rest {
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\0');
        let Some(first) = rest.chars().next() else { return Rest::Movetext };
        let after = &rest[first.len_utf8()..];
        match first {
            '{' => {
                let Some((comment, after)) = after.split_once('}') else {
                    *open = Some(after.trim().to_owned());
                    return Rest::Movetext;
                };
                tokens.push(Token::Comment(comment.trim().to_owned()));
                rest = after;
                continue;
            }
            ';' => {
                tokens.push(Token::LineComment(after.trim().to_owned()));
                return Rest::Comment;
            }
            '(' => tokens.push(Token::Open),
            ')' => tokens.push(Token::Close),
            '*' => tokens.push(Token::Result("*")),
            '$' => {
                let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let text = rest[..=digits].to_owned();
                tokens.push(if digits > 0 { Token::Nag(text) } else { Token::Word(text) });
                rest = &after[digits..];
                continue;
            }
            _ => {
                let length = word_length(rest);
                classify(&rest[..length], tokens);
                rest = &rest[length..];
                continue;
            }
        }
        rest = after;
    }
}

/// Length of the word at the start of `text`, in bytes, at least that of a character.
fn word_length(text: &str) -> usize {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '\0' | '{' | ';' | '(' | ')' | '$' | '*');
    let first = text.chars().next().map_or(0, char::len_utf8);
    let length = text[first..].find(is_end).map_or(text.len(), |end| first + end);
    // A promotion in parentheses: `e8(Q)`.
    match text.as_bytes().get(length..length + 3) {
        Some([b'(', piece, b')']) if b"QRBNqrbn".contains(piece) && text[..length].ends_with(['1', '8']) => length + 3,
        _ => length,
    }
}

/// Adds the tokens of a word: move numbers may be glued to what follows.
fn classify(mut word: &str, tokens: &mut Vec<Token>) {
    while !word.is_empty() {
        if let Some(result) = result(word) {
            tokens.push(Token::Result(result));
            return;
        }
        let is_dot = |c: char| c == '.' || c == '…';
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_number = after_digits.trim_start_matches(is_dot);
        let digits = &word[..word.len() - after_digits.len()];
        // Castling, or a null move.
        let is_zeros = digits.len() > 1 && digits.bytes().all(|digit| digit == b'0');
        let is_number = !digits.is_empty()
            && !is_zeros
            && (after_number.len() < after_digits.len()
                || after_digits.is_empty()
                || after_digits.starts_with(char::is_alphabetic));
        if is_number || after_number.len() < word.len() && word.starts_with(is_dot) {
            let (number, rest) = word.split_at(word.len() - after_number.len());
            tokens.push(Token::Number(number.to_owned()));
            word = rest;
        } else {
            tokens.push(Token::Word(word.to_owned()));
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let (mut lexer, mut tokens) = (Lexer::default(), Vec::new());
        text.split('\n').for_each(|line| lexer.line(line, &mut tokens));
        lexer.end(&mut tokens);
        tokens
    }

    fn tag(name: &str, value: &str) -> Token {
        Token::Tag(name.to_owned(), value.to_owned())
    }

    fn word(text: &str) -> Token {
        Token::Word(text.to_owned())
    }

    fn comment(text: &str) -> Token {
        Token::Comment(text.to_owned())
    }

    fn number(text: &str) -> Token {
        Token::Number(text.to_owned())
    }

    #[test]
    fn tags_are_read_with_careless_quotes() {
        for (line, value) in [
            ("[White \"Jên\"]", "Jên"),
            ("  [ White  \"Jên\" ] ", "Jên"),
            ("[White \"John \"The King\" White\"]", "John \"The King\" White"),
            ("[White \"John \\\"The King\\\" White\"]", "John \"The King\" White"),
            ("[White \"C:\\games\\\"]", "C:\\games\\"),
            ("[White \"a \\\\ b\"]", "a \\ b"),
            ("[White John]", "John"),
            ("[White John", "John"),
            ("[White \"John", "John"),
            ("[White \"\"]", ""),
            ("[White]", ""),
            ("[White \"John\nWhite\"]", "John White"),
            ("[White \"John\n The\n King\n White\"]", "John The King White"),
            ("[White \"John\" x]", "John\" x"),
        ] {
            assert_eq!(tokens(line), [tag("White", value)], "{line}");
        }
        assert_eq!(
            tokens("[White \"a\"][Black \"b\"] 1. e4"),
            [tag("White", "a"), tag("Black", "b"), number("1."), word("e4")]
        );
        assert_eq!(tokens("[White \"a\\\\\"][Black \"b\"]"), [tag("White", "a\\"), tag("Black", "b")]);
    }

    #[test]
    fn a_value_may_go_on_in_the_next_line_and_an_open_one_ends_with_its_line() {
        let open = tokens("[White \"a\n[Black \"b\"]\n[Site \"c\n\n1. e4");
        assert_eq!(open, [tag("White", "a"), tag("Black", "b"), tag("Site", "c"), number("1."), word("e4")]);
        assert_eq!(tokens("[White \"a\ne4\ne5\n\nd4"), [tag("White", "a"), word("e4"), word("e5"), word("d4")]);
        let found = tokens(&("[White \"a\n".to_owned() + &"e4\n".repeat(20)));
        assert_eq!((found.len(), &found[1]), (21, &word("e4")));
        // So far down, a closing bracket is that of something else.
        let found = tokens(&("[White \"a\n".to_owned() + &"e4\n".repeat(20) + "e5\"]"));
        assert_eq!(found[..2], [tag("White", "a"), word("e4")]);
    }

    #[test]
    fn words_numbers_and_results_are_told_apart() {
        for (text, expected) in [
            ("1.e4", vec![number("1."), word("e4")]),
            ("1e4", vec![number("1"), word("e4")]),
            ("1 e4 e5", vec![number("1"), word("e4"), word("e5")]),
            ("1... e5 2…Nf6", vec![number("1..."), word("e5"), number("2…"), word("Nf6")]),
            ("...e5", vec![number("..."), word("e5")]),
            ("1.0-0 0-0-0", vec![number("1."), word("0-0"), word("0-0-0")]),
            (
                "1.00 00 000! 0000 0",
                vec![number("1."), word("00"), word("00"), word("000!"), word("0000"), number("0")],
            ),
            ("1-0", vec![Token::Result("1-0")]),
            ("1-0.", vec![Token::Result("1-0")]),
            ("0:1", vec![Token::Result("0-1")]),
            ("1/2 ½-½", vec![Token::Result("1/2-1/2"), Token::Result("1/2-1/2")]),
            ("Nf3*", vec![word("Nf3"), Token::Result("*")]),
            ("e4$1$14", vec![word("e4"), Token::Nag("$1".to_owned()), Token::Nag("$14".to_owned())]),
            ("a3+/= e8(Q)+", vec![word("a3+/="), word("e8(Q)"), word("+")]),
            // Not a knight to promote to, but the sign of a novelty.
            ("Nf3(N)", vec![word("Nf3"), Token::Open, word("N"), Token::Close]),
            ("(e4)", vec![Token::Open, word("e4"), Token::Close]),
            ("e4\0\0", vec![word("e4")]),
            ("$ }", vec![word("$"), word("}")]),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }

    #[test]
    fn comments_end_at_a_brace_a_line_or_the_next_game() {
        let rest = || Token::LineComment("b } {".to_owned());
        assert_eq!(
            tokens("{a} e4; b } {\n{a\n\n b}e5"),
            [comment("a"), word("e4"), rest(), comment("a b"), word("e5")]
        );
        assert_eq!(tokens("e4{a}e5"), [word("e4"), comment("a"), word("e5")]);
        assert_eq!(tokens("{\n a\n}"), [comment("a")]);
        assert_eq!(tokens("{[%clk 0:01]\n[%eval 1]}"), [comment("[%clk 0:01] [%eval 1]")]);
        assert_eq!(tokens("% e4\n{ %\n% }"), [comment("% %")]);
        assert_eq!(tokens(" % e4"), [word("%"), word("e4")], "only the first column hides a line");
        let unclosed = || Token::Unclosed("a".to_owned());
        assert_eq!(tokens("{a\n\n[White \"x\"]"), [unclosed(), tag("White", "x")]);
        assert_eq!(tokens("{a\n[Event \"x\"]"), [unclosed(), tag("Event", "x")]);
        assert_eq!(tokens("{a\n[White \"x\"]}"), [comment("a [White \"x\"]")]);
        assert_eq!(tokens("{a\n[White \"x\n}"), [comment("a [White \"x")], "a tag is none in a comment");
        assert_eq!(tokens("{a"), [unclosed()]);
    }

    #[test]
    fn a_part_of_a_line_goes_on_as_the_line_was() {
        for (line, part, expected) in [
            (
                "e4 ; a",
                "b { c",
                vec![word("e4"), Token::LineComment("a".to_owned()), Token::LineComment("b { c".to_owned())],
            ),
            ("% a", "e4", vec![]),
            ("e4 {a", "b} e5", vec![word("e4"), comment("a b"), word("e5")]),
            ("e4", "%x", vec![word("e4"), word("%x")]),
        ] {
            let (mut lexer, mut tokens) = (Lexer::default(), Vec::new());
            lexer.line(line, &mut tokens);
            lexer.part(part, &mut tokens);
            assert_eq!(tokens, expected, "{line}");
        }
    }

    #[test]
    fn a_comment_without_end_takes_no_memory_without_end() {
        let (mut lexer, mut tokens) = (Lexer::default(), Vec::new());
        let line = "x".repeat(1 << 20);
        lexer.line("{", &mut tokens);
        (0..40).for_each(|_| lexer.line(&line, &mut tokens));
        assert!(tokens.len() == 2 && tokens.iter().all(|token| token.size() < MAX_COMMENT + (2 << 20)));
        lexer.line("} e4", &mut tokens);
        assert_eq!(tokens[3], word("e4"));
    }
}
