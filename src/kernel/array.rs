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
