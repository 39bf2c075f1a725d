//! What an oracle knows for certain: at the root, and below it wherever its word is a fact of the
//! position.
//!
//! Where positions can come back, that is right behind an irreversible move: no record makes a draw
//! of what comes then, and the count of quiet plies begins anew. Such moves are also how the search
//! enters what an oracle knows. In a game without cycles no record spoils anything, and every
//! position is asked about.

use std::cmp::Reverse;

use super::control::Control;
use super::report::{Event, Line};
use super::value::final_score;
use super::worker::Worker;
use super::workers::Report;
use crate::kernel::{Distance, MoveBits, Oracle, Record, Score, Searchable, Verdict, Worth, sort};

/// How many plies of a certain win or loss are reported.
const LINE: usize = 40;

impl<P: Searchable> Worker<'_, '_, P> {
    /// Returns the score of the current position, `ply` plies from the root and to be searched to
    /// `depth` more, if the oracle knows it, the path to it cannot change that, and the answer is
    /// worth the question.
    #[inline]
    pub(super) fn probe_oracle(&self, depth: u32, ply: u32) -> Option<Score> {
        let oracle = self.oracle.filter(|oracle| depth >= oracle.min_depth())?;
        // Only games with cycles keep a path.
        if P::CYCLES && self.path.last_irreversible() != ply {
            return None;
        }
        let verdict = oracle.judge(&self.position)?;
        self.workers.count_hit();
        // In a draw that is played on, a draw is no answer.
        if verdict == Verdict::Draw && self.workers.is_drawn() {
            return None;
        }
        Some(verdict.score().delayed(ply))
    }
}

/// How good a root move is, the greater the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Loses: the further away the better, and after the next step again.
    Loss(u32, u32),
    /// Ends the game with a draw.
    End,
    /// Keeps the draw, and lets the other side go wrong.
    Draw,
    /// Wins: the faster the better.
    Win(Reverse<u32>, Reverse<u32>),
}

/// A move that is judged.
#[derive(Clone, Copy, Debug)]
struct Judged {
    /// Its place among the moves of its position.
    at: usize,
    rank: Rank,
    /// Among moves of the same rank: how likely the answer throws something away, in thousandths, then the
    /// evaluation.
    appeal: (i32, Score),
    /// What the move is worth, for the side that makes it.
    verdict: Verdict,
    /// Whether neither the record nor a quiet limit can change that.
    is_sure: bool,
}

impl Judged {
    /// Judges a move by what is known of the position after it, from the view of the side that made it: whether
    /// it `ends` the game, that verdict `is_sure` (a draw always is), and progress `starts_anew` with it.
    fn new(at: usize, after: Verdict, ends: bool, is_sure: bool, starts_anew: bool) -> Self {
        let earlier = |distance: Distance| distance.earlier(starts_anew);
        let (verdict, rank) = match after {
            Verdict::Win(d) => {
                let rank = Rank::Win(Reverse(earlier(d).progress), Reverse(d.progress));
                (Verdict::Win(earlier(d)), rank)
            }
            Verdict::Loss(d) => {
                (Verdict::Loss(earlier(d)), Rank::Loss(earlier(d).progress, d.progress))
            }
            Verdict::Draw => (Verdict::Draw, if ends { Rank::End } else { Rank::Draw }),
        };
        let is_sure = is_sure || ends || verdict == Verdict::Draw;
        Self { at, rank, appeal: (0, Score::ZERO), verdict, is_sure }
    }
}

/// A walk from the root, for what is not compiled for each game.
trait Walk {
    /// Returns to the root, where the moves to search are those to judge.
    fn restart(&mut self);

    /// Makes a move of the position, given by its place among the moves that were judged last.
    fn make(&mut self, at: usize);

    /// Judges the moves of the position; `None` is one of which the oracle does not know where it leads.
    fn judge(&mut self) -> Vec<Option<Judged>>;

    /// Returns how good a move of those that were judged last looks after so many plies more, to the side that
    /// makes it.
    fn glance(&self, at: usize, plies: u32) -> Score;

    /// Returns whether the game is over.
    fn is_over(&self) -> bool;

    /// Returns the evaluation of the position.
    fn evaluate(&self) -> Score;

    /// Returns the moves made since the root, and how often the oracle was asked so far.
    fn line(&self) -> (&[MoveBits], u64);
}

