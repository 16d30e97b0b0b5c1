//! The searcher: what is kept between searches, and the threads of one search. The first thread searches, reports and
//! decides when it is enough; the others take moves of its nodes off it (`split.rs`). All share the transposition
//! table.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::deepening::Found;
use super::hash_file;
use super::limits::{Control, Limits};
use super::report::{Outcome, PvInfo, Report};
use super::root::RootMoves;
use super::skill::Skill;
use super::split::SplitPoints;
use super::statistics::Statistics;
use super::tablebase::{Probe, ProbeRules, Tablebases};
use super::time::TimeManager;
use super::tt::{Bound, OutOfMemory, TranspositionTable};
use super::worker::{Reporter, SharedContext, Switches, ThreadData, Worker};
use crate::eval::Personality;
use crate::position::Position;
use crate::types::Move;
use crate::types::value::{DRAW, mated_in};

/// Stack of a searching thread: more than a line of the greatest depth takes; pages never touched cost nothing.
const STACK_SIZE: usize = 32 << 20;

/// Searches positions; keeps the tables and the threads in between.
pub struct Searcher {
    table: TranspositionTable,
    /// One thread for each memory. To start a thread takes longer than to search a thousand nodes.
    pool: Arc<ThreadPool>,
    thread_data: Vec<ThreadData>, // [thread]
    multipv: usize,
    move_overhead: Duration,
    personality: Personality,
    tablebases: Option<Tablebases>,
    probe_rules: ProbeRules,
    switches: Switches,
    /// The strength to play at, and what that takes away in this game.
    elo: Option<u32>,
    skill: Option<Skill>,
}

impl Searcher {
    /// Time kept back for the way between engine and GUI unless set otherwise.
    pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(30);

    /// One thread, one line and a transposition table of the default size.
    ///
    /// # Panics
    /// If there is no memory for the default table, or the system gives no thread.
    pub fn new() -> Self {
        Self::with_hash(TranspositionTable::DEFAULT_MEBIBYTES).expect("memory for the default table")
    }

