//! King safety. The terms of king danger count for the color of the king that is in danger. The king ring is the
//! squares within one king move, of the nearest square inside if the king is at the edge of the board, without those
//! that two own pawns defend.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "shelter",
        meaning: "the rearmost own pawn not behind the king on each of the three files around it, the edge files \
                  included with the king on one; by distance of the file from the edge and rank, 0 if none; with \
                  castling rights where the king could castle to, if that is better",
        cases: &[
            Case(
                "k7/p7/2p5/6P1/8/6P1/5P1P/6K1 w - - 0 1",
                "White: f2, g3 in spite of g5, h2; Black, in the corner: a7, nothing on b, c6",
                &[(&[0, 1], 1, 1), (&[1, 0], 0, 1), (&[1, 2], 1, 0), (&[2, 1], 1, 0), (&[2, 2], 0, 1)],
            ),
            Case(
                "1k6/8/8/8/8/5PK1/6P1/8 w - - 0 1",
                "f3 beside the king counts, g2 behind it does not",
                &[(&[0, 0], 1, 1), (&[1, 0], 1, 1), (&[2, 0], 0, 1), (&[2, 2], 1, 0)],
            ),
            Case(
                "4k3/5ppp/8/8/8/8/5PPP/4K2R w K - 0 1",
                "White can castle to three pawns; Black cannot",
                &[(&[0, 1], 1, 0), (&[1, 1], 1, 0), (&[2, 1], 1, 1), (&[3, 0], 0, 2)],
            ),
        ],
    },
    Term {
        name: "storm",
        meaning: "the most advanced enemy pawn not behind the king on each of these files, unless `blocked_storm` \
                  counts; by distance of the file from the edge and rank as the defender counts, 0 if none",
        cases: &[
            Case(
                "1k6/6p1/8/1P4p1/7p/8/8/6K1 w - - 0 1",
                "g5 rather than g7 is White's fifth rank, h4 the fourth; b5 is Black's fourth",
                &[(&[0, 0], 0, 1), (&[0, 3], 1, 0), (&[1, 3], 0, 1), (&[1, 4], 1, 0), (&[2, 0], 1, 1)],
            ),
            Case(
                "1k6/8/8/6K1/8/6p1/8/8 w - - 0 1",
                "g3 is behind the king",
                &[(&[0, 0], 1, 1), (&[1, 0], 1, 1), (&[2, 0], 1, 1)],
            ),
            Case(
                "1k6/8/8/8/8/6p1/6P1/6K1 w - - 0 1",
                "the blocked g3 counts elsewhere",
                &[(&[0, 0], 1, 1), (&[1, 0], 0, 1), (&[2, 0], 1, 1)],
            ),
            Case(
                "1k6/8/8/8/8/8/6p1/6K1 w - - 0 1",
                "without a pawn of the shelter nothing blocks g2",
                &[(&[0, 0], 1, 1), (&[1, 0], 0, 1), (&[1, 1], 1, 0), (&[2, 0], 1, 1)],
            ),
        ],
    },
    Term {
        name: "blocked_storm",
        meaning: "such a pawn, directly in front of the own pawn of the shelter; by rank as the defender counts",
        cases: &[
            Case(
                "1k6/8/1p6/1P6/8/6p1/6P1/6K1 w - - 0 1",
                "g3 on White's third rank, b5 on Black's fourth",
                &[(&[2], 1, 0), (&[3], 0, 1)],
            ),
            Case("1k6/1p6/8/1P6/6p1/8/6P1/6K1 w - - 0 1", "a square is between", &[]),
            Case("1k6/8/8/8/8/8/6p1/6K1 w - - 0 1", "no own pawn", &[]),
        ],
    },
    Term {
        name: "king_nearest_pawn",
        meaning: "the number of king moves from the king to the nearest pawn of either side; 0 without pawns",
        cases: &[
            Case("1k6/p7/8/8/4P3/8/8/6K1 w - - 0 1", "e4 is 3 from g1, a7 is 1 from b8", &[(&[1], 0, 1), (&[3], 1, 0)]),
            Case("1k6/8/8/P7/8/7p/8/6K1 w - - 0 1", "enemy pawns, h3 and a5", &[(&[2], 1, 0), (&[3], 0, 1)]),
            Case("1k6/8/8/8/8/8/8/6K1 w - - 0 1", "no pawns", &[(&[0], 1, 1)]),
        ],
    },
    Term {
        name: "danger_base",
        meaning: "every king",
        cases: &[Case("6k1/8/8/8/5n2/8/8/6K1 w - - 0 1", "both kings, attacked or not", &[(&[], 1, 1)])],
    },
    Term {
        name: "danger_attacker",
        meaning: "each enemy knight, bishop, rook, queen that attacks the king ring",
        cases: &[
            Case(
                "5rkq/1b6/8/8/8/4n3/8/4n1K1 w - - 0 1",
                "both knights and the bishop attack g2, the rook the f-file, the queen the h-file",
                &[(&[0], 2, 0), (&[1], 1, 0), (&[2], 1, 0), (&[3], 1, 0)],
            ),
            Case("6k1/8/8/8/8/8/1B6/6K1 w - - 0 1", "b2 sees f6, g7 and h8", &[(&[1], 0, 1)]),
            Case("6k1/8/8/8/3n4/8/8/7K w - - 0 1", "in the corner, too, the ring reaches to f3", &[(&[0], 1, 0)]),
            Case("6k1/8/8/3n4/8/8/8/6K1 w - - 0 1", "e3 and f4 are just outside the ring", &[]),
            Case("6k1/8/8/8/8/6p1/8/6K1 w - - 0 1", "a pawn", &[]),
            Case("6k1/8/8/5n2/8/8/5P1P/6K1 w - - 0 1", "two pawns defend g3, which leaves the ring", &[]),
            Case("5k2/8/8/8/5n2/8/8/5RK1 w - - 0 1", "the knight is pinned", &[]),
        ],
    },
    Term {
        name: "danger_adjacent_attack",
        meaning: "each attack of these pieces on a square adjacent to the king, up to 24",
        cases: &[
            Case(
                "6kr/8/8/8/5n2/8/1B6/6K1 w - - 0 1",
                "f4 attacks g2, h8 attacks h1 and h2; b2 attacks g7 and h8",
                &[(&[], 3, 2)],
            ),
            Case("6k1/8/8/8/3n4/8/8/6K1 w - - 0 1", "f3 is in the ring but not adjacent", &[]),
            Case(
                "3R1R2/8/R6R/4k3/R6R/8/2N3N1/K2R1R2 w - - 0 1",
                "three of each rook, one of each knight",
                &[(&[], 0, 24)],
            ),
        ],
    },
    Term {
        name: "danger_weak_square",
        meaning: "each attacked square of the ring that is undefended, or defended once and by king or queen",
        cases: &[
            Case("6k1/8/8/8/5n2/8/8/6K1 w - - 0 1", "the king alone defends g2, nothing defends h3", &[(&[], 2, 0)]),
            Case(
                "6k1/8/8/8/5n2/8/8/5QK1 w - - 0 1",
                "king and queen defend g2, the queen alone defends h3",
                &[(&[], 1, 0)],
            ),
            Case("6k1/8/8/5N2/5n2/8/8/6K1 w - - 0 1", "g7 and h6 are as weak", &[(&[], 2, 2)]),
            Case("6k1/8/8/8/5n2/8/8/5BK1 w - - 0 1", "the bishop defends both", &[]),
        ],
    },
    Term {
        name: "danger_safe_check",
        meaning: "a check by a knight, bishop, rook, queen from a square that is undefended, or weak and attacked \
                  twice; [0] defender, [1] attacker to move",
        cases: &[
            Case(
                "6k1/8/8/5N2/5n2/8/8/6K1 w - - 0 1",
                "Black threatens to check from e2 and h3, White, who is to move, from e7 and h6",
                &[(&[0, 0], 1, 0), (&[1, 0], 0, 1)],
            ),
            Case("k7/2b5/8/8/8/8/8/6K1 b - - 0 1", "b6; the king defends h2", &[(&[1, 1], 1, 0)]),
            Case("k4r2/8/8/8/8/8/8/6K1 w - - 0 1", "g8; the king defends f1", &[(&[0, 2], 1, 0)]),
            Case("k7/8/8/8/8/3q4/8/6K1 b - - 0 1", "d1 and others", &[(&[1, 3], 1, 0)]),
            Case(
                "2b3k1/8/8/8/5n2/8/8/5QK1 w - - 0 1",
                "h3, attacked twice, defended by the queen only; b5 and others",
                &[(&[0, 0], 1, 0), (&[1, 3], 0, 1)],
            ),
            Case(
                "6k1/8/8/8/5n2/8/8/5BK1 w - - 0 1",
                "the bishop defends e2 and h3, and checks from c4",
                &[(&[1, 1], 0, 1)],
            ),
            Case("6k1/8/8/8/5n2/7p/4p3/6K1 w - - 0 1", "own pawns are on e2 and h3", &[]),
            Case(
                "1b4k1/8/3q4/8/8/8/8/6K1 b - - 0 1",
                "bishops see through queens: h2 counts for both",
                &[(&[1, 1], 1, 0), (&[1, 3], 1, 0)],
            ),
            Case("k7/2b5/8/8/3N4/8/8/6K1 b - - 0 1", "the knight bars the diagonal of b6", &[]),
        ],
    },
    Term {
        name: "danger_multiple_checks",
        meaning: "safe checks by a knight, bishop, rook, queen from more than one square",
        cases: &[
            Case("6k1/8/8/5N2/5n2/8/8/6K1 w - - 0 1", "e2 and h3; e7 and h6", &[(&[0], 1, 1)]),
            Case("k7/8/8/8/8/3r4/8/6K1 w - - 0 1", "d1 and g3", &[(&[2], 1, 0)]),
            Case("k7/8/8/8/8/3q4/8/6K1 b - - 0 1", "d1 and others", &[(&[3], 1, 0)]),
            Case("k4r2/8/8/8/8/8/8/6K1 w - - 0 1", "g8 alone", &[]),
            Case("k7/8/8/8/8/3r4/8/5BK1 w - - 0 1", "the bishop bars the rank, which leaves g3", &[]),
        ],
    },
    Term {
        name: "danger_unsafe_check",
        meaning: "each square of an unsafe check by a knight, bishop or rook, for kinds without a safe one",
        cases: &[
            Case("6k1/8/8/8/5n2/8/8/5BK1 w - - 0 1", "the bishop defends e2 and h3", &[(&[], 2, 0)]),
            Case("2b3k1/8/8/8/5n2/8/8/5QK1 w - - 0 1", "e2 does not count, as h3 is safe", &[]),
            Case("6k1/8/8/8/8/8/4q1PP/R2R3K w - - 0 1", "the queen's on d1, e1 and f1 do not count", &[]),
            Case("6k1/8/8/8/8/2r5/7B/3Q2K1 w - - 0 1", "g3 and, seen through the queen, c1", &[(&[], 2, 0)]),
        ],
    },
    Term {
        name: "danger_discovered_check",
        meaning: "each enemy piece that can give discovered check",
        cases: &[
            Case("6rk/8/8/8/6b1/8/8/6K1 w - - 0 1", "the bishop uncovers the rook", &[(&[], 1, 0)]),
            Case("6rk/8/6n1/8/6b1/8/8/6K1 w - - 0 1", "two pieces are between", &[]),
            Case("6rk/8/8/8/5nN1/8/8/6K1 w - - 0 1", "an own piece is between", &[]),
        ],
    },
    Term {
        name: "danger_pawn_attack",
        meaning: "each square of the ring that an enemy pawn attacks",
        cases: &[
            Case("6k1/8/7P/3N4/4pnp1/8/8/6K1 w - - 0 1", "f3, attacked twice, and h3; g7", &[(&[], 2, 1)]),
            Case("6k1/8/8/6pp/5n2/8/8/6K1 w - - 0 1", "f4, g4 and h4 are outside", &[]),
            Case("6k1/8/8/8/4p1p1/8/8/6K1 w - - 0 1", "f3 and h3, without any piece", &[(&[], 2, 0)]),
        ],
    },
    Term {
        name: "danger_escape",
        meaning: "the number of adjacent squares that are neither attacked nor taken by an own pawn or piece; the \
                  attack of a slider ends at the king",
        cases: &[
            Case("6k1/7p/8/8/5n2/8/1B3P2/6K1 w - - 0 1", "f1, h1 and h2; f7 and f8", &[(&[2], 0, 1), (&[3], 1, 0)]),
            Case(
                "7k/8/8/8/8/8/6q1/7K w - - 0 1",
                "none but the capture on g2, which nothing defends; g7, g8 and h7",
                &[(&[1], 1, 0), (&[3], 0, 1)],
            ),
            Case(
                "8/8/8/4k3/8/8/8/K3R3 b - - 0 1",
                "all but e4: e6, behind the king, counts; a2, b1 and b2",
                &[(&[3], 1, 0), (&[7], 0, 1)],
            ),
        ],
    },
    Term {
        name: "danger_double_attack",
        meaning: "each square of the ring that is attacked twice and not defended by an own pawn",
        cases: &[
            Case("6k1/1b6/8/8/5n2/8/8/6K1 w - - 0 1", "g2", &[(&[], 1, 0)]),
            Case("2b3k1/8/8/8/5n2/8/8/6K1 w - - 0 1", "h3", &[(&[], 1, 0)]),
            Case("2b3k1/8/8/8/5n2/8/6P1/6K1 w - - 0 1", "a pawn defends h3", &[]),
        ],
    },
    Term {
        name: "danger_shelter",
        meaning: "the own pawns in front of the king, counted as for `shelter` but without regard to castling",
        cases: &[
            Case(
                "6k1/8/8/8/3n4/6P1/5P1P/6K1 w - - 0 1",
                "h2, g3 and f2; no black pawns",
                &[(&[0, 0], 0, 1), (&[0, 1], 1, 0), (&[1, 0], 0, 1), (&[1, 2], 1, 0), (&[2, 0], 0, 1), (&[2, 1], 1, 0)],
            ),
            Case(
                "4k3/8/8/8/3n4/8/5PPP/4K2R w K - 0 1",
                "nothing on the d- and e-files, f2; no black pawns",
                &[(&[2, 0], 0, 1), (&[2, 1], 1, 0), (&[3, 0], 2, 2)],
            ),
        ],
    },
    Term {
        name: "danger_storm",
        meaning: "the most advanced enemy pawn on each of these files; [0] free, [1] blocked by the own pawn of the \
                  shelter; by distance of the file from the edge and rank as the defender counts, 0 if none",
        cases: &[
            Case(
                "6k1/8/8/6p1/3n2P1/7p/8/6K1 w - - 0 1",
                "none on f, the blocked g5, h3; the blocked g4",
                &[(&[0, 0, 0], 0, 1), (&[0, 0, 2], 1, 0), (&[0, 2, 0], 1, 1), (&[1, 1, 4], 1, 1)],
            ),
            Case(
                "6k1/6p1/8/8/6P1/8/8/6K1 w - - 0 1",
                "squares are between g7 and g4: neither is blocked",
                &[(&[0, 0, 0], 1, 1), (&[0, 1, 4], 0, 1), (&[0, 1, 6], 1, 0), (&[0, 2, 0], 1, 1)],
            ),
        ],
    },
    Term {
        name: "danger_no_queen",
        meaning: "the attacker has no queen",
        cases: &[
            Case("6k1/8/8/8/5n2/8/8/Q5K1 w - - 0 1", "Black has none, White has one", &[(&[], 1, 0)]),
            Case("3q2k1/8/8/8/5n2/8/8/Q5K1 w - - 0 1", "both have one", &[]),
        ],
    },
    Term {
        name: "danger_knight_defends",
        meaning: "an own knight defends a square of the ring",
        cases: &[
            Case("6k1/8/8/8/4Nn2/8/8/6K1 w - - 0 1", "e4 defends f2 and g3, f4 defends g6", &[(&[], 1, 1)]),
            Case("6k1/8/8/8/1n6/2N5/8/6K1 w - - 0 1", "e2 is outside", &[]),
        ],
    },
    Term {
        name: "danger_flank_attack",
        meaning: "each attacked square of the king's flank (a to d, c to f for a king on d or e, e to h) on its first \
                  five ranks, and again if attacked twice",
        cases: &[
            Case("6k1/8/8/8/5n2/8/8/6K1 w - - 0 1", "e2, g2, h3 and h5", &[(&[], 4, 0)]),
            Case("6k1/1b6/8/8/5n2/8/8/6K1 w - - 0 1", "e4, f3 and h1, too, and g2 twice", &[(&[], 8, 0)]),
            Case("6k1/8/8/8/5n2/8/8/4K3 w - - 0 1", "d3, d5 and e2", &[(&[], 3, 0)]),
            Case("6k1/8/8/3n4/8/8/8/6K1 w - - 0 1", "e3 and f4, outside the ring", &[(&[], 2, 0)]),
            Case("6k1/8/8/8/8/1n6/8/6K1 w - - 0 1", "a1 to d4, elsewhere", &[]),
        ],
    },
    Term {
        name: "danger_flank_defense",
        meaning: "each square of that area that is defended, attacked or not",
        cases: &[
            Case(
                "6k1/8/8/8/5n2/8/8/6K1 w - - 0 1",
                "f1, f2, g2, h1 and h2; f7, f8, g7, h7 and h8, and of the knight's e6, g6 and h5",
                &[(&[], 5, 8)],
            ),
            Case(
                "6k1/8/8/8/5n2/8/1N6/4K3 w - - 0 1",
                "d1 to f2, where the king goes, c4 and d3; as before",
                &[(&[], 7, 8)],
            ),
        ],
    },
    Term {
        name: "danger_pinned",
        meaning: "each own piece or pawn pinned to the king",
        cases: &[
            Case("6rk/8/8/8/5nN1/8/8/6K1 w - - 0 1", "g4", &[(&[], 1, 0)]),
            Case("6rk/6p1/8/8/5nN1/8/8/6K1 w - - 0 1", "the pawn is between, too", &[]),
        ],
    },
    Term {
        name: "pawnless_flank",
        meaning: "no pawns of either color on the king's flank",
        cases: &[
            Case("1k6/p7/8/8/8/8/8/6K1 w - - 0 1", "none on the e- to h-files", &[(&[], 1, 0)]),
            Case("1k6/8/8/8/8/8/P6P/4K3 w - - 0 1", "none on the c- to f-files", &[(&[], 1, 0)]),
            Case("1k6/p3p3/8/8/8/8/8/6K1 w - - 0 1", "an enemy pawn on the e-file", &[]),
            Case("2k5/8/8/8/8/8/4P2P/2K5 w - - 0 1", "none on the a- to d-files", &[(&[], 1, 1)]),
            Case("3k4/8/8/8/8/8/P7/5K2 w - - 0 1", "none on c to f, none on e to h", &[(&[], 1, 1)]),
            Case(
                "1k6/3p4/8/8/8/8/8/6K1 w - - 0 1",
                "the d-file belongs to the flank of the king on b8",
                &[(&[], 1, 0)],
            ),
        ],
    },
];
