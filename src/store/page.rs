//! A page of a tree, checked before anything in it is followed.
//!
//! ```text
//! page   u64 number, u16 0, u16 kind, u16 lower, u16 upper, u16 places of nodes[], .., nodes, u32 checksum
//! run    u64 number, u16 0, u16 kind, u32 pages, a value, .., u32 checksum
//! node   u32 size of the value (or child, with the flags as its high bits), u16 flags, u16 size of the key, key, value
//! ```
//!
//! This is the layout of LMDB 0.9 on 64-bit little-endian machines. LMDB knows no checksums; it
//! takes them for unused space.

use std::cmp::Ordering;

use super::BadStore;
use crate::kernel::Gather;

/// The size of a page in bytes.
pub(super) const SIZE: usize = 4096;
/// The size of its header.
pub(super) const HEAD: usize = 16;
/// The size of its checksum.
const SEAL: usize = 4;
/// The size of a node's header.
const NODE: usize = 8;
/// The greatest node: two of them and their places fit into a page.
const GREATEST: usize = (SIZE - HEAD - SEAL) / 2 - 2;
/// The longest key, as in LMDB.
pub(super) const LONGEST_KEY: usize = 511;

const BRANCH: u16 = 1;
const LEAF: u16 = 2;
const RUN: u16 = 4;

/// The flag of a node whose value is on pages of its own.
pub(super) const BIG: u16 = 1;
/// The flag of a node whose value is a tree.
pub(super) const TREE: u16 = 2;
/// The size of such a value.
pub(super) const TREE_BYTES: usize = 48;

/// The order of the keys of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Byte by byte.
    Bytes,
    /// As little-endian numbers of 64 bits.
    Numbers,
}

impl Order {
    pub(super) fn compare(self, a: &[u8], b: &[u8]) -> Ordering {
        let number = |key: &[u8]| key.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        match self {
            Self::Bytes => a.cmp(b),
            Self::Numbers => number(a).cmp(&number(b)),
        }
    }
}

/// A node as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    /// The size of the value, or the low bits of the child.
    word: u32,
    flags: u16,
    pub(super) key: &'a [u8],
    data: &'a [u8],
}

impl<'a> Node<'a> {
    /// Returns the node of a child, for a branch.
    pub(super) const fn child(key: &'a [u8], child: u64) -> Self {
        Self { word: child as u32, flags: (child >> 32) as u16, key, data: &[] }
    }

    /// Returns the node of a value, for a leaf; `None` if it needs pages of its own.
    pub(super) fn value(key: &'a [u8], flags: u16, data: &'a [u8]) -> Option<Self> {
        let node = Self { word: data.len() as u32, flags, key, data };
        (node.size() <= GREATEST).then_some(node)
    }

    /// Returns the node of a value of `size` bytes on pages of its own, the first of which `data` names.
    pub(super) const fn big(key: &'a [u8], size: u32, data: &'a [u8; 8]) -> Self {
        Self { word: size, flags: BIG, key, data }
    }

    /// The size in a page, which is even.
    const fn size(&self) -> usize {
        (NODE + self.key.len() + self.data.len()).next_multiple_of(2)
    }
}

/// Returns how many pages a great value takes.
pub(super) const fn run_pages(size: usize) -> u64 {
    (HEAD + size + SEAL).div_ceil(SIZE) as u64
}

/// Returns the pages of a great value.
pub(super) fn run(number: u64, value: &[u8]) -> Vec<u8> {
    let pages = run_pages(value.len());
    let mut bytes = vec![0; pages as usize * SIZE];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes[10..12].copy_from_slice(&RUN.to_le_bytes());
    bytes[12..16].copy_from_slice(&(pages as u32).to_le_bytes());
    bytes[HEAD..HEAD + value.len()].copy_from_slice(value);
    seal(&mut bytes);
    bytes
}

/// Returns the value on pages of its own.
pub(super) fn run_value(number: u64, bytes: &[u8], size: usize) -> Result<&[u8], BadStore> {
    check(number, bytes)?;
    let pages = (bytes.len() / SIZE) as u32;
    match bytes.get(HEAD..HEAD + size) {
        Some(value)
            if bytes[10..12] == RUN.to_le_bytes() && bytes[12..16] == pages.to_le_bytes() =>
        {
            Ok(value)
        }
        _ => Err(wrong(number)),
    }
}

fn seal(bytes: &mut [u8]) {
    let (body, seal) = bytes.split_at_mut(bytes.len() - SEAL);
    seal.copy_from_slice(&crc32fast::hash(body).to_le_bytes());
}

