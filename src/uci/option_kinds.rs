//! The kinds of UCI options, and `options!`, which makes the struct of all values, its defaults, the declarations for
//! `uci` and the effects of `setoption` from one list in `options.rs`.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::types::quote;

/// An empty string in the protocol.
const EMPTY: &str = "<empty>";

/// A kind of option: its default and the values it accepts.
pub trait Kind {
    /// The type of the value.
    type Value;

    /// False for buttons, which are pressed and have no value.
    const HAS_VALUE: bool = true;

    /// Returns the default value.
    fn default(&self) -> Self::Value;

    /// Returns the part of the declaration after the name.
    fn declaration(&self) -> String;

    /// Parses the value of `setoption`.
    ///
    /// # Errors
    /// The rest of a sentence that begins with the name of the option.
    fn parse(&self, value: Option<&str>) -> Result<Self::Value, String>;
}

/// A number within a range.
pub struct Spin {
    default: u64,
    range: RangeInclusive<u64>,
}

/// Declares a number within a range.
pub const fn spin(default: u64, range: RangeInclusive<u64>) -> Spin {
    Spin { default, range }
}

impl Kind for Spin {
    type Value = u64;

    fn default(&self) -> u64 {
        self.default
    }

    fn declaration(&self) -> String {
        let (default, min, max) = (self.default, self.range.start(), self.range.end());
        format!("spin default {default} min {min} max {max}")
    }

    fn parse(&self, value: Option<&str>) -> Result<u64, String> {
        let value = value.ok_or("needs a value")?;
        let (min, max) = (self.range.start(), self.range.end());
        let number = value.parse().ok().filter(|number| self.range.contains(number));
        number.ok_or_else(|| format!("takes a number from {min} to {max}, not {}", quote(value)))
    }
}

/// A switch.
pub struct Check {
    default: bool,
}

/// Declares a switch.
pub const fn check(default: bool) -> Check {
    Check { default }
}

impl Kind for Check {
    type Value = bool;

    fn default(&self) -> bool {
        self.default
    }

    fn declaration(&self) -> String {
        format!("check default {}", self.default)
    }

    fn parse(&self, value: Option<&str>) -> Result<bool, String> {
        let value = value.ok_or("needs a value")?;
        value.to_ascii_lowercase().parse().map_err(|_| format!("takes true or false, not {}", quote(value)))
    }
}

/// One of several words.
pub struct Combo<T: 'static> {
    choices: &'static [T],
}

/// Declares a choice among the words that `choices` are displayed as.
pub const fn combo<T>(choices: &'static [T]) -> Combo<T> {
    Combo { choices }
}

impl<T: Copy + Default + Display> Kind for Combo<T> {
    type Value = T;

    fn default(&self) -> T {
        T::default()
    }

    fn declaration(&self) -> String {
        let vars = self.choices.iter().map(|choice| format!(" var {choice}"));
        format!("combo default {}{}", T::default(), vars.collect::<String>())
    }

    fn parse(&self, value: Option<&str>) -> Result<T, String> {
        let value = value.ok_or("needs a value")?;
        let choice = self.choices.iter().find(|choice| choice.to_string().eq_ignore_ascii_case(value));
        choice.copied().ok_or_else(|| {
            let words: Vec<String> = self.choices.iter().map(T::to_string).collect();
            format!("takes one of {}, not {}", words.join(", "), quote(value))
        })
    }
}

/// A string, which may be empty.
pub struct Text {
    default: &'static str,
}

/// Declares a string.
pub const fn text(default: &'static str) -> Text {
    Text { default }
}

impl Kind for Text {
    type Value = String;

    fn default(&self) -> String {
        self.default.to_owned()
    }

    fn declaration(&self) -> String {
        format!("string default {}", if self.default.is_empty() { EMPTY } else { self.default })
    }

    fn parse(&self, value: Option<&str>) -> Result<String, String> {
        Ok(value.filter(|&value| value != EMPTY).unwrap_or_default().to_owned())
    }
}

