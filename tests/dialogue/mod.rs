//! The built engine behind two pipes, read with a long but finite timeout. Test files that use this module need
//! `mod common` too.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::common::patience::{Deadline, PATIENCE, end_of};

pub const ENGINE: &str = env!("CARGO_BIN_EXE_oxide88");

/// The engine behind two pipes.
pub struct Engine {
    process: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Self {
        let mut process =
            Command::new(ENGINE).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let stdout = BufReader::new(process.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { stdin: process.stdin.take(), process, lines }
    }

    /// Returns the process ID.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    pub fn send(&mut self, line: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("input is open");
        stdin.write_all(line.as_ref()).and_then(|()| stdin.write_all(b"\n")).expect("the engine reads");
    }

    /// Sends a part of a line.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().expect("input is open").write_all(bytes).expect("the engine reads");
    }

    pub fn next_line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// Returns the lines up to and including the first that starts with `start`.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(start)) {
            lines.push(self.next_line());
        }
        lines
    }

    /// Returns the answer to `line`; a following `isready` makes sure that it is complete.
    pub fn ask(&mut self, line: impl AsRef<[u8]>) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Checks that `line` is answered by one info string that quotes `culprit`, and that the position stays.
    pub fn refuses(&mut self, line: impl AsRef<[u8]>, culprit: &str) {
        let before = self.fen();
        let answer = self.ask(line);
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with("info string ") && answer[0].contains(culprit), "{culprit}: {answer:?}");
        assert!(answer[0].len() < 400);
        assert_eq!(self.fen(), before);
    }

    pub fn fen(&mut self) -> String {
        let lines = self.ask("d");
        lines.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("d shows the FEN").to_owned()
    }

    /// Sends `go` and returns all lines up to the best move.
    pub fn go(&mut self, words: &str) -> Vec<String> {
        self.send(format!("go {words}"));
        self.until("bestmove")
    }

    pub fn is_silent_for(&self, time: Duration) -> bool {
        let end = Deadline::after(time);
        while let Ok(line) = self.lines.recv_timeout(end.left()) {
            if line.starts_with("bestmove") {
                return false;
            }
        }
        true
    }

    /// Returns whether the engine ends well, after `quit` even if its input stays open.
    pub fn ends(mut self) -> bool {
        end_of(&mut self.process).success()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Pipes `input` into a new engine and returns its output up to the end.
pub fn pipe(input: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the engine reads");
    let mut lines = Vec::new();
    while let Ok(line) = engine.lines.recv_timeout(PATIENCE) {
        lines.push(line);
    }
    assert!(engine.ends(), "the engine ends with its input");
    lines
}

pub fn best_moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

pub fn scored(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info depth ") && line.contains(" score ")).collect()
}
