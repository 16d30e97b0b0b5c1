//! The roster: the engines of `engines.toml`, and sets of them. A name that is not in the roster may be the path of a
//! program.
//!
//! The file is the first `engines.toml` in the current folder or in a folder above the program; otherwise it is the one
//! in the sources of this program. Errors are reported with their line. Only the programs of engines that play are
//! located, before the match begins.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use crate::own_engine::own_engine;
use oxide88::command_line::find_in_path;
use oxide88::files;
use oxide88::types::quote;

/// Name of the file.
pub const FILE_NAME: &str = "engines.toml";

/// Maximum size of a roster, in bytes.
const MAX_FILE_SIZE: u64 = 1 << 24;

const BUILT_IN: &str = include_str!("../../../engines.toml");

/// The command of the running program.
const SELF: &str = "self";

/// Debian's folder for engines, which is not always in PATH.
const DEBIAN_GAMES: &str = "/usr/games";

/// An engine that can be started.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    /// Name in tables and games, unique within a match.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Working folder; `None` for the current folder.
    pub dir: Option<PathBuf>,
    /// Protocol of the engine.
    pub protocol: ProtocolKind,
    /// The options to set.
    pub options: Vec<Setting>,
    /// Expected rating.
    pub rating: Option<f64>,
}

impl EngineSpec {
    /// Checks that the engine's protocol has a node limit.
    ///
    /// # Errors
    /// A message if the protocol has no node limit.
    pub fn check_node_limit(&self) -> Result<(), String> {
        match self.protocol {
            ProtocolKind::Uci => Ok(()),
            ProtocolKind::Xboard => {
                Err(format!("--nodes: {} speaks the XBoard protocol, which has no node limit", self.name))
            }
        }
    }
}

/// The protocol of an engine.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProtocolKind {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol (CECP).
    Xboard,
}

/// An option and the value to set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Name of the option.
    pub name: String,
    /// Value as the protocol writes it.
    pub value: String,
    /// True if the setting is a default, which the engine need not support.
    pub is_default: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    defaults: Defaults,
    #[serde(default, rename = "engine")]
    engines: BTreeMap<String, Entry>,
    /// Names of engines by the name of their set.
    #[serde(default)]
    sets: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Defaults {
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    command: Spanned<String>,
    #[serde(default)]
    args: Vec<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    protocol: ProtocolKind,
    #[serde(default)]
    options: Options,
    rating: Option<f64>,
    /// Source of the rating, for readers of the file.
    #[serde(rename = "rating_source")]
    _rating_source: Option<String>,
}

type Options = BTreeMap<String, OptionValue>;

