//! Oxide88 against shakmaty on random games, half standard and half Chess960, played in lockstep. In every position
//! both must agree on the legal moves, the checkers, the attacks by lesser pieces, the end of the game and the FEN.
//! Incremental state must equal a recomputation before and after every move, its unmake, and the null move. Games
//! prefer castling, en passant and promotions, which are rare by chance; the test fails if one of them never occurs.

mod common;

use common::patience::timed;
use common::{Lockstep, below, crowded, on_all_cores, pick};
use oxide88::position::Position;
use oxide88::types::{Color, Move, MoveKind, MoveList};
use rand_mt::Mt64;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode, Position as _, Role};

const GAMES: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };
/// The most plies of a game.
const MAX_PLIES: usize = 300;
/// One position in this many is also tested with every possible move word.
const WORDS_EVERY: usize = 101;

/// Counts of events in the games.
#[derive(Default, Debug)]
struct Tally {
    positions: usize,
    moves: usize,
    checks: usize,
    double_checks: usize,
    castlings: usize,
    en_passants: usize,
    promotions: usize,
    checkmates: usize,
    stalemates: usize,
    bare_boards: usize,
    words: usize,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.checks += other.checks;
        self.double_checks += other.double_checks;
        self.castlings += other.castlings;
        self.en_passants += other.en_passants;
        self.promotions += other.promotions;
        self.checkmates += other.checkmates;
        self.stalemates += other.stalemates;
        self.bare_boards += other.bare_boards;
        self.words += other.words;
    }
}

#[test]
fn both_programs_agree_on_random_games() {
    let (tallies, time) = timed(|| on_all_cores(GAMES, play));
    let mut total = Tally::default();
    for tally in &tallies {
        total.add(tally);
    }
    println!("{GAMES} games in {:.1} s: {total:?}", time.as_secs_f64());
    for (count, what) in [
        (total.double_checks, "double check"),
        (total.castlings, "castling"),
        (total.en_passants, "en passant"),
        (total.promotions, "promotion"),
        (total.checkmates, "checkmate"),
        (total.stalemates, "stalemate"),
        (total.bare_boards, "insufficient material"),
        (total.words, "look at all words"),
    ] {
        assert!(count > 0, "no {what} in {GAMES} games");
    }
}

/// Plays game number `seed` and compares every position of it.
fn play(seed: usize) -> Tally {
    let mut random = Mt64::new(seed as u64);
    let mut game = Lockstep::random_start(&mut random);
    let mut tally = Tally::default();
    for _ in 0..MAX_PLIES {
        let (ours, theirs) = compare(&mut game, &mut tally);
        if (seed + tally.positions).is_multiple_of(WORDS_EVERY) {
            only_generated_moves_pass(&game.ours);
            tally.words += 1;
        }
        // Insufficient material ends the game although legal moves remain.
        let Some(index) = pick(&mut random, &ours).filter(|_| !game.ours.is_material_draw()) else { break };
        let mv = ours[index];
        tally.castlings += usize::from(mv.castling().is_some());
        tally.en_passants += usize::from(mv.kind() == MoveKind::EnPassant);
        tally.promotions += usize::from(mv.is_promotion());
        game.ours.make(mv);
        game.theirs.play_unchecked(theirs[index]);
    }
    tally
}

/// Compares one position; returns the moves of both programs in the same order.
fn compare(game: &mut Lockstep, tally: &mut Tally) -> (Vec<Move>, Vec<shakmaty::Move>) {
    let fen = game.ours.fen();
    assert_eq!(fen, Fen::from_position(&game.theirs, EnPassantMode::Legal).to_string());

    let (ours, theirs) = game.moves();
    let texts = |ours: &[(String, Move)]| ours.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    assert!(
        ours.iter().map(|(text, _)| text).eq(theirs.iter().map(|(text, _)| text)),
        "{fen}: {:?}, shakmaty says {:?}",
        texts(&ours),
        theirs.iter().map(|(text, _)| text).collect::<Vec<_>>()
    );
    if !game.chess960 {
        for ((_, our_move), (_, their_move)) in ours.iter().zip(&theirs) {
            let text = game.ours.move_text(*our_move, false);
            assert_eq!(text, their_move.to_uci(CastlingMode::Standard).to_string(), "{fen}");
        }
    }

    let mut checkers: Vec<u32> = game.ours.checkers().map(|square| u32::from(square.to64())).collect();
    checkers.sort_unstable();
    assert_eq!(checkers, game.theirs.checkers().into_iter().map(u32::from).collect::<Vec<_>>(), "{fen}");

    let in_check = game.ours.in_check();
    assert_eq!(ours.is_empty() && in_check, game.theirs.is_checkmate(), "{fen}");
    assert_eq!(ours.is_empty() && !in_check, game.theirs.is_stalemate(), "{fen}");
    assert_eq!(game.ours.is_material_draw(), game.theirs.is_insufficient_material(), "{fen}");

    let ours: Vec<Move> = ours.into_iter().map(|(_, mv)| mv).collect();
    dangers_are_attacks_by_lesser_pieces(game, &fen);
    stages_make_up_all_moves(&game.ours, &fen);
    keys_equal_a_recomputation(&game.ours, &fen);
    everything_comes_back(&mut game.ours, &ours, &fen);

    tally.positions += 1;
    tally.moves += ours.len();
    tally.checks += usize::from(in_check);
    tally.double_checks += usize::from(checkers.len() == 2);
    tally.checkmates += usize::from(ours.is_empty() && in_check);
    tally.stalemates += usize::from(ours.is_empty() && !in_check);
    tally.bare_boards += usize::from(game.ours.is_material_draw());
    (ours, theirs.into_iter().map(|(_, mv)| mv).collect())
}

