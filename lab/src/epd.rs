//! Lines in Extended Position Description (EPD): four fields of a FEN, then operations that end with a semicolon. The
//! counters of a FEN may follow the fields, or come as operations: `hmvc` (halfmove clock) and `fmvn` (move number).

use std::fmt;

use oxide88::files;

/// A faulty token, and the reason.
pub type Fault = (String, String);

/// A fault with a token, which is cut where it is long.
///
/// # Errors
/// Always.
pub fn fault<T>(token: &str, reason: impl fmt::Display) -> Result<T, Fault> {
    Err((token.chars().take(100).collect(), reason.to_string()))
}

/// The lines of a file with their numbers from 1, but for empty ones and comments, which begin with `#`. NUL bytes are
/// blanks.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_blank = |c: char| c.is_whitespace() || c == '\0';
    let lines = files::lines(text).enumerate().map(move |(index, line)| (index + 1, line.trim_matches(is_blank)));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// A line taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The position as FEN.
    pub fen: String,
    /// The fields of the position, as they were written.
    pub fields: String,
    /// Code and operands of each operation.
    pub operations: Vec<Vec<&'a str>>,
}

impl<'a> Line<'a> {
    /// Takes a line apart.
    ///
    /// # Errors
    /// Quotation marks are not closed, or a counter is no number.
    pub fn parse(line: &'a str) -> Result<Self, Fault> {
        let (fields, rest) = split_fields(line);
        let operations: Vec<Vec<&str>> =
            operations(rest).map(words).filter(|words| *words != Ok(Vec::new())).collect::<Result<_, _>>()?;
        let counter = |code, default| {
            let words = operations.iter().find(|words| words[0] == code);
            words.map_or(Ok(default), |words| {
                let word = words.get(1).copied().unwrap_or_default();
                word.parse::<u32>().or_else(|_| fault(word, format!("no number after {code}")))
            })
        };
        let counters = if fields.len() == 4 { Some([counter("hmvc", 0)?, counter("fmvn", 1)?]) } else { None };
        let fields = fields.join(" ");
        let fen = counters.map_or_else(|| fields.clone(), |[clock, number]| format!("{fields} {clock} {number}"));
        Ok(Self { fen, fields, operations })
    }

    /// The operations with this code.
    pub fn all<'b>(&'b self, code: &'b str) -> impl Iterator<Item = &'b [&'a str]> {
        self.operations.iter().filter(move |words| words[0] == code).map(|words| &words[1..])
    }
}

/// The FEN of a line for readers that need the position alone: a fault in the operations is named, and the counters
/// are then those of the fields or the default ones.
pub fn position(line: &str) -> (String, Option<Fault>) {
    match Line::parse(line) {
        Ok(parsed) => (parsed.fen, None),
        Err(fault) => (split_fields(line).0.join(" "), Some(fault)),
    }
}

/// Splits a line into the fields of the position, with its counters if it has them, and the rest. Some suites have one
/// `-` more behind the four fields.
fn split_fields(line: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = line;
    while fields.len() < 6 {
        let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let is_spare = fields.len() == 4 && field == "-";
        if field.is_empty() || fields.len() >= 4 && field.parse::<u32>().is_err() && !is_spare {
            break;
        }
        if !is_spare {
            fields.push(field);
        }
        rest = after.trim_start();
    }
    (fields, rest)
}

/// Splits the operations at semicolons outside quotation marks.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    })
}

/// Splits an operation into words at blanks and commas; text in quotation marks is one word.
fn words(operation: &str) -> Result<Vec<&str>, Fault> {
    let is_blank = |c: char| c.is_whitespace() || c == ',';
    let mut words = Vec::new();
    let mut rest = operation.trim_start_matches(is_blank);
    while !rest.is_empty() {
        let (word, after) = if let Some(quoted) = rest.strip_prefix('"') {
            quoted.split_once('"').map_or_else(|| fault(rest, "the quotation mark is not closed"), Ok)?
        } else {
            rest.split_once(is_blank).unwrap_or((rest, ""))
        };
        words.push(word);
        rest = after.trim_start_matches(is_blank);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &str = "7k/8/5K2/8/8/8/8/1R6 w - -";

    #[test]
    fn counters_come_as_fields_or_as_operations() {
        for (rest, counters) in [
            ("", "0 1"),
            ("7 40", "7 40"),
            ("dm 2; hmvc 99; fmvn 120;", "99 120"),
            ("fmvn 3", "0 3"),
            ("7 40 hmvc 99;", "7 40"),
            ("- dm 2;", "0 1"),
            ("- 7 40", "7 40"),
        ] {
            assert_eq!(Line::parse(&format!("{FIELDS} {rest}")).unwrap().fen, format!("{FIELDS} {counters}"), "{rest}");
        }
        assert_eq!(Line::parse(&format!("{FIELDS} hmvc x;")).unwrap_err().0, "x");
        assert_eq!(Line::parse("hello world").unwrap().fen, "hello world");
    }

    #[test]
    fn operations_need_no_last_semicolon_and_quotes_hide_semicolons() {
        let text = format!("{FIELDS} am Ra8, Ke2; id \"a; b\";; am Rb1; bm Rb2");
        let line = Line::parse(&text).unwrap();
        assert_eq!(line.all("am").collect::<Vec<_>>(), [&["Ra8", "Ke2"][..], &["Rb1"]]);
        assert_eq!(line.all("id").collect::<Vec<_>>(), [["a; b"]]);
        assert_eq!(line.all("bm").collect::<Vec<_>>(), [["Rb2"]]);
        assert!(Line::parse(&format!("{FIELDS} id \"open")).is_err());
        for moves in ["Ra8,Ke2", "Ra8 , Ke2", ",Ra8,,Ke2,", "\"Ra8\",\"Ke2\""] {
            let text = format!("{FIELDS} bm {moves};");
            assert_eq!(Line::parse(&text).unwrap().operations, [["bm", "Ra8", "Ke2"]], "{moves}");
        }
    }

    #[test]
    fn a_position_is_read_whatever_its_operations() {
        let clocks = format!("{FIELDS} 7 40");
        for (rest, fen, token) in [
            ("hmvc 7; fmvn 40;", clocks.as_str(), None),
            ("hmvc zero; fmvn 3;", FIELDS, Some("zero")),
            ("7 40 id \"open", &clocks, Some("\"open")),
        ] {
            let (found, fault) = position(&format!("{FIELDS} {rest}"));
            assert_eq!((found.as_str(), fault.as_ref().map(|(token, _)| token.as_str())), (fen, token), "{rest}");
        }
    }

    #[test]
    fn empty_lines_and_comments_are_left_out() {
        let found: Vec<_> = lines("a\0\0\n\n# b\n \t\0\r\n c \0\r\n").collect();
        assert_eq!(found, [(1, "a"), (5, "c")]);
        let found: Vec<_> = lines("a\r\r# b\rc\rd").collect();
        assert_eq!(found, [(1, "a"), (4, "c"), (5, "d")]);
    }
}
