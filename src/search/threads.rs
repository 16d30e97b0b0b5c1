//! The searcher: what persists between searches, and the threads of one search.
//!
//! Threads search in parallel as Lazy SMP: each runs iterative deepening on the root and shares no search data but the
//! transposition table, whose entries spare the others work and show them better moves. Every second helper searches
//! one ply deeper, and threads progress at different rates, so they are in different parts of the tree. The main thread
//! reports and decides when to stop; then the threads vote for the move.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, bounded};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::deepening::Found;
use super::hash_file;
use super::limits::{Control, Limits};
use super::replacement::Replacement;
use super::report::{Outcome, PvInfo, Report};
use super::root::RootMoves;
use super::sample::Sampler;
use super::skill::Skill;
use super::statistics::Statistics;
use super::tablebase::{Probe, ProbeRules, Tablebases};
use super::time::TimeManager;
use super::tt::{OutOfMemory, TranspositionTable};
use super::vote::vote;
use super::worker::{Reporter, SharedContext, Switches, ThreadData, Worker};
use crate::eval::{PawnTable, Personality};
use crate::position::Position;
use crate::types::Move;
use crate::types::value::{DRAW, mated_in};

/// Stack size of a search thread, in bytes: more than a line of maximum depth needs. Untouched pages cost nothing.
const STACK_SIZE: usize = 32 << 20;

/// Searches positions; keeps tables and threads in between.
pub struct Searcher {
    table: TranspositionTable,
    /// One thread for each element of `thread_data`. Starting a thread takes longer than searching a thousand nodes.
    pool: Arc<ThreadPool>,
    thread_data: Vec<ThreadData>, // [thread]
    multipv: usize,
    move_overhead: Duration,
    personality: Personality,
    tablebases: Option<Tablebases>,
    probe_rules: ProbeRules,
    switches: Switches,
    /// The strength to play at, and its limits in this game.
    elo: Option<u32>,
    skill: Option<Skill>,
}

impl Searcher {
    /// Default time kept back for the transmission of a move.
    pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(30);

    /// A searcher with one thread, one line and a transposition table of the default size.
    ///
    /// # Panics
    /// There is no memory for the default table, or the system cannot start a thread.
    pub fn new() -> Self {
        Self::with_hash(TranspositionTable::DEFAULT_MEBIBYTES).expect("memory for the default table")
    }

