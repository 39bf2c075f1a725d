//! Games on disk: moves with their scores, a few bytes each.
//!
//! A shard holds games of one round, in the order of their numbers. Games are stored rather than
//! inputs, so that a network with other inputs can be trained on the same files. All numbers are
//! little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `QGAM` |
//! | 2 | the version of the format: 4; 1 to 3 are those of earlier programs |
//! | 1, ... | the length of the game's name; the name |
//! | 4, 8, 8 | the round, the nodes a move, the seed |
//! | 2, ... | from version 2: the length of the rules; the rules, `NAME=VALUE`, one per line |
//! | 1, 8 | from version 3: the random plies, the network that played (see [`Played`]) |
//! | 8 | from version 4: the nodes of proofs |
//! | 4 | how many games follow |
//! | 8, 2, 2 | of each game: its number, its plies, its result (see [`GameLog::result`]; -32768 for none) |
//! | 2, 2, 1 | of each ply: the move, the score in hundredths, what the score is worth |
//! | 8 | the FNV-1a checksum of all that stands before |

use thiserror::Error;

use crate::kernel::bytes::{Fields, checksum};
use crate::kernel::{Assignment, Gather, all_some};

const MAGIC: &[u8; 4] = b"QGAM";
/// Games under the default rules.
const PLAIN: u16 = 1;
/// Games under rules that the file names.
const WITH_RULES: u16 = 2;
/// ... with what played them, ...
const WITH_PLAYER: u16 = 3;
/// ... and with what was proven.
const WITH_PROOFS: u16 = 4;
/// The nodes of proofs in files that do not say it.
const PROOF_NODES: u64 = 4_000;
/// Stands for the result of an unfinished game.
const NONE: i16 = i16::MIN;

/// What is known about the position before a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Nothing: the move was random.
    Nothing,
    /// The score of a search that chose the move, in hundredths, from the mover's view.
    Score(i16),
    /// The true margin, in hundredths, from the mover's view.
    Exact(i16),
}

/// A move of a game, and what was known before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The bits of the move.
    pub bits: u16,
    /// What is known about the position before it.
    pub label: Label,
}

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLog {
    /// Its number in its round.
    pub number: u64,
    /// The result for the first player: the margin in games of points, else 1, 0 or -1; `None` if
    /// the game was abandoned. The first proven result counts, whatever was played afterwards.
    pub result: Option<i16>,
    /// Its plies.
    pub plies: Vec<Ply>,
}

/// How the games of a shard were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The least number of random plies in openings; the greatest is three times as many.
    pub random_plies: u8,
    /// The FNV-1a checksum of the file of the network, 0 for the terms alone.
    pub network: u64,
    /// The game's own solver was used if it took at most about so many nodes.
    pub proof_nodes: u64,
}

/// Some games of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The name of the game.
    pub game: String,
    /// The round, from 1.
    pub round: u32,
    /// The nodes per move.
    pub nodes: u64,
    /// The seed of the games, combined with their numbers.
    pub seed: u64,
    /// The rules of the games that were set, by option.
    pub rules: Vec<Assignment>,
    /// How the games were played; `None` in files of earlier programs.
    pub played: Option<Played>,
    /// The games.
    pub games: Vec<GameLog>,
}

/// Why bytes are not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShardError {
    /// They are something else.
    #[error("this is not a file of training games")]
    Foreign,
    /// They have a version that this program does not know.
    #[error("the file has format {0}, this program reads formats up to {WITH_PROOFS}")]
    Version(u16),
    /// The checksum is wrong, or something is missing.
    #[error("the file is damaged")]
    Damaged,
}

