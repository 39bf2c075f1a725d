//! The two roots of a store, one of which is always whole: the first two pages of the file.
//!
//! ```text
//! root   u64 page, u16 0, u16 kind, u32 0,
//!        u32 magic, u32 version, u64 0, u64 map size, tree free, tree main, u64 last page, u64 transaction,
//!        8 bytes "quincunx", u32 format, u32 checksum
//! tree   u32 layout (4096 in free), u16 flags, u16 depth, u64 branches, leaves, pages of runs, entries, root
//! ```
//!
//! A transaction writes the older root, so its number tells the newer one. All but the last line of
//! a root is LMDB's. The root fits into the least block that any disk writes as a whole.

use super::page::{HEAD, SIZE, TREE_BYTES};
use super::{BadStore, FORMAT};
use crate::kernel::bytes::Fields;

const MAGIC: u32 = 0xBEEF_C0DE;
/// The version of LMDB's layout.
const VERSION: u32 = 1;
const KIND: u16 = 8;
/// What makes an LMDB file a store of this program.
const MARK: &[u8; 8] = b"quincunx";
/// The length of what the checksum covers.
const SUMMED: usize = HEAD + 24 + 2 * TREE_BYTES + 16 + MARK.len() + 4;
/// The length of a root.
const LENGTH: usize = SUMMED + 4;
/// The bytes of a file that hold both roots.
pub(super) const ROOTS: usize = SIZE + LENGTH;
/// The least size of a map that other programs make of the file.
const LEAST_MAP: u64 = 1 << 20;
/// Stands for the root of an empty tree.
const NO_PAGE: u64 = u64::MAX;
/// The deepest tree.
const DEEPEST: u16 = 32;
/// The flag of trees whose keys are numbers.
const NUMBERS: u16 = 8;

/// A tree of keys and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    /// The version of its keys and values.
    pub(super) layout: u32,
    flags: u16,
    /// How many levels of pages it has, the leaves included.
    pub(super) depth: u16,
    pub(super) branches: u64,
    pub(super) leaves: u64,
    pub(super) runs: u64,
    pub(super) entries: u64,
    page: u64,
}

impl Tree {
    pub(super) const fn new(layout: u32) -> Self {
        let (flags, depth) = (0, 0);
        Self { layout, flags, depth, branches: 0, leaves: 0, runs: 0, entries: 0, page: NO_PAGE }
    }

    /// Returns the tree without any keys.
    pub(super) const fn emptied(&self) -> Self {
        Self { flags: self.flags, ..Self::new(self.layout) }
    }

    /// Returns the page of the root, if the tree has any.
    pub(super) const fn page(&self) -> Option<u64> {
        if self.depth == 0 { None } else { Some(self.page) }
    }

    pub(super) const fn set_page(&mut self, page: u64) {
        self.page = page;
    }

    /// Fails if the keys and values are of another version than the one that is known.
    pub(super) fn check_layout(&self, name: &str, known: u32) -> Result<(), BadStore> {
        if self.layout == known {
            return Ok(());
        }
        Err(BadStore::Layout { database: name.to_owned(), found: self.layout, known })
    }

    pub(super) fn encode(&self) -> [u8; TREE_BYTES] {
        let mut bytes = [0; TREE_BYTES];
        bytes[..4].copy_from_slice(&self.layout.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.flags.to_le_bytes());
        bytes[6..8].copy_from_slice(&self.depth.to_le_bytes());
        let numbers = [self.branches, self.leaves, self.runs, self.entries, self.page];
        for (place, number) in bytes[8..].chunks_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Reads a tree, if it is one.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let (layout, flags, depth) = (fields.u32()?, fields.u16()?, fields.u16()?);
        let (branches, leaves) = (fields.u64()?, fields.u64()?);
        let (runs, entries, page) = (fields.u64()?, fields.u64()?, fields.u64()?);
        let is_tree = depth <= DEEPEST && (depth == 0) == (page == NO_PAGE) && fields.is_empty();
        is_tree.then_some(Self { layout, flags, depth, branches, leaves, runs, entries, page })
    }
}

/// The root of everything, as of one transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Root {
    /// The free pages.
    pub(super) free: Tree,
    /// The databases by name.
    pub(super) main: Tree,
    pub(super) last_page: u64,
    pub(super) transaction: u64,
}

