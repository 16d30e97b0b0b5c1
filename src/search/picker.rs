//! Staged move picker: the table move before anything is generated, winning captures by MVV and capture history,
//! killers and the countermove, quiet moves by history and threats, and losing captures last. A node that is cut off
//! early never pays for the later stages. Every move is legal and returned once.

use arrayvec::ArrayVec;

use super::history::{History, PieceTo, PriorMoves};
use super::params;
use super::scored_moves::ScoredMoves;
use crate::position::Position;
use crate::types::{MAX_MOVES, Move, MoveKind, MoveList, Piece, PieceKind, Square, SquareSet, Value};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Refutations,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateChecks,
    Checks,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Returns the moves of a node in order.
pub struct MovePicker {
    stage: Stage,
    /// Exchange value in centipawns that a capture must reach to come before the quiet moves.
    threshold: Value,
    skip_quiets: bool,
    noisy_only: bool,
    /// Quiet checks follow the noisy moves.
    with_checks: bool,
    tt_move: Option<Move>,
    /// Quiet moves tried before generation: killers and the countermove.
    refutations: [Option<Move>; 3],
    next_refutation: usize,
    prior: PriorMoves,
    pinned: SquareSet,
    moves: ScoredMoves,
    /// History of the quiet move returned last, if its score needed it.
    known_history: Option<i32>,
    bad_noisy: ArrayVec<Move, MAX_MOVES>,
}

impl MovePicker {
    /// All moves of a node of the main search; `prior` are the moves before it.
    pub fn new(tt_move: Option<Move>, killers: [Option<Move>; 2], counter: Option<Move>, prior: PriorMoves) -> Self {
        let counter = counter.filter(|_| !killers.contains(&counter));
        Self {
            stage: Stage::TableMove,
            threshold: 0,
            skip_quiets: false,
            noisy_only: false,
            with_checks: false,
            tt_move,
            refutations: [killers[0], killers[1], counter],
            next_refutation: 0,
            prior,
            pinned: SquareSet::EMPTY,
            moves: ScoredMoves::new(),
            known_history: None,
            bad_noisy: ArrayVec::new(),
        }
    }

    /// Moves of a quiescence node: captures and promotions that do not lose material, and safe quiet checks if
    /// `with_checks`; all evasions in check.
    pub fn quiescence(position: &Position, tt_move: Option<Move>, prior: PriorMoves, with_checks: bool) -> Self {
        let tt_move = tt_move.filter(|mv| position.in_check() || mv.is_noisy());
        Self { noisy_only: true, with_checks, ..Self::new(tt_move, [None; 2], None, prior) }
    }

