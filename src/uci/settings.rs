//! The UCI options, each declared once: the output of `uci` and the input of `setoption` come from the same table.

use std::fmt;

use super::format::quote;
use crate::eval::Personality;
use crate::search::Skill;
#[cfg(feature = "spsa")]
use crate::search::{Param, parameters};

/// An option with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Size of the transposition table in MiB.
    Hash(u64),
    /// Clears the transposition table.
    ClearHash,
    /// The file for the transposition table; empty for none.
    HashFile(String),
    /// Saves the transposition table to its file.
    SaveHash,
    /// Loads the transposition table from its file.
    LoadHash,
    /// Number of search threads.
    Threads(u64),
    /// Tells the GUI that the engine can ponder; only `go ponder` makes it do so.
    Ponder(bool),
    /// Number of principal variations to report.
    MultiPv(u64),
    /// Time lost between engine and GUI per move, in milliseconds.
    MoveOverhead(u64),
    /// Castling is written as king takes rook.
    Chess960(bool),
    /// Reports win, draw and loss rates (WDL) with every score.
    ShowWdl(bool),
    /// Analysis mode: features that serve only games, such as the opening book, are off.
    AnalyseMode(bool),
    /// Describes the engine to the GUI; a value sent back has no effect.
    About(String),
    /// Limits the strength to [`Setting::Elo`].
    LimitStrength(bool),
    /// Strength in Elo.
    Elo(u64),
    /// Strength in steps up to [`TOP_LEVEL`], full strength; [`Setting::LimitStrength`] takes precedence.
    SkillLevel(u64),
    /// Folders with Syzygy tablebases; empty for none.
    SyzygyPath(String),
    /// Least depth in plies at which the largest tables are probed.
    SyzygyProbeDepth(u64),
    /// The most pieces on the board at which tables are probed.
    SyzygyProbeLimit(u64),
    /// Tablebase wins and losses that the fifty-move rule cancels count as draws.
    Syzygy50MoveRule(bool),
    /// Plays from the opening book while it knows the position.
    OwnBook(bool),
    /// An opening book in Polyglot's format; empty for none.
    BookFile(String),
    /// The last move number at which the book is used.
    BookDepth(u64),
    /// Weight of the piece values in percent; the next four are percentages too.
    Material(u64),
    /// Weight of mobility.
    Mobility(u64),
    /// Weight of king safety, for both kings: shelter and attacks.
    KingSafety(u64),
    /// Weight of the pawn structure.
    PawnStructure(u64),
    /// Weight of passed pawns.
    PassedPawns(u64),
    /// A log file for all lines in and out; empty for none.
    DebugLogFile(String),
    /// A search parameter, by its number, and its value.
    #[cfg(feature = "spsa")]
    Parameter(usize, i32),
}

