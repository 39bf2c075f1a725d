//! How long a search may take.

use std::time::Duration;

use super::params::{
    EXTENDED, HARD, KNOWN, MAX_DEPTH, MOVES_EXPECTED, PROOF_BEGINS, PROOF_PLANNED, PROOF_SHARE,
    RESERVE, STRETCH, STRETCH_WORSE, WORSE,
};
use crate::kernel::{Limits, Player, PlayerClock, Score};

/// Returns the deepest iteration that limits allow.
pub(super) fn max_depth(limits: &Limits) -> u32 {
    let depth = limits.depth.unwrap_or(MAX_DEPTH).min(limits.mate_plies().unwrap_or(MAX_DEPTH));
    depth.clamp(1, MAX_DEPTH)
}

/// What a clock has to last for.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// The most plies that the game can still take, where the rules bound it closely.
    pub plies: Option<u32>,
    /// Returns about how long the game's own solver takes so many plies from here; `None` where it
    /// is not asked.
    pub proof: &'a dyn Fn(u32) -> Option<Duration>,
}

impl Outlook<'_> {
    /// Nothing is known of the rest of the game.
    pub const UNKNOWN: Self = Self { plies: None, proof: &|_| None };
}

/// The time for one move. The solver of a game, where it is asked, comes first; the limits of the
/// search leave room for what it may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// How long the game's own solver may take before it gives up: no time at all where it is not
    /// to be asked, `None` where nothing hurries it.
    pub proof: Option<Duration>,
    /// After this time no further iteration begins, unless the choice is in doubt. It does not
    /// include the time for the solver. Time spent on the opponent's clock counts: the position has
    /// been searched.
    pub soft: Option<Duration>,
    /// At this time the search ends wherever it is. It includes the time for the solver. Time spent
    /// on the opponent's clock does not count: the own clock has not run.
    pub hard: Option<Duration>,
    /// The same for a search whose best move is failing low.
    pub extended: Option<Duration>,
}

impl Budget {
    /// Returns the time that the limits leave a player for a move, `overhead` of which passes
    /// between the end of the search and the moment that the clock is stopped.
    #[must_use]
    pub fn new(limits: &Limits, player: Player, overhead: Duration, outlook: &Outlook) -> Self {
        let mut budget = Self::default();
        if limits.infinite {
            return budget;
        }
        if let Some(clock) = limits.clock(player) {
            budget = Self::of_clock(clock, overhead, outlook);
        }
        if let Some(time) = limits.move_time {
            // A time as short as the overhead leaves something to think in, too.
            let time = time - overhead.min(time / 2);
            let hard = budget.hard.map_or(time, |hard| hard.min(time));
            budget.proof = Some(proof_time(hard, outlook));
            budget.hard = Some(hard);
            budget.extended = Some(budget.extended.map_or(hard, |extended| extended.min(time)));
        }
        budget
    }

    /// Returns the time that a clock leaves for this move.
    fn of_clock(clock: PlayerClock, overhead: Duration, outlook: &Outlook) -> Self {
        // A player makes every second move, or two moves and then none for two plies.
        let own = |plies: u32| plies.div_ceil(2).max(1);
        let to_control = clock.moves_to_go.map(|n| n.clamp(1, MOVES_EXPECTED));
        let to_end = outlook.plies.map(own);
        let moves = [to_control, to_end].into_iter().flatten().min().unwrap_or(MOVES_EXPECTED);

        // On a busy system a move now and then loses several times the overhead, and some of
        // it even if it is made at once: what is left for that is never planned with. With one
        // move to the control nothing needs to be left.
        let lost = overhead.saturating_sub(clock.increment) * to_end.map_or(0, |_| moves);
        let reserve = match to_control {
            Some(1) => Duration::ZERO,
            _ => lost.max(overhead * RESERVE).min(clock.left / 2),
        };
        let usable = clock.left.saturating_sub(overhead + reserve);
        let proof = proof_time(usable, outlook);
        let usable = usable - proof;

        // Once the solver has settled the game, moves take next to no time: what is left then,
        // beside what the solver takes, is spent before.
        let reach = outlook.plies.map_or(0, |plies| plies.min(2 * moves - 1));
        let settled = (1..reach).find_map(|plies| {
            let time = (outlook.proof)(plies)? * PROOF_PLANNED;
            (time <= usable / 2).then_some((own(plies), time))
        });
        let (thought, kept) = settled.unwrap_or((moves, Duration::ZERO));
        let known = moves.saturating_sub(thought);
        let usable = usable - kept;
        let soft = usable * KNOWN / (thought * KNOWN + known)
            + clock.increment.saturating_sub(overhead) * 3 / 4;
        let most = match outlook.plies {
            // Some is left for each move to come, the more the fewer they are.
            Some(_) => usable * 3 / (thought + 2),
            None if thought == 1 => usable,
            None => usable / 2,
        };
        Self {
            proof: Some(proof),
            soft: Some(soft.min(most)),
            hard: Some(proof + (soft * HARD).min(most)),
            extended: Some(proof + (soft * EXTENDED).min(most)),
        }
    }
}

