//! Who has scored what.

use std::collections::HashMap;

use super::elo::Pentanomial;
use super::referee::Termination;
use super::schedule::{Fixture, Schedule};
use crate::kernel::{Gather, Player};

/// The results of one pairing, as its first player sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairResults {
    /// The players, by their place in the match.
    pub players: [usize; 2],
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The pairs of games that are complete.
    pub pairs: Pentanomial,
    /// The half points of pairs of which one game is played, by round.
    halves: HashMap<u64, usize>,
}

impl PairResults {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Each pairing.
    pub pairings: Vec<PairResults>,
    /// Games won by the side that moves first, by the other one, and drawn.
    pub by_side: [u64; 3],
    /// How many games each player has lost without being beaten, in the order of
    /// [`Termination::FORFEITS`].
    pub forfeits: Vec<[u64; Termination::FORFEITS.len()]>,
    /// How many games ended in which way, by name.
    pub terminations: HashMap<&'static str, u64>,
}

impl Standings {
    /// Returns the standings before the first game.
    #[must_use]
    pub fn new(schedule: &Schedule, players: usize) -> Self {
        let pairing =
            |players: &[usize; 2]| PairResults { players: *players, ..Default::default() };
        Self {
            pairings: schedule.pairings().iter().map(pairing).gather(),
            by_side: [0; 3],
            forfeits: vec![[0; Termination::FORFEITS.len()]; players],
            terminations: HashMap::new(),
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pairings.iter().map(PairResults::games).sum()
    }

    /// Returns what a player has scored: games won, drawn and lost.
    #[must_use]
    pub fn totals(&self, player: usize) -> [u64; 3] {
        let mut totals = [0; 3];
        for pairing in &self.pairings {
            let seen = [pairing.wins, pairing.draws, pairing.losses];
            for (at, games) in seen.into_iter().enumerate() {
                if pairing.players[0] == player {
                    totals[at] += games;
                } else if pairing.players[1] == player {
                    totals[2 - at] += games;
                }
            }
        }
        totals
    }

    /// Returns all pairs of games of a player, as it sees them.
    #[must_use]
    pub fn pairs(&self, player: usize) -> Pentanomial {
        let mut all = Pentanomial::default();
        for pairing in &self.pairings {
            let seen = match pairing.players {
                [a, _] if a == player => pairing.pairs,
                [_, b] if b == player => pairing.pairs.reversed(),
                _ => continue,
            };
            all.0.iter_mut().zip(seen.0).for_each(|(sum, n)| *sum += n);
        }
        all
    }

    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, winner: Option<Player>, termination: Termination) {
        *self.terminations.entry(termination.name()).or_default() += 1;
        self.by_side[winner.map_or(2, Player::index)] += 1;
        if let (Some(winner), Some(kind)) =
            (winner, Termination::FORFEITS.iter().position(|forfeit| *forfeit == termination))
        {
            let loser = fixture.players[(!winner).index()];
            self.forfeits[loser][kind] += 1;
        }
        let results = &mut self.pairings[fixture.pairing];
        let half_points = match winner {
            None => 1,
            Some(side) if (side == Player::First) == fixture.is_swapped => 0,
            Some(_) => 2,
        };
        match half_points {
            0 => results.losses += 1,
            1 => results.draws += 1,
            _ => results.wins += 1,
        }
        match results.halves.remove(&fixture.round) {
            Some(before) => results.pairs.add(before + half_points),
            None => drop(results.halves.insert(fixture.round, half_points)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Format;
    use super::*;
    use crate::kernel::Ending;

    #[test]
    fn games_count_once_and_pairs_when_complete() {
        let schedule = Schedule::new(3, Format::RoundRobin, 2);
        let mut standings = Standings::new(&schedule, 3);
        let by_rules = Termination::Rules(Ending::Points);
        // In the first pair player 0 wins on both sides; the other games are won by who begins,
        // but for a crash.
        standings.add(&schedule.fixture(1), Some(Player::Second), by_rules);
        assert_eq!(standings.pairs(0).pairs(), 0);
        standings.add(&schedule.fixture(0), Some(Player::First), by_rules);
        assert_eq!(standings.pairs(0), Pentanomial([0, 0, 0, 0, 1]));
        assert_eq!(standings.pairs(1), Pentanomial([1, 0, 0, 0, 0]));
        standings.add(&schedule.fixture(2), Some(Player::First), by_rules);
        standings.add(&schedule.fixture(3), Some(Player::First), Termination::Crash);
        standings.add(&schedule.fixture(4), None, by_rules);
        assert_eq!(standings.totals(0), [3, 0, 1]);
        assert_eq!(standings.totals(1), [0, 1, 2]);
        assert_eq!(standings.totals(2), [1, 1, 1]);
        assert_eq!(standings.pairs(0), Pentanomial([0, 0, 1, 0, 1]));
        assert_eq!(standings.by_side, [3, 1, 1]);
        assert_eq!(standings.forfeits, [[0, 0, 0, 1], [0; 4], [0; 4]]);
        assert_eq!((standings.games(), standings.terminations["points"]), (5, 4));
    }
}
