//! The readers of untrusted text and files (`fuzz/targets.rs`) on mutations of valid inputs: none of them panics.
//! `OXIDE88_MUTATIONS=N` tries N mutations for each reader instead of 2,000.

#[path = "../../fuzz/targets.rs"]
mod targets;

use rand_mt::Mt64;
use targets::{TARGETS, Target};

/// Pieces of text that are meaningful to some reader.
const WORDS: [&[u8]; 24] = [
    b" ",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\xff",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b"=",
    b"-1",
    b"0",
    b"99999999999999999999",
    b"1.5",
    b"K",
    b"kq",
    b"e8=Q#",
    b"O-O",
    b"moves",
    b"/",
    b";",
];

fn below(random: &mut Mt64, bound: usize) -> usize {
    (random.next_u64() % bound.max(1) as u64) as usize
}

/// Returns a seed of the target after random edits.
fn mutation(target: &Target, random: &mut Mt64) -> Vec<u8> {
    let seed = |random: &mut Mt64| target.seeds[below(random, target.seeds.len())];
    let mut bytes = seed(random).to_vec();
    for _ in 0..=below(random, 6) {
        let place = below(random, bytes.len() + 1);
        let length = below(random, 9).min(bytes.len() - place);
        match below(random, 7) {
            0 if place < bytes.len() => bytes[place] ^= 1 << below(random, 8),
            1 if place < bytes.len() => bytes[place] = random.next_u64() as u8,
            2 => drop(bytes.drain(place..place + length)),
            3 => drop(bytes.splice(place..place, bytes[place..place + length].to_vec())),
            4 => drop(bytes.splice(place..place + length, WORDS[below(random, WORDS.len())].iter().copied())),
            5 => {
                let other = seed(random);
                let start = below(random, other.len());
                drop(bytes.splice(place..place + length, other[start..].iter().copied()));
            }
            6 => bytes.truncate(place),
            _ => bytes.push(random.next_u64() as u8),
        }
    }
    bytes
}

#[test]
fn no_reader_panics_on_any_input() {
    let count = std::env::var("OXIDE88_MUTATIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(2000);
    for target in &TARGETS {
        let mut random = Mt64::new(88);
        for &seed in target.seeds {
            (target.read)(seed);
        }
        for number in 0..count {
            let bytes = mutation(target, &mut random);
            let caught = std::panic::catch_unwind(|| (target.read)(&bytes));
            assert!(caught.is_ok(), "{} on mutation {number}: {:?}", target.name, String::from_utf8_lossy(&bytes));
        }
    }
}
