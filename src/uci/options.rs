//! The current option values and their effect on the searcher.

use std::mem::discriminant;
use std::path::Path;
use std::time::Duration;

use super::format::Style;
use super::settings::{self, Setting, TOP_LEVEL};
use crate::eval::Personality;
use crate::search::{Searcher, Skill, Tablebases};
use crate::types::Depth;

/// The current value of every option that has one.
#[derive(Clone, Debug)]
pub struct Options(Vec<Setting>);

impl Default for Options {
    fn default() -> Self {
        Self(settings::defaults().collect())
    }
}

impl Options {
    /// Applies `setting` to `searcher` and remembers it. Returns lines to show the user, if any.
    ///
    /// # Errors
    /// The memory or file is not available; nothing has changed.
    pub fn set(&mut self, setting: Setting, searcher: &mut Searcher) -> Result<Vec<String>, String> {
        let news = apply(&setting, searcher)?;
        if let Some(value) = self.0.iter_mut().find(|value| discriminant(*value) == discriminant(&setting)) {
            *value = setting;
        }
        searcher.limit_strength(self.strength());
        Ok(news)
    }

    /// Creates a searcher with all remembered settings. Those that cannot be applied are returned with the reason; for
    /// them the searcher keeps its default.
    pub fn searcher(&self) -> (Searcher, Vec<String>) {
        let mut searcher = Searcher::new();
        let refusals = self.0.iter().filter_map(|setting| apply(setting, &mut searcher).err()).collect();
        searcher.limit_strength(self.strength());
        (searcher, refusals)
    }

    /// Returns the file for the transposition table.
    ///
    /// # Errors
    /// No file is set.
    pub fn hash_file(&self) -> Result<&Path, String> {
        let path = self.0.iter().find_map(|setting| match setting {
            Setting::HashFile(path) if !path.is_empty() => Some(Path::new(path)),
            _ => None,
        });
        path.ok_or_else(|| "set HashFile to the name of a file first".to_owned())
    }

    /// Returns whether castling is always written as king takes rook.
    pub fn chess960(&self) -> bool {
        self.0.contains(&Setting::Chess960(true))
    }

    /// Returns the playing strength in Elo; `None` for full strength, which analysis mode always uses.
    fn strength(&self) -> Option<u32> {
        if self.0.contains(&Setting::AnalyseMode(true)) {
            return None;
        }
        let by_elo = self.0.contains(&Setting::LimitStrength(true));
        self.0.iter().find_map(|setting| match *setting {
            Setting::Elo(elo) if by_elo => Some(elo as u32),
            Setting::SkillLevel(level) if !by_elo && level < TOP_LEVEL => Some(Skill::of_level(level, TOP_LEVEL)),
            _ => None,
        })
    }

    /// Returns the output style; `pretty` as in [`Style`].
    pub fn style(&self, pretty: bool) -> Style {
        Style { chess960: self.chess960(), chances: self.0.contains(&Setting::ShowWdl(true)), pretty }
    }

    /// Returns the last move number at which the opening book is used; `None` if it is not in use.
    pub fn book_depth(&self) -> Option<u64> {
        let is_asked = self.0.contains(&Setting::OwnBook(true)) && self.0.contains(&Setting::AnalyseMode(false));
        self.0.iter().find_map(|setting| match *setting {
            Setting::BookDepth(depth) if is_asked => Some(depth),
            _ => None,
        })
    }
}

