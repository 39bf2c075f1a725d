//! The LMDB environment: opened once per process, grown when it is full.
//!
//! The one module of stores with `unsafe`: mapping a file into memory needs it. The promises to
//! LMDB are that nobody else writes to the file (it belongs to the store, and its pages are checked
//! before they are used) and that the map is only replaced while this process has no transaction.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use heed::types::Bytes;
use heed::{CommitOrAbort, Env, EnvFlags, EnvOpenOptions, MdbError, RoTxn, RwTxn, WithoutTls};
use parking_lot::{Mutex, RwLock, RwLockReadGuard};

use super::pages::{self, Kind};
use super::{Access, BadStore, FORMAT, Holding, Name, Sync};
use crate::kernel::bytes::checksum;
use crate::kernel::file::{self, Existing};

/// The file of all pages.
const DATA: &str = "data.mdb";
/// The lock file.
const LOCK: &str = "lock.mdb";
/// The size of the lock file in bytes, room for 512 readers.
const LOCK_BYTES: usize = 512 * 64;
/// The address space that a new store reserves at first; it costs nothing until it is used.
const FIRST_MAP: usize = 1 << 20;
/// The number of databases that a process can have open.
const MOST_DATABASES: u32 = 256;
/// Stores up to this size are checked page by page when they are opened, which takes some
/// hundredths of a second.
const CHECKED: u64 = 32 << 20;

/// The database that holds the version of every other database and of the store itself.
const CATALOGUE: &str = "quincunx";
/// The key of the version of the store.
const FORMAT_KEY: &[u8] = b"format";

type Handle = heed::Database<'static, Bytes, Bytes>;
type Txn<'t> = RoTxn<'t, WithoutTls>;

/// A database in a store.
#[derive(Clone, Copy, Debug)]
pub struct Database(Handle);

/// The environments that this process has open. LMDB forbids opening a folder twice.
static OPEN: Mutex<BTreeMap<PathBuf, Weak<Environment>>> = Mutex::new(BTreeMap::new());

/// Opens a folder, or finds it open.
pub(super) fn open(
    folder: &Path,
    access: Access,
    sync: Sync,
) -> Result<Arc<Environment>, BadStore> {
    let folder = made(folder, access)?;
    let mut open = OPEN.lock();
    if let Some(environment) = open.get(&folder).and_then(Weak::upgrade) {
        return match access {
            Access::Write if environment.is_read_only => Err(BadStore::ReadOnly),
            _ => Ok(environment),
        };
    }
    let environment = Arc::new(Environment::open(&folder, access, sync)?);
    open.insert(folder, Arc::downgrade(&environment));
    Ok(environment)
}

/// Gives up one owner's share of an environment. Done under the lock, so that nobody opens a folder
/// that is being closed.
pub(super) fn close(environment: Arc<Environment>) {
    let mut open = OPEN.lock();
    if let Some(environment) = Arc::into_inner(environment) {
        open.remove(&environment.folder);
        drop(environment);
    }
}

/// Returns the absolute path of the folder with links resolved; creates it if it is to be written.
fn made(folder: &Path, access: Access) -> Result<PathBuf, BadStore> {
    match fs::canonicalize(folder) {
        Ok(path) if path.is_dir() => return Ok(path),
        Ok(_) => return Err(BadStore::Foreign),
        Err(_) if access == Access::Read => return Err(BadStore::Missing),
        Err(_) => {}
    }
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if !parent.is_dir() {
        return Err(BadStore::NoFolder);
    }
    match fs::create_dir(folder) {
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => made?,
    }
    Ok(fs::canonicalize(folder)?)
}

