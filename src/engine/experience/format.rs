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
use crate::kernel::bytes::{Fields, checksum};
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

fn text(fields: &mut Fields) -> Option<String> {
    let length = fields.u16()?;
    let text = std::str::from_utf8(fields.bytes(length.into())?);
    text.map(str::to_owned).ok()
}

fn entry(fields: &mut Fields, words: usize) -> Option<(Board, Entry)> {
    let mut board = [0; WORDS];
    for word in &mut board[..words] {
        *word = fields.u64()?;
    }
    let best = MoveBits::from_u16(fields.u16()?);
    let score = Score::from_bits(fields.u16()?);
    let [depth, bound] = fields.array()?;
    let bound = match bound {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let is_score = score < Score::INFINITY && -score < Score::INFINITY;
    is_score.then_some((board, Entry { best, score, depth: depth.into(), bound: Some(bound) }))
}

fn block(fields: &mut Fields) -> Option<Block> {
    let (game, rules) = (text(fields)?, text(fields)?);
    let [words] = fields.array()?;
    let words = usize::from(words);
    if !(1..=WORDS).contains(&words) {
        return None;
    }
    let count = fields.u32()?;
    let entries = (0..count).map(|_| entry(fields, words)).collect::<Option<_>>()?;
    Some(Block { realm: Realm { game, rules, words }, entries })
}

fn blocks(fields: &mut Fields) -> Option<Vec<Block>> {
    let count = fields.u32()?;
    let blocks = (0..count).map(|_| block(fields)).collect::<Option<_>>()?;
    fields.is_empty().then_some(blocks)
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
    let mut fields = Fields::new(content.get(MAGIC.len()..).ok_or(Damage::Checksum)?);
    let version = fields.u32().ok_or(Damage::Checksum)?;
    if version != VERSION {
        return Err(Damage::Version(version));
    }
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err(Damage::Checksum);
    }
    blocks(&mut fields).ok_or(Damage::Malformed)
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
