//! All that makes a network: what `quincunx train` follows, whether its options said so or a file.
//!
//! `read` reads the file, `text` writes it.

mod read;
mod text;

pub(super) use text::PROGRAM;

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};

use super::args::{RoundArgs, SetArgs, TrainArgs};
use crate::engine::Session;
use crate::kernel::Gather;
use crate::network;

/// A training: its rounds and what it begins with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recipe {
    /// The game.
    pub(super) game: String,
    /// The bytes of the network that the first round plays with; `None` for the terms alone.
    pub(super) first: Option<Vec<u8>>,
    /// The rounds.
    pub(super) rounds: Vec<Round>,
    /// The SHA-256 of the networks that are known to come out, by round; 0 is the first network.
    pub(super) sums: HashMap<u32, String>,
}

/// A round.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Round {
    /// Its games. Its match has the rules of the first ones.
    pub(super) sets: Vec<SetArgs>,
    /// What it does with them.
    pub(super) options: RoundArgs,
    /// Which tables there were, if their values replaced results.
    pub(super) tables: Option<String>,
}

/// Returns the name of the file of a network.
pub(super) fn network_name(game: &str, round: u32) -> String {
    format!("{game}-{round:02}.net")
}

/// Returns the SHA-256 of bytes, as `sha256sum` prints it.
pub(super) fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the bytes of the first network that an option names.
fn first_network(session: &dyn Session, from: &Path) -> anyhow::Result<Vec<u8>> {
    let design = session.kind().game().design();
    let bytes = if from == Path::new("own") {
        let own = design.network;
        own.with_context(|| format!("{} has no network", session.name()))?.to_vec()
    } else {
        network::load(from)?
    };
    network::read(&bytes, &design).with_context(|| from.display().to_string())?;
    Ok(bytes)
}

impl Recipe {
    /// Returns the recipe that the options of the command line stand for, with these tables.
    pub(super) fn of(
        task: &TrainArgs,
        session: &dyn Session,
        tables: Option<String>,
    ) -> anyhow::Result<Self> {
        super::start(session, &task.set.option)?;
        let from = task.from.as_deref();
        let first = from.map(|from| first_network(session, from)).transpose()?;
        let mut options = task.round.clone();
        fill_in(&mut options, session);
        let round = Round { sets: vec![task.set.clone()], options, tables };
        let rounds = vec![round; task.rounds.unwrap_or(1) as usize];
        Ok(Self { game: session.name().to_owned(), first, rounds, sums: HashMap::new() })
    }

    /// Returns this recipe of a file for a folder in which the first rounds of another are finished.
    ///
    /// # Errors
    ///
    /// They are not those of this one.
    pub(super) fn after(mut self, known: &Self, finished: usize) -> anyhow::Result<Self> {
        if finished > 0 && self.first != known.first {
            bail!("its rounds began with another network than the recipe's");
        }
        for (at, round) in known.rounds.iter().enumerate().take(finished) {
            if self.rounds.get(at) != Some(round) {
                bail!("round {} is finished there, and is not that of the recipe", at + 1);
            }
        }
        for round in 0..=finished as u32 {
            let Some(sum) = known.sums.get(&round) else { continue };
            let wanted = self.sums.entry(round).or_insert_with(|| sum.clone());
            if wanted != sum {
                let name = network_name(&self.game, round);
                bail!("{name} has the SHA-256 {sum} there, {wanted} by the recipe");
            }
        }
        Ok(self)
    }

    /// Returns this recipe of the command line for a folder in which the first rounds of another are
    /// finished, and games of others may have been played: what is there stays, and the options say what
    /// follows. `has_games` says whether a set of games of a round has been begun.
    ///
    /// # Errors
    ///
    /// What is there and what is to follow exclude each other.
    pub(super) fn continuing(
        self,
        known: Self,
        finished: usize,
        has_games: &dyn Fn(u32, &SetArgs) -> bool,
    ) -> anyhow::Result<Self> {
        let begun = |at: usize| -> Vec<SetArgs> {
            let sets = known.rounds.get(at).map_or(&[][..], |round| &round.sets);
            sets.iter().filter(|set| has_games(at as u32 + 1, set)).cloned().gather()
        };
        if finished == 0 && begun(0).is_empty() {
            return Ok(self);
        }
        ensure!(
            self.first.is_none() || self.first == known.first,
            "its rounds began with another network"
        );
        let mut rounds = known.rounds[..finished].to_vec();
        for at in finished..self.rounds.len() {
            let mut round = self.rounds[at].clone();
            let sets = begun(at);
            if let (Some(before), false) = (known.rounds.get(at), sets.is_empty()) {
                let (seed, wanted) = (before.options.seed, round.options.seed);
                ensure!(seed == wanted, "round {} has games with the seed {seed}", at + 1);
                round.sets = united(sets, self.rounds[at].sets[0].clone())
                    .with_context(|| format!("round {}", at + 1))?;
            }
            rounds.push(round);
        }
        let mut sums = known.sums;
        sums.retain(|round, _| *round as usize <= finished);
        Ok(Self { first: known.first, rounds, sums, ..self })
    }
}

/// Chooses what options leave to the game.
fn fill_in(options: &mut RoundArgs, session: &dyn Session) {
    if options.hidden.is_none() && !options.fine_tune {
        options.hidden = Some(session.kind().game().design().recipe.hidden as u16);
    }
}

/// Returns the games that a round has, and those that the command line adds, first.
///
/// # Errors
///
/// Both have a game, and play it otherwise.
fn united(mut begun: Vec<SetArgs>, mut added: SetArgs) -> anyhow::Result<Vec<SetArgs>> {
    // What is added may close the gap between two.
    while let Some(at) = begun.iter().position(|set| set.touches(&added) && set.is_like(&added)) {
        let set = begun.remove(at);
        let end = set.end().max(added.end());
        added.first_game = added.first_game.min(set.first_game);
        added.games = end - added.first_game;
    }
    if let Some(set) = begun.iter().find(|set| set.meets(&added)) {
        let (first, last) = (set.first_game, set.end() - 1);
        bail!("games {first} to {last} were begun with other options; give --first-game");
    }
    begun.insert(0, added);
    Ok(begun)
}

/// The longest recipe that is read, in bytes.
const LONGEST: u64 = 1 << 20;