fn dangers_are_attacks_by_lesser_pieces(game: &Lockstep, fen: &str) {
    let board = game.theirs.board();
    for (ours, theirs) in [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)] {
        let attacks_by = |roles: &[Role]| {
            let attackers = roles.iter().flat_map(|role| board.by_piece(role.of(!theirs)));
            attackers.map(|square| u64::from(board.attacks_from(square))).fold(0, |all, attacks| all | attacks)
        };
        let pawns = attacks_by(&[Role::Pawn]);
        let minors = attacks_by(&[Role::Pawn, Role::Knight, Role::Bishop]);
        let rooks = attacks_by(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]);
        let all = attacks_by(&Role::ALL);
        let attacked = game.ours.attacked(!ours);
        assert_eq!(
            [attacked.pawns, attacked.minors, attacked.rooks, attacked.all].map(|set| set.0),
            [pawns, minors, rooks, all],
            "{fen}"
        );
        assert_eq!(attacked.by_lesser().map(|set| set.0), [0, pawns, pawns, minors, rooks, 0], "{fen}");
    }
}

fn stages_make_up_all_moves(position: &Position, fen: &str) {
    let pinned = position.pinned(position.side_to_move());
    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    if position.in_check() {
        position.evasions(pinned, &mut noisy);
    } else {
        position.noisy_moves(pinned, &mut noisy);
        position.quiet_moves(pinned, &mut quiet);
        assert!(noisy.iter().all(|mv| mv.is_noisy()) && !quiet.iter().any(|mv| mv.is_noisy()), "{fen}");
    }
    assert_eq!(words(noisy.into_iter().chain(quiet)), words(position.legal_moves()), "{fen}");
}

fn keys_equal_a_recomputation(position: &Position, fen: &str) {
    assert_eq!(position.validate(), Ok(()), "{fen}");
    let fresh = Position::from_fen(fen).expect("our own FEN");
    assert_eq!((position.key(), position.pawn_key()), (fresh.key(), fresh.pawn_key()), "{fen}");
    assert_eq!(position.game_ply(), fresh.game_ply(), "{fen}");
}

/// Makes and unmakes every move and the null move, and compares `gives_check` with the position after the move.
fn everything_comes_back(position: &mut Position, moves: &[Move], fen: &str) {
    let before = position.clone();
    let discovered_check_candidates = position.discovered_check_candidates(position.side_to_move());
    for &mv in moves {
        let predicted = position.gives_check(mv, discovered_check_candidates);
        position.make(mv);
        assert_eq!(position.in_check(), predicted, "{fen}: {mv:?}");
        position.unmake();
        assert!(*position == before, "{fen}: {mv:?} leaves traces");
    }
    if !position.in_check() {
        position.make_null();
        assert_eq!(position.validate(), Ok(()), "{fen}, null move");
        position.unmake_null();
        assert!(*position == before, "{fen}: the null move leaves traces");
    }
}

/// Checks that the pseudo-legal and legal words, among all of them, are exactly the generated moves.
fn only_generated_moves_pass(position: &Position) {
    let passing =
        (0..=u16::MAX).filter_map(Move::from_word).filter(|&mv| position.is_pseudo_legal(mv) && position.is_legal(mv));
    assert_eq!(words(passing), words(position.legal_moves()), "{position:?}");
}

fn words(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut words: Vec<u16> = moves.into_iter().map(Move::word).collect();
    words.sort_unstable();
    words
}

