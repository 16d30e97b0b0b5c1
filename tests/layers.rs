//! The part of the architecture that the compiler cannot check: dependencies between the engine's modules only point
//! down. `types` < `position` < `eval` < `search` < `bench`, `perft` < `speedtest` < `uci`. No file, also of the
//! laboratory, uses one that uses it, directly or through others. Further rules: the off-board mask is written in one
//! file only; shakmaty is used only to turn text into positions and moves and to probe tablebases and opening books; a
//! file covers one idea in at most 450 lines, the list of weights aside, and 120 columns. The checker reads source text
//! without comments and literals; it follows paths that start with `crate` or `super`, which is how this project writes
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const LAYERS: [(&str, u8); 10] = [
    ("files", 0),
    ("types", 0),
    ("command_line", 1),
    ("position", 1),
    ("eval", 2),
    ("search", 3),
    ("bench", 4),
    ("perft", 4),
    ("speedtest", 5),
    ("uci", 6),
];
/// The files that may use shakmaty.
const USES_SHAKMATY: [&str; 4] = ["position/setup.rs", "position/san.rs", "search/tablebase.rs", "uci/book.rs"];
const MAX_LINES: usize = 450;
/// The list of weights, which `tune` writes: one file, however many there are.
const WEIGHTS: &str = "eval/weights.rs";
/// The width in `rustfmt.toml`.
const MAX_WIDTH: usize = 120;

/// Returns the faults in the layout of one file.
fn faults_of_layout(path: &str, source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = source.lines().count();
    if lines > MAX_LINES && path != WEIGHTS {
        faults.push(format!("{path}: {lines} lines"));
    }
    // rustfmt limits the width of code, but not of comments.
    for (index, line) in source.lines().enumerate() {
        if line.trim_start().starts_with("//") && line.chars().count() > MAX_WIDTH {
            faults.push(format!("{path}: comment in line {} is too wide", index + 1));
        }
    }
    faults
}

/// Returns the faults of one file of the engine, whose path is relative to `src` with forward slashes.
fn faults(path: &str, source: &str) -> Vec<String> {
    let code = without_comments_and_literals(source);
    let mut faults = faults_of_layout(path, source);
    if path != "types/square.rs" && words(&code).any(|word| word == "0x88" || word.starts_with("0x88_u")) {
        faults.push(format!("{path}: writes the mask 0x88"));
    }
    if !USES_SHAKMATY.contains(&path) && words(&code).any(|word| word == "shakmaty") {
        faults.push(format!("{path}: uses shakmaty"));
    }
    let module = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
    if ["lib", "main", "cli", "laboratory"].contains(&module) {
        return faults;
    }
    if level(module).is_none() {
        faults.push(format!("{path}: {module} is not one of the modules"));
        return faults;
    }
    for target in crate_paths(&code) {
        if !may_use(module, &target) {
            faults.push(format!("{path}: {module} uses {target}"));
        }
    }
    faults
}

fn level(module: &str) -> Option<u8> {
    LAYERS.iter().find(|&&(name, _)| name == module).map(|&(_, level)| level)
}

/// Returns whether code in `module` may name `target`, a path such as `search::Limits`, or an item at the crate root.
fn may_use(module: &str, target: &str) -> bool {
    let used = target.split("::").next().unwrap_or_default();
    level(used).is_none() || used == module || level(used) < level(module)
}

/// Returns the first two parts of every path that starts at the crate root, with groups in braces expanded.
fn crate_paths(code: &str) -> Vec<String> {
    let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ").replace(":: ", "::").replace(" ::", "::");
    let mut paths = Vec::new();
    for root in ["crate::", "super::super::", "oxide88::"] {
        for (start, _) in code.match_indices(root) {
            let is_whole_word = !code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_whole_word {
                expand("", &code[start + root.len()..], 2, &mut paths);
            }
        }
    }
    paths
}

/// The path of the module in a file, whose path is relative to `src`; empty at the crate root.
fn module_of(file: &str) -> String {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    if ["lib", "main"].contains(&path.as_str()) { String::new() } else { path }
}

/// The path without its last part; empty for a single part.
fn parent(path: &str) -> &str {
    path.rsplit_once("::").map_or("", |(parent, _)| parent)
}

