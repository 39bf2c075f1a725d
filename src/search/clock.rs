//! How long a search may take.

use std::time::Duration;

use super::params::{MAX_DEPTH, Params, RESERVE};
use crate::kernel::{Limits, Player, Score};

/// Returns the deepest iteration that limits allow.
pub(super) fn max_depth(limits: &Limits) -> u32 {
    let depth = limits.depth.unwrap_or(MAX_DEPTH).min(limits.mate_plies().unwrap_or(MAX_DEPTH));
    depth.clamp(1, MAX_DEPTH)
}

/// What there is to spend on a move and on those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allotment {
    /// The time that can be planned with.
    pub(super) time: Duration,
    /// How many moves to think about that is to be divided into.
    pub(super) moves: u32,
    /// The most plies that the game can still take, where the rules bound it closely.
    pub(super) plies: Option<u32>,
    /// What the solver of the game may take before the search goes on, no longer in `time`.
    pub(super) solver: Duration,
    /// What the increment adds for this move; `None` without a clock.
    gain: Option<Duration>,
    /// The most for this move, that of the solver included.
    most: Option<Duration>,
    /// How much of its share it may take, in percent, and how much if the best move fails low.
    stretch: [u32; 2],
}

impl Allotment {
    /// Returns what the limits leave a player, `overhead` of which passes between the end of the
    /// search and the moment that the clock is stopped, and sometimes `late` beyond that; `None` if
    /// they do not limit time.
    pub(super) fn new(
        limits: &Limits,
        player: Player,
        overhead: Duration,
        late: Duration,
        plies: Option<u32>,
        params: &Params,
    ) -> Option<Self> {
        if limits.infinite {
            return None;
        }
        // A time as short as the overhead leaves something to think in, too.
        let most = limits.move_time.map(|time| time - overhead.min(time / 2));
        let stretch = [params.clock_most, params.clock_most_failing];
        let Some(clock) = limits.clock(player) else {
            let solver = Duration::ZERO;
            return most.map(|time| Self {
                time,
                moves: 1,
                plies,
                solver,
                gain: None,
                most,
                stretch,
            });
        };

        // A player makes every second move, or two moves and then none for two plies.
        let to_control = clock.moves_to_go.map(|n| n.clamp(1, params.clock_moves));
        let to_end = plies.map(|plies| plies.div_ceil(2).max(1));
        let moves = [to_control, to_end].into_iter().flatten().min().unwrap_or(params.clock_moves);

        // On a busy system a move now and then loses several times the overhead, and some of
        // it even if it is made at once: what is left for that is never planned with. With one
        // move to the control nothing needs to be left.
        let lost = overhead.saturating_sub(clock.increment) * to_end.map_or(0, |_| moves);
        let reserve = match to_control {
            Some(1) => Duration::ZERO,
            _ => lost.max(overhead * RESERVE).max(late).min(clock.left / 2),
        };
        Some(Self {
            time: clock.left.saturating_sub(overhead + reserve),
            moves,
            plies,
            solver: Duration::ZERO,
            gain: Some(clock.increment.saturating_sub(overhead) * params.clock_increment / 100),
            most,
            stretch,
        })
    }

    /// Returns what this move may take of the time.
    pub(super) fn available(&self) -> Duration {
        self.most.map_or(self.time, |most| self.time.min(most))
    }

    /// Divides the time.
    pub(super) fn budget(&self) -> Budget {
        let Self { time, moves, solver, gain, stretch, .. } = *self;
        let Some(gain) = gain else {
            return Budget { solver, soft: None, hard: self.most, extended: self.most };
        };
        let soft = time / moves + gain;
        let most = match self.plies {
            // Some is left for each move to come, the more the fewer they are.
            Some(_) => time * 3 / (moves + 2),
            None if moves == 1 => time,
            None => time / 2,
        };
        let until = |limit: Duration| {
            let until = solver + limit.min(most);
            Some(self.most.map_or(until, |most| until.min(most)))
        };
        let [hard, extended] = stretch.map(|percent| until(soft * percent / 100));
        Budget { solver, soft: Some(soft.min(most)), hard, extended }
    }
}

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// What the solver of the game may take of it.
    solver: Duration,
    /// After so much time spent searching no further iteration begins, unless the choice is in doubt.
    /// What was spent on the opponent's clock counts, what the solver has spent does not.
    pub(super) soft: Option<Duration>,
    /// When the clock has run for so long, the search ends wherever it is. What was spent on the
    /// opponent's clock does not count, what the solver has spent does.
    pub(super) hard: Option<Duration>,
    /// The same for a search whose best move is failing low.
    pub(super) extended: Option<Duration>,
}

impl Budget {
    /// Returns what the hard limit leaves beside the time for the solver.
    fn for_search(&self) -> Option<Duration> {
        Some(self.hard?.saturating_sub(self.solver))
    }
}

/// The best move and its score over the iterations so far: what tells how much time a move
/// deserves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trend {
    best: Option<u16>,
    score: Score,
    /// How many iterations running have confirmed the best move.
    confirmed: usize,
    /// The share of the soft limit that the move deserves, in percent.
    percent: u32,
}

