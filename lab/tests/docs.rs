//! The documentation is true: transcripts are what the engine answers, commands exist, links lead somewhere.

#[path = "../../tests/common/mod.rs"]
mod common;
mod lab;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::root;
use lab::engine;

/// Returns the pages of the documentation with their paths.
fn pages() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let pages = docs.chain(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.map(|path| (path.clone(), common::text(&path))).collect()
}

/// Returns the fenced blocks of a page in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((_, block)) = rest.split_once("\n```") {
        let (name, block) = block.split_once('\n').expect("the language of a block");
        let (block, after) = block.split_once("\n```").expect("the end of a block");
        if name == language {
            blocks.push(block);
        }
        rest = after;
    }
    blocks
}

/// Returns what the engine answers to the lines of a transcript that begin with `>`, started as its line with `$` says.
fn answers(transcript: &str) -> String {
    let start = transcript.lines().find_map(|line| line.strip_prefix("$ oxide88")).unwrap_or_default();
    // The end of the input lets a search finish, but `quit` does not.
    let typed = transcript.lines().filter_map(|line| line.strip_prefix("> ")).filter(|line| *line != "quit");
    let typed = typed.map(|line| line.to_owned() + "\n").collect::<String>();
    let mut command = Command::new(engine());
    // A command that reads nothing may end before anything could be written to it.
    let input = if typed.is_empty() { Stdio::null() } else { Stdio::piped() };
    let mut process =
        command.args(start.split_whitespace()).stdin(input).stdout(Stdio::piped()).spawn().expect("the engine starts");
    if let Some(mut input) = process.stdin.take() {
        input.write_all(typed.as_bytes()).expect("the engine reads");
    }
    String::from_utf8(process.wait_with_output().expect("the engine ends").stdout).expect("text")
}

/// Returns what a line about a search looks like whatever was found: its depth, and the names of its fields.
/// Transcripts show the search of some day, and every change of the evaluation finds something else.
fn shape(line: &str) -> String {
    let row_depth = line.trim_start().split_once('/').and_then(|(depth, _)| depth.parse::<u32>().ok());
    match (row_depth, line.split_once(" seldepth "), line.split_once(" pv ")) {
        (Some(depth), ..) => format!("row {depth}"),
        (_, Some((depth, _)), Some((fields, _))) => {
            depth.to_owned() + &fields.replace(|c: char| c.is_ascii_digit() || c == '-', "")
        }
        _ if line.starts_with("bestmove ") => "bestmove".to_owned(),
        _ => line.to_owned(),
    }
}

/// Returns whether a line is as in the transcript, where `...` stands for anything.
fn is_like(line: &str, expected: &str) -> bool {
    if shape(line) == shape(expected) {
        return true;
    }
    let parts: Vec<&str> = expected.split("...").collect();
    let [first, middle @ .., last] = &parts[..] else { return line == expected };
    let inner = line.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
    let mut rest = inner.unwrap_or("\0");
    inner.is_some()
        && middle.iter().all(|part| {
            let after = rest.split_once(part).map(|(_, after)| after);
            rest = after.unwrap_or_default();
            after.is_some()
        })
}

/// Returns the first expected line that does not follow the ones before it in the output; a line of `...` alone stands
/// for any number of lines.
fn first_difference<'a>(transcript: &'a str, output: &str) -> Option<&'a str> {
    let mut lines = output.lines();
    let mut may_skip = false;
    for expected in transcript.lines().filter(|line| !line.starts_with("> ") && !line.starts_with("$ ")) {
        if expected.trim() == "..." {
            may_skip = true;
            continue;
        }
        let is_found = if std::mem::take(&mut may_skip) {
            lines.any(|line| is_like(line, expected))
        } else {
            lines.next().is_some_and(|line| is_like(line, expected))
        };
        if !is_found {
            return Some(expected);
        }
    }
    (lines.next().is_some() && !may_skip).then_some("the end")
}

#[test]
fn transcripts_are_what_the_engine_answers() {
    let mut count = 0;
    for (path, page) in pages() {
        let transcripts = blocks(&page, "text");
        for transcript in transcripts.into_iter().filter(|block| block.starts_with("$ ") || block.starts_with("> ")) {
            let output = answers(transcript);
            let difference = first_difference(transcript, &output);
            assert_eq!(difference, None, "{}: {output}", path.display());
            count += 1;
        }
    }
    assert!(count >= 5, "only {count} transcripts");
}

#[test]
fn differences_from_a_transcript_are_found() {
    let output = "one 1\ntwo 2\nthree 3\n";
    for (transcript, difference) in [
        ("> x\none 1\ntwo 2\nthree 3", None),
        ("one ...\n...\nthree 3", None),
        ("...\nthree 3", None),
        ("one 1\n...", None),
        ("one 1\nthree 3", Some("three 3")),
        ("one 2\n...", Some("one 2")),
        ("...\nfour", Some("four")),
        ("one 1\ntwo 2", Some("the end")),
        ("...\nt...e 4", Some("t...e 4")),
    ] {
        assert_eq!(first_difference(transcript, output), difference, "{transcript}");
    }
}

#[test]
fn commands_in_the_documentation_exist() {
    let mut count = 0;
    for (path, page) in pages() {
        for line in blocks(&page, "sh").join("\n").lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(place) = words
                .iter()
                .position(|word| ["oxide88", "oxide88-lab"].contains(&word.trim_start_matches("target/release/")))
            else {
                continue;
            };
            let Some(command) = words.get(place + 1) else { continue };
            let output = Command::new(engine()).args([command, "--help"]).output().expect("the engine starts");
            assert!(output.status.success(), "{}: {line}", path.display());
            let help = String::from_utf8_lossy(&output.stdout).into_owned();
            for option in words.iter().filter(|word| word.starts_with("--")).map(|word| word.split('=').next()) {
                let option = option.expect("an option");
                assert!(help.contains(option), "{}: {option} in {line}", path.display());
            }
            count += 1;
        }
    }
    assert!(count >= 5, "only {count} commands");
}

/// Returns the anchors of the headings of a page.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| {
        let heading: String =
            heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect();
        heading.replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for (path, page) in pages() {
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            let is_there = || anchors(&common::text(&target)).iter().any(|heading| heading == anchor);
            assert!(anchor.is_empty() || is_there(), "{}: {link}", path.display());
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} links");
}
