//! Test positions in EPD: a position, then operations that end with a semicolon. The operations read are `bm` and `am`
//! (moves to play and to avoid), `dm` (full moves to mate, negative for being mated; `bm #5` means the same), `id`, the
//! counters, and points for moves as in the Strategic Test Suite: `c0` if it names moves ("e4=10, Nf3=5"), or `c8` ("10
//! 5") with the moves in UCI notation in `c9` ("e2e4 g1f3"), which takes precedence if a line has both. Other
//! operations are ignored.

use std::fmt;

use oxide88::position::Position;
use oxide88::types::value::moves_to_mate;
use oxide88::types::{Move, Value, quote};

use crate::epd::{self, Fault, fault};
use crate::pgn::notation::{self, Meaning};

/// The conditions of a solution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// Any of these moves.
    pub best: Vec<Move>,
    /// None of these moves.
    pub avoid: Vec<Move>,
    /// A mate in at most this many full moves, given if positive, suffered if negative.
    pub mate: Option<i32>,
    /// Points of the moves; moves not listed score nothing.
    pub points: Vec<(Move, u32)>,
}

impl Wanted {
    /// True if an answer is a solution: not a move to avoid, and one of the best moves or the mate wanted. If neither
    /// is given, any other move counts, or with points the one with the most.
    pub fn is_met(&self, mv: Move, value: Value) -> bool {
        let mates = self.mate.is_some_and(|wanted| {
            moves_to_mate(value).is_some_and(|moves| moves * wanted > 0 && moves.abs() <= wanted.abs())
        });
        let is_open = self.best.is_empty() && self.mate.is_none() && self.points_for(mv) == self.most_points();
        !self.avoid.contains(&mv) && (self.best.contains(&mv) || mates || is_open)
    }

    /// Returns the points of a move.
    pub fn points_for(&self, mv: Move) -> u32 {
        self.points.iter().find(|(one, _)| *one == mv).map_or(0, |&(_, points)| points)
    }

    /// Returns the points of the best move; 0 if no points are given.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }

    fn is_empty(&self) -> bool {
        self.best.is_empty() && self.avoid.is_empty() && self.mate.is_none() && self.points.is_empty()
    }
}

/// A position to solve.
#[derive(Clone, Debug)]
pub struct Task {
    /// Number of the line, from 1.
    pub line: usize,
    /// Name of the position in the suite, or the number of its line.
    pub id: String,
    /// The position.
    pub position: Position,
    /// The conditions of a solution.
    pub wanted: Wanted,
}

/// An error in a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The faulty part.
    pub token: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.line, quote(&self.token), self.reason)
    }
}

/// Parses every line of a suite; empty lines and those that begin with `#` are skipped.
pub fn parse(text: &str) -> Vec<Result<Task, EpdError>> {
    let error = |line, (token, reason): Fault| EpdError { line, token, reason };
    epd::lines(text).map(|(number, line)| parse_line(number, line).map_err(|fault| error(number, fault))).collect()
}

