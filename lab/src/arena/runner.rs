//! Plays the games of a schedule. Each worker thread plays one game after the other and keeps its engines running. An
//! engine that forfeited a game is restarted. The calling thread collects the results and writes a game to the file
//! before it counts.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use shakmaty::Color;

use super::archive::{Archive, ResumedMatch};
use super::client::Client;
use super::connection::EngineFailure;
use super::game::{self, Game, Opening, Rules};
use super::openings::{Book, Source};
use super::pgn::{Headers, book_moves, start_fen, text};
use super::roster::EngineSpec;
use super::saved_game::SavedGame;
use super::schedule::{Schedule, ScheduledGame};
use super::standings::{Forfeit, GameSummary, Standings};
use crate::pgn::writer::one_line;
use crate::progress::{Progress, complain};
use crate::self_play::lock;
use crate::sprt::{Hypothesis, Sprt};
use oxide88::types::quote;

/// A match to be played.
pub struct Match {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The rules of every game.
    pub rules: Rules,
    /// The games to play.
    pub schedule: Schedule,
    /// The openings.
    pub book: Mutex<Book>,
    /// The arguments that determine them.
    pub source: Source,
    /// Number of games at the same time.
    pub concurrency: usize,
    /// Sequential test of the first pairing, which may end the match early.
    pub sprt: Option<Sprt>,
    /// File of the games, and true to resume it.
    pub archive: Option<(PathBuf, bool)>,
    /// Name of the match.
    pub event: String,
}

/// The outcome of a match.
pub struct Outcome {
    /// The results.
    pub standings: Standings,
    /// Hypothesis that the sequential test accepted.
    pub accepted: Option<Hypothesis>,
    /// The error that ended the match after some of its games.
    pub error: Option<String>,
}

impl Match {
    /// Plays the remaining games until all are finished, the sequential test accepts a hypothesis, or `stop` is set.
    /// Games in progress are then abandoned. Without a terminal, progress is a line after every `lines_each` games; 0
    /// turns it off.
    ///
    /// # Errors
    /// A message if the file of games cannot be read, the file belongs to another match, or an engine does not get
    /// ready at its first start. Later, an engine that fails loses its game; a program that cannot be started and a
    /// file that cannot be written end the match with the results so far, or with the error if no game was added.
    pub fn play(&self, stop: &AtomicBool, lines_each: u32) -> Result<Outcome, String> {
        let mut standings = Standings::new(&self.schedule, self.engines.len());
        let mut is_played = vec![false; self.schedule.end()];
        let mut archive = self.open_archive(&mut standings, &mut is_played)?;
        let mut accepted = self.sprt_decision(&standings);
        let is_left = |game: &ScheduledGame| !is_played[game.index];
        let remaining: Vec<ScheduledGame> = self.schedule.games().filter(is_left).collect();
        if remaining.is_empty() || accepted.is_some() {
            return Ok(Outcome { standings, accepted, error: None });
        }
        let before = standings.games();
        let end = self
            .check_startup(stop)
            .and_then(|()| self.play_all(remaining, &mut standings, &mut accepted, archive.as_mut(), stop, lines_each));
        // A new file without games would refuse the next attempt.
        archive.into_iter().for_each(Archive::remove_if_empty);
        match end {
            Err(error) if standings.games() == before => Err(error),
            end => Ok(Outcome { standings, accepted, error: end.err() }),
        }
    }

