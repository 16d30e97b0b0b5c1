//! The log files of the engines' standard error: one file for each name, all in one folder. No name leads out of the
//! folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use oxide88::files;

/// Maximum length of the name of an engine in a file name, in bytes. File systems allow 255.
const MAX_NAME_LENGTH: usize = 100;

/// Device names of Windows, which are reserved with any number and extension.
const RESERVED_NAMES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "COM", "LPT"];

/// Opens the log file of the engine called `name` in `folder` for appending. The folder is created if it is missing.
///
/// # Errors
/// The folder or the file cannot be written to.
pub fn open(folder: &Path, name: &str) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    files::append(&folder.join(file_name(name)))
}

/// Returns a safe file name for `name`. A changed name ends with a checksum of the original, so different engines have
/// different files.
fn file_name(name: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || " .-_+()".contains(c);
    let mut safe: String = name.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    let stem = safe.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_reserved = RESERVED_NAMES.iter().any(|device| stem.eq_ignore_ascii_case(device));
    if safe.is_empty() || safe.starts_with(['.', ' ']) || is_reserved {
        safe.insert(0, '_');
    }
    safe.truncate(safe.floor_char_boundary(MAX_NAME_LENGTH));
    if safe == name { format!("{safe}.log") } else { format!("{safe}-{:08x}.log", crc32fast::hash(name.as_bytes())) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_log_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        for line in ["one\n", "two\n"] {
            open(&folder.path().join("logs"), "a").unwrap().write_all(line.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(folder.path().join("logs/a.log")).unwrap(), "one\ntwo\n");
    }

    #[test]
    fn ordinary_names_are_kept_as_file_names() {
        for name in ["oxide88", "Stockfish 17.1 (dev)", "toga2-2", "Motörchen", "v1.0+x"] {
            assert_eq!(file_name(name), format!("{name}.log"));
        }
    }

    #[test]
    fn no_name_leaves_the_folder_and_no_two_share_a_file() {
        let long = "x".repeat(1000);
        let names = [
            "../../escape",
            "..\\..\\escape",
            "__.._escape",
            "/etc/passwd",
            "C:\\x",
            "..",
            ".",
            "",
            " ",
            ".hidden",
            "a/b",
            "a_b",
            "a\0b",
            "a\nb",
            "a:b",
            "CON",
            "nul",
            "Com1",
            "LPT9.x",
            "aux .y",
            "*",
            "?",
            &long,
            &(long.clone() + "y"),
        ];
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("a/b/logs");
        for name in names {
            open(&logs, name).unwrap();
            let file = file_name(name);
            assert!(
                file.len() < 200 && !file.starts_with('.') && !file.contains(['/', '\\', ':', '\0', '\n']),
                "{file}"
            );
            let stem = file.split('.').next().unwrap().to_lowercase();
            assert!(!["con", "nul", "com1", "lpt9", "aux "].contains(&&*stem), "{file}");
        }
        let files: BTreeSet<String> =
            fs::read_dir(&logs).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(files, names.iter().map(|name| file_name(name)).collect());
        assert_eq!(files.len(), names.len());
        // Only the folders that were created on the way.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(fs::read_dir(logs.parent().unwrap()).unwrap().count(), 1);
    }
}
