//! A cache of unpacked chunks.

use parking_lot::Mutex;

use super::chunks::{Chunks, Content};
use super::error::TableError;
use crate::kernel::Gather;

/// The unpacked chunks of the tables of one folder.
#[derive(Debug)]
pub(super) struct Cache {
    slots: Vec<Mutex<Slot>>,
}

#[derive(Debug, Default)]
struct Slot {
    /// The table and the chunk, the first plus 1; 0 for none.
    key: (usize, usize),
    bytes: Vec<u8>,
    /// Why the chunk cannot be read: remembered as well, so that it is not tried at each probe.
    damage: Option<TableError>,
}

impl Cache {
    /// Returns a cache of at most about `mib` MiB.
    pub(super) fn new(mib: usize) -> Self {
        // A chunk of results and one of distances take about this much together.
        const TWO_CHUNKS: usize = 24 << 10;
        let slots = ((mib << 20) / TWO_CHUNKS * 2).max(2).next_power_of_two() / 2;
        Self { slots: (0..slots.max(2)).map(|_| Mutex::default()).gather() }
    }

    /// Returns a byte of a chunk of the table of a unit.
    pub(super) fn byte(
        &self,
        ordinal: usize,
        chunks: &Chunks,
        content: Content,
        chunk: usize,
        at: usize,
    ) -> Result<u8, TableError> {
        let key = (ordinal + 1, chunk);
        let hash = (chunk as u64 ^ (key.0 as u64) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let slot = &self.slots[hash as usize & (self.slots.len() - 1)];
        let mut slot = slot.lock();
        if slot.key != key {
            slot.key = key;
            slot.damage = chunks.unpack(chunk, content, &mut slot.bytes).err();
        }
        match (&slot.damage, slot.bytes.get(at)) {
            (Some(damage), _) => Err(damage.clone()),
            (None, Some(byte)) => Ok(*byte),
            (None, None) => Err(TableError::new(chunks.path(), "is damaged: a chunk is too short")),
        }
    }
}