/// Checks number and checksum.
fn check(number: u64, bytes: &[u8]) -> Result<(), BadStore> {
    let sealed = bytes.split_last_chunk().filter(|(body, _)| body.len() > HEAD);
    let Some((body, seal)) = sealed else { return Err(wrong(number)) };
    if crc32fast::hash(body) != u32::from_le_bytes(*seal) {
        return Err(BadStore::Damaged(format!("page {number} was changed since it was written")));
    }
    if body.first_chunk() != Some(&number.to_le_bytes()) {
        return Err(BadStore::Damaged(format!("page {number} is another one")));
    }
    Ok(())
}

pub(super) fn wrong(number: u64) -> BadStore {
    BadStore::Damaged(format!("page {number} is not what it should be"))
}

/// A page of a tree: [`SIZE`] bytes in which every node lies within the page.
#[derive(Clone, Debug)]
pub(super) struct Page(Vec<u8>);

impl Page {
    /// Returns an empty page, `levels` levels above the leaves.
    pub(super) fn new(levels: u16) -> Self {
        let mut page = Self(vec![0; SIZE]);
        page.set(10, if levels == 1 { LEAF } else { BRANCH });
        page.set(12, HEAD as u16);
        page.set(14, (SIZE - SEAL) as u16);
        page
    }

    /// Takes the bytes of a page that should be this one.
    pub(super) fn parse(number: u64, bytes: Vec<u8>) -> Result<Self, BadStore> {
        check(number, &bytes)?;
        let page = Self(bytes);
        let (lower, upper, end) = (page.lower(), page.upper(), SIZE - SEAL);
        let is_kind = matches!(page.at(10), BRANCH | LEAF);
        if page.0.len() != SIZE
            || !is_kind
            || !(HEAD..=upper).contains(&lower)
            || lower % 2 != 0
            || upper > end
        {
            return Err(wrong(number));
        }
        let mut used = 0;
        for index in 0..page.len() {
            let at = page.place(index);
            if at < upper || at + NODE > end {
                return Err(wrong(number));
            }
            let size = (NODE + page.key_size(at) + page.data_size(at)).next_multiple_of(2);
            let is_tree = !page.is_leaf() || page.at(at + 4) != TREE || page.word(at) == 48;
            if size > end - at || !is_tree {
                return Err(wrong(number));
            }
            used += size;
        }
        if used == end - upper { Ok(page) } else { Err(wrong(number)) }
    }

