//! The folder of a training.
//!
//! | file | holds |
//! |---|---|
//! | `GAME.toml` | the recipe |
//! | `GAME-01-000250.games` | games of round 1 from number 250 |
//! | `GAME-01.net` | the network of round 1; that of round 0 is the first one |
//! | `GAME-rounds.tsv` | a line for each round |

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::args::SetArgs;
use super::recipe::{Recipe, Round, network_name, sum};
use super::start;
use crate::engine::{NetworkChoice, Session};
use crate::kernel::bytes::checksum;
use crate::kernel::file::{self, Existing};
use crate::kernel::{all_ok, sort};
use crate::network;
use crate::train::Shard;

/// The number of games per file.
const FILE: u64 = 250;
/// The longest file of games that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The folder of a training of a game.
pub(super) struct Folder<'a> {
    pub(super) path: &'a Path,
    pub(super) game: &'a str,
}

impl Folder<'_> {
    /// Returns the path of the table of the rounds.
    pub(super) fn table(&self) -> PathBuf {
        self.path.join(format!("{}-rounds.tsv", self.game))
    }

    /// Returns the path of the recipe.
    pub(super) fn recipe(&self) -> PathBuf {
        self.path.join(format!("{}.toml", self.game))
    }

    /// Returns the path of the network of a round.
    pub(super) fn network(&self, round: u32) -> PathBuf {
        self.path.join(network_name(self.game, round))
    }

    fn games(&self, round: u32, first: u64) -> PathBuf {
        self.path.join(format!("{}-{round:02}-{first:06}.games", self.game))
    }

    /// Returns whether a file of a set's games exists.
    pub(super) fn has_games(&self, round: u32, set: &SetArgs) -> bool {
        files(set).any(|numbers| self.games(round, numbers.start).exists())
    }

    /// Writes a file.
    pub(super) fn write(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        file::write(path, bytes, Existing::Replace).with_context(|| path.display().to_string())
    }

    /// Writes games, which begin a file.
    pub(super) fn write_games(&self, shard: &Shard) -> anyhow::Result<()> {
        let first = numbers(shard).start;
        self.write(&self.games(shard.round, first), &shard.to_bytes())
    }

    /// Writes a recipe, and the network that its first round plays with.
    pub(super) fn write_recipe(&self, recipe: &Recipe) -> anyhow::Result<()> {
        if let Some(first) = &recipe.first {
            let path = self.network(0);
            let found = file::read_if_any(&path, LONGEST).ok().flatten();
            if found.as_ref() != Some(first) {
                self.write(&path, first)?;
            }
        }
        self.write(&self.recipe(), recipe.to_string().as_bytes())
    }

    /// Returns the SHA-256 of the network of a round.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is not the one that the recipe knows.
    pub(super) fn checked_sum(&self, recipe: &Recipe, round: u32) -> anyhow::Result<String> {
        let path = self.network(round);
        let found = sum(&network::load(&path)?);
        if let Some(known) = recipe.sums.get(&round) {
            ensure!(
                found == *known,
                "{}: not the network of the recipe: its SHA-256 is {found}, by the recipe {known}; another \
                 program plays other games, and without the lines below [sha256] the recipe makes them anew",
                path.display()
            );
        }
        Ok(found)
    }

    /// Returns the files of games of a round with their paths, in the order of the games.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or has games that the round has not, played by that network.
    pub(super) fn shards(
        &self,
        number: u32,
        round: &Round,
        session: &dyn Session,
        player: &NetworkChoice,
    ) -> anyhow::Result<Vec<(PathBuf, Shard)>> {
        let prefix = format!("{}-{number:02}-", self.game);
        let entries = fs::read_dir(self.path)
            .and_then(|entries| all_ok(entries.map(|entry| Ok(entry?.path()))));
        let mut paths: Vec<PathBuf> = entries.with_context(|| self.path.display().to_string())?;
        paths.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&prefix) && name.ends_with(".games")
        });
        sort::by(&mut paths, Ord::cmp);
        let network = player_sum(player)?;
        let mut shards = Vec::new();
        for path in paths {
            let name = || path.display().to_string();
            let bytes = file::read(&path, LONGEST).with_context(name)?;
            let shard = Shard::read(&bytes).with_context(name)?;
            check(&shard, self.game, number, round, session, network).with_context(name)?;
            shards.push((path, shard));
        }
        sort::by(&mut shards, |(_, a), (_, b)| numbers(a).start.cmp(&numbers(b).start));
        for pair in shards.windows(2) {
            let [(one, a), (other, b)] = pair else { continue };
            let first = numbers(b).start;
            if numbers(a).end > first {
                let (one, other) = (one.display(), other.display());
                bail!("{one} and {other} both have game {first} of round {number}");
            }
        }
        Ok(shards)
    }
}

/// Returns the numbers of the games of a file, which are consecutive.
pub(super) fn numbers(shard: &Shard) -> Range<u64> {
    let first = shard.games.first().map_or(0, |game| game.number);
    first..first + shard.games.len() as u64
}

/// Returns the numbers of the games of each file of a set.
pub(super) fn files(set: &SetArgs) -> impl Iterator<Item = Range<u64>> {
    let end = set.end();
    (set.first_game..end).step_by(FILE as usize).map(move |first| first..end.min(first + FILE))
}

/// Returns what stands for a network in files of games.
pub(super) fn player_sum(player: &NetworkChoice) -> anyhow::Result<u64> {
    match player {
        NetworkChoice::File(path) => Ok(checksum(&network::load(path)?)),
        NetworkChoice::Own | NetworkChoice::None => Ok(0),
    }
}

/// Checks that games are those of a round, played by the network with that checksum.
fn check(
    shard: &Shard,
    game: &str,
    number: u32,
    round: &Round,
    session: &dyn Session,
    network: u64,
) -> anyhow::Result<()> {
    ensure!(shard.game == game, "these are games of {}", shard.game);
    ensure!(shard.round == number, "these are games of round {}", shard.round);
    let all = numbers(shard);
    ensure!(
        shard.games.iter().map(|game| game.number).eq(all.clone()),
        "its games are not consecutive"
    );
    let within = |set: &&SetArgs| set.first_game <= all.start && all.end <= set.end();
    let set = round.sets.iter().find(within).with_context(|| {
        format!("the recipe's round {number} has no games {} to {}", all.start, all.end.max(1) - 1)
    })?;
    let (seed, nodes) = (round.options.seed, set.nodes);
    ensure!(shard.seed == seed, "games with the seed {}, by the recipe {seed}", shard.seed);
    ensure!(shard.nodes == nodes, "games at {} nodes, by the recipe {nodes}", shard.nodes);
    let rules = [&shard.rules, &set.option].map(|rules| Ok(start(session, rules)?.choices()));
    let [found, wanted]: [anyhow::Result<_>; 2] = rules;
    ensure!(found? == wanted?, "games under other rules than the recipe's");
    // Files of earlier programs do not say it.
    let Some(played) = shard.played else { return Ok(()) };
    let (plies, wanted) = (played.random_plies, set.random_plies);
    ensure!(plies == wanted, "games with {plies} random plies at least, by the recipe {wanted}");
    let (nodes, wanted) = (played.proof_nodes, set.proof_nodes);
    ensure!(nodes == wanted, "games with proofs of {nodes} nodes, by the recipe {wanted}");
    ensure!(
        played.network == network,
        "games of another network than that which the round plays with"
    );
    Ok(())
}
