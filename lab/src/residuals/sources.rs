//! Positions from EPD files, with their scores if they have them, and from games.

use std::path::Path;

use oxide88::files;
use oxide88::position::{Position, San};
use oxide88::types::{Depth, Move, Value, quote};

use super::Options;
use crate::epd;
use crate::pgn;
use crate::progress::complain;

/// The largest EPD file, in bytes.
const LARGEST: u64 = 1 << 30;

/// The result of a deep search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// The score in centipawns for the side to move.
    pub score: Value,
    /// The best move, if it is known.
    pub best: Option<Move>,
    /// Depth of the search in plies.
    pub depth: Depth,
    /// Nodes of the search.
    pub nodes: u64,
}

/// A position with its label, if it has one.
#[derive(Clone, Debug)]
pub struct Labeled {
    /// The position.
    pub position: Position,
    /// The label.
    pub label: Option<Label>,
}

impl Labeled {
    /// The position as a line of an EPD file. The label is in the operations that EPD has for it: `ce` (centipawn
    /// evaluation), `pm` (predicted move), `acd` and `acn` (depth and nodes of an analysis).
    pub fn line(&self) -> String {
        let fen = self.position.fen();
        let mut fields = fen.split(' ');
        let board: Vec<&str> = fields.by_ref().take(4).collect();
        let [clock, number] = [(); 2].map(|()| fields.next().unwrap_or_default());
        let label = self.label.map_or_else(String::new, |Label { score, best, depth, nodes }| {
            let best = best.map_or_else(String::new, |mv| format!(" pm {};", San::new(&self.position).text(mv)));
            format!(" ce {score};{best} acd {depth}; acn {nodes};")
        });
        format!("{} hmvc {clock}; fmvn {number};{label}\n", board.join(" "))
    }
}

/// Returns whether a text is what this tool writes, line by line.
pub fn is_labeled(text: &str) -> bool {
    text.lines().all(|line| parse(line).is_ok_and(|labeled| labeled.line().trim_end() == line))
}

/// Reads all positions of the files. Faulty lines and games are named on standard error; the moves before a fault
/// count.
///
/// # Errors
/// A file cannot be read, or has no position.
pub fn read(options: &Options) -> Result<Vec<Labeled>, String> {
    let mut all = Vec::new();
    for path in &options.sources {
        let before = all.len();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            read_games(path, options, &mut all)?;
        } else {
            read_positions(path, &mut all)?;
        }
        if all.len() == before {
            return Err(format!("{}: no position", path.display()));
        }
    }
    Ok(all)
}

fn read_positions(path: &Path, all: &mut Vec<Labeled>) -> Result<(), String> {
    let text = files::read_text(path, LARGEST).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    for (number, line) in epd::lines(&text) {
        match parse(line) {
            Ok(labeled) => all.push(labeled),
            Err((token, reason)) => {
                complain(&format!("{}:{number}: {}: {reason}; skipped", path.display(), quote(&token)));
            }
        }
    }
    Ok(())
}

fn parse(line: &str) -> Result<Labeled, epd::Fault> {
    let parsed = epd::Line::parse(line)?;
    let position = Position::from_fen(&parsed.fen).or_else(|error| epd::fault(&parsed.fields, error))?;
    let number = |code| match parsed.all(code).last() {
        None => Ok(None),
        Some(words) => {
            let word = words.first().copied().unwrap_or_default();
            word.parse::<i64>().map(Some).or_else(|_| epd::fault(word, format!("no number after {code}")))
        }
    };
    let (score, depth, nodes) = (number("ce")?, number("acd")?, number("acn")?);
    let best = match parsed.all("pm").last().and_then(|words| words.first()) {
        Some(word) => Some(San::new(&position).parse(word).or_else(|error| epd::fault(word, error))?),
        None => None,
    };
    let label = score.map(|score| Label {
        best,
        score: score.clamp(-i64::from(Value::MAX), i64::from(Value::MAX)) as Value,
        depth: depth.unwrap_or(0).clamp(0, 255) as Depth,
        nodes: nodes.unwrap_or(0).max(0) as u64,
    });
    Ok(Labeled { position, label })
}

fn read_games(path: &Path, options: &Options, all: &mut Vec<Labeled>) -> Result<(), String> {
    for game in pgn::games(path)? {
        let game = game?;
        let mut position = game.start.clone();
        for mv in game.moves() {
            position.make(mv);
            let ply = position.game_ply();
            if options.plies.contains(&ply) && (ply - options.plies.start()).is_multiple_of(options.every) {
                // As the line of an EPD file would give it, without the moves before.
                let position = Position::from_fen(&position.fen()).map_err(|error| error.to_string())?;
                all.push(Labeled { position, label: None });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_it_was_read_from() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 40; ce -120; pm e4; acd 17; acn 1000000;\n";
        let labeled = parse(line.trim_end()).unwrap();
        let best = labeled.position.parse_move("e2e4").ok();
        assert_eq!(labeled.label, Some(Label { score: -120, best, depth: 17, nodes: 1_000_000 }));
        assert_eq!(labeled.line(), line);
        assert!(is_labeled(&line.repeat(2)) && is_labeled("") && !is_labeled(&format!("{line}hello\n")));
        let bare = parse("4k3/8/8/8/8/8/4P3/4K3 w - -").unwrap();
        assert_eq!((bare.label, bare.line().as_str()), (None, "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 0; fmvn 1;\n"));
        for word in ["ce much", "ce 5; pm e5", "ce 5; acn -"] {
            let fault = parse(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - {word};")).unwrap_err();
            assert!(word.ends_with(&fault.0), "{fault:?}");
        }
    }
}
