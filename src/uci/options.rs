//! The UCI options: one declaration each, with name, kind, default, range, meaning and effect. The README has the same
//! table, which a test compares.

use std::path::Path;
use std::time::Duration;

use super::book::Book;
use super::format::Style;
use super::option_kinds::{Button, Check, Combo, IntoNews, Kind, News, Spin, Text, check, combo, options, spin, text};
use super::output::Output;
use super::task::Transfer;
use crate::eval::Personality;
#[cfg(feature = "spsa")]
use crate::search::{Param, parameters, set_parameter};
use crate::search::{Replacement, Searcher, Skill, Tablebases};
use crate::types::{Depth, quote};

/// The range of strengths, in Elo.
const WEAKEST: u64 = Skill::LEAST as u64;
const STRONGEST: u64 = Skill::MOST as u64;

/// The skill level of full strength.
const TOP_LEVEL: u64 = 20;

const ABOUT: &str = concat!(
    "Oxide88 ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine on an 0x88 board, free under the GNU General Public License, version 3 or later"
);

options! {
    /// Size of the transposition table in MiB; a new size clears it.
    "Hash" hash: Spin = spin(64, 1..=1 << 20) => searcher |searcher, &mebibytes| searcher.set_hash(mebibytes as usize);
    /// Clears the transposition table.
    "Clear Hash" clear_hash: Button = Button => searcher |searcher, &()| searcher.clear_hash();
    /// The file for the next two buttons.
    "HashFile" hash_file: Text = text("");
    /// Writes the transposition table to the file.
    "Save Hash" save_hash: Button = Button => engine |engine, &()| engine.transfer = Some(Transfer::Save);
    /// Reads the transposition table from the file, to continue an analysis where it was saved.
    "Load Hash" load_hash: Button = Button => engine |engine, &()| engine.transfer = Some(Transfer::Load);
    /// Replacement scheme of the transposition table; `oxide88 bench --replacement all` compares them.
    "Replacement" replacement: Combo<Replacement> = combo(&Replacement::ALL) => searcher |searcher, &scheme| {
        searcher.set_replacement(scheme);
    };
    /// Number of search threads, which share the transposition table.
    "Threads" threads: Spin = spin(1, 1..=1024) => searcher |searcher, &threads| searcher.set_threads(threads as usize);
    /// Tells the GUI that the engine can ponder; `go ponder` starts it.
    "Ponder" ponder: Check = check(false);
    /// Number of principal variations to report.
    "MultiPV" multipv: Spin = spin(1, 1..=256) => searcher |searcher, &lines| searcher.set_multipv(lines as usize);
    /// Time lost between engine and GUI per move, in milliseconds; kept back twice on a clock.
    "Move Overhead" move_overhead: Spin = spin(30, 0..=5000) => searcher |searcher, &time| {
        searcher.set_move_overhead(Duration::from_millis(time));
    };
    /// Castling is written as king takes rook; both notations are always understood.
    "UCI_Chess960" chess960: Check = check(false);
    /// Adds win, draw and loss rates per thousand games to every score.
    "UCI_ShowWDL" show_wdl: Check = check(false);
    /// Analysis: the opening book and the limit of strength are off.
    "UCI_AnalyseMode" analyse_mode: Check = check(false);
    /// Limits the strength to `UCI_Elo`.
    "UCI_LimitStrength" limit_strength: Check = check(false);
    /// Strength in Elo.
    "UCI_Elo" elo: Spin = spin(WEAKEST, WEAKEST..=STRONGEST);
    /// Strength in equal steps from 1000 Elo to full strength; `UCI_LimitStrength` takes precedence.
    "Skill Level" skill_level: Spin = spin(TOP_LEVEL, 0..=TOP_LEVEL);
    /// Tells the GUI the name and the license; setting it has no effect.
    "UCI_EngineAbout" about: Text = text(ABOUT);
    /// Folders with Syzygy tablebases, separated by `:` (on Windows `;`); damaged files are named and left out.
    "SyzygyPath" syzygy_path: Text = text("") => searcher |searcher, folders| open_tablebases(searcher, folders);
    /// Minimum depth in plies at which the largest tables are probed.
    "SyzygyProbeDepth" syzygy_probe_depth: Spin = spin(1, 1..=100) => searcher |searcher, &depth| {
        searcher.probe_rules().depth = depth as Depth;
    };
    /// Maximum number of pieces for a probe.
    "SyzygyProbeLimit" syzygy_probe_limit: Spin = spin(7, 0..=7) => searcher |searcher, &pieces| {
        searcher.probe_rules().pieces = pieces as usize;
    };
    /// Tablebase wins that the fifty-move rule cancels count as draws.
    "Syzygy50MoveRule" syzygy_50_move_rule: Check = check(true) => searcher |searcher, &holds| {
        searcher.probe_rules().fifty_moves = holds;
    };
    /// Plays from the opening book while it knows the position.
    "OwnBook" own_book: Check = check(false);
    /// An opening book in Polyglot's format (`.bin`); moves are chosen by their weights.
    "BookFile" book_file: Text = text("") => engine |engine, path| open_book(engine, path);
    /// The last move number at which the book is used.
    "BookDepth" book_depth: Spin = spin(255, 1..=255);
    /// Weight of the material in percent; other than 100 makes the search slower.
    "Material" material: Spin = percentage() => searcher |searcher, &percent| {
        searcher.set_personality(Personality { material: percent as i32, ..searcher.personality() });
    };
    /// Weight of mobility, likewise.
    "Mobility" mobility: Spin = percentage() => searcher |searcher, &percent| {
        searcher.set_personality(Personality { mobility: percent as i32, ..searcher.personality() });
    };
    /// Weight of king safety, of both kings.
    "King Safety" king_safety: Spin = percentage() => searcher |searcher, &percent| {
        searcher.set_personality(Personality { king_safety: percent as i32, ..searcher.personality() });
    };
    /// Weight of the pawn structure, with the ranks of passed pawns.
    "Pawn Structure" pawn_structure: Spin = percentage() => searcher |searcher, &percent| {
        searcher.set_personality(Personality { pawn_structure: percent as i32, ..searcher.personality() });
    };
    /// Weight of what helps or stops passed pawns.
    "Passed Pawns" passed_pawns: Spin = percentage() => searcher |searcher, &percent| {
        searcher.set_personality(Personality { passed_pawns: percent as i32, ..searcher.personality() });
    };
    /// A log file for all lines in and out, with the seconds since the start.
    "Debug Log File" debug_log_file: Text = text("") => engine |engine, path| engine.output.log_to(path);
}

