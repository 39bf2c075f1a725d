//! Stores: crash-safe folders of keys and values that several processes can use at once.
//!
//! A store is an LMDB environment, a B+tree in a folder, with a named database for each kind of
//! data about a game under some rules ([`Name`]). Start with [`Store`].
//!
//! ```text
//! FOLDER/data.mdb   all databases: pages, two of them roots of which one is always whole
//! FOLDER/lock.mdb   who reads and who writes; worth nothing once every process has ended
//! ```
//!
//! # Guarantees
//!
//! - A transaction is written as a whole or not at all, no matter when a process is killed.
//! - One process writes at a time while other writers wait; readers never wait, and see the store
//!   as it was when they began.
//! - A power cut leaves what was committed before the last [sync](Sync). With [`Sync::Each`] that
//!   is everything. With [`Sync::Never`] the operating system writes when it likes: on a file
//!   system that does not preserve the order of writes the store itself may be damaged, which is
//!   then reported.
//! - Damaged files give an error that says what is wrong. Pages are checked before LMDB sees them:
//!   in small stores at every opening, in larger ones if the file is too short, and by
//!   [`Store::check`]. Every value is followed by a checksum that covers the key as well.
//!
//! The feature `store` brings in LMDB. Without it the interface is the same, and every attempt to
//! open a store is refused.

#[cfg(not(feature = "store"))]
mod absent;
mod error;
#[cfg(feature = "store")]
mod lmdb;
mod name;
#[cfg(feature = "store")]
mod pages;

use std::path::Path;
use std::sync::Arc;

#[cfg(not(feature = "store"))]
use absent as backend;
#[cfg(feature = "store")]
use lmdb as backend;

pub use backend::{Database, Reader, Writer};
pub use error::{BadStore, StoreError};
pub use name::Name;

use backend::Environment;

/// The version of what all databases share: their names, the list of them, checksums.
pub const FORMAT: u32 = 1;

/// The access mode of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read only; the store must exist.
    Read,
    /// Read and write; the store is created if there is none.
    Write,
}

/// When written data is guaranteed to be on the disk. This matters only for power cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// At the end of each transaction.
    #[default]
    Each,
    /// When [`Store::sync`] is called, or the operating system likes to.
    Never,
}

/// The size of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Which database it is.
    pub name: Name,
    /// The number of its keys.
    pub entries: u64,
    /// The size of its pages in bytes.
    pub bytes: u64,
}

/// An open store. Clones share it; it is closed with the last one.
#[derive(Debug)]
pub struct Store {
    /// `Some` until the store is dropped.
    environment: Option<Arc<Environment>>,
}

impl Store {
    /// Opens the store in a folder. A process that opens a folder twice has one store with two
    /// owners; it syncs as the first one asked.
    ///
    /// # Errors
    ///
    /// Says why the folder is not a store of this version that can be opened this way; nothing has
    /// changed then.
    pub fn open(folder: &Path, access: Access, sync: Sync) -> Result<Self, StoreError> {
        let environment = backend::open(folder, access, sync)
            .map_err(|cause| StoreError { folder: folder.to_owned(), cause })?;
        Ok(Self { environment: Some(environment) })
    }

    /// Returns the absolute path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.environment().folder()
    }

    /// Returns a database for reading; `None` if the store has none of that name. `layout` is the
    /// version of its keys and values.
    ///
    /// Databases are opened outside transactions: this must not be called from within
    /// [`read`](Self::read) or [`write`](Self::write).
    ///
    /// # Errors
    ///
    /// The database has another layout, or the store cannot be read.
    pub fn find(&self, name: &Name, layout: u32) -> Result<Option<Database>, StoreError> {
        self.attempt(|it| it.database(name, layout, false))
    }

    /// Returns a database, creating it if there is none of that name; see [`find`](Self::find).
    ///
    /// # Errors
    ///
    /// The database has another layout, or the store cannot be written.
    pub fn database(&self, name: &Name, layout: u32) -> Result<Database, StoreError> {
        let found = self.attempt(|it| it.database(name, layout, true))?;
        found.ok_or_else(|| self.error(BadStore::Damaged(format!("{name} is missing"))))
    }

    /// Reads the store as it is now. Transactions do not nest.
    ///
    /// # Errors
    ///
    /// Those of `work`, or the store cannot be read.
    pub fn read<T>(
        &self,
        work: impl FnOnce(&Reader) -> Result<T, BadStore>,
    ) -> Result<T, StoreError> {
        self.attempt(|it| it.read(work))
    }

    /// Changes the store: everything that `work` does, or nothing if it fails. `work` is repeated
    /// if the store has to grow. Transactions do not nest.
    ///
    /// # Errors
    ///
    /// Those of `work`, or the store cannot be written: the disk is full, for example.
    pub fn write<T>(
        &self,
        work: impl FnMut(&mut Writer) -> Result<T, BadStore>,
    ) -> Result<T, StoreError> {
        self.attempt(|it| it.write(work))
    }

    /// Waits until everything written is on the disk.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.attempt(Environment::sync)
    }

    /// Returns what the store holds, in the order of the names.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn holdings(&self) -> Result<Vec<Holding>, StoreError> {
        self.attempt(Environment::holdings)
    }

    /// Checks every page and every value.
    ///
    /// # Errors
    ///
    /// Says what is damaged first.
    pub fn check(&self) -> Result<(), StoreError> {
        self.attempt(Environment::check)
    }

    fn environment(&self) -> &Environment {
        match &self.environment {
            Some(environment) => environment,
            None => unreachable!("it is only taken when the store is dropped"),
        }
    }

    fn attempt<T>(
        &self,
        work: impl FnOnce(&Environment) -> Result<T, BadStore>,
    ) -> Result<T, StoreError> {
        work(self.environment()).map_err(|cause| self.error(cause))
    }

    /// Returns the error of this store with that cause.
    pub(crate) fn error(&self, cause: BadStore) -> StoreError {
        StoreError { folder: self.folder().to_owned(), cause }
    }
}

impl Clone for Store {
    fn clone(&self) -> Self {
        Self { environment: self.environment.clone() }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(environment) = self.environment.take() {
            backend::close(environment);
        }
    }
}

#[cfg(test)]
#[cfg(feature = "store")]
mod tests;
