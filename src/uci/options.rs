//! The options, each declared once: what `uci` prints and what `setoption` accepts come from the same table.

use std::fmt;
use std::mem::discriminant;
use std::time::Duration;

use super::format::quote;
use crate::search::Searcher;
#[cfg(feature = "spsa")]
use crate::search::{Param, parameters};

/// An option with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Size of the transposition table in MiB.
    Hash(u64),
    /// Empty the transposition table now.
    ClearHash,
    /// Number of searching threads.
    Threads(u64),
    /// Tells the GUI that the engine can ponder; `go ponder` says when.
    Ponder(bool),
    /// Number of lines to report.
    MultiPv(u64),
    /// Time lost between engine and GUI for each move, in ms.
    MoveOverhead(u64),
    /// Castling is written as king takes rook.
    Chess960(bool),
    /// A parameter of the search, by its number, and its value.
    #[cfg(feature = "spsa")]
    Parameter(usize, i32),
}

enum Kind {
    Spin { default: u64, min: u64, max: u64, set: fn(u64) -> Setting },
    Check { default: bool, set: fn(bool) -> Setting },
    Button(Setting),
}

/// A row of the table.
struct Spec {
    name: &'static str,
    kind: Kind,
}

const TABLE: [Spec; 7] = [
    Spec { name: "Hash", kind: Kind::Spin { default: 64, min: 1, max: 1 << 20, set: Setting::Hash } },
    Spec { name: "Clear Hash", kind: Kind::Button(Setting::ClearHash) },
    Spec { name: "Threads", kind: Kind::Spin { default: 1, min: 1, max: 1024, set: Setting::Threads } },
    Spec { name: "Ponder", kind: Kind::Check { default: false, set: Setting::Ponder } },
    Spec { name: "MultiPV", kind: Kind::Spin { default: 1, min: 1, max: 256, set: Setting::MultiPv } },
    Spec { name: "Move Overhead", kind: Kind::Spin { default: 30, min: 0, max: 5000, set: Setting::MoveOverhead } },
    Spec { name: "UCI_Chess960", kind: Kind::Check { default: false, set: Setting::Chess960 } },
];

/// As the `uci` command prints it.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Spin { default, min, max, .. } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Button(_) => write!(f, "button"),
        }
    }
}

impl Spec {
    fn default(&self) -> Option<Setting> {
        match self.kind {
            Kind::Spin { default, set, .. } => Some(set(default)),
            Kind::Check { default, set } => Some(set(default)),
            Kind::Button(_) => None,
        }
    }

    fn parse(&self, value: Option<&str>) -> Result<Setting, String> {
        let name = self.name;
        let value = match (&self.kind, value) {
            (Kind::Button(setting), _) => return Ok(*setting),
            (_, Some(value)) => value,
            (_, None) => return Err(format!("option {name} needs a value")),
        };
        match self.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().parse() {
                Ok(on) => Ok(set(on)),
                Err(_) => Err(format!("option {name} takes true or false, not {}", quote(value))),
            },
            Kind::Spin { min, max, set, .. } => match value.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(set(number)),
                _ => Err(format!("option {name} takes a number from {min} to {max}, not {}", quote(value))),
            },
            Kind::Button(setting) => Ok(setting),
        }
    }
}

/// The lines that declare the options.
pub fn declarations() -> impl Iterator<Item = String> {
    let options = TABLE.iter().map(Spec::to_string);
    #[cfg(feature = "spsa")]
    let options = options.chain(parameters().iter().map(|param| {
        let Param { name, default, min, max } = param;
        format!("option name {name} type spin default {default} min {min} max {max}")
    }));
    options
}

/// The setting that `setoption name ... value ...` asks for. Case does not matter in names.
///
/// # Errors
/// There is no such option, or not with such a value.
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

/// The setting of a parameter of the search.
#[cfg(feature = "spsa")]
fn parse_parameter(number: usize, param: &Param, value: Option<&str>) -> Result<Setting, String> {
    let Param { name, min, max, .. } = param;
    match value.map(str::parse) {
        Some(Ok(value)) if (min..=max).contains(&&value) => Ok(Setting::Parameter(number, value)),
        _ => Err(format!("option {name} takes a number from {min} to {max}, not {}", quote(value.unwrap_or("")))),
    }
}

/// The present value of every option that has one.
#[derive(Clone, Debug)]
pub struct Options(Vec<Setting>);

impl Default for Options {
    fn default() -> Self {
        Self(TABLE.iter().filter_map(Spec::default).collect())
    }
}

impl Options {
    /// Gives `setting` to `searcher` and remembers it.
    ///
    /// # Errors
    /// The memory asked for cannot be had; nothing changed.
    pub fn set(&mut self, setting: Setting, searcher: &mut Searcher) -> Result<(), String> {
        apply(setting, searcher)?;
        if let Some(value) = self.0.iter_mut().find(|value| discriminant(*value) == discriminant(&setting)) {
            *value = setting;
        }
        Ok(())
    }

    /// A new searcher with all the settings remembered.
    ///
    /// # Errors
    /// What could not be set; the searcher goes on with its own default.
    pub fn searcher(&self) -> (Searcher, Result<(), String>) {
        let mut searcher = Searcher::new();
        let result = self.0.iter().try_for_each(|&setting| apply(setting, &mut searcher));
        (searcher, result)
    }

    /// Whether castling is always to be written as king takes rook.
    pub fn chess960(&self) -> bool {
        self.0.contains(&Setting::Chess960(true))
    }
}

fn apply(setting: Setting, searcher: &mut Searcher) -> Result<(), String> {
    match setting {
        Setting::Hash(mebibytes) => {
            return searcher.set_hash(mebibytes as usize).map_err(|error| error.to_string());
        }
        Setting::ClearHash => searcher.clear_hash(),
        Setting::Threads(threads) => searcher.set_threads(threads as usize),
        Setting::MultiPv(lines) => searcher.set_multipv(lines as usize),
        Setting::MoveOverhead(time) => searcher.set_move_overhead(Duration::from_millis(time)),
        Setting::Ponder(_) | Setting::Chess960(_) => {}
        #[cfg(feature = "spsa")]
        Setting::Parameter(number, value) => crate::search::set_parameter(number, value),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_what_guis_parse() {
        let lines: Vec<String> = declarations().collect();
        assert_eq!(
            lines,
            [
                "option name Hash type spin default 64 min 1 max 1048576",
                "option name Clear Hash type button",
                "option name Threads type spin default 1 min 1 max 1024",
                "option name Ponder type check default false",
                "option name MultiPV type spin default 1 min 1 max 256",
                "option name Move Overhead type spin default 30 min 0 max 5000",
                "option name UCI_Chess960 type check default false",
            ]
        );
    }

    #[test]
    fn names_are_known_in_any_case() {
        assert_eq!(parse("move overhead", Some("50")), Ok(Setting::MoveOverhead(50)));
        assert_eq!(parse("HASH", Some("1")), Ok(Setting::Hash(1)));
        assert_eq!(parse("uci_chess960", Some("True")), Ok(Setting::Chess960(true)));
        assert_eq!(parse("clear hash", None), Ok(Setting::ClearHash));
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

    #[test]
    fn the_last_value_set_is_the_one_remembered() {
        let (mut options, mut searcher) = (Options::default(), Searcher::new());
        assert!(!options.chess960());
        assert_eq!(options.set(Setting::Chess960(true), &mut searcher), Ok(()));
        assert!(options.chess960());
        assert_eq!(options.set(Setting::Chess960(false), &mut searcher), Ok(()));
        assert!(!options.chess960());
        assert_eq!(options.0.len(), 6);
    }
}
