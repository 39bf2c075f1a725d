//! Changing a store: pages are copied before they are changed, and a new root makes the copies count.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use super::database::Database;
use super::page::{self, LONGEST_KEY, Node, Order, Page, TREE};
use super::pager::Pager;
use super::reader::tree_at;
use super::root::{Root, Tree};
use super::tree::Source;
use super::{BadStore, Name, free};
use crate::kernel::Gather;

/// As many pages as writing the lists of free ones seldom exceeds.
const ENOUGH: usize = 8;

/// A write transaction.
pub struct Writer<'e> {
    pager: &'e Pager,
    /// The root of what is written.
    root: Root,
    /// The pages of trees that this transaction has written, and those of great values.
    pages: HashMap<u64, Arc<Page>>,
    runs: HashMap<u64, Vec<u8>>,
    /// The trees that it has changed.
    trees: Vec<(Database, Tree)>,
    /// Pages that nothing needs any more, the first on top.
    pool: BinaryHeap<Reverse<u64>>,
    /// Pages that the store as it was needs, and this one does not.
    freed: Vec<u64>,
    /// Whether pages may be taken from the list of free ones.
    takes_free: bool,
    /// Whether a change has failed halfway.
    is_broken: bool,
}

impl Source for Writer<'_> {
    fn any_page(&self, number: u64) -> Result<Arc<Page>, BadStore> {
        match self.pages.get(&number) {
            Some(page) => Ok(Arc::clone(page)),
            None => self.pager.page(number, &self.root),
        }
    }
}

/// What became of a page into which something was put.
struct Put {
    page: u64,
    /// The page beside it, if it was split, and the first key there.
    beside: Option<(Vec<u8>, u64)>,
    is_new: bool,
}

impl<'e> Writer<'e> {
    /// Begins from a root. Without readers free pages may be written to.
    pub(super) fn new(pager: &'e Pager, root: Root, has_readers: bool) -> Self {
        Self {
            pager,
            root: Root { transaction: root.transaction + 1, ..root },
            pages: HashMap::new(),
            runs: HashMap::new(),
            trees: Vec::new(),
            pool: BinaryHeap::new(),
            freed: Vec::new(),
            takes_free: !has_readers,
            is_broken: false,
        }
    }

    fn tree(&self, database: Database) -> Result<Tree, BadStore> {
        if let Some((_, tree)) = self.trees.iter().find(|(changed, _)| *changed == database) {
            return Ok(*tree);
        }
        let name = self.pager.names.name(database);
        let found = self.find(&self.root.main, name.as_bytes())?;
        let missing = || BadStore::Damaged(format!("{name} is missing"));
        found.map_or_else(|| Err(missing()), |(page, index)| tree_at(&page, index))
    }

    /// Returns a database, which it makes if there is none of the name yet.
    pub(super) fn make(&mut self, name: &Name, layout: u32) -> Result<Database, BadStore> {
        let name = name.to_string();
        let database = self.pager.names.database(&name);
        if self.find(&self.root.main, name.as_bytes())?.is_none() {
            self.change(database, Tree::new(layout));
        }
        self.tree(database)?.check_layout(&name, layout)?;
        Ok(database)
    }

    /// Returns the value of a key.
    ///
    /// # Errors
    ///
    /// What leads to the value is damaged, or the store cannot be read.
    pub fn get(&self, database: Database, key: &[u8]) -> Result<Option<Vec<u8>>, BadStore> {
        let Some((page, index)) = self.find(&self.tree(database)?, key)? else { return Ok(None) };
        match page.big(index).and_then(|first| Some((first, self.runs.get(&first)?))) {
            Some((first, run)) => {
                page::run_value(first, run, page.size(index)).map(|value| Some(value.to_vec()))
            }
            None => self.pager.value(&page, index, &self.root).map(Some),
        }
    }

