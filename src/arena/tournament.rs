//! A whole match: its games on as many threads as wanted, each counted once.

use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::archive::{Archive, ArchiveError};
use super::contestant::Fault;
use super::hall::Hall;
use super::openings::OpeningSource;
use super::pace::Pace;
use super::referee::{Conditions, texts};
use super::schedule::{Fixture, Format, Schedule};
use super::spec::{PlayerKind, PlayerSpec};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use crate::games::{Game, GameKind, GameList, Visitor};
use crate::kernel::{Assignment, Part, Quoted};
use crate::network::NetworkFileError;
use crate::notation::GameText;
use crate::search::OutOfMemory;
use crate::store::StoreError;

/// A match as it is asked for.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game.
    pub game: GameKind,
    /// The rules to set, by option.
    pub rules: Vec<Assignment>,
    /// The players, at least two, each with a name of its own.
    pub players: Vec<PlayerSpec>,
    /// What players without limits of their own have for their moves.
    pub pace: Pace,
    /// Who meets whom.
    pub format: Format,
    /// The rounds: in each, every pairing plays two games.
    pub rounds: u64,
    /// Which of them are played here.
    pub part: Part,
    /// Where games begin.
    pub openings: OpeningSource,
    /// The seed of openings and random moves.
    pub seed: u64,
    /// The test that ends the match, of two players only.
    pub sprt: Option<Sprt>,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// What ends games beside the rules.
    pub conditions: Conditions,
    /// Whether records tell the score and the time of each move.
    pub details: bool,
}

/// Why a match cannot be played, or not go on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The description of the match makes no sense.
    #[error("{_0}")]
    Setting(String),
    /// An opening is none.
    #[error("the openings, line {line}: {reason}")]
    Opening {
        /// The line of the text of openings, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A player cannot play.
    #[error("{} cannot play: {fault}", Quoted(name.as_bytes()))]
    Player {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: Fault,
    },
    /// Games that a complete match has are not recorded.
    #[error("{_0}: no file has them")]
    Missing(String),
    /// A recorded game does not belong to the match.
    #[error("the recorded game {}: {reason}", Quoted(round.as_bytes()))]
    Record {
        /// Its label.
        round: String,
        /// What is wrong.
        reason: String,
    },
    /// The file of games.
    #[error(transparent)]
    Archive(ArchiveError),
    /// The openings cannot be written.
    #[error(transparent)]
    Output(io::Error),
    /// There is no memory for a table.
    #[error(transparent)]
    Memory(OutOfMemory),
    /// A player's network cannot be read.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// The store of a learner.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a match tells after each game.
pub struct Progress<'a> {
    /// The results up to now.
    pub standings: &'a Standings,
    /// The game that has just ended; `None` at the beginning, when recorded games are counted.
    pub last: Option<(&'a Fixture, &'a GameText)>,
    /// The games of the match, or of the part of it that is played here.
    pub games: u64,
}

impl Tournament {
    /// Plays the match of a game of the list `G` and returns its results. `recorded` are the games
    /// that were played before; the others are added to the archive in their order, each as soon as
    /// all before it are over. The test is asked behind each round in order, and what is behind the
    /// round that decides it counts no more: the results do not depend on how many games are played
    /// at the same time.
    ///
    /// Whoever sets `stop` ends the match: the games in hand do not count. It is set when this returns.
    ///
    /// A program that cannot start, or not again, loses the game; the others are played.
    ///
    /// # Errors
    ///
    /// Says why the match cannot be played or go on, also if fewer than two players can start. The games in order that ended before are in the
    /// archive.
    pub fn run<G: GameList>(
        &self,
        archive: Option<Archive>,
        recorded: &[GameText],
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Standings, ArenaError> {
        self.check()?;
        let playing = Playing { tournament: self, archive, recorded, stop, report };
        self.of_its_game::<G, _, _>(playing)
    }

    /// Counts the games of a match that were played elsewhere, as if it had been played here. Returns its
    /// results and the games that they are of, in order. With `is_partial` the last games may be missing:
    /// those before the first that is missing are counted.
    ///
    /// # Errors
    ///
    /// Says which games are missing, double, or of another match.
    pub fn count<G: GameList>(
        &self,
        recorded: &[GameText],
        is_partial: bool,
    ) -> Result<(Standings, Vec<GameText>), ArenaError> {
        self.check()?;
        self.of_its_game::<G, _, _>(Counting { tournament: self, recorded, is_partial })
    }

    /// Calls `write` with the opening of each round as a line of text, in order, and returns how many of
    /// them are different. Who plays does not matter.
    ///
    /// # Errors
    ///
    /// Says why there are none, or what `write` says.
    pub fn openings<G: GameList>(
        &self,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<u64, ArenaError> {
        self.of_its_game::<G, _, _>(Opening { tournament: self, write })
    }

    fn of_its_game<G: GameList, T, V: Visitor<Output = Result<T, ArenaError>>>(
        &self,
        visitor: V,
    ) -> Result<T, ArenaError> {
        G::with(self.game, visitor).unwrap_or_else(|| {
            Err(ArenaError::Setting(format!("{} is not among the games", self.game)))
        })
    }

    /// Returns the games of the match.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.format, self.rounds)
    }

    /// Returns the numbers of the games that are played here.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        let Range { start, end } = self.part.range(self.rounds);
        let each = self.schedule().games_per_round();
        start * each..end * each
    }

