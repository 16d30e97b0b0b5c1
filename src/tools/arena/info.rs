//! What an engine says of a search: the last scored `info` line of its first variation. What is malformed is left out.

use std::fmt;
use std::time::Duration;

/// A score from the point of view of the engine to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineScore {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if the engine is mated.
    Mate(i32),
}

impl EngineScore {
    /// The score as one number: mates are larger than anything else.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Centipawns(value) => value.clamp(1 - MATE, MATE - 1),
            Self::Mate(moves) if moves > 0 => MATE,
            Self::Mate(_) => -MATE,
        }
    }
}

/// As in the comments of games: `+0.31`, `-M4`.
impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Mate(moves) => write!(f, "{}M{}", if *moves > 0 { '+' } else { '-' }, moves.unsigned_abs()),
        }
    }
}

/// A search as its engine describes it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The deepest ply visited.
    pub seldepth: Option<u32>,
    /// What the engine thinks of its position.
    pub score: Option<EngineScore>,
    /// Whether the score is only a bound.
    pub is_bound: bool,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Time by the engine's own watch.
    pub time: Option<Duration>,
    /// The first move of the variation.
    pub best: Option<String>,
}

impl Info {
    /// Reads a line that begins with `info`.
    pub fn parse(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "seldepth" => info.seldepth = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "nps" => info.nps = number(&mut words),
                "time" => info.time = number(&mut words).map(Duration::from_millis),
                "score" => {
                    info.score = match words.next() {
                        Some("cp") => number(&mut words).map(EngineScore::Centipawns),
                        Some("mate") => number(&mut words).map(EngineScore::Mate),
                        _ => None,
                    }
                }
                "lowerbound" | "upperbound" => info.is_bound = true,
                "pv" => {
                    info.best = words.next().map(str::to_owned);
                    break;
                }
                _ => {}
            }
        }
        info
    }

    /// Whether `line` is worth keeping as the description of a search: it has a score, and of the first variation.
    pub fn is_scored(line: &str) -> bool {
        line.contains(" score ")
            && !line.contains(" string ")
            && line.split_once(" multipv ").is_none_or(|(_, rest)| rest.starts_with("1 "))
    }

    /// Whether the score in `line` is only a bound.
    pub fn is_bound(line: &str) -> bool {
        line.contains("bound")
    }
}

fn number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_to_its_first_move() {
        let info = Info::parse(
            "info depth 9 seldepth 14 multipv 1 score cp -31 nodes 81234 nps 1624680 hashfull 3 time 50 pv e2e4 depth 3",
        );
        assert_eq!((info.depth, info.seldepth, info.nodes), (Some(9), Some(14), Some(81_234)));
        assert_eq!(info.score, Some(EngineScore::Centipawns(-31)));
        assert_eq!((info.time, info.best.as_deref()), (Some(Duration::from_millis(50)), Some("e2e4")));
    }

    #[test]
    fn what_is_malformed_is_left_out() {
        for line in ["info depth", "info depth x score cp", "info score mate", "info score cp 99999999999999", "info"] {
            let info = Info::parse(line);
            assert_eq!((info.depth, info.score), (None, None), "{line}");
        }
        assert!(Info::parse("info depth 3 score mate 2 lowerbound").is_bound);
        assert!(!Info::is_scored("info multipv 2 score cp 3"));
        assert!(!Info::is_scored("info string the score is 3"));
    }

    #[test]
    fn scores_are_written_with_a_sign() {
        let texts = [31, -5, 0].map(|value| EngineScore::Centipawns(value).to_string());
        assert_eq!(texts, ["+0.31", "-0.05", "+0.00"]);
        assert_eq!([3, -4].map(|moves| EngineScore::Mate(moves).to_string()), ["+M3", "-M4"]);
        assert!(EngineScore::Mate(9).centipawns() > EngineScore::Centipawns(i32::MAX).centipawns());
        assert!(EngineScore::Mate(-9).centipawns() < EngineScore::Centipawns(i32::MIN).centipawns());
    }
}
