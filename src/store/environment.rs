//! An open store: opened once per process, its pages and its locks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::check;
use super::database::Database;
use super::file::PageFile;
use super::lock::{self, Locks};
use super::pager::Pager;
use super::reader::Reader;
use super::root::Root;
use super::writer::Writer;
use super::{Access, BadStore, FORMAT, Holding, Name, Sync};
use crate::kernel::file::{self, Existing};

/// The file of all pages.
const DATA: &str = "data.mdb";
/// The lock file that LMDB itself would make.
const FOREIGN_LOCK: &str = "lock.mdb";
/// Stores up to this size are checked page by page when they are opened and before they are saved
/// to, which takes some hundredths of a second.
const SMALL: u64 = 32 << 20;
/// The stores that this process has open.
static OPEN: Mutex<Vec<(PathBuf, Weak<Environment>)>> = Mutex::new(Vec::new());

/// Opens a folder, or finds it open.
pub(super) fn open(
    folder: &Path,
    access: Access,
    sync: Sync,
) -> Result<Arc<Environment>, BadStore> {
    let folder = made(folder, access)?;
    let mut open = OPEN.lock();
    let known = open.iter().find(|(known, _)| *known == folder);
    if let Some(environment) = known.and_then(|(_, it)| it.upgrade()) {
        return match access {
            Access::Write if environment.is_read_only => Err(BadStore::ReadOnly),
            _ => Ok(environment),
        };
    }
    let environment = Arc::new(Environment::open(&folder, access, sync)?);
    open.retain(|(_, open)| open.strong_count() > 0);
    open.push((folder, Arc::downgrade(&environment)));
    Ok(environment)
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

/// Returns whether a folder holds nothing but files of a store.
fn is_vacant(folder: &Path) -> Result<bool, BadStore> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        // The file has a longer name while it is written.
        let is_data = name.as_encoded_bytes().starts_with(DATA.as_bytes());
        if !is_data && name != FOREIGN_LOCK && !lock::NAMES.iter().any(|lock| name == *lock) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a file is missing or empty.
fn is_empty(path: &Path) -> Result<bool, BadStore> {
    match fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(about.len() == 0),
        Ok(_) => Err(BadStore::Foreign),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error.into()),
    }
}

#[derive(Debug)]
pub(super) struct Environment {
    folder: PathBuf,
    pager: Pager,
    locks: Locks,
    is_read_only: bool,
}

impl Environment {
    fn open(folder: &Path, access: Access, sync: Sync) -> Result<Self, BadStore> {
        let data = folder.join(DATA);
        let is_new = is_empty(&data)?;
        match access {
            Access::Read if is_new => return Err(BadStore::Missing),
            Access::Write if is_new && !is_vacant(folder)? => return Err(BadStore::Foreign),
            _ => {}
        }
        if !is_new {
            // Before anything is made in the folder.
            PageFile::open(data.clone(), false)?.root()?;
        }
        let is_writable = is_new
            || !fs::metadata(&data)?.permissions().readonly()
                && PageFile::open(data.clone(), true).is_ok();
        if access == Access::Write && !is_writable {
            return Err(BadStore::ReadOnly);
        }
        let (locks, is_writable) = match Locks::open(folder, is_writable) {
            // In a folder that cannot be written.
            Err(_) if access == Access::Read => (Locks::open(folder, false)?, false),
            locks => (locks?, is_writable),
        };
        if is_new {
            let _alone = locks.write()?;
            if is_empty(&data)? {
                file::write(&data, &Root::first(FORMAT), Existing::Replace)?;
            }
        }
        let environment = Self {
            folder: folder.to_owned(),
            pager: Pager::new(PageFile::open(data, is_writable)?, sync == Sync::Each),
            locks,
            is_read_only: !is_writable,
        };
        environment.check_small()?;
        Ok(environment)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn read(
        &self,
        work: &mut dyn FnMut(&Reader) -> Result<(), BadStore>,
    ) -> Result<(), BadStore> {
        self.snapshot(&mut |root| work(&Reader::new(&self.pager, root)))
    }

    fn snapshot(&self, work: &mut dyn FnMut(Root) -> Result<(), BadStore>) -> Result<(), BadStore> {
        let _reading = self.locks.read()?;
        let root = self.pager.root()?;
        let done = work(root);
        // Nobody could know that its pages were needed.
        if !self.locks.are_seen() && self.pager.file.root()?.transaction > root.transaction + 1 {
            return Err(BadStore::System("it was written to while it was read".to_owned()));
        }
        done
    }

    pub(super) fn write(
        &self,
        work: &mut dyn FnMut(&mut Writer) -> Result<(), BadStore>,
    ) -> Result<(), BadStore> {
        if self.is_read_only {
            return Err(BadStore::ReadOnly);
        }
        let _alone = self.locks.write()?;
        self.pager.file.check_place()?;
        let root = self.pager.root()?;
        let mut writer = Writer::new(&self.pager, root, self.locks.have_readers()?);
        work(&mut writer)?;
        writer.commit()
    }

    pub(super) fn sync(&self) -> Result<(), BadStore> {
        Ok(self.pager.file.sync()?)
    }

    /// Finds a database by name and version, and makes it if asked to.
    pub(super) fn database(
        &self,
        name: &Name,
        layout: u32,
        makes: bool,
    ) -> Result<Option<Database>, BadStore> {
        let mut found = None;
        self.read(&mut |reader| {
            found = reader.database(name, layout)?;
            Ok(())
        })?;
        if found.is_none() && makes {
            self.write(&mut |writer| {
                found = Some(writer.make(name, layout)?);
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// Checks every page.
    pub(super) fn check(&self) -> Result<(), BadStore> {
        self.pager.file.check_place()?;
        self.snapshot(&mut |root| check::check(&self.pager, root))
    }

    /// Checks every page of a small store.
    pub(super) fn check_small(&self) -> Result<(), BadStore> {
        if self.pager.file.len()? <= SMALL { self.check() } else { self.pager.root().map(|_| ()) }
    }

    pub(super) fn holdings(&self) -> Result<Vec<Holding>, BadStore> {
        let mut holdings = Vec::new();
        self.read(&mut |reader| {
            holdings = reader.holdings()?;
            Ok(())
        })?;
        Ok(holdings)
    }
}
