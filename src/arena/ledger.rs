//! The games of a match in their order, in whatever order they end.
//!
//! A game is counted as soon as it and all before it are over, and the test is asked behind each round.
//! So what a match comes to depends on its games alone, not on how many are played at the same time or where.

use std::collections::VecDeque;
use std::ops::Range;

use super::referee::Termination;
use super::schedule::{Fixture, Schedule};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use crate::kernel::Player;
use crate::notation::GameText;

/// A game that is over.
#[derive(Clone, Debug)]
pub(super) struct FinishedGame {
    pub(super) winner: Option<Player>,
    pub(super) termination: Termination,
    pub(super) text: GameText,
    /// Whether it was played before, and the file of the match has it already.
    pub(super) is_recorded: bool,
}

/// The games of a match, or of a part of it.
#[derive(Debug)]
pub(super) struct Ledger {
    schedule: Schedule,
    test: Option<Sprt>,
    /// The games from the first that is not counted on, as far as they are over.
    waiting: VecDeque<Option<FinishedGame>>,
    /// The numbers of the games that are not counted.
    left: Range<u64>,
    standings: Standings,
    decision: Option<Decision>,
}

impl Ledger {
    /// Returns the ledger of games that begins with none of them.
    pub(super) fn new(
        schedule: Schedule,
        players: usize,
        games: Range<u64>,
        test: Option<Sprt>,
    ) -> Self {
        let standings = Standings::new(&schedule, players);
        Self { schedule, test, waiting: VecDeque::new(), left: games, standings, decision: None }
    }

    /// Takes a game that is over, in whatever order; false if it was there already.
    pub(super) fn take(&mut self, number: u64, entry: FinishedGame) -> bool {
        let is_new = number >= self.left.start && !self.waits(number);
        if is_new {
            let at = (number - self.left.start) as usize;
            self.waiting.resize(self.waiting.len().max(at + 1), None);
            self.waiting[at] = Some(entry);
        }
        is_new
    }

    /// Counts the next game in order and returns it; `None` if it is not over, or if the test is decided.
    pub(super) fn count(&mut self) -> Option<(Fixture, FinishedGame)> {
        if self.decision.is_some() {
            return None;
        }
        let entry = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        let fixture = self.schedule.fixture(self.left.start);
        self.left.start += 1;
        self.standings.add(&fixture, entry.winner, entry.termination);
        if self.left.start.is_multiple_of(self.schedule.games_per_round()) {
            let results = self.standings.pairs(0);
            self.decision = self.test.and_then(|test| test.decision(&results));
        }
        Some((fixture, entry))
    }

    /// Returns the results of the games that were counted.
    pub(super) const fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns whether nothing that is still to come counts.
    pub(super) fn is_complete(&self) -> bool {
        self.decision.is_some() || self.left.is_empty()
    }

    /// Returns whether a game that is not counted is over.
    fn waits(&self, number: u64) -> bool {
        self.waiting.get((number - self.left.start) as usize).is_some_and(Option::is_some)
    }

    /// Returns the games that are not over, by number.
    pub(super) fn missing(&self) -> impl Iterator<Item = u64> + '_ {
        self.left.clone().filter(|number| !self.waits(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Format;
    use crate::kernel::Ending;
    use crate::notation::GameResult;

    /// The first player of the match wins every game but those of rounds that divide by three.
    fn entry(number: u64) -> FinishedGame {
        let round = number / 2;
        let side = if number.is_multiple_of(2) { Player::First } else { Player::Second };
        let winner = if round.is_multiple_of(3) { None } else { Some(side) };
        let tags = vec![("Round".to_owned(), format!("{}.{}", round + 1, number % 2 + 1))];
        let text = GameText { tags, moves: Vec::new(), result: GameResult::of(winner) };
        let termination = Termination::Rules(Ending::Points);
        FinishedGame { winner, termination, text, is_recorded: false }
    }

    fn ledger(games: Range<u64>, test: Option<&str>) -> Ledger {
        let schedule = Schedule::new(2, Format::RoundRobin, 50);
        Ledger::new(schedule, 2, games, test.map(|test| test.parse().unwrap()))
    }

    fn counted(ledger: &mut Ledger) -> Vec<String> {
        std::iter::from_fn(|| ledger.count()).map(|(fixture, _)| fixture.label()).collect()
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let test = Some("elo0=0,elo1=100,model=logistic");
        let mut in_order = ledger(0..100, test);
        let mut expected = Vec::new();
        for number in 0..100 {
            assert!(in_order.take(number, entry(number)));
            expected.extend(counted(&mut in_order));
        }
        assert!((4..90).contains(&expected.len()), "{}", expected.len());
        assert!(in_order.is_complete());
        for step in [3, 37, 99] {
            let mut other = ledger(0..100, test);
            let mut found = Vec::new();
            for at in 0..100_u64 {
                // 3, 37 and 99 have no divisor of 100 but 1.
                let number = at * step % 100;
                assert!(other.take(number, entry(number)));
                found.extend(counted(&mut other));
            }
            assert_eq!(found, expected, "step {step}");
            assert_eq!(other.standings(), in_order.standings(), "step {step}");
        }
    }

    #[test]
    fn games_count_once_and_gaps_are_known() {
        let mut part = ledger(4..10, None);
        for number in [9, 4, 6] {
            assert!(part.take(number, entry(number)));
        }
        assert_eq!(counted(&mut part), ["3.1"]);
        assert!(!part.take(4, entry(4)), "it is counted");
        assert!(!part.take(9, entry(9)), "it waits");
        assert_eq!(part.missing().collect::<Vec<_>>(), [5, 7, 8]);
        assert!(!part.is_complete());
        for number in [5, 7, 8] {
            assert!(part.take(number, entry(number)));
        }
        assert_eq!(counted(&mut part), ["3.2", "4.1", "4.2", "5.1", "5.2"]);
        assert!(part.is_complete());
    }
}
