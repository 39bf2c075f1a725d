//! The placing phase, searched down to the tables.
//!
//! As long as a side has men in hand, at least every second ply is a placement, so no position
//! repeats: a plain search with a table, up to the 16 symmetries, gives exact results. It asks two
//! questions about a position, whether the side to move can hold at least a draw and whether it can
//! win; one move that does so answers each. It ends wherever a table knows the answer, at the latest
//! when both hands are empty.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::games::morris::{Morris, MorrisMove, Rules, Symmetry};
use crate::kernel::{Order, Position};
use crate::tablebase::{Prove, TableError, Tablebase, Wdl};

/// What a side may be able to force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Draw,
    Win,
}

/// Up to this many plies from the root, moves after the first are searched in parallel.
const PARALLEL: u32 = 4;

/// A search of the placement phase and its table.
#[derive(Debug)]
pub(super) struct Prover<'a> {
    tables: &'a Tablebase<Morris>,
    /// Each entry is a position and what is known about it, 0 for none.
    memory: Vec<AtomicU64>,
    nodes: AtomicU64,
}

/// The bits of an entry beside the position: for each goal, 1 if it can be reached and 2 if not.
const ANSWERS: u64 = 0xF;

impl<'a> Prover<'a> {
    /// Returns a search with a table of at most `mib` MiB.
    #[must_use]
    pub(super) fn new(tables: &'a Tablebase<Morris>, mib: usize) -> Self {
        let entries = ((mib.max(1) << 20) / size_of::<AtomicU64>()).next_power_of_two();
        let entries = if entries > mib.max(1) << 17 { entries / 2 } else { entries };
        Self {
            tables,
            memory: (0..entries).map(|_| AtomicU64::new(0)).collect(),
            nodes: AtomicU64::new(0),
        }
    }

    /// Returns what the tables say about a position where the game is not over; `None` if there are
    /// men in hand and no table.
    fn known(&self, position: &Morris) -> Result<Option<Wdl>, TableError> {
        if position.has_hands() {
            return self.tables.wdl(position);
        }
        self.tables.known_wdl(position).map(Some)
    }

    /// Returns whether the side to move reaches a goal, `ply` plies from the root.
    fn reaches(&self, position: &Morris, goal: Goal, ply: u32) -> Result<bool, TableError> {
        self.nodes.fetch_add(1, Ordering::Relaxed);
        if position.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            return Ok(false);
        }
        if let Some(known) = self.known(position)? {
            return Ok(match known {
                Wdl::Win => true,
                Wdl::Draw => goal == Goal::Draw,
                Wdl::Loss => false,
            });
        }
        let key = key(position);
        let slot = &self.memory[slot(key, self.memory.len())];
        if let Some(known) = known(slot.load(Ordering::Relaxed), key, goal) {
            return Ok(known);
        }
        let mut moves = Vec::with_capacity(Morris::MAX_MOVES);
        position.legal_moves(&mut moves);
        // The greatest score first.
        let place =
            |(at, m)| (u64::from(!(position.move_score(m) as u32 ^ 1 << 31)) << 32) | at as u64;
        let mut order: Vec<u64> = moves.iter().copied().enumerate().map(place).collect();
        order.sort_unstable();
        let moves: Vec<MorrisMove> =
            order.into_iter().map(|place| moves[place as u32 as usize]).collect();
        // The goal is reached by a move after which the other side does not reach the opposite one.
        let other = if goal == Goal::Draw { Goal::Win } else { Goal::Draw };
        let does = |m: &MorrisMove| -> Result<bool, TableError> {
            let mut child = *position;
            child.make(*m);
            Ok(!self.reaches(&child, other, ply + 1)?)
        };
        let found = if ply < PARALLEL && moves.len() > 1 {
            does(&moves[0])? || any(&moves[1..], does)?
        } else {
            let mut found = false;
            for m in &moves {
                if does(m)? {
                    found = true;
                    break;
                }
            }
            found
        };
        let answer = answer(goal, found);
        let before = slot.load(Ordering::Relaxed);
        let kept = if before & !ANSWERS == key { before & ANSWERS } else { 0 };
        slot.store(key | kept | answer, Ordering::Relaxed);
        Ok(found)
    }
}

impl Prove<Morris> for Prover<'_> {
    /// The position is taken as if a man had just been placed.
    fn result(&self, position: &Morris) -> Result<Wdl, TableError> {
        let wins = self.reaches(position, Goal::Win, 0)?;
        if wins {
            return Ok(Wdl::Win);
        }
        Ok(if self.reaches(position, Goal::Draw, 0)? { Wdl::Draw } else { Wdl::Loss })
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Returns the start and the positions after up to `placements` placements, one of each up to
/// symmetry.
pub(super) fn opening(placements: u32) -> Vec<Morris> {
    let mut found = vec![Morris::start(&Rules::UNLIMITED)];
    let mut last = found.clone();
    for _ in 0..placements {
        let mut seen = Vec::new();
        let mut next = Vec::new();
        for position in &last {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for m in moves {
                let mut child = *position;
                child.make(m);
                let key = key(&child);
                if !seen.contains(&key) {
                    seen.push(key);
                    next.push(child);
                }
            }
        }
        found.extend(&next);
        last = next;
    }
    found
}

/// Returns whether any of the moves succeeds. The first success or error stops the others.
fn any(
    moves: &[MorrisMove],
    does: impl Fn(&MorrisMove) -> Result<bool, TableError> + Sync,
) -> Result<bool, TableError> {
    let ended = moves.par_iter().map(&does).find_any(|done| !matches!(done, Ok(false)));
    ended.unwrap_or(Ok(false))
}

/// Returns the bits of an answer in an entry.
const fn answer(goal: Goal, found: bool) -> u64 {
    let bit = if found { 1 } else { 2 };
    match goal {
        Goal::Draw => bit,
        Goal::Win => bit << 2,
    }
}

/// Returns what an entry says about a position. A win implies holding the draw; not holding the
/// draw implies not winning.
const fn known(entry: u64, key: u64, goal: Goal) -> Option<bool> {
    if entry & !ANSWERS != key {
        return None;
    }
    let (draw, win) = (entry & 3, entry >> 2 & 3);
    match goal {
        Goal::Draw if draw != 0 => Some(draw == 1),
        Goal::Draw if win == 1 => Some(true),
        Goal::Win if win != 0 => Some(win == 1),
        Goal::Win if draw == 2 => Some(false),
        _ => None,
    }
}

/// Returns a position as 60 bits, the same for all its images: from bit 4 on 24 bits for the men of
/// the side to move, 24 for the other's, and 4 for each hand.
fn key(position: &Morris) -> u64 {
    let (own, enemy) = (position.own(), position.enemy());
    let both = Symmetry::all().map(|symmetry| {
        u64::from(symmetry.image(own.board())) << 24 | u64::from(symmetry.image(enemy.board()))
    });
    let least = both.min().unwrap_or(0);
    (least << 8 | u64::from(own.hand()) << 4 | u64::from(enemy.hand())) << 4
}

fn slot(key: u64, count: usize) -> usize {
    let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> 20) as usize & (count - 1)
}
