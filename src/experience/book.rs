//! A book of openings that writes itself: when experience is enough to move by.

use std::cmp::Ordering;

use super::learner::draw;
use super::tally::Tally;
use crate::games::Odds;
use crate::kernel::SplitMix64;

/// How a book is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookUse {
    /// A move is played by the book alone if so many games came through the position behind it.
    pub games: u32,
    /// The book is for the first so many plies of a game; 0 for all.
    pub plies: u32,
    /// Any move is played whose share of points is expected to be at most so many hundredths below the
    /// best, by chance; 0 for the best alone, and that only if it is surely better.
    pub variety: u32,
}

impl Default for BookUse {
    fn default() -> Self {
        Self { games: 20, plies: 0, variety: 0 }
    }
}

/// What a book says of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision<M> {
    /// The move to play, and what is known of it.
    Play(M, Tally),
    /// Nothing is sure; these moves promise the most, the best first. There may be none.
    Order(Vec<M>),
}

/// Says what to play, given the legal moves with what is known of the positions behind them.
///
/// A move is played if enough games came through it and the least share of points that these allow beats
/// what is expected of every other move: an even chance where nothing is known.
#[must_use]
pub fn decide<M: Copy>(
    known: &[(M, Tally)],
    odds: Odds,
    how: BookUse,
    rng: &mut SplitMix64,
) -> Decision<M> {
    let expected = |tally: &Tally| tally.weight(odds);
    let is_enough = |tally: &Tally| tally.games() >= u64::from(how.games.max(1));
    let by_weight =
        |a: &Tally, b: &Tally| expected(a).partial_cmp(&expected(b)).unwrap_or(Ordering::Equal);
    let enough = || known.iter().enumerate().filter(|(_, (_, tally))| is_enough(tally));
    if how.variety > 0 {
        let best = enough().map(|(_, (_, tally))| expected(tally)).fold(0.0, f64::max);
        let least = best - f64::from(how.variety) / 100.0;
        let near: Vec<_> = enough().filter(|(_, (_, tally))| expected(tally) >= least).collect();
        let weights = near.iter().map(|(_, (_, tally))| expected(tally));
        if let Some((_, (m, tally))) = draw(weights, rng).and_then(|at| near.get(at)) {
            return Decision::Play(*m, *tally);
        }
    } else if let Some((at, (m, tally))) =
        enough().max_by(|(_, (_, a)), (_, (_, b))| a.bounds()[0].total_cmp(&b.bounds()[0]))
    {
        let [least, _] = tally.bounds();
        let mut others = known.iter().enumerate().filter(|(other, _)| *other != at);
        if others.all(|(_, (_, other))| expected(other) < least) {
            return Decision::Play(*m, *tally);
        }
    }
    let mut promising: Vec<&(M, Tally)> =
        known.iter().filter(|(_, tally)| tally.games() > 1 && expected(tally) > 0.5).collect();
    promising.sort_by(|(_, a), (_, b)| by_weight(b, a));
    Decision::Order(promising.into_iter().map(|(m, _)| *m).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODDS: Odds = Odds { even: 100.0, spread: 100.0 };

    fn tally(wins: u32, losses: u32) -> Tally {
        Tally { wins, losses, ..Tally::default() }
    }

    fn decided(known: &[(char, Tally)], how: BookUse) -> Decision<char> {
        decide(known, ODDS, how, &mut SplitMix64::new(1))
    }

    #[test]
    fn what_is_sure_is_played() {
        let how = BookUse::default();
        let sure = ('b', tally(80, 20));
        let known = [('a', tally(0, 0)), sure, ('c', tally(10, 9))];
        assert_eq!(decided(&known, how), Decision::Play('b', sure.1));
        // Too few games, or no more than luck.
        let few = BookUse { games: 101, ..how };
        assert_eq!(decided(&known, few), Decision::Order(vec!['b', 'c']));
        let luck = [('a', tally(0, 0)), ('b', tally(12, 9)), ('c', tally(3, 9))];
        assert_eq!(decided(&luck, how), Decision::Order(vec!['b']));
        // Another one may be as good.
        let near = [('a', tally(75, 25)), sure];
        assert_eq!(decided(&near, how), Decision::Order(vec!['b', 'a']));
        assert_eq!(decided(&[], how), Decision::Order(vec![]));
        // The only move that is known, and it loses.
        assert_eq!(
            decided(&[('a', tally(0, 50)), ('b', tally(0, 0))], how),
            Decision::Order(vec![])
        );
    }

    #[test]
    fn variety_plays_what_is_near_the_best() {
        let known =
            [('a', tally(60, 40)), ('b', tally(58, 42)), ('c', tally(20, 80)), ('d', tally(9, 0))];
        let how = BookUse { variety: 5, ..BookUse::default() };
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..50 {
            match decide(&known, ODDS, how, &mut SplitMix64::new(seed)) {
                Decision::Play(m, _) => _ = seen.insert(m),
                order => panic!("{order:?}"),
            }
        }
        assert_eq!(seen, ['a', 'b'].into());
    }
}
