//! Any engine as a solver: an engine of the roster, or a program at a path. Its thoughts are its info lines. The time
//! of a thought is the time of the read, not the time that the engine reports; its CPU time is that of the engine's
//! process at that moment, where the system tells it.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::solver::{Solver, Thought};
use crate::arena::{
    Client, ClientConfig, EngineScore, EngineSpec, GameRecord, Info, Reply, Roster, SearchLimits, Setting,
};
use oxide88::position::Position;
use oxide88::search::Limits;
use oxide88::types::value::{EVAL_LIMIT, MAX_PLY, mate_in, mated_in};
use oxide88::types::{Depth, Ply, Value};

/// Timeout for getting ready, and for searches without a time limit.
const TIMEOUT: Duration = Duration::from_mins(10);

/// Timeout for the first start: the program may be no engine.
const STARTUP_TIMEOUT: Duration = Duration::from_mins(1);

/// Time by which an engine may exceed its time limit.
const MARGIN: Duration = Duration::from_secs(5);

/// An engine of the roster. It is started at its first search, and again after a failure.
pub struct External {
    engine: EngineSpec,
    config: ClientConfig,
    client: Option<Client>,
    stop: AtomicBool,
}

impl External {
    /// Finds the engine called `name` in the roster `file`, or in the default one, to search within `limits` with a
    /// hash table of `hash` MiB if it has that option.
    ///
    /// # Errors
    /// A message if there is no such engine or file, or the engine does not support the limits.
    pub fn find(name: &str, file: Option<&Path>, hash: u32, limits: &Limits) -> Result<Self, String> {
        let mut engine = Roster::load(file)?.find(name)?;
        if limits.nodes.is_some() {
            engine.check_node_limit()?;
        }
        engine.options.retain(|setting| setting.name != "Hash");
        engine.options.push(Setting { name: "Hash".to_owned(), value: hash.to_string(), is_default: true });
        let config = ClientConfig { timeout: TIMEOUT, chess960: false, log_dir: None };
        Ok(Self { engine, config, client: None, stop: AtomicBool::new(false) })
    }

    fn answer(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(Thought),
    ) -> Result<Thought, String> {
        let time_limit = limits.movetime.map(|time| time + MARGIN);
        let game = GameRecord::new(Some(&position.fen()));
        let (client, answer, cpu_time) = Client::ready(self.client.take(), &self.engine, &self.config, &self.stop)
            .and_then(|mut client| {
                client.enable_info_events();
                // A ready engine has cleared its tables, unless it speaks XBoard's protocol without `ping`.
                let clock = client.cpu_clock();
                let begin = clock.now();
                let cpu_time = || clock.now()?.checked_sub(begin?);
                let mut tell = |info: &Info, time| {
                    if let Some(thought) = thought(position, info, time, cpu_time()) {
                        watch(thought);
                    }
                };
                let answer =
                    client.search_with_info(&game, &search_limits(limits), time_limit, &self.stop, &mut tell)?;
                let cpu_time = cpu_time();
                Ok((client, answer, cpu_time))
            })
            .map_err(|failure| failure.to_string())?;
        // The client is kept only after an answer; a failed engine is restarted.
        self.client = Some(client);
        let Reply::Move(text) = answer.reply else { return Err("resigns".to_owned()) };
        let mv = position.parse_move(&text).map_err(|error| format!("{error} '{text}'"))?;
        Ok(Thought {
            mv,
            value: answer.info.score.map_or(0, value),
            depth: answer.info.depth.unwrap_or(0) as Depth,
            nodes: answer.info.nodes.unwrap_or(0),
            time: answer.elapsed,
            cpu_time,
            is_cut_short: false,
        })
    }
}

impl Solver for External {
    fn name(&self) -> String {
        self.engine.name.clone()
    }

    fn try_out(&self) -> Result<(), String> {
        let config = ClientConfig { timeout: STARTUP_TIMEOUT, ..self.config.clone() };
        Client::check_startup(&self.engine, &config, &self.stop)
    }

    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, String> {
        self.answer(position, limits, watch)
    }
}

/// Converts an engine's info line; `None` if it has no legal move. A bound counts as a score, as with Oxide88: the move
/// is the one that the engine would play now.
fn thought(position: &Position, info: &Info, time: Duration, cpu_time: Option<Duration>) -> Option<Thought> {
    // Engines of the XBoard protocol may write SAN.
    let (mv, score) = (position.read_move(info.best.as_deref()?).ok()?, info.score?);
    let (depth, nodes) = (info.depth.unwrap_or(0) as Depth, info.nodes.unwrap_or(0));
    // Only the first move of another engine's line is kept.
    Some(Thought { mv, value: value(score), depth, nodes, time, cpu_time, is_cut_short: false })
}

fn search_limits(limits: &Limits) -> SearchLimits {
    SearchLimits {
        clock: None,
        movetime: limits.movetime,
        nodes: limits.nodes,
        depth: limits.depth.map(|depth| depth as u32),
    }
}

/// Converts an engine's score to our scale, where no mate takes more than [`MAX_PLY`] plies.
fn value(score: EngineScore) -> Value {
    match score {
        EngineScore::Centipawns(value) => value.clamp(-EVAL_LIMIT, EVAL_LIMIT),
        EngineScore::Mate(moves) if moves > 0 => mate_in((2 * moves.unsigned_abs() as Ply - 1).min(MAX_PLY)),
        EngineScore::Mate(moves) => mated_in((2 * moves.unsigned_abs() as Ply).min(MAX_PLY)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxide88::types::value::moves_to_mate;

    #[test]
    fn scores_are_translated() {
        for moves in [-5, -1, 1, 12] {
            assert_eq!(moves_to_mate(value(EngineScore::Mate(moves))), Some(moves));
        }
        assert_eq!(moves_to_mate(value(EngineScore::Mate(200))), Some(120));
        assert_eq!(moves_to_mate(value(EngineScore::Mate(-20_000))), Some(-120));
        assert_eq!(value(EngineScore::Centipawns(-31)), -31);
        let (start, time, cpu_time) = (Position::start(), Duration::from_millis(7), Some(Duration::from_millis(5)));
        let said = |line: &str| thought(&start, &Info::parse(line), time, cpu_time);
        let e4 = start.parse_move("e2e4").unwrap();
        let expected = Thought { mv: e4, value: -31, depth: 9, nodes: 80, time, cpu_time, is_cut_short: false };
        assert_eq!(said("info depth 9 score cp -31 nodes 80 time 900 pv e2e4 e7e5"), Some(expected));
        assert_eq!(said("info depth 9 score cp -31 nodes 80 pv e4 e5"), Some(expected));
        assert_eq!(said("info depth 9 score cp -31 nodes 80 pv e2e5"), None);
        assert_eq!(said("info depth 9 score cp -31 nodes 80"), None);
        assert_eq!(moves_to_mate(value(EngineScore::Centipawns(999_999))), None);
    }
}
