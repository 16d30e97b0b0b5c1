//! Passed pawns.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "passed_rank",
        meaning: "a passed pawn by rank: no pawn ahead on its file, and no sentry that it does not attack",
        cases: &[
            Case("6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1", "d5 and a3", &[(&[4], 1, 0), (&[5], 0, 1)]),
            Case("6k1/8/8/3P4/3P4/8/8/6K1 w - - 0 1", "of two pawns on a file only the front one", &[(&[4], 1, 0)]),
            Case(
                "6k1/8/8/2pP4/8/8/8/6K1 w - - 0 1",
                "pawns beside each other no longer stop each other",
                &[(&[3], 0, 1), (&[4], 1, 0)],
            ),
            Case("6k1/2p5/8/3P4/p7/8/1P6/6K1 w - - 0 1", "c7 guards d6 and b2 guards a3", &[]),
        ],
    },
    Term {
        name: "passed_blocked",
        meaning: "an enemy piece, or the king, directly in front of a passed pawn; by rank",
        cases: &[
            Case("6k1/8/3n4/3P4/8/p7/R7/6K1 w - - 0 1", "d6 and a2 block", &[(&[4], 1, 0), (&[5], 0, 1)]),
            Case("8/8/3k4/3P4/8/8/8/6K1 w - - 0 1", "the king blocks", &[(&[4], 1, 0)]),
            Case("6k1/3n4/8/3P4/8/p7/8/R5K1 w - - 0 1", "one square further on", &[]),
            Case("6k1/8/3N4/3P4/8/p7/b7/6K1 w - - 0 1", "own pieces", &[]),
        ],
    },
    Term {
        name: "passed_own_blocker",
        meaning: "an own piece, or the king, directly in front of a passed pawn; by rank",
        cases: &[
            Case("6k1/8/3N4/3P4/8/p7/b7/6K1 w - - 0 1", "d6 and a2 block", &[(&[4], 1, 0), (&[5], 0, 1)]),
            Case("6k1/8/3n4/3P4/8/p7/R7/6K1 w - - 0 1", "enemy pieces", &[]),
        ],
    },
    Term {
        name: "passed_path_free",
        meaning: "a passed pawn whose path to promotion is empty and not attacked by the enemy; by rank",
        cases: &[
            Case("6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1", "d6 to d8, and a2 and a1", &[(&[4], 1, 0), (&[5], 0, 1)]),
            Case("6k1/6B1/8/3P4/7b/p7/8/6K1 w - - 0 1", "bishops attack the last squares, d8 and a1", &[]),
            Case("3N2k1/8/8/3P4/8/8/8/6K1 w - - 0 1", "an own knight stands on d8", &[]),
        ],
    },
    Term {
        name: "passed_block_square",
        meaning: "the square in front of a passed pawn: [0] attacked by the enemy, [1] attacked and defended, [2] \
                  neither, [3] only defended; by rank",
        cases: &[
            Case("6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1", "neither", &[(&[2, 4], 1, 0), (&[2, 5], 0, 1)]),
            Case(
                "1b4k1/8/8/3P4/8/p7/8/2n3K1 w - - 0 1",
                "the bishop attacks d6; the knight defends a2",
                &[(&[0, 4], 1, 0), (&[3, 5], 0, 1)],
            ),
            Case("1b4k1/8/8/1N1P4/8/8/8/6K1 w - - 0 1", "the knight defends d6", &[(&[1, 4], 1, 0)]),
            Case("6k1/2p5/8/3P4/p7/8/1P6/6K1 w - - 0 1", "no pawn is passed", &[]),
        ],
    },
    Term {
        name: "passed_path_safe",
        meaning: "a passed pawn whose path to promotion no enemy piece (but the king) stands on or attacks, without \
                  an enemy rook or queen behind it; beside the path [0] not all squares are so, [1] all are; by rank",
        cases: &[
            Case("6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1", "kings far away", &[(&[1, 4], 1, 0), (&[1, 5], 0, 1)]),
            Case("5k2/8/8/3P4/8/p7/8/2K5 w - - 0 1", "the kings attack e8 and b1", &[(&[0, 4], 1, 0), (&[0, 5], 0, 1)]),
            Case("k7/P7/8/8/8/8/8/6K1 w - - 0 1", "a king on the path does not attack it", &[(&[0, 6], 1, 0)]),
            Case("6k1/8/8/3P4/8/8/6K1/3r4 w - - 0 1", "the rook behind it sees the path", &[]),
            Case("6k1/8/8/3P4/7b/8/8/6K1 w - - 0 1", "the bishop attacks d8", &[]),
            Case("3n2k1/8/8/3P4/8/8/8/6K1 w - - 0 1", "the knight stands on d8", &[]),
        ],
    },
    Term {
        name: "passed_file",
        meaning: "a passed pawn by distance of its file from the edge",
        cases: &[
            Case("6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1", "d5 and a3", &[(&[0], 0, 1), (&[3], 1, 0)]),
            Case("6k1/2p5/8/3P4/p7/8/1P6/6K1 w - - 0 1", "no pawn is passed", &[]),
        ],
    },
    Term {
        name: "passed_by_lever",
        meaning: "a passed pawn that still has sentries, but attacks them or has a neighbor for each that guards the \
                  square in front",
        cases: &[
            Case("6k1/8/2p5/3P4/8/8/8/6K1 w - - 0 1", "d5 and c6 attack each other", &[(&[], 1, 1)]),
            Case("6k1/2p5/8/3PP3/8/8/8/6K1 w - - 0 1", "c7 guards d6, but e5 helps", &[(&[], 1, 0)]),
            Case("6k1/2p1p3/8/3PP3/8/8/8/6K1 w - - 0 1", "two guards of d6, one helper", &[]),
            Case("6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1", "no sentries", &[]),
        ],
    },
    Term {
        name: "rook_behind_passed",
        meaning: "a rook or queen behind a passed pawn, with only rooks and queens between; [0] own, [1] enemy",
        cases: &[
            Case(
                "R7/6k1/8/3P4/8/p7/8/3R2K1 w - - 0 1",
                "d1 supports d5; a8 is behind a3",
                &[(&[0], 1, 0), (&[1], 0, 1)],
            ),
            Case(
                "6k1/8/8/3P4/8/3Q4/6K1/3r4 w - - 0 1",
                "a queen and, through it, a rook",
                &[(&[0], 1, 0), (&[1], 1, 0)],
            ),
            Case("R2R4/6k1/8/B2P4/8/p7/8/6K1 w - - 0 1", "d8 is ahead of d5; a bishop is between a3 and a8", &[]),
            Case(
                "6k1/8/8/3P4/3r4/8/6K1/3Q4 w - - 0 1",
                "a rook and, through it, the queen",
                &[(&[0], 1, 0), (&[1], 1, 0)],
            ),
        ],
    },
    Term {
        name: "rule_of_the_square",
        meaning: "in a pawn ending, a passed pawn with an empty path that the enemy king cannot catch",
        cases: &[
            Case(
                "4k3/8/8/P7/7p/8/8/2K5 w - - 0 1",
                "e8 is 4 moves from a8 and the pawn 3; c1 is 5 from h1 and the pawn 3, though White moves first",
                &[(&[], 1, 1)],
            ),
            Case("4k3/8/8/P7/7p/8/8/2K5 b - - 0 1", "with Black to move e8 is in time", &[(&[], 0, 1)]),
            Case("6k1/8/8/8/8/8/P7/6K1 w - - 0 1", "5 moves for the pawn thanks to the double step", &[(&[], 1, 0)]),
            Case("5k2/8/8/8/8/8/P7/6K1 w - - 0 1", "one file nearer the king is in time", &[]),
            Case("4k2n/8/8/P7/7p/8/8/2K4N w - - 0 1", "there are pieces", &[]),
            Case("4k3/8/K7/P7/8/8/8/8 w - - 0 1", "the own king is in the way", &[]),
        ],
    },
    Term {
        name: "passed_our_king",
        meaning: "each king move, at most five, between the own king and the square in front of a passed pawn; by rank",
        cases: &[
            Case(
                "8/8/8/1k1P4/4K3/p7/8/8 w - - 0 1",
                "e4 to d6 takes 2, b5 to a2 takes 3",
                &[(&[4], 2, 0), (&[5], 0, 3)],
            ),
            Case(
                "6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1",
                "g1 to d6 takes 5, g8 to a2 takes 6",
                &[(&[4], 5, 0), (&[5], 0, 5)],
            ),
            Case("8/8/3K4/3P4/8/8/8/k7 w - - 0 1", "the king stands there", &[]),
        ],
    },
    Term {
        name: "passed_their_king",
        meaning: "each king move, at most five, between the enemy king and the square in front of a passed pawn; by \
                  rank",
        cases: &[
            Case(
                "8/8/8/1k1P4/4K3/p7/8/8 w - - 0 1",
                "b5 to d6 takes 2, e4 to a2 takes 4",
                &[(&[4], 2, 0), (&[5], 0, 4)],
            ),
            Case(
                "6k1/8/8/3P4/8/p7/8/6K1 w - - 0 1",
                "g8 to d6 takes 3, g1 to a2 takes 6",
                &[(&[4], 3, 0), (&[5], 0, 5)],
            ),
            Case("8/8/3k4/3P4/8/8/8/6K1 w - - 0 1", "the king stands there", &[]),
        ],
    },
];