    /// One thread, one line and a transposition table of `mebibytes`.
    ///
    /// # Errors
    /// If the memory for the table cannot be had.
    ///
    /// # Panics
    /// If the system gives no thread.
    pub fn with_hash(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: TranspositionTable::new(mebibytes)?,
            pool: start_threads(1).expect("the system can start a thread"),
            thread_data: vec![ThreadData::new(Personality::default())],
            multipv: 1,
            move_overhead: Self::DEFAULT_MOVE_OVERHEAD,
            personality: Personality::default(),
            tablebases: None,
            probe_rules: ProbeRules::default(),
            switches: Switches::default(),
            elo: None,
            skill: None,
        })
    }

    /// Changes the size of the transposition table, whose content is lost unless the size stays.
    ///
    /// # Errors
    /// If the memory cannot be had; the old table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        if mebibytes != self.table.mebibytes() {
            self.table = TranspositionTable::new(mebibytes)?;
        }
        Ok(())
    }

    /// Changes the number of threads, at least one.
    ///
    /// # Errors
    /// If the system gives no such number of threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoThreads> {
        let threads = threads.max(1);
        if threads != self.thread_data.len() {
            self.pool = start_threads(threads)?;
            self.thread_data.resize_with(threads, || ThreadData::new(self.personality));
        }
        Ok(())
    }

    /// Changes the number of lines reported, at least one.
    pub fn set_multipv(&mut self, lines: usize) {
        self.multipv = lines.max(1);
    }

    /// Changes the time kept back for the way between engine and GUI.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.move_overhead = overhead;
    }

    /// How the parts of the evaluation are weighed.
    pub fn personality(&self) -> Personality {
        self.personality
    }

    /// Weighs the parts of the evaluation otherwise; what was found with the old weights is forgotten.
    pub fn set_personality(&mut self, personality: Personality) {
        if personality != self.personality {
            self.personality = personality;
            self.thread_data.iter_mut().for_each(|data| data.caches.set_personality(personality));
            self.new_game();
        }
    }

    /// Gives the search endgame tables, or takes them away.
    pub fn set_tablebases(&mut self, tablebases: Option<Tablebases>) {
        self.tablebases = tablebases;
    }

    /// When the endgame tables are asked; to be changed at will.
    pub fn probe_rules(&mut self) -> &mut ProbeRules {
        &mut self.probe_rules
    }

    /// Plays at about this strength, or at its full one if that is `None` or [`Skill::MOST`] and more. Every game
    /// has errors of its own; what was found before is forgotten.
    pub fn limit_strength(&mut self, elo: Option<u32>) {
        if elo != self.elo {
            self.elo = elo;
            self.new_game();
        }
    }

    /// Turns parts of the search off, for tests and measurements.
    pub fn set_switches(&mut self, switches: Switches) {
        self.switches = switches;
    }

    /// Forgets everything about the game: the next search gives what a new searcher's first would.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.thread_data.iter_mut().for_each(ThreadData::clear);
        // Another number for every hasher: that is random enough.
        self.skill = self.elo.and_then(|elo| Skill::new(elo, RandomState::new().hash_one(())));
    }

    /// Does now, where no clock runs, what a first search would have to do before it could begin.
    pub fn get_ready(&mut self) {
        self.table.touch(self.thread_data.len());
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {
        self.table.clear(self.thread_data.len());
    }

    /// Writes the transposition table to a file, unless `stop` is set meanwhile.
    ///
    /// # Errors
    /// In a sentence: it cannot be written, holds something else, or was given up. What was there before then is there
    /// still.
    pub fn save_hash(&self, path: &Path, stop: &AtomicBool) -> Result<(), String> {
        hash_file::save(&self.table, path, stop)
    }

    /// Takes the transposition table from a file of [`Searcher::save_hash`], unless `stop` is set meanwhile.
    ///
    /// # Errors
    /// In a sentence: the file cannot be read, is of another size or version, is damaged, or was given up. The table
    /// stays as it was.
    pub fn load_hash(&mut self, path: &Path, stop: &AtomicBool) -> Result<(), String> {
        hash_file::load(&mut self.table, path, stop)
    }

    /// The counts of all threads since the last [`Searcher::new_game`].
    pub fn statistics(&self) -> Statistics {
        self.thread_data.iter().map(ThreadData::statistics).fold(Statistics::default(), |sum, one| sum + one)
    }

    /// Moves to the first of its threads, which does `job` and then sends it back; nothing is sent if `job` panics
    /// (debug builds only: a release build ends there). A [`Searcher::go`] in `job` begins and answers without another
    /// thread having to wake up, which on a busy machine takes milliseconds.
    pub fn send_off(self, job: impl FnOnce(&mut Self) + Send + 'static) -> mpsc::Receiver<Self> {
        let (sender, receiver) = mpsc::channel();
        let mut searcher = self;
        Arc::clone(&searcher.pool).spawn(move || {
            job(&mut searcher);
            // Nobody may want it any more.
            let _ = sender.send(searcher);
        });
        receiver
    }

    /// Searches `position` within `limits` and gives the best move. Blocks until there is an answer to give; for
    /// infinite searches and while pondering that is when `control` says so.
    pub fn go(&mut self, position: &Position, limits: &Limits, control: &Control, report: Reporter) -> Outcome {
        let legal = position.legal_moves();
        let is_over = legal.is_empty();
        let is_allowed = |mv: &Move| limits.searchmoves.as_ref().is_none_or(|moves| moves.contains(mv));
        let root_moves: Vec<Move> = legal.into_iter().filter(is_allowed).collect();
        if root_moves.is_empty() {
            let outcome = no_move(is_over && position.in_check(), report);
            control.wait_for_permission_to_answer(limits.infinite);
            return outcome;
        }

        let mut tablebases = Probe::new(self.tablebases.as_ref(), self.probe_rules);
        let ranked = tablebases.as_mut().and_then(|probe| probe.root_moves(position, &root_moves));
        let root_moves = ranked.unwrap_or_else(|| RootMoves::unranked(&root_moves));
        self.table.new_search();
        let mut node_limit = limits.nodes;
        let mut helpers = self.thread_data.len() - 1;
        if let Some(skill) = self.skill {
            node_limit = Some(node_limit.map_or(skill.nodes, |nodes| nodes.min(skill.nodes)));
            helpers = 0;
        }
        let shared = SharedContext {
            table: &self.table,
            control,
            limits,
            node_limit,
            time: TimeManager::new(limits, position.game_ply(), self.move_overhead, control.start()),
            switches: self.switches,
            skill: self.skill,
            multipv: self.multipv,
            root_moves,
            tablebases,
            splits: SplitPoints::default(),
            is_over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            seldepth: AtomicUsize::new(0),
        };
        let shared = &shared;
        let mut thread_data = self.thread_data.iter_mut();
        let main = thread_data.next().map(|data| Worker::new(position, data, shared, Some(report)));
        // On this thread, if it is one of them.
        let found = self.pool.install(|| {
            rayon::scope(|scope| {
                for data in thread_data.take(helpers) {
                    scope.spawn(|_| Worker::new(position, data, shared, None).help());
                }
                let found = main.map(Worker::run).unwrap_or_default();
                control.wait_for_permission_to_answer(limits.infinite);
                found
            })
        });
        let nodes = shared.nodes.load(Ordering::Relaxed);
        self.outcome(position, &found, nodes)
    }

    fn outcome(&self, position: &Position, found: &Found, nodes: u64) -> Outcome {
        let best = found.best();
        let line = &found.lines[0];
        let ponder = line.pv.get(1).copied().or_else(|| self.table_reply(position, best?));
        Outcome { best, ponder, value: line.value, depth: found.depth, nodes }
    }

    /// The reply to `mv` that the table remembers, for a variation that was cut short.
    fn table_reply(&self, position: &Position, mv: Move) -> Option<Move> {
        let mut position = position.clone();
        position.make(mv);
        let reply = self.table.probe(position.key())?.mv?;
        (position.is_pseudo_legal(reply) && position.is_legal(reply)).then_some(reply)
    }
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new()
    }
}

fn start_threads(threads: usize) -> Result<Arc<ThreadPool>, NoThreads> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_SIZE)
        .thread_name(|number| format!("search {number}"))
        // Whoever waits for the job that panicked sees that it is gone.
        .panic_handler(|_| ())
        .build()
        .map(Arc::new)
        .map_err(|reason| NoThreads { threads, reason })
}

/// The system gives no such number of threads.
#[derive(Debug)]
pub struct NoThreads {
    threads: usize,
    reason: ThreadPoolBuildError,
}

impl std::fmt::Display for NoThreads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot start {} threads: {}", self.threads, self.reason)
    }
}

impl std::error::Error for NoThreads {}

/// Reports a position without legal moves.
fn no_move(is_mate: bool, report: Reporter) -> Outcome {
    let value = if is_mate { mated_in(0) } else { DRAW };
    report(&Report::Pv(PvInfo {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        value,
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        hashfull: 0,
        tablebase_hits: 0,
        pv: Vec::new(),
    }));
    Outcome { value, ..Outcome::default() }
}
