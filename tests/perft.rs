//! Perft: the number of leaf nodes of the tree of legal moves, against published counts. A generator with the right
//! counts in all these positions handles every kind of move correctly: generation, legality, make and unmake. The
//! counts up to a cap take seconds, including two public suites. `OXIDE88_PERFT_FULL=1` lifts the cap: standard
//! positions to depth 6, Chess960 positions to depth 5 (in release mode, minutes).

#![allow(clippy::unreadable_literal, reason = "leaf counts as every published list writes them")]

mod common;

use common::carried;
use common::perft::{CHESS960_CAP, Count, STANDARD_CAP, check, check_suite};
use oxide88::perft;
use oxide88::position::{Position, START_FEN};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Larger counts are skipped; debug builds validate the position after every move, which is slow.
const POSITION_CAP: u64 = if cfg!(debug_assertions) { 2_000_000 } else { 20_000_000 };

/// Defines one test per position: its name, its FEN, its leaf counts from depth 1 on.
macro_rules! perft_tests {
    ($($name:ident: $fen:expr => $($leaves:literal)+;)+) => { $(
        #[test]
        fn $name() {
            let counts: Vec<Count> = (1..).zip([$($leaves),+]).collect();
            check($fen, &counts, |(_, leaves)| leaves <= POSITION_CAP);
        }
    )+ };
}

perft_tests! {
    start_position: START_FEN => 20 400 8902 197281 4865609;
    kiwipete: KIWIPETE => 48 2039 97862 4085603;
    position_3_en_passant_pins: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" => 14 191 2812 43238 674624 11030083;
    position_4: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1" => 6 264 9467 422333 15833292;
    position_4_mirrored: "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1" => 6 264 9467 422333 15833292;
    position_5: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8" => 44 1486 62379 2103487;
    position_6: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10" => 46 2079 89890 3894594;
    many_promotions: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1" => 24 496 9483 182838 3605103;
    many_promotions_of_white: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1" => 24 496 9483 182838 3605103;
    promotion_out_of_check: "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1" => 11 133 1442 19174 266199 3821001;
    promotion_gives_check: "4k3/1P6/8/8/8/8/K7/8 w - - 0 1" => 9 40 472 2661 38983 217342;
    underpromotion_gives_check: "8/P1k5/K7/8/8/8/8/8 w - - 0 1" => 6 27 273 1329 18135 92683;
    promotion_by_capture_takes_a_castling_right: "r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1" => 32 769 20056 499134 12965715;
    en_passant_uncovers_a_rook_on_the_rank: "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1" => 18 92 1670 10138 185429 1134888;
    en_passant_discovers_check: "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1" => 15 126 1928 13931 206379 1440467;
    en_passant_uncovers_a_bishop_behind_the_taker: "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1" => 13 102 1284 10375 138886 1038514;
    en_passant_uncovers_a_bishop_behind_the_captured_pawn: "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1" => 8 104 736 9287 62297 824064;
    en_passant_discovers_check_over_the_victims_square: "r5k1/3p2p1/8/4P3/8/8/B5P1/6K1 b - - 0 1" => 5 60 1047 13144 223257 2964101;
    en_passant_takes_the_checking_pawn: "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1" => 9 50 379 2369 17879 111840;
    en_passant_with_two_takers_of_which_one_is_pinned: "1k2r3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1" => 15 101 1587 12582 204301 1684198;
    discovered_check: "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1" => 29 165 5160 31961 1004658;
    short_castling_gives_check: "5k2/8/8/8/8/8/8/4K2R w K - 0 1" => 15 66 1198 6399 120330 661072;
    long_castling_gives_check: "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1" => 16 71 1286 7418 141077 803711;
    castling_rights_are_lost_by_capture: "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1" => 26 1141 27826 1274206;
    castling_is_prevented_by_attacked_squares: "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1" => 44 1494 50509 1720476;
    stalemate_of_oneself: "K1k5/8/P7/8/8/8/8/8 w - - 0 1" => 2 6 13 63 382 2217;
    stalemate_and_checkmate: "8/k1P5/8/1K6/8/8/8/8 w - - 0 1" => 10 25 268 926 10857 43261;
    double_check: "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1" => 37 183 6559 23527 811573;
    rooks_on_an_open_board: "R6r/8/8/2K5/5k2/8/8/r6R w - - 0 1" => 36 1027 29215 771461;
    two_hundred_and_eighteen_moves: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1" => 218 99 19073 85043;
    chess960_bbqnnrkr: "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1" => 20 400 9006 201143 4975808;
    chess960_rkrbbqnn_with_unlike_sides: "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBQNN w CAgb - 0 1" => 19 342 7312 150034 3576979;
    chess960_middlegame: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9" => 21 528 12189 326672 8146062;
    chess960_castling_rook_shields_its_king: "nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/qRK1BR1B w FBfb - 2 10" => 38 1100 39470 1151064;
    chess960_king_castles_in_place: "1rk3r1/8/8/8/8/8/8/R1K3R1 w GAgb - 0 1" => 23 492 11309 258396 6138428;
    chess960_king_and_rook_change_places: "r4kr1/pppppppp/8/8/8/8/PPPPPPPP/5KR1 w Gga - 0 1" => 19 456 8598 202447 3833606;
    chess960_king_on_the_g_file: "r5kr/8/8/8/8/8/8/R5KR w HAha - 0 1" => 24 479 11069 242097;
    chess960_king_on_the_b_file: "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1" => 24 479 11099 242723;
    chess960_neighbors_change_places: "4krq1/8/8/8/8/8/8/1Q2KR2 w Ff - 0 1" => 29 576 15668 390506;
    chess960_inner_rook_castles: "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1" => 37 1171 43057 1480754;
}

#[test]
fn standard_suite_agrees() {
    check_suite(&carried("perft/standard.epd"), STANDARD_CAP, 6);
}

#[test]
fn a_part_of_the_chess960_suite_agrees() {
    check_suite(&carried("perft/chess960.epd"), CHESS960_CAP, 5);
}

#[test]
fn divide_adds_up_to_perft() {
    let mut position = Position::from_fen(KIWIPETE).unwrap();
    let mut out = Vec::new();
    assert_eq!(perft::run(&position, 3, true, false, &mut out).unwrap(), 97_862);
    let text = String::from_utf8(out).unwrap();
    let counts: Vec<u64> = text
        .lines()
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_once(": ").unwrap().1.parse().unwrap())
        .collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (48, 97_862));
    assert_eq!(position.perft(0), 1);
}