    /// A searcher with one thread, one line and a transposition table of `mebibytes`.
    ///
    /// # Errors
    /// The memory for the table cannot be allocated.
    ///
    /// # Panics
    /// The system cannot start a thread.
    pub fn with_hash(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: TranspositionTable::new(mebibytes)?,
            pool: start_threads(1).expect("the system can start a thread"),
            thread_data: vec![ThreadData::new(Personality::default(), PawnTable::SIZE)],
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

    /// Changes the size of the transposition table; a new size clears it.
    ///
    /// # Errors
    /// The memory cannot be allocated; the old table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        if mebibytes != self.table.mebibytes() {
            self.table.resize(mebibytes)?;
        }
        Ok(())
    }

    /// The replacement scheme of the transposition table.
    pub fn replacement(&self) -> Replacement {
        self.table.replacement()
    }

    /// Changes the replacement scheme of the transposition table; its entries stay.
    pub fn set_replacement(&mut self, replacement: Replacement) {
        self.table.set_replacement(replacement);
    }

    /// Changes the number of threads, at least one.
    ///
    /// # Errors
    /// The system does not give so many threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoThreads> {
        let threads = threads.max(1);
        if threads != self.thread_data.len() {
            self.pool = start_threads(threads)?;
            self.thread_data.resize_with(threads, || ThreadData::new(self.personality, self.switches.pawn_entries));
        }
        Ok(())
    }

    /// Changes the number of lines reported, at least one.
    pub fn set_multipv(&mut self, lines: usize) {
        self.multipv = lines.max(1);
    }

    /// Changes the time kept back for the transmission of a move.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.move_overhead = overhead;
    }

    /// The personality of the evaluation.
    pub fn personality(&self) -> Personality {
        self.personality
    }

    /// Changes the personality of the evaluation, and clears all tables.
    pub fn set_personality(&mut self, personality: Personality) {
        if personality != self.personality {
            self.personality = personality;
            self.thread_data.iter_mut().for_each(|data| data.caches.set_personality(personality));
            self.new_game();
        }
    }

    /// Sets or removes the endgame tablebases.
    pub fn set_tablebases(&mut self, tablebases: Option<Tablebases>) {
        self.tablebases = tablebases;
    }

    /// The rules for probing tablebases.
    pub fn probe_rules(&mut self) -> &mut ProbeRules {
        &mut self.probe_rules
    }

    /// Limits the strength to about `elo`; `None` or [`Skill::MOST`] and more is full strength. Clears all tables; each
    /// game has different noise.
    pub fn limit_strength(&mut self, elo: Option<u32>) {
        if elo != self.elo {
            self.elo = elo;
            self.new_game();
        }
    }

    /// Sets the switches for tests and measurements.
    pub fn set_switches(&mut self, switches: Switches) {
        self.switches = switches;
        let pawns = || PawnTable::with_entries(switches.pawn_entries);
        self.thread_data.iter_mut().for_each(|data| data.caches.pawns = pawns());
    }

    /// Clears all tables: the next search equals the first one of a new searcher.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.thread_data.iter_mut().for_each(ThreadData::clear);
        // Every hasher is seeded differently, which is random enough.
        self.skill = self.elo.and_then(|elo| Skill::new(elo, RandomState::new().hash_one(())));
    }

    /// Prepares for the first search while no clock runs.
    pub fn get_ready(&mut self) {
        self.table.touch(&self.pool);
    }

    /// Clears the transposition table.
    pub fn clear_hash(&mut self) {
        self.table.clear(Some(&self.pool));
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
    /// stays as it was, or is empty if the file changed while it was read.
    pub fn load_hash(&mut self, path: &Path, stop: &AtomicBool) -> Result<(), String> {
        hash_file::load(&mut self.table, path, stop)
    }

    /// The transposition table.
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }

    /// Counts of all threads since the last [`Searcher::new_game`].
    pub fn statistics(&self) -> Statistics {
        self.thread_data.iter().map(ThreadData::statistics).fold(Statistics::default(), |sum, one| sum + one)
    }

    /// Moves to one of its threads, runs `job` there and is sent back afterwards; nothing is sent if `job` panics
    /// (in debug builds; release builds abort). A [`Searcher::go`] in `job` starts and answers without waking another
    /// thread, which takes milliseconds on a busy machine.
    pub fn send_off(self, job: impl FnOnce(&mut Self) + Send + 'static) -> Receiver<Self> {
        let (sender, receiver) = bounded(1);
        let mut searcher = self;
        Arc::clone(&searcher.pool).spawn(move || {
            job(&mut searcher);
            // The receiver may be gone.
            let _ = sender.send(searcher);
        });
        receiver
    }

    /// Searches `position` within `limits` and returns the best move. Blocks until the answer may be given; in infinite
    /// searches and while pondering, `control` decides when.
    pub fn go(&mut self, position: &Position, limits: &Limits, control: &Control, report: Reporter) -> Outcome {
        self.search(position, limits, control, report, None)
    }

    /// Searches `nodes` nodes from `position` with one thread, and returns the position of each node whose number
    /// `every` divides, without the moves that led there. A position that is visited again is returned again.
    ///
    /// # Panics
    /// `every` is 0.
    pub fn sample(&mut self, position: &Position, nodes: u64, every: u64) -> Vec<Position> {
        assert!(every > 0, "one in no positions");
        let sampler = Sampler::new(every);
        self.search(position, &Limits::nodes(nodes), &Control::default(), &mut |_| (), Some(&sampler));
        sampler.into_positions()
    }

    /// [`Searcher::go`], with one thread if `sampler` looks at its nodes.
    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        report: Reporter,
        sampler: Option<&Sampler>,
    ) -> Outcome {
        let legal = position.legal_moves();
        let is_over = legal.is_empty();
        let is_allowed = |mv: &Move| limits.searchmoves.as_ref().is_none_or(|moves| moves.contains(mv));
        let root_moves: Vec<Move> = legal.into_iter().filter(is_allowed).collect();
        if root_moves.is_empty() {
            let outcome = no_move(is_over && position.in_check(), is_over && !position.in_check(), report);
            control.wait_for_permission_to_answer(limits.infinite);
            return outcome;
        }

        let mut tablebases = Probe::new(self.tablebases.as_ref(), self.probe_rules);
        let ranked = tablebases.as_mut().and_then(|probe| probe.root_moves(position, &root_moves));
        let root_moves = ranked.unwrap_or_else(|| RootMoves::unranked(&root_moves));
        self.table.new_search();
        let mut node_limit = limits.nodes;
        let mut threads = if sampler.is_some() { 1 } else { self.thread_data.len() };
        if let Some(skill) = self.skill {
            node_limit = Some(node_limit.map_or(skill.nodes, |nodes| nodes.min(skill.nodes)));
            threads = 1;
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
            sampler,
            is_over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let found = search_on(&self.pool, &mut self.thread_data[..threads], position, &shared, report);
        control.wait_for_permission_to_answer(limits.infinite);
        let nodes = shared.nodes.load(Ordering::Relaxed);
        self.outcome(position, &found, nodes)
    }

    fn outcome(&self, position: &Position, found: &Found, nodes: u64) -> Outcome {
        let best = found.best();
        let line = &found.lines[0];
        let ponder = line.pv.get(1).copied().or_else(|| self.table_reply(position, best?));
        Outcome { best, ponder, value: line.value, depth: found.depth, nodes }
    }

    /// The reply to `mv` from the transposition table, if the variation is too short to have one.
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
        // A job that panicked closes its channel, which its receiver notices.
        .panic_handler(|_| ())
        .build()
        .map(Arc::new)
        .map_err(|reason| NoThreads { threads, reason })
}