#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Check(bool),
    Spin(i64),
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(value) => value.fmt(f),
            Self::Spin(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// The engines of a roster file.
pub struct Roster {
    /// Name of the file in messages.
    path: String,
    text: String,
    file: File,
}

impl Roster {
    /// Reads `file`, or the roster at the default place.
    ///
    /// # Errors
    /// A message if the file cannot be read or has an error.
    pub fn load(file: Option<&Path>) -> Result<Self, String> {
        let Some(path) = file.map(Path::to_owned).or_else(default_file) else {
            return Self::parse(format!("the built-in {FILE_NAME}"), BUILT_IN.to_owned());
        };
        let name = path.display().to_string();
        let text = files::read_text(&path, MAX_FILE_SIZE).map_err(|error| format!("cannot read {name}: {error}"))?;
        Self::parse(name, text)
    }

    fn parse(path: String, text: String) -> Result<Self, String> {
        let file = toml::from_str(&text).map_err(|error| {
            let place = error.span().map_or_else(String::new, |span| format!(" line {}", line_of(&text, span.start)));
            format!("{path}{place}: {}", error.message().replace('\n', " "))
        })?;
        let roster = Self { path, text, file };
        roster.check_sets()?;
        Ok(roster)
    }

    /// Checks that every set has a name of its own and only engines of the roster.
    fn check_sets(&self) -> Result<(), String> {
        let is_engine = |name: &Spanned<String>| self.file.engines.contains_key(name.get_ref());
        for (set, members) in &self.file.sets {
            let (place, fault) = match members.iter().find(|name| !is_engine(name)) {
                _ if is_engine(set) => (set, "there is an engine of this name".to_owned()),
                Some(stranger) => (stranger, format!("there is no engine {}", quote(stranger.get_ref()))),
                None if members.is_empty() => (set, "it has no engines".to_owned()),
                None => continue,
            };
            let line = line_of(&self.text, place.span().start);
            return Err(format!("{} line {line}: set {}: {fault}", self.path, quote(set.get_ref())));
        }
        Ok(())
    }

    /// Replaces every name of a set by the names of its engines.
    pub fn expand(&self, words: &[String]) -> Vec<String> {
        let expand = |word: &String| match self.file.sets.get(word.as_str()) {
            Some(members) => members.iter().map(|name| name.get_ref().clone()).collect(),
            None => vec![word.clone()],
        };
        words.iter().flat_map(expand).collect()
    }

    /// Finds the engine called `word`: an entry of the roster or the path of a program.
    ///
    /// # Errors
    /// A message if there is no such engine, or its program is missing.
    pub fn find(&self, word: &str) -> Result<EngineSpec, String> {
        if let Some(entry) = self.file.engines.get(word) {
            return self.entry(word, entry);
        }
        let path = Path::new(word);
        if path.is_file() {
            let name = path.file_stem().map_or_else(|| word.into(), |stem| stem.to_string_lossy());
            return self.program(&name, path);
        }
        let known: Vec<&str> = self.file.engines.keys().map(String::as_str).collect();
        let (word, path, known) = (quote(word), &self.path, known.join(", "));
        Err(format!("no engine {word}: neither a program at that path nor in {path}, which has {known}"))
    }

    /// Returns the program at `path` as an engine with the default options.
    ///
    /// # Errors
    /// There is no such path.
    pub fn program(&self, name: &str, path: &Path) -> Result<EngineSpec, String> {
        let program = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(EngineSpec {
            name: name.to_owned(),
            program,
            args: Vec::new(),
            dir: None,
            protocol: ProtocolKind::default(),
            options: self.options(&Options::new()),
            rating: None,
        })
    }

    fn entry(&self, name: &str, entry: &Entry) -> Result<EngineSpec, String> {
        let command = entry.command.get_ref();
        let program = find_program(command).ok_or_else(|| {
            let line = line_of(&self.text, entry.command.span().start);
            format!("{} line {line}: engine {name}: there is no program {}", self.path, quote(command))
        })?;
        Ok(EngineSpec {
            name: name.to_owned(),
            program,
            args: entry.args.clone(),
            dir: entry.dir.clone(),
            protocol: entry.protocol,
            options: self.options(&entry.options),
            rating: entry.rating,
        })
    }

    fn options(&self, own: &Options) -> Vec<Setting> {
        let setting = |(name, value): (&String, &OptionValue), is_default| Setting {
            name: name.clone(),
            value: value.to_string(),
            is_default,
        };
        let defaults = self.file.defaults.options.iter().filter(|(name, _)| !own.contains_key(*name));
        defaults.map(|option| setting(option, true)).chain(own.iter().map(|option| setting(option, false))).collect()
    }
}

/// Appends a number to the names of engines that have the same name.
pub fn make_names_unique(engines: &mut [EngineSpec]) {
    for index in 1..engines.len() {
        let (before, rest) = engines.split_at_mut(index);
        let Some(engine) = rest.first_mut() else { return };
        let is_taken = |name: &str| before.iter().any(|other| other.name == name);
        let plain = engine.name.clone();
        let mut number = 2;
        while is_taken(&engine.name) {
            engine.name = format!("{plain}-{number}");
            number += 1;
        }
    }
}

fn default_file() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let above = program.ancestors().skip(1).map(|folder| folder.join(FILE_NAME));
    std::iter::once(PathBuf::from(FILE_NAME)).chain(above).find(|path| path.is_file())
}

fn find_program(command: &str) -> Option<PathBuf> {
    if command == SELF {
        return own_engine().ok();
    }
    if command.contains(std::path::is_separator) {
        return Path::new(command).canonicalize().ok().filter(|path| path.is_file());
    }
    let in_debian = || Some(Path::new(DEBIAN_GAMES).join(command)).filter(|path| path.is_file());
    find_in_path(command).or_else(in_debian)
}