/// Declares the weight of a part of the evaluation, in percent.
const fn percentage() -> Spin {
    spin(100, 0..=Personality::MOST as u64)
}

fn open_tablebases(searcher: &mut Searcher, folders: &str) -> News {
    if folders.is_empty() {
        searcher.set_tablebases(None);
        return Ok(Vec::new());
    }
    let tables = Tablebases::open(folders)?;
    let mut news = tables.left_out();
    news.push(format!("{} Syzygy tables of up to {} pieces", tables.files(), tables.max_pieces()));
    searcher.set_tablebases(Some(tables));
    Ok(news)
}

fn open_book(engine: &mut EngineParts, path: &str) -> Result<(), String> {
    *engine.book = if path.is_empty() { None } else { Some(Book::open(path)?) };
    Ok(())
}

/// The parts of the engine that options change.
pub struct Target<'a> {
    pub searcher: &'a mut Searcher,
    pub engine: EngineParts<'a>,
}

/// The parts around the searcher.
pub struct EngineParts<'a> {
    pub output: &'a Output,
    pub book: &'a mut Option<Book>,
    /// A transfer of the transposition table that is to be started.
    pub transfer: Option<Transfer>,
}

/// A parsed `setoption`. Applying it returns lines for the user, or the reason why nothing has changed.
pub type Change = Box<dyn FnOnce(&mut Options, &mut Target) -> News>;

/// Calls an effect; the types of its arguments follow from those of this function.
fn apply<P, V, N>(part: &mut P, value: &V, effect: impl FnOnce(&mut P, &V) -> N) -> N {
    effect(part, value)
}

impl<'a> Target<'a> {
    fn searcher(&mut self) -> &mut Searcher {
        self.searcher
    }

    fn engine(&mut self) -> &mut EngineParts<'a> {
        &mut self.engine
    }
}

impl Options {
    /// Makes a change, unless it is refused.
    ///
    /// # Errors
    /// The reason, such as memory or a file that is not available; nothing has changed.
    pub fn set(&mut self, change: Change, target: &mut Target) -> News {
        let news = change(self, target)?;
        target.searcher.limit_strength(self.strength());
        Ok(news)
    }

    /// Creates a searcher with all values. Those that are refused are returned with the reason; for them the searcher
    /// keeps its default.
    pub fn searcher(&self) -> (Searcher, Vec<String>) {
        let mut searcher = Searcher::new();
        let refusals = self.apply_all(&mut searcher);
        searcher.limit_strength(self.strength());
        (searcher, refusals)
    }

