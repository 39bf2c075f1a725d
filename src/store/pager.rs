//! The pages of a store: those at hand, and those in the file.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::BadStore;
use super::database::Names;
use super::file::PageFile;
use super::page::{self, Page, SIZE};
use super::root::Root;
use crate::kernel::Gather;

/// The most pages kept at hand: 16 MiB.
const MOST_AT_HAND: usize = 1 << 12;
/// The most bytes written at once.
const MOST_AT_ONCE: usize = 1 << 20;

/// The pages that were read or written lately. All are those of one transaction.
#[derive(Debug, Default)]
struct AtHand {
    transaction: u64,
    pages: HashMap<u64, Arc<Page>>,
}

impl AtHand {
    fn insert(&mut self, number: u64, page: Arc<Page>) {
        if self.pages.len() >= MOST_AT_HAND {
            self.pages.clear();
        }
        self.pages.insert(number, page);
    }
}

#[derive(Debug)]
pub(super) struct Pager {
    pub(super) file: PageFile,
    pub(super) names: Names,
    /// Whether what is committed is on the disk.
    syncs: bool,
    at_hand: Mutex<AtHand>,
}

impl Pager {
    pub(super) fn new(file: PageFile, syncs: bool) -> Self {
        Self { file, names: Names::default(), syncs, at_hand: Mutex::default() }
    }

    /// Returns the root as it is now.
    pub(super) fn root(&self) -> Result<Root, BadStore> {
        let root = self.file.root().map_err(|error| match error {
            BadStore::Damaged(_) | BadStore::System(_) => error,
            _ => BadStore::Damaged("something else was written over it".to_owned()),
        })?;
        let mut at_hand = self.at_hand.lock();
        if at_hand.transaction != root.transaction {
            at_hand.pages.clear();
            at_hand.transaction = root.transaction;
        }
        Ok(root)
    }

    /// Returns a page.
    pub(super) fn page(&self, number: u64, root: &Root) -> Result<Arc<Page>, BadStore> {
        if let Some(page) = self.at_hand.lock().pages.get(&number) {
            return Ok(Arc::clone(page));
        }
        let page = Arc::new(self.page_of_file(number, root)?);
        self.at_hand.lock().insert(number, Arc::clone(&page));
        Ok(page)
    }

    /// Returns a page of the file, whether it is at hand or not.
    pub(super) fn page_of_file(&self, number: u64, root: &Root) -> Result<Page, BadStore> {
        root.check(number, 1)?;
        Page::parse(number, self.file.read(number, 1)?)
    }

    /// Returns the value at an index of a leaf.
    pub(super) fn value(
        &self,
        leaf: &Page,
        index: usize,
        root: &Root,
    ) -> Result<Vec<u8>, BadStore> {
        let Some(first) = leaf.big(index) else { return Ok(leaf.data(index).to_vec()) };
        let (size, count) = (leaf.size(index), page::run_pages(leaf.size(index)));
        root.check(first, count)?;
        let bytes = self.file.read(first, count)?;
        Ok(page::run_value(first, &bytes, size)?.to_vec())
    }

    /// Writes pages, and then the root that makes them count.
    pub(super) fn commit(
        &self,
        root: Root,
        mut pages: HashMap<u64, Arc<Page>>,
        runs: &HashMap<u64, Vec<u8>>,
    ) -> Result<(), BadStore> {
        let (mut first, mut bytes) = (0, Vec::new());
        let mut numbers: Vec<u64> = pages.keys().copied().gather();
        numbers.sort_unstable();
        for number in numbers {
            let end = first + (bytes.len() / SIZE) as u64;
            if number != end || bytes.len() >= MOST_AT_ONCE {
                self.file.write(first, &bytes)?;
                (first, bytes) = (number, Vec::new());
            }
            if let Some(page) = pages.get_mut(&number) {
                bytes.extend(Arc::make_mut(page).sealed(number));
            }
        }
        self.file.write(first, &bytes)?;
        runs.iter().try_for_each(|(first, run)| self.file.write(*first, run))?;
        let sync = || if self.syncs { self.file.sync() } else { Ok(()) };
        sync()?;
        self.file.write_root(&root)?;
        let mut at_hand = self.at_hand.lock();
        at_hand.transaction = root.transaction;
        pages.into_iter().for_each(|(number, page)| at_hand.insert(number, page));
        Ok(sync()?)
    }
}
