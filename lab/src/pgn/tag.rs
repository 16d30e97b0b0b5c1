//! Tags, with careless quotes.

/// Parses the tag at the start of a line, and returns its name, its value and the text after it. Quotes within the
/// value need not be escaped, and the value need not be quoted.
pub fn tag(line: &str) -> Option<(String, String, &str)> {
    let inner = line.trim_start().strip_prefix('[')?.trim_start();
    let (name, rest) = inner.split_at(inner.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inner.len()));
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let rest = rest.trim_start();
    let (value, after) = match rest.strip_prefix('"') {
        Some(quoted) => match end_of_value(quoted) {
            Some((end, after)) => (&quoted[..end], &quoted[after..]),
            None => (quoted.trim_end().trim_end_matches(['"', ']']), ""),
        },
        None => rest.split_once(']').unwrap_or((rest, "")),
    };
    Some((name.to_owned(), unescaped(value.trim()), after))
}

/// Returns true for a line that is a tag without the end of its value, which may be on the next line.
pub fn is_open_tag(line: &str) -> bool {
    let is_tag = matches!(tag(line), Some((.., "")));
    is_tag && line.split_once('"').is_some_and(|(_, quoted)| end_of_value(quoted).is_none())
}

/// Finds the quote that ends a value, which only a bracket can follow, and the end of the tag.
fn end_of_value(text: &str) -> Option<(usize, usize)> {
    let ends = || {
        text.match_indices('"').filter_map(|(index, _)| {
            let after = &text[index + 1..];
            let blanks = after.len() - after.trim_start().len();
            after.trim_start().starts_with(']').then_some((index, index + 1 + blanks + 1))
        })
    };
    let is_escaped = |index: usize| text[..index].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
    ends().find(|&(index, _)| !is_escaped(index)).or_else(|| ends().next())
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = (c == '\\').then(|| chars.next_if(|next| matches!(next, '"' | '\\'))).flatten();
        text.push(escaped.unwrap_or(c));
    }
    text
}
