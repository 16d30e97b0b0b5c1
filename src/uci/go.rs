//! The `go` command and its meaning in a position.
//!
//! A missing or malformed number rejects the whole command, so the caller knows that no search has started. Anything
//! that makes sense is searched: an engine that stays silent over a clock of -3 ms loses the game for a lag that was
//! not its own. Each adjustment of a number leaves a note.
//!
//! A limit of zero alone ends the search at once. Beside other limits it counts as not given, because programs that
//! fill in every field write it there.

use std::time::Duration;

use super::words::number;
use crate::position::Position;
use crate::search::{Clock, Limits};
use crate::types::{Color, Depth, MAX_PLY, quote};

/// The longest time accepted, in milliseconds: about 34 years. Sums of such times cannot overflow.
const LONGEST: i64 = 1 << 40;

/// The largest number of moves accepted.
const MOST: i64 = u32::MAX as i64;

const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// The words whose zero may mean that there is no such limit.
const LIMITS: [&str; 6] = ["depth", "nodes", "mate", "movetime", "wtime", "btime"];

/// One side's clock as given in the command.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Time {
    left: Option<Duration>,
    increment: Option<Duration>,
}

/// The arguments of a `go` command, with numbers clamped to their ranges.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Go<'a> {
    searchmoves: Vec<&'a str>,
    ponder: bool,
    infinite: bool,
    white: Time,
    black: Time,
    movestogo: Option<u32>,
    depth: Option<Depth>,
    nodes: Option<u64>,
    mate: Option<u32>,
    movetime: Option<Duration>,
    /// Notes on words that were adjusted or ignored.
    notes: Vec<String>,
}

