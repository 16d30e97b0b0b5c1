//! Threats. Where a weight depends on the side to move, index 0 is for when the other side is to move.

use super::{Case, Term};

pub const TERMS: &[Term] = &[
    Term {
        name: "threat_by_pawn",
        meaning: "an enemy piece attacked by a pawn that is defended or not attacked; by side to move and target: \
                  knight, bishop, rook, queen",
        cases: &[
            Case(
                "6k1/8/8/1p1n1r2/2N1P3/8/8/6K1 w - - 0 1",
                "e4 forks knight and rook; b5 attacks c4",
                &[(&[0, 0], 0, 1), (&[1, 0], 1, 0), (&[1, 2], 1, 0)],
            ),
            Case("4r1k1/8/8/3n4/4P3/8/8/6K1 w - - 0 1", "the rook attacks e4, and nothing defends it", &[]),
        ],
    },
    Term {
        name: "threat_by_piece",
        meaning: "a pawn or piece attacked by a knight, bishop, rook, queen but by no safe pawn; by attacker, side to move, \
                  [0] strongly protected (by a pawn, or twice and not attacked twice) or [1] not, and target; strongly \
                  protected pawns do not count",
        cases: &[
            Case(
                "6k1/3p4/2r1n3/5p2/3N4/8/8/6K1 w - - 0 1",
                "d4 attacks the loose f5 and, defended by d7, knight and rook; e6 attacks d4",
                &[(&[0, 0, 1, 1], 0, 1), (&[0, 1, 0, 1], 1, 0), (&[0, 1, 0, 3], 1, 0), (&[0, 1, 1, 0], 1, 0)],
            ),
            Case("6k1/8/6p1/5p2/3N4/8/8/6K1 w - - 0 1", "a pawn defends f5", &[]),
            Case("6k1/8/8/3r4/4P3/2N5/8/6K1 w - - 0 1", "the pawn's attack on d5 counts instead", &[]),
            Case(
                "6k1/1b6/5n2/3n4/8/2N5/6B1/6K1 w - - 0 1",
                "d5 is defended twice, but attacked twice, too; d5 attacks c3",
                &[(&[0, 0, 1, 1], 0, 1), (&[0, 1, 1, 1], 1, 0), (&[1, 1, 1, 1], 1, 0)],
            ),
            Case(
                "6k1/1b6/5n2/3n4/8/2N5/1P6/6K1 w - - 0 1",
                "d5 is defended twice and attacked once; b2 defends c3",
                &[(&[0, 0, 0, 1], 0, 1), (&[0, 1, 0, 1], 1, 0)],
            ),
            Case(
                "6k1/8/2p5/1p1n4/8/1P3B2/8/6K1 w - - 0 1",
                "the knight on d5 has a pawn's defense",
                &[(&[1, 1, 0, 1], 1, 0)],
            ),
            Case("6k1/8/8/3p4/8/8/6B1/6K1 b - - 0 1", "the pawn on d5 has none", &[(&[1, 0, 1, 0], 1, 0)]),
            Case(
                "6k1/8/8/3q4/8/4P3/6B1/6K1 w - - 0 1",
                "bishop and queen attack each other",
                &[(&[1, 1, 1, 4], 1, 0), (&[3, 0, 1, 2], 0, 1)],
            ),
            Case("6k1/8/4p3/3p4/8/8/6B1/6K1 w - - 0 1", "a pawn defends the pawn", &[]),
            Case("6k1/8/8/3n4/4P3/8/6B1/6K1 w - - 0 1", "a pawn is between, and its attack counts instead", &[]),
            Case(
                "6k1/3q4/8/7p/p2R2b1/2P5/6K1/2r5 w - - 0 1",
                "d4 attacks the queen and a4, which the queen defends once, and g4 with a pawn's defense; c1 attacks c3, and \
                 the queen d4",
                &[
                    (&[2, 0, 1, 0], 0, 1),
                    (&[2, 1, 0, 2], 1, 0),
                    (&[2, 1, 1, 0], 1, 0),
                    (&[2, 1, 1, 4], 1, 0),
                    (&[3, 0, 0, 3], 0, 1),
                ],
            ),
            Case(
                "6k1/2p5/3r4/8/8/3R4/2P5/6K1 w - - 0 1",
                "rooks that pawns defend",
                &[(&[2, 0, 0, 3], 0, 1), (&[2, 1, 0, 3], 1, 0)],
            ),
            Case("6k1/8/2p5/3p4/8/8/8/3R2K1 w - - 0 1", "a pawn defends the pawn", &[]),
            Case("6k1/8/8/3n4/8/1P6/8/3Q2K1 w - - 0 1", "the loose knight", &[(&[3, 1, 1, 1], 1, 0)]),
            Case(
                "6k1/8/2p5/3b4/8/1P6/8/3Q2K1 b - - 0 1",
                "the bishop with a pawn's defense; it attacks b3",
                &[(&[1, 1, 1, 0], 0, 1), (&[3, 0, 0, 2], 1, 0)],
            ),
            Case("6k1/8/2p5/3p4/8/8/8/3Q2K1 w - - 0 1", "a pawn defends the pawn", &[]),
            Case("6k1/8/8/3n4/4P3/8/8/3Q2K1 w - - 0 1", "the pawn's attack counts instead", &[]),
        ],
    },
    Term {
        name: "attacked",
        meaning: "an attacked pawn, knight, bishop, rook, queen, strongly protected pawns excepted; by side to move, \
                  target, [0] one attacker or [1] more, and number of defenders: none, one, more",
        cases: &[
            Case(
                "6k1/8/8/4pp2/3N4/8/8/6K1 w - - 0 1",
                "d4 attacks f5; e5 attacks d4",
                &[(&[0, 1, 0, 0], 0, 1), (&[1, 0, 0, 0], 1, 0)],
            ),
            Case(
                "q5k1/8/8/8/8/8/6B1/6K1 w - - 0 1",
                "a8 hangs; the king defends g2",
                &[(&[0, 2, 0, 1], 0, 1), (&[1, 4, 0, 0], 1, 0)],
            ),
            Case("5qk1/8/8/5p2/3N4/8/8/6K1 w - - 0 1", "the queen defends f5", &[(&[1, 0, 0, 1], 1, 0)]),
            Case("3q2k1/8/8/3n4/8/8/6B1/3R2K1 w - - 0 1", "two attackers, one defender", &[(&[1, 1, 1, 1], 1, 0)]),
            Case("3q2k1/8/2p5/3n4/8/8/6B1/3R2K1 w - - 0 1", "two of each", &[(&[1, 1, 1, 2], 1, 0)]),
            Case("6k1/8/2p5/3p4/8/8/8/3R2K1 w - - 0 1", "a pawn with a pawn's defense", &[]),
        ],
    },
    Term {
        name: "loose",
        meaning: "an own pawn, knight, bishop, rook, queen that nothing defends",
        cases: &[
            Case(
                "6k1/4b3/8/r7/8/3P4/4N3/Q5K1 w - - 0 1",
                "pawn, knight and queen; bishop and rook",
                &[(&[0], 1, 0), (&[1], 1, 0), (&[2], 0, 1), (&[3], 0, 1), (&[4], 1, 0)],
            ),
            Case("5bk1/8/8/8/8/8/6P1/6K1 w - - 0 1", "the kings defend them", &[]),
        ],
    },
    Term {
        name: "threat_by_king",
        meaning: "a weakly defended pawn or piece that the king attacks; by side to move",
        cases: &[
            Case("8/6k1/6P1/8/3pK3/8/8/8 w - - 0 1", "e4 attacks d4, g7 attacks g6", &[(&[0], 0, 1), (&[1], 1, 0)]),
            Case("8/6k1/6P1/2p4P/3pK3/8/8/8 w - - 0 1", "pawns defend them", &[]),
            Case("6k1/8/8/2p5/3nK3/8/8/8 w - - 0 1", "a pawn defends the knight", &[]),
        ],
    },
    Term {
        name: "pinned",
        meaning: "an own pawn, knight, bishop, rook, queen that is pinned to the king",
        cases: &[
            Case(
                "4r2k/6p1/8/8/8/4R3/1B6/4K3 w - - 0 1",
                "e8 pins the rook, b2 pins the pawn",
                &[(&[0], 0, 1), (&[3], 1, 0)],
            ),
            Case("4r2k/6p1/8/4n3/8/4R3/1B6/4K3 w - - 0 1", "e5 is a second piece on both lines", &[]),
        ],
    },
    Term {
        name: "restricted",
        meaning: "each square that both sides attack and that the enemy does not protect strongly: by a pawn, or \
                  twice when not attacked twice",
        cases: &[
            Case("6k1/8/p2n4/8/3N4/8/8/6K1 w - - 0 1", "b5 and f5, but a6 protects b5", &[(&[], 1, 2)]),
            Case("6k1/8/3n4/8/3N4/8/6P1/6K1 w - - 0 1", "b5 and f5", &[(&[], 2, 2)]),
            Case(
                "6k1/3b4/3n4/8/3N4/8/8/6K1 w - - 0 1",
                "Black attacks b5 and f5 twice and White, with b5, f5, c6 and e6 in reach, all only once",
                &[(&[], 2, 4)],
            ),
            Case("6k1/8/8/5n2/3N4/8/8/6K1 w - - 0 1", "no square is attacked by both", &[]),
        ],
    },
    Term {
        name: "threat_by_push",
        meaning: "each piece that a pawn would attack after a safe push; by side to move",
        cases: &[
            Case(
                "6k1/6p1/8/3n4/5R2/4P3/8/6K1 w - - 0 1",
                "e3-e4 attacks the knight, g7-g5 the rook",
                &[(&[0], 0, 1), (&[1], 1, 0)],
            ),
            Case("6k1/8/8/3n1p2/8/4P3/8/6K1 w - - 0 1", "f5 attacks e4; f5-f4 would attack a pawn", &[]),
            Case("6k1/8/6p1/8/8/7R/8/6K1 w - - 0 1", "no double step from g6", &[]),
            Case("6k1/8/8/3n4/4n3/4P3/8/6K1 w - - 0 1", "e3 is blocked", &[]),
            Case("6k1/8/8/3n1p2/8/4P3/6B1/6K1 w - - 0 1", "the bishop defends e4, but f5 attacks it", &[]),
            Case("4r1k1/8/8/3n4/8/4P3/8/6K1 w - - 0 1", "the rook attacks e4, and nothing defends it", &[]),
            Case("6k1/6p1/8/8/5R1P/8/8/6K1 w - - 0 1", "h4 attacks g5", &[]),
            Case("6k1/6p1/8/6N1/5R2/8/8/6K1 w - - 0 1", "g5 is taken", &[]),
        ],
    },
    Term {
        name: "knight_on_queen",
        meaning: "each safe square in the mobility area from which a knight can attack the only enemy queen",
        cases: &[
            Case("3q2k1/8/8/2n5/3N4/8/8/Q5K1 w - - 0 1", "c6 and e6 for White, b3 for Black", &[(&[], 2, 1)]),
            Case("q2q2k1/8/8/8/3N4/8/8/6K1 w - - 0 1", "two queens", &[]),
            Case("3q2k1/3p4/8/8/3N4/8/8/6K1 w - - 0 1", "d7 attacks both squares", &[]),
            Case("3q1qk1/8/8/8/3N4/8/8/6K1 w - - 0 1", "two queens within reach", &[]),
            Case("2rqr1k1/3b4/8/8/3N4/8/8/6K1 w - - 0 1", "bishop and rooks protect c6 and e6 twice", &[]),
            Case("3q2k1/8/2B1R3/8/3N4/8/8/6K1 w - - 0 1", "own pieces are on c6 and e6", &[]),
        ],
    },
    Term {
        name: "slider_on_queen",
        meaning: "each such square from which a bishop or rook can attack it, if attacked twice",
        cases: &[
            Case(
                "3q2k1/8/8/8/R7/4B3/8/6K1 w - - 0 1",
                "the bishop supports d4, but neither a8, b6 nor g5",
                &[(&[], 1, 0)],
            ),
            Case("3q2k1/8/8/8/R7/8/8/6K1 w - - 0 1", "the rook alone", &[]),
            Case("3q2k1/8/8/R7/8/4B3/8/6K1 w - - 0 1", "the rook supports g5", &[(&[], 1, 0)]),
            Case("3q2k1/4p3/8/R7/8/4B3/8/6K1 w - - 0 1", "from g5 the bishop only sees e7", &[]),
            Case("3q2k1/8/8/8/8/1N2B3/8/6K1 w - - 0 1", "the knight supports d4, from where no bishop sees d8", &[]),
            Case("3q2k1/8/8/8/8/5N1R/8/6K1 w - - 0 1", "the knight supports h4, from where no rook sees d8", &[]),
        ],
    },
    Term {
        name: "weak_queen",
        meaning: "the only enemy queen is x-rayed by a bishop or rook through one piece",
        cases: &[
            Case(
                "b2q2k1/8/8/8/3n4/8/6P1/3R2KQ w - - 0 1",
                "d1 sees d8 through the knight, a8 sees h1 through the pawn",
                &[(&[], 1, 1)],
            ),
            Case("b2q2k1/8/8/8/8/5N2/6P1/3R2KQ w - - 0 1", "an open file; two pieces on the diagonal", &[]),
        ],
    },
    Term {
        name: "weak_queen_protection",
        meaning: "each attacked, weakly defended enemy piece or pawn that the enemy queen defends",
        cases: &[
            Case("3q2k1/8/8/3n4/8/8/6B1/3R2K1 w - - 0 1", "d5", &[(&[], 1, 0)]),
            Case("3q2k1/8/8/3p4/8/8/6B1/3R2K1 w - - 0 1", "pawns, too", &[(&[], 1, 0)]),
            Case("3r2k1/8/8/3n4/8/8/6B1/3R2K1 w - - 0 1", "a rook defends it", &[]),
            Case("3q2k1/8/2p5/3n4/8/8/6B1/3R2K1 w - - 0 1", "a pawn defends it, too", &[]),
        ],
    },
];
