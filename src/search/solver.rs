//! A game's own solver: when it is asked, for how long, and what its time means for the clock.
//!
//! The solver is asked when there is a move to fall back on, if it is likely to answer soon. Until then
//! no other worker begins, so that it may use all threads, and those that it leaves idle sleep. It is
//! asked once more if the search has reached the end of the game and proven nothing, since the search
//! prunes, for as long as the limits leave.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rayon::ThreadPool;

use super::clock::{Allotment, max_depth};
use super::report::Line;
use super::workers::Workers;
use crate::kernel::{Effort, Limits, MoveBits, Searchable, Worth, parallel};

/// After this iteration, in plies, the solver is asked.
pub(super) const SOLVED_AFTER: u32 = 2;
/// The memory of a solver, in MiB.
const MIB: usize = 32;
/// The nodes that it may be expected to take where no time limits the search.
const MOST_NODES: u64 = 50_000_000;
/// The nodes that it is trusted to visit in a millisecond until it was measured: half of what one core
/// was measured to do.
const NODES_PER_MS: u64 = 6_000;
/// Fewer nodes tell nothing about the speed: a moment in which the system does something else would
/// count for too much.
const MEASURED: u64 = 20_000;
/// It may take this share of the clock, in percent: all that comes after it is known.
const SHARE: u32 = 75;
/// It begins if the clock holds so many times what it is expected to take; hardly ever does it take
/// one and a half times that.
const BEGINS: u32 = 2;
/// ... and the moves before it leave so many times that on the clock.
const PLANNED: u32 = 3;

/// The solver of a game: how fast it is on this machine, in nodes per millisecond.
#[derive(Debug)]
pub(super) struct Solver {
    speed: AtomicU64,
}

/// Leave to ask the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Permit {
    /// When it gives up; `None` where nothing hurries it.
    until: Option<Duration>,
    /// The memory that it may use, in MiB.
    mib: usize,
    /// The nodes.
    nodes: u64,
}

impl Permit {
    /// Returns leave to ask for what is left of a search, with as much memory as its table has.
    pub(super) const fn rest(until: Option<Duration>, nodes: u64, mib: usize) -> Self {
        Self { until, nodes, mib: if mib > MIB { mib } else { MIB } }
    }

    /// Returns leave to ask until then.
    const fn until(until: Option<Duration>) -> Self {
        Self { until, mib: MIB, nodes: u64::MAX }
    }
}

impl Solver {
    /// Returns a solver whose speed is a careful guess.
    pub(super) const fn new() -> Self {
        Self { speed: AtomicU64::new(NODES_PER_MS) }
    }

    /// Returns how long so many nodes take.
    fn time(&self, nodes: u64) -> Duration {
        Duration::from_micros(nodes.saturating_mul(1_000) / self.speed.load(Ordering::Relaxed))
    }

    /// Takes a measurement. A slower one is adopted at once, a faster one by half: load varies, and
    /// an abandoned proof is expensive.
    fn measure(&self, nodes: u64, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
        if nodes >= MEASURED {
            let measured = nodes.saturating_mul(1_000) / micros;
            let believed = self.speed.load(Ordering::Relaxed);
            self.speed.store(measured.min(believed.midpoint(measured)).max(1), Ordering::Relaxed);
        }
    }

    /// Returns leave to ask the solver about a position, if it is worth it, and takes out of what
    /// there is to spend what it needs now or, for a position to come, later.
    pub(super) fn claim<P: Searchable>(
        &self,
        position: &P,
        limits: &Limits,
        allotment: Option<&mut Allotment>,
    ) -> Option<Permit> {
        // About what it takes so many plies from here, if it can and the limits allow it.
        let nodes = |plies| {
            let nodes = position.proof_nodes(plies)?;
            let is_allowed = Some(max_depth(limits)) >= position.plies_left()
                && limits.nodes.is_none_or(|limit| nodes <= limit / 4);
            is_allowed.then_some(nodes)
        };
        match allotment {
            Some(allotment) => self.divide(allotment, &|plies| Some(self.time(nodes(plies)?))),
            None => (nodes(0)? <= MOST_NODES).then_some(Permit::until(None)),
        }
    }

    /// The same, given about how long the solver takes so many plies from here.
    fn divide(
        &self,
        allotment: &mut Allotment,
        time: &dyn Fn(u32) -> Option<Duration>,
    ) -> Option<Permit> {
        let available = allotment.available();
        let begins = time(0).is_some_and(|time| !available.is_zero() && time * BEGINS <= available);
        let now = begins.then(|| available * SHARE / 100);
        allotment.solver = now.unwrap_or_default();
        allotment.time -= allotment.solver;

        // Once the solver has settled the game, moves take no time: what is left then, beside what
        // the solver takes and the reserve, is spent before.
        let reach = allotment.plies.map_or(0, |plies| plies.min(2 * allotment.moves - 1));
        let settled = (1..reach).find_map(|plies| {
            let kept = time(plies)? * PLANNED;
            (kept <= allotment.time / 2).then_some((plies.div_ceil(2), kept))
        });
        if let Some((thought, kept)) = settled {
            allotment.time -= kept;
            allotment.moves = thought;
        }
        now.map(|now| Permit::until(Some(now)))
    }

