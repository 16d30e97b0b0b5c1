//! Helpers of the integration tests: data, work spread over the cores, and shakmaty as a partner that plays the same
//! game in lockstep. The two programs exchange only text, so an error goes unnoticed only if both make it.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub mod folders;
pub mod help;
pub mod mates;
pub mod patience;
pub mod perft;
pub mod terminal;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use oxide88::position::{Position, START_FEN};
use oxide88::types::{Move, MoveKind};
use rand_mt::Mt64;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, Position as _};

/// Returns the top folder of the repository, above that of the laboratory's package.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("engines.toml").is_file()).unwrap_or(package)
}

/// Returns the path of a file in `tests/data`, which is part of the repository.
pub fn carried(name: &str) -> PathBuf {
    root().join("tests/data").join(name)
}

/// Returns the optional data folder: `../shared/data` beside the project, or the path in `OXIDE88_DATA`, absolute or
/// relative to the project. Tests that need it are in `tests/suites`.
pub fn data_folder() -> PathBuf {
    std::env::var_os("OXIDE88_DATA").unwrap_or_else(|| "../shared/data".into()).into()
}

/// Returns the path of a file in the optional data folder.
pub fn optional(name: &str) -> PathBuf {
    root().join(data_folder()).join(name)
}

/// Reads the text of a file.
pub fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the FEN of the same position with the colors swapped.
pub fn flipped(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |text: &str| -> String {
        text.chars().map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
    };
    let board = fields[0].split('/').rev().map(swap_case).collect::<Vec<_>>().join("/");
    let side = if fields[1] == "w" { "b" } else { "w" };
    let mut castling: Vec<char> = swap_case(fields[2]).chars().collect();
    castling.sort_unstable();
    let castling: String = castling.into_iter().collect();
    let en_passant = fields[3].replace('6', "x").replace('3', "6").replace('x', "3");
    format!("{board} {side} {castling} {en_passant} {} {}", fields[4], fields[5])
}

/// Calls `work` with every number below `count`, on all cores, and returns the results in order.
pub fn on_all_cores<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return results;
            }
            results.push((index, work(index)));
        }
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no failure in this thread")).collect()
    });
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the resident memory of a process in KiB; `None` on systems other than Linux.
pub fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Returns a random number below `bound` that depends only on the seed.
pub fn below(random: &mut Mt64, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// Generates a position with five to nine queens per side, some with a few other pieces, or with fifteen rooks.
pub fn crowded(random: &mut Mt64) -> Position {
    loop {
        let has_rooks = below(random, 5) == 0;
        let mut board = [' '; 64];
        for side in [str::to_ascii_uppercase, str::to_ascii_lowercase] {
            let others =
                if has_rooks { "r".repeat(15) } else { "q".repeat(5 + below(random, 5)) + &"rbn"[..below(random, 4)] };
            for piece in side(&format!("k{others}")).chars() {
                let free: Vec<usize> = (0..64).filter(|&square| board[square] == ' ').collect();
                board[free[below(random, free.len())]] = piece;
            }
        }
        let rank = |squares: &[char]| squares.iter().collect::<String>().replace(' ', "1");
        let ranks: Vec<String> = board.chunks(8).map(rank).collect();
        // Adjacent kings, and a king that could be captured, are illegal.
        match Position::from_fen(&format!("{} w - - 0 1", ranks.join("/"))) {
            Ok(position) if !position.legal_moves().is_empty() => return position,
            _ => {}
        }
    }
}

/// Returns the FEN of a random Chess960 start, drawn independently for both sides; castling rights are rook files.
pub fn chess960_start(random: &mut Mt64) -> String {
    let [(white, white_rooks), (black, black_rooks)] = [(); 2].map(|()| back_rank(random));
    let rights = white_rooks.to_uppercase() + &black_rooks;
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w {rights} - 0 1", white.to_uppercase())
}

/// Returns a Chess960 back rank, with bishops on opposite colors and the king between the rooks, and its rook files.
fn back_rank(random: &mut Mt64) -> (String, String) {
    let mut rank = [' '; 8];
    rank[2 * below(random, 4)] = 'b';
    rank[2 * below(random, 4) + 1] = 'b';
    for piece in ['q', 'n', 'n'] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[below(random, free.len())]] = piece;
    }
    let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
    for (file, piece) in free.iter().zip(['r', 'k', 'r']) {
        rank[*file] = piece;
    }
    let letter = |file: usize| char::from(b'a' + file as u8);
    (rank.iter().collect(), [letter(free[2]), letter(free[0])].iter().collect())
}

/// A move with its text.
pub type Named<M> = (String, M);

/// A game played by Oxide88 and shakmaty in lockstep.
pub struct Lockstep {
    pub ours: Position,
    pub theirs: Chess,
    pub chess960: bool,
}

impl Lockstep {
    pub fn new(fen: &str, chess960: bool) -> Self {
        let setup = Fen::from_ascii(fen.as_bytes()).expect("a FEN").into_setup();
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let ours = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Self { ours, theirs: Chess::from_setup(setup, mode).expect("a legal position"), chess960 }
    }

    /// Returns a standard or a Chess960 start, with equal probability.
    pub fn random_start(random: &mut Mt64) -> Self {
        let chess960 = below(random, 2) == 0;
        let fen = if chess960 { chess960_start(random) } else { START_FEN.to_string() };
        Self::new(&fen, chess960)
    }

    /// Returns the legal moves of both programs, each with its text in Chess960 notation, sorted by the text.
    pub fn moves(&self) -> (Vec<Named<Move>>, Vec<Named<shakmaty::Move>>) {
        let mut ours: Vec<_> =
            self.ours.legal_moves().into_iter().map(|mv| (self.ours.move_text(mv, true), mv)).collect();
        let mut theirs: Vec<_> = self
            .theirs
            .legal_moves()
            .into_iter()
            .map(|mv| (mv.to_uci(CastlingMode::Chess960).to_string(), mv))
            .collect();
        ours.sort_by(|a, b| a.0.cmp(&b.0));
        theirs.sort_by(|a, b| a.0.cmp(&b.0));
        (ours, theirs)
    }
}

/// Picks a random move: often a rare one (castling, en passant, promotion) if possible, and sometimes a capture, so
/// that games also reach boards with few pieces.
pub fn pick(random: &mut Mt64, moves: &[Move]) -> Option<usize> {
    let is_rare = |mv: Move| mv.castling().is_some() || mv.kind() == MoveKind::EnPassant || mv.is_promotion();
    let wanted: Vec<usize> = match below(random, 8) {
        0..=3 => (0..moves.len()).filter(|&index| is_rare(moves[index])).collect(),
        4 => (0..moves.len()).filter(|&index| moves[index].is_capture()).collect(),
        _ => Vec::new(),
    };
    if !wanted.is_empty() {
        return Some(wanted[below(random, wanted.len())]);
    }
    (!moves.is_empty()).then(|| below(random, moves.len()))
}

/// Returns positions from games of random moves, the same on every machine: up to `per_game` from each game, at random
/// plies before its end.
pub fn random_positions(seed: u64, count: usize, per_game: usize) -> Vec<Position> {
    let mut random = Mt64::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut position = Position::start();
        let mut game = Vec::new();
        while !position.is_draw(0) && game.len() < 200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(position.clone());
            position.make(moves[below(&mut random, moves.len())]);
        }
        for _ in 0..per_game.min(count - positions.len()) {
            positions.push(game[below(&mut random, game.len())].clone());
        }
    }
    positions
}