/// Returns whether a folder is empty or holds only the lock file of a store.
fn is_vacant(folder: &Path) -> Result<bool, BadStore> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        // The lock file has a longer name while it is written.
        let is_locks = name.as_encoded_bytes().starts_with(LOCK.as_bytes());
        if !is_locks && name != DATA {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An LMDB environment and its open databases.
#[derive(Debug)]
pub(super) struct Environment {
    env: Env<WithoutTls>,
    folder: PathBuf,
    is_read_only: bool,
    /// Held for reading by each transaction, for writing while the map is replaced.
    map: RwLock<()>,
    databases: Mutex<BTreeMap<String, Handle>>,
}

impl Environment {
    fn open(folder: &Path, access: Access, sync: Sync) -> Result<Self, BadStore> {
        let data = folder.join(DATA);
        let kind = match File::open(&data) {
            Ok(mut file) if file.metadata()?.is_file() => pages::kind(&mut file)?,
            Ok(_) => return Err(BadStore::Foreign),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kind::Empty,
            Err(error) => return Err(error.into()),
        };
        match (kind, access) {
            (Kind::Store, _) => {}
            (Kind::Empty, Access::Read) => return Err(BadStore::Missing),
            (Kind::Empty, Access::Write) if is_vacant(folder)? => {}
            (Kind::Empty, Access::Write) => return Err(BadStore::Foreign),
        }
        let is_writable = match kind {
            Kind::Empty => true,
            Kind::Store => {
                let is_marked = fs::metadata(&data)?.permissions().readonly();
                !is_marked && File::options().write(true).open(&data).is_ok()
            }
        };
        if access == Access::Write && !is_writable {
            return Err(BadStore::ReadOnly);
        }
        // Written here because a lock file that the disk has no room for would kill the process.
        let lock = folder.join(LOCK);
        if !lock.exists() {
            match file::write(&lock, &vec![0; LOCK_BYTES], Existing::Keep) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(_) if !is_writable => {}
                written => written?,
            }
        }
        let mut flags = EnvFlags::empty();
        flags.set(EnvFlags::READ_ONLY, !is_writable);
        flags.set(EnvFlags::NO_SYNC, sync == Sync::Never);
        let mut options = EnvOpenOptions::new().read_txn_without_tls();
        options.map_size(FIRST_MAP).max_dbs(MOST_DATABASES);
        // SAFETY: these flags leave locking to LMDB and the map read-only; see the head of the file.
        unsafe { options.flags(flags) };
        // SAFETY: the file is a store's and its two roots are sound; nothing but LMDB writes to it.
        let env = unsafe { options.open(folder) }.map_err(explain)?;
        let environment = Self {
            env,
            folder: folder.to_owned(),
            is_read_only: !is_writable,
            map: RwLock::new(()),
            databases: Mutex::new(BTreeMap::new()),
        };
        environment.env.clear_stale_readers().map_err(explain)?;
        let mut file = File::open(&data)?;
        if pages::is_short(&mut file)? || file.metadata()?.len() <= CHECKED {
            environment.check_pages()?;
        }
        environment.check_format()?;
        Ok(environment)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Begins a transaction, after adopting a map that another process has enlarged.
    fn begin<T>(
        &self,
        begin: impl Fn() -> heed::Result<T>,
    ) -> Result<(RwLockReadGuard<'_, ()>, T), BadStore> {
        loop {
            let guard = self.map.read();
            match begin() {
                Ok(transaction) => return Ok((guard, transaction)),
                Err(heed::Error::Mdb(MdbError::MapResized)) => {
                    drop(guard);
                    self.resize(|_| Some(0))?;
                }
                Err(error) => return Err(explain(error)),
            }
        }
    }

    /// Replaces the map by one of the size computed from the present one; 0 takes the size from the
    /// file.
    fn resize(&self, size: impl FnOnce(usize) -> Option<usize>) -> Result<(), BadStore> {
        let _alone = self.map.write();
        let size = size(self.env.info().map_size).ok_or(BadStore::Full)?;
        // SAFETY: every transaction of this process holds `map` for reading, so there is none now.
        unsafe { self.env.resize(size) }.map_err(explain)
    }

    pub(super) fn read<T>(
        &self,
        work: impl FnOnce(&Reader) -> Result<T, BadStore>,
    ) -> Result<T, BadStore> {
        let (_guard, txn) = self.begin(|| self.env.read_txn())?;
        work(&Reader(&txn))
    }

    pub(super) fn write<T>(
        &self,
        mut work: impl FnMut(&mut Writer) -> Result<T, BadStore>,
    ) -> Result<T, BadStore> {
        self.grown(|| {
            let (_guard, txn) = self.begin(|| self.env.write_txn())?;
            let mut writer = Writer(txn);
            let done = work(&mut writer)?;
            writer.0.commit().map_err(explain)?;
            Ok(done)
        })
    }

    /// Retries an operation with twice the room as long as there is too little.
    fn grown<T>(&self, mut work: impl FnMut() -> Result<T, BadStore>) -> Result<T, BadStore> {
        if self.is_read_only {
            return Err(BadStore::ReadOnly);
        }
        loop {
            let before = self.env.info().map_size;
            match work() {
                Err(BadStore::Full) => {
                    let doubled =
                        |now: usize| if now > before { Some(now) } else { now.checked_mul(2) };
                    self.resize(doubled)?;
                }
                done => return done,
            }
        }
    }

    pub(super) fn sync(&self) -> Result<(), BadStore> {
        self.env.force_sync().map_err(explain)
    }

    /// Opens a database by name and version, and creates it if asked to.
    pub(super) fn database(
        &self,
        name: &Name,
        layout: u32,
        makes: bool,
    ) -> Result<Option<Database>, BadStore> {
        let name = name.to_string();
        if let Some(handle) = self.databases.lock().get(&name) {
            return Ok(Some(Database(*handle)));
        }
        if let Some(handle) = self.find(&name)? {
            let catalogue = self.find(CATALOGUE)?.map(Database);
            let found = self.read(|reader| match catalogue {
                Some(catalogue) => number(reader.get(catalogue, name.as_bytes())?),
                None => Ok(None),
            })?;
            if found != Some(layout) {
                let found = found.unwrap_or(0);
                return Err(BadStore::Layout { database: name, found, known: layout });
            }
            self.databases.lock().insert(name, handle);
            return Ok(Some(Database(handle)));
        }
        if !makes {
            return Ok(None);
        }
        // The version goes first: a name without a database does no harm.
        let catalogue = self.make(CATALOGUE)?;
        self.write(|writer| {
            writer.put(Database(catalogue), name.as_bytes(), &layout.to_le_bytes())
        })?;
        let handle = self.make(&name)?;
        self.databases.lock().insert(name, handle);
        Ok(Some(Database(handle)))
    }

    fn find(&self, name: &str) -> Result<Option<Handle>, BadStore> {
        let (_guard, txn) = self.begin(|| self.env.read_txn())?;
        let found = self.env.open_databases_and_commit(txn, |opener, txn| {
            opener
                .open_database::<Bytes, Bytes>(txn, Some(name))
                .map(CommitOrAbort::<_, ()>::Commit)
        });
        Ok(found.map_err(explain)?.commit().flatten())
    }

    fn make(&self, name: &str) -> Result<Handle, BadStore> {
        self.grown(|| {
            let (_guard, txn) = self.begin(|| self.env.write_txn())?;
            let made = self.env.create_databases_and_commit(txn, |opener, txn| {
                opener
                    .create_database::<Bytes, Bytes>(txn, Some(name))
                    .map(CommitOrAbort::<_, ()>::Commit)
            });
            let made = made.map_err(explain)?.commit();
            made.ok_or_else(|| BadStore::Damaged(format!("{name} was not created")))
        })
    }

    /// Checks the version of the store, and writes it if there is nothing yet.
    fn check_format(&self) -> Result<(), BadStore> {
        let known = FORMAT.to_le_bytes();
        if self.env.unnamed_database_stat().entries == 0 {
            if self.is_read_only {
                return Err(BadStore::Missing);
            }
            let catalogue = self.make(CATALOGUE)?;
            return self.write(|writer| writer.put(Database(catalogue), FORMAT_KEY, &known));
        }
        let catalogue = self.find(CATALOGUE)?.ok_or(BadStore::Foreign)?;
        let found = self.read(|reader| number(reader.get(Database(catalogue), FORMAT_KEY)?))?;
        match found {
            Some(FORMAT) => Ok(()),
            Some(other) => Err(BadStore::Format(other)),
            None if self.is_read_only => Err(BadStore::Foreign),
            // The process was killed between the first two transactions.
            None => self.write(|writer| writer.put(Database(catalogue), FORMAT_KEY, &known)),
        }
    }

    /// Writes another version, for tests.
    #[cfg(test)]
    pub(super) fn set_format(&self, version: u32) -> Result<(), BadStore> {
        let catalogue = self.make(CATALOGUE)?;
        self.write(|writer| writer.put(Database(catalogue), FORMAT_KEY, &version.to_le_bytes()))
    }

    fn check_pages(&self) -> Result<(), BadStore> {
        let (_guard, txn) = self.begin(|| self.env.read_txn())?;
        let mut file = File::open(self.folder.join(DATA))?;
        pages::check(&mut file, txn.id() as u64)
    }

    pub(super) fn check(&self) -> Result<(), BadStore> {
        self.check_pages()?;
        for name in self.names()? {
            let Some(handle) = self.find(&name)? else { continue };
            self.read(|reader| reader.each(Database(handle), |_, _| Ok(())))?;
        }
        Ok(())
    }

    /// Returns the names of all databases.
    fn names(&self) -> Result<Vec<String>, BadStore> {
        let Some(catalogue) = self.find(CATALOGUE)? else { return Ok(Vec::new()) };
        let mut names = vec![CATALOGUE.to_owned()];
        self.read(|reader| {
            reader.each(Database(catalogue), |key, _| {
                names.extend(std::str::from_utf8(key).ok().map(str::to_owned));
                Ok(())
            })
        })?;
        Ok(names)
    }

    pub(super) fn holdings(&self) -> Result<Vec<Holding>, BadStore> {
        let mut holdings = Vec::new();
        for name in self.names()? {
            let (Some(name), Some(handle)) = (Name::read(&name), self.find(&name)?) else {
                continue;
            };
            let stat = self.read(|reader| handle.stat(reader.0).map_err(explain))?;
            let pages = stat.branch_pages + stat.leaf_pages + stat.overflow_pages;
            let bytes = pages as u64 * u64::from(stat.page_size);
            holdings.push(Holding { name, entries: stat.entries as u64, bytes });
        }
        holdings.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(holdings)
    }
}

fn explain(error: heed::Error) -> BadStore {
    match error {
        heed::Error::Mdb(MdbError::MapFull) => BadStore::Full,
        heed::Error::Mdb(MdbError::Invalid) => BadStore::Foreign,
        heed::Error::Io(error) => error.into(),
        heed::Error::Mdb(
            error @ (MdbError::PageNotFound
            | MdbError::Corrupted
            | MdbError::Panic
            | MdbError::VersionMismatch
            | MdbError::Incompatible),
        ) => BadStore::Damaged(error.to_string()),
        error => BadStore::System(error.to_string()),
    }
}

fn number(value: Option<&[u8]>) -> Result<Option<u32>, BadStore> {
    let Some(bytes) = value else { return Ok(None) };
    match bytes.try_into() {
        Ok(bytes) => Ok(Some(u32::from_le_bytes(bytes))),
        Err(_) => Err(BadStore::Damaged("a version is not a number".to_owned())),
    }
}

/// The length of the checksum after each value, which covers key and value.
const SEAL: usize = 4;

/// Returns the checksum of a key and its value.
fn seal(key: &[u8], value: &[u8]) -> [u8; SEAL] {
    let sum = checksum(key) ^ checksum(value).rotate_left(1);
    ((sum ^ (sum >> 32)) as u32).to_le_bytes()
}

/// Returns a value without its checksum, which must match.
fn opened<'v>(key: &[u8], sealed: &'v [u8]) -> Result<&'v [u8], BadStore> {
    match sealed.split_last_chunk() {
        Some((value, found)) if *found == seal(key, value) => Ok(value),
        _ => Err(BadStore::Damaged("a value was changed since it was written".to_owned())),
    }
}

