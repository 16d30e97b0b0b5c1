//! The laboratory's command line, alone and by way of the engine.

#[path = "../../tests/common/mod.rs"]
mod common;
mod lab;

use std::fs;
use std::io::ErrorKind;
use std::process::{Command, Output, Stdio};

use common::help;
use common::patience::pause;
use lab::{LAB, engine, run, stderr, stdout, text};
use oxide88::command_line::LABORATORY_COMMANDS;

#[test]
fn commands_are_listed_in_the_order_of_use() {
    help::lists_in_the_order_of_use(LAB, &LABORATORY_COMMANDS, "docs/laboratory.md");
}

#[test]
fn help_has_the_same_layout_for_every_command_and_every_way_to_ask() {
    help::has_one_layout(LAB, &LABORATORY_COMMANDS);
}

#[test]
fn bad_arguments_are_quoted_in_one_line_with_exit_code_2() {
    for (arguments, culprit) in [(&["fly"][..], "fly"), (&["suite"], "FILE"), (&["--log", "loud"], "loud")] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).lines().count() == 1 && stderr(&output).contains(culprit), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
}

/// Runs an engine program with no more than these arguments and this search path. A program that was just copied may be
/// busy for a moment: another test has started a process while the copy was open for writing.
fn run_engine(program: &str, path: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", path).stdin(Stdio::null());
    for _ in 0..100 {
        match command.output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => pause(20),
            output => return output.expect("the engine starts"),
        }
    }
    panic!("{program} stays busy")
}

#[test]
fn the_engine_runs_the_laboratory_beside_it_for_commands_of_that() {
    let engine = engine();
    for arguments in [&["help", "match"][..], &["match", "--help"], &["--log", "off", "match", "--help"]] {
        let output = run_engine(text(&engine), "", arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stdout(&output), stdout(&run(&["match", "--help"])));
    }
    let output = run_engine(text(&engine), "", &["match", "nobody", "nobody"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(2), stderr(&run(&["match", "nobody", "nobody"]))));
    // A word that neither knows, with what may be meant.
    for (word, suggestion) in [("fly", "'fly'"), ("perf", "'perft'"), ("mach", "'match'")] {
        let output = run_engine(text(&engine), "", &[word]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(suggestion) && stderr(&output).lines().count() == 1, "{}", stderr(&output));
    }
}

#[test]
fn the_engine_knows_every_command_of_the_laboratory() {
    let engine = engine();
    let help = stdout(&run(&["--help"]));
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in list.filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help") {
        let output = run_engine(text(&engine), "", &[command, "--help"]);
        assert_eq!(stdout(&output), stdout(&run(&[command, "--help"])), "{command}");
    }
}

#[test]
fn an_engine_alone_finds_the_laboratory_in_the_path_or_says_how_to_install_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = folder.path().join(engine().file_name().expect("a name"));
    fs::copy(engine(), &alone).expect("a copy");
    for arguments in [&["match", "a", "b"][..], &["help", "suite"]] {
        let output = run_engine(text(&alone), "", arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.lines().count() == 1 && message.contains("cargo install --path lab"), "{message}");
        assert!(message.contains(&format!("'{}'", arguments.iter().find(|word| **word != "help").expect("a word"))));
    }
    // The program beside the engine comes before one in the path, here a copy of the engine under that name.
    let other = tempfile::tempdir().expect("a folder");
    let name = std::path::Path::new(LAB).file_name().expect("a name");
    fs::copy(engine(), other.path().join(name)).expect("a copy");
    let output = run_engine(text(&engine()), text(other.path()), &["suite", "--help"]);
    assert!(output.status.success() && stdout(&output).contains("EPD"), "{}", stderr(&output));
    let path = std::env::join_paths([std::path::Path::new(LAB).parent().expect("a folder")]).expect("a path");
    let output = run_engine(text(&alone), path.to_str().expect("text"), &["suite", "--help"]);
    assert!(output.status.success() && stdout(&output).contains("EPD"), "{}", stderr(&output));
}
