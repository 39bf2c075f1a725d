//! Memory from the system: files as memory, and large arrays.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::{Mmap, MmapMut};

/// The bytes of a file that does not change while the program runs.
#[derive(Debug)]
pub(super) struct MappedFile(Mmap);

impl MappedFile {
    pub(super) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the map is read only. Tables are written under another name and renamed once they
        // are complete, and this program never writes to a finished one. If another program
        // truncates a file in use, reading it kills the process; if it changes bytes, the checksums
        // catch it.
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
    /// Allocates zeroed memory, in huge pages where the system has them: the builder's reads are
    /// far apart, and small pages would cost it a TLB miss each time.
    pub(super) fn zeros(length: usize) -> io::Result<Self> {
        let bytes = MmapMut::map_anon(length.max(1))?;
        // Only a hint; without it everything works, somewhat slower.
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