fn get<'t>(txn: &'t Txn, database: Database, key: &[u8]) -> Result<Option<&'t [u8]>, BadStore> {
    let found = database.0.get(txn, key).map_err(explain)?;
    found.map(|sealed| opened(key, sealed)).transpose()
}

/// A snapshot of a store, taken when a transaction began.
pub struct Reader<'t>(&'t Txn<'t>);

impl Reader<'_> {
    /// Returns the value of a key.
    ///
    /// # Errors
    ///
    /// The value is damaged, or the store cannot be read.
    pub fn get(&self, database: Database, key: &[u8]) -> Result<Option<&[u8]>, BadStore> {
        get(self.0, database, key)
    }

    /// Calls `visit` with every key and its value, in the order of the keys.
    ///
    /// # Errors
    ///
    /// Those of `visit`, a value is damaged, or the store cannot be read.
    pub fn each(
        &self,
        database: Database,
        mut visit: impl FnMut(&[u8], &[u8]) -> Result<(), BadStore>,
    ) -> Result<(), BadStore> {
        for entry in database.0.iter(self.0).map_err(explain)? {
            let (key, sealed) = entry.map_err(explain)?;
            visit(key, opened(key, sealed)?)?;
        }
        Ok(())
    }

    /// Calls `visit` with the first `most` keys after a key, or from the beginning, and their
    /// values, in order.
    ///
    /// # Errors
    ///
    /// Those of `visit`, a value is damaged, or the store cannot be read.
    pub fn some_after(
        &self,
        database: Database,
        after: Option<&[u8]>,
        most: usize,
        mut visit: impl FnMut(&[u8], &[u8]) -> Result<(), BadStore>,
    ) -> Result<(), BadStore> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let range = (from, Bound::Unbounded);
        for entry in database.0.range(self.0, &range).map_err(explain)?.take(most) {
            let (key, sealed) = entry.map_err(explain)?;
            visit(key, opened(key, sealed)?)?;
        }
        Ok(())
    }

    /// Returns how many keys a database has.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn count(&self, database: Database) -> Result<u64, BadStore> {
        database.0.len(self.0).map_err(explain)
    }
}

/// A write transaction.
pub struct Writer<'t>(RwTxn<'t>);

impl Writer<'_> {
    /// Returns the value of a key.
    ///
    /// # Errors
    ///
    /// The value is damaged, or the store cannot be read.
    pub fn get(&self, database: Database, key: &[u8]) -> Result<Option<&[u8]>, BadStore> {
        get(&self.0, database, key)
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn put(&mut self, database: Database, key: &[u8], value: &[u8]) -> Result<(), BadStore> {
        let sealed = [value, &seal(key, value)].concat();
        database.0.put(&mut self.0, key, &sealed).map_err(explain)
    }

    /// Removes every key.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn clear(&mut self, database: Database) -> Result<(), BadStore> {
        database.0.clear(&mut self.0).map_err(explain)
    }

    /// Returns how many keys a database has.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn count(&self, database: Database) -> Result<u64, BadStore> {
        database.0.len(&self.0).map_err(explain)
    }
}