impl Trend {
    /// Takes the best move, by its [bits](crate::kernel::Move::bits), and the score of a finished
    /// iteration.
    pub(super) fn update(&mut self, best: u16, score: Score, params: &Params) {
        self.confirmed = if self.best == Some(best) { self.confirmed + 1 } else { 0 };
        self.percent = params.clock_confirmed(self.confirmed);
        if self.best.is_some() && score < self.score - params.clock_fall {
            self.percent = self.percent * params.clock_worse / 100;
        }
        (self.best, self.score) = (Some(best), score);
    }

    /// Returns the time spent searching after which no further iteration begins; `None` before the
    /// first is finished.
    pub(super) fn soft(&self, budget: Budget) -> Option<Duration> {
        self.best?;
        let soft = budget.soft? * self.percent / 100;
        Some(budget.for_search().map_or(soft, |hard| soft.min(hard)))
    }

    /// Returns the time after which no further root move begins: half way to the end of the search,
    /// since it is likely to take longer than is left.
    pub(super) fn last_move(&self, budget: Budget) -> Option<Duration> {
        Some((self.soft(budget)? + budget.for_search()?) / 2)
    }
}

#[cfg(test)]
impl Allotment {
    /// Returns the allotment of a clock, all times in milliseconds, with an overhead of 10.
    pub(super) fn of_clock(
        left: u64,
        increment: u64,
        moves_to_go: Option<u32>,
        plies: Option<u32>,
    ) -> Self {
        let ms = Duration::from_millis;
        let limits = Limits {
            clocks: crate::kernel::PerPlayer::new(Some(ms(left)), None),
            increments: crate::kernel::PerPlayer::new(ms(increment), Duration::ZERO),
            moves_to_go,
            ..Limits::default()
        };
        Self::new(&limits, Player::First, ms(10), Duration::ZERO, plies, &Params::USUAL).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn never_plans_more_than_the_clock_shows() {
        for plies in [None, Some(0), Some(1), Some(2), Some(3), Some(36), Some(254)] {
            for left in [0, 1, 10, 100, 60_000] {
                for increment in [0, 1, 1_000, 60_000] {
                    for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                        let budget =
                            Allotment::of_clock(left, increment, moves_to_go, plies).budget();
                        assert!(budget.extended.unwrap() <= ms(left.saturating_sub(10)));
                        assert!(budget.soft <= budget.hard && budget.hard <= budget.extended);
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_of_known_length_uses_its_clock() {
        for (left, increment) in [(20_000, 0), (3_000, 30), (1_000, 0)] {
            let mut clock = left;
            for moves in (1..=18).rev() {
                let budget = Allotment::of_clock(clock, increment, None, Some(2 * moves)).budget();
                let spent = budget.soft.unwrap().as_millis() as u64 + 5;
                assert!(spent <= clock, "{moves} moves to go: {spent} of {clock} ms");
                clock = clock - spent + increment;
            }
            assert!(clock < left / 10 + increment, "{clock} of {left} ms are left");
        }
    }

    #[test]
    fn the_last_move_may_use_what_is_left_but_the_reserve() {
        let last = Allotment::of_clock(1_000, 0, None, Some(1)).budget();
        assert_eq!((last.soft, last.hard), (Some(ms(960)), Some(ms(960))));
        let before = Allotment::of_clock(1_000, 0, None, Some(4)).budget();
        assert_eq!((before.soft, before.hard), (Some(ms(480)), Some(ms(720))));
        assert!(
            Allotment::of_clock(1_000, 0, Some(1), Some(4)).budget().hard > Some(ms(960)),
            "a new control"
        );
    }

    #[test]
    fn delays_that_were_seen_are_kept_in_reserve_up_to_half_of_the_clock() {
        let left = |late| {
            let limits = Limits {
                clocks: crate::kernel::PerPlayer::new(Some(ms(1_000)), None),
                ..Limits::default()
            };
            let new = Allotment::new;
            new(&limits, Player::First, ms(10), ms(late), None, &Params::USUAL).unwrap().time
        };
        assert_eq!([0, 30, 31, 300, 700].map(left), [960, 960, 959, 690, 490].map(ms));
    }

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        let budget = Allotment::of_clock(60_000, 0, None, None).budget();
        let soft = budget.soft.unwrap();
        let mut choice = Trend::default();
        let mut after = |best, centi| {
            choice.update(best, Score::centi(centi), &Params::USUAL);
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
        assert_eq!(Trend::default().soft(budget), None, "there is nothing to end with");
    }

    #[test]
    fn move_time_is_kept_less_the_overhead() {
        let new = |limits| {
            let (overhead, late) = (ms(10), ms(0));
            let allotment =
                Allotment::new(&limits, Player::First, overhead, late, None, &Params::USUAL);
            allotment.map(|allotment| allotment.budget())
        };
        let limits = Limits { move_time: Some(ms(100)), ..Limits::default() };
        let hard = Some(ms(90));
        assert_eq!(new(limits), Some(Budget { hard, extended: hard, ..Budget::default() }));
        let short = Limits { move_time: Some(ms(10)), ..limits };
        assert_eq!(new(short).unwrap().hard, Some(ms(5)));
        assert_eq!(new(Limits { infinite: true, ..limits }), None);
        assert_eq!(new(Limits::default()), None);
    }
}
