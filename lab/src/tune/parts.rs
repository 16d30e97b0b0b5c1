//! Sums over many positions on all cores. They are split into parts that do not depend on the number of threads, and so
//! rounding does not either.

use std::ops::Range;
use std::thread;

/// Number of parts, whatever the number of threads; more threads have nothing to do.
const PARTS: usize = 16;

/// Applies `work` to each part of `0..len`; the results are in order.
pub fn in_parts<T: Send>(len: usize, threads: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let size = len.div_ceil(PARTS).max(1);
    let parts: Vec<Range<usize>> =
        (0..PARTS).map(|part| (part * size).min(len)..((part + 1) * size).min(len)).collect();
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = parts
            .chunks(PARTS.div_ceil(threads.max(1)))
            .map(|parts| scope.spawn(move || parts.iter().cloned().map(work).collect::<Vec<T>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("arithmetic does not panic")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_done_once_and_in_order_on_any_number_of_threads() {
        for len in [0, 1, 15, 16, 17, 1000] {
            for threads in [0, 1, 2, 5, 16, 100] {
                let parts = in_parts(len, threads, |part| part);
                assert_eq!(parts, in_parts(len, 1, |part| part));
                assert!(parts.into_iter().flatten().eq(0..len), "{len} on {threads}");
            }
        }
    }
}
