//! The databases of a store, by name.

use std::sync::Arc;

use parking_lot::Mutex;

/// A database in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Database(usize);

/// The names of the databases that were asked for.
#[derive(Debug, Default)]
pub(super) struct Names(Mutex<Vec<Arc<str>>>);

impl Names {
    /// Returns the database of a name.
    pub(super) fn database(&self, name: &str) -> Database {
        let mut names = self.0.lock();
        let known = names.iter().position(|known| **known == *name);
        Database(known.unwrap_or_else(|| {
            names.push(name.into());
            names.len() - 1
        }))
    }

    /// Returns the name of a database.
    pub(super) fn name(&self, database: Database) -> Arc<str> {
        self.0.lock().get(database.0).map_or_else(|| "".into(), Arc::clone)
    }
}
