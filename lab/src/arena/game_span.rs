//! The spans of the games in a file that a match wrote. They follow from the layout alone: text with another layout
//! is no game.

use std::borrow::Cow;
use std::ops::Range;

/// The start of every game.
const FIRST_TAG: &[u8] = b"[Event \"";

/// The span of a game.
pub enum GameSpan {
    /// From its first tag to the end of the line with its result.
    Finished(Range<usize>),
    /// To the end of the text, without a result.
    Unfinished,
}

/// Finds the span of the game that begins at `start`; `None` if the text there does not have the layout of a game:
/// tags, an empty line, moves, an empty line. Comments quote engines and may hold any text.
pub fn next_game(text: &[u8], start: usize) -> Option<GameSpan> {
    let first = &text[start..];
    if !first.starts_with(FIRST_TAG) {
        return FIRST_TAG.starts_with(first).then_some(GameSpan::Unfinished);
    }
    let mut at = start;
    let (mut has_tags, mut has_moves, mut is_comment) = (false, false, false);
    for line in first.split_inclusive(|&byte| byte == b'\n') {
        at += line.len();
        let line = line.trim_ascii();
        if !has_tags && line.starts_with(b"[") {
            continue;
        }
        has_tags = true;
        if !is_comment && (line.starts_with(b"[") || has_moves && line.is_empty()) {
            return None;
        }
        has_moves |= !line.is_empty();
        let mut word = Vec::new();
        let mut is_word_over = false;
        for &byte in line {
            match byte {
                b'{' if is_comment => return None,
                b'{' => is_comment = true,
                b'}' if is_comment => is_comment = false,
                _ if is_comment => {}
                b' ' => is_word_over = true,
                _ => {
                    if std::mem::take(&mut is_word_over) {
                        word.clear();
                    }
                    word.push(byte);
                }
            }
        }
        let is_over = !is_comment && [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].contains(&word.as_slice());
        if is_over {
            return Some(GameSpan::Finished(start..at));
        }
    }
    Some(GameSpan::Unfinished)
}

/// Returns whether a line looks like a tag pair.
pub fn is_tag(line: &[u8]) -> bool {
    let name = line.strip_prefix(b"[").unwrap_or_default();
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    length > 0 && name[length..].starts_with(b" \"")
}

/// Returns `text` with Unix line endings.
pub fn with_unix_line_endings(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\r') {
        return Cow::Borrowed(text);
    }
    let is_end = |index: usize| text[index] == b'\r' && matches!(text.get(index + 1), Some(b'\n') | None);
    Cow::Owned((0..text.len()).filter(|&index| !is_end(index)).map(|index| text[index]).collect())
}
