//! Random games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pyo3::prelude::*;
use quincunx::games::AnyRecord;
use quincunx::kernel::{Action, Outcome, Player, SplitMix64, parallel};

use crate::error::bad;
use crate::state::State;
use crate::wait::wait;

/// Plays random legal moves to the end; `None` if that takes more than `plies` moves.
pub(crate) fn playout(
    record: &mut dyn AnyRecord,
    rng: &mut SplitMix64,
    plies: usize,
) -> Option<Outcome> {
    for _ in 0..plies {
        if let Some(outcome) = record.result() {
            return Some(outcome);
        }
        let moves = record.now().moves();
        let m = *moves.get(rng.below(moves.len()))?;
        record.act(Action::Move(m)).ok()?;
    }
    record.result()
}

/// Plays `count` random games from a state, on `threads` threads and without the lock of Python, and returns how
/// many the first player won, how many were drawn, and how many the second player won. Games of more than `plies`
/// moves count nowhere. The same seed plays the same games.
///
/// >>> from quincunx import State, playouts
/// >>> sum(playouts(State("coerceo"), 100, seed=1))
/// 100
#[pyfunction]
#[pyo3(signature = (state, count, *, seed=0, threads=1, plies=10_000))]
pub(crate) fn playouts(
    py: Python<'_>,
    state: &State,
    count: u32,
    seed: u64,
    threads: usize,
    plies: usize,
) -> PyResult<(u64, u64, u64)> {
    /// The games that are played between two looks at the flag.
    const RUN: usize = 16;
    if threads == 0 || threads > 256 {
        return Err(bad(format!("{threads} threads: 1 to 256")));
    }
    let (stop, count) = (AtomicBool::new(false), count as usize);
    let counts: [AtomicU64; 3] = Default::default();
    let record = &*state.record;
    let run = |at: usize| {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        for game in at * RUN..count.min((at + 1) * RUN) {
            // Neighbouring seeds of this generator give unrelated sequences.
            let mut rng = SplitMix64::new(seed.wrapping_mul(0x9E37_79B9).wrapping_add(game as u64));
            let place = match playout(&mut *record.copied(), &mut rng, plies) {
                None => continue,
                Some(Outcome { winner: None, .. }) => 1,
                Some(Outcome { winner: Some(Player::First), .. }) => 0,
                Some(_) => 2,
            };
            counts[place].fetch_add(1, Ordering::Relaxed);
        }
    };
    let work = || parallel::each_on(threads, count.div_ceil(RUN), &run);
    wait(py, || stop.store(true, Ordering::Relaxed), work)?;
    let [first, draws, second] = counts.map(AtomicU64::into_inner);
    Ok((first, draws, second))
}
