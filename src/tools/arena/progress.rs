//! How the match goes, on standard error: a bar with games an hour, the time left and the first engine's Elo; plain lines
//! now and then if no terminal is there to draw on.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::report::signed;
use super::runner::Match;
use super::standings::Standings;

const BAR: &str = "{bar:30} {pos}/{len}  {msg}";

/// Shows progress.
pub struct Progress {
    /// Games between two plain lines; 0 is silence.
    every: usize,
    bar: Option<ProgressBar>,
    start: Instant,
    /// Games that were played before the start.
    before: usize,
}

impl Progress {
    /// A bar, or a plain line every `every` games if standard error is no terminal.
    pub fn new(every: usize) -> Self {
        Self { every, bar: None, start: Instant::now(), before: 0 }
    }

    /// The match begins, or goes on with the games in `standings` behind it.
    pub fn begin(&mut self, of: &Match, standings: &Standings) {
        self.start = Instant::now();
        self.before = standings.games();
        if stderr().is_terminal() && self.every > 0 {
            let bar = ProgressBar::new(of.schedule.len() as u64);
            if let Ok(style) = ProgressStyle::with_template(BAR) {
                bar.set_style(style);
            }
            bar.set_position(self.before as u64);
            self.bar = Some(bar);
        }
    }

    /// A game has ended.
    pub fn update(&mut self, of: &Match, standings: &Standings) {
        let (games, all) = (standings.games(), of.schedule.len());
        if let Some(bar) = &self.bar {
            bar.set_position(games as u64);
            bar.set_message(self.message(of, standings));
        } else if self.every > 0 && (games.is_multiple_of(self.every) || games == all) {
            eprintln!("{games}/{all}  {}", self.message(of, standings));
        }
    }

    /// The match is over.
    pub fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn message(&self, of: &Match, standings: &Standings) -> String {
        let played = standings.games() - self.before;
        let elapsed = self.start.elapsed().as_secs_f64();
        let per_hour = played as f64 * 3600.0 / elapsed.max(1e-3);
        let left = (of.schedule.len() - standings.games()) as f64 * elapsed / played.max(1) as f64;
        let elo = standings.total(0).elo();
        let llr = of.sprt.map_or_else(String::new, |sprt| {
            let (low, high) = sprt.bounds();
            format!("  LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(standings.pairs(0)))
        });
        format!(
            "{per_hour:.0} games/h  {} left  Elo {} ± {:.1}{llr}",
            duration(Duration::from_secs_f64(left.min(1e9))),
            signed(elo.value),
            elo.error
        )
    }
}

/// A time in two units.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {:02} s", seconds % 60),
        _ => format!("{hours} h {:02} min", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_units() {
        let texts = [5, 65, 3605, 90_000].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(texts, ["5 s", "1 min 05 s", "1 h 00 min", "25 h 00 min"]);
    }
}
