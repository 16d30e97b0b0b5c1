//! Text that a terminal would obey, and the check that it does not reach one.

/// Control sequences: clear the screen, set the title, beep, clear with the C1 introducer, delete, write right to left,
/// separate lines, backspace, return.
pub const ORDERS: &str = "\x1b[2J\x1b]0;title\x07\u{9b}2J\x7f\u{202e}\u{2028}\x08\r";

/// Checks that a terminal would only print `bytes`, and returns them as text.
pub fn plain(bytes: &[u8]) -> String {
    let text = str::from_utf8(bytes).expect("UTF-8");
    let is_order = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{2028}'..='\u{202e}');
    assert!(!text.contains(is_order), "{text:?}");
    text.to_owned()
}
