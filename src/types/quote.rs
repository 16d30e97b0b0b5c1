//! How messages quote what somebody else wrote: a user, a GUI, an engine, a file. Whatever it is, the message stays one
//! readable line.

/// The longest text quoted in full, in characters.
const QUOTE_LENGTH: usize = 120;

/// `text` in quotation marks, shortened if it is long, with whatever does not print made visible.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    for c in text.chars().take(QUOTE_LENGTH) {
        if c.is_control() { quoted.extend(c.escape_default()) } else { quoted.push(c) }
    }
    quoted.push_str(if text.chars().nth(QUOTE_LENGTH).is_some() { "...'" } else { "'" });
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote("a\0b"), "'a\\u{0}b'");
        assert_eq!(quote(&"x".repeat(100_000)).len(), QUOTE_LENGTH + 5);
    }
}