/// Returns how long the solver may take out of a time for all that is to come, zero if that is
/// too little.
fn proof_time(usable: Duration, outlook: &Outlook) -> Duration {
    match (outlook.proof)(0) {
        Some(time) if time * PROOF_BEGINS <= usable => usable / PROOF_SHARE,
        _ => Duration::ZERO,
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

    /// Returns the time after which no further iteration begins, that of the solver included; `None`
    /// before the first is finished.
    pub(super) fn soft(&self, budget: Budget) -> Option<Duration> {
        self.best?;
        let soft = budget.soft? * self.percent / 100 + budget.proof.unwrap_or_default();
        Some(budget.hard.map_or(soft, |hard| soft.min(hard)))
    }

    /// Returns the time after which no further root move begins: half way to the end of the search,
    /// since it is likely to take longer than is left.
    pub(super) fn last_move(&self, budget: Budget) -> Option<Duration> {
        Some((self.soft(budget)? + budget.hard?) / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::PerPlayer;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn clock_budget(
        left: u64,
        increment: u64,
        moves_to_go: Option<u32>,
        outlook: &Outlook,
    ) -> Budget {
        let limits = Limits {
            clocks: PerPlayer::new(Some(ms(left)), None),
            increments: PerPlayer::new(ms(increment), Duration::ZERO),
            moves_to_go,
            ..Limits::default()
        };
        Budget::new(&limits, Player::First, ms(10), outlook)
    }

    fn budget(left: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        clock_budget(left, increment, moves_to_go, &Outlook::UNKNOWN)
    }

    #[test]
    fn never_plans_more_than_the_clock_shows() {
        // The solver's time, in milliseconds, and how many times as long it takes two plies before.
        for (proof, growth) in [(None, 1_u64), (Some(0), 1), (Some(1), 3), (Some(200), 10)] {
            for plies in [None, Some(0), Some(1), Some(2), Some(3), Some(36), Some(254)] {
                let end: u32 = plies.unwrap_or(40);
                let proof = move |at: u32| {
                    let steps = end.saturating_sub(at) / 2;
                    Some(ms(growth.checked_pow(steps)?.checked_mul(proof?)?))
                };
                let outlook = Outlook { plies, proof: &proof };
                for left in [0, 1, 10, 100, 60_000] {
                    for increment in [0, 1, 1_000, 60_000] {
                        for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                            let budget = clock_budget(left, increment, moves_to_go, &outlook);
                            assert!(budget.hard.unwrap() <= ms(left.saturating_sub(10)));
                            assert!(budget.extended.unwrap() <= ms(left.saturating_sub(10)));
                            assert!(budget.soft <= budget.hard && budget.hard <= budget.extended);
                            assert!(budget.proof <= budget.hard);
                            assert!(budget.proof.unwrap() <= ms(left) / 2);
                        }
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
                let outlook = Outlook { plies: Some(2 * moves), ..Outlook::UNKNOWN };
                let budget = clock_budget(clock, increment, None, &outlook);
                let spent = budget.soft.unwrap().as_millis() as u64 + 5;
                assert!(spent <= clock, "{moves} moves to go: {spent} of {clock} ms");
                clock = clock - spent + increment;
            }
            assert!(clock < left / 10 + increment, "{clock} of {left} ms are left");
        }
    }

    #[test]
    fn the_last_move_may_use_what_is_left_but_the_reserve() {
        let outlook = Outlook { plies: Some(1), ..Outlook::UNKNOWN };
        let last = clock_budget(1_000, 0, None, &outlook);
        assert_eq!((last.soft, last.hard), (Some(ms(960)), Some(ms(960))));
        let outlook = Outlook { plies: Some(4), ..outlook };
        let before = clock_budget(1_000, 0, None, &outlook);
        assert_eq!((before.soft, before.hard), (Some(ms(480)), Some(ms(720))));
        assert!(clock_budget(1_000, 0, Some(1), &outlook).hard > Some(ms(960)), "a new control");
    }

    #[test]
    fn the_solver_has_half_of_the_clock_when_that_is_likely_to_do() {
        let at = |left, time: Option<u64>| {
            let proof = |plies| time.filter(|_| plies == 0).map(ms);
            clock_budget(left, 0, None, &Outlook { plies: Some(21), proof: &proof })
        };
        let done = at(10_000, Some(2_000));
        assert!(done.proof > Some(ms(4_500)) && done.proof <= Some(ms(5_000)), "{done:?}");
        assert!(done.hard > done.proof, "what is left for the search if the solver gives up");
        assert_eq!(at(10_000, Some(6_000)).proof, Some(Duration::ZERO));
        assert_eq!(at(10_000, None).proof, Some(Duration::ZERO));
        let outlook = Outlook { plies: None, proof: &|_| Some(ms(100)) };
        let new = |limits| Budget::new(&limits, Player::First, Duration::ZERO, &outlook);
        let budget = new(Limits { move_time: Some(ms(1_000)), ..Limits::default() });
        assert_eq!((budget.proof, budget.hard), (Some(ms(500)), Some(ms(1_000))));
        assert_eq!(new(Limits::default()).proof, None);
    }

    #[test]
    fn what_the_solver_will_play_is_spent_before() {
        // Ten times as long two plies before; it settles the game from some ply on.
        let proof = |plies: u32| 10_u64.checked_pow(plies.div_ceil(2)).map(|n| ms(n / 40_000_000));
        let mut clock = 10_000;
        let mut left = 36_u32;
        let settled = loop {
            let outlook = Outlook { plies: Some(left), proof: &|plies| proof(left - plies) };
            let budget = clock_budget(clock, 0, None, &outlook);
            if budget.proof > Some(Duration::ZERO) {
                break proof(left).unwrap().as_millis() as u64;
            }
            clock -= budget.soft.unwrap().as_millis() as u64 + 5;
            left -= 2;
        };
        assert!(settled * 2 < clock, "{settled} ms to prove it, {clock} left");
        assert!(clock < 10_000 / 2, "{clock} ms are left of 10,000 for the solver");
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
        assert_eq!(Choice::default().soft(budget), None, "there is nothing to end with");
    }

    #[test]
    fn move_time_is_kept_less_the_overhead() {
        let new = |limits| Budget::new(&limits, Player::First, ms(10), &Outlook::UNKNOWN);
        let limits = Limits { move_time: Some(ms(100)), ..Limits::default() };
        let hard = Some(ms(90));
        let kept = Budget { proof: Some(Duration::ZERO), soft: None, hard, extended: hard };
        assert_eq!(new(limits), kept);
        let short = Limits { move_time: Some(ms(10)), ..limits };
        assert_eq!(new(short).hard, Some(ms(5)));
        let infinite = Limits { infinite: true, ..limits };
        assert_eq!(new(infinite), Budget::default());
    }
}