impl Shard {
    /// Returns the bytes of the shard's file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let version = match self.played {
            Some(_) => WITH_PROOFS,
            None if self.rules.is_empty() => PLAIN,
            None => WITH_RULES,
        };
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.push(self.game.len() as u8);
        bytes.extend_from_slice(self.game.as_bytes());
        bytes.extend_from_slice(&self.round.to_le_bytes());
        bytes.extend_from_slice(&self.nodes.to_le_bytes());
        bytes.extend_from_slice(&self.seed.to_le_bytes());
        if version >= WITH_RULES {
            let rules = self.rules.iter().map(Assignment::to_string).gather();
            let rules = rules.join("\n");
            bytes.extend_from_slice(&(rules.len() as u16).to_le_bytes());
            bytes.extend_from_slice(rules.as_bytes());
        }
        if let Some(Played { random_plies, network, proof_nodes }) = self.played {
            bytes.push(random_plies);
            bytes.extend_from_slice(&network.to_le_bytes());
            bytes.extend_from_slice(&proof_nodes.to_le_bytes());
        }
        bytes.extend_from_slice(&(self.games.len() as u32).to_le_bytes());
        for game in &self.games {
            bytes.extend_from_slice(&game.number.to_le_bytes());
            bytes.extend_from_slice(&(game.plies.len() as u16).to_le_bytes());
            bytes.extend_from_slice(&game.result.unwrap_or(NONE).to_le_bytes());
            for ply in &game.plies {
                let (score, kind) = match ply.label {
                    Label::Nothing => (0, 0),
                    Label::Score(score) => (score, 1),
                    Label::Exact(margin) => (margin, 2),
                };
                bytes.extend_from_slice(&ply.bits.to_le_bytes());
                bytes.extend_from_slice(&score.to_le_bytes());
                bytes.push(kind);
            }
        }
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a shard's file.
    ///
    /// # Errors
    ///
    /// Says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Self, ShardError> {
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(ShardError::Foreign)?;
        let mut fields = Fields::new(body);
        if fields.array() != Some(*MAGIC) {
            return Err(ShardError::Foreign);
        }
        let version = fields.u16().ok_or(ShardError::Damaged)?;
        if !(PLAIN..=WITH_PROOFS).contains(&version) {
            return Err(ShardError::Version(version));
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(ShardError::Damaged);
        }
        Self::contents(&mut fields, version).ok_or(ShardError::Damaged)
    }

    /// Reads what follows the version; `None` if it ends too early or makes no sense.
    fn contents(fields: &mut Fields<'_>, version: u16) -> Option<Self> {
        let [length] = fields.array()?;
        let game = std::str::from_utf8(fields.bytes(length.into())?).ok()?.to_owned();
        let (round, nodes, seed) = (fields.u32()?, fields.u64()?, fields.u64()?);
        let rules = if version >= WITH_RULES { read_rules(fields)? } else { Vec::new() };
        let played = if version >= WITH_PLAYER {
            let ([random_plies], network) = (fields.array()?, fields.u64()?);
            let proof_nodes = if version >= WITH_PROOFS { fields.u64()? } else { PROOF_NODES };
            Some(Played { random_plies, network, proof_nodes })
        } else {
            None
        };
        let count = fields.u32()?;
        let games = all_some((0..count).map(|_| read_game(fields)))?;
        fields.is_empty().then_some(Self { game, round, nodes, seed, rules, played, games })
    }
}

fn read_rules(fields: &mut Fields<'_>) -> Option<Vec<Assignment>> {
    let length = fields.u16()?;
    let text = std::str::from_utf8(fields.bytes(length.into())?).ok()?;
    all_some(text.lines().map(|line| line.parse().ok()))
}

fn read_game(fields: &mut Fields<'_>) -> Option<GameLog> {
    let (number, count) = (fields.u64()?, fields.u16()?);
    let result = Some(fields.u16()? as i16).filter(|result| *result != NONE);
    let mut ply = || {
        let (bits, score) = (fields.u16()?, fields.u16()? as i16);
        let label = match fields.array()? {
            [0] => Label::Nothing,
            [1] => Label::Score(score),
            [2] => Label::Exact(score),
            _ => return None,
        };
        Some(Ply { bits, label })
    };
    let plies = all_some((0..count).map(|_| ply()))?;
    Some(GameLog { number, result, plies })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard() -> Shard {
        let plies = vec![
            Ply { bits: 7, label: Label::Nothing },
            Ply { bits: 0xABCD, label: Label::Score(-123) },
            Ply { bits: 1, label: Label::Exact(300) },
        ];
        let games = vec![
            GameLog { number: 40, result: Some(-3), plies },
            GameLog { number: 41, result: None, plies: Vec::new() },
        ];
        let rules = ["Nim Heaps=3", "Nim Last=loses"].map(|rule| rule.parse().unwrap()).into();
        let network = 0x1234_5678_9ABC_DEF0;
        let played = Some(Played { random_plies: 4, network, proof_nodes: 50_000 });
        Shard { game: "nim".to_owned(), round: 2, nodes: 300, seed: 9, rules, played, games }
    }

    #[test]
    fn shards_are_read_as_they_were_written() {
        let earlier = Shard { played: None, ..shard() };
        let plain = Shard { rules: Vec::new(), ..earlier.clone() };
        for shard in [shard(), earlier, plain] {
            assert_eq!(Shard::read(&shard.to_bytes()), Ok(shard));
        }
    }

    #[test]
    fn games_of_a_program_that_did_not_choose_its_proofs_are_read() {
        let Shard { played, .. } = shard();
        let played = played.map(|played| Played { proof_nodes: PROOF_NODES, ..played });
        let wanted = Shard { played, ..shard() };
        let bytes = wanted.to_bytes();
        let player = 0x1234_5678_9ABC_DEF0_u64.to_le_bytes();
        let behind = bytes.windows(8).position(|window| window == player).unwrap() + 8;
        let mut earlier = [&bytes[..behind], &bytes[behind + 8..bytes.len() - 8]].concat();
        earlier[4] = WITH_PLAYER as u8;
        earlier.extend_from_slice(&checksum(&earlier).to_le_bytes());
        assert_eq!(Shard::read(&earlier), Ok(wanted));
    }

    #[test]
    fn every_damage_shows() {
        let whole = shard().to_bytes();
        for length in 0..whole.len() {
            assert!(Shard::read(&whole[..length]).is_err(), "{length}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            assert!(Shard::read(&bytes).is_err(), "{at}");
        }
        let mut newer = whole;
        newer[4] = 9;
        assert_eq!(Shard::read(&newer), Err(ShardError::Version(9)));
        assert_eq!(Shard::read(b"something else altogether"), Err(ShardError::Foreign));
    }
}
