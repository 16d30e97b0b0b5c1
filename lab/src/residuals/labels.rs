//! The searches: each position on its own, with an empty table, so that its score depends on nothing else.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use oxide88::search::{Control, Limits, Searcher};

use super::Options;
use super::sources::{Label, Labeled};
use crate::progress::Progress;

/// Searches the positions that have no label of a search of enough nodes, until `stop` is set.
///
/// # Errors
/// A message if there is no memory for a table.
pub fn search(positions: &mut [Labeled], options: &Options, stop: &AtomicBool) -> Result<(), String> {
    let is_open = |one: &Labeled| one.label.is_none_or(|label| label.nodes < options.nodes);
    let open: Vec<usize> = (0..positions.len()).filter(|&index| is_open(&positions[index])).collect();
    if open.is_empty() {
        return Ok(());
    }
    let searcher = || Searcher::with_hash(options.hash as usize).map_err(|error| error.to_string());
    let threads = (options.concurrency as usize).min(open.len());
    let searchers: Vec<Searcher> = (0..threads).map(|_| searcher()).collect::<Result<_, _>>()?;
    let mut progress = Progress::new("positions", open.len() as u64, 0);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let found: Vec<(usize, Label)> = thread::scope(|scope| {
        for mut searcher in searchers {
            let (sender, next, open, positions) = (sender.clone(), &next, &open, &*positions);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(&index) = open.get(next.fetch_add(1, Ordering::Relaxed))
                    && sender.send((index, label(&positions[index], &mut searcher, options.nodes))).is_ok()
                {
                }
            });
        }
        drop(sender);
        let note = |(_, label): &(usize, Label)| progress.advance(&format!("depth {}", label.depth));
        receiver.into_iter().inspect(note).collect()
    });
    for (index, label) in found {
        positions[index].label = Some(label);
    }
    Ok(())
}

fn label(labeled: &Labeled, searcher: &mut Searcher, nodes: u64) -> Label {
    searcher.new_game();
    let outcome = searcher.go(&labeled.position, &Limits::nodes(nodes), &Control::default(), &mut |_| {});
    Label { score: outcome.value, best: outcome.best, depth: outcome.depth, nodes: outcome.nodes }
}
