//! Checks the pages of a store's file without LMDB: LMDB follows every number that it finds in
//! them, so damaged pages must not reach it.
//!
//! The layout is that of LMDB 0.9 on 64-bit little-endian machines:
//!
//! ```text
//! page   u64 number, u16 pad, u16 kind, u16 lower, u16 upper (or u32 pages of an overflow), u16 nodes[]
//! meta   u32 magic, u32 version, u64 address, u64 map size, tree free, tree main, u64 last page, u64 transaction
//! tree   u32 pad (the page size in the first), u16 flags, u16 depth, u64 branches, leaves, overflows, entries, root
//! node   u32 size (or page, with the flags as its high bits), u16 flags, u16 key size, key, value
//! ```

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::BadStore;
use crate::kernel::bytes::Fields;

/// The magic number of an LMDB file, after the header of its first page.
const MAGIC: u32 = 0xBEEF_C0DE;
/// The version of the layout.
const VERSION: u32 = 1;
/// The size of a page header in bytes.
const HEAD: usize = 16;
/// The size of a node header in bytes.
const NODE: usize = 8;
/// The deepest tree that LMDB can walk.
const DEEPEST: u32 = 32;
/// Stands for the root of an empty tree.
const NO_PAGE: u64 = u64::MAX;

const BRANCH: u16 = 1;
const LEAF: u16 = 2;
const OVERFLOW: u16 = 4;
const META: u16 = 8;
/// A flag of pages in memory that may reach the disk.
const DIRTY: u16 = 16;

/// The value of a node is on pages of its own.
const BIG: u16 = 1;
/// The value of a node is a tree.
const TREE: u16 = 2;

/// Whether the layout is that of this machine.
const IS_KNOWN: bool = cfg!(all(target_pointer_width = "64", target_endian = "little"));

/// The state of a file before LMDB opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It has not been written yet.
    Empty,
    /// It starts like a store.
    Store,
}

#[derive(Clone, Copy, Debug)]
struct Tree {
    depth: u16,
    root: u64,
}

#[derive(Clone, Copy, Debug)]
struct Meta {
    page_size: usize,
    trees: [Tree; 2],
    last_page: u64,
    transaction: u64,
}

fn damaged<T>(what: impl Into<String>) -> Result<T, BadStore> {
    Err(BadStore::Damaged(what.into()))
}

/// Returns whether a file starts like a store.
pub(super) fn kind(file: &mut File) -> Result<Kind, BadStore> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(Kind::Empty);
    }
    if !IS_KNOWN {
        return Ok(Kind::Store);
    }
    let mut head = [0; HEAD + 8];
    file.seek(SeekFrom::Start(0))?;
    if let Err(error) = file.read_exact(&mut head) {
        return match error.kind() {
            io::ErrorKind::UnexpectedEof => Err(BadStore::Foreign),
            _ => Err(error.into()),
        };
    }
    let mut fields = Fields::new(&head[HEAD..]);
    if fields.u32() != Some(MAGIC) {
        return Err(BadStore::Foreign);
    }
    match fields.u32() {
        Some(VERSION) => {}
        found => return damaged(format!("its pages have version {}", found.unwrap_or(0))),
    }
    metas(file)?;
    Ok(Kind::Store)
}

/// Reads both meta pages.
fn metas(file: &mut File) -> Result<[Meta; 2], BadStore> {
    let first = meta(file, 0)?;
    let second = meta(file, first.page_size as u64)?;
    if first.page_size != second.page_size {
        return damaged("its two roots do not agree");
    }
    Ok([first, second])
}

fn meta(file: &mut File, at: u64) -> Result<Meta, BadStore> {
    let mut bytes = [0; HEAD + 24 + 2 * 48 + 16];
    file.seek(SeekFrom::Start(at))?;
    if file.read_exact(&mut bytes).is_err() {
        return damaged("it is truncated within its roots");
    }
    parse_meta(&bytes).map_or_else(|| damaged("one of its roots is not a root"), Ok)
}

