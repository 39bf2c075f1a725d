//! A file as memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

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
