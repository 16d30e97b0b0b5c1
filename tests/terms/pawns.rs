//! Pawn structure.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "doubled",
        meaning: "a pawn behind an own pawn on its file; [0] not isolated, [1] isolated",
        cases: &[
            Case(
                "6k1/5p2/8/5p2/7P/2P4P/1PP4P/6K1 w - - 0 1",
                "c2 is behind c3 and has b2 beside it; h2 and h3, and Black's f7, have no neighbors",
                &[(&[0], 1, 0), (&[1], 2, 1)],
            ),
            Case("6k1/8/8/2p5/8/3P4/2P5/6K1 w - - 0 1", "c2 is behind an enemy pawn, d3 on another file", &[]),
        ],
    },
    Term {
        name: "doubled_lever",
        meaning: "such a pawn that attacks a pawn",
        cases: &[
            Case("6k1/8/8/8/2P5/1p6/2P5/6K1 w - - 0 1", "c2 attacks b3", &[(&[], 1, 0)]),
            Case("6k1/8/8/1p6/2P5/2P5/8/6K1 w - - 0 1", "c4, which attacks b5, is in front", &[]),
            Case("6k1/8/8/8/8/1p6/2P5/6K1 w - - 0 1", "not doubled", &[]),
        ],
    },
    Term {
        name: "isolated",
        meaning: "a pawn without own pawns on the adjacent files; [0] with an enemy pawn ahead on its file, [1] \
                  without; by distance of the file from the edge",
        cases: &[
            Case(
                "2k5/6p1/p7/8/P3P3/8/8/2K5 w - - 0 1",
                "a4 and a6 oppose each other; e4 and g7 are unopposed",
                &[(&[0, 0], 1, 1), (&[1, 1], 0, 1), (&[1, 3], 1, 0)],
            ),
            Case("2k5/8/8/P7/p7/8/8/2K5 w - - 0 1", "pawns that have passed each other", &[(&[1, 0], 1, 1)]),
            Case("2k5/8/8/7P/P7/8/8/2K5 w - - 0 1", "the a- and h-files are not adjacent", &[(&[1, 0], 2, 0)]),
            Case("2k5/7p/8/1P6/8/6p1/P7/2K5 w - - 0 1", "neighbors, though far ahead or behind", &[]),
        ],
    },
    Term {
        name: "isolated_lever",
        meaning: "such a pawn that attacks a pawn",
        cases: &[
            Case("6k1/8/8/1p6/2P5/8/8/6K1 w - - 0 1", "c4 and b5 attack each other", &[(&[], 1, 1)]),
            Case("6k1/8/1p6/8/2P5/8/8/6K1 w - - 0 1", "c4 does not attack b6", &[]),
            Case("6k1/p7/8/1p6/2P5/1P6/8/6K1 w - - 0 1", "both have neighbors", &[]),
        ],
    },
    Term {
        name: "backward",
        meaning: "a pawn that is not isolated, with no own pawn beside or behind it on the adjacent files, and an \
                  enemy pawn attacks the square in front; [0] opposed, [1] unopposed; by rank",
        cases: &[
            Case(
                "6k1/8/5p2/4p1p1/2P1P3/3P4/5P2/6K1 w - - 0 1",
                "d3: its neighbors are ahead and e5 attacks d4; f6: the same with e4 and f5, and f2 opposes it",
                &[(&[0, 2], 0, 1), (&[1, 2], 1, 0)],
            ),
            Case(
                "6k1/8/5p2/4p1p1/8/2PPP3/5P2/6K1 w - - 0 1",
                "d3 has pawns beside it; f6 can advance; f2's square f3 is not attacked",
                &[],
            ),
            Case("6k1/8/8/4p3/8/3P4/8/6K1 w - - 0 1", "d3 is isolated, which counts instead", &[]),
        ],
    },
    Term {
        name: "supported",
        meaning: "a pawn defended by a pawn; [0] opposed, [1] unopposed; by rank",
        cases: &[
            Case(
                "6k1/8/p3p3/1p1p4/3P4/2P3P1/5P2/6K1 w - - 0 1",
                "d4 and d5 oppose each other and are supported; g3 by f2 and b5 by a6 are unopposed",
                &[(&[0, 3], 1, 1), (&[1, 2], 1, 0), (&[1, 3], 0, 1)],
            ),
            Case(
                "6k1/8/8/8/P7/2PP3P/8/6K1 w - - 0 1",
                "c3 and d3 are beside each other; from h3 no step leads to a4",
                &[],
            ),
        ],
    },
    Term {
        name: "phalanx",
        meaning: "a pawn with an own pawn directly beside it; [0] opposed, [1] unopposed; by rank",
        cases: &[
            Case(
                "6k1/3pp3/8/8/2PP4/8/8/6K1 w - - 0 1",
                "both pawns of a phalanx count; only the d-pawns oppose each other",
                &[(&[0, 1], 0, 1), (&[0, 3], 1, 0), (&[1, 1], 0, 1), (&[1, 3], 1, 0)],
            ),
            Case(
                "6k1/8/8/8/PpP4P/3P4/8/6K1 w - - 0 1",
                "a4 and c4 have an enemy pawn between them; c4 and d3 are a chain; a4 and h4 are at the edges",
                &[],
            ),
        ],
    },
    Term {
        name: "supported_twice",
        meaning: "a pawn defended by two pawns",
        cases: &[
            Case("6k1/8/4p1p1/5p2/3P4/2P1P3/8/6K1 w - - 0 1", "d4 and f5", &[(&[], 1, 1)]),
            Case("6k1/8/4p3/5p2/3P4/2P5/8/6K1 w - - 0 1", "each is defended once", &[]),
        ],
    },
    Term {
        name: "weak_lever",
        meaning: "a pawn attacked by two pawns and defended by none",
        cases: &[
            Case(
                "6k1/8/1p6/P1Pp1p2/4P3/8/8/6K1 w - - 0 1",
                "e4 between d5 and f5, b6 between a5 and c5",
                &[(&[], 1, 1)],
            ),
            Case("6k1/8/1p6/P2p1p2/4P3/3P4/8/6K1 w - - 0 1", "d3 defends e4; b6 is attacked once", &[]),
        ],
    },
    Term {
        name: "blocked_pawn",
        meaning: "a pawn with an enemy pawn directly in front; by rank",
        cases: &[
            Case(
                "6k1/p7/P7/4p3/4P3/8/8/6K1 w - - 0 1",
                "e4 and e5 on their fourth ranks, a6 on the sixth and a7 on the second",
                &[(&[1], 0, 1), (&[3], 1, 1), (&[5], 1, 0)],
            ),
            Case("6k1/8/p3n3/4P3/P7/2P5/2P5/6K1 w - - 0 1", "a gap, a knight in front, an own pawn in front", &[]),
        ],
    },
    Term {
        name: "candidate",
        meaning: "a pawn that is not passed, with no pawn ahead on its file and at least as many helpers (own pawns \
                  beside or behind it on the adjacent files) as sentries (enemy pawns ahead on these); by rank",
        cases: &[
            Case(
                "6k1/4pp2/8/8/3P4/2P5/8/6K1 w - - 0 1",
                "d4 with the helper c3 against e7, and e7 with f7 against d4",
                &[(&[1], 0, 1), (&[3], 1, 0)],
            ),
            Case("6k1/4p3/8/5p2/3P4/8/8/6K1 w - - 0 1", "d4 has no helper; that of e7 is ahead", &[]),
            Case("6k1/4p3/3p4/8/3P4/2P5/8/6K1 w - - 0 1", "d6 bars the file; c3 and e7 have no helpers", &[]),
        ],
    },
];
