//! The checksum at the end of Syzygy files: `CityHashCrc256` of Pike and Alakuijala over the bytes before it, then
//! `CityHash128` over the result. The generator of the tables hashes each 16 MiB; the files here are smaller. No crate
//! has this hash. It is made for the CRC instruction (CRC-32C), in whose place this file uses tables.

use std::num::Wrapping;

type Word = Wrapping<u64>;

const K0: Word = Wrapping(0xc3a5_c85c_97cb_3127);
const K1: Word = Wrapping(0xb492_b66f_be98_f273);
const K3: Word = Wrapping(0xc949_d7c7_509e_6557);
const MIX: Word = Wrapping(0x9ddf_ea08_eb38_2d69);
const ONE: Word = Wrapping(1);

/// Size of the longest text with one checksum, in bytes.
pub(super) const MOST: usize = 1 << 24;

/// Number of bytes hashed at once.
const STEP: usize = 40;
/// Size to which shorter texts are filled up with zeros, in bytes.
const LEAST: usize = 240;

/// The CRC-32C of a byte by the number of bytes that follow it.
static CRC: [[u32; 256]; 8] = crc_tables(); // [bytes that follow][byte]

const fn crc_tables() -> [[u32; 256]; 8] {
    const POLYNOMIAL: u32 = 0x82f6_3b78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut follow = 0;
        while follow < 8 {
            let mut bit = 0;
            while bit < 8 {
                crc = (crc >> 1) ^ (if crc & 1 == 1 { POLYNOMIAL } else { 0 });
                bit += 1;
            }
            tables[follow][byte] = crc;
            follow += 1;
        }
        byte += 1;
    }
    tables
}

/// Returns `crc` after the eight bytes of `word`, without the usual inversions.
fn crc_of(crc: Word, word: Word) -> Word {
    let bytes = (crc.0 as u32 as u64 ^ word.0).to_le_bytes();
    let parts = bytes.iter().zip(CRC.iter().rev()).map(|(&byte, table)| table[usize::from(byte)]);
    Wrapping(parts.fold(0, |crc, part| crc ^ part).into())
}

fn mixed(word: Word) -> Word {
    word ^ word >> 47
}

fn hash(one: Word, other: Word) -> Word {
    let first = mixed((one ^ other) * MIX);
    mixed((other ^ first) * MIX) * MIX
}

/// Reads the eight bytes at `at`.
fn word(bytes: &[u8], at: usize) -> Word {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    Wrapping(u64::from_le_bytes(word))
}

/// Computes the checksum of at most [`MOST`] bytes.
pub(super) fn checksum(bytes: &[u8]) -> [u8; 16] {
    debug_assert!(bytes.len() <= MOST);
    let words = if bytes.len() < LEAST {
        let mut filled = [0; LEAST];
        filled[..bytes.len()].copy_from_slice(bytes);
        four_words(&filled, !(bytes.len() as u32))
    } else {
        four_words(bytes, 0)
    };
    let [low, high] = two_words(words);
    (u128::from(high.0) << 64 | u128::from(low.0)).to_le_bytes()
}

/// Computes `CityHashCrc256` of at least [`LEAST`] bytes.
#[expect(clippy::many_single_char_names, reason = "the letters of the definition")]
fn four_words(bytes: &[u8], seed: u32) -> [Word; 4] {
    let length = Wrapping(bytes.len() as u64);
    let seed = Wrapping(u64::from(seed));
    let second = word(bytes, 96) + K0;
    let (mut first_result, mut second_result) = (hash(second, length), word(bytes, 120) * K0 + length);
    let mut hashes = [word(bytes, 56) + K0, second, first_result, second_result, word(bytes, 184) + seed];
    let mut waiting = first_result + second_result;
    let mut crcs = [seed, Wrapping(0), Wrapping(0), Wrapping(0), Wrapping(0)];
    let mut step = |at: usize, factor: Word, turn: u32| {
        let [a, b, c, d, e] = hashes;
        let turned = [(b, 41), (c, 27), (d, 41), (e, 33), (waiting, 25)];
        waiting = a;
        for (index, (hash, turns)) in turned.into_iter().enumerate() {
            let turned = Wrapping(hash.0.rotate_right(turns ^ turn));
            hashes[index] = turned * factor + word(bytes, at + 8 * index);
            crcs[index] = crc_of(crcs[index], hashes[index]);
        }
    };
    let whole = bytes.len() / LEAST * LEAST;
    for at in (0..whole).step_by(STEP) {
        if (at / STEP).is_multiple_of(2) { step(at, ONE, 1) } else { step(at, K0, 0) }
    }
    let rest = bytes.len() - whole;
    for at in (whole..whole + rest / STEP * STEP).step_by(STEP) {
        step(at, K0, 0);
    }
    if !rest.is_multiple_of(STEP) {
        step(bytes.len() - STEP, K0, 0);
    }

    let [a, b, c, d, e] = hashes;
    let [f, g, h, i, j] = crcs;
    let j = j + (i << 32);
    let a = hash(a, j);
    let h = h + (g << 32);
    let b = b + h;
    let c = hash(c, f) + i;
    let d = hash(d, e + first_result);
    let j = j + e;
    let i = i + hash(h, waiting);
    let e = hash(a, d) + j;
    let f = hash(b, c) + a;
    let g = hash(j, i) + c;
    first_result = e + f + g + h;
    let a = mixed((a + g) * K0) * K0 + b;
    second_result += a + first_result;
    let a = mixed(a * K0) * K0 + c;
    let third_result = a + second_result;
    let a = mixed((a + e) * K0) * K0;
    [first_result, second_result, third_result, a + third_result]
}

/// Computes `CityHash128` of four words.
fn two_words([first, second, third, fourth]: [Word; 4]) -> [Word; 2] {
    let a = mixed((first ^ K3) * K1) * K1;
    let end = Wrapping((fourth + Wrapping(16)).0.rotate_right(16));
    let c = second * K1 + (hash(third, end) ^ fourth);
    let d = mixed(a + third);
    let (a, b) = (hash(a, c), hash(d, second));
    [a ^ b, hash(b, a)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_its_checksum() {
        // KBvK.rtbw: a head, zeros up to 64 bytes, the checksum.
        let head = [0x71, 0xe8, 0x23, 0x5d, 0x31, 0x00, 0xee, 0x66, 0x33, 0x00, 0x80, 0x02, 0x80, 0x02];
        let sum = [0x4b, 0x37, 0xef, 0x62, 0x3e, 0x69, 0xea, 0xdb, 0x67, 0x56, 0x77, 0x7c, 0x16, 0x03, 0x4e, 0x6f];
        let mut bytes = [0; 64];
        bytes[..head.len()].copy_from_slice(&head);
        assert_eq!(checksum(&bytes), sum);
    }

    #[test]
    fn every_bit_counts() {
        for length in [0, 64, LEAST, LEAST + 1, 3 * LEAST + 2 * STEP + 8, 5000] {
            let mut bytes: Vec<u8> = (0..length).map(|index| (index * index / 7) as u8).collect();
            let sum = checksum(&bytes);
            for bit in (0..8 * length).step_by(if length > 1000 { 13 } else { 1 }) {
                bytes[bit / 8] ^= 1 << (bit % 8);
                assert_ne!(checksum(&bytes), sum, "{length} {bit}");
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        }
        assert_ne!(checksum(&[0; 64]), checksum(&[0; 128]));
    }
}
