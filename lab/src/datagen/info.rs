//! The contents of a file of games for people: counts, results, endings, a histogram of scores, and positions as text.

use std::io::{self, Write};
use std::path::Path;

use super::file::{Choice, Ending, Fault, Reader, Rescored};
use super::record::{GameResult, Record};
use crate::Failure;
use crate::progress::complain;

/// Width of a row of the histogram in centipawns.
const BUCKET: i16 = 100;
/// Number of the outermost rows, which hold all scores beyond them.
const LAST_BUCKET: i16 = 10;
const ROWS: usize = 2 * LAST_BUCKET as usize + 1;
/// Length of the longest bar in characters.
const WIDTH: u64 = 50;

#[derive(Default)]
struct Counts {
    games: u64,
    positions: u64,
    plies: u64,
    results: [u64; 3],                 // [result]
    endings: [u64; Ending::ALL.len()], // [ending]
    scores: [u64; ROWS],               // [score / BUCKET + LAST_BUCKET]
}

/// Describes the file at `path`, and writes its first `head` positions as `FEN | score | result`, both for White.
///
/// # Errors
/// The file cannot be read or is damaged, after the readable part was described; or `out` cannot be written to.
pub fn run(path: &Path, head: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let reader = Reader::open(path).map_err(|error| error.to_string())?;
    let header = *reader.header();
    let mut counts = Counts::default();
    let mut first: Vec<Record> = Vec::new();
    let mut error = None;
    for game in reader {
        match game {
            Ok(game) => {
                counts.games += 1;
                counts.plies += u64::from(game.plies);
                counts.results[game.result as usize] += 1;
                counts.endings[game.ending as usize] += 1;
                counts.positions += game.records.len() as u64;
                for record in &game.records {
                    let row = (record.score + record.score.signum() * BUCKET / 2) / BUCKET;
                    counts.scores[(row.clamp(-LAST_BUCKET, LAST_BUCKET) + LAST_BUCKET) as usize] += 1;
                }
                let missing = head - first.len();
                first.extend(game.records.into_iter().take(missing));
            }
            Err(fault) => error = Some(fault),
        }
    }
    writeln!(out, "Made with    : {}", header.arguments())?;
    if let Some(Rescored { nodes, choice, .. }) = header.rescored {
        let kept = match choice {
            Choice::Played { every: 1 } => String::new(),
            Choice::Played { every } => format!(", one in {every} positions"),
            Choice::Visited { nodes, samples, roots } => {
                let searches = if roots == 1 { "a search".to_owned() } else { format!("each of {roots} searches") };
                format!(", of {samples} positions visited by {searches} of {nodes} nodes")
            }
        };
        writeln!(out, "Searched again with {nodes} nodes{kept}")?;
    }
    counts.print(out)?;
    for record in &first {
        let fen =
            record.position().map_or_else(|error| format!("{} ({error})", record.fen()), |position| position.fen());
        writeln!(out, "{fen} | {} | {:.1}", record.score, record.result.for_white())?;
    }
    match error {
        Some(error) if matches!(error.fault, Fault::Torn(_)) => complain(&format!("{error}: an unfinished run")),
        Some(error) => return Err(error.to_string().into()),
        None => (),
    }
    Ok(())
}

impl Counts {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let per_game = |count: u64| count as f64 / self.games.max(1) as f64;
        let percent = |count: u64| 100.0 * per_game(count);
        let of = |result: GameResult| percent(self.results[result as usize]);
        writeln!(out, "Games        : {}, {:.1} plies each", self.games, per_game(self.plies))?;
        writeln!(out, "Positions    : {}, {:.1} a game", self.positions, per_game(self.positions))?;
        writeln!(
            out,
            "White        : {:.1} % won, {:.1} % drawn, {:.1} % lost",
            of(GameResult::WhiteWins),
            of(GameResult::Draw),
            of(GameResult::BlackWins)
        )?;
        let endings: Vec<String> = Ending::ALL
            .into_iter()
            .filter(|&ending| self.endings[ending as usize] > 0)
            .map(|ending| format!("{} {:.1} %", ending.name(), percent(self.endings[ending as usize])))
            .collect();
        writeln!(out, "Endings      : {}", endings.join(", "))?;
        writeln!(out, "Scores for White in centipawns, to the nearest {BUCKET}:")?;
        let highest = self.scores.iter().copied().max().unwrap_or(0).max(1);
        for (row, &count) in self.scores.iter().enumerate() {
            let score = (row as i16 - LAST_BUCKET) * BUCKET;
            let share = 100.0 * count as f64 / self.positions.max(1) as f64;
            let bar = "#".repeat((count * WIDTH).div_ceil(highest) as usize);
            writeln!(out, "{}", format!("{score:>6} {count:>9} {share:>5.1} %  {bar}").trim_end())?;
        }
        Ok(())
    }
}
