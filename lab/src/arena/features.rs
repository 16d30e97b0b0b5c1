//! The features that an XBoard engine announces: `feature ping=1 setboard=1 myname="Some Engine 1.0" done=1`.

use super::options::{EngineOption, EngineOptions};

/// Known features, which are accepted with any value. Features without a field in [`Features`] do not affect the
/// runner.
const KNOWN: [&str; 24] = [
    "ping",
    "setboard",
    "usermove",
    "san",
    "time",
    "reuse",
    "sigint",
    "sigterm",
    "done",
    "myname",
    "option",
    "memory",
    "smp",
    "variants",
    "playother",
    "colors",
    "draw",
    "analyze",
    "pause",
    "name",
    "ics",
    "debug",
    "nps",
    "exclude",
];

/// The state of the feature `done`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// Not sent yet; the engine has two seconds.
    NotSent,
    /// `done=0`: more features follow, within the timeout.
    Pending,
    /// `done=1`: no more features follow.
    Complete,
}

/// The features of one engine. The defaults are those of the protocol.
#[expect(clippy::struct_excessive_bools, reason = "each flag is a feature of the protocol")]
pub struct Features {
    /// True if the engine answers `ping`.
    pub ping: bool,
    /// True if the engine supports `setboard`.
    pub setboard: bool,
    /// True if moves are sent with `usermove`.
    pub usermove: bool,
    /// True if moves are sent in SAN, such as "Nf3".
    pub san: bool,
    /// True if the engine accepts `time` and `otim`.
    pub time: bool,
    /// True if one process can play several games.
    pub reuse: bool,
    /// True if the engine supports `memory`.
    pub memory: bool,
    /// True if the engine supports `cores`.
    pub smp: bool,
    /// True if the engine plays Chess960.
    pub chess960: bool,
    /// Its options.
    pub options: EngineOptions,
    /// State of `done`.
    pub done: Done,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            reuse: true,
            memory: false,
            smp: false,
            chess960: false,
            options: EngineOptions::default(),
            done: Done::NotSent,
        }
    }
}

impl Features {
    /// Reads the features of a `feature` command and returns the answer, `accepted` or `rejected` for each.
    pub fn update(&mut self, line: &str) -> String {
        let mut answer = String::new();
        let mut rest = line.strip_prefix("feature ").unwrap_or_default();
        while let Some((name, value, after)) = next_pair(rest) {
            rest = after;
            let is_known = KNOWN.contains(&name);
            if is_known {
                self.set(name, value);
            }
            answer.push_str(if is_known { "accepted " } else { "rejected " });
            answer.push_str(name);
            answer.push('\n');
        }
        answer
    }

    /// Returns the command for a move that is written in the engine's notation.
    pub fn move_command(&self, text: &str) -> String {
        format!("{}{text}", if self.usermove { "usermove " } else { "" })
    }

    fn set(&mut self, name: &str, value: &str) {
        let is_on = value != "0";
        match name {
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "san" => self.san = is_on,
            "time" => self.time = is_on,
            "reuse" => self.reuse = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "variants" => self.chess960 = value.split(',').any(|variant| variant.trim() == "fischerandom"),
            "option" => self.options.add(EngineOption::parse_xboard(value)),
            "done" => self.done = if is_on { Done::Complete } else { Done::Pending },
            _ => {}
        }
    }
}

/// Splits off the first `name=value` of `text`: name, value without its quotes, and the rest.
fn next_pair(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.trim_start().split_once('=')?;
    let (value, rest) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => rest.split_once(' ').unwrap_or((rest, "")),
    };
    Some((name, value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_and_answered() {
        let mut features = Features::default();
        assert!(features.time && features.reuse && !features.ping);
        let answer = features.update("feature ping=1 setboard=1 myname=\"A B = 1\" time=0 nonsense=3 done=0");
        let expected = "accepted ping\naccepted setboard\naccepted myname\naccepted time\nrejected nonsense\n";
        assert_eq!(answer, format!("{expected}accepted done\n"));
        assert!(features.ping && features.setboard && !features.time && features.done == Done::Pending);
        features.update("feature variants=\"normal, fischerandom\" option=\"Resign -check 0\" done=1 reuse=0");
        assert!(features.chess960 && !features.reuse && features.done == Done::Complete);
        assert!(features.options.find("resign").is_some());
    }

    #[test]
    fn malformed_features_are_ignored() {
        let mut features = Features::default();
        for line in ["feature", "feature ", "feature ping", "feature =", "feature san=\"1", "features ping=1", "pong 1"]
        {
            features.update(line);
        }
        assert!(features.san && !features.ping && features.done == Done::NotSent);
    }
}
