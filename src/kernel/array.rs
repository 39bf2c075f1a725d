//! Arrays made item by item, where it is hot. What the standard library has for it is many times the code, and a
//! call wherever it is compiled in another unit of code.

/// Returns what `of` returns for each index.
#[inline(always)]
pub fn of<T: Copy + Default, const N: usize>(mut of: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [T::default(); N];
    for (at, item) in all.iter_mut().enumerate() {
        *item = of(at);
    }
    all
}

/// Returns what `to` returns for each item.
#[inline(always)]
pub fn map<T: Copy, U: Copy + Default, const N: usize>(
    items: [T; N],
    mut to: impl FnMut(T) -> U,
) -> [U; N] {
    of(|at| to(items[at]))
}

/// Calls `to` with each index below N, at most 16, one after the other without a loop, so that what it looks up
/// there by constant tables is settled when it is compiled.
#[inline(always)]
pub fn each<const N: usize>(mut to: impl FnMut(usize)) {
    const { assert!(N <= 16) };
    macro_rules! unrolled {
        ($($i:literal)*) => { $(if $i < N { to($i); })* };
    }
    unrolled!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}