fn parse_meta(bytes: &[u8]) -> Option<Meta> {
    let mut head = Fields::new(bytes);
    let (_, _, flags, _) = (head.u64()?, head.u16()?, head.u16()?, head.u32()?);
    if flags & META == 0 || head.u32()? != MAGIC || head.u32()? != VERSION {
        return None;
    }
    let (_address, map_size) = (head.u64()?, head.u64()?);
    let mut page_size = 0;
    let mut trees = [Tree { depth: 0, root: NO_PAGE }; 2];
    for (at, tree) in trees.iter_mut().enumerate() {
        let pad = head.u32()?;
        if at == 0 {
            page_size = pad as usize;
        }
        *tree = parse_tree(&mut head)?;
    }
    let (last_page, transaction) = (head.u64()?, head.u64()?);
    let is_size = page_size.is_power_of_two() && (512..=65536).contains(&page_size);
    let fits = last_page.checked_add(1)?.checked_mul(page_size as u64)? <= map_size.max(1 << 20);
    (is_size && last_page >= 1 && fits).then_some(Meta { page_size, trees, last_page, transaction })
}

/// Reads a tree without its pad.
fn parse_tree(fields: &mut Fields) -> Option<Tree> {
    let (_flags, depth) = (fields.u16()?, fields.u16()?);
    let _counts = (fields.u64()?, fields.u64()?, fields.u64()?, fields.u64()?);
    Some(Tree { depth, root: fields.u64()? })
}

/// Returns whether the file ends before the last page in use, as a truncated file does, and rarely
/// a sound one whose last pages are free.
pub(super) fn is_short(file: &mut File) -> Result<bool, BadStore> {
    if !IS_KNOWN {
        return Ok(false);
    }
    let length = file.metadata()?.len();
    let metas = metas(file)?;
    Ok(metas.iter().any(|meta| (meta.last_page + 1) * meta.page_size as u64 > length))
}

/// Checks every page of the store as a transaction sees it. The transaction must still be open, so
/// that its pages stay as they are.
pub(super) fn check(file: &mut File, transaction: u64) -> Result<(), BadStore> {
    if !IS_KNOWN {
        return Ok(());
    }
    let metas = metas(file)?;
    let Some(meta) = metas.into_iter().find(|meta| meta.transaction == transaction) else {
        // Two commits have happened since, so the file is being written and is sound.
        return Ok(());
    };
    let pages = usize::try_from(meta.last_page + 1).unwrap_or(usize::MAX);
    let length = file.metadata()?.len();
    let seen = vec![0_u64; pages.div_ceil(64)];
    let mut walk = Walk { file, meta, length, seen, free: Vec::new() };
    let [free, main] = meta.trees;
    walk.tree(free, Content::Free)?;
    walk.tree(main, Content::Keys)?;
    // A page both free and in use would be overwritten.
    for page in std::mem::take(&mut walk.free) {
        walk.mark(page)?;
    }
    Ok(())
}

/// The contents of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// The lists of free pages. Its keys are numbers, which are ordered as such.
    Free,
    /// Anything else, by keys in ascending order.
    Keys,
}

struct Walk<'a> {
    file: &'a mut File,
    meta: Meta,
    length: u64,
    /// The pages seen so far, one bit each.
    seen: Vec<u64>,
    /// The pages listed as free.
    free: Vec<u64>,
}