enum Kind {
    Spin { default: u64, min: u64, max: u64, set: fn(u64) -> Setting },
    Check { default: bool, set: fn(bool) -> Setting },
    Text { default: &'static str, set: fn(String) -> Setting },
    Button(fn() -> Setting),
}

/// The range of strengths, in Elo.
const WEAKEST: u64 = Skill::LEAST as u64;
const STRONGEST: u64 = Skill::MOST as u64;

/// The skill level of full strength.
pub const TOP_LEVEL: u64 = 20;

/// An empty string in the protocol.
const EMPTY: &str = "<empty>";

/// A declared option: a row of the table.
struct Spec {
    name: &'static str,
    kind: Kind,
}

const ABOUT: &str = concat!(
    "Oxide88 ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine on a 0x88 board, free under the GNU General Public License, version 3 or later"
);

const TABLE: [Spec; 29] = [
    Spec { name: "Hash", kind: Kind::Spin { default: 64, min: 1, max: 1 << 20, set: Setting::Hash } },
    Spec { name: "Clear Hash", kind: Kind::Button(|| Setting::ClearHash) },
    Spec { name: "HashFile", kind: Kind::Text { default: "", set: Setting::HashFile } },
    Spec { name: "Save Hash", kind: Kind::Button(|| Setting::SaveHash) },
    Spec { name: "Load Hash", kind: Kind::Button(|| Setting::LoadHash) },
    Spec { name: "Threads", kind: Kind::Spin { default: 1, min: 1, max: 1024, set: Setting::Threads } },
    Spec { name: "Ponder", kind: Kind::Check { default: false, set: Setting::Ponder } },
    Spec { name: "MultiPV", kind: Kind::Spin { default: 1, min: 1, max: 256, set: Setting::MultiPv } },
    Spec { name: "Move Overhead", kind: Kind::Spin { default: 30, min: 0, max: 5000, set: Setting::MoveOverhead } },
    Spec { name: "UCI_Chess960", kind: Kind::Check { default: false, set: Setting::Chess960 } },
    Spec { name: "UCI_ShowWDL", kind: Kind::Check { default: false, set: Setting::ShowWdl } },
    Spec { name: "UCI_AnalyseMode", kind: Kind::Check { default: false, set: Setting::AnalyseMode } },
    Spec { name: "UCI_LimitStrength", kind: Kind::Check { default: false, set: Setting::LimitStrength } },
    Spec { name: "UCI_Elo", kind: Kind::Spin { default: WEAKEST, min: WEAKEST, max: STRONGEST, set: Setting::Elo } },
    Spec {
        name: "Skill Level",
        kind: Kind::Spin { default: TOP_LEVEL, min: 0, max: TOP_LEVEL, set: Setting::SkillLevel },
    },
    Spec { name: "UCI_EngineAbout", kind: Kind::Text { default: ABOUT, set: Setting::About } },
    Spec { name: "SyzygyPath", kind: Kind::Text { default: "", set: Setting::SyzygyPath } },
    Spec {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin { default: 1, min: 1, max: 100, set: Setting::SyzygyProbeDepth },
    },
    Spec { name: "SyzygyProbeLimit", kind: Kind::Spin { default: 7, min: 0, max: 7, set: Setting::SyzygyProbeLimit } },
    Spec { name: "Syzygy50MoveRule", kind: Kind::Check { default: true, set: Setting::Syzygy50MoveRule } },
    Spec { name: "OwnBook", kind: Kind::Check { default: false, set: Setting::OwnBook } },
    Spec { name: "BookFile", kind: Kind::Text { default: "", set: Setting::BookFile } },
    Spec { name: "BookDepth", kind: Kind::Spin { default: 255, min: 1, max: 255, set: Setting::BookDepth } },
    Spec { name: "Material", kind: dial(Setting::Material) },
    Spec { name: "Mobility", kind: dial(Setting::Mobility) },
    Spec { name: "King Safety", kind: dial(Setting::KingSafety) },
    Spec { name: "Pawn Structure", kind: dial(Setting::PawnStructure) },
    Spec { name: "Passed Pawns", kind: dial(Setting::PassedPawns) },
    Spec { name: "Debug Log File", kind: Kind::Text { default: "", set: Setting::DebugLogFile } },
];

/// Declares an option that scales a part of the evaluation, in percent.
const fn dial(set: fn(u64) -> Setting) -> Kind {
    Kind::Spin { default: 100, min: 0, max: Personality::MOST as u64, set }
}

/// The declaration that the `uci` command prints.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Spin { default, min, max, .. } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Text { default: "", .. } => write!(f, "string default {EMPTY}"),
            Kind::Text { default, .. } => write!(f, "string default {default}"),
            Kind::Button(_) => write!(f, "button"),
        }
    }
}

impl Spec {
    fn default(&self) -> Option<Setting> {
        match self.kind {
            Kind::Spin { default, set, .. } => Some(set(default)),
            Kind::Check { default, set } => Some(set(default)),
            Kind::Text { default, set } => Some(set(default.to_owned())),
            Kind::Button(_) => None,
        }
    }

    fn parse(&self, value: Option<&str>) -> Result<Setting, String> {
        let name = self.name;
        let needed = || value.ok_or_else(|| format!("option {name} needs a value"));
        match self.kind {
            Kind::Button(press) => Ok(press()),
            Kind::Text { set, .. } => Ok(set(value.filter(|&value| value != EMPTY).unwrap_or_default().to_owned())),
            Kind::Check { set, .. } => match needed()?.to_ascii_lowercase().parse() {
                Ok(on) => Ok(set(on)),
                Err(_) => Err(format!("option {name} takes true or false, not {}", quote(needed()?))),
            },
            Kind::Spin { min, max, set, .. } => match needed()?.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(set(number)),
                _ => Err(format!("option {name} takes a number from {min} to {max}, not {}", quote(needed()?))),
            },
        }
    }
}