    /// Returns how many keys a database has.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn count(&self, database: Database) -> Result<u64, BadStore> {
        Ok(self.tree(database)?.entries)
    }

    /// Sets the value of a key of at most 511 bytes.
    ///
    /// # Errors
    ///
    /// The key is too long, what leads to it is damaged, or the store cannot be read.
    pub fn put(&mut self, database: Database, key: &[u8], value: &[u8]) -> Result<(), BadStore> {
        if key.is_empty() || key.len() > LONGEST_KEY {
            return Err(BadStore::System(format!(
                "it has no room for keys of {} bytes",
                key.len()
            )));
        }
        let mut tree = self.tree(database)?;
        self.whole(&mut |writer| {
            if let Some(node) = Node::value(key, 0, value) {
                return writer.insert(&mut tree, Order::Bytes, node);
            }
            let size = u32::try_from(value.len()).map_err(|_| BadStore::Full)?;
            let count = page::run_pages(value.len());
            let first = writer.allocate_run(count)?;
            writer.runs.insert(first, page::run(first, value));
            tree.runs += count;
            writer.insert(&mut tree, Order::Bytes, Node::big(key, size, &first.to_le_bytes()))
        })?;
        self.change(database, tree);
        Ok(())
    }

    /// Removes every key.
    ///
    /// # Errors
    ///
    /// A page is damaged, or the store cannot be read.
    pub fn clear(&mut self, database: Database) -> Result<(), BadStore> {
        let tree = self.tree(database)?;
        if let Some(page) = tree.page() {
            self.whole(&mut |writer| writer.free_below(page, tree.depth))?;
            self.change(database, tree.emptied());
        }
        Ok(())
    }

    /// Notes what a tree has become.
    fn change(&mut self, database: Database, tree: Tree) {
        match self.trees.iter_mut().find(|(changed, _)| *changed == database) {
            Some(changed) => changed.1 = tree,
            None => self.trees.push((database, tree)),
        }
    }

    /// Does something that must not fail halfway.
    fn whole(
        &mut self,
        work: &mut dyn FnMut(&mut Self) -> Result<(), BadStore>,
    ) -> Result<(), BadStore> {
        let done = work(self);
        self.is_broken |= done.is_err();
        done
    }

    fn insert(&mut self, tree: &mut Tree, order: Order, node: Node) -> Result<(), BadStore> {
        let Some(page) = tree.page() else {
            let mut leaf = Page::new(1);
            leaf.insert(0, node);
            let page = self.add(leaf)?;
            tree.set_page(page);
            (tree.depth, tree.leaves, tree.entries) = (1, tree.leaves + 1, 1);
            return Ok(());
        };
        let put = self.insert_below(tree, page, tree.depth, order, node)?;
        tree.set_page(put.page);
        if let Some((key, right)) = put.beside {
            let mut branch = Page::new(2);
            branch.insert(0, Node::child(&[], put.page));
            branch.insert(1, Node::child(&key, right));
            let page = self.add(branch)?;
            tree.set_page(page);
            (tree.depth, tree.branches) = (tree.depth + 1, tree.branches + 1);
        }
        tree.entries += u64::from(put.is_new);
        Ok(())
    }

    fn insert_below(
        &mut self,
        tree: &mut Tree,
        number: u64,
        levels: u16,
        order: Order,
        node: Node,
    ) -> Result<Put, BadStore> {
        let (number, mut page) = self.take(number, levels)?;
        let (mut is_new, mut beside) = (false, None);
        if levels == 1 {
            let at = match page.find(node.key, order) {
                Ok(at) if page.replace(at, node) => None,
                Ok(at) => {
                    tree.runs -= self.free_value(&page, at)?;
                    page.remove(at);
                    Some(at)
                }
                Err(at) => {
                    is_new = true;
                    Some(at)
                }
            };
            if let Some(at) = at {
                beside = self.place(&mut page, at, node)?;
                tree.leaves += u64::from(beside.is_some());
            }
        } else {
            let at = page.behind(node.key, order);
            let put = self.insert_below(tree, page.child(at), levels - 1, order, node)?;
            is_new = put.is_new;
            page.set_child(at, put.page);
            if let Some((key, right)) = put.beside {
                beside = self.place(&mut page, at + 1, Node::child(&key, right))?;
                tree.branches += u64::from(beside.is_some());
            }
        }
        self.pages.insert(number, Arc::new(page));
        Ok(Put { page: number, beside, is_new })
    }

    /// Puts a node into a page, which is split if there is no room.
    fn place(
        &mut self,
        page: &mut Page,
        index: usize,
        node: Node,
    ) -> Result<Option<(Vec<u8>, u64)>, BadStore> {
        if page.insert(index, node) {
            return Ok(None);
        }
        let (key, right) = page.split(index, node);
        Ok(Some((key, self.add(right)?)))
    }

    /// Takes a page out, to be put back changed under the number returned.
    fn take(&mut self, number: u64, levels: u16) -> Result<(u64, Page), BadStore> {
        let page = self.page(number, levels)?;
        if self.pages.remove(&number).is_some() {
            return Ok((number, Arc::unwrap_or_clone(page)));
        }
        self.freed.push(number);
        Ok((self.allocate()?, Arc::unwrap_or_clone(page)))
    }

    fn add(&mut self, page: Page) -> Result<u64, BadStore> {
        let number = self.allocate()?;
        self.pages.insert(number, Arc::new(page));
        Ok(number)
    }

    fn free(&mut self, number: u64) {
        match self.pages.remove(&number) {
            Some(_) => self.pool.push(Reverse(number)),
            None => self.freed.push(number),
        }
    }

    /// Frees the pages of a great value and returns how many there were.
    fn free_value(&mut self, page: &Page, index: usize) -> Result<u64, BadStore> {
        let Some(first) = page.big(index) else { return Ok(0) };
        let count = page::run_pages(page.size(index));
        self.root.check(first, count)?;
        if self.runs.remove(&first).is_some() {
            self.pool.extend((first..first + count).map(Reverse));
        } else {
            self.freed.extend(first..first + count);
        }
        Ok(count)
    }

    fn free_below(&mut self, number: u64, levels: u16) -> Result<(), BadStore> {
        let page = self.page(number, levels)?;
        for index in 0..page.len() {
            if levels > 1 {
                self.free_below(page.child(index), levels - 1)?;
            } else {
                self.free_value(&page, index)?;
            }
        }
        self.free(number);
        Ok(())
    }

    fn allocate(&mut self) -> Result<u64, BadStore> {
        self.refill(1)?;
        Ok(self.pool.pop().map_or_else(|| self.grow(1), |Reverse(number)| number))
    }

    fn allocate_run(&mut self, count: u64) -> Result<u64, BadStore> {
        self.refill(1)?;
        let mut numbers: Vec<u64> = self.pool.iter().map(|Reverse(number)| *number).gather();
        numbers.sort_unstable();
        let (mut first, mut found) = (0, 0);
        for number in numbers {
            (first, found) = if number == first + found { (first, found + 1) } else { (number, 1) };
            if found == count {
                break;
            }
        }
        if found < count {
            return Ok(self.grow(count));
        }
        self.pool.retain(|Reverse(number)| !(first..first + count).contains(number));
        Ok(first)
    }

    /// Returns the first of some new pages at the end of the file.
    const fn grow(&mut self, count: u64) -> u64 {
        self.root.last_page += count;
        self.root.last_page + 1 - count
    }

    /// Takes pages from the lists of free ones until so many are at hand, if there are.
    fn refill(&mut self, least: usize) -> Result<(), BadStore> {
        while self.takes_free && self.pool.len() < least {
            let Some(mut number) = self.root.free.page() else { return Ok(()) };
            for levels in (2..=self.root.free.depth).rev() {
                number = self.page(number, levels)?.child(0);
            }
            let list = free::decode(self.page(number, 1)?.data(0));
            let list = list.ok_or_else(|| page::wrong(number))?;
            list.iter().try_for_each(|page| self.root.check(*page, 1))?;
            self.pool.extend(list.into_iter().map(Reverse));
            // Removing the list takes pages itself, of which there may be none yet.
            self.takes_free = false;
            self.remove_first_free()?;
            self.takes_free = true;
        }
        Ok(())
    }

    /// Removes the first list of free pages.
    fn remove_first_free(&mut self) -> Result<(), BadStore> {
        let mut tree = self.root.free;
        let Some(page) = tree.page() else { return Ok(()) };
        tree.entries -= 1;
        let depth = tree.depth;
        let Some(page) = self.remove_first_below(&mut tree, page, depth)? else {
            self.root.free = tree.emptied();
            return Ok(());
        };
        tree.set_page(page);
        while tree.depth > 1 {
            let Some(number) = tree.page() else { break };
            let root = self.page(number, tree.depth)?;
            if root.len() > 1 {
                break;
            }
            tree.set_page(root.child(0));
            self.free(number);
            (tree.depth, tree.branches) = (tree.depth - 1, tree.branches - 1);
        }
        self.root.free = tree;
        Ok(())
    }

    /// Removes the first key below a page and returns what the page has become, if anything is left.
    fn remove_first_below(
        &mut self,
        tree: &mut Tree,
        number: u64,
        levels: u16,
    ) -> Result<Option<u64>, BadStore> {
        let (number, mut page) = self.take(number, levels)?;
        if levels == 1 {
            page.remove(0);
        } else {
            match self.remove_first_below(tree, page.child(0), levels - 1)? {
                Some(child) => page.set_child(0, child),
                None => page.remove(0),
            }
        }
        let is_left = page.len() > 0;
        self.pages.insert(number, Arc::new(page));
        if is_left {
            return Ok(Some(number));
        }
        self.free(number);
        if levels == 1 {
            tree.leaves -= 1;
        } else {
            tree.branches -= 1;
        }
        Ok(None)
    }

    /// Writes the lists of free pages. Writing takes pages from them, so there is room for more
    /// than are left in the end.
    fn list_free(&mut self) -> Result<(), BadStore> {
        self.refill(ENOUGH)?;
        self.takes_free = false;
        let mut tree = self.root.free;
        let mut keys = Vec::new();
        while keys.len() * free::MOST < self.pool.len() + self.freed.len() {
            let key = free::key(self.root.transaction, keys.len() as u64);
            self.insert(&mut tree, Order::Numbers, free::node(&key, &free::encode(&[]))?)?;
            keys.push(key);
        }
        let mut free: Vec<u64> = self.pool.iter().map(|Reverse(number)| *number).gather();
        free.extend(&self.freed);
        free.sort_unstable();
        free.reverse();
        let mut lists = free.chunks(free::MOST);
        for key in &keys {
            let list = free::encode(lists.next().unwrap_or_default());
            self.insert(&mut tree, Order::Numbers, free::node(key, &list)?)?;
        }
        self.root.free = tree;
        Ok(())
    }

    /// Makes the changes count.
    pub(super) fn commit(mut self) -> Result<(), BadStore> {
        if self.is_broken {
            return Err(BadStore::System("a change failed halfway".to_owned()));
        }
        if self.trees.is_empty() {
            return Ok(());
        }
        let mut main = self.root.main;
        for (database, tree) in std::mem::take(&mut self.trees) {
            let (name, tree) = (self.pager.names.name(database), tree.encode());
            let node = Node::value(name.as_bytes(), TREE, &tree).ok_or(BadStore::Full)?;
            self.insert(&mut main, Order::Bytes, node)?;
        }
        self.root.main = main;
        self.list_free()?;
        self.pager.commit(self.root, self.pages, &self.runs)
    }
}
