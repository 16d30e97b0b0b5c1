//! Placement of pieces.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "rook_on_seventh",
        meaning: "a rook on its seventh rank, with the enemy king on the eighth or an enemy pawn on the seventh",
        cases: &[
            Case(
                "6k1/3R4/8/8/8/6K1/P3r3/8 w - - 0 1",
                "d7 cuts off the king on g8; e2 attacks along the rank of the pawn on a2",
                &[(&[], 1, 1)],
            ),
            Case("8/3R4/p4k2/8/8/P6K/4r3/8 w - - 0 1", "kings and pawns are off these ranks", &[]),
            Case("6k1/8/3R4/8/8/3r4/8/6K1 w - - 0 1", "rooks on their sixth ranks", &[]),
            Case("8/3R1nk1/8/8/8/6K1/8/8 w - - 0 1", "the king is on the seventh rank itself", &[]),
        ],
    },
    Term {
        name: "queen_on_seventh",
        meaning: "a queen on its seventh rank, with the enemy king on the eighth or an enemy pawn on the seventh",
        cases: &[
            Case(
                "8/p1Q5/6k1/8/8/8/1q6/6K1 w - - 0 1",
                "c7 with the pawn on a7; b2 with the king on g1",
                &[(&[], 1, 1)],
            ),
            Case("8/2Q5/p5k1/8/8/6K1/1q6/8 w - - 0 1", "nothing to attack there", &[]),
        ],
    },
    Term {
        name: "trapped_rook",
        meaning: "a rook with at most three squares on the edge side of its king (with a king on the e- to h-files \
                  also on its own file); [0] with, [1] without castling rights",
        cases: &[
            Case(
                "6kr/6p1/8/7p/8/8/7P/4K1NR w K - 0 1",
                "h1 has only g1, and may still castle; h8 has h7, h6 and h5",
                &[(&[0], 1, 0), (&[1], 0, 1)],
            ),
            Case("1k6/8/8/8/8/8/P7/RK6 w - - 0 1", "a1 is shut in by king and pawn", &[(&[1], 1, 0)]),
            Case(
                "6kr/6p1/8/8/7p/8/4PPPP/4BRK1 w - - 0 1",
                "f1 is on the center side of its king; h8 has a fourth square, h4",
                &[],
            ),
            Case("6k1/8/8/8/8/6P1/5PRP/6K1 w - - 0 1", "g2, on the file of its king, counts", &[(&[1], 1, 0)]),
            Case("1k6/8/8/8/8/1P6/PRP5/1K6 w - - 0 1", "b2, on the file of a king on the a- to d-files, does not", &[]),
        ],
    },
    Term {
        name: "rook_on_file",
        meaning: "a rook on a file without own pawns; [0] open, [1] half-open: with enemy pawns",
        cases: &[
            Case(
                "2r4k/3p4/8/8/8/8/2P3P1/R2R2RK w - - 0 1",
                "a1 is on an open file, d1 and c8 are on half-open ones, g1 is behind its pawn",
                &[(&[0], 1, 0), (&[1], 1, 1)],
            ),
            Case("2r4k/2p5/8/3R4/8/8/3P4/7K w - - 0 1", "own pawns ahead or behind close the file", &[]),
        ],
    },
    Term {
        name: "outpost",
        meaning: "a knight [0] or bishop [1] on its fourth to sixth rank, defended by a pawn, where no enemy pawn can \
                  ever attack it",
        cases: &[
            Case(
                "6k1/8/3p4/3N2p1/4Pb2/8/8/6K1 w - - 0 1",
                "e4 defends d5, g5 defends f4",
                &[(&[0], 1, 0), (&[1], 0, 1)],
            ),
            Case("6k1/8/3N4/4P3/5p2/4n3/8/6K1 w - - 0 1", "on their sixth ranks", &[(&[0], 1, 1)]),
            Case("6k1/8/8/8/1B6/P7/8/6K1 w - - 0 1", "on the fourth rank at the edge", &[(&[1], 1, 0)]),
            Case(
                "6k1/2p5/3p4/3N4/4Pb2/6N1/7P/6K1 w - - 0 1",
                "c7 can advance and attack d5; no pawn defends f4; g3 is on the third rank",
                &[],
            ),
            Case("8/3N4/2P5/8/8/8/8/k5K1 w - - 0 1", "d7 is on the seventh rank", &[]),
        ],
    },
    Term {
        name: "reachable_outpost",
        meaning: "a knight attacking an outpost square that no own piece or pawn occupies",
        cases: &[
            Case("6k1/8/8/p7/4P3/2Nn4/8/6K1 w - - 0 1", "c3 can go to d5, d3 to b4", &[(&[], 1, 1)]),
            Case("6k1/8/8/3r4/4P3/2N1N3/8/6K1 w - - 0 1", "each knight counts; d5 may hold an enemy", &[(&[], 2, 0)]),
            Case("6k1/8/8/p2R4/4P3/2Nn4/2P5/6K1 w - - 0 1", "the own rook is on d5; c2 can advance and attack b4", &[]),
            Case("4r1k1/8/8/8/2P5/4N3/8/4K3 w - - 0 1", "the knight is pinned", &[]),
            Case("6k1/8/8/3P4/2P5/4N3/8/6K1 w - - 0 1", "an own pawn is on d5", &[]),
        ],
    },
    Term {
        name: "long_diagonal_bishop",
        meaning: "a bishop attacking at least two of d4, e4, d5 and e5",
        cases: &[
            Case("6k1/1b6/8/8/8/8/1B6/6K1 w - - 0 1", "b2 sees d4 and e5, b7 sees d5 and e4", &[(&[], 1, 1)]),
            Case("6k1/8/8/8/3Q4/8/1B6/6K1 w - - 0 1", "a queen does not obstruct it", &[(&[], 1, 0)]),
            Case("6k1/6b1/5p2/8/4P3/8/6B1/6K1 w - - 0 1", "g2 sees e4 and no further; g7 sees only f6", &[]),
        ],
    },
    Term {
        name: "king_protector",
        meaning: "each king move of distance between a knight [0] or bishop [1] and its own king",
        cases: &[Case(
            "n5k1/8/8/8/3N4/8/1B6/6K1 w - - 0 1",
            "d4 is 3 moves from g1, b2 is 5; a8 is 6 from g8",
            &[(&[0], 3, 6), (&[1], 5, 0)],
        )],
    },
    Term {
        name: "minor_behind_pawn",
        meaning: "a knight or bishop directly behind a pawn of either color",
        cases: &[
            Case(
                "6k1/8/5n2/5p2/3P1B2/3N4/8/6K1 w - - 0 1",
                "d3 is behind d4, f4 behind the enemy f5, f6 behind its own f5",
                &[(&[], 2, 1)],
            ),
            Case(
                "6k1/5p2/5n2/3N4/3P1P2/3R4/5N2/6K1 w - - 0 1",
                "d5 and f6 are in front of pawns; f2 is two squares behind one; d3 is a rook",
                &[],
            ),
        ],
    },
    Term {
        name: "bishop_pawns",
        meaning: "for each bishop, each own pawn on a square of its color",
        cases: &[
            Case(
                "2b3k1/p2p4/8/8/3PP3/P7/8/2B2BK1 w - - 0 1",
                "a3 and d4 are dark like c1, e4 is light like f1, d7 is light like c8",
                &[(&[], 3, 1)],
            ),
            Case("2b3k1/p7/8/8/4P3/8/8/2B3K1 w - - 0 1", "all pawns are on the other color", &[]),
        ],
    },
    Term {
        name: "bishop_stuck_pawns",
        meaning: "for each bishop, the own pawns on its color times the own blocked pawns on the c- to f-files",
        cases: &[
            Case(
                "2b3k1/8/8/3pn3/p2PP3/P7/8/2B3K1 w - - 0 1",
                "White: two pawns (a3, d4) times two (d4, e4); Black: two (a4, d5) times one (d5)",
                &[(&[], 4, 2)],
            ),
            Case("2b3k1/8/8/1p6/1P6/8/8/2B3K1 w - - 0 1", "only the b-pawns are blocked", &[]),
            Case("2b3k1/8/8/2p2p2/2P2P2/8/8/5BK1 w - - 0 1", "c4 times c4 and f4; f5 times c5 and f5", &[(&[], 2, 2)]),
        ],
    },
    Term {
        name: "bishop_xray_pawns",
        meaning: "for each bishop, each enemy pawn on its diagonals, through anything",
        cases: &[
            Case(
                "6k1/1b4p1/8/4p3/3PP3/8/1B6/6K1 w - - 0 1",
                "b2 has e5 and g7 behind d4 on its diagonal; b7 has e4",
                &[(&[], 2, 1)],
            ),
            Case("6k1/1b3p2/8/8/3P4/8/1B6/6K1 w - - 0 1", "own pawns do not count, f7 is not on it", &[]),
        ],
    },
    Term {
        name: "rook_on_queen_file",
        meaning: "a rook on the file of a queen of either color",
        cases: &[
            Case(
                "q2r2k1/8/8/8/8/3R4/8/R2Q2K1 w - - 0 1",
                "a1 faces the queen on a8; d3 and d8 are on the file of the queen on d1",
                &[(&[], 2, 1)],
            ),
            Case("1q2r1k1/8/8/8/8/8/8/R2Q2K1 w - - 0 1", "on the files beside", &[]),
        ],
    },
    Term {
        name: "queen_infiltration",
        meaning: "a queen in the enemy half where no enemy pawn can ever attack it",
        cases: &[
            Case("6k1/7p/8/1Q6/7q/8/P7/6K1 w - - 0 1", "b5 and h4", &[(&[], 1, 1)]),
            Case("6k1/7p/8/8/1Q5q/8/P5P1/6K1 w - - 0 1", "b4 is in the own half; g2 can advance and attack h4", &[]),
            Case("6k1/p7/8/1Q6/8/8/8/6K1 w - - 0 1", "a7 can advance and attack b5", &[]),
        ],
    },
];