/// Returns the default setting of every option that has a value.
pub fn defaults() -> impl Iterator<Item = Setting> {
    TABLE.iter().filter_map(Spec::default)
}

/// Returns the lines that declare the options.
pub fn declarations() -> impl Iterator<Item = String> {
    let options = TABLE.iter().map(Spec::to_string);
    #[cfg(feature = "spsa")]
    let options = options.chain(parameters().iter().map(|param| {
        let Param { name, default, min, max } = param;
        format!("option name {name} type spin default {default} min {min} max {max}")
    }));
    options
}

/// Parses the setting of `setoption name ... value ...`. Names are case-insensitive.
///
/// # Errors
/// The option does not exist or does not accept the value.
pub fn parse(name: &str, value: Option<&str>) -> Result<Setting, String> {
    #[cfg(feature = "spsa")]
    if let Some((number, param)) =
        parameters().iter().enumerate().find(|(_, param)| param.name.eq_ignore_ascii_case(name))
    {
        return parse_parameter(number, param, value);
    }
    TABLE
        .iter()
        .find(|spec| spec.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("unknown option {}", quote(name)))?
        .parse(value)
}

/// Parses the setting of a search parameter.
#[cfg(feature = "spsa")]
fn parse_parameter(number: usize, param: &Param, value: Option<&str>) -> Result<Setting, String> {
    let Param { name, min, max, .. } = param;
    match value.map(str::parse) {
        Some(Ok(value)) if (min..=max).contains(&&value) => Ok(Setting::Parameter(number, value)),
        _ => Err(format!("option {name} takes a number from {min} to {max}, not {}", quote(value.unwrap_or("")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_as_guis_expect_them() {
        let lines: Vec<String> = declarations().collect();
        let (options, parameters) = lines.split_at(TABLE.len());
        assert_eq!(
            options,
            [
                "option name Hash type spin default 64 min 1 max 1048576",
                "option name Clear Hash type button",
                "option name HashFile type string default <empty>",
                "option name Save Hash type button",
                "option name Load Hash type button",
                "option name Threads type spin default 1 min 1 max 1024",
                "option name Ponder type check default false",
                "option name MultiPV type spin default 1 min 1 max 256",
                "option name Move Overhead type spin default 30 min 0 max 5000",
                "option name UCI_Chess960 type check default false",
                "option name UCI_ShowWDL type check default false",
                "option name UCI_AnalyseMode type check default false",
                "option name UCI_LimitStrength type check default false",
                "option name UCI_Elo type spin default 1000 min 1000 max 3350",
                "option name Skill Level type spin default 20 min 0 max 20",
                &format!("option name UCI_EngineAbout type string default {ABOUT}"),
                "option name SyzygyPath type string default <empty>",
                "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
                "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
                "option name Syzygy50MoveRule type check default true",
                "option name OwnBook type check default false",
                "option name BookFile type string default <empty>",
                "option name BookDepth type spin default 255 min 1 max 255",
                "option name Material type spin default 100 min 0 max 400",
                "option name Mobility type spin default 100 min 0 max 400",
                "option name King Safety type spin default 100 min 0 max 400",
                "option name Pawn Structure type spin default 100 min 0 max 400",
                "option name Passed Pawns type spin default 100 min 0 max 400",
                "option name Debug Log File type string default <empty>",
            ]
        );
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
        assert_eq!(parse("move overhead", Some("50")), Ok(Setting::MoveOverhead(50)));
        assert_eq!(parse("HASH", Some("1")), Ok(Setting::Hash(1)));
        assert_eq!(parse("uci_chess960", Some("True")), Ok(Setting::Chess960(true)));
        assert_eq!(parse("clear hash", None), Ok(Setting::ClearHash));
        assert_eq!(parse("syzygypath", Some("/a b:/c")), Ok(Setting::SyzygyPath("/a b:/c".to_owned())));
    }

    #[test]
    fn a_string_may_be_empty() {
        for value in [None, Some("<empty>")] {
            assert_eq!(parse("SyzygyPath", value), Ok(Setting::SyzygyPath(String::new())));
        }
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
        ] {
            assert!(parse(name, value).is_err_and(|error| error.contains(culprit)), "{name} {value:?}");
        }
    }
}
