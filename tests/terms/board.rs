//! Terms of the whole board: space, initiative, the scale of the endgame, and the move.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "space",
        meaning: "each square of the c- to f-files on the second to fourth rank without an own pawn that no enemy \
                  pawn attacks, twice if at most three squares behind an own pawn and not attacked; by the number of \
                  own pieces, at most 7",
        cases: &[
            Case(
                "6k1/8/8/8/4P3/8/8/1N4K1 w - - 0 1",
                "White: 11 squares, e2 and e3 twice; Black: 12 without d5 and f5, which e4 attacks",
                &[(&[0], 0, 10), (&[1], 13, 0)],
            ),
            Case("6k1/8/8/1b6/4P3/8/8/1N4K1 w - - 0 1", "the bishop attacks e2", &[(&[1], 12, 10)]),
            Case("rnbqkbnr/8/8/8/8/N7/8/RNBQKBNR w - - 0 1", "an eighth piece makes no difference", &[(&[7], 12, 12)]),
            Case(
                "6k1/8/8/4P3/8/8/8/6K1 w - - 0 1",
                "e2 to e4, the third square behind e5, count twice",
                &[(&[0], 15, 10)],
            ),
            Case(
                "6k1/8/4P3/8/8/8/8/6K1 w - - 0 1",
                "e3 and e4 count twice, e2 is too far behind e6",
                &[(&[0], 14, 10)],
            ),
        ],
    },
    Term {
        name: "initiative_base",
        meaning: "one side or the other is ahead in the endgame",
        cases: &[
            Case("4k3/p7/8/8/8/8/PP5P/4K3 w - - 0 1", "White has two pawns more", &[(&[], 1, 0)]),
            Case("8/5kpp/8/8/3K4/8/7P/8 w - - 0 1", "Black has one more", &[(&[], 0, 1)]),
        ],
    },
    Term {
        name: "initiative_pawns",
        meaning: "each pawn of either color",
        cases: &[
            Case("4k3/p7/8/8/8/8/PP5P/4K3 w - - 0 1", "four", &[(&[], 4, 0)]),
            Case("8/5kpp/8/8/3K4/8/7P/8 w - - 0 1", "three", &[(&[], 0, 3)]),
        ],
    },
    Term {
        name: "initiative_passed",
        meaning: "each passed pawn of either color",
        cases: &[
            Case("4k3/8/8/3P4/7p/8/PP6/4K3 w - - 0 1", "all four", &[(&[], 4, 0)]),
            Case("4k3/ppp5/8/8/8/8/PPPP4/4K3 w - - 0 1", "c7 guards d6", &[]),
        ],
    },
    Term {
        name: "initiative_outflanking",
        meaning: "the file distance of the kings minus their rank distance",
        cases: &[
            Case("8/7p/6k1/8/1K6/8/PP6/8 w - - 0 1", "5 files, 2 ranks", &[(&[], 3, 0)]),
            Case("4k3/p7/8/8/8/8/PP5P/4K3 w - - 0 1", "0 files, 7 ranks", &[(&[], -7, 0)]),
            Case("8/7p/6k1/8/8/3K4/PP6/8 w - - 0 1", "3 files, 3 ranks", &[]),
        ],
    },
    Term {
        name: "initiative_both_flanks",
        meaning: "pawns both on the a- to d-files and on the e- to h-files",
        cases: &[
            Case("4k3/p7/8/8/8/8/PP5P/4K3 w - - 0 1", "a, b and h", &[(&[], 1, 0)]),
            Case("4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1", "d and e", &[(&[], 1, 0)]),
            Case("4k3/3p4/8/8/8/8/2PP4/4K3 w - - 0 1", "c and d", &[]),
        ],
    },
    Term {
        name: "initiative_infiltration",
        meaning: "a king is in the enemy half",
        cases: &[
            Case("4k3/3p4/8/4K3/8/8/2PP4/8 w - - 0 1", "White's king on e5", &[(&[], 1, 0)]),
            Case("8/3p4/8/8/4k3/8/1PPP4/6K1 w - - 0 1", "also the king of the side behind, on e4", &[(&[], 1, 0)]),
            Case("8/3p4/4k3/8/4K3/8/2PP4/8 w - - 0 1", "both are in their own half", &[]),
        ],
    },
    Term {
        name: "initiative_face_to_face",
        meaning: "the kings are farther apart in ranks than in files, all pawns are on one flank and none is passed",
        cases: &[
            Case(
                "4k3/2pp4/8/8/8/8/1PPP4/4K3 w - - 0 1",
                "kings on e1 and e8, pawns on the b- to d-files",
                &[(&[], 1, 0)],
            ),
            Case("8/2pp4/6k1/8/8/3K4/1PPP4/8 w - - 0 1", "as far apart in files", &[]),
            Case("4k3/2pp4/8/8/8/8/2PPP3/4K3 w - - 0 1", "pawns on both flanks", &[]),
            Case("4k3/2pp4/8/8/8/8/P1PP4/4K3 w - - 0 1", "a2 is passed", &[]),
        ],
    },
    Term {
        name: "initiative_pawn_ending",
        meaning: "only kings and pawns",
        cases: &[
            Case("4k3/p7/8/8/8/8/PP5P/4K3 w - - 0 1", "a pawn ending", &[(&[], 1, 0)]),
            Case("4k3/p3n3/8/8/8/8/PP5P/4K3 w - - 0 1", "a knight is left", &[]),
        ],
    },
    Term {
        name: "scale_pawns",
        meaning: "the number of pawns of the side ahead",
        cases: &[
            Case("4k3/p7/8/8/8/8/PP5P/4K3 w - - 0 1", "White has three", &[(&[3], 1, 0)]),
            Case("8/5kpp/8/8/3K4/8/7P/8 w - - 0 1", "Black has two", &[(&[2], 0, 1)]),
            Case("4k3/p7/8/8/8/8/8/3QK3 w - - 0 1", "a queen without pawns", &[(&[0], 1, 0)]),
            Case("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", "a bishop alone cannot win, whatever the weights", &[]),
            Case("k7/8/8/8/8/8/P7/4KB2 w - - 0 1", "the bishop controls a8", &[(&[1], 1, 0)]),
            Case("k7/8/8/8/8/8/P7/2B1K3 w - - 0 1", "the wrong bishop cannot win either", &[]),
        ],
    },
    Term {
        name: "scale_ending",
        meaning: "the class of the ending: pawns, minor pieces, bishops, opposite bishops, rooks, rooks with minor \
                  pieces, queens, one queen, others; by the lead in pawns of the side ahead: none, one, two or more",
        cases: &[
            Case("4k3/p7/8/8/8/8/PP5P/4K3 w - - 0 1", "pawns, two ahead", &[(&[0, 2], 1, 0)]),
            Case("8/5kpp/8/8/3K4/8/7P/8 w - - 0 1", "pawns, one ahead", &[(&[0, 1], 0, 1)]),
            Case("4k3/pp2n3/8/8/8/8/PPP5/4KB2 w - - 0 1", "bishop against knight", &[(&[1, 1], 1, 0)]),
            Case("2b1k3/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1", "bishops on light squares", &[(&[2, 1], 1, 0)]),
            Case("4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1", "bishops on different colors", &[(&[3, 1], 1, 0)]),
            Case("r3k3/1pp5/8/8/8/8/1PPP4/4K2R w - - 0 1", "a rook each", &[(&[4, 1], 1, 0)]),
            Case("r3kn2/1pp5/8/8/8/8/1PPP4/4KN1R w - - 0 1", "a rook and a knight each", &[(&[5, 1], 1, 0)]),
            Case("q3k3/1pp5/8/8/8/8/1PPP4/4K2Q w - - 0 1", "a queen each", &[(&[6, 1], 1, 0)]),
            Case("r3k3/1pp5/8/8/8/8/1PPP4/4K2Q w - - 0 1", "queen against rook", &[(&[7, 1], 1, 0)]),
            Case("r3k3/1pp5/8/8/8/8/1PP5/R3K2R w - - 0 1", "two rooks against one, no pawn ahead", &[(&[8, 0], 1, 0)]),
            Case("4k3/ppp5/8/8/8/8/PP6/4K2R w - - 0 1", "a rook for a pawn: no lead in pawns", &[(&[8, 0], 1, 0)]),
            Case("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", "a bishop alone cannot win, whatever the weights", &[]),
            Case(
                "4k3/pp2n3/8/8/8/8/PPP5/4KBN1 w - - 0 1",
                "two minor pieces against one are none of these",
                &[(&[8, 1], 1, 0)],
            ),
        ],
    },
    Term {
        name: "scale_one_flank",
        meaning: "all pawns on one flank; by the class of the ending",
        cases: &[
            Case("4k3/3p4/8/8/8/8/2PP4/4K3 w - - 0 1", "c and d, a pawn ending", &[(&[0], 1, 0)]),
            Case("r3k3/1pp5/8/8/8/8/1PPP4/4K2R w - - 0 1", "b, c and d, a rook ending", &[(&[4], 1, 0)]),
            Case("4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1", "d and e are of different flanks", &[]),
        ],
    },
    Term {
        name: "scale_opposite_bishops",
        meaning: "one bishop each, on different colors, with other pieces on the board",
        cases: &[
            Case("r3kb2/pp6/8/8/8/8/PPP5/4KB1R w - - 0 1", "f1 is light, f8 dark, and there are rooks", &[(&[], 1, 0)]),
            Case("4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1", "no other pieces", &[]),
            Case("r1b1k3/pp6/8/8/8/8/PPP5/4KB1R w - - 0 1", "both are light", &[]),
        ],
    },
    Term {
        name: "scale_bishops_passed",
        meaning: "each passed pawn of the side ahead in an ending with only bishops of different colors",
        cases: &[
            Case("4kb2/p1p5/8/8/8/8/P5PP/4KB2 w - - 0 1", "g2 and h2; the passed pawn c7 is Black's", &[(&[], 2, 0)]),
            Case("r3kb2/p1p5/8/8/8/8/P5PP/4KB1R w - - 0 1", "with rooks", &[]),
            Case("2b1k3/p1p5/8/8/8/8/P5PP/4KB2 w - - 0 1", "bishops of the same color", &[]),
        ],
    },
    Term {
        name: "tempo",
        meaning: "being the side to move",
        cases: &[
            Case("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "White", &[(&[], 1, 0)]),
            Case("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", "Black", &[(&[], 0, 1)]),
        ],
    },
];
