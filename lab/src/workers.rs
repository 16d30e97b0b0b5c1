//! Work shared by threads.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Gives the jobs to the workers, one at a time each on a thread of its own, and passes the results to `keep` in the
/// order of the jobs, on this thread. Ends at the first error of `keep`.
///
/// # Errors
/// That of `keep`.
pub fn share<W: Send, J: Send, R: Send, E>(
    workers: Vec<W>,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(&mut W, J) -> R + Sync,
    mut keep: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = Mutex::new(jobs.enumerate().fuse());
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut worker in workers {
            let (sender, jobs, work) = (sender.clone(), &jobs, &work);
            scope.spawn(move || {
                let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((number, job)) = next() {
                    // The receiver is gone after an error.
                    if sender.send((number, work(&mut worker, job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&expected) {
                keep(result)?;
                expected += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs_whoever_is_slow() {
        for count in [1, 3] {
            let mut kept = Vec::new();
            let square = |(): &mut (), number: u64| {
                thread::sleep(Duration::from_millis(5 * (3 - number % 4)));
                number * number
            };
            let keep = |square| {
                kept.push(square);
                Ok::<(), ()>(())
            };
            assert_eq!(share(vec![(); count], 0..12, square, keep), Ok(()));
            assert!(kept.into_iter().eq((0..12).map(|number| number * number)));
        }
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |(): &mut (), number: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(1));
            number
        };
        let keep = |number| if number == 3 { Err("three") } else { Ok(()) };
        assert_eq!(share(vec![(); 2], 0..1_000_000, work, keep), Err("three"));
        assert!(begun.load(Ordering::Relaxed) < 1000);
    }
}
