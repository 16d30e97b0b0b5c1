//! Material and piece-square tables.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "material",
        meaning: "each pawn [0], knight [1], bishop [2], rook [3], queen [4]",
        cases: &[Case(
            "1n2k3/pp6/8/8/8/8/P7/RBB1K2Q w - - 0 1",
            "White: pawn, two bishops, rook, queen; Black: two pawns, knight",
            &[(&[0], 1, 2), (&[1], 0, 1), (&[2], 2, 0), (&[3], 1, 0), (&[4], 1, 0)],
        )],
    },
    Term {
        name: "imbalance_ours",
        meaning: "each pair of own pieces of two kinds, in the order bishop pair, pawn, knight, bishop, rook, queen; \
                  at most two pieces of a kind count",
        cases: &[
            Case(
                "1nn1k1n1/p7/8/8/8/8/PPP5/1NB1KB2 w - - 0 1",
                "White: three pawns make three pairs; two bishops are a pair, and it meets three pawns and a knight. \
                 Black: of three knights two count",
                &[
                    (&[0, 0], 1, 0),
                    (&[1, 0], 3, 0),
                    (&[1, 1], 3, 0),
                    (&[2, 0], 1, 0),
                    (&[2, 1], 3, 2),
                    (&[2, 2], 0, 1),
                    (&[3, 0], 2, 0),
                    (&[3, 1], 6, 0),
                    (&[3, 2], 2, 0),
                    (&[3, 3], 1, 0),
                ],
            ),
            Case(
                "1b1qk3/8/3b4/8/8/8/8/R2QK2R w - - 0 1",
                "Black's bishops are a pair though both are on dark squares",
                &[
                    (&[0, 0], 0, 1),
                    (&[3, 0], 0, 2),
                    (&[3, 3], 0, 1),
                    (&[4, 4], 1, 0),
                    (&[5, 0], 0, 1),
                    (&[5, 3], 0, 2),
                    (&[5, 4], 2, 0),
                ],
            ),
            Case("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "a single piece makes no pair", &[]),
        ],
    },
    Term {
        name: "imbalance_theirs",
        meaning: "each pair of an own piece and an enemy piece of a lesser kind, kinds and limit as above",
        cases: &[
            Case(
                "1nn1k1n1/p7/8/8/8/8/PPP5/1NB1KB2 w - - 0 1",
                "White's knight and bishops against a pawn and two of three knights; Black's pawn and knights against \
                 a bishop pair and three pawns",
                &[(&[1, 0], 0, 1), (&[2, 0], 0, 2), (&[2, 1], 1, 6), (&[3, 1], 2, 0), (&[3, 2], 4, 0)],
            ),
            Case(
                "1b1qk3/8/3b4/8/8/8/8/R2QK2R w - - 0 1",
                "White's rooks and queen against two bishops; Black's queen against two rooks",
                &[(&[4, 0], 2, 0), (&[4, 3], 4, 0), (&[5, 0], 1, 0), (&[5, 3], 2, 0), (&[5, 4], 0, 2)],
            ),
            Case("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "bishop against bishop balances out", &[]),
        ],
    },
    Term {
        name: "pawn_square",
        meaning: "a pawn by rank and file; files a to h with the own king on e to h, else h to a",
        cases: &[
            Case(
                "1k6/p7/8/4p3/7P/8/P7/6K1 w - - 0 1",
                "White's a2 and h4 read as they are; with Black's king on the b-file a is column 7 and e column 3",
                &[(&[1, 0], 1, 0), (&[1, 7], 0, 1), (&[3, 3], 0, 1), (&[3, 7], 1, 0)],
            ),
            Case(
                "4k3/8/2p5/8/8/2P5/8/3K4 w - - 0 1",
                "the board is turned for the king on d1 but not for the one on e8",
                &[(&[2, 2], 0, 1), (&[2, 5], 1, 0)],
            ),
        ],
    },
    Term {
        name: "knight_square",
        meaning: "a knight by rank and file, files as for pawns",
        cases: &[Case(
            "2k5/8/8/3n4/8/2N5/8/6K1 w - - 0 1",
            "c3; d5 is Black's fourth rank, turned by the king on c8",
            &[(&[2, 2], 1, 0), (&[3, 4], 0, 1)],
        )],
    },
    Term {
        name: "bishop_square",
        meaning: "a bishop by rank and file, files as for pawns",
        cases: &[Case(
            "2k5/8/8/7b/8/8/1B6/6K1 w - - 0 1",
            "b2; h5 is Black's fourth rank, at the edge far from the king on c8",
            &[(&[1, 1], 1, 0), (&[3, 0], 0, 1)],
        )],
    },
    Term {
        name: "rook_square",
        meaning: "a rook by rank and file, files as for pawns",
        cases: &[Case(
            "2k5/R7/8/8/8/8/3r4/6K1 w - - 0 1",
            "both on their seventh rank",
            &[(&[6, 0], 1, 0), (&[6, 4], 0, 1)],
        )],
    },
    Term {
        name: "queen_square",
        meaning: "a queen by rank and file, files as for pawns",
        cases: &[Case(
            "6k1/8/5q2/8/8/5Q2/8/1K6 w - - 0 1",
            "both on their third rank; the f-file is column 2 for White, whose king is on the b-file",
            &[(&[2, 2], 1, 0), (&[2, 5], 0, 1)],
        )],
    },
    Term {
        name: "king_square",
        meaning: "the king by rank and distance of the file from the edge",
        cases: &[
            Case(
                "8/8/3k4/8/8/8/8/6K1 w - - 0 1",
                "g1, and d6 on Black's third rank",
                &[(&[0, 1], 1, 0), (&[2, 3], 0, 1)],
            ),
            Case("7k/8/8/8/8/8/8/K7 w - - 0 1", "corners are alike", &[(&[0, 0], 1, 1)]),
        ],
    },
];
