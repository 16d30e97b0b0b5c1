//! What several tests need: positions from random games, the same on every machine.

use oxide88::position::Position;
use rand_mt::Mt64;

/// Positions from games of random moves: `per_game` from each, at random plies, none of them at its end.
pub fn random_positions(seed: u64, count: usize, per_game: usize) -> Vec<Position> {
    let mut random = Mt64::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut position = Position::start();
        let mut game = Vec::new();
        while !position.is_draw(0) && game.len() < 200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(position.clone());
            position.make(moves[random.next_u64() as usize % moves.len()]);
        }
        for _ in 0..per_game.min(count - positions.len()) {
            positions.push(game[random.next_u64() as usize % game.len()].clone());
        }
    }
    positions
}

/// Runs `check` on all items, half of them on each of two threads.
#[allow(dead_code, reason = "each test binary has its own copy of this module")]
pub fn on_two_threads<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let (first, second) = items.split_at(items.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| first.iter().for_each(&check));
        second.iter().for_each(&check);
    });
}