impl Root {
    /// Returns both roots of an empty store, as pages.
    pub(super) fn first(format: u32) -> Vec<u8> {
        let free = Tree { flags: NUMBERS, ..Tree::new(SIZE as u32) };
        let root = |transaction| Self { free, main: Tree::new(0), last_page: 1, transaction };
        let mut bytes = vec![0; 2 * SIZE];
        for transaction in [0, 1] {
            let root = root(transaction);
            bytes[root.place() as usize..][..LENGTH].copy_from_slice(&root.encode(format));
        }
        bytes
    }

    /// Checks that there are `count` pages from `first` on, none of them one of the roots.
    pub(super) fn check(&self, first: u64, count: u64) -> Result<(), BadStore> {
        let end = first.checked_add(count).filter(|end| *end <= self.last_page + 1);
        match end {
            Some(_) if first >= 2 => Ok(()),
            _ => Err(BadStore::Damaged(format!("there is no page {first}"))),
        }
    }

    /// Returns where in the file it belongs.
    pub(super) const fn place(&self) -> u64 {
        self.transaction % 2 * SIZE as u64
    }

    pub(super) fn encode(&self, format: u32) -> [u8; LENGTH] {
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend_from_slice(&(self.transaction % 2).to_le_bytes());
        bytes.extend_from_slice(&[0, 0, KIND as u8, 0, 0, 0, 0, 0]);
        bytes.extend_from_slice(&MAGIC.to_le_bytes());
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        let map = ((self.last_page + 1) * SIZE as u64).max(LEAST_MAP);
        for number in [0, map] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.free.encode());
        bytes.extend_from_slice(&self.main.encode());
        bytes.extend_from_slice(&self.last_page.to_le_bytes());
        bytes.extend_from_slice(&self.transaction.to_le_bytes());
        bytes.extend_from_slice(MARK);
        bytes.extend_from_slice(&format.to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        let mut root = [0; LENGTH];
        root.copy_from_slice(&bytes);
        root
    }

    /// Reads the newer of two roots from the start of a file. Both must be whole.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, BadStore> {
        let second = bytes.get(SIZE..).unwrap_or_default();
        let roots = [Self::decode_one(bytes)?, Self::decode_one(second)?];
        for (at, root) in roots.iter().enumerate() {
            if root.place() != (at * SIZE) as u64 {
                return Err(BadStore::Damaged("one of its roots is the other one".to_owned()));
            }
        }
        Ok(if roots[0].transaction > roots[1].transaction { roots[0] } else { roots[1] })
    }

    fn decode_one(bytes: &[u8]) -> Result<Self, BadStore> {
        let damaged = || BadStore::Damaged("one of its roots is not a root".to_owned());
        let Some(bytes) = bytes.get(..LENGTH) else {
            let is_lmdb =
                bytes.get(HEAD..HEAD + 4).is_some_and(|magic| magic == MAGIC.to_le_bytes());
            let cut = "it is truncated within its roots".to_owned();
            return Err(if is_lmdb { BadStore::Damaged(cut) } else { BadStore::Foreign });
        };
        let mut fields = Fields::new(&bytes[HEAD..]);
        let (magic, version) = (fields.u32(), fields.u32());
        let is_whole = bytes[SUMMED..] == crc32fast::hash(&bytes[..SUMMED]).to_le_bytes();
        if !is_whole {
            let mark = &bytes[SUMMED - MARK.len() - 4..];
            return Err(match (magic, version) {
                _ if mark.starts_with(MARK) => damaged(),
                (Some(MAGIC), Some(VERSION)) if mark.iter().all(|byte| *byte == 0) => {
                    BadStore::Unmarked
                }
                (Some(MAGIC), Some(other)) if other != VERSION => BadStore::Pages(other),
                (Some(MAGIC), _) => damaged(),
                _ => BadStore::Foreign,
            });
        }
        let mut read = || -> Option<(Self, u32)> {
            let (_address, _map) = (fields.u64()?, fields.u64()?);
            let free = Tree::decode(fields.bytes(TREE_BYTES)?)?;
            let main = Tree::decode(fields.bytes(TREE_BYTES)?)?;
            let (last_page, transaction) = (fields.u64()?, fields.u64()?);
            let is_ours = fields.array() == Some(*MARK);
            let format = fields.u32()?;
            let fits = (1..1 << 40).contains(&last_page) && transaction < 1 << 40;
            (is_ours && fits).then_some((Self { free, main, last_page, transaction }, format))
        };
        match read() {
            Some((root, FORMAT)) => Ok(root),
            Some((_, other)) => Err(BadStore::Format(other)),
            None => Err(damaged()),
        }
    }
}
