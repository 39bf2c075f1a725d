//! The store of experience that an opening book comes from.

use std::path::Path;

use crate::experience::POSITIONS;
use crate::kernel::Gather;
use crate::store::{Access, Store, StoreError, Sync};

/// Opens the store of a folder. Also returns, line by line, how many positions of which game it has.
///
/// # Errors
///
/// The folder is not a store, or cannot be read.
pub fn open_book(folder: &Path) -> Result<(Store, Vec<String>), StoreError> {
    let store = Store::open(folder, Access::Read, Sync::Each)?;
    let holdings = store.holdings()?;
    let held = holdings.iter().filter(|held| held.name.kind == POSITIONS);
    let line = |held: &crate::store::Holding| {
        format!("book {}: {} positions", held.name.game, held.entries)
    };
    let mut lines: Vec<String> = held.map(line).gather();
    if lines.is_empty() {
        lines.push("book: no positions".to_owned());
    }
    Ok((store, lines))
}
