//! Merging and exporting experience.

use super::feature::{self, FEATURES};
use super::run::{self, number};
use super::tally::Tally;
use super::{LAYOUT, POSITIONS, literal, tally};
use crate::games::GameKind;
use crate::store::{BadStore, Database, Holding, Name, Store, StoreError};

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

/// Adds to `store` what others know about positions, features and states, and which games they have
/// learned from. Games add up, and so do the weights that moves have gained, so the order of the
/// stores does not matter. A store given twice counts twice.
///
/// # Errors
///
/// A store cannot be read or written, or has states of a game that is not in the list. What was
/// added before remains.
pub fn merge(store: &Store, others: &[Store], games: &[GameKind]) -> Result<Merged, StoreError> {
    let mut merged = Merged::default();
    for other in others {
        for Holding { name, .. } in other.holdings()? {
            let transfer = Transfer { from: other, to: store, name: &name };
            match name.kind.as_str() {
                POSITIONS => merged.count(transfer.run(LAYOUT, &add_tallies)?),
                FEATURES => _ = transfer.run(feature::LAYOUT, &add_tallies)?,
                literal::KIND => {
                    let kind = games.iter().find(|kind| kind.name() == name.game);
                    let Some(kind) = kind else {
                        let unknown = format!(": there is no game {:?} here", name.game);
                        return Err(other.error(BadStore::System(unknown)));
                    };
                    let add = |known: Option<&[u8]>, more: &[u8]| {
                        literal::added(kind.game(), known, more)
                    };
                    merged.count(transfer.run(literal::LAYOUT, &add)?);
                }
                run::KIND => _ = transfer.run(run::LAYOUT, &add_games)?,
                _ => {}
            }
        }
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

/// A copy from a database of one store to that of another.
struct Transfer<'a> {
    from: &'a Store,
    to: &'a Store,
    name: &'a Name,
}

impl Transfer<'_> {
    /// Adds each value with `add`, which gets the existing value.
    fn run(&self, layout: u32, add: &Sum) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        let Some(source) = self.from.find(self.name, layout)? else { return Ok(merged) };
        let target = self.to.database(self.name, layout)?;
        each_batch(self.from, source, &mut |batch| {
            merged.positions += batch.len() as u64;
            merged.new += self.to.write(|writer| {
                let mut new = 0;
                for (key, value) in batch {
                    let known = writer.get(target, key)?;
                    new += u64::from(known.is_none());
                    let sum = add(known.as_deref(), value)?;
                    writer.put(target, key, &sum)?;
                }
                Ok(new)
            })?;
            Ok(())
        })?;
        Ok(merged)
    }
}

fn add_tallies(known: Option<&[u8]>, more: &[u8]) -> Result<Vec<u8>, BadStore> {
    Ok(tally(known)?.merged(&tally(Some(more))?).encode().to_vec())
}

fn add_games(known: Option<&[u8]>, more: &[u8]) -> Result<Vec<u8>, BadStore> {
    let sum = number(known)?.saturating_add(number(Some(more))?);
    Ok(sum.to_le_bytes().to_vec())
}

type Batch = Vec<(Vec<u8>, Vec<u8>)>;

/// Calls `work` with all keys and values, a batch at a time, outside the transaction that reads
/// them.
fn each_batch(
    store: &Store,
    database: Database,
    work: &mut dyn FnMut(&Batch) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut after: Option<Vec<u8>> = None;
    loop {
        let mut batch = Batch::new();
        store.read(|reader| {
            reader.some_after(database, after.as_deref(), BATCH, &mut |key, value| {
                batch.push((key.to_vec(), value.to_vec()));
                Ok(())
            })
        })?;
        let Some((last, _)) = batch.last() else { return Ok(()) };
        after = Some(last.clone());
        work(&batch)?;
    }
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
