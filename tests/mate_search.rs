//! `go mate N` against an exhaustive search by the rules: the shortest mate in at most N moves is found, or it is
//! proved that there is none.

mod common;
mod dialogue;

use common::{below, carried, on_all_cores, text};
use dialogue::{Engine, best_moves};
use oxide88::position::Position;
use oxide88::search::{Bound, Control, Limits, Outcome, PvInfo, Report, Searcher};
use oxide88::types::Ply;
use oxide88::types::value::{is_mate, mate_in};
use rand_mt::Mt64;

/// A mate in two; Stockfish 11 needs 1,119 nodes for it in a normal search.
const PROBLEM: &str = "3N3K/B2bRB2/1Qp4p/1R1pppp1/1P2k3/r3pNP1/2P1P3/b2r3q w - - 0 1";

/// The result of a search for a mate.
struct Answer {
    outcome: Outcome,
    /// The last line.
    line: PvInfo,
    /// The number of moves in which there is no mate, if that was reported.
    no_mate: Option<u32>,
}

fn ask(position: &Position, limits: &Limits) -> Answer {
    let (mut line, mut no_mate) = (None, None);
    let mut searcher = Searcher::with_hash(4).expect("a table");
    let outcome = searcher.go(position, limits, &Control::default(), &mut |report| match report {
        Report::Pv(found) => line = Some(found.clone()),
        Report::NoMate { moves } => no_mate = Some(*moves),
        Report::CurrentMove { .. } => {}
    });
    Answer { outcome, line: line.expect("a line"), no_mate }
}

fn mate(moves: u32) -> Limits {
    Limits { mate: Some(moves), ..Limits::default() }
}

/// Asserts that the answer is a mate in exactly this many moves, with a line that reaches it.
fn assert_mate(position: &Position, moves: u32) {
    assert_mate_within(position, moves, moves);
}

/// Asserts the same of a search for a mate in at most `most_moves` moves.
fn assert_mate_within(position: &Position, moves: u32, most_moves: u32) {
    let Answer { outcome, line, no_mate } = ask(position, &mate(most_moves));
    let plies = 2 * moves as Ply - 1;
    assert_eq!((line.value, line.bound, no_mate), (mate_in(plies), Bound::Exact, None), "{position:?}");
    assert!(!line.is_cut_short(position) && line.pv.first().copied() == outcome.best, "{position:?}: {:?}", line.pv);
}

/// Asserts that the answer is a legal move and the report that there is no mate in this many moves.
fn assert_no_mate(position: &Position, moves: u32) {
    let Answer { outcome, line, no_mate } = ask(position, &mate(moves));
    assert_eq!(no_mate, Some(moves), "{position:?}: {} by {:?}", line.value, line.pv);
    assert!(position.legal_moves().contains(&outcome.best.expect("a move")), "{position:?}");
}

/// Returns whether the side to move can mate in at most this many moves, by exhaustive search.
fn can_mate(position: &mut Position, moves: u32) -> bool {
    let attacks = position.legal_moves();
    attacks.iter().any(|&mv| {
        position.make(mv);
        let defenses = position.legal_moves();
        let is_mate = if defenses.is_empty() {
            position.in_check()
        } else {
            moves > 1
                && defenses.iter().all(|&mv| {
                    position.make(mv);
                    let is_mate = can_mate(position, moves - 1);
                    position.unmake();
                    is_mate
                })
        };
        position.unmake();
        is_mate
    })
}

/// Compares the answers for 1 to `most_moves` moves with an exhaustive search; returns the length of the mate. More
/// moves than needed lead to the same mate.
fn compare(position: &Position, most_moves: u32) -> Option<u32> {
    let shortest = (1..=most_moves).find(|&moves| can_mate(&mut position.clone(), moves));
    for moves in 1..=most_moves {
        match shortest.filter(|&shortest| shortest <= moves) {
            Some(shortest) => assert_mate_within(position, shortest, moves),
            None => assert_no_mate(position, moves),
        }
    }
    shortest
}

/// Returns the last positions of random games that end in mate, one to four plies before it.
fn before_mates(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Mt64::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = vec![Position::start()];
        while let Some(position) = game.last().filter(|position| game.len() < 200 && !position.is_draw(0)) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut next = position.clone();
            next.make(moves[below(&mut random, moves.len())]);
            game.push(next);
        }
        let end = game.pop().expect("a position");
        if end.in_check() && end.legal_moves().is_empty() {
            // The game history is dropped, because the exhaustive search ignores repetitions.
            positions
                .extend(game.iter().rev().take(4).map(|position| Position::from_fen(&position.fen()).expect("a FEN")));
        }
    }
    positions
}

#[test]
fn mates_in_one_and_two_agree_with_an_exhaustive_search() {
    let positions = before_mates(77, if cfg!(debug_assertions) { 100 } else { 300 });
    let mates = on_all_cores(positions.len(), |index| compare(&positions[index], 2));
    let count = |moves| mates.iter().filter(|&&found| found == moves).count();
    println!("{} mates in 1, {} in 2, {} of neither", count(Some(1)), count(Some(2)), count(None));
    assert!([Some(1), Some(2), None].into_iter().all(|found| count(found) * 50 >= mates.len()));
}

/// After 1. Qg7+ Kxg7, the only reply, White has no move.
#[test]
fn an_attacker_in_stalemate_has_not_mated() {
    assert_no_mate(&Position::from_fen("6k1/8/8/4Q3/8/1q6/8/K7 w - - 0 1").expect("a position"), 3);
}

