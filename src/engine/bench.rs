//! The searches of `bench`: positions of every game, most of them middlegame positions from real
//! games.
//!
//! Their total node count with one thread and the default table is the engine's fingerprint: equal
//! totals on any machine mean that the search has not changed. It says nothing about strength.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::{Session, SetRefused, Settings};
use crate::games::BenchPosition;
use crate::search::{Control, Limits, OutOfMemory};

/// The cost of searching a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The depth that was searched.
    pub depth: u32,
    /// The nodes.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
    /// The best move.
    pub best: String,
}

/// Why a bench position could not be searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BenchError {
    /// Its text was refused.
    #[error(transparent)]
    Position(SetRefused),
    /// There is no memory for the default table.
    #[error(transparent)]
    Memory(OutOfMemory),
}

/// Searches a position of a session's game from an empty table, `deeper` plies deeper than usual.
/// The session itself is not affected.
///
/// # Errors
///
/// Says why it could not be searched.
pub fn search(
    session: &dyn Session,
    position: &BenchPosition,
    deeper: i32,
) -> Result<BenchResult, BenchError> {
    let depth = position.depth.saturating_add_signed(deeper).max(1);
    search_to(session, position, depth, &Control::new(Instant::now()))
}

/// Searches a position of a session's game from an empty table to a depth, or until it is stopped.
/// The session itself is not affected.
///
/// # Errors
///
/// Says why it could not be searched.
pub fn search_to(
    session: &dyn Session,
    position: &BenchPosition,
    depth: u32,
    control: &Control,
) -> Result<BenchResult, BenchError> {
    let mut session = session.fresh();
    session.set_position(Some(position.text), &[]).map_err(BenchError::Position)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let job = session.search(&limits, &[], Settings::default()).map_err(BenchError::Memory)?;
    let started = Instant::now();
    let found = job(control, &mut |_| {});
    Ok(BenchResult {
        depth,
        nodes: found.nodes,
        time: started.elapsed(),
        best: found.best().unwrap_or_default(),
    })
}
