//! Looking into trees, whatever their pages are read from.

use std::sync::Arc;

use super::BadStore;
use super::page::{Order, Page, wrong};
use super::root::Tree;

/// Where pages come from.
pub(super) trait Source {
    /// Returns a page.
    fn any_page(&self, number: u64) -> Result<Arc<Page>, BadStore>;

    /// Returns a page that is `levels` levels high, 1 for a leaf.
    fn page(&self, number: u64, levels: u16) -> Result<Arc<Page>, BadStore> {
        let page = self.any_page(number)?;
        // Only a leaf may be empty: a branch without children leads nowhere.
        let is_right = page.is_leaf() == (levels == 1) && page.len() > 0;
        if is_right { Ok(page) } else { Err(wrong(number)) }
    }

    /// Returns the leaf with a key and the key's index there.
    fn find(&self, tree: &Tree, key: &[u8]) -> Result<Option<(Arc<Page>, usize)>, BadStore> {
        let Some(mut number) = tree.page() else { return Ok(None) };
        for levels in (2..=tree.depth).rev() {
            let page = self.page(number, levels)?;
            number = page.child(page.behind(key, Order::Bytes));
        }
        let leaf = self.page(number, 1)?;
        Ok(leaf.find(key, Order::Bytes).ok().map(|at| (leaf, at)))
    }

    /// Calls `visit` with the place of each key in order, or of those after a key, until it returns
    /// `false`.
    fn walk(
        &self,
        tree: &Tree,
        after: Option<&[u8]>,
        visit: &mut dyn FnMut(&Page, usize) -> Result<bool, BadStore>,
    ) -> Result<(), BadStore> {
        match tree.page() {
            Some(number) => self.walk_below(number, tree.depth, after, visit).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Walks through a page and what is below it, and returns whether to go on.
    fn walk_below(
        &self,
        number: u64,
        levels: u16,
        mut after: Option<&[u8]>,
        visit: &mut dyn FnMut(&Page, usize) -> Result<bool, BadStore>,
    ) -> Result<bool, BadStore> {
        let page = self.page(number, levels)?;
        let first = match after {
            None => 0,
            Some(key) if levels > 1 => page.behind(key, Order::Bytes),
            Some(key) => page.find(key, Order::Bytes).map_or_else(|at| at, |at| at + 1),
        };
        for index in first..page.len() {
            let goes_on = if levels == 1 {
                visit(&page, index)?
            } else {
                self.walk_below(page.child(index), levels - 1, after.take(), visit)?
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