    /// Plays the `remaining` games; the parameters are those of [`Match::play`].
    fn play_all(
        &self,
        remaining: Vec<ScheduledGame>,
        standings: &mut Standings,
        accepted: &mut Option<Hypothesis>,
        mut archive: Option<&mut Archive>,
        stop: &AtomicBool,
        lines_each: u32,
    ) -> Result<(), String> {
        let before = standings.games();
        let total = self.schedule.len() as u64;
        let mut progress = Progress::with_lines_each(lines_each.into(), "games", total, before as u64);
        let queue = Mutex::new(remaining.into_iter());
        let (sender, finished) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move || self.work(queue, &sender, stop));
            }
            drop(sender);
            let mut end = Ok(());
            for finished in finished {
                let (scheduled, game) = match finished {
                    Ok(finished) => finished,
                    Err(reason) => {
                        end = end.and(Err(reason));
                        continue;
                    }
                };
                let written = archive.as_mut().map_or(Ok(()), |archive| archive.append(&self.text(&scheduled, &game)));
                if let Err(error) = written {
                    end = Err(format!("cannot write the games: {error}"));
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
                standings.add(&scheduled, &GameSummary::of(&game));
                let hours = progress.elapsed().as_secs_f64() / 3600.0;
                progress.advance(&self.progress_note((standings.games() - before) as f64 / hours, standings));
                *accepted = accepted.or_else(|| self.sprt_decision(standings));
                if accepted.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            end
        })
    }

    /// Starts each engine once. An engine that never gets ready is an error of the user and no measure of strength.
    fn check_startup(&self, stop: &AtomicBool) -> Result<(), String> {
        self.engines.iter().try_for_each(|engine| Client::check_startup(engine, &self.rules.client_config, stop))
    }

    /// Returns the text of the progress line.
    fn progress_note(&self, games_per_hour: f64, standings: &Standings) -> String {
        let elo = standings.total(0).elo().map_or_else(String::new, |elo| format!(", Elo {elo}"));
        let llr = self.sprt.map_or_else(String::new, |sprt| {
            let (low, high) = sprt.bounds();
            format!(", LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(standings.pairs(0)))
        });
        format!("{games_per_hour:.0} games/h{elo}{llr}")
    }

    /// Returns the hypothesis that the sequential test accepts.
    fn sprt_decision(&self, standings: &Standings) -> Option<Hypothesis> {
        self.sprt.and_then(|sprt| sprt.verdict(standings.pairs(0)))
    }

    fn open_archive(&self, standings: &mut Standings, is_played: &mut [bool]) -> Result<Option<Archive>, String> {
        let Some((path, resume)) = &self.archive else { return Ok(None) };
        if *resume {
            Archive::resume(path, &mut ResumeState { this_match: self, standings, is_played }).map(Some)
        } else {
            Archive::create(path).map(Some)
        }
    }

    /// Returns the tags by which a game belongs to this match: White, Black, limit and source of the opening.
    fn match_tags(&self, scheduled: &ScheduledGame) -> [String; 4] {
        let [white, black] = [scheduled.white, scheduled.black].map(|engine| one_line(&self.engines[engine].name));
        [white, black, scheduled.limit.to_string(), one_line(&self.source.to_string())]
    }

    fn text(&self, scheduled: &ScheduledGame, game: &Game) -> String {
        let headers = Headers {
            event: &self.event,
            number: scheduled.index + 1,
            round: scheduled.opening + 1,
            white: &self.engines[scheduled.white].name,
            black: &self.engines[scheduled.black].name,
            limit: scheduled.limit,
            openings: &self.source.to_string(),
            chess960: self.rules.client_config.chess960,
        };
        text(&headers, game)
    }

    /// Plays games until none are left, or a program cannot be started.
    fn work(
        &self,
        queue: &Mutex<std::vec::IntoIter<ScheduledGame>>,
        sender: &Sender<Result<(ScheduledGame, Game), String>>,
        stop: &AtomicBool,
    ) {
        let mut clients = HashMap::new();
        while !stop.load(Ordering::Relaxed) {
            let Some(scheduled) = lock(queue).next() else { break };
            let opening = lock(&self.book).get(scheduled.opening);
            let finished = match self.game(&scheduled, opening, &mut clients, stop) {
                Ok(Some(game)) => Ok((scheduled, game)),
                Ok(None) => break,
                Err(reason) => {
                    stop.store(true, Ordering::Relaxed);
                    Err(reason)
                }
            };
            if sender.send(finished).is_err() {
                break;
            }
        }
        if !stop.load(Ordering::Relaxed) {
            clients.into_values().for_each(Client::quit);
        }
    }

    /// Plays one game; `None` if it was interrupted.
    ///
    /// # Errors
    /// A program cannot be started.
    fn game(
        &self,
        scheduled: &ScheduledGame,
        opening: Opening,
        clients: &mut HashMap<usize, Client>,
        stop: &AtomicBool,
    ) -> Result<Option<Game>, String> {
        let game = match self.ready(scheduled.white, clients, stop) {
            Err(failure) => self.forfeit(scheduled, opening, Color::White, failure)?,
            Ok(mut white) => match self.ready(scheduled.black, clients, stop) {
                Err(failure) => {
                    clients.insert(scheduled.white, white);
                    self.forfeit(scheduled, opening, Color::Black, failure)?
                }
                Ok(mut black) => {
                    let game = game::play(&mut white, &mut black, opening, scheduled.limit, &self.rules, stop);
                    let Some(game) = game else { return Ok(None) };
                    let forfeiting_side = forfeiting_side(&game);
                    for (color, engine, client) in
                        [(Color::White, scheduled.white, white), (Color::Black, scheduled.black, black)]
                    {
                        if forfeiting_side != Some(color) {
                            clients.insert(engine, client);
                        }
                    }
                    Some(game)
                }
            },
        };
        if let Some(game) = &game
            && let Some(color) = forfeiting_side(game)
        {
            let engine = color.fold_wb(scheduled.white, scheduled.black);
            complain(&format!("game {}: {} ({})", scheduled.index + 1, game.result, self.engines[engine].name));
        }
        Ok(game)
    }

    /// Returns the game of an engine that did not get ready; `None` if it was interrupted.
    ///
    /// # Errors
    /// Its program cannot be started: it was removed, or the system has no more processes or files. That is no measure
    /// of strength, and would decide all games that are left.
    fn forfeit(
        &self,
        scheduled: &ScheduledGame,
        opening: Opening,
        loser: Color,
        failure: EngineFailure,
    ) -> Result<Option<Game>, String> {
        match failure {
            EngineFailure::Interrupted => Ok(None),
            EngineFailure::Start(_) => {
                let engine = loser.fold_wb(scheduled.white, scheduled.black);
                Err(format!("engine {} {failure}", quote(&self.engines[engine].name)))
            }
            _ => Ok(Some(game::forfeit(opening, loser, failure))),
        }
    }

    /// Takes `engine` out of `clients` and makes it ready for a new game. Starts it if it is not running.
    fn ready(
        &self,
        engine: usize,
        clients: &mut HashMap<usize, Client>,
        stop: &AtomicBool,
    ) -> Result<Client, EngineFailure> {
        Client::ready(clients.remove(&engine), &self.engines[engine], &self.rules.client_config, stop)
    }
}

