//! Writes games: tags, and movetext in lines of a limited width.

use oxide88::types::without_hidden;

/// Returns the line of a tag pair.
pub fn tag(name: &str, value: &str) -> String {
    let value = one_line(value);
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns text as one line: tabs and line ends become blanks, and other hidden characters are left out.
pub fn one_line(text: &str) -> String {
    let is_break = |c: char| c.is_whitespace() && (c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'));
    without_hidden(&text.replace(is_break, " "))
}

/// Movetext in lines.
pub struct Words {
    text: String,
    /// Maximum width of a line, in characters. A longer word stands alone.
    width: usize,
    column: usize,
    /// The last words, which stay on one line.
    group: Option<String>,
    /// The last word was an opening parenthesis, to which the next word is glued.
    is_open: bool,
}

impl Words {
    /// Movetext without words, in lines of at most `width` characters.
    pub fn new(width: usize) -> Self {
        Self { text: String::new(), width, column: 0, group: None, is_open: false }
    }

    /// Adds a word.
    pub fn push(&mut self, word: &str) {
        let is_glued = std::mem::take(&mut self.is_open);
        // At the start of a line, `%` would hide the line, and a bracket could begin a tag.
        let may_begin_line = !word.starts_with(['%', '[']) || word.starts_with("[%");
        match &mut self.group {
            Some(group) if is_glued && group.len() < self.width => group.push_str(word),
            Some(group) if !may_begin_line => group.extend([" ", word]),
            Some(_) => {
                self.end_group();
                self.group = Some(word.to_owned());
            }
            // An empty comment says nothing.
            None => self.group = Some(if may_begin_line { word.to_owned() } else { format!("{{}} {word}") }),
        }
    }

    /// Adds words that are separated by blanks. A command such as `[%clk 0:01:00]` is one word.
    pub fn push_all(&mut self, words: &str) {
        let mut rest = Some(words);
        while let Some(text) = rest {
            let mut end = text.find(' ');
            let command = text[..end.unwrap_or(text.len())].rfind("[%");
            if let Some(start) = command
                && let Some((length, _)) = text[start..].char_indices().take(self.width).find(|(_, c)| *c == ']')
            {
                end = text[start + length..].find(' ').map(|blank| start + length + blank);
            }
            self.push(&text[..end.unwrap_or(text.len())]);
            rest = end.map(|end| &text[end + 1..]);
        }
    }

    /// Begins a variation.
    pub fn open(&mut self) {
        self.push("(");
        self.is_open = true;
    }

    /// Ends a variation.
    pub fn close(&mut self) {
        match &mut self.group {
            Some(group) if group.len() < self.width => group.push(')'),
            _ => self.push(")"),
        }
        self.is_open = false;
    }

    /// Adds words that end their line, however long it becomes.
    pub fn push_line(&mut self, words: &str) {
        self.end_group();
        self.add(words);
        self.text.push('\n');
        (self.column, self.is_open) = (0, false);
    }

    /// Returns the movetext, without the end of its last line.
    pub fn finish(mut self) -> String {
        self.end_group();
        self.text
    }

    fn end_group(&mut self) {
        if let Some(group) = self.group.take() {
            self.add(&group);
        }
    }

    fn add(&mut self, words: &str) {
        let length = words.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= self.width;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text += words;
        self.column += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(width: usize, words: &str) -> Vec<String> {
        let mut text = Words::new(width);
        text.push_all(words);
        text.finish().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_tag_is_one_line_whatever_its_value() {
        assert_eq!(tag("White", "a \"b\" \\\nc\td\u{1b}e"), "[White \"a \\\"b\\\" \\\\ c de\"]\n");
    }

    #[test]
    fn lines_break_at_blanks_but_not_in_commands() {
        assert_eq!(lines(10, "aaaa bbbb cccc"), ["aaaa bbbb", "cccc"]);
        assert_eq!(lines(10, "aaaaa [%clk 1] b [%x 1 2 3 4 5 6]"), ["aaaaa", "[%clk 1] b", "[%x 1 2 3", "4 5 6]"]);
        assert_eq!(lines(16, "aaaaa ([%clk 1:00:00] b"), ["aaaaa", "([%clk 1:00:00]", "b"]);
        assert_eq!(lines(10, "a aaaaaaaaaaaaaaa b"), ["a", "aaaaaaaaaaaaaaa", "b"]);
    }

    #[test]
    fn a_line_takes_a_word_along_before_one_that_must_not_begin_it() {
        assert_eq!(lines(10, "aaaa bbbb %x"), ["aaaa", "bbbb %x"]);
        assert_eq!(lines(10, "aaaa bbbb [x c"), ["aaaa", "bbbb [x c"]);
        assert_eq!(lines(10, "%x"), ["{} %x"]);
        let mut words = Words::new(10);
        words.push_line("; a } b");
        words.push("%x");
        assert_eq!(words.finish(), "; a } b\n{} %x");
    }

    #[test]
    fn parentheses_are_glued_up_to_the_width() {
        let mut words = Words::new(10);
        (0..100).for_each(|_| words.open());
        words.push("e4");
        (0..100).for_each(|_| words.close());
        let text = words.finish();
        assert!(text.starts_with("((((") && text.contains("e4)"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 10), "{text}");
        assert_eq!(text.matches(['(', ')']).count(), 200);
    }
}
