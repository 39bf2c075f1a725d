//! Memory from the system: files as memory, and large arrays.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapMut};

/// The bytes of a file that is not changed while the program runs.
#[derive(Debug)]
pub(super) struct Map(Mmap);

impl Map {
    pub(super) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the map is read only. Tables are written under another name and renamed when they
        // are whole, and this program never writes to one that has its name. If some other program
        // shortens a file in use, reading it ends the process; if it changes bytes, checksums tell.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self(map))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Makes an array of zeros, in large pages where the system has them: the builder reads far apart,
/// and small pages would cost it a second miss each time.
pub(super) fn zeros(length: usize) -> io::Result<MmapMut> {
    let bytes = MmapMut::map_anon(length.max(1))?;
    // A wish; without it everything works as well, but for some speed.
    #[cfg(target_os = "linux")]
    let _ = bytes.advise(memmap2::Advice::HugePage);
    Ok(bytes)
}