/// The positions that are looked at to see how tempting answers are, to all moves of the root.
const GLANCES: usize = 200_000;
/// An answer that looks worse by so many hundredths tempts less by a factor of e.
const TEMPERATURE: f64 = 100.0;

/// Returns how likely a side turns a win into less, or a draw into a loss, in thousandths: the share of the
/// moves that do, each of which counts for as much as it tempts. What tempts is what looks good a few plies
/// ahead, for as many as `glances` allow.
fn slips(walk: &mut dyn Walk, glances: usize) -> i32 {
    let judged = walk.judge();
    let grade = |judged: &Option<Judged>| {
        judged.map(|judged| match judged.rank {
            Rank::Loss(..) => 0,
            Rank::End | Rank::Draw => 1,
            Rank::Win(..) => 2,
        })
    };
    let best = judged.iter().filter_map(grade).max();
    let slips = |judged: &Option<Judged>| grade(judged).is_some_and(|grade| Some(grade) < best);
    if !judged.iter().any(slips) {
        return 0;
    }
    let reach = |plies: &u32| judged.len().pow(plies + 1) <= glances;
    let plies = (1..=2).rev().find(reach).unwrap_or(0);
    let (mut all, mut slipping) = (0.0, 0.0);
    for (at, judged) in judged.iter().enumerate() {
        let score = walk.glance(at, plies).value().clamp(-2_000, 2_000);
        let weight = libm::exp(f64::from(score) / TEMPERATURE);
        all += weight;
        if slips(judged) {
            slipping += weight;
        }
    }
    (1000.0 * slipping / all) as i32
}

/// Brings the moves of the root into their order, the best first: the fastest win, else what keeps the draw, else
/// the longest defence; among equals what leaves the other side the most ways to go wrong.
fn rank(walk: &mut dyn Walk, judged: &mut [Judged], goes_on: &dyn Fn() -> bool) {
    let best = judged.iter().map(|judged| judged.rank).max();
    let glances = GLANCES / judged.iter().filter(|it| Some(it.rank) == best).count().max(1);
    for judged in judged.iter_mut().filter(|judged| Some(judged.rank) == best) {
        walk.restart();
        walk.make(judged.at);
        if walk.is_over() {
            continue;
        }
        let evaluation = walk.evaluate();
        // Whoever has lost cannot go wrong any more.
        let asks = !matches!(judged.rank, Rank::Win(..)) && goes_on();
        judged.appeal = (if asks { slips(walk, glances) } else { 0 }, -evaluation);
    }
    sort::by_key(judged, |judged| Reverse((judged.rank, judged.appeal)));
}

/// Makes a move of the root and the best ones after it, as far as the oracle knows them and the game is decided.
fn play_on(walk: &mut dyn Walk, first: &Judged, goes_on: &dyn Fn() -> bool) {
    walk.restart();
    walk.make(first.at);
    for _ in 1..LINE {
        if first.verdict == Verdict::Draw || !goes_on() || walk.is_over() {
            break;
        }
        let judged = walk.judge();
        let Some(best) = judged.iter().flatten().max_by_key(|judged| judged.rank) else { break };
        walk.make(best.at);
    }
}

/// Reports lines that begin with moves of the root, and returns the first.
fn tell(
    walk: &mut dyn Walk,
    judged: &[Judged],
    goes_on: &dyn Fn() -> bool,
    control: &Control,
    report: &mut Report,
) -> Option<Line<MoveBits>> {
    let mut first = None;
    for (number, judged) in judged.iter().enumerate() {
        play_on(walk, judged, goes_on);
        // What a record may still change is no proof.
        let is_sure = judged.is_sure;
        let worth = if is_sure { Worth::Table(judged.verdict) } else { Worth::Estimate(0) };
        let (moves, asked) = walk.line();
        let line = Line {
            depth: 1,
            multi_pv: number as u32 + 1,
            selective_depth: moves.len() as u32,
            nodes: asked,
            oracle_hits: asked,
            time: control.elapsed(),
            pv: moves.to_vec(),
            ..Line::nothing(worth)
        };
        report(Event::Line(line.clone()));
        first.get_or_insert(line);
    }
    first
}

