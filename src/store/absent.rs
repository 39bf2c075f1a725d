//! Stubs for a program built without stores: none can be opened, so nothing here is ever called
//! except [`open`].

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use super::{Access, BadStore, Holding, Name, Sync};

/// A type without values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Environment {}

/// A database in a store.
#[derive(Clone, Copy, Debug)]
pub enum Database {}

/// A snapshot of a store, taken when a transaction began.
pub struct Reader<'t>(Environment, PhantomData<&'t ()>);

/// A write transaction.
pub struct Writer<'t>(Environment, PhantomData<&'t ()>);

pub(super) fn open(_: &Path, _: Access, _: Sync) -> Result<Arc<Environment>, BadStore> {
    Err(BadStore::Absent)
}

pub(super) fn close(_: Arc<Environment>) {}

impl Environment {
    pub(super) fn folder(&self) -> &Path {
        match *self {}
    }

    pub(super) fn database(&self, _: &Name, _: u32, _: bool) -> Result<Option<Database>, BadStore> {
        match *self {}
    }

    pub(super) fn read<T>(
        &self,
        _: impl FnOnce(&Reader) -> Result<T, BadStore>,
    ) -> Result<T, BadStore> {
        match *self {}
    }

    pub(super) fn write<T>(
        &self,
        _: impl FnMut(&mut Writer) -> Result<T, BadStore>,
    ) -> Result<T, BadStore> {
        match *self {}
    }

    pub(super) fn sync(&self) -> Result<(), BadStore> {
        match *self {}
    }

    pub(super) fn holdings(&self) -> Result<Vec<Holding>, BadStore> {
        match *self {}
    }

    pub(super) fn check(&self) -> Result<(), BadStore> {
        match *self {}
    }
}

impl Reader<'_> {
    /// Returns the value of a key.
    ///
    /// # Errors
    ///
    /// The value is damaged, or the store cannot be read.
    pub fn get(&self, _: Database, _: &[u8]) -> Result<Option<&[u8]>, BadStore> {
        match self.0 {}
    }

    /// Calls `visit` with every key and its value, in the order of the keys.
    ///
    /// # Errors
    ///
    /// Those of `visit`, a value is damaged, or the store cannot be read.
    pub fn each(
        &self,
        _: Database,
        _: impl FnMut(&[u8], &[u8]) -> Result<(), BadStore>,
    ) -> Result<(), BadStore> {
        match self.0 {}
    }

    /// Calls `visit` with the first `most` keys after a key, or from the beginning, and their
    /// values, in order.
    ///
    /// # Errors
    ///
    /// Those of `visit`, a value is damaged, or the store cannot be read.
    pub fn some_after(
        &self,
        _: Database,
        _: Option<&[u8]>,
        _: usize,
        _: impl FnMut(&[u8], &[u8]) -> Result<(), BadStore>,
    ) -> Result<(), BadStore> {
        match self.0 {}
    }

    /// Returns how many keys a database has.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn count(&self, _: Database) -> Result<u64, BadStore> {
        match self.0 {}
    }
}

impl Writer<'_> {
    /// Returns the value of a key.
    ///
    /// # Errors
    ///
    /// The value is damaged, or the store cannot be read.
    pub fn get(&self, _: Database, _: &[u8]) -> Result<Option<&[u8]>, BadStore> {
        match self.0 {}
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn put(&mut self, _: Database, _: &[u8], _: &[u8]) -> Result<(), BadStore> {
        match self.0 {}
    }

    /// Removes every key.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn clear(&mut self, _: Database) -> Result<(), BadStore> {
        match self.0 {}
    }

    /// Returns how many keys a database has.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn count(&self, _: Database) -> Result<u64, BadStore> {
        match self.0 {}
    }
}
