//! The options that engines advertise, and the values to set.

use super::roster::{EngineSpec, Setting};
use crate::progress::complain;
use oxide88::types::quote;

/// Maximum number of options of an engine.
const MAX_OPTIONS: usize = 2000;

/// An option advertised by an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Name of the option.
    pub name: String,
    /// Minimum and maximum of a spin option.
    pub range: Option<(i64, i64)>,
    /// Default of a spin option.
    pub default: Option<i64>,
}

impl EngineOption {
    /// Parses `option name Hash type spin default 16 min 1 max 1024`, as in UCI.
    pub fn parse_uci(line: &str) -> Option<Self> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let mut words = rest.split_ascii_whitespace();
        let is_spin = words.next() == Some("spin");
        let words: Vec<&str> = words.collect();
        let number = |name| words.windows(2).find(|pair| pair[0] == name).and_then(|pair| pair[1].parse().ok());
        let range = number("min").zip(number("max"));
        Some(Self::new(name, range.filter(|_| is_spin), number("default").filter(|_| is_spin)))
    }

    /// Parses `Resign Threshold -spin 800 200 1200`: name, kind, default and bounds, as in XBoard.
    pub fn parse_xboard(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(" -")?;
        let mut words = rest.split_ascii_whitespace();
        let is_number = matches!(words.next(), Some("spin" | "slider"));
        let mut number = || words.next().and_then(|word| word.parse().ok());
        let [default, min, max] = [number(), number(), number()];
        Some(Self::new(name, min.zip(max).filter(|_| is_number), default.filter(|_| is_number)))
    }

    fn new(name: &str, range: Option<(i64, i64)>, default: Option<i64>) -> Self {
        Self { name: name.trim().to_owned(), range: range.filter(|(min, max)| min <= max), default }
    }

    fn accepts(&self, value: &str) -> bool {
        self.range.is_none_or(|(min, max)| value.parse().is_ok_and(|value: i64| (min..=max).contains(&value)))
    }

    /// Returns `value` clamped to the range.
    fn clamp(&self, value: &str) -> String {
        match (self.range, value.parse::<i64>()) {
            (Some((min, max)), Ok(number)) => number.clamp(min, max).to_string(),
            _ => value.to_owned(),
        }
    }
}

/// The options of one engine.
#[derive(Default)]
pub struct EngineOptions(Vec<EngineOption>);

impl EngineOptions {
    /// Adds an advertised option.
    pub fn add(&mut self, option: Option<EngineOption>) {
        if self.0.len() < MAX_OPTIONS {
            self.0.extend(option);
        }
    }

    /// Returns the options in the order in which they were advertised.
    pub fn all(&self) -> &[EngineOption] {
        &self.0
    }

    /// Finds the option called `name`, ignoring case.
    pub fn find(&self, name: &str) -> Option<&EngineOption> {
        self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns the option for `setting` and the value to set. `None` if the engine does not support the setting, with a
    /// warning unless it is a default.
    pub fn resolve(&self, engine: &EngineSpec, setting: &Setting) -> Option<(&EngineOption, String)> {
        let Setting { name, value, is_default } = setting;
        match self.find(name) {
            Some(option) if option.accepts(value) => return Some((option, value.clone())),
            // Defaults such as Hash are clamped: some engines only support smaller or larger tables.
            Some(option) if *is_default => return Some((option, option.clamp(value))),
            Some(_) => {
                complain(&format!("{}: option {} does not accept {}", engine.name, quote(name), quote(value)));
            }
            None if *is_default => {}
            None => complain(&format!("{} has no option {}", engine.name, quote(name))),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_their_range() {
        let hash = EngineOption::parse_uci("option name Hash type spin default 16 min 4 max 1024").unwrap();
        assert_eq!(hash, EngineOption::new("Hash", Some((4, 1024)), Some(16)));
        assert!(hash.accepts("64") && !hash.accepts("2") && !hash.accepts("many"));
        assert_eq!(hash.clamp("4096"), "1024");
        let spaced = EngineOption::parse_uci("option name Number of Threads type spin default 1").unwrap();
        assert_eq!((spaced.name.as_str(), spaced.range, spaced.default), ("Number of Threads", None, Some(1)));
        assert_eq!(EngineOption::parse_uci("option Hash"), None);
    }

    #[test]
    fn xboard_options_are_read_too() {
        for (text, name, range, default) in [
            ("Resign Threshold -spin 800 200 1200", "Resign Threshold", Some((200, 1200)), Some(800)),
            ("Resign -check 0", "Resign", None, None),
            ("Armies -combo A-B /// C-D", "Armies", None, None),
            ("Level -slider 3 9 1", "Level", None, Some(3)),
            ("Clear Hash -button", "Clear Hash", None, None),
        ] {
            assert_eq!(EngineOption::parse_xboard(text), Some(EngineOption::new(name, range, default)), "{text}");
        }
        assert_eq!(EngineOption::parse_xboard("nothing"), None);
    }
}