#[test]
fn only_legal_move_words_pass_in_tricky_positions() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "1k2r3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/qRK1BR1B w FBfb - 2 10",
        "1rk3r1/8/8/8/8/8/8/R1K3R1 w GAgb - 0 1",
        "5kr1/8/8/8/8/8/8/5KR1 w Gg - 0 1",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
        "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
        "4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1",
    ] {
        let mut position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        only_generated_moves_pass(&position);
        for mv in position.legal_moves() {
            position.make(mv);
            only_generated_moves_pass(&position);
            position.unmake();
        }
    }
}

#[test]
fn a_move_text_parses_to_the_same_move() {
    let mut random = Mt64::new(88);
    for _ in 0..if cfg!(debug_assertions) { 20 } else { 500 } {
        let mut game = Lockstep::random_start(&mut random);
        for _ in 0..MAX_PLIES {
            let position = &mut game.ours;
            let moves = position.legal_moves();
            for &mv in &moves {
                assert_eq!(position.parse_move(&position.move_text(mv, true)), Ok(mv), "{position:?}");
                if !game.chess960 {
                    assert_eq!(position.parse_move(&position.move_text(mv, false)), Ok(mv), "{position:?}");
                }
            }
            let Some(index) = pick(&mut random, &moves) else { break };
            position.make(moves[index]);
        }
    }
}

#[test]
fn castling_is_written_as_a_king_move_or_as_king_takes_rook() {
    for (fen, standard, chess960) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1c1", "e1g1"], ["e1a1", "e1h1"]),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", ["e8c8", "e8g8"], ["e8a8", "e8h8"]),
        ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", ["f1c1", "f1g1"], ["f1b1", "f1g1"]),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let castlings = position.legal_moves().into_iter().filter(|mv| mv.castling().is_some());
        let mut texts: Vec<_> =
            castlings.map(|mv| (position.move_text(mv, true), position.move_text(mv, false))).collect();
        texts.sort();
        let expected: Vec<_> = chess960.iter().zip(standard).map(|(a, b)| (a.to_string(), b.to_string())).collect();
        assert_eq!(texts, expected, "{fen}");
    }
    // The short text means an ordinary king move that reaches the castling square too.
    let position = Position::from_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1").unwrap();
    assert_eq!(position.parse_move("f1g1").map(Move::castling), Ok(None));
    assert!(position.parse_move("f1h1").is_ok_and(|mv| mv.castling().is_some()));
}

/// Returns the first four fields of the FEN, which are equal when a position is repeated.
fn repeated_fields(position: &Position) -> String {
    position.fen().rsplitn(3, ' ').last().expect("four fields").to_string()
}

#[test]
fn repetition_equals_a_naive_count_of_equal_fens() {
    let mut found = [0; 2];
    let mut foreseen = [0; 2];
    for seed in 0..if cfg!(debug_assertions) { 10 } else { 100 } {
        let mut random = Mt64::new(1000 + seed);
        let mut position = Lockstep::random_start(&mut random).ours;
        let mut branch = position.with_recent_history(300);
        let mut history = Vec::new();
        for _ in 0..300 {
            let now = repeated_fields(&position);
            let backs: Vec<usize> =
                (0..history.len()).filter(|&ply| history[ply] == now).map(|ply| history.len() - ply).collect();
            for ply in [0, 1, 3, 4, 5, 6, 8, 9, 20, 240] {
                let expected = backs.len() >= 2 || backs.iter().any(|&back| back < ply);
                assert_eq!(position.is_repetition(ply), expected, "{position:?} at ply {ply}, {backs:?} plies back");
                found[usize::from(expected)] += 1;
            }
            repetitions_are_foreseen(&mut position, &history, &mut foreseen);
            assert_eq!(position.is_fifty_move_draw(), position.halfmove_clock() >= 100 && !is_checkmate(&position));
            history.push(now);
            let Some(mv) = shuffle(&mut random, &position) else { break };
            position.make(mv);
            // A copy without the history before the last capture or pawn move gives the same answers.
            branch.make(mv);
            for ply in [0, 5, 240] {
                let asked =
                    |position: &Position| (position.is_repetition(ply), position.can_repeat(ply), position.fen());
                assert_eq!(asked(&branch), asked(&position), "{position:?} at ply {ply}");
            }
            if history.len() % 7 == 0 {
                branch = position.with_recent_history(0);
            }
        }
    }
    assert!(found.iter().all(|&count| count > 1000), "{found:?}");
    assert!(foreseen.iter().all(|&count| count > 1000), "{foreseen:?}");
}

