//! Merging and exporting experience.

use std::path::PathBuf;

use super::feature::{self, FEATURES};
use super::run::{self, number};
use super::tally::Tally;
use super::{LAYOUT, POSITIONS, literal, tally};
use crate::games::GameKind;
use crate::store::{Access, BadStore, Holding, Name, Reader, Store, StoreError, Sync};

/// The number of values copied per transaction.
const BATCH: usize = 1 << 16;

/// The result of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The positions and states that were copied.
    pub positions: u64,
    /// Those that the store did not have.
    pub new: u64,
}

/// Adds to `store` what the stores in other folders know about positions, features and states, and which
/// games they have learned from. Games add up, and so do the weights that moves have gained, so the order of
/// the folders does not matter. A folder given twice counts twice.
///
/// # Errors
///
/// A store cannot be read or written, or has states of a game that is not in the list. What was
/// added before remains.
pub fn merge(store: &Store, folders: &[PathBuf], games: &[GameKind]) -> Result<Merged, StoreError> {
    let mut merged = Merged::default();
    for folder in folders {
        // One after another, as each takes some of the files that a process may have open.
        let from = Store::open(folder, Access::Read, Sync::Each)?;
        // A learner may be filling it: everything is copied as it is now, or else games would be counted
        // whose positions are not copied.
        let added =
            from.read(|reader| Ok(Transfer { from: &from, reader, to: store }.all(games)))?;
        merged.count(added?);
    }
    store.sync()?;
    Ok(merged)
}

impl Merged {
    fn count(&mut self, more: Self) {
        self.positions += more.positions;
        self.new += more.new;
    }
}

/// Returns a value to keep, from the one that is known, if any, and another one.
type Sum<'a> = dyn Fn(Option<&[u8]>, &[u8]) -> Result<Vec<u8>, BadStore> + 'a;

/// Gets the key and the tally of a position or feature.
pub type TallyVisitor<'a> = dyn FnMut(&[u8], &Tally) -> Result<(), BadStore> + 'a;

/// A copy of what one store has at a moment into another.
struct Transfer<'a> {
    from: &'a Store,
    reader: &'a Reader<'a>,
    to: &'a Store,
}

impl Transfer<'_> {
    fn all(&self, games: &[GameKind]) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        for Holding { name, .. } in self.told(self.reader.holdings())? {
            match name.kind.as_str() {
                POSITIONS => merged.count(self.run(&name, LAYOUT, &add_tallies)?),
                FEATURES => _ = self.run(&name, feature::LAYOUT, &add_tallies)?,
                literal::KIND => {
                    let kind = games.iter().find(|kind| kind.name() == name.game);
                    let unknown = || format!("there is no game {:?} here", name.game);
                    let kind = self.told(kind.ok_or_else(|| BadStore::System(unknown())))?;
                    let add = |known: Option<&[u8]>, more: &[u8]| {
                        literal::added(kind.game(), known, more)
                    };
                    merged.count(self.run(&name, literal::LAYOUT, &add)?);
                }
                run::KIND => _ = self.run(&name, run::LAYOUT, &add_games)?,
                _ => {}
            }
        }
        Ok(merged)
    }

    /// Adds each value of a database with `add`, which gets the existing value.
    fn run(&self, name: &Name, layout: u32, add: &Sum) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        let Some(source) = self.told(self.reader.database(name, layout))? else {
            return Ok(merged);
        };
        let target = self.to.database(name, layout)?;
        let mut after: Option<Vec<u8>> = None;
        loop {
            let mut batch = Vec::new();
            let mut keep = |key: &[u8], value: &[u8]| {
                batch.push((key.to_vec(), value.to_vec()));
                Ok(())
            };
            self.told(self.reader.some_after(source, after.as_deref(), BATCH, &mut keep))?;
            let Some((last, _)) = batch.last() else { return Ok(merged) };
            after = Some(last.clone());
            merged.positions += batch.len() as u64;
            merged.new += self.to.write(|writer| {
                let mut new = 0;
                for (key, value) in &batch {
                    let known = writer.get(target, key)?;
                    new += u64::from(known.is_none());
                    let sum = add(known.as_deref(), value)?;
                    writer.put(target, key, &sum)?;
                }
                Ok(new)
            })?;
        }
    }

    fn told<T>(&self, read: Result<T, BadStore>) -> Result<T, StoreError> {
        read.map_err(|cause| self.from.error(cause))
    }
}

fn add_tallies(known: Option<&[u8]>, more: &[u8]) -> Result<Vec<u8>, BadStore> {
    Ok(tally(known)?.merged(&tally(Some(more))?).encode().to_vec())
}

fn add_games(known: Option<&[u8]>, more: &[u8]) -> Result<Vec<u8>, BadStore> {
    let sum = number(known)?.saturating_add(number(Some(more))?);
    Ok(sum.to_le_bytes().to_vec())
}

/// Calls `visit` with the key and the tally of every position or feature that a store has under a name.
///
/// # Errors
///
/// The store cannot be read, or what `visit` says.
pub fn visit_kept(store: &Store, name: &Name, visit: &mut TallyVisitor) -> Result<(), StoreError> {
    let layout = if name.kind == FEATURES { feature::LAYOUT } else { LAYOUT };
    let Some(database) = store.find(name, layout)? else { return Ok(()) };
    store.read(|reader| reader.each(database, &mut |key, value| visit(key, &tally(Some(value))?)))
}
