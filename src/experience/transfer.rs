//! Experience from one store to another, and out of it.

use super::run::{self, number};
use super::tally::Tally;
use super::{LAYOUT, POSITIONS};
use crate::store::{BadStore, Database, Name, Store, StoreError};

/// Values are brought over so many at a time.
const BATCH: usize = 1 << 16;

/// What merging did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The positions that were brought over.
    pub positions: u64,
    /// Those of them that the store did not have.
    pub new: u64,
}

/// Adds to `store` what others know of positions, and which games they have learned from. Games add up:
/// the order of the stores does not matter. The same store twice counts twice.
///
/// # Errors
///
/// A store cannot be read or written. What was added before stays.
pub fn merge(store: &Store, others: &[Store]) -> Result<Merged, StoreError> {
    let mut merged = Merged::default();
    for other in others {
        for holding in other.holdings()? {
            match holding.name.kind.as_str() {
                POSITIONS => merge_positions(store, other, &holding.name, &mut merged)?,
                run::KIND => merge_runs(store, other, &holding.name)?,
                _ => {}
            }
        }
    }
    store.sync()?;
    Ok(merged)
}

fn merge_positions(
    store: &Store,
    other: &Store,
    name: &Name,
    merged: &mut Merged,
) -> Result<(), StoreError> {
    let Some(source) = other.find(name, LAYOUT)? else { return Ok(()) };
    let target = store.database(name, LAYOUT)?;
    each_batch(other, source, |batch| {
        let new = store.write(|writer| {
            let mut new = 0;
            for (key, value) in batch {
                let tally = super::read(value)?;
                let known = writer.get(target, key)?.map(super::read).transpose()?;
                new += u64::from(known.is_none());
                writer.put(target, key, &known.unwrap_or_default().merged(&tally).encode())?;
            }
            Ok(new)
        })?;
        merged.positions += batch.len() as u64;
        merged.new += new;
        Ok(())
    })
}

fn merge_runs(store: &Store, other: &Store, name: &Name) -> Result<(), StoreError> {
    let Some(source) = other.find(name, run::LAYOUT)? else { return Ok(()) };
    let target = store.database(name, run::LAYOUT)?;
    each_batch(other, source, |batch| {
        store.write(|writer| {
            for (plan, games) in batch {
                let known = number(writer.get(target, plan)?)?;
                let games = number(Some(games))?.saturating_add(known);
                writer.put(target, plan, &games.to_le_bytes())?;
            }
            Ok(())
        })
    })
}

type Batch = Vec<(Vec<u8>, Vec<u8>)>;

/// Calls `work` with all keys and values, some at a time, outside of the transaction that reads them.
fn each_batch(
    store: &Store,
    database: Database,
    mut work: impl FnMut(&Batch) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut after: Option<Vec<u8>> = None;
    loop {
        let mut batch = Batch::new();
        store.read(|reader| {
            reader.some_after(database, after.as_deref(), BATCH, |key, value| {
                batch.push((key.to_vec(), value.to_vec()));
                Ok(())
            })
        })?;
        let Some((last, _)) = batch.last() else { return Ok(()) };
        after = Some(last.clone());
        work(&batch)?;
    }
}

/// Calls `visit` with the key and the tally of every position that a store has under a name.
///
/// # Errors
///
/// The store cannot be read, or what `visit` says.
pub fn visit_kept(
    store: &Store,
    name: &Name,
    mut visit: impl FnMut(&[u8], &Tally) -> Result<(), BadStore>,
) -> Result<(), StoreError> {
    let Some(database) = store.find(name, LAYOUT)? else { return Ok(()) };
    store.read(|reader| reader.each(database, |key, value| visit(key, &super::read(value)?)))
}