fn parse_line(number: usize, line: &str) -> Result<Task, Fault> {
    let parsed = epd::Line::parse(line)?;
    let position = Position::from_fen(&parsed.fen).or_else(|error| fault(&parsed.fields, error))?;
    if position.legal_moves().is_empty() {
        return fault(&parsed.fields, "no legal move to find");
    }
    let legal = |text: &str| match notation::read(&position, text) {
        Ok(Meaning::Move(mv, _)) => Ok(mv),
        _ => fault(text, "not a legal move here"),
    };
    let mut wanted = Wanted::default();
    if let Some(code) = ["bm", "am"].into_iter().find(|code| parsed.all(code).any(<[_]>::is_empty)) {
        return fault(code, "names no move");
    }
    for &word in parsed.all("bm").flatten() {
        match word.strip_prefix('#') {
            Some(moves) => wanted.mate = Some(mate_length(moves)?),
            None => wanted.best.push(legal(word)?),
        }
    }
    for &word in parsed.all("am").flatten() {
        wanted.avoid.push(legal(word)?);
    }
    for words in parsed.all("dm") {
        wanted.mate = Some(mate_length(words.first().copied().unwrap_or_default())?);
    }
    let first = |code| parsed.all(code).last().and_then(|words| words.first().copied());
    if let Some((points, moves)) = first("c8").and_then(numbers).zip(first("c9")) {
        let count = moves.split_whitespace().count();
        if count != points.len() {
            return fault(moves, format!("{count} moves for the {} numbers in c8", points.len()));
        }
        for (text, points) in moves.split_whitespace().zip(points) {
            wanted.points.push((position.parse_move(text).or_else(|error| fault(text, error))?, points));
        }
    } else {
        let points = first("c0").and_then(points).unwrap_or_default();
        // A comment may have a number behind an equals sign too.
        if points.iter().any(|&(text, _)| legal(text).is_ok()) {
            for (text, points) in points {
                wanted.points.push((legal(text)?, points));
            }
        }
    }
    if wanted.is_empty() {
        return fault(line, "neither bm, am nor dm, nor points in c0 or c8 and c9");
    }
    let id = first("id").map_or_else(|| format!("line {number}"), str::to_owned);
    Ok(Task { line: number, id, position, wanted })
}

fn mate_length(text: &str) -> Result<i32, Fault> {
    match text.parse::<i32>() {
        Ok(moves) if moves != 0 && moves.abs() < 1000 => Ok(moves),
        _ => fault(text, "not a number of moves to mate"),
    }
}

/// Parses moves and their points; `None` if the text contains anything else.
fn points(text: &str) -> Option<Vec<(&str, u32)>> {
    text.split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (mv, points) = part.rsplit_once('=')?;
            Some((mv.trim_end(), points.trim_start().parse().ok()?))
        })
        .collect()
}

