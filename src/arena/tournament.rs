//! A match as it is asked for.

use std::ops::Range;

use super::error::ArenaError;
use super::move_limits::MoveLimits;
use super::openings::OpeningSource;
use super::referee::Conditions;
use super::schedule::{Format, Schedule};
use super::spec::PlayerSpec;
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use crate::games::GameKind;
use crate::kernel::{Assignment, Part, Quoted};

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
    pub limits: MoveLimits,
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

impl Tournament {
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
    pub fn limits(&self, player: usize) -> &MoveLimits {
        let own = &self.players[player].limits;
        if own.is_unlimited() { &self.limits } else { own }
    }

    /// Returns what the test of the match has decided, if there is one.
    #[must_use]
    pub fn decision(&self, standings: &Standings) -> Option<Decision> {
        self.test().and_then(|sprt| sprt.decision(&standings.pairs(0)))
    }

    /// Checks that the description makes sense.
    pub(super) fn check(&self) -> Result<(), ArenaError> {
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
            if !player.is_free() && self.limits(at).is_unlimited() {
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
