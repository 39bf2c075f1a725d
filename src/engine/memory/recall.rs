//! Moving entries from a searcher to the memory after a search, and back before one.

use std::sync::atomic::Ordering;

use super::finding::{Finding, is_proven};
use super::judge::Judge;
use super::realm::{Board, Realm, board};
use super::{Memory, Remembered};
use crate::games::Game;
use crate::kernel::{MoveBits, Position, Record, Score, Worth};
use crate::search::{Bound, Entry, Line, Searcher};

/// The least depth that is worth remembering, in plies.
const LEAST_DEPTH: u32 = 3;

/// The most positions after a root move that are remembered.
const CHILDREN: usize = 256;

/// How far the best line is followed, in plies.
const LINE: usize = 64;

/// How many plies from the root are looked up in the memory.
const PLIES: u32 = 2;

/// The most positions that are looked up: wide games offer more, for which a short search has no
/// time.
const LOOKED_UP: usize = 4096;

/// Returns whether the quiet limit lies beyond the depth of an entry.
fn fits<P: Position>(position: &P, entry: Entry) -> bool {
    let reach = if is_proven(entry) { entry.score.plies() } else { None };
    position.quiet_left().is_none_or(|left| reach.unwrap_or(entry.depth) <= left)
}

impl Memory {
    /// Enters into a searcher's table what is remembered about the current position and those soon
    /// after it.
    pub(in super::super) fn recall<P: Game>(
        &self,
        record: &Record<P>,
        searcher: &mut Searcher<P>,
        judge: Judge,
    ) {
        if record.outcome().is_some() || !record.drawn_next().is_empty() {
            return;
        }
        let mut position = record.current().clone();
        self.remembered(&Realm::of::<P>(&position.rules()), &mut |remembered| {
            let mut looker = Looker { remembered, judge, left: LOOKED_UP, known: Vec::new() };
            for plies in 0..=PLIES {
                looker.look_up(&mut position, plies);
            }
            searcher.learn(looker.known);
        });
    }

    /// Remembers what a search has found about the current position, those after each root move and
    /// those along the best line.
    pub(in super::super) fn gather<P: Game>(
        &self,
        record: &Record<P>,
        searcher: &Searcher<P>,
        found: &Line<MoveBits>,
        judge: Judge,
    ) {
        if record.outcome().is_some() || !record.drawn_next().is_empty() {
            return;
        }
        let root = record.current();
        let reach = found.selective_depth.max(found.depth);
        let is_near_limit = root.quiet_left().is_some_and(|left| left <= reach);
        let gathers = |entry: &Entry| {
            entry.bound.is_some()
                && entry.depth >= LEAST_DEPTH
                && (!is_near_limit || is_proven(*entry))
        };
        let entry_of = |position: &P| {
            let packed = position.packed();
            searcher.entry(&packed).filter(gathers).map(|entry| (board(&packed), entry))
        };

        let finding = |(board, entry): (Board, Entry)| (board, Finding::new(entry, judge));
        let mut findings: Vec<(Board, Finding)> = Vec::new();
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        let mut position = root.clone();
        for m in moves {
            let undo = position.make(m);
            let entry = if position.outcome().is_none() { entry_of(&position) } else { None };
            position.unmake(m, undo);
            if let Some(entry) = entry {
                findings.push(finding(entry));
                if findings.len() == CHILDREN {
                    break;
                }
            }
        }

        for ply in 0..LINE {
            if position.outcome().is_some() {
                break;
            }
            let entry = entry_of(&position);
            if let Some(entry) = entry {
                findings.push(finding(entry));
            }
            // Beyond the reported line, what the table holds.
            let next = found.pv.get(ply).copied().or_else(|| entry?.1.best);
            let next = next.and_then(|m| m.decode()).filter(|m| position.check(*m).is_ok());
            let Some(m) = next else { break };
            position.make(m);
        }
        if let Worth::Margin(margin) = found.worth {
            findings.extend(proven_line(root, margin * root.to_move().sign(), &found.pv));
        }
        if !findings.is_empty() && self.map.remember(&Realm::of::<P>(&root.rules()), findings) {
            self.has_news.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns what is known of the positions along a line of best play to the end, whose final margin is
/// proven; the margin is seen from the first player.
fn proven_line<P: Game>(root: &P, margin: i32, line: &[MoveBits]) -> Vec<(Board, Finding)> {
    let mut findings = Vec::new();
    let mut position = root.clone();
    for best in line {
        let (Some(left), Some(m)) = (position.plies_left(), best.decode()) else { break };
        if left < LEAST_DEPTH || position.outcome().is_some() {
            break;
        }
        let sign = position.to_move().sign();
        // Like the table, without settled points.
        let score = Score::points(margin * sign) - position.settled() * sign * 100;
        let bound = Some(Bound::Exact);
        let depth = left.min(u8::MAX.into());
        let entry = Entry { best: Some(*best), score, depth, bound };
        findings.push((board(&position.packed()), Finding::proven(entry)));
        position.make(m);
    }
    findings
}

/// A walk over the positions near a root.
struct Looker<'a, P: Game> {
    remembered: &'a Remembered<'a>,
    judge: Judge,
    /// How many more positions may be looked up.
    left: usize,
    known: Vec<(P::Packed, Entry)>,
}

impl<P: Game> Looker<'_, P> {
    /// Looks up the positions `plies` plies from here, in the order of generation.
    fn look_up(&mut self, position: &mut P, plies: u32) {
        if self.left == 0 || position.outcome().is_some() {
            return;
        }
        if plies == 0 {
            self.left -= 1;
            let packed = position.packed();
            if let Some(entry) = self.remembered.get(board(&packed), self.judge)
                && fits(position, entry)
            {
                self.known.push((packed, entry));
            }
            return;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for m in moves {
            let undo = position.make(m);
            self.look_up(position, plies - 1);
            position.unmake(m, undo);
        }
    }
}
