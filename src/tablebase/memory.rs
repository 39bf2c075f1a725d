//! Memory from the system: files as memory, and large arrays.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::{Mmap, MmapMut};

/// The bytes of a file that is not changed while the program runs.
#[derive(Debug)]
pub(super) struct MappedFile(Mmap);

impl MappedFile {
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

/// A large array of bytes.
#[derive(Debug)]
pub(super) struct Array(MmapMut);

impl Array {
    /// Makes an array of zeros, in large pages where the system has them: the builder reads far
    /// apart, and small pages would cost it a second miss each time.
    pub(super) fn zeros(length: usize) -> io::Result<Self> {
        let bytes = MmapMut::map_anon(length.max(1))?;
        // A wish; without it everything works as well, but for some speed.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(Self(bytes))
    }
}

impl Deref for Array {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Array {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
