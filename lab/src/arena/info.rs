//! The info of a search: the engine's last scored line of the first variation, from UCI or XBoard. Malformed parts
//! are ignored.

use std::fmt;
use std::str::FromStr;

/// A score from the point of view of the engine to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineScore {
    /// A score in centipawns.
    Centipawns(i32),
    /// Mate in this many moves; negative if the engine is mated.
    Mate(i32),
}

impl EngineScore {
    /// Converts a score of the XBoard protocol: 100000 + n is mate in n, -100000 - n is mated in n. Scores far outside
    /// this range are centipawns of engines with another infinity.
    fn from_xboard(score: i32) -> Self {
        const MATE: i32 = 100_000;
        const MAX_MATE_MOVES: i32 = 1000;
        match score.saturating_abs() - MATE {
            moves @ 0..=MAX_MATE_MOVES => Self::Mate(moves.max(1) * score.signum()),
            _ => Self::Centipawns(score),
        }
    }

    /// Returns the score in centipawns; a mate is larger than every other score.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Centipawns(value) => value.clamp(1 - MATE, MATE - 1),
            Self::Mate(moves) if moves > 0 => MATE,
            Self::Mate(_) => -MATE,
        }
    }
}

/// Formats the score as in PGN comments: `+0.31`, `-M4`.
impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Mate(moves) => write!(f, "{}M{}", if *moves > 0 { '+' } else { '-' }, moves.unsigned_abs()),
        }
    }
}

/// Parses a score as in PGN comments, with `M` or `#` for mate.
impl FromStr for EngineScore {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (sign, size) = match text.strip_prefix('-') {
            Some(size) => (-1, size),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        if let Some(moves) = size.strip_prefix(['M', '#']) {
            return moves.parse::<u16>().map(|moves| Self::Mate(sign * i32::from(moves))).map_err(|_| ());
        }
        let pawns =
            size.parse::<f64>().ok().filter(|pawns| size.starts_with(|c: char| c.is_ascii_digit()) && *pawns < 1e6);
        pawns.map(|pawns| Self::Centipawns(sign * (100.0 * pawns).round() as i32)).ok_or(())
    }
}

/// The info of a search.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Score for the engine to move.
    pub score: Option<EngineScore>,
    /// True if the score is only a bound.
    pub is_bound: bool,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// First move of the principal variation.
    pub best: Option<String>,
}