    /// Returns what a player has for its moves.
    #[must_use]
    pub fn pace(&self, player: usize) -> &Pace {
        let own = &self.players[player].pace;
        if own.is_unlimited() { &self.pace } else { own }
    }

    /// Returns what the test of the match has decided, if there is one.
    #[must_use]
    pub fn decision(&self, standings: &Standings) -> Option<Decision> {
        self.test().and_then(|sprt| sprt.decision(&standings.pairs(0)))
    }

    fn check(&self) -> Result<(), ArenaError> {
        let wrong = |text: String| Err(ArenaError::Setting(text));
        if self.players.len() < 2 {
            return wrong(format!("a match needs two players, not {}", self.players.len()));
        }
        for (at, player) in self.players.iter().enumerate() {
            if self.players[..at].iter().any(|other| other.name == player.name) {
                let name = Quoted(player.name.as_bytes());
                return wrong(format!("two players are called {name}; give one a name=.."));
            }
            if player.name.contains(['\n', '\r']) {
                return wrong("a name is one line".to_owned());
            }
            let is_free = matches!(player.kind, PlayerKind::Random | PlayerKind::Learner(_));
            if !is_free && self.pace(at).is_unlimited() {
                let name = Quoted(player.name.as_bytes());
                return wrong(format!(
                    "nothing limits the moves of {name}: give a time control, movetime, nodes or depth"
                ));
            }
        }
        if self.sprt.is_some() && self.players.len() != 2 {
            return wrong("a sequential test needs exactly two players".to_owned());
        }
        if self.rounds == 0 || self.concurrency == 0 {
            return wrong("a match needs at least one round and one game at a time".to_owned());
        }
        if self.part.of() > self.rounds {
            return wrong(format!("there is no part {} of {} rounds", self.part, self.rounds));
        }
        Ok(())
    }

    /// Returns the test, if it is asked here: a part of a match does not know what the others found.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        self.sprt.filter(|_| self.part.of() == 1)
    }
}

/// Openings that wait for the type of their game.
struct Opening<'a> {
    tournament: &'a Tournament,
    write: &'a mut dyn FnMut(&str) -> io::Result<()>,
}

impl Visitor for Opening<'_> {
    type Output = Result<u64, ArenaError>;

    fn visit<P: Game>(self) -> Self::Output {
        let hall = Hall::<P>::new(self.tournament)?;
        let mut different = HashSet::new();
        for round in 0..self.tournament.rounds {
            let opening = hall.opening(round);
            let line = match texts(&opening) {
                moves if moves.is_empty() => opening.start().write_position(),
                moves => moves.join(";"),
            };
            (self.write)(&line).map_err(ArenaError::Output)?;
            different.insert(opening.current().packed());
        }
        Ok(different.len() as u64)
    }
}

/// A match that waits for the type of its game.
struct Playing<'a> {
    tournament: &'a Tournament,
    archive: Option<Archive>,
    recorded: &'a [GameText],
    stop: &'a AtomicBool,
    report: &'a mut (dyn FnMut(&Progress) + Send),
}

impl Visitor for Playing<'_> {
    type Output = Result<Standings, ArenaError>;

    fn visit<P: Game>(self) -> Self::Output {
        let hall = Hall::<P>::new(self.tournament)?;
        hall.run(self.archive, self.recorded, self.stop, self.report)
    }
}

/// Recorded games that wait for the type of their game.
struct Counting<'a> {
    tournament: &'a Tournament,
    recorded: &'a [GameText],
    is_partial: bool,
}

impl Visitor for Counting<'_> {
    type Output = Result<(Standings, Vec<GameText>), ArenaError>;

    fn visit<P: Game>(self) -> Self::Output {
        let hall = Hall::<P>::new(self.tournament)?;
        let mut ledger = hall.ledger(self.recorded)?;
        let counted = std::iter::from_fn(|| ledger.count()).map(|(_, entry)| entry.text).collect();
        if !self.is_partial && !ledger.is_complete() {
            return Err(ArenaError::Missing(hall.name_rounds(ledger.missing())));
        }
        Ok((ledger.standings().clone(), counted))
    }
}
