//! How long a search may take.

use std::time::Duration;

use super::limits::Limits;
use super::params::{MOVES_EXPECTED, RESERVE, STRETCH, STRETCH_WORSE, WORSE};
use crate::kernel::{Player, Score};

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// After this time no further iteration begins, unless the choice is in doubt.
    pub soft: Option<Duration>,
    /// At this time the search ends wherever it is.
    pub hard: Option<Duration>,
}

impl Budget {
    /// Returns the time that the limits leave a player for a move, `overhead` of which passes
    /// between the end of the search and the moment that the clock is stopped.
    #[must_use]
    pub fn new(limits: &Limits, player: Player, overhead: Duration) -> Self {
        let mut budget = Self::default();
        if limits.infinite {
            return budget;
        }
        if let Some(clock) = limits.clock(player) {
            let share = clock.moves_to_go.map_or(MOVES_EXPECTED, |n| n.clamp(1, MOVES_EXPECTED));
            // On a busy system a move now and then loses several times the overhead, and some of
            // it even if it is made at once: what is left for that is never planned with. With one
            // move to the control nothing needs to be left.
            let reserve = (overhead * RESERVE).min(clock.left / 2);
            let reserve = if share == 1 { Duration::ZERO } else { reserve };
            let usable = clock.left.saturating_sub(overhead + reserve);
            let soft = usable / share + clock.increment.saturating_sub(overhead) * 3 / 4;
            let most = if share == 1 { usable } else { usable / 2 };
            budget.soft = Some(soft.min(most));
            budget.hard = Some((soft * 3).min(most));
        }
        if let Some(time) = limits.move_time {
            // A time as short as the overhead leaves something to think in, too.
            let time = time - overhead.min(time / 2);
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }
}

/// The best move and its score over the iterations so far: what tells how much time a move
/// deserves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    best: Option<u16>,
    score: Score,
    /// How many iterations running have confirmed the best move.
    confirmed: usize,
    /// The share of the soft limit that the move deserves, in percent.
    percent: u32,
}

impl Choice {
    /// Takes the best move, by its [bits](crate::kernel::Move::bits), and the score of a finished
    /// iteration.
    pub(super) fn update(&mut self, best: u16, score: Score) {
        self.confirmed = if self.best == Some(best) { self.confirmed + 1 } else { 0 };
        self.percent = STRETCH[self.confirmed.min(STRETCH.len() - 1)];
        if self.best.is_some() && score < self.score - WORSE {
            self.percent = self.percent * STRETCH_WORSE / 100;
        }
        (self.best, self.score) = (Some(best), score);
    }

    /// Returns the time after which no further iteration begins.
    pub(super) fn soft(&self, budget: Budget) -> Option<Duration> {
        let soft = budget.soft? * self.percent / 100;
        Some(budget.hard.map_or(soft, |hard| soft.min(hard)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::PerPlayer;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn budget(left: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let limits = Limits {
            clocks: PerPlayer::new(Some(ms(left)), None),
            increments: PerPlayer::new(ms(increment), Duration::ZERO),
            moves_to_go,
            ..Limits::default()
        };
        Budget::new(&limits, Player::First, ms(10))
    }

    #[test]
    fn never_plans_more_than_the_clock_shows() {
        for left in [0, 1, 10, 100, 60_000] {
            for increment in [0, 1, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = budget(left, increment, moves_to_go);
                    assert!(budget.hard.unwrap() <= ms(left.saturating_sub(10)));
                    assert!(budget.soft <= budget.hard);
                }
            }
        }
    }

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        let budget = budget(60_000, 0, None);
        let soft = budget.soft.unwrap();
        let mut choice = Choice::default();
        let mut after = |best, centi| {
            choice.update(best, Score::centi(centi));
            choice.soft(budget).unwrap()
        };
        let first = after(1, 20);
        assert!(first > soft, "nothing is settled");
        let mut last = first;
        for _ in 0..10 {
            let time = after(1, 20);
            assert!(time <= last);
            last = time;
        }
        assert!(last < soft, "long settled");
        assert!(after(1, -80) > last, "a score that falls");
        assert!(after(2, -80) > soft, "another best move");
        assert!(after(3, -300) <= budget.hard.unwrap());
    }

    #[test]
    fn move_time_is_kept_less_the_overhead() {
        let budget = |limits| Budget::new(&limits, Player::First, ms(10));
        let limits = Limits { move_time: Some(ms(100)), ..Limits::default() };
        assert_eq!(budget(limits), Budget { soft: None, hard: Some(ms(90)) });
        let short = Limits { move_time: Some(ms(10)), ..limits };
        assert_eq!(budget(short).hard, Some(ms(5)));
        let infinite = Limits { infinite: true, ..limits };
        assert_eq!(budget(infinite), Budget::default());
    }
}
