//! Files of claims.

use super::AnyPosition;
use super::claim::{Claim, check_sum};
use crate::kernel::{Gather, sort};

/// A claim where it stands in a file.
pub struct ClaimLine {
    /// The number of the line.
    pub number: usize,
    /// The line, without its ending.
    pub text: String,
    /// What it says.
    pub claim: Claim,
}

/// Reads a file of claims, line by line.
///
/// A claim has a checksum of its own, or a line `checksum CHECKSUM` follows: the CRC-32 of all claims without one since
/// the last such line, each with a line feed. Blank lines and those that begin with `#` are skipped.
pub struct ClaimReader<'a> {
    like: &'a dyn AnyPosition,
    /// Claims without a checksum so far.
    waiting: Vec<ClaimLine>,
    sum: crc32fast::Hasher,
}

impl<'a> ClaimReader<'a> {
    /// What is wrong with a claim that no checksum confirms.
    pub const MISSING: &'static str = "no checksum follows, neither its own nor one of all lines";

    /// The positions of the claims are those of the rules of `like`.
    #[must_use]
    pub fn new(like: &'a dyn AnyPosition) -> Self {
        Self { like, waiting: Vec::new(), sum: crc32fast::Hasher::new() }
    }

    /// Reads a line without its ending. Returns the claims that a checksum confirms now.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the line.
    pub fn read(&mut self, number: usize, line: &str) -> Result<Vec<ClaimLine>, String> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(Vec::new());
        }
        if let Some(sum) = line.strip_prefix("checksum ") {
            check_sum(sum, std::mem::take(&mut self.sum).finalize())?;
            return Ok(std::mem::take(&mut self.waiting));
        }
        let is_checked = line.split(' ').count() != 3;
        let read = if is_checked { Claim::read } else { Claim::parse };
        let line = ClaimLine { number, text: line.to_owned(), claim: read(line, self.like)? };
        if is_checked {
            return Ok(vec![line]);
        }
        self.sum.update(line.text.as_bytes());
        self.sum.update(b"\n");
        self.waiting.push(line);
        Ok(Vec::new())
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Returns the first claim that no checksum confirms.
    pub fn finish(self) -> Result<(), ClaimLine> {
        self.waiting.into_iter().next().map_or(Ok(()), Err)
    }
}

/// Returns the lines of a file of claims, sorted, with one checksum for all of them.
#[must_use]
pub fn write_claims(claims: &[Claim]) -> String {
    let mut lines = claims.iter().map(|claim| claim.text() + "\n").gather();
    sort::by(&mut lines, Ord::cmp);
    let text = lines.concat();
    let sum = crc32fast::hash(text.as_bytes());
    format!("{text}checksum {sum:08x}\n")
}
