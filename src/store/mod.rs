//! Stores: folders that keep keys and values, crash-safe and open to several processes at once.
//!
//! A store is an LMDB environment, a B+tree in a folder, with a named database for each kind of thing
//! that is kept of a game under some rules ([`Name`]). Start with [`Store`].
//!
//! ```text
//! FOLDER/data.mdb   all databases: pages, two of them roots of which one is always whole
//! FOLDER/lock.mdb   who reads and who writes; worth nothing once every process has ended
//! ```
//!
//! # What is promised
//!
//! - A transaction is written as a whole or not at all, and so it stays whenever a process is killed.
//! - One process writes at a time, the others wait; readers never wait, and see the store as it was when
//!   they began.
//! - A power cut leaves what was committed before the last [sync](Sync). With [`Sync::Each`] that is
//!   everything. With [`Sync::Never`] the operating system writes when it likes: on a file system that
//!   does not keep the order of writes the store itself may suffer, and is told to be damaged then.
//! - Whatever the bytes on the disk, the answer is an error that says what is wrong. Pages are checked
//!   before LMDB sees them, in small stores at every opening and in others where the file is too short, and
//!   by [`Store::check`]; every value has a checksum behind it that covers the key as well.
//!
//! The feature `store` brings LMDB in. Without it there is the same face, and every opening is refused.

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

/// The version of what all databases have in common: their names, the list of them, checksums.
pub const FORMAT: u32 = 1;

/// What a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only to read; there must be a store.
    Read,
    /// To read and write; a store is made where there is none.
    Write,
}

/// When what was written is sure to be on the disk. It concerns power cuts alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// At the end of each transaction.
    #[default]
    Each,
    /// When [`Store::sync`] is called, or the operating system likes to.
    Never,
}

/// What a database takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Which one it is.
    pub name: Name,
    /// How many keys it has.
    pub entries: u64,
    /// The pages that it takes, in bytes.
    pub bytes: u64,
}

/// An open store. Copies are the same store; it is closed with the last one.
#[derive(Debug)]
pub struct Store {
    /// Always there until the store is dropped.
    environment: Option<Arc<Environment>>,
}

impl Store {
    /// Opens the store in a folder. A process that opens a folder twice has one store with two owners;
    /// how it syncs is what the first one asked for.
    ///
    /// # Errors
    ///
    /// Says why the folder is no store of this version that can be opened so; nothing has changed then.
    pub fn open(folder: &Path, access: Access, sync: Sync) -> Result<Self, StoreError> {
        let environment = backend::open(folder, access, sync)
            .map_err(|cause| StoreError { folder: folder.to_owned(), cause })?;
        Ok(Self { environment: Some(environment) })
    }

    /// Returns the folder, from the root on.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.environment().folder()
    }

    /// Returns a database for reading; `None` if the store has none of that name. `layout` is the
    /// version of its keys and values.
    ///
    /// Databases are opened outside of transactions: it must not be called from within
    /// [`read`](Self::read) or [`write`](Self::write).
    ///
    /// # Errors
    ///
    /// The database is of another layout, or the store cannot be read.
    pub fn find(&self, name: &Name, layout: u32) -> Result<Option<Database>, StoreError> {
        self.attempt(|it| it.database(name, layout, false))
    }

    /// Returns a database, which is made if there is none of that name; see [`find`](Self::find).
    ///
    /// # Errors
    ///
    /// The database is of another layout, or the store cannot be written.
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

    /// Changes the store: all that `work` does, or nothing if it fails. It is repeated where the store
    /// has to grow. Transactions do not nest.
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

    /// Waits until everything that was written is on the disk.
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

    /// Looks at every page and every value.
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
            None => unreachable!("it is only taken away when the store is dropped"),
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
