//! Two favors to ask of machine and system for the transposition table, and the only unsafe code of the crate. Neither
//! changes what a program computes; where a machine or system does not know them, they do nothing.

#![allow(unsafe_code, reason = "both are measured to be worth it; there is no safe way to ask")]

/// Asks the processor to bring a value near, because it will soon be read. The table's entries lie anywhere in memory:
/// even so a fourth of the search's time is waiting for them, and without it another twentieth.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction reads nothing, whatever the address; and SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system to back memory with huge pages: a table of small ones has more addresses than a processor remembers
/// translations, and on a virtual machine each look-up of a translation is one of many. There it made the
/// search faster by a fourth to two fifths.
pub fn advise_huge_pages<T>(slice: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use std::ptr::NonNull;

        use nix::sys::mman::{MmapAdvise, madvise};

        const PAGE: usize = 4096;
        let start = slice.as_mut_ptr().cast::<u8>();
        let skip = start.align_offset(PAGE);
        let Some(length) = size_of_val(slice).checked_sub(skip) else { return };
        let Some(start) = NonNull::new(start.wrapping_add(skip).cast()) else { return };
        // SAFETY: the range is part of `slice`, and this advice leaves the content of memory as it is.
        let advised = unsafe { madvise(start, length, MmapAdvise::MADV_HUGEPAGE) };
        if let Err(error) = advised {
            log::debug!("no huge pages: {error}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slice;
}