    fn at(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.0[at], self.0[at + 1]])
    }

    fn word(&self, at: usize) -> u32 {
        u32::from(self.at(at)) | u32::from(self.at(at + 2)) << 16
    }

    fn set(&mut self, at: usize, value: u16) {
        self.0[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }

    fn lower(&self) -> usize {
        usize::from(self.at(12))
    }

    fn upper(&self) -> usize {
        usize::from(self.at(14))
    }

    fn place(&self, index: usize) -> usize {
        usize::from(self.at(HEAD + 2 * index))
    }

    fn key_size(&self, at: usize) -> usize {
        usize::from(self.at(at + 6))
    }

    /// The bytes behind the key of the node at a place.
    fn data_size(&self, at: usize) -> usize {
        match (self.is_leaf(), self.at(at + 4)) {
            (false, _) => 0,
            (true, BIG) => 8,
            (true, _) => self.word(at) as usize,
        }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.at(10) == LEAF
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        (self.lower() - HEAD) / 2
    }

    pub(super) fn key(&self, index: usize) -> &[u8] {
        let at = self.place(index);
        &self.0[at + NODE..][..self.key_size(at)]
    }

    pub(super) fn flags(&self, index: usize) -> u16 {
        self.at(self.place(index) + 4)
    }

    /// Returns the size of a value.
    pub(super) fn size(&self, index: usize) -> usize {
        self.word(self.place(index)) as usize
    }

    /// Returns what stands behind a key: a value, or the first of the pages that it is on.
    pub(super) fn data(&self, index: usize) -> &[u8] {
        let at = self.place(index);
        &self.0[at + NODE + self.key_size(at)..][..self.data_size(at)]
    }

    /// Returns the first of the pages that a value is on, if it is on pages of its own.
    pub(super) fn big(&self, index: usize) -> Option<u64> {
        let first = self.data(index).first_chunk().filter(|_| self.flags(index) == BIG)?;
        Some(u64::from_le_bytes(*first))
    }

    pub(super) fn child(&self, index: usize) -> u64 {
        let at = self.place(index);
        u64::from(self.word(at)) | u64::from(self.at(at + 4)) << 32
    }

    pub(super) fn set_child(&mut self, index: usize, child: u64) {
        let at = self.place(index);
        let Node { word, flags, .. } = Node::child(&[], child);
        self.0[at..at + 4].copy_from_slice(&word.to_le_bytes());
        self.set(at + 4, flags);
    }

    fn node(&self, index: usize) -> Node<'_> {
        let at = self.place(index);
        let (word, flags) = (self.word(at), self.at(at + 4));
        Node { word, flags, key: self.key(index), data: self.data(index) }
    }

    /// Finds a key in a leaf, or where it would be.
    pub(super) fn find(&self, key: &[u8], order: Order) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match order.compare(self.key(middle), key) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Ok(middle),
                Ordering::Greater => high = middle,
            }
        }
        Err(low)
    }

    /// Returns which child of a branch has a key. The key of the first one stands for all smaller ones.
    pub(super) fn behind(&self, key: &[u8], order: Order) -> usize {
        let (mut low, mut high) = (1, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match order.compare(self.key(middle), key) {
                Ordering::Greater => high = middle,
                _ => low = middle + 1,
            }
        }
        low - 1
    }

    /// Puts a node at an index, if there is room.
    pub(super) fn insert(&mut self, index: usize, node: Node) -> bool {
        let (lower, upper, size) = (self.lower(), self.upper(), node.size());
        if upper - lower < size + 2 {
            return false;
        }
        let at = upper - size;
        self.0[at..at + 4].copy_from_slice(&node.word.to_le_bytes());
        self.set(at + 4, node.flags);
        self.set(at + 6, node.key.len() as u16);
        let body = &mut self.0[at + NODE..upper];
        body.fill(0);
        body[..node.key.len()].copy_from_slice(node.key);
        body[node.key.len()..][..node.data.len()].copy_from_slice(node.data);
        let from = HEAD + 2 * index;
        self.0.copy_within(from..lower, from + 2);
        self.set(from, at as u16);
        self.set(12, (lower + 2) as u16);
        self.set(14, at as u16);
        true
    }

    /// Gives the key of a node another value of the same size, if it has one.
    pub(super) fn replace(&mut self, index: usize, node: Node) -> bool {
        let at = self.place(index);
        let (from, size) = (at + NODE + self.key_size(at), self.data_size(at));
        let fits = self.at(at + 4) == node.flags && node.flags != BIG && size == node.data.len();
        if fits {
            self.0[from..from + size].copy_from_slice(node.data);
        }
        fits
    }

    pub(super) fn remove(&mut self, index: usize) {
        let mut page = self.blank();
        let others = (0..self.len()).filter(|other| *other != index);
        others.enumerate().for_each(|(at, other)| _ = page.insert(at, self.node(other)));
        *self = page;
    }

    fn blank(&self) -> Self {
        Self::new(if self.is_leaf() { 1 } else { 2 })
    }

    /// Puts a node for which there is no room at an index: moves the last nodes to a new page, and
    /// returns that with its first key.
    pub(super) fn split(&mut self, index: usize, node: Node) -> (Vec<u8>, Self) {
        let mut nodes: Vec<Node> = (0..self.len()).map(|at| self.node(at)).gather();
        nodes.insert(index, node);
        let sizes = nodes.iter().map(|node| node.size() + 2);
        let all: usize = sizes.clone().sum();
        let room = SIZE - HEAD - SEAL;
        // Keys that come in ascending order leave full pages behind.
        let is_last = index + 1 == nodes.len();
        let goal = if is_last { all - nodes[index].size() - 2 } else { all / 2 };
        let mut before = 0;
        let mut best = (usize::MAX, 1);
        for (at, size) in sizes.enumerate() {
            if at > 0 && before <= room && all - before <= room {
                best = best.min((goal.abs_diff(before), at));
            }
            before += size;
        }
        let (mut left, mut right) = (self.blank(), self.blank());
        let key = nodes[best.1].key.to_vec();
        if !self.is_leaf() {
            nodes[best.1].key = &[];
        }
        for (at, node) in nodes.into_iter().enumerate() {
            let (page, from) = if at < best.1 { (&mut left, 0) } else { (&mut right, best.1) };
            page.insert(at - from, node);
        }
        *self = left;
        (key, right)
    }

    /// Returns the bytes to write.
    pub(super) fn sealed(&mut self, number: u64) -> &[u8] {
        self.0[..8].copy_from_slice(&number.to_le_bytes());
        seal(&mut self.0);
        &self.0
    }
}

const _: () = assert!(GREATEST.is_multiple_of(2) && NODE + LONGEST_KEY + TREE_BYTES <= GREATEST);
