//! Looks at every page of a store: each is whole, in its place, and used once or free.

use std::cmp::Ordering;

use super::page::{self, Order, wrong};
use super::pager::Pager;
use super::reader::{Reader, tree_at};
use super::root::{Root, Tree};
use super::{BadStore, free};

struct Walk<'a> {
    pager: &'a Pager,
    root: Root,
    /// The pages seen so far.
    seen: Vec<bool>,
}

/// What was seen of a tree.
#[derive(Default)]
struct Seen {
    branches: u64,
    leaves: u64,
    runs: u64,
    entries: u64,
    last: Vec<u8>,
    /// Whether the last key is one of a branch, which may follow itself.
    is_bound: bool,
}

impl Seen {
    /// Takes the next key, if it follows the last one.
    fn take(&mut self, key: &[u8], order: Order) -> Option<()> {
        let is_first = self.last.is_empty();
        let is_next = match order.compare(&self.last, key) {
            Ordering::Less => true,
            Ordering::Equal => self.is_bound,
            Ordering::Greater => false,
        };
        self.last = key.to_vec();
        (is_first || is_next).then_some(())
    }
}

/// Checks the pages of a snapshot.
pub(super) fn check(pager: &Pager, root: Root) -> Result<(), BadStore> {
    let mut walk = Walk { pager, root, seen: vec![false; root.last_page as usize + 1] };
    walk.tree(&root.main, Order::Bytes)?;
    for (_, tree) in Reader::new(pager, root).databases()? {
        walk.tree(&tree, Order::Bytes)?;
    }
    walk.tree(&root.free, Order::Numbers)?;
    match walk.seen.iter().skip(2).position(|seen| !seen) {
        Some(lost) => Err(BadStore::Damaged(format!("page {} is neither used nor free", lost + 2))),
        None => Ok(()),
    }
}

impl Walk<'_> {
    fn tree(&mut self, tree: &Tree, order: Order) -> Result<(), BadStore> {
        let mut seen = Seen::default();
        if let Some(page) = tree.page() {
            self.page(page, tree.depth, order, &mut seen)?;
        }
        let recorded = [tree.branches, tree.leaves, tree.runs, tree.entries];
        if recorded != [seen.branches, seen.leaves, seen.runs, seen.entries] {
            return Err(BadStore::Damaged("a tree is not of the size that it tells".to_owned()));
        }
        Ok(())
    }

    /// Marks pages, which must happen only once.
    fn mark(&mut self, first: u64, count: u64) -> Result<(), BadStore> {
        self.root.check(first, count)?;
        for page in first..first + count {
            if std::mem::replace(&mut self.seen[page as usize], true) {
                return Err(BadStore::Damaged(format!("page {page} is used twice")));
            }
        }
        Ok(())
    }

    fn page(
        &mut self,
        number: u64,
        levels: u16,
        order: Order,
        seen: &mut Seen,
    ) -> Result<(), BadStore> {
        self.mark(number, 1)?;
        // Past the pages that are at hand.
        let page = self.pager.page_of_file(number, &self.root)?;
        if page.is_leaf() != (levels == 1) || page.len() == 0 {
            return Err(wrong(number));
        }
        if levels > 1 {
            seen.branches += 1;
            for index in 0..page.len() {
                // The first key of a branch stands for all smaller ones.
                if index > 0 {
                    seen.take(page.key(index), order).ok_or_else(|| wrong(number))?;
                    seen.is_bound = true;
                }
                self.page(page.child(index), levels - 1, order, seen)?;
            }
            return Ok(());
        }
        seen.leaves += 1;
        for index in 0..page.len() {
            seen.take(page.key(index), order).ok_or_else(|| wrong(number))?;
            seen.is_bound = false;
            seen.entries += 1;
            if order == Order::Numbers {
                let list = free::decode(page.data(index)).ok_or_else(|| wrong(number))?;
                list.into_iter().try_for_each(|free| self.mark(free, 1))?;
            } else if page.flags(index) == page::TREE {
                tree_at(&page, index)?;
            } else if let Some(first) = page.big(index) {
                let count = page::run_pages(page.size(index));
                self.mark(first, count)?;
                self.pager.value(&page, index, &self.root)?;
                seen.runs += count;
            }
        }
        Ok(())
    }
}