/// The system cannot start so many threads.
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

/// Lets all threads search the root, each with its own data, and returns the answer of the best.
fn search_on(
    pool: &ThreadPool,
    thread_data: &mut [ThreadData],
    position: &Position,
    shared: &SharedContext<'_>,
    report: Reporter<'_>,
) -> Found {
    let (main, helpers) = thread_data.split_first_mut().expect("at least one thread");
    let mut found_by_helpers = vec![Found::default(); helpers.len()];
    let mut main = Worker::new(position, main, shared, 0, Some(report));
    // On this thread, if it belongs to the pool.
    let found = pool.install(|| {
        rayon::scope(|scope| {
            for (index, (data, found)) in helpers.iter_mut().zip(&mut found_by_helpers).enumerate() {
                scope.spawn(move |_| {
                    // A helper that starts late is not needed any more. The main thread always searches: it answers.
                    if !shared.is_over.load(Ordering::Relaxed) {
                        *found = Worker::new(position, data, shared, index + 1, None).run();
                    }
                });
            }
            main.run()
        })
    });
    // The main thread answers if it was asked for a depth, a proof or several lines.
    let limits = shared.limits;
    let is_main_asked = limits.depth.is_some() || limits.mate.is_some() || shared.multipv > 1;
    let best = if is_main_asked { &found } else { vote(&found, &found_by_helpers) };
    if best.best() == found.best() {
        main.report_totals(&found);
        return found;
    }
    main.report_found(&best.lines);
    best.clone()
}

/// Reports a position without a move to search.
fn no_move(is_mate: bool, is_stalemate: bool, report: Reporter) -> Outcome {
    let value = if is_mate { mated_in(0) } else { DRAW };
    report(&Report::Pv(PvInfo::without_search(value, is_stalemate)));
    Outcome { value, ..Outcome::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_threads_have_the_pawn_table_of_the_switches() {
        let mut searcher = Searcher::with_hash(1).unwrap();
        searcher.set_switches(Switches { pawn_entries: 1, ..Switches::default() });
        searcher.set_threads(3).unwrap();
        let fens = ["4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/1P6/4K3 w - - 0 1"];
        let [one, other] = fens.map(|fen| Position::from_fen(fen).unwrap());
        for data in &mut searcher.thread_data {
            for position in [&one, &other, &one] {
                data.caches.pawns.probe(position);
            }
            assert_eq!(data.statistics().pawns.hits, 0, "one entry keeps the last pawns alone");
        }
    }

    #[test]
    fn in_a_tiny_table_no_replacement_scheme_changes_the_value_of_a_plain_search() {
        // A deeper search reaches positions by detours too, finds them searched to more than the depth asked for, and
        // has a better value.
        const DEPTH: i32 = 4;
        const ENTRIES: usize = 61;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut searcher = Searcher::with_hash(1).unwrap();
            searcher.table = TranspositionTable::with_entries(ENTRIES).unwrap();
            let value = |searcher: &mut Searcher, table| {
                searcher.set_switches(Switches { table, selective: false, ..Switches::default() });
                searcher.new_game();
                let outcome = searcher.go(&position, &Limits::depth(DEPTH), &Control::default(), &mut |_| ());
                (outcome.value, searcher.statistics())
            };
            let (expected, without) = value(&mut searcher, false);
            assert_eq!(without.tt_probes, 0);
            for scheme in Replacement::ALL {
                searcher.set_replacement(scheme);
                let (found, statistics) = value(&mut searcher, true);
                assert_eq!(found, expected, "{scheme}: {fen}");
                assert!(
                    statistics.tt_overwritten > ENTRIES as u64 && statistics.tt_cutoffs > 0,
                    "{scheme}: {statistics:?}"
                );
            }
        }
    }
}