    /// Returns the file for the transposition table.
    ///
    /// # Errors
    /// No file is set.
    pub fn hash_path(&self) -> Result<&Path, String> {
        let path = Some(Path::new(&self.hash_file)).filter(|path| !path.as_os_str().is_empty());
        path.ok_or_else(|| "set HashFile to the name of a file first".to_owned())
    }

    /// Returns the playing strength in Elo; `None` for full strength, which analysis mode always uses.
    fn strength(&self) -> Option<u32> {
        match self.skill_level {
            _ if self.analyse_mode => None,
            _ if self.limit_strength => Some(self.elo as u32),
            TOP_LEVEL => None,
            level => Some(Skill::of_level(level, TOP_LEVEL)),
        }
    }

    /// Returns the output style; `pretty` as in [`Style`].
    pub fn style(&self, pretty: bool) -> Style {
        Style { chess960: self.chess960, chances: self.show_wdl, pretty }
    }

    /// Returns the last move number at which the opening book is used; `None` if it is not in use.
    pub fn last_book_move(&self) -> Option<u64> {
        (self.own_book && !self.analyse_mode).then_some(self.book_depth)
    }
}

/// Returns the lines that declare the options, and in builds for tuning the search parameters.
pub fn declarations() -> Vec<String> {
    let options = Options::declarations().into_iter();
    #[cfg(feature = "spsa")]
    let options = options.chain(parameters().iter().map(|Param { name, default, min, max }| {
        format!("option name {name} type spin default {default} min {min} max {max}")
    }));
    options.collect()
}

