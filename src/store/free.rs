//! The lists of free pages: the values of a tree whose keys are numbers.
//!
//! ```text
//! key    u64  the transaction that wrote the list, times 2^20, plus the number of the list
//! value  u64 count, u64 pages[], in descending order, then anything
//! ```

use super::BadStore;
use super::page::Node;
use crate::kernel::all_some;
use crate::kernel::bytes::Fields;

/// The most pages of a list: two lists fit into a page.
pub(super) const MOST: usize = 250;
/// All lists are of this size.
const BYTES: usize = 8 * (MOST + 1);

pub(super) const fn key(transaction: u64, number: u64) -> [u8; 8] {
    (transaction << 20 | number).to_le_bytes()
}

pub(super) fn encode(pages: &[u64]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let numbers = std::iter::once(pages.len() as u64).chain(pages.iter().copied());
    for (place, number) in bytes.chunks_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// Reads a list, if it is one.
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<u64>> {
    let mut fields = Fields::new(bytes);
    let count = fields.u64().filter(|count| *count <= MOST as u64)?;
    all_some((0..count).map(|_| fields.u64()))
}

pub(super) fn node<'a>(key: &'a [u8], list: &'a [u8]) -> Result<Node<'a>, BadStore> {
    Node::value(key, 0, list).ok_or(BadStore::Full)
}
