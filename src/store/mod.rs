//! Stores: crash-safe folders of keys and values that several processes can use at once.
//!
//! A store is an LMDB environment, a B+tree in a folder, with a named database for each kind of
//! data about a game under some rules ([`Name`]). Start with [`Store`].
//!
//! ```text
//! FOLDER/data.mdb      all databases: pages, two of them roots of which one is always whole
//! FOLDER/readers.lock  empty, locked by those who read
//! FOLDER/writer.lock   empty, locked by the one who writes
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
//! - Damage gives an error that says what is wrong, whether it was there before the store was
//!   opened or came while it was open. Every page and both roots have a checksum, names of
//!   databases and unused space included, and nothing in a page is followed before it is checked.
//!   In small stores all of this is done at every opening and saving, in larger ones as pages are
//!   read, and by [`Store::check`].
//!
//! # Why not the LMDB library
//!
//! The library maps the file and follows what it finds there. If something else shortens or
//! overwrites the file, the process dies of a signal (`SIGBUS`, `SIGSEGV`) or goes astray within
//! its own memory, and nothing above the library can prevent that. This module reads and writes the
//! same format page by page, in safe Rust. Programs built on LMDB can read its stores (the tests do
//! so) but must not write to them: their pages have no checksums.
//!
//! | file | what |
//! |---|---|
//! | `page.rs` | a page and its nodes |
//! | `root.rs` | the roots and the trees |
//! | `file.rs`, `pager.rs` | reading and writing pages |
//! | `database.rs`, `tree.rs`, `reader.rs` | looking up |
//! | `writer.rs`, `free.rs` | changing, and the pages left over |
//! | `check.rs` | looking at everything |
//! | `environment.rs`, `lock.rs` | all of these together, and who may use them when |

mod check;
mod database;
mod environment;
mod error;
mod file;
mod free;
mod lock;
mod name;
mod page;
mod pager;
mod reader;
mod root;
mod tree;
mod writer;

use std::path::Path;
use std::sync::Arc;

pub use database::Database;
pub use error::{BadStore, StoreError};
pub use name::Name;
pub use reader::{Reader, Visitor};
pub use writer::Writer;

use environment::Environment;

/// The version of what all databases share: pages, their names, checksums.
pub const FORMAT: u32 = 2;

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
#[derive(Clone, Debug)]
pub struct Store {
    environment: Arc<Environment>,
    access: Access,
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
        environment::open(folder, access, sync)
            .map(|environment| Self { environment, access })
            .map_err(|cause| StoreError { folder: folder.to_owned(), cause })
    }

    /// Returns the same store for writing, too; writes fail if its file cannot be written.
    #[must_use]
    pub fn writable(&self) -> Self {
        Self { access: Access::Write, ..self.clone() }
    }

    /// Returns the absolute path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.environment.folder()
    }

    /// Returns a database for reading; `None` if the store has none of that name. `layout` is the
    /// version of its keys and values.
    ///
    /// This must not be called from within [`read`](Self::read) or [`write`](Self::write).
    ///
    /// # Errors
    ///
    /// The database has another layout, or the store cannot be read.
    pub fn find(&self, name: &Name, layout: u32) -> Result<Option<Database>, StoreError> {
        self.told(self.environment.database(name, layout, false))
    }

    /// Returns a database, creating it if there is none of that name; see [`find`](Self::find).
    ///
    /// # Errors
    ///
    /// The database has another layout, or the store cannot be written or was opened for reading.
    pub fn database(&self, name: &Name, layout: u32) -> Result<Database, StoreError> {
        let makes = self.access == Access::Write;
        let found = self.told(self.environment.database(name, layout, makes))?;
        found.ok_or_else(|| match self.access {
            Access::Read => self.error(BadStore::ReadOnly),
            Access::Write => self.error(BadStore::Damaged(format!("{name} is missing"))),
        })
    }

    /// Reads the store as it is now. Transactions do not nest.
    ///
    /// # Errors
    ///
    /// Those of `work`, or the store cannot be read.
    pub fn read<T>(
        &self,
        mut work: impl FnMut(&Reader) -> Result<T, BadStore>,
    ) -> Result<T, StoreError> {
        let mut done = None;
        let read = self.environment.read(&mut |reader| {
            done = Some(work(reader)?);
            Ok(())
        });
        self.told(read).map(|()| done.expect("what was read was worked on"))
    }

    /// Changes the store: everything that `work` does, or nothing if it fails. Transactions do
    /// not nest.
    ///
    /// # Errors
    ///
    /// Those of `work`, or the store cannot be written: the disk is full, for example, or it was opened
    /// for reading.
    pub fn write<T>(
        &self,
        mut work: impl FnMut(&mut Writer) -> Result<T, BadStore>,
    ) -> Result<T, StoreError> {
        if self.access == Access::Read {
            return Err(self.error(BadStore::ReadOnly));
        }
        let mut done = None;
        let written = self.environment.write(&mut |writer| {
            done = Some(work(writer)?);
            Ok(())
        });
        self.told(written).map(|()| done.expect("what was written was worked on"))
    }

    /// Waits until everything written is on the disk.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.told(self.environment.sync())
    }

    /// Returns what the store holds, in the order of the names.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn holdings(&self) -> Result<Vec<Holding>, StoreError> {
        self.told(self.environment.holdings())
    }

    /// Checks every page.
    ///
    /// # Errors
    ///
    /// Says what is damaged first.
    pub fn check(&self) -> Result<(), StoreError> {
        self.told(self.environment.check())
    }

    /// Checks every page of a store of at most 32 MiB, and of a larger one the roots alone: some
    /// hundredths of a second.
    ///
    /// # Errors
    ///
    /// Says what is damaged first.
    pub fn check_small(&self) -> Result<(), StoreError> {
        self.told(self.environment.check_small())
    }

    fn told<T>(&self, result: Result<T, BadStore>) -> Result<T, StoreError> {
        result.map_err(|cause| self.error(cause))
    }

    /// Returns the error of this store with that cause.
    pub(crate) fn error(&self, cause: BadStore) -> StoreError {
        StoreError { folder: self.folder().to_owned(), cause }
    }
}

#[cfg(test)]
mod tests;