#[test]
fn mates_in_three_agree_with_an_exhaustive_search() {
    let mut random = Mt64::new(78);
    let count = if cfg!(debug_assertions) { 100 } else { 200 };
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = [' '; 64];
        let men = ["KQk", "KRRk", "KQkp", "KRPk", "KQkn"][below(&mut random, 5)];
        for man in men.chars() {
            // The defending king stands near a corner; elsewhere it is hardly ever mated so soon.
            let square =
                if man == 'k' { 8 * below(&mut random, 2) + below(&mut random, 4) } else { 8 + below(&mut random, 48) };
            board[square] = man;
        }
        let rank = |squares: &[char]| squares.iter().collect::<String>().replace(' ', "1");
        let ranks: Vec<String> = board.chunks(8).map(rank).collect();
        positions.extend(Position::from_fen(&format!("{} w - - 0 1", ranks.join("/"))));
    }
    let mates = on_all_cores(positions.len(), |index| compare(&positions[index], 3));
    let count = |moves| mates.iter().filter(|&&found| found == moves).count();
    println!(
        "{} mates in 1, {} in 2, {} in 3, {} of neither",
        count(Some(1)),
        count(Some(2)),
        count(Some(3)),
        count(None)
    );
    assert!(count(Some(3)) > 0 && count(None) > 0);
}

#[test]
fn problems_have_their_mate_and_no_shorter_one() {
    let suite = text(&carried("mate/short.epd"));
    let problems: Vec<&str> = suite.lines().collect();
    on_all_cores(problems.len(), |index| {
        let (fen, moves) = problems[index].split_once(" bm #").expect("a mate");
        let moves: u32 = moves.trim_end_matches(';').parse().expect("a number of moves");
        // Debug builds are slow.
        if moves < 4 || cfg!(not(debug_assertions)) {
            let position = Position::from_fen(&format!("{fen} 0 1")).expect("a position");
            assert_mate(&position, moves);
            assert_no_mate(&position, moves - 1);
        }
    });
}

#[test]
fn a_problem_takes_few_nodes() {
    let position = Position::from_fen(PROBLEM).expect("a position");
    let Answer { outcome, line, .. } = ask(&position, &mate(2));
    assert_eq!((line.value, position.move_text(outcome.best.expect("a move"), false).as_str()), (mate_in(3), "d8b7"));
    assert!(outcome.nodes < 1_119, "{} nodes", outcome.nodes);
}

#[test]
fn a_draw_by_rule_before_the_mate_prevents_it() {
    let rooks = |clock: u32| Position::from_fen(&format!("7k/8/8/8/8/8/R7/1R5K w - - {clock} 80")).expect("a position");
    let moves = (1..8).find(|&moves| can_mate(&mut rooks(0), moves)).expect("a mate");
    // The move before the mating one must leave the clock below a hundred plies.
    let plies = 2 * moves - 1;
    assert_mate(&rooks(100 - plies), moves);
    assert_no_mate(&rooks(101 - plies), moves);
    // The only mate begins with Ra6. After that position has occurred twice, the third time is a draw.
    let mut game = Position::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").expect("a position");
    for _ in 0..2 {
        assert_mate(&game, 2);
        for text in ["a1a6", "b8c7", "a6a1", "c7b8"] {
            game.make(game.parse_move(text).expect("a move"));
        }
    }
    assert_no_mate(&game, 2);
}

#[test]
fn searchmoves_nodes_and_depth_limit_the_search_for_a_mate() {
    let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").expect("a position");
    assert_mate(&position, 1);
    let others: Vec<_> =
        position.legal_moves().iter().copied().filter(|&mv| position.move_text(mv, false) != "d1d8").collect();
    let answer = ask(&position, &Limits { searchmoves: Some(others.clone()), ..mate(1) });
    assert!(answer.no_mate == Some(1) && others.contains(&answer.outcome.best.expect("a move")));
    // The mate searches below need far more nodes and depth than allowed.
    let start = Position::start();
    // The least of these limits is reached within the first part of the mate search.
    for nodes in [5_000, 50_000] {
        let answer = ask(&start, &Limits { nodes: Some(nodes), ..mate(6) });
        assert!(answer.no_mate.is_none() && !is_mate(answer.line.value));
        assert!((nodes..=nodes + 1_000).contains(&answer.outcome.nodes), "{} nodes", answer.outcome.nodes);
    }
    let answer = ask(&start, &Limits { depth: Some(4), ..mate(30) });
    assert_eq!((answer.no_mate, answer.outcome.depth), (None, 4));
}

#[test]
fn the_engine_reports_that_there_is_no_mate() {
    let mut engine = Engine::start();
    let lines = engine.go("mate 2");
    // Behind the proof come the totals of the ordinary search, and its best move.
    let said = lines.iter().position(|line| line == "info string no mate in 2");
    assert!(said.is_some_and(|said| said + 3 >= lines.len()), "{lines:?}");
    assert_eq!(best_moves(&lines).len(), 1);
    engine.send(format!("position fen {PROBLEM}"));
    let lines = engine.go("mate 2");
    assert!(lines[lines.len() - 2].contains(" score mate 2 ") && best_moves(&lines) == ["d8b7"], "{lines:?}");
    // Longer than the maximum search depth and than any game.
    engine.send("position startpos");
    engine.send("go mate 4000000000");
    engine.send("stop");
    assert_eq!(best_moves(&engine.until("bestmove")).len(), 1);
}
