//! The hash of what a sector of a table says, whatever the file looks like.

use sha2::{Digest, Sha256};

use super::chunks::Content;
use super::error::TableError;
use super::folder::Folder;
use super::header::DIGITS;
use super::unit::Place;

impl Folder {
    /// Returns the SHA-256 of the values of a sector of the unit with an ordinal, as the documentation of
    /// [`Certificate`](super::Certificate) has it.
    ///
    /// # Errors
    ///
    /// The table is missing or damaged, or has no distances.
    pub fn digest(&self, ordinal: usize, sector: usize) -> Result<[u8; 32], TableError> {
        let file = self.with_distances(ordinal)?;
        let header = file.header();
        let contents: &[Content] = if header.has_distances {
            &[Content::Results, Content::Distances]
        } else {
            &[Content::Results]
        };
        let (mut hash, mut bytes) = (Sha256::new(), Vec::new());
        for &content in contents {
            let first = file.chunk_of(content, Place { sector, number: 0 }).0;
            for (chunk, before) in (0..header.unit.places()).step_by(header.chunk).enumerate() {
                file.chunks.unpack(first + chunk, content, &mut bytes)?;
                let numbers = header.chunk.min(header.unit.places() - before);
                let length =
                    if content == Content::Results { numbers.div_ceil(DIGITS) } else { numbers };
                if bytes.len() != length {
                    let reason = "is damaged: a chunk has another length than it should";
                    return Err(TableError::new(file.path(), reason));
                }
                hash.update(&bytes);
            }
        }
        Ok(hash.finalize().into())
    }
}
