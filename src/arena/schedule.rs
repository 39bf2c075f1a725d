//! Who plays whom, and in which order.

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Each player meets each other one.
    #[default]
    RoundRobin,
    /// The first player meets each other one.
    Gauntlet,
}

/// The games of a match. In each round every pairing plays a pair of games from the round's opening,
/// each player once on either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The round, from 0.
    pub round: u64,
    /// The game within the round, from 0.
    pub game: u64,
    /// The pairing, by its place in [`Schedule::pairings`].
    pub pairing: usize,
    /// Whether the second player of the pairing moves first.
    pub is_swapped: bool,
    /// Who moves first and who moves second in the start position.
    pub players: [usize; 2],
}

impl Fixture {
    /// Returns the number of the round and of the game within it, from 1, as records name them.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}.{}", self.round + 1, self.game + 1)
    }
}

impl Schedule {
    /// Returns the schedule of so many players and rounds.
    #[must_use]
    pub fn new(players: usize, format: Format, rounds: u64) -> Self {
        let last = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        let mut pairings = Vec::new();
        for a in 0..last {
            pairings.extend((a + 1..players).map(|b| [a, b]));
        }
        Self { pairings, rounds }
    }

    /// Returns which players meet, in each round.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Returns the games of a round.
    #[must_use]
    pub fn games_per_round(&self) -> u64 {
        2 * self.pairings.len() as u64
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rounds.saturating_mul(self.games_per_round())
    }

    /// Returns the game of a number below [`games`](Self::games).
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        let (round, game) = (number / self.games_per_round(), number % self.games_per_round());
        let pairing = game as usize / 2;
        let is_swapped = game % 2 == 1;
        let [a, b] = self.pairings[pairing];
        let players = if is_swapped { [b, a] } else { [a, b] };
        Fixture { round, game, pairing, is_swapped, players }
    }

    /// Returns the number of the game of a [label](Fixture::label).
    #[must_use]
    pub fn number(&self, label: &str) -> Option<u64> {
        let (round, game) = label.split_once('.')?;
        let (round, game): (u64, u64) = (round.parse().ok()?, game.parse().ok()?);
        let in_round = self.games_per_round();
        let is_there = (1..=self.rounds).contains(&round) && (1..=in_round).contains(&game);
        is_there.then(|| (round - 1) * in_round + game - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_on_both_sides() {
        let schedule = Schedule::new(3, Format::RoundRobin, 2);
        assert_eq!(schedule.games(), 12);
        let mut met = std::collections::BTreeMap::new();
        for number in 0..schedule.games() {
            let fixture = schedule.fixture(number);
            assert_eq!(schedule.number(&fixture.label()), Some(number));
            *met.entry(fixture.players).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 6);
        assert!(met.values().all(|games| *games == 2), "{met:?}");
        for wrong in ["", "1", "0.1", "1.0", "3.1", "1.7", "x.1", "1.1.1"] {
            assert_eq!(schedule.number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let schedule = Schedule::new(4, Format::Gauntlet, 1);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.fixture(3).players, [2, 0]);
        assert_eq!(Schedule::new(2, Format::RoundRobin, 5).games(), 10);
    }
}