/// An action without a value.
pub struct Button;

impl Kind for Button {
    type Value = ();

    const HAS_VALUE: bool = false;

    fn default(&self) {}

    fn declaration(&self) -> String {
        "button".to_owned()
    }

    fn parse(&self, _: Option<&str>) -> Result<(), String> {
        Ok(())
    }
}

/// The result of an effect: lines for the user, or the reason of a refusal.
pub type News = Result<Vec<String>, String>;

/// Anything that an effect may return.
pub trait IntoNews {
    /// Converts the result.
    fn into_news(self) -> News;
}

impl IntoNews for () {
    fn into_news(self) -> News {
        Ok(Vec::new())
    }
}

impl<E: Display> IntoNews for Result<(), E> {
    fn into_news(self) -> News {
        self.map(|()| Vec::new()).map_err(|error| error.to_string())
    }
}

impl IntoNews for News {
    fn into_news(self) -> News {
        self
    }
}

/// Declares the options, each as
///
/// ```text
/// /// Meaning.
/// "Name" field: Kind = declaration => part |part, value| effect;
/// ```
///
/// The effect is optional. It acts on one part of [`Target`](super::options::Target): on the `searcher`, then also
/// when a searcher is made anew, or on the `engine` around it.
macro_rules! options {
    (@effect $target:ident, $value:ident) => {
        News::Ok(Vec::new())
    };
    (@effect $target:ident, $value:ident, $part:ident, $effect:expr) => {
        apply($target.$part(), &$value, $effect).into_news()
    };
    (@anew searcher, $searcher:ident, $value:expr, $effect:expr) => {
        apply($searcher, $value, $effect).into_news()
    };
    (@anew engine, $searcher:ident, $value:expr, $effect:expr) => {
        News::Ok(Vec::new())
    };
    ($(
        $(#[doc = $meaning:literal])+
        $name:literal $field:ident: $kind:ty = $declaration:expr $(=> $part:ident $effect:expr)?;
    )+) => {
        /// The value of every option.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $( $(#[doc = $meaning])+ pub $field: <$kind as Kind>::Value, )+
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $( $field: Kind::default(&$declaration), )+ }
            }
        }

        impl Options {
            /// Returns the lines that declare the options.
            pub fn declarations() -> Vec<String> {
                vec![$( format!("option name {} type {}", $name, Kind::declaration(&$declaration)), )+]
            }

            /// Returns the meaning of each option, in the order of the declarations.
            #[cfg(test)]
            fn meanings() -> Vec<String> {
                vec![$( [$($meaning),+].concat(), )+]
            }

            /// Parses `setoption name ... value ...`; returns the declared name and the change. Names are
            /// case-insensitive.
            ///
            /// # Errors
            /// The option does not exist or does not accept the value.
            pub fn parse(name: &str, value: Option<&str>) -> Result<(&'static str, Change), String> {
                $(
                    if $name.eq_ignore_ascii_case(name) {
                        let value = Kind::parse(&$declaration, value)
                            .map_err(|reason| format!(concat!("option ", $name, " {}"), reason))?;
                        return Ok(($name, Box::new(move |options, _target| {
                            let news: Vec<String> = options!(@effect _target, value $(, $part, $effect)?)?;
                            options.$field = value;
                            Ok(news)
                        })));
                    }
                )+
                Err(format!("unknown option {}", quote(name)))
            }

            /// Applies all values to a new searcher; returns the refusals, each with its reason.
            fn apply_all(&self, searcher: &mut Searcher) -> Vec<String> {
                let mut refusals = Vec::new();
                $( $(
                    if <$kind as Kind>::HAS_VALUE
                        && let Err(reason) = options!(@anew $part, searcher, &self.$field, $effect)
                    {
                        refusals.push(format!(concat!("option ", $name, ": {}"), reason));
                    }
                )? )+
                refusals
            }
        }
    };
}

pub(super) use options;
