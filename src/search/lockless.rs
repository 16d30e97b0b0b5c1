//! Lockless hashing (Hyatt & Mann): threads share a table entry of two words without a lock. The first word is the key
//! XORed with the second. A reader XORs them again; if two writes got mixed, the result is another key, and the entry
//! counts as a miss. The functions are generic over the word, so that a model checker can try every order of reads and
//! writes.
//!
//! Loads and stores are relaxed. A reader may see the first word of one writer and the second of another, and accepts
//! the pair only if their XOR is its full key. That holds for the words of one store of this position, or by chance
//! once in 2^64. Two stores of the same position may mix as well, but then both words agree on the key only if the data
//! are equal. An entry is only a hint: a move is checked for legality before it is made, and a value is no more than a
//! bound that some search proved. No other memory depends on an entry, so nothing needs to be ordered with it.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::position::Key;

/// A shared word.
pub(super) trait Word {
    fn read(&self) -> u64;
    fn write(&self, value: u64);
}

/// No other memory depends on an entry, so relaxed ordering is enough.
impl Word for AtomicU64 {
    #[inline]
    fn read(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn write(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// Loads an entry: its key, if both words were stored together, and its data.
#[inline]
pub(super) fn load([check, data]: &[impl Word; 2]) -> (Key, u64) {
    let data = data.read();
    (check.read() ^ data, data)
}

/// Stores the data of a key.
#[inline]
pub(super) fn store([check, data]: &[impl Word; 2], key: Key, new: u64) {
    check.write(key ^ new);
    data.write(new);
}

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64;
    use loom::thread;

    use super::*;

    impl Word for AtomicU64 {
        fn read(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn write(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    /// Lets threads store into one entry in every order while this one reads; each value read under a key must have
    /// been stored under it.
    fn check_every_order(stores: &'static [(Key, u64)]) {
        loom::model(move || {
            let entry = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
            let writers: Vec<_> = stores
                .iter()
                .map(|&(key, data)| {
                    let entry = Arc::clone(&entry);
                    thread::spawn(move || store(&entry, key, data))
                })
                .collect();
            let (key, data) = load(&entry);
            let is_known = stores.iter().any(|&(known, _)| known == key);
            assert!(!is_known || stores.contains(&(key, data)), "{data:#x} under the key {key:#x}");
            for writer in writers {
                writer.join().expect("a writer");
            }
        });
    }

    #[test]
    fn a_reader_meets_no_mixture_of_two_positions() {
        check_every_order(&[(0x5a5a, 0x11), (0xa5a5, 0x22)]);
    }

    #[test]
    fn a_reader_meets_no_mixture_of_two_stores_of_one_position() {
        check_every_order(&[(0x5a5a, 0x11), (0x5a5a, 0x22)]);
    }
}
