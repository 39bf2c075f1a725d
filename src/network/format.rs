//! The file of a network.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `QNET` |
//! | 2 | the version of the format, 1 |
//! | 2 each | flags, counts, tallies, terms, hidden units |
//! | 2 | the length of the text that follows |
//! | ... | lines `key value`: where the network comes from, see [`Origin`], and the edition of its inputs if not 0 |
//! | 4 each | the weights of the terms, the constant, what counts and tallies add directly |
//! | 2 each | the biases and the outputs of the hidden units, the rows of flags, the rows of counts |
//! | 8 | the FNV-1a checksum of all that stands before |

use std::fmt::{self, Write};
use std::io;
use std::path::Path;
use std::str::FromStr;

use super::error::{BadNetworkFile, NetworkError, NetworkFileError, VERSION};
use super::inference::Network;
use super::inputs::{Design, Shape};
use super::layers::Layers;
use crate::kernel::bytes::{Fields, checksum};
use crate::kernel::{all_some, file};

const MAGIC: &[u8; 4] = b"QNET";
/// The longest file that is read as a network, in bytes.
const LONGEST: u64 = 16 << 20;
/// The bytes of the checksum.
const SUM: usize = 8;
/// What stands before the edition of the inputs on its line.
const EDITION: &str = "edition ";

/// Reads the bytes of a network's file.
///
/// # Errors
///
/// Says why the file cannot be read.
pub fn load(path: &Path) -> Result<Vec<u8>, NetworkFileError> {
    let fail =
        |error: io::Error| NetworkFileError::new(path, BadNetworkFile::System(error.to_string()));
    file::read(path, LONGEST).map_err(fail)
}

/// Where a network comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The game's name.
    pub game: String,
    /// The rounds of self-play.
    pub rounds: u32,
    /// The games that it was trained on.
    pub games: u64,
    /// The positions that it was trained on.
    pub positions: u64,
    /// The nodes per move in these games.
    pub nodes: u64,
    /// The seed of the games.
    pub seed: u64,
    /// The score, in hundredths, that stands for odds of e to 1.
    pub scale: f64,
    /// The program that trained it.
    pub program: String,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, rounds, games, positions, nodes, seed, scale, program } = self;
        writeln!(f, "game {game}")?;
        writeln!(f, "rounds {rounds}")?;
        writeln!(f, "games {games}")?;
        writeln!(f, "positions {positions}")?;
        writeln!(f, "nodes {nodes}")?;
        writeln!(f, "seed {seed}")?;
        writeln!(f, "scale {scale}")?;
        writeln!(f, "program {program}")
    }
}

impl Origin {
    /// Reads what [`Display`](fmt::Display) writes; unknown lines are skipped.
    fn read(text: &str) -> Option<Self> {
        fn number<T: FromStr>(text: &str) -> Option<T> {
            text.parse().ok()
        }
        let mut origin = Self::default();
        for line in text.lines() {
            let (key, value) = line.split_once(' ')?;
            match key {
                "game" => origin.game = value.to_owned(),
                "rounds" => origin.rounds = number(value)?,
                "games" => origin.games = number(value)?,
                "positions" => origin.positions = number(value)?,
                "nodes" => origin.nodes = number(value)?,
                "seed" => origin.seed = number(value)?,
                "scale" => origin.scale = number(value)?,
                "program" => origin.program = value.to_owned(),
                _ => {}
            }
        }
        Some(origin)
    }
}

impl Network {
    /// Returns the bytes of the network's file.
    #[must_use]
    pub fn to_bytes(&self, shape: Shape, origin: &Origin) -> Vec<u8> {
        let layers = self.layers();
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write!(text, "{origin}");
        if shape.edition > 0 {
            let _ = writeln!(text, "{EDITION}{}", shape.edition);
        }
        let mut bytes = MAGIC.to_vec();
        let sizes = [shape.flags, shape.counts, shape.tallies, layers.terms.len()];
        let sizes = sizes.into_iter().chain([layers.hidden, text.len()]);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        for size in sizes {
            bytes.extend_from_slice(&(size as u16).to_le_bytes());
        }
        bytes.extend_from_slice(text.as_bytes());
        layers.put(&mut bytes);
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// Reads the network of a game with that design.
///
/// # Errors
///
/// Says what is wrong with the bytes, or that the network is for another game.
pub fn read(bytes: &[u8], design: &Design) -> Result<(Network, Origin), NetworkError> {
    let (game, shape, terms) = (design.name, design.shape, design.terms.len());
    let (body, sum) = bytes.split_last_chunk::<SUM>().ok_or(NetworkError::Foreign)?;
    let mut fields = Fields::new(body);
    if fields.array() != Some(*MAGIC) {
        return Err(NetworkError::Foreign);
    }
    let version = fields.u16().ok_or(NetworkError::Damaged)?;
    if version != VERSION {
        return Err(NetworkError::Version(version));
    }
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(NetworkError::Damaged);
    }
    contents(&mut fields, game, shape, terms).ok_or(NetworkError::Damaged)?
}

/// Reads what follows the version; `None` if it ends too early.
fn contents(
    fields: &mut Fields<'_>,
    game: &'static str,
    shape: Shape,
    terms: usize,
) -> Option<Result<(Network, Origin), NetworkError>> {
    let mut size = || fields.u16().map(usize::from);
    let sizes = [size()?, size()?, size()?, size()?];
    let (hidden, length) = (size()?, size()?);
    let text = std::str::from_utf8(fields.bytes(length)?).ok()?;
    let origin = Origin::read(text)?;
    if origin.game != game {
        return Some(Err(NetworkError::Game { found: origin.game, wanted: game }));
    }
    let edition = match text.lines().find_map(|line| line.strip_prefix(EDITION)) {
        Some(number) => number.parse().ok()?,
        None => 0,
    };
    if sizes != [shape.flags, shape.counts, shape.tallies, terms] || edition != shape.edition {
        return Some(Err(NetworkError::Shape));
    }
    let mut wide = |count| all_some((0..count).map(|_| Some(fields.u32()? as i32)));
    let terms = wide(terms)?;
    let constant: Vec<i32> = wide(1)?;
    let direct = wide(shape.counts + shape.tallies)?;
    let mut narrow = |count| all_some((0..count).map(|_| Some(fields.u16()? as i16)));
    let layers = Layers {
        hidden,
        terms,
        constant: constant[0],
        direct,
        bias: narrow(hidden)?,
        out: narrow(hidden)?,
        flags: narrow(hidden * shape.flags)?,
        counts: narrow(hidden * shape.counts)?,
    };
    if !fields.is_empty() {
        return None;
    }
    let count = layers.terms.len();
    Some(Network::new(layers, shape, count).map(|network| (network, origin)))
}
