//! Reading a store as it was when a transaction began.

use std::cell::RefCell;
use std::sync::Arc;

use super::database::Database;
use super::page::{Page, SIZE, TREE};
use super::pager::Pager;
use super::root::{Root, Tree};
use super::tree::Source;
use super::{BadStore, Holding, Name};
use crate::kernel::sort;

/// Gets a key and its value.
pub type Visitor<'a> = dyn FnMut(&[u8], &[u8]) -> Result<(), BadStore> + 'a;

/// A snapshot of a store, taken when a transaction began.
pub struct Reader<'e> {
    pager: &'e Pager,
    root: Root,
    /// The trees that were asked for.
    trees: RefCell<Vec<(Database, Tree)>>,
}

impl Source for Reader<'_> {
    fn any_page(&self, number: u64) -> Result<Arc<Page>, BadStore> {
        self.pager.page(number, &self.root)
    }
}

impl<'e> Reader<'e> {
    pub(super) const fn new(pager: &'e Pager, root: Root) -> Self {
        Self { pager, root, trees: RefCell::new(Vec::new()) }
    }

    /// Returns a database; `None` if there is none of that name. `layout` is the version of its keys and
    /// values.
    ///
    /// # Errors
    ///
    /// The database has another layout, or the store cannot be read.
    pub fn database(&self, name: &Name, layout: u32) -> Result<Option<Database>, BadStore> {
        let name = name.to_string();
        let Some(tree) = self.named(&name)? else { return Ok(None) };
        tree.check_layout(&name, layout)?;
        Ok(Some(self.pager.names.database(&name)))
    }

    /// Returns what the store holds, in the order of the names.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn holdings(&self) -> Result<Vec<Holding>, BadStore> {
        let mut holdings = Vec::new();
        for (name, tree) in self.databases()? {
            let damaged = || BadStore::Damaged(format!("{name:?} is not the name of a database"));
            let name = Name::read(&name).ok_or_else(damaged)?;
            let bytes = (tree.branches + tree.leaves + tree.runs) * SIZE as u64;
            holdings.push(Holding { name, entries: tree.entries, bytes });
        }
        sort::by(&mut holdings, |a, b| a.name.cmp(&b.name));
        Ok(holdings)
    }

    /// Returns the tree of a name.
    fn named(&self, name: &str) -> Result<Option<Tree>, BadStore> {
        let found = self.find(&self.root.main, name.as_bytes())?;
        found.map(|(page, index)| tree_at(&page, index)).transpose()
    }

    fn tree(&self, database: Database) -> Result<Tree, BadStore> {
        if let Some((_, tree)) = self.trees.borrow().iter().find(|(known, _)| *known == database) {
            return Ok(*tree);
        }
        let name = self.pager.names.name(database);
        let missing = || BadStore::Damaged(format!("{name} is missing"));
        let tree = self.named(&name)?.ok_or_else(missing)?;
        self.trees.borrow_mut().push((database, tree));
        Ok(tree)
    }

    /// Returns the names of all databases with their trees.
    pub(super) fn databases(&self) -> Result<Vec<(String, Tree)>, BadStore> {
        let mut databases = Vec::new();
        self.walk(&self.root.main, None, &mut |page, index| {
            let name = String::from_utf8_lossy(page.key(index)).into_owned();
            databases.push((name, tree_at(page, index)?));
            Ok(true)
        })?;
        Ok(databases)
    }

    /// Returns the value of a key.
    ///
    /// # Errors
    ///
    /// What leads to the value is damaged, or the store cannot be read.
    pub fn get(&self, database: Database, key: &[u8]) -> Result<Option<Vec<u8>>, BadStore> {
        let found = self.find(&self.tree(database)?, key)?;
        found.map(|(page, index)| self.pager.value(&page, index, &self.root)).transpose()
    }

    /// Calls `visit` with every key and its value, in the order of the keys.
    ///
    /// # Errors
    ///
    /// Those of `visit`, a page is damaged, or the store cannot be read.
    pub fn each(&self, database: Database, visit: &mut Visitor) -> Result<(), BadStore> {
        self.some_after(database, None, usize::MAX, visit)
    }

    /// Calls `visit` with the first `most` keys after a key, or from the beginning, and their
    /// values, in order.
    ///
    /// # Errors
    ///
    /// Those of `visit`, a page is damaged, or the store cannot be read.
    pub fn some_after(
        &self,
        database: Database,
        after: Option<&[u8]>,
        most: usize,
        visit: &mut Visitor,
    ) -> Result<(), BadStore> {
        let mut left = most;
        self.walk(&self.tree(database)?, after, &mut |page, index| {
            if left == 0 {
                return Ok(false);
            }
            left -= 1;
            if page.big(index).is_some() {
                visit(page.key(index), &self.pager.value(page, index, &self.root)?)?;
            } else {
                visit(page.key(index), page.data(index))?;
            }
            Ok(true)
        })
    }

    /// Returns how many keys a database has.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn count(&self, database: Database) -> Result<u64, BadStore> {
        Ok(self.tree(database)?.entries)
    }
}

/// Returns the tree at an index of a page of the list of databases.
pub(super) fn tree_at(page: &Page, index: usize) -> Result<Tree, BadStore> {
    let tree = if page.flags(index) == TREE { Tree::decode(page.data(index)) } else { None };
    tree.ok_or_else(|| BadStore::Damaged("a database has no tree".to_owned()))
}
