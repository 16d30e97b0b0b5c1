//! An XBoard engine that plays random legal moves and is odd or misbehaves in one way. The test program is this engine
//! if it is started with `--xboard BEHAVIOR`. The engine is strict: a move that is illegal, or that is sent outside
//! force mode, ends its process, and so does a second `new` before anything has happened.

use std::io::{self, BufRead};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Move, Piece, Position, Rank, Role, Setup, Square,
};

use super::uci_engine::{FOREVER, MOVES, answer, delay, say};

pub fn run(behavior: &str) {
    let mut engine = Engine::new(behavior);
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "protover" => engine.greet(),
            "ping" if behavior == "hangs at ping" => sleep(FOREVER),
            "ping" => say(&format!("pong {rest}")),
            "new" => engine.new_game(),
            "variant" => engine.mode = CastlingMode::Chess960,
            "setboard" => engine.set_up(rest.parse::<Fen>().expect("a FEN").into_setup()),
            "edit" => {
                let setup = edited(&mut lines, engine.position.turn());
                engine.set_up(setup);
            }
            "level" | "st" | "sd" => engine.limits.push(line.clone()),
            "force" => engine.is_forced = true,
            "usermove" => engine.receive_move(rest),
            "time" => engine.has_time = true,
            "go" => engine.go(),
            "quit" => return,
            "xboard" | "accepted" | "rejected" | "easy" | "post" | "otim" | "memory" | "option" | "?" => {}
            _ if behavior == "is old" || behavior == "writes san" || behavior == "edits" => {
                engine.receive_move(command);
            }
            _ => say(&format!("Error (unknown command): {line}")),
        }
    }
}

struct Engine<'a> {
    behavior: &'a str,
    position: Chess,
    mode: CastlingMode,
    /// `new` has come, and since then neither a position nor a move.
    is_new: bool,
    is_forced: bool,
    has_time: bool,
    limits: Vec<String>,
    moves: usize,
    random: u64,
}

impl<'a> Engine<'a> {
    fn new(behavior: &'a str) -> Self {
        Self {
            behavior,
            position: Chess::default(),
            mode: CastlingMode::Standard,
            is_new: false,
            is_forced: false,
            has_time: false,
            limits: Vec::new(),
            moves: 0,
            random: 1,
        }
    }

    fn greet(&self) {
        match self.behavior {
            "is old" => {}
            "dies at protover" => exit(7),
            "hangs at protover" => say("feature done=0"),
            "takes its time" => {
                say("feature done=0");
                sleep(Duration::from_millis(2500));
                say("feature ping=1 setboard=1 usermove=1 done=1");
            }
            "writes san" => say("feature ping=1 setboard=1 san=1 done=1"),
            "edits" => say("feature ping=1 done=1"),
            "edits and wants usermove" => say("feature ping=1 usermove=1 done=1"),
            "plays one game" => say("feature ping=1 usermove=1 setboard=1 reuse=0 done=1"),
            "plays chess960" => say("feature ping=1 usermove=1 setboard=1 variants=\"normal,fischerandom\" done=1"),
            _ => {
                say("feature ping=1 setboard=1 usermove=1 memory=1 smp=1 colors=0 sigint=0");
                say("feature myname=\"Odd \u{e9} 1.0\" option=\"Depth -spin 3 1 9\" done=1");
            }
        }
    }

    fn new_game(&mut self) {
        if self.behavior == "plays one game" && self.moves > 0 {
            exit(9);
        }
        assert!(!self.is_new, "new twice");
        let (behavior, random) = (self.behavior, self.random);
        *self = Self { random, is_new: true, ..Self::new(behavior) };
    }

    fn set_up(&mut self, setup: Setup) {
        assert!(self.is_forced, "not in force mode");
        self.is_new = false;
        self.position = Chess::from_setup(setup, self.mode).expect("a position");
    }

    /// Plays a move of the opponent.
    fn receive_move(&mut self, text: &str) {
        assert!(self.is_forced, "{text} outside force mode");
        self.is_new = false;
        if self.behavior == "refuses moves" && self.moves >= MOVES {
            answer(&format!("Illegal move: {text}"));
        }
        let mv = if self.behavior == "writes san" || text.starts_with('O') {
            let san: SanPlus = text.parse().expect("a move");
            san.san.to_move(&self.position).expect("a legal move")
        } else {
            text.parse::<UciMove>().expect("a move").to_move(&self.position).expect("a legal move")
        };
        self.position.play_unchecked(mv);
    }

    fn go(&mut self) {
        assert!(self.has_time && !self.limits.is_empty(), "no limits");
        self.is_new = false;
        self.moves += 1;
        if self.moves > MOVES {
            if self.behavior == "resigns" {
                return say("resign");
            }
            self.misbehave();
        }
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(self.moves as u64);
        let legal = self.position.legal_moves();
        // Castling is preferred, because it has several notations.
        let castling = legal.iter().copied().find(|mv| mv.is_castle());
        let mv = castling.unwrap_or_else(|| legal[(self.random >> 33) as usize % legal.len()]);
        let text = self.written(mv);
        let claims_mates = self.behavior == "claims mates";
        say(&format!("  1 {} 1 10 {text}", if claims_mates { 100_001 } else { 0 }));
        say(&format!("move {text}"));
        self.position.play_unchecked(mv);
        self.is_forced = false;
    }

    fn written(&self, mv: Move) -> String {
        match mv {
            _ if self.behavior == "writes san" => SanPlus::from_move(self.position.clone(), mv).to_string(),
            Move::Castle { king, rook } if self.mode == CastlingMode::Chess960 || self.moves.is_multiple_of(2) => {
                (if rook > king { "O-O" } else { "O-O-O" }).to_owned()
            }
            mv => mv.to_uci(self.mode).to_string(),
        }
    }

    fn misbehave(&self) {
        let wrong = self.position.turn().fold_wb("1-0 {White mates}", "0-1 {Black mates}");
        match self.behavior {
            "hangs at go" => sleep(FOREVER),
            "crashes at go" => exit(3),
            "plays an illegal move" => answer("move e1e8"),
            "plays no move" => answer("move"),
            "stops after a claim" => answer(wrong),
            "is slow" => sleep(delay()),
            "talks" => {
                say(wrong);
                say("1/2-1/2 {Draw by repetition}\noffer draw\ntellusererror no\ntellics say 1 2 3\n# 1 2 3 4 5");
                say("Error (too clever): go\nIllegal move: e2e4\n\n 7");
            }
            _ => {}
        }
    }
}

/// Reads the position that follows an `edit` command, as engines without `setboard` do.
fn edited(lines: &mut impl Iterator<Item = String>, turn: Color) -> Setup {
    let mut setup = Setup::empty();
    (setup.turn, setup.castling_rights) = (turn, Setup::initial().castling_rights);
    let mut color = Color::White;
    for line in lines {
        match line.as_str() {
            "#" => setup.board = Board::empty(),
            "c" => color = !color,
            "." => break,
            piece => {
                let (role, square) = piece.split_at(1);
                let role = Role::from_char(role.chars().next().expect("a letter")).expect("a piece");
                setup.board.set_piece_at(square.parse::<Square>().expect("a square"), Piece { color, role });
            }
        }
    }
    let rooks = setup.board.rooks();
    let is_home = |color: Color| setup.board.king_of(color) == Some(color.fold_wb(Square::E1, Square::E8));
    for color in Color::ALL.into_iter().filter(|&color| !is_home(color)) {
        setup.castling_rights &= !Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
    }
    setup.castling_rights &= rooks;
    setup
}
