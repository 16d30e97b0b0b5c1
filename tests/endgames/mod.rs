//! Endgames with their results in the Syzygy tables, and shakmaty-syzygy, probed directly, as the oracle.

use std::path::Path;

use oxide88::position::Position;
use oxide88::search::{Control, Limits, Outcome, PvInfo, Report, Searcher, Tablebases};
use oxide88::types::value::WIN_BOUND;
use shakmaty::{Chess, KnownOutcome, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};

use crate::common::text;

/// A position of few pieces with its WDL and DTZ values, for the side to move.
pub struct Endgame {
    /// The position, with a halfmove clock of 0.
    pub position: Position,
    /// Win, draw or loss (WDL): 2 is won, -2 is lost, any other value is drawn, perhaps only by the fifty-move rule.
    pub wdl: i32,
    /// Distance to zeroing (DTZ): plies to the next capture or pawn move, negative for a loss.
    pub dtz: i32,
}

impl Endgame {
    /// Returns 1 for a win, 0 for a draw, -1 for a loss.
    pub fn result(&self) -> i32 {
        if self.wdl.abs() == 2 { self.wdl.signum() } else { 0 }
    }

    /// Returns the same position with the halfmove clock at `clock`.
    pub fn at(&self, clock: i32) -> Position {
        position(&self.position.fen().replace(" - - 0 1", &format!(" - - {clock} 200")))
    }
}

/// Reads the endgames in a file of lines `FEN - - ... wdl N; dtz N;` for whose pieces `folder` has a table.
pub fn endgames(file: &Path, folder: &Path) -> Vec<Endgame> {
    let endgame = |line: &str| {
        let (fen, operations) = line.split_once(" - - ").expect("no castling, no en passant");
        let number = |name: &str| -> i32 {
            let (_, rest) = operations.split_once(&format!(" {name} ")).expect(name);
            rest.split(';').next().and_then(|number| number.parse().ok()).expect(name)
        };
        let is_known = table_names(fen).iter().any(|name| folder.join(name).exists());
        is_known.then(|| Endgame {
            position: position(&format!("{fen} - - 0 1")),
            wdl: number("wdl"),
            dtz: number("dtz"),
        })
    };
    text(file).lines().filter(|line| !line.is_empty()).filter_map(endgame).collect()
}

/// Returns the two possible names of the table for the pieces of a FEN.
fn table_names(fen: &str) -> [String; 2] {
    let placement = fen.split(' ').next().unwrap_or_default();
    let pieces = |is_ours: fn(&char) -> bool| -> String {
        let count = |kind| placement.chars().filter(|c| is_ours(c) && c.eq_ignore_ascii_case(kind)).count();
        ['K', 'Q', 'R', 'B', 'N', 'P'].iter().map(|kind| kind.to_string().repeat(count(kind))).collect()
    };
    let (white, black) = (pieces(char::is_ascii_uppercase), pieces(char::is_ascii_lowercase));
    [format!("{white}v{black}.rtbw"), format!("{black}v{white}.rtbw")]
}

pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Opens the tables of `folder` with the engine.
pub fn tables(folder: &Path) -> Tablebases {
    Tablebases::open(folder.to_str().expect("a name")).expect("tables")
}

/// Creates a searcher with the tables of `folder`.
pub fn searcher(folder: &Path) -> Searcher {
    let mut searcher = Searcher::with_hash(1).expect("memory");
    searcher.set_tablebases(Some(tables(folder)));
    searcher
}

/// Opens the tables of `folder` with shakmaty-syzygy.
pub fn oracle(folder: &Path) -> Tablebase<Chess> {
    let mut tables = Tablebase::new();
    tables.add_directory(folder).expect("tables");
    tables
}

