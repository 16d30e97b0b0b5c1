//! Adjudication of games: a draw after drawish scores of both engines, a resignation after lost scores of one, and
//! results of tablebases. All three are off by default.
//!
//! An engine's score counts only against itself: a wrong mate score in its favor wins nothing.

use std::fmt;
use std::str::FromStr;

use shakmaty::{ByColor, Chess, Color, Position};

use super::info::EngineScore;
use oxide88::search::Tablebases;
use oxide88::types::quote;

/// `movenumber=40 movecount=8 score=10`: a draw after move 40 if both scores stayed within 10 centipawns for 8 moves
/// without a capture or pawn move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Last full move at which no game is adjudicated.
    pub movenumber: u32,
    /// Number of consecutive moves of each player.
    pub movecount: u32,
    /// Largest score of either side, in centipawns.
    pub score: i32,
}

/// `movecount=3 score=600`: a loss if the player's own score was at most -600 centipawns for 3 moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Number of consecutive moves of the player.
    pub movecount: u32,
    /// Smallest score against the player, in centipawns.
    pub score: i32,
    /// True if the opponent must agree.
    pub twosided: bool,
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rule = Self { movenumber: 40, movecount: 8, score: 10 };
        for word in words(text) {
            match word.split_once('=') {
                Some(("movenumber", value)) => rule.movenumber = number(word, value)?,
                Some(("movecount", value)) => rule.movecount = number(word, value)?,
                Some(("score", value)) => rule.score = number(word, value)? as i32,
                _ => return Err(format!("{} is not one of movenumber=N, movecount=N, score=N", quote(word))),
            }
        }
        Ok(rule)
    }
}

impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rule = Self { movecount: 3, score: 600, twosided: false };
        for word in words(text) {
            match word.split_once('=') {
                Some(("movecount", value)) => rule.movecount = number(word, value)?,
                Some(("score", value)) => rule.score = number(word, value)? as i32,
                None if word == "twosided" => rule.twosided = true,
                _ => return Err(format!("{} is not one of movecount=N, score=N, twosided", quote(word))),
            }
        }
        Ok(rule)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',']).filter(|word| !word.is_empty())
}

fn number(word: &str, value: &str) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| (1..1_000_000).contains(number));
    number.ok_or_else(|| format!("{} needs a number from 1", quote(word)))
}

/// The rules of adjudication.
#[derive(Default)]
pub struct Adjudication {
    /// Rule for draws.
    pub draw: Option<DrawRule>,
    /// Rule for losses.
    pub resign: Option<ResignRule>,
    /// Endgame tablebases.
    pub tables: Option<Tablebases>,
}

impl fmt::Debug for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {}", self.draw, self.resign, self.tables.is_some())
    }
}

/// The decision of an adjudicated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The scores of both engines were drawish.
    Draw,
    /// The score of the player of this color was lost, or the engine resigned.
    Resigns(Color),
    /// The winner according to the tablebases; `None` for a draw.
    Tablebases(Option<Color>),
}

/// Counts of a player's latest consecutive moves with a drawn, lost or won score.
#[derive(Clone, Copy, Default)]
struct Streak {
    drawn: u32,
    lost: u32,
    won: u32,
}

/// The scores of one game so far.
#[derive(Default)]
pub struct Adjudicator {
    streaks: ByColor<Streak>,
}

impl Adjudicator {
    /// Adds the score that the player of `color` reported with its move.
    pub fn add_score(&mut self, rules: &Adjudication, color: Color, score: Option<EngineScore>) {
        let streak = &mut self.streaks[color];
        let value = score.map(EngineScore::centipawns);
        let count = |holds: Option<bool>, streak: u32| if holds == Some(true) { streak + 1 } else { 0 };
        streak.drawn = count(rules.draw.zip(value).map(|(rule, value)| value.abs() <= rule.score), streak.drawn);
        streak.lost = count(rules.resign.zip(value).map(|(rule, value)| value <= -rule.score), streak.lost);
        streak.won = count(rules.resign.zip(value).map(|(rule, value)| value >= rule.score), streak.won);
    }