/// The match and the results so far while a file is resumed.
struct ResumeState<'a> {
    this_match: &'a Match,
    standings: &'a mut Standings,
    is_played: &'a mut [bool],
}

impl ResumedMatch for ResumeState<'_> {
    fn add_game(&mut self, saved: &SavedGame) -> Result<(), String> {
        let Self { this_match, .. } = self;
        let scheduled = this_match.schedule.game(saved.number - 1);
        let scheduled = scheduled.ok_or_else(|| format!("this match has no game {}", saved.number))?;
        let found = describe_tags([&saved.white, &saved.black, &saved.limit, &saved.openings]);
        let wanted = describe_tags(this_match.match_tags(&scheduled).each_ref().map(String::as_str));
        if found != wanted {
            let (found, wanted) = (quote(&found), quote(&wanted));
            return Err(format!("it belongs to another match: game {} is {found}, not {wanted}", saved.number));
        }
        let opening = lock(&this_match.book).get(scheduled.opening);
        let is_same_start = saved.fen == start_fen(&opening.start, this_match.rules.client_config.chess960);
        if !is_same_start || saved.book_moves != book_moves(&opening) {
            return Err(format!(
                "game {} has another opening than it would have now: the openings changed, or what chooses them",
                saved.number
            ));
        }
        let is_played = self.is_played.get_mut(scheduled.index).ok_or("no such game")?;
        if std::mem::replace(is_played, true) {
            return Err(format!("game {} occurs twice", saved.number));
        }
        self.standings.add(&scheduled, &saved.summary);
        Ok(())
    }

    fn may_own(&self, tags: &[(String, String)]) -> bool {
        let value = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str());
        let Some(number) = value("GameNumber") else { return true };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(scheduled) = index.and_then(|index| self.this_match.schedule.game(index)) else { return false };
        let names = ["White", "Black", "TimeControl", "Openings"];
        names
            .iter()
            .zip(self.this_match.match_tags(&scheduled))
            .all(|(name, term)| value(name).is_none_or(|value| value == term))
    }

    fn event(&self) -> &str {
        &self.this_match.event
    }
}

/// Formats the tags that differ between matches.
fn describe_tags([white, black, limit, openings]: [&str; 4]) -> String {
    format!("{white} - {black} at {limit} from {openings}")
}

/// Returns the side that forfeited the game.
fn forfeiting_side(game: &Game) -> Option<Color> {
    let forfeit = Forfeit::named(game.result.reason.termination());
    game.result.winner.filter(|_| forfeit.is_some()).map(|winner| !winner)
}
