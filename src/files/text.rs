//! Text in files that people have: with or without a byte order mark, in UTF-8 or in the ISO 8859-1 (Latin-1) that the
//! PGN standard names, with the line ends of any system.

use std::borrow::Cow;

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The first bytes of files that are no text, or text in an encoding that nobody reads here.
const FOREIGN: [(&[u8], &str); 9] = [
    (b"\xff\xfe", "text in UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16: save it as UTF-8"),
    (b"\x1f\x8b", "compressed by gzip: unpack it first"),
    (b"PK\x03\x04", "a ZIP archive: unpack it first"),
    (b"BZh", "compressed by bzip2: unpack it first"),
    (b"\xfd7zXZ", "compressed by xz: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd: unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive: unpack it first"),
    (b"Rar!", "a RAR archive: unpack it first"),
];

/// Says what a file is that begins with `bytes`, if it is known not to be readable text.
pub fn foreign_kind(bytes: &[u8]) -> Option<&'static str> {
    FOREIGN.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|&(_, kind)| kind)
}

/// Returns whether a text is an SVG picture: its first element is `svg`.
pub fn is_svg(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(end) = [("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE", ">")]
        .iter()
        .find_map(|(open, close)| rest.strip_prefix(open)?.split_once(close))
    {
        rest = end.1.trim_start();
    }
    rest.strip_prefix("<svg").is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n', '>']))
}

/// Decodes text: UTF-8, else Latin-1, in which every byte is a letter. Each line is decoded by itself, since files put
/// together from several sources mix encodings. A byte order mark at the beginning is dropped.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        match str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.extend(line.iter().map(|&byte| char::from(byte))),
        }
    }
    Cow::Owned(text)
}

/// The lines of a text without their ends: LF, CR LF, or CR alone. Where other lines end with LF, a CR between
/// quotation marks ends none.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let has_feeds = text.contains('\n');
    text.lines().flat_map(move |line| {
        let mut is_quoted = false;
        line.split(move |c| {
            is_quoted ^= has_feeds && c == '"';
            c == '\r' && !is_quoted
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_is_read_where_the_bytes_are_no_utf_8() {
        for (bytes, text) in [
            (&b"J\xean"[..], "Jên"),
            ("Jên".as_bytes(), "Jên"),
            (b"\xef\xbb\xbfJ\xc3\xaan", "Jên"),
            (b"\xef\xbb\xbf", ""),
            (b"", ""),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }

    #[test]
    fn each_line_has_its_own_encoding() {
        assert_eq!(decode(b"J\xc3\xaan\nJ\xean\r\nJ\xc3\xaan\rJ\xean"), "Jên\nJên\r\nJên\rJên");
    }

    #[test]
    fn lines_end_as_on_any_system() {
        for text in ["a\n\nb", "a\r\n\r\nb\r\n", "a\r\rb", "a\r\nb\rc\n"] {
            let expected = if text.contains('c') { ["a", "b", "c"] } else { ["a", "", "b"] };
            assert_eq!(lines(text).collect::<Vec<_>>(), expected, "{text:?}");
        }
        assert_eq!(lines("a \"b\rc\"\rd\ne").collect::<Vec<_>>(), ["a \"b\rc\"", "d", "e"]);
        assert_eq!(lines("a \"b\rc").collect::<Vec<_>>(), ["a \"b", "c"], "an open quotation mark costs one line");
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, word) in [
            (&b"\xff\xfe[\0E\0"[..], "UTF-16"),
            (b"\xfe\xff\0[\0E", "UTF-16"),
            (b"\x1f\x8b\x08", "gzip"),
            (b"PK\x03\x04\x14\0", "ZIP"),
            (b"BZh91AY", "bzip2"),
            (b"\xfd7zXZ\0", "xz"),
            (b"\x28\xb5\x2f\xfd\x24", "zstd"),
            (b"7z\xbc\xaf\x27\x1c\0", "7-Zip"),
            (b"Rar!\x1a\x07", "RAR"),
        ] {
            assert!(foreign_kind(bytes).is_some_and(|kind| kind.contains(word)), "{word}");
        }
        for text in ["", "B", "BZ", "P", "[Event \"x\"]", "\u{feff}[Event \"x\"]"] {
            assert_eq!(foreign_kind(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_picture_is_told_from_other_texts() {
        for text in
            ["<svg width=\"9\"></svg>", "\u{feff}<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE svg>\n<svg\n>"]
        {
            assert!(is_svg(text), "{text}");
        }
        for text in ["", "svg", "<svgs>", "<html><svg></svg></html>", "<?xml ", "{\"svg\": 1}", "<!-- <svg> -->"] {
            assert!(!is_svg(text), "{text}");
        }
    }
}