    /// Returns the decision if a rule ends the game in `position`.
    pub fn decision(&mut self, rules: &Adjudication, position: &Chess) -> Option<Decision> {
        if position.halfmoves() == 0 {
            self.streaks.white.drawn = 0;
            self.streaks.black.drawn = 0;
        }
        let mover = !position.turn();
        let (own, other) = (self.streaks[mover], self.streaks[!mover]);
        if let Some(rule) = rules.resign
            && own.lost >= rule.movecount
            && (!rule.twosided || other.won >= rule.movecount)
        {
            return Some(Decision::Resigns(mover));
        }
        if let Some(rule) = rules.draw
            && position.fullmoves().get() > rule.movenumber
            && own.drawn.min(other.drawn) >= rule.movecount
        {
            return Some(Decision::Draw);
        }
        rules
            .tables
            .as_ref()
            .and_then(|tables| tables.outcome(position))
            .map(|outcome| Decision::Tablebases(outcome.winner()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, KnownOutcome};

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    fn after_moves(rules: &Adjudication, scores: [EngineScore; 2], moves: u32) -> Option<Decision> {
        let white_moved = position("4k3/7p/8/8/8/8/P7/4K3 b - - 30 60");
        let mut adjudicator = Adjudicator::default();
        for _ in 0..moves {
            adjudicator.add_score(rules, Color::Black, Some(scores[1]));
            adjudicator.add_score(rules, Color::White, Some(scores[0]));
        }
        adjudicator.decision(rules, &white_moved)
    }

    #[test]
    fn rules_are_read_and_faults_quoted() {
        let draw = "movenumber=34 movecount=8 score=20".parse::<DrawRule>();
        assert_eq!(draw, Ok(DrawRule { movenumber: 34, movecount: 8, score: 20 }));
        let resign = "movecount=4,score=500,twosided".parse::<ResignRule>();
        assert_eq!(resign, Ok(ResignRule { movecount: 4, score: 500, twosided: true }));
        assert!("movecount=x".parse::<DrawRule>().unwrap_err().contains("'movecount=x'"));
        assert!("often".parse::<ResignRule>().unwrap_err().contains("'often'"));
    }

    #[test]
    fn a_draw_requires_both_to_see_it_long_enough() {
        use EngineScore::Centipawns;
        let draw = Some(DrawRule { movenumber: 40, movecount: 8, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(after_moves(&rules, [Centipawns(10), Centipawns(-10)], 8), Some(Decision::Draw));
        assert_eq!(after_moves(&rules, [Centipawns(10), Centipawns(-10)], 7), None);
        assert_eq!(after_moves(&rules, [Centipawns(10), Centipawns(-11)], 20), None);
    }

    #[test]
    fn only_the_loser_can_give_up() {
        use EngineScore::{Centipawns, Mate};
        let resign = |twosided| Some(ResignRule { movecount: 3, score: 600, twosided });
        let rules = Adjudication { resign: resign(false), ..Adjudication::default() };
        assert_eq!(after_moves(&rules, [Mate(3), Centipawns(0)], 20), None);
        assert_eq!(after_moves(&rules, [Centipawns(-600), Centipawns(0)], 3), Some(Decision::Resigns(Color::White)));
        assert_eq!(after_moves(&rules, [Centipawns(-600), Centipawns(0)], 2), None);
        let rules = Adjudication { resign: resign(true), ..Adjudication::default() };
        assert_eq!(after_moves(&rules, [Mate(-3), Centipawns(0)], 20), None);
        assert_eq!(after_moves(&rules, [Mate(-3), Mate(2)], 3), Some(Decision::Resigns(Color::White)));
    }

    /// All tables of 3 pieces and some of 4; `tests/suites` probes all of 4.
    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/syzygy");

    const WHITE: Option<KnownOutcome> = Some(KnownOutcome::Decisive { winner: Color::White });
    const BLACK: Option<KnownOutcome> = Some(KnownOutcome::Decisive { winner: Color::Black });
    const DRAW: Option<KnownOutcome> = Some(KnownOutcome::Draw);

    #[test]
    fn tables_end_games_with_the_right_result() {
        let tables = Tablebases::open(TABLES).expect("tables");
        let rules = Adjudication { tables: Some(tables), ..Adjudication::default() };
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", WHITE),
            ("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1", WHITE),
            ("4k3/4r3/8/8/8/8/8/6K1 w - - 0 1", BLACK),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", DRAW),
            ("8/8/8/8/8/8/4q2k/4K3 w - - 0 1", DRAW), // the queen falls
            // The opposition.
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", DRAW),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", WHITE),
            // The tables have no castling.
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", None),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", WHITE),
            // No table for these pieces.
            ("4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1", None),
            // Too many pieces for these tables, even if a capture leaves few enough.
            ("4k3/pp6/8/8/8/8/8/R3K3 w - - 0 1", None),
            ("4k3/1p6/p7/8/8/8/8/R3K3 w - - 0 1", None),
        ] {
            let decision = Adjudicator::default().decision(&rules, &position(fen));
            assert_eq!(decision, expected.map(|outcome| Decision::Tablebases(outcome.winner())), "{fen}");
        }
    }

    #[test]
    fn without_dtz_tables_a_running_halfmove_clock_leaves_wins_open() {
        let results_only = tempfile::tempdir().expect("a folder");
        for name in ["KQvK.rtbw", "KBvK.rtbw"] {
            std::fs::copy(Path::new(TABLES).join(name), results_only.path().join(name)).expect("a copy");
        }
        let tables = Tablebases::open(results_only.path().to_str().expect("a name")).expect("tables");
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", WHITE),
            ("4k3/8/8/8/8/8/8/4KQ2 w - - 10 20", None),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 10 20", DRAW),
            ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", None),
        ] {
            assert_eq!(tables.outcome(&position(fen)), expected, "{fen}");
        }
    }
}