/// Returns the number of the line that holds the byte at `offset`.
fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster(text: &str) -> Result<Roster, String> {
        Roster::parse("x.toml".to_owned(), text.to_owned())
    }

    #[test]
    fn the_shipped_roster_is_sound_and_has_the_engines_of_debian() {
        let roster = Roster::parse("built in".to_owned(), BUILT_IN.to_owned()).unwrap();
        for name in ["oxide88", "toga2", "glaurung", "gnuchess", "stockfish", "ethereal", "fairymax"] {
            assert!(roster.file.engines.contains_key(name), "{name}");
        }
        let regression = ["stockfish-11", "sirius", "clockwork", "weiss", "stash"];
        assert_eq!(roster.expand(&["regression".to_owned()]), regression);
        let own = roster.find("oxide88").unwrap();
        assert_eq!(own.program, own_engine().unwrap());
        assert!(own.options.iter().any(|option| option.name == "Hash" && option.value == "64" && option.is_default));
    }

    #[test]
    fn own_options_replace_the_defaults() {
        let text = "[defaults.options]\nHash = 64\nPonder = false\n[engine.a]\ncommand = 'self'\noptions = {Hash = 8}";
        let options = roster(text).unwrap().find("a").unwrap().options;
        let words: Vec<_> = options.iter().map(|o| (o.name.as_str(), o.value.as_str(), o.is_default)).collect();
        assert_eq!(words, [("Ponder", "false", true), ("Hash", "8", false)]);
    }

    #[test]
    fn faults_are_named_with_file_and_line() {
        for (text, culprit) in [
            ("[engine.a]\ncommand = 'self'\ncomand = 1", "x.toml line 3: unknown field `comand`"),
            ("\n[engine.a]\nargs = []", "x.toml line 2: missing field `command`"),
            ("[defaults]\nHash = 1", "x.toml line 2: unknown field `Hash`"),
            (
                "[engine.a]\ncommand = 'self'\nprotocol = 'cecp'",
                "x.toml line 3: unknown variant `cecp`, expected `uci` or",
            ),
            ("[engine", "x.toml line 1: "),
            ("[sets]\na = 'self'", "x.toml line 2: invalid type"),
            (
                "[engine.a]\ncommand = 'self'\n[sets]\nfew = [\n  'a',\n  'b',\n]",
                "x.toml line 6: set 'few': there is no engine 'b'",
            ),
            (
                "[sets]\n\na = ['a']\n[engine.a]\ncommand = 'self'",
                "x.toml line 3: set 'a': there is an engine of this name",
            ),
            ("[sets]\nnone = []", "x.toml line 2: set 'none': it has no engines"),
        ] {
            let error = roster(text).err().unwrap();
            assert!(error.starts_with(culprit), "{error}");
        }
        let missing = roster("[engine.a]\n\ncommand = 'no-such-thing'").unwrap().find("a").unwrap_err();
        assert_eq!(missing, "x.toml line 3: engine a: there is no program 'no-such-thing'");
        let unknown = roster("[engine.a]\ncommand = 'self'").unwrap().find("b").unwrap_err();
        assert!(unknown.contains("'b'") && unknown.ends_with("which has a"), "{unknown}");
    }

    #[test]
    fn a_set_stands_for_its_engines() {
        let text = "[engine.a]\ncommand = 'self'\n[engine.b]\ncommand = 'self'\n[sets]\nboth = ['b', 'a']";
        let words = ["both", "c", "a"].map(str::to_owned);
        assert_eq!(roster(text).unwrap().expand(&words), ["b", "a", "c", "a"]);
    }

    #[test]
    fn engines_of_the_same_name_are_numbered() {
        let engine = roster("[engine.a]\ncommand = 'self'").unwrap().find("a").unwrap();
        let mut engines = vec![engine.clone(), engine.clone(), engine];
        make_names_unique(&mut engines);
        assert_eq!(engines.map_names(), ["a", "a-2", "a-3"]);
    }

    trait Names {
        fn map_names(&self) -> Vec<&str>;
    }

    impl Names for Vec<EngineSpec> {
        fn map_names(&self) -> Vec<&str> {
            self.iter().map(|engine| engine.name.as_str()).collect()
        }
    }
}