/// Applies `setting` to `searcher`, if it concerns it. Returns lines to show the user, if any.
fn apply(setting: &Setting, searcher: &mut Searcher) -> Result<Vec<String>, String> {
    match *setting {
        Setting::Hash(mebibytes) => searcher.set_hash(mebibytes as usize).map_err(|error| error.to_string())?,
        Setting::ClearHash => searcher.clear_hash(),
        Setting::Threads(threads) => searcher.set_threads(threads as usize).map_err(|error| error.to_string())?,
        Setting::MultiPv(lines) => searcher.set_multipv(lines as usize),
        Setting::MoveOverhead(time) => searcher.set_move_overhead(Duration::from_millis(time)),
        Setting::SyzygyPath(ref folders) if folders.is_empty() => searcher.set_tablebases(None),
        Setting::SyzygyPath(ref folders) => {
            let tables = Tablebases::open(folders)?;
            let mut news = tables.left_out();
            news.push(format!("{} Syzygy tables of up to {} pieces", tables.files(), tables.max_pieces()));
            searcher.set_tablebases(Some(tables));
            return Ok(news);
        }
        Setting::SyzygyProbeDepth(depth) => searcher.probe_rules().depth = depth as Depth,
        Setting::SyzygyProbeLimit(pieces) => searcher.probe_rules().pieces = pieces as usize,
        Setting::Syzygy50MoveRule(holds) => searcher.probe_rules().fifty_moves = holds,
        Setting::Material(percent) => {
            searcher.set_personality(Personality { material: percent as i32, ..searcher.personality() });
        }
        Setting::Mobility(percent) => {
            searcher.set_personality(Personality { mobility: percent as i32, ..searcher.personality() });
        }
        Setting::KingSafety(percent) => {
            searcher.set_personality(Personality { king_safety: percent as i32, ..searcher.personality() });
        }
        Setting::PawnStructure(percent) => {
            searcher.set_personality(Personality { pawn_structure: percent as i32, ..searcher.personality() });
        }
        Setting::PassedPawns(percent) => {
            searcher.set_personality(Personality { passed_pawns: percent as i32, ..searcher.personality() });
        }
        Setting::HashFile(_)
        | Setting::SaveHash
        | Setting::LoadHash
        | Setting::Ponder(_)
        | Setting::Chess960(_)
        | Setting::ShowWdl(_)
        | Setting::AnalyseMode(_)
        | Setting::LimitStrength(_)
        | Setting::Elo(_)
        | Setting::SkillLevel(_)
        | Setting::About(_)
        | Setting::OwnBook(_)
        | Setting::BookFile(_)
        | Setting::BookDepth(_)
        | Setting::DebugLogFile(_) => {}
        #[cfg(feature = "spsa")]
        Setting::Parameter(number, value) => crate::search::set_parameter(number, value),
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_set_is_the_one_remembered() {
        let (mut options, mut searcher) = (Options::default(), Searcher::new());
        assert!(!options.chess960());
        assert_eq!(options.set(Setting::Chess960(true), &mut searcher), Ok(Vec::new()));
        assert!(options.chess960());
        assert_eq!(options.set(Setting::Chess960(false), &mut searcher), Ok(Vec::new()));
        assert!(!options.chess960());
        assert_eq!(options.0.len(), 26);
        // A refused value is not remembered.
        let nowhere = Setting::SyzygyPath("/there/is/no/such/folder".to_owned());
        assert!(options.set(nowhere, &mut searcher).is_err_and(|error| error.contains("'/there/is/no/such/folder'")));
        assert!(options.0.contains(&Setting::SyzygyPath(String::new())));
    }

    #[test]
    fn a_setting_that_can_no_longer_be_applied_stops_no_other() {
        let mut options = Options::default();
        for setting in &mut options.0 {
            match setting {
                Setting::SyzygyPath(folders) => *folders = "/there/is/no/such/folder".to_owned(),
                Setting::Material(percent) => *percent = 120,
                _ => {}
            }
        }
        let (searcher, refusals) = options.searcher();
        assert_eq!((refusals.len(), searcher.personality().material), (1, 120));
    }

    #[test]
    fn elo_comes_before_skill_and_analysis_before_both() {
        let (mut options, mut searcher) = (Options::default(), Searcher::new());
        for (setting, expected) in [
            (Setting::Elo(1500), None),
            (Setting::SkillLevel(0), Some(1000)),
            (Setting::SkillLevel(10), Some(2175)),
            (Setting::LimitStrength(true), Some(1500)),
            (Setting::AnalyseMode(true), None),
            (Setting::AnalyseMode(false), Some(1500)),
            (Setting::LimitStrength(false), Some(2175)),
            (Setting::SkillLevel(20), None),
        ] {
            assert_eq!(options.set(setting.clone(), &mut searcher), Ok(Vec::new()));
            assert_eq!(options.strength(), expected, "{setting:?}");
        }
    }
}