impl Walk<'_> {
    fn tree(&mut self, tree: Tree, content: Content) -> Result<(), BadStore> {
        match (tree.root, tree.depth) {
            (NO_PAGE, _) => Ok(()),
            (_, 0) => damaged("a tree has a root and no depth"),
            (root, depth) => self.page(root, u32::from(depth), content),
        }
    }

    /// Marks a page as used, which must happen only once.
    fn mark(&mut self, page: u64) -> Result<(), BadStore> {
        if !(2..=self.meta.last_page).contains(&page) {
            return damaged(format!("there is no page {page}"));
        }
        let (word, bit) = ((page / 64) as usize, 1 << (page % 64));
        if self.seen[word] & bit != 0 {
            return damaged(format!("page {page} is used twice"));
        }
        self.seen[word] |= bit;
        Ok(())
    }

    /// Adds the pages of a list: their number, and the pages.
    fn add_free(&mut self, list: &[u8]) -> Result<(), BadStore> {
        let mut fields = Fields::new(list);
        let pages: Option<Vec<u64>> = fields
            .u64()
            .filter(|count| *count <= self.meta.last_page)
            .and_then(|count| (0..count).map(|_| fields.u64()).collect());
        match pages {
            Some(pages) => self.free.extend(pages),
            None => return damaged("a list of free pages is not a list"),
        }
        Ok(())
    }

    /// Returns `count` pages from `number` on, which nothing else may use.
    fn load(&mut self, number: u64, count: u64) -> Result<Vec<u8>, BadStore> {
        let size = self.meta.page_size as u64;
        let end = number.checked_add(count).filter(|end| *end <= self.meta.last_page + 1);
        let (true, Some(end)) = (number >= 2 && count > 0, end) else {
            return damaged(format!("there is no page {number}"));
        };
        if end * size > self.length {
            return damaged(format!("it is truncated before page {}", end - 1));
        }
        for page in number..end {
            self.mark(page)?;
        }
        self.file.seek(SeekFrom::Start(number * size))?;
        let mut bytes = vec![0; (count * size) as usize];
        self.file.read_exact(&mut bytes)?;
        let mut fields = Fields::new(&bytes);
        if fields.u64() != Some(number) {
            return damaged(format!("page {number} is another one"));
        }
        Ok(bytes)
    }

    /// Checks the subtree of a page that is `levels` levels above the leaves.
    fn page(&mut self, number: u64, levels: u32, content: Content) -> Result<(), BadStore> {
        let bytes = self.load(number, 1)?;
        let wrong = || BadStore::Damaged(format!("page {number} is not what it should be"));
        let at = |place: usize| -> Option<u16> {
            Some(u16::from_le_bytes(*bytes.get(place..)?.first_chunk()?))
        };
        let field = |place| at(place).ok_or_else(wrong);
        let (kind, lower, upper) = (field(10)? & !DIRTY, field(12)?, field(14)?);
        let wanted = if levels == 1 { LEAF } else { BRANCH };
        let (lower, upper) = (usize::from(lower), usize::from(upper));
        let is_whole = HEAD < lower && lower <= upper && upper <= bytes.len() && lower % 2 == 0;
        if kind != wanted || levels > DEEPEST || !is_whole {
            return Err(wrong());
        }
        let mut before: Option<&[u8]> = None;
        for index in 0..(lower - HEAD) / 2 {
            let place = usize::from(field(HEAD + 2 * index)?);
            let node = bytes.get(place..).filter(|_| place >= upper).ok_or_else(wrong)?;
            let mut fields = Fields::new(node);
            let parts = (fields.u32(), fields.u16(), fields.u16());
            let (Some(size), Some(flags), Some(key)) = parts else { return Err(wrong()) };
            let key = fields.bytes(key.into()).ok_or_else(wrong)?;
            // The first key of a branch stands for all smaller ones.
            let counts = content == Content::Keys && (kind == LEAF || index > 0);
            if counts && before.is_some_and(|before| before >= key) {
                return Err(wrong());
            }
            before = counts.then_some(key);
            if kind == BRANCH {
                let child = u64::from(size) | u64::from(flags) << 32;
                self.page(child, levels - 1, content)?;
                continue;
            }
            match flags {
                0 => {
                    let value = fields.bytes(size as usize).ok_or_else(wrong)?;
                    if content == Content::Free {
                        self.add_free(value)?;
                    }
                }
                BIG => {
                    let first = fields.u64().ok_or_else(wrong)?;
                    let room = self.meta.page_size;
                    let count = (HEAD + size as usize).div_ceil(room) as u64;
                    let pages = self.load(first, count)?;
                    let (kind, told) = (pages.get(10), pages.get(12..16));
                    let told = told.and_then(|told| told.first_chunk()).copied();
                    let told = told.map(u32::from_le_bytes).map(u64::from);
                    if kind.is_none_or(|kind| u16::from(*kind) & OVERFLOW == 0)
                        || told != Some(count)
                    {
                        return Err(wrong());
                    }
                    if content == Content::Free {
                        self.add_free(&pages[HEAD..])?;
                    }
                }
                TREE if size as usize == 48 => {
                    fields.u32().ok_or_else(wrong)?;
                    let tree = parse_tree(&mut fields).ok_or_else(wrong)?;
                    self.tree(tree, Content::Keys)?;
                }
                _ => return Err(wrong()),
            }
        }
        Ok(())
    }
}

const _: () = assert!(NODE == 8 && HEAD == 16);
