//! Perft suites: lines `FEN ;D1 n ;D2 n ...` with the leaf count at each depth.

use std::path::Path;

use oxide88::position::Position;

use super::patience::timed;
use super::{on_all_cores, text};

/// Larger counts in the two public suites are skipped.
pub const STANDARD_CAP: u64 = if cfg!(debug_assertions) { 1_000_000 } else { 12_000_000 };
pub const CHESS960_CAP: u64 = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };

/// A depth and its leaf count.
pub type Count = (u32, u64);

/// Checks all counts for which `wanted` holds; returns the total number of leaves.
pub fn check(fen: &str, counts: &[Count], wanted: impl Fn(Count) -> bool) -> u64 {
    let mut position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut total = 0;
    for &(depth, leaves) in counts.iter().filter(|&&count| wanted(count)) {
        assert_eq!(position.perft(depth), leaves, "{fen} at depth {depth}");
        total += leaves;
    }
    total
}

/// Parses the FEN and the counts of a line `FEN ;D1 n ;D2 n ...`; depths may be missing.
fn parse_line(line: &str) -> (&str, Vec<Count>) {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().expect("a FEN");
    let parse_count = |field: &str| {
        let (depth, leaves) = field.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
    };
    (fen, fields.map(|field| parse_count(field).unwrap_or_else(|| panic!("{field:?} in {line:?}"))).collect())
}

/// Checks the counts of a suite up to `cap`, or up to `full_depth` in the full run.
pub fn check_suite(path: &Path, cap: u64, full_depth: u32) {
    let text = text(path);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_full = std::env::var_os("OXIDE88_PERFT_FULL").is_some_and(|value| value == "1");
    let work = |index: usize| {
        let (fen, counts) = parse_line(lines[index]);
        check(fen, &counts, |(depth, leaves)| if is_full { depth <= full_depth } else { leaves <= cap })
    };
    let (leaves, time) = timed(|| on_all_cores(lines.len(), work));
    println!(
        "{} {}: {} positions, {} leaves, all counts agree, {:.1} s",
        path.display(),
        if is_full { format!("to depth {full_depth}") } else { format!("up to {cap} leaves") },
        lines.len(),
        leaves.iter().sum::<u64>(),
        time.as_secs_f64(),
    );
}