/// Parses `setoption name ... value ...`, also of search parameters in builds for tuning.
///
/// # Errors
/// The option does not exist or does not accept the value.
pub fn parse(name: &str, value: Option<&str>) -> Result<(&'static str, Change), String> {
    #[cfg(feature = "spsa")]
    if let Some((number, param)) =
        parameters().iter().enumerate().find(|(_, param)| param.name.eq_ignore_ascii_case(name))
    {
        let Param { name, min, max, .. } = param;
        return match value.map(str::parse) {
            Some(Ok(value)) if (min..=max).contains(&&value) => Ok((
                name,
                Box::new(move |_, _| {
                    set_parameter(number, value);
                    Ok(Vec::new())
                }),
            )),
            _ => Err(format!("option {name} takes a number from {min} to {max}, not {}", quote(value.unwrap_or("")))),
        };
    }
    Options::parse(name, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes an option of a default engine.
    fn set(options: &mut Options, searcher: &mut Searcher, name: &str, value: &str) -> News {
        let (_, change) = parse(name, Some(value))?;
        let engine = EngineParts { output: &Output::stdout(), book: &mut None, transfer: None };
        options.set(change, &mut Target { searcher, engine })
    }

    #[test]
    fn the_readme_has_the_same_table() {
        let readme = include_str!("../../README.md");
        for (line, meaning) in Options::declarations().iter().zip(Options::meanings()) {
            let (name, rest) = line.trim_start_matches("option name ").split_once(" type ").unwrap_or_default();
            let (kind, rest) = rest.split_once(" default ").unwrap_or((rest, ""));
            let (default, range) = rest.split_once(" min ").or_else(|| rest.split_once(" var ")).unwrap_or((rest, ""));
            let default = if kind == "string" { "" } else { default };
            let range = range.replace("max", "to").replace(" var ", ", ");
            let row = ["", &format!("`{name}`"), kind, default, &range, meaning.trim(), ""];
            let row = row.join(" | ").replace("  ", " ");
            assert!(readme.lines().any(|line| line == row.trim()), "the README lacks\n{}", row.trim());
        }
    }

    #[test]
    fn declarations_are_as_guis_expect_them() {
        let lines = declarations();
        for expected in [
            "option name Hash type spin default 64 min 1 max 1048576",
            "option name Clear Hash type button",
            "option name UCI_Chess960 type check default false",
            "option name Replacement type combo default depth-age var depth-age var always var ancient var random",
            "option name SyzygyPath type string default <empty>",
            &format!("option name UCI_EngineAbout type string default {ABOUT}"),
        ] {
            assert!(lines.iter().any(|line| line == expected), "{expected}");
        }
        let parameters: Vec<&String> = lines.iter().skip(Options::declarations().len()).collect();
        assert_eq!(parameters.is_empty(), cfg!(not(feature = "spsa")));
        for line in parameters {
            let words: Vec<&str> = line.split(' ').collect();
            let is_spin = matches!(words[..], ["option", "name", _, "type", "spin", "default", _, "min", _, "max", _]);
            let numbers: Vec<i32> = words.iter().filter_map(|word| word.parse().ok()).collect();
            let is_in_range = matches!(numbers[..], [default, min, max] if (min..=max).contains(&default));
            assert!(is_spin && is_in_range, "{line}");
        }
    }

    #[test]
    fn names_are_case_insensitive() {
        for (name, value, expected) in [
            ("move overhead", Some("50"), "Move Overhead"),
            ("HASH", Some("1"), "Hash"),
            ("uci_chess960", Some("True"), "UCI_Chess960"),
            ("clear hash", None, "Clear Hash"),
            ("syzygypath", Some("/a b:/c"), "SyzygyPath"),
        ] {
            assert_eq!(parse(name, value).map(|(name, _)| name), Ok(expected));
        }
    }

    #[test]
    fn a_string_may_be_empty() {
        let (mut options, mut searcher) = (Options::default(), Searcher::new());
        for value in ["<empty>", ""] {
            assert_eq!(set(&mut options, &mut searcher, "HashFile", "a file"), Ok(Vec::new()));
            assert_eq!(options.hash_path(), Ok(Path::new("a file")));
            assert_eq!(set(&mut options, &mut searcher, "HashFile", value), Ok(Vec::new()));
            assert!(options.hash_path().is_err());
        }
        assert!(parse("HashFile", None).is_ok());
    }

    #[test]
    fn refusals_quote_the_culprit() {
        for (name, value, culprit) in [
            ("Style", Some("Risky"), "'Style'"),
            ("Hash", Some("0"), "'0'"),
            ("Hash", Some("999999999"), "'999999999'"),
            ("Hash", Some("abc"), "'abc'"),
            ("Hash", Some("-1"), "'-1'"),
            ("Hash", None, "Hash"),
            ("Ponder", Some("maybe"), "'maybe'"),
            ("Replacement", Some("wild"), "'wild'"),
            ("Replacement", Some("always ancient"), "'always ancient'"),
            ("Replacement", Some(""), "''"),
            ("Replacement", None, "Replacement"),
        ] {
            assert!(parse(name, value).is_err_and(|error| error.contains(culprit)), "{name} {value:?}");
        }
    }

    #[test]
    fn the_last_value_set_is_the_one_remembered() {
        let (mut options, mut searcher) = (Options::default(), Searcher::new());
        for value in ["true", "false"] {
            assert_eq!(set(&mut options, &mut searcher, "UCI_Chess960", value), Ok(Vec::new()));
            assert_eq!(options.chess960.to_string(), value);
        }
        let before = options.clone();
        let refused = set(&mut options, &mut searcher, "SyzygyPath", "/there/is/no/such/folder");
        assert!(refused.is_err_and(|error| error.contains("'/there/is/no/such/folder'")));
        assert_eq!(options, before);
    }

    #[test]
    fn the_replacement_scheme_outlives_the_table() {
        let (mut options, mut searcher) = (Options::default(), Searcher::new());
        for scheme in Replacement::ALL {
            let word = scheme.name().to_ascii_uppercase();
            assert_eq!(set(&mut options, &mut searcher, "Replacement", &word), Ok(Vec::new()));
            for hash in ["2", "1"] {
                assert_eq!(set(&mut options, &mut searcher, "Hash", hash), Ok(Vec::new()));
                assert_eq!((options.replacement, searcher.replacement()), (scheme, scheme));
            }
            assert_eq!(options.searcher().0.replacement(), scheme);
        }
    }

    #[test]
    fn a_setting_that_can_no_longer_be_applied_stops_no_other() {
        let syzygy_path = "/there/is/no/such/folder".to_owned();
        // No machine has so much memory.
        let options = Options { hash: 1 << 60, syzygy_path, material: 120, ..Options::default() };
        let (searcher, refusals) = options.searcher();
        assert_eq!((refusals.len(), searcher.personality().material), (2, 120), "{refusals:?}");
    }

    #[test]
    fn elo_comes_before_skill_and_analysis_before_both() {
        let (mut options, mut searcher) = (Options::default(), Searcher::new());
        for (name, value, expected) in [
            ("UCI_Elo", "1500", None),
            ("Skill Level", "0", Some(1000)),
            ("Skill Level", "10", Some(2175)),
            ("UCI_LimitStrength", "true", Some(1500)),
            ("UCI_AnalyseMode", "true", None),
            ("UCI_AnalyseMode", "false", Some(1500)),
            ("UCI_LimitStrength", "false", Some(2175)),
            ("Skill Level", "20", None),
        ] {
            assert_eq!(set(&mut options, &mut searcher, name, value), Ok(Vec::new()));
            assert_eq!(options.strength(), expected, "{name} {value}");
        }
    }
}