    /// Captures and promotions with an exchange value of at least `threshold` centipawns, for `ProbCut`; the side to
    /// move is not in check.
    pub fn probcut(position: &Position, tt_move: Option<Move>, threshold: Value) -> Self {
        let wins = |mv: &Move| mv.is_noisy() && position.is_pseudo_legal(*mv) && position.see_ge(*mv, threshold);
        let tt_move = tt_move.filter(wins);
        Self { noisy_only: true, threshold, ..Self::new(tt_move, [None; 2], None, [PieceTo::NONE; 3]) }
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Returns true if `mv` is a killer or the countermove.
    pub fn is_refutation(&self, mv: Move) -> bool {
        self.refutations.contains(&Some(mv))
    }

    /// Returns the history value of the move returned last, `mv`.
    #[inline]
    pub fn history_of(&self, mv: Move, position: &Position, history: &History) -> i32 {
        self.known_history.unwrap_or_else(|| {
            if mv.is_noisy() { history.capture(position, mv) } else { history.quiet(position, mv, self.prior) }
        })
    }

    /// Returns the next move. `position` must be the same at every call; `scratch` may be any list.
    pub fn next(&mut self, position: &Position, history: &History, scratch: &mut MoveList) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.start(position);
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, history, scratch);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    while let Some(mv) = self.take_best() {
                        if is_good(position, mv, self.threshold) {
                            return Some(mv);
                        }
                        self.bad_noisy.push(mv);
                    }
                    self.stage = match (self.noisy_only, self.with_checks) {
                        (false, _) => Stage::Refutations,
                        (true, true) => Stage::GenerateChecks,
                        (true, false) => Stage::Done,
                    };
                }
                Stage::Refutations => {
                    let Some(&refutation) = self.refutations.get(self.next_refutation).filter(|_| !self.skip_quiets)
                    else {
                        self.stage = Stage::GenerateQuiet;
                        continue;
                    };
                    self.next_refutation += 1;
                    if let Some(mv) = refutation
                        && Some(mv) != self.tt_move
                        && !mv.is_noisy()
                        && is_playable(position, mv)
                    {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    if !self.skip_quiets {
                        self.generate_quiet(position, history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    while !self.skip_quiets
                        && let Some((mv, history)) = self.moves.take_best()
                    {
                        if Some(mv) != self.tt_move && !self.is_refutation(mv) {
                            self.known_history = Some(history);
                            return Some(mv);
                        }
                    }
                    self.known_history = None;
                    self.bad_noisy.reverse();
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => return self.bad_noisy.pop(),
                Stage::GenerateChecks => {
                    self.generate_checks(position, history);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => {
                    let mv = self.take_best()?;
                    if position.see_ge(mv, 0) {
                        return Some(mv);
                    }
                }
                Stage::GenerateEvasions => {
                    self.generate_evasions(position, history, scratch);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return self.take_best(),
                Stage::Done => return None,
            }
        }
    }

    // Each step that runs once is a function of its own and never inlined: inlined, the compiler would hoist its setup
    // into every call of `next`.

    #[inline(never)]
    fn start(&mut self, position: &Position) {
        self.stage = if position.in_check() { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
        self.tt_move = self.tt_move.filter(|&mv| is_playable(position, mv));
    }

    #[inline(never)]
    fn generate_noisy(&mut self, position: &Position, history: &History, scratch: &mut MoveList) {
        self.pinned = position.pinned(position.side_to_move());
        position.noisy_moves(self.pinned, scratch);
        self.fill(scratch, |mv| noisy_score(position, history, mv));
    }

    #[inline(never)]
    fn generate_quiet(&mut self, position: &Position, history: &History) {
        let attacked = position.attacked(!position.side_to_move());
        let (by_lesser, worths) = (attacked.by_lesser(), escape_worths());
        let us = position.side_to_move();
        let quiets = history.quiets(us, self.prior);
        let moves = &mut self.moves;
        moves.clear();
        // A pawn has no lesser piece to fear, and each of its moves one target.
        let pawn = Piece::new(us, PieceKind::Pawn);
        position.visit_quiet_pawn_moves(self.pinned, |from, to, kind| {
            let quiets = quiets.of(pawn, from, attacked.pawns.contains(from));
            moves.push(Move::new(from, to, kind), quiets.value(to.to64(), attacked.pawns.contains(to)), 0);
        });
        position.visit_quiet_piece_moves(self.pinned, attacked.all, |from, targets, kind| {
            let piece = position.piece_on(from);
            let quiets = quiets.of(piece, from, attacked.pawns.contains(from));
            // A piece attacked by a lesser one should leave, and no piece should go where it would be.
            let (threatened, worth) = (by_lesser[piece.kind()], worths[piece.kind()]);
            let risk = |number| if threatened.contains64(number) { worth } else { 0 };
            let stays = risk(from.to64());
            moves.extend(targets.numbers().map(|to| {
                let value = quiets.value(to, attacked.pawns.contains64(to));
                (Move::new(from, Square::from64(to), kind), value, stays - risk(to))
            }));
        });
    }

    #[inline(never)]
    fn generate_checks(&mut self, position: &Position, history: &History) {
        let us = position.side_to_move();
        let attacked = position.attacked(!us).all;
        let checks = position.check_squares();
        let candidates = position.discovered_check_candidates(us);
        let (moves, prior) = (&mut self.moves, self.prior);
        moves.clear();
        let mut add = |mv: Move, is_special: bool| {
            if !is_special || position.gives_check(mv, candidates) {
                moves.push(mv, history.quiet(position, mv, prior), 0);
            }
        };
        position.visit_quiet_pawn_moves(self.pinned, |from, to, kind| {
            if candidates.contains(from) || checks[PieceKind::Pawn].contains(to) {
                add(Move::new(from, to, kind), candidates.contains(from));
            }
        });
        position.visit_quiet_piece_moves(self.pinned, attacked, |from, targets, kind| {
            let is_special = kind == MoveKind::Castle || candidates.contains(from);
            let checking = if is_special { targets } else { targets & checks[position.piece_on(from).kind()] };
            checking.for_each(|to| add(Move::new(from, to, kind), is_special));
        });
    }

    #[inline(never)]
    fn generate_evasions(&mut self, position: &Position, history: &History, scratch: &mut MoveList) {
        position.evasions(position.pinned(position.side_to_move()), scratch);
        let prior = self.prior;
        self.fill(scratch, |mv| {
            if mv.is_noisy() { FIRST + noisy_score(position, history, mv) } else { history.quiet(position, mv, prior) }
        });
    }

    #[inline]
    fn fill(&mut self, list: &[Move], score: impl Fn(Move) -> i32) {
        self.moves.clear();
        self.moves.extend(list.iter().map(|&mv| (mv, score(mv), 0)));
    }

    /// Removes and returns the move with the highest score, skipping the table move.
    #[inline]
    fn take_best(&mut self) -> Option<Move> {
        loop {
            let (mv, _) = self.moves.take_best()?;
            if Some(mv) != self.tt_move {
                return Some(mv);
            }
        }
    }
}

/// Score that puts noisy evasions before all quiet ones.
const FIRST: i32 = 1 << 20;

/// Returns true for a good capture: it reaches the threshold, and is not an underpromotion.
fn is_good(position: &Position, mv: Move, threshold: Value) -> bool {
    !mv.is_underpromotion() && position.see_ge(mv, threshold)
}

fn is_playable(position: &Position, mv: Move) -> bool {
    position.is_pseudo_legal(mv) && position.is_legal(mv)
}

/// Threat scores of quiet moves by kind of piece: a bonus for leaving a threatened square, a malus for entering one.
#[inline]
fn escape_worths() -> [i32; 6] {
    let minor = params::threat_escape_minor();
    [0, minor, minor, params::threat_escape_rook(), params::threat_escape_queen(), 0]
}

/// Most valuable victim first, adjusted by capture history.
#[inline(always)]
fn noisy_score(position: &Position, history: &History, mv: Move) -> i32 {
    16 * position.move_gain(mv) + history.capture(position, mv) / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Perft through the picker, with a table move and killers that may or may not fit.
    fn perft(position: &mut Position, depth: u32, strangers: &[Move]) -> u64 {
        if depth == 0 {
            return 1;
        }
        let history = History::new();
        let pick = |n: usize| strangers.get((position.key() as usize + n) % strangers.len()).copied();
        let mut picker =
            MovePicker::new(pick(0), [pick(1), pick(2).filter(|_| pick(2) != pick(1))], pick(3), [PieceTo::NONE; 3]);
        let mut scratch = MoveList::new();
        let mut leaves = 0;
        while let Some(mv) = picker.next(position, &history, &mut scratch) {
            position.make(mv);
            leaves += perft(position, depth - 1, strangers);
            position.unmake();
        }
        leaves
    }

    #[test]
    fn the_picker_hands_out_every_legal_move_once_whatever_table_and_killers_say() {
        for (fen, depth, leaves) in [
            (crate::position::START_FEN, 4, 197_281),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            let mut strangers: Vec<Move> = position.legal_moves().into_iter().collect();
            position.make(strangers[0]);
            strangers.extend(position.legal_moves());
            position.unmake();
            assert_eq!(perft(&mut position, depth, &strangers), leaves, "{fen}");
        }
    }

    /// The moves of a position in the order of a picker without any history.
    fn order_without_past(fen: &str) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let mut picker = MovePicker::new(None, [None; 2], None, [PieceTo::NONE; 3]);
        let (history, mut scratch) = (History::new(), MoveList::new());
        std::iter::from_fn(|| picker.next(&position, &history, &mut scratch))
            .map(|mv| position.move_text(mv, false))
            .collect()
    }

    #[test]
    fn a_rook_attacked_by_a_bishop_leaves_before_anything_else_moves() {
        let order = order_without_past("4k3/8/5b2/8/3R4/8/4P3/4K3 w - - 0 1");
        // Of the rook's 14 moves, those to d8 and h4 stay within reach of the bishop.
        let escapes = order.iter().take_while(|mv| mv.starts_with("d4")).count();
        assert_eq!((order.len(), escapes), (20, 12));
        assert!(!order[..12].iter().any(|mv| mv == "d4d8" || mv == "d4h4"));
    }

    #[test]
    fn quiescence_tries_quiet_checks_that_lose_nothing() {
        for (fen, checks) in [
            ("8/8/8/3k4/8/1P6/B1P5/4K3 w - - 0 1", "b3b4 c2c4"),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 h1f1 h1h8"),
            ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c3 e4c5 e4d2 e4d6 e4f2 e4f6 e4g3 e4g5"),
            ("4k3/8/8/3b4/8/8/8/R3K3 w Q - 0 1", ""),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut picker = MovePicker::quiescence(&position, None, [PieceTo::NONE; 3], true);
            let (history, mut scratch) = (History::new(), MoveList::new());
            let moves = std::iter::from_fn(|| picker.next(&position, &history, &mut scratch));
            let mut found: Vec<_> = moves.map(|mv| position.move_text(mv, false)).collect();
            found.sort_unstable();
            assert_eq!(found.join(" "), checks, "{fen}");
        }
    }

    #[test]
    fn captures_come_by_victim_and_losing_ones_last() {
        let order = order_without_past("4k3/2p1p3/3p1q2/4P3/8/8/8/3RK3 w - - 0 1");
        assert_eq!(order[..2], ["e5f6", "e5d6"]);
        assert_eq!(order.last().unwrap(), "d1d6");
    }
}