/// What an oracle makes of a search.
pub(super) enum Answer {
    /// It says all: nothing is left to search.
    Whole(Line<MoveBits>),
    /// Each of the moves that are left keeps a draw, as it said after so many questions. The search finds out
    /// which is the hardest to meet.
    Drawn(u64),
    /// The moves that are left must be searched.
    Open,
}

/// An oracle at work on the moves of a position.
pub(super) struct RootProbe<'a, P: Searchable> {
    oracle: &'a dyn Oracle<P>,
    evaluator: &'a P::Evaluator,
    record: &'a Record<P>,
    /// The boards whose next occurrence is a draw.
    drawn_next: Vec<P::Packed>,
    /// The moves to search.
    root: Vec<P::Move>,
    /// The moves made since the root, the position there, and its moves.
    line: Vec<MoveBits>,
    position: P,
    moves: Vec<P::Move>,
    asked: u64,
}

impl<P: Searchable> Walk for RootProbe<'_, P> {
    fn restart(&mut self) {
        self.line.clear();
        self.position.clone_from(self.record.current());
        self.moves.clone_from(&self.root);
    }

    fn make(&mut self, at: usize) {
        let m = self.moves[at];
        self.position.make(m);
        self.line.extend(MoveBits::of(m));
    }

    fn judge(&mut self) -> Vec<Option<Judged>> {
        if !self.line.is_empty() {
            self.moves.clear();
            self.position.legal_moves(&mut self.moves);
        }
        self.asked += self.moves.len() as u64;
        let mut judged = Vec::with_capacity(self.moves.len());
        for at in 0..self.moves.len() {
            judged.push(self.judge_move(at));
        }
        judged
    }

    fn glance(&self, at: usize, plies: u32) -> Score {
        let mut position = self.position.clone();
        position.make(self.moves[at]);
        let score = glance(&mut position, self.evaluator, plies, -Score::INFINITY, Score::INFINITY);
        if position.to_move() == self.position.to_move() { score } else { -score }
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn evaluate(&self) -> Score {
        self.position.evaluate(self.evaluator)
    }

    fn line(&self) -> (&[MoveBits], u64) {
        (&self.line, self.asked)
    }
}

