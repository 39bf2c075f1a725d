//! The bytes of a memory file, all numbers little-endian:
//!
//! ```text
//! 8 bytes   "QCXMEMRY"
//! u32       format version
//! u32       number of blocks, and for each
//!   u16       length of the game's name, and the name
//!   u16       length of the rules, and the rules: name=value;name=value
//!   u8        words of a packed board
//!   u32       number of entries, and for each
//!     u64 ...   packed board
//!     u16       bits of the best move, 65535 for none
//!     i16       score in hundredths, decisive scores as in the table
//!     u8        depth in plies
//!     u8        bound: 1 exact, 2 lower, 3 upper
//! u64       FNV-1a checksum of everything before it
//! ```

use super::map::{Block, Board, WORDS};
use super::realm::Realm;
use crate::kernel::{MoveBits, Score};
use crate::search::{Bound, Entry};

const MAGIC: &[u8; 8] = b"QCXMEMRY";

/// The format version. To be raised as well whenever a packed board, the bits of a move or the
/// meaning of a score changes in any game.
pub(super) const VERSION: u32 = 1;

/// What is wrong with the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// They do not begin like a memory file.
    Foreign,
    /// They are of another version.
    Version(u32),
    /// They are not all there, or not what was written.
    Checksum,
    /// The checksum is right, but they do not keep to the format.
    Malformed,
}

/// 64-bit FNV-1a. Every step is one to one in the sum so far, so that a changed byte always shows.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Returns the file that holds those blocks.
pub(super) fn encode(blocks: &[Block]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((blocks.len() as u32).to_le_bytes());
    for Block { realm, entries } in blocks {
        for text in [&realm.game, &realm.rules] {
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.push(realm.words as u8);
        bytes.extend((entries.len() as u32).to_le_bytes());
        for (board, entry) in entries {
            for word in &board[..realm.words] {
                bytes.extend(word.to_le_bytes());
            }
            bytes.extend(MoveBits::to_u16(entry.best).to_le_bytes());
            bytes.extend(entry.score.to_bits().to_le_bytes());
            bytes.push(entry.depth.min(u8::MAX.into()) as u8);
            bytes.push(match entry.bound {
                None => 0,
                Some(Bound::Exact) => 1,
                Some(Bound::Lower) => 2,
                Some(Bound::Upper) => 3,
            });
        }
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Damage::Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        self.bytes(N)?.try_into().map_err(|_| Damage::Malformed)
    }

    fn u16(&mut self) -> Result<u16, Damage> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    fn text(&mut self) -> Result<String, Damage> {
        let length = self.u16()?;
        let text = std::str::from_utf8(self.bytes(length.into())?);
        text.map(str::to_owned).map_err(|_| Damage::Malformed)
    }

    fn entry(&mut self, words: usize) -> Result<(Board, Entry), Damage> {
        let mut board = [0; WORDS];
        for word in &mut board[..words] {
            *word = self.array().map(u64::from_le_bytes)?;
        }
        let best = MoveBits::from_u16(self.u16()?);
        let score = Score::from_bits(self.u16()?);
        let [depth, bound] = self.array()?;
        let bound = match bound {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return Err(Damage::Malformed),
        };
        if score >= Score::INFINITY || -score >= Score::INFINITY {
            return Err(Damage::Malformed);
        }
        Ok((board, Entry { best, score, depth: depth.into(), bound: Some(bound) }))
    }

    fn block(&mut self) -> Result<Block, Damage> {
        let (game, rules) = (self.text()?, self.text()?);
        let [words] = self.array()?;
        let words = usize::from(words);
        if !(1..=WORDS).contains(&words) {
            return Err(Damage::Malformed);
        }
        let count = self.u32()?;
        let entries = (0..count).map(|_| self.entry(words)).collect::<Result<_, _>>()?;
        Ok(Block { realm: Realm { game, rules, words }, entries })
    }
}

/// Returns the blocks of a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Vec<Block>, Damage> {
    let is_ours = bytes.starts_with(MAGIC);
    if !is_ours {
        // The beginning of the magic number and no more is one of ours that was cut short.
        let is_cut = !bytes.is_empty() && MAGIC.starts_with(bytes);
        return Err(if is_cut { Damage::Checksum } else { Damage::Foreign });
    }
    let (content, sum) = bytes.split_last_chunk().ok_or(Damage::Checksum)?;
    let mut rest = Rest(content.get(MAGIC.len()..).ok_or(Damage::Checksum)?);
    let version = rest.u32().map_err(|_| Damage::Checksum)?;
    if version != VERSION {
        return Err(Damage::Version(version));
    }
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err(Damage::Checksum);
    }
    let count = rest.u32()?;
    let blocks = (0..count).map(|_| rest.block()).collect::<Result<_, _>>()?;
    if rest.0.is_empty() { Ok(blocks) } else { Err(Damage::Malformed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks() -> Vec<Block> {
        let entry = |best, score, depth, bound| {
            let best = MoveBits::from_u16(best);
            Entry { best, score, depth, bound: Some(bound) }
        };
        let realm = |game: &str, words| Realm {
            game: game.to_owned(),
            rules: format!("{game} Rule=1"),
            words,
        };
        vec![
            Block {
                realm: realm("one", 1),
                entries: vec![
                    ([5, 0, 0], entry(1, Score::win_in(3), 9, Bound::Exact)),
                    ([6, 0, 0], entry(u16::MAX, Score::centi(-120), 255, Bound::Upper)),
                ],
            },
            Block {
                realm: realm("three", 3),
                entries: vec![([1, 2, u64::MAX], entry(0, Score::ZERO, 4, Bound::Lower))],
            },
        ]
    }

    /// Puts the right checksum behind changed content.
    fn signed(mut content: Vec<u8>) -> Vec<u8> {
        content.extend(checksum(&content).to_le_bytes());
        content
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(decode(&encode(&blocks())), Ok(blocks()));
        assert_eq!(decode(&encode(&[])), Ok(Vec::new()));
    }

    #[test]
    fn the_sum_is_the_published_one() {
        // The vectors of the FNV-1a specification.
        assert_eq!(checksum(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn no_damage_passes() {
        let whole = encode(&blocks());
        for length in 0..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "cut at {length}");
        }
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                assert!(decode(&bytes).is_err(), "bit {bit} of byte {at}");
            }
        }
        assert_eq!(decode(&[&whole[..], &[0]].concat()), Err(Damage::Checksum));
        assert_eq!(decode(b""), Err(Damage::Foreign));
        assert_eq!(decode(b"#!/bin/sh\n"), Err(Damage::Foreign));
        assert_eq!(decode(b"QCXM"), Err(Damage::Checksum));
    }

    #[test]
    fn a_right_sum_does_not_excuse_wrong_content() {
        let whole = encode(&blocks());
        let content = &whole[..whole.len() - 8];
        // Whatever a single byte becomes, there is an answer, and it is never another layout.
        for at in 0..content.len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut bytes = content.to_vec();
                bytes[at] = value;
                if let Ok(read) = decode(&signed(bytes.clone())) {
                    assert_eq!(encode(&read), signed(bytes), "{value} at byte {at}");
                }
            }
        }
        let mut longer = content.to_vec();
        longer.push(0);
        assert_eq!(decode(&signed(longer)), Err(Damage::Malformed));
        let mut later = content.to_vec();
        later[8] = 2;
        assert_eq!(decode(&signed(later)), Err(Damage::Version(2)));
        let mut many = content.to_vec();
        many[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(decode(&signed(many)), Err(Damage::Malformed));
    }
}
