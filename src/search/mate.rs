//! Mate search: proves that the side to move mates in at most `N` moves, or that it cannot. Nothing is pruned that can
//! hold a mate, so that either answer is a proof; only the last move of the attacker is limited to checks.
//!
//! The method is depth-first proof-number search (df-pn) of Nagai: a best-first search of the tree of attack and
//! defense that always expands the node whose proof or disproof looks cheapest, and keeps its state in a hash table.
//! Forcing lines with few replies come first by themselves. The number of moves grows from 1 to `N`, so that the mate
//! found is a shortest one.
//!
//! Every node has two numbers, seen by its side to move: `phi`, the effort to reach its goal (the attacker mates, the
//! defender escapes), and `delta`, the effort to refute that. Below a node the roles change, so that
//! `phi = min(delta of the children)` and `delta = sum(phi of the children)`.

use arrayvec::ArrayVec;

use super::limits::Limits;
use super::worker::{Variation, Worker};
use crate::position::{Key, Position};
use crate::types::{MAX_MOVES, Move, Ply};

/// The effort of the impossible.
const IMPOSSIBLE: u32 = 1 << 30;

/// Estimated effort to prove that a quiet attacking move mates. The estimate for a check is the number of replies, so
/// checks come first.
const QUIET_COST: u32 = 6;

/// Slots of a bucket.
const BUCKET: usize = 4;

/// Places of nodes that share an index: key and numbers.
type Bucket = [(Key, u64); BUCKET];

/// The two efforts of a node, seen by its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    /// The side to move reaches its goal.
    const SUCCESS: Self = Self { phi: 0, delta: IMPOSSIBLE };
    /// The side to move does not reach its goal.
    const FAILURE: Self = Self { phi: IMPOSSIBLE, delta: 0 };
    /// Limits of a search for a proof or a disproof.
    const UNLIMITED: Self = Self { phi: IMPOSSIBLE, delta: IMPOSSIBLE };

    /// Unpacks a word of the table; `None` if the slot is empty.
    fn from_word(word: u64) -> Option<Self> {
        (word != 0).then_some(Self { phi: (word >> 32) as u32, delta: word as u32 })
    }

    fn to_word(self) -> u64 {
        u64::from(self.phi) << 32 | u64::from(self.delta)
    }

    fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    fn reaches(self, limits: Self) -> bool {
        self.phi >= limits.phi || self.delta >= limits.delta
    }
}

/// A child: a move and the numbers of the position after it.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    numbers: Numbers,
}

/// The children of a node.
type Children = ArrayVec<Child, MAX_MOVES>;

/// The numbers of a node, the index of the child to expand, and the second lowest `delta` of the children.
fn summarize(children: &[Child]) -> (Numbers, usize, u32) {
    let (mut best, mut lowest, mut second, mut sum) = (0, IMPOSSIBLE, IMPOSSIBLE, 0_u32);
    for (index, &Child { numbers: Numbers { phi, delta }, .. }) in children.iter().enumerate() {
        if delta < lowest {
            (best, second, lowest) = (index, lowest, delta);
        } else {
            second = second.min(delta);
        }
        // A sum of possible efforts stays below the impossible.
        sum = if phi.max(sum) == IMPOSSIBLE { IMPOSSIBLE } else { (sum + phi).min(IMPOSSIBLE - 1) };
    }
    (Numbers { phi: lowest, delta: sum }, best, second)
}

/// The state of a mate search, which can be continued at any time.
pub(super) struct MateSearch {
    /// Number of moves being tried at present.
    moves: u32,
    most_moves: u32,
    /// Hash table of nodes.
    slots: Box<[Bucket]>,
    /// Positions that have occurred twice in the game; a third time is a draw.
    seen_twice: Vec<Key>,
    /// The fifty-move rule can end a line, so the halfmove clock belongs to the key.
    clock_matters: bool,
    /// Nodes visited, and the count at which the search pauses.
    nodes: u64,
    pause_at: u64,
}

/// The result of a mate search so far.
pub(super) enum MateResult {
    /// The line of a shortest mate against the longest defense.
    Mate(Box<Variation>),
    /// There is no mate in the given number of moves.
    NoMate,
    /// Neither is proven yet.
    Open,
}

