//! The progress of a series of games.

use super::tally::name;
use crate::games::AnyPosition;
use crate::store::{BadStore, Database, Store, StoreError, Writer};

/// The name of databases of runs.
pub(super) const KIND: &str = "runs";

/// Their version: the key is the plan as text, the value the number of games, a little-endian u64.
pub(super) const LAYOUT: u32 = 1;

/// A series of games that are played by one plan, and how many of them a store has.
#[derive(Clone, Debug)]
pub struct Run {
    database: Database,
    plan: Vec<u8>,
}

impl Run {
    /// Returns the run of a plan under the rules of a position: the text of everything else that its
    /// games depend on.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn open(store: &Store, start: &dyn AnyPosition, plan: &str) -> Result<Self, StoreError> {
        let database = store.database(&name(KIND, start), LAYOUT)?;
        Ok(Self { database, plan: plan.as_bytes().to_vec() })
    }

    /// Returns how many of its games the store has.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn games(&self, store: &Store) -> Result<u64, StoreError> {
        store.read(|reader| number(reader.get(self.database, &self.plan)?.as_deref()))
    }

    /// Counts the next game, which must be that number.
    pub(super) fn advance(&self, writer: &mut Writer, games: u64) -> Result<(), BadStore> {
        if number(writer.get(self.database, &self.plan)?.as_deref())? + 1 != games {
            return Err(BadStore::System(
                "another process plays the same games into it".to_owned(),
            ));
        }
        writer.put(self.database, &self.plan, &games.to_le_bytes())
    }
}

pub(super) fn number(value: Option<&[u8]>) -> Result<u64, BadStore> {
    let damaged = |_| BadStore::Damaged("a value is not a number of games".to_owned());
    value.map_or(Ok(0), |bytes| bytes.try_into().map(u64::from_le_bytes).map_err(damaged))
}
