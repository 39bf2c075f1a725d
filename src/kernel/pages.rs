//! Large pages for large tables, and their lines before they are needed.
//!
//! A probe of the transposition table reads a random cache line of a table that is far larger than
//! what the processor's translation buffers reach with pages of 4 KiB, so that nearly every probe
//! misses there as well as in the cache. Pages of 2 MiB take the second miss away. The builder of
//! tablebases jumps about in its arrays as much.
#![allow(unsafe_code)]

/// Asks the system to back a slice with large pages, where it has them. A wish: without it
/// everything works as well, only slower.
#[cfg(target_os = "linux")]
pub fn wish_for_large<T>(words: &[T]) {
    use rustix::mm::{Advice, madvise};
    use rustix::param::page_size;

    let page = page_size();
    let skipped = words.as_ptr().cast::<u8>().align_offset(page);
    let Some(bytes) = size_of_val(words).checked_sub(skipped) else { return };
    let first = words.as_ptr().cast::<u8>().wrapping_add(skipped);
    // SAFETY: the whole pages from `first` on belong to the slice. This advice changes how the
    // system maps them, never what they hold.
    let _ = unsafe { madvise(first.cast_mut().cast(), bytes / page * page, Advice::LinuxHugepage) };
}

/// Other systems decide for themselves.
#[cfg(not(target_os = "linux"))]
pub fn wish_for_large<T>(_words: &[T]) {}

/// Whether [`prefetch`] does anything.
pub const CAN_PREFETCH: bool = cfg!(target_arch = "x86_64");

/// Asks the processor for the cache line of a value, and does not wait for it.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction, and it changes no memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    let _ = value;
}