    /// Asks the solver, on all threads of the pool, and measures its speed.
    pub(super) fn ask<P: Searchable>(
        &self,
        position: &P,
        permit: Permit,
        workers: &Workers,
        pool: Option<&ThreadPool>,
    ) -> Option<Line<MoveBits>> {
        let prove = || {
            position.prove(Effort {
                mib: permit.mib,
                nodes: permit.nodes,
                gives_up: &|| workers.is_called_off() || workers.is_out_of_time(permit.until),
                threads: workers.count(),
            })
        };
        let begun = workers.elapsed();
        let attempt = match pool {
            Some(pool) => parallel::within(pool, prove),
            None => prove(),
        };
        let time = workers.elapsed().saturating_sub(begun);
        self.measure(attempt.nodes, time);
        workers.count_solver(attempt.nodes, time);
        let proof = attempt.proof?;
        Some(Line {
            depth: position.plies_left().unwrap_or(proof.line.len() as u32).max(1),
            selective_depth: proof.line.len() as u32,
            pv: MoveBits::of_all(&proof.line),
            ..Line::nothing(Worth::Margin(proof.margin))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::Params;
    use super::*;
    use crate::kernel::Player;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn a_measurement_moves_what_is_believed_towards_it() {
        let solver = Solver::new();
        let guessed = solver.time(1_000_000);
        for _ in 0..20 {
            solver.measure(4 * NODES_PER_MS * 100, ms(100));
        }
        let measured = solver.time(1_000_000);
        assert!(measured < guessed / 3 && measured > guessed / 5, "{measured:?}, {guessed:?}");
        solver.measure(1_000, Duration::from_secs(1));
        assert_eq!(solver.time(1_000_000), measured, "too few to tell");
        solver.measure(1_000_000, Duration::from_secs(5));
        assert_eq!(solver.time(1_000_000), Duration::from_secs(5), "slower at once");
        solver.measure(1_000_000, Duration::MAX);
        assert_eq!(solver.time(1), ms(1), "never no speed at all");
    }

    #[test]
    fn never_claims_more_than_the_clock_shows() {
        let solver = Solver::new();
        // The solver's time, in milliseconds, and how many times as long it takes two plies before.
        for (proof, growth) in [(0, 1_u64), (1, 3), (200, 10)] {
            for plies in [None, Some(0), Some(1), Some(2), Some(3), Some(36), Some(254)] {
                let end: u32 = plies.unwrap_or(40);
                let time = |at: u32| {
                    let steps = end.saturating_sub(at) / 2;
                    Some(ms(growth.checked_pow(steps)?.checked_mul(proof)?))
                };
                for left in [0, 1, 10, 100, 60_000] {
                    for increment in [0, 1, 1_000, 60_000] {
                        for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                            let mut allotment =
                                Allotment::of_clock(left, increment, moves_to_go, plies);
                            let permit = solver.divide(&mut allotment, &time);
                            let until = permit.and_then(|permit| permit.until).unwrap_or_default();
                            assert!(until <= ms(left) * SHARE / 100);
                            let budget = allotment.budget();
                            assert!(Some(until) <= budget.hard && budget.soft <= budget.hard);
                            assert!(budget.hard <= budget.extended);
                            assert!(budget.extended <= Some(ms(left.saturating_sub(10))));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_solver_has_most_of_the_clock_when_that_is_likely_to_do() {
        let at = |left, time: Option<u64>| {
            let mut allotment = Allotment::of_clock(left, 0, None, Some(21));
            let time = |plies| time.filter(|_| plies == 0).map(ms);
            let permit = Solver::new().divide(&mut allotment, &time);
            (permit.and_then(|permit| permit.until), allotment)
        };
        let (until, rest) = at(10_000, Some(2_000));
        assert!(until > Some(ms(7_000)) && until <= Some(ms(7_500)), "{until:?}");
        assert!(rest.budget().hard > until, "what is left for the search if the solver gives up");
        assert_eq!(at(10_000, Some(6_000)).0, None);
        assert_eq!(at(10_000, None).0, None);
    }

    #[test]
    fn the_solver_has_most_of_the_time_for_a_move() {
        let limits = Limits { move_time: Some(ms(1_000)), ..Limits::default() };
        let mut allotment =
            Allotment::new(&limits, Player::First, ms(0), ms(0), None, &Params::USUAL).unwrap();
        let permit = Solver::new().divide(&mut allotment, &|_| Some(ms(100)));
        assert_eq!(permit, Some(Permit::until(Some(ms(750)))));
        assert_eq!(allotment.budget().hard, Some(ms(1_000)));
    }

    #[test]
    fn what_the_solver_will_play_is_spent_before() {
        // Ten times as long two plies before; it settles the game from some ply on.
        let proof = |plies: u32| 10_u64.checked_pow(plies.div_ceil(2)).map(|n| ms(n / 40_000_000));
        let mut clock = 10_000;
        let mut left = 36_u32;
        let settled = loop {
            let mut allotment = Allotment::of_clock(clock, 0, None, Some(left));
            if Solver::new().divide(&mut allotment, &|plies| proof(left - plies)).is_some() {
                break proof(left).unwrap().as_millis() as u64;
            }
            clock -= allotment.budget().soft.unwrap().as_millis() as u64 + 5;
            left -= 2;
        };
        assert!(settled * 2 < clock, "{settled} ms to prove it, {clock} left");
        assert!(clock < 10_000 / 2, "{clock} ms are left of 10,000 for the solver");
    }
}
