//! Quoting of foreign text in messages and tables: text from a user, a GUI, an engine or a file. A message always stays
//! one readable line, and no control character reaches the terminal.

use std::borrow::Cow;

/// The length of the longest text quoted in full, in characters.
const QUOTE_LENGTH: usize = 120;

/// Returns whether a character is invisible but affects the terminal or the surrounding text: control characters, line
/// ends, bidirectional controls, zero-width spaces. Joiners are not included, as the spelling of some languages needs
/// them.
fn is_hidden(c: char) -> bool {
    let is_format = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    c.is_control() || is_format
}

/// Returns `text` in quotation marks, truncated if it is long, with hidden characters escaped.
pub fn quote(text: &str) -> String {
    let end = text.char_indices().nth(QUOTE_LENGTH).map(|(end, _)| end);
    let (start, more) = end.map_or((text, ""), |end| (&text[..end], "..."));
    format!("'{}{more}'", printable(start))
}

/// Returns `text` as one line, with hidden characters escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Returns `text` with hidden characters escaped, except line feeds and tabs.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| matches!(c, '\n' | '\t'))
}

/// Returns `text` as one line without hidden characters, for output that other programs read.
pub fn without_hidden(text: &str) -> String {
    text.chars().filter(|&c| !is_hidden(c)).collect()
}

/// Returns `text` with hidden characters escaped, except those that `is_kept` accepts.
fn escape(text: &str, is_kept: fn(char) -> bool) -> Cow<'_, str> {
    let is_bad = |c: char| is_hidden(c) && !is_kept(c);
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    for c in text.chars() {
        if is_bad(c) { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote("a\0b"), "'a\\u{0}b'");
        assert_eq!(quote(&"x".repeat(QUOTE_LENGTH)).len(), QUOTE_LENGTH + 2);
        assert_eq!(quote(&"x".repeat(100_000)).len(), QUOTE_LENGTH + 5);
        assert_eq!(quote(&"é".repeat(QUOTE_LENGTH + 1)).chars().count(), QUOTE_LENGTH + 5);
    }

    #[test]
    fn hidden_characters_are_escaped() {
        assert_eq!(printable("\x1b[2J\x1b]0;title\x07"), "\\u{1b}[2J\\u{1b}]0;title\\u{7}");
        assert_eq!(printable("a\tb\r\nc"), "a\\tb\\r\\nc");
        assert_eq!(printable_lines("a\tb\r\nc\x7f"), "a\tb\\r\nc\\u{7f}");
        for c in ['\u{7f}', '\u{85}', '\u{9b}', '\u{9f}', '\u{2028}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{feff}'] {
            let text = format!("a{c}b");
            assert_eq!(printable(&text), format!("a\\u{{{:x}}}b", u32::from(c)));
            assert_eq!(printable_lines(&text), printable(&text));
            assert_eq!(without_hidden(&text), "ab");
        }
    }

    #[test]
    fn visible_characters_are_unchanged() {
        for text in ["", "Müller, 'K.'", "Ἀρχή", "می\u{200c}خواهم", "\u{1F468}\u{200d}\u{1F469}", "王"] {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text), "{text}");
            assert_eq!(without_hidden(text), text);
        }
    }
}