/// Compares `can_repeat`, whether some move repeats a position inside the search, with trying all moves.
fn repetitions_are_foreseen(position: &mut Position, history: &[String], counts: &mut [usize; 2]) {
    for ply in [0, 3, 4, 6, 9, 20].into_iter().filter(|&ply| ply <= history.len()) {
        let mut expected = false;
        for mv in position.legal_moves() {
            position.make(mv);
            let now = repeated_fields(position);
            position.unmake();
            let plies_below_root = history.len().saturating_sub(ply) + 1..history.len();
            expected |= history.get(plies_below_root).is_some_and(|inside| inside.contains(&now));
        }
        assert_eq!(position.can_repeat(ply), expected, "{position:?} at ply {ply}");
        counts[usize::from(expected)] += 1;
    }
}

/// Picks a random move that makes repetitions likely: mostly a quiet piece move, and if possible one within the corner
/// of the first files.
fn shuffle(random: &mut Mt64, position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let idle: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| !mv.is_noisy() && mv.castling().is_none() && !position.piece_on(mv.from()).is_pawn())
        .collect();
    let of_few_squares: Vec<Move> =
        idle.iter().copied().filter(|mv| mv.from().file() < 2 && mv.to().file() < 3).collect();
    let choice = match below(random, 20) {
        0 => &moves,
        1..=3 => idle.as_slice(),
        _ if !of_few_squares.is_empty() => &of_few_squares,
        _ => &idle,
    };
    let choice = if choice.is_empty() { &moves } else { choice };
    pick(random, choice).map(|index| choice[index])
}

fn is_checkmate(position: &Position) -> bool {
    position.in_check() && position.legal_moves().is_empty()
}

fn play_texts(fen: &str, moves: &str) -> Position {
    let mut position = Position::from_fen(fen).unwrap();
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
        position.make(mv);
    }
    position
}

#[test]
fn repetitions_do_not_reach_across_a_null_move() {
    let start = "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1";
    let mut position = play_texts(start, "b1c3 e8e7 c3b1 e7e8");
    assert!(position.is_repetition(5) && !position.is_repetition(4));
    position.make_null();
    position.unmake_null();
    assert!(position.is_repetition(5));
    position.make_null();
    position.make_null();
    assert!(!position.is_repetition(7));
}

#[test]
fn fifty_moves_draw_unless_the_hundredth_ply_mates() {
    let fen = "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80";
    let mated = play_texts(fen, "b1b8");
    assert_eq!(mated.halfmove_clock(), 100);
    assert!(is_checkmate(&mated) && !mated.is_fifty_move_draw() && !mated.is_draw(1));
    assert!(play_texts(fen, "b1a1").is_fifty_move_draw());
    assert!(play_texts(fen, "b1b2").is_fifty_move_draw());
    assert!(!Position::from_fen(fen).unwrap().is_draw(0));
}

#[test]
fn the_impossible_position_of_four_bishops_is_accepted() {
    let fen = "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1";
    let position = Position::from_fen(fen).expect("playable, though no game reaches it");
    assert_eq!(position.fen(), fen);
    assert_eq!(position.validate(), Ok(()));
}

#[test]
fn ep_square_is_dropped_when_no_pawn_can_capture() {
    for (fen, kept) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", true),
        ("8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1", false),
        ("3b4/8/8/4Pp2/7K/8/8/3k4 w - f6 0 1", true),
        ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", true),
        ("4k3/8/8/8/2pP4/8/8/2R3K1 b - d3 0 1", true),
        ("2k5/8/8/8/2pP4/8/8/2R3K1 b - d3 0 1", false),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.en_passant().is_some(), kept, "{fen}");
        assert_eq!(position.fen() == fen, kept, "{fen}");
    }
}

/// No game reaches these positions, in which three pieces and more give check.
#[test]
fn crowded_boards_have_the_same_legal_moves() {
    let mut random = Mt64::new(888);
    let mut triple_checks = 0;
    for _ in 0..if cfg!(debug_assertions) { 500 } else { 20_000 } {
        let position = crowded(&mut random);
        let us = position.side_to_move();
        triple_checks += usize::from(position.attackers(position.king(us), !us).count() > 2);
        let mut ours: Vec<String> = position.legal_moves().iter().map(|&mv| position.move_text(mv, true)).collect();
        let theirs = position.to_shakmaty().expect("a position").legal_moves();
        let mut theirs: Vec<String> = theirs.iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{position:?}");
    }
    assert!(triple_checks > 20, "{triple_checks}");
}
