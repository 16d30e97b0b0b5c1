//! The engine at a terminal: lines are edited, Ctrl-C stops a search, and no text from outside, arguments or commands,
//! reaches the terminal as control sequences. Games, files and the output of engines are tested in `lab/tests`.

mod common;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use common::terminal::{ORDERS, plain};

const ENGINE: &str = env!("CARGO_BIN_EXE_oxide88");

fn run(arguments: &[&str]) -> Output {
    Command::new(ENGINE).args(arguments).stdin(Stdio::null()).output().expect("the engine starts")
}

#[test]
fn arguments_are_quoted_without_control_characters() {
    for arguments in [
        &[ORDERS][..],
        &["perft", ORDERS],
        &["perft", "1", "--fen", ORDERS],
        &["go", "depth", ORDERS],
        &["eval", ORDERS],
        &["--log", ORDERS],
        &["bench", &format!("\n{ORDERS}")],
    ] {
        let output = run(arguments);
        let message = plain(&output.stderr);
        assert!(!output.status.success() && message.lines().count() == 1, "{arguments:?}: {message}");
        plain(&output.stdout);
    }
    let noted = run(&["go", "depth", "1", ORDERS]);
    assert!(noted.status.success() && plain(&noted.stderr).contains("\\u{1b}[2J"));
    assert!(plain(&run(&["go", ORDERS]).stderr).contains("would never end"));
}

