//! Mobility: the index is the number of squares, the count the number of pieces with that many.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "knight_mobility",
        meaning: "a knight by the squares it attacks in the mobility area",
        cases: &[
            Case(
                "n5k1/3p4/8/1R6/3N4/8/4P3/6K1 w - - 0 1",
                "d4 has eight squares, without c6 and e6, which d7 attacks, and the low pawn e2; a piece of its own on \
                 b5 does not matter. The corner has two",
                &[(&[2], 0, 1), (&[5], 1, 0)],
            ),
            Case(
                "4r1kn/8/8/8/8/8/4N3/4K3 w - - 0 1",
                "a pinned knight cannot stay on the pin line",
                &[(&[0], 1, 0), (&[2], 0, 1)],
            ),
            Case("6k1/8/8/8/8/P7/8/1N4K1 w - - 0 1", "c3 and d2, not the low pawn on a3", &[(&[2], 1, 0)]),
            Case("6k1/8/8/8/P7/8/1N6/6K1 w - - 0 1", "c4, d1, d3 and the pawn on a4", &[(&[4], 1, 0)]),
        ],
    },
    Term {
        name: "bishop_mobility",
        meaning: "a bishop by the squares it attacks in the mobility area, seen through queens",
        cases: &[
            Case(
                "b5k1/6p1/8/3p4/8/2Q5/8/B5K1 w - - 0 1",
                "White: b2, d4, e5, g7; c3 is the own queen, and g7 attacks f6. Black: b7, c6 and the own pawn on d5, \
                 which can advance",
                &[(&[3], 0, 1), (&[4], 1, 0)],
            ),
            Case(
                "b5k1/8/8/3p4/3P4/8/8/6K1 w - - 0 1",
                "the own pawn on d5 is blocked and does not count",
                &[(&[2], 0, 1)],
            ),
            Case(
                "6k1/8/8/8/1b6/8/3B4/4K3 w - - 0 1",
                "d2 is pinned and sees c3 and b4 only; b4 sees a5, a3, c5 to f8, c3 and d2",
                &[(&[2], 1, 0), (&[8], 0, 1)],
            ),
        ],
    },
    Term {
        name: "rook_mobility",
        meaning: "a rook by the squares it attacks in the mobility area, seen through queens and own rooks",
        cases: &[Case(
            "6kr/pp6/8/7q/3P4/8/7P/R2R2K1 w - - 0 1",
            "a1: b1 to f1 through the other rook, a2 to a7 without a6; d1: the same rank, and d2 to d4; h8: h7 to h2 \
             without the queen's square",
            &[(&[5], 0, 1), (&[8], 1, 0), (&[10], 1, 0)],
        )],
    },
    Term {
        name: "queen_mobility",
        meaning: "a queen by the squares it attacks in the mobility area",
        cases: &[
            Case(
                "q5k1/8/8/8/3Q4/8/8/6K1 w - - 0 1",
                "d4 has all 27 squares but that of the king; a8 has 7 on the file, 7 on the diagonal, 5 on the rank",
                &[(&[19], 0, 1), (&[26], 1, 0)],
            ),
            Case(
                "4k3/8/8/8/8/3R4/8/3QK3 w - - 0 1",
                "no view through the own rook: 3 on the rank, 2 on the file, 3 and 4 on the diagonals",
                &[(&[12], 1, 0)],
            ),
            Case("6rk/8/8/8/8/6Q1/8/6K1 w - - 0 1", "pinned on the file: g2 and g4 to g8", &[(&[6], 1, 0)]),
        ],
    },
    Term {
        name: "rook_safe_mobility",
        meaning: "a rook by such squares that no enemy knight or bishop attacks",
        cases: &[
            Case(
                "5rk1/8/4N3/8/8/2n5/8/R6K w - - 0 1",
                "of 13 squares the knight on c3 takes a2, a4, b1 and d1; of 12 the one on e6 takes d8 and f4",
                &[(&[9], 1, 0), (&[10], 0, 1)],
            ),
            Case(
                "6k1/8/8/8/8/2b5/4q3/R6K w - - 0 1",
                "of 13 squares the bishop on c3 takes e1 and a5; the queen takes none",
                &[(&[11], 1, 0)],
            ),
        ],
    },
    Term {
        name: "queen_safe_mobility",
        meaning: "a queen by such squares that no enemy knight, bishop or rook attacks",
        cases: &[
            Case(
                "6k1/8/8/r7/3Q4/8/8/6K1 w - - 0 1",
                "of 26 squares the rook takes a1, a4, a7, c5, d5 and e5",
                &[(&[20], 1, 0)],
            ),
            Case("q5k1/8/8/8/2N5/8/8/6K1 w - - 0 1", "of 19 squares the knight takes a3 and a5", &[(&[17], 0, 1)]),
            Case("q5k1/8/8/8/3Q4/8/8/6K1 w - - 0 1", "queens take none", &[(&[19], 0, 1), (&[26], 1, 0)]),
        ],
    },
];