/// Searches; returns the outcome and the lines reported for the last depth.
pub fn search(searcher: &mut Searcher, position: &Position, limits: &Limits) -> (Outcome, Vec<PvInfo>) {
    let mut lines: Vec<PvInfo> = Vec::new();
    let outcome = searcher.go(position, limits, &Control::default(), &mut |report| {
        if let Report::Pv(line) = report {
            if line.multipv == 1 {
                lines.clear();
            }
            lines.push(line.clone());
        }
    });
    (outcome, lines)
}

/// Probes the result for the side to move, considering the halfmove clock.
pub fn result(tables: &Tablebase<Chess>, position: &Position) -> i32 {
    match tables.probe_wdl(&position.to_shakmaty().expect("a position")).expect("a result") {
        AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => 1,
        AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => -1,
        _ => 0,
    }
}

/// Checks that the best move preserves the result and the score shows it, with all tables of `folder` and with only its
/// WDL tables.
pub fn check_best_moves(folder: &Path, endgames: &[Endgame]) {
    let results_only = tempfile::tempdir().expect("a folder");
    for file in std::fs::read_dir(folder).expect("files") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "rtbw") {
            std::fs::copy(&path, results_only.path().join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let oracle = oracle(folder);
    for tables in [folder, results_only.path()] {
        let mut searcher = searcher(tables);
        for endgame in endgames {
            let (position, expected) = (&endgame.position, endgame.result());
            searcher.new_game();
            let (outcome, lines) = search(&mut searcher, position, &Limits::nodes(1000));
            let mut after = position.clone();
            after.make(outcome.best.expect("a move"));
            let is_mate_given = after.in_check() && after.legal_moves().is_empty();
            let kept = if is_mate_given { 1 } else { -result(&oracle, &after) };
            assert_eq!(kept, expected, "{} {:?}", position.fen(), outcome.best);
            let value = lines[0].value;
            assert!(
                value.signum() == expected && (value == 0 || value.abs() >= WIN_BOUND),
                "{} {value}",
                position.fen()
            );
            assert!(lines[0].tablebase_hits > 0);
        }
    }
}

/// Checks that the tables of `folder` agree with `endgames`, and that a win counts only if the halfmove clock leaves
/// time for it.
pub fn check_outcomes(folder: &Path, endgames: &[Endgame]) {
    let (tables, draw) = (tables(folder), Some(KnownOutcome::Draw));
    let mut open = 0;
    for endgame in endgames {
        let fen = endgame.position.fen();
        let outcome = |clock: i32| tables.outcome(&endgame.at(clock).to_shakmaty().expect("a position"));
        let turn = endgame.position.to_shakmaty().expect("a position").turn();
        let decided = match endgame.result() {
            1 => Some(KnownOutcome::Decisive { winner: turn }),
            -1 => Some(KnownOutcome::Decisive { winner: !turn }),
            _ => draw,
        };
        assert_eq!(outcome(0), decided, "{fen}");
        if endgame.result() == 0 {
            assert_eq!(outcome(99), draw, "{fen}");
            continue;
        }
        let distance = endgame.dtz.abs();
        assert_eq!(outcome(99 - distance), decided, "{fen}");
        assert_eq!(outcome(101 - distance), draw, "{fen}");
        // On the last ply the result is still decided, unless the distance is rounded.
        let last = outcome(100 - distance);
        assert!(last == decided || last.is_none(), "{fen}: {last:?}");
        open += u32::from(last.is_none());
    }
    println!("{} endgames, {open} of them left open when the clock is about to run out", endgames.len());
}

/// Checks that the won position `fen` is played to mate within the fifty-move rule.
pub fn check_win(searcher: &mut Searcher, fen: &str) {
    let mut position = position(fen);
    searcher.new_game();
    while !position.legal_moves().is_empty() {
        assert!(!position.is_draw(0), "{fen}: drawn at {}", position.fen());
        let (outcome, _) = search(searcher, &position, &Limits::nodes(500));
        position.make(outcome.best.expect("a move"));
    }
    assert!(position.in_check(), "{fen}: stalemate");
}