/// A hash table of so many empty buckets, or of half as many, a quarter ... where memory is short: a search that has
/// come so far has to answer.
fn buckets(count: usize) -> Box<[Bucket]> {
    std::iter::successors(Some(count), |count| Some(count / 2))
        .take_while(|&count| count > 0)
        .find_map(|count| bytemuck::try_zeroed_slice_box(count).ok())
        .expect("memory for one bucket")
}

impl MateSearch {
    /// A search for a mate in at most `moves` moves from `root`, with a hash table of about `slots` nodes of 16 bytes.
    pub fn new(root: &Position, moves: u32, slots: usize) -> Self {
        let most_moves = moves.clamp(1, Limits::LONGEST_MATE);
        Self {
            moves: 1,
            most_moves,
            slots: buckets((slots / BUCKET).max(1)),
            seen_twice: root.repeated_keys(),
            clock_matters: u32::from(root.halfmove_clock()) + 2 * most_moves >= 100,
            nodes: 0,
            pause_at: 0,
        }
    }

    /// The number of moves asked for.
    pub fn most_moves(&self) -> u32 {
        self.most_moves
    }

    /// Nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Continues until there is an answer, `nodes` nodes are visited in total, or the search of `worker` is over.
    pub fn advance(&mut self, worker: &mut Worker, nodes: u64) -> MateResult {
        self.pause_at = nodes;
        while self.moves <= self.most_moves {
            let numbers = self.expand(worker, self.moves, 0, Numbers::UNLIMITED);
            if numbers == Numbers::SUCCESS {
                self.pause_at = u64::MAX;
                return self.line(worker).map_or(MateResult::Open, |line| MateResult::Mate(Box::new(line)));
            }
            if numbers != Numbers::FAILURE {
                return MateResult::Open;
            }
            self.moves += 1;
        }
        MateResult::NoMate
    }

    fn is_interrupted(&self, worker: &Worker<'_>) -> bool {
        worker.is_stopped() || self.nodes >= self.pause_at
    }

    fn enter_node(&mut self, worker: &mut Worker, ply: Ply) {
        self.nodes += 1;
        worker.enter_node(ply);
    }

    /// Expands the position of `worker` at `ply` until its numbers reach the limits. `moves` is the number of moves
    /// left to the attacker.
    fn expand(&mut self, worker: &mut Worker, moves: u32, ply: Ply, limits: Numbers) -> Numbers {
        let key = self.key(&worker.position, moves);
        let mut children = match self.children(worker, moves, ply) {
            Ok(children) => children,
            Err(numbers) => {
                self.store(key, numbers);
                return numbers;
            }
        };
        loop {
            let (numbers, best, second) = summarize(&children);
            if numbers.reaches(limits) || numbers.is_solved() || self.is_interrupted(worker) {
                self.store(key, numbers);
                return numbers;
            }
            let Child { mv, numbers: child } = children[best];
            // The child is searched until it is no longer the best, with some slack so that two children with similar
            // numbers do not alternate at every node.
            let limits = Numbers {
                phi: (limits.delta - numbers.delta).saturating_add(child.phi).min(IMPOSSIBLE),
                delta: limits.phi.min(second.saturating_add(1 + second / 4)).min(IMPOSSIBLE),
            };
            worker.position.make(mv);
            let left = if is_attacker(ply) { moves - 1 } else { moves };
            children[best].numbers = self.expand(worker, left, ply + 1, limits);
            worker.position.unmake();
        }
    }

