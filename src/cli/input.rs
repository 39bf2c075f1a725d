//! Texts from outside: files, pipes, devices, and never more than is sensible.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};

use crate::kernel::file;

/// The most that is read, in bytes: far more than any game or list of openings has.
const LONGEST: u64 = 16 << 20;

/// Reads all that a reader has; `name` is what errors call it.
pub(super) fn all(name: &str, reader: &mut dyn Read) -> anyhow::Result<Vec<u8>> {
    let bytes = file::take(reader, LONGEST + 1);
    let bytes = bytes.with_context(|| format!("{name} cannot be read"))?;
    if bytes.len() as u64 > LONGEST {
        bail!("{name} has more than {LONGEST} bytes");
    }
    Ok(bytes)
}

/// Reads a file, a pipe or a device as text, and refuses an empty one: a pipe that nobody writes to is
/// one of these.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let name = path.display().to_string();
    let mut file = file::open(path).with_context(|| name.clone())?;
    let text = String::from_utf8(all(&name, &mut file)?);
    let text = text.with_context(|| format!("{name} is no text"))?;
    if text.is_empty() {
        bail!("{name} is empty");
    }
    Ok(text)
}
