//! Collecting where it is not hot: a fifth of the code that the standard library makes of it for each iterator.

/// Collects into vectors.
pub(crate) trait Gather: Iterator + Sized {
    /// Returns all items, in order.
    fn gather(self) -> Vec<Self::Item> {
        let mut all = Vec::new();
        for item in self {
            all.push(item);
        }
        all
    }
}

impl<I: Iterator> Gather for I {}

/// Returns what all results hold, or the first error.
///
/// # Errors
///
/// The first of the results that is one.
pub fn all_ok<T, E>(results: impl IntoIterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let mut all = Vec::new();
    for result in results {
        all.push(result?);
    }
    Ok(all)
}

/// Returns what all options hold, `None` if one holds nothing.
pub fn all_some<T>(options: impl IntoIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let mut all = Vec::new();
    for option in options {
        all.push(option?);
    }
    Some(all)
}
