//! The searches: each position on its own, with an empty table, so that its score depends on nothing else.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use oxide88::search::{Limits, Searcher};

use super::Options;
use super::sources::{Label, Labeled};
use crate::interrupt::search_until;
use crate::progress::Progress;
use crate::workers;

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
    let searcher = |_| Searcher::with_hash(options.hash as usize).map_err(|error| error.to_string());
    let searchers: Vec<Searcher> = (0..options.concurrency).map(searcher).collect::<Result<_, _>>()?;
    let mut progress = Progress::new("positions", open.len() as u64, 0);
    let mut found = Vec::new();
    let jobs = open.iter().map(|&index| &positions[index]).take_while(|_| !stop.load(Ordering::Relaxed));
    let keep = |label: Option<Label>| {
        if let Some(label) = label {
            progress.advance(&format!("depth {}", label.depth));
        }
        found.push(label);
        Ok(())
    };
    let work = |searcher: &mut Searcher, labeled: &Labeled| label(labeled, searcher, options.nodes, stop);
    let Ok::<(), Infallible>(()) = workers::share(searchers, jobs, work, keep);
    for (index, label) in open.into_iter().zip(found) {
        positions[index].label = label.or(positions[index].label);
    }
    Ok(())
}

/// Searches a position; `None` if `stop` was set meanwhile, which ends the search.
fn label(labeled: &Labeled, searcher: &mut Searcher, nodes: u64, stop: &AtomicBool) -> Option<Label> {
    searcher.new_game();
    search_until(stop, |control| {
        let outcome = searcher.go(&labeled.position, &Limits::nodes(nodes), control, &mut |_| {});
        let label = Label { score: outcome.value, best: outcome.best, depth: outcome.depth, nodes: outcome.nodes };
        (!control.is_stopped()).then_some(label)
    })
}
