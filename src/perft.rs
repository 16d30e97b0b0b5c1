//! Perft for people and scripts: the leaves behind each move and their sum, as Stockfish writes them, then the time.

use std::io::{self, Write};
use std::time::Instant;

use crate::position::Position;
use crate::types::MAX_PLY;

/// The greatest depth in plies. No machine gets there, but each ply takes memory from the start.
pub const MAX_DEPTH: u32 = MAX_PLY as u32;

/// Counts the legal move sequences of `depth` plies from `position` and writes the count to `out`; with `divide`, the
/// count behind each move as well. Moves are written as in [`Position::move_text`].
///
/// # Errors
/// `out` cannot be written to.
pub fn run(position: &Position, depth: u32, divide: bool, chess960: bool, out: &mut dyn Write) -> io::Result<u64> {
    let mut position = position.clone();
    let start = Instant::now();
    let nodes = if divide && depth > 0 {
        let mut sum = 0;
        for mv in position.legal_moves() {
            position.make(mv);
            let nodes = position.perft(depth - 1);
            position.unmake();
            // One line at a time, to show that a long count is alive.
            writeln!(out, "{}: {nodes}", position.move_text(mv, chess960))?;
            sum += nodes;
        }
        writeln!(out)?;
        sum
    } else {
        position.perft(depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "Nodes searched: {nodes}")?;
    writeln!(out, "Time: {seconds:.3} s, {:.1} million nodes a second", nodes as f64 / seconds.max(1e-9) / 1e6)?;
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_divided_counts_add_up_to_the_sum_below_them() {
        let mut out = Vec::new();
        assert_eq!(run(&Position::start(), 3, true, false, &mut out).ok(), Some(8902));
        let text = String::from_utf8_lossy(&out);
        let sum: u64 = text.lines().take(20).filter_map(|line| line.split(": ").nth(1)?.parse::<u64>().ok()).sum();
        assert_eq!(sum, 8902);
        let below: Vec<&str> = text.lines().skip(20).collect();
        assert_eq!(below[..2], ["", "Nodes searched: 8902"]);
        assert!(below.len() == 3 && below[2].starts_with("Time: "), "{text}");
    }
}