/// Searches a position so many plies deep, by the evaluation alone.
fn glance<P: Searchable>(
    position: &mut P,
    evaluator: &P::Evaluator,
    plies: u32,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let player = position.to_move();
    if let Some(outcome) = position.outcome() {
        return final_score(outcome, player);
    }
    if plies == 0 {
        return position.evaluate(evaluator);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for m in moves {
        let undo = position.make(m);
        let score = if position.to_move() == player {
            glance(position, evaluator, plies - 1, alpha, beta)
        } else {
            -glance(position, evaluator, plies - 1, -beta, -alpha)
        };
        position.unmake(m, undo);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

impl<'a, P: Searchable> RootProbe<'a, P> {
    pub(super) fn new(
        oracle: &'a dyn Oracle<P>,
        evaluator: &'a P::Evaluator,
        record: &'a Record<P>,
        root: &[P::Move],
    ) -> Self {
        Self {
            oracle,
            evaluator,
            record,
            drawn_next: record.drawn_next(),
            root: root.to_vec(),
            line: Vec::new(),
            position: record.current().clone(),
            moves: root.to_vec(),
            asked: 0,
        }
    }

    /// Judges a move of the position; `None` if the oracle does not know where it leads.
    fn judge_move(&self, at: usize) -> Option<Judged> {
        let (position, m) = (&self.position, self.moves[at]);
        let mut after = position.clone();
        after.make(m);
        let is_irreversible = position.is_irreversible(m);
        let is_free = is_irreversible || self.drawn_next.is_empty();
        let mut is_sure = is_free;
        let (verdict, ends) = match after.outcome() {
            Some(outcome) => (Verdict::of_outcome(outcome, after.to_move()), true),
            None if !is_free && self.drawn_next.contains(&after.packed()) => (Verdict::Draw, true),
            None => {
                let certain = self.oracle.judge(&after);
                is_sure &= certain.is_some();
                let verdict = certain.or_else(|| self.oracle.lean(&after))?;
                let is_saved = matches!(verdict, Verdict::Loss(_)) && !is_free;
                let is_saved = is_saved && self.can_repeat(&after);
                (if is_saved { Verdict::Draw } else { verdict }, false)
            }
        };
        let verdict = if after.to_move() == position.to_move() { verdict } else { -verdict };
        let starts_anew = is_irreversible && self.oracle.ends_at_irreversible();
        Some(Judged::new(at, verdict, ends, is_sure, starts_anew))
    }

    /// Returns whether a move from there leads to a board whose next occurrence is a draw.
    fn can_repeat(&self, position: &P) -> bool {
        let (mut position, mut moves) = (position.clone(), Vec::new());
        position.legal_moves(&mut moves);
        moves.into_iter().any(|m| {
            let undo = position.make(m);
            let repeats = self.drawn_next.contains(&position.packed());
            position.unmake(m, undo);
            repeats
        })
    }

    /// Returns the root moves of a rank.
    fn moves_of(&self, judged: &[Judged], rank: Rank) -> Vec<P::Move> {
        let of_rank = judged.iter().filter(|judged| judged.rank == rank);
        of_rank.map(|judged| self.root[judged.at]).collect()
    }

    /// Answers a search from what the oracle knows: with the fastest sure win, else with a move that
    /// keeps the draw, else with the longest defence; among equals with the one that leaves the other
    /// side the most ways to go wrong.
    ///
    /// If it does not know all of the moves, they are left to the search. So are the best ones, to which `moves`
    /// is cut down, where a record or a quiet limit may spoil a win or save a loss; and where several keep the
    /// draw and the search `plays` for a win as long as it may.
    pub(super) fn answer(
        mut self,
        moves: &mut Vec<P::Move>,
        lines: usize,
        plays: bool,
        goes_on: &dyn Fn() -> bool,
        control: &Control,
        report: &mut Report,
    ) -> Answer {
        let known: Option<Vec<Judged>> = self.judge().into_iter().collect();
        let Some(mut judged) = known else { return Answer::Open };
        let draws = judged.iter().filter(|judged| judged.rank == Rank::Draw).count();
        let is_draw = judged.iter().all(|judged| judged.rank <= Rank::Draw);
        if plays && is_draw && draws > 1 {
            *moves = self.moves_of(&judged, Rank::Draw);
            return Answer::Drawn(self.asked);
        }
        rank(&mut self, &mut judged, goes_on);
        if let Some(best) = judged.first().filter(|best| !best.is_sure) {
            *moves = self.moves_of(&judged, best.rank);
            return Answer::Open;
        }
        let told = &judged[..lines.min(judged.len())];
        let line = tell(&mut self, told, goes_on, control, report);
        line.map_or(Answer::Open, Answer::Whole)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use super::*;
    use crate::kernel::{
        Ending, Evaluate, IllegalMove, Move, Order, Outcome, Player, Position, Solve,
    };
    use crate::search::{Limits, Searcher};

    /// A heap from which the players take one to three; who takes the last one wins.
    #[derive(Clone, Debug, PartialEq)]
    struct Heap {
        left: u16,
        to_move: Player,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Take(u16);

    impl Move for Take {
        fn bits(self) -> u16 {
            self.0
        }

        fn from_bits(bits: u16) -> Option<Self> {
            Some(Self(bits))
        }
    }

    impl Position for Heap {
        type Move = Take;
        type Packed = [u64; 1];
        type Undo = ();
        type Rules = ();

        const NAME: &'static str = "heap";
        const CYCLES: bool = false;
        const MAX_MOVES: usize = 3;

        fn start(_rules: &()) -> Self {
            Self { left: 18, to_move: Player::First }
        }

        fn rules(&self) {}

        fn to_move(&self) -> Player {
            self.to_move
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.left == 0).then(|| Outcome::won(!self.to_move, Ending::Resigned))
        }

        fn legal_moves(&self, moves: &mut Vec<Take>) {
            moves.extend((1..=self.left.min(3)).map(Take));
        }

        fn check(&self, m: Take) -> Result<(), IllegalMove> {
            let is_legal = (1..=self.left.min(3)).contains(&m.0);
            is_legal.then_some(()).ok_or_else(|| IllegalMove::new("not so many"))
        }

        fn make(&mut self, m: Take) {
            self.left -= m.0;
            self.to_move = !self.to_move;
        }

        fn unmake(&mut self, m: Take, _undo: ()) {
            self.left += m.0;
            self.to_move = !self.to_move;
        }

        fn packed(&self) -> [u64; 1] {
            [u64::from(self.left) << 1 | self.to_move as u64]
        }

        fn is_irreversible(&self, _m: Take) -> bool {
            true
        }
    }

    impl Evaluate for Heap {
        type Evaluator = ();

        fn evaluate(&self, (): &()) -> Score {
            Score::ZERO
        }
    }

    impl Order for Heap {}

    impl Solve for Heap {}

    /// Knows all about small heaps: a multiple of four is lost.
    #[derive(Debug)]
    struct SmallHeaps;

    impl Oracle<Heap> for SmallHeaps {
        fn judge(&self, position: &Heap) -> Option<Verdict> {
            let rounds = 2 * u32::from(position.left / 4);
            let distance = |plies| Distance { progress: plies, end: plies };
            (position.left <= 12).then(|| match position.left % 4 {
                0 => Verdict::Loss(distance(rounds)),
                _ => Verdict::Win(distance(rounds + 1)),
            })
        }

        fn min_depth(&self) -> u32 {
            1
        }

        fn ends_at_irreversible(&self) -> bool {
            false
        }
    }

    /// Two moves that draw, and the answers to each: whether it loses, and how it looks.
    struct Traps {
        answers: [&'static [(bool, i32)]; 2],
        at: Option<usize>,
    }

    impl Walk for Traps {
        fn restart(&mut self) {
            self.at = None;
        }

        fn make(&mut self, at: usize) {
            self.at = Some(at);
        }

        fn judge(&mut self) -> Vec<Option<Judged>> {
            let lost = Verdict::Loss(Distance { progress: 5, end: 5 });
            let judged = |(at, loses)| {
                let verdict = if loses { lost } else { Verdict::Draw };
                Some(Judged::new(at, verdict, false, true, false))
            };
            match self.at {
                None => (0..2).map(|at| judged((at, false))).collect(),
                Some(at) => {
                    self.answers[at].iter().map(|it| it.0).enumerate().map(judged).collect()
                }
            }
        }

        fn glance(&self, at: usize, plies: u32) -> Score {
            assert!(plies > 0, "there is room for that");
            Score::centi(self.answers[self.at.unwrap()][at].1)
        }

        fn is_over(&self) -> bool {
            false
        }

        fn evaluate(&self) -> Score {
            Score::ZERO
        }

        fn line(&self) -> (&[MoveBits], u64) {
            (&[], 0)
        }
    }

    /// One losing answer of three that looks best is more likely than two of three that look bad.
    #[test]
    fn among_draws_the_one_with_the_most_tempting_mistake_comes_first() {
        let plain: &[(bool, i32)] = &[(true, -400), (true, -300), (false, 0)];
        let tempting: &[(bool, i32)] = &[(false, 0), (true, 200), (false, -100)];
        for (answers, best) in [([plain, tempting], 1), ([tempting, plain], 0)] {
            let mut traps = Traps { answers, at: None };
            let mut judged: Vec<Judged> = traps.judge().into_iter().flatten().collect();
            rank(&mut traps, &mut judged, &|| true);
            assert_eq!(judged[0].at, best);
            assert!(judged[0].appeal.0 > 800 && judged[1].appeal.0 < 100, "{judged:?}");
        }
    }

    #[test]
    fn an_oracle_is_asked_below_the_root_of_a_game_without_cycles() {
        let search = |oracle: Option<Arc<dyn Oracle<Heap>>>| {
            let mut searcher = Searcher::new(1).unwrap();
            searcher.set_oracle(oracle);
            let limits = Limits { depth: Some(6), ..Limits::default() };
            let control = Control::new(Instant::now());
            let found =
                searcher.search(&Record::new(Heap::start(&())), &limits, &control, &mut |_| {});
            (found.score(), found.oracle_hits, found.pv.first().copied())
        };
        // Two from 18, and the other side is always left a multiple of four.
        let (score, hits, best) = search(Some(Arc::new(SmallHeaps)));
        assert_eq!((score, best), (Score::win_in(9), Some(Take(2))));
        assert!(hits > 0);
        let (score, hits, _) = search(None);
        assert_eq!((score, hits), (Score::ZERO, 0), "too deep to be found without");
    }
}
