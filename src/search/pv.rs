//! Principal variations: the best line from the root, and what the table knows of how it goes on.

use super::cycle::Path;
use super::ordering::bring_first;
use super::report::Bound;
use super::table::TranspositionTable;
use super::value::final_score;
use super::worker::Worker;
use crate::kernel::{MoveBits, Score, Searchable};

/// How many moves are looked at to follow a win or loss to its end.
const LOOKED_AT: u32 = 2_000;

impl<P: Searchable> Worker<'_, '_, P> {
    /// Returns the best line, whose score is that of the root. It ends where the search took a value
    /// from the table, or from quiescence; from there it goes on by what the table knows: to the end
    /// of the game that a decisive score promises, else up to `depth` plies.
    pub(super) fn whole_line(&self, score: Score, depth: u32) -> Vec<MoveBits> {
        let mut position = self.position.clone();
        let mut claim = score;
        let mut path = self.path.clone();
        let line = self.stack[0].pv.clone();
        for m in &line {
            path.push(position.packed(), position.is_irreversible(*m));
            claim = make(&mut position, *m, claim);
        }
        let longest = line.clone();
        let mut walk = Walk { table: self.table, path, line, longest, left: LOOKED_AT };
        if !score.is_decisive() {
            walk.follow(position, depth as usize);
        } else if !walk.reach_end(&position, claim) {
            walk.line = walk.longest;
        }
        MoveBits::of_all(&walk.line)
    }
}

/// Makes a move and returns what a decisive score that holds before it is after it, to the side
/// that is to move then.
fn make<P: Searchable>(position: &mut P, m: P::Move, claim: Score) -> Score {
    let player = position.to_move();
    position.make(m);
    let claim = claim.hastened(1);
    if position.to_move() == player { claim } else { -claim }
}

/// A walk from the end of a line through what the table knows.
struct Walk<'a, P: Searchable> {
    table: &'a TranspositionTable<P::Packed>,
    /// The positions of the line.
    path: Path<P::Packed>,
    line: Vec<P::Move>,
    /// The longest line whose moves are all known to keep what was claimed.
    longest: Vec<P::Move>,
    /// How many more moves may be looked at.
    left: u32,
}

impl<P: Searchable> Walk<'_, P> {
    /// Goes on with the best moves of exact entries, to `length` plies, unless the line ends in a
    /// repetition: what the table knows of that position is from another path.
    fn follow(&mut self, mut position: P, length: usize) {
        if self.is_drawn(&position) {
            return;
        }
        while self.line.len() < length && position.outcome().is_none() {
            let packed = position.packed();
            let best = self
                .table
                .probe(&packed)
                .filter(|entry| entry.bound == Some(Bound::Exact))
                .and_then(|entry| entry.best?.decode::<P::Move>())
                .filter(|m| position.check(*m).is_ok());
            let Some(m) = best else { break };
            self.path.push(packed, position.is_irreversible(m));
            position.make(m);
            if self.is_drawn(&position) {
                break;
            }
            self.line.push(m);
        }
    }

    /// Goes on from a position that is won or lost as claimed, to the end of the game in exactly so
    /// many plies, and returns whether it gets there.
    fn reach_end(&mut self, position: &P, claim: Score) -> bool {
        if let Some(outcome) = position.outcome() {
            return final_score(outcome, position.to_move()) == claim;
        }
        if claim.plies() == Some(0) {
            return false;
        }
        let packed = position.packed();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let entry = self.table.probe(&packed);
        let best = entry.and_then(|entry| entry.best);
        // The best move of such an entry is the one that gave it its score.
        let is_best_known = entry.is_some_and(|entry| {
            let is_lower = entry.bound == Some(Bound::Lower) && claim.is_win();
            entry.score == claim && (is_lower || entry.bound == Some(Bound::Exact))
        });
        if let Some(best) = best {
            bring_first(&mut moves, best);
        }
        for m in moves {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let mut after = position.clone();
            let claim = make(&mut after, m, claim);
            self.path.push(packed, position.is_irreversible(m));
            self.line.push(m);
            let is_known = is_best_known && MoveBits::of(m) == best || self.knows(&after, claim);
            let is_known = is_known && self.may_be(&after, claim);
            if is_known && self.line.len() > self.longest.len() {
                self.longest.clone_from(&self.line);
            }
            // A win with the next move shows itself.
            let is_near = claim == Score::win_in(1) && self.may_be(&after, claim);
            let may_end = is_known || is_near || after.outcome().is_some();
            if may_end && self.reach_end(&after, claim) {
                return true;
            }
            self.line.pop();
            self.path.pop();
        }
        false
    }

    /// Returns whether the table knows that a position is won or lost as claimed.
    fn knows(&self, position: &P, claim: Score) -> bool {
        let proof = if claim.is_win() { Bound::Lower } else { Bound::Upper };
        self.table.probe(&position.packed()).is_some_and(|entry| {
            entry.score == claim && [Some(Bound::Exact), Some(proof)].contains(&entry.bound)
        })
    }

    /// Returns whether no draw comes between the position at the end of the line and the end that
    /// is claimed there: neither by repetition at once nor by the quiet limit.
    fn may_be(&self, position: &P, claim: Score) -> bool {
        position.quiet_left().is_none_or(|left| claim.plies() <= Some(left))
            && !self.is_drawn(position)
    }

    /// Returns whether the position at the end of the line is drawn because it came back.
    fn is_drawn(&self, position: &P) -> bool {
        self.path.repetition(position.packed()).is_some()
    }
}