impl Info {
    /// Parses a line that begins with `info`.
    pub fn parse(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
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

    /// Parses a line of XBoard thinking output; `None` if it is something else:
    ///
    /// ```text
    ///   9  156  1084  48000  Nf3 Nc6 Nc3                depth, centipawns, centiseconds, nodes, variation
    ///   9  156  1084  48000  17  442000  0 <TAB> Nf3    the same with deepest ply, nodes a second and tablebase hits
    /// ```
    pub fn parse_thinking(line: &str) -> Option<Self> {
        let (numbers, variation) = line.split_once('\t').map_or((line, None), |(numbers, rest)| (numbers, Some(rest)));
        let mut words = numbers.split_ascii_whitespace();
        // Some engines mark the depth: "9.", "9->".
        let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
        let score = number(&mut words).map(EngineScore::from_xboard)?;
        let (_time, nodes): (u64, u64) = (number(&mut words)?, number(&mut words)?);
        let best = variation.map_or_else(|| words.next(), |text| text.split_ascii_whitespace().next());
        Some(Self {
            depth: Some(depth),
            score: Some(score),
            is_bound: false,
            nodes: Some(nodes),
            best: best.map(str::to_owned),
        })
    }

    /// Returns whether an `info` line replaces the line `before`, which may be empty: the line has a score, belongs to
    /// the first variation, and does not replace an exact score with a bound.
    pub fn is_better(line: &str, before: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        let (mut is_scored, mut is_bound) = (false, false);
        while let Some(word) = words.next() {
            match word {
                "score" => is_scored = true,
                "lowerbound" | "upperbound" => is_bound = true,
                "multipv" if words.next() != Some("1") => return false,
                "string" => return false,
                "pv" => break,
                _ => {}
            }
        }
        is_scored && (!is_bound || before.is_empty() || Self::parse(before).is_bound)
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
        assert_eq!((info.depth, info.nodes), (Some(9), Some(81_234)));
        assert_eq!(info.score, Some(EngineScore::Centipawns(-31)));
        assert_eq!(info.best.as_deref(), Some("e2e4"));
    }

    #[test]
    fn malformed_parts_are_ignored() {
        for line in ["info depth", "info depth x score cp", "info score mate", "info score cp 99999999999999", "info"] {
            let info = Info::parse(line);
            assert_eq!((info.depth, info.score), (None, None), "{line}");
        }
        assert!(Info::parse("info depth 3 score mate 2 lowerbound").is_bound);
    }

    #[test]
    fn the_last_value_of_the_first_variation_is_kept() {
        let (value, bound) =
            ("info depth 5 multipv 1 score cp 3 pv e2e4", "info depth 6 score cp 30 lowerbound pv e2e4");
        assert!(Info::is_better(value, "") && Info::is_better(bound, "") && Info::is_better(bound, bound));
        assert!(Info::is_better(value, bound) && !Info::is_better(bound, value));
        for line in ["info multipv 2 score cp 3", "info string the score is 3", "info depth 3 currmove e2e4", "info"] {
            assert!(!Info::is_better(line, ""), "{line}");
        }
    }

    #[test]
    fn xboard_thinking_output_is_parsed() {
        let info = Info::parse_thinking(" 5     13        6      47873 b8c6 b1c3 g8f6").unwrap();
        assert_eq!((info.depth, info.score), (Some(5), Some(EngineScore::Centipawns(13))));
        assert_eq!((info.nodes, info.best.as_deref()), (Some(47_873), Some("b8c6")));
        let info = Info::parse_thinking("12-> -100003 100 5000 20 50000 0\tNf3 Nc6").unwrap();
        assert_eq!((info.depth, info.nodes), (Some(12), Some(5000)));
        assert_eq!((info.score, info.best.as_deref()), (Some(EngineScore::Mate(-3)), Some("Nf3")));
        assert_eq!(Info::parse_thinking("3 100002 1 9").unwrap().score, Some(EngineScore::Mate(2)));
        assert_eq!(Info::parse_thinking("3 1048576 1 9").unwrap().score, Some(EngineScore::Centipawns(1_048_576)));
        for line in ["", "1-0 {White mates}", "1/2-1/2", "5", "5 x 3 4", "1. e2e4", "# 16+16 pieces", "5 6 7"] {
            assert_eq!(Info::parse_thinking(line), None, "{line}");
        }
    }

    #[test]
    fn scores_are_written_with_a_sign_and_read_again() {
        for (text, score) in [
            ("+0.31", Some(EngineScore::Centipawns(31))),
            ("-12.50", Some(EngineScore::Centipawns(-1250))),
            ("0.00", Some(EngineScore::Centipawns(0))),
            ("-M4", Some(EngineScore::Mate(-4))),
            ("+M12", Some(EngineScore::Mate(12))),
            ("#3", Some(EngineScore::Mate(3))),
            ("", None),
            ("+", None),
            ("M", None),
            ("+-1", None),
            ("inf", None),
            ("1e9", None),
            ("0.3.1", None),
        ] {
            assert_eq!(text.parse().ok(), score, "{text}");
        }
        let texts = [31, -5, 0].map(|value| EngineScore::Centipawns(value).to_string());
        assert_eq!(texts, ["+0.31", "-0.05", "+0.00"]);
        assert_eq!([3, -4].map(|moves| EngineScore::Mate(moves).to_string()), ["+M3", "-M4"]);
        assert!(EngineScore::Mate(9).centipawns() > EngineScore::Centipawns(i32::MAX).centipawns());
        assert!(EngineScore::Mate(-9).centipawns() < EngineScore::Centipawns(i32::MIN).centipawns());
    }
}