impl<'a> Go<'a> {
    /// Parses the words that follow `go`.
    ///
    /// # Errors
    /// A number or move is missing or malformed.
    pub fn parse(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut go = Self::default();
        let mut zeros = Vec::new();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        go.searchmoves.push(mv);
                    }
                    if go.searchmoves.is_empty() {
                        return Err("searchmoves needs a move".to_owned());
                    }
                }
                _ if WORDS.contains(&word) => {
                    let value = go.number(word, words.next())?;
                    if value == 0 && LIMITS.contains(&word) {
                        zeros.push(word);
                    } else {
                        go.set(word, value);
                    }
                }
                _ => go.notes.push(format!("go: unknown word {} ignored", quote(word))),
            }
        }
        // Judged before any of them is set.
        let [clock, other] = [go.has_clock(), go.has_limit() || go.infinite];
        for word in zeros {
            let is_unset = if matches!(word, "wtime" | "btime") { other && !clock } else { other || clock };
            if is_unset {
                go.notes.push(format!("{word} 0 ignored"));
            } else {
                go.set(word, 0);
            }
        }
        Ok(go)
    }

    /// Returns whether there is a clock with some time on it. Its zeros are no gaps: a side may have no time left.
    fn has_clock(&self) -> bool {
        let has_time = |time: Time| time.left.is_some() || time.increment.is_some_and(|increment| !increment.is_zero());
        has_time(self.white) || has_time(self.black)
    }

    /// Returns whether something but a clock ends the search.
    fn has_limit(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.mate.is_some() || self.movetime.is_some()
    }

    /// Parses the number that follows `word`. Of a time with a fraction, as scripts that divide write it, the whole
    /// milliseconds are taken.
    fn number(&mut self, word: &str, text: Option<&str>) -> Result<i64, String> {
        if let ("wtime" | "btime" | "winc" | "binc" | "movetime", Some((whole, fraction))) =
            (word, text.and_then(|text| text.split_once('.')))
            && fraction.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(value) = number(word, Some(whole))
        {
            self.notes.push(format!("{word} {whole}.{fraction} taken as {value}"));
            return Ok(value);
        }
        number(word, text)
    }

    fn set(&mut self, word: &str, value: i64) {
        match word {
            "wtime" => self.white.left = Some(self.milliseconds(word, value, 1)),
            "btime" => self.black.left = Some(self.milliseconds(word, value, 1)),
            "winc" => self.white.increment = Some(self.milliseconds(word, value, 0)),
            "binc" => self.black.increment = Some(self.milliseconds(word, value, 0)),
            "movetime" => self.movetime = Some(self.milliseconds(word, value, 1)),
            // Zero moves to go means sudden death.
            "movestogo" => self.movestogo = Some(self.clamp(word, value, 0, MOST) as u32).filter(|&moves| moves > 0),
            "depth" => self.depth = Some(self.clamp(word, value, 1, MAX_PLY as i64) as Depth),
            "mate" => self.mate = Some(self.clamp(word, value, 1, Limits::LONGEST_MATE.into()) as u32),
            _ => self.nodes = Some(self.clamp(word, value, 1, i64::MAX) as u64),
        }
    }

    fn milliseconds(&mut self, word: &str, value: i64, least: i64) -> Duration {
        Duration::from_millis(self.clamp(word, value, least, LONGEST) as u64)
    }

    /// Clamps `value` to its range; leaves a note if it was outside.
    fn clamp(&mut self, word: &str, value: i64, least: i64, most: i64) -> i64 {
        let taken = value.clamp(least, most);
        if taken != value {
            self.notes.push(format!("{word} {value} taken as {taken}"));
        }
        taken
    }

    /// Returns the search limits in `position`, and notes on words that were adjusted or ignored. If none of the
    /// `searchmoves` is legal, the list is empty: there is no move to search and none to answer.
    pub fn limits(self, position: &Position) -> (Limits, Vec<String>) {
        let mut notes = self.notes;
        let mut legal = Vec::new();
        for text in &self.searchmoves {
            match position.read_move(text) {
                Ok(mv) => legal.push(mv),
                Err(error) => notes.push(format!("searchmoves: {error} {}", quote(text))),
            }
        }
        let searchmoves = Some(legal).filter(|_| !self.searchmoves.is_empty());
        let us = position.side_to_move();
        let (ours, theirs) = match us {
            Color::White => (self.white, self.black),
            Color::Black => (self.black, self.white),
        };
        // Without a clock the increment is the only time known.
        let own = ours.left.or(ours.increment.filter(|time| !time.is_zero()));
        // Scripts that give one clock mean that one, and wait for an answer.
        let remaining = own.or(theirs.left);
        if own.is_none() && remaining.is_some() {
            notes.push(format!("no clock for {us:?}, whose move it is: the other is taken"));
        }
        let increment = ours.increment.unwrap_or_default();
        let clock = remaining.map(|remaining| Clock { remaining, increment, moves_to_go: self.movestogo });
        if self.infinite && (clock.is_some() || self.movetime.is_some()) {
            notes.push("infinite: no clock counts".to_owned());
        }
        let limits = Limits {
            searchmoves,
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            movetime: self.movetime.filter(|_| !self.infinite),
            clock: clock.filter(|_| !self.infinite),
            infinite: self.infinite,
            ponder: self.ponder,
        };
        let endless = !limits.is_bounded() && !limits.infinite && !limits.ponder;
        if endless && theirs.increment.is_some() {
            notes.push(format!("no clock for {us:?}, whose move it is: searching until stop"));
        }
        (limits, notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(words: &str) -> Result<(Limits, Vec<String>), String> {
        Ok(Go::parse(words.split_whitespace())?.limits(&Position::start()))
    }

    #[test]
    fn every_word_has_its_effect() {
        let clock =
            Clock { remaining: Duration::from_secs(1), increment: Duration::from_millis(10), moves_to_go: Some(40) };
        let words = "ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 40 depth 5 nodes 6 mate 7 movetime 8 \
                     searchmoves e2e4 d2d4";
        let moves = ["e2e4", "d2d4"].map(|text| Position::start().parse_move(text).ok());
        let expected = Limits {
            searchmoves: Some(moves.into_iter().flatten().collect()),
            depth: Some(5),
            nodes: Some(6),
            mate: Some(7),
            movetime: Some(Duration::from_millis(8)),
            clock: Some(clock),
            infinite: false,
            ponder: true,
        };
        assert_eq!(limits(words), Ok((expected, Vec::new())));
        assert_eq!(limits("infinite"), Ok((Limits { infinite: true, ..Limits::default() }, Vec::new())));
        assert_eq!(limits(""), Ok((Limits::default(), Vec::new())));
    }

    #[test]
    fn searchmoves_end_at_the_next_word() {
        let (limits, notes) = limits("searchmoves e2e4 e2e5 depth 3").unwrap_or_default();
        assert_eq!((limits.searchmoves.map(|moves| moves.len()), limits.depth), (Some(1), Some(3)));
        assert!(notes.iter().any(|note| note.contains("'e2e5'")));
    }

    #[test]
    fn without_a_legal_searchmove_there_is_nothing_to_search() {
        let (limits_of_illegal, notes) = limits("searchmoves e7e5").unwrap_or_default();
        assert_eq!(limits_of_illegal.searchmoves, Some(Vec::new()));
        assert!(notes.iter().any(|note| note.contains("'e7e5'")));
        assert!(limits("searchmoves depth 3").is_err());
    }

    #[test]
    fn malformed_numbers_reject_the_command() {
        for (words, culprit) in [
            ("depth xyz", "'xyz'"),
            ("wtime btime 5", "'btime'"),
            ("nodes", "nodes"),
            ("movetime .5", "'.5'"),
            ("movetime 1.x", "'1.x'"),
            ("depth 1.5", "'1.5'"),
        ] {
            assert!(limits(words).is_err_and(|error| error.contains(culprit)), "{words}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_clamped_with_a_note() {
        for (words, note) in [
            ("wtime -100", "wtime -100 taken as 1"),
            ("wtime 0", "wtime 0 taken as 1"),
            ("movetime -1", "movetime -1 taken as 1"),
            ("depth 0", "depth 0 taken as 1"),
            ("depth 99999999999999999999", "taken as 240"),
            ("mate 500", "mate 500 taken as 120"),
            ("movetime 1500.5", "movetime 1500.5 taken as 1500"),
            ("wtime -0.25", "wtime 0 taken as 1"),
            ("wtime 5000 winc -3", "winc -3 taken as 0"),
        ] {
            let (limits, notes) = limits(words).unwrap_or_default();
            assert!(limits.is_bounded(), "{words}");
            assert!(notes.join("; ").contains(note), "{words}: {notes:?}");
        }
    }

    #[test]
    fn a_limit_of_zero_counts_only_where_nothing_else_ends_the_search() {
        for (words, same) in [
            ("movetime 200 depth 0", "movetime 200"),
            ("depth 0 nodes 0 mate 0 movetime 0 wtime 0 btime 0 winc 0 binc 0 nodes 500", "winc 0 binc 0 nodes 500"),
            ("depth 4 mate 0", "depth 4"),
            ("wtime 1000 btime 1000 depth 0", "wtime 1000 btime 1000"),
            ("winc 100 nodes 0", "winc 100"),
            ("infinite depth 0 wtime 0 btime 0", "infinite"),
            // The time of White is up, and that of both.
            ("wtime 0 btime 9000", "wtime 1 btime 9000"),
            ("wtime 0 btime 0 winc 50 binc 50 depth 6", "wtime 1 btime 1 winc 50 binc 50 depth 6"),
            ("wtime -5 btime 0 depth 6", "wtime 1 btime 1 depth 6"),
            ("wtime 0 btime 0", "wtime 1 btime 1"),
            ("ponder wtime 0 btime 0", "ponder wtime 1 btime 1"),
            ("depth 0 nodes 0", "depth 1 nodes 1"),
        ] {
            let [(found, notes), (expected, _)] = [words, same].map(|words| limits(words).unwrap_or_default());
            assert_eq!(found, expected, "{words}");
            assert!(!notes.is_empty(), "{words}");
        }
    }

    #[test]
    fn an_infinite_search_has_no_clock() {
        let (with_clock, notes) = limits("infinite wtime 300 btime 300 movetime 50 depth 9").unwrap_or_default();
        assert_eq!(with_clock, Limits { infinite: true, depth: Some(9), ..Limits::default() });
        assert!(notes.join("; ").contains("infinite"));
    }

    #[test]
    fn without_a_clock_for_the_side_to_move_the_other_is_taken() {
        let (one_clock, notes) = limits("btime 1000").unwrap_or_default();
        assert_eq!(one_clock.clock.map(|clock| clock.remaining), Some(Duration::from_secs(1)));
        assert!(notes.join("; ").contains("White"));
        let (no_clock, notes) = limits("binc 10").unwrap_or_default();
        assert_eq!(no_clock.clock, None);
        assert!(notes.join("; ").contains("White"));
        let (both, notes) = limits("wtime 500 btime 1000").unwrap_or_default();
        assert_eq!((both.clock.map(|clock| clock.remaining), notes.len()), (Some(Duration::from_millis(500)), 0));
    }

    #[test]
    fn an_increment_alone_is_a_clock() {
        let (limits, _) = limits("winc 100 binc 100").unwrap_or_default();
        assert_eq!(limits.clock.map(|clock| clock.remaining), Some(Duration::from_millis(100)));
    }
}