/// Returns the modules among `known` that the code of `module` uses, its tests aside.
fn used_modules<'a>(module: &str, source: &str, known: &'a BTreeSet<String>) -> BTreeSet<&'a str> {
    const DEPTH: usize = 4;
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: String = without_comments_and_literals(source).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paths = Vec::new();
    for root in ["crate::", "super::"] {
        for (start, _) in code.match_indices(root) {
            if code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut base = if root == "super::" { parent(module) } else { "" };
            let mut rest = &code[start + root.len()..];
            while let Some(further) = rest.strip_prefix("super::") {
                (base, rest) = (parent(base), further);
            }
            expand(base, rest, DEPTH, &mut paths);
        }
    }
    paths.iter().filter_map(|path| file_of(path, known)).filter(|&used| used != module).collect()
}

/// The module among `known` in whose file the item at `path` is.
fn file_of<'a>(mut path: &str, known: &'a BTreeSet<String>) -> Option<&'a str> {
    while !path.is_empty() {
        if let Some(file) = known.get(path) {
            return Some(file);
        }
        path = parent(path);
    }
    None
}

/// Returns a line for each dependency cycle between files. `files` has sources by paths relative to `src`.
fn cycles(files: &BTreeMap<String, String>) -> Vec<String> {
    let known: BTreeSet<String> = files.keys().map(|file| module_of(file)).collect();
    let uses: BTreeMap<String, BTreeSet<&str>> =
        files.iter().map(|(file, source)| (module_of(file), used_modules(&module_of(file), source, &known))).collect();
    let mut found = Vec::new();
    for start in &known {
        let mut paths: Vec<Vec<&str>> = vec![vec![start]];
        let mut seen = BTreeSet::new();
        while let Some(path) = paths.pop() {
            for &next in path.last().and_then(|&last| uses.get(last)).into_iter().flatten() {
                let longer = [&path[..], &[next]].concat();
                if next == start {
                    found.push(longer.join(" -> "));
                } else if seen.insert(next) {
                    paths.push(longer);
                }
            }
        }
    }
    found
}

/// Adds to `paths` the first `depth` parts of the path or group of paths at the start of `code`, after `prefix`.
fn expand(prefix: &str, code: &str, depth: usize, paths: &mut Vec<String>) {
    let code = code.trim_start();
    if let Some(group) = code.strip_prefix('{') {
        for item in group_items(group) {
            expand(prefix, item, depth, paths);
        }
        return;
    }
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(code.len());
    let path = if prefix.is_empty() { code[..end].to_string() } else { format!("{prefix}::{}", &code[..end]) };
    match code[end..].strip_prefix("::") {
        Some(rest) if depth > 1 => expand(&path, rest, depth - 1, paths),
        _ => paths.push(path),
    }
}