    /// The children of a node, or its numbers if they are known without a search.
    fn children(&mut self, worker: &mut Worker, moves: u32, ply: Ply) -> Result<Children, Numbers> {
        self.enter_node(worker, ply);
        if ply > 0 && self.is_draw(&worker.position) {
            return Err(if is_attacker(ply) { Numbers::FAILURE } else { Numbers::SUCCESS });
        }
        let list = worker.position.legal_moves();
        let is_stalemate = list.is_empty() && !worker.position.in_check();
        match (is_attacker(ply), moves) {
            (false, _) if is_stalemate => return Err(Numbers::SUCCESS),
            (true, 1) if self.mate_in_one(worker, ply).is_some() => return Err(Numbers::SUCCESS),
            (true, 1) => return Err(Numbers::FAILURE),
            (false, 1) => return Err(self.last_defense(worker, &list, ply)),
            _ => {}
        }
        let left = if is_attacker(ply) { moves - 1 } else { moves };
        let discovered_check_candidates = worker.position.discovered_check_candidates(worker.position.side_to_move());
        let mut children = Children::new();
        for &mv in &list {
            if !is_allowed(worker, mv, ply) {
                continue;
            }
            let is_check = is_attacker(ply) && worker.position.gives_check(mv, discovered_check_candidates);
            let numbers = self.child_numbers(worker, mv, left, is_check, ply);
            if numbers == Numbers::FAILURE {
                return Err(Numbers::SUCCESS);
            }
            // Refuted moves are dropped.
            if numbers != Numbers::SUCCESS {
                children.push(Child { mv, numbers });
            }
        }
        if children.is_empty() { Err(Numbers::FAILURE) } else { Ok(children) }
    }

    /// The numbers of the position after `mv`.
    fn child_numbers(&mut self, worker: &mut Worker, mv: Move, moves: u32, is_check: bool, ply: Ply) -> Numbers {
        // The predicted key ignores en passant and castling.
        let is_predictable =
            !self.clock_matters && mv.castling().is_none() && !worker.position.piece_on(mv.from()).is_pawn();
        if is_predictable {
            let key = mix(worker.position.key_after(mv), moves, 0);
            if let Some(numbers) = self.probe(key) {
                return numbers;
            }
            if !is_check {
                return unsearched(ply);
            }
        }
        worker.position.make(mv);
        self.enter_node(worker, ply + 1);
        let numbers = self.probe(self.key(&worker.position, moves)).unwrap_or_else(|| {
            if !is_check {
                return unsearched(ply);
            }
            match worker.position.legal_moves().len() as u32 {
                0 => Numbers::FAILURE,
                replies => Numbers { phi: 1, delta: replies },
            }
        });
        worker.position.unmake();
        numbers
    }

    /// Returns true for a draw by a rule that does not depend on the line from the root. Repetitions within the line
    /// need no check: a shortest mate repeats no position.
    fn is_draw(&self, position: &Position) -> bool {
        self.clock_matters && position.is_fifty_move_draw()
            || position.is_material_draw()
            || self.seen_twice.contains(&position.key())
    }

