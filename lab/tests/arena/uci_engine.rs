//! A UCI engine that plays random legal moves and misbehaves in one way. The test program is this engine if it is
//! started with `--engine BEHAVIOR`.

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use crate::common::terminal::ORDERS;

/// Number of moves that the engine plays before it misbehaves.
pub const MOVES: usize = 3;

pub const FOREVER: Duration = Duration::from_hours(1);

/// Environment variable with the delay of a slow engine in milliseconds.
pub const DELAY: &str = "OXIDE88_TEST_DELAY";

pub fn run(behavior: &str) {
    let mut position = Chess::default();
    let (mut moves, mut readies) = (0, 0);
    let mut random = 1_u64;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split(' ');
        match words.next() {
            Some("uci") => greet(behavior),
            Some("isready") if behavior == "hangs at isready" => sleep(FOREVER),
            Some("isready") => {
                say("readyok");
                readies += 1;
                if behavior == "stops reading" && readies > 1 {
                    sleep(FOREVER);
                }
            }
            Some("ucinewgame") => moves = 0,
            Some("position") => position = read_position(&line),
            Some("go") => {
                moves += 1;
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(position.halfmoves().into());
                if moves > MOVES {
                    misbehave(behavior);
                }
                let legal = position.legal_moves();
                let mv = legal[(random >> 33) as usize % legal.len()].to_uci(CastlingMode::Standard);
                let score = match behavior {
                    "claims mates" => "mate 1",
                    "claims to be mated" => "mate -1",
                    _ => "cp 0",
                };
                say(&format!("info depth 1 score {score} nodes 10 nps 1000 time 1 pv {mv}\nbestmove {mv}"));
            }
            Some("quit") if behavior == "does not quit" => sleep(FOREVER),
            Some("quit") => return,
            _ => {}
        }
    }
    if behavior == "does not quit" {
        sleep(FOREVER);
    }
}

pub fn say(text: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn greet(behavior: &str) {
    match behavior {
        "hangs at uci" => sleep(FOREVER),
        "dies at uci" => exit(7),
        "prints a line without end" => loop {
            let text = [b'x'; 4096];
            if io::stdout().write_all(&text).is_err() {
                exit(0);
            }
        },
        "has a child" => {
            let program = std::env::current_exe().expect("a program");
            let arguments: Vec<String> = std::env::args().skip(3).collect();
            let mut command = Command::new(program);
            command.args(["--engine", "hangs at uci"]).args(arguments).stdin(Stdio::piped());
            // The child hangs with an open input and does not notice the end of this process.
            let mut child = command.spawn().expect("a child");
            let input = child.stdin.as_mut().expect("a pipe");
            input.write_all(b"uci\n").expect("it reads");
            std::mem::forget(child);
        }
        "prints control sequences" => {
            say(&format!("id name {ORDERS}\nid author {ORDERS}\n{ORDERS}\ninfo string {ORDERS}"));
        }
        _ => {}
    }
    say("id name bad\noption name Hash type spin default 1 min 1 max 8\nuciok");
}

/// Misbehaves according to `behavior`; some behaviors still play an ordinary move afterwards.
fn misbehave(behavior: &str) {
    match behavior {
        "hangs at go" => sleep(FOREVER),
        "crashes at go" => exit(3),
        "exits during the game" => exit(0),
        #[cfg(unix)]
        "aborts" => std::process::abort(),
        "prints garbage" => loop {
            say("Lorem ipsum dolor sit amet \u{0} \u{1F600} bestmove?");
        },
        "prints a lot" => (0..20_000).for_each(|n| say(&format!("info depth 1 score cp {n} nodes {n}\nchatter"))),
        "plays an illegal move" => answer("bestmove e1e8"),
        "plays no move" => answer("bestmove (none)"),
        "plays an empty move" => answer("bestmove"),
        "plays nonsense" => answer("bestmove }\u{1F600}{\"[x]"),
        #[cfg(unix)]
        "closes its output" => {
            nix::unistd::close(1).expect("standard output is open");
            sleep(FOREVER);
        }
        "prints control sequences" => {
            say(&format!("info string {ORDERS}\ninfo depth 1 score cp {ORDERS} pv {ORDERS}"));
            answer(&format!("bestmove {ORDERS} ponder {ORDERS}"));
        }
        "is slow" => sleep(delay()),
        _ => {}
    }
}

/// Returns the delay of a slow engine.
pub fn delay() -> Duration {
    let milliseconds = std::env::var(DELAY).ok().and_then(|number| number.parse().ok());
    Duration::from_millis(milliseconds.expect("a number of milliseconds"))
}

/// Sends a best move, and nothing else until the next command.
pub fn answer(text: &str) {
    say(text);
    sleep(FOREVER);
}

fn read_position(line: &str) -> Chess {
    let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut position = start.strip_prefix("position fen ").map_or_else(Chess::default, |fen| {
        fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position")
    });
    for text in moves.split(' ').filter(|text| !text.is_empty()) {
        let mv = text.parse::<UciMove>().expect("a move").to_move(&position).expect("a legal move");
        position.play_unchecked(mv);
    }
    position
}
