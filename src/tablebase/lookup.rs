//! Looking positions up in a folder of tables.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::path::Path;

use super::error::TableError;
use super::file::TableFile;
use super::folder::Folder;
use super::outline::Units;
use super::solved::Solved;
use super::unit::{Place, Unit};
use super::value::{ExactValue, Wdl};

/// A folder of tables that knows which positions they are of.
#[derive(Debug)]
pub struct Tablebase<G> {
    folder: Folder,
    game: PhantomData<fn() -> G>,
}

impl<G> Deref for Tablebase<G> {
    type Target = Folder;

    #[inline]
    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl<G> fmt::Display for Tablebase<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.folder.fmt(f)
    }
}

impl<G: Solved> Tablebase<G> {
    /// Opens the tables of a folder. Unusable files are left out and returned as errors, and so are
    /// those with another metric than most.
    ///
    /// # Errors
    ///
    /// There is no such folder, or it may not be searched.
    pub fn open(path: &Path, cache_mib: usize) -> Result<(Self, Vec<TableError>), TableError> {
        let (folder, problems) = Folder::open(path, Units::of::<G>(), cache_mib)?;
        Ok((Self { folder, game: PhantomData }, problems))
    }

    /// Returns the table of a unit.
    #[must_use]
    #[inline]
    pub fn file(&self, unit: G::Unit) -> Option<&TableFile> {
        self.table(unit.ordinal())
    }

    /// Returns the result of a position where the game is not over; `None` if there is no table for
    /// it.
    ///
    /// # Errors
    ///
    /// The table is damaged there.
    pub fn wdl(&self, position: &G) -> Result<Option<Wdl>, TableError> {
        let Some((file, place)) = self.find(position) else { return Ok(None) };
        self.wdl_at(file, place).map(Some)
    }

    /// Returns the result of a position where the game is not over and that tables should know.
    ///
    /// # Errors
    ///
    /// Says which table is missing or damaged.
    pub fn known_wdl(&self, position: &G) -> Result<Wdl, TableError> {
        let missing = || TableError::new(self.path(), "has no tables of such positions");
        let (unit, place) = position.locate().ok_or_else(missing)?;
        self.wdl_at(self.needed(unit.ordinal())?, place)
    }

    /// Returns the value of a position where the game is not over; `None` if there is no table for
    /// it or the table has no distances.
    ///
    /// # Errors
    ///
    /// The table is damaged there.
    pub fn value(&self, position: &G) -> Result<Option<ExactValue>, TableError> {
        let Some((file, place)) = self.find(position) else { return Ok(None) };
        if !file.header().knows_distances() {
            return Ok(None);
        }
        self.value_at(file, place).map(Some)
    }

    /// Returns the place of a position in the tables that exist.
    pub(super) fn find(&self, position: &G) -> Option<(&TableFile, Place)> {
        let (unit, place) = position.locate()?;
        Some((self.file(unit)?, place))
    }
}