    /// A mate in one.
    fn mate_in_one(&mut self, worker: &mut Worker, ply: Ply) -> Option<Move> {
        let discovered_check_candidates = worker.position.discovered_check_candidates(worker.position.side_to_move());
        for &mv in &worker.position.legal_moves() {
            if worker.position.gives_check(mv, discovered_check_candidates) && is_allowed(worker, mv, ply) {
                worker.position.make(mv);
                self.enter_node(worker, ply + 1);
                let is_mate = worker.position.legal_moves().is_empty();
                worker.position.unmake();
                if is_mate {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// The numbers of a defender node when the attacker has one move left: a single reply that prevents mate in one
    /// refutes the attack.
    fn last_defense(&mut self, worker: &mut Worker, replies: &[Move], ply: Ply) -> Numbers {
        for &mv in replies {
            worker.position.make(mv);
            self.enter_node(worker, ply + 1);
            let is_defense = self.is_draw(&worker.position) || self.mate_in_one(worker, ply + 1).is_none();
            worker.position.unmake();
            if is_defense {
                return Numbers::SUCCESS;
            }
            if self.is_interrupted(worker) {
                return Numbers { phi: 1, delta: 1 };
            }
        }
        Numbers::FAILURE
    }

    /// The line of the mate; `None` if the search of `worker` ends first.
    fn line(&mut self, worker: &mut Worker) -> Option<Variation> {
        let mut line = Variation::new();
        let mut moves = self.moves;
        while moves > 0 {
            let ply = line.len();
            let mv = if is_attacker(ply) {
                moves -= 1;
                self.mating_move(worker, moves + 1, ply)
            } else {
                self.longest_defense(worker, moves, ply)
            };
            let Some(mv) = mv else { break };
            worker.position.make(mv);
            line.push(mv);
        }
        line.iter().for_each(|_| worker.position.unmake());
        (line.len() as u32 == 2 * self.moves - 1).then_some(line)
    }

    /// A move that wins against every defense.
    fn mating_move(&mut self, worker: &mut Worker, moves: u32, ply: Ply) -> Option<Move> {
        if moves == 1 {
            return self.mate_in_one(worker, ply);
        }
        self.known_mating_move(worker, moves, ply).or_else(|| {
            // The proof was overwritten in the table, so it is found again.
            self.expand(worker, moves, ply, Numbers::UNLIMITED);
            self.known_mating_move(worker, moves, ply)
        })
    }

    fn known_mating_move(&self, worker: &mut Worker, moves: u32, ply: Ply) -> Option<Move> {
        let attacks = worker.position.legal_moves();
        attacks.iter().copied().find(|&mv| {
            worker.position.make(mv);
            let known = self.probe(self.key(&worker.position, moves - 1));
            worker.position.unmake();
            known == Some(Numbers::FAILURE) && is_allowed(worker, mv, ply)
        })
    }

    /// A reply that makes the attacker use all its moves.
    fn longest_defense(&mut self, worker: &mut Worker, moves: u32, ply: Ply) -> Option<Move> {
        let replies = worker.position.legal_moves();
        if moves == 1 {
            return replies.first().copied();
        }
        for may_search in [false, true] {
            for &mv in &replies {
                worker.position.make(mv);
                let known = self.probe(self.key(&worker.position, moves - 1));
                let numbers = match known.filter(|numbers| numbers.is_solved()) {
                    None if may_search => Some(self.expand(worker, moves - 1, ply + 1, Numbers::UNLIMITED)),
                    known => known,
                };
                worker.position.unmake();
                if numbers == Some(Numbers::FAILURE) {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// The key of a node: position and moves left.
    fn key(&self, position: &Position, moves: u32) -> Key {
        let clock = if self.clock_matters { position.halfmove_clock() } else { 0 };
        mix(position.key(), moves, clock)
    }

    fn probe(&self, key: Key) -> Option<Numbers> {
        let slot = self.slots[self.bucket(key)].iter().find(|slot| slot.0 == key)?;
        Numbers::from_word(slot.1)
    }

    fn store(&mut self, key: Key, numbers: Numbers) {
        let bucket = self.bucket(key);
        let bucket = &mut self.slots[bucket];
        let place = bucket.iter().position(|slot| slot.0 == key || slot.1 == 0).unwrap_or_else(|| {
            // An unsolved node of little effort is the cheapest to lose; among solved ones the key chooses.
            let unsolved = (0..BUCKET).filter_map(|index| {
                let numbers = Numbers::from_word(bucket[index].1).filter(|numbers| !numbers.is_solved())?;
                Some((numbers.phi.saturating_add(numbers.delta), index))
            });
            unsolved.min().map_or((key >> 60) as usize % BUCKET, |(_, index)| index)
        });
        bucket[place] = (key, numbers.to_word());
    }

    fn bucket(&self, key: Key) -> usize {
        key as usize % self.slots.len()
    }
}

/// Mixes the number of moves left and the halfmove clock into a key.
fn mix(key: Key, moves: u32, clock: u16) -> Key {
    key ^ (u64::from(moves) << 16 | u64::from(clock)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The initial numbers of a position after a move at `ply`.
fn unsearched(ply: Ply) -> Numbers {
    Numbers { phi: 1, delta: if is_attacker(ply) { QUIET_COST } else { 1 } }
}

/// Returns true if the move may be played; the root may be restricted to some moves.
fn is_allowed(worker: &Worker, mv: Move, ply: Ply) -> bool {
    ply > 0 || worker.shared.root_moves.index(mv).is_some()
}

/// The attacker moves at even plies.
fn is_attacker(ply: Ply) -> bool {
    ply.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_table_is_as_large_as_memory_allows() {
        assert_eq!(buckets(3).len(), 3);
        assert!(buckets(usize::MAX).len() > 1000);
    }
}
