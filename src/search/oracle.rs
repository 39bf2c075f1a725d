//! What an oracle knows for certain: at the root, and where an irreversible move enters what it
//! knows.
//!
//! Positions that an oracle knows are reached from others by irreversible moves. So below the root
//! it is asked right behind those alone: no record makes a draw of what comes then, and the count of
//! quiet plies begins anew, which makes its word a fact of the position.

use std::cmp::Reverse;

use super::clock::{Budget, Outlook};
use super::control::Control;
use super::limits::Limits;
use super::negamax::Worker;
use super::report::{Found, Info};
use super::searcher::Searcher;
use crate::kernel::{Distance, Evaluate, Oracle, Record, Score, Verdict};

/// How many plies of a certain win or loss are told.
const LINE: usize = 40;

impl<P: Evaluate> Worker<'_, '_, P> {
    /// Returns the score of the position in hand if an irreversible move has led there, `ply` plies
    /// from the root, and the oracle knows it.
    #[inline]
    pub(super) fn ask(&self, ply: u32) -> Option<Score> {
        let oracle = self.oracle?;
        if self.path.last_irreversible() != ply {
            return None;
        }
        let verdict = oracle.judge(&self.position)?;
        self.team.count_hit();
        Some(score(verdict).delayed(ply))
    }
}

/// Returns the score of a verdict, for the same side.
const fn score(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Win(distance) => Score::win_in(distance.end),
        Verdict::Draw => Score::ZERO,
        Verdict::Loss(distance) => Score::loss_in(distance.end),
    }
}

/// How good a root move is, the greater the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Loses: the further away the better, and after the next step again.
    Loss(u32, u32),
    /// Keeps the draw: by the share of answers that lose, in thousandths, then by the evaluation.
    /// Below all others, the draws that end the game.
    Draw(i32, Score),
    /// Wins: the faster the better.
    Win(Reverse<u32>, Reverse<u32>),
}

/// A root move that is judged.
struct Judged<P: Evaluate> {
    m: P::Move,
    after: P,
    rank: Rank,
    /// What the move is worth, for the side that makes it.
    verdict: Verdict,
    /// Whether nothing in the record can change that.
    is_sure: bool,
}

/// An oracle at work on the moves of a position.
struct Consultation<'a, P: Evaluate> {
    oracle: &'a dyn Oracle<P>,
    record: &'a Record<P>,
    /// The boards whose next occurrence is a draw.
    drawn_next: Vec<P::Packed>,
    asked: u64,
}

impl<P: Evaluate> Consultation<'_, P> {
    /// Judges a move of a position; `None` if the oracle does not know where it leads.
    fn judge(&mut self, position: &P, m: P::Move) -> Option<Judged<P>> {
        let mut after = position.clone();
        after.make(m);
        self.asked += 1;
        let player = position.to_move();
        let is_irreversible = position.is_irreversible(m);
        let is_free = is_irreversible || self.drawn_next.is_empty();
        let (verdict, ends) = match after.outcome() {
            Some(outcome) => {
                let now = Distance { progress: 0, end: 0 };
                let verdict = match outcome.winner {
                    None => Verdict::Draw,
                    Some(winner) if winner == after.to_move() => Verdict::Win(now),
                    Some(_) => Verdict::Loss(now),
                };
                (verdict, true)
            }
            None if !is_free && self.drawn_next.contains(&after.packed()) => (Verdict::Draw, true),
            None => (self.oracle.judge(&after)?, false),
        };
        // The same seen from the side that moves, a ply earlier.
        let verdict = if after.to_move() == player { verdict } else { reversed(verdict) };
        let starts_anew = is_irreversible && self.oracle.ends_at_irreversible();
        let earlier = |distance: Distance| Distance {
            progress: if starts_anew { 1 } else { distance.progress + 1 },
            end: distance.end + 1,
        };
        let (verdict, rank) = match verdict {
            Verdict::Win(d) => {
                let rank = Rank::Win(Reverse(earlier(d).progress), Reverse(d.progress));
                (Verdict::Win(earlier(d)), rank)
            }
            Verdict::Loss(d) => {
                (Verdict::Loss(earlier(d)), Rank::Loss(earlier(d).progress, d.progress))
            }
            Verdict::Draw => (Verdict::Draw, Rank::Draw(if ends { -1 } else { 0 }, Score::ZERO)),
        };
        let is_sure = is_free || ends || verdict == Verdict::Draw;
        Some(Judged { m, after, rank, verdict, is_sure })
    }

    /// Returns the share of a side's moves that lose, in thousandths.
    fn traps(&mut self, position: &P) -> i32 {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let lose = moves
            .iter()
            .filter(|m| {
                let judged = self.judge(position, **m);
                judged.is_some_and(|judged| matches!(judged.verdict, Verdict::Loss(_)))
            })
            .count();
        (lose * 1000 / moves.len().max(1)) as i32
    }

    /// Returns the best move with best play after it, as far as the oracle knows it and the game is
    /// decided.
    fn line(&mut self, first: &Judged<P>, goes_on: impl Fn() -> bool) -> Vec<P::Move> {
        let mut line = vec![first.m];
        let mut position = first.after.clone();
        let mut moves = Vec::new();
        while line.len() < LINE && first.verdict != Verdict::Draw && goes_on() {
            if position.outcome().is_some() {
                break;
            }
            moves.clear();
            position.legal_moves(&mut moves);
            let judged = moves.iter().filter_map(|m| self.judge(&position, *m));
            let Some(best) = judged.max_by_key(|judged| judged.rank) else { break };
            line.push(best.m);
            position = best.after;
        }
        line
    }
}

