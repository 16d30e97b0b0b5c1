//! A range of plies of a game, as an argument.

use std::ops::RangeInclusive;

/// Parses the first and the last ply of a range, `20-80`.
///
/// # Errors
/// A message if the text is no range, or the last ply comes before the first.
pub fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let range = text.split_once('-').and_then(|(first, last)| Some(first.parse().ok()?..=last.parse().ok()?));
    range
        .filter(|range| !range.is_empty())
        .ok_or_else(|| "expected the first and the last ply, such as 20-80".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_plies_are_in_order() {
        assert_eq!((plies("20-80"), plies("7-7")), (Ok(20..=80), Ok(7..=7)));
        for text in ["", "20", "80-20", "a-b", "-5-7"] {
            assert!(plies(text).is_err(), "{text}");
        }
    }
}
