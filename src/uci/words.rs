//! The words of a line.

use crate::types::quote;

/// An iterator over the words of a text; holds the unread rest.
#[derive(Clone)]
pub(super) struct Words<'a>(pub &'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start();
        let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Joins words with single blanks.
pub(super) fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Parses the whole number that follows the word `what`; saturates at the ends of the type.
///
/// # Errors
/// There is no word, or it is no number.
pub(super) fn number(what: &str, word: Option<&str>) -> Result<i64, String> {
    let word = word.ok_or_else(|| format!("{what} needs a number"))?;
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{what} needs a number, not {}", quote(word)));
    }
    let value = digits.parse().unwrap_or(i64::MAX);
    Ok(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate_at_the_ends_of_their_type() {
        assert_eq!(number("x", Some("99999999999999999999")), Ok(i64::MAX));
        assert_eq!(number("x", Some("-99999999999999999999")), Ok(-i64::MAX));
        assert_eq!(number("x", Some("+7")), Ok(7));
        for word in ["", "-", "1.5", "0x10", "٣"] {
            assert!(number("x", Some(word)).is_err(), "{word}");
        }
    }
}