const fn reversed(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win(distance) => Verdict::Loss(distance),
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss(distance) => Verdict::Win(distance),
    }
}

impl<P: Evaluate> Searcher<P> {
    /// Answers a search from what the oracle knows: with the fastest sure win, else with the move
    /// that keeps the draw and leaves the other side the most ways to lose, else with the longest
    /// defence. `None` if it does not know all of the moves.
    ///
    /// Where a record may spoil a win or save a loss, `moves` is cut down to the best ones, and the
    /// search has the last word.
    pub(super) fn consult(
        &self,
        record: &Record<P>,
        moves: &mut Vec<P::Move>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut (dyn FnMut(&Info<P::Move>) + Send),
    ) -> Option<Found<P::Move>> {
        let oracle = self.oracle.as_deref()?;
        let drawn_next = record.drawn_next();
        let mut consultation = Consultation { oracle, record, drawn_next, asked: 0 };
        let position = consultation.record.current().clone();
        let judged: Option<Vec<Judged<P>>> =
            moves.iter().map(|m| consultation.judge(&position, *m)).collect();
        let mut judged = judged.filter(|judged| !judged.is_empty())?;

        let hard = Budget::new(limits, &Outlook::UNKNOWN).hard;
        let goes_on = || {
            let half = hard.map(|hard| hard / 2);
            !control.is_stopped() && !control.is_out_of_time(half)
        };
        let wins = judged.iter().any(|judged| matches!(judged.rank, Rank::Win(..)));
        for judged in &mut judged {
            if let (Rank::Draw(0, _), false) = (judged.rank, wins) {
                let traps = if goes_on() { consultation.traps(&judged.after) } else { 0 };
                judged.rank = Rank::Draw(traps, -judged.after.evaluate());
            }
        }
        judged.sort_by_key(|judged| Reverse(judged.rank));
        let best = &judged[0];
        if !best.is_sure {
            let rank = best.rank;
            *moves = judged.into_iter().filter(|j| j.rank == rank).map(|j| j.m).collect();
            return None;
        }

        let mut first = None;
        for (judged, number) in judged.iter().zip(1..=limits.multi_pv.max(1) as u32) {
            let line = consultation.line(judged, goes_on);
            let info = Info {
                depth: 1,
                multi_pv: number,
                selective_depth: line.len() as u32,
                // What a record may still change is no proof.
                score: if judged.is_sure { score(judged.verdict) } else { Score::ZERO },
                nodes: consultation.asked,
                oracle_hits: consultation.asked,
                time: control.elapsed(),
                pv: line,
                verdict: judged.is_sure.then_some(judged.verdict),
                ..Info::nothing(Score::ZERO)
            };
            report(&info);
            first.get_or_insert(info);
        }
        first.map(|info| Found { info })
    }
}
