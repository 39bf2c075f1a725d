//! Large arrays.

use std::io;
use std::ops::{Deref, DerefMut};

use zerocopy::FromZeros;

use crate::kernel::pages;

/// A large array of bytes.
#[derive(Debug)]
pub(super) struct Array(Vec<u8>);

impl Array {
    /// Allocates zeroed memory, in large pages where the system has them: the builder's reads are
    /// far apart, and small pages would cost it a TLB miss each time.
    pub(super) fn zeros(length: usize) -> io::Result<Self> {
        let bytes = u8::new_vec_zeroed(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        pages::wish_for_large(&bytes);
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
