//! The messages to a page as one deflated stream. A state is little more than the state before: what it
//! repeats of the last 32 kB takes next to nothing.

use miniz_oxide::MZFlush;
use miniz_oxide::deflate::core::{CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::deflate::stream::deflate;

/// The level of deflate: a message of 6 kB takes 0.1 ms.
const LEVEL: i32 = 6;
/// A raw stream, without the header of zlib.
const RAW: i32 = -15;

/// The stream of a socket.
pub(super) struct Packer(Box<CompressorOxide>);

impl Default for Packer {
    fn default() -> Self {
        let flags = create_comp_flags_from_zip_params(LEVEL, RAW, 0);
        Self(Box::new(CompressorOxide::new(flags)))
    }
}

impl Packer {
    /// Returns the next piece of the stream: a message, or several with line feeds between them, and a line feed.
    pub(super) fn pack(&mut self, message: &str) -> Vec<u8> {
        let line = format!("{message}\n");
        let (mut rest, mut packed) = (line.as_bytes(), Vec::new());
        loop {
            let start = packed.len();
            packed.resize(start + rest.len() / 2 + 64, 0);
            let done = deflate(&mut self.0, rest, &mut packed[start..], MZFlush::Sync);
            rest = &rest[done.bytes_consumed..];
            let is_full = start + done.bytes_written == packed.len();
            packed.truncate(start + done.bytes_written);
            if !is_full {
                return packed;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::DataFormat;
    use miniz_oxide::inflate::stream::{InflateState, inflate};

    use super::*;
    use crate::kernel::SplitMix64;

    #[test]
    fn messages_come_out_as_they_went_in() {
        let mut dice = SplitMix64::new(1);
        let mut noise = |size: usize| -> String {
            (0..size).map(|_| char::from(b' ' + dice.below(90) as u8)).collect()
        };
        let (mut packer, mut state) = (Packer::default(), InflateState::new(DataFormat::Raw));
        let mut sizes = Vec::new();
        let repeated = noise(6000);
        for message in ["", "é“😀", &noise(1), &noise(200_000), &repeated, &repeated, "{}"] {
            let packed = packer.pack(message);
            let (mut text, mut rest) = (vec![0; message.len() + 100], &packed[..]);
            let mut size = 0;
            while !rest.is_empty() {
                let done = inflate(&mut state, rest, &mut text[size..], MZFlush::None);
                (rest, size) = (&rest[done.bytes_consumed..], size + done.bytes_written);
                done.status.unwrap();
            }
            assert_eq!(String::from_utf8(text[..size].to_vec()).unwrap(), format!("{message}\n"));
            sizes.push(packed.len());
        }
        assert!(sizes[4] > 4000 && sizes[5] < 200, "{sizes:?}");
    }
}
