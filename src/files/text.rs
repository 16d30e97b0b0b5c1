//! Text in files that people have: with or without a byte order mark, in UTF-8 or in the ISO 8859-1 (Latin-1) that the
//! PGN standard names, with line ends of any system.

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

/// Decodes text: UTF-8, else Latin-1, in which every byte is a letter. A byte order mark at the beginning is dropped.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
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
}