/// Splits a group into its items; `group` is the text after the opening brace.
fn group_items(group: &str) -> Vec<&str> {
    let (mut items, mut open, mut start) = (Vec::new(), 0, 0);
    for (index, c) in group.char_indices() {
        match c {
            '{' => open += 1,
            '}' if open > 0 => open -= 1,
            ',' | '}' if open == 0 => {
                items.push(group[start..index].trim());
                start = index + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

/// Returns identifiers, keywords and numbers.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Replaces every comment, string and character literal by a blank or a line end.
fn without_comments_and_literals(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skipped = skipped_length(rest, &code);
        if skipped > 0 {
            code.push(if rest[..skipped].contains('\n') { '\n' } else { ' ' });
            rest = &rest[skipped..];
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    code
}

/// Returns the length of the comment or literal at the start of `rest`; 0 for code. `before` is the code so far.
fn skipped_length(rest: &str, before: &str) -> usize {
    let upto = |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |index| from + index + end.len());
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        block_comment_length(rest)
    } else if rest.starts_with('"') {
        quoted_length(rest)
    } else if rest.starts_with("r\"") || rest.starts_with("r#") {
        let in_word = before.ends_with(|c: char| (c.is_alphanumeric() || c == '_') && c != 'b');
        let hashes = rest[1..].chars().take_while(|&c| c == '#').count();
        let is_string = !in_word && rest[1 + hashes..].starts_with('"');
        if is_string { upto(2 + hashes, &format!("\"{}", "#".repeat(hashes))) } else { 0 }
    } else if rest.starts_with("'\\") {
        upto(3, "'")
    } else if let Some(inner) = rest.strip_prefix('\'') {
        // A quote after the next character makes it a character literal, otherwise it is a lifetime.
        let length = inner.chars().next().map_or(0, char::len_utf8);
        if inner[length..].starts_with('\'') { length + 2 } else { 0 }
    } else {
        0
    }
}

/// Returns the length of a block comment, which may be nested.
fn block_comment_length(rest: &str) -> usize {
    let mut open = 0;
    let mut index = 0;
    while index < rest.len() {
        if rest[index..].starts_with("/*") {
            open += 1;
            index += 2;
        } else if rest[index..].starts_with("*/") {
            open -= 1;
            index += 2;
            if open == 0 {
                break;
            }
        } else {
            index += rest[index..].chars().next().map_or(1, char::len_utf8);
        }
    }
    index
}

/// Returns the length of a string literal with its quotes.
fn quoted_length(rest: &str) -> usize {
    let mut escaped = false;
    for (index, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return index + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            source_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn dependencies_point_down_and_files_follow_the_rules() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for (folder, check) in [("src", faults as fn(&str, &str) -> _), ("lab/src", faults_of_layout)] {
        let folder = top.join(folder);
        let mut files = Vec::new();
        source_files(&folder, &mut files);
        assert!(files.len() >= 20, "only {} files found", files.len());
        for file in files {
            let path = file.strip_prefix(&folder).expect("a file in it").to_string_lossy().replace('\\', "/");
            all.extend(check(&path, &fs::read_to_string(&file).expect("a readable file")));
        }
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn no_file_uses_itself_through_others() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "lab/src"] {
        let folder = top.join(folder);
        let mut files = Vec::new();
        source_files(&folder, &mut files);
        let read = |file: &PathBuf| {
            let path = file.strip_prefix(&folder).expect("a file in it").to_string_lossy().replace('\\', "/");
            (path, fs::read_to_string(file).expect("a readable file"))
        };
        let files: BTreeMap<String, String> = files.iter().map(read).collect();
        let known = files.keys().map(|file| module_of(file)).collect();
        let uses = files.iter().map(|(file, source)| used_modules(&module_of(file), source, &known).len());
        assert!(uses.sum::<usize>() >= files.len(), "the checker finds hardly a path");
        assert_eq!(cycles(&files), [""; 0]);
    }
}

/// Sources by paths relative to `src`.
fn sources(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|&(path, source)| (path.to_owned(), source.to_owned())).collect()
}

#[test]
fn a_cycle_is_found_and_a_diamond_is_none() {
    let top = ("search/mod.rs", "mod a; mod b; pub use a::A;");
    let base = ("types.rs", "pub struct Move;");
    let tests = "use crate::types::Move; #[cfg(test)]\nmod tests { use crate::search::b::B; }";
    let diamond = [
        top,
        base,
        ("search/a.rs", tests),
        ("search/b.rs", "use super::a::A; use crate::types::Move;"),
        // Not the file of the same name beside it, which uses it.
        ("search/deep/c.rs", "use super::super::a::A;"),
        ("search/deep/a.rs", "use super::c::C;"),
    ];
    assert_eq!(cycles(&sources(&diamond)), [""; 0]);
    for path in ["search/a.rs", "search/a/mod.rs"] {
        for back in ["use super::b::B;", "fn f() { super::b::f() }", "use crate::search::{b::{B, C}, d};"] {
            let cycle = sources(&[top, base, (path, back), ("search/b.rs", "use super::{a::A, c};")]);
            let expected = ["search::a -> search::b -> search::a", "search::b -> search::a -> search::b"];
            assert_eq!(cycles(&cycle), expected, "{path}: {back}");
        }
    }
}

#[test]
fn a_cycle_of_four_files_is_found_from_each_of_them() {
    let files = sources(&[
        ("search/a.rs", "use crate::search::deep::b::B;"),
        ("search/d.rs", "use super::a::A;"),
        ("search/deep/b.rs", "use super::c::C;"),
        ("search/deep/c.rs", "use super::super::d::D;"),
        ("search/outside.rs", "use super::a::A;"),
    ]);
    let expected = [
        "search::a -> search::deep::b -> search::deep::c -> search::d -> search::a",
        "search::d -> search::a -> search::deep::b -> search::deep::c -> search::d",
        "search::deep::b -> search::deep::c -> search::d -> search::a -> search::deep::b",
        "search::deep::c -> search::d -> search::a -> search::deep::b -> search::deep::c",
    ];
    assert_eq!(cycles(&files), expected);
}

#[test]
fn tests_read_the_clock_in_one_place() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    source_files(&top.join("tests"), &mut files);
    source_files(&top.join("lab/tests"), &mut files);
    let reads_the_clock = |file: &&PathBuf| {
        let code = without_comments_and_literals(&fs::read_to_string(file).expect("a readable file"));
        words(&code).any(|word| ["Instant", "SystemTime"].contains(&word))
    };
    let readers: Vec<&PathBuf> = files.iter().filter(reads_the_clock).collect();
    assert_eq!(readers, [&top.join("tests").join("common").join("patience.rs")]);
}

#[test]
fn a_dependency_that_points_up_is_found() {
    for (path, source) in [
        ("types/square.rs", "use crate::position::Position;"),
        ("types/quote.rs", "use crate::files;"),
        ("position/see.rs", "fn f() { crate::search::tt::clear() }"),
        ("position/mod.rs", "use crate::{types::Square, eval::Score};"),
        ("eval/mod.rs", "use crate::{\n    position::{Position, Key},\n    search,\n};"),
        ("eval/pawns.rs", "use super::super::search::Limits;"),
        ("search/worker.rs", "use crate :: uci;"),
        ("speedtest.rs", "use crate::uci::run;"),
        ("speedtest.rs", "use crate::uci;"),
        ("bench/mod.rs", "use crate::uci::format;"),
        ("eval.rs", "macro_rules! m { () => { $crate::search::go() } }"),
        ("book/mod.rs", "use crate::types::Move;"),
    ] {
        assert_eq!(faults(path, source).len(), 1, "{path}: {source}");
    }
}

#[test]
fn a_dependency_that_points_down_or_stays_is_no_fault() {
    for (path, source) in [
        ("position/see.rs", "use super::Position;\nuse crate::types::{Color, Move};"),
        ("position/setup.rs", "use shakmaty::fen::Fen; use crate::position::Key;"),
        ("uci/book.rs", "use shakmaty::san::San; use crate::search::Limits;"),
        ("uci/mod.rs", "use crate::{bench, perft}; use crate::{eval, search::Limits};"),
        ("types/moves.rs", "// crate::position::Position\n/* use crate::search /* nested */; */ fn f() {}"),
        ("types/piece.rs", "const T: &str = \"crate::eval \\\" 0x88\"; const C: char = '\"'; fn f<'a>(_: &'a str) {}"),
        ("types/mod.rs", "const T: &str = r#\"use crate::eval::\"0x88\"#;"),
        ("lib.rs", "pub use crate::search::Limits;"),
        ("main.rs", "use oxide88::uci;"),
    ] {
        assert_eq!(faults(path, source), [""; 0], "{path}: {source}");
    }
}

#[test]
fn the_mask_shakmaty_long_files_and_wide_comments_are_found() {
    assert_eq!(faults("position/attack.rs", "let off = square & 0x88 != 0;").len(), 1);
    assert_eq!(faults("eval/mod.rs", "let off = square & 0x88_u8 != 0;").len(), 1);
    assert!(faults("types/square.rs", "let off = square & 0x88 != 0;").is_empty());
    assert!(faults("position/zobrist.rs", "let table = 0x8800; // 0x88").is_empty());
    assert_eq!(faults("search/mod.rs", "use shakmaty::Chess;").len(), 1);
    assert_eq!(faults("eval/mod.rs", "let a = '\"'; let b = shakmaty::perft; let c = '\"';").len(), 1);
    assert_eq!(faults("eval/mod.rs", &"\n".repeat(MAX_LINES + 1)).len(), 1);
    assert!(faults("eval/mod.rs", &"\n".repeat(MAX_LINES)).is_empty());
    assert!(faults(WEIGHTS, &"\n".repeat(MAX_LINES + 1)).is_empty());
    assert_eq!(faults("eval/mod.rs", &format!("/// {}", "x".repeat(MAX_WIDTH - 3))).len(), 1);
    assert!(faults("eval/mod.rs", &format!("/// {}", "x".repeat(MAX_WIDTH - 4))).is_empty());
}