#[test]
fn commands_are_refused_without_control_characters() {
    let mut command = Command::new(ENGINE);
    command.args(["--log", "debug"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the engine starts");
    let mut lines = String::new();
    for line in [
        "ORDERS",
        "uci ORDERS",
        "debug ORDERS",
        "debug on",
        "setoption name ORDERS value 1",
        "setoption name Hash value ORDERS",
        "setoption name UCI_EngineAbout value ORDERS",
        "setoption name SyzygyPath value ORDERS",
        "setoption name BookFile value ORDERS",
        "setoption name HashFile value ORDERS/x",
        "setoption name Save Hash",
        "setoption name Load Hash",
        "setoption name Debug Log File value ORDERS/x",
        "position ORDERS",
        "position fen ORDERS",
        "position startpos moves ORDERS",
        "go depth ORDERS",
        "go depth 1 ORDERS",
        "go depth 1 searchmoves ORDERS",
        "perft ORDERS",
        "bench ORDERS",
        "d ORDERS",
        "ponderhit ORDERS",
    ] {
        lines += &(line.replace("ORDERS", ORDERS) + "\n");
    }
    lines += &"\x1b".repeat(2 << 20);
    process.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the engine reads");
    let output = process.wait_with_output().expect("the engine ends");
    let (answers, log) = (plain(&output.stdout), plain(&output.stderr));
    assert!(answers.lines().filter(|line| line.contains("\\u{1b}[2J")).count() >= 12, "{answers}");
    assert!(log.contains("\\u{1b}[2J"), "{log}");
}

/// `head` wants no more, and nobody needs to be told.
#[test]
fn a_reader_that_leaves_early_is_no_error() {
    for (arguments, input) in [
        (&["go", "movetime", "1000"][..], ""),
        (&["bench", "5"], ""),
        (&["perft", "4", "--divide"], ""),
        (&["uci"], ""),
        (&["--help"], ""),
        (&[], "uci\nd\ngo movetime 500\ngo depth 3\nperft 3\nquit\n"),
    ] {
        let mut command = Command::new(ENGINE);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the engine starts");
        drop(process.stdout.take());
        process.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the engine reads");
        let output = process.wait_with_output().expect("the engine ends");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && message.is_empty(), "{arguments:?}: {:?} {message}", output.status);
    }
}

#[test]
fn help_fits_a_narrow_terminal() {
    let help = |arguments: &[&str]| {
        let output = Command::new(ENGINE).args(arguments).env("COLUMNS", "60").output().expect("the engine starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for command in ["", "go", "eval", "bench", "perft", "speedtest"] {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = help(&arguments);
        assert!(help.contains("Usage:") && help.lines().all(|line| line.chars().count() <= 60), "{help}");
    }
}

#[cfg(unix)]
mod with_a_terminal {
    use std::fs::File;
    use std::io::{Read as _, Write as _};
    use std::process::{Child, Command, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::Duration;

    use nix::pty::{Winsize, openpty};
    use nix::sys::termios::{LocalFlags, tcgetattr};

    use super::ENGINE;
    use super::common::patience::{PATIENCE, end_of};

    const CTRL_C: &str = "\x03";
    const CTRL_D: &str = "\x04";
    const UP: &str = "\x1b[A";

    /// A person at a terminal.
    struct Person {
        keys: File,
        screen: Receiver<Vec<u8>>,
        seen: String,
        process: Child,
    }

    impl Person {
        fn starts(arguments: &[&str]) -> Self {
            let size = Winsize { ws_row: 50, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
            let terminal = openpty(&size, None).expect("a terminal");
            let end = || Stdio::from(terminal.slave.try_clone().expect("a handle"));
            let mut command = Command::new(ENGINE);
            command.args(arguments).env("TERM", "xterm").env("NO_COLOR", "1").stdin(end()).stdout(end()).stderr(end());
            let process = command.spawn().expect("the engine starts");
            let keys = File::from(terminal.master);
            let mut output = keys.try_clone().expect("a handle");
            let (sender, screen) = channel();
            thread::spawn(move || {
                let mut bytes = [0; 1000];
                while let Ok(count) = output.read(&mut bytes)
                    && count > 0
                    && sender.send(bytes[..count].to_vec()).is_ok()
                {}
            });
            Self { keys, screen, seen: String::new(), process }
        }

        fn types(&mut self, keys: &str) {
            self.keys.write_all(keys.as_bytes()).expect("the engine reads");
        }

        /// Presses Ctrl-C while the engine is busy. The signal that makes of it the terminal of a shell comes from here.
        fn interrupts(&self) {
            let id = self.process.id().to_string();
            Command::new("kill").args(["-INT", &id]).status().expect("a signal");
        }

        /// Waits until `text` is on the screen, and returns what came up to there.
        fn sees(&mut self, text: &str) -> String {
            loop {
                if let Some(at) = self.seen.find(text) {
                    let rest = self.seen.split_off(at + text.len());
                    return std::mem::replace(&mut self.seen, rest);
                }
                let Ok(bytes) = self.screen.recv_timeout(PATIENCE) else {
                    panic!("no {text:?} on the screen: {:?}", self.seen)
                };
                self.seen += &String::from_utf8_lossy(&bytes);
            }
        }

        /// Returns the exit code of the engine, which ends without a complaint.
        fn sees_the_end(mut self) -> Option<i32> {
            let code = end_of(&mut self.process).code();
            // Engines of other tests may have inherited this terminal, so it need not close.
            while let Ok(bytes) = self.screen.recv_timeout(Duration::from_millis(100)) {
                self.seen += &String::from_utf8_lossy(&bytes);
            }
            assert!(!self.seen.contains("lost"), "{}", self.seen);
            code
        }
    }

    impl Drop for Person {
        fn drop(&mut self) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }

    #[test]
    fn ctrl_c_stops_a_search_and_ends_the_program_without_one() {
        let mut person = Person::starts(&[]);
        person.sees("> ");
        for _ in 0..3 {
            person.types("go infinite\r");
            person.sees("  1. ");
            person.interrupts();
            person.sees("bestmove ");
            person.sees("> ");
        }
        person.types("go infinite\r");
        person.sees("  1. ");
        person.types("d\rstop\r");
        person.sees("Checkers:");
        person.sees("bestmove ");
        person.sees("> ");
        person.types(CTRL_C);
        assert_eq!(person.sees_the_end(), Some(130));
    }

    #[test]
    fn ctrl_c_ends_what_cannot_be_stopped() {
        let mut person = Person::starts(&[]);
        person.sees("> ");
        person.types("perft 6\r");
        person.sees("a2a3: ");
        person.interrupts();
        assert_eq!(person.sees_the_end(), Some(130));
        // A signal may come from elsewhere too, at any time. The terminal echoes again what is typed.
        for _ in 0..20 {
            let mut idle = Person::starts(&[]);
            let terminal = idle.keys.try_clone().expect("a handle");
            let echoes = || tcgetattr(&terminal).expect("a mode").local_flags.contains(LocalFlags::ECHO);
            idle.sees("> ");
            assert!(!echoes());
            idle.interrupts();
            assert_eq!(idle.sees_the_end(), Some(130));
            assert!(echoes());
        }
    }

    #[test]
    fn ctrl_c_is_meant_for_searches_that_wait_too() {
        let mut person = Person::starts(&[]);
        person.sees("> ");
        person.types("go depth 200\r");
        person.sees("  1. ");
        // The answer shows that the line before it is heard.
        person.types("go depth 200\risready\r");
        person.sees("readyok");
        person.interrupts();
        person.sees("bestmove ");
        person.sees("bestmove ");
        person.sees("> ");
    }

    #[test]
    fn ctrl_c_stops_the_search_of_the_command_line() {
        let mut person = Person::starts(&["go", "depth", "200"]);
        person.sees("  1. ");
        person.interrupts();
        person.sees("bestmove ");
        assert_eq!(person.sees_the_end(), Some(0));
    }

    #[test]
    fn lines_are_edited_and_recalled() {
        let mut person = Person::starts(&[]);
        person.sees(concat!("Oxide88 ", env!("CARGO_PKG_VERSION"), ", a chess engine"));
        person.sees("> ");
        person.types("position startpos moves e5\x7f4\r");
        person.types("perft 1\r");
        person.sees("a7a5: 1");
        person.sees("> ");
        person.types(&format!("{UP}\r"));
        person.sees("a7a5: 1");
        person.sees("> ");
        person.types(CTRL_D);
        assert_eq!(person.sees_the_end(), Some(0));
    }

    #[test]
    fn lines_that_are_typed_ahead_or_pasted_are_obeyed() {
        let mut person = Person::starts(&[]);
        person.sees("> ");
        person.types("go depth 3\rgo depth 4\rposition startpos moves e2e4\r");
        for _ in 0..2 {
            person.sees("bestmove ");
            person.sees("> ");
        }
        person.sees("> ");
        person.types("\x1b[200~go depth 2\nperft 1\x1b[201~\r");
        person.sees("bestmove ");
        person.sees("a7a6: 1");
        person.sees("> ");
        person.types("quit\r");
        assert_eq!(person.sees_the_end(), Some(0));
    }

    #[test]
    fn a_mate_that_is_found_is_shown_once() {
        let mut person = Person::starts(&[]);
        person.sees("> ");
        person.types("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\r");
        person.types("go depth 100\r");
        let shown = person.sees("bestmove ");
        assert_eq!(shown.matches("1. Ra8#").count(), 1, "{shown}");
    }

    #[test]
    fn after_uci_there_is_no_prompt() {
        let mut person = Person::starts(&[]);
        person.sees("> ");
        person.types("uci\r");
        person.sees("uciok");
        person.sees("\n");
        person.types("isready\r");
        person.sees("readyok");
        person.types("go depth 5\r");
        let shown = person.sees("bestmove ");
        assert!(!shown.contains("> ") && shown.contains("info depth 5 "), "{shown}");
        person.types("quit\r");
        assert_eq!(person.sees_the_end(), Some(0));
    }
}
