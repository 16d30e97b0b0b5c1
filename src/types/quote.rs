//! How messages and tables show what somebody else wrote: a user, a GUI, an engine, a file. Whatever it is, a message
//! stays one readable line, and a terminal is not told to do anything.

use std::borrow::Cow;

/// The longest text quoted in full, in characters.
const QUOTE_LENGTH: usize = 120;

/// Returns whether a character has no picture of its own but acts on the terminal or on the text around it: controls,
/// ends of lines, directions of writing, spaces without width. Joiners belong to the spelling of some languages.
fn is_hidden(c: char) -> bool {
    let is_format = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    c.is_control() || is_format
}

/// `text` in quotation marks, shortened if it is long, with whatever does not print made visible.
pub fn quote(text: &str) -> String {
    let end = text.char_indices().nth(QUOTE_LENGTH).map(|(end, _)| end);
    let (start, more) = end.map_or((text, ""), |end| (&text[..end], "..."));
    format!("'{}{more}'", printable(start))
}

/// `text` in one line, with whatever does not print made visible.
pub fn printable(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Returns the same with the ends of lines and the tabs of `text`.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| matches!(c, '\n' | '\t'))
}

/// `text` in one line, without what does not print: for texts that other programs read.
pub fn without_hidden(text: &str) -> String {
    text.chars().filter(|&c| !is_hidden(c)).collect()
}

/// `text` with the hidden characters as escapes, but for those that `is_kept`.
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
    fn what_acts_on_a_terminal_is_made_visible() {
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
    fn what_has_a_picture_stays_as_it_is() {
        for text in ["", "Müller, 'K.'", "Ἀρχή", "می\u{200c}خواهم", "\u{1F468}\u{200d}\u{1F469}", "王"] {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text), "{text}");
            assert_eq!(without_hidden(text), text);
        }
    }
}