/// Parses numbers; `None` if the text contains anything else.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let numbers = text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<_>>>();
    numbers.filter(|numbers| !numbers.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxide88::types::value::{mate_in, mated_in};

    fn task(line: &str) -> Task {
        parse(line).remove(0).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn operations_are_read() {
        let task = task(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4!; am g4, a3; id \"a; b\"; c0 \"e4=10, Nf3 = 5\"; acd 7;",
        );
        let mv = |text| task.position.parse_move(text).unwrap();
        assert_eq!(task.id, "a; b");
        assert_eq!(task.wanted.best, [mv("e2e4"), mv("d2d4")]);
        assert_eq!(task.wanted.avoid, [mv("g2g4"), mv("a2a3")]);
        assert_eq!(task.wanted.points, [(mv("e2e4"), 10), (mv("g1f3"), 5)]);
        assert!(task.wanted.is_met(mv("d2d4"), 0) && !task.wanted.is_met(mv("g1f3"), 0));
        assert_eq!((task.wanted.points_for(mv("d2d4")), task.wanted.most_points()), (0, 10));
    }

    #[test]
    fn mates_count_up_to_the_given_length() {
        let wins = task("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 bm #3; ");
        let any = wins.position.legal_moves()[0];
        for (value, is_met) in
            [(mate_in(5), true), (mate_in(1), true), (mate_in(7), false), (mated_in(4), false), (900, false)]
        {
            assert_eq!(wins.wanted.is_met(any, value), is_met, "{value}");
        }
        let loses = task("6k1/5ppp/8/8/8/8/8/R3K3 b - - dm -2;");
        let any = loses.position.legal_moves()[0];
        assert!(loses.wanted.is_met(any, mated_in(4)) && !loses.wanted.is_met(any, mate_in(3)));
    }

    #[test]
    fn points_are_read_from_c8_and_c9_as_well() {
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - ";
        let task = task(&format!("{castles}bm O-O; c8 \"10 7 2\"; c9 \"e1g1 a1a8 e1e2\"; c0 \"O-O=9, Ke2=1\";"));
        let mv = |text| task.position.parse_move(text).unwrap();
        assert_eq!(task.wanted.points, [(mv("e1g1"), 10), (mv("a1a8"), 7), (mv("e1e2"), 2)]);
        // Comments as in other suites.
        for comments in ["c8 \"10\";", "c9 \"e1g1\";", "c8 \"ten\"; c9 \"e1g1\";", "c8 \"\"; c9 \"\";", "c8; c9;"] {
            let lines = parse(&format!("{castles}bm O-O; c0 \"O-O=9\"; {comments}"));
            assert_eq!(lines[0].as_ref().unwrap().wanted.points, [(mv("e1g1"), 9)], "{comments}");
        }
    }

    #[test]
    fn a_comment_gives_no_points_and_moves_to_avoid_leave_the_others() {
        let task = task("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am f3; c0 \"f3 loses, = bad\"");
        let mv = |text| task.position.parse_move(text).unwrap();
        assert!(task.wanted.points.is_empty());
        assert!(task.wanted.is_met(mv("e2e4"), 0) && !task.wanted.is_met(mv("f2f3"), 0));
        assert_eq!(task.id, "line 1");
    }

    #[test]
    fn lines_of_real_suites_are_read() {
        let found = |line: &str| {
            let task = task(line);
            let text = |moves: &[Move]| {
                moves.iter().map(|&mv| task.position.move_text(mv, false)).collect::<Vec<_>>().join(" ")
            };
            (
                text(&task.wanted.best),
                text(&task.wanted.avoid),
                task.wanted.points.len(),
                task.position.halfmove_clock(),
            )
        };
        let with_best = |best: &str| (best.to_owned(), String::new(), 0, 0);
        let promotion = "8/2P1P3/b1B2p2/1pPRp3/2k3P1/P4pK1/nP3p1p/N7 w - - bm e8N; id \"ERET 089\";";
        assert_eq!(found(promotion), with_best("e7e8n"));
        let spare = "r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - - bm Rxf4; id \"ERET 001\";";
        assert_eq!(found(spare), with_best("f1f4"));
        let comment =
            "rnb1kb1r/pp1p1ppp/1q2p3/8/3NP1n1/2N1B3/PPP2PPP/R2QKB1R w KQkq - bm Qxg4; c0 \"see topic?tid=18253\";";
        assert_eq!(found(comment), with_best("d1g4"));
        let avoid = "6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8; am Ke2";
        assert_eq!(found(avoid), (String::new(), "a1a8 e1e2".to_owned(), 0, 0));
        assert_eq!(found("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; bm Ke2"), with_best("a1a8 e1e2"));
        assert_eq!(found("7k/8/5K2/8/8/8/8/1R6 w - - dm 2; hmvc 99; fmvn 120;").3, 99);
        assert_eq!(found("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8,Ke2").0, "a1a8 e1e2");
        assert_eq!(parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8;\r6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8;\r").len(), 2);
    }

    #[test]
    fn errors_name_line_and_token() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (operations, token) in [
            ("bm e5;", "e5"),
            ("bm;", "bm"),
            ("am;", "am"),
            ("dm 0", "0"),
            ("dm soon;", "soon"),
            ("bm #x;", "x"),
            ("id \"open", "\"open"),
            ("c0 \"e4=10, e5=3\"", "e5"),
            ("c0 \"topic=18253\"", start),
            ("c8 \"10 3\"; c9 \"e2e4\"", "e2e4"),
            ("c8 \"10 3\"; c9 \"e2e4 e4e5\"", "e4e5"),
            ("c8 \"10\"; c9 \"e4\"", "e4"),
            ("id \"x\"", start),
        ] {
            let error = parse(&format!("# comment\n\n{start} {operations}")).remove(0).unwrap_err();
            assert!(error.line == 3 && error.token.starts_with(token), "{operations}: {error}");
        }
        assert_eq!(parse("hello world").remove(0).unwrap_err().token, "hello world");
        assert_eq!(parse("R6k/6pp/8/8/8/8/8/7K b - - bm Kg8;").remove(0).unwrap_err().reason, "no legal move to find");
    }
}
